//! The program from outside: every subcommand, its output, its files and its exit status.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn jitterscope(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jitterscope"));
    // The window must not open, wherever the tests run.
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").args(args);
    command.output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Standard output of a call that has to succeed.
fn good(args: &[&str]) -> String {
    let output = jitterscope(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    stdout(&output)
}

/// Standard error of a call that has to fail with the given status, and to say so there alone.
fn bad(args: &[&str], status: i32) -> String {
    let output = jitterscope(args);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {}", stderr(&output));
    assert!(output.stdout.is_empty(), "{args:?}: errors belong on standard error");
    stderr(&output)
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&good(args)).unwrap()
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

#[test]
fn list_names_every_artifact_with_its_cures_and_every_preset() {
    let text = good(&["list"]);
    let value = json(&["list", "--json"]);
    for artifact in value["artifacts"].as_array().unwrap() {
        for key in ["number", "id", "title", "symptom", "cause", "preset"] {
            let word = artifact[key].as_str().unwrap();
            assert!(!word.is_empty() && text.contains(word), "{key} of {artifact}");
        }
        assert!(artifact["measure"]["sick_min"].as_f64().unwrap() > 0.0);
    }
    let presets: Vec<&str> = value["presets"].as_array().unwrap().iter().map(|p| p["id"].as_str().unwrap()).collect();
    assert!(presets.contains(&"tilted-bounce") && presets.iter().any(|id| id.starts_with("control-")));
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    for args in [["list", "--json"], ["run", "--help"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jitterscope"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let message = stderr(&output);
        assert!(!message.contains("panicked") && !message.contains("error"), "{args:?}: {message}");
    }
}

#[test]
fn run_prints_numbers_and_the_same_hash_on_any_number_of_threads() {
    let text = good(&["run", "pyramid", "--steps", "30"]);
    for word in ["energy", "momentum", "worst penetration", "worst joint gap", "contacts", "asleep", "step time"] {
        assert!(text.contains(word), "{word} is missing in\n{text}");
    }
    let hash = |threads: &str| json(&["run", "pyramid", "--steps", "30", "--threads", threads, "--json"]);
    let (one, two) = (hash("1"), hash("2"));
    assert_eq!(one["hash"], two["hash"]);
    assert!(text.contains(one["hash"].as_str().unwrap()));
    assert_eq!(one["metrics"]["steps"], 30);
    assert!(one["step_time_median"].as_f64().unwrap() > 0.0);
    assert!(one["step_time_p95"].as_f64().unwrap() >= one["step_time_median"].as_f64().unwrap());
}

#[test]
fn seconds_steps_and_settings_reach_the_run() {
    let run = |more: &[&str]| {
        let mut args = vec!["run", "squashed-stack", "--variant", "sick", "--json"];
        args.extend(more);
        json(&args)
    };
    let half = run(&["--seconds", "0.5"]);
    assert_eq!(half["metrics"]["steps"], 30);
    let depth = |report: &Value| report["metrics"]["worst_penetration"]["value"].as_f64().unwrap();
    let many = run(&["--seconds", "0.5", "--set", "solver.velocity_iterations=100"]);
    assert!(depth(&many) < 0.5 * depth(&half), "{} against {}", depth(&many), depth(&half));
    let word = run(&["--steps", "2", "--set", "solver.method=jacobi"]);
    assert_ne!(word["hash"], run(&["--steps", "2"])["hash"]);
    assert_eq!(run(&["--steps", "3", "--set", "time.dt=0.01"])["metrics"]["steps"], 3);
}

/// Field by field what is promised in the README and in the format's documentation.
#[test]
fn the_trace_has_every_promised_field_and_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "run.jsonl");
    good(&["run", "joint-drift", "--variant", "sick", "--steps", "5", "--trace", &file]);
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines.len(), 1 + 1 + 5, "a header, the start, and each step");
    let header = &lines[0];
    assert_eq!((&header["format"], &header["version"]), (&"jitterscope-trace".into(), &1.into()));
    assert_eq!((&header["preset"], &header["variant"]), (&"joint-drift".into(), &"sick".into()));
    assert_eq!(header["settings"]["time"]["substeps"], 1);
    assert!((header["dt"].as_f64().unwrap() - 1.0 / 60.0).abs() < 1e-6);
    let hook = &header["bodies"][0];
    assert_eq!((&hook["id"], &hook["name"], &hook["type"]), (&0.into(), &"hook".into(), &"static".into()));
    assert_eq!((&hook["mass"], hook["inertia"].as_array().unwrap().len()), (&0.0.into(), 3));
    assert_eq!(hook["shape"]["type"], "box");
    assert!(header["joints"].as_array().unwrap().len() >= 20);
    for (index, step) in lines[1..].iter().enumerate() {
        assert_eq!(step["step"], index);
        assert!((step["time"].as_f64().unwrap() - index as f64 / 60.0).abs() < 1e-6);
        let body = &step["bodies"][1];
        for (key, length) in [("p", 3), ("q", 4), ("v", 3), ("w", 3)] {
            assert_eq!(body[key].as_array().unwrap().len(), length, "{key}");
        }
        assert!(body["asleep"].is_boolean() && body["id"] == 1);
        let joint = &step["joints"][0];
        assert!(joint["id"] == 0 && joint["gap"].is_number() && joint["angle_error"].is_number());
        assert_eq!(joint["impulse"].as_array().unwrap().len(), 3);
        assert!(step["energy"]["kinetic"].is_number() && step["energy"]["potential"].is_number());
        assert_eq!(step["hash"].as_str().unwrap().len(), 16);
    }
    let recording = jitterscope::instrument::export::read_trace_file(Path::new(&file)).unwrap();
    assert_eq!(recording.steps.len(), 6);
    assert_eq!(recording.header.joints.len(), header["joints"].as_array().unwrap().len());
}

#[test]
fn contacts_in_the_trace_point_from_a_to_b_and_carry_the_weight() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "run.jsonl.gz");
    good(&["run", "control-tall-tower", "--seconds", "1", "--trace", &file]);
    let recording = jitterscope::instrument::export::read_trace_file(Path::new(&file)).unwrap();
    let last = recording.steps.last().unwrap();
    let dt = last.time - recording.steps[recording.steps.len() - 2].time;
    let floor_contacts = last.contacts.iter().filter(|c| c.a == 0);
    let support: f64 = floor_contacts.map(|c| f64::from(c.normal.y * c.normal_impulse)).sum::<f64>() / dt;
    let weight: f64 = recording.header.bodies.iter().map(|b| f64::from(b.mass) * 9.81).sum();
    assert!((support / weight - 1.0).abs() < 0.05, "the floor gives {support} N to {weight} N");
}

#[test]
fn the_csv_has_one_row_per_step() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "run.csv");
    good(&["run", "tilted-bounce", "--steps", "10", "--csv", &file]);
    let text = std::fs::read_to_string(&file).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|l| l.split(',').collect()).collect();
    assert_eq!(rows.len(), 1 + 1 + 10);
    assert!(rows.iter().all(|r| r.len() == rows[0].len()));
    let column = rows[0].iter().position(|name| *name == "max_speed_m_s").unwrap();
    let speed: f64 = rows[11][column].parse().unwrap();
    assert!((speed - 9.81 * 10.0 / 60.0).abs() < 1e-3, "the box falls freely: {speed}");
}

#[test]
fn verify_judges_one_artifact_with_litmus() {
    let output = jitterscope(&["verify", "12a", "--litmus", "--json"]);
    let verdicts: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let verdict = &verdicts[0];
    assert_eq!(verdict["id"], "tunnelling");
    assert_eq!(verdict["variants"][0]["variant"], "sick");
    assert_eq!(verdict["litmus"]["points"].as_array().unwrap().len(), 5);
    assert!(verdict["controls"].as_array().unwrap().len() >= 5);
    let passed = verdict["passed"].as_bool().unwrap();
    assert_eq!(output.status.code(), Some(if passed { 0 } else { 1 }));
    assert!(passed, "{verdict:#}");
}

#[test]
fn check_and_schema_know_the_preset_format() {
    let schema: Value = serde_json::from_str(&good(&["schema"])).unwrap();
    assert!(schema["properties"]["scene"].is_object());
    let folder = tempfile::tempdir().unwrap();
    let file = path(folder.path(), "broken.json");
    std::fs::write(
        &file,
        r#"{"format":"jitterscope-preset","version":1,"title":"x","scene":{"bodies":[{}]},"extra":1}"#,
    )
    .unwrap();
    let output = jitterscope(&["check", &file]);
    assert!(!output.status.success());
    let text = stdout(&output) + &stderr(&output);
    assert!(text.contains("/scene/bodies/0") && text.contains("extra"), "{text}");
}

#[test]
fn wrong_input_says_what_is_wrong_and_what_to_do_with_status_2() {
    let cases: &[(&[&str], &str)] = &[
        (&["run", "tilted-bonce"], "tilted-bounce"),
        (&["run", "tilted-bounce", "--variant", "sik"], "sick"),
        (&["run", "tilted-bounce", "--set", "solver.velocity_iteration=4"], "solver.velocity_iterations"),
        (&["run", "tilted-bounce", "--set", "solver.velocity_iterations"], "PATH=VALUE"),
        (&["run", "tilted-bounce", "--set", "solver.velocity_iterations=\"many\""], "velocity_iterations"),
        (&["run", "tilted-bounce", "--set", "time.dt=0"], "time.dt"),
        (&["run", "tilted-bounce", "--steps", "0"], "--steps"),
        (&["run", "tilted-bounce", "--steps", "1", "--seconds", "1"], "--seconds"),
        (&["run", "tilted-bounce", "--seconds", "nan"], "greater than 0"),
        (&["run", "tilted-bounce", "--steps", "1", "--trace", "/nowhere/at/all.jsonl"], "/nowhere/at/all.jsonl"),
        (&["verify", "tilted-bonce"], "tilted-bounce"),
        (&["lst"], "list"),
        (&["run"], "PRESET"),
        (&[], "jitterscope list"),
    ];
    for (args, word) in cases {
        let message = bad(args, 2);
        assert!(message.contains(word), "{args:?} should mention {word}: {message}");
        assert!(!message.contains("panicked"), "{message}");
    }
}

#[test]
fn every_subcommand_has_help_with_an_example() {
    let help = good(&["--help"]);
    for name in ["list", "run", "verify", "check", "schema"] {
        assert!(help.contains(name), "{name} is missing in --help");
        let text = good(&[name, "--help"]);
        assert!(text.contains("Example") && text.contains(&format!("jitterscope {name}")), "{name}: {text}");
    }
}

/// The explicit gyroscopic torque of a long thin fast body blows up within a few steps: the run stops, names the body
/// and the step, and keeps what it has.
#[test]
fn a_run_that_blows_up_stops_with_status_1_and_keeps_its_trace() {
    let folder = tempfile::tempdir().unwrap();
    let (file, trace) = (path(folder.path(), "blow-up.json"), path(folder.path(), "trace.jsonl"));
    let preset = r#"{"format":"jitterscope-preset","version":1,"title":"blow-up","seconds":30,
        "scene":{"bodies":[{"name":"blade","shape":{"type":"box","size":[2,0.1,0.3]},"angular_velocity":[40,3,40]}]},
        "settings":{"gravity":[0,0,0],"time":{"substeps":1},"integrator":{"gyroscopic":"explicit"}}}"#;
    std::fs::write(&file, preset).unwrap();
    let output = jitterscope(&["run", &file, "--trace", &trace, "--json"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("blade") && stderr(&output).contains("step"), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert!(report["fault"].as_str().unwrap().contains("blade"));
    let kept = jitterscope::instrument::export::read_trace_file(Path::new(&trace)).unwrap();
    let steps = report["metrics"]["steps"].as_u64().unwrap();
    assert!(steps > 0 && kept.steps.last().unwrap().step == steps);
}

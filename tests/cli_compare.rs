//! `compare` and `sweep` from outside: what they print, and their exit status.

use serde_json::Value;
use std::process::{Command, Output};

fn jitterscope(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jitterscope"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").args(args);
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Standard output of a call that has to end with the given status.
fn ends(args: &[&str], status: i32) -> String {
    let output = jitterscope(args);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {}", text(&output.stderr));
    assert!(!text(&output.stderr).contains("panicked"), "{args:?}");
    text(&output.stdout)
}

#[test]
fn compare_shows_where_two_runs_part_and_the_numbers_of_both() {
    let args = ["compare", "tilted-bounce", "--variant", "sick", "--against", "cured-block"];
    let table = ends(&args, 1);
    for word in
        ["they part", "first stage", "first row", "4 tilted-bounce", "worst penetration", "B − A", "normal between"]
    {
        assert!(table.contains(word), "{word} is missing in\n{table}");
    }
    let report: Value = serde_json::from_str(&ends(&[&args[..], &["--json"]].concat(), 1)).unwrap();
    assert_eq!(report["same_bits"], false);
    assert!(report["parting"]["step"].as_u64().unwrap() > 0);
    let row = &report["parting"]["row"]["sides"];
    assert_eq!((row[0]["kind"].as_str(), row[0]["bodies"].as_array().unwrap().len()), (Some("normal"), 2));
    // The same numbers as `verify`.
    let verdicts: Value = serde_json::from_str(&ends(&["verify", "tilted-bounce", "--json"], 0)).unwrap();
    let variants = verdicts[0]["variants"].as_array().unwrap();
    let of = |name: &str| &variants.iter().find(|v| v["variant"] == name).unwrap()["reading"]["value"];
    let readings = &report["numbers"][0]["readings"];
    assert_eq!([&readings[0]["value"], &readings[1]["value"]], [of("sick"), of("cured-block")]);
}

#[test]
fn compare_says_when_all_bits_are_the_same() {
    let same = ["compare", "pyramid", "--set", "solver.shuffle_seed=7", "--steps", "20"];
    assert!(ends(&same, 0).contains("all 20 steps are the same"), "rows are not shuffled, so the seed changes nothing");
    let report: Value = serde_json::from_str(&ends(&[&same[..], &["--json"]].concat(), 0)).unwrap();
    assert_eq!((&report["same_bits"], &report["parting"]), (&Value::Bool(true), &Value::Null));
    assert_eq!(report["sides"][0]["hash"], report["sides"][1]["hash"]);
}

/// A cure of the frame loop leaves the motion as it is: the numbers differ, and the table says in what.
#[test]
fn compare_says_when_only_the_frames_differ() {
    let table = ends(&["compare", "slow-motion", "--variant", "sick", "--against", "cured-accumulator"], 0);
    for word in ["are the same to the bit", "when the pictures come", "2a slow-motion"] {
        assert!(table.contains(word), "{word} is missing in\n{table}");
    }
}

#[test]
fn compare_refuses_bad_input_in_words() {
    let cases: [(&[&str], &str); 5] = [
        (&["compare", "tilted-bounce"], "--against"),
        (&["compare", "tilted-bounce", "--against", "cured-blok"], "cured-block"),
        (&["compare", "tilted-bounce", "--set", "solver.velocity_iteration=4"], "solver.velocity_iterations"),
        (&["compare", "tilted-bonce", "--set", "time.substeps=4"], "tilted-bounce"),
        (&["compare", "tilted-bounce", "--set", "time.substeps=4", "--seconds=-1"], "greater than 0"),
    ];
    for (args, word) in cases {
        let output = jitterscope(args);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(message.contains(word) && output.stdout.is_empty(), "{args:?} should mention {word}: {message}");
    }
    let help = ends(&["compare", "--help"], 0);
    assert!(help.contains("Example") && help.contains("Exit status") && help.contains("same to the bit"));
}

#[test]
fn sweep_prints_a_table_and_shards_that_fit_together() {
    let args = ["sweep", "tilted-bounce", "--over", "solver.velocity_iterations=1..8*2"];
    let table = ends(&args, 0);
    assert!(table.contains("tilted-bounce sick: angular speed after a flat impact, rad/s"), "{table}");
    assert_eq!(table.lines().count(), 2 + 4, "{table}");
    let whole = ends(&[&args[..], &["--json"]].concat(), 0);
    let mut parts: Vec<String> = ["1/3", "2/3", "3/3"]
        .iter()
        .flat_map(|shard| {
            let text = ends(&[&args[..], &["--json", "--shard", shard, "--threads", "2"]].concat(), 0);
            text.lines().map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    let cell = |line: &String| serde_json::from_str::<Value>(line).unwrap()["cell"].as_u64().unwrap();
    parts.sort_by_key(cell);
    assert_eq!(parts, whole.lines().collect::<Vec<_>>());
    let first: Value = serde_json::from_str(&parts[0]).unwrap();
    assert_eq!((&first["settings"]["solver.velocity_iterations"], &first["of"]), (&1.into(), &4.into()));
    assert!(first["value"].as_f64().unwrap() > 0.5);
}

#[test]
fn the_litmus_is_a_sweep_and_two_axes_make_a_grid() {
    let lines = ends(&["sweep", "squashed-stack", "--litmus", "--json"], 0);
    let swept: Vec<Value> = lines.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let verdicts: Value = serde_json::from_str(&ends(&["verify", "squashed-stack", "--litmus", "--json"], 0)).unwrap();
    let points = verdicts[0]["litmus"]["points"].as_array().unwrap();
    for (cell, point) in swept.iter().zip(points) {
        assert_eq!((&cell["settings"]["time.substeps"], &cell["value"]), (&point["substeps"], &point["value"]));
    }
    assert_eq!(swept.len(), points.len());
    let grid = ends(
        &[
            "sweep",
            "pyramid",
            "--over",
            "time.substeps=1,2",
            "--over",
            "solver.warm_start=0..1/3",
            "--measure",
            "penetration",
            "--steps",
            "20",
        ],
        0,
    );
    let lines: Vec<&str> = grid.lines().collect();
    assert_eq!(lines.len(), 1 + 1 + 2, "{grid}");
    assert!(lines[1].contains("time.substeps \\ solver.warm_start") && lines[1].contains("0.5"), "{grid}");
}

#[test]
fn sweep_refuses_bad_input_in_words() {
    let cases: [(&[&str], &str); 6] = [
        (&["sweep", "tilted-bounce"], "--over"),
        (&["sweep", "tilted-bounce", "--over", "solver.velocity_iteration=1..4"], "solver.velocity_iterations"),
        (&["sweep", "tilted-bounce", "--over", "time.substeps=0..4"], "from 1 to 64"),
        (&["sweep", "pyramid", "--litmus"], "penetration"),
        (&["sweep", "pyramid", "--litmus", "--measure", "churm"], "churn"),
        (&["sweep", "tilted-bounce", "--litmus", "--shard", "4/3"], "2/8"),
    ];
    for (args, word) in cases {
        let output = jitterscope(args);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {message}");
        assert!(message.contains(word) && output.stdout.is_empty(), "{args:?} should mention {word}: {message}");
    }
}

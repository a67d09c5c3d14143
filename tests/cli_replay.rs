//! `replay` from outside: what it prints, and its exit status.

use jitterscope::session::{Command as Wish, Session, Source};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn jitterscope(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jitterscope"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").args(args);
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A recording with a branch.
fn recording(folder: &Path, name: &str) -> PathBuf {
    let mut session = Session::new();
    session.apply(Wish::Open(Source::Shipped("pyramid".to_owned())));
    session.apply(Wish::Step(60));
    session.apply(Wish::Seek(20));
    session.apply(Wish::SetSetting { path: "solver.warm_start".to_owned(), value: json!(0.25) });
    session.apply(Wish::Step(30));
    let path = folder.join(name);
    session.apply(Wish::SaveRecording(path.clone()));
    assert_eq!(session.problem(), None);
    path
}

#[test]
fn replay_checks_every_step_and_names_the_first_that_differs() {
    let folder = tempfile::tempdir().unwrap();
    let packed = recording(folder.path(), "run.jsonl.gz");
    let output = jitterscope(&["replay", "--check", packed.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    assert!(table.contains("every step comes out as recorded") && table.contains("Warm start"), "{table}");
    let report: Value =
        serde_json::from_slice(&jitterscope(&["replay", "--check", packed.to_str().unwrap(), "--json"]).stdout)
            .unwrap();
    assert_eq!((&report["same"], &report["steps"]), (&json!(true), &json!(90)));
    assert_eq!((&report["branches"][1]["fork"], &report["branches"][1]["end"]), (&json!(20), &json!(50)));

    let plain = recording(folder.path(), "run.jsonl");
    let spoilt = folder.path().join("spoilt.jsonl");
    std::fs::write(&spoilt, std::fs::read_to_string(&plain).unwrap().replace("0.25", "0.5")).unwrap();
    let spoilt = spoilt.to_str().unwrap();
    let output = jitterscope(&["replay", "--check", spoilt]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("branch 1") && text(&output.stderr).contains("step 21"));
    // Without --check nothing is run, so nothing is found.
    assert_eq!(jitterscope(&["replay", spoilt]).status.code(), Some(0));
}

#[test]
fn replay_refuses_what_is_no_recording() {
    let folder = tempfile::tempdir().unwrap();
    let plain = recording(folder.path(), "run.jsonl");
    let whole = std::fs::read_to_string(&plain).unwrap();
    let cut = folder.path().join("cut.jsonl");
    std::fs::write(&cut, &whole[..whole.len() - 100]).unwrap();
    let newer = folder.path().join("newer.jsonl");
    std::fs::write(&newer, whole.replacen("\"version\":1", "\"version\":2", 1)).unwrap();
    let other = folder.path().join("other.jsonl");
    std::fs::write(&other, "{\"format\":\"jitterscope-preset\",\"version\":1}\n").unwrap();
    let nowhere = folder.path().join("nowhere.jsonl");
    for (file, word) in [(&cut, "cut off"), (&newer, "newer"), (&other, "jitterscope-preset"), (&nowhere, "nowhere")] {
        let output = jitterscope(&["replay", "--check", file.to_str().unwrap()]);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{word}: {message}");
        assert!(message.contains(word) && output.stdout.is_empty(), "{word}: {message}");
    }
}

#[test]
fn a_run_without_a_window_can_be_recorded_and_proved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let file = path.to_str().unwrap();
    let more = ["--steps", "90", "--set", "solver.warm_start=0.5", "--record", file, "--json"];
    let output = jitterscope(&[&["run", "squashed-stack", "--variant", "sick"], &more[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["recording"], file);
    let output = jitterscope(&["replay", "--check", file, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // The window opens it where the run had ended, in the same state.
    let mut session = Session::new();
    session.apply(Wish::OpenRecording(path.clone()));
    while session.is_working() {
        session.tick(0.01);
    }
    let run = session.run().unwrap();
    let hash = format!("{:016x}", run.record().hash);
    assert_eq!((run.cursor(), run.variant(), hash.as_str()), (90, Some("sick"), report["hash"].as_str().unwrap()));
    assert_eq!(run.setting("solver.warm_start"), Some(json!(0.5)));

    let output = jitterscope(&["run", "variable-step", "--variant", "sick", "--record", file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("vary in length"), "{}", text(&output.stderr));
    let output = jitterscope(&["run", "pyramid", "--record", folder.path().join("no/where.jsonl").to_str().unwrap()]);
    assert_ne!(output.status.code(), Some(0));
}

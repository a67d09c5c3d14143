//! `compare` from outside: what it prints, and its exit status.

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
    assert!(ends(&same, 0).contains("same bits"), "rows are not shuffled, so the seed changes nothing");
    let report: Value = serde_json::from_str(&ends(&[&same[..], &["--json"]].concat(), 0)).unwrap();
    assert_eq!((&report["same_bits"], &report["parting"]), (&Value::Bool(true), &Value::Null));
    assert_eq!(report["sides"][0]["hash"], report["sides"][1]["hash"]);
}

#[test]
fn compare_refuses_bad_input_in_words() {
    let cases: [(&[&str], &str); 5] = [
        (&["compare", "tilted-bounce"], "--against"),
        (&["compare", "tilted-bounce", "--against", "cured-blok"], "cured-block"),
        (&["compare", "tilted-bounce", "--set", "solver.velocity_iteration=4"], "solver.velocity_iterations"),
        (&["compare", "tilted-bonce", "--set", "time.substeps=4"], "tilted-bounce"),
        (&["compare", "tilted-bounce", "--set", "time.substeps=4", "--seconds", "-1"], "greater than 0"),
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

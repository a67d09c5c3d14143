//! The picture in the crate documentation, enforced: who may import whom, and what is kept out of where.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders from left to right; those in one group do not import each other.
const PICTURE: &[&[&str]] = &[
    &["math"],
    &["geometry"],
    &["collision"],
    &["dynamics"],
    &["instrument", "preset"],
    &["artifact"],
    &["session"],
    &["overlay"],
    &["cli", "app"],
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

fn all_files() -> Vec<(String, String)> {
    let mut files = Vec::new();
    rust_files(&source(), &mut files);
    files
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(source()).unwrap().to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&path).unwrap();
            (name, text)
        })
        .collect()
}

/// The code without comments, so that a mention in prose is no import.
fn code(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

fn rank(folder: &str) -> Option<usize> {
    PICTURE.iter().position(|group| group.contains(&folder))
}

/// First names after `crate::`, in paths and in `use crate::{a, b}` lists.
fn imports(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        if let Some(list) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut name = String::new();
            for c in list.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    ',' if depth == 0 => found.push(std::mem::take(&mut name)),
                    _ if depth == 0 => name.push(c),
                    _ => {}
                }
            }
            found.push(name);
        } else {
            found.push(rest.to_owned());
        }
    }
    found.iter().map(|path| path.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).collect()
}

#[test]
fn every_arrow_follows_the_picture() {
    let mut wrong = Vec::new();
    for (name, text) in all_files() {
        let Some((folder, _)) = name.split_once('/') else { continue };
        let own = rank(folder).unwrap_or_else(|| panic!("src/{folder} is not in the picture"));
        for import in imports(&code(&text)) {
            let Some(other) = rank(&import) else { continue };
            if import != folder && other >= own {
                wrong.push(format!("src/{name} imports crate::{import}"));
            }
        }
    }
    // `cli` may open the window only through main.rs, which joins the two.
    assert!(wrong.is_empty(), "arrows against the picture:\n{}", wrong.join("\n"));
}

#[test]
fn the_scanner_sees_both_forms_of_import() {
    let code = "use crate::{math::{Vec3, Pose}, app};\nfn f(x: crate::session::Session) {}";
    assert_eq!(imports(code), ["math", "app", "session"]);
}

/// Words that may only stand in certain folders.
#[test]
fn libraries_stay_in_their_rooms() {
    let rules: &[(&str, &[&str])] = &[
        ("egui::", &["app"]),
        ("eframe::", &["app"]),
        ("three_d::", &["app"]),
        ("glow::", &["app"]),
        ("rfd::", &["app"]),
        ("clap::", &["cli", "main.rs"]),
        ("flate2::", &["instrument"]),
    ];
    let mut wrong = Vec::new();
    for (name, text) in all_files() {
        let room = name.split('/').next().unwrap_or("");
        let code = code(&text);
        for (word, rooms) in rules {
            if code.contains(word) && !rooms.contains(&room) {
                wrong.push(format!("src/{name} names {word}"));
            }
        }
        if room == "app" && code.contains("&mut World") {
            wrong.push(format!("src/{name} holds a &mut World"));
        }
        if room == "artifact" && name.contains("detect/") && (code.contains("World") || code.contains("StepSettings")) {
            wrong.push(format!("src/{name}: detectors read records only"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The accumulated impulse has one owner.
#[test]
fn only_row_rs_changes_an_accumulated_impulse() {
    let mut wrong = Vec::new();
    for (name, text) in all_files() {
        if name.starts_with("dynamics/") && name != "dynamics/solver/row.rs" && code(&text).contains("lambda +=") {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn the_code_map_names_every_folder() {
    let map = fs::read_to_string(source().join("lib.rs")).unwrap();
    let map: String = map.lines().filter(|l| l.starts_with("//!")).collect::<Vec<_>>().join("\n");
    for folder in PICTURE.iter().flat_map(|group| group.iter()) {
        assert!(map.contains(&format!("`{folder}")), "src/lib.rs does not explain `{folder}`");
    }
}

#[test]
fn files_open_with_what_they_are_and_stay_short() {
    let mut long = BTreeMap::new();
    for (name, text) in all_files() {
        assert!(text.starts_with("//!"), "src/{name} does not say what it is");
        let lines = text.lines().count();
        if lines > 500 {
            long.insert(name, lines);
        }
    }
    assert!(long.is_empty(), "files over 500 lines ask for a split: {long:?}");
}

/// The step reads as one page: the stages in order and nothing else.
#[test]
fn the_step_is_one_page() {
    let text = fs::read_to_string(source().join("dynamics/step.rs")).unwrap();
    assert!(text.lines().count() <= 60);
    let stages = ["update_pairs", "update_manifolds", "build_islands", "solver::solve", "finish_step"];
    let places: Vec<usize> = stages.iter().map(|s| text.find(s).unwrap_or_else(|| panic!("no {s}"))).collect();
    assert!(places.is_sorted());
}

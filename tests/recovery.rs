//! The program is killed: nothing saved is lost, and unsaved work is offered on the next start.
//!
//! The one that is killed is this test program itself, started again as a child that does nothing but edit and save.

use jitterscope::preset;
use jitterscope::session::{Command, FileWish, Session, Source};
use serde_json::json;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Program, Stdio};
use std::time::Duration;

const FOLDER: &str = "JITTERSCOPE_TEST_FOLDER";
const MOST_SUBSTEPS: u32 = 64;

/// A scene whose file takes a while to write: a thousand bodies, each written out.
fn scene() -> String {
    let body = |i: usize| {
        format!(
            r#"{{"name":"ball {i}","shape":{{"type":"sphere","radius":0.1}},"position":[{},{},0]}}"#,
            i % 40,
            i / 40
        )
    };
    let bodies: Vec<String> = (0..1000).map(body).collect();
    format!(
        r#"{{"format":"jitterscope-preset","version":1,"title":"A thousand","scene":{{"bodies":[{}]}}}}"#,
        bodies.join(",")
    )
}

fn file(folder: &Path) -> PathBuf {
    folder.join("scene.json")
}

fn wish(session: &mut Session, wish: FileWish) {
    session.apply(Command::File(wish));
}

fn set_substeps(session: &mut Session, substeps: u32) {
    session.apply(Command::SetSetting { path: "time.substeps".to_owned(), value: json!(substeps) });
    session.apply(Command::EndGesture);
}

fn open(folder: &Path) -> Session {
    let mut session = Session::new();
    wish(&mut session, FileWish::KeepUnsavedIn(folder.join("unsaved")));
    session.apply(Command::Open(Source::File(file(folder))));
    assert!(session.problem().is_none(), "{:?}", session.problem());
    session
}

/// The child: saves over and over, each time with another number of substeps, until it is killed.
#[test]
#[ignore = "started by the other tests of this file, as a process of its own"]
fn child_saves() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let mut session = open(&folder);
    for round in 0.. {
        set_substeps(&mut session, 2 + round % (MOST_SUBSTEPS - 2));
        wish(&mut session, FileWish::Save);
        assert!(session.problem().is_none(), "{:?}", session.problem());
        println!("saved {}", 2 + round % (MOST_SUBSTEPS - 2));
    }
}

/// The child: keeps copies of ever new unsaved work until it is killed.
#[test]
#[ignore = "started by the other tests of this file, as a process of its own"]
fn child_edits() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let mut session = open(&folder);
    for round in 0.. {
        set_substeps(&mut session, 2 + round % (MOST_SUBSTEPS - 2));
        wish(&mut session, FileWish::KeepNow);
        println!("kept {}", 2 + round % (MOST_SUBSTEPS - 2));
    }
}

/// Starts a child, waits until it has done `count` rounds, and kills it `delay` later without a word.
fn kill_amid(name: &str, folder: &Path, count: usize, delay: Duration) -> u32 {
    let mut child: Child = Program::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let numbers = lines.filter_map(|line| line.unwrap().split(' ').nth(1)?.parse::<u32>().ok());
    let last = numbers.take(count).last().expect("the child has done something");
    std::thread::sleep(delay);
    child.kill().unwrap();
    let status = child.wait().unwrap();
    assert!(!status.success(), "it was killed, it did not end by itself");
    last
}

/// Delays spread over one round of writing, so that every part of it is hit.
fn delays() -> impl Iterator<Item = Duration> {
    (0..12).map(|k| Duration::from_micros(k * 2300))
}

#[test]
fn a_file_is_whole_whenever_the_program_is_killed_while_saving() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(file(folder.path()), scene()).unwrap();
    for (round, delay) in delays().enumerate() {
        let last = kill_amid("child_saves", folder.path(), 2 + round % 3, delay);
        let preset = preset::load(&file(folder.path())).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(preset.scene.bodies.len(), 1000);
        let substeps = preset.instantiate(None).unwrap().settings.time.substeps;
        // What it said was saved, or what it was about to save next or after that.
        assert!((last..last + 40).contains(&substeps), "saved {last}, found {substeps}");
        let backup = preset::load(&folder.path().join("scene.json.bak"));
        assert!(backup.is_ok(), "the backup is whole too: {:?}", backup.err());
    }
}

#[test]
fn unsaved_work_of_a_killed_program_is_offered_once_and_the_file_is_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let text = scene();
    std::fs::write(file(folder.path()), &text).unwrap();
    for delay in delays() {
        let last = kill_amid("child_edits", folder.path(), 2, delay);
        assert_eq!(std::fs::read_to_string(file(folder.path())).unwrap(), text, "nobody saved");
        let mut session = Session::new();
        wish(&mut session, FileWish::KeepUnsavedIn(folder.path().join("unsaved")));
        let found = session.found_work();
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].title.as_str(), &found[0].source), ("A thousand", &Source::File(file(folder.path()))));
        let id = found[0].id.clone();
        wish(&mut session, FileWish::Recover(id));
        assert!(session.problem().is_none() && session.has_unsaved_work(), "{:?}", session.problem());
        let substeps = session.run().unwrap().settings().time.substeps;
        assert!((last..last + 40).contains(&substeps), "kept {last}, found {substeps}");
        wish(&mut session, FileWish::ForgetUnsaved);
        drop(session);
        let mut again = Session::new();
        wish(&mut again, FileWish::KeepUnsavedIn(folder.path().join("unsaved")));
        assert!(again.found_work().is_empty(), "{:?}", again.found_work());
    }
}

#[test]
fn a_program_that_ends_properly_leaves_nothing_to_offer() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(file(folder.path()), scene()).unwrap();
    let mut session = open(folder.path());
    set_substeps(&mut session, 5);
    wish(&mut session, FileWish::KeepNow);
    wish(&mut session, FileWish::Save);
    drop(session);
    assert_eq!(std::fs::read_dir(folder.path().join("unsaved")).unwrap().count(), 0);
}

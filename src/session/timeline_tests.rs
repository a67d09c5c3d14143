//! The recording driven by commands: going anywhere gives the recorded state, and no future is ever lost.

use super::*;
use crate::math::Vec3;
use serde_json::json;
use std::time::Duration;

/// A pile that falls over, something on a path, and an event: all that a state depends on.
const SCENE: &str = r#"{
  "format": "jitterscope-preset", "version": 1, "title": "A pile",
  "scene": {"bodies": [
    {"name": "floor", "type": "static", "shape": {"type": "box", "size": [20, 1, 20]}, "position": [0, -0.5, 0]},
    {"name": "crate", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.6, 0],
     "repeat": {"type": "line", "count": 5, "step": [0.2, 1.05, 0.1]}},
    {"name": "plate", "type": "animated", "shape": {"type": "box", "size": [1, 0.2, 1]}, "position": [-2, 0.2, 0],
     "path": {"type": "oscillation", "axis": [1, 0, 0], "amplitude": 1.5, "period": 2}}
  ],
  "events": [{"at": 1.5, "body": "crate[1]", "impulse": [0, 900, 100]}]},
  "watch": {"at": 0.5}
}"#;

fn open() -> Session {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.json");
    std::fs::write(&path, SCENE).unwrap();
    let mut session = Session::new();
    session.apply(Command::Open(Source::File(path)));
    assert_eq!(session.problem(), None);
    session
}

fn run(session: &Session) -> &Run {
    session.run().unwrap()
}

fn set(session: &mut Session, path: &str, value: Value) {
    session.apply(Command::SetSetting { path: path.to_owned(), value });
    session.apply(Command::EndGesture);
}

/// Everything that can come from outside, over 400 steps; returns the hash of each step.
fn play_everything(session: &mut Session) -> Vec<u64> {
    let mut hashes = vec![run(session).record().hash];
    for step in 0..400 {
        match step {
            30 => set(session, "solver.velocity_iterations", json!(3)),
            70 => session.apply(Command::Shoot { origin: Vec3::new(0.0, 1.0, 6.0), direction: Vec3::NEG_Z }),
            100 => session.apply(Command::GrabStart { body: 3, point: run(session).record().bodies[3].position }),
            101..160 => session.apply(Command::GrabMove(Vec3::new(0.0, 3.0, step as f32 * 0.01))),
            160 => session.apply(Command::GrabEnd),
            200 => set(session, "gravity", json!([0.0, -4.0, 0.0])),
            333 => set(session, "time.dt", json!(0.01)),
            _ => {}
        }
        session.apply(Command::Step(1));
        hashes.push(run(session).record().hash);
    }
    hashes
}

#[test]
fn seeking_gives_the_recorded_state_with_edits_settings_and_drags() {
    let mut session = open();
    let hashes = play_everything(&mut session);
    assert_eq!(run(&session).timeline().end(), 400);
    let backwards: Vec<u64> = (0..=400).rev().step_by(37).collect();
    for step in (0..=400).step_by(37).chain(backwards) {
        session.apply(Command::Seek(step));
        assert_eq!(run(&session).cursor(), step);
        // The record at a moment of inputs shows what they did; the note holds the state before them.
        assert_eq!(run(&session).timeline().note(step).unwrap().hash, hashes[step as usize], "step {step}");
        if run(&session).timeline().inputs_at(step).is_empty() {
            assert_eq!(run(&session).record().hash, hashes[step as usize], "step {step}");
        }
        assert_eq!(run(&session).record().residuals.is_empty(), step == 0, "residuals of step {step}");
    }
    assert_eq!(run(&session).timeline().mismatch(), None);
    // The whole future again, step by step: each one is checked on the way.
    session.apply(Command::Seek(3));
    session.apply(Command::Step(397));
    assert_eq!((run(&session).cursor(), run(&session).record().hash), (400, hashes[400]));
    assert_eq!(run(&session).timeline().mismatch(), None);
    assert_eq!(run(&session).timeline().branches().count(), 1);
}

#[test]
fn steps_back_and_the_settings_of_that_moment() {
    let mut session = open();
    let hashes = play_everything(&mut session);
    session.apply(Command::StepBack(1));
    assert_eq!(run(&session).record().hash, hashes[399]);
    session.apply(Command::StepBack(370));
    assert_eq!(run(&session).cursor(), 29);
    assert_ne!(run(&session).settings().solver.velocity_iterations, 3);
    assert_eq!(run(&session).header().bodies.len(), 7, "the ball is not there yet");
    session.apply(Command::Step(60));
    assert_eq!(run(&session).settings().solver.velocity_iterations, 3);
    assert_eq!(run(&session).header().bodies.len(), 8);
    session.apply(Command::StepBack(500));
    assert_eq!(run(&session).cursor(), 0);
}

#[test]
fn a_change_in_the_past_starts_a_branch_and_keeps_the_old_future() {
    let mut session = open();
    let hashes = play_everything(&mut session);
    session.apply(Command::Seek(120));
    set(&mut session, "solver.warm_start", json!(0.25));
    set(&mut session, "solver.warm_start", json!(0.5));
    session.apply(Command::Step(50));
    let timeline = run(&session).timeline();
    assert_eq!((timeline.end(), timeline.current(), timeline.branches().count()), (170, BranchId(1), 2));
    let (_, branch) = timeline.branches().nth(1).unwrap();
    assert_eq!((branch.parent(), branch.fork()), (Some(BranchId(0)), 120));
    assert!(branch.label().contains("0.25"), "{}", branch.label());
    assert_ne!(run(&session).record().hash, hashes[170]);
    assert!(run(&session).grabbed().is_none(), "the drag belonged to the old future");
    let other = run(&session).record().hash;
    // A branch of a branch, then back and forth between all three.
    session.apply(Command::Seek(150));
    session.apply(Command::Shoot { origin: Vec3::new(0.0, 1.0, -6.0), direction: Vec3::Z });
    session.apply(Command::Step(100));
    let third = run(&session).record().hash;
    session.apply(Command::SwitchBranch(BranchId(0)));
    assert_eq!((run(&session).cursor(), run(&session).record().hash), (250, hashes[250]));
    session.apply(Command::SwitchBranch(BranchId(1)));
    assert_eq!((run(&session).cursor(), run(&session).record().hash), (170, other));
    session.apply(Command::SwitchBranch(BranchId(2)));
    session.apply(Command::Seek(250));
    assert_eq!(run(&session).record().hash, third);
    session.apply(Command::Seek(60));
    assert_eq!(run(&session).record().hash, hashes[60], "the past is shared");
    let depths: Vec<usize> = run(&session).timeline().tree().iter().map(|(depth, ..)| *depth).collect();
    assert_eq!(depths, [0, 1, 2]);
    assert_eq!(run(&session).timeline().mismatch(), None);
}

#[test]
fn a_restart_with_other_settings_keeps_the_first_run() {
    let mut session = open();
    session.apply(Command::Step(80));
    let hash = run(&session).record().hash;
    session.apply(Command::Restart);
    assert_eq!((run(&session).cursor(), run(&session).timeline().end()), (0, 80), "nothing changed: the same run");
    session.apply(Command::Step(80));
    set(&mut session, "solver.velocity_iterations", json!(5));
    session.apply(Command::Restart);
    assert_eq!((run(&session).cursor(), run(&session).timeline().end()), (0, 0));
    assert_eq!(run(&session).settings().solver.velocity_iterations, 5);
    session.apply(Command::Step(80));
    session.apply(Command::SwitchBranch(BranchId(0)));
    assert_eq!((run(&session).cursor(), run(&session).record().hash), (80, hash));
}

#[test]
fn memory_stays_within_the_budget_and_every_step_can_still_be_reached() {
    let mut session = open();
    session.apply(Command::SetMemoryBudget(1 << 20));
    session.apply(Command::Step(1500));
    let hash = run(&session).record().hash;
    let timeline = run(&session).timeline();
    assert!(run(&session).memory_bytes() <= timeline.budget(), "{}", run(&session).memory_bytes());
    session.apply(Command::Seek(7));
    session.apply(Command::Seek(1499));
    session.apply(Command::Step(1));
    assert_eq!(run(&session).record().hash, hash);
    assert!(run(&session).memory_bytes() <= run(&session).timeline().budget());
}

#[test]
fn a_step_that_comes_out_differently_is_shown() {
    let mut session = open();
    session.apply(Command::Step(40));
    // As if another build had recorded it.
    session.run.as_mut().unwrap().instance.settings.solver.velocity_iterations += 1;
    session.apply(Command::Step(20));
    session.apply(Command::Seek(45));
    assert_eq!(run(&session).timeline().mismatch().map(|m| m.step), Some(41));
}

#[test]
fn playing_backwards_and_loops() {
    let mut session = open();
    let plenty = Duration::from_secs(60);
    session.apply(Command::Step(60));
    session.apply(Command::PlayBackwards);
    assert!(session.is_playing_backwards());
    for _ in 0..20 {
        session.tick_within(0.1, plenty);
    }
    assert_eq!((run(&session).cursor(), session.is_playing()), (0, false));
    session.apply(Command::SetLoop(Some((10, 20))));
    session.apply(Command::Play);
    for _ in 0..40 {
        session.tick_within(0.05, plenty);
        assert!((10..=20).contains(&run(&session).cursor()), "{}", run(&session).cursor());
    }
    session.apply(Command::PlayBackwards);
    for _ in 0..40 {
        session.tick_within(0.05, plenty);
        assert!((10..=20).contains(&run(&session).cursor()), "{}", run(&session).cursor());
    }
    assert_eq!(run(&session).timeline().mismatch(), None);
}

#[test]
fn bookmarks_of_the_preset_and_of_the_user() {
    let mut session = open();
    assert_eq!(run(&session).timeline().bookmarks()[0].step, 30);
    session.apply(Command::RunTo(30));
    for _ in 0..20 {
        session.tick_within(0.1, Duration::from_secs(60));
    }
    assert_eq!((run(&session).cursor(), session.is_playing()), (30, false), "it runs there and stops");
    session.apply(Command::Step(5));
    session.apply(Command::AddBookmark);
    session.apply(Command::Seek(2));
    session.apply(Command::RunTo(35));
    assert_eq!(run(&session).cursor(), 35);
    session.apply(Command::RemoveBookmark(35));
    assert_eq!(run(&session).timeline().bookmarks().len(), 1);
}

#[test]
fn a_time_is_found_by_its_step() {
    let mut session = open();
    session.apply(Command::Step(100));
    let timeline = run(&session).timeline();
    assert_eq!((timeline.step_at(-1.0), timeline.step_at(0.5), timeline.step_at(99.0)), (0, 30, 100));
    assert!(timeline.input_steps().is_empty());
}

#[test]
fn a_long_sleep_is_kept_once_and_any_moment_of_it_is_made_again() {
    // Without the plate on its path.
    let (before, rest) = SCENE.split_once(",\n    {\"name\": \"plate\"").unwrap();
    let (_, after) = rest.split_once("\"period\": 2}}").unwrap();
    let scene = format!("{before}{after}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.json");
    std::fs::write(&path, scene).unwrap();
    let mut session = Session::new();
    session.apply(Command::Open(Source::File(path)));
    let mut hashes = vec![run(&session).record().hash];
    let mut bytes = 0;
    for step in 1..=9000 {
        session.apply(Command::Step(1));
        hashes.push(run(&session).record().hash);
        if step == 3000 {
            assert_eq!(run(&session).sample().unwrap().asleep, 5, "all sleep");
            bytes = run(&session).timeline().memory_bytes();
        }
    }
    let keyframes = 6000 / 1024;
    assert!(run(&session).timeline().memory_bytes() - bytes < 6000 * 160 + keyframes * 2000);
    for step in [8999, 4000, 2999, 7777, 3500, 200, 9000] {
        session.apply(Command::Seek(step));
        assert_eq!(run(&session).record().hash, hashes[step as usize], "step {step}");
    }
    // What sleeps can be woken at any moment, and goes on as it would have.
    session.apply(Command::Seek(6001));
    let time = run(&session).record().time;
    assert!((time - 6001.0 / 60.0).abs() < 0.01, "{time}");
    session.apply(Command::Shoot { origin: Vec3::new(0.0, 1.0, 6.0), direction: Vec3::NEG_Z });
    session.apply(Command::Step(60));
    let hash = run(&session).record().hash;
    session.apply(Command::Seek(6030));
    session.apply(Command::Seek(6061));
    assert_eq!(run(&session).record().hash, hash);
    assert_eq!(run(&session).timeline().mismatch(), None);
}

//! The session driven by commands alone.

use super::*;
use crate::math::Vec3;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A box above the floor, with two variants that differ in one setting.
const SCENE: &str = r#"{
  "format": "jitterscope-preset", "version": 1, "title": "Test scene",
  "scene": {"bodies": [
    {"name": "floor", "type": "static", "shape": {"type": "box", "size": [20, 1, 20]}, "position": [0, -0.5, 0]},
    {"name": "crate", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.5, 0]}
  ]},
  "variants": {
    "sick": {"settings": {"solver": {"warm_start": 0}}},
    "cured": {"settings": {"solver": {"warm_start": 1}}}
  }
}"#;

struct Bench {
    session: Session,
    folder: tempfile::TempDir,
}

fn bench() -> Bench {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.json");
    std::fs::write(&path, SCENE).unwrap();
    let mut session = Session::new();
    session.apply(Command::Open(Source::File(path)));
    assert_eq!(session.problem(), None);
    Bench { session, folder }
}

impl Bench {
    fn run(&self) -> &Run {
        self.session.run().unwrap()
    }

    fn set(&mut self, path: &str, value: Value) {
        self.session.apply(Command::SetSetting { path: path.to_owned(), value });
        self.session.apply(Command::EndGesture);
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn write(path: &Path, text: &str) -> Command {
    std::fs::write(path, text).unwrap();
    Command::Open(Source::File(path.to_owned()))
}

#[test]
fn a_scene_opens_paused_at_its_start_as_its_first_variant() {
    let bench = bench();
    assert!(!bench.session.is_playing());
    assert_eq!((bench.run().record().step, bench.run().variant()), (0, Some("sick")));
    assert_eq!(bench.run().variant_names().collect::<Vec<_>>(), ["sick", "cured"]);
    assert_eq!(bench.run().header().bodies.len(), 2);
}

#[test]
fn time_passes_only_while_playing_and_at_the_speed_asked_for() {
    let mut bench = bench();
    let plenty = Duration::from_secs(60);
    assert!(!bench.session.tick_within(0.1, plenty));
    bench.session.apply(Command::Play);
    for _ in 0..10 {
        bench.session.tick_within(0.1, plenty);
    }
    let at_full = bench.run().record().step;
    assert!((59..=60).contains(&at_full), "{at_full}");
    bench.session.apply(Command::SetSpeed(0.25));
    for _ in 0..10 {
        bench.session.tick_within(0.1, plenty);
    }
    assert!((14..=16).contains(&(bench.run().record().step - at_full)));
    bench.session.apply(Command::TogglePlay);
    assert!(!bench.session.tick_within(0.1, plenty));
}

#[test]
fn a_heavy_scene_gets_one_step_per_tick_and_not_more() {
    let mut bench = bench();
    bench.session.apply(Command::Play);
    for _ in 0..20 {
        bench.session.tick_within(0.1, Duration::ZERO);
    }
    assert_eq!(bench.run().record().step, 20);
    assert!(bench.session.delivered_speed() < 0.7);
}

#[test]
fn steps_are_recorded_and_a_restart_begins_anew_with_the_settings_of_now() {
    let mut bench = bench();
    bench.session.apply(Command::Step(5));
    assert_eq!(bench.run().recording().steps.len(), 6);
    assert_eq!(bench.run().timeline().end(), 5);
    bench.set("solver.velocity_iterations", json!(9));
    bench.session.apply(Command::Restart);
    assert_eq!(bench.run().record().step, 0);
    assert_eq!(bench.run().settings().solver.velocity_iterations, 9);
    assert!(bench.run().is_changed("solver.velocity_iterations"));
}

#[test]
fn the_same_commands_give_the_same_bits() {
    let play = || {
        let mut bench = bench();
        bench.session.apply(Command::Shoot { origin: Vec3::new(0.0, 1.0, 5.0), direction: Vec3::NEG_Z });
        bench.session.apply(Command::Step(40));
        bench.run().record().hash
    };
    assert_eq!(play(), play());
}

#[test]
fn a_change_of_a_setting_is_undone_and_done_again() {
    let mut bench = bench();
    let path = "solver.velocity_iterations";
    let before = bench.run().setting(path).unwrap();
    for value in 3..8 {
        bench.session.apply(Command::SetSetting { path: path.to_owned(), value: json!(value) });
    }
    bench.session.apply(Command::EndGesture);
    assert_eq!(bench.run().changed_paths(), [path]);
    bench.session.apply(Command::Undo);
    assert_eq!(bench.run().setting(path), Some(before));
    bench.session.apply(Command::Redo);
    assert_eq!(bench.run().setting(path), Some(json!(7)));
    bench.session.apply(Command::ResetSetting(path.to_owned()));
    assert!(bench.run().changed_paths().is_empty());
}

#[test]
fn a_variant_keeps_the_users_changes_except_where_the_variants_differ() {
    let mut bench = bench();
    bench.session.apply(Command::Select(Selection::Body(1)));
    bench.set("solver.velocity_iterations", json!(9));
    bench.set("solver.warm_start", json!(0.5));
    bench.session.apply(Command::SetVariant(Some("cured".to_owned())));
    let solver = &bench.run().settings().solver;
    assert_eq!((solver.velocity_iterations, solver.warm_start), (9, 1.0));
    assert_eq!(bench.session.selection(), Selection::Body(1));
}

#[test]
fn a_value_that_makes_no_sense_is_refused_in_words() {
    let mut bench = bench();
    bench.set("solver.velocity_iterations", json!("many"));
    let problem = bench.session.problem().unwrap();
    assert_eq!(problem.items[0].place, "solver.velocity_iterations");
    bench.session.apply(Command::DismissProblem);
    assert_eq!(bench.session.problem(), None);
    assert!(!bench.session.can_undo());
}

#[test]
fn a_broken_file_says_everything_and_leaves_what_is_open() {
    let mut bench = bench();
    let broken = SCENE.replace("[1, 1, 1]", "[1, -1, 1]").replace("\"title\"", "\"titel\"");
    let command = write(&bench.file("broken.json"), &broken);
    bench.session.apply(command);
    let problem = bench.session.problem().unwrap();
    assert!(problem.items.len() >= 2, "{problem:?}");
    assert!(problem.items.iter().any(|item| item.place.contains("/scene/bodies/1")), "{problem:?}");
    assert_eq!(bench.run().preset().title, "Test scene");
}

#[test]
fn a_grab_pulls_the_body_and_lets_go() {
    let mut bench = bench();
    bench.session.apply(Command::GrabStart { body: 1, point: Vec3::new(0.0, 1.0, 0.0) });
    bench.session.apply(Command::GrabMove(Vec3::new(0.0, 3.0, 0.0)));
    bench.session.apply(Command::Step(60));
    assert!(bench.run().record().body(1).unwrap().position.y > 1.0);
    bench.session.apply(Command::GrabEnd);
    assert!(bench.run().grabbed().is_none());
    bench.session.apply(Command::Step(120));
    assert!(bench.run().record().body(1).unwrap().position.y < 0.7);
}

#[test]
fn a_ball_appears_at_once_and_a_restart_takes_it_away() {
    let mut bench = bench();
    bench.session.apply(Command::Shoot { origin: Vec3::new(0.0, 1.0, 5.0), direction: Vec3::NEG_Z });
    assert_eq!(bench.run().record().bodies.len(), 3);
    assert_eq!(&*bench.run().header().bodies[2].name, "ball 1");
    bench.session.apply(Command::Select(Selection::Body(2)));
    bench.session.apply(Command::Restart);
    assert_eq!(bench.run().record().bodies.len(), 2);
    assert_eq!(bench.session.selection(), Selection::None);
}

#[test]
fn what_is_saved_opens_again_with_the_changed_settings() {
    let mut bench = bench();
    bench.set("solver.velocity_iterations", json!(11));
    bench.set("solver.warm_start", json!(0.25));
    let path = bench.file("mine.json");
    bench.session.apply(Command::SaveAs(path.clone()));
    assert!(bench.session.note().unwrap().contains("mine.json"), "{:?}", bench.session.problem());
    bench.session.apply(Command::Open(Source::File(path)));
    let solver = &bench.run().settings().solver;
    assert_eq!((solver.velocity_iterations, solver.warm_start), (11, 0.25));
    bench.session.apply(Command::SetVariant(Some("cured".to_owned())));
    assert_eq!(bench.run().settings().solver.warm_start, 1.0, "the other variant is as it was");
}

#[test]
fn a_ray_finds_the_nearest_body() {
    let bench = bench();
    let down = pick(bench.run().header(), bench.run().record(), Vec3::new(0.0, 5.0, 0.0), Vec3::NEG_Y).unwrap();
    assert_eq!(down.body, 1);
    assert!((down.point.y - 1.0).abs() < 1e-4);
    let beside = pick(bench.run().header(), bench.run().record(), Vec3::new(3.0, 5.0, 0.0), Vec3::NEG_Y).unwrap();
    assert_eq!(beside.body, 0);
    assert!(pick(bench.run().header(), bench.run().record(), Vec3::new(0.0, 5.0, 0.0), Vec3::Y).is_none());
}

#[test]
fn nothing_happens_without_a_scene() {
    let mut session = Session::new();
    for command in [Command::Play, Command::Step(3), Command::Restart, Command::Undo, Command::GrabEnd] {
        session.apply(command);
    }
    assert!(!session.tick(0.1) && !session.is_playing());
    session.apply(Command::Open(Source::Shipped("no such preset".to_owned())));
    assert!(session.problem().is_some());
}

#[test]
fn between_two_steps_the_bodies_are_drawn_on_their_way_if_that_is_asked_for() {
    let height = |session: &Session| session.drawn_record().unwrap().body(1).unwrap().position.y;
    let mut session = Session::new();
    session.apply(Command::Open(Source::Shipped("control-bouncing-ball".to_owned())));
    session.apply(Command::Step(20));
    session.apply(Command::Play);
    let dt = session.run().unwrap().settings().time.dt;
    assert!(session.tick(1.25 * dt), "a step is made");
    let state = |session: &Session| session.run().unwrap().record().body(1).unwrap().position.y;
    assert_eq!(height(&session), state(&session), "off: the state itself");
    session.apply(Command::SetSetting { path: "time.interpolation".to_owned(), value: true.into() });
    assert!(session.tick(0.25 * dt), "something to draw although no step is made");
    let steps = &session.run().unwrap().recording().steps;
    let before = steps[steps.len() - 2].body(1).unwrap().position.y;
    let halfway = 0.5 * (before + state(&session));
    assert!((height(&session) - halfway).abs() < 1e-4, "{} is not {halfway}", height(&session));
    assert!((before - state(&session)).abs() > 1e-2, "it moves");
    session.apply(Command::Pause);
    assert_eq!(height(&session), state(&session), "paused: the state itself");
}

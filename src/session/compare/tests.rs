//! Differences made by hand at a known place, and found there.

use super::*;
use crate::dynamics::{BodyId, Pass, RowKind, Stage, StepSettings, WorldEdit};
use crate::instrument::RowLog;
use crate::math::Vec3;
use crate::session::{Command, Input, Session, Source};
use serde_json::json;

/// A pile that slides a little before it rests, and a chain of two links.
const SCENE: &str = r#"{
  "format": "jitterscope-preset", "version": 1, "title": "A pile", "seconds": 2,
  "scene": {"bodies": [
    {"name": "floor", "type": "static", "shape": {"type": "box", "size": [20, 1, 20]}, "position": [0, -0.5, 0]},
    {"name": "crate", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.55, 0], "velocity": [1, 0, 0],
     "repeat": {"type": "line", "count": 3, "step": [0.1, 1.05, 0]}},
    {"name": "link", "shape": {"type": "box", "size": [0.2, 0.6, 0.2]}, "position": [4, 6, 0],
     "repeat": {"type": "line", "count": 2, "step": [0, -0.7, 0]}}
  ],
  "joints": [
    {"name": "upper", "type": "ball", "a": "floor", "b": "link[0]", "anchor": [4, 6.35, 0]},
    {"name": "lower", "type": "ball", "a": "link[0]", "b": "link[1]", "anchor": [4, 5.65, 0]}
  ]}
}"#;

fn preset() -> Arc<Preset> {
    Arc::new(crate::preset::parse(SCENE).unwrap())
}

fn compared(sets: &[(&str, Value)]) -> Comparison {
    let sets = sets.iter().map(|(path, value)| ((*path).to_owned(), value.clone())).collect();
    let choices = [Choice::default(), Choice { variant: None, sets }];
    let plan = Plan::from_start("scene.json", preset(), choices, None).unwrap();
    plan.run(&AtomicBool::new(false), &|_| ()).unwrap()
}

fn run(plan: &Plan) -> Comparison {
    plan.run(&AtomicBool::new(false), &|_| ()).unwrap()
}

/// All row changes of one step of a fresh run; `edit` comes in after so many steps.
fn rows(settings: impl Fn(&mut StepSettings), edit: Option<(u64, WorldEdit)>, step: u64) -> RowLog {
    let mut instance = preset().instantiate(None).unwrap();
    settings(&mut instance.settings);
    let mut recorder = Recorder::new(RecorderOptions { rows: true, ..RecorderOptions::default() });
    for done in 0..step {
        if let Some((_, edit)) = edit.as_ref().filter(|(at, _)| *at == done) {
            instance.world.apply(edit.clone()).unwrap();
        }
        instance.step(&mut recorder).unwrap();
        if done + 1 < step {
            recorder.record_step(&instance.world);
        }
    }
    recorder.take_rows()
}

#[test]
fn the_same_twice_is_the_same() {
    let comparison = compared(&[]);
    assert!(comparison.parting.is_none());
    let [a, b] = &comparison.sides;
    assert_eq!((a.hashes.len(), &a.hashes, &a.metrics), (121, &b.hashes, &b.metrics));
}

#[test]
fn a_push_after_a_known_step_parts_them_in_the_next_one() {
    let first = preset().instantiate(None).unwrap();
    let push = WorldEdit::ApplyImpulse { body: BodyId(2), impulse: Vec3::new(1.0, 0.0, 0.0), point: Vec3::Y };
    let recorded = first.settings.clone();
    let side = |inputs| Arc::new(Side::from_recording(first.clone(), Choice::default(), inputs, recorded.clone()));
    let sides = [side(Vec::new()), side(vec![(40, Input::Edit(push.clone()))])];
    let plan = Plan { name: "scene.json".to_owned(), preset: preset(), sides, length: Length::Steps(90) };
    let comparison = run(&plan);
    let [a, b] = &comparison.sides;
    assert_eq!(a.hashes[..41], b.hashes[..41]);
    let parting = comparison.parting.unwrap();
    assert_eq!((parting.step, parting.is_at_start), (41, false));
    let stage = parting.stage.unwrap();
    assert_eq!(
        (stage.stage, stage.body, stage.rows_before),
        (Stage::UpdatePairs, 2, 0),
        "it was there before the step"
    );
    // The same row as in two runs made by hand.
    let (a, b) = (rows(|_| (), None, 41), rows(|_| (), Some((40, push)), 41));
    let differs = |i: &usize| {
        let (a, b) = (&a.samples()[*i], &b.samples()[*i]);
        (a.delta_lambda, a.velocity_before, a.velocity_after) != (b.delta_lambda, b.velocity_before, b.velocity_after)
    };
    let expected = (0..a.samples().len()).find(differs).unwrap();
    let row = parting.row.unwrap();
    assert_eq!(row.event, expected);
    let [Some(x), Some(y)] = &row.sides else { panic!() };
    assert_eq!((x.row_id, x.velocity_before), (a.samples()[expected].row_id, a.samples()[expected].velocity_before));
    assert_eq!(y.velocity_before, b.samples()[expected].velocity_before);
    assert!([x.row.body_a, x.row.body_b].contains(&2));
    assert_eq!(row.causes[0], "velocity before");
}

#[test]
fn a_setting_of_one_kind_of_row_shows_in_a_row_of_that_kind() {
    // Less of the old friction: nothing differs until there is some, and then in the warm start of a friction row.
    let comparison = compared(&[("solver.warm_start_friction", json!(0.5))]);
    let parting = comparison.parting.unwrap();
    let row = parting.row.unwrap();
    let [Some(a), Some(b)] = &row.sides else { panic!() };
    assert_eq!((a.row.kind, a.pass), (RowKind::Friction, Pass::WarmStart));
    assert_eq!((a.row_id, b.row_id, a.lambda_after != b.lambda_after), (b.row_id, a.row_id, true));
    assert!(parting.step > 1 && comparison.sides[0].hashes[1] == comparison.sides[1].hashes[1]);
    // By hand: before that event all changes of that step are equal.
    let a = rows(|_| (), None, parting.step);
    let b = rows(|s| s.solver.warm_start_friction = 0.5, None, parting.step);
    for (a, b) in a.samples().iter().zip(b.samples()).take(row.event) {
        assert_eq!((a.row_id, a.lambda_after.to_bits()), (b.row_id, b.lambda_after.to_bits()));
    }
    let lambda = |log: &RowLog| log.samples()[row.event].lambda_after;
    assert_ne!(lambda(&a), lambda(&b));

    // A joint's stiffness shows in a row of a joint, though contacts are solved in the same sweep.
    let comparison = compared(&[("solver.joint_hertz", json!(5.0))]);
    let row = comparison.parting.unwrap().row.unwrap();
    assert_eq!(row.sides[1].as_ref().unwrap().row.kind, RowKind::JointLinear);
}

#[test]
fn gravity_shows_in_a_stage_before_any_row() {
    let comparison = compared(&[("gravity", json!([0.0, -5.0, 0.0]))]);
    let parting = comparison.parting.unwrap();
    let stage = parting.stage.unwrap();
    assert_eq!((parting.step, stage.stage, stage.rows_before), (1, Stage::IntegrateVelocities, 0));
}

#[test]
fn one_more_sweep_is_found_at_its_own_place() {
    let less = [("solver.velocity_iterations", json!(6))];
    let choices = [("a", &less[..]), ("b", &[("solver.velocity_iterations", json!(7))][..])].map(|(_, sets)| Choice {
        variant: None,
        sets: sets.iter().map(|(path, value)| ((*path).to_owned(), value.clone())).collect(),
    });
    let plan = Plan::from_start("scene.json", preset(), choices, None).unwrap();
    let row = run(&plan).parting.unwrap().row.unwrap();
    let more = row.sides[1].as_ref().unwrap();
    assert_eq!((more.pass, more.iteration, row.number), (Pass::Bias, 6, 0));
    assert_eq!(row.causes, ["order of the rows"]);
}

#[test]
fn other_bodies_part_at_the_start_and_a_side_that_ends_parts_where_the_other_goes_on() {
    let mut moved = preset().instantiate(None).unwrap();
    let settings = moved.settings.clone();
    let plain = Side::from_recording(moved.clone(), Choice::default(), Vec::new(), settings.clone());
    moved.world.apply(WorldEdit::SetVelocity { body: BodyId(1), linear: Vec3::X, angular: Vec3::Y }).unwrap();
    let other = Side::from_recording(moved, Choice::default(), Vec::new(), settings);
    let plan =
        Plan { name: String::new(), preset: preset(), sides: [plain, other].map(Arc::new), length: Length::Steps(3) };
    let parting = run(&plan).parting.unwrap();
    assert!(parting.is_at_start && parting.row.is_none());
}

#[test]
fn a_recorded_moment_is_compared_with_all_its_inputs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.json");
    std::fs::write(&path, SCENE).unwrap();
    let mut session = Session::new();
    session.apply(Command::Open(Source::File(path)));
    let set = |session: &mut Session, path: &str, value: Value| {
        session.apply(Command::SetSetting { path: path.to_owned(), value });
        session.apply(Command::EndGesture);
    };
    session.apply(Command::Step(20));
    set(&mut session, "gravity", json!([0.0, -4.0, 0.0]));
    session.apply(Command::Step(20));
    session.apply(Command::Shoot { origin: Vec3::new(0.0, 1.0, 6.0), direction: Vec3::NEG_Z });
    session.apply(Command::Step(50));
    set(&mut session, "solver.velocity_iterations", json!(2));
    session.apply(Command::Step(30));
    let recorded = session.run().unwrap();
    let hash = |step: u64| recorded.timeline().note(step).unwrap().hash;

    // Nothing changed: both sides are the recording itself.
    for start in [0, 7, 20, 40, 95] {
        let comparison = run(&Plan::from_recording(recorded, start, Choice::default()).unwrap());
        assert!(comparison.parting.is_none(), "from {start}");
        for side in &comparison.sides {
            assert_eq!(side.hashes.len() as u64, 121 - start);
            assert!((start + 1..=120).all(|step| side.hashes[(step - start) as usize] == hash(step)), "from {start}");
        }
    }
    // A chosen setting stays chosen where the recording changes it; the other inputs come in all the same.
    let choice = Choice { variant: None, sets: vec![("solver.velocity_iterations".to_owned(), json!(9))] };
    let plan = Plan::from_recording(recorded, 60, choice).unwrap();
    let mut walk = Side::walk(&plan.sides[1]);
    for _ in 0..40 {
        walk.step(&mut ()).unwrap();
        walk.take_inputs();
    }
    assert_eq!(walk.settings().solver.velocity_iterations, 9);
    assert_eq!((walk.settings().gravity[1], walk.world().bodies().len()), (-4.0, 7));
    let comparison = run(&plan);
    assert_eq!(comparison.parting.unwrap().step, 61);
    assert_eq!(comparison.sides[0].hashes.last(), Some(&hash(120)));
}

#[test]
fn a_comparison_can_be_cancelled() {
    let choices = [Choice::default(), Choice::default()];
    let plan = Plan::from_start("scene.json", preset(), choices, None).unwrap();
    assert!(matches!(plan.run(&AtomicBool::new(true), &|_| ()), Err(CompareError::Cancelled)));
}

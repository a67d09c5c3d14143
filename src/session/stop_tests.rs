//! Stops, forwards and backwards, against a plain look at every record.

use super::*;
use crate::artifact::runner;
use crate::instrument::Recording;
use serde_json::json;
use std::time::Duration;

const PLENTY: Duration = Duration::from_secs(60);

/// A ball that falls on a pile which is pulled apart later, and a chain of two links: every condition has its moment.
const SCENE: &str = r#"{
  "format": "jitterscope-preset", "version": 1, "title": "A crash",
  "scene": {"bodies": [
    {"name": "floor", "type": "static", "shape": {"type": "box", "size": [20, 1, 20]}, "position": [0, -0.5, 0]},
    {"name": "crate", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.5, 0],
     "repeat": {"type": "line", "count": 3, "step": [0, 1, 0]}},
    {"name": "ball", "shape": {"type": "sphere", "radius": 0.4}, "position": [0.3, 9, 0], "density": 4000},
    {"name": "link", "shape": {"type": "box", "size": [0.2, 0.6, 0.2]}, "position": [4, 6, 0],
     "repeat": {"type": "line", "count": 2, "step": [0, -0.7, 0]}}
  ],
  "joints": [
    {"name": "upper", "type": "ball", "a": "floor", "b": "link[0]", "anchor": [4, 6.35, 0]},
    {"name": "lower", "type": "ball", "a": "link[0]", "b": "link[1]", "anchor": [4, 5.65, 0]}
  ],
  "events": [
    {"at": 1.5, "body": "link[1]", "impulse": [4000, 0, 0]},
    {"at": 2.0, "body": "crate[0]", "impulse": [9000, 0, 900]}
  ]},
  "settings": {"time": {"substeps": 1}, "solver": {"method": "sequential_impulse", "velocity_iterations": 4}}
}"#;

const SECONDS: f64 = 3.0;

fn preset() -> crate::preset::Preset {
    crate::preset::parse(SCENE).unwrap()
}

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

fn enable(session: &mut Session, condition: Condition, bound: f64) {
    session.apply(Command::SetStop { condition, bound, is_enabled: true });
}

/// The number of a condition, straight from two records.
fn number(recording: &Recording, index: usize, condition: Condition) -> f64 {
    let step = &recording.steps[index];
    let before = index.checked_sub(1).map(|i| &recording.steps[i]);
    let largest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
    match condition {
        Condition::Penetration => largest(&mut step.contacts.iter().map(|c| (-c.separation).into())),
        Condition::Impulse => largest(&mut step.contacts.iter().map(|c| c.normal_impulse.into())),
        Condition::EnergyGain => before.map_or(0.0, |before| step.energy.total() - before.energy.total()),
        Condition::Speed => largest(&mut step.bodies.iter().map(|b| b.velocity.length().into())),
        Condition::JointGap => largest(&mut step.joints.iter().map(|j| j.gap.into())),
        Condition::Churn => {
            let Some(before) = before else { return 0.0 };
            let (born, gone) = crate::instrument::metrics::contact_churn(before, step);
            (born + gone) as f64
        }
        Condition::NormalFlip => {
            let touches = crate::instrument::metrics::is_touching;
            let turns = step.contacts.iter().filter(|c| touches(c)).flat_map(|now| {
                let same = move |c: &&crate::instrument::ContactRecord| {
                    (c.collider_a, c.collider_b) == (now.collider_a, now.collider_b)
                };
                let old = before.into_iter().flat_map(|b| &b.contacts).filter(|c| touches(c)).find(same);
                old.map(|old| f64::from(old.normal.dot(now.normal)).clamp(-1.0, 1.0).acos().to_degrees())
            });
            turns.fold(0.0, f64::max)
        }
        Condition::NotFinite => 0.0,
    }
}

/// A bound that is passed for the first time somewhere in the middle: half of the largest number after the first
/// quarter, and above everything in that quarter where that is possible.
fn bound_of(numbers: &[f64]) -> f64 {
    let largest = numbers.iter().copied().fold(0.0, f64::max);
    let early = numbers[..numbers.len() / 4].iter().copied().fold(0.0, f64::max);
    if early < largest { 0.5 * (early + largest) } else { 0.5 * largest }
}

#[test]
fn backwards_and_forwards_find_the_step_of_a_linear_scan_over_a_fresh_run() {
    let recording = runner::record(preset().instantiate(None).unwrap(), SECONDS).unwrap();
    let count = recording.steps.len();
    let mut backward = open();
    backward.apply(Command::Step(count as u32 - 1));
    for condition in Condition::ALL.into_iter().filter(|c| *c != Condition::NotFinite) {
        let numbers: Vec<f64> = (0..count).map(|index| number(&recording, index, condition)).collect();
        let bound = bound_of(&numbers);
        let expected =
            numbers.iter().position(|value| *value > bound).unwrap_or_else(|| panic!("{condition:?}")) as u64;
        assert!(expected > 0, "{condition:?} at {bound}");

        enable(&mut backward, condition, bound);
        backward.apply(Command::FindStop(Search::First));
        let hit = backward.stop_hit().unwrap_or_else(|| panic!("{condition:?}: nothing found"));
        assert_eq!((hit.passing.step, hit.passing.condition), (expected, condition), "{bound}");
        assert_eq!(run(&backward).cursor(), expected);
        assert_eq!(run(&backward).record().hash, recording.steps[expected as usize].hash);
        let (found, selected) = (hit.clone(), backward.selection());
        assert_ne!(found.offender, Selection::None, "{condition:?}");
        assert_eq!(selected, found.offender);
        backward.apply(Command::SetStop { condition, bound, is_enabled: false });

        let mut forward = open();
        enable(&mut forward, condition, bound);
        forward.apply(Command::Play);
        for _ in 0..count {
            forward.tick_within(0.1, PLENTY);
        }
        assert!(!forward.is_playing());
        assert_eq!(forward.stop_hit(), Some(&found));
        assert_eq!((run(&forward).cursor(), run(&forward).timeline().end()), (expected, expected));
        assert_eq!(forward.selection(), selected);

        let mut stepping = open();
        enable(&mut stepping, condition, bound);
        stepping.apply(Command::Step(count as u32));
        assert_eq!((run(&stepping).cursor(), stepping.stop_hit()), (expected, Some(&found)));
    }
}

#[test]
fn the_offender_is_the_one_with_the_number() {
    let mut session = open();
    session.apply(Command::Step(170));
    enable(&mut session, Condition::Speed, 100.0);
    session.apply(Command::FindStop(Search::First));
    let hit = session.stop_hit().unwrap();
    let body = run(&session).record().body(session.selection().body().unwrap()).unwrap();
    assert!((f64::from(body.velocity.length()) - hit.passing.value).abs() < 1e-4);
    assert!(hit.text.starts_with("Speed: ") && hit.text.contains("link[1]"), "{}", hit.text);
    session.apply(Command::SetStop { condition: Condition::Speed, bound: 100.0, is_enabled: false });

    enable(&mut session, Condition::Impulse, 1500.0);
    session.apply(Command::FindStop(Search::First));
    let Selection::Contact { collider_a, collider_b, feature } = session.selection() else { panic!() };
    let key = (collider_a, collider_b, feature);
    let contact = run(&session).record().contacts.iter().find(|c| c.key() == key).unwrap();
    assert_eq!(f64::from(contact.normal_impulse), session.stop_hit().unwrap().passing.value);
}

#[test]
fn searches_go_on_in_both_directions_and_say_when_there_is_nothing() {
    let mut session = open();
    session.apply(Command::Step(170));
    enable(&mut session, Condition::Churn, 3.0);
    let all: Vec<u64> = session.stops().passings(run(&session).timeline(), 1000).iter().map(|p| p.step).collect();
    assert!(all.len() >= 3, "{all:?}");
    session.apply(Command::FindStop(Search::First));
    let mut found = vec![run(&session).cursor()];
    for _ in 1..all.len() {
        session.apply(Command::FindStop(Search::After));
        found.push(run(&session).cursor());
    }
    assert_eq!(found, all);
    session.apply(Command::FindStop(Search::After));
    assert_eq!((session.stop_hit(), run(&session).cursor()), (None, all[all.len() - 1]));
    assert!(session.note().unwrap().contains("after this step"));
    session.apply(Command::FindStop(Search::Before));
    assert_eq!(run(&session).cursor(), all[all.len() - 2]);
    // Going on from a stop does not halt at the same trouble again.
    session.apply(Command::Step(1));
    assert_eq!(run(&session).cursor(), all[all.len() - 2] + 1);
    assert_eq!(run(&session).timeline().mismatch(), None);
}

#[test]
fn settings_and_inputs_on_the_way_leave_the_search_right() {
    let mut session = open();
    session.apply(Command::Step(20));
    // Twice the gravity is no gain of energy: nobody did any work.
    session.apply(Command::SetSetting { path: "gravity".to_owned(), value: json!([0.0, -19.62, 0.0]) });
    session.apply(Command::Step(150));
    let samples: Vec<f64> =
        (0..=170).map(|step| run(&session).timeline().note(step).unwrap().sample.energy_gain).collect();
    assert!(samples[21] < 1.0, "{}", samples[21]);
    session.apply(Command::Seek(10));
    enable(&mut session, Condition::EnergyGain, bound_of(&samples));
    session.apply(Command::FindStop(Search::First));
    let expected = samples.iter().position(|gain| *gain > bound_of(&samples)).unwrap() as u64;
    assert_eq!(run(&session).cursor(), expected);
}

#[test]
fn a_number_that_is_not_finite_names_its_body() {
    // The explicit gyroscopic torque of a long thin fast body blows up within a few steps.
    const WILD: &str = r#"{
      "format": "jitterscope-preset", "version": 1, "title": "Too fast",
      "scene": {"bodies": [
        {"name": "calm", "shape": {"type": "sphere", "radius": 0.5}, "position": [0, 9, 0]},
        {"name": "blade", "shape": {"type": "box", "size": [2, 0.1, 0.3]}, "angular_velocity": [40, 3, 40]}]},
      "settings": {"gravity": [0, 0, 0], "time": {"substeps": 1}, "integrator": {"gyroscopic": "explicit"}}
    }"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wild.json");
    std::fs::write(&path, WILD).unwrap();
    let mut session = Session::new();
    session.apply(Command::Open(Source::File(path)));
    assert_eq!(session.problem(), None);
    session.apply(Command::Step(2000));
    assert!(session.problem().is_some());
    let end = run(&session).timeline().end();
    assert!((2..1000).contains(&end), "{end}");
    let hit = session.stop_hit().unwrap().clone();
    let passing = hit.passing;
    assert_eq!((passing.step, passing.condition, hit.offender), (end + 1, Condition::NotFinite, Selection::Body(1)));
    session.apply(Command::Seek(0));
    session.apply(Command::Select(Selection::None));
    session.apply(Command::FindStop(Search::First));
    assert_eq!((run(&session).cursor(), session.selection()), (end, Selection::Body(1)));
    assert!(session.stop_hit().unwrap().text.contains("blade"));
}

#[test]
fn the_numbers_of_every_step_are_written_as_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("numbers.csv");
    let mut session = open();
    session.apply(Command::Step(25));
    session.apply(Command::SaveTable(path.clone()));
    let text = std::fs::read_to_string(&path).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 27);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    let kinetic = rows[0].iter().position(|name| *name == "kinetic_energy_j").unwrap();
    let sample = run(&session).timeline().note(25).unwrap().sample;
    assert_eq!(rows[26][kinetic].parse::<f64>().unwrap(), sample.kinetic);
    session.apply(Command::SaveTable(folder.path().join("no/such/folder.csv")));
    assert!(session.problem().unwrap().items[0].place.contains("folder.csv"));
}

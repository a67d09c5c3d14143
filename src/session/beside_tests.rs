//! What is worked out beside the window: comparisons and sweeps of the open scene, and the second run that follows.

use super::*;
use crate::artifact::sweep::Axis;
use compare::Choice;
use serde_json::json;

fn open(id: &str) -> Session {
    let mut session = Session::new();
    session.apply(Command::Open(Source::Shipped(id.to_owned())));
    assert_eq!(session.problem(), None);
    session
}

fn run(session: &Session) -> &Run {
    session.run().unwrap()
}

#[test]
fn one_click_compares_sick_with_each_cured_variant() {
    let mut session = open("tilted-bounce");
    session.apply(Command::Compare(CompareWish::Variants));
    assert!(session.is_working());
    session.wait_for_comparisons();
    let comparing = session.comparing().unwrap();
    let variants: Vec<&str> = run(&session).variant_names().skip(1).collect();
    assert_eq!(comparing.entries().iter().map(CompareEntry::label).collect::<Vec<_>>(), variants);
    for entry in comparing.entries() {
        let comparison = entry.result().unwrap().unwrap();
        assert_eq!(entry.reference(), "sick");
        let number = &comparison.numbers[0];
        let [sick, cured] = [0, 1].map(|side| number.readings[side].value);
        assert!(sick >= number.artifact.measure.sick_min);
        // The preset has a further variant that is no cure.
        let is_cure = number.artifact.cure_of(&entry.label()).is_some();
        assert_eq!(cured <= number.artifact.measure.cured_max, is_cure, "{}", entry.label());
    }
    assert!(!session.is_working() && session.comparing().unwrap().progress().is_none());
    // Another scene, or another variant, is another story.
    session.apply(Command::SetVariant(Some(variants[0].to_owned())));
    assert!(session.comparing().is_none());
}

#[test]
fn the_second_run_is_at_the_same_moment_wherever_the_scrubber_is() {
    let mut session = open("tilted-bounce");
    session.apply(Command::Step(100));
    let cured = run(&session).variant_names().nth(1).unwrap().to_owned();
    let choice = Choice { variant: Some(cured.clone()), sets: Vec::new() };
    session.apply(Command::Compare(CompareWish::With { choice, start: 0 }));
    session.wait_for_comparisons();
    let mut other = open("tilted-bounce");
    other.apply(Command::SetVariant(Some(cured)));
    other.apply(Command::Step(100));
    for step in [100, 40, 41, 39, 0, 77] {
        session.apply(Command::Seek(step));
        other.apply(Command::Seek(step));
        // A tick has a bound on its work; a few of them arrive.
        for _ in 0..200 {
            session.tick(0.0);
        }
        let ghost = session.comparing().unwrap().ghost().unwrap();
        assert_eq!((ghost.record().step, ghost.record().hash), (step, run(&other).record().hash));
    }
    session.apply(Command::Compare(CompareWish::DrawGhost(false)));
    assert!(session.comparing().unwrap().ghost().is_none());
    // A jump to the parting step is a seek like any other.
    let parting = session.comparing().unwrap().comparison().unwrap().parting.as_ref().unwrap().step;
    session.apply(Command::RunTo(parting));
    assert_eq!(run(&session).cursor(), parting);
}

#[test]
fn a_changed_setting_is_compared_from_any_recorded_step() {
    let mut session = open("pyramid");
    session.apply(Command::Step(40));
    session.apply(Command::SetSetting { path: "solver.velocity_iterations".to_owned(), value: json!(2) });
    session.apply(Command::Step(20));
    let variant = run(&session).variant().map(str::to_owned);
    let with = |value: u32, start: u64| {
        let sets = vec![("solver.warm_start".to_owned(), json!(value))];
        Command::Compare(CompareWish::With { choice: Choice { variant: variant.clone(), sets }, start })
    };
    session.apply(with(0, 15));
    session.apply(with(0, 5));
    session.wait_for_comparisons();
    let comparing = session.comparing().unwrap();
    let partings: Vec<u64> =
        comparing.entries().iter().map(|e| e.result().unwrap().unwrap().parting.as_ref().unwrap().step).collect();
    assert_eq!((partings, comparing.shown()), (vec![16, 6], 1));
    session.apply(Command::Compare(CompareWish::Show(0)));
    assert_eq!(session.comparing().unwrap().shown(), 0);
    session.apply(with(7, 0));
    assert!(session.problem().unwrap().items[0].message.contains("solver.warm_start"), "7 is out of range");
    session.apply(Command::DismissProblem);
    session.apply(Command::Compare(CompareWish::Close));
    assert!(session.comparing().is_none());
}

#[test]
fn a_sweep_fills_its_cells_and_a_cell_opens_as_a_comparison() {
    let mut session = open("tilted-bounce");
    session.apply(Command::SetSetting { path: "solver.warm_start".to_owned(), value: json!(0.5) });
    let axes = vec![Axis::parse("solver.velocity_iterations=1..3").unwrap()];
    session.apply(Command::Sweep(SweepWish::Start { axes, measure: None, sets: Vec::new() }));
    assert_eq!(session.problem(), None);
    session.wait_for_sweep();
    let sweeping = session.sweeping().unwrap();
    assert_eq!((sweeping.done(), sweeping.progress()), (3, None));
    assert_eq!(sweeping.sweep().sets, [("solver.warm_start".to_owned(), json!(0.5))], "as the scene is now");
    let number = sweeping.cells()[1].as_ref().unwrap().number.clone().unwrap();
    session.apply(Command::Sweep(SweepWish::OpenCell(1)));
    session.wait_for_comparisons();
    let comparing = session.comparing().unwrap();
    assert!(comparing.shown_entry().label().contains("solver.velocity_iterations = 2"));
    let comparison = comparing.comparison().unwrap();
    assert_eq!(comparison.numbers[0].readings[1].value, number, "the same number as in the sweep");

    session.apply(Command::Sweep(SweepWish::Start { axes: Vec::new(), measure: None, sets: Vec::new() }));
    assert!(session.problem().unwrap().items[0].message.contains("one setting or two"));
    session.apply(Command::Sweep(SweepWish::Close));
    assert!(session.sweeping().is_none());
}

#[test]
fn work_that_is_cancelled_ends_and_keeps_what_is_done() {
    let mut session = open("squashed-stack");
    session.apply(Command::Compare(CompareWish::Variants));
    session.apply(Command::Compare(CompareWish::Cancel));
    assert!(!session.is_working());
    let entries = session.comparing().unwrap().entries();
    assert!(entries.iter().all(|entry| entry.result().is_some()));
    let axes = vec![Axis::parse("solver.velocity_iterations=1..40").unwrap()];
    session.apply(Command::Sweep(SweepWish::Start { axes, measure: Some("churn".to_owned()), sets: Vec::new() }));
    session.apply(Command::Sweep(SweepWish::Cancel));
    assert!(!session.is_working() && session.sweeping().unwrap().done() < 40);
}

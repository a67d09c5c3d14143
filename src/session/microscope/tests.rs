//! The microscope on whole scenes: it shows the step that was recorded, all of it, and what it shows explains it.

use super::*;
use crate::dynamics::{Clamp, Pass, RowKind, Stage, Together};
use crate::session::branch::Input;
use crate::session::{Command, Session, Source};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

fn open(scene: Value) -> Session {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.json");
    std::fs::write(&path, scene.to_string()).unwrap();
    let mut session = Session::new();
    session.apply(Command::Open(Source::File(path)));
    assert_eq!(session.problem(), None);
    session
}

/// Boxes on one another; the lowest stands a little askew, so that friction has work to do.
fn tower(count: usize, settings: Value) -> Session {
    let floor = json!({"name": "floor", "type": "static", "shape": {"type": "box", "size": [20, 1, 20]},
        "position": [0, -0.5, 0]});
    let crates = json!({"name": "crate", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.5, 0],
        "velocity": [0.3, 0, 0], "repeat": {"type": "line", "count": count, "step": [0.01, 1, 0.02]}});
    open(json!({"format": "jitterscope-preset", "version": 1, "title": "Tower",
        "scene": {"bodies": [floor, crates]}, "settings": settings}))
}

fn shipped(id: &str, steps: u32, settings: &[(&str, Value)]) -> Session {
    let mut session = Session::new();
    session.apply(Command::Open(Source::Shipped(id.to_owned())));
    for (path, value) in settings {
        session.apply(Command::SetSetting { path: (*path).to_owned(), value: value.clone() });
    }
    session.apply(Command::Step(steps));
    assert_eq!(session.problem(), None, "{id}");
    session
}

fn ask(session: &mut Session, wish: MicroscopeMove) {
    session.apply(Command::Microscope(wish));
}

fn scope(session: &Session) -> &Microscope {
    session.microscope().expect("the microscope is open")
}

fn enter(session: &mut Session) {
    ask(session, MicroscopeMove::Enter);
    assert_eq!(session.problem(), None);
}

/// Walks from the first moment to the last, looking at each, and holds the end against the recorded step.
fn walk_through(session: &mut Session, name: &str) -> BTreeSet<&'static str> {
    enter(session);
    assert!(scope(session).is_proven(), "{name}: {:x?}, {} flaws", scope(session).hashes(), scope(session).walk.flaws);
    let mut ways = BTreeSet::new();
    let mut rows = 0;
    // Every body's motion is carried along by the recorded changes alone, from one moment to the next.
    let mut carried = scope(session).bodies().to_vec();
    loop {
        let scope = scope(session);
        if let Some(sample) = scope.sample() {
            walk::apply(&scope.log, rows, &mut carried);
            assert!(walk::are_equal(&carried, scope.bodies()), "{name}: moment {}", scope.cursor());
            let card = scope.card().expect("a row has a card");
            assert_eq!(card.velocity_after.to_bits(), sample.velocity_after.to_bits());
            check_card(&card, sample, name);
            ways.insert(match card.together {
                Together::Alone => "alone",
                Together::FrictionPair => "pair",
                Together::Manifold => "manifold",
                Together::Patch => "patch",
                Together::Joint => "joint",
                Together::Tree => "tree",
                Together::Sweep => "sweep",
            });
            rows += 1;
        } else {
            assert!(scope.card().is_none() && !scope.story().is_empty());
            carried = scope.bodies().to_vec();
        }
        let before = scope.cursor();
        ask(session, MicroscopeMove::Forward);
        if self::scope(session).cursor() == before {
            break;
        }
    }
    let scope = scope(session);
    assert!(rows > 0 && rows == scope.log.samples().len(), "{name}: {rows} rows");
    let record = session.run().unwrap().record();
    for (body, state) in record.bodies.iter().zip(scope.bodies()) {
        let shown = (body.position, body.rotation, body.velocity, body.angular_velocity);
        assert_eq!(shown, (state.position, state.rotation, state.velocity, state.angular_velocity), "{name}");
    }
    check_residuals(scope, name);
    ways
}

/// The numbers on the card give the change.
fn check_card(card: &Card, sample: &RowSample, name: &str) {
    let is_close = |a: f32, b: f32, size: f32| (a - b).abs() <= 2e-5 * (size.abs() + a.abs() + b.abs()) + 1e-9;
    assert!(
        is_close(card.lambda_after, card.lambda_before + card.delta_lambda, card.lambda_before),
        "{name}: {card:?}"
    );
    let Some(wanted) = card.wanted else { return };
    let free = card.lambda_before + wanted;
    match (card.clamp, card.kind) {
        (Clamp::Free, _) => assert!(is_close(card.lambda_after, free, free), "{name}: {card:?}"),
        // Of a cone the two tangents share the bound.
        (Clamp::FrictionBound, _) => {
            assert!(card.lambda_after.abs() <= card.bounds.1 * 1.0001 + 1e-6, "{name}: {card:?} {sample:?}");
        }
        (Clamp::Lower, _) => assert!(card.lambda_after == card.bounds.0 && free <= card.bounds.0, "{name}: {card:?}"),
        (Clamp::Upper, _) => assert!(card.lambda_after == card.bounds.1 && free >= card.bounds.1, "{name}: {card:?}"),
    }
}

/// The table says the same about each sweep as the engine did.
fn check_residuals(scope: &Microscope, name: &str) {
    let mut columns = scope.matrix.columns.iter();
    let mut found = 0;
    for event in scope.iterations() {
        // A sweep without rows has no column, and must not be taken for one of an impact later in the step.
        if event.total_change == 0.0 {
            continue;
        }
        let key = |c: &&Column| (c.substep, c.pass, c.iteration) == (event.substep, event.pass, event.iteration);
        // Nor has one that found nothing to do (worst first).
        let rest = columns.clone();
        let Some(column) = columns.by_ref().find(key) else {
            columns = rest;
            continue;
        };
        found += 1;
        assert_eq!(column.residual.to_bits(), event.residual.to_bits(), "{name}: {column:?} {event:?}");
        let size = event.total_change.max(1e-6);
        assert!((column.total_change - event.total_change).abs() < 1e-4 * size, "{name}: {column:?} {event:?}");
    }
    assert!(found > 0, "{name}: no sweep was compared");
}

#[test]
fn the_walk_through_a_tower_ends_on_the_recorded_step_with_every_method() {
    let mut ways = BTreeSet::new();
    for (method, more) in [
        ("soft", json!({})),
        ("soft", json!({"order": "shuffled"})),
        ("sequential_impulse", json!({"position_correction": "split_impulse"})),
        ("sequential_impulse", json!({"position_correction": "nonlinear", "static_iterations": 2})),
        ("block", json!({"shock_propagation": "level_by_level"})),
        ("block", json!({"position_correction": "split_impulse"})),
        ("jacobi", json!({"warm_start": 0.5})),
        ("worst_first", json!({"position_correction": "nonlinear"})),
        ("sequential_impulse", json!({"shock_propagation": "mass_scaling", "over_relaxation": 1.2})),
    ] {
        let mut solver = json!({"method": method, "velocity_iterations": 3, "position_iterations": 2});
        solver.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let mut session = tower(12, json!({"solver": solver, "time": {"substeps": 2}}));
        session.apply(Command::Step(9));
        ways.extend(walk_through(&mut session, &format!("{method} {more}")));
    }
    assert!(ways.is_superset(&["alone", "pair", "manifold", "patch", "sweep"].into()), "{ways:?}");
}

#[test]
fn the_walk_through_joints_ends_on_the_recorded_step_with_every_way_of_solving_them() {
    let mut ways = BTreeSet::new();
    for rows in ["one", "three", "block", "tree"] {
        for method in ["soft", "sequential_impulse", "jacobi", "worst_first"] {
            let settings = [("joint.rows", json!(rows)), ("solver.method", json!(method))];
            let mut session = shipped("joint-drift", 20, &settings);
            ways.extend(walk_through(&mut session, &format!("{method} {rows}")));
        }
    }
    assert!(ways.is_superset(&["alone", "joint", "tree", "sweep"].into()), "{ways:?}");
}

#[test]
fn bounces_impacts_and_the_mouse_are_in_the_walk() {
    let mut session = shipped("newtons-cradle", 1, &[]);
    let mut bounces = 0;
    for _ in 0..120 {
        session.apply(Command::Step(1));
        enter(&mut session);
        assert!(scope(&session).is_proven());
        if scope(&session).matrix.columns.iter().any(|c| c.pass == Pass::Restitution) {
            walk_through(&mut session, "cradle");
            bounces += 1;
        }
    }
    assert!(bounces > 0);
    let mut session =
        shipped("tunnelling", 0, &[("ccd.mode", json!("linear_sweep")), ("ccd.on_impact", json!("substep"))]);
    let mut impacts = 0;
    for _ in 0..60 {
        session.apply(Command::Step(1));
        enter(&mut session);
        let has_impact = scope(&session).matrix.columns.iter().any(|c| c.stage == Stage::Ccd);
        if has_impact {
            walk_through(&mut session, "bullets");
            impacts += 1;
        }
    }
    assert!(impacts > 0);
    let mut session = tower(2, json!({}));
    session.apply(Command::Step(3));
    let point = session.run().unwrap().record().bodies[2].position;
    session.apply(Command::GrabStart { body: 2, point });
    session.apply(Command::GrabMove(point + crate::math::Vec3::Y));
    session.apply(Command::Step(5));
    walk_through(&mut session, "grab");
    assert!(scope(&session).matrix.lines.iter().any(|line| line.kind == RowKind::Grab && line.place.is_some()));
}

#[test]
fn the_cursor_goes_where_it_is_asked_to() {
    use MicroscopeMove as M;
    let mut session = tower(4, json!({"solver": {"velocity_iterations": 4}}));
    session.apply(Command::Step(5));
    enter(&mut session);
    assert_eq!((scope(&session).cursor(), scope(&session).moment().event), (0, Event::Start));
    ask(&mut session, M::NextSweep);
    let (line, column) = scope(&session).place().unwrap();
    ask(&mut session, M::NextSweep);
    assert_eq!(scope(&session).place(), Some((line, column + 1)), "the same row, one sweep on");
    ask(&mut session, M::PreviousSweep);
    assert_eq!(scope(&session).place(), Some((line, column)));
    ask(&mut session, M::NextClamped);
    assert_ne!(scope(&session).card().unwrap().clamp, Clamp::Free);
    let clamped = scope(&session).cursor();
    let free = scope(&session).moments()[1..clamped].iter().all(|m| match m.event {
        Event::Row(index) => scope(&session).log.samples()[index as usize].clamp == Clamp::Free,
        _ => true,
    });
    assert!(free || clamped == 1, "no clamped row was passed over");
    session.apply(Command::Select(Selection::Body(4)));
    ask(&mut session, M::First);
    for _ in 0..5 {
        ask(&mut session, M::NextOfSelection);
        let card = scope(&session).card().unwrap();
        assert!(card.body_a == 4 || card.body_b == 4);
    }
    ask(&mut session, M::First);
    let mut stages = vec![scope(&session).moment().stage];
    for _ in 0..9 {
        ask(&mut session, M::NextStage);
        stages.push(scope(&session).moment().stage);
    }
    assert!(stages.is_sorted() && stages[3] == Stage::IntegrateVelocities, "{stages:?}");
    ask(&mut session, M::PreviousStage);
    assert_eq!(scope(&session).moment().stage, stages[8]);
    let (lines, columns) = (scope(&session).matrix.lines.len(), scope(&session).matrix.columns.len());
    ask(&mut session, M::Cell { line: lines / 2, column: columns - 1 });
    assert_eq!(scope(&session).place(), Some((lines / 2, columns - 1)));
    ask(&mut session, M::Last);
    let last = scope(&session).cursor();
    ask(&mut session, M::Forward);
    assert_eq!((scope(&session).cursor(), session.note().is_some()), (last, true));
    ask(&mut session, M::Cell { line: 9999, column: 0 });
    ask(&mut session, M::To(usize::MAX));
    assert_eq!(scope(&session).cursor(), last);
}

#[test]
fn the_microscope_follows_the_shown_step_and_playing_leaves_it() {
    let mut session = tower(3, json!({}));
    ask(&mut session, MicroscopeMove::Enter);
    assert!(session.microscope().is_none() && format!("{:?}", session.problem()).contains("start"));
    session.apply(Command::DismissProblem);
    session.apply(Command::Step(8));
    enter(&mut session);
    ask(&mut session, MicroscopeMove::Cell { line: 5, column: 3 });
    let id = scope(&session).matrix.lines[5].id;
    for command in [Command::Step(1), Command::StepBack(4), Command::Seek(7)] {
        session.apply(command);
        assert_eq!(Some(scope(&session).step()), session.run().map(Run::cursor));
        let (line, column) = scope(&session).place().expect("the same row of the same sweep");
        assert_eq!((scope(&session).matrix.lines[line].id, column), (id, 3));
    }
    let before = session.run().unwrap().record().clone();
    ask(&mut session, MicroscopeMove::Forward);
    assert_eq!(session.run().unwrap().record().hash, before.hash, "looking changes nothing");
    session.apply(Command::Play);
    assert!(session.microscope().is_none());
    session.apply(Command::Pause);
    enter(&mut session);
    session.apply(Command::Seek(0));
    assert!(session.microscope().is_none());
}

#[test]
fn a_step_that_comes_out_differently_is_called_so() {
    let mut session = tower(3, json!({}));
    session.apply(Command::Step(10));
    enter(&mut session);
    assert!(scope(&session).is_proven());
    // As if the recording had lost what the settings were.
    let run = session.run.as_mut().unwrap();
    let mut other = run.settings().clone();
    other.gravity = [0.0, -5.0, 0.0];
    run.timeline.log(9, Input::Settings(Box::new(other)));
    enter(&mut session);
    let (recorded, found) = scope(&session).hashes();
    assert!(!scope(&session).is_proven() && recorded != found);
}

#[test]
fn the_band_is_made_from_the_last_second_and_only_when_asked_for() {
    let mut session = tower(5, json!({"solver": {"velocity_iterations": 6}, "sleep": {"enabled": false}}));
    session.apply(Command::Step(150));
    enter(&mut session);
    assert!(!session.tick_within(0.016, Duration::from_millis(5)) && scope(&session).band().is_none());
    ask(&mut session, MicroscopeMove::GatherBand);
    while session.tick_within(0.016, Duration::from_millis(5)) {}
    let band = scope(&session).band().unwrap();
    assert!(band.is_over && band.steps_done == band.steps_asked && (58..=62).contains(&band.steps_asked), "{band:?}");
    let here: Vec<_> = scope(&session).iterations().collect();
    assert_eq!(band.points.len(), here.len());
    for (point, event) in band.points.iter().zip(&here) {
        let Spread { min, median, max } = point.residual;
        assert!(min <= median && median <= max && min <= event.residual && event.residual <= max);
        assert!(point.total_change.min <= event.total_change && event.total_change <= point.total_change.max);
    }
}

#[test]
fn a_step_without_any_row_is_walked_too() {
    let mut session =
        open(json!({"format": "jitterscope-preset", "version": 1, "title": "Alone", "scene": {"bodies": [
        {"name": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [0, 50, 0]}]}}));
    session.apply(Command::Step(2));
    enter(&mut session);
    assert!(scope(&session).is_proven() && scope(&session).matrix.lines.is_empty());
    for wish in [MicroscopeMove::NextSweep, MicroscopeMove::NextClamped, MicroscopeMove::NextOfSelection] {
        ask(&mut session, wish);
        assert_eq!(scope(&session).cursor(), 0);
    }
    ask(&mut session, MicroscopeMove::Last);
    assert_eq!(scope(&session).moment().stage, Stage::FinishStep);
}

#[test]
fn a_step_that_is_too_large_is_refused_in_words() {
    let mut session = tower(12, json!({"time": {"substeps": 32}, "solver": {"velocity_iterations": 100}}));
    session.apply(Command::Step(1));
    ask(&mut session, MicroscopeMove::Enter);
    assert!(session.microscope().is_none());
    assert!(format!("{:?}", session.problem()).contains("too large for the microscope"), "{:?}", session.problem());
}

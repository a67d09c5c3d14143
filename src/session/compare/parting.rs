//! Where two runs part: the first step whose states differ, and within it the first stage and the first row.

use super::{Outcome, Plan, Side};
use crate::dynamics::{BodyState, Stage};
use crate::instrument::{Recorder, RecorderOptions, RowLog, RowSample};
use crate::math::Vec3;

/// The first difference between two runs.
#[derive(Clone, Debug)]
pub struct Parting {
    /// First step after which the states differ; that of the start when they differ from the beginning.
    pub step: u64,
    /// s, of the first side
    pub time: f64,
    /// They differ before any step: bodies lie elsewhere, or move otherwise.
    pub is_at_start: bool,
    /// First stage of that step at whose end the motion of a body differs.
    pub stage: Option<StageDifference>,
    /// First row of that step whose change differs.
    pub row: Option<RowDifference>,
}

/// A stage that ended differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageDifference {
    pub substep: u32,
    pub stage: Stage,
    /// First body whose motion differs.
    pub body: u32,
    /// How many row changes came before its end, on the first side.
    pub rows_before: usize,
}

/// A row that was solved differently.
#[derive(Clone, Debug)]
pub struct RowDifference {
    /// Which change of the step it is, from 0, in solving order: the same on both sides, as all before are equal.
    pub event: usize,
    /// Number of the row within its sweep, from 0.
    pub number: usize,
    /// `None` where that side has no such change any more.
    pub sides: [Option<RowSample>; 2],
    /// What differs in the row itself, not only in its outcome: "bias", "effective mass", …
    pub causes: Vec<&'static str>,
}

impl Parting {
    /// Compares the hashes, and looks into the first step that differs.
    pub(super) fn find(plan: &Plan, outcomes: [&Outcome; 2]) -> Option<Self> {
        let [a, b] = outcomes;
        let common = a.hashes.len().min(b.hashes.len());
        let differs = |i: usize| a.hashes[i] != b.hashes[i] || a.samples[i].time != b.samples[i].time;
        // A side that ends early parts where the other one goes on.
        let ends_early = (a.hashes.len() != b.hashes.len()).then_some(common);
        let index = (0..common).find(|&i| differs(i)).or(ends_early)?;
        let sample = a.samples.get(index).or(b.samples.get(index))?;
        let mut parting =
            Self { step: sample.step, time: sample.time, is_at_start: index == 0, stage: None, row: None };
        if let Some(before) = index.checked_sub(1) {
            let [a, b] = [0, 1].map(|side| log(plan, side, before));
            parting.stage = first_stage(&a, &b);
            parting.row = first_row(&a, &b);
        }
        Some(parting)
    }
}

/// The row changes of the step after so many steps.
fn log(plan: &Plan, side: usize, steps: usize) -> RowLog {
    let mut walk = Side::walk(&plan.sides[side]);
    for _ in 0..steps {
        // It succeeded before, and it is the same step.
        let _ = walk.step(&mut ());
        walk.take_inputs();
    }
    let mut recorder = Recorder::new(RecorderOptions { rows: true, ..RecorderOptions::default() });
    let _ = walk.step(&mut recorder);
    recorder.take_rows()
}

fn first_stage(a: &RowLog, b: &RowLog) -> Option<StageDifference> {
    a.stages().iter().zip(b.stages()).find_map(|(a, b)| {
        // An edit can add a body to one side alone.
        let most = a.bodies.len().max(b.bodies.len());
        let differs = |&i: &usize| match (a.bodies.get(i), b.bodies.get(i)) {
            (Some(a), Some(b)) => !is_same_motion(a, b),
            _ => true,
        };
        let body = (0..most).find(differs).map(|i| i as u32);
        let is_other = (a.substep, a.stage) != (b.substep, b.stage);
        let body = body.or(is_other.then_some(0))?;
        Some(StageDifference { substep: a.substep, stage: a.stage, body, rows_before: a.rows_before })
    })
}

fn first_row(a: &RowLog, b: &RowLog) -> Option<RowDifference> {
    let (a, b) = (a.samples(), b.samples());
    let event = (0..a.len().max(b.len())).find(|&i| match (a.get(i), b.get(i)) {
        (Some(a), Some(b)) => !is_same_change(a, b),
        _ => true,
    })?;
    let sides = [a.get(event).cloned(), b.get(event).cloned()];
    let own = if event < a.len() { a } else { b };
    let sweep = |row: &RowSample| (row.substep, row.pass, row.iteration);
    let number = own[..event].iter().rev().take_while(|row| sweep(row) == sweep(&own[event])).count();
    let causes = match &sides {
        [Some(a), Some(b)] => causes(a, b),
        _ => Vec::new(),
    };
    Some(RowDifference { event, number, sides, causes })
}

/// Whether two changes are the same to the bit.
fn is_same_change(a: &RowSample, b: &RowSample) -> bool {
    let place = |r: &RowSample| (r.substep, r.pass, r.iteration, r.row_id, r.row.kind, r.row.body_a, r.row.body_b);
    let numbers = |r: &RowSample| {
        [r.delta_lambda, r.lambda_before, r.lambda_after, r.velocity_before, r.velocity_after].map(f32::to_bits)
    };
    place(a) == place(b) && numbers(a) == numbers(b) && a.clamp == b.clamp
}

/// What differs in the rows themselves, in the order in which it matters.
fn causes(a: &RowSample, b: &RowSample) -> Vec<&'static str> {
    if a.row_id != b.row_id || (a.substep, a.pass, a.iteration) != (b.substep, b.pass, b.iteration) {
        return vec!["order of the rows"];
    }
    let (x, y) = (&a.row, &b.row);
    let is_other = |a: f32, b: f32| a.to_bits() != b.to_bits();
    let is_turned = |a: Vec3, b: Vec3| a.to_array().map(f32::to_bits) != b.to_array().map(f32::to_bits);
    let checks = [
        ("velocity before", is_other(a.velocity_before, b.velocity_before)),
        ("accumulated impulse before", is_other(a.lambda_before, b.lambda_before)),
        (
            "direction",
            is_turned(x.linear, y.linear) || is_turned(x.angular_a, y.angular_a) || is_turned(x.angular_b, y.angular_b),
        ),
        ("effective mass", is_other(x.effective_mass, y.effective_mass)),
        ("bias", is_other(x.bias, y.bias) || is_other(x.relax_bias, y.relax_bias)),
        ("softness", is_other(x.mass_scale, y.mass_scale) || is_other(x.impulse_scale, y.impulse_scale)),
        ("bounds", is_other(x.lambda_min, y.lambda_min) || is_other(x.lambda_max, y.lambda_max)),
        ("friction", is_other(x.friction, y.friction)),
        ("restitution", is_other(x.restitution, y.restitution)),
    ];
    checks.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
}

fn is_same_motion(a: &BodyState, b: &BodyState) -> bool {
    let bits = |state: &BodyState| {
        let vectors = [state.position, state.velocity, state.angular_velocity];
        (vectors.map(|v| v.to_array().map(f32::to_bits)), state.rotation.to_array().map(f32::to_bits))
    };
    bits(a) == bits(b)
}

//! How a step converges: residual and total change after each sweep, and the same over the last second as a band.
//!
//! The band is made by stepping through the second again from a keyframe, a little in each tick, and stops when it has
//! used up its time; nothing is measured for it while the scene runs.

use crate::dynamics::{IterationEvent, Pass, Probe};
use crate::preset::Instance;
use crate::session::run::Run;
use std::time::{Duration, Instant};

/// How much of the past the band is about, s.
pub const BAND_SECS: f64 = 1.0;
/// Steps at most, however short they are.
const MOST_STEPS: u64 = 240;
/// Computing time that a band may take in all.
const MOST_TIME: Duration = Duration::from_secs(4);

/// Spread of one number over the steps of the band.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    pub min: f32,
    pub median: f32,
    pub max: f32,
}

/// What the last second looked like after one sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BandPoint {
    /// m/s
    pub residual: Spread,
    /// N s
    pub total_change: Spread,
}

/// The band, as far as it has been made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Band {
    /// One for each sweep that all of the steps have.
    pub points: Vec<BandPoint>,
    pub steps_done: u64,
    pub steps_asked: u64,
    /// Nothing more will come.
    pub is_over: bool,
}

/// A band that is being made.
pub(super) struct BandJob {
    instance: Instance,
    next: u64,
    last: u64,
    spent: Duration,
    /// (residual, total change) of each sweep, for each step.
    steps: Vec<Vec<(f32, f32)>>,
    pub band: Band,
}

impl BandJob {
    /// For the second that ends with `step`.
    pub fn new(run: &Run, step: u64) -> Option<Self> {
        let time = run.timeline().note(step)?.sample.time;
        let first = run.timeline().step_at(time - BAND_SECS).max(step.saturating_sub(MOST_STEPS)) + 1;
        let first = first.min(step);
        let instance = run.instance_before(first)?;
        let band = Band { steps_asked: step + 1 - first, ..Band::default() };
        Some(Self { instance, next: first, last: step, spent: Duration::ZERO, steps: Vec::new(), band })
    }

    /// Goes on for a while; at least one step.
    pub fn advance(&mut self, run: &Run, budget: Duration) {
        let start = Instant::now();
        while !self.band.is_over {
            let mut probe = Sweeps::default();
            let outcome = self.instance.step(&mut probe);
            run.repeat_inputs_on(&mut self.instance, self.next);
            self.steps.push(probe.0);
            self.next += 1;
            self.band.steps_done += 1;
            let used = start.elapsed();
            self.band.is_over = self.next > self.last || outcome.is_err() || self.spent + used > MOST_TIME;
            if used >= budget {
                break;
            }
        }
        self.spent += start.elapsed();
        self.band.points = spreads(&self.steps);
    }
}

/// Collects what the engine says about its sweeps.
#[derive(Default)]
struct Sweeps(Vec<(f32, f32)>);

impl Probe for Sweeps {
    fn wants_iterations(&self) -> bool {
        true
    }
    fn iteration(&mut self, event: &IterationEvent) {
        if matches!(event.pass, Pass::Bias | Pass::Relax) {
            self.0.push((event.residual, event.total_change));
        }
    }
}

/// Steps without any row (all asleep) say nothing about convergence.
fn spreads(steps: &[Vec<(f32, f32)>]) -> Vec<BandPoint> {
    let count = steps.iter().map(Vec::len).filter(|n| *n > 0).min().unwrap_or(0);
    let at = |k: usize, pick: fn(&(f32, f32)) -> f32| {
        let mut values: Vec<f32> = steps.iter().filter_map(|s| s.get(k)).map(pick).filter(|v| v.is_finite()).collect();
        values.sort_by(f32::total_cmp);
        match (values.first(), values.last()) {
            (Some(min), Some(max)) => Spread { min: *min, median: values[values.len() / 2], max: *max },
            _ => Spread::default(),
        }
    };
    (0..count).map(|k| BandPoint { residual: at(k, |v| v.0), total_change: at(k, |v| v.1) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_taken_over_the_steps_sweep_by_sweep() {
        let steps = [
            vec![(3.0, 30.0), (1.0, 10.0)],
            vec![],
            vec![(5.0, 50.0), (2.0, 20.0), (9.0, 9.0)],
            vec![(4.0, 40.0), (0.5, 5.0)],
        ];
        let points = spreads(&steps);
        assert_eq!(points.len(), 2, "the third sweep is missing from most steps");
        assert_eq!(points[0].residual, Spread { min: 3.0, median: 4.0, max: 5.0 });
        assert_eq!(points[1].total_change, Spread { min: 5.0, median: 10.0, max: 20.0 });
    }
}

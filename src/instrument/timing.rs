//! Wall-clock time: per stage of one step, and per step of a run.

use crate::dynamics::Stage;
use std::time::{Duration, Instant};

/// How long each stage of one step took, summed over its substeps.
#[derive(Clone, Debug, Default)]
pub struct StageTimes {
    spent: [Duration; Stage::ALL.len()],
    begun: [Option<Instant>; Stage::ALL.len()],
}

impl StageTimes {
    /// Stages in the order of the step, with the time spent in each.
    pub fn iter(&self) -> impl Iterator<Item = (Stage, Duration)> + '_ {
        Stage::ALL.into_iter().map(|stage| (stage, self.spent[stage as usize]))
    }

    pub fn total(&self) -> Duration {
        self.spent.iter().sum()
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(super) fn begin(&mut self, stage: Stage) {
        self.begun[stage as usize] = Some(Instant::now());
    }

    pub(super) fn end(&mut self, stage: Stage) {
        if let Some(begun) = self.begun[stage as usize].take() {
            self.spent[stage as usize] += begun.elapsed();
        }
    }
}

/// Collects the duration of every step of a run.
#[derive(Clone, Debug, Default)]
pub struct Stopwatch {
    /// s
    laps: Vec<f64>,
}

impl Stopwatch {
    /// Runs `work` and notes how long it took.
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let result = work();
        self.laps.push(begun.elapsed().as_secs_f64());
        result
    }

    /// The duration that the given share (0 to 1) of the laps did not exceed, s; `None` without laps.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let mut sorted = self.laps.clone();
        sorted.sort_by(f64::total_cmp);
        // The smallest lap that at least `share` of all laps do not exceed (nearest rank).
        let rank = (share * sorted.len() as f64).ceil() as usize;
        sorted.get(rank.saturating_sub(1)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_taken_by_nearest_rank() {
        let watch = Stopwatch { laps: vec![5.0, 1.0, 4.0, 2.0, 3.0] };
        assert_eq!(watch.quantile(0.5), Some(3.0));
        assert_eq!(watch.quantile(0.95), Some(5.0));
        assert_eq!(Stopwatch::default().quantile(0.5), None);
    }
}

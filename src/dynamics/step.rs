//! The step: every stage in order, and nothing else.

use super::ccd;
use super::probe::{Probe, Stage};
use super::settings::StepSettings;
use super::solver;
use super::world::{StepFault, World};

impl World {
    /// Advances the world by `settings.time.dt`.
    ///
    /// The probe watches and cannot change anything. An error means that a state is no longer finite.
    pub fn step<P: Probe>(&mut self, settings: &StepSettings, probe: &mut P) -> Result<(), StepFault> {
        self.begin_step(settings);
        self.update_pairs(settings, probe);
        self.update_manifolds(settings, 0, probe);
        self.build_islands(probe);
        solver::solve(self, settings, probe);
        ccd::advance(self, settings, probe);
        self.finish_step(settings, probe)
    }

    /// Marks the beginning and the end of a stage for the probe.
    pub(super) fn stage<P: Probe, T>(
        &mut self,
        substep: u32,
        stage: Stage,
        probe: &mut P,
        work: impl FnOnce(&mut Self, &mut P) -> T,
    ) -> T {
        if P::ENABLED {
            probe.begin_stage(substep, stage, &self.states);
        }
        let result = work(self, probe);
        if P::ENABLED {
            probe.end_stage(substep, stage, &self.states);
        }
        result
    }
}

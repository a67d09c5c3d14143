//! Making recorded steps again beside the run, for those who want to look closer: the run itself stays where it is.

use super::run::Run;
use crate::preset::Instance;

impl Run {
    /// The state from which step `step` of the current branch began, what came in at that moment included. `None` for
    /// the start, for steps that are not recorded, and where a step on the way fails.
    pub(super) fn instance_before(&self, step: u64) -> Option<Instance> {
        if step == 0 || step > self.timeline.end() {
            return None;
        }
        let keyframe = self.timeline.keyframe_before(step);
        let mut instance = keyframe.instance();
        for at in keyframe.step..step {
            if at > keyframe.step {
                instance.step(&mut ()).ok()?;
            }
            self.repeat_inputs_on(&mut instance, at);
        }
        Some(instance)
    }

    /// The state after a recorded step of the current branch, before what came in at that moment; as far as its steps can
    /// be made again.
    pub(super) fn instance_after(&self, step: u64) -> Instance {
        let keyframe = self.timeline.keyframe_before(step.min(self.timeline.end()) + 1);
        let mut instance = keyframe.instance();
        for at in keyframe.step..step {
            self.repeat_inputs_on(&mut instance, at);
            if instance.step(&mut ()).is_err() {
                break;
            }
        }
        instance
    }

    /// Gives a copy of the scene what came in after `step`.
    pub(super) fn repeat_inputs_on(&self, instance: &mut Instance, step: u64) {
        for (_, input) in self.timeline.inputs_at(step) {
            input.apply(instance);
        }
    }
}

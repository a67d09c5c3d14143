//! One side of a comparison: where it starts, what comes in from outside, and in what it differs.

use super::Choice;
use crate::artifact::runner::paced_step;
use crate::dynamics::{Probe, SETTINGS, StepFault, StepSettings, World};
use crate::instrument::FrameRecord;
use crate::instrument::frame_loop::Pacer;
use crate::preset::{Instance, settings_path};
use crate::session::Input;
use std::sync::Arc;

/// One of the two runs, ready to be made as often as is needed.
#[derive(Clone)]
pub struct Side {
    choice: Choice,
    /// The state at the start.
    start: Instance,
    /// Inputs of the recording after each step, sorted; none from a preset's start.
    inputs: Vec<(u64, Input)>,
    /// Settings that the recording started with: what an input changed is the difference to them.
    recorded: StepSettings,
    is_from_start: bool,
}

impl Side {
    /// A preset's start; `choice` says what was done to it.
    pub(super) fn from_start(start: Instance, choice: Choice) -> Self {
        Self { recorded: start.settings.clone(), choice, start, inputs: Vec::new(), is_from_start: true }
    }

    /// A recorded moment with everything that came in from outside after it. `start` is the state *before* the inputs of
    /// that moment; `recorded` are the settings of the recording there, from which `start` may differ by choice.
    pub(in crate::session) fn from_recording(
        start: Instance,
        choice: Choice,
        inputs: Vec<(u64, Input)>,
        recorded: StepSettings,
    ) -> Self {
        Self { choice, start, inputs, recorded, is_from_start: false }
    }

    pub const fn choice(&self) -> &Choice {
        &self.choice
    }

    pub fn label(&self) -> String {
        self.choice.label()
    }

    /// Settings at the start.
    pub const fn settings(&self) -> &StepSettings {
        &self.start.settings
    }

    pub(super) const fn is_from_start(&self) -> bool {
        self.is_from_start
    }

    /// A run from the start, ready for its first step.
    pub(super) fn walk(side: &Arc<Self>) -> Walk {
        let instance = side.start.clone();
        // A live recording has steps of dt and nothing else; frames are the clock's business there.
        let pacer = side.is_from_start.then(|| Pacer::new(&instance.settings.time));
        let recorded = side.recorded.clone();
        let mut walk = Walk { side: side.clone(), recorded, instance, pacer, taken: 0 };
        walk.take_inputs();
        walk
    }
}

/// A run of a side under way. A clone goes on exactly alike.
#[derive(Clone)]
pub(super) struct Walk {
    side: Arc<Side>,
    /// Settings of the recording at this moment.
    recorded: StepSettings,
    instance: Instance,
    pacer: Option<Pacer>,
    /// Inputs that have come in.
    taken: usize,
}

impl Walk {
    pub const fn world(&self) -> &World {
        &self.instance.world
    }

    pub const fn settings(&self) -> &StepSettings {
        &self.instance.settings
    }

    pub const fn instance(&self) -> &Instance {
        &self.instance
    }

    /// One step, and the frame if it was a frame's last one. The inputs after it are still to be taken.
    pub fn step<P: Probe>(&mut self, probe: &mut P) -> Result<Option<FrameRecord>, StepFault> {
        match &mut self.pacer {
            Some(pacer) => {
                paced_step(&mut self.instance, pacer, probe)?;
                Ok(pacer.step_done(&self.instance.settings.time))
            }
            None => self.instance.step(probe).map(|()| None),
        }
    }

    /// Lets in what came from outside after the step just made.
    pub fn take_inputs(&mut self) {
        let step = self.instance.world.step_count();
        let side = self.side.clone();
        while let Some((_, input)) = side.inputs.get(self.taken).filter(|(at, _)| *at <= step) {
            match input {
                Input::Settings(settings) => self.follow(settings),
                edit @ Input::Edit(_) => edit.apply(&mut self.instance),
            }
            self.taken += 1;
        }
    }

    /// Changes what the recording changed, except for what this side was chosen to differ in.
    fn follow(&mut self, settings: &StepSettings) {
        for info in SETTINGS {
            let is_chosen = self.side.choice.sets.iter().any(|(path, _)| path == info.path);
            let (before, after) =
                (settings_path::get(&self.recorded, info.path), settings_path::get(settings, info.path));
            if let Some(value) = after.filter(|value| !is_chosen && before.as_ref() != Some(value)) {
                // The value was accepted when it was recorded, so it is accepted again.
                let _ = settings_path::set(&mut self.instance.settings, info.path, &value);
            }
        }
        self.recorded = settings.clone();
    }
}

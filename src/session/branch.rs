//! One line of events: what came in from outside at which step, and what each step led to.
//!
//! A branch begins where it leaves its parent and shares everything before. Together with a keyframe, its inputs are
//! enough to make any of its steps again; the hash of each step proves that it is the same one.

use super::Sample;
use crate::dynamics::{Snapshot, StepFault, StepSettings, WorldEdit};
use crate::preset::{Instance, Script};
use std::sync::Arc;

/// Number of a branch; the first is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct BranchId(pub u32);

/// Something that came from outside between two steps.
#[derive(Clone, Debug)]
pub enum Input {
    Settings(Box<StepSettings>),
    Edit(WorldEdit),
}

impl Input {
    /// Does it again. What was accepted once is accepted again: the state is the same.
    pub(super) fn apply(&self, instance: &mut Instance) {
        match self {
            Self::Settings(settings) => instance.settings = (**settings).clone(),
            Self::Edit(edit) => {
                let _ = instance.world.apply(edit.clone());
            }
        }
    }

    /// Whether it makes an earlier input of the same moment pointless.
    fn replaces(&self, earlier: &Self) -> bool {
        matches!(
            (self, earlier),
            (Self::Settings(_), Self::Settings(_))
                | (Self::Edit(WorldEdit::MoveGrab { .. }), Self::Edit(WorldEdit::MoveGrab { .. }))
        )
    }
}

/// What is kept of every step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// Of the world after the step, before the inputs of that moment.
    pub hash: u64,
    pub sample: Sample,
}

/// The whole state after a step, before the inputs of that moment.
#[derive(Clone)]
pub(super) struct Keyframe {
    pub step: u64,
    /// s
    time: f64,
    script: Script,
    /// Of this moment, or of an earlier one since which nothing has moved.
    kept: Arc<Kept>,
    /// Computing time from the keyframe before on the same branch, or from the fork, s.
    pub cost: f64,
}

/// What is large of a keyframe.
struct Kept {
    /// With an empty world.
    instance: Instance,
    world: Snapshot,
    /// Digest of a world at rest.
    rest: Option<u64>,
}

impl Keyframe {
    /// `before` is the keyframe before on the same branch: of a world that sleeps, the state is kept only once.
    pub fn new(instance: &Instance, cost: f64, before: Option<&Self>) -> Self {
        let world = &instance.world;
        let rest = world.is_at_rest().then(|| world.content_hash());
        let same = before.filter(|before| {
            rest.is_some() && before.kept.rest == rest && before.kept.instance.settings == instance.settings
        });
        let keep = || {
            let snapshot = world.snapshot(before.map(|before| &before.kept.world));
            Arc::new(Kept { instance: instance.without_world(), world: snapshot, rest })
        };
        let kept = same.map_or_else(keep, |same| same.kept.clone());
        Self { step: world.step_count(), time: world.time(), script: instance.script.clone(), kept, cost }
    }

    /// The state.
    pub fn instance(&self) -> Instance {
        let Kept { instance, world, .. } = &*self.kept;
        if world.step_count() == self.step {
            return instance.with_world(world.world());
        }
        let world = world.world_at(self.step, self.time);
        let mut instance = instance.with_world(world);
        instance.script = self.script.clone();
        instance
    }

    /// Rough size in memory, bytes; `before` as in [`Self::new`].
    pub fn bytes(&self, before: Option<&Self>) -> usize {
        if before.is_some_and(|before| Arc::ptr_eq(&before.kept, &self.kept)) {
            return size_of::<Self>();
        }
        size_of::<Self>() + size_of::<Kept>() + self.kept.world.bytes(before.map(|before| &before.kept.world))
    }
}

/// Of a list that is sorted by step.
pub(super) fn keyframe_bytes(keyframes: &[Keyframe]) -> usize {
    let before = std::iter::once(None).chain(keyframes.iter().map(Some));
    keyframes.iter().zip(before).map(|(keyframe, before)| keyframe.bytes(before)).sum()
}

/// One line of events.
pub struct Branch {
    parent: Option<BranchId>,
    fork: u64,
    label: String,
    /// Step of the first note: 0 for the first branch, otherwise the one after the fork.
    first: u64,
    notes: Vec<Note>,
    /// Sorted by step; within one step in the order in which they came.
    inputs: Vec<(u64, Input)>,
    /// Sorted by step.
    pub(super) keyframes: Vec<Keyframe>,
    /// Why there is no step after the last one.
    pub(super) fault: Option<StepFault>,
}

impl Branch {
    /// The branch with which a run begins.
    pub(super) fn root(start: Note) -> Self {
        let label = "the first run".to_owned();
        Self { notes: vec![start], ..Self::leaving_from(None, 0, 0, label, Vec::new()) }
    }

    /// Leaves `parent` after step `fork`, with the inputs that were given at that moment.
    pub(super) fn leaving(parent: BranchId, fork: u64, label: String, inputs: Vec<(u64, Input)>) -> Self {
        Self::leaving_from(Some(parent), fork, fork + 1, label, inputs)
    }

    const fn leaving_from(
        parent: Option<BranchId>,
        fork: u64,
        first: u64,
        label: String,
        inputs: Vec<(u64, Input)>,
    ) -> Self {
        Self { parent, fork, label, first, notes: Vec::new(), inputs, keyframes: Vec::new(), fault: None }
    }

    /// Where it comes from; none for the first.
    pub const fn parent(&self) -> Option<BranchId> {
        self.parent
    }

    /// Step after which it goes its own way.
    pub const fn fork(&self) -> u64 {
        self.fork
    }

    /// What made it: "Warm start = 0.5", "drag of crate\[1\]", …
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Last recorded step.
    pub fn end(&self) -> u64 {
        (self.first + self.notes.len() as u64).saturating_sub(1)
    }

    /// Of its own steps, in order.
    pub(super) fn hashes(&self) -> impl Iterator<Item = u64> {
        self.notes.iter().map(|note| note.hash)
    }

    /// Whether nothing happened in it yet.
    pub(super) fn is_empty(&self) -> bool {
        self.notes.is_empty() && self.inputs.is_empty()
    }

    /// Whether step and keyframes up to there are its own, rather than its parent's.
    pub(super) const fn owns(&self, step: u64) -> bool {
        step >= self.first
    }

    /// A step of its own.
    pub(super) fn note(&self, step: u64) -> Option<&Note> {
        self.notes.get(usize::try_from(step.checked_sub(self.first)?).ok()?)
    }

    pub(super) fn push(&mut self, note: Note) {
        self.notes.push(note);
        self.fault = None;
    }

    /// Inputs given after a step of its own, or at the fork.
    pub(super) fn inputs_at(&self, step: u64) -> &[(u64, Input)] {
        let start = self.inputs.partition_point(|(at, _)| *at < step);
        let len = self.inputs[start..].partition_point(|(at, _)| *at == step);
        &self.inputs[start..start + len]
    }

    /// All its own inputs, with the steps after which they came.
    pub fn inputs(&self) -> &[(u64, Input)] {
        &self.inputs
    }

    /// Adds an input at the end; `step` is never before the last one.
    pub(super) fn log(&mut self, step: u64, input: Input) {
        self.fault = None;
        if let Some((at, last)) = self.inputs.last_mut()
            && *at == step
            && input.replaces(last)
        {
            *last = input;
            return;
        }
        self.inputs.push((step, input));
    }

    /// Lets keyframes go that lie closer than `spacing` (s) and `most_steps`; the start of the first branch stays.
    pub(super) fn thin(&mut self, spacing: f64, most_steps: u64) {
        let (mut cost, mut last, is_root) = (0.0, self.fork, self.parent.is_none());
        self.keyframes.retain_mut(|keyframe| {
            cost += keyframe.cost;
            let is_start = is_root && keyframe.step == 0;
            // Distances are never quite even: what is nearly far enough apart is.
            let stays = is_start || cost >= 0.75 * spacing || keyframe.step - last >= most_steps;
            if stays {
                keyframe.cost = std::mem::take(&mut cost);
                last = keyframe.step;
            }
            stays
        });
    }

    /// Rough size of notes and inputs in memory, bytes.
    pub(super) fn note_bytes(&self) -> usize {
        self.notes.len() * size_of::<Note>()
            + self.inputs.len() * (size_of::<(u64, Input)>() + size_of::<StepSettings>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;

    fn note() -> Note {
        Note { hash: 0, sample: Sample::default() }
    }

    #[test]
    fn inputs_are_found_by_step_and_a_drag_within_a_moment_is_one() {
        let mut branch = Branch::root(note());
        let to = |x: f32| Input::Edit(WorldEdit::MoveGrab { target: Vec3::X * x });
        branch.log(0, to(1.0));
        branch.log(0, to(2.0));
        branch.push(note());
        branch.log(1, to(3.0));
        branch.log(1, Input::Edit(WorldEdit::ReleaseGrab));
        assert_eq!([0, 1, 2].map(|step| branch.inputs_at(step).len()), [1, 2, 0]);
        assert!(matches!(&branch.inputs_at(0)[0].1, Input::Edit(WorldEdit::MoveGrab { target }) if target.x == 2.0));
    }

    #[test]
    fn a_branch_without_steps_ends_where_it_begins() {
        let mut branch = Branch::leaving(BranchId(0), 7, String::new(), Vec::new());
        assert_eq!((branch.end(), branch.owns(7), branch.note(7)), (7, false, None));
        branch.push(note());
        assert_eq!((branch.end(), branch.owns(8)), (8, true));
    }
}

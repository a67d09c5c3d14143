//! The whole run: branches of notes and inputs, with keyframes from which any step can be made again.
//!
//! Keyframes are the only thing that is large. They are taken at even distances in computing time: making what lies
//! between two of them again takes about equally long wherever that is, be it three steps of a pile that falls or a
//! thousand of one that sleeps. When the budget is used up every second one goes: seeking then takes longer, but nothing is
//! lost. Where they lie depends on the machine; what is made from them does not.

use super::branch::{Branch, BranchId, Input, Keyframe, Note, keyframe_bytes};
use crate::dynamics::StepFault;
use crate::preset::Instance;
use std::time::Instant;

/// Memory that a run may take unless the user says otherwise, bytes.
pub const DEFAULT_BUDGET: usize = 1 << 30;
/// The user's choices, bytes.
pub const BUDGETS: [usize; 5] = [64 << 20, 256 << 20, 512 << 20, 1 << 30, 2 << 30];
/// Computing time between two keyframes while there is room, s: a seek then takes less than the blink of an eye.
const SHORTEST_SPACING: f64 = 0.03;
/// Taking a keyframe may cost this share of the steps between two of them.
const COPY_SHARE: f64 = 0.02;
/// Steps between two keyframes at most while there is room.
const MOST_STEPS: u64 = 1024;
/// While going back: so many steps before the moment looked at are kept at hand, and how densely.
const NEAR_STEPS: u64 = 32;
const NEAR_STRIDE: u64 = 4;
const MOST_NEAR: usize = 32;
/// Shares of the budget, in sixteenths: keyframes with notes, and keyframes near by. The rest is for full records. (Ten
/// minutes of 512 boxes that never rest are 2,200 keyframes of 0.39 MB at a distance of 60 ms, which have to find room.)
const KEYFRAMES_SHARE: usize = 13;
const NEAR_SHARE: usize = 1;
const RECORDS_SHARE: usize = 2;
const SIXTEENTHS: usize = 16;

/// A moment worth coming back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    pub step: u64,
    pub label: String,
}

/// A step that was made again and came out differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub step: u64,
    pub recorded: u64,
    pub found: u64,
}

/// The recorded run.
pub struct Timeline {
    branches: Vec<Branch>,
    current: BranchId,
    /// Computing time between keyframes, s, and that since the last one.
    spacing: f64,
    since: f64,
    /// What it takes to copy the state, s.
    copy_cost: f64,
    budget: usize,
    /// Of all keyframes, bytes.
    keyframe_bytes: usize,
    /// Keyframes close to the moment looked at, for going back; on the current branch.
    near: Vec<Keyframe>,
    bookmarks: Vec<Bookmark>,
    mismatch: Option<Mismatch>,
}

impl Timeline {
    /// Begins with the start of a scene.
    pub(super) fn new(start: &Instance, note: Note, budget: usize) -> Self {
        let mut timeline = Self {
            branches: vec![Branch::root(note)],
            current: BranchId(0),
            spacing: SHORTEST_SPACING,
            since: 0.0,
            copy_cost: 0.0,
            budget,
            keyframe_bytes: 0,
            near: Vec::new(),
            bookmarks: Vec::new(),
            mismatch: None,
        };
        timeline.keep(start);
        timeline
    }

    // ---- what is there to see -------------------------------------------------------------------------------------

    /// Last recorded step of the current branch.
    pub fn end(&self) -> u64 {
        self.branch(self.current).end()
    }

    pub const fn current(&self) -> BranchId {
        self.current
    }

    /// All branches, by their numbers.
    pub fn branches(&self) -> impl Iterator<Item = (BranchId, &Branch)> {
        self.branches.iter().enumerate().map(|(i, branch)| (BranchId(i as u32), branch))
    }

    /// Every branch below the one it left, with its depth in the tree: for lists.
    pub fn tree(&self) -> Vec<(usize, BranchId, &Branch)> {
        fn add<'a>(timeline: &'a Timeline, id: BranchId, depth: usize, out: &mut Vec<(usize, BranchId, &'a Branch)>) {
            out.push((depth, id, timeline.branch(id)));
            for (child, _) in timeline.branches().filter(|(_, branch)| branch.parent() == Some(id)) {
                add(timeline, child, depth + 1, out);
            }
        }
        let mut out = Vec::new();
        add(self, BranchId(0), 0, &mut out);
        out
    }

    /// What is known of a step on the current branch.
    pub fn note(&self, step: u64) -> Option<&Note> {
        self.branch(self.owner(step)).note(step)
    }

    /// The step nearest to a simulated time, s, on the current branch.
    pub fn step_at(&self, time: f64) -> u64 {
        let time_of = |step: u64| self.note(step).map_or(f64::INFINITY, |note| note.sample.time);
        let (mut low, mut high) = (0, self.end());
        while low < high {
            let middle = low + (high - low) / 2;
            if time_of(middle) < time { low = middle + 1 } else { high = middle }
        }
        if low > 0 && time - time_of(low - 1) < time_of(low) - time { low - 1 } else { low }
    }

    /// Steps of the current branch at which something came in from outside, in order.
    pub fn input_steps(&self) -> Vec<u64> {
        let (mut steps, mut id, mut until) = (Vec::new(), Some(self.current), u64::MAX);
        while let Some(branch) = id.map(|id| self.branch(id)) {
            // What happened at the fork was copied into the branch that left there.
            steps.extend(branch.inputs().iter().map(|(at, _)| *at).filter(|at| *at < until));
            (id, until) = (branch.parent(), branch.fork());
        }
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// Everything that came in from outside on the current branch after `start` or a later step, in order.
    pub(super) fn inputs_from(&self, start: u64) -> Vec<(u64, Input)> {
        let steps = self.input_steps();
        steps.into_iter().filter(|step| *step >= start).flat_map(|step| self.inputs_at(step).to_vec()).collect()
    }

    pub fn bookmarks(&self) -> &[Bookmark] {
        &self.bookmarks
    }

    /// The first step that did not come out as recorded, if there is one: then this build of the program does not
    /// repeat itself, and what is shown from there on is not what was recorded.
    pub const fn mismatch(&self) -> Option<Mismatch> {
        self.mismatch
    }

    /// Why the current branch could not go on, if it could not: the step after its last one failed.
    pub fn fault(&self) -> Option<&StepFault> {
        self.branch(self.current).fault.as_ref()
    }

    /// Memory in use, bytes.
    pub fn memory_bytes(&self) -> usize {
        self.lasting_bytes() + self.near_bytes()
    }

    /// Bound on it, bytes.
    pub const fn budget(&self) -> usize {
        self.budget
    }

    /// Computing time between two keyframes, s: about what a jump takes at most. Grows when memory gets short.
    pub const fn spacing(&self) -> f64 {
        self.spacing
    }

    // ---- recording ------------------------------------------------------------------------------------------------

    /// Appends the step that was just made at the end of the current branch, in `cost` seconds of computing time.
    pub(super) fn push(&mut self, instance: &Instance, note: Note, cost: f64) {
        let id = self.current;
        let branch = &mut self.branches[id.0 as usize];
        branch.push(note);
        self.since += cost;
        let last = branch.keyframes.last().map_or(branch.fork(), |last| last.step);
        let is_due = self.since >= self.spacing.max(self.copy_cost / COPY_SHARE);
        if is_due || instance.world.step_count() - last >= self.most_steps() {
            self.keep(instance);
            self.thin();
        }
    }

    /// Steps between two keyframes at most: grows with the spacing.
    fn most_steps(&self) -> u64 {
        (MOST_STEPS as f64 * (self.spacing / SHORTEST_SPACING)) as u64
    }

    /// Appends an input after `step`, which is the end of the current branch.
    pub(super) fn log(&mut self, step: u64, input: Input) {
        let id = self.current;
        self.branches[id.0 as usize].log(step, input);
    }

    /// The step after the end of the current branch failed.
    pub(super) fn note_fault(&mut self, fault: StepFault) {
        let id = self.current;
        self.branches[id.0 as usize].fault = Some(fault);
    }

    /// Compares a step made again with the recorded one.
    pub(super) fn check(&mut self, step: u64, found: u64) {
        let recorded = self.note(step).map_or(found, |note| note.hash);
        if recorded != found && self.mismatch.is_none() {
            self.mismatch = Some(Mismatch { step, recorded, found });
        }
    }

    /// Starts a branch after `step` of the current one; with the inputs of that moment, or without any.
    pub(super) fn fork(&mut self, step: u64, label: String, keeps_inputs: bool) {
        let inputs = if keeps_inputs { self.inputs_at(step).to_vec() } else { Vec::new() };
        let parent = self.owner(step);
        self.near.retain(|keyframe| keyframe.step <= step);
        self.drop_if_empty(parent);
        self.branches.push(Branch::leaving(parent, step, label, inputs));
        self.current = BranchId(self.branches.len() as u32 - 1);
        self.since = 0.0;
    }

    /// Starts a branch after `step` of the current one as it is told, even one in which nothing happens, and makes it the
    /// current one: when a recording is read.
    pub(super) fn graft(&mut self, step: u64, label: String) {
        let parent = self.current;
        self.near.clear();
        self.branches.push(Branch::leaving(parent, step, label, Vec::new()));
        self.current = BranchId(self.branches.len() as u32 - 1);
        self.since = 0.0;
    }

    pub(super) const fn set_mismatch(&mut self, mismatch: Mismatch) {
        self.mismatch = Some(mismatch);
    }

    /// Makes another branch the current one; false where there is no such branch.
    pub(super) fn switch(&mut self, id: BranchId) -> bool {
        let exists = (id.0 as usize) < self.branches.len();
        if exists && id != self.current {
            self.drop_if_empty(id);
            self.current = id;
            self.since = 0.0;
            self.near.clear();
        }
        exists
    }

    /// A branch in which nothing happened yet is not worth a line; the newest is the only one that can be taken away.
    fn drop_if_empty(&mut self, keep: BranchId) {
        let newest = BranchId(self.branches.len() as u32 - 1);
        if newest == self.current && newest != keep && newest.0 > 0 && self.branch(newest).is_empty() {
            self.branches.pop();
            self.current = keep;
        }
    }

    pub(super) fn set_budget(&mut self, bytes: usize) {
        self.budget = bytes.clamp(BUDGETS[0] / 64, BUDGETS[BUDGETS.len() - 1]);
        self.thin();
    }

    pub(super) fn add_bookmark(&mut self, step: u64, label: String) {
        self.remove_bookmark(step);
        let place = self.bookmarks.partition_point(|bookmark| bookmark.step < step);
        self.bookmarks.insert(place, Bookmark { step, label });
    }

    pub(super) fn remove_bookmark(&mut self, step: u64) {
        self.bookmarks.retain(|bookmark| bookmark.step != step);
    }

    // ---- going back -----------------------------------------------------------------------------------------------

    /// The latest keyframe of the current branch before `step`, or the start: so that `step` itself is made again with
    /// all that is measured during a step.
    pub(super) fn keyframe_before(&self, step: u64) -> &Keyframe {
        let latest =
            |keyframes: &'_ [Keyframe], below: u64| keyframes.partition_point(|k| k.step < below).checked_sub(1);
        let near = latest(&self.near, step).map(|i| &self.near[i]);
        let (mut id, mut below) = (self.current, step);
        let far = loop {
            let branch = self.branch(id);
            if let Some(found) = latest(&branch.keyframes, below) {
                break &branch.keyframes[found];
            }
            match branch.parent() {
                // The keyframe at the fork belongs to both.
                Some(parent) => (id, below) = (parent, below.min(branch.fork() + 1)),
                // The start is never thinned out.
                None => break &branch.keyframes[0],
            }
        };
        near.filter(|near| near.step > far.step).unwrap_or(far)
    }

    /// The inputs after a step of the current branch.
    pub(super) fn inputs_at(&self, step: u64) -> &[(u64, Input)] {
        self.branch(self.owner_of_inputs(step)).inputs_at(step)
    }

    /// While seeking to `target` over a gap of so many steps: keeps the state at hand if going further back will need it.
    pub(super) fn keep_near(&mut self, instance: &Instance, target: u64, gap: u64) {
        let step = instance.world.step_count();
        let is_close = target - step <= NEAR_STEPS && step.is_multiple_of(NEAR_STRIDE);
        let is_coarse = step.is_multiple_of((gap / 16).max(NEAR_STRIDE));
        if gap <= NEAR_STRIDE || !(is_close || is_coarse) {
            return;
        }
        let place = self.near.partition_point(|keyframe| keyframe.step < step);
        if self.near.get(place).is_none_or(|keyframe| keyframe.step != step) {
            let keyframe = Keyframe::new(instance, 0.0, place.checked_sub(1).map(|before| &self.near[before]));
            self.near.insert(place, keyframe);
        }
        let bound = self.budget / SIXTEENTHS * NEAR_SHARE;
        while self.near.len() > MOST_NEAR || (self.near_bytes() > bound && !self.near.is_empty()) {
            // The one furthest from where the user is.
            let first_is_further =
                target.abs_diff(self.near[0].step) > self.near.last().map_or(0, |last| target.abs_diff(last.step));
            let index = if first_is_further { 0 } else { self.near.len() - 1 };
            self.near.remove(index);
        }
    }

    /// For full records of recent steps, bytes.
    pub(super) const fn records_budget(&self) -> usize {
        self.budget / SIXTEENTHS * RECORDS_SHARE
    }

    // ---- inside ---------------------------------------------------------------------------------------------------

    fn branch(&self, id: BranchId) -> &Branch {
        &self.branches[id.0 as usize]
    }

    /// The branch on the way from the start to the current one to which a step belongs.
    fn owner(&self, step: u64) -> BranchId {
        let mut id = self.current;
        while let Some(parent) = self.branch(id).parent().filter(|_| !self.branch(id).owns(step)) {
            id = parent;
        }
        id
    }

    /// As [`Self::owner`], for inputs: those at a fork belong to the branch that left there.
    fn owner_of_inputs(&self, step: u64) -> BranchId {
        let mut id = self.current;
        while let Some(parent) = self.branch(id).parent().filter(|_| step < self.branch(id).fork()) {
            id = parent;
        }
        id
    }

    fn near_bytes(&self) -> usize {
        keyframe_bytes(&self.near)
    }

    fn lasting_bytes(&self) -> usize {
        self.keyframe_bytes + self.branches.iter().map(Branch::note_bytes).sum::<usize>()
    }

    fn keep(&mut self, instance: &Instance) {
        let begun = Instant::now();
        let id = self.current;
        let before = self.branches[id.0 as usize].keyframes.last();
        let keyframe = Keyframe::new(instance, std::mem::take(&mut self.since), before);
        let bytes = keyframe.bytes(before);
        let cost = begun.elapsed().as_secs_f64();
        // A page fault is no measure of the next copy.
        self.copy_cost = if self.copy_cost > 0.0 { 0.75 * self.copy_cost + 0.25 * cost } else { cost };
        self.keyframe_bytes += bytes;
        self.branches[id.0 as usize].keyframes.push(keyframe);
    }

    /// Brings memory back within the budget, without ever giving up the start.
    fn thin(&mut self) {
        let bound = self.budget / SIXTEENTHS * KEYFRAMES_SHARE;
        while self.lasting_bytes() > bound && self.spacing < 1e6 {
            self.spacing *= 2.0;
            let (spacing, most_steps) = (self.spacing, self.most_steps());
            for branch in &mut self.branches {
                branch.thin(spacing, most_steps);
            }
            self.keyframe_bytes = self.branches.iter().map(|branch| keyframe_bytes(&branch.keyframes)).sum();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Sample;

    const SCENE: &str = r#"{"format": "jitterscope-preset", "version": 1, "title": "A box", "scene": {"bodies": [
        {"name": "box", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.5, 0]}]}}"#;

    fn note(step: u64) -> Note {
        Note { hash: step, sample: Sample { step, ..Sample::default() } }
    }

    /// Pushes steps of a cost that depends on the step.
    fn recorded(budget: usize, steps: u64, cost: impl Fn(u64) -> f64) -> Timeline {
        let mut instance = crate::preset::parse(SCENE).unwrap().instantiate(None).unwrap();
        let mut timeline = Timeline::new(&instance, note(0), budget);
        for step in 1..=steps {
            instance.step(&mut ()).unwrap();
            // As if copies cost nothing, so that this does not depend on the machine.
            timeline.copy_cost = 0.0;
            timeline.push(&instance, note(step), cost(step));
        }
        timeline
    }

    fn steps_of_keyframes(timeline: &Timeline) -> Vec<u64> {
        timeline.branches[0].keyframes.iter().map(|keyframe| keyframe.step).collect()
    }

    #[test]
    fn keyframes_are_dense_where_steps_are_dear_and_rare_where_they_are_cheap() {
        // A pile that falls for 100 steps and then sleeps.
        let timeline = recorded(1 << 30, 5000, |step| if step <= 100 { 0.01 } else { 0.0001 });
        let steps = steps_of_keyframes(&timeline);
        assert!(steps.iter().filter(|step| **step <= 100).count() > 25, "{steps:?}");
        assert!(steps.iter().filter(|step| **step > 100).count() < 25, "{steps:?}");
        // Steps that cost nothing at all still have one now and then.
        let steps = steps_of_keyframes(&recorded(1 << 30, 5000, |_| 0.0));
        assert_eq!(steps, [0, 1024, 2048, 3072, 4096]);
    }

    #[test]
    fn a_small_budget_is_kept_and_jumps_stay_bounded() {
        let budget = 140 << 10;
        let cost = |step: u64| 0.001 + 0.01 * f64::from(u8::from(step.is_multiple_of(50)));
        let timeline = recorded(budget, 600, cost);
        assert!(timeline.memory_bytes() <= budget, "{}", timeline.memory_bytes());
        assert!(timeline.spacing() > SHORTEST_SPACING, "thinned out");
        let steps = steps_of_keyframes(&timeline);
        assert_eq!(steps[0], 0);
        for pair in steps.windows(2) {
            let between: f64 = (pair[0] + 1..=pair[1]).map(cost).sum();
            assert!(between <= 2.5 * timeline.spacing(), "{between} s of {} between {pair:?}", timeline.spacing());
        }
    }
}

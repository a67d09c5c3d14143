//! Comparisons of the open scene: run beside the window, kept until the scene changes, with the second run following the
//! scrubber.

use super::compare::{Choice, CompareError, Comparison, Ghost, Plan};
use super::job::Job;
use super::{Problem, Run, Session};
use crate::artifact::runner::{Length, RunError};
use std::sync::Arc;
use std::time::Duration;

/// Computing time of the second run in one tick.
const GHOST_BUDGET: Duration = Duration::from_millis(6);

/// What the user wants of comparisons.
#[derive(Clone, Debug, PartialEq)]
pub enum CompareWish {
    /// The current branch from a step on against the same with something changed; added to those that are there.
    With { choice: Choice, start: u64 },
    /// The running variant against each other one.
    Variants,
    /// Looks at one of the comparisons.
    Show(usize),
    /// Whether the second run is drawn.
    DrawGhost(bool),
    /// Stops what is still running; what is done stays.
    Cancel,
    /// Forgets all of them.
    Close,
}

/// One comparison: asked for, and done some time later.
pub struct CompareEntry {
    plan: Arc<Plan>,
    result: Option<Result<Comparison, String>>,
}

/// The comparisons of the open scene.
pub struct Comparing {
    entries: Vec<CompareEntry>,
    shown: usize,
    ghost: Ghost,
    is_ghost_drawn: bool,
    job: Option<Job<(usize, Result<Comparison, CompareError>)>>,
}

impl CompareEntry {
    /// What the second run is: "cured-block, solver.warm_start = 0.5".
    pub fn label(&self) -> String {
        self.plan.sides[1].label()
    }

    /// What the first run is.
    pub fn reference(&self) -> String {
        self.plan.sides[0].label()
    }

    pub fn choice(&self) -> &Choice {
        self.plan.sides[1].choice()
    }

    /// `None` while it is not done; `Err` says why there is none.
    pub fn result(&self) -> Option<Result<&Comparison, &str>> {
        self.result.as_ref().map(|result| result.as_ref().map_err(String::as_str))
    }
}

impl Comparing {
    pub fn entries(&self) -> &[CompareEntry] {
        &self.entries
    }

    /// The one that is looked at.
    pub const fn shown(&self) -> usize {
        self.shown
    }

    pub fn shown_entry(&self) -> &CompareEntry {
        &self.entries[self.shown]
    }

    /// What came of the one that is looked at, once it is done.
    pub fn comparison(&self) -> Option<&Comparison> {
        self.shown_entry().result()?.ok()
    }

    /// The second run at the moment that is shown, if it is to be drawn.
    pub fn ghost(&self) -> Option<&Ghost> {
        self.is_ghost_drawn.then_some(&self.ghost)
    }

    /// Share of the work that is done, 0 to 1; `None` when nothing runs.
    pub fn progress(&self) -> Option<f32> {
        self.job.as_ref().map(Job::progress)
    }
}

impl Session {
    /// The comparisons of the open scene, if any were asked for.
    pub const fn comparing(&self) -> Option<&Comparing> {
        self.comparing.as_ref()
    }

    pub(super) fn compare(&mut self, wish: CompareWish) {
        match wish {
            CompareWish::With { choice, start } => self.add_comparisons(&[choice], start),
            CompareWish::Variants => {
                let Some(run) = &self.run else { return };
                let others = run.variant_names().filter(|name| Some(*name) != run.variant());
                let choices: Vec<Choice> =
                    others.map(|name| Choice { variant: Some(name.to_owned()), sets: Vec::new() }).collect();
                if choices.is_empty() {
                    self.note = Some("This scene has no other variant to compare with".to_owned());
                    return;
                }
                self.comparing = None;
                self.add_comparisons(&choices, 0);
            }
            CompareWish::Show(index) => {
                if let Some(comparing) = &mut self.comparing
                    && let Some(entry) = comparing.entries.get(index).filter(|_| index != comparing.shown)
                {
                    comparing.ghost = Ghost::new(&entry.plan.sides[1]);
                    comparing.shown = index;
                    self.follow_with_ghost();
                }
            }
            CompareWish::DrawGhost(is_drawn) => {
                if let Some(comparing) = &mut self.comparing {
                    comparing.is_ghost_drawn = is_drawn;
                    self.follow_with_ghost();
                }
            }
            CompareWish::Cancel => self.stop_comparing(),
            CompareWish::Close => self.comparing = None,
        }
    }

    fn add_comparisons(&mut self, choices: &[Choice], start: u64) {
        self.set_playing(false);
        let Some(run) = &self.run else { return };
        match choices.iter().map(|choice| plan(run, start, choice)).collect::<Result<Vec<_>, _>>() {
            Ok(plans) => self.start_comparing(plans),
            Err(error) => {
                self.problem = Some(
                    Problem::new("This cannot be compared", "Choose another variant, or another value.")
                        .with("", error.problem),
                );
            }
        }
    }

    fn start_comparing(&mut self, plans: Vec<Plan>) {
        let Some(first) = plans.first() else { return };
        let ghost = Ghost::new(&first.sides[1]);
        // What is not done yet is begun anew, together with what is new.
        let old = self.comparing.take();
        let is_ghost_drawn = old.as_ref().is_none_or(|old| old.is_ghost_drawn);
        let mut entries = old.map_or_else(Vec::new, |old| old.entries);
        let shown = entries.len();
        entries.extend(plans.into_iter().map(|plan| CompareEntry { plan: Arc::new(plan), result: None }));
        let todo: Vec<(usize, Arc<Plan>)> = entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.result.is_none())
            .map(|(index, entry)| (index, entry.plan.clone()))
            .collect();
        let steps: Vec<u64> = todo.iter().map(|(_, plan)| plan.estimated_steps()).collect();
        let job = Job::start(steps.iter().sum(), move |desk| {
            let mut before = 0;
            for ((index, plan), steps) in todo.iter().zip(steps) {
                let result = plan.run(&desk.is_cancelled, &|done| desk.report(before + done.min(steps)));
                let is_cancelled = matches!(result, Err(CompareError::Cancelled));
                desk.send((*index, result));
                if is_cancelled {
                    return;
                }
                before += steps;
            }
        });
        self.comparing = Some(Comparing { entries, shown, ghost, is_ghost_drawn, job });
        self.follow_with_ghost();
    }

    fn stop_comparing(&mut self) {
        let Some(comparing) = &mut self.comparing else { return };
        comparing.job = None;
        for entry in &mut comparing.entries {
            entry.result.get_or_insert_with(|| Err(CompareError::Cancelled.to_string()));
        }
    }

    /// Takes what the work beside has brought; whether there was anything.
    pub(super) fn tick_comparing(&mut self) -> bool {
        let Some(comparing) = &mut self.comparing else { return false };
        let Some(job) = &comparing.job else { return self.follow_with_ghost() };
        let results = job.take();
        let has_news = !results.is_empty();
        for (index, result) in results {
            comparing.entries[index].result = Some(result.map_err(|error| error.to_string()));
        }
        if comparing.entries.iter().all(|entry| entry.result.is_some()) {
            comparing.job = None;
        }
        self.follow_with_ghost() | has_news
    }

    /// Brings the second run to the moment that is shown, as far as a tick allows; whether it moved.
    pub(super) fn follow_with_ghost(&mut self) -> bool {
        let Some((comparing, run)) = self.comparing.as_mut().zip(self.run.as_ref()) else { return false };
        if !comparing.is_ghost_drawn {
            return false;
        }
        let before = comparing.ghost.record().step;
        comparing.ghost.follow(run.record().time, GHOST_BUDGET);
        comparing.ghost.record().step != before
    }

    /// Waits until all comparisons are done.
    #[cfg(test)]
    pub(super) fn wait_for_comparisons(&mut self) {
        while let Some((index, result)) = self.comparing.as_ref().and_then(|c| c.job.as_ref()).and_then(Job::wait) {
            let Some(comparing) = &mut self.comparing else { return };
            comparing.entries[index].result = Some(result.map_err(|error| error.to_string()));
            self.tick_comparing();
        }
    }
}

fn plan(run: &Run, start: u64, choice: &Choice) -> Result<Plan, RunError> {
    Plan::from_recording(run, start, choice.clone())
}

impl Plan {
    /// About how many steps a side takes: exact where steps have one length.
    fn estimated_steps(&self) -> u64 {
        match self.length {
            Length::Steps(steps) => steps,
            Length::Seconds(seconds) => {
                let dt = self.sides[0].settings().time.dt;
                crate::artifact::runner::steps_for(seconds, dt)
            }
        }
    }
}

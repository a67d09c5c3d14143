//! What stops do to a session: halting the run, going to what was found, and selecting what it was.

use super::stop::{Condition, Hit, Passing, Search, Stops, short};
use super::{Run, Selection, Session};

impl Session {
    /// The conditions that are set.
    pub const fn stops(&self) -> &Stops {
        &self.stops
    }

    /// The stop that acted last, forwards or in a search.
    pub const fn stop_hit(&self) -> Option<&Hit> {
        self.stop_hit.as_ref()
    }

    /// Looks for a passing in the current branch and goes there.
    pub(super) fn find_stop(&mut self, search: Search) {
        let Some(run) = &self.run else { return };
        match self.stops.find(run.timeline(), search, run.cursor()) {
            Some(passing) => self.go_to(passing),
            None => {
                let place = match search {
                    Search::First => "in the recording",
                    Search::Before => "before this step",
                    Search::After => "after this step",
                };
                self.stop_hit = None;
                self.note = Some(format!("No stop is passed {place}"));
            }
        }
    }

    /// Goes to the step of a passing and selects what it was.
    pub(super) fn go_to(&mut self, passing: Passing) {
        self.set_playing(false);
        if let Some(run) = &mut self.run {
            run.look_at(passing.step);
        }
        self.forget_lost_selection();
        self.note_hit(passing);
    }

    /// The run stands at the step of a passing: selects what it was, and says so.
    pub(super) fn note_hit(&mut self, passing: Passing) {
        let Some(run) = &mut self.run else { return };
        run.look_at(passing.step);
        let offender = run.offender(passing.condition);
        if offender != Selection::None {
            self.selection = offender;
        }
        let text = text(run, &passing, offender);
        self.stop_hit = Some(Hit { passing, offender, text });
    }
}

impl Run {
    /// Goes to a step, or to the last one that could be made, with the record before it at hand.
    fn look_at(&mut self, step: u64) {
        let step = step.min(self.timeline().end());
        let has_before = |run: &Self| {
            let steps = &run.recording().steps;
            step == 0 || steps.len().checked_sub(2).is_some_and(|i| steps[i].step + 1 == step)
        };
        if self.cursor() == step && (self.is_faulted() || has_before(self)) {
            return;
        }
        self.seek(step.saturating_sub(1));
        if step > 0 {
            // It was made before, so it can be made again; a mismatch is noted by the timeline.
            let _ = self.step();
        }
    }

    /// What the number of a condition belongs to at the step that is shown.
    fn offender(&self, condition: Condition) -> Selection {
        if condition == Condition::NotFinite {
            return self.timeline().fault().map_or(Selection::None, |fault| Selection::Body(fault.body.0));
        }
        let steps = &self.recording().steps;
        let before = steps.len().checked_sub(2).map(|i| &steps[i]).filter(|before| before.step + 1 == self.cursor());
        condition.offender(self.header(), before, self.record())
    }
}

fn text(run: &Run, passing: &Passing, offender: Selection) -> String {
    let Passing { step, condition, value, bound } = *passing;
    let info = condition.info();
    let unit = if info.unit.is_empty() { String::new() } else { format!(" {}", info.unit) };
    let what = match condition {
        Condition::NotFinite => "a number is no longer finite".to_owned(),
        _ => format!("{}{unit}, more than {}{unit}", short(value), short(bound)),
    };
    let name = |id: u32| run.recording().body_name(id).to_owned();
    let whose = match offender {
        Selection::None => String::new(),
        Selection::Body(id) => format!(": {}", name(id)),
        Selection::Joint(id) => {
            let joint = run.header().joints.get(id as usize);
            joint.map_or_else(String::new, |joint| format!(": joint {}", joint.name))
        }
        Selection::Contact { collider_a, collider_b, feature } => {
            let key = (collider_a, collider_b, feature);
            let contact = run.record().contacts.iter().find(|contact| contact.key() == key);
            contact.map_or_else(String::new, |c| format!(": {} on {}", name(c.b), name(c.a)))
        }
    };
    format!("{}: {what}, in step {step}{whose}", info.label)
}

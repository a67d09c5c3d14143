//! Stops: conditions at which the run halts, and which can be looked for in what is recorded.
//!
//! A condition compares one number of a step with a bound. The numbers of every recorded step are kept in its note, so
//! the first offender of a long recording is found without making a single step again; only the step that is found is
//! made again, to see which body, contact or joint it was.
//!
//! A stop acts when the number *passes* its bound (it was within it one step before), so that a run that goes on after a
//! stop is not halted again by the same trouble at once.

use super::{Sample, Selection, Timeline};
use crate::instrument::extremes::{
    fastest_body, hardest_contact, most_churned_body, most_energised_body, most_turned_normal, widest_joint,
};
use crate::instrument::metrics::worst_penetration;
use crate::instrument::{ContactRecord, RunHeader, StepRecord};

/// What a stop looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    Penetration,
    Impulse,
    EnergyGain,
    NormalFlip,
    Speed,
    JointGap,
    Churn,
    NotFinite,
}

/// How a condition is shown.
#[derive(Clone, Copy, Debug)]
pub struct ConditionInfo {
    pub label: &'static str,
    /// Of the bound; empty for counts.
    pub unit: &'static str,
    /// Bound unless the user gives another, in the unit.
    pub default_bound: f64,
    /// What it looks at, and when to use it.
    pub tooltip: &'static str,
}

impl Condition {
    pub const ALL: [Self; 8] = [
        Self::Penetration,
        Self::Impulse,
        Self::EnergyGain,
        Self::NormalFlip,
        Self::Speed,
        Self::JointGap,
        Self::Churn,
        Self::NotFinite,
    ];

    pub const fn info(self) -> ConditionInfo {
        let (label, unit, default_bound, tooltip) = match self {
            Self::Penetration => (
                "Penetration",
                "m",
                0.02,
                "Two bodies overlap by more than this, m. A calm scene stays within a few millimetres.",
            ),
            Self::Impulse => (
                "Impulse",
                "N s",
                1000.0,
                "One contact point pushes with more than this over a step, N s. A body at rest is held by its weight \
                 times the step: 1000 kg at 60 Hz is 163 N s.",
            ),
            Self::EnergyGain => (
                "Energy gain",
                "J",
                1.0,
                "Total energy grows by more than this within one step, J. Nothing but motors, drags, animated bodies and \
                 events should bring energy in.",
            ),
            Self::NormalFlip => (
                "Normal flip",
                "°",
                45.0,
                "The normal of a touching pair turns by more than this from one step to the next, degrees: the separating \
                 axis jumped to another feature.",
            ),
            Self::Speed => ("Speed", "m/s", 30.0, "A dynamic body is faster than this, m/s."),
            Self::JointGap => ("Joint gap", "m", 0.02, "The two anchors of a joint are further apart than this, m."),
            Self::Churn => (
                "Contact churn",
                "points",
                8.0,
                "More touching points than this come or go in one step. At rest none should.",
            ),
            Self::NotFinite => (
                "Not finite",
                "",
                0.0,
                "A position or velocity is no longer a finite number. The run cannot go on from there, so it always \
                 halts; this says which body it was.",
            ),
        };
        ConditionInfo { label, unit, default_bound, tooltip }
    }

    /// The number that it looks at; `None` where a step that has it is never recorded.
    pub fn value(self, sample: &Sample) -> Option<f64> {
        match self {
            Self::Penetration => Some(sample.penetration),
            Self::Impulse => Some(sample.impulse),
            Self::EnergyGain => Some(sample.energy_gain),
            Self::NormalFlip => Some(sample.normal_turn),
            Self::Speed => Some(sample.speed),
            Self::JointGap => Some(sample.joint_gap),
            Self::Churn => Some(sample.churn as f64),
            Self::NotFinite => None,
        }
    }

    /// What the largest number of a step belongs to; `before` is the record before.
    pub fn offender(self, header: &RunHeader, before: Option<&StepRecord>, step: &StepRecord) -> Selection {
        let contact = |contact: Option<&ContactRecord>| contact.map_or(Selection::None, select_contact);
        let body = |id: Option<u32>| id.map_or(Selection::None, Selection::Body);
        match self {
            Self::Penetration => contact(worst_penetration(step)),
            Self::Impulse => contact(hardest_contact(step)),
            Self::EnergyGain => {
                body(before.and_then(|before| most_energised_body(header, before, step)).map(|(id, _)| id))
            }
            Self::NormalFlip => contact(before.and_then(|before| most_turned_normal(before, step)).map(|(c, _)| c)),
            Self::Speed => body(fastest_body(header, step).map(|b| b.id)),
            Self::JointGap => widest_joint(step).map_or(Selection::None, |joint| Selection::Joint(joint.id)),
            Self::Churn => body(before.and_then(|before| most_churned_body(header, before, step))),
            Self::NotFinite => Selection::None,
        }
    }
}

fn select_contact(contact: &ContactRecord) -> Selection {
    let (collider_a, collider_b, feature) = contact.key();
    Selection::Contact { collider_a, collider_b, feature }
}

/// One condition with its bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    pub condition: Condition,
    /// In the condition's unit.
    pub bound: f64,
    pub is_enabled: bool,
}

/// A step at which a number passed its bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passing {
    pub step: u64,
    pub condition: Condition,
    /// The number of that step, and the bound that it passed.
    pub value: f64,
    pub bound: f64,
}

/// A stop that acted.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub passing: Passing,
    /// What it belongs to; this was selected.
    pub offender: Selection,
    /// "Penetration: 0.031 m, more than 0.02 m, in step 52: crate\[1\] on floor"
    pub text: String,
}

/// Where to look in the recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The first one of all.
    First,
    /// The last one before the step that is shown.
    Before,
    /// The next one after it.
    After,
}

/// The conditions that are set.
#[derive(Clone, Debug, PartialEq)]
pub struct Stops([Stop; Condition::ALL.len()]);

impl Default for Stops {
    /// All at their default bounds; only the one that is no choice is on.
    fn default() -> Self {
        Self(Condition::ALL.map(|condition| Stop {
            condition,
            bound: condition.info().default_bound,
            is_enabled: condition == Condition::NotFinite,
        }))
    }
}

impl Stops {
    pub fn iter(&self) -> impl Iterator<Item = &Stop> {
        self.0.iter()
    }

    pub fn get(&self, condition: Condition) -> &Stop {
        &self.0[condition as usize]
    }

    pub fn is_any_enabled(&self) -> bool {
        self.0.iter().any(|stop| stop.is_enabled)
    }

    pub(super) fn set(&mut self, condition: Condition, bound: f64, is_enabled: bool) {
        // A bound that is not a number would never be passed; it changes nothing.
        if bound.is_finite() {
            self.0[condition as usize] = Stop { condition, bound, is_enabled };
        }
    }

    /// What passes its bound at a step of the current branch, in the order of the conditions.
    pub fn passed_at<'a>(&'a self, timeline: &'a Timeline, step: u64) -> impl Iterator<Item = Passing> + 'a {
        self.0.iter().filter(|stop| stop.is_enabled).filter_map(move |stop| {
            let &Stop { condition, bound, .. } = stop;
            if condition == Condition::NotFinite {
                let is_it = timeline.fault().is_some_and(|fault| fault.step == step);
                return is_it.then_some(Passing { step, condition, value: f64::NAN, bound });
            }
            let value_at = |step: u64| condition.value(&timeline.note(step)?.sample);
            let value = value_at(step).filter(|value| *value > bound)?;
            let was_within = step == 0 || value_at(step - 1).is_none_or(|before| before <= bound);
            was_within.then_some(Passing { step, condition, value, bound })
        })
    }

    /// Every passing in the current branch, in order, up to a number.
    pub fn passings(&self, timeline: &Timeline, most: usize) -> Vec<Passing> {
        (0..=timeline.end() + 1).flat_map(|step| self.passed_at(timeline, step)).take(most).collect()
    }

    /// The passing that a search from `cursor` finds.
    pub fn find(&self, timeline: &Timeline, search: Search, cursor: u64) -> Option<Passing> {
        let at = |step: u64| self.passed_at(timeline, step).next();
        // A step that failed lies one beyond the last recorded one.
        let end = timeline.end() + 1;
        match search {
            Search::First => (0..=end).find_map(at),
            Search::After => (cursor + 1..=end).find_map(at),
            Search::Before => (0..cursor).rev().find_map(at),
        }
    }
}

/// A number for the text: four digits are enough.
pub(super) fn short(value: f64) -> String {
    if value == 0.0 || (1e-3..1e5).contains(&value.abs()) {
        let digits = if value.abs() >= 100.0 { 1 } else { 4 };
        let text = format!("{value:.digits$}");
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    } else {
        format!("{value:.3e}")
    }
}

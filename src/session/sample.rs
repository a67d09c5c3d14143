//! Numbers over time for the plots and the stops: cheap to keep for every step, long after the full records had to go.

use crate::instrument::extremes::{hardest_contact, most_turned_normal};
use crate::instrument::metrics::StepMetrics;
use crate::instrument::{RunHeader, StepRecord};

/// The numbers of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    pub step: u64,
    /// s
    pub time: f64,
    /// J
    pub kinetic: f64,
    pub total: f64,
    /// Total energy gained since the record before (negative: lost), J.
    pub energy_gain: f64,
    /// m
    pub penetration: f64,
    pub joint_gap: f64,
    /// Largest normal impulse of a point over the step, N s.
    pub impulse: f64,
    /// Largest angle by which the normal of a touching pair turned in this step, degrees.
    pub normal_turn: f64,
    /// Of the fastest dynamic body, m/s.
    pub speed: f64,
    /// Contact points born and gone in this step.
    pub churn: usize,
    pub contacts: usize,
    pub asleep: usize,
}

impl Sample {
    /// `previous` is the record before; without it nothing is gained, born, gone or turned.
    pub fn of(header: &RunHeader, previous: Option<&StepRecord>, step: &StepRecord) -> Self {
        let m = StepMetrics::of(header, previous, step);
        Self {
            step: m.step,
            time: m.time,
            kinetic: m.kinetic_energy,
            total: m.total_energy,
            energy_gain: previous.map_or(0.0, |before| m.total_energy - before.energy.total()),
            penetration: m.worst_penetration,
            joint_gap: m.worst_joint_gap,
            impulse: hardest_contact(step).map_or(0.0, |contact| contact.normal_impulse.into()),
            normal_turn: previous.and_then(|before| most_turned_normal(before, step)).map_or(0.0, |(_, angle)| angle),
            speed: m.max_speed,
            churn: m.contact_births + m.contact_deaths,
            contacts: m.contact_points,
            asleep: m.sleeping_bodies,
        }
    }
}

//! Numbers over time for the plots: cheap to keep for every step, long after the full records had to go.

use crate::instrument::metrics::StepMetrics;

/// The numbers of one step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    pub step: u64,
    /// s
    pub time: f64,
    /// J
    pub kinetic: f64,
    pub total: f64,
    /// m
    pub penetration: f64,
    pub joint_gap: f64,
    /// Contact points born and gone in this step.
    pub churn: usize,
    pub contacts: usize,
    pub asleep: usize,
}

impl From<&StepMetrics> for Sample {
    fn from(m: &StepMetrics) -> Self {
        Self {
            step: m.step,
            time: m.time,
            kinetic: m.kinetic_energy,
            total: m.total_energy,
            penetration: m.worst_penetration,
            joint_gap: m.worst_joint_gap,
            churn: m.contact_births + m.contact_deaths,
            contacts: m.contact_points,
            asleep: m.sleeping_bodies,
        }
    }
}

//! Numbers over time for the plots and the stops: cheap to keep for every step, long after the full records had to go.

use crate::instrument::extremes::{most_turned_normal, widest_joint};
use crate::instrument::metrics::{contact_churn, dynamic_bodies, is_touching};
use crate::instrument::{RunHeader, StepRecord};
use glam::DVec3;

/// The numbers of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    pub step: u64,
    /// s
    pub time: f64,
    /// J
    pub kinetic: f64,
    /// The part of it that is rotation, J.
    pub turning: f64,
    pub total: f64,
    /// Total energy gained since the record before (negative: lost), J.
    pub energy_gain: f64,
    /// m
    pub penetration: f64,
    pub joint_gap: f64,
    /// Largest normal impulse of a point over the step, N s.
    pub impulse: f64,
    /// Of all points together, N s.
    pub impulse_sum: f64,
    /// Size of the sum of all momenta of dynamic bodies, kg m/s.
    pub momentum: f64,
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
    /// Names with units of what [`Self::csv_row`] writes.
    pub const CSV_COLUMNS: &str = "step,time_s,kinetic_energy_j,turning_energy_j,total_energy_j,energy_gain_j,\
                                   penetration_m,joint_gap_m,impulse_n_s,impulse_sum_n_s,momentum_kg_m_s,normal_turn_deg,max_speed_m_s,contact_churn,contact_points,sleeping_bodies";

    /// One row of a table.
    pub fn csv_row(&self) -> String {
        let Self { step, time, kinetic, turning, total, energy_gain, penetration, joint_gap, .. } = self;
        let Self { impulse, impulse_sum, momentum, normal_turn, speed, churn, contacts, asleep, .. } = self;
        format!(
            "{step},{time},{kinetic},{turning},{total},{energy_gain},{penetration},{joint_gap},{impulse},{impulse_sum},\
             {momentum},{normal_turn},{speed},{churn},{contacts},{asleep}"
        )
    }

    /// The numbers of a step that changed nothing.
    pub(super) const fn unchanged_at(self, step: u64, time: f64) -> Self {
        Self { step, time, energy_gain: 0.0, normal_turn: 0.0, churn: 0, ..self }
    }

    /// `previous` is the record before; without it nothing is gained, born, gone or turned. The words mean what they mean in
    /// [`StepMetrics`](crate::instrument::metrics::StepMetrics), of which this is the part that is worth its time in every
    /// step of a live run.
    pub fn of(header: &RunHeader, previous: Option<&StepRecord>, step: &StepRecord) -> Self {
        let churn = previous.map_or((0, 0), |before| contact_churn(before, step));
        let (mut speed2, mut asleep, mut momentum) = (0.0_f32, 0, DVec3::ZERO);
        for body in dynamic_bodies(header, step) {
            let mass = header.body(body.id).map_or(0.0, |info| f64::from(info.mass));
            momentum += body.velocity.as_dvec3() * mass;
            speed2 = speed2.max(body.velocity.length_squared());
            asleep += usize::from(body.is_asleep);
        }
        let (mut deepest, mut impulse, mut impulse_sum, mut touching) = (0.0_f32, 0.0_f32, 0.0, 0);
        for contact in &step.contacts {
            deepest = deepest.min(contact.separation);
            impulse = impulse.max(contact.normal_impulse);
            impulse_sum += f64::from(contact.normal_impulse);
            touching += usize::from(is_touching(contact));
        }
        Self {
            step: step.step,
            time: step.time,
            kinetic: step.energy.kinetic(),
            turning: step.energy.angular,
            total: step.energy.total(),
            energy_gain: previous.map_or(0.0, |before| step.energy.total() - before.energy.total()),
            penetration: deepest.abs().into(),
            joint_gap: widest_joint(step).map_or(0.0, |joint| joint.gap.into()),
            impulse: impulse.into(),
            impulse_sum,
            momentum: momentum.length(),
            normal_turn: previous.and_then(|before| most_turned_normal(before, step)).map_or(0.0, |(_, angle)| angle),
            speed: f64::from(speed2).sqrt(),
            churn: churn.0 + churn.1,
            contacts: touching,
            asleep,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instrument::metrics::StepMetrics;

    #[test]
    fn the_words_mean_what_they_mean_in_the_metrics() {
        let preset = crate::preset::find("joint-drift").unwrap();
        let recording = crate::artifact::runner::record(preset.instantiate(Some("sick")).unwrap(), 1.0).unwrap();
        for index in 1..recording.steps.len() {
            let (before, step) = (&recording.steps[index - 1], &recording.steps[index]);
            let m = StepMetrics::of(&recording.header, Some(before), step);
            let s = Sample::of(&recording.header, Some(before), step);
            assert_eq!((s.kinetic, s.total, s.penetration), (m.kinetic_energy, m.total_energy, m.worst_penetration));
            assert_eq!((s.joint_gap, s.speed, s.contacts), (m.worst_joint_gap, m.max_speed, m.contact_points));
            let momentum = DVec3::from(m.linear_momentum).length();
            assert!((s.momentum - momentum).abs() <= 1e-9 * momentum.max(1.0), "{} {momentum}", s.momentum);
            assert_eq!((s.churn, s.asleep), (m.contact_births + m.contact_deaths, m.sleeping_bodies));
        }
    }
}

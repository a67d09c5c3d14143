//! The numbers of a whole run under the names by which the command line and the window show and sweep them.

use super::metrics::RunMetrics;

/// One number of a run.
#[derive(Debug)]
pub struct MetricInfo {
    /// As in `--measure ID`.
    pub id: &'static str,
    pub label: &'static str,
    /// Empty for counts.
    pub unit: &'static str,
    pub of: fn(&RunMetrics) -> f64,
}

const fn metric(id: &'static str, label: &'static str, unit: &'static str, of: fn(&RunMetrics) -> f64) -> MetricInfo {
    MetricInfo { id, label, unit, of }
}

/// Every metric, in the order in which tables show them.
pub static RUN_METRICS: [MetricInfo; 13] = [
    metric("steps", "steps", "", |m| m.steps as f64),
    metric("penetration", "worst penetration", "m", |m| m.worst_penetration.value),
    metric("final-penetration", "penetration at the end", "m", |m| m.end.worst_penetration),
    metric("joint-gap", "worst joint gap", "m", |m| m.worst_joint_gap.value),
    metric("joint-angle", "worst joint angle", "rad", |m| m.worst_joint_angle.value),
    metric("final-energy", "energy at the end", "J", |m| m.end.total_energy),
    metric("energy-gain", "energy gained at most", "J", |m| m.energy_gained),
    metric("final-kinetic-energy", "kinetic energy at the end", "J", |m| m.end.kinetic_energy),
    metric("max-speed", "fastest body", "m/s", |m| m.max_speed.value),
    metric("final-speed", "rms speed at the end", "m/s", |m| m.end.rms_speed),
    metric("final-angular-speed", "rms turning speed at the end", "rad/s", |m| m.end.rms_angular_speed),
    metric("churn", "contact churn", "points/s", |m| m.contact_churn_per_sec),
    metric("asleep", "all asleep for", "s", |m| m.all_asleep_secs),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ids_are_unique_words() {
        let ids: BTreeSet<_> = RUN_METRICS.iter().map(|m| m.id).collect();
        assert_eq!(ids.len(), RUN_METRICS.len());
        assert!(ids.iter().all(|id| id.chars().all(|c| c.is_ascii_lowercase() || c == '-')));
    }
}

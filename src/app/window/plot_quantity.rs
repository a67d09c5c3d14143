//! What can be plotted against time, one table: name, unit, colour, meaning, and where the number comes from.

use crate::overlay::{Color, palette as colors};
use crate::session::{Condition, Sample};
use serde::{Deserialize, Serialize};

/// A number of every step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlotQuantity {
    Kinetic,
    Turning,
    Potential,
    Total,
    Momentum,
    Overlap,
    Impulse,
    ImpulseSum,
    JointGap,
    Churn,
    Speed,
}

/// One row of the table.
pub struct PlotInfo {
    pub quantity: PlotQuantity,
    pub label: &'static str,
    /// Of the numbers that `value` gives.
    pub unit: &'static str,
    pub color: Color,
    pub tooltip: &'static str,
    pub value: fn(&Sample) -> f64,
    /// The smallest height of the axis, in the unit: less is noise.
    pub least: f64,
    /// Whose fault a high number is; pointing at the plot marks it in the scene.
    pub condition: Condition,
}

const fn info(
    quantity: PlotQuantity,
    (label, unit): (&'static str, &'static str),
    color: Color,
    (value, least, condition): (fn(&Sample) -> f64, f64, Condition),
    tooltip: &'static str,
) -> PlotInfo {
    PlotInfo { quantity, label, unit, color, tooltip, value, least, condition }
}

/// In the order of the menu.
pub const QUANTITIES: &[PlotInfo] = &[
    info(
        PlotQuantity::Kinetic,
        ("Energy", "J"),
        colors::VELOCITY,
        (|s| s.kinetic, 1e-3, Condition::EnergyGain),
        "Kinetic energy of all bodies, J. At rest it must fall to zero; growth without a cause is an artifact.",
    ),
    info(
        PlotQuantity::Turning,
        ("Turning energy", "J"),
        colors::FRICTION,
        (|s| s.turning, 1e-3, Condition::EnergyGain),
        "The part of the kinetic energy that is rotation, J. Thin bodies that shiver keep it.",
    ),
    info(
        PlotQuantity::Potential,
        ("Potential energy", "J"),
        colors::JOINT_ANCHOR,
        (|s| s.total - s.kinetic, 1e-3, Condition::EnergyGain),
        "Of weight and springs, J; zero at the world’s origin.",
    ),
    info(
        PlotQuantity::Total,
        ("Total energy", "J"),
        colors::CONTACT_NEW,
        (|s| s.total, 1e-3, Condition::EnergyGain),
        "Kinetic and potential energy together, J. Without motors it can only fall.",
    ),
    info(
        PlotQuantity::Momentum,
        ("Momentum", "kg m/s"),
        colors::CONTACT_PERSISTED,
        (|s| s.momentum, 1e-3, Condition::Speed),
        "Size of the sum of all momenta, kg m/s. Among free bodies it stays as it is, whatever they do to each other.",
    ),
    info(
        PlotQuantity::Overlap,
        ("Overlap", "mm"),
        colors::IMPULSE,
        (|s| s.penetration * 1000.0, 0.1, Condition::Penetration),
        "Deepest overlap of two bodies, mm. A good solver stays well below a millimetre at rest.",
    ),
    info(
        PlotQuantity::Impulse,
        ("Hardest push", "N s"),
        colors::NORMAL,
        (|s| s.impulse, 1e-3, Condition::Impulse),
        "Largest normal impulse of one contact point over the step, N s. At rest it stays level; a comb is jitter.",
    ),
    info(
        PlotQuantity::ImpulseSum,
        ("Impulse sum", "N s"),
        colors::NORMAL,
        (|s| s.impulse_sum, 1e-3, Condition::Impulse),
        "All normal impulses of the step together, N s. At rest every body is carried: the sum of all weights, times the \
         step, for each contact that hands a weight on.",
    ),
    info(
        PlotQuantity::JointGap,
        ("Joint gap", "mm"),
        colors::JOINT_GAP,
        (|s| s.joint_gap * 1000.0, 0.1, Condition::JointGap),
        "Largest distance between the anchors of a joint, mm. Zero in a perfect joint.",
    ),
    info(
        PlotQuantity::Churn,
        ("Churn", "points"),
        colors::CONTACT_NEW,
        (|s| s.churn as f64, 1.0, Condition::Churn),
        "Contact points born and gone in the step. At rest none should be.",
    ),
    info(
        PlotQuantity::Speed,
        ("Top speed", "m/s"),
        colors::VELOCITY,
        (|s| s.speed, 1e-3, Condition::Speed),
        "Of the fastest body, m/s.",
    ),
];

impl PlotQuantity {
    /// Its row of the table.
    pub fn info(self) -> &'static PlotInfo {
        // Every quantity has a row (tested).
        QUANTITIES.iter().find(|info| info.quantity == self).unwrap_or(&QUANTITIES[0])
    }
}

/// What the strip shows until the user chooses something else.
pub const DEFAULT_PLOTS: [PlotQuantity; 3] = [PlotQuantity::Kinetic, PlotQuantity::Overlap, PlotQuantity::JointGap];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quantity_has_a_row_of_its_own() {
        for info in QUANTITIES {
            assert_eq!(info.quantity.info().label, info.label);
            assert!(info.tooltip.len() > 20);
        }
        assert!(DEFAULT_PLOTS.iter().all(|quantity| quantity.info().quantity == *quantity));
    }
}

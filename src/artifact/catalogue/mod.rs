//! The one table of artifacts. Every surface reads it: the browser, `list`, `verify`, the README, the tests.

mod contacts;
mod joints;
mod stacks;
mod stepping;

use super::reading::Detector;
use serde::Serialize;
use serde_json::Value;

/// One entry.
#[derive(Debug)]
pub struct Artifact {
    /// Row of the reference, *Game Physics Pearls* chapter 2: "4", or "12a" for one of several scenes of a row.
    pub number: &'static str,
    pub id: &'static str,
    pub title: &'static str,
    /// What a player sees.
    pub symptom: &'static str,
    /// Which approximation makes it.
    pub cause: &'static str,
    /// Each has a variant of the preset that differs from `sick` only in what the cure names.
    pub cures: &'static [Cure],
    /// Id of the preset that reproduces it.
    pub preset: &'static str,
    pub measure: Measure,
    /// Of those that cutting time causes: the number has to fall from 1 to 4 to 16 parts.
    pub litmus: Option<Litmus>,
    pub detect: Detector,
}

/// Into how many parts time is cut: what the substep litmus turns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Litmus {
    /// The setting. A step is cut into substeps; slow motion comes from how a frame is cut into steps, of which a frame
    /// is allowed so many (what Bullet calls `maxSubSteps`).
    pub path: &'static str,
    /// Settings that all points share.
    pub with: &'static [(&'static str, f64)],
}

impl Litmus {
    pub const SUBSTEPS: Self = Self { path: "time.substeps", with: &[] };

    /// What one of the parts is called.
    pub fn parts(self) -> &'static str {
        if self == Self::SUBSTEPS { "substeps" } else { "steps a frame" }
    }

    /// The shared settings.
    pub fn sets(self) -> Vec<(String, Value)> {
        self.with.iter().map(|(path, value)| ((*path).to_owned(), Value::from(*value))).collect()
    }
}

/// A cure that the reference names, or that follows from the cause.
#[derive(Debug)]
pub struct Cure {
    /// Name of the preset's variant.
    pub variant: &'static str,
    pub name: &'static str,
    /// What the variant changes, and nothing else: paths of settings, and `body.` with a property of bodies.
    pub changes: &'static [&'static str],
}

/// The artifact's number and what is asked of it. Larger is worse.
#[derive(Debug)]
pub struct Measure {
    pub name: &'static str,
    pub unit: &'static str,
    /// At or above this the artifact is there.
    pub sick_min: f64,
    /// At or below this it is cured.
    pub cured_max: f64,
    /// Every cure has to divide the sick number by at least this.
    pub factor: f64,
}

/// The variant that shows the artifact.
pub const SICK: &str = "sick";

/// All entries, in the order of the reference.
pub static ARTIFACTS: &[Artifact] = &[
    stepping::WELL_OF_DESPAIR,
    stepping::SLOW_MOTION,
    stepping::OVERSIZED_SCENE,
    stacks::RATTLING_STACK,
    stacks::RATTLING_PRUNING,
    stacks::TILTED_BOUNCE,
    stacks::WEIGHTLESS_BOTTOM,
    stacks::WEIGHTLESS_BOTTOM_SHOCK,
    stepping::ASYMMETRIC_BODY,
    stepping::ASYMMETRIC_CHAIN,
    stacks::SQUASHED_STACK,
    stacks::RESTLESS_STACK,
    stacks::SLIDING_STACK,
    contacts::SHOOT_OUT,
    contacts::SHOOT_OUT_DEPTH,
    contacts::PUSHED_THROUGH,
    contacts::TUNNELLING,
    contacts::TURNED_THROUGH,
    contacts::EARLY_STOP,
    joints::JOINT_DRIFT,
    joints::JOINT_DRIFT_ARM,
    joints::JOINT_DRIFT_SPIN,
    joints::RESTLESS_RAGDOLL,
    stepping::GHOST_ANIMATION,
    contacts::GHOST_ANIMATION_MASS,
    stepping::VARIABLE_STEP,
    stepping::ROTATION_OFF,
    stepping::EULER_BLOW_UP,
    stacks::FRICTIONLESS_PYRAMID,
    contacts::COMPOUND_JAM,
    contacts::INVISIBLE_HOOK,
    stacks::UNSTABLE_PRUNING,
    joints::SINGLE_AXIS_JOINT,
    joints::HARD_LIMIT,
    joints::GEOMETRIC_RECOVERY,
];

impl Artifact {
    /// Looks an entry up by id or by the reference's number.
    pub fn find(id_or_number: &str) -> Option<&'static Self> {
        ARTIFACTS.iter().find(|a| a.id == id_or_number || a.number == id_or_number)
    }

    /// The name of the cure behind a variant; `None` for `sick` and for unknown variants.
    pub fn cure_of(&self, variant: &str) -> Option<&'static str> {
        self.cures.iter().find(|c| c.variant == variant).map(|c| c.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ids_and_numbers_are_unique_and_thresholds_make_sense() {
        let ids: BTreeSet<_> = ARTIFACTS.iter().map(|a| a.id).collect();
        let numbers: BTreeSet<_> = ARTIFACTS.iter().map(|a| a.number).collect();
        assert_eq!((ids.len(), numbers.len()), (ARTIFACTS.len(), ARTIFACTS.len()));
        for a in ARTIFACTS {
            assert!(!a.cures.is_empty(), "{} has no cure", a.id);
            assert!(a.measure.cured_max < a.measure.sick_min && a.measure.factor > 1.0, "{}", a.id);
            assert_eq!(Artifact::find(a.number).map(|f| f.id), Artifact::find(a.id).map(|f| f.id));
        }
    }
}

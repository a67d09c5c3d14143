//! Entries about joints and ragdolls.

use super::{Artifact, Cure, Measure};
use crate::artifact::detect;

pub(super) const JOINT_DRIFT: Artifact = Artifact {
    number: "14a",
    id: "joint-drift",
    title: "A loaded chain comes apart",
    symptom: "The links of a loaded chain come apart at their joints.",
    cause: "A velocity constraint only keeps a joint from opening further. What few iterations or a long step leave over adds up to a gap, which is pulled back by a fraction per step only.",
    cures: &[
        Cure { variant: "cured-direct", name: "direct solver over the tree of joints" },
        Cure { variant: "cured-substeps", name: "more substeps" },
        Cure { variant: "cured-visual", name: "visual displacement: bodies are drawn where the joints are closed" },
    ],
    preset: "joint-drift",
    measure: Measure {
        name: "largest gap seen at a joint, in link lengths",
        unit: "%",
        sick_min: 20.0,
        cured_max: 2.0,
        factor: 20.0,
    },
    falls_with_substeps: true,
    detect: detect::joint_drift::detect,
};

pub(super) const JOINT_DRIFT_ARM: Artifact = Artifact {
    number: "14b",
    id: "joint-drift-arm",
    title: "A joint with a long arm comes apart",
    symptom: "A weight on a long slanted arm tears away from its joint.",
    cause: "The three rows of a ball joint are solved one after the other. Each turns the arm and so undoes what the other two have just done.",
    cures: &[
        Cure { variant: "cured-block", name: "3×3 block: the rows of a joint together" },
        Cure { variant: "cured-direct", name: "direct solver over the tree of joints" },
    ],
    preset: "joint-drift-arm",
    measure: Measure {
        name: "largest gap seen at a joint, in link lengths",
        unit: "%",
        sick_min: 20.0,
        cured_max: 2.0,
        factor: 20.0,
    },
    falls_with_substeps: true,
    detect: detect::joint_drift::detect,
};

pub(super) const JOINT_DRIFT_SPIN: Artifact = Artifact {
    number: "14c",
    id: "joint-drift-spin",
    title: "Two fast-turning bodies part at their joint",
    symptom: "Two bodies that turn against each other come apart although the solver is exact.",
    cause: "A step moves every point along a straight line. Even with the anchors' speeds made equal, both leave their circles, on opposite sides (figure 2.2).",
    cures: &[
        Cure { variant: "cured-substeps", name: "more substeps" },
        Cure { variant: "cured-visual", name: "visual displacement: bodies are drawn where the joint is closed" },
    ],
    preset: "joint-drift-spin",
    measure: Measure {
        name: "largest gap seen at a joint, in link lengths",
        unit: "%",
        sick_min: 20.0,
        cured_max: 2.0,
        factor: 20.0,
    },
    falls_with_substeps: true,
    detect: detect::joint_drift::detect,
};

//! Entries about joints and ragdolls.

use super::{Artifact, Cure, Litmus, Measure};
use crate::artifact::detect;

pub(super) const JOINT_DRIFT: Artifact = Artifact {
    number: "14a",
    id: "joint-drift",
    title: "A loaded chain comes apart",
    symptom: "The links of a loaded chain come apart at their joints.",
    cause: "A velocity constraint only keeps a joint from opening further. What few iterations or a long step leave over adds up to a gap, which is pulled back by a fraction per step only.",
    cures: &[
        Cure { variant: "cured-direct", name: "direct solver over the tree of joints", changes: &["joint.rows"] },
        Cure { variant: "cured-substeps", name: "more substeps", changes: &["time.substeps"] },
        Cure {
            variant: "cured-visual",
            name: "visual displacement: bodies are drawn where the joints are closed",
            changes: &["joint.visual_displacement"],
        },
    ],
    preset: "joint-drift",
    measure: Measure {
        name: "largest gap seen at a joint, in link lengths",
        unit: "%",
        sick_min: 20.0,
        cured_max: 2.0,
        factor: 20.0,
    },
    litmus: Some(Litmus::SUBSTEPS),
    detect: detect::joint_drift::detect,
};

pub(super) const JOINT_DRIFT_ARM: Artifact = Artifact {
    number: "14b",
    id: "joint-drift-arm",
    title: "A joint with a long arm comes apart",
    symptom: "A weight on a long slanted arm tears away from its joint.",
    cause: "The three rows of a ball joint are solved one after the other. Each turns the arm and so undoes what the other two have just done.",
    cures: &[
        Cure { variant: "cured-block", name: "3×3 block: the rows of a joint together", changes: &["joint.rows"] },
        Cure { variant: "cured-direct", name: "direct solver over the tree of joints", changes: &["joint.rows"] },
    ],
    preset: "joint-drift-arm",
    measure: Measure {
        name: "largest gap seen at a joint, in link lengths",
        unit: "%",
        sick_min: 20.0,
        cured_max: 2.0,
        factor: 20.0,
    },
    litmus: Some(Litmus::SUBSTEPS),
    detect: detect::joint_drift::detect,
};

pub(super) const JOINT_DRIFT_SPIN: Artifact = Artifact {
    number: "14c",
    id: "joint-drift-spin",
    title: "Two fast-turning bodies part at their joint",
    symptom: "Two bodies that turn against each other come apart although the solver is exact.",
    cause: "A step moves every point along a straight line. Even with the anchors' speeds made equal, both leave their circles, on opposite sides (figure 2.2).",
    cures: &[
        Cure { variant: "cured-substeps", name: "more substeps", changes: &["time.substeps"] },
        Cure {
            variant: "cured-visual",
            name: "visual displacement: bodies are drawn where the joint is closed",
            changes: &["joint.visual_displacement"],
        },
    ],
    preset: "joint-drift-spin",
    measure: Measure {
        name: "largest gap seen at a joint, in link lengths",
        unit: "%",
        sick_min: 20.0,
        cured_max: 2.0,
        factor: 20.0,
    },
    litmus: Some(Litmus::SUBSTEPS),
    detect: detect::joint_drift::detect,
};

pub(super) const SINGLE_AXIS_JOINT: Artifact = Artifact {
    number: "2.7.2",
    id: "single-axis-joint",
    title: "A ball joint held along one direction moves in the other two",
    symptom: "The links of a swinging chain dance around their joints.",
    cause: "One row along the gap stops the motion along the gap only. What it takes away there goes on across it, where nothing holds, and in the next step the row points elsewhere.",
    cures: &[
        Cure { variant: "cured-three", name: "three rows", changes: &["joint.rows"] },
        Cure {
            variant: "cured-body-axes",
            name: "three rows along axes fixed in a body",
            changes: &["joint.rows", "joint.axes"],
        },
    ],
    preset: "single-axis-joint",
    measure: Measure {
        name: "speed of the anchors past each other, in links",
        unit: "1/s",
        sick_min: 1.0,
        cured_max: 0.1,
        factor: 10.0,
    },
    litmus: None,
    detect: detect::single_axis_joint::detect,
};

pub(super) const HARD_LIMIT: Artifact = Artifact {
    number: "2.7.3",
    id: "hard-limit",
    title: "A hard joint limit kicks on and off",
    symptom: "A flap that lies on its limit trembles.",
    cause: "The limit does nothing until it is exceeded. Then the correction kicks the joint back inside, where nothing holds it, and it falls again (figure 2.9).",
    cures: &[
        Cure { variant: "cured-soft", name: "soft limit: the joint rests on a spring", changes: &["joint.limits"] },
        Cure { variant: "cured-firm", name: "firm limit: seen before it is reached", changes: &["joint.limits"] },
    ],
    preset: "hard-limit",
    measure: Measure {
        name: "how often the limit of a resting joint takes hold",
        unit: "1/s",
        sick_min: 5.0,
        cured_max: 1.0,
        factor: 10.0,
    },
    litmus: None,
    detect: detect::hard_limit::detect,
};

pub(super) const GEOMETRIC_RECOVERY: Artifact = Artifact {
    number: "2.7.5",
    id: "geometric-recovery",
    title: "Pulling joints together by hand adds energy",
    symptom: "Two jointed bodies hop and shake against what is between them.",
    cause: "After each step the bodies are moved until the joint is closed, whether there is room or not. That makes an overlap, the contacts throw the bodies out of it, and the next correction makes another one (figure 2.10).",
    cures: &[
        Cure { variant: "cured-velocity", name: "velocity-level correction", changes: &["joint.recovery"] },
        Cure {
            variant: "cured-visual",
            name: "visual displacement: the gap is closed in the picture only",
            changes: &["joint.recovery", "joint.visual_displacement"],
        },
    ],
    preset: "geometric-recovery",
    measure: Measure {
        name: "speed that is undone by hand",
        unit: "m/s",
        sick_min: 0.2,
        cured_max: 0.02,
        factor: 10.0,
    },
    litmus: None,
    detect: detect::geometric_recovery::detect,
};

pub(super) const RESTLESS_RAGDOLL: Artifact = Artifact {
    number: "15",
    id: "restless-ragdoll",
    title: "A ragdoll shakes for ever",
    symptom: "A doll that has fallen shakes and never comes to rest.",
    cause: "Its bones push each other and hard limits kick them back, all at once, and without friction in the joints nothing takes that energy away.",
    cures: &[
        Cure { variant: "cured-soft-limits", name: "soft limits", changes: &["joint.limits"] },
        Cure {
            variant: "cured-collisions",
            name: "fewer collisions between bones",
            changes: &["joint.self_collision"],
        },
        Cure { variant: "cured-friction", name: "joint friction", changes: &["joint.friction"] },
        Cure {
            variant: "cured-together",
            name: "all three together",
            changes: &["joint.limits", "joint.self_collision", "joint.friction"],
        },
    ],
    preset: "restless-ragdoll",
    measure: Measure {
        name: "time for which the doll lies and shakes",
        unit: "s",
        sick_min: 25.0,
        cured_max: 6.0,
        factor: 10.0,
    },
    litmus: Some(Litmus::SUBSTEPS),
    detect: detect::restless_ragdoll::detect,
};

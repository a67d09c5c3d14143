//! The one table of artifacts. Every surface reads it: the browser, `list`, `verify`, the README, the tests.

use super::detect;
use super::reading::Detector;

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
    /// Caused by cutting time into steps: the number has to fall from 1 to 4 to 16 substeps.
    pub falls_with_substeps: bool,
    pub detect: Detector,
}

/// A cure that the reference names, or that follows from the cause.
#[derive(Debug)]
pub struct Cure {
    /// Name of the preset's variant.
    pub variant: &'static str,
    pub name: &'static str,
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
    Artifact {
        number: "4",
        id: "tilted-bounce",
        title: "A box falls flat and bounces off turned",
        symptom: "An aligned box dropped flat on the floor starts to turn when it bounces.",
        cause: "Gauss–Seidel solves the contact points of one face one after the other. The first one stops its \
                corner alone and so turns the box; with few iterations the others cannot take the turn back.",
        cures: &[
            Cure { variant: "cured-jacobi", name: "Jacobi: all points see the same velocities" },
            Cure { variant: "cured-block", name: "block solver: all points of a manifold at once" },
            Cure { variant: "cured-iterations", name: "enough iterations" },
        ],
        preset: "tilted-bounce",
        measure: Measure {
            name: "angular speed after a flat impact",
            unit: "rad/s",
            sick_min: 0.5,
            cured_max: 0.05,
            factor: 50.0,
        },
        falls_with_substeps: false,
        detect: detect::tilted_bounce::detect,
    },
    Artifact {
        number: "5a",
        id: "weightless-bottom",
        title: "A box at the bottom of a stack slides out like the top one",
        symptom: "The lowest box of a tower is pulled out as if nothing stood on it.",
        cause: "Friction is bounded by a fixed force, so the contact does not know of the weight on it.",
        cures: &[
            Cure { variant: "cured-coupled", name: "coupled friction" },
            Cure { variant: "cured-last-impulse", name: "decoupled friction from last step's normal impulse" },
        ],
        preset: "weightless-bottom",
        measure: Measure {
            name: "friction missing below a stack",
            unit: "%",
            sick_min: 65.0,
            cured_max: 10.0,
            factor: 6.5,
        },
        falls_with_substeps: false,
        detect: detect::weightless_bottom::detect,
    },
    Artifact {
        number: "5b",
        id: "weightless-bottom-shock",
        title: "Shock propagation takes the weight off the bottom",
        symptom: "The lowest box of a tower slides although friction could hold it.",
        cause: "Each contact treats the body below as immovable. The impulses are no longer equal and opposite in effect, so the bottom contact carries little more than one box.",
        cures: &[Cure { variant: "cured-no-shock", name: "shock propagation off" }],
        preset: "weightless-bottom-shock",
        measure: Measure {
            name: "friction missing below a stack",
            unit: "%",
            sick_min: 65.0,
            cured_max: 10.0,
            factor: 6.5,
        },
        falls_with_substeps: false,
        detect: detect::weightless_bottom::detect,
    },
    Artifact {
        number: "7",
        id: "squashed-stack",
        title: "Stacked objects sink into each other and act springy",
        symptom: "A tower gets shorter than its boxes are high, and bounces like a spring.",
        cause: "An iteration carries a support force about one box further. Started from nothing and with few \
                iterations, the lower contacts never learn of the weight above and give way.",
        cures: &[
            Cure { variant: "cured-iterations", name: "more iterations" },
            Cure { variant: "cured-warm-start", name: "warm starting: last step's forces are the first guess" },
            Cure { variant: "cured-shock", name: "shock propagation: lower boxes count as heavier" },
        ],
        preset: "squashed-stack",
        measure: Measure { name: "height lost to overlap", unit: "%", sick_min: 10.0, cured_max: 1.0, factor: 10.0 },
        falls_with_substeps: true,
        detect: detect::squashed_stack::detect,
    },
    Artifact {
        number: "8",
        id: "restless-stack",
        title: "A stack oscillates and never sleeps",
        symptom: "A tower that nobody touches hums for ever.",
        cause: "All of the last impulses are applied again, those of a stiff push-out included. What lifted the boxes lifts them again, and few sweeps cannot take it back.",
        cures: &[
            Cure { variant: "cured-warm-start", name: "a smaller share of the last impulses" },
            Cure { variant: "cured-soft", name: "soft contacts with a relax pass" },
        ],
        preset: "restless-stack",
        measure: Measure {
            name: "time that a body shakes in place",
            unit: "s",
            sick_min: 25.0,
            cured_max: 8.0,
            factor: 3.0,
        },
        falls_with_substeps: false,
        detect: detect::restless_stack::detect,
    },
    Artifact {
        number: "9",
        id: "sliding-stack",
        title: "Stacked objects creep around on each other",
        symptom: "A stack on a gentle slope creeps, leans, and falls in the end.",
        cause: "Each step stops with a little slip left over, and friction has no memory of where a body stood.",
        cures: &[
            Cure { variant: "cured-anchors", name: "friction drift compensation by anchors" },
            Cure { variant: "cured-iterations", name: "more iterations" },
        ],
        preset: "sliding-stack",
        measure: Measure {
            name: "fastest creep of a sticking contact",
            unit: "mm/min",
            sick_min: 20.0,
            cured_max: 1.0,
            factor: 20.0,
        },
        falls_with_substeps: false,
        detect: detect::sliding_stack::detect,
    },
    Artifact {
        number: "12a",
        id: "tunnelling",
        title: "A small fast body passes through a wall",
        symptom: "A bullet is in front of a wall in one frame and behind it in the next.",
        cause: "Contacts are looked for at the ends of a step only. A body that travels farther than its own size \
                and the wall's thickness in one step is never seen inside the wall.",
        cures: &[
            Cure { variant: "cured-early-engage", name: "early engage: bounds and contacts reach ahead" },
            Cure { variant: "cured-sweep", name: "linear sweep to the time of impact" },
            Cure { variant: "cured-substeps", name: "substeps" },
        ],
        preset: "tunnelling",
        measure: Measure { name: "starts that pass through", unit: "%", sick_min: 80.0, cured_max: 0.0, factor: 80.0 },
        falls_with_substeps: true,
        detect: detect::tunnelling::detect,
    },
    Artifact {
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
    },
    Artifact {
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
    },
    Artifact {
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
    },
    Artifact {
        number: "2.5.4",
        id: "frictionless-pyramid",
        title: "A pyramid of boxes spreads without friction",
        symptom: "A pyramid on level ground falls apart although nothing pushes sideways.",
        cause: "Gauss–Seidel turns each box a little. The tilted faces push sideways, and without friction nothing takes that motion back.",
        cures: &[Cure { variant: "cured-friction", name: "friction" }],
        preset: "frictionless-pyramid",
        measure: Measure {
            name: "sideways travel without a sideways force",
            unit: "%",
            sick_min: 10.0,
            cured_max: 1.0,
            factor: 10.0,
        },
        falls_with_substeps: false,
        detect: detect::frictionless_pyramid::detect,
    },
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

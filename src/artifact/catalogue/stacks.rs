//! Entries about stacks: impacts, support and friction.

use super::{Artifact, Cure, Litmus, Measure};
use crate::artifact::detect;

pub(super) const RATTLING_STACK: Artifact = Artifact {
    number: "3a",
    id: "rattling-stack",
    title: "A resting stack rattles",
    symptom: "Boxes that should stand still shake on each other.",
    cause: "Contact generation returns one point per pair and forgets it. A box on one point tips, and another corner is deepest in the next step: the configuration never stays the same.",
    cures: &[
        Cure {
            variant: "cured-full",
            name: "the whole manifold with feature ids",
            changes: &["narrow_phase.manifold"],
        },
        Cure {
            variant: "cured-cache",
            name: "one point per step in a persistent cache",
            changes: &["narrow_phase.manifold"],
        },
    ],
    preset: "rattling-stack",
    measure: Measure {
        name: "contact points that come and go at rest",
        unit: "1/s",
        sick_min: 60.0,
        cured_max: 1.0,
        factor: 10.0,
    },
    litmus: None,
    detect: detect::rattling_stack::detect,
};

pub(super) const RATTLING_PRUNING: Artifact = Artifact {
    number: "3b",
    id: "rattling-pruning",
    title: "Random pruning makes a stack rattle",
    symptom: "Boxes that should stand still shake on each other.",
    cause: "Pruning keeps three of the found points, others in every step: each time the box tips towards the corner that was left out.",
    cures: &[Cure {
        variant: "cured-consistent",
        name: "consistent pruning to 4 points",
        changes: &["narrow_phase.pruning"],
    }],
    preset: "rattling-pruning",
    measure: Measure {
        name: "contact points that come and go at rest",
        unit: "1/s",
        sick_min: 60.0,
        cured_max: 1.0,
        factor: 10.0,
    },
    litmus: None,
    detect: detect::rattling_stack::detect,
};

pub(super) const TILTED_BOUNCE: Artifact = Artifact {
    number: "4",
    id: "tilted-bounce",
    title: "A box falls flat and bounces off turned",
    symptom: "An aligned box dropped flat on the floor starts to turn when it bounces.",
    cause: "Gauss–Seidel solves the contact points of one face one after the other. The first one stops its \
            corner alone and so turns the box; with few iterations the others cannot take the turn back.",
    cures: &[
        Cure {
            variant: "cured-jacobi",
            name: "Jacobi: all points see the same velocities",
            changes: &["solver.method"],
        },
        Cure {
            variant: "cured-block",
            name: "block solver: all points of a manifold at once",
            changes: &["solver.method"],
        },
        Cure { variant: "cured-iterations", name: "enough iterations", changes: &["solver.velocity_iterations"] },
    ],
    preset: "tilted-bounce",
    measure: Measure {
        name: "angular speed after a flat impact",
        unit: "rad/s",
        sick_min: 0.5,
        cured_max: 0.05,
        factor: 50.0,
    },
    litmus: None,
    detect: detect::tilted_bounce::detect,
};

pub(super) const WEIGHTLESS_BOTTOM: Artifact = Artifact {
    number: "5a",
    id: "weightless-bottom",
    title: "A box at the bottom of a stack slides out like the top one",
    symptom: "The lowest box of a tower is pulled out as if nothing stood on it.",
    cause: "Friction is bounded by a fixed force, so the contact does not know of the weight on it.",
    cures: &[
        Cure { variant: "cured-coupled", name: "coupled friction", changes: &["friction.model"] },
        Cure {
            variant: "cured-last-impulse",
            name: "decoupled friction from last step's normal impulse",
            changes: &["friction.model"],
        },
    ],
    preset: "weightless-bottom",
    measure: Measure {
        name: "friction missing below a stack",
        unit: "%",
        sick_min: 65.0,
        cured_max: 10.0,
        factor: 6.5,
    },
    litmus: None,
    detect: detect::weightless_bottom::detect,
};

pub(super) const WEIGHTLESS_BOTTOM_SHOCK: Artifact = Artifact {
    number: "5b",
    id: "weightless-bottom-shock",
    title: "Shock propagation takes the weight off the bottom",
    symptom: "The lowest box of a tower slides although friction could hold it.",
    cause: "Each contact treats the body below as immovable. The impulses are no longer equal and opposite in effect, so the bottom contact carries little more than one box.",
    cures: &[Cure { variant: "cured-no-shock", name: "shock propagation off", changes: &["solver.shock_propagation"] }],
    preset: "weightless-bottom-shock",
    measure: Measure {
        name: "friction missing below a stack",
        unit: "%",
        sick_min: 65.0,
        cured_max: 10.0,
        factor: 6.5,
    },
    litmus: None,
    detect: detect::weightless_bottom::detect,
};

pub(super) const SQUASHED_STACK: Artifact = Artifact {
    number: "7",
    id: "squashed-stack",
    title: "Stacked objects sink into each other and act springy",
    symptom: "A tower gets shorter than its boxes are high, and bounces like a spring.",
    cause: "An iteration carries a support force about one box further. Started from nothing and with few \
            iterations, the lower contacts never learn of the weight above and give way.",
    cures: &[
        Cure { variant: "cured-iterations", name: "more iterations", changes: &["solver.velocity_iterations"] },
        Cure {
            variant: "cured-warm-start",
            name: "warm starting: last step's forces are the first guess",
            changes: &["solver.warm_start"],
        },
        Cure {
            variant: "cured-shock",
            name: "shock propagation: lower boxes count as heavier",
            changes: &["solver.shock_propagation"],
        },
    ],
    preset: "squashed-stack",
    measure: Measure { name: "height lost to overlap", unit: "%", sick_min: 10.0, cured_max: 1.0, factor: 10.0 },
    litmus: Some(Litmus::SUBSTEPS),
    detect: detect::squashed_stack::detect,
};

pub(super) const RESTLESS_STACK: Artifact = Artifact {
    number: "8",
    id: "restless-stack",
    title: "A stack oscillates and never sleeps",
    symptom: "A tower that nobody touches hums for ever.",
    cause: "All of the last impulses are applied again, those of a stiff push-out included. What lifted the boxes lifts them again, and few sweeps cannot take it back.",
    cures: &[
        Cure {
            variant: "cured-warm-start",
            name: "a smaller share of the last impulses",
            changes: &["solver.warm_start"],
        },
        Cure { variant: "cured-soft", name: "soft contacts with a relax pass", changes: &["solver.method"] },
    ],
    preset: "restless-stack",
    measure: Measure {
        name: "time that a body shakes in place",
        unit: "s",
        sick_min: 25.0,
        cured_max: 8.0,
        factor: 3.0,
    },
    litmus: None,
    detect: detect::restless_stack::detect,
};

pub(super) const SLIDING_STACK: Artifact = Artifact {
    number: "9",
    id: "sliding-stack",
    title: "Stacked objects creep around on each other",
    symptom: "A stack on a gentle slope creeps, leans, and falls in the end.",
    cause: "Each step stops with a little slip left over, and friction has no memory of where a body stood.",
    cures: &[
        Cure {
            variant: "cured-anchors",
            name: "friction drift compensation by anchors",
            changes: &["friction.anchors"],
        },
        Cure { variant: "cured-iterations", name: "more iterations", changes: &["solver.velocity_iterations"] },
    ],
    preset: "sliding-stack",
    measure: Measure {
        name: "fastest creep of a sticking contact",
        unit: "mm/min",
        sick_min: 20.0,
        cured_max: 1.0,
        factor: 20.0,
    },
    litmus: None,
    detect: detect::sliding_stack::detect,
};

pub(super) const FRICTIONLESS_PYRAMID: Artifact = Artifact {
    number: "2.5.4",
    id: "frictionless-pyramid",
    title: "A pyramid of boxes spreads without friction",
    symptom: "A pyramid on level ground falls apart although nothing pushes sideways.",
    cause: "Gauss–Seidel turns each box a little. The tilted faces push sideways, and without friction nothing takes that motion back.",
    cures: &[Cure { variant: "cured-friction", name: "friction", changes: &["friction.model"] }],
    preset: "frictionless-pyramid",
    measure: Measure {
        name: "sideways travel without a sideways force",
        unit: "%",
        sick_min: 10.0,
        cured_max: 1.0,
        factor: 10.0,
    },
    litmus: None,
    detect: detect::frictionless_pyramid::detect,
};

pub(super) const UNSTABLE_PRUNING: Artifact = Artifact {
    number: "2.6.1c",
    id: "unstable-pruning",
    title: "Contacts pruned differently every frame",
    symptom: "A loaded plate rocks although enough contact points are found.",
    cause: "Pruning that does not keep the same points from step to step moves the support about under a body at rest.",
    cures: &[
        Cure { variant: "cured-consistent", name: "the same contacts every frame", changes: &["narrow_phase.pruning"] },
        Cure { variant: "cured-none", name: "no pruning", changes: &["narrow_phase.pruning"] },
    ],
    preset: "unstable-pruning",
    measure: Measure {
        name: "contact points that come and go at rest",
        unit: "1/s",
        sick_min: 60.0,
        cured_max: 1.0,
        factor: 10.0,
    },
    litmus: None,
    detect: detect::rattling_stack::detect,
};

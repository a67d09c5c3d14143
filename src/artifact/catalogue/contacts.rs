//! Entries about finding contacts and about fast bodies.

use super::{Artifact, Cure, Litmus, Measure};
use crate::artifact::detect;

pub(super) const SHOOT_OUT: Artifact = Artifact {
    number: "10a",
    id: "shoot-out",
    title: "An object sinks in freely, then shoots out",
    symptom: "A box sinks into the floor as if it were not there, and is then thrown into the air.",
    cause: "The broad phase is told bounds that are too small. When the two bodies are first looked at they overlap deeply, and the solver removes a share of the overlap in one step.",
    cures: &[
        Cure { variant: "cured-bounds", name: "correct bounds", changes: &["broad_phase.margin"] },
        Cure { variant: "cured-push-out", name: "capped push-out speed", changes: &["solver.max_push_out_speed"] },
    ],
    preset: "shoot-out",
    measure: Measure { name: "exit speed over entry speed", unit: "×", sick_min: 2.0, cured_max: 0.205, factor: 10.0 },
    litmus: None,
    detect: detect::shoot_out::detect,
};

pub(super) const SHOOT_OUT_DEPTH: Artifact = Artifact {
    number: "10b",
    id: "shoot-out-depth",
    title: "A wrong depth throws an object out",
    symptom: "A body that lands fast is thrown higher than it came from.",
    cause: "Contact generation reports the wrong depth for deep contacts; the solver pushes the body out of an overlap that is not there.",
    cures: &[
        Cure {
            variant: "cured-depth",
            name: "correct contact generation",
            changes: &["narrow_phase.deep_contact_fault"],
        },
        Cure { variant: "cured-push-out", name: "capped push-out speed", changes: &["solver.max_push_out_speed"] },
    ],
    preset: "shoot-out-depth",
    measure: Measure { name: "exit speed over entry speed", unit: "×", sick_min: 2.0, cured_max: 0.205, factor: 10.0 },
    litmus: None,
    detect: detect::shoot_out::detect,
};

pub(super) const PUSHED_THROUGH: Artifact = Artifact {
    number: "11",
    id: "pushed-through",
    title: "An object is pushed through a wall by another one",
    symptom: "A light body is squeezed into a wall by a heavy one, and comes out behind it.",
    cause: "An iterative solver obeys the contact that is solved last. When contacts with static bodies come first, the heavy body has the last word.",
    cures: &[
        Cure {
            variant: "cured-static-last",
            name: "static contacts at the end of the stream",
            changes: &["solver.order"],
        },
        Cure {
            variant: "cured-static-iterations",
            name: "extra iterations on static contacts only",
            changes: &["solver.static_iterations"],
        },
    ],
    preset: "pushed-through",
    measure: Measure {
        name: "depth in the wall, in body sizes",
        unit: "%",
        sick_min: 100.0,
        cured_max: 10.0,
        factor: 10.0,
    },
    litmus: None,
    detect: detect::pushed_through::detect,
};

pub(super) const TUNNELLING: Artifact = Artifact {
    number: "12a",
    id: "tunnelling",
    title: "A small fast body passes through a wall",
    symptom: "A bullet is in front of a wall in one frame and behind it in the next.",
    cause: "Contacts are looked for at the ends of a step only. A body that travels farther than its own size \
            and the wall's thickness in one step is never seen inside the wall.",
    cures: &[
        Cure {
            variant: "cured-early-engage",
            name: "early engage: bounds and contacts reach ahead",
            changes: &["ccd.mode"],
        },
        Cure { variant: "cured-sweep", name: "linear sweep to the time of impact", changes: &["ccd.mode"] },
        Cure { variant: "cured-substeps", name: "substeps", changes: &["time.substeps"] },
    ],
    preset: "tunnelling",
    measure: Measure { name: "starts that pass through", unit: "%", sick_min: 80.0, cured_max: 0.0, factor: 80.0 },
    litmus: Some(Litmus::SUBSTEPS),
    detect: detect::tunnelling::detect,
};

pub(super) const TURNED_THROUGH: Artifact = Artifact {
    number: "12b",
    id: "turned-through",
    title: "A thin rod turns through the floor",
    symptom: "A rod lands on one end and is below the floor in the next frame, although continuous collision detection is on.",
    cause: "The sweep looks at the straight way of the body. The impact at one end makes the rod turn so fast that the other end, and then the middle, is through within a step.",
    cures: &[
        Cure {
            variant: "cured-rotation",
            name: "continuous collision detection with rotation",
            changes: &["ccd.mode"],
        },
        Cure { variant: "cured-thicker", name: "thicker object", changes: &["body.shape"] },
        Cure { variant: "cured-inertia", name: "larger inertia", changes: &["body.inertia_scale"] },
    ],
    preset: "turned-through",
    measure: Measure { name: "starts that go through", unit: "%", sick_min: 80.0, cured_max: 0.0, factor: 80.0 },
    litmus: Some(Litmus::SUBSTEPS),
    detect: detect::turned_through::detect,
};

pub(super) const EARLY_STOP: Artifact = Artifact {
    number: "13",
    id: "early-stop",
    title: "A falling object stops before it hits the floor",
    symptom: "A box comes to a full stop in the air, and then falls the last bit.",
    cause: "Early engage puts a contact in before the surface is reached. Without restitution it stops the body wherever it is at the beginning of that step.",
    cures: &[
        Cure { variant: "cured-restitution", name: "restitution", changes: &["body.restitution"] },
        Cure {
            variant: "cured-substepping",
            name: "time-of-impact substepping",
            changes: &["ccd.mode", "ccd.on_impact"],
        },
    ],
    preset: "early-stop",
    measure: Measure {
        name: "gap at which the body stood, in body sizes",
        unit: "",
        sick_min: 0.2,
        cured_max: 0.02,
        factor: 10.0,
    },
    litmus: Some(Litmus::SUBSTEPS),
    detect: detect::early_stop::detect,
};

pub(super) const GHOST_ANIMATION_MASS: Artifact = Artifact {
    number: "16b",
    id: "ghost-animation-mass",
    title: "An animated body is stopped by what it hits, and goes on all the same",
    symptom: "A paddle sinks into the boxes that it should push.",
    cause: "The body has a finite mass: contacts share the speed out between the two, and the path then carries it into the other.",
    cures: &[Cure { variant: "cured-infinite", name: "infinite mass and inertia", changes: &["animated.mass"] }],
    preset: "ghost-animation-mass",
    measure: Measure {
        name: "slip or depth at an animated body",
        unit: "%",
        sick_min: 20.0,
        cured_max: 2.0,
        factor: 10.0,
    },
    litmus: None,
    detect: detect::ghost_animation::detect,
};

pub(super) const COMPOUND_JAM: Artifact = Artifact {
    number: "2.6.1a",
    id: "compound-jam",
    title: "An object is stuck between two parts of a compound",
    symptom: "A ball between two spheres of one body shakes and does not come free.",
    cause: "Each part of a compound is treated in isolation. Two parts push in opposite directions, and no motion satisfies both contacts.",
    cures: &[Cure {
        variant: "cured-capsule",
        name: "one capsule in place of the two spheres",
        changes: &["body.shape"],
    }],
    preset: "compound-jam",
    measure: Measure {
        name: "RMS speed between opposed contacts",
        unit: "m/s",
        sick_min: 0.1,
        cured_max: 0.01,
        factor: 10.0,
    },
    litmus: None,
    detect: detect::compound_jam::detect,
};

pub(super) const INVISIBLE_HOOK: Artifact = Artifact {
    number: "2.6.1b",
    id: "invisible-hook",
    title: "A sliding object catches on an invisible hook",
    symptom: "A box that slides over a flat floor made of parts stops at a seam.",
    cause: "A part knows nothing of its neighbours. The box lies a little below the top of the next tile, whose covered side face is then the nearest way out.",
    cures: &[
        Cure {
            variant: "cured-filter",
            name: "filtering internal edges",
            changes: &["narrow_phase.filter_internal_edges"],
        },
        Cure { variant: "cured-ramps", name: "overlapping ramps at the seam", changes: &["body.shape"] },
    ],
    preset: "invisible-hook",
    measure: Measure {
        name: "speed lost to a seam in one step",
        unit: "%",
        sick_min: 20.0,
        cured_max: 2.0,
        factor: 10.0,
    },
    litmus: None,
    detect: detect::invisible_hook::detect,
};

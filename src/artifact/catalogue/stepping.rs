//! Entries about time, integration and animation.

use super::{Artifact, Cure, Litmus, Measure};
use crate::artifact::detect;

pub(super) const WELL_OF_DESPAIR: Artifact = Artifact {
    number: "1",
    id: "well-of-despair",
    title: "The frame rate falls until the program stands still",
    symptom: "Pictures come ever more rarely, until the program hardly answers.",
    cause: "The loop makes as many steps as real time asks for, and a step costs more than its own length: every frame owes more than the one before.",
    cures: &[
        Cure { variant: "cured-cap", name: "a cap on the steps per frame", changes: &["time.stepping"] },
        Cure {
            variant: "cured-adaptive",
            name: "stepping that looks at the cost of a step against the frame time",
            changes: &["time.stepping"],
        },
    ],
    preset: "well-of-despair",
    measure: Measure {
        name: "growth of the steps that a frame asks for",
        unit: "×",
        sick_min: 50.0,
        cured_max: 5.0,
        factor: 10.0,
    },
    litmus: None,
    detect: detect::well_of_despair::detect,
};

pub(super) const SLOW_MOTION: Artifact = Artifact {
    number: "2a",
    id: "slow-motion",
    title: "Everything falls too slowly",
    symptom: "All motion takes a multiple of the time that it should.",
    cause: "Each frame makes at most one step, and the step is shorter than the frame.",
    cures: &[Cure {
        variant: "cured-accumulator",
        name: "an accumulator with fixed steps",
        changes: &["time.stepping"],
    }],
    preset: "slow-motion",
    measure: Measure {
        name: "real time of a fall over the time that its height demands",
        unit: "×",
        sick_min: 1.9,
        cured_max: 1.02,
        factor: 1.9,
    },
    // A sixteenth of a frame: so one step a frame is sixteen times too slow, and sixteen steps are the whole frame.
    litmus: Some(Litmus { path: "time.max_steps_per_frame", with: &[("time.dt", 1.0 / 960.0)] }),
    detect: detect::slow_motion::detect,
};

pub(super) const OVERSIZED_SCENE: Artifact = Artifact {
    number: "2b",
    id: "oversized-scene",
    title: "Everything floats down, because it is too large",
    symptom: "A crate falls as slowly as a house.",
    cause: "Lengths were modelled ten times too large; gravity moves everything by the same metres, which are few of such sizes.",
    cures: &[Cure {
        variant: "cured-scale",
        name: "scale the lengths back",
        changes: &["body.shape", "body.position"],
    }],
    preset: "oversized-scene",
    measure: Measure {
        name: "fall over the own height, against a body of that weight",
        unit: "×",
        sick_min: 3.0,
        cured_max: 1.02,
        factor: 3.0,
    },
    litmus: None,
    detect: detect::oversized_scene::detect,
};

pub(super) const ASYMMETRIC_BODY: Artifact = Artifact {
    number: "6a",
    id: "asymmetric-body",
    title: "Long thin bodies act unstable",
    symptom: "Rods that lie on each other tremble about their long axes and never come to rest.",
    cause: "The inertia about the long axis is a thousand times smaller than about the others: small errors of contacts off that axis make fast turns, which the next step sees as larger errors.",
    cures: &[
        Cure {
            variant: "cured-inertia",
            name: "inertia scaled as if the rod were thicker",
            changes: &["body.inertia_scale"],
        },
        Cure { variant: "cured-substeps", name: "more substeps", changes: &["time.substeps"] },
    ],
    preset: "asymmetric-body",
    measure: Measure {
        name: "twist in place of a slender body",
        unit: "rad/s",
        sick_min: 1.0,
        cured_max: 0.1,
        factor: 10.0,
    },
    litmus: Some(Litmus::SUBSTEPS),
    detect: detect::asymmetric_body::detect,
};

pub(super) const ASYMMETRIC_CHAIN: Artifact = Artifact {
    number: "6b",
    id: "asymmetric-chain",
    title: "A chain of long thin bodies shivers",
    symptom: "The rods of a swinging chain shiver about their long axes, more and more.",
    cause: "What is left over at hinges that stand askew turns the rods about the axis of their lowest inertia; the next step sees that turn as a larger error.",
    cures: &[
        Cure {
            variant: "cured-inertia",
            name: "inertia scaled as if the rod were thicker",
            changes: &["body.inertia_scale"],
        },
        Cure { variant: "cured-substeps", name: "more substeps", changes: &["time.substeps"] },
    ],
    preset: "asymmetric-chain",
    measure: Measure {
        name: "change of a jointed rod's twist from step to step",
        unit: "rad/s",
        sick_min: 1.0,
        cured_max: 0.1,
        factor: 10.0,
    },
    litmus: Some(Litmus::SUBSTEPS),
    detect: detect::asymmetric_chain::detect,
};

pub(super) const GHOST_ANIMATION: Artifact = Artifact {
    number: "16a",
    id: "ghost-animation",
    title: "An animated body does not carry or push others",
    symptom: "A platform slides away under its passenger; a paddle sinks into what it hits.",
    cause: "The body is put from pose to pose with zero velocity: contacts see something that stands still.",
    cures: &[Cure {
        variant: "cured-velocity",
        name: "velocity from the path, linear and angular",
        changes: &["animated.velocity"],
    }],
    preset: "ghost-animation",
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

pub(super) const VARIABLE_STEP: Artifact = Artifact {
    number: "2.3",
    id: "variable-step",
    title: "Steps as long as the frames: every run another one",
    symptom: "Swings grow or die for no reason, and never twice alike.",
    cause: "The step follows the frame time, and the errors of a step follow its length.",
    cures: &[Cure { variant: "cured-fixed", name: "fixed steps, as many as are due", changes: &["time.stepping"] }],
    preset: "variable-step",
    measure: Measure {
        name: "change of the kinetic energy of an undisturbed swing",
        unit: "%",
        sick_min: 50.0,
        cured_max: 5.0,
        factor: 10.0,
    },
    litmus: None,
    detect: detect::variable_step::detect,
};

pub(super) const ROTATION_OFF: Artifact = Artifact {
    number: "2.4",
    id: "rotation-off",
    title: "Experiment: a tower falls only because its boxes can turn",
    symptom: "A tower that was set down flat walks, leans and falls.",
    cause: "What an early stopped solver leaves over turns the boxes, and turned boxes push sideways. Rotation is the mother of most errors of linearisation.",
    cures: &[Cure {
        variant: "cured-rotation-off",
        name: "rotations off, as if every inertia were infinite: an experiment, no cure for a game",
        changes: &["integrator.rotations"],
    }],
    preset: "rotation-off",
    measure: Measure {
        name: "sideways travel in an undisturbed pile",
        unit: "%",
        sick_min: 100.0,
        cured_max: 1.0,
        factor: 10.0,
    },
    litmus: None,
    detect: detect::rotation_off::detect,
};

pub(super) const EULER_BLOW_UP: Artifact = Artifact {
    number: "ch. 1",
    id: "euler-blow-up",
    title: "Explicit Euler gains energy on every orbit and spring",
    symptom: "Planets and springs fly off in ever wider turns.",
    cause: "Old velocities move the body and old forces accelerate it: each step multiplies the energy by 1 + h² k/m.",
    cures: &[
        Cure { variant: "cured-symplectic", name: "symplectic Euler", changes: &["integrator.method"] },
        Cure { variant: "cured-verlet", name: "velocity Verlet", changes: &["integrator.method"] },
        Cure { variant: "cured-rk4", name: "Runge–Kutta of fourth order", changes: &["integrator.method"] },
    ],
    preset: "euler-blow-up",
    measure: Measure {
        name: "growth of the kinetic energy of an undisturbed swing",
        unit: "%",
        sick_min: 100.0,
        cured_max: 5.0,
        factor: 20.0,
    },
    litmus: None,
    detect: detect::euler_blow_up::detect,
};

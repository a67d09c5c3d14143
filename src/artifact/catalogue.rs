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
        number: "1",
        id: "well-of-despair",
        title: "The frame rate falls until the program stands still",
        symptom: "Pictures come ever more rarely, until the program hardly answers.",
        cause: "The loop makes as many steps as real time asks for, and a step costs more than its own length: every frame owes more than the one before.",
        cures: &[
            Cure { variant: "cured-cap", name: "a cap on the steps per frame" },
            Cure {
                variant: "cured-adaptive",
                name: "stepping that looks at the cost of a step against the frame time",
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
        falls_with_substeps: false,
        detect: detect::well_of_despair::detect,
    },
    Artifact {
        number: "2a",
        id: "slow-motion",
        title: "Everything falls too slowly",
        symptom: "All motion takes a multiple of the time that it should.",
        cause: "Each frame makes one step, and the step is shorter than the frame.",
        cures: &[Cure { variant: "cured-accumulator", name: "an accumulator with fixed steps" }],
        preset: "slow-motion",
        measure: Measure {
            name: "real time of a fall over the time that its height demands",
            unit: "×",
            sick_min: 1.9,
            cured_max: 1.02,
            factor: 1.9,
        },
        falls_with_substeps: false,
        detect: detect::slow_motion::detect,
    },
    Artifact {
        number: "2b",
        id: "oversized-scene",
        title: "Everything floats down, because it is too large",
        symptom: "A crate falls as slowly as a house.",
        cause: "Lengths were modelled ten times too large; gravity moves everything by the same metres, which are few of such sizes.",
        cures: &[Cure { variant: "cured-scale", name: "scale the lengths back" }],
        preset: "oversized-scene",
        measure: Measure {
            name: "fall over the own height, against a body of that weight",
            unit: "×",
            sick_min: 3.0,
            cured_max: 1.02,
            factor: 3.0,
        },
        falls_with_substeps: false,
        detect: detect::oversized_scene::detect,
    },
    Artifact {
        number: "3a",
        id: "rattling-stack",
        title: "A resting stack rattles",
        symptom: "Boxes that should stand still shake on each other.",
        cause: "Contact generation returns one point per pair and forgets it. A box on one point tips, and another corner is deepest in the next step: the configuration never stays the same.",
        cures: &[
            Cure { variant: "cured-full", name: "the whole manifold with feature ids" },
            Cure { variant: "cured-cache", name: "one point per step in a persistent cache" },
        ],
        preset: "rattling-stack",
        measure: Measure {
            name: "contact points that come and go at rest",
            unit: "1/s",
            sick_min: 60.0,
            cured_max: 1.0,
            factor: 10.0,
        },
        falls_with_substeps: false,
        detect: detect::rattling_stack::detect,
    },
    Artifact {
        number: "3b",
        id: "rattling-pruning",
        title: "Random pruning makes a stack rattle",
        symptom: "Boxes that should stand still shake on each other.",
        cause: "Pruning keeps three of the found points, others in every step: each time the box tips towards the corner that was left out.",
        cures: &[Cure { variant: "cured-consistent", name: "consistent pruning to 4 points" }],
        preset: "rattling-pruning",
        measure: Measure {
            name: "contact points that come and go at rest",
            unit: "1/s",
            sick_min: 60.0,
            cured_max: 1.0,
            factor: 10.0,
        },
        falls_with_substeps: false,
        detect: detect::rattling_stack::detect,
    },
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
        number: "6",
        id: "asymmetric-body",
        title: "Long thin bodies act unstable",
        symptom: "Rods that lie on each other tremble about their long axes and never come to rest.",
        cause: "The inertia about the long axis is a thousand times smaller than about the others: small errors of contacts off that axis make fast turns, which the next step sees as larger errors.",
        cures: &[
            Cure { variant: "cured-inertia", name: "inertia scaled as if the rod were thicker" },
            Cure { variant: "cured-substeps", name: "more substeps" },
        ],
        preset: "asymmetric-body",
        measure: Measure {
            name: "twist in place of a slender body",
            unit: "rad/s",
            sick_min: 1.0,
            cured_max: 0.1,
            factor: 10.0,
        },
        falls_with_substeps: true,
        detect: detect::asymmetric_body::detect,
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
        number: "10a",
        id: "shoot-out",
        title: "An object sinks in freely, then shoots out",
        symptom: "A box sinks into the floor as if it were not there, and is then thrown into the air.",
        cause: "The broad phase is told bounds that are too small. When the two bodies are first looked at they overlap deeply, and the solver removes a share of the overlap in one step.",
        cures: &[
            Cure { variant: "cured-bounds", name: "correct bounds" },
            Cure { variant: "cured-push-out", name: "capped push-out speed" },
        ],
        preset: "shoot-out",
        measure: Measure {
            name: "exit speed over entry speed",
            unit: "×",
            sick_min: 2.0,
            cured_max: 0.2,
            factor: 10.0,
        },
        falls_with_substeps: false,
        detect: detect::shoot_out::detect,
    },
    Artifact {
        number: "10b",
        id: "shoot-out-depth",
        title: "A wrong depth throws an object out",
        symptom: "A body that lands fast is thrown higher than it came from.",
        cause: "Contact generation reports the wrong depth for deep contacts; the solver pushes the body out of an overlap that is not there.",
        cures: &[
            Cure { variant: "cured-depth", name: "correct contact generation" },
            Cure { variant: "cured-push-out", name: "capped push-out speed" },
        ],
        preset: "shoot-out-depth",
        measure: Measure {
            name: "exit speed over entry speed",
            unit: "×",
            sick_min: 2.0,
            cured_max: 0.2,
            factor: 10.0,
        },
        falls_with_substeps: false,
        detect: detect::shoot_out::detect,
    },
    Artifact {
        number: "11",
        id: "pushed-through",
        title: "An object is pushed through a wall by another one",
        symptom: "A light body is squeezed into a wall by a heavy one, and comes out behind it.",
        cause: "An iterative solver obeys the contact that is solved last. When contacts with static bodies come first, the heavy body has the last word.",
        cures: &[
            Cure { variant: "cured-static-last", name: "static contacts at the end of the stream" },
            Cure { variant: "cured-static-iterations", name: "extra iterations on static contacts only" },
        ],
        preset: "pushed-through",
        measure: Measure {
            name: "depth in the wall, in body sizes",
            unit: "%",
            sick_min: 100.0,
            cured_max: 10.0,
            factor: 10.0,
        },
        falls_with_substeps: false,
        detect: detect::pushed_through::detect,
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
        number: "12b",
        id: "turned-through",
        title: "A thin rod turns through the floor",
        symptom: "A rod lands on one end and is below the floor in the next frame, although continuous collision detection is on.",
        cause: "The sweep looks at the straight way of the body. The impact at one end makes the rod turn so fast that the other end, and then the middle, is through within a step.",
        cures: &[
            Cure { variant: "cured-rotation", name: "continuous collision detection with rotation" },
            Cure { variant: "cured-thicker", name: "thicker object" },
            Cure { variant: "cured-inertia", name: "larger inertia" },
        ],
        preset: "turned-through",
        measure: Measure { name: "starts that go through", unit: "%", sick_min: 80.0, cured_max: 0.0, factor: 80.0 },
        falls_with_substeps: true,
        detect: detect::turned_through::detect,
    },
    Artifact {
        number: "13",
        id: "early-stop",
        title: "A falling object stops before it hits the floor",
        symptom: "A box comes to a full stop in the air, and then falls the last bit.",
        cause: "Early engage puts a contact in before the surface is reached. Without restitution it stops the body wherever it is at the beginning of that step.",
        cures: &[
            Cure { variant: "cured-restitution", name: "restitution" },
            Cure { variant: "cured-substepping", name: "time-of-impact substepping" },
        ],
        preset: "early-stop",
        measure: Measure {
            name: "gap at which the body stood, in body sizes",
            unit: "",
            sick_min: 0.2,
            cured_max: 0.02,
            factor: 10.0,
        },
        falls_with_substeps: true,
        detect: detect::early_stop::detect,
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
        number: "16a",
        id: "ghost-animation",
        title: "An animated body does not carry or push others",
        symptom: "A platform slides away under its passenger; a paddle sinks into what it hits.",
        cause: "The body is put from pose to pose with zero velocity: contacts see something that stands still.",
        cures: &[Cure { variant: "cured-velocity", name: "velocity from the path, linear and angular" }],
        preset: "ghost-animation",
        measure: Measure {
            name: "slip or depth at an animated body",
            unit: "%",
            sick_min: 20.0,
            cured_max: 2.0,
            factor: 10.0,
        },
        falls_with_substeps: false,
        detect: detect::ghost_animation::detect,
    },
    Artifact {
        number: "16b",
        id: "ghost-animation-mass",
        title: "An animated body is stopped by what it hits, and goes on all the same",
        symptom: "A paddle sinks into the boxes that it should push.",
        cause: "The body has a finite mass: contacts share the speed out between the two, and the path then carries it into the other.",
        cures: &[Cure { variant: "cured-infinite", name: "infinite mass and inertia" }],
        preset: "ghost-animation-mass",
        measure: Measure {
            name: "slip or depth at an animated body",
            unit: "%",
            sick_min: 20.0,
            cured_max: 2.0,
            factor: 10.0,
        },
        falls_with_substeps: false,
        detect: detect::ghost_animation::detect,
    },
    Artifact {
        number: "2.3",
        id: "variable-step",
        title: "Steps as long as the frames: every run another one",
        symptom: "Swings grow or die for no reason, and never twice alike.",
        cause: "The step follows the frame time, and the errors of a step follow its length.",
        cures: &[Cure { variant: "cured-fixed", name: "fixed steps, as many as are due" }],
        preset: "variable-step",
        measure: Measure {
            name: "change of the kinetic energy of an undisturbed swing",
            unit: "%",
            sick_min: 50.0,
            cured_max: 5.0,
            factor: 10.0,
        },
        falls_with_substeps: false,
        detect: detect::variable_step::detect,
    },
    Artifact {
        number: "2.4",
        id: "rotation-off",
        title: "Experiment: a tower falls only because its boxes can turn",
        symptom: "A tower that was set down flat walks, leans and falls.",
        cause: "What an early stopped solver leaves over turns the boxes, and turned boxes push sideways. Rotation is the mother of most errors of linearisation.",
        cures: &[Cure {
            variant: "cured-rotation-off",
            name: "rotations off, as if every inertia were infinite: an experiment, no cure for a game",
        }],
        preset: "rotation-off",
        measure: Measure {
            name: "sideways travel in an undisturbed pile",
            unit: "%",
            sick_min: 100.0,
            cured_max: 1.0,
            factor: 10.0,
        },
        falls_with_substeps: false,
        detect: detect::rotation_off::detect,
    },
    Artifact {
        number: "ch. 1",
        id: "euler-blow-up",
        title: "Explicit Euler gains energy on every orbit and spring",
        symptom: "Planets and springs fly off in ever wider turns.",
        cause: "Old velocities move the body and old forces accelerate it: each step multiplies the energy by 1 + h² k/m.",
        cures: &[
            Cure { variant: "cured-symplectic", name: "symplectic Euler" },
            Cure { variant: "cured-verlet", name: "velocity Verlet" },
            Cure { variant: "cured-rk4", name: "Runge–Kutta of fourth order" },
        ],
        preset: "euler-blow-up",
        measure: Measure {
            name: "growth of the kinetic energy of an undisturbed swing",
            unit: "%",
            sick_min: 100.0,
            cured_max: 5.0,
            factor: 20.0,
        },
        falls_with_substeps: false,
        detect: detect::euler_blow_up::detect,
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
    Artifact {
        number: "2.6.1a",
        id: "compound-jam",
        title: "An object is stuck between two parts of a compound",
        symptom: "A ball between two spheres of one body shakes and does not come free.",
        cause: "Each part of a compound is treated in isolation. Two parts push in opposite directions, and no motion satisfies both contacts.",
        cures: &[Cure { variant: "cured-capsule", name: "one capsule in place of the two spheres" }],
        preset: "compound-jam",
        measure: Measure {
            name: "RMS speed between opposed contacts",
            unit: "m/s",
            sick_min: 0.1,
            cured_max: 0.01,
            factor: 10.0,
        },
        falls_with_substeps: false,
        detect: detect::compound_jam::detect,
    },
    Artifact {
        number: "2.6.1b",
        id: "invisible-hook",
        title: "A sliding object catches on an invisible hook",
        symptom: "A box that slides over a flat floor made of parts stops at a seam.",
        cause: "A part knows nothing of its neighbours. The box lies a little below the top of the next tile, whose covered side face is then the nearest way out.",
        cures: &[
            Cure { variant: "cured-filter", name: "filtering internal edges" },
            Cure { variant: "cured-ramps", name: "overlapping ramps at the seam" },
        ],
        preset: "invisible-hook",
        measure: Measure {
            name: "speed lost to a seam in one step",
            unit: "%",
            sick_min: 20.0,
            cured_max: 2.0,
            factor: 10.0,
        },
        falls_with_substeps: false,
        detect: detect::invisible_hook::detect,
    },
    Artifact {
        number: "2.6.1c",
        id: "unstable-pruning",
        title: "Contacts pruned differently every frame",
        symptom: "A loaded plate rocks although enough contact points are found.",
        cause: "Pruning that does not keep the same points from step to step moves the support about under a body at rest.",
        cures: &[
            Cure { variant: "cured-consistent", name: "the same contacts every frame" },
            Cure { variant: "cured-none", name: "no pruning" },
        ],
        preset: "unstable-pruning",
        measure: Measure {
            name: "contact points that come and go at rest",
            unit: "1/s",
            sick_min: 60.0,
            cured_max: 1.0,
            factor: 10.0,
        },
        falls_with_substeps: false,
        detect: detect::rattling_stack::detect,
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

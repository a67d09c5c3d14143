//! The words for the numbers of a scene, and what each of them changes.

use super::numbers::{Arrangement, NumbersForm, NumbersShape, Weight};
use crate::dynamics::{CcdBodies, CcdMode, PositionCorrection, SolverMethod};

/// What a word means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Step,
    Hertz,
    Substeps,
    VelocityIterations,
    PositionIterations,
    Solver,
    Gravity,
    Friction,
    StaticFriction,
    Restitution,
    RestitutionThreshold,
    Mass,
    Density,
    LinearDamping,
    AngularDamping,
    Size,
    HalfSize,
    Radius,
    Diameter,
    Width,
    Height,
    Depth,
    Shape,
    Count,
    Boxes,
    Balls,
    Arrangement,
    Gap,
    DropHeight,
    Slope,
    Velocity,
    AngularVelocity,
    Ccd,
    WarmStart,
    Sleep,
    Baumgarte,
    Slop,
    PushOut,
}

/// Words for each meaning, in lower case without anything but letters and digits.
const WORDS: &[(Meaning, &str)] = {
    use Meaning::*;
    &[
        (
            Step,
            "dt h timestep fixedtimestep fixeddeltatime deltatime fixeddt steptime stepsize \
             physicsstep simulationstep maxphysicsdeltatime fixedstep physicstimestep",
        ),
        (
            Hertz,
            "hz hertz frequency rate physicsrate tickrate fps updaterate simulationrate physicsfps \
             physicshz physicstickspersecond tickspersecond stepspersecond physicsfrequency",
        ),
        (
            Substeps,
            "substeps numsubsteps maxsubsteps substepcount solversubsteps subdivisions \
             physicssubsteps",
        ),
        (
            VelocityIterations,
            "iterations solveriterations iterationcount numsolveriterations velocityiterations \
             numvelocityiterations solvervelocityiterations defaultsolveriterations numiterations \
             velocitysteps numvelocitysteps solveriterationcount defaultsolvervelocityiterations \
             velocityiterationcount",
        ),
        (
            PositionIterations,
            "positioniterations numpositioniterations solverpositioniterations positionsteps \
             numpositionsteps positioniterationcount numinternalstabilizationiterations \
             stabilizationiterations",
        ),
        (Solver, "solver solvertype solvermethod"),
        (
            Gravity,
            "gravity g gravityy gravityz defaultgravity defaultgravityz gravitationalacceleration \
             worldgravity",
        ),
        (
            Friction,
            "friction mu μ µ frictioncoefficient coefficientoffriction dynamicfriction \
             kineticfriction frictioncoeff slidingfriction contactfriction",
        ),
        (StaticFriction, "staticfriction"),
        (
            Restitution,
            "restitution bounciness bounce e elasticity coefficientofrestitution \
             restitutioncoefficient restitutioncoeff cor",
        ),
        (
            RestitutionThreshold,
            "bouncethreshold bouncethresholdvelocity restitutionthreshold \
             restitutionvelocitythreshold velocitythreshold minvelocityforrestitution",
        ),
        (Mass, "mass m bodymass weight massinkg massperbody"),
        (Density, "density rho ρ"),
        (LinearDamping, "lineardamping drag damping lineardrag lindamping lineardamp"),
        (AngularDamping, "angulardamping angulardrag angdamping angulardamp"),
        (
            Size,
            "size dimensions boxsize scale localscale extents side sidelength edge edgelength \
             cubesize dim",
        ),
        (HalfSize, "halfextents halfsize halfextent boxhalfextents"),
        (Radius, "radius r sphereradius ballradius"),
        (Diameter, "diameter"),
        (Width, "width"),
        (Height, "height thickness"),
        (Depth, "depth length"),
        (Shape, "shape collider geometry type shapetype collidertype object body"),
        (
            Count,
            "count number n bodies numbodies bodycount stackheight objects levels numobjects \
             numberofbodies stacksize towerheight",
        ),
        (Boxes, "boxes numboxes numberofboxes boxcount cubes crates"),
        (Balls, "balls spheres numballs numspheres ballcount"),
        (Arrangement, "arrangement layout pattern setup scene"),
        (Gap, "gap spacing separation distancebetween"),
        (DropHeight, "dropheight drop fallheight startheight initialheight heightabovefloor heightaboveground"),
        (
            Slope,
            "slope incline slopeangle inclination tilt angle floorangle rampangle slopedegrees \
             inclineangle ramp",
        ),
        (
            Velocity,
            "speed velocity linearvelocity initialvelocity initialspeed v0 v linvel startvelocity \
             startspeed linearspeed",
        ),
        (AngularVelocity, "angularvelocity angvel spin omega ω initialangularvelocity angularspeed"),
        (
            Ccd,
            "ccd continuous continuouscollisiondetection enableccd isbullet bullet useccd ccdenabled \
             collisiondetectionmode collisiondetection continuouscd motionquality ccdmode",
        ),
        (
            WarmStart,
            "warmstarting warmstart enablewarmstarting usewarmstarting warmstartingfactor \
             warmstartfactor",
        ),
        (
            Sleep,
            "allowsleep sleeping cansleep enablesleep sleepenabled enablesleeping sleep allowsleeping \
             autosleep",
        ),
        (Baumgarte, "baumgarte erp beta biasfactor baumgartefactor"),
        (
            Slop,
            "slop linearslop allowedpenetration penetrationslop contactslop allowedlinearerror \
             normalizedallowedlinearerror",
        ),
        (
            PushOut,
            "maxdepenetrationvelocity maxpushoutspeed maxbiasvelocity contactpushmaxvelocity \
             maxcorrectivevelocity",
        ),
    ]
};

/// What a word means, in lower case without anything but letters and digits.
pub(super) fn meaning(word: &str) -> Option<Meaning> {
    WORDS.iter().find(|(_, words)| words.split(' ').any(|known| known == word)).map(|(meaning, _)| *meaning)
}

type Said = Result<String, String>;

fn whole(number: f64, what: &str) -> Result<u32, String> {
    if number.fract() == 0.0 && (0.0..=1e6).contains(&number) {
        return Ok(number as u32);
    }
    Err(format!("{what} is a whole number"))
}

/// Rounds once to single precision.
fn all(v: [f64; 3]) -> [f32; 3] {
    v.map(|x| x as f32)
}

pub(super) fn set_number(form: &mut NumbersForm, meaning: Meaning, number: f64) -> Said {
    let single = number as f32;
    let settings = &mut form.settings;
    match meaning {
        Meaning::Step if number > 1.0 => {
            // Nobody steps by whole seconds.
            settings.time.dt = (number * 1e-3) as f32;
            return Ok(format!("time step: {number} ms"));
        }
        Meaning::Step if number > 0.0 => settings.time.dt = single,
        Meaning::Hertz if number > 0.0 => settings.time.dt = (1.0 / number) as f32,
        Meaning::Step | Meaning::Hertz => return Err("a time step is above zero".to_owned()),
        Meaning::Substeps => settings.time.substeps = whole(number, "a number of substeps")?.max(1),
        Meaning::VelocityIterations => {
            settings.solver.velocity_iterations = whole(number, "a number of iterations")?;
            // Engines that count iterations solve row by row.
            settings.solver.method = SolverMethod::SequentialImpulse;
        }
        Meaning::PositionIterations => {
            settings.solver.position_iterations = whole(number, "a number of iterations")?;
            settings.solver.method = SolverMethod::SequentialImpulse;
        }
        Meaning::Gravity => settings.gravity = [0.0, -single.abs(), 0.0],
        Meaning::Friction => form.friction = single,
        Meaning::StaticFriction => {
            // There is one µ here; that of motion has the last word.
            form.friction = single;
            return Ok(format!("friction: {number} (there is one for rest and motion)"));
        }
        Meaning::Restitution => form.restitution = single,
        Meaning::RestitutionThreshold => settings.restitution.threshold = single,
        Meaning::Mass => form.weight = Weight::Mass(single),
        Meaning::Density => form.weight = Weight::Density(single),
        Meaning::LinearDamping => form.linear_damping = single,
        Meaning::AngularDamping => form.angular_damping = single,
        Meaning::Size => form.size = [single; 3],
        Meaning::HalfSize => form.size = [2.0 * single; 3],
        Meaning::Radius | Meaning::Diameter => {
            let diameter = if meaning == Meaning::Radius { 2.0 * single } else { single };
            if form.shape == NumbersShape::Capsule {
                (form.size[0], form.size[2]) = (diameter, diameter);
            } else {
                form.shape = NumbersShape::Sphere;
                form.size = [diameter; 3];
            }
        }
        Meaning::Width => form.size[0] = single,
        Meaning::Height => form.size[1] = single,
        Meaning::Depth => form.size[2] = single,
        Meaning::Count => form.count = whole(number, "a count")?,
        Meaning::Boxes => (form.count, form.shape) = (whole(number, "a count")?, NumbersShape::Box),
        Meaning::Balls => (form.count, form.shape) = (whole(number, "a count")?, NumbersShape::Sphere),
        Meaning::Gap => form.gap = single,
        Meaning::DropHeight => form.drop_height = single,
        Meaning::Slope => form.slope_degrees = single,
        Meaning::Velocity => form.velocity = [single, 0.0, 0.0],
        Meaning::AngularVelocity => form.angular_velocity = [0.0, single, 0.0],
        Meaning::WarmStart => (settings.solver.warm_start, settings.solver.warm_start_friction) = (single, single),
        Meaning::Baumgarte => {
            settings.solver.baumgarte = single;
            settings.solver.position_correction = PositionCorrection::Baumgarte;
            settings.solver.method = SolverMethod::SequentialImpulse;
        }
        Meaning::Slop => settings.solver.slop = single,
        Meaning::PushOut => settings.solver.max_push_out_speed = single,
        Meaning::Ccd | Meaning::Sleep => return set_word(form, meaning, if number == 0.0 { "false" } else { "true" }),
        Meaning::Solver | Meaning::Shape | Meaning::Arrangement => return Err("a word was expected".to_owned()),
    }
    Ok(format!("{}: {number}", meaning.name()))
}

pub(super) fn set_vector(form: &mut NumbersForm, meaning: Meaning, v: [f64; 3]) -> Said {
    match meaning {
        Meaning::Gravity if v[1] == 0.0 && v[2] != 0.0 => {
            // Elsewhere z points up; here y does.
            form.settings.gravity = all([v[0], v[2], 0.0]);
            return Ok(format!("gravity: {} along y, which points up here", v[2]));
        }
        Meaning::Gravity => form.settings.gravity = all(v),
        Meaning::Size => form.size = all(v),
        Meaning::HalfSize => form.size = all(v.map(|half| 2.0 * half)),
        Meaning::Velocity => form.velocity = all(v),
        Meaning::AngularVelocity => form.angular_velocity = all(v),
        _ => return Err("one number was expected".to_owned()),
    }
    Ok(format!("{}: {}, {}, {}", meaning.name(), v[0], v[1], v[2]))
}

fn is_on(word: &str) -> Option<bool> {
    match word {
        "true" | "on" | "yes" | "enabled" | "1" => Some(true),
        "false" | "off" | "no" | "disabled" | "none" | "0" => Some(false),
        _ => None,
    }
}

pub(super) fn set_word(form: &mut NumbersForm, meaning: Meaning, word: &str) -> Said {
    let settings = &mut form.settings;
    let unknown = || Err(String::new());
    let has = |parts: &[&str]| parts.iter().any(|part| word.contains(part));
    match meaning {
        Meaning::Shape => {
            form.shape = if has(&["box", "cube", "cuboid", "crate"]) {
                NumbersShape::Box
            } else if has(&["sphere", "ball"]) {
                NumbersShape::Sphere
            } else if has(&["capsule"]) {
                NumbersShape::Capsule
            } else {
                return unknown();
            };
        }
        Meaning::Arrangement => {
            form.arrangement = if has(&["stack", "tower", "column"]) {
                Arrangement::Stack
            } else if has(&["pyramid"]) {
                Arrangement::Pyramid
            } else if has(&["wall"]) {
                Arrangement::Wall
            } else if has(&["row", "line"]) {
                Arrangement::Row
            } else if has(&["single", "one"]) {
                Arrangement::Single
            } else {
                return unknown();
            };
        }
        Meaning::Ccd => {
            let is_on = is_on(word);
            if is_on == Some(false) || has(&["discrete"]) {
                settings.ccd.mode = CcdMode::Off;
            } else if has(&["speculative"]) {
                (settings.ccd.mode, settings.ccd.bodies) = (CcdMode::Speculative, CcdBodies::All);
            } else if is_on == Some(true) || has(&["continuous", "linearcast", "sweep"]) {
                (settings.ccd.mode, settings.ccd.bodies) = (CcdMode::NonlinearSweep, CcdBodies::All);
            } else {
                return unknown();
            }
        }
        Meaning::WarmStart => match is_on(word) {
            Some(on) => return set_number(form, meaning, f64::from(u8::from(on))),
            None => return unknown(),
        },
        Meaning::Sleep => match is_on(word) {
            Some(on) => (form.can_sleep, settings.sleep.enabled) = (on, on),
            None => return unknown(),
        },
        Meaning::Solver => {
            settings.solver.method = if has(&["jacobi"]) {
                SolverMethod::Jacobi
            } else if has(&["tgs", "soft"]) {
                SolverMethod::Soft
            } else if has(&["block"]) {
                SolverMethod::Block
            } else if has(&["pgs", "sequential", "gaussseidel", "impulse"]) || word == "si" {
                SolverMethod::SequentialImpulse
            } else {
                return unknown();
            };
        }
        _ => return Err("a number was expected".to_owned()),
    }
    Ok(format!("{}: {word}", meaning.name()))
}

impl Meaning {
    const fn name(self) -> &'static str {
        match self {
            Self::Step => "time step",
            Self::Hertz => "steps per second",
            Self::Substeps => "substeps",
            Self::VelocityIterations => "iterations",
            Self::PositionIterations => "position iterations",
            Self::Solver => "solver",
            Self::Gravity => "gravity",
            Self::Friction | Self::StaticFriction => "friction",
            Self::Restitution => "restitution",
            Self::RestitutionThreshold => "restitution threshold",
            Self::Mass => "mass",
            Self::Density => "density",
            Self::LinearDamping => "linear damping",
            Self::AngularDamping => "angular damping",
            Self::Size | Self::HalfSize => "size",
            Self::Radius => "radius",
            Self::Diameter => "diameter",
            Self::Width => "width",
            Self::Height => "height",
            Self::Depth => "depth",
            Self::Shape => "shape",
            Self::Count | Self::Boxes | Self::Balls => "count",
            Self::Arrangement => "arrangement",
            Self::Gap => "gap",
            Self::DropHeight => "drop height",
            Self::Slope => "slope",
            Self::Velocity => "velocity",
            Self::AngularVelocity => "angular velocity",
            Self::Ccd => "continuous collision detection",
            Self::WarmStart => "warm starting",
            Self::Sleep => "sleep",
            Self::Baumgarte => "Baumgarte factor",
            Self::Slop => "slop",
            Self::PushOut => "largest push-out speed",
        }
    }
}

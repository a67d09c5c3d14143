//! Inside a step: the velocities of the moment, and the change of impulse that has just been made.

use super::palette as p;
use super::{LegendEntry, LegendMark, Mark, Overlay, OverlayOptions, Primitive, Scale};
use crate::instrument::{BodyKind, RunHeader};
use crate::math::Vec3;
use crate::session::Microscope;

/// What the arrows mean.
pub const MICROSCOPE_LEGEND: &[LegendEntry] = &[
    LegendEntry { mark: LegendMark::Arrow, color: p::VELOCITY, text: "velocity now" },
    LegendEntry { mark: LegendMark::Arrow, color: p::ANGULAR_VELOCITY, text: "angular velocity now" },
    LegendEntry { mark: LegendMark::Arrow, color: p::IMPULSE, text: "impulse change, on B" },
];

/// Overlays that say something about the end of the step would contradict what is drawn of the moment.
pub fn inside_step(options: &OverlayOptions) -> OverlayOptions {
    let mut inside = options.clone();
    let ends = [Overlay::Normals, Overlay::Impulses, Overlay::Friction, Overlay::Aabbs, Overlay::Velocity];
    for overlay in ends.into_iter().chain(super::drift::DRIFT_OVERLAYS) {
        inside.set_shown(overlay, false);
    }
    inside
}

/// Length of the longest velocity arrow, in typical body sizes.
const LONGEST: f32 = 1.6;

/// The largest speed, m/s, and the largest angular speed, rad/s, that any body has at any moment of the step at which
/// all bodies are known. Arrows are drawn to these, so that they can be compared through the step.
pub fn largest_speeds(scope: &Microscope, header: &RunHeader) -> (f32, f32) {
    let moving = |index: usize| header.bodies.get(index).is_some_and(|body| body.kind != BodyKind::Static);
    let states = scope.log().stages().iter().map(|stage| &stage.bodies[..]).chain([scope.log().start()]);
    let mut largest = (0.0_f32, 0.0_f32);
    for (index, state) in states.flat_map(|bodies| bodies.iter().enumerate()) {
        if moving(index) {
            largest.0 = largest.0.max(state.velocity.length());
            largest.1 = largest.1.max(state.angular_velocity.length());
        }
    }
    largest
}

/// Arrows for one moment.
pub fn push_microscope(scope: &Microscope, header: &RunHeader, out: &mut Vec<Primitive>) {
    let scale = Scale::of(header);
    let (speed, spin) = largest_speeds(scope, header);
    // Rounding turns every body a little: what is nothing beside the speeds of the step is not made large.
    let speed = speed.max(1e-3 * header.gravity.length() * header.dt);
    let spin = spin.max(1e-2 * speed / scale.length);
    // Pseudo-velocities may be faster than any velocity between stages.
    let arrow = |v: Vec3, largest: f32| (v / largest).clamp_length_max(1.5) * (LONGEST * scale.length);
    let moving = header.bodies.iter().zip(scope.bodies()).filter(|(info, _)| info.kind != BodyKind::Static);
    for (_, state) in moving {
        let from = state.position;
        for (vector, largest, color, width) in
            [(state.velocity, speed, p::VELOCITY, 3.0), (state.angular_velocity, spin, p::ANGULAR_VELOCITY, 2.0)]
        {
            if vector.is_finite() && largest > 0.0 && vector.length() > 0.02 * largest {
                out.push(Primitive::Arrow { from, to: from + arrow(vector, largest), width, color });
            }
        }
    }
    let Some((line, sample)) = scope.place().and_then(|(line, _)| Some((&scope.matrix().lines[line], scope.sample()?)))
    else {
        return;
    };
    let Some(at) = line.place else { return };
    let toward = line.direction.normalize_or_zero() * if sample.delta_lambda < 0.0 { -1.0 } else { 1.0 };
    if sample.delta_lambda != 0.0 {
        let to = at + toward * (0.9 * scale.length);
        out.push(Primitive::Arrow { from: at, to, width: 4.0, color: p::IMPULSE });
    }
    out.push(Primitive::Point { at, size: 17.0, mark: Mark::Ring, color: p::IMPULSE });
}

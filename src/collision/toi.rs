//! Time of impact: when two moving shapes first come as near as a given gap.
//!
//! Conservative advancement with planes. At time t GJK gives the shortest connection with the unit normal n (A to B)
//! and the gap d. The plane across n has all of A on one side and all of B on the other. A is advanced until the
//! first of its vertices can have come closer to B's farthest reach than the wanted gap; then GJK looks again. The
//! height of vertex i over the plane, with x its place relative to the centre that moves at v and ω the turn of the
//! whole motion, is
//!
//! ```text
//! h_i(t)  = h_i + t n·v + n·(R(t) x_i − x_i)
//! h_i(t) ≥ h_i + t n·(v + ω × x_i) − ½ t² |ω|² |x_i⊥|,      x_i⊥ = x_i without its part along ω
//! ```
//!
//! since no point of a turning body accelerates by more than |ω|² times its distance from the axis. The first root of
//! the lower bound is a safe step: nothing can have passed before. Without rotation the bound is exact and the steps
//! are those of Newton on a convex function; with it a rolling wheel, whose lowest vertex stands still, still makes
//! large steps, where the usual bound |ω| r would creep. Sources: Mirtich, "Impulse-based Dynamic Simulation of Rigid
//! Body Systems", 1996 (conservative advancement); van den Bergen, *Game Physics Pearls*, chapter 5 (the linear case
//! as a ray cast on A − B).

use super::PairCache;
use super::convex::Core;
use super::query::{DistanceResult, distance};
use crate::geometry::Shape;
use crate::math::{Pose, Quat, Vec3};

/// Looks of GJK per pair: a tumbling rod needs up to 30; when the limit is reached the motion ends where it is safe.
const MAX_LOOKS: u32 = 200;

/// Motion of a shape from time 0 to time 1: a straight line for one point and a turn about it at constant rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionSweep {
    /// Pose of the moving frame at time 0; its origin moves straight (the centre of mass).
    pub start: Pose,
    /// m, over the whole motion.
    pub displacement: Vec3,
    /// rad, world axes, over the whole motion; zero for the linear sweep.
    pub turn: Vec3,
}

impl MotionSweep {
    /// Something that stays where it is.
    pub const fn still(pose: Pose) -> Self {
        Self { start: pose, displacement: Vec3::ZERO, turn: Vec3::ZERO }
    }

    /// From one pose to another by the shorter turn.
    pub fn between(start: &Pose, end: &Pose) -> Self {
        let turn = end.rotation * start.rotation.conjugate();
        let turn = if turn.w < 0.0 { -turn } else { turn };
        Self { start: *start, displacement: end.translation - start.translation, turn: turn.to_scaled_axis() }
    }

    /// The same way without the turn.
    #[must_use]
    pub const fn without_turn(mut self) -> Self {
        self.turn = Vec3::ZERO;
        self
    }

    /// Where the frame is at time t, 0 to 1.
    pub fn at(&self, t: f32) -> Pose {
        let rotation = if self.turn == Vec3::ZERO {
            self.start.rotation
        } else {
            (Quat::from_scaled_axis(self.turn * t) * self.start.rotation).normalize()
        };
        Pose::new(self.start.translation + self.displacement * t, rotation)
    }
}

/// A shape with its place in a moving frame.
#[derive(Clone, Copy, Debug)]
pub struct MovingShape<'a> {
    pub shape: &'a Shape,
    pub frame_from_shape: Pose,
    pub sweep: MotionSweep,
}

impl MovingShape<'_> {
    pub fn pose(&self, t: f32) -> Pose {
        self.sweep.at(t).mul(&self.frame_from_shape)
    }

    /// Fastest approach of any point along `n` that the turn can add, m per motion.
    fn turn_reach(&self, n: Vec3) -> f32 {
        if self.sweep.turn == Vec3::ZERO {
            return 0.0;
        }
        let reach = self.frame_from_shape.translation.length() + self.shape.bounding_radius();
        n.cross(self.sweep.turn).length() * reach
    }
}

/// When two moving shapes meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeOfImpact {
    /// They stay farther apart than the gap.
    Apart,
    /// They are as near as the gap from the start, or overlap: contact generation has to deal with them.
    Touching,
    Impact(Impact),
}

/// The first moment at which two shapes are as near as the wanted gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// Share of the motion, 0 to 1.
    pub time: f32,
    /// World, unit, from A to B.
    pub normal: Vec3,
    /// Surface point of A, world, m.
    pub point: Vec3,
    /// How deep A would be below B's surface along the normal at time 1, m, if B stood still from the impact on.
    pub depth_at_end: f32,
    /// Looks of GJK.
    pub looks: u32,
}

/// The first time at which A and B are nearer than `gap` (m, > 0), from 0 to 1.
///
/// A is advanced vertex by vertex; of B only the fastest point counts, so that B had better be the calmer one.
/// Compounds have no single time (the caller takes their parts) and stay apart here, as do two half-spaces.
pub fn time_of_impact(a: &MovingShape<'_>, b: &MovingShape<'_>, gap: f32) -> TimeOfImpact {
    let is_simple = |shape: &Shape| !matches!(shape, Shape::Compound(_));
    let both_flat = matches!((a.shape, b.shape), (Shape::HalfSpace(_), Shape::HalfSpace(_)));
    if !is_simple(a.shape) || !is_simple(b.shape) || both_flat {
        return TimeOfImpact::Apart;
    }
    let mut cache = PairCache::default();
    let mut t = 0.0_f32;
    let mut last_normal = Vec3::ZERO;
    for look in 1..=MAX_LOOKS {
        let found = distance(a.shape, &a.pose(t), b.shape, &b.pose(t), &mut cache);
        // At the start only what is farther away than the gap can still arrive.
        let is_there = found.distance <= gap * 1.25 || found.normal == Vec3::ZERO;
        if is_there && t == 0.0 {
            return TimeOfImpact::Touching;
        }
        let normal = if found.normal == Vec3::ZERO { last_normal } else { found.normal };
        if is_there || look == MAX_LOOKS {
            return TimeOfImpact::Impact(impact(a, b, t, normal, &found, look));
        }
        last_normal = normal;
        let ahead = safe_step(a, b, t, normal, found.distance - gap);
        if t + ahead >= 1.0 {
            return TimeOfImpact::Apart;
        }
        // Rounding must not make the search stand still.
        t = (t + ahead).max(t.next_up());
    }
    TimeOfImpact::Apart
}

fn impact(
    a: &MovingShape<'_>,
    b: &MovingShape<'_>,
    t: f32,
    normal: Vec3,
    found: &DistanceResult,
    looks: u32,
) -> Impact {
    let end = a.pose(1.0);
    let farthest = end.transform_point(a.shape.support(end.inverse_transform_vector(normal)));
    // The plane across the normal rides on B.
    let shift = b.sweep.displacement * (1.0 - t);
    let depth_at_end = normal.dot(farthest - found.point_b - shift);
    Impact { time: t, normal, point: found.point_a, depth_at_end, looks }
}

/// How far time can go on before some vertex of A has come closer by `room` (m) along the plane across `n`.
fn safe_step(a: &MovingShape<'_>, b: &MovingShape<'_>, t: f32, n: Vec3, room: f32) -> f32 {
    let (v, turn) = (a.sweep.displacement, a.sweep.turn);
    // Speed along n at which B comes to meet A, at most.
    let meeting = -n.dot(b.sweep.displacement) + b.turn_reach(n);
    let approach = n.dot(v) + meeting;
    if turn == Vec3::ZERO {
        return if approach > 0.0 { room / approach } else { f32::INFINITY };
    }
    let frame = a.sweep.at(t);
    let rate = turn.length();
    let axis = turn / rate;
    let mut highest = f32::NEG_INFINITY;
    for_each_core_vertex(a.shape, |local| {
        highest = highest.max(n.dot(frame.rotation * a.frame_from_shape.transform_point(local)));
    });
    let mut step = f32::INFINITY;
    for_each_core_vertex(a.shape, |local| {
        let x = frame.rotation * a.frame_from_shape.transform_point(local);
        let room = room + (highest - n.dot(x));
        let speed = approach + n.dot(turn.cross(x));
        let acceleration = rate * rate * (x - axis * axis.dot(x)).length();
        step = step.min(first_time(room, speed, acceleration));
    });
    // A full turn at once would leave the range in which the bound is of any use.
    step.min(1.0 / rate.max(1.0))
}

/// Smallest t ≥ 0 with speed·t + ½·acceleration·t² = room, for room > 0.
fn first_time(room: f32, speed: f32, acceleration: f32) -> f32 {
    let discriminant = speed.mul_add(speed, 2.0 * acceleration * room);
    let denominator = speed + discriminant.max(0.0).sqrt();
    // The form without cancellation for speeds of either sign; nothing moves when both are zero.
    if denominator > 0.0 { 2.0 * room / denominator } else { f32::INFINITY }
}

/// Vertices of the shape without its radius: a sphere about the centre of the frame does not feel its turning.
fn for_each_core_vertex(shape: &Shape, mut f: impl FnMut(Vec3)) {
    match Core::of(shape) {
        Some((Core::Point, _)) | None => f(Vec3::ZERO),
        Some((Core::Segment(h), _)) => {
            f(Vec3::new(0.0, -h, 0.0));
            f(Vec3::new(0.0, h, 0.0));
        }
        Some((Core::Cuboid(h), _)) => {
            for corner in 0..8 {
                let side = |bit: usize, h: f32| if corner >> bit & 1 == 1 { h } else { -h };
                f(Vec3::new(side(0, h.x), side(1, h.y), side(2, h.z)));
            }
        }
        Some((Core::Vertices(vertices), _)) => vertices.iter().copied().for_each(f),
    }
}

#[cfg(test)]
mod tests;

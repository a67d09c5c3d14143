//! Continuous collision detection: nothing fast passes through a wall.
//!
//! The modes `early_engage` and `speculative` act before the solver: contacts reach ahead ([`reach`]). The sweeps act
//! after it ([`advance`]): the way of each body from the start of the step to where the solver took it is searched
//! for the first impact, and the body is put back to it. What is done then is `ccd.on_impact`.
//!
//! A sweep that stopped at everything would make bodies lose time where ordinary contacts do better: a box that slides
//! over the seam of two floor tiles touches the second one, half a millimetre below its top. So an impact counts only
//! if the **core** of the body, which is the shape without an outer layer of a quarter of its thickness, hits as well:
//! an overlap that stays in the layer is found by the next contact generation, and pushed out on the right side.
//! Bodies that touch an obstacle from the start (a rod that tips over) are swept by their core alone; `linear_sweep`,
//! the classical method, leaves those to the contacts, and so lets the rod turn through.
//!
//! Source: book, section 2.6.2; the core after Catto, "Box2D continuous collision" (2024).

use super::body::{Body, BodyId, BodyState, BodyType, Collider};
use super::probe::{Probe, Stage};
use super::settings::{CcdBodies, CcdMode, OnImpact, StepSettings};
use super::solver;
use super::world::World;
use crate::collision::{Impact, MotionSweep, MovingShape, TimeOfImpact, time_of_impact};
use crate::geometry::{Aabb, Capsule, Cuboid, Shape, Sphere};
use crate::math::{Pose, Vec3, rotate_inertia};

/// Distance at which a swept body comes to a halt, m: small enough to be in touch for the next contact generation.
pub(super) const GAP: f32 = 5e-4;

/// Thickness of the outer layer, in thicknesses of the shape.
const LAYER: f32 = 0.25;

/// Impacts of one body in one step that are solved (`substep`); a ball in a wedge could go on for ever.
const MAX_IMPACTS: u32 = 8;

/// Buffers, and the poses from which the step began.
#[derive(Default)]
pub(super) struct CcdScratch {
    start_poses: Vec<Pose>,
    swept: Vec<u32>,
    /// Swept body and contact, sorted.
    obstacles: Vec<(u32, u32)>,
}

impl World {
    /// Remembers where the step begins.
    pub(super) fn note_start_poses(&mut self, settings: &StepSettings) {
        let poses = &mut self.scratch.ccd.start_poses;
        poses.clear();
        if settings.ccd.mode.sweeps() {
            poses.extend(self.states[..self.bodies.len()].iter().map(BodyState::world_from_body));
        }
    }
}

/// Gap up to which contacts of two bodies are made, m: the speculative distance, and what reaching ahead adds.
pub(super) fn reach(bodies: &[Body], states: &[BodyState], settings: &StepSettings, a: BodyId, b: BodyId) -> f32 {
    let distance = settings.narrow_phase.speculative_distance;
    let mode = settings.ccd.mode;
    if mode.sweeps() {
        // A body that was stopped at the surface has to be in touch.
        return distance.max(2.0 * GAP);
    }
    if !mode.reaches_ahead() {
        return distance;
    }
    let (state_a, state_b) = (&states[a.index()], &states[b.index()]);
    let is_chosen = |id: BodyId| {
        let body = &bodies[id.index()];
        let way = states[id.index()].velocity.length() * settings.time.dt;
        body.body_type == BodyType::Dynamic && is_chosen(settings, body.ccd, way, body.min_extent)
    };
    if !is_chosen(a) && !is_chosen(b) {
        return distance;
    }
    let h = settings.time.dt / settings.time.substeps.max(1) as f32;
    let speed = (state_b.velocity - state_a.velocity).length() + Vec3::from(settings.gravity).length() * h;
    distance + speed * h
}

fn is_chosen(settings: &StepSettings, is_marked: bool, way: f32, min_extent: f32) -> bool {
    match settings.ccd.bodies {
        CcdBodies::All => way > 0.0,
        CcdBodies::Marked => is_marked,
        CcdBodies::Fast => way > settings.ccd.fast_threshold * min_extent,
    }
}

/// Puts every swept body back to its first impact, in the order of the bodies.
pub(super) fn advance<P: Probe>(world: &mut World, settings: &StepSettings, probe: &mut P) {
    if !settings.ccd.mode.sweeps() {
        return;
    }
    world.stage(0, Stage::Ccd, probe, |world, probe| {
        let mut swept = std::mem::take(&mut world.scratch.ccd.swept);
        let mut obstacles = std::mem::take(&mut world.scratch.ccd.obstacles);
        swept.clear();
        swept.extend((0..world.bodies.len() as u32).filter(|&body| is_swept(world, settings, body as usize)));
        obstacles.clear();
        if !swept.is_empty() {
            for (index, contact) in world.contacts.iter().enumerate() {
                for body in [contact.body_a.0, contact.body_b.0] {
                    if swept.binary_search(&body).is_ok() {
                        obstacles.push((body, index as u32));
                    }
                }
            }
            obstacles.sort_unstable();
        }
        for &body in &swept {
            let begin = obstacles.partition_point(|o| o.0 < body);
            let end = obstacles.partition_point(|o| o.0 <= body);
            sweep_body(world, settings, body as usize, &obstacles[begin..end], probe);
        }
        world.scratch.ccd.swept = swept;
        world.scratch.ccd.obstacles = obstacles;
    });
}

fn is_swept(world: &World, settings: &StepSettings, index: usize) -> bool {
    let (body, state) = (&world.bodies[index], &world.states[index]);
    if body.body_type != BodyType::Dynamic || body.is_asleep {
        return false;
    }
    let start = &world.scratch.ccd.start_poses[index];
    let mut way = (state.position - start.translation).length();
    if settings.ccd.mode == CcdMode::NonlinearSweep {
        way += 2.0 * (state.rotation * start.rotation.conjugate()).xyz().length() * body.radius;
    }
    is_chosen(settings, body.ccd, way, body.min_extent)
}

fn sweep_body<P: Probe>(
    world: &mut World,
    settings: &StepSettings,
    body: usize,
    contacts: &[(u32, u32)],
    probe: &mut P,
) {
    let is_linear = settings.ccd.mode == CcdMode::LinearSweep;
    let mut path = MotionSweep::between(&world.scratch.ccd.start_poses[body], &world.states[body].world_from_body());
    // Share of the step that is left.
    let mut left = 1.0_f32;
    for number in 0..MAX_IMPACTS {
        let checked = if is_linear { path.without_turn() } else { path };
        let Some(hit) = first_hit(world, settings, body, &checked, contacts, 1.0 - left) else {
            if number > 0 {
                place(world, settings, body, &path.at(1.0));
            }
            return;
        };
        place(world, settings, body, &hit.pose);
        world.counters.impacts += 1;
        left *= 1.0 - hit.time;
        let Some(contact) = hit.contact.filter(|_| settings.ccd.on_impact == OnImpact::Substep && left > 0.0) else {
            return;
        };
        let time = left * settings.time.dt;
        world.detect_at_impact(settings, contact as usize);
        solver::solve_impact(world, settings, contact as usize, time, probe);
        let state = &world.states[body];
        path = MotionSweep {
            start: state.world_from_body(),
            displacement: state.velocity * time,
            turn: state.angular_velocity * time,
        };
    }
}

/// Moves a body; what depends on its orientation follows.
fn place(world: &mut World, settings: &StepSettings, index: usize, pose: &Pose) {
    let local = World::effective_inv_inertia(&world.bodies[index], settings);
    let state = &mut world.states[index];
    state.position = pose.translation;
    state.rotation = pose.rotation;
    state.inv_inertia = rotate_inertia(state.rotation, &local);
}

struct Hit {
    /// Share of the motion.
    time: f32,
    pose: Pose,
    /// The contact of the two colliders, if the broad phase foresaw that they would meet.
    contact: Option<u32>,
}

/// The earliest hit; of equals, the first obstacle.
fn first_hit(
    world: &World,
    settings: &StepSettings,
    body: usize,
    sweep: &MotionSweep,
    contacts: &[(u32, u32)],
    since: f32,
) -> Option<Hit> {
    let mut first: Option<Hit> = None;
    let mut look = |own: &Collider, other: &Collider, contact: Option<u32>| {
        let Some(motion) = motion_of_obstacle(world, settings, other.body.index(), since) else { return };
        let Some(impact) = impact_with(settings, own, sweep, other, motion) else { return };
        if first.as_ref().is_none_or(|f| impact.time < f.time) {
            let mut pose = sweep.at(impact.time);
            // An animated obstacle goes on until the end of the step, and pushes the body before it.
            let pushed = impact.normal.dot(motion.displacement).min(0.0) * (1.0 - impact.time);
            pose.translation += impact.normal * pushed;
            first = Some(Hit { time: impact.time, pose, contact });
        }
    };
    for &(_, index) in contacts {
        let contact = &world.contacts[index as usize];
        let (a, b) = (&world.colliders[contact.collider_a as usize], &world.colliders[contact.collider_b as usize]);
        let (own, other) = if contact.body_a.index() == body { (a, b) } else { (b, a) };
        look(own, other, Some(index));
    }
    // A body that was driven out of the bounds foreseen for it may meet anybody.
    let entry = &world.bodies[body];
    let own = entry.first_collider..entry.first_collider + entry.collider_count;
    for index in own {
        let collider = &world.colliders[index as usize];
        let bounds = swept_bounds(collider, sweep).expanded(settings.broad_phase.margin);
        if world.scratch.proxies[index as usize].aabb.contains(&bounds) {
            continue;
        }
        for (other, proxy) in world.colliders.iter().zip(&world.scratch.proxies) {
            if other.body.index() != body
                && proxy.aabb.overlaps(&bounds)
                && !world.are_jointed(body, other.body.index())
            {
                look(collider, other, None);
            }
        }
    }
    first
}

/// Bounds of a collider on its whole way.
fn swept_bounds(collider: &Collider, sweep: &MotionSweep) -> Aabb {
    let at = |t: f32| collider.shape.aabb(&sweep.at(t).mul(&collider.body_from_shape));
    let reach = collider.body_from_shape.translation.length() + collider.shape.bounding_radius();
    // Between the ends a turning point leaves the chord by at most angle²/8 times its distance from the axis.
    let bulge = 0.125 * sweep.turn.length_squared() * reach;
    at(0.0).union(&at(1.0)).expanded(bulge.min(2.0 * reach))
}

/// How an obstacle moves while the rest of the step passes; `None` for bodies that are none for this sweep.
fn motion_of_obstacle(world: &World, settings: &StepSettings, other: usize, since: f32) -> Option<MotionSweep> {
    let now = world.states[other].world_from_body();
    match world.bodies[other].body_type {
        BodyType::Static => Some(MotionSweep::still(now)),
        BodyType::Animated => {
            let whole = MotionSweep::between(&world.scratch.ccd.start_poses[other], &now);
            let left = 1.0 - since;
            Some(MotionSweep {
                start: whole.at(since),
                displacement: whole.displacement * left,
                turn: whole.turn * left,
            })
        }
        // Dynamic bodies stand where the solver has put them: two of them are not swept against each other's way.
        BodyType::Dynamic => (settings.ccd.bodies != CcdBodies::Fast).then(|| MotionSweep::still(now)),
    }
}

/// The impact of a collider on its way with an obstacle, if it is one that contacts would come too late for.
fn impact_with(
    settings: &StepSettings,
    own: &Collider,
    sweep: &MotionSweep,
    other: &Collider,
    motion: MotionSweep,
) -> Option<Impact> {
    let layer = if settings.ccd.bodies == CcdBodies::All { GAP } else { LAYER * own.shape.min_extent() };
    let (core, place) = core(&own.shape, layer);
    let moving = |shape, inner: Pose| MovingShape { shape, frame_from_shape: inner, sweep: *sweep };
    let obstacle = MovingShape { shape: &other.shape, frame_from_shape: other.body_from_shape, sweep: motion };
    let is_thorough = settings.ccd.mode == CcdMode::NonlinearSweep;
    let deep = match time_of_impact(&moving(&core, own.body_from_shape.mul(&place)), &obstacle, GAP) {
        TimeOfImpact::Impact(deep) => deep,
        TimeOfImpact::Apart => return None,
        // Deeper than the layer already, as a rod is with the end that hit: its middle at least must not pass.
        TimeOfImpact::Touching if is_thorough => {
            let middle = Shape::Sphere(Sphere { radius: 0.0 });
            let center = own.body_from_shape.mul(&Pose::from_translation(center(&own.shape)));
            let TimeOfImpact::Impact(impact) = time_of_impact(&moving(&middle, center), &obstacle, GAP) else {
                return None;
            };
            return Some(impact);
        }
        TimeOfImpact::Touching => return None,
    };
    match time_of_impact(&moving(&own.shape, own.body_from_shape), &obstacle, GAP) {
        TimeOfImpact::Impact(impact) => Some(impact),
        TimeOfImpact::Touching if is_thorough => Some(deep),
        TimeOfImpact::Touching | TimeOfImpact::Apart => None,
    }
}

/// The middle of a shape in its own frame.
fn center(shape: &Shape) -> Vec3 {
    match shape {
        Shape::Hull(hull) => hull.local_aabb().center(),
        _ => Vec3::ZERO,
    }
}

/// The shape without an outer layer (m), and its pose in the shape's frame. Of a hull only a ball in its middle.
fn core(shape: &Shape, layer: f32) -> (Shape, Pose) {
    let core = match shape {
        Shape::Cuboid(c) => Shape::Cuboid(Cuboid { half_extents: (c.half_extents - layer).max(Vec3::ZERO) }),
        Shape::Sphere(s) => Shape::Sphere(Sphere { radius: (s.radius - layer).max(0.0) }),
        Shape::Capsule(c) => {
            Shape::Capsule(Capsule { half_height: c.half_height, radius: (c.radius - layer).max(0.0) })
        }
        Shape::Hull(hull) => {
            let ball = Shape::Sphere(Sphere { radius: (0.5 * hull.min_extent() - layer).max(0.0) });
            return (ball, Pose::from_translation(center(shape)));
        }
        // Neither moves as a collider of a dynamic body.
        Shape::HalfSpace(_) | Shape::Compound(_) => shape.clone(),
    };
    (core, Pose::IDENTITY)
}

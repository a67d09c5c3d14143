//! Speeds: what travels farther in a step than it, and what it runs into, is thick.

use super::{Finding, Findings, Scene, length, number, pairs};
use crate::collision::{PairCache, distance, penetration};
use crate::dynamics::{BodyType, CcdBodies, CcdMode};
use crate::geometry::{Aabb, HALF_SPACE_BOUND};
use crate::math::{Pose, Vec3};
use crate::preset::schema::{BodyPath, DrivenBy, Interpolation};
use crate::session::Item;
use std::collections::BTreeSet;

/// Pairs of bodies that are looked at; beyond that only the bodies' own speeds are.
const MOST_PAIRS: usize = 250_000;
/// How far ahead is looked, m and s.
const FARTHEST: f32 = 1e4;
const LOOK_AHEAD_SECS: f32 = 10.0;
const MOST_LOOKS: u32 = 40;

/// What is where at the start.
struct Around {
    bounds: Vec<Option<Aabb>>,
    /// Pairs that do not collide.
    apart: BTreeSet<(usize, usize)>,
}

pub(super) fn find(findings: &mut Findings<'_>) {
    let scene = findings.scene;
    let bodies = scene.world().bodies();
    let has_room = bodies.len() * bodies.len() <= MOST_PAIRS;
    let around = Around {
        bounds: (0..bodies.len()).map(|body| bounds_of(scene, body)).collect(),
        apart: pairs::kept_apart(scene),
    };
    let gravity = Vec3::from(scene.instance.settings.gravity);
    for body in (0..bodies.len()).filter(|body| scene.is_dynamic(*body)) {
        let state = &scene.world().states()[body];
        if !is_watched(scene, body, state.velocity.length()) {
            let target = has_room.then(|| first_hit(scene, &around, body, state.velocity)).flatten();
            at_start(findings, body, target.map(|(target, _)| target));
        }
        if has_room {
            fall(findings, &around, body, gravity * bodies[body].gravity_scale);
        }
    }
    animated(findings);
}

/// Time between two looks for contacts, s.
fn look(scene: Scene<'_>) -> f32 {
    let time = &scene.instance.settings.time;
    time.dt / time.substeps.max(1) as f32
}

/// Whether continuous collision detection takes care of a body at that speed.
fn is_watched(scene: Scene<'_>, body: usize, speed: f32) -> bool {
    let settings = &scene.instance.settings;
    let ccd = &settings.ccd;
    if ccd.mode == CcdMode::Off {
        return false;
    }
    let body = scene.body(body);
    match ccd.bodies {
        CcdBodies::All => true,
        CcdBodies::Fast => speed * settings.time.dt > ccd.fast_threshold * body.min_extent,
        CcdBodies::Marked => body.ccd,
    }
}

/// Thickness that a body and what it meets must not be jumped over, m; nothing endless is.
fn thickness(scene: Scene<'_>, body: usize, target: Option<usize>) -> f32 {
    let own = scene.body(body).min_extent;
    own + target.map_or(0.0, |target| scene.body(target).min_extent)
}

fn at_start(findings: &mut Findings<'_>, body: usize, target: Option<usize>) {
    let scene = findings.scene;
    let speed = scene.world().states()[body].velocity.length();
    let way = speed * look(scene);
    if way > thickness(scene, body, target) {
        let text = format!(
            "{} starts at {} m/s: {} between two looks for contacts, and it is {} thick{}. It may pass through without ever \
             being seen inside. Continuous collision detection or substeps help.",
            scene.name(body),
            number(speed),
            length(way),
            length(scene.body(body).min_extent),
            ahead(scene, target)
        );
        let place = scene.place(body, "velocity");
        let bodies = std::iter::once(body).chain(target).collect();
        findings.add("fast", Finding { bodies, place, text, artifact: "tunnelling", size: 3.0 });
    }
}

fn ahead(scene: Scene<'_>, target: Option<usize>) -> String {
    target.map_or_else(String::new, |target| {
        format!(", and {} ahead of it {}", scene.name(target), length(scene.body(target).min_extent))
    })
}

/// What a body falls onto from its start, and how fast it is then.
fn fall(findings: &mut Findings<'_>, around: &Around, body: usize, gravity: Vec3) {
    let scene = findings.scene;
    let Some(down) = gravity.try_normalize() else { return };
    let Some((target, height)) = first_hit(scene, around, body, down) else { return };
    if height <= 1e-3 {
        return;
    }
    pairs::masses_in_contact(findings, body, target, down);
    let start = scene.world().states()[body].velocity;
    let along = start.dot(down);
    // Energy: what speed is had after the free way.
    let speed =
        ((along * along + 2.0 * gravity.length() * height).max(0.0) + (start - down * along).length_squared()).sqrt();
    let way = speed * look(scene);
    if way > thickness(scene, body, Some(target)) && !is_watched(scene, body, speed) {
        let text = format!(
            "{} falls {} onto {} and will be {} m/s fast: {} between two looks for contacts, while the two are {} and {} \
             thick. It may pass through. Continuous collision detection or substeps help.",
            scene.name(body),
            length(height),
            scene.name(target),
            number(speed),
            length(way),
            length(scene.body(body).min_extent),
            length(scene.body(target).min_extent)
        );
        let place = scene.place(body, "position");
        findings
            .add("falls fast", Finding { bodies: vec![body, target], place, text, artifact: "tunnelling", size: 2.0 });
    }
}

fn bounds_of(scene: Scene<'_>, body: usize) -> Option<Aabb> {
    let world = scene.world();
    let body = &world.bodies()[body];
    let colliders = &world.colliders()[body.first_collider as usize..][..body.collider_count as usize];
    let all = colliders.iter().map(|collider| collider.shape.aabb(&world.world_from_shape(collider)));
    all.reduce(|a, b| a.union(&b))
}

/// The first body in the way of another one that goes straight along `direction`, and how far it is, m.
fn first_hit(scene: Scene<'_>, around: &Around, body: usize, direction: Vec3) -> Option<(usize, f32)> {
    let speed = direction.length();
    let direction = direction.try_normalize()?;
    let reach = if speed > 1.0 { (speed * LOOK_AHEAD_SECS).min(FARTHEST) } else { FARTHEST };
    let own = around.bounds[body]?;
    let mut nearest: Option<(usize, f32)> = None;
    for (other, aabb) in around.bounds.iter().enumerate() {
        let is_met = aabb.is_some_and(|aabb| other != body && is_in_way(&own, &aabb, direction, reach));
        if !is_met || around.apart.contains(&(body.min(other), body.max(other))) {
            continue;
        }
        let most = nearest.map_or(reach, |(_, way)| way);
        if let Some(way) = way_to(scene, body, other, direction, most) {
            nearest = Some((other, way));
        }
    }
    nearest
}

/// Whether bounds that move could meet others, on all three axes at once.
fn is_in_way(own: &Aabb, other: &Aabb, direction: Vec3, reach: f32) -> bool {
    let (mut enter, mut leave) = (0.0_f32, reach);
    for axis in 0..3 {
        let speed = direction[axis];
        let (low, high) = (other.min[axis] - own.max[axis], other.max[axis] - own.min[axis]);
        if speed.abs() < 1e-6 {
            if low > 0.0 || high < 0.0 {
                return false;
            }
            continue;
        }
        let (first, last) = if speed > 0.0 { (low / speed, high / speed) } else { (high / speed, low / speed) };
        enter = enter.max(first);
        leave = leave.min(last);
    }
    enter <= leave
}

/// Conservative advancement of all parts of one body against all of another; `None` when they do not meet within `most`.
fn way_to(scene: Scene<'_>, body: usize, other: usize, direction: Vec3, most: f32) -> Option<f32> {
    let world = scene.world();
    let parts = |body: usize| {
        let body = &world.bodies()[body];
        world.colliders()[body.first_collider as usize..][..body.collider_count as usize].iter()
    };
    let mut nearest: Option<f32> = None;
    for a in parts(body) {
        let start = world.world_from_shape(a);
        for b in parts(other) {
            let pose_b = world.world_from_shape(b);
            let mut way = 0.0_f32;
            for look in 0..MOST_LOOKS {
                let pose = Pose::new(start.translation + direction * way, start.rotation);
                let found = distance(&a.shape, &pose, &b.shape, &pose_b, &mut PairCache::default());
                let approach = found.normal.dot(direction);
                let is_there = found.distance <= 1e-4 || found.normal == Vec3::ZERO;
                if is_there && look == 0 {
                    // In touch from the start: it is held there, or it leaves, or slides along.
                    let touch = penetration(&a.shape, &pose, &b.shape, &pose_b);
                    if touch.normal.dot(direction) > 1e-3 {
                        return Some(0.0);
                    }
                    break;
                }
                if is_there || look + 1 == MOST_LOOKS {
                    nearest = Some(nearest.map_or(way, |nearest: f32| nearest.min(way)));
                    break;
                }
                if approach <= 1e-6 {
                    break;
                }
                way += found.distance / approach;
                if way >= nearest.unwrap_or(most) {
                    break;
                }
            }
        }
    }
    nearest
}

/// Bodies on paths: no sweep looks ahead for what they push.
fn animated(findings: &mut Findings<'_>) {
    let scene = findings.scene;
    let world = scene.world();
    let free = (0..world.bodies().len()).filter(|body| scene.is_dynamic(*body));
    let Some(thinnest) = free.map(|body| world.bodies()[body].min_extent).reduce(f32::min) else { return };
    for body in 0..world.bodies().len() {
        let Some(Item::Body(index)) = scene.item(body).filter(|_| world.bodies()[body].body_type == BodyType::Animated)
        else {
            continue;
        };
        let Some(written) = scene.preset.scene.bodies.get(index) else { continue };
        let Some(path) = &written.path else { continue };
        let own = world.bodies()[body].min_extent.min(HALF_SPACE_BOUND);
        let speed = path_speed(path, world.bodies()[body].radius);
        let way = speed * look(scene);
        if way > own + thinnest {
            let text = format!(
                "{} follows its path at up to {} m/s, {} between two looks for contacts, and is {} thick: it may pass \
                 through what it should push.",
                scene.name(body),
                number(speed),
                length(way),
                length(own)
            );
            let (bodies, place) = (vec![body], scene.place(body, "path"));
            findings.add("fast path", Finding { bodies, place, text, artifact: "tunnelling", size: 2.5 });
        }
        if written.driven_by == Some(DrivenBy::Pose) {
            let text = format!(
                "{} is put along its path without a velocity: it will not carry or push others properly.",
                scene.name(body)
            );
            let (bodies, place) = (vec![body], scene.place(body, "driven_by"));
            findings.add("ghost", Finding { bodies, place, text, artifact: "ghost-animation", size: 1.0 });
        }
    }
}

/// Highest speed of any point on a path, m/s.
fn path_speed(path: &BodyPath, radius: f32) -> f32 {
    match path {
        BodyPath::Oscillation { amplitude, period, .. } => amplitude.abs() * std::f32::consts::TAU / period,
        BodyPath::Spin { speed, .. } => speed.abs() * radius,
        BodyPath::Keyframes { frames, interpolation, .. } => {
            // 3t² − 2t³ is steepest in the middle.
            let steepest = if *interpolation == Some(Interpolation::Smooth) { 1.5 } else { 1.0 };
            let ways = frames.windows(2).map(|pair| {
                let way = Vec3::from(pair[0].position).distance(pair[1].position.into());
                way / (pair[1].time - pair[0].time).max(1e-6)
            });
            ways.fold(0.0, f32::max) * steepest
        }
    }
}

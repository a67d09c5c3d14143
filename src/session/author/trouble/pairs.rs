//! Pairs of bodies: overlaps at the start, unequal masses in contact or at a joint, joints that begin apart.

use super::{Finding, Findings, Scene, length, number};
use crate::collision::{BroadPhase, BroadPhaseMethod, CollideOptions, Manifold, PairCache, Proxy, collide};
use crate::dynamics::BodyType;
use crate::math::Vec3;
use std::collections::{BTreeMap, BTreeSet};

/// Heavier by more than this asks much of an iterative solver.
const MASS_RATIO: f32 = 10.0;
/// So far apart bodies count as touching, m.
const NEAR: f32 = 5e-3;
/// A joint that begins farther apart than this, m, pulls at once.
const JOINT_GAP: f32 = 2e-3;
/// Moments of inertia about the joint that differ by more than this.
const INERTIA_RATIO: f32 = 100.0;
/// So many bodies that bounce and touch hardly come to rest.
const BOUNCING_BODIES: usize = 6;
const BOUNCE: f32 = 0.3;

/// Two bodies that are in touch.
struct Touch {
    /// m; negative across a gap.
    depth: f32,
    /// From the first body to the second.
    normal: Vec3,
}

pub(super) fn find(findings: &mut Findings<'_>) {
    let scene = findings.scene;
    let touches = touching(scene);
    let slop = scene.instance.settings.solver.slop;
    for (&(a, b), touch) in &touches {
        if touch.depth > slop + 1e-5 {
            overlap(findings, a, b, touch);
        }
        masses_in_contact(findings, a, b, touch.normal);
    }
    joints(findings);
    bouncing(findings, &touches);
}

const fn sorted(a: usize, b: usize) -> (usize, usize) {
    if a < b { (a, b) } else { (b, a) }
}

/// Pairs whose joint keeps them from colliding.
pub(super) fn kept_apart(scene: Scene<'_>) -> BTreeSet<(usize, usize)> {
    let joints = scene.world().joints().iter().filter(|joint| !joint.collide_connected);
    joints.map(|joint| sorted(joint.body_a.index(), joint.body_b.index())).collect()
}

/// Pairs that the solver would see in touch.
fn touching(scene: Scene<'_>) -> BTreeMap<(usize, usize), Touch> {
    let world = scene.world();
    let proxies: Vec<Proxy> = world
        .colliders()
        .iter()
        .map(|collider| Proxy {
            aabb: collider.shape.aabb(&world.world_from_shape(collider)).expanded(NEAR),
            body: collider.body.0,
            is_fixed: world.bodies()[collider.body.index()].body_type != BodyType::Dynamic,
        })
        .collect();
    let mut pairs = Vec::new();
    BroadPhase::default().find_pairs(BroadPhaseMethod::SweepAndPrune, &proxies, &mut pairs);
    let apart = kept_apart(scene);
    let options = CollideOptions { max_separation: NEAR, ..CollideOptions::default() };
    let mut touches: BTreeMap<(usize, usize), Touch> = BTreeMap::new();
    let mut manifold = Manifold::default();
    for (a, b) in pairs {
        let (a, b) = (&world.colliders()[a as usize], &world.colliders()[b as usize]);
        if apart.contains(&sorted(a.body.index(), b.body.index())) {
            continue;
        }
        let (pose_a, pose_b) = (world.world_from_shape(a), world.world_from_shape(b));
        for (part_a, shape_a) in a.shape.flatten() {
            for (part_b, shape_b) in b.shape.flatten() {
                let mut cache = PairCache::default();
                let (at_a, at_b) = (pose_a.mul(&part_a), pose_b.mul(&part_b));
                collide(&shape_a, &at_a, &shape_b, &at_b, &options, &mut cache, &mut manifold);
                let Some(depth) = manifold.points().iter().map(|point| -point.separation).reduce(f32::max) else {
                    continue;
                };
                let is_sorted = a.body.0 < b.body.0;
                let key = if is_sorted { (a.body.index(), b.body.index()) } else { (b.body.index(), a.body.index()) };
                let normal = if is_sorted { manifold.normal } else { -manifold.normal };
                let touch = touches.entry(key).or_insert(Touch { depth, normal });
                if depth > touch.depth {
                    *touch = Touch { depth, normal };
                }
            }
        }
    }
    touches
}

fn overlap(findings: &mut Findings<'_>, a: usize, b: usize, touch: &Touch) {
    let scene = findings.scene;
    let slop = scene.instance.settings.solver.slop;
    // The one that can be moved is pointed at.
    let moved = if scene.is_dynamic(b) { b } else { a };
    let size = scene.body(a).min_extent.min(scene.body(b).min_extent);
    let text = format!(
        "{} and {} overlap by {} at the start, more than the slop of {}: the solver will push them apart, and may throw \
         them.",
        scene.name(a),
        scene.name(b),
        length(touch.depth),
        length(slop)
    );
    let finding = Finding {
        bodies: vec![a, b],
        place: scene.place(moved, "position"),
        text,
        artifact: "shoot-out",
        size: 10.0 + touch.depth / size.max(1e-6),
    };
    findings.add("overlap", finding);
}

/// Whether one of two dynamic bodies is much heavier.
fn heavier(scene: Scene<'_>, a: usize, b: usize) -> Option<(usize, usize, f32)> {
    let (mass_a, mass_b) = (scene.body(a).mass, scene.body(b).mass);
    if !scene.is_dynamic(a) || !scene.is_dynamic(b) || mass_a <= 0.0 || mass_b <= 0.0 {
        return None;
    }
    let (heavy, light) = if mass_a > mass_b { (a, b) } else { (b, a) };
    let ratio = scene.body(heavy).mass / scene.body(light).mass;
    // Ten to one, written in decimal numbers, is still ten to one.
    (ratio > MASS_RATIO * 1.0001).then_some((heavy, light, ratio))
}

/// `normal` points from A to B.
pub(super) fn masses_in_contact(findings: &mut Findings<'_>, a: usize, b: usize, normal: Vec3) {
    let scene = findings.scene;
    let Some((heavy, light, ratio)) = heavier(scene, a, b) else { return };
    let up = -Vec3::from(scene.instance.settings.gravity);
    let to_heavy = if heavy == b { normal } else { -normal };
    let bears = to_heavy.dot(up) > 0.3 * up.length();
    let how = if bears { "rests on" } else { "touches" };
    let text = format!(
        "{} ({} kg) {how} {} ({} kg), {}:1. Impulses between unequal masses converge slowly: the light one may be \
         squashed. More iterations or substeps, or masses nearer to each other, help.",
        scene.name(heavy),
        number(scene.body(heavy).mass),
        scene.name(light),
        number(scene.body(light).mass),
        number(ratio)
    );
    let finding = Finding {
        bodies: vec![heavy, light],
        place: scene.weight_place(light),
        text,
        artifact: "squashed-stack",
        // Weight on something light is worse than weight under it.
        size: (ratio / MASS_RATIO).log10() + if bears { 1.0 } else { 0.0 },
    };
    findings.add("masses", finding);
}

fn joints(findings: &mut Findings<'_>) {
    let scene = findings.scene;
    let world = scene.world();
    for joint in world.joints() {
        let (a, b) = (joint.body_a.index(), joint.body_b.index());
        if let Some((heavy, light, ratio)) = heavier(scene, a, b) {
            let text = format!(
                "{} ({} kg) is joined to {} ({} kg), {}:1: the joint may come apart under the load. The direct solver, \
                 substeps, or masses nearer to each other help.",
                scene.name(heavy),
                number(scene.body(heavy).mass),
                scene.name(light),
                number(scene.body(light).mass),
                number(ratio)
            );
            let (bodies, place) = (vec![heavy, light], scene.weight_place(light));
            let size = (ratio / MASS_RATIO).log10();
            findings.add("joined masses", Finding { bodies, place, text, artifact: "joint-drift", size });
        }
        joined_inertia(findings, a, b);
        let gap = joint.measured_error(&world.world_from_body(joint.body_a), &world.world_from_body(joint.body_b)).gap;
        if gap > JOINT_GAP {
            let text = format!(
                "The joint “{}” begins {} apart: it will pull its two bodies together at once.",
                joint.name,
                length(gap)
            );
            let moved = if scene.is_dynamic(b) { b } else { a };
            let (bodies, place) = (vec![a, b], scene.place(moved, "position"));
            findings.add("joint gap", Finding { bodies, place, text, artifact: "joint-drift", size: 5.0 + gap });
        }
    }
}

/// Two joined bodies of which one turns much more easily than the other, about their easiest axes.
fn joined_inertia(findings: &mut Findings<'_>, a: usize, b: usize) {
    let scene = findings.scene;
    if !scene.is_dynamic(a) || !scene.is_dynamic(b) {
        return;
    }
    let scale = scene.instance.settings.integrator.inertia_scale;
    let moment = |body: usize| {
        let body = scene.body(body);
        let [least, _, most] = super::bodies::principal_moments(&(body.inertia * (body.inertia_scale * scale)));
        (least, most)
    };
    let ((least_a, most_a), (least_b, most_b)) = (moment(a), moment(b));
    let (ratio, easy) = if most_a / least_b > most_b / least_a { (most_a / least_b, b) } else { (most_b / least_a, a) };
    if !ratio.is_finite() || ratio <= INERTIA_RATIO {
        return;
    }
    let text = format!(
        "{} and {} are joined, and one turns {} times as easily about one of its axes as the other about another: the \
         joint's rows fight each other. A larger inertia scale makes the thin body behave like a thicker one.",
        scene.name(a),
        scene.name(b),
        number(ratio)
    );
    let place = scene.place(easy, "inertia_scale");
    let size = (ratio / INERTIA_RATIO).log10();
    findings.add("joined inertia", Finding { bodies: vec![a, b], place, text, artifact: "asymmetric-chain", size });
}

fn bouncing(findings: &mut Findings<'_>, touches: &BTreeMap<(usize, usize), Touch>) {
    let scene = findings.scene;
    let colliders = scene.world().colliders();
    let mut bounce: BTreeMap<usize, f32> = BTreeMap::new();
    for collider in colliders {
        let most = bounce.entry(collider.body.index()).or_default();
        *most = most.max(collider.restitution);
    }
    let of = |body: &usize| bounce.get(body).copied().unwrap_or(0.0);
    let mut bodies: BTreeSet<usize> = BTreeSet::new();
    for (a, b) in touches.keys().filter(|(a, b)| of(a).max(of(b)) >= BOUNCE) {
        bodies.extend([*a, *b].into_iter().filter(|body| scene.is_dynamic(*body)));
    }
    if bodies.len() < BOUNCING_BODIES {
        return;
    }
    let Some(&liveliest) = bodies.iter().max_by(|a, b| of(a).total_cmp(&of(b))) else { return };
    let text = format!(
        "{} bodies that touch bounce with a restitution of up to {}: what one gives away another takes, and the pile may \
         never come to rest.",
        bodies.len(),
        number(of(&liveliest))
    );
    let place = scene.place(liveliest, "restitution");
    let bodies = bodies.into_iter().collect();
    findings.add("bouncing", Finding { bodies, place, text, artifact: "restless-stack", size: 0.5 });
}

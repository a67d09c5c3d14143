//! The narrow phase against brute force in double precision, and against Parry.
//!
//! 100,000 random poses per pair of shapes: the same depth to 1e-4, a normal along which that depth really separates
//! the shapes, and contact points that lie on both surfaces.

use glam::{DVec3, Quat, Vec3};
use jitterscope::collision::{CollideOptions, Manifold, NarrowPhaseRoute, PairCache, Reduction, collide};
use jitterscope::geometry::{Capsule, ConvexHull, Cuboid, HalfSpace, Shape, Sphere};
use jitterscope::math::Pose;
use rayon::prelude::*;
use reference::{Core, separation_along, signed_distance};
use std::sync::Arc;

#[path = "oracle/reference.rs"]
mod reference;

/// Random poses per pair of shapes.
const CASES: u64 = 100_000;
const MAX_SEPARATION: f32 = 0.1;

/// Marsaglia's xorshift: seeded, so that a failure comes back.
struct Rng(u64);

impl Rng {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn unit(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    fn vector(&mut self) -> Vec3 {
        loop {
            let v = Vec3::new(self.range(-1.0, 1.0), self.range(-1.0, 1.0), self.range(-1.0, 1.0));
            if v.length_squared() <= 1.0 && v.length_squared() > 1e-4 {
                return v;
            }
        }
    }

    fn rotation(&mut self) -> Quat {
        loop {
            let q = [self.range(-1.0, 1.0), self.range(-1.0, 1.0), self.range(-1.0, 1.0), self.range(-1.0, 1.0)];
            let q = Quat::from_array(q);
            if q.length_squared() <= 1.0 && q.length_squared() > 1e-2 {
                return q.normalize();
            }
        }
    }
}

/// A shape with its reference.
struct Sample {
    shape: Shape,
    core: Core,
}

const KINDS: [&str; 5] = ["sphere", "capsule", "box", "hull", "half-space"];

fn sample(kind: &str, scale: f32, rng: &mut Rng) -> Sample {
    match kind {
        "sphere" => {
            let radius = scale * rng.range(0.1, 0.7);
            Sample { shape: Shape::Sphere(Sphere { radius }), core: Core::point(f64::from(radius)) }
        }
        "capsule" => {
            let (half_height, radius) = (scale * rng.range(0.1, 0.7), scale * rng.range(0.1, 0.4));
            let core = Core::segment(f64::from(half_height), f64::from(radius));
            Sample { shape: Shape::Capsule(Capsule { half_height, radius }), core }
        }
        "box" => {
            let half_extents = Vec3::new(rng.range(0.1, 0.7), rng.range(0.1, 0.7), rng.range(0.1, 0.7)) * scale;
            let cuboid = Cuboid { half_extents };
            Sample { core: Core::hull(cuboid.polytope().view().vertices), shape: Shape::Cuboid(cuboid) }
        }
        "hull" => {
            let count = 4 + (rng.unit() * 5.0) as usize;
            loop {
                let points: Vec<Vec3> = (0..count).map(|_| rng.vector() * scale * 0.8).collect();
                if let Ok(hull) = ConvexHull::from_points(&points)
                    && hull.min_extent() > 0.05 * scale
                {
                    return Sample { core: Core::hull(hull.vertices()), shape: Shape::Hull(Arc::new(hull)) };
                }
            }
        }
        _ => Sample { shape: Shape::HalfSpace(HalfSpace { normal: rng.vector().normalize() }), core: Core::default() },
    }
}

fn run(a: &Sample, pose_a: &Pose, b: &Sample, pose_b: &Pose, options: &CollideOptions) -> Manifold {
    let mut manifold = Manifold::default();
    collide(&a.shape, pose_a, &b.shape, pose_b, options, &mut PairCache::default(), &mut manifold);
    manifold
}

/// Largest errors seen, in units of the scale.
#[derive(Clone, Debug, Default)]
struct Worst {
    /// Failures, and the first of them in words.
    failures: u64,
    first: Option<String>,
    depth: f64,
    normal: f64,
    off_surface: f64,
    gap_excess: f64,
}

impl Worst {
    fn max(self, o: Self) -> Self {
        Self {
            failures: self.failures + o.failures,
            first: self.first.or(o.first),
            depth: self.depth.max(o.depth),
            normal: self.normal.max(o.normal),
            off_surface: self.off_surface.max(o.off_surface),
            gap_excess: self.gap_excess.max(o.gap_excess),
        }
    }
}

/// The half-space's own truth: the lowest point of the other shape.
fn plane_distance(plane: &Sample, pose: &Pose, other: &Core) -> f64 {
    let Shape::HalfSpace(h) = &plane.shape else { return 0.0 };
    let up = (pose.rotation.as_dquat() * h.normal.as_dvec3()).normalize();
    let lowest = other.vertices.iter().map(|v| up.dot(*v)).fold(f64::INFINITY, f64::min);
    lowest - other.radius - up.dot(pose.translation.as_dvec3())
}

/// Compares one manifold with the truth.
fn check(a: &Sample, pose_a: &Pose, b: &Sample, pose_b: &Pose, manifold: &Manifold, scale: f64) -> Worst {
    let (core_a, core_b) =
        (a.core.placed(pose_a.translation, pose_a.rotation), b.core.placed(pose_b.translation, pose_b.rotation));
    let plane = matches!(b.shape, Shape::HalfSpace(_));
    let truth = if plane { plane_distance(b, pose_b, &core_a) } else { signed_distance(&core_a, &core_b) };
    let context = || {
        format!(
            "{} {pose_a:?} {} {pose_b:?} truth {truth} normal {} {:?}",
            a.shape.kind_name(),
            b.shape.kind_name(),
            manifold.normal,
            manifold.points()
        )
    };
    let limit = f64::from(MAX_SEPARATION) * scale;
    let Some(found) = manifold.deepest().map(f64::from) else {
        let missed = truth < limit - 1e-4 * scale;
        return Worst { failures: u64::from(missed), first: missed.then(context), ..Worst::default() };
    };
    let normal = manifold.normal.as_dvec3();
    assert!((normal.length() - 1.0).abs() < 1e-4 && manifold.points().iter().all(|p| p.position.is_finite()));
    let mut worst = Worst { depth: (found - truth).abs() / scale, ..Worst::default() };
    if truth > 0.0 {
        worst.gap_excess = (found - truth).max(0.0) / scale;
    } else if !plane {
        worst.normal = (truth - separation_along(&core_a, &core_b, normal)).max(0.0) / scale;
    }
    for p in manifold.points() {
        // Positions lie midway; half the separation to both sides are the surfaces.
        let half = normal * (0.5 * f64::from(p.separation));
        let position: DVec3 = p.position.as_dvec3();
        let off_a = core_a.distance_to_point(position - half);
        let off_b = if plane { 0.0 } else { core_b.distance_to_point(position + half) };
        // A lowered speculative contact is off the surface by what it was lowered; allow the gap itself.
        let allowed = 0.02 * truth.max(0.0);
        worst.off_surface = worst.off_surface.max((off_a.max(off_b) - allowed) / scale);
    }
    let fine = worst.depth < 1e-4 && worst.normal < 1e-4 && worst.off_surface < 2e-4;
    if !fine {
        worst.first = Some(format!("{worst:?} {}", context()));
        worst.failures = 1;
    }
    worst
}

/// A pose of B around A in which they overlap more often than not.
fn random_pose(a: &Sample, b: &Sample, center: Vec3, rng: &mut Rng) -> Pose {
    let reach = if matches!(b.shape, Shape::HalfSpace(_)) {
        a.shape.bounding_radius()
    } else {
        a.shape.bounding_radius() + b.shape.bounding_radius()
    };
    Pose::new(center + rng.vector() * reach, rng.rotation())
}

fn compare(cases: u64, scale: f32, center: Vec3, route: NarrowPhaseRoute, kinds: (&str, &str)) -> Worst {
    let options = CollideOptions { route, max_separation: MAX_SEPARATION * scale, reduction: Reduction::FourPoints };
    let blocks = 64;
    (0..blocks)
        .into_par_iter()
        .map(|block| {
            let mut rng = Rng::new(block * 7919 + 17);
            let mut worst = Worst::default();
            for case in 0..cases / blocks {
                let (a, b) = (sample(kinds.0, scale, &mut rng), sample(kinds.1, scale, &mut rng));
                // Several poses for each pair: making hulls and their references is the dear part.
                for _ in 0..if case % 16 == 0 { 16 } else { 0 } {
                    let pose_a = Pose::new(center + rng.vector() * scale, rng.rotation());
                    let pose_b = random_pose(&a, &b, pose_a.translation, &mut rng);
                    let manifold = run(&a, &pose_a, &b, &pose_b, &options);
                    worst = worst.max(check(&a, &pose_a, &b, &pose_b, &manifold, f64::from(scale)));
                }
            }
            worst
        })
        .reduce(Worst::default, Worst::max)
}

fn all_pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    (0..KINDS.len()).flat_map(|i| (i..KINDS.len()).map(move |j| (KINDS[i], KINDS[j]))).filter(|p| p.0 != "half-space")
}

/// Prints what was measured; returns the number of failures.
fn report(kinds: (&str, &str), worst: &Worst) -> u64 {
    let Worst { failures, first, depth, normal, off_surface, gap_excess } = worst;
    println!(
        "{} and {}: worst depth {depth:.1e}, normal {normal:.1e}, off surface {off_surface:.1e}, gap {gap_excess:.1e}; {failures} failures",
        kinds.0, kinds.1
    );
    if let Some(first) = first {
        println!("    first: {first}");
    }
    *failures
}

/// One test at a time prints; the cases of each run on all cores.
fn all_agree(cases: u64, scale: f32, center: Vec3, route: NarrowPhaseRoute) {
    let pairs = all_pairs();
    let failures: u64 = pairs.map(|kinds| report(kinds, &compare(cases, scale, center, route, kinds))).sum();
    assert_eq!(failures, 0);
}

#[test]
fn separating_axes_agree_with_brute_force() {
    all_agree(CASES, 1.0, Vec3::ZERO, NarrowPhaseRoute::Sat);
}

#[test]
fn gjk_and_epa_agree_with_brute_force() {
    all_agree(CASES / 5, 1.0, Vec3::ZERO, NarrowPhaseRoute::GjkEpa);
}

#[test]
fn a_centimetre_and_a_hundred_metres_are_treated_alike() {
    for route in [NarrowPhaseRoute::Sat, NarrowPhaseRoute::GjkEpa] {
        all_agree(CASES / 50, 0.01, Vec3::ZERO, route);
        all_agree(CASES / 50, 100.0, Vec3::ZERO, route);
    }
}

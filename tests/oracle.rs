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
    }
    if !plane {
        worst.normal = (truth - separation_along(&core_a, &core_b, normal)).max(0.0) / scale;
    }
    for p in manifold.points() {
        // Positions lie midway; half the separation to both sides are the surfaces.
        let half = normal * (0.5 * f64::from(p.separation));
        let position: DVec3 = p.position.as_dvec3();
        let off_a = core_a.distance_to_point(position - half);
        let off_b = if plane { 0.0 } else { core_b.distance_to_point(position + half) };
        worst.off_surface = worst.off_surface.max(off_a.max(off_b) / scale);
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
    let options = CollideOptions {
        route,
        max_separation: MAX_SEPARATION * scale,
        reduction: Reduction::FourPoints,
        sampling: None,
    };
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

/// Parallel edges, coincident corners, coplanar faces, equal shapes in equal places.
#[test]
fn aligned_poses_agree_with_brute_force() {
    let cube = Cuboid { half_extents: Vec3::splat(0.5) };
    let hull = ConvexHull::from_points(cube.polytope().view().vertices).expect("a cube is a hull");
    let corners = Core::hull(cube.polytope().view().vertices);
    let octahedron = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];
    let octahedron_hull = ConvexHull::from_points(&octahedron).expect("an octahedron is a hull");
    let samples = [
        Sample { shape: Shape::Sphere(Sphere { radius: 0.5 }), core: Core::point(0.5) },
        Sample { shape: Shape::Capsule(Capsule { half_height: 0.5, radius: 0.25 }), core: Core::segment(0.5, 0.25) },
        Sample { shape: Shape::Cuboid(cube), core: corners.clone() },
        Sample { shape: Shape::Hull(Arc::new(hull)), core: corners },
        Sample { shape: Shape::Hull(Arc::new(octahedron_hull)), core: Core::hull(&octahedron) },
    ];
    let turn = std::f32::consts::FRAC_PI_4;
    let rotations: Vec<Quat> = (0..64)
        .map(|i| {
            Quat::from_euler(
                glam::EulerRot::XYZ,
                (i % 4) as f32 * turn,
                (i / 4 % 4) as f32 * turn,
                (i / 16) as f32 * turn,
            )
        })
        .collect();
    let mut failures = 0;
    for route in [NarrowPhaseRoute::Sat, NarrowPhaseRoute::GjkEpa] {
        let options =
            CollideOptions { route, max_separation: MAX_SEPARATION, reduction: Reduction::FourPoints, sampling: None };
        for (i, a) in samples.iter().enumerate() {
            for b in &samples[i..] {
                let mut total = Worst::default();
                for rotation in &rotations {
                    for step in 0..125 {
                        let offset = Vec3::new((step % 5) as f32, (step / 5 % 5) as f32, (step / 25) as f32) * 0.25;
                        let pose_b = Pose::new(offset, *rotation);
                        let manifold = run(a, &Pose::IDENTITY, b, &pose_b, &options);
                        total = total.max(check(a, &Pose::IDENTITY, b, &pose_b, &manifold, 1.0));
                    }
                }
                failures += report((a.shape.kind_name(), b.shape.kind_name()), &total);
            }
        }
    }
    assert_eq!(failures, 0);
}

fn parry_shape(shape: &Shape) -> Option<Box<dyn parry3d::shape::Shape>> {
    use parry3d::math::Vector;
    let vector = |v: Vec3| Vector::new(v.x, v.y, v.z);
    Some(match shape {
        Shape::Sphere(s) => Box::new(parry3d::shape::Ball::new(s.radius)),
        Shape::Capsule(c) => Box::new(parry3d::shape::Capsule::new_y(c.half_height, c.radius)),
        Shape::Cuboid(c) => Box::new(parry3d::shape::Cuboid::new(vector(c.half_extents))),
        Shape::Hull(h) => {
            let points: Vec<Vector> = h.vertices().iter().map(|v| vector(*v)).collect();
            Box::new(parry3d::shape::ConvexPolyhedron::from_convex_hull(&points)?)
        }
        Shape::HalfSpace(h) => Box::new(parry3d::shape::HalfSpace::new(vector(h.normal))),
        Shape::Compound(_) => return None,
    })
}

fn parry_pose(pose: &Pose) -> parry3d::math::Pose {
    let (t, q) = (pose.translation, pose.rotation);
    parry3d::math::Pose::from_parts(
        parry3d::math::Vector::new(t.x, t.y, t.z),
        parry3d::math::Rotation::from_xyzw(q.x, q.y, q.z, q.w),
    )
}

/// Another engine's word. Parry works in single precision and stops early, so it may be off by a little; where the two
/// differ, brute force has already said who is right.
#[test]
fn parry_finds_the_same_depth_nearly_always() {
    let options = CollideOptions { max_separation: MAX_SEPARATION, ..CollideOptions::default() };
    // Against a half-space the truth is one line; brute force has it.
    for kinds in all_pairs().filter(|k| k.1 != "half-space") {
        let mut rng = Rng::new(4242);
        let (mut compared, mut agreed) = (0, 0);
        for _ in 0..1000 {
            let (a, b) = (sample(kinds.0, 1.0, &mut rng), sample(kinds.1, 1.0, &mut rng));
            let pose_a = Pose::new(rng.vector(), rng.rotation());
            let pose_b = random_pose(&a, &b, pose_a.translation, &mut rng);
            let Some(ours) = run(&a, &pose_a, &b, &pose_b, &options).deepest() else { continue };
            let (Some(sa), Some(sb)) = (parry_shape(&a.shape), parry_shape(&b.shape)) else { continue };
            let (pa, pb) = (parry_pose(&pose_a), parry_pose(&pose_b));
            let theirs = parry3d::query::contact(&pa, sa.as_ref(), &pb, sb.as_ref(), MAX_SEPARATION);
            let Ok(Some(theirs)) = theirs else { continue };
            compared += 1;
            agreed += u32::from((theirs.dist - ours).abs() < 1e-3);
        }
        println!("{} and {}: {agreed} of {compared} agree with Parry", kinds.0, kinds.1);
        assert!(compared > 100 && agreed * 100 >= compared * 97, "{kinds:?} {agreed} of {compared}");
    }
}

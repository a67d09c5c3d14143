//! What must hold for any pose: pruning, symmetry, determinism, persistence of feature ids.

use super::*;
use crate::geometry::{Capsule, ConvexHull, Cuboid, HalfSpace, Sphere};
use crate::math::{Quat, Vec3};
use std::sync::Arc;

/// Marsaglia's xorshift, seeded.
pub(super) struct Rng(pub u64);

impl Rng {
    pub fn range(&mut self, low: f32, high: f32) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        low + (high - low) * ((self.0 >> 40) as f32 / (1u64 << 24) as f32)
    }

    pub fn vector(&mut self) -> Vec3 {
        Vec3::new(self.range(-1.0, 1.0), self.range(-1.0, 1.0), self.range(-1.0, 1.0))
    }

    fn pose(&mut self, reach: f32) -> Pose {
        let (axis, angle) = (self.vector().normalize_or(Vec3::X), self.range(-3.0, 3.0));
        Pose::new(self.vector() * reach, Quat::from_axis_angle(axis, angle))
    }
}

fn shapes(rng: &mut Rng) -> Vec<Shape> {
    let points: Vec<Vec3> = (0..9).map(|_| rng.vector() * 0.7).collect();
    vec![
        Shape::Sphere(Sphere { radius: 0.4 }),
        Shape::Capsule(Capsule { half_height: 0.5, radius: 0.2 }),
        Shape::Cuboid(Cuboid { half_extents: Vec3::new(0.3, 0.5, 0.7) }),
        Shape::Hull(Arc::new(ConvexHull::from_points(&points).unwrap())),
        Shape::HalfSpace(HalfSpace { normal: Vec3::Y }),
    ]
}

fn run(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, options: &CollideOptions) -> Manifold {
    let mut manifold = Manifold::default();
    collide(a, pose_a, b, pose_b, options, &mut PairCache::default(), &mut manifold);
    manifold
}

#[test]
fn two_generic_boxes_have_exactly_18_edge_pairs_and_each_is_a_support() {
    let mut rng = Rng(11);
    for _ in 0..500 {
        let a = Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.2) + rng.vector().abs() });
        let b = Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.2) + rng.vector().abs() });
        let (pose_a, pose_b) = (rng.pose(0.3), rng.pose(0.3));
        let (mut manifold, mut trace) = (Manifold::default(), PairTrace::default());
        let options = CollideOptions::default();
        collide_traced(&a, &pose_a, &b, &pose_b, &options, &mut PairCache::default(), &mut manifold, &mut trace);
        assert_eq!(trace.accepted_edge_pairs(), 18);
        assert_eq!(trace.axes.len(), 6 + 6 + 144);
        assert_eq!(trace.axes.iter().filter(|c| c.status == AxisStatus::Chosen).count(), 1);
        let (Shape::Cuboid(ca), Shape::Cuboid(cb)) = (&a, &b) else { return };
        let (da, db) = (ca.polytope(), cb.polytope());
        for c in &trace.axes {
            let AxisKind::EdgePair(i, j) = c.kind else { continue };
            if c.status == AxisStatus::Accepted {
                let on_a = pose_a.transform_point(da.view().vertices[da.view().edge(i as usize).vertices[0] as usize]);
                let on_b = pose_b.transform_point(db.view().vertices[db.view().edge(j as usize).vertices[0] as usize]);
                assert!((c.axis.dot(on_b - on_a) - c.separation).abs() < 1e-5, "{c:?}");
            }
        }
    }
}

#[test]
fn tracing_and_a_stale_cache_change_no_bit() {
    let mut rng = Rng(21);
    for case in 0..4000 {
        let shapes = shapes(&mut rng);
        let (a, b) = (&shapes[case % 5], &shapes[case / 5 % 5]);
        let route = if case % 2 == 0 { NarrowPhaseRoute::Sat } else { NarrowPhaseRoute::GjkEpa };
        let options = CollideOptions { route, max_separation: 0.05, ..CollideOptions::default() };
        let (pose_a, mut pose_b) = (rng.pose(0.8), rng.pose(0.8));
        let mut cache = PairCache::default();
        for _ in 0..4 {
            let plain = run(a, &pose_a, b, &pose_b, &options);
            let (mut cached, mut traced) = (Manifold::default(), Manifold::default());
            collide(a, &pose_a, b, &pose_b, &options, &mut cache, &mut cached);
            assert_eq!(plain, cached, "{} {}", a.kind_name(), b.kind_name());
            let mut trace = PairTrace::default();
            collide_traced(a, &pose_a, b, &pose_b, &options, &mut PairCache::default(), &mut traced, &mut trace);
            assert_eq!(plain, traced);
            pose_b.translation += rng.vector() * 0.1;
        }
    }
}

#[test]
fn swapping_the_shapes_mirrors_the_manifold() {
    let mut rng = Rng(31);
    let mut compared = 0;
    for case in 0..20_000 {
        let shapes = shapes(&mut rng);
        let (a, b) = (&shapes[case % 5], &shapes[case / 5 % 5]);
        let (pose_a, pose_b) = (rng.pose(0.5), rng.pose(0.5));
        for route in [NarrowPhaseRoute::Sat, NarrowPhaseRoute::GjkEpa] {
            let options = CollideOptions { route, ..CollideOptions::default() };
            let (there, back) = (run(a, &pose_a, b, &pose_b, &options), run(b, &pose_b, a, &pose_a, &options));
            let (Some(d), Some(e)) = (there.deepest(), back.deepest()) else { continue };
            assert!((d - e).abs() < 1e-4, "{} {} {there:?} {back:?}", a.kind_name(), b.kind_name());
            // Two axes of equal depth may be taken in turn; where they agree, so must the points.
            if there.normal.dot(back.normal) < -0.9999 && there.len() == back.len() && there.len() == 1 {
                compared += 1;
                let apart = there.points()[0].position.distance(back.points()[0].position);
                assert!(apart < 1e-3, "{} {} {there:?} {back:?}", a.kind_name(), b.kind_name());
            }
        }
    }
    assert!(compared > 5000);
}

#[test]
fn moving_b_out_by_the_depth_leaves_the_shapes_touching() {
    let mut rng = Rng(41);
    for case in 0..10_000 {
        let shapes = shapes(&mut rng);
        let (a, b) = (&shapes[case % 4], &shapes[case / 4 % 4]);
        let (pose_a, mut pose_b) = (rng.pose(0.3), rng.pose(0.3));
        let m = run(a, &pose_a, b, &pose_b, &CollideOptions::default());
        let Some(depth) = m.deepest().filter(|d| *d < 0.0) else { continue };
        pose_b.translation -= m.normal * depth;
        let touching = distance(a, &pose_a, b, &pose_b, &mut PairCache::default());
        assert!(touching.distance < 1e-4, "{} {} {touching:?}", a.kind_name(), b.kind_name());
        assert!(penetration(a, &pose_a, b, &pose_b).depth < 1e-4);
    }
}

#[test]
fn a_resting_box_keeps_its_feature_ids_and_its_four_points() {
    let mut rng = Rng(51);
    let slab = Shape::Cuboid(Cuboid { half_extents: Vec3::new(2.0, 0.5, 2.0) });
    let cube = Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.5) });
    for (a, yaw) in [(&slab, 0.3), (&cube, std::f32::consts::FRAC_PI_4), (&cube, 0.0), (&cube, 0.2)] {
        let base = Pose::new(Vec3::new(0.0, 0.999, 0.0), Quat::from_rotation_y(yaw));
        let mut first: Option<Vec<FeatureId>> = None;
        for _ in 0..500 {
            // Rounding noise and the jitter of a solver: micrometres and microradians.
            let turn = Quat::from_scaled_axis(rng.vector() * 5e-6);
            let pose = Pose::new(base.translation + rng.vector() * 5e-6, turn * base.rotation);
            let m = run(a, &Pose::IDENTITY, &cube, &pose, &CollideOptions::default());
            assert!(m.normal.abs_diff_eq(Vec3::Y, 1e-4));
            let mut ids: Vec<FeatureId> = m.points().iter().map(|p| p.feature).collect();
            ids.sort();
            assert_eq!(ids.len(), 4);
            assert_eq!(first.get_or_insert_with(|| ids.clone()), &ids, "yaw {yaw}");
        }
    }
}

#[test]
fn coordinates_far_from_the_origin_change_little() {
    let mut rng = Rng(61);
    let far = Vec3::new(4096.0, -2048.0, 1024.0);
    for case in 0..2000 {
        let shapes = shapes(&mut rng);
        let (a, b) = (&shapes[case % 4], &shapes[case / 4 % 4]);
        // Multiples of a coarse power of two are exact at both places.
        let snap = |v: Vec3| (v * 256.0).round() / 256.0;
        let (mut pose_a, mut pose_b) = (rng.pose(0.4), rng.pose(0.4));
        (pose_a.translation, pose_b.translation) = (snap(pose_a.translation), snap(pose_b.translation));
        let near = run(a, &pose_a, b, &pose_b, &CollideOptions::default());
        (pose_a.translation, pose_b.translation) = (pose_a.translation + far, pose_b.translation + far);
        let away = run(a, &pose_a, b, &pose_b, &CollideOptions::default());
        assert_eq!(near.len(), away.len());
        for (p, q) in near.points().iter().zip(away.points()) {
            assert!((p.separation - q.separation).abs() < 2e-6, "{p:?} {q:?}");
            assert!(p.position.distance(q.position - far) < 2e-3, "{p:?} {q:?}");
        }
    }
}

#[test]
fn a_rocking_prism_keeps_three_or_four_contacts_and_its_deepest() {
    let mut rng = Rng(71);
    let prism = |sides: usize| {
        let corner = |i: usize| {
            let angle = i as f32 * std::f32::consts::TAU / sides as f32;
            Vec3::new(angle.cos(), if i < sides { -0.5 } else { 0.5 }, angle.sin())
        };
        let points: Vec<Vec3> = (0..2 * sides).map(corner).collect();
        Shape::Hull(Arc::new(ConvexHull::from_points(&points).unwrap()))
    };
    for sides in [3, 5, 7, 12, 100] {
        let (a, b) = (prism(sides), prism(sides + 1));
        for _ in 0..50 {
            let tilt = Quat::from_scaled_axis(rng.vector() * 0.01);
            let pose = Pose::new(Vec3::new(rng.range(-0.5, 0.5), 0.98, rng.range(-0.5, 0.5)), tilt);
            let options = CollideOptions { max_separation: 1.0, ..CollideOptions::default() };
            let all = run(&a, &Pose::IDENTITY, &b, &pose, &CollideOptions { reduction: Reduction::None, ..options });
            let four = run(&a, &Pose::IDENTITY, &b, &pose, &options);
            assert!(four.len() <= 4 && four.len() >= 3 && all.len() <= 8, "{} of {}", four.len(), all.len());
            assert!(four.deepest().unwrap() <= all.deepest().unwrap() + 1e-4);
        }
    }
}

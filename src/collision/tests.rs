//! The cases of chapter 4 with numbers, and the poses in which careless code divides by zero.

use super::*;
use crate::geometry::{Capsule, ConvexHull, Cuboid, HalfSpace, Sphere};
use crate::math::{Quat, Vec3};
use std::f32::consts::FRAC_PI_4;
use std::sync::Arc;

fn cube(half: f32) -> Shape {
    Shape::Cuboid(Cuboid { half_extents: Vec3::splat(half) })
}

/// The same cube as a hull.
fn hull_cube(half: f32) -> Shape {
    let corners: Vec<Vec3> = Cuboid { half_extents: Vec3::splat(half) }.polytope().view().vertices.to_vec();
    Shape::Hull(Arc::new(ConvexHull::from_points(&corners).unwrap()))
}

fn run_with(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, options: &CollideOptions) -> Manifold {
    let mut manifold = Manifold::default();
    collide(a, pose_a, b, pose_b, options, &mut PairCache::default(), &mut manifold);
    manifold
}

fn run(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Manifold {
    run_with(a, pose_a, b, pose_b, &CollideOptions::default())
}

fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::from_translation(Vec3::new(x, y, z))
}

#[test]
fn item_1_a_cube_on_a_cube_has_four_corners_at_known_places() {
    for make in [cube, hull_cube] {
        // The chapter's A is our B: its normal points from B to A.
        let m = run(&make(1.0), &Pose::IDENTITY, &make(0.5), &at(0.0, 0.0, 1.4));
        assert!(m.normal.abs_diff_eq(Vec3::Z, 1e-6));
        assert_eq!(m.len(), 4);
        for p in m.points() {
            assert!((p.separation + 0.1).abs() < 1e-6);
            assert!((p.position.abs() - Vec3::new(0.5, 0.5, 0.95)).length() < 1e-6, "{p:?}");
        }
    }
}

#[test]
fn item_2_crossed_edges_touch_in_one_point() {
    let (turn_x, turn_y) = (Quat::from_rotation_x(FRAC_PI_4), Quat::from_rotation_y(FRAC_PI_4));
    for make in [cube, hull_cube] {
        let b = Pose::new(Vec3::new(0.0, 0.0, 1.3), turn_y);
        let m = run(&make(0.5), &Pose::new(Vec3::ZERO, turn_x), &make(0.5), &b);
        assert!(m.normal.abs_diff_eq(Vec3::Z, 1e-5));
        assert_eq!(m.len(), 1);
        assert!((m.points()[0].separation + 0.11421).abs() < 1e-5);
        assert!((m.points()[0].position - Vec3::new(0.0, 0.0, 0.65)).length() < 1e-5);
    }
}

#[test]
fn item_3_the_gap_between_corners_is_the_true_distance() {
    let options = CollideOptions { max_separation: 2.0, ..CollideOptions::default() };
    for make in [cube, hull_cube] {
        let m = run_with(&make(0.5), &Pose::IDENTITY, &make(0.5), &at(2.0, 2.0, 2.0), &options);
        assert_eq!(m.len(), 1);
        assert!((m.points()[0].separation - 3.0_f32.sqrt()).abs() < 1e-5);
        assert!(m.normal.abs_diff_eq(Vec3::ONE.normalize(), 1e-5));
        assert_eq!(m.points()[0].feature.to_string().matches('v').count(), 2);
        let far = run(&make(0.5), &Pose::IDENTITY, &make(0.5), &at(2.0, 2.0, 2.0));
        assert!(far.is_empty());
    }
}

#[test]
fn item_12_a_square_on_a_turned_square_has_eight_points_and_keeps_four() {
    let b = Pose::new(Vec3::new(0.0, 0.99, 0.0), Quat::from_rotation_y(FRAC_PI_4));
    for make in [cube, hull_cube] {
        let all = CollideOptions { reduction: Reduction::None, ..CollideOptions::default() };
        assert_eq!(run_with(&make(0.5), &Pose::IDENTITY, &make(0.5), &b, &all).len(), 8);
        let four = run(&make(0.5), &Pose::IDENTITY, &make(0.5), &b);
        assert_eq!(four.len(), 4);
        let middle = four.points().iter().map(|p| p.position).sum::<Vec3>() / 4.0;
        assert!(Vec3::new(middle.x, 0.0, middle.z).length() < 1e-3);
    }
}

#[test]
fn a_sphere_finds_face_edge_corner_and_the_nearest_face_from_inside() {
    let s = Shape::Sphere(Sphere { radius: 0.5 });
    for b in [cube(1.0), hull_cube(1.0)] {
        for (center, separation, normal) in [
            (Vec3::new(0.0, 1.4, 0.2), -0.1, Vec3::NEG_Y),
            (Vec3::new(1.3, 1.3, 0.0), 0.3 * 2.0_f32.sqrt() - 0.5, -Vec3::new(1.0, 1.0, 0.0).normalize()),
            (Vec3::splat(1.2), 0.2 * 3.0_f32.sqrt() - 0.5, -Vec3::ONE.normalize()),
            (Vec3::new(0.1, 0.2, -0.7), -0.8, Vec3::Z),
        ] {
            let m = run(&s, &Pose::from_translation(center), &b, &Pose::IDENTITY);
            assert_eq!(m.len(), 1, "{center}");
            assert!((m.points()[0].separation - separation).abs() < 1e-5, "{center} {m:?}");
            assert!(m.normal.abs_diff_eq(normal, 1e-5), "{center} {m:?}");
        }
    }
}

#[test]
fn a_lying_capsule_has_two_contacts_on_everything_flat_or_parallel() {
    let c = Shape::Capsule(Capsule { half_height: 0.5, radius: 0.25 });
    let lying = Pose::new(Vec3::new(0.0, 1.24, 0.0), Quat::from_rotation_z(2.0 * FRAC_PI_4));
    let floor = Shape::HalfSpace(HalfSpace { normal: Vec3::Y });
    let below = Pose::new(Vec3::new(0.2, 0.75, 0.0), lying.rotation);
    for (shape, pose) in
        [(cube(1.0), Pose::IDENTITY), (hull_cube(1.0), Pose::IDENTITY), (floor, at(0.0, 1.0, 0.0)), (c.clone(), below)]
    {
        let m = run(&c, &lying, &shape, &pose);
        assert_eq!(m.len(), 2, "{}", shape.kind_name());
        assert!(m.normal.abs_diff_eq(Vec3::NEG_Y, 1e-5));
        assert!(m.points().iter().all(|p| (p.separation + 0.01).abs() < 1e-5), "{m:?}");
    }
}

#[test]
fn every_pair_survives_coincidence_and_alignment_without_nan() {
    let shapes = [
        Shape::Sphere(Sphere { radius: 0.5 }),
        Shape::Capsule(Capsule { half_height: 0.5, radius: 0.2 }),
        Shape::Capsule(Capsule { half_height: 0.0, radius: 0.2 }),
        cube(0.5),
        hull_cube(0.5),
        Shape::Cuboid(Cuboid { half_extents: Vec3::new(1.0, 0.0, 1.0) }),
        Shape::HalfSpace(HalfSpace { normal: Vec3::Y }),
    ];
    let quarter = Quat::from_rotation_z(2.0 * FRAC_PI_4);
    let poses: Vec<Pose> = [Vec3::ZERO, Vec3::Y, Vec3::ONE, Vec3::new(1.0, 1.0, 0.0), Vec3::new(0.5, 0.5, 0.5)]
        .into_iter()
        .flat_map(|t| {
            [Pose::from_translation(t), Pose::new(t, quarter), Pose::new(t, Quat::from_rotation_y(FRAC_PI_4))]
        })
        .collect();
    for route in [NarrowPhaseRoute::Sat, NarrowPhaseRoute::GjkEpa] {
        let options = CollideOptions { route, ..CollideOptions::default() };
        for (a, b, pose) in shapes
            .iter()
            .flat_map(|a| shapes.iter().map(move |b| (a, b)))
            .flat_map(|(a, b)| poses.iter().map(move |p| (a, b, p)))
        {
            let m = run_with(a, &Pose::IDENTITY, b, pose, &options);
            let names = (a.kind_name(), b.kind_name(), pose);
            assert!(m.is_empty() || m.normal.is_normalized(), "{names:?} {m:?}");
            assert!(m.points().iter().all(|p| p.position.is_finite() && p.separation.is_finite()), "{names:?}");
            let both_flat = matches!((a, b), (Shape::HalfSpace(_), Shape::HalfSpace(_)));
            if pose.translation == Vec3::ZERO && !both_flat {
                assert!(!m.is_empty(), "{names:?}");
            }
        }
    }
}

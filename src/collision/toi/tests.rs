//! Times of impact against dense sampling of the motion, rods that rotate through included.

use super::*;
use crate::collision::property_tests::Rng;
use crate::geometry::{Capsule, ConvexHull, Cuboid, HalfSpace, Sphere};
use std::sync::Arc;

const GAP: f32 = 5e-4;

fn still(shape: &Shape, pose: Pose) -> MovingShape<'_> {
    MovingShape { shape, frame_from_shape: Pose::IDENTITY, sweep: MotionSweep::still(pose) }
}

fn moving(shape: &Shape, start: Pose, displacement: Vec3, turn: Vec3) -> MovingShape<'_> {
    MovingShape { shape, frame_from_shape: Pose::IDENTITY, sweep: MotionSweep { start, displacement, turn } }
}

fn gap_at(a: &MovingShape<'_>, b: &MovingShape<'_>, t: f32) -> f32 {
    distance(a.shape, &a.pose(t), b.shape, &b.pose(t), &mut PairCache::default()).distance
}

fn random_shape(rng: &mut Rng, kind: usize) -> Shape {
    match kind % 5 {
        0 => Shape::Sphere(Sphere { radius: rng.range(0.05, 0.4) }),
        1 => Shape::Capsule(Capsule { half_height: rng.range(0.1, 1.0), radius: rng.range(0.02, 0.2) }),
        2 => Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.05) + rng.vector().abs() * 0.4 }),
        // A thin rod: the shape that turns through things.
        3 => Shape::Cuboid(Cuboid { half_extents: Vec3::new(1.0, 0.01, 0.01) }),
        _ => {
            let points: Vec<Vec3> = (0..12).map(|_| rng.vector() * 0.5).collect();
            Shape::Hull(Arc::new(ConvexHull::from_points(&points).unwrap()))
        }
    }
}

#[test]
fn unit_spheres_meet_when_their_surfaces_do() {
    let ball = Shape::Sphere(Sphere { radius: 1.0 });
    let a = moving(&ball, Pose::from_translation(Vec3::X * 5.0), Vec3::X * -5.0, Vec3::ZERO);
    let TimeOfImpact::Impact(hit) = time_of_impact(&a, &still(&ball, Pose::IDENTITY), GAP) else { panic!() };
    assert!((hit.time - 0.6).abs() < 2e-4 && hit.time <= 0.6, "{hit:?}");
    assert!((hit.normal - Vec3::NEG_X).length() < 1e-5 && (hit.point - Vec3::X).length() < 2e-3, "{hit:?}");
    assert!((hit.depth_at_end - 2.0).abs() < 2e-3, "{hit:?}");
}

#[test]
fn a_bullet_meets_a_plate_of_a_centimetre_in_one_step() {
    let bullet = Shape::Sphere(Sphere { radius: 0.05 });
    let plate = Shape::Cuboid(Cuboid { half_extents: Vec3::new(0.005, 2.0, 2.0) });
    let a = moving(&bullet, Pose::from_translation(Vec3::X * -2.0), Vec3::X * 300.0 / 60.0, Vec3::ZERO);
    let TimeOfImpact::Impact(hit) = time_of_impact(&a, &still(&plate, Pose::IDENTITY), GAP) else { panic!() };
    assert!((hit.time * 5.0 - 1.945).abs() < 1e-3, "{hit:?}");
}

#[test]
fn what_touches_from_the_start_is_left_to_contacts_and_what_leaves_is_apart() {
    let cube = Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.5) });
    let ground = Shape::HalfSpace(HalfSpace { normal: Vec3::Y });
    let floor = still(&ground, Pose::IDENTITY);
    let at = |height: f32, way: f32| moving(&cube, Pose::from_translation(Vec3::Y * height), Vec3::Y * way, Vec3::ZERO);
    assert_eq!(time_of_impact(&at(0.5, -1.0), &floor, GAP), TimeOfImpact::Touching);
    assert_eq!(time_of_impact(&at(0.3, -1.0), &floor, GAP), TimeOfImpact::Touching);
    assert_eq!(time_of_impact(&at(0.6, 1.0), &floor, GAP), TimeOfImpact::Apart);
    assert_eq!(time_of_impact(&at(2.0, -1.4), &floor, GAP), TimeOfImpact::Apart);
    let TimeOfImpact::Impact(hit) = time_of_impact(&at(2.0, -2.0), &floor, GAP) else { panic!() };
    assert!((hit.time - 0.75).abs() < 1e-3 && (hit.depth_at_end - 0.5).abs() < 2e-3, "{hit:?}");
}

/// No sample before the time is nearer than the gap; at the time the shapes are as near as asked for; and what is
/// called apart is apart at every sample.
#[test]
fn the_time_agrees_with_dense_sampling_for_any_motion() {
    let mut rng = Rng(91);
    let (mut impacts, mut worst_looks) = (0, 0);
    for case in 0..1500 {
        let (shape_a, shape_b) = (random_shape(&mut rng, case), random_shape(&mut rng, case / 5));
        let turned = |rng: &mut Rng| Quat::from_scaled_axis(rng.vector() * 3.0);
        let start = Pose::new(rng.vector() * 3.0, turned(&mut rng));
        let turn = if case % 3 == 0 { Vec3::ZERO } else { rng.vector() * 2.5 };
        let a = moving(&shape_a, start, -start.translation * 1.5 + rng.vector(), turn);
        let mut b = still(&shape_b, Pose::new(rng.vector() * 0.2, turned(&mut rng)));
        if case % 4 == 3 {
            b.sweep.displacement = rng.vector();
            b.sweep.turn = rng.vector();
        }
        let result = time_of_impact(&a, &b, GAP);
        let until = match result {
            TimeOfImpact::Touching => {
                assert!(gap_at(&a, &b, 0.0) <= GAP * 1.3);
                continue;
            }
            TimeOfImpact::Apart => 1.0,
            TimeOfImpact::Impact(hit) => {
                impacts += 1;
                worst_looks = worst_looks.max(hit.looks);
                assert!(gap_at(&a, &b, hit.time) <= GAP * 1.3, "case {case}: {hit:?}");
                hit.time
            }
        };
        for k in 0..400 {
            let t = until * k as f32 / 400.0;
            assert!(gap_at(&a, &b, t) > GAP * 0.9, "case {case}: passed at {t}, {result:?}");
        }
    }
    assert!(impacts > 500, "{impacts} impacts");
    assert!(worst_looks < MAX_LOOKS, "the search never runs out of looks: {worst_looks}");
}

#[test]
fn a_thin_rod_that_turns_through_a_thin_plate_is_caught_by_the_turn_only() {
    let rod = Shape::Cuboid(Cuboid { half_extents: Vec3::new(1.0, 0.01, 0.01) });
    let plate = Shape::Cuboid(Cuboid { half_extents: Vec3::new(2.0, 0.01, 2.0) });
    let floor = still(&plate, Pose::IDENTITY);
    // The middle stays 0.3 m above the plate while the rod swings down from level to upright.
    let a = moving(&rod, Pose::from_translation(Vec3::Y * 0.3), Vec3::ZERO, Vec3::Z * 1.5);
    let TimeOfImpact::Impact(hit) = time_of_impact(&a, &floor, GAP) else { panic!() };
    // The lower end's corner is at 0.3 − sin φ − 0.01 cos φ = 0.01.
    let expected = (0.28_f32).asin() / 1.5;
    assert!((hit.time - expected).abs() < 2e-3, "{} against {expected}", hit.time);
    let linear = MovingShape { sweep: a.sweep.without_turn(), ..a };
    assert_eq!(time_of_impact(&linear, &floor, GAP), TimeOfImpact::Apart);
}

#[test]
fn a_wheel_that_rolls_above_the_ground_takes_few_looks_and_never_touches() {
    let rim: Vec<Vec3> = (0..64)
        .flat_map(|i| {
            let angle = i as f32 * std::f32::consts::TAU / 64.0;
            [-0.1, 0.1].map(|z| Vec3::new(0.5 * angle.cos(), 0.5 * angle.sin(), z))
        })
        .collect();
    let wheel = Shape::Hull(Arc::new(ConvexHull::from_points(&rim).unwrap()));
    let ground = Shape::HalfSpace(HalfSpace { normal: Vec3::Y });
    for height in [0.501, 0.502, 0.52] {
        let a = moving(&wheel, Pose::from_translation(Vec3::Y * height), Vec3::X, Vec3::Z * -2.0);
        assert_eq!(time_of_impact(&a, &still(&ground, Pose::IDENTITY), GAP), TimeOfImpact::Apart, "{height}");
    }
}

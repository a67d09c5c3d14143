//! Shapes against closed forms, and hulls from good and bad clouds of points.

use super::*;
use crate::math::{Mat3, Pose, Quat, Vec3};
use std::sync::Arc;

/// Marsaglia's xorshift, seeded.
struct Rng(u64);

impl Rng {
    fn range(&mut self, low: f32, high: f32) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        low + (high - low) * ((self.0 >> 40) as f32 / (1u64 << 24) as f32)
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.range(-1.0, 1.0), self.range(-1.0, 1.0), self.range(-1.0, 1.0))
    }

    fn pose(&mut self) -> Pose {
        let (axis, angle) = (self.vector().normalize_or(Vec3::X), self.range(-3.0, 3.0));
        Pose::new(self.vector() * 2.0, Quat::from_axis_angle(axis, angle))
    }
}

fn close(a: &Mat3, b: &Mat3, relative: f32) -> bool {
    let size = a.to_cols_array().iter().fold(0.0_f32, |m, e| m.max(e.abs()));
    (*a - *b).to_cols_array().iter().all(|e| e.abs() <= relative * size)
}

/// Points spread evenly over a unit sphere.
fn spiral(count: usize) -> Vec<Vec3> {
    (0..count)
        .map(|i| {
            let y = 1.0 - 2.0 * (i as f32 + 0.5) / count as f32;
            let (r, angle) = ((1.0 - y * y).sqrt(), 2.399_963 * i as f32);
            Vec3::new(r * angle.cos(), y, r * angle.sin())
        })
        .collect()
}

/// What every hull must satisfy, checked from its public face.
fn assert_valid(hull: &ConvexHull, points: &[Vec3]) {
    let size = hull.local_aabb().extents().max_element();
    let edges: Vec<Edge> = hull.edges().collect();
    assert_eq!(hull.vertices().len() + hull.faces().len(), edges.len() + 2);
    let mut faces_at = vec![0; hull.vertices().len()];
    for (f, face) in hull.faces().iter().enumerate() {
        let corners: Vec<Vec3> = hull.polytope().face_vertices(f).collect();
        assert!(corners.len() >= 3);
        hull.polytope().face_loop(f).for_each(|e| faces_at[hull.half_edges()[e as usize].origin as usize] += 1);
        assert!(corners.iter().all(|v| (v.dot(face.normal) - face.offset).abs() <= 2e-5 * size));
        assert!(points.iter().all(|p| p.dot(face.normal) - face.offset <= 2e-5 * size));
    }
    assert!(faces_at.iter().all(|&n| n >= 3));
    for e in edges {
        let [n0, n1] = e.faces.map(|f| hull.faces()[f as usize].normal);
        let along = hull.vertices()[e.vertices[1] as usize] - hull.vertices()[e.vertices[0] as usize];
        assert!(n0.cross(n1).dot(along) > 0.0, "an edge runs against its arc");
    }
}

#[test]
fn a_grid_of_points_makes_a_box_at_every_size_and_turn() {
    let mut rng = Rng(7);
    for size in [1e-3_f32, 0.05, 1.0, 30.0, 1e3] {
        for _ in 0..20 {
            let pose = rng.pose();
            let grid: Vec<Vec3> = (0..64)
                .map(|i| Vec3::new((i % 4) as f32, (i / 4 % 4) as f32, (i / 16) as f32) / 3.0 - Vec3::splat(0.5))
                .map(|p| pose.rotation * p * size + pose.translation * size)
                .collect();
            let hull = ConvexHull::from_points(&grid).unwrap();
            assert_eq!((hull.vertices().len(), hull.faces().len()), (8, 6), "size {size}");
            assert_valid(&hull, &grid);
            assert!((hull.volume() / size.powi(3) - 1.0).abs() < 1e-4);
            assert!((hull.min_extent() / size - 1.0).abs() < 1e-4);
        }
    }
}

#[test]
fn random_clouds_make_valid_hulls_and_always_the_same() {
    let mut rng = Rng(99);
    for case in 0..300 {
        let count = 4 + case % 90;
        let points: Vec<Vec3> = (0..count).map(|_| rng.vector() * 10.0_f32.powi(case % 5 - 2)).collect();
        let hull = ConvexHull::from_points(&points).unwrap();
        assert_valid(&hull, &points);
        let again = ConvexHull::from_points(&points).unwrap();
        assert_eq!((hull.vertices(), hull.half_edges()), (again.vertices(), again.half_edges()));
    }
}

#[test]
fn bad_clouds_are_refused_in_words() {
    let flat: Vec<Vec3> = (0..25).map(|i| Vec3::new((i % 5) as f32, 2.0, (i / 5) as f32)).collect();
    let line: Vec<Vec3> = (0..9).map(|i| Vec3::splat(i as f32)).collect();
    for points in [&[][..], &[Vec3::ZERO; 5], &[Vec3::X, Vec3::Y, Vec3::Z], &flat, &line] {
        let error = ConvexHull::from_points(points).unwrap_err();
        assert!(matches!(error, HullError::Flat { .. }), "{error:?}");
        assert!(error.to_string().contains("at least 4 points that do not lie in one plane"));
    }
    let turned: Vec<Vec3> = flat.iter().map(|p| Quat::from_rotation_x(0.7) * *p).collect();
    assert!(matches!(ConvexHull::from_points(&turned), Err(HullError::Flat { .. })));
    let error = ConvexHull::from_points(&[Vec3::X, Vec3::NAN]).unwrap_err();
    assert_eq!(error, HullError::NotFinite { index: 1 });
    let error = ConvexHull::from_points(&spiral(400)).unwrap_err();
    assert_eq!(error, HullError::TooManyVertices { vertices: 400 });
}

#[test]
fn a_box_as_a_hull_has_the_mass_of_the_box_wherever_it_lies() {
    let cuboid = Cuboid { half_extents: Vec3::new(0.5, 1.0, 0.2) };
    let expected = cuboid.mass_properties(3.0);
    for offset in [Vec3::ZERO, Vec3::new(40.0, -7.0, 12.0)] {
        let points: Vec<Vec3> = cuboid.polytope().view().vertices.iter().map(|v| *v + offset).collect();
        let found = ConvexHull::from_points(&points).unwrap().mass_properties(3.0);
        assert!((found.mass / expected.mass - 1.0).abs() < 1e-4);
        assert!((found.center_of_mass - offset).length() < 1e-4);
        assert!(close(&found.inertia, &expected.inertia, 1e-3), "{found:?} {expected:?}");
    }
}

#[test]
fn a_fine_hull_has_nearly_the_mass_of_the_ball() {
    let (hull, ball) = (ConvexHull::from_points(&spiral(256)).unwrap(), Sphere { radius: 1.0 });
    let (h, b) = (hull.mass_properties(1.0), ball.mass_properties(1.0));
    assert!(h.mass < b.mass && h.mass > 0.95 * b.mass);
    assert!(close(&b.inertia, &h.inertia, 0.08) && h.center_of_mass.length() < 1e-3);
}

#[test]
fn capsule_mass_has_the_right_limits_and_matches_its_slices() {
    let ball = Capsule { half_height: 0.0, radius: 0.7 }.mass_properties(2.0);
    assert!(close(&ball.inertia, &Sphere { radius: 0.7 }.mass_properties(2.0).inertia, 1e-5));
    let capsule = Capsule { half_height: 0.6, radius: 0.3 };
    let found = capsule.mass_properties(1.0);
    // Thin discs across the axis: m r²/4 about a diameter, m r²/2 about the axis.
    let (mut mass, mut across, mut along) = (0.0_f64, 0.0, 0.0);
    for i in 0..20_000 {
        let y = -0.9 + 1.8 * (f64::from(i) + 0.5) / 20_000.0;
        let beyond = (y.abs() - 0.6).max(0.0);
        let r2 = 0.09 - beyond * beyond;
        let m = std::f64::consts::PI * r2 * 1.8 / 20_000.0;
        mass += m;
        across += m * (0.25 * r2 + y * y);
        along += m * 0.5 * r2;
    }
    assert!((f64::from(found.mass) / mass - 1.0).abs() < 1e-4);
    assert!((f64::from(found.inertia.x_axis.x) / across - 1.0).abs() < 1e-4);
    assert!((f64::from(found.inertia.y_axis.y) / along - 1.0).abs() < 1e-4);
}

#[test]
fn two_halves_in_a_nested_compound_weigh_as_the_whole() {
    let half = Shape::Cuboid(Cuboid { half_extents: Vec3::new(0.5, 0.3, 0.4) });
    let inner = Compound { parts: vec![(Pose::from_translation(Vec3::X), half.clone())] };
    let parts = vec![(Pose::IDENTITY, half), (Pose::IDENTITY, Shape::Compound(Arc::new(inner)))];
    let compound = Shape::Compound(Arc::new(Compound { parts }));
    let whole = Cuboid { half_extents: Vec3::new(1.0, 0.3, 0.4) }.mass_properties(5.0);
    let found = compound.mass_properties(5.0);
    assert!((found.mass - whole.mass).abs() < 1e-4 && (found.center_of_mass - Vec3::X * 0.5).length() < 1e-6);
    assert!(close(&found.inertia, &whole.inertia, 1e-5));
    let leaves = compound.flatten();
    assert_eq!(leaves.len(), 2);
    assert_eq!(leaves[1].0.translation, Vec3::X);
}

fn solids() -> Vec<Shape> {
    let corners = Cuboid { half_extents: Vec3::new(0.3, 0.8, 0.5) };
    let hull = ConvexHull::from_points(corners.polytope().view().vertices).unwrap();
    vec![
        Shape::Sphere(Sphere { radius: 0.6 }),
        Shape::Cuboid(corners),
        Shape::Capsule(Capsule { half_height: 0.5, radius: 0.3 }),
        Shape::Hull(Arc::new(hull)),
    ]
}

#[test]
fn bounds_touch_the_support_points_of_all_six_sides() {
    let mut rng = Rng(3);
    for shape in solids() {
        for _ in 0..100 {
            let pose = rng.pose();
            let bounds = shape.aabb(&pose);
            for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                for direction in [axis, -axis] {
                    let p = pose.transform_point(shape.support(pose.inverse_transform_vector(direction)));
                    let side = if direction == axis { bounds.max } else { bounds.min };
                    assert!((p.dot(axis) - side.dot(axis)).abs() < 1e-5, "{}", shape.kind_name());
                }
            }
        }
    }
}

#[test]
fn rays_stop_on_the_surface_and_miss_what_they_should() {
    let mut rng = Rng(5);
    for shape in solids() {
        let mut hits = 0;
        for _ in 0..2000 {
            let pose = rng.pose();
            let (origin, target) = (pose.translation + rng.vector() * 2.0, pose.translation + rng.vector());
            let direction = (target - origin).normalize_or(Vec3::X);
            let ray = Ray { origin, direction, max_distance: 4.0 };
            // The hit with the nearest point of a fine walk along the ray must agree.
            let inside = |t: f32| {
                let p = pose.inverse_transform_point(ray.point_at(t));
                match &shape {
                    Shape::Sphere(s) => p.length() <= s.radius,
                    Shape::Capsule(c) => (p - Vec3::Y * p.y.clamp(-c.half_height, c.half_height)).length() <= c.radius,
                    _ => p.abs().cmple(Vec3::new(0.3, 0.8, 0.5)).all(),
                }
            };
            let walked = (0..=800).map(|i| i as f32 * 0.005).find(|&t| inside(t));
            match (shape.ray_cast(&pose, &ray), walked) {
                (Some(hit), Some(t)) => {
                    hits += 1;
                    assert!(hit.distance <= t + 1e-4 && t - hit.distance <= 0.2, "{}", shape.kind_name());
                    assert!(inside(hit.distance + 1e-3) || t - hit.distance > 0.005);
                    assert!(hit.normal.is_normalized() && hit.normal.dot(ray.direction) <= 1e-5);
                }
                // A walk may step over a grazed corner.
                (Some(hit), None) => assert!(hit.distance <= 4.0 && !inside(hit.distance + 0.2)),
                (None, walked) => assert!(walked.is_none(), "{}", shape.kind_name()),
            }
        }
        assert!(hits > 100);
    }
    let floor = Shape::HalfSpace(HalfSpace { normal: Vec3::Y });
    let down = Ray { origin: Vec3::new(3.0, 2.0, 1.0), direction: Vec3::NEG_Y, max_distance: 5.0 };
    assert_eq!(floor.ray_cast(&Pose::IDENTITY, &down), Some(RayHit { distance: 2.0, normal: Vec3::Y }));
}

#[test]
fn a_floor_is_bounded_above_and_a_slope_is_not() {
    let floor = HalfSpace { normal: Vec3::Y };
    let bounds = floor.aabb(&Pose::from_translation(Vec3::Y * 2.0));
    assert_eq!((bounds.max.y, bounds.min.y), (2.0, -HALF_SPACE_BOUND));
    let slope = floor.aabb(&Pose::new(Vec3::ZERO, Quat::from_rotation_z(0.3)));
    assert_eq!(slope.max, Vec3::splat(HALF_SPACE_BOUND));
    assert!(bounds.center().is_finite() && bounds.extents().is_finite());
}

//! Sphere against box or hull: the nearest point of the polytope to the centre, or the nearest face when it is inside.

use super::push_between;
use crate::collision::convex::{Core, CorePair};
use crate::collision::gjk::gjk;
use crate::collision::{CollideOptions, Feature, FeatureId, Manifold};
use crate::geometry::{ConvexHull, Cuboid, Sphere};
use crate::math::{Pose, Vec3};

/// What was found in the polytope's frame.
struct Nearest {
    /// Unit, out of the polytope towards the centre.
    outward: Vec3,
    /// Of the centre over the surface, m; negative inside.
    height: f32,
    feature: Feature,
}

pub(super) fn collide_box(
    a: &Sphere,
    pose_a: &Pose,
    b: &Cuboid,
    pose_b: &Pose,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    let center = pose_b.inverse_transform_point(pose_a.translation);
    let nearest = center.clamp(-b.half_extents, b.half_extents);
    let gap = center - nearest;
    let found = match gap.try_normalize() {
        Some(outward) => Nearest { outward, height: gap.length(), feature: box_feature(b, gap) },
        None => {
            // Inside: of equally near faces the first axis, and the positive side.
            let depths = b.half_extents - center.abs();
            let axis = if depths.x <= depths.y && depths.x <= depths.z {
                0
            } else if depths.y <= depths.z {
                1
            } else {
                2
            };
            let positive = center[axis] >= 0.0;
            let outward = Vec3::AXES[axis] * if positive { 1.0 } else { -1.0 };
            Nearest {
                outward,
                height: -depths[axis],
                feature: Feature::Face((2 * axis + usize::from(!positive)) as u16),
            }
        }
    };
    contact(a, pose_a, pose_b, &found, options, manifold);
}

/// The face, edge or corner of the box in whose region a point outside by `gap` lies.
fn box_feature(b: &Cuboid, gap: Vec3) -> Feature {
    let side = |axis: usize| (2 * axis + usize::from(gap[axis] < 0.0)) as u16;
    let outside: [bool; 3] = gap.to_array().map(|g| g != 0.0);
    let mut faces = (0..3).filter(|&i| outside[i]).map(side);
    match (faces.next(), faces.next(), faces.next()) {
        (Some(f), None, _) => Feature::Face(f),
        (Some(f), Some(g), None) => {
            let data = b.polytope();
            let edge = data.view().edges().position(|e| e.faces == [f, g] || e.faces == [g, f]);
            Feature::Edge(edge.unwrap_or(0) as u16)
        }
        _ => Feature::Vertex((0..3).map(|i| u16::from(gap[i] > 0.0) << i).sum()),
    }
}

pub(super) fn collide_hull(
    a: &Sphere,
    pose_a: &Pose,
    b: &ConvexHull,
    pose_b: &Pose,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    let center = pose_b.inverse_transform_point(pose_a.translation);
    let (mut height, mut face) = (f32::NEG_INFINITY, 0);
    for (i, f) in b.faces().iter().enumerate() {
        let h = f.normal.dot(center) - f.offset;
        if h > height {
            (height, face) = (h, i);
        }
    }
    if height - a.radius > options.max_separation {
        return;
    }
    let mut found = Nearest { outward: b.faces()[face].normal, height, feature: Feature::Face(face as u16) };
    if height > 0.0 {
        let at = Pose::from_translation(center);
        let polytope = b.polytope();
        let result = gjk(&CorePair::new(Core::of_polytope(&polytope), &Pose::IDENTITY, Core::Point, &at));
        if let Some(normal) = result.normal() {
            let feature = result.simplex.feature_on_a(&polytope).unwrap_or(found.feature);
            found = Nearest { outward: normal.as_vec3(), height: result.distance as f32, feature };
        }
    }
    contact(a, pose_a, pose_b, &found, options, manifold);
}

fn contact(
    a: &Sphere,
    pose_a: &Pose,
    pose_b: &Pose,
    found: &Nearest,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    let separation = found.height - a.radius;
    if separation <= options.max_separation {
        manifold.normal = -pose_b.transform_vector(found.outward);
        let feature = FeatureId::new(Feature::Vertex(0), found.feature);
        push_between(manifold, pose_a.translation + manifold.normal * a.radius, separation, feature);
    }
}

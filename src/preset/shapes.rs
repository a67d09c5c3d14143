//! From shapes as written to shapes of the core.

use super::expand::rotation;
use super::problem::Problem;
use super::schema::ShapeSpec;
use crate::geometry::{Capsule, ConvexHull, Cuboid, HalfSpace, HeightField, Shape, Sphere};
use crate::math::{Pose, Vec3};
use std::sync::Arc;

/// The parts of a shape that are no compounds themselves, each with its pose in the frame of the whole.
///
/// Reports hulls that are flat, half-spaces where none may be, and too many parts.
pub(super) fn build(spec: &ShapeSpec, is_static: bool, path: &str, problems: &mut Vec<Problem>) -> Vec<(Pose, Shape)> {
    let mut leaves = Vec::new();
    add_leaves(spec, &Pose::IDENTITY, is_static, path, &mut leaves, problems);
    leaves
}

fn add_leaves(
    spec: &ShapeSpec,
    whole_from_shape: &Pose,
    is_static: bool,
    path: &str,
    leaves: &mut Vec<(Pose, Shape)>,
    problems: &mut Vec<Problem>,
) {
    let mut report = |path: String, message: String| problems.push(Problem { path, line: None, message });
    let shape = match spec {
        ShapeSpec::Sphere { radius } => Shape::Sphere(Sphere { radius: *radius }),
        ShapeSpec::Box { size } => Shape::Cuboid(Cuboid { half_extents: Vec3::from(*size) * 0.5 }),
        ShapeSpec::Capsule { length, radius } => Shape::Capsule(Capsule { half_height: length * 0.5, radius: *radius }),
        ShapeSpec::Hull { points } => {
            let points: Vec<Vec3> = points.iter().copied().map(Vec3::from).collect();
            match ConvexHull::from_points(&points) {
                Ok(hull) => Shape::Hull(Arc::new(hull)),
                Err(error) => return report(format!("{path}/points"), error.to_string()),
            }
        }
        ShapeSpec::HalfSpace { normal } => {
            if !is_static {
                let message =
                    "a half-space has no end and no mass: only a static body can have one; add \"type\": \"static\"";
                return report(path.to_owned(), message.to_owned());
            }
            Shape::HalfSpace(HalfSpace { normal: normal.map_or(Vec3::Y, Vec3::from).normalize() })
        }
        ShapeSpec::HeightField { size, heights } => {
            if !is_static {
                let message = "ground has no mass: only a static body can be a height field; add \"type\": \"static\"";
                return report(path.to_owned(), message.to_owned());
            }
            let field = HeightField { size: *size, columns: heights[0].len(), heights: heights.concat() };
            match field.prisms() {
                Ok(prisms) => {
                    let prisms = prisms.into_iter();
                    leaves.extend(prisms.map(|(p, hull)| (whole_from_shape.mul(&p), Shape::Hull(Arc::new(hull)))));
                }
                Err(error) => report(format!("{path}/heights"), format!("the ground is too steep: {error}")),
            }
            return;
        }
        ShapeSpec::Compound { parts } => {
            for (index, part) in parts.iter().enumerate() {
                let shape_from_part =
                    Pose::new(Vec3::from(part.position.unwrap_or_default()), rotation(part.rotation.as_ref()));
                let pose = whole_from_shape.mul(&shape_from_part);
                add_leaves(&part.shape, &pose, is_static, &format!("{path}/parts/{index}/shape"), leaves, problems);
            }
            return;
        }
    };
    leaves.push((*whole_from_shape, shape));
}

/// Distance from joint to joint along a link, m: the height of a box or ball, the straight part of a capsule.
pub(super) fn height(spec: &ShapeSpec) -> Option<f32> {
    match spec {
        ShapeSpec::Capsule { length, .. } => Some(*length),
        _ => full_height(spec),
    }
}

/// Extent along Y of a shape that lies about its origin, m.
pub(super) fn full_height(spec: &ShapeSpec) -> Option<f32> {
    match spec {
        ShapeSpec::Sphere { radius } => Some(2.0 * radius),
        ShapeSpec::Box { size } => Some(size[1]),
        ShapeSpec::Capsule { length, radius } => Some(length + 2.0 * radius),
        ShapeSpec::Hull { .. }
        | ShapeSpec::HalfSpace { .. }
        | ShapeSpec::HeightField { .. }
        | ShapeSpec::Compound { .. } => None,
    }
}

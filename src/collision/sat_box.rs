//! Separating axes of two boxes in closed form: 15 directions, no support search.
//!
//! Gottschalk, Lin, Manocha, "OBBTree" (1996): a box reaches Σ hₖ |axis·eₖ| along an axis, so each separation is a
//! few products of the matrix between the boxes.

use super::sat::{Axis, AxisKind, PARALLEL, prefer_a};
use crate::geometry::{Cuboid, Polytope};
use crate::math::{Mat3, Pose, Vec3};

/// As [`best_axis`](super::sat::best_axis), for boxes. `tolerance` in metres.
pub(crate) fn best_box_axis(a: &Cuboid, b: &Cuboid, a_from_b: &Pose, tolerance: f32, max_separation: f32) -> Axis {
    let r = Mat3::from_quat(a_from_b.rotation);
    let columns = [r.x_axis, r.y_axis, r.z_axis];
    let absolute = columns.map(Vec3::abs);
    let (t, ha, hb) = (a_from_b.translation, a.half_extents, b.half_extents);
    let reach_b = absolute[0] * hb.x + absolute[1] * hb.y + absolute[2] * hb.z;
    let apart_a = t.abs() - ha - reach_b;
    let best_a = face(apart_a, t, Vec3::AXES, AxisKind::FaceA, false);
    if best_a.separation > max_separation {
        return best_a;
    }
    let along_b = Vec3::new(t.dot(columns[0]), t.dot(columns[1]), t.dot(columns[2]));
    let reach_a = Vec3::new(ha.dot(absolute[0]), ha.dot(absolute[1]), ha.dot(absolute[2]));
    let apart_b = along_b.abs() - hb - reach_a;
    let best_b = face(apart_b, along_b, columns, AxisKind::FaceB, true);
    if best_b.separation > max_separation {
        return best_b;
    }
    let mut floor = best_a.separation.max(best_b.separation) + tolerance;
    let mut best_edge = None;
    for (i, unit) in Vec3::AXES.into_iter().enumerate() {
        for (j, column) in columns.into_iter().enumerate() {
            let cross = unit.cross(column);
            let size = cross.length_squared();
            if size <= PARALLEL * PARALLEL {
                continue;
            }
            // A root only for the axes that pass without it: most are far below the floor.
            let distance = t.dot(cross).abs();
            let reach = ha.dot(cross.abs())
                + hb.x * columns[0].dot(cross).abs()
                + hb.y * columns[1].dot(cross).abs()
                + hb.z * columns[2].dot(cross).abs();
            let scaled = distance - reach;
            if scaled * scaled.abs() <= floor * floor.abs() * size {
                continue;
            }
            let length = size.sqrt();
            let separation = scaled / length;
            if separation > floor {
                floor = separation;
                let sign = if t.dot(cross) < 0.0 { -1.0 } else { 1.0 };
                best_edge = Some((i, j, cross * (sign / length), separation));
                if separation > max_separation {
                    break;
                }
            }
        }
    }
    match best_edge {
        Some((i, j, normal, separation)) => {
            let in_b = Vec3::new(columns[0].dot(normal), columns[1].dot(normal), columns[2].dot(normal));
            let kind = AxisKind::EdgePair(box_edge(i, normal), box_edge(j, -in_b));
            Axis { kind, normal, separation }
        }
        None => prefer_a(best_a, best_b, tolerance),
    }
}

/// The best of three face axes. `toward` tells on which side the other box lies along each of them.
#[inline]
fn face(apart: Vec3, toward: Vec3, axes: [Vec3; 3], kind: fn(u16) -> AxisKind, of_b: bool) -> Axis {
    let axis = if apart.x >= apart.y && apart.x >= apart.z {
        0
    } else if apart.y >= apart.z {
        1
    } else {
        2
    };
    // For A's faces the other box lies where `toward` points; for B's faces, opposite to it.
    let positive = (toward[axis] < 0.0) == of_b;
    let normal = if toward[axis] < 0.0 { -axes[axis] } else { axes[axis] };
    Axis { kind: kind((2 * axis + usize::from(!positive)) as u16), normal, separation: apart[axis] }
}

/// The box edge along `axis` that lies farthest in `direction` (the box's frame).
fn box_edge(axis: usize, direction: Vec3) -> u16 {
    let corner: u16 = (0..3).filter(|&k| k != axis && direction[k] >= 0.0).map(|k| 1 << k).sum();
    let data = Cuboid { half_extents: Vec3::ONE }.polytope();
    let view: Polytope<'_> = data.view();
    view.edge_between(corner, corner | 1 << axis).unwrap_or(0) as u16
}

//! The second run of a comparison: its bodies as translucent wire, over the solid ones of the first.

use super::{Color, Mark, Primitive, palette};
use crate::geometry::Shape;
use crate::instrument::{BodyKind, RunHeader, StepRecord};
use crate::math::{Pose, Vec3};
use std::f32::consts::TAU;

const WIDTH: f32 = 1.6;
/// Lines of a full circle.
const SEGMENTS: usize = 24;

/// The bodies of `ghost` that can move, and for each a line from where the same body is in the first run, where the two
/// are apart by more than can be seen.
pub fn ghost(header: &RunHeader, record: &StepRecord, first: &StepRecord) -> Vec<Primitive> {
    let color = palette::GHOST.with_alpha(170);
    let mut out = Vec::new();
    for (index, body) in record.bodies.iter().enumerate() {
        let Some(info) = header.body(body.id).filter(|info| info.kind != BodyKind::Static) else { continue };
        let world_from_body = record.drawn_pose(index);
        if !world_from_body.is_finite() {
            continue;
        }
        for (body_from_shape, shape) in &info.shapes {
            for (shape_from_part, part) in shape.flatten() {
                let pose = world_from_body.mul(body_from_shape).mul(&shape_from_part);
                push_wire(&part, &pose, color, &mut out);
            }
        }
        let distance = first.body(body.id).map(|other| (other.position, other.position.distance(body.position)));
        if let Some((from, _)) = distance.filter(|(_, apart)| *apart > 0.002 && apart.is_finite()) {
            out.push(Primitive::Line { from, to: body.position, width: WIDTH, color: palette::GHOST.with_alpha(110) });
            out.push(Primitive::Point { at: body.position, size: 6.0, mark: Mark::Ring, color });
        }
    }
    out
}

fn push_wire(shape: &Shape, pose: &Pose, color: Color, out: &mut Vec<Primitive>) {
    match shape {
        Shape::Cuboid(cuboid) => out.push(Primitive::WireBox {
            center: pose.translation,
            half_extents: cuboid.half_extents,
            rotation: pose.rotation,
            width: WIDTH,
            color,
        }),
        Shape::Sphere(sphere) => {
            for axes in [[Vec3::X, Vec3::Y], [Vec3::Y, Vec3::Z], [Vec3::Z, Vec3::X]] {
                push_arc(pose, Vec3::ZERO, axes, sphere.radius, TAU, color, out);
            }
        }
        Shape::Capsule(capsule) => {
            for end in [-1.0, 1.0] {
                let center = Vec3::Y * (end * capsule.half_height);
                push_arc(pose, center, [Vec3::X, Vec3::Z], capsule.radius, TAU, color, out);
                for side in [Vec3::X, Vec3::Z] {
                    push_arc(pose, center, [side, Vec3::Y * end], capsule.radius, 0.5 * TAU, color, out);
                }
            }
            for side in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
                let [from, to] = [-1.0, 1.0].map(|end| side * capsule.radius + Vec3::Y * (end * capsule.half_height));
                push_line(pose, from, to, color, out);
            }
        }
        Shape::Hull(hull) => {
            for edge in hull.edges() {
                let [from, to] = edge.vertices.map(|index| hull.vertices()[usize::from(index)]);
                push_line(pose, from, to, color, out);
            }
        }
        // Endless, and never in motion; `flatten` leaves no compound.
        Shape::HalfSpace(_) | Shape::Compound(_) => {}
    }
}

/// A part of a circle, from the first axis towards the second.
fn push_arc(
    pose: &Pose,
    center: Vec3,
    [x, y]: [Vec3; 2],
    radius: f32,
    angle: f32,
    color: Color,
    out: &mut Vec<Primitive>,
) {
    let count = (SEGMENTS as f32 * angle / TAU).ceil().max(1.0) as usize;
    let at = |k: usize| {
        let (sin, cos) = (angle * k as f32 / count as f32).sin_cos();
        center + (x * cos + y * sin) * radius
    };
    for k in 0..count {
        push_line(pose, at(k), at(k + 1), color, out);
    }
}

fn push_line(pose: &Pose, from: Vec3, to: Vec3, color: Color, out: &mut Vec<Primitive>) {
    let [from, to] = [from, to].map(|point| pose.transform_point(point));
    out.push(Primitive::Line { from, to, width: WIDTH, color });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Capsule, Cuboid, HalfSpace, Sphere};
    use crate::instrument::{BodyInfo, BodyRecord};
    use crate::math::{Mat3, Quat};

    fn info(id: u32, kind: BodyKind, shape: Shape) -> BodyInfo {
        BodyInfo {
            id,
            name: "b".into(),
            kind,
            mass: 1.0,
            inertia: Mat3::IDENTITY,
            shapes: vec![(Pose::IDENTITY, shape)],
        }
    }

    fn body(id: u32, position: Vec3) -> BodyRecord {
        let (velocity, angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
        BodyRecord { id, position, rotation: Quat::IDENTITY, velocity, angular_velocity, is_asleep: false, island: id }
    }

    #[test]
    fn what_moves_is_drawn_and_joined_to_where_it_is_in_the_first_run() {
        let ground = Shape::HalfSpace(HalfSpace { normal: Vec3::Y });
        let cube = Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.5) });
        let ball = Shape::Sphere(Sphere { radius: 2.0 });
        let rod = Shape::Capsule(Capsule { half_height: 1.0, radius: 0.5 });
        let header = RunHeader {
            bodies: vec![
                info(0, BodyKind::Static, ground),
                info(1, BodyKind::Dynamic, cube),
                info(2, BodyKind::Dynamic, ball),
                info(3, BodyKind::Animated, rod),
            ],
            ..RunHeader::default()
        };
        let places = [0.0, 3.0, 6.0, 9.0].map(Vec3::splat);
        let record = |places: [Vec3; 4]| StepRecord {
            bodies: places.iter().enumerate().map(|(i, p)| body(i as u32, *p)).collect(),
            ..StepRecord::default()
        };
        let (second, mut moved) = (record(places), places);
        let plain = ghost(&header, &second, &record(places));
        let boxes = plain.iter().filter(|p| matches!(p, Primitive::WireBox { .. })).count();
        assert_eq!((boxes, plain.len()), (1, 1 + 3 * SEGMENTS + 2 * (SEGMENTS + 2 * SEGMENTS / 2) + 4));
        for primitive in &plain {
            if let Primitive::Line { from, to, .. } = primitive
                && from.x < 8.5
                && from.x > 3.5
            {
                assert!((from.distance(places[2]) - 2.0).abs() < 1e-4 && (to.distance(places[2]) - 2.0).abs() < 1e-4);
            }
        }
        moved[1].y -= 0.5;
        let apart = ghost(&header, &second, &record(moved));
        assert_eq!(apart.len(), plain.len() + 2);
        assert!(
            apart
                .iter()
                .any(|p| matches!(p, Primitive::Line { from, to, .. } if *from == moved[1] && *to == places[1]))
        );
    }
}

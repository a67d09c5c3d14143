//! What is to be drawn: plain values made from a record. Free of GL.

use crate::geometry::{ConvexHull, Shape};
use crate::instrument::{BodyKind, RunHeader, StepRecord};
use crate::math::{Pose, Vec3};
use crate::overlay::{self, Color, OverlayOptions, Primitive};
use crate::session::Selection;
use std::sync::Arc;

/// The form of a solid, in its own frame.
#[derive(Clone, Debug)]
pub enum Form {
    Cuboid { half_extents: Vec3 },
    Sphere { radius: f32 },
    Capsule { half_height: f32, radius: f32 },
    Hull(Arc<ConvexHull>),
    Ground { normal: Vec3 },
}

/// A shape with its place and colour.
#[derive(Clone, Debug)]
pub struct Solid {
    pub form: Form,
    pub world_from_shape: Pose,
    pub color: Color,
    /// Static solids carry the one-metre grid.
    pub has_grid: bool,
    pub is_selected: bool,
}

/// One picture's worth of solids and overlays.
#[derive(Clone, Debug, Default)]
pub struct SceneFrame {
    /// Two frames with the same number look the same: the key of the viewport's cache.
    pub revision: u64,
    pub solids: Vec<Solid>,
    pub primitives: Vec<Primitive>,
    /// Largest mark over the scene, m: in a view of many small bodies marks must not bury them.
    pub mark_size: f32,
    /// Middle and radius of the moving things, m: where shadows are cast, and what Home shows.
    pub center: Vec3,
    pub radius: f32,
}

impl SceneFrame {
    /// Bodies and overlays of one step.
    pub fn new(
        revision: u64,
        header: &RunHeader,
        record: &StepRecord,
        selection: Selection,
        options: &OverlayOptions,
    ) -> Self {
        let mut frame = Self { revision, ..Self::default() };
        for (index, (body, tint)) in record.bodies.iter().zip(overlay::tints(header, record, options)).enumerate() {
            let world_from_body = record.drawn_pose(index);
            let Some(info) = header.body(body.id) else { continue };
            for (body_from_shape, shape) in &info.shapes {
                for (shape_from_part, part) in shape.flatten() {
                    let world_from_shape = world_from_body.mul(body_from_shape).mul(&shape_from_part);
                    if !world_from_shape.is_finite() {
                        continue;
                    }
                    frame.solids.push(Solid {
                        form: form(&part),
                        world_from_shape,
                        color: tint.color,
                        has_grid: tint.kind == BodyKind::Static,
                        is_selected: selection == Selection::Body(body.id),
                    });
                }
            }
        }
        (frame.center, frame.radius) = extent(header, record);
        frame.mark_size = overlay::Scale::of(header).length * 0.28;
        frame.primitives = overlay::primitives(header, record, selection, options);
        frame.push_selected_edges();
        frame
    }
}

impl SceneFrame {
    /// Neighbours hide an outline; edges are drawn through them.
    fn push_selected_edges(&mut self) {
        let (width, color) = (2.2, overlay::palette::SELECTED);
        for solid in self.solids.iter().filter(|s| s.is_selected) {
            let pose = &solid.world_from_shape;
            match &solid.form {
                Form::Cuboid { half_extents } => self.primitives.push(Primitive::WireBox {
                    center: pose.translation,
                    half_extents: *half_extents,
                    rotation: pose.rotation,
                    width,
                    color,
                }),
                Form::Hull(hull) => {
                    let at = |index: u16| pose.transform_point(hull.vertices()[usize::from(index)]);
                    self.primitives.extend(hull.edges().map(|edge| {
                        let [from, to] = edge.vertices.map(at);
                        Primitive::Line { from, to, width, color }
                    }));
                }
                _ => {}
            }
        }
    }
}

fn form(shape: &Shape) -> Form {
    match shape {
        Shape::Cuboid(c) => Form::Cuboid { half_extents: c.half_extents },
        Shape::Sphere(s) => Form::Sphere { radius: s.radius },
        Shape::Capsule(c) => Form::Capsule { half_height: c.half_height, radius: c.radius },
        Shape::Hull(h) => Form::Hull(h.clone()),
        Shape::HalfSpace(h) => Form::Ground { normal: h.normal },
        // `flatten` leaves none of these; a ball of its size is better than nothing.
        Shape::Compound(_) => Form::Sphere { radius: shape.bounding_radius() },
    }
}

/// Ball around the bodies that can move, or around all that are not endless where none can.
fn extent(header: &RunHeader, record: &StepRecord) -> (Vec3, f32) {
    let ball = |wants_static: bool| {
        let mut bounds: Option<(Vec3, Vec3)> = None;
        for body in &record.bodies {
            let Some(info) = header.body(body.id) else { continue };
            if (info.kind == BodyKind::Static) != wants_static || !body.position.is_finite() {
                continue;
            }
            let reach =
                info.shapes.iter().map(|(p, s)| p.translation.length() + s.bounding_radius()).fold(0.0, f32::max);
            // What fell off the world or has no end must not blow the view up.
            if reach > 100.0 || body.position.length() > 200.0 {
                continue;
            }
            let (low, high) = (body.position - Vec3::splat(reach), body.position + Vec3::splat(reach));
            bounds = Some(bounds.map_or((low, high), |(l, h)| (l.min(low), h.max(high))));
        }
        bounds.map(|(l, h)| ((l + h) * 0.5, ((h - l).length() * 0.5).max(0.5)))
    };
    ball(false).or_else(|| ball(true)).unwrap_or((Vec3::Y, 5.0))
}

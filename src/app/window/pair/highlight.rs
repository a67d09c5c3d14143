//! A feature that the mouse points at in a pair view, shown on the bodies themselves.

use crate::collision::AxisKind;
use crate::math::Vec3;
use crate::overlay::{Color, Mark, Primitive, palette};
use crate::session::pair::PairView;

/// What is pointed at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Feature {
    FaceA(u16),
    FaceB(u16),
    EdgeA(u16),
    EdgeB(u16),
    Axis(AxisKind, Vec3),
    /// A contact point, world, m.
    Point(Vec3),
}

const SIDE_A: Color = Color::rgb(98, 182, 240);
const SIDE_B: Color = Color::rgb(240, 160, 60);
const WIDTH: f32 = 4.0;

pub fn primitives(view: &PairView, feature: Feature) -> Vec<Primitive> {
    let mut out = Vec::new();
    let mut outline = |corners: Vec<Vec3>, color: Color| {
        let next = corners.iter().cycle().skip(1);
        out.extend(corners.iter().zip(next).map(|(&from, &to)| Primitive::Line { from, to, width: WIDTH, color }));
    };
    let edge = |ends: Option<[Vec3; 2]>| ends.map_or_else(Vec::new, |e| e.to_vec());
    match feature {
        Feature::FaceA(f) | Feature::Axis(AxisKind::FaceA(f), _) => outline(view.a.face(f), SIDE_A),
        Feature::FaceB(f) | Feature::Axis(AxisKind::FaceB(f), _) => outline(view.b.face(f), SIDE_B),
        Feature::EdgeA(e) => outline(edge(view.a.edge(e)), SIDE_A),
        Feature::EdgeB(e) => outline(edge(view.b.edge(e)), SIDE_B),
        Feature::Axis(AxisKind::EdgePair(i, j), _) => {
            outline(edge(view.a.edge(i)), SIDE_A);
            outline(edge(view.b.edge(j)), SIDE_B);
        }
        Feature::Axis(AxisKind::Free, _) => {}
        Feature::Point(at) => {
            out.push(Primitive::Point { at, size: 18.0, mark: Mark::Ring, color: palette::SELECTED });
        }
    }
    if let Feature::Axis(_, direction) = feature
        && direction != Vec3::ZERO
    {
        let points = view.manifold.points();
        let from = if points.is_empty() {
            (view.a.world_from_shape.translation + view.b.world_from_shape.translation) * 0.5
        } else {
            points.iter().map(|p| p.position).sum::<Vec3>() / points.len() as f32
        };
        let length = 0.5 * view.b.shape.min_extent().min(view.a.shape.min_extent()).clamp(0.05, 2.0);
        out.push(Primitive::Arrow { from, to: from + direction * length, width: 3.0, color: palette::NORMAL });
    }
    out
}

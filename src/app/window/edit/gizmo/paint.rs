//! The look of the handles.

use super::layout::Piece;
use super::{Handle, Tool};
use crate::app::window::theme;
use egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, Vec2, vec2};

/// X red, Y green, Z blue, as everywhere; bright enough for a projector, and told apart by their letters too.
const COLORS: [Color32; 3] =
    [Color32::from_rgb(240, 82, 82), Color32::from_rgb(96, 196, 84), Color32::from_rgb(84, 148, 250)];
const ACTIVE: Color32 = Color32::from_rgb(255, 214, 64);
const OUTLINE: Color32 = Color32::from_black_alpha(150);

/// Draws the handles; `hot` is under the pointer or being dragged, and the others make way for one that is dragged.
pub fn paint(painter: &Painter, tool: Tool, pieces: &[Piece], hot: Option<Handle>, is_dragged: bool) {
    for piece in pieces {
        let is_hot = hot == Some(piece.handle);
        let base = piece.handle.axis().map_or(Color32::from_gray(235), |axis| COLORS[axis]);
        let mut color = if is_hot { ACTIVE } else { base };
        if !piece.is_live {
            color = color.gamma_multiply(0.28);
        } else if is_dragged && !is_hot {
            color = color.gamma_multiply(0.35);
        }
        if piece.is_area {
            let fill = color.gamma_multiply(if is_hot { 0.75 } else { 0.45 });
            painter.add(Shape::convex_polygon(piece.points.clone(), fill, Stroke::new(1.5, color)));
            continue;
        }
        let width = if is_hot { 4.5 } else { 3.0 };
        if piece.is_live {
            painter.add(Shape::line(piece.points.clone(), Stroke::new(width + 2.0, OUTLINE)));
        }
        painter.add(Shape::line(piece.points.clone(), Stroke::new(width, color)));
        if let ([from, to], Handle::Axis(axis)) = (piece.points.as_slice(), piece.handle) {
            end(painter, tool, *from, *to, color);
            let out = (*to - *from).normalized() * 17.0;
            let font = theme::semibold(14.0);
            letter(painter, *to + out, ["X", "Y", "Z"][axis], font, color);
        }
    }
}

/// An arrow's head, or the block of a scale handle.
fn end(painter: &Painter, tool: Tool, from: Pos2, to: Pos2, color: Color32) {
    let along = (to - from).normalized();
    let across = vec2(-along.y, along.x);
    let points = if tool == Tool::Scale {
        [(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)].map(|(x, y)| to + along * x + across * y).to_vec()
    } else {
        vec![to + along * 8.0, to - along * 6.0 + across * 6.5, to - along * 6.0 - across * 6.5]
    };
    painter.add(Shape::convex_polygon(points, color, Stroke::new(1.0, OUTLINE)));
}

fn letter(painter: &Painter, at: Pos2, text: &str, font: FontId, color: Color32) {
    painter.text(at + Vec2::splat(1.0), Align2::CENTER_CENTER, text, font.clone(), OUTLINE);
    painter.text(at, Align2::CENTER_CENTER, text, font, color);
}

//! A small view of things around a point, drawn with the painter: turned by dragging, seen without perspective, so
//! that directions and lengths can be compared.

use crate::app::window::theme::palette;
use crate::math::{Quat, Vec3};
use egui::{Color32, Painter, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2, pos2};

/// Which way the view looks.
#[derive(Clone, Copy, Debug)]
pub struct Orb {
    /// Radians.
    yaw: f32,
    pitch: f32,
}

impl Default for Orb {
    /// From the front, right and above, as the scene's own camera starts.
    fn default() -> Self {
        Self { yaw: 0.6, pitch: 0.45 }
    }
}

/// Where things go on the screen in this frame.
#[derive(Clone)]
pub struct Canvas {
    pub painter: Painter,
    pub rect: Rect,
    pub response: Response,
    turn: Quat,
    /// Points per metre (or per unit of direction).
    scale: f32,
    middle: Vec3,
}

impl Orb {
    /// Takes room of `size`, turns with the mouse, and shows a ball of `radius` about `middle`.
    pub fn show(&mut self, ui: &mut Ui, name: &str, size: Vec2, middle: Vec3, radius: f32) -> Canvas {
        let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
        let label = name.to_owned();
        response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Image, true, &label));
        if response.dragged() {
            let by = response.drag_delta();
            self.yaw -= by.x * 0.01;
            self.pitch = (self.pitch + by.y * 0.01).clamp(-1.5, 1.5);
        }
        if response.double_clicked() {
            *self = Self::default();
        }
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 6, palette(ui).sunken);
        let turn = Quat::from_rotation_x(self.pitch) * Quat::from_rotation_y(-self.yaw);
        let scale = 0.5 * rect.width().min(rect.height()) / radius.max(1e-6);
        Canvas { painter, rect, response, turn, scale, middle }
    }

    /// Looks along a direction (from outside towards the middle), so that what lies there faces the viewer.
    pub fn look_at(&mut self, direction: Vec3) {
        self.pitch = direction.y.clamp(-1.0, 1.0).asin().clamp(-1.5, 1.5);
        if direction.x.hypot(direction.z) > 1e-3 {
            self.yaw = direction.x.atan2(direction.z);
        }
    }
}

impl Canvas {
    /// Place on the screen, and how near it is (positive: this side of the middle).
    pub fn place(&self, point: Vec3) -> (Pos2, f32) {
        let p = self.turn * (point - self.middle);
        let c = self.rect.center();
        (pos2(c.x + p.x * self.scale, c.y - p.y * self.scale), p.z)
    }

    /// The direction on the unit sphere under a place on the screen, nearest side; `None` beside the sphere.
    pub fn direction_at(&self, at: Pos2) -> Option<Vec3> {
        let d = (at - self.rect.center()) / self.scale;
        let z = 1.0 - d.length_sq();
        (z >= 0.0).then(|| self.turn.inverse() * Vec3::new(d.x, -d.y, z.sqrt()))
    }

    /// A line from point to point.
    pub fn line(&self, from: Vec3, to: Vec3, stroke: impl Into<Stroke>) {
        self.painter.line_segment([self.place(from).0, self.place(to).0], stroke);
    }

    /// The shorter great-circle arc between two unit vectors: full strength in front, faint behind.
    pub fn arc(&self, from: Vec3, to: Vec3, width: f32, color: Color32) {
        let angle = from.angle_between(to);
        let axis = from.cross(to);
        if axis.length_squared() < 1e-12 {
            return;
        }
        let axis = axis.normalize();
        let pieces = (angle / 0.12).ceil().max(1.0) as usize;
        let mut last = self.place(from);
        for k in 1..=pieces {
            let next = self.place(Quat::from_axis_angle(axis, angle * k as f32 / pieces as f32) * from);
            let is_front = last.1 + next.1 > 0.0;
            let stroke =
                if is_front { Stroke::new(width, color) } else { Stroke::new(width * 0.6, color.gamma_multiply(0.35)) };
            self.painter.line_segment([last.0, next.0], stroke);
            last = next;
        }
    }

    /// A circle of directions at an angle (rad) about a unit vector.
    pub fn cap(&self, axis: Vec3, angle: f32, width: f32, color: Color32) {
        let start = Quat::from_axis_angle(axis.any_orthonormal_vector(), angle) * axis;
        let mut last = start;
        for k in 1..=48 {
            let next = Quat::from_axis_angle(axis, k as f32 / 48.0 * std::f32::consts::TAU) * start;
            self.arc(last, next, width, color);
            last = next;
        }
    }
}

/// The form of a mark: forms differ beside colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Circle,
    Square,
    Diamond,
    Cross,
    Star,
}

/// Draws a mark; hollow ones are on the far side.
pub fn mark(painter: &Painter, at: Pos2, form: Form, size: f32, color: Color32, is_filled: bool) {
    let polygon = |directions: &[(f32, f32)]| {
        let points: Vec<Pos2> = directions.iter().map(|(x, y)| pos2(at.x + x * size, at.y + y * size)).collect();
        let (fill, stroke) =
            if is_filled { (color, Stroke::NONE) } else { (Color32::TRANSPARENT, Stroke::new(1.2, color)) };
        painter.add(egui::Shape::convex_polygon(points, fill, stroke));
    };
    match form {
        Form::Circle if is_filled => {
            painter.circle_filled(at, size, color);
        }
        Form::Circle => {
            painter.circle_stroke(at, size, Stroke::new(1.2, color));
        }
        Form::Square => polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        Form::Diamond => polygon(&[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)]),
        Form::Cross | Form::Star => {
            let stroke = Stroke::new(if is_filled { 2.2 } else { 1.2 }, color);
            let d = size * 0.9;
            painter.line_segment([at - egui::vec2(d, d), at + egui::vec2(d, d)], stroke);
            painter.line_segment([at - egui::vec2(d, -d), at + egui::vec2(d, -d)], stroke);
            if form == Form::Star {
                painter.line_segment([at - egui::vec2(d * 1.3, 0.0), at + egui::vec2(d * 1.3, 0.0)], stroke);
                painter.line_segment([at - egui::vec2(0.0, d * 1.3), at + egui::vec2(0.0, d * 1.3)], stroke);
            }
        }
    }
}

//! What lies over the picture while a scene is edited: frames about the selection, limits, handles, numbers of a drag.

use super::arcs::{Bound, Figure};
use super::gizmo::{self, Change, Eye};
use super::joint_card::Picking;
use super::place::{self, Surface};
use super::view::{Dragging, anchor_of, in_body, limits, selected_bodies};
use super::{EditMode, fields};
use crate::app::scene::OrbitCamera;
use crate::app::window::actions::Actions;
use crate::app::window::format::fixed;
use crate::app::window::theme::{self, palette};
use crate::app::window::widgets::color32;
use crate::math::Vec3;
use crate::overlay::palette as colors;
use crate::session::{Item, Run, Session};
use egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, Ui, vec2};

/// Bodies that get a frame of their own; more would be a thicket.
const MOST_FRAMES: usize = 120;

impl EditMode {
    /// What lies over the picture.
    pub fn paint(&mut self, ui: &mut Ui, rect: Rect, camera: &OrbitCamera, session: &Session, actions: &mut Actions) {
        let Some(run) = session.run() else { return };
        let eye = Eye { rect, camera };
        let painter = ui.painter().with_clip_rect(rect);
        let accent = palette(ui).accent;
        for id in selected_bodies(session, run).into_iter().take(MOST_FRAMES) {
            frame_of_body(&painter, &eye, run, id, accent);
        }
        for surface in self.pointed() {
            if let Some(at) = eye.screen(surface.point) {
                painter.circle(at, 6.0, accent, Stroke::new(2.0, Color32::BLACK));
                let tip = surface.point + surface.normal * eye.reach(surface.point) * 0.4;
                if let Some(tip) = eye.screen(tip) {
                    painter.line_segment([at, tip], Stroke::new(2.5, accent));
                }
            }
        }
        links(&painter, &eye, session, run, accent);
        if let Some((_, figure)) = limits(session, run, &eye) {
            paint_limits(&painter, &eye, &figure);
        }
        if let Some(frame) = self.frame(session, run).filter(|_| self.picking == Picking::Nothing) {
            let is_dragged = matches!(self.drag, Some(Dragging::Handle { .. }));
            let pieces = gizmo::pieces(self.tool, &frame, &eye);
            gizmo::paint(&painter, self.tool, &pieces, self.hot, is_dragged);
        }
        if let Some(Dragging::Box { from, to }) = &self.drag {
            let frame = Rect::from_two_pos(*from, *to);
            painter.rect(frame, 0, accent.gamma_multiply(0.15), Stroke::new(1.5, accent), egui::StrokeKind::Middle);
        }
        if let (Some(text), Some(at)) = (self.numbers_of_drag(run), ui.input(|i| i.pointer.latest_pos())) {
            label(ui, &painter, rect, at, &text);
        }
        self.picking_ui(ui, rect, run, actions);
    }

    /// Places that were pointed at for a joint.
    fn pointed(&self) -> Vec<Surface> {
        match &self.picking {
            Picking::JointB(a) => vec![*a],
            Picking::Kind(draft) => {
                let axis = Surface { normal: draft.axis(), ..draft.b };
                vec![draft.a, axis]
            }
            _ => Vec::new(),
        }
    }

    /// How far the drag has gone, in numbers.
    fn numbers_of_drag(&self, run: &Run) -> Option<String> {
        match self.drag.as_ref()? {
            Dragging::Box { .. } => None,
            Dragging::Limit { joint, bound, .. } => {
                let joint = run.preset().scene.joints.get(*joint)?;
                let pair = joint.limit_degrees.map(|pair| (pair, "°")).or(joint.limit.map(|pair| (pair, " m")));
                Some(match (bound, pair) {
                    (Bound::Swing, _) => format!("swing {}°", fields::exact(joint.swing_limit_degrees?.into())),
                    (Bound::Lowest, Some((pair, unit))) => format!("lowest {}{unit}", fields::exact(pair[0].into())),
                    (Bound::Highest, Some((pair, unit))) => format!("highest {}{unit}", fields::exact(pair[1].into())),
                    _ => return None,
                })
            }
            Dragging::Handle { sent, drag } => Some(match sent {
                Change::Move(by) => {
                    let parts = ["x", "y", "z"].iter().zip(drag.frame.axes.map(|axis| axis.dot(*by)));
                    let moved: Vec<String> = parts
                        .filter(|(_, way)| way.abs() > 5e-5)
                        .map(|(axis, way)| format!("{axis} {}{} m", sign(way), fixed(way.into(), 3)))
                        .collect();
                    if moved.is_empty() { "0 m".to_owned() } else { moved.join("   ") }
                }
                Change::Turn { degrees, .. } => {
                    format!("{}{}°", sign(*degrees), fixed((*degrees).into(), 1))
                }
                Change::Scale(by) => {
                    let factor = by.to_array().into_iter().find(|factor| *factor != 1.0).unwrap_or(1.0);
                    format!("× {}", fixed(factor.into(), 2))
                }
            }),
        }
    }
}

const fn sign(value: f32) -> &'static str {
    if value > 0.0 { "+" } else { "" }
}

/// A word beside the pointer.
fn label(ui: &Ui, painter: &egui::Painter, rect: Rect, at: Pos2, text: &str) {
    let p = palette(ui);
    let galley = painter.layout_no_wrap(text.to_owned(), theme::semibold(16.0), p.strong);
    let size = galley.size() + vec2(16.0, 8.0);
    let corner = (at + vec2(18.0, 14.0)).min(rect.max - size - vec2(4.0, 4.0));
    painter.rect_filled(Rect::from_min_size(corner, size), 6, p.glass);
    painter.galley(corner + vec2(8.0, 4.0), galley, p.strong);
}

fn frame_of_body(painter: &egui::Painter, eye: &Eye<'_>, run: &Run, id: u32, color: Color32) {
    let Some((info, body)) = run.header().body(id).zip(run.record().body(id)) else { return };
    let Some(bounds) = place::body_bounds(info) else { return };
    let corners = place::corners(&bounds, &body.world_from_body()).map(|corner| eye.screen(corner));
    for (from, start) in corners.iter().enumerate() {
        for bit in [1, 2, 4] {
            let to = from | bit;
            if to != from
                && let (Some(a), Some(b)) = (start, corners[to])
            {
                painter.line_segment([*a, b], Stroke::new(1.5, color));
            }
        }
    }
}

/// Axes of selected joints, and selected springs from end to end: neither has a body of its own to frame.
fn links(painter: &egui::Painter, eye: &Eye<'_>, session: &Session, run: &Run, color: Color32) {
    for item in session.edit_selection() {
        let ends = match *item {
            Item::Joint(index) => run.preset().scene.joints.get(index).and_then(|joint| {
                let middle = anchor_of(run, *item)?;
                let along = Vec3::from(joint.axis?).try_normalize()? * eye.reach(middle) * 0.7;
                Some([middle - along, middle + along])
            }),
            Item::Spring(index) => run.preset().scene.springs.get(index).and_then(|spring| {
                let to = match (&spring.b, spring.point) {
                    (Some(b), _) => in_body(run, b, spring.anchor_b)?,
                    (None, point) => point?.into(),
                };
                Some([in_body(run, &spring.a, spring.anchor_a)?, to])
            }),
            _ => None,
        };
        if let Some([Some(from), Some(to)]) = ends.map(|ends| ends.map(|end| eye.screen(end))) {
            painter.extend(Shape::dashed_line(&[from, to], Stroke::new(2.5, color), 8.0, 5.0));
            painter.circle_filled(from, 4.0, color);
            painter.circle_filled(to, 4.0, color);
        }
    }
}

fn paint_limits(painter: &egui::Painter, eye: &Eye<'_>, figure: &Figure) {
    let color = color32(colors::JOINT_ANCHOR);
    for line in &figure.lines {
        let points: Option<Vec<Pos2>> = line.iter().map(|point| eye.screen(*point)).collect();
        if let Some(points) = points {
            painter.add(Shape::line(points, Stroke::new(2.5, color)));
        }
    }
    for end in &figure.ends {
        let Some(at) = eye.screen(end.at) else { continue };
        painter.circle(at, 7.0, color, Stroke::new(2.0, Color32::BLACK));
        let unit = if end.is_sliding { " m" } else { "°" };
        let text = format!("{}{unit}", fields::exact(end.value.into()));
        painter.text(at + vec2(12.0, 1.0), Align2::LEFT_CENTER, &text, theme::semibold(14.0), Color32::BLACK);
        painter.text(at + vec2(11.0, 0.0), Align2::LEFT_CENTER, text, theme::semibold(14.0), color);
    }
}

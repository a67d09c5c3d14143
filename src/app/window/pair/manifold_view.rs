//! The contact seen along its normal: reference and incident face, clipping step by step, which points were kept, and
//! where the bodies' weight comes down.

use super::orb::{Form, mark};
use super::{Feature, Looked, Sides, axis_text, direction_text, mm_text};
use crate::app::window::theme::{GRID, palette};
use crate::app::window::widgets::{empty_ui, icon_button_enabled_ui, value_row_ui};
use crate::collision::AxisStatus;
use crate::math::{Vec2, Vec3};
use crate::session::Run;
use crate::session::pair::{ContactPlane, PairView};
use egui::{Color32, Painter, Pos2, RichText, Sense, Ui, pos2, vec2};
use egui_material_icons::icons as i;

/// Where the walk stands.
#[derive(Default)]
pub struct Options {
    /// Polygon after so many side planes; `None` is the end, with the points.
    step: Option<usize>,
}

/// From the plane to the screen.
struct Sheet {
    painter: Painter,
    center: Pos2,
    middle: Vec2,
    scale: f32,
}

impl Sheet {
    fn place(&self, p: Vec2) -> Pos2 {
        let d = (p - self.middle) * self.scale;
        pos2(self.center.x + d.x, self.center.y - d.y)
    }

    fn polygon(&self, points: &[Vec2], fill: Color32, width: f32, color: Color32) {
        let corners: Vec<Pos2> = points.iter().map(|&p| self.place(p)).collect();
        if corners.len() >= 3 {
            self.painter.add(egui::Shape::convex_polygon(corners, fill, (width, color)));
        } else if let [a, b] = corners[..] {
            self.painter.line_segment([a, b], (width, color));
        }
    }
}

pub(super) fn ui(ui: &mut Ui, run: &Run, looked: &Looked, options: &mut Options) -> Option<Feature> {
    let (p, sides, view) = (palette(ui), Sides::of(ui), &looked.view);
    let Some(plane) = ContactPlane::of(view) else {
        let text = "The shapes are farther apart than the speculative distance, so there is no contact point. GJK shows the way \
                    between them.";
        empty_ui(ui, "These two do not touch now", text);
        return None;
    };
    let count = view.trace.clip_polygons.len();
    let step = options.step.unwrap_or(count).min(count);
    if count > 0 {
        steps_ui(ui, options, step, count);
    } else {
        let how = view.trace.axes.iter().find(|c| c.status == AxisStatus::Chosen);
        let how = how.map_or_else(|| "in closed form".to_owned(), |c| axis_text(c.kind));
        ui.label(RichText::new(format!("One connection, {how}: nothing to clip.")).strong());
    }
    let side = ui.available_width().min((ui.available_height() - 220.0).max(220.0));
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), side), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "Manifold"));
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 6, p.sunken);
    let flat = |points: &[Vec3]| points.iter().map(|&q| plane.flat(q)).collect::<Vec<Vec2>>();
    let (face_a, face_b) = (outline_of(view, true, &plane), outline_of(view, false, &plane));
    let balance = plane.balance(run, view);
    let sheet = {
        let points = view.manifold.points().iter().map(|q| plane.flat(q.position));
        let smaller =
            if area(&face_b) > 0.0 && (area(&face_b) < area(&face_a) || face_a.len() < 3) { &face_b } else { &face_a };
        let all = points.chain(smaller.iter().copied()).chain(balance.iter().map(|b| b.at));
        let (low, high) = all.fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(l, h), q| (l.min(q), h.max(q)));
        let span = (high - low).max_element().max(0.02);
        Sheet { painter, center: rect.center(), middle: (low + high) * 0.5, scale: 0.78 * side / span }
    };
    sheet.polygon(&face_a, sides.a.gamma_multiply(0.10), 2.0, sides.a);
    sheet.polygon(&face_b, sides.b.gamma_multiply(0.10), 2.0, sides.b);
    if let Some(polygon) = view.trace.clip_polygons.get(step.min(count.saturating_sub(1))).filter(|_| count > 0) {
        sheet.polygon(&flat(polygon), sides.chosen.gamma_multiply(0.22), 2.0, sides.chosen);
    }
    let mut hovered = None;
    if step == count {
        hovered = points_ui(&sheet, view, &plane, sides, response.hover_pos());
    }
    for point in &balance {
        let color = if point.margin < 0.0 { p.bad } else { p.good };
        let at = sheet.place(point.at);
        mark(&sheet.painter, at, Form::Circle, 9.0, color, false);
        mark(&sheet.painter, at, Form::Star, 6.0, p.strong, true);
    }
    text_ui(ui, run, view, &balance, hovered);
    hovered.map(Feature::Point)
}

fn steps_ui(ui: &mut Ui, options: &mut Options, step: usize, count: usize) {
    ui.horizontal(|ui| {
        let button = |ui: &mut Ui, can, icon, label: &str, tip: &str| {
            icon_button_enabled_ui(ui, can, icon, label, tip).clicked()
        };
        let mut to = None;
        if button(ui, step > 0, i::ICON_FIRST_PAGE, "First clip", "The incident face before clipping.") {
            to = Some(0);
        }
        if button(ui, step > 0, i::ICON_CHEVRON_LEFT, "Clip back", "One side plane fewer.") {
            to = Some(step - 1);
        }
        if button(
            ui,
            step < count,
            i::ICON_CHEVRON_RIGHT,
            "Clip on",
            "Clips by one more side plane of the reference face.",
        ) {
            to = Some(step + 1);
        }
        if button(ui, step < count, i::ICON_LAST_PAGE, "Last clip", "All side planes, and the points that are kept.") {
            to = Some(count);
        }
        if let Some(to) = to {
            options.step = (to < count).then_some(to);
        }
        let text = match step {
            0 => "incident face".to_owned(),
            s if s < count => format!("after side plane {s} of {}", count - 1),
            _ => "contact points".to_owned(),
        };
        ui.label(RichText::new(text).strong());
    });
}

/// Points before reduction, hollow where dropped; the point under the mouse.
fn points_ui(
    sheet: &Sheet,
    view: &PairView,
    plane: &ContactPlane,
    sides: Sides,
    pointer: Option<Pos2>,
) -> Option<Vec3> {
    let kept = view.manifold.points();
    for point in &view.trace.reduction_input {
        if !kept.iter().any(|k| k.feature == point.feature) {
            mark(&sheet.painter, sheet.place(plane.flat(point.position)), Form::Circle, 5.0, sides.chosen, false);
        }
    }
    let outline = ContactPlane::outline(&kept.iter().map(|k| plane.flat(k.position)).collect::<Vec<_>>());
    sheet.polygon(&outline, Color32::TRANSPARENT, 1.5, sides.chosen);
    let mut nearest: Option<(f32, Vec3)> = None;
    for point in kept {
        let at = sheet.place(plane.flat(point.position));
        mark(&sheet.painter, at, Form::Circle, 6.0, sides.chosen, true);
        if let Some(distance) = pointer.map(|q| q.distance(at)).filter(|d| *d < 14.0)
            && nearest.is_none_or(|n| distance < n.0)
        {
            nearest = Some((distance, point.position));
        }
    }
    nearest.map(|n| n.1)
}

fn text_ui(
    ui: &mut Ui,
    run: &Run,
    view: &PairView,
    balance: &[crate::session::pair::BalancePoint],
    hovered: Option<Vec3>,
) {
    let p = palette(ui);
    let (kept, found) = (view.manifold.len(), view.trace.reduction_input.len());
    ui.add_space(GRID);
    if let Some(point) = hovered.and_then(|at| view.manifold.points().iter().find(|k| k.position == at)) {
        let text = format!("Point {}: separation {}.", point.feature, mm_text(point.separation.into()));
        ui.label(RichText::new(text).color(p.strong));
    } else {
        let text = "Blue: A, orange: B, green: what is left after clipping and the points that are kept; hollow points were \
                    dropped. Stars: where the bodies’ weight comes down.";
        ui.label(RichText::new(text).color(p.weak));
    }
    value_row_ui(ui, "Normal", &direction_text(view.manifold.normal), "", "Unit, from A to B.");
    let points = if found > kept { format!("{kept} of {found}") } else { kept.to_string() };
    value_row_ui(ui, "Points", &points, "", "Kept of those that clipping found. Four hold a body as well as all.");
    let deepest = view.manifold.points().iter().map(|k| k.separation).fold(f32::INFINITY, f32::min);
    value_row_ui(
        ui,
        "Deepest",
        mm_text(deepest.into()).trim_end_matches(" mm"),
        "mm",
        "Smallest separation; negative is overlap.",
    );
    for point in balance {
        let name = run.header().body(point.body).map_or("?", |info| &info.name);
        let (label, distance) = if point.margin < 0.0 {
            (format!("Weight of {name}: outside by"), -point.margin)
        } else {
            (format!("Weight of {name}: inside by"), point.margin)
        };
        let tip = "Its centre of mass, carried along gravity onto the contact, against the outline of the contact points. \
                   Outside, a body that rests on this contact alone tips over.";
        value_row_ui(ui, &label, mm_text(distance.into()).trim_end_matches(" mm"), "mm", tip);
    }
}

/// The face of one shape that takes part, or the edge; nothing for round shapes.
fn outline_of(view: &PairView, is_a: bool, plane: &ContactPlane) -> Vec<Vec2> {
    let (placed, outward) = if is_a { (&view.a, plane.normal) } else { (&view.b, -plane.normal) };
    let recorded = match view.trace.reference_is_a {
        Some(reference_is_a) if reference_is_a == is_a => view.trace.reference_face,
        Some(_) => view.trace.incident_face,
        None => None,
    };
    let face = recorded.or_else(|| placed.face_towards(outward));
    face.map(|f| placed.face(f).into_iter().map(|q| plane.flat(q)).collect()).unwrap_or_default()
}

fn area(polygon: &[Vec2]) -> f32 {
    let next = polygon.iter().cycle().skip(1);
    0.5 * polygon.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f32>().abs()
}

//! The configuration space: the Minkowski difference A − B around the origin, and GJK and EPA in it step by step.

use super::orb::{Canvas, Form, Orb, mark};
use super::{Looked, Sides, mm_text};
use crate::app::window::theme::{GRID, palette};
use crate::app::window::widgets::{empty_ui, icon_button_enabled_ui, value_row_ui};
use crate::collision::CoreTrace;
use crate::geometry::ConvexHull;
use crate::math::Vec3;
use crate::session::pair::PairView;
use egui::{Color32, RichText, Ui, vec2};
use egui_material_icons::icons as i;

/// Corners of A times corners of B up to which the difference is drawn as a solid.
const MOST_POINTS: usize = 1600;

/// Where the walk stands.
#[derive(Default)]
pub struct Options {
    /// Counted over GJK's steps and then EPA's; `None` is the end.
    step: Option<usize>,
    /// The difference of this pair of poses.
    solid: Option<(u64, Option<ConvexHull>)>,
}

pub(super) fn ui(ui: &mut Ui, looked: &Looked, orb: &mut Orb, options: &mut Options) {
    let (p, sides) = (palette(ui), Sides::of(ui));
    let Some(cores) = &looked.view.cores else {
        let text =
            "A half-space has no end, so there is no difference to search: its plane gives the distance at once.";
        empty_ui(ui, "Nothing to search", text);
        return;
    };
    let count = cores.gjk.len() + cores.epa.len();
    let step = options.step.unwrap_or(count).min(count);
    ui.horizontal(|ui| {
        let mut to = None;
        let button = |ui: &mut Ui, can, icon, label: &str, tip: &str| {
            icon_button_enabled_ui(ui, can, icon, label, tip).clicked()
        };
        if button(ui, step > 0, i::ICON_FIRST_PAGE, "First search step", "To the start of the search.") {
            to = Some(0);
        }
        if button(ui, step > 0, i::ICON_CHEVRON_LEFT, "Search step back", "One step back.") {
            to = Some(step - 1);
        }
        if button(ui, step < count, i::ICON_CHEVRON_RIGHT, "Search step on", "One step on.") {
            to = Some(step + 1);
        }
        if button(
            ui,
            step < count,
            i::ICON_LAST_PAGE,
            "Last search step",
            "To the end, and stay there while the scene runs.",
        ) {
            to = Some(count);
        }
        if let Some(to) = to {
            options.step = (to < count).then_some(to);
        }
        ui.label(RichText::new(place_text(cores, step)).strong());
    });
    let size = vec2(ui.available_width(), ui.available_width().min((ui.available_height() - 190.0).max(220.0)));
    if options.solid.as_ref().is_none_or(|solid| solid.0 != looked.key.0) {
        options.solid = Some((looked.key.0, difference(&looked.view)));
    }
    let solid = options.solid.as_ref().and_then(|solid| solid.1.as_ref());
    let (middle, radius) = frame(cores, solid);
    let canvas = orb.show(ui, "Configuration space", size, middle, radius * 1.12);
    if let Some(solid) = solid {
        solid_ui(&canvas, solid, p.text);
    }
    let (at, _) = canvas.place(Vec3::ZERO);
    walk_ui(&canvas, cores, step, sides, p.strong);
    mark(&canvas.painter, at, Form::Star, 5.0, p.accent, true);
    numbers_ui(ui, cores, step);
    ui.add_space(GRID);
    let note = if cores.radius_a + cores.radius_b > 0.0 {
        "The star is the origin. Round shapes are searched by their cores, a point or a segment; their radii come off the \
         distance afterwards."
    } else {
        "The star is the origin: inside the difference the shapes overlap, and the way out is the depth. Outside, its distance \
         is that of the shapes."
    };
    ui.label(RichText::new(note).color(p.weak));
}

fn place_text(cores: &CoreTrace, step: usize) -> String {
    let (gjk, epa) = (cores.gjk.len(), cores.epa.len());
    if step < gjk {
        format!("GJK, step {} of {gjk}", step + 1)
    } else if step < gjk + epa {
        format!("EPA, step {} of {epa}", step - gjk + 1)
    } else if epa > 0 {
        format!("end: {gjk} steps of GJK, {epa} of EPA")
    } else {
        format!("end: {gjk} steps of GJK")
    }
}

/// All corners of A − B as a solid, for boxes and hulls that are not too large.
fn difference(view: &PairView) -> Option<ConvexHull> {
    let (a, b) = (view.a.corners(), view.b.corners());
    if a.is_empty() || b.is_empty() || a.len() * b.len() > MOST_POINTS {
        return None;
    }
    let points: Vec<Vec3> = a.iter().flat_map(|&p| b.iter().map(move |&q| p - q)).collect();
    ConvexHull::from_points(&points).ok()
}

/// Middle and radius of what is looked at; the origin is always in it.
fn frame(cores: &CoreTrace, solid: Option<&ConvexHull>) -> (Vec3, f32) {
    let from_solid = solid.map(|s| s.vertices().to_vec());
    let points = from_solid.unwrap_or_else(|| {
        let gjk = cores.gjk.iter().flat_map(|s| s.simplex.iter().chain([&s.support]).copied());
        gjk.chain(cores.epa.iter().flat_map(|s| s.points.iter().copied())).collect()
    });
    let all = || points.iter().copied().chain([Vec3::ZERO]);
    let (low, high) = all().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(l, h), p| (l.min(p), h.max(p)));
    let middle = (low + high) * 0.5;
    (middle, all().map(|p| p.distance(middle)).fold(1e-3, f32::max))
}

fn solid_ui(canvas: &Canvas, solid: &ConvexHull, color: Color32) {
    for edge in solid.edges() {
        let [from, to] = edge.vertices.map(|v| solid.vertices()[usize::from(v)]);
        let is_front = edge.faces.iter().any(|&f| {
            let face = &solid.faces()[usize::from(f)];
            let on_face = face.normal * face.offset;
            canvas.place(on_face + face.normal).1 > canvas.place(on_face).1
        });
        let alpha = if is_front { 0.45 } else { 0.14 };
        canvas.line(from, to, (1.0, color.gamma_multiply(alpha)));
    }
}

/// The simplex or polytope of the step, the closest point, and the support point that comes next.
fn walk_ui(canvas: &Canvas, cores: &CoreTrace, step: usize, sides: Sides, strong: Color32) {
    let dot = |p: Vec3, form: Form, size: f32, color: Color32| {
        mark(&canvas.painter, canvas.place(p).0, form, size, color, true)
    };
    let connect = |points: &[Vec3]| {
        for (k, &from) in points.iter().enumerate() {
            for &to in &points[k + 1..] {
                canvas.line(from, to, (2.0, sides.a));
            }
        }
        if let [a, b, c] = *points {
            let corners = [a, b, c].map(|p| canvas.place(p).0).to_vec();
            canvas.painter.add(egui::Shape::convex_polygon(corners, sides.a.gamma_multiply(0.25), egui::Stroke::NONE));
        }
        points.iter().for_each(|&p| dot(p, Form::Circle, 4.5, sides.a));
    };
    if let Some(s) = cores.gjk.get(step) {
        connect(&s.simplex);
        canvas.line(Vec3::ZERO, s.closest, (2.5, sides.chosen));
        dot(s.closest, Form::Diamond, 5.0, sides.chosen);
        dot(s.support, Form::Square, 5.0, sides.b);
    } else if let Some(s) = cores.epa.get(step - cores.gjk.len().min(step)) {
        for triangle in &s.triangles {
            let corners = triangle.map(|v| s.points[v]);
            for k in 0..3 {
                canvas.line(corners[k], corners[(k + 1) % 3], (1.2, sides.a.gamma_multiply(0.6)));
            }
        }
        let nearest = s.nearest.map(|v| canvas.place(s.points[v]).0).to_vec();
        canvas.painter.add(egui::Shape::convex_polygon(nearest, sides.a.gamma_multiply(0.35), (2.0, sides.a)));
        canvas.line(Vec3::ZERO, s.foot, (2.5, sides.chosen));
        dot(s.foot, Form::Diamond, 5.0, sides.chosen);
        dot(s.support, Form::Square, 5.0, sides.b);
    } else {
        connect(&cores.last);
        // From the origin to the nearest point of the boundary: w = a − b, so the way runs against the normal.
        let end = cores.normal * -(cores.separation as f32);
        canvas.line(Vec3::ZERO, end, (2.5, sides.chosen));
        dot(end, Form::Diamond, 6.0, if cores.separation < 0.0 { sides.chosen } else { strong });
    }
}

fn numbers_ui(ui: &mut Ui, cores: &CoreTrace, step: usize) {
    let radii = f64::from(cores.radius_a + cores.radius_b);
    let (gjk, epa) = (cores.gjk.get(step), cores.epa.get(step.saturating_sub(cores.gjk.len())));
    let row = |ui: &mut Ui, label: &str, metres: f64, tip: &str| {
        value_row_ui(ui, label, mm_text(metres).trim_end_matches(" mm"), "mm", tip);
    };
    if let Some(s) = gjk {
        let vertices = s.simplex.len().to_string();
        value_row_ui(
            ui,
            "Simplex",
            &vertices,
            "points",
            "Vertices of the difference that carry the closest point so far.",
        );
        row(ui, "Distance at most", s.upper, "Length of v, the point of the simplex closest to the origin.");
        row(ui, "Distance at least", s.lower.max(0.0), "Height of the support plane against v: no point is nearer.");
    } else if let Some(s) = epa {
        value_row_ui(
            ui,
            "Polytope",
            &s.triangles.len().to_string(),
            "faces",
            "Triangles of the polytope inside the difference.",
        );
        row(ui, "Depth at least", s.lower, "Distance of the nearest triangle.");
        row(ui, "Depth at most", s.upper, "Height of the support point over the origin along that triangle’s normal.");
    } else if cores.separation < 0.0 {
        row(ui, "Depth of the cores", -cores.separation, "How far the cores have to move apart.");
        row(ui, "Depth of the shapes", -cores.shape_separation(), "With the radii of round shapes.");
    } else {
        row(ui, "Distance of the cores", cores.separation, "Between the nearest points of the cores.");
        let text = if radii > 0.0 { "With the radii of round shapes." } else { "The same: there are no radii." };
        row(ui, "Distance of the shapes", cores.shape_separation(), text);
    }
}

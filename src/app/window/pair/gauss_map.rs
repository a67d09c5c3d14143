//! The sphere of directions: the Gauss map of A, the negated one of B, where their arcs cross, and the axis chosen.

use super::orb::{Canvas, Form, Orb, mark};
use super::{Feature, Looked, Sides, axis_text, direction_text, mm_text};
use crate::app::window::theme::{GRID, palette};
use crate::app::window::widgets::{empty_ui, switch_ui};
use crate::collision::AxisKind;
use crate::math::Vec3;
use crate::session::pair::{GaussMap, PairView};
use egui::{Color32, Pos2, RichText, Ui, vec2};

/// What is drawn.
pub struct Options {
    heat: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { heat: true }
    }
}

/// A feature counts as pointed at within so many points.
const REACH: f32 = 11.0;

pub(super) fn ui(ui: &mut Ui, looked: &Looked, orb: &mut Orb, options: &mut Options) -> Option<Feature> {
    let (p, sides) = (palette(ui), Sides::of(ui));
    let Some(map) = &looked.map else {
        let text =
            "Only boxes and hulls have faces and edges to put on a sphere. GJK and the manifold work for all shapes.";
        empty_ui(ui, "Round shapes and half-spaces have no Gauss map", text);
        return None;
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("{} accepted of {} edge pairs", map.crossings.len(), map.pairs)).strong());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let tip = "Colours every direction by the separation of the two shapes along it: the brighter, the larger. The \
                       chosen axis is the brightest direction.";
            switch_ui(ui, &mut options.heat, "Heat map").on_hover_text(tip);
            ui.label(RichText::new("Heat map").color(p.weak)).on_hover_text(tip);
            let tip = "Turns the sphere so that the chosen axis faces you.";
            if ui.button("Face axis").on_hover_text(tip).clicked()
                && let Some((_, axis)) = map.chosen
            {
                orb.look_at(axis);
            }
        });
    });
    let side = ui.available_width().min((ui.available_height() - 96.0).max(240.0));
    let canvas =
        ui.vertical_centered(|ui| orb.show(ui, "Gauss map", vec2(ui.available_width(), side), Vec3::ZERO, 1.12)).inner;
    if options.heat {
        heat(&canvas, &looked.view, ui.visuals().dark_mode);
    } else {
        canvas.painter.circle_filled(canvas.rect.center(), side * 0.5 / 1.12, p.raised);
    }
    paint(&canvas, map, &looked.view, sides, p.text);
    let feature = hovered(&canvas, map);
    let text = feature.map_or_else(
        || "Point at a mark: what it is, where it points, and the separation along it. Drag to turn.".to_owned(),
        |feature| describe(feature, map, &looked.view),
    );
    ui.add_space(GRID);
    ui.label(RichText::new(text).color(if feature.is_some() { p.strong } else { p.weak }));
    legend_ui(ui, sides);
    feature
}

fn paint(canvas: &Canvas, map: &GaussMap, view: &PairView, sides: Sides, rim: Color32) {
    let c = canvas.rect.center();
    canvas.painter.circle_stroke(c, canvas_radius(canvas), (1.0, rim.gamma_multiply(0.4)));
    let ends = |points: &[Vec3], arc: &[u16; 2]| arc.map(|f| points[usize::from(f)]);
    for arc in &map.arcs_a {
        let [from, to] = ends(&map.points_a, arc);
        // Wider than those of B, which lie on top of them where boxes are aligned.
        canvas.arc(from, to, 3.6, sides.a);
    }
    for arc in &map.arcs_b {
        let [from, to] = ends(&map.points_b, arc);
        canvas.arc(from, to, 1.6, sides.b);
    }
    for &point in &map.points_a {
        let (at, depth) = canvas.place(point);
        mark(&canvas.painter, at, Form::Circle, 6.5, shade(sides.a, depth), depth > 0.0);
    }
    for &point in &map.points_b {
        let (at, depth) = canvas.place(point);
        mark(&canvas.painter, at, Form::Square, 4.0, shade(sides.b, depth), depth > 0.0);
    }
    for crossing in &map.crossings {
        let (at, depth) = canvas.place(crossing.direction);
        mark(&canvas.painter, at, Form::Cross, 4.0, shade(rim, depth), depth > 0.0);
    }
    if let Some((_, axis)) = map.chosen {
        if let Some(sampling) = &view.options.sampling {
            let angle = sampling.tangent.atan();
            canvas.cap(axis, angle, 1.4, sides.chosen);
            let start = crate::math::Quat::from_axis_angle(axis.any_orthonormal_vector(), angle) * axis;
            for k in 0..sampling.count {
                let turn = k as f32 / sampling.count as f32 * std::f32::consts::TAU;
                let (at, depth) = canvas.place(crate::math::Quat::from_axis_angle(axis, turn) * start);
                mark(&canvas.painter, at, Form::Circle, 3.0, shade(sides.chosen, depth), depth > 0.0);
            }
        }
        let (at, depth) = canvas.place(axis);
        mark(&canvas.painter, at, Form::Diamond, 8.0, sides.chosen, depth > 0.0);
        mark(&canvas.painter, at, Form::Circle, 12.0, sides.chosen, false);
    }
}

fn canvas_radius(canvas: &Canvas) -> f32 {
    0.5 * canvas.rect.width().min(canvas.rect.height()) / 1.12
}

/// Marks on the far side are faint.
fn shade(color: Color32, depth: f32) -> Color32 {
    if depth > 0.0 { color } else { color.gamma_multiply(0.45) }
}

/// Separation along every direction of the near side, from dark (deep) to bright (the axis that separates best).
fn heat(canvas: &Canvas, view: &PairView, is_dark: bool) {
    const RINGS: u32 = 18;
    const SPOKES: u32 = 48;
    let c = canvas.rect.center();
    let radius = canvas_radius(canvas);
    let mut corners: Vec<(Pos2, f32)> = Vec::new();
    let mut add = |ring: u32, spoke: u32| {
        // Rings even in angle from the middle, so that the rim is not crowded.
        let share = (ring as f32 / RINGS as f32 * std::f32::consts::FRAC_PI_2).sin() * 0.999;
        let angle = spoke as f32 / SPOKES as f32 * std::f32::consts::TAU;
        let at = c + egui::Vec2::angled(angle) * share * radius;
        let separation = canvas.direction_at(at).and_then(|d| view.separation_along(d)).unwrap_or(f32::NAN);
        corners.push((at, separation));
    };
    add(0, 0);
    for ring in 1..=RINGS {
        for spoke in 0..SPOKES {
            add(ring, spoke);
        }
    }
    let known = || corners.iter().map(|c| c.1).filter(|s| s.is_finite());
    let (low, high) = (known().fold(f32::INFINITY, f32::min), known().fold(f32::NEG_INFINITY, f32::max));
    let span = (high - low).max(1e-9);
    let mut mesh = egui::Mesh::default();
    for (at, separation) in &corners {
        let share = if separation.is_finite() { (separation - low) / span } else { 0.0 };
        mesh.colored_vertex(*at, heat_color(share, is_dark));
    }
    let number = |ring: u32, spoke: u32| if ring == 0 { 0 } else { 1 + (ring - 1) * SPOKES + spoke % SPOKES };
    for ring in 0..RINGS {
        for spoke in 0..SPOKES {
            let (a, b) = (number(ring, spoke), number(ring, spoke + 1));
            let (d, e) = (number(ring + 1, spoke), number(ring + 1, spoke + 1));
            mesh.add_triangle(a, d, e);
            if ring > 0 {
                mesh.add_triangle(a, e, b);
            }
        }
    }
    canvas.painter.add(egui::Shape::mesh(mesh));
}

/// One hue growing brighter, so that order is seen without seeing colour; quiet enough for marks on top.
fn heat_color(share: f32, is_dark: bool) -> Color32 {
    let t = share.clamp(0.0, 1.0).powi(3);
    let mix = |low: f32, high: f32| (low + (high - low) * t) as u8;
    if is_dark {
        Color32::from_rgb(mix(22.0, 92.0), mix(25.0, 84.0), mix(34.0, 132.0))
    } else {
        Color32::from_rgb(mix(236.0, 176.0), mix(238.0, 168.0), mix(242.0, 222.0))
    }
}

/// The mark under the mouse: the axis, then crossings, then normals, then arcs.
fn hovered(canvas: &Canvas, map: &GaussMap) -> Option<Feature> {
    let pointer = canvas.response.hover_pos()?;
    let is_near = |d: Vec3| {
        let (at, depth) = canvas.place(d);
        (depth > -0.05).then(|| at.distance(pointer)).filter(|distance| *distance < REACH)
    };
    if let Some((kind, axis)) = map.chosen
        && is_near(axis).is_some()
    {
        return Some(Feature::Axis(kind, axis));
    }
    let crossings =
        map.crossings.iter().map(|c| (Feature::Axis(AxisKind::EdgePair(c.edge_a, c.edge_b), c.direction), c.direction));
    let faces_a = map.points_a.iter().enumerate().map(|(i, &d)| (Feature::FaceA(i as u16), d));
    let faces_b = map.points_b.iter().enumerate().map(|(i, &d)| (Feature::FaceB(i as u16), d));
    let nearest = crossings
        .chain(faces_a)
        .chain(faces_b)
        .filter_map(|(feature, d)| Some((is_near(d)?, feature)))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, feature)) = nearest {
        return Some(feature);
    }
    // On an arc: the pointer's direction lies in its plane and between its ends.
    let direction = canvas.direction_at(pointer)?;
    let on_arc = |points: &[Vec3], arc: &[u16; 2]| {
        let [from, to] = arc.map(|f| points[usize::from(f)]);
        let across = from.cross(to).normalize_or_zero();
        let is_between =
            (from + to).normalize_or_zero().dot(direction) >= (from + to).normalize_or_zero().dot(from) - 1e-3;
        (is_between && across.dot(direction).abs() < 0.03).then(|| across.dot(direction).abs())
    };
    let arcs_a = map
        .arcs_a
        .iter()
        .enumerate()
        .filter_map(|(i, arc)| Some((on_arc(&map.points_a, arc)?, Feature::EdgeA(i as u16))));
    let arcs_b = map
        .arcs_b
        .iter()
        .enumerate()
        .filter_map(|(i, arc)| Some((on_arc(&map.points_b, arc)?, Feature::EdgeB(i as u16))));
    arcs_a.chain(arcs_b).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, feature)| feature)
}

fn describe(feature: Feature, map: &GaussMap, view: &PairView) -> String {
    let along = |d: Vec3| {
        let separation = view.separation_along(d).map_or(f64::NAN, f64::from);
        format!("along {}, separation {}", direction_text(d), mm_text(separation))
    };
    match feature {
        Feature::Axis(kind, d) if map.chosen == Some((kind, d)) => {
            format!("Chosen axis: {}, {}.", axis_text(kind), along(d))
        }
        Feature::Axis(kind, d) => format!("Crossing of {}: {}.", axis_text(kind), along(d)),
        Feature::FaceA(f) => format!("Face {f} of A, {}.", along(map.points_a[usize::from(f)])),
        Feature::FaceB(f) => format!("Face {f} of B, negated, {}.", along(map.points_b[usize::from(f)])),
        Feature::EdgeA(e) | Feature::EdgeB(e) => {
            let is_a = matches!(feature, Feature::EdgeA(_));
            let crossings = map.crossings.iter().filter(|c| if is_a { c.edge_a == e } else { c.edge_b == e }).count();
            let (own, other) = if is_a { ("A", "B") } else { ("B", "A") };
            format!("Edge {e} of {own}: an arc between its two faces. It crosses {crossings} arcs of {other}.")
        }
        Feature::Point(_) => String::new(),
    }
}

fn legend_ui(ui: &mut Ui, sides: Sides) {
    let p = palette(ui);
    ui.horizontal_wrapped(|ui| {
        let entries = [
            (Form::Circle, sides.a, "faces of A"),
            (Form::Square, sides.b, "faces of −B"),
            (Form::Cross, p.text, "crossing edges"),
            (Form::Diamond, sides.chosen, "chosen axis"),
        ];
        for (form, color, text) in entries {
            let (rect, _) = ui.allocate_exact_size(vec2(14.0, 18.0), egui::Sense::hover());
            mark(ui.painter(), rect.center(), form, 4.5, color, true);
            ui.label(RichText::new(text).color(p.weak));
            ui.add_space(GRID);
        }
    });
}

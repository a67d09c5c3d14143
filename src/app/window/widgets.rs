//! Small controls that several panels share: icon buttons, chips, switches, rows of numbers, section titles.

use super::theme::{self, GRID, ROW, palette};
use crate::overlay::{Color, LegendMark, Mark};
use egui::{Align, Align2, Color32, CornerRadius, Layout, Response, RichText, Sense, Stroke, Ui, Vec2, pos2, vec2};
use egui_material_icons::MaterialIcon;

/// A square button with an icon. `label` names it for screen readers and tests.
pub fn icon_button_ui(ui: &mut Ui, icon: MaterialIcon, label: &str, tooltip: &str) -> Response {
    icon_button_enabled_ui(ui, true, icon, label, tooltip)
}

/// As [`icon_button_ui`], greyed out unless `enabled`.
pub fn icon_button_enabled_ui(ui: &mut Ui, enabled: bool, icon: MaterialIcon, label: &str, tooltip: &str) -> Response {
    let button = egui::Button::new(icon.rich_text().size(20.0)).frame_when_inactive(false).min_size(Vec2::splat(32.0));
    let response = ui.add_enabled(enabled, button).on_hover_text(tooltip).on_disabled_hover_text(tooltip);
    let name = label.to_owned();
    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Button, enabled, &name));
    response
}

/// The one button that matters most.
pub fn primary_icon_button_ui(ui: &mut Ui, icon: MaterialIcon, label: &str, tooltip: &str) -> Response {
    let p = palette(ui);
    let button = egui::Button::new(icon.rich_text().size(22.0).color(p.on_accent))
        .fill(p.accent)
        .min_size(vec2(48.0, 32.0))
        .corner_radius(8);
    let response = ui.add(button).on_hover_text(tooltip);
    let name = label.to_owned();
    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    response
}

/// A button with text in the accent colour.
pub fn primary_button_ui(ui: &mut Ui, text: &str) -> Response {
    let p = palette(ui);
    ui.add(
        egui::Button::new(RichText::new(text).font(theme::semibold(15.0)).color(p.on_accent))
            .fill(p.accent)
            .min_size(vec2(96.0, 32.0)),
    )
}

/// One choice out of a row of few.
pub fn chip_ui(ui: &mut Ui, is_on: bool, text: &str, tooltip: &str) -> Response {
    let p = palette(ui);
    let (fill, color) = if is_on { (p.accent, p.on_accent) } else { (p.raised, p.text) };
    let font = if is_on { theme::semibold(14.5) } else { egui::FontId::proportional(14.5) };
    let button = egui::Button::new(RichText::new(text).font(font).color(color))
        .fill(fill)
        .stroke(Stroke::NONE)
        .corner_radius(13)
        .min_size(vec2(0.0, ROW));
    ui.add(button).on_hover_text(tooltip)
}

/// A tab of this width or less has room for its label only, points.
const NARROW_TAB: f32 = 96.0;

/// Tabs of a panel: all of one width, together as wide as the panel; with an icon where there is room for one.
pub fn tabs_ui<T: Copy + PartialEq>(ui: &mut Ui, current: &mut T, tabs: &[(T, Option<MaterialIcon>, &str, &str)]) {
    let p = palette(ui);
    let gap = 2.0;
    let width = (ui.available_width() - gap * (tabs.len() as f32 - 1.0)) / tabs.len().max(1) as f32;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        for (tab, icon, label, tooltip) in tabs {
            let is_on = *current == *tab;
            let (rect, response) = ui.allocate_exact_size(vec2(width, 34.0), Sense::click());
            let response = response.on_hover_text(*tooltip);
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Tab, true, is_on, *label));
            if response.clicked() {
                *current = *tab;
            }
            let color = if is_on {
                p.strong
            } else if response.hovered() {
                p.text
            } else {
                p.weak
            };
            let mut job = egui::text::LayoutJob::default();
            let icon = icon.filter(|_| width > NARROW_TAB);
            if let Some(icon) = icon {
                let icon_format = egui::TextFormat {
                    font_id: egui::FontId::new(18.0, icon.font_family()),
                    color,
                    valign: Align::Center,
                    ..Default::default()
                };
                job.append(icon.codepoint, 0.0, icon_format);
            }
            let font_id = if is_on { theme::semibold(14.5) } else { egui::FontId::proportional(14.5) };
            let gap = if icon.is_some() { 6.0 } else { 0.0 };
            job.append(label, gap, egui::TextFormat { font_id, color, valign: Align::Center, ..Default::default() });
            let galley = ui.painter().layout_job(job);
            ui.painter().galley(rect.center() - galley.size() * 0.5, galley, color);
            let line = if is_on { Stroke::new(2.0, p.accent) } else { Stroke::new(1.0, p.border) };
            ui.painter().hline(rect.x_range(), rect.bottom() - 1.0, line);
        }
    });
}

/// On or off, right of its label.
pub fn switch_ui(ui: &mut Ui, is_on: &mut bool, label: &str) -> Response {
    let (rect, mut response) = ui.allocate_exact_size(vec2(36.0, 20.0), Sense::click());
    if response.clicked() {
        *is_on = !*is_on;
        response.mark_changed();
    }
    let state = *is_on;
    let name = label.to_owned();
    response.widget_info(move || egui::WidgetInfo::selected(egui::Role::CheckBox, true, state, &name));
    let p = palette(ui);
    let t = ui.ctx().animate_bool_responsive(response.id, *is_on);
    let off = ui.visuals().widgets.inactive.bg_fill;
    let fill = off.lerp_to_gamma(p.accent, t);
    ui.painter().rect_filled(rect, CornerRadius::same(10), fill);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_stroke(rect, CornerRadius::same(10), Stroke::new(1.0, p.weak), egui::StrokeKind::Outside);
    }
    let x = egui::lerp(rect.left() + 10.0..=rect.right() - 10.0, t);
    let knob = if *is_on { p.on_accent } else { Color32::from_gray(244) };
    ui.painter().circle_filled(pos2(x, rect.center().y), 7.0, knob);
    response
}

/// Title of a group of rows.
pub fn section_ui(ui: &mut Ui, title: &str) {
    ui.add_space(2.0 * GRID);
    ui.label(RichText::new(title).font(theme::semibold(14.5)).color(palette(ui).strong));
    ui.add_space(0.5 * GRID);
}

/// A label on the left and whatever `add` puts on the right, on one line of fixed height.
pub fn row_ui<R>(ui: &mut Ui, label: RichText, add: impl FnOnce(&mut Ui) -> R) -> (Response, R) {
    let width = ui.available_width();
    ui.allocate_ui_with_layout(vec2(width, ROW), Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(vec2(width, ROW));
        let response = ui.add(egui::Label::new(label).truncate().selectable(false).sense(Sense::hover()));
        let result = ui.with_layout(Layout::right_to_left(Align::Center), add).inner;
        (response, result)
    })
    .inner
}

/// A number with its unit: figures end at one edge and units start at another, so that columns line up.
pub fn value_row_ui(ui: &mut Ui, label: &str, value: &str, unit: &str, tooltip: &str) {
    let p = palette(ui);
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(width, 22.0), Sense::hover());
    let response = if tooltip.is_empty() { response } else { response.on_hover_text(tooltip) };
    let text = format!("{label} {value} {unit}");
    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Label, true, &text));
    let unit_x = rect.right() - 62.0;
    let font = egui::FontId::proportional(14.5);
    let painter = ui.painter();
    painter.text(pos2(rect.left(), rect.center().y), Align2::LEFT_CENTER, label, font.clone(), p.weak);
    let (value_x, value_align) =
        if unit.is_empty() { (rect.right(), Align2::RIGHT_CENTER) } else { (unit_x, Align2::RIGHT_CENTER) };
    painter.text(pos2(value_x, rect.center().y), value_align, value, font.clone(), p.strong);
    painter.text(pos2(unit_x + 6.0, rect.center().y), Align2::LEFT_CENTER, unit, font, p.weak);
}

/// A card in the middle of the window that has to be answered.
pub fn modal(ctx: &egui::Context, id: egui::Id) -> egui::Modal {
    egui::Modal::new(id).frame(egui::Frame::window(&ctx.global_style()).inner_margin(20.0))
}

/// Something is missing, and what to do about it.
pub fn empty_ui(ui: &mut Ui, title: &str, text: &str) {
    ui.add_space(6.0 * GRID);
    ui.vertical_centered(|ui| {
        ui.label(RichText::new(title).font(theme::semibold(15.0)).color(palette(ui).text));
        ui.add_space(GRID);
        ui.label(RichText::new(text).color(palette(ui).weak));
    });
}

pub const fn color32(c: Color) -> Color32 {
    Color32::from_rgba_unmultiplied_const(c.r, c.g, c.b, c.a)
}

/// The sign of a legend entry, as it appears over the scene.
pub fn legend_mark_ui(ui: &mut Ui, mark: LegendMark, color: Color) {
    let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
    let (painter, c, color) = (ui.painter(), rect.center(), color32(color));
    let stroke = Stroke::new(2.5, color);
    match mark {
        LegendMark::Point(Mark::Dot) => {
            painter.circle_filled(c, 5.0, color);
        }
        LegendMark::Point(Mark::Ring) => {
            painter.circle_stroke(c, 4.5, Stroke::new(2.0, color));
        }
        LegendMark::Point(Mark::Diamond) => {
            let points = [vec2(0.0, -6.5), vec2(6.5, 0.0), vec2(0.0, 6.5), vec2(-6.5, 0.0)].map(|v| c + v).to_vec();
            painter.add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
        }
        LegendMark::Point(Mark::Cross) => {
            painter.line_segment([c - vec2(5.0, 5.0), c + vec2(5.0, 5.0)], stroke);
            painter.line_segment([c - vec2(5.0, -5.0), c + vec2(5.0, -5.0)], stroke);
        }
        LegendMark::Arrow => {
            painter.line_segment([c + vec2(0.0, 8.0), c - vec2(0.0, 2.0)], stroke);
            let points = [vec2(0.0, -8.0), vec2(5.0, 0.0), vec2(-5.0, 0.0)].map(|v| c + v).to_vec();
            painter.add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
        }
        LegendMark::Line => {
            painter.line_segment([c - vec2(8.0, 0.0), c + vec2(8.0, 0.0)], stroke);
        }
        LegendMark::Box => {
            let frame = egui::Rect::from_center_size(c, Vec2::splat(12.0));
            painter.rect_stroke(frame, 0, Stroke::new(1.5, color), egui::StrokeKind::Middle);
        }
        LegendMark::Swatch => {
            painter.rect_filled(egui::Rect::from_center_size(c, Vec2::splat(13.0)), 3, color);
        }
    }
}

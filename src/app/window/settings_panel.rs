//! Every setting of the core, live: generated from the core's own table, so that nothing can be forgotten here.

use super::actions::{Action, Actions};
use super::format;
use super::theme::{self, GRID, palette};
use super::widgets::{row_ui, switch_ui};
use crate::dynamics::{SETTINGS, SettingInfo, SettingKind, StepSettings};
use crate::preset::settings_path;
use crate::session::{Command, Run, Session};
use egui::{Align, Layout, Response, RichText, Sense, Ui, Vec2, vec2};
use egui_material_icons::icons as i;
use serde_json::{Value, json};

/// Search and open groups.
#[derive(Clone, Debug, Default)]
pub struct SettingsPanel {
    pub search: String,
    /// The core's own defaults, to name them in tooltips.
    defaults: StepSettings,
}

/// Width of the control of a row, points.
const CONTROL: f32 = 166.0;

impl SettingsPanel {
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, run: &Run, actions: &mut Actions) {
        self.head_ui(ui, run, actions);
        let wanted = self.search.trim().to_lowercase();
        egui::ScrollArea::vertical().id_salt("settings").auto_shrink(false).show(ui, |ui| {
            ui.set_width(ui.available_width() - GRID);
            let mut shown = 0;
            for group in groups() {
                let entries: Vec<_> = SETTINGS.iter().filter(|s| s.group == group && matches(s, &wanted)).collect();
                if entries.is_empty() {
                    continue;
                }
                shown += entries.len();
                let changed = entries.iter().filter(|s| run.is_changed(s.path)).count();
                group_ui(ui, group, changed, !wanted.is_empty(), |ui| {
                    for info in &entries {
                        if session.hides_setting(info.path) {
                            hidden_ui(ui, info);
                        } else {
                            self.setting_ui(ui, info, run, actions);
                        }
                    }
                });
            }
            if shown == 0 {
                super::widgets::empty_ui(ui, "No setting has this word", "Clear the search to see them all.");
            }
            ui.add_space(4.0 * GRID);
        });
    }

    fn head_ui(&mut self, ui: &mut Ui, run: &Run, actions: &mut Actions) {
        ui.horizontal(|ui| {
            let field = egui::TextEdit::singleline(&mut self.search)
                .hint_text("Search settings")
                .desired_width(ui.available_width() - 48.0)
                .margin(vec2(8.0, 5.0));
            let response = ui.add(field);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Search settings"));
            let changed = run.changed_paths().len();
            let tip = format!("Reset all {changed} changed settings to what this preset gives.");
            let icon = i::ICON_SETTINGS_BACKUP_RESTORE;
            let label = "Reset all settings";
            if super::widgets::icon_button_enabled_ui(ui, changed > 0, icon, label, &tip).clicked() {
                actions.push(Action::Do(Command::ResetAllSettings));
            }
        });
        ui.add_space(GRID);
    }

    fn setting_ui(&self, ui: &mut Ui, info: &SettingInfo, run: &Run, actions: &mut Actions) {
        let Some(value) = run.setting(info.path) else { return };
        let is_changed = run.is_changed(info.path);
        let p = palette(ui);
        let label = RichText::new(info.label).color(if is_changed { p.accent } else { p.text }).size(14.5);
        let tip = self.tooltip(info, run);
        ui.spacing_mut().item_spacing.x = GRID;
        ui.horizontal(|ui| {
            reset_ui(ui, info, is_changed, run, actions);
            let (label, control) = row_ui(ui, label, |ui| match info.kind {
                SettingKind::Bool => bool_ui(ui, info, &value, actions),
                SettingKind::Int { min, max } => int_ui(ui, info, &value, min, max, actions),
                SettingKind::Float { min, max, is_logarithmic } => {
                    float_ui(ui, info, &value, (min, max), is_logarithmic, actions)
                }
                SettingKind::Choice(choices) => choice_ui(ui, info, &value, choices, actions),
                SettingKind::Vector { min, max } => vector_ui(ui, info, &value, (min, max), actions),
            });
            label.on_hover_text(&tip);
            control.on_hover_text(&tip);
        });
    }

    fn tooltip(&self, info: &SettingInfo, run: &Run) -> String {
        let say = |value: Option<Value>| value.map_or_else(|| "unknown".to_owned(), |v| describe(info, &v));
        let scene = info.scene().map_or_else(String::new, |scene| format!("\nSeen well in {scene}"));
        format!(
            "{}\n\nDefault {} · this preset {}{scene}\n{}  ·  acts at once",
            info.tooltip,
            say(settings_path::get(&self.defaults, info.path)),
            say(run.baseline_setting(info.path)),
            info.path,
        )
    }
}

/// In place of a setting that would give the answer of a lesson away.
fn hidden_ui(ui: &mut Ui, info: &SettingInfo) {
    let weak = palette(ui).weak;
    let tip = "The lesson asks about this setting. It is shown when the scene has answered.";
    let (label, ()) = row_ui(ui, RichText::new(info.label).color(weak).size(14.5), |ui| {
        ui.label(RichText::new("after the run").color(weak).size(14.0));
        ui.label(i::ICON_VISIBILITY_OFF.rich_text().size(16.0).color(weak));
    });
    label.on_hover_text(tip);
}

/// Groups in the order in which they first appear.
fn groups() -> Vec<&'static str> {
    let mut groups: Vec<&'static str> = Vec::new();
    for info in SETTINGS {
        if !groups.contains(&info.group) {
            groups.push(info.group);
        }
    }
    groups
}

fn matches(info: &SettingInfo, wanted: &str) -> bool {
    wanted.is_empty() || [info.label, info.path, info.group].iter().any(|text| text.to_lowercase().contains(wanted))
}

/// A value as people read it.
fn describe(info: &SettingInfo, value: &Value) -> String {
    let number = |v: &Value| v.as_f64().map_or_else(|| v.to_string(), format::number);
    let text = match (info.kind, value) {
        (SettingKind::Bool, Value::Bool(on)) => if *on { "on" } else { "off" }.to_owned(),
        (SettingKind::Choice(choices), Value::String(id)) => {
            choices.iter().find(|(v, _)| v == id).map_or_else(|| id.clone(), |(_, label)| (*label).to_owned())
        }
        (_, Value::Array(parts)) => parts.iter().map(number).collect::<Vec<_>>().join(", "),
        (SettingKind::Int { .. }, v) => v.to_string(),
        (_, v) => number(v),
    };
    if info.unit.is_empty() { text } else { format!("{text} {}", info.unit) }
}

fn group_ui(ui: &mut Ui, group: &str, changed: usize, is_forced_open: bool, add: impl FnOnce(&mut Ui)) {
    let p = palette(ui);
    let title = RichText::new(group).font(theme::semibold(14.5)).color(p.strong);
    let mut header = egui::CollapsingHeader::new(title).id_salt(("settings", group)).default_open(true);
    if is_forced_open {
        header = header.open(Some(true));
    }
    let response = header.show_unindented(ui, add).header_response;
    if changed > 0 {
        let at = egui::pos2(ui.max_rect().right(), response.rect.center().y);
        ui.painter().text(
            at,
            egui::Align2::RIGHT_CENTER,
            format!("{changed} changed"),
            egui::FontId::proportional(14.0),
            p.accent,
        );
    }
    ui.add_space(GRID);
}

/// Its place is kept when there is nothing to reset, so that the controls stand still.
fn reset_ui(ui: &mut Ui, info: &SettingInfo, is_changed: bool, run: &Run, actions: &mut Actions) {
    let size = Vec2::new(18.0, 22.0);
    if !is_changed {
        ui.allocate_exact_size(size, Sense::hover());
        return;
    }
    let back = run.baseline_setting(info.path).map(|v| describe(info, &v)).unwrap_or_default();
    let icon = i::ICON_UNDO.rich_text().size(15.0).color(palette(ui).accent);
    let button = egui::Button::new(icon).frame_when_inactive(false).min_size(size);
    let response = ui
        .scope(|ui| {
            ui.spacing_mut().button_padding = Vec2::ZERO;
            ui.add(button)
        })
        .inner
        .on_hover_text(format!("Back to {back}"));
    let label = format!("Reset {}", info.label);
    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
    if response.clicked() {
        actions.push(Action::Do(Command::ResetSetting(info.path.to_owned())));
    }
}

fn send(info: &SettingInfo, value: Value, response: &Response, actions: &mut Actions) {
    actions.push(Action::Do(Command::SetSetting { path: info.path.to_owned(), value }));
    if !response.dragged() {
        actions.push(Action::Do(Command::EndGesture));
    }
}

fn end_of_drag(response: &Response, actions: &mut Actions) {
    if response.drag_stopped() || response.lost_focus() {
        actions.push(Action::Do(Command::EndGesture));
    }
}

fn bool_ui(ui: &mut Ui, info: &SettingInfo, value: &Value, actions: &mut Actions) -> Response {
    let mut is_on = value.as_bool().unwrap_or_default();
    let response = switch_ui(ui, &mut is_on, info.label);
    if response.changed() {
        send(info, json!(is_on), &response, actions);
    }
    response
}

fn name(response: &Response, info: &SettingInfo, value: f64) {
    let label = info.label;
    response.widget_info(move || {
        let mut widget = egui::WidgetInfo::drag_value(true, value);
        widget.label = Some(label.to_owned());
        widget
    });
}

fn int_ui(ui: &mut Ui, info: &SettingInfo, value: &Value, min: u32, max: u32, actions: &mut Actions) -> Response {
    let mut number = value.as_u64().unwrap_or_default();
    let field =
        egui::DragValue::new(&mut number).range(u64::from(min)..=u64::from(max)).speed(0.08).suffix(suffix(info));
    let response = ui.add_sized([CONTROL, 24.0], field);
    name(&response, info, number as f64);
    if response.changed() {
        send(info, json!(number), &response, actions);
    }
    end_of_drag(&response, actions);
    response
}

fn float_ui(
    ui: &mut Ui,
    info: &SettingInfo,
    value: &Value,
    (min, max): (f32, f32),
    is_logarithmic: bool,
    actions: &mut Actions,
) -> Response {
    let mut number = value.as_f64().unwrap_or_default();
    // A logarithmic value moves by a share of itself, any other by a share of its range.
    let speed = if is_logarithmic { (number.abs() * 0.01).max(1e-5) } else { f64::from(max - min) * 0.002 };
    let field = egui::DragValue::new(&mut number)
        .range(f64::from(min)..=f64::from(max))
        .speed(speed)
        .custom_formatter(|n, _| format::number(n))
        .custom_parser(|text| text.replace('−', "-").replace(',', ".").trim().parse().ok())
        .suffix(suffix(info));
    let response = ui.add_sized([CONTROL, 24.0], field);
    name(&response, info, number);
    if response.changed() && number.is_finite() {
        send(info, json!(number as f32), &response, actions);
    }
    end_of_drag(&response, actions);
    response
}

fn vector_ui(
    ui: &mut Ui,
    info: &SettingInfo,
    value: &Value,
    (min, max): (f32, f32),
    actions: &mut Actions,
) -> Response {
    let mut parts: Vec<f64> =
        value.as_array().map(|a| a.iter().map(|v| v.as_f64().unwrap_or_default()).collect()).unwrap_or_default();
    parts.resize(3, 0.0);
    let inner = ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 4.0;
        let mut all: Option<Response> = None;
        for (k, axis) in ["X", "Y", "Z"].iter().enumerate().rev() {
            let field = egui::DragValue::new(&mut parts[k])
                .range(f64::from(min)..=f64::from(max))
                .speed(0.05)
                .custom_formatter(|n, _| format::fixed(n, 2));
            let response = ui.add_sized([52.0, 24.0], field);
            let label = format!("{} {axis}", info.label);
            response.widget_info(move || {
                let mut widget = egui::WidgetInfo::new(egui::Role::SpinButton);
                widget.label = Some(label.clone());
                widget
            });
            all = Some(all.map_or(response.clone(), |a| a | response));
        }
        all
    });
    let response = inner.inner.unwrap_or(inner.response);
    if response.changed() && parts.iter().all(|p| p.is_finite()) {
        let value = json!(parts.iter().map(|p| *p as f32).collect::<Vec<_>>());
        send(info, value, &response, actions);
    }
    end_of_drag(&response, actions);
    response
}

fn choice_ui(
    ui: &mut Ui,
    info: &SettingInfo,
    value: &Value,
    choices: &'static [(&'static str, &'static str)],
    actions: &mut Actions,
) -> Response {
    let current = value.as_str().unwrap_or_default();
    let shown = choices.iter().find(|(id, _)| *id == current).map_or(current, |(_, label)| label);
    let mut chosen = None;
    // A child of fixed width: on its own a combo box grows with its text.
    let size = vec2(CONTROL, 24.0);
    let layout = Layout::left_to_right(Align::Center);
    let response = ui
        .allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_size(size);
            ui.spacing_mut().button_padding.x = 8.0;
            let combo = egui::ComboBox::from_id_salt(info.path).selected_text(RichText::new(shown).size(14.5));
            let list = |ui: &mut Ui| {
                for (id, label) in choices {
                    if ui.selectable_label(*id == current, *label).clicked() && *id != current {
                        chosen = Some(*id);
                    }
                }
            };
            combo.width(CONTROL).truncate().show_ui(ui, list).response
        })
        .inner;
    let label = info.label;
    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::ComboBox, true, label));
    if let Some(id) = chosen {
        send(info, json!(id), &response, actions);
    }
    response
}

fn suffix(info: &SettingInfo) -> String {
    if info.unit.is_empty() { String::new() } else { format!(" {}", info.unit) }
}

//! Choosing a setting from the list of all of them: for comparisons and sweeps.

use super::widgets::row_ui;
use crate::dynamics::{SETTINGS, SettingInfo, SettingKind};
use egui::{RichText, Ui};

/// A list of all settings by group, with a search; `path` is the one that is chosen. `label` names the control.
pub fn setting_ui(ui: &mut Ui, id: &str, label: &str, path: &mut String) {
    let shown = info(path).map_or("Choose a setting", |info| info.label);
    row_ui(ui, RichText::new(label), |ui| {
        let combo = egui::ComboBox::from_id_salt(id).selected_text(shown).width(250.0).truncate().height(420.0);
        let combo = combo.close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
        let response = combo.show_ui(ui, |ui| list_ui(ui, id, path)).response;
        let (name, tip) = (label.to_owned(), info(path).map_or("One of all settings.", |info| info.tooltip));
        response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &name));
        response.on_hover_text(tip);
    });
}

fn list_ui(ui: &mut Ui, id: &str, path: &mut String) {
    ui.set_min_width(300.0);
    let key = egui::Id::unique(("find", id));
    let mut find: String = ui.data(|data| data.get_temp(key)).unwrap_or_default();
    let field = ui.add(egui::TextEdit::singleline(&mut find).hint_text("Find a setting").desired_width(280.0));
    field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Find a setting"));
    let words = find.to_lowercase();
    let is_meant = |info: &&SettingInfo| {
        [info.label, info.path, info.group].iter().any(|text| text.to_lowercase().contains(words.trim()))
    };
    let mut group = "";
    for info in SETTINGS.iter().filter(is_meant) {
        if info.group != group {
            group = info.group;
            ui.label(RichText::new(group).strong());
        }
        let item = ui.selectable_label(path == info.path, info.label);
        if item.on_hover_text(format!("{}\n\n{}", info.path, info.tooltip)).clicked() {
            info.path.clone_into(path);
            find.clear();
            ui.close();
        }
    }
    ui.data_mut(|data| data.insert_temp(key, find));
}

/// A line of text with a name for screen readers and tests.
pub fn text_ui(ui: &mut Ui, label: &str, hint: &str, tooltip: &str, text: &mut String) -> bool {
    let (name, response) = row_ui(ui, RichText::new(label), |ui| {
        let field = egui::TextEdit::singleline(text).hint_text(hint).desired_width(250.0);
        ui.add(field)
    });
    name.on_hover_text(tooltip);
    let is_entered = response.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
    let name = label.to_owned();
    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::TextInput, true, &name));
    response.on_hover_text(tooltip);
    is_entered
}

/// The entry of a path.
pub fn info(path: &str) -> Option<&'static SettingInfo> {
    SETTINGS.iter().find(|info| info.path == path)
}

/// What values a setting takes, in words.
pub fn allowed(info: &SettingInfo) -> String {
    let unit = if info.unit.is_empty() { String::new() } else { format!(" {}", info.unit) };
    match info.kind {
        SettingKind::Bool => "true or false".to_owned(),
        SettingKind::Int { min, max } => format!("{min} to {max}{unit}"),
        SettingKind::Float { min, max, .. } => format!("{min} to {max}{unit}"),
        SettingKind::Vector { .. } => "[x, y, z]".to_owned(),
        SettingKind::Choice(choices) => choices.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", "),
    }
}

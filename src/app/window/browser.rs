//! The left panel: artifacts by the number of the reference, then demos and controls; with a search.

use super::actions::{Action, Actions};
use super::theme::{self, GRID, palette};
use super::widgets::empty_ui;
use crate::artifact::catalogue::ARTIFACTS;
use crate::preset;
use crate::session::{Command, Run, Session, Source};
use egui::{Align2, CornerRadius, RichText, Sense, Stroke, Ui, pos2, vec2};

/// What can be opened.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Of the reference; empty for scenes that are no artifact.
    pub number: String,
    pub title: String,
    pub preset: String,
    pub symptom: String,
    pub cause: String,
}

/// A titled part of the list.
#[derive(Clone, Debug)]
pub struct Section {
    pub title: &'static str,
    pub entries: Vec<Entry>,
}

/// List and search.
#[derive(Clone, Debug)]
pub struct Browser {
    pub search: String,
    sections: Vec<Section>,
}

impl Default for Browser {
    fn default() -> Self {
        Self { search: String::new(), sections: sections() }
    }
}

fn sections() -> Vec<Section> {
    let artifacts: Vec<Entry> = ARTIFACTS
        .iter()
        .map(|a| Entry {
            number: a.number.to_owned(),
            title: a.title.to_owned(),
            preset: a.preset.to_owned(),
            symptom: a.symptom.to_owned(),
            cause: a.cause.to_owned(),
        })
        .collect();
    let others = |is_control: bool| -> Vec<Entry> {
        let wanted = preset::shipped().iter().filter(|s| s.is_control() == is_control);
        let wanted = wanted.filter(|s| !artifacts.iter().any(|a| a.preset == s.id));
        // A shipped preset that cannot be read is a bug that the tests find; here it is only not listed.
        wanted
            .filter_map(|s| s.preset().ok().map(|preset| (s.id, preset)))
            .map(|(id, preset)| Entry {
                number: String::new(),
                title: preset.title,
                preset: id.to_owned(),
                symptom: preset.hint.unwrap_or_default(),
                cause: String::new(),
            })
            .collect()
    };
    let demos = others(false);
    let controls = others(true);
    vec![
        Section { title: "Artifacts", entries: artifacts },
        Section { title: "Demos", entries: demos },
        Section { title: "Controls", entries: controls },
    ]
}

impl Browser {
    /// The preset `by` places after the one that is open, going round.
    pub fn neighbour(&self, open: Option<&str>, by: i32) -> Option<String> {
        let all: Vec<&str> = self.sections.iter().flat_map(|s| &s.entries).map(|e| e.preset.as_str()).collect();
        let len = all.len() as i32;
        let at =
            open.and_then(|id| all.iter().position(|p| *p == id)).map_or(if by > 0 { -1 } else { 0 }, |p| p as i32);
        (len > 0).then(|| all[(at + by).rem_euclid(len) as usize].to_owned())
    }

    /// The scene of the first start.
    pub fn first(&self) -> Option<String> {
        let preferred = ["squashed-stack", "pyramid"];
        let all = || self.sections.iter().flat_map(|s| &s.entries).map(|e| e.preset.as_str());
        preferred.iter().find_map(|p| all().find(|id| id == p)).or_else(|| all().next()).map(str::to_owned)
    }

    pub fn ui(&mut self, ui: &mut Ui, session: &Session, actions: &mut Actions) {
        ui.add_space(GRID);
        let field = egui::TextEdit::singleline(&mut self.search)
            .hint_text("Search artifacts and scenes")
            .desired_width(ui.available_width())
            .margin(vec2(8.0, 5.0));
        let response = ui.add(field);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Search scenes"));
        let wanted = self.search.trim().to_lowercase();
        egui::ScrollArea::vertical().id_salt("browser").auto_shrink(false).show(ui, |ui| {
            ui.set_width(ui.available_width() - GRID);
            ui.spacing_mut().item_spacing.y = 2.0;
            let mut shown = 0;
            for section in &self.sections {
                let entries: Vec<_> = section.entries.iter().filter(|e| e.matches(&wanted)).collect();
                if entries.is_empty() {
                    continue;
                }
                shown += entries.len();
                super::widgets::section_ui(ui, section.title);
                for entry in entries {
                    entry_ui(ui, entry, session.run(), actions);
                }
            }
            if shown == 0 {
                let text = "Try a word of the symptom, such as “stack” or “bounce”.";
                empty_ui(ui, "Nothing found", text);
            }
            ui.add_space(4.0 * GRID);
        });
    }
}

impl Entry {
    fn matches(&self, wanted: &str) -> bool {
        wanted.is_empty()
            || [&self.number, &self.title, &self.symptom, &self.cause, &self.preset]
                .iter()
                .any(|text| text.to_lowercase().contains(wanted))
    }
}

fn entry_ui(ui: &mut Ui, entry: &Entry, run: Option<&Run>, actions: &mut Actions) {
    let is_open = run.is_some_and(|run| *run.source() == Source::Shipped(entry.preset.clone()));
    let p = palette(ui);
    let number_width = if entry.number.is_empty() { 0.0 } else { 34.0 };
    let font = if is_open { theme::semibold(14.5) } else { egui::FontId::proportional(14.5) };
    let color = if is_open { p.strong } else { p.text };
    let width = ui.available_width();
    let galley = ui.painter().layout(entry.title.clone(), font, color, width - number_width - 20.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, galley.size().y + 12.0), Sense::click());
    let label = entry.title.clone();
    response.widget_info(move || egui::WidgetInfo::selected(egui::Role::Button, true, is_open, &label));
    if is_open || response.hovered() {
        let fill = if is_open { p.accent_soft } else { p.raised };
        ui.painter().rect_filled(rect, CornerRadius::same(6), fill);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, CornerRadius::same(6), Stroke::new(1.0, p.accent), egui::StrokeKind::Inside);
    }
    if !entry.number.is_empty() {
        let at = pos2(rect.left() + 30.0, rect.top() + 6.0);
        let color = if is_open { p.accent } else { p.weak };
        ui.painter().text(at, Align2::RIGHT_TOP, &entry.number, theme::semibold(14.5), color);
    }
    ui.painter().galley(pos2(rect.left() + number_width + 8.0, rect.top() + 6.0), galley, color);
    let response = if entry.symptom.is_empty() { response } else { response.on_hover_text(&entry.symptom) };
    if response.clicked() && !is_open {
        actions.push(Action::Do(Command::Open(Source::Shipped(entry.preset.clone()))));
    }
    if is_open && let Some(run) = run {
        details_ui(ui, entry, run, actions);
    }
}

/// Symptom, cause and cures of the open entry.
fn details_ui(ui: &mut Ui, entry: &Entry, run: &Run, actions: &mut Actions) {
    let p = palette(ui);
    egui::Frame::NONE.inner_margin(egui::Margin { left: 10, right: 4, top: 4, bottom: 8 }).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = GRID;
        for (head, text) in [("Symptom", &entry.symptom), ("Cause", &entry.cause)] {
            if !text.is_empty() {
                if !entry.cause.is_empty() {
                    ui.label(RichText::new(head).font(theme::semibold(14.0)).color(p.accent));
                }
                ui.label(RichText::new(text).color(p.text).size(14.0));
            }
        }
        if run.preset().variants.is_empty() {
            return;
        }
        ui.label(RichText::new("Compare").font(theme::semibold(14.0)).color(p.accent));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(GRID, GRID);
            super::toolbar::variants_ui(ui, run, actions);
        });
    });
}

//! The tree of what is in the document: bodies by group, templates, joints, springs, events. Click, Shift and Ctrl select,
//! a double click renames.

use super::tree::{Line, lines, name_of, sign};
use crate::app::window::actions::{Action, Actions};
use crate::app::window::theme::{self, GRID, palette};
use crate::app::window::widgets::empty_ui;
use crate::preset::Preset;
use crate::session::{AuthorWish, Command, Item, Run, Session};
use egui::{Align2, RichText, Sense, Ui, pos2, vec2};
use egui_material_icons::icons as i;
use serde_json::json;
use std::collections::BTreeSet;

/// Search, folded groups and a name being typed.
#[derive(Clone, Debug, Default)]
pub struct Outliner {
    search: String,
    folded: BTreeSet<String>,
    renaming: Option<(Item, String)>,
    /// Where a range with Shift begins.
    anchor: Option<Item>,
}

/// More lines than this are cut: the search finds the rest.
const MOST: usize = 400;

impl Outliner {
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, run: &Run, actions: &mut Actions) {
        let field = egui::TextEdit::singleline(&mut self.search)
            .hint_text("Search the scene")
            .desired_width(ui.available_width())
            .margin(vec2(8.0, 5.0));
        let response = ui.add(field).on_hover_text("Part of a name, a kind of joint, “static”, “×10”.");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Search the scene"));
        let preset = run.preset();
        let all = lines(preset, &self.search.trim().to_lowercase(), &self.folded);
        egui::ScrollArea::vertical().id_salt("outliner").auto_shrink(false).show(ui, |ui| {
            ui.set_width(ui.available_width() - GRID);
            ui.spacing_mut().item_spacing.y = 1.0;
            if all.is_empty() {
                let (title, text) = if self.search.is_empty() {
                    ("The scene is empty", "Add a body above, or paste one with Ctrl+V.")
                } else {
                    ("Nothing has this word", "Clear the search to see all.")
                };
                empty_ui(ui, title, text);
            }
            for line in all.iter().take(MOST) {
                match line {
                    Line::Folder { key, text, count, depth } => self.folder_ui(ui, key, text, *count, *depth),
                    Line::Thing { item, text, note, depth } => {
                        self.thing_ui(ui, session, preset, &all, (*item, text, note, *depth), actions);
                    }
                }
            }
            if all.len() > MOST {
                let text = format!("and {} more: search for them", all.len() - MOST);
                ui.label(RichText::new(text).color(palette(ui).weak));
            }
        });
    }

    fn folder_ui(&mut self, ui: &mut Ui, key: &str, text: &str, count: usize, depth: u8) {
        let p = palette(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::click());
        let name = format!("{text}, {count}");
        let is_open = !self.folded.contains(key);
        response.widget_info(move || egui::WidgetInfo::selected(egui::Role::Button, true, is_open, &name));
        if response.clicked() && !self.folded.remove(key) {
            self.folded.insert(key.to_owned());
        }
        let x = rect.left() + f32::from(depth) * 12.0;
        let icon = if is_open { i::ICON_KEYBOARD_ARROW_DOWN } else { i::ICON_KEYBOARD_ARROW_RIGHT };
        let y = rect.center().y;
        let font = egui::FontId::new(17.0, icon.font_family());
        ui.painter().text(pos2(x + 8.0, y), Align2::CENTER_CENTER, icon.codepoint, font, p.weak);
        ui.painter().text(pos2(x + 20.0, y), Align2::LEFT_CENTER, text, theme::semibold(14.5), p.strong);
        let font = egui::FontId::proportional(14.0);
        ui.painter().text(pos2(rect.right() - 4.0, y), Align2::RIGHT_CENTER, count.to_string(), font, p.weak);
        response.on_hover_text("Click to fold or unfold.");
    }

    fn thing_ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        preset: &Preset,
        all: &[Line],
        (item, text, note, depth): (Item, &str, &str, u8),
        actions: &mut Actions,
    ) {
        if self.renaming.as_ref().is_some_and(|(renamed, _)| *renamed == item) {
            self.rename_ui(ui, item, actions);
            return;
        }
        let p = palette(ui);
        let is_on = session.edit_selection().contains(&item);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 25.0), Sense::click());
        let name = text.to_owned();
        response.widget_info(move || egui::WidgetInfo::selected(egui::Role::Button, true, is_on, &name));
        if is_on || response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect, 5, if is_on { p.accent_soft } else { p.raised });
        }
        let (x, y) = (rect.left() + f32::from(depth) * 12.0, rect.center().y);
        let icon = sign(preset, item);
        let font = egui::FontId::new(16.0, icon.font_family());
        let color = if is_on { p.accent } else { p.weak };
        ui.painter().text(pos2(x + 10.0, y), Align2::CENTER_CENTER, icon.codepoint, font, color);
        let font = egui::FontId::proportional(14.0);
        let note_rect = ui.painter().text(pos2(rect.right() - 4.0, y), Align2::RIGHT_CENTER, note, font, p.weak);
        let mut right = note_rect.left();
        if session.warnings().iter().any(|warning| warning.items.contains(&item)) {
            let icon = i::ICON_WARNING;
            let font = egui::FontId::new(15.0, icon.font_family());
            let at = pos2(right - 6.0, y);
            right = ui.painter().text(at, Align2::RIGHT_CENTER, icon.codepoint, font, p.bad).left();
        }
        let color = if is_on { p.strong } else { p.text };
        let width = (right - x - 28.0).max(20.0);
        let mut job =
            egui::text::LayoutJob::simple_singleline(text.to_owned(), egui::FontId::proportional(14.5), color);
        job.wrap = egui::text::TextWrapping::truncate_at_width(width);
        let galley = ui.painter().layout_job(job);
        ui.painter().galley(pos2(x + 22.0, y - galley.size().y * 0.5), galley, color);
        if response.double_clicked() && !matches!(item, Item::Event(_)) {
            self.renaming = Some((item, name_of(preset, item)));
        } else if response.clicked() {
            let modifiers = ui.input(|input| input.modifiers);
            let wish = if modifiers.command {
                AuthorWish::Toggle(item)
            } else if modifiers.shift {
                AuthorWish::Select(self.range(all, item))
            } else {
                AuthorWish::Select(vec![item])
            };
            if !modifiers.shift {
                self.anchor = Some(item);
            }
            actions.push(Action::Do(Command::Author(wish)));
        }
        response
            .on_hover_text("Click selects, Ctrl adds or takes away, Shift takes all up to here. Double click renames.");
    }

    /// All things from where the range begins to this one.
    fn range(&self, all: &[Line], to: Item) -> Vec<Item> {
        let things: Vec<Item> = all
            .iter()
            .filter_map(|line| match line {
                Line::Thing { item, .. } => Some(*item),
                Line::Folder { .. } => None,
            })
            .collect();
        let place = |wanted: Item| things.iter().position(|item| *item == wanted);
        let Some((a, b)) = self.anchor.and_then(place).zip(place(to)) else { return vec![to] };
        things[a.min(b)..=a.max(b)].to_vec()
    }

    fn rename_ui(&mut self, ui: &mut Ui, item: Item, actions: &mut Actions) {
        let Some((_, draft)) = &mut self.renaming else { return };
        let field = egui::TextEdit::singleline(draft).desired_width(ui.available_width() - 12.0).margin(vec2(6.0, 3.0));
        let response = ui.add(field);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "New name"));
        if response.lost_focus() {
            let is_kept = !ui.input(|input| input.key_pressed(egui::Key::Escape));
            if let Some((_, name)) = self.renaming.take().filter(|(_, name)| is_kept && !name.trim().is_empty()) {
                let place = format!("{}/name", item.pointer());
                let wish = AuthorWish::Set { place, value: json!(name.trim()) };
                actions.push(Action::Do(Command::Author(wish)));
                actions.push(Action::Do(Command::EndGesture));
            }
        } else if !response.has_focus() {
            response.request_focus();
        }
    }
}

//! The left panel: what was open lately and the user's own scenes, artifacts by the number of the reference, demos and
//! controls; with small pictures, a search, and the gallery behind a button.

mod entries;
mod gallery;
mod thumbnails;
mod workshop;

pub use gallery::Picked;

use super::actions::{Action, Actions};
use super::theme::{self, GRID, palette};
use super::widgets::{empty_ui, icon_button_ui, section_ui};
use crate::app::scene::SceneRenderer;
use crate::session::{Command, Run, Session, Source};
use egui::{CornerRadius, Key, Modifiers, Rect, Response, RichText, Sense, Stroke, Ui, pos2, vec2};
use egui_material_icons::icons as i;
use entries::Entry;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use thumbnails::{Picture, Thumbnails};

/// The user's folder is looked at this often, s.
const LOOK_EVERY: f64 = 2.0;
/// Files that were open lately and are listed.
const RECENT: usize = 6;
/// Of a picture in the list, points.
const THUMB: [f32; 2] = [72.0, 45.0];
/// Tags that are offered.
const TAGS: usize = 24;

/// List, search and gallery.
pub struct Browser {
    pub search: String,
    tag: Option<String>,
    /// Entry that the arrows have come to, among those found.
    cursor: usize,
    mine: Vec<Arc<Entry>>,
    recent: Vec<Arc<Entry>>,
    /// What that list was made of.
    recent_of: Vec<PathBuf>,
    /// What is known of files that were read.
    known: BTreeMap<PathBuf, Arc<Entry>>,
    folder: Option<PathBuf>,
    looked_at: f64,
    thumbnails: Thumbnails,
    is_gallery_focused: bool,
}

impl Browser {
    /// `cache` and `folder` are where pictures are kept and where the user's own scenes lie.
    pub fn new(renderer: Option<Arc<Mutex<SceneRenderer>>>, cache: Option<PathBuf>, folder: Option<PathBuf>) -> Self {
        Self {
            search: String::new(),
            tag: None,
            cursor: 0,
            mine: Vec::new(),
            recent: Vec::new(),
            recent_of: Vec::new(),
            known: BTreeMap::new(),
            folder,
            looked_at: f64::NEG_INFINITY,
            thumbnails: Thumbnails::new(renderer, cache),
            is_gallery_focused: false,
        }
    }

    /// The shipped scene `by` places after the one that is open, going round.
    pub fn neighbour(&self, open: Option<&Source>, by: i32) -> Option<Source> {
        let all: Vec<&Source> = entries::shipped().iter().flat_map(|s| &s.entries).map(|e| &e.source).collect();
        let len = all.len() as i32;
        let at =
            open.and_then(|id| all.iter().position(|p| *p == id)).map_or(if by > 0 { -1 } else { 0 }, |p| p as i32);
        (len > 0).then(|| all[(at + by).rem_euclid(len) as usize].clone())
    }

    /// The scene of a start; of the very first one something that moves for ever.
    pub fn first(&self, is_welcomed: bool) -> Option<Source> {
        let all = || entries::shipped().iter().flat_map(|s| &s.entries).map(|e| &e.source);
        let preferred = if is_welcomed { ["squashed-stack", "pyramid"] } else { ["newtons-cradle", "pyramid"] };
        preferred.iter().find_map(|id| all().find(|s| s.name() == **id)).or_else(|| all().next()).cloned()
    }

    /// The gallery is about to be shown: it shows everything, and its field takes the keys.
    pub fn begin_gallery(&mut self) {
        (self.is_gallery_focused, self.cursor, self.tag) = (false, 0, None);
        self.search.clear();
    }

    /// Looks at the user's files now and then, and at pictures that became ready; once per frame.
    pub fn work(&mut self, ui: &Ui, is_playing: bool, recent: &[PathBuf]) {
        self.thumbnails.work(ui, is_playing);
        let read = std::mem::take(&mut self.thumbnails.read);
        for (path, preset) in &read {
            self.known.insert(path.clone(), Arc::new(Entry::of_file(path, "mine", Some(preset))));
        }
        let now = ui.input(|i| i.time);
        if now - self.looked_at > LOOK_EVERY || !read.is_empty() || self.recent_of != recent {
            self.recent_of = recent.to_vec();
            self.looked_at = now;
            self.mine = match &self.folder {
                Some(folder) => entries::files_in(folder).iter().map(|path| self.file(path)).collect(),
                None => Vec::new(),
            };
            let shown = recent.iter().filter(|path| path.exists()).take(RECENT);
            self.recent = shown.map(|path| self.file(path)).collect();
        }
    }

    /// What is known of a file, or its name.
    fn file(&self, path: &std::path::Path) -> Arc<Entry> {
        let fresh = Entry::of_file(path, "mine", None);
        let known = self.known.get(path).filter(|entry| entry.changed_at == fresh.changed_at);
        known.cloned().unwrap_or_else(|| Arc::new(fresh))
    }

    /// The entries that are searched for, by section.
    fn found(&self) -> Vec<(&'static str, Vec<Arc<Entry>>)> {
        let own = [("Recent files", &self.recent), ("My scenes", &self.mine)];
        let shipped = entries::shipped().iter().map(|section| (section.title, &section.entries));
        let wanted = |entries: &Vec<Arc<Entry>>| -> Vec<Arc<Entry>> {
            entries.iter().filter(|entry| entry.matches(&self.search, self.tag.as_deref())).cloned().collect()
        };
        let all = own.into_iter().chain(shipped).map(|(title, entries)| (title, wanted(entries)));
        all.filter(|(_, entries)| !entries.is_empty()).collect()
    }

    /// The commonest tags with the number of scenes that have them.
    fn tags(&self) -> Vec<(String, usize)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let shipped = entries::shipped().iter().flat_map(|section| &section.entries);
        for tag in shipped.chain(&self.mine).flat_map(|entry| &entry.tags) {
            *counts.entry(tag).or_default() += 1;
        }
        let mut all: Vec<(String, usize)> = counts.into_iter().map(|(tag, count)| (tag.to_owned(), count)).collect();
        all.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        all.truncate(TAGS);
        all
    }

    pub fn ui(&mut self, ui: &mut Ui, session: &Session, actions: &mut Actions) {
        ui.add_space(GRID);
        let found = self.found();
        let count: usize = found.iter().map(|(_, entries)| entries.len()).sum();
        let mut has_moved = false;
        let mut chosen = None;
        ui.horizontal(|ui| {
            // Less the button, its gap and the margins of the field itself: a row wider than the panel would push it wider.
            let width = ui.available_width() - 64.0;
            let id = egui::Id::unique("search scenes");
            if ui.memory(|m| m.has_focus(id)) {
                for (key, by) in [(Key::ArrowDown, 1), (Key::ArrowUp, -1)] {
                    if ui.input_mut(|i| i.consume_key(Modifiers::NONE, key)) {
                        self.cursor = (self.cursor as i64 + by).clamp(0, count.saturating_sub(1) as i64) as usize;
                        has_moved = true;
                    }
                }
            }
            let response = search_field(ui, &mut self.search, width, "Search scenes", Some(id));
            if response.changed() {
                self.cursor = 0;
            }
            if response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) {
                chosen = Some(self.cursor);
            }
            let tip = "All scenes as large pictures, with tags (Ctrl+F).";
            if icon_button_ui(ui, i::ICON_GRID_VIEW, "Gallery", tip).clicked() {
                actions.push(Action::ToggleGallery);
            }
        });
        if let Some(tag) = self.tag.clone() {
            let text = format!("only “{tag}”  ×");
            if super::widgets::chip_ui(ui, true, &text, "Show scenes with other tags too.").clicked() {
                self.tag = None;
            }
        }
        let has_focus = ui.memory(|m| m.has_focus(egui::Id::unique("search scenes")));
        egui::ScrollArea::vertical().id_salt("browser").auto_shrink(false).show(ui, |ui| {
            ui.set_width(ui.available_width() - GRID);
            ui.spacing_mut().item_spacing.y = 2.0;
            let mut index = 0;
            for (title, entries) in &found {
                section_ui(ui, title);
                for entry in entries {
                    let is_marked = has_focus && index == self.cursor;
                    if chosen == Some(index) {
                        actions.push(Action::Do(Command::Open(entry.source.clone())));
                    }
                    let response = entry_ui(ui, entry, &mut self.thumbnails, session.run(), is_marked, actions);
                    if is_marked && has_moved {
                        response.scroll_to_me(None);
                    }
                    index += 1;
                }
            }
            if count == 0 {
                empty_ui(ui, "Nothing found", "Try a word of the symptom, such as “stack” or “bounce”.");
            }
            ui.add_space(4.0 * GRID);
        });
    }
}

/// The field to search in.
fn search_ui(ui: &mut Ui, text: &mut String, width: f32, label: &'static str) -> Response {
    search_field(ui, text, width, label, None)
}

fn search_field(ui: &mut Ui, text: &mut String, width: f32, label: &'static str, id: Option<egui::Id>) -> Response {
    let field = egui::TextEdit::singleline(text)
        .hint_text("Search: stack, bounce, ragdoll …")
        .desired_width(width)
        .margin(vec2(8.0, 5.0));
    let field = match id {
        Some(id) => field.id(id),
        None => field,
    };
    let response =
        ui.add(field).on_hover_text("Words of titles, symptoms, descriptions and tags. Arrows choose, Enter opens.");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, label));
    response
}

fn entry_ui(
    ui: &mut Ui,
    entry: &Entry,
    thumbnails: &mut Thumbnails,
    run: Option<&Run>,
    is_marked: bool,
    actions: &mut Actions,
) -> Response {
    let is_open = run.is_some_and(|run| *run.source() == entry.source);
    let p = palette(ui);
    let font = if is_open { theme::semibold(14.0) } else { egui::FontId::proportional(14.0) };
    let color = if is_open { p.strong } else { p.text };
    let width = ui.available_width();
    let room = width - THUMB[0] - 22.0;
    let mut job = egui::text::LayoutJob::default();
    job.wrap.max_width = room;
    if !entry.number.is_empty() {
        let number_color = if is_open { p.accent } else { p.weak };
        let format = egui::TextFormat::simple(theme::semibold(14.0), number_color);
        job.append(&format!("{}  ", entry.number), 0.0, format);
    }
    job.append(&entry.title, 0.0, egui::TextFormat::simple(font, color));
    let galley = ui.painter().layout_job(job);
    let height = (galley.size().y + 10.0).max(THUMB[1] + 8.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let label = entry.title.clone();
    response.widget_info(move || egui::WidgetInfo::selected(egui::Role::Button, true, is_open, &label));
    if ui.is_rect_visible(rect) {
        if is_open || response.hovered() || is_marked {
            let fill = if is_open { p.accent_soft } else { p.raised };
            ui.painter().rect_filled(rect, CornerRadius::same(6), fill);
        }
        if response.has_focus() || is_marked {
            let stroke = Stroke::new(1.0, p.accent);
            ui.painter().rect_stroke(rect, CornerRadius::same(6), stroke, egui::StrokeKind::Inside);
        }
        let picture = Rect::from_min_size(rect.min + vec2(4.0, 4.0), THUMB.into());
        gallery::picture_ui(ui, picture, thumbnails, entry, 4);
        let y = rect.top() + ((height - galley.size().y) * 0.5).max(4.0);
        ui.painter().galley(pos2(picture.right() + 10.0, y), galley, color);
    }
    let response = match thumbnails.failure(ui, entry) {
        Some(why) => response.on_hover_text(format!("There is no picture of it: {why}")),
        None if entry.symptom.is_empty() => response,
        None => response.on_hover_text(&entry.symptom),
    };
    if response.clicked() && !is_open {
        actions.push(Action::Do(Command::Open(entry.source.clone())));
    }
    if is_open && let Some(run) = run {
        details_ui(ui, entry, run, actions);
    }
    response
}

impl Thumbnails {
    /// Why there is no picture, when it is known that there will be none.
    fn failure(&self, ui: &Ui, entry: &Entry) -> Option<&str> {
        match self.peek(ui, entry)? {
            Picture::Failed(why) => Some(why),
            _ => None,
        }
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

//! The gallery: every scene as a picture on a large card, to be found by words, tags and arrows.

use super::entries::Entry;
use super::thumbnails::{Picture, Thumbnails};
use super::{Browser, search_ui};
use crate::app::window::theme::{self, GRID, palette};
use crate::app::window::widgets::{chip_ui, empty_ui, modal};
use crate::session::Source;
use egui::{Align2, Color32, CornerRadius, Key, Modifiers, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use egui_material_icons::icons as i;
use std::sync::Arc;

/// Least width of a card, points; as many stand in a row as find room, and share what is left.
const CARD: f32 = 204.0;
/// Height of a picture over its width.
const ASPECT: f32 = 0.625;
/// Below the picture: two lines of title and one of tags, points.
const TEXT: f32 = 66.0;

/// What happened in the gallery.
#[derive(Clone, Debug, PartialEq)]
pub enum Picked {
    Nothing,
    Close,
    Open(Source),
}

impl Browser {
    /// Draws the gallery over the window.
    pub fn gallery_ui(&mut self, ctx: &egui::Context, open: Option<&Source>) -> Picked {
        let mut picked = Picked::Nothing;
        let room = ctx.content_rect().size();
        let card = modal(ctx, egui::Id::unique("gallery")).show(ctx, |ui| {
            ui.set_width((room.x - 120.0).min(1500.0));
            ui.set_height(room.y - 110.0);
            let all: Vec<Arc<Entry>> = self.found().into_iter().flat_map(|(_, entries)| entries).collect();
            let (gap, bar) = (2.0 * GRID, 3.0 * GRID);
            let room = ui.available_width() - bar;
            let columns = ((room + gap) / (CARD + gap)).floor().max(1.0) as usize;
            let width = ((room + gap) / columns as f32 - gap).floor();
            let has_moved = self.read_arrows(ui, all.len(), columns);
            ui.horizontal(|ui| {
                ui.label(RichText::new("All scenes").font(theme::semibold(20.0)).color(palette(ui).strong));
                ui.add_space(3.0 * GRID);
                let width = (ui.available_width() - 110.0).min(520.0);
                let response = search_ui(ui, &mut self.search, width, "Search all scenes");
                if !self.is_gallery_focused {
                    response.request_focus();
                    self.is_gallery_focused = true;
                }
                if response.changed() {
                    self.cursor = 0;
                }
                if response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) {
                    picked = all.get(self.cursor).map_or(Picked::Nothing, |entry| Picked::Open(entry.source.clone()));
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if ui.button("Close").on_hover_text("Back to the window (Esc).").clicked() {
                        picked = Picked::Close;
                    }
                });
            });
            ui.add_space(GRID);
            self.tags_ui(ui);
            ui.add_space(GRID);
            egui::ScrollArea::vertical().id_salt("gallery").auto_shrink(false).show(ui, |ui| {
                if all.is_empty() {
                    empty_ui(ui, "Nothing found", "Try another word, or take the tag away.");
                }
                egui::Grid::new("cards").spacing([2.0 * GRID, 2.0 * GRID]).show(ui, |ui| {
                    for (index, entry) in all.iter().enumerate() {
                        let is_marked = index == self.cursor;
                        let is_open = open == Some(&entry.source);
                        let response = card_ui(ui, entry, width, &mut self.thumbnails, is_marked, is_open);
                        if is_marked && has_moved {
                            response.scroll_to_me(None);
                        }
                        if response.clicked() {
                            picked = Picked::Open(entry.source.clone());
                        }
                        if (index + 1) % columns == 0 {
                            ui.end_row();
                        }
                    }
                });
            });
        });
        if picked == Picked::Nothing && card.should_close() { Picked::Close } else { picked }
    }

    /// Arrows move the mark, also while the field has the focus.
    fn read_arrows(&mut self, ui: &Ui, count: usize, columns: usize) -> bool {
        let columns = columns as i64;
        let steps = [(Key::ArrowRight, 1), (Key::ArrowLeft, -1), (Key::ArrowDown, columns), (Key::ArrowUp, -columns)];
        let mut by = 0;
        for (key, step) in steps {
            if ui.input_mut(|i| i.consume_key(Modifiers::NONE, key)) {
                by += step;
            }
        }
        let last = count.saturating_sub(1) as i64;
        self.cursor = (self.cursor as i64 + by).clamp(0, last) as usize;
        by != 0
    }

    /// The commonest tags, one of which can be chosen.
    fn tags_ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(GRID, GRID);
            if chip_ui(ui, self.tag.is_none(), "All", "Every scene.").clicked() {
                self.tag = None;
            }
            for (tag, count) in self.tags() {
                let is_on = self.tag.as_deref() == Some(&tag);
                let tip = format!("Only scenes with the tag “{tag}”: {count}.");
                if chip_ui(ui, is_on, &tag, &tip).clicked() {
                    (self.tag, self.cursor) = ((!is_on).then_some(tag), 0);
                }
            }
        });
    }
}

fn card_ui(
    ui: &mut Ui,
    entry: &Entry,
    width: f32,
    thumbnails: &mut Thumbnails,
    is_marked: bool,
    is_open: bool,
) -> egui::Response {
    let p = palette(ui);
    let height = width * ASPECT;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height + TEXT), Sense::click());
    let label = entry.title.clone();
    response.widget_info(move || egui::WidgetInfo::selected(egui::Role::Button, true, is_open, &label));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let fill = if response.hovered() || is_marked { p.hovered } else { p.raised };
    ui.painter().rect_filled(rect, 8, fill);
    let picture = Rect::from_min_size(rect.min, vec2(width, height));
    picture_ui(ui, picture, thumbnails, entry, 8);
    if !entry.number.is_empty() {
        let at = picture.left_top() + vec2(8.0, 6.0);
        let galley = ui.painter().layout_no_wrap(entry.number.clone(), theme::semibold(14.5), p.strong);
        let back = Rect::from_min_size(at - vec2(4.0, 1.0), galley.size() + vec2(8.0, 2.0));
        ui.painter().rect_filled(back, 4, p.glass);
        ui.painter().galley(at, galley, p.strong);
    }
    let font = theme::semibold(14.0);
    let mut job = egui::text::LayoutJob::simple(entry.title.clone(), font, p.strong, width - 16.0);
    job.wrap.max_rows = 2;
    let title = ui.painter().layout_job(job);
    ui.painter().galley(pos2(rect.left() + 8.0, picture.bottom() + 5.0), title, p.strong);
    let mut job =
        egui::text::LayoutJob::simple(entry.tags.join(" · "), egui::FontId::proportional(14.0), p.weak, width - 16.0);
    job.wrap.max_rows = 1;
    job.wrap.break_anywhere = true;
    let tags = ui.painter().layout_job(job);
    ui.painter().galley(pos2(rect.left() + 8.0, rect.bottom() - 22.0), tags, p.weak);
    if is_marked || is_open || response.has_focus() {
        let stroke = Stroke::new(if is_marked { 2.0 } else { 1.0 }, p.accent);
        ui.painter().rect_stroke(rect, 8, stroke, StrokeKind::Inside);
    }
    if entry.symptom.is_empty() { response } else { response.on_hover_text(&entry.symptom) }
}

/// The picture of an entry, or a sign in its place.
pub(super) fn picture_ui(ui: &Ui, rect: Rect, thumbnails: &mut Thumbnails, entry: &Entry, radius: u8) {
    let p = palette(ui);
    let sign = match thumbnails.get(ui, entry) {
        Picture::Ready(texture) => {
            let corners = CornerRadius { nw: radius, ne: radius, ..CornerRadius::ZERO };
            let corners = if radius <= 4 { CornerRadius::same(radius) } else { corners };
            let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            let brush = egui::epaint::RectShape::filled(rect, corners, Color32::WHITE).with_texture(texture.id(), all);
            ui.painter().add(brush);
            return;
        }
        Picture::Waiting => i::ICON_IMAGE,
        Picture::Failed(_) => i::ICON_BROKEN_IMAGE,
    };
    ui.painter().rect_filled(rect, radius, p.sunken);
    let font = egui::FontId::new((rect.height() * 0.4).min(32.0), sign.font_family());
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, sign.codepoint, font, p.weak);
}

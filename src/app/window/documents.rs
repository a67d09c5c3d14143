//! Cards about the open document: what is not saved, what to do with it before it goes, and work that was left by a
//! program that did not end properly.

use super::theme::{self, GRID, palette};
use super::widgets::{empty_ui, modal, primary_button_ui};
use crate::session::{AuthorWish, DocumentChange, Session, Source, UnsavedWork};
use egui::{Button, RichText, Ui, vec2};
use egui_material_icons::icons as i;
use serde_json::Value;
use std::time::Duration;

/// What happens to unsaved work, or to what stands in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Save,
    Discard,
    Cancel,
}

/// What unsaved work stands in the way of.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    Quit,
    Open(Source),
    Revert,
    /// A scene that takes the place of what is open.
    Make(AuthorWish),
}

/// Asks before work is lost.
pub fn unsaved_ui(ctx: &egui::Context, session: &Session, next: &Next) -> Option<Choice> {
    let mut choice = None;
    let count = session.unsaved_changes().len();
    let title = session.run().map_or("", |run| run.preset().title.as_str()).to_owned();
    let card = modal(ctx, egui::Id::unique("unsaved")).show(ctx, |ui| {
        ui.set_width(520.0_f32.min(ctx.content_rect().width() - 80.0));
        let head = match next {
            Next::Revert => "Go back to the file?",
            _ => "Save your changes?",
        };
        ui.label(RichText::new(head).font(theme::semibold(19.0)).color(palette(ui).strong));
        ui.add_space(GRID);
        let what = if count == 1 { "One change".to_owned() } else { format!("{count} changes") };
        let what = match next {
            Next::Revert => format!("{what} of “{title}” will be thrown away, and with them the recording."),
            _ => format!("{what} of “{title}” {} in no file yet.", if count == 1 { "is" } else { "are" }),
        };
        ui.label(RichText::new(what).color(palette(ui).text));
        ui.add_space(2.0 * GRID);
        changes_list_ui(ui, session.unsaved_changes(), 160.0);
        ui.add_space(3.0 * GRID);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if *next != Next::Revert
                && primary_button_ui(ui, "Save").on_hover_text("To its file; a new scene asks for one.").clicked()
            {
                choice = Some(Choice::Save);
            }
            let (text, tip) = match next {
                Next::Revert => ("Go back", "Everything since the last save is gone."),
                _ => ("Discard", "The changes are gone for good."),
            };
            if ui
                .add(Button::new(RichText::new(text).color(palette(ui).bad)).min_size(vec2(90.0, 32.0)))
                .on_hover_text(tip)
                .clicked()
            {
                choice = Some(Choice::Discard);
            }
            if ui.add(Button::new("Cancel").min_size(vec2(80.0, 32.0))).on_hover_text("Nothing happens.").clicked() {
                choice = Some(Choice::Cancel);
            }
        });
    });
    if choice.is_none() && card.should_close() { Some(Choice::Cancel) } else { choice }
}

/// What a user asks for in the card of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangesWish {
    Save,
    SaveAs,
    Revert,
    Close,
}

/// Everything that differs from the file.
pub fn changes_ui(ctx: &egui::Context, session: &Session) -> Option<ChangesWish> {
    let mut wish = None;
    let card = modal(ctx, egui::Id::unique("changes")).show(ctx, |ui| {
        ui.set_width(720.0_f32.min(ctx.content_rect().width() - 80.0));
        ui.label(RichText::new("What changed against the file").font(theme::semibold(19.0)).color(palette(ui).strong));
        let source = session.run().map(|run| match run.source() {
            Source::File(path) => path.display().to_string(),
            Source::Shipped(id) => format!("“{id}”, which comes with the program"),
            Source::New(_) => "a new scene that has no file yet".to_owned(),
        });
        ui.label(RichText::new(source.unwrap_or_default()).color(palette(ui).weak));
        ui.add_space(2.0 * GRID);
        changes_list_ui(ui, session.unsaved_changes(), ctx.content_rect().height() * 0.5);
        ui.add_space(3.0 * GRID);
        ui.horizontal(|ui| {
            let can_revert = session.is_changed();
            let tip = "Opens the scene again as the file has it. Asks first.";
            if ui
                .add_enabled(can_revert, Button::new("Go back to the file…").min_size(vec2(0.0, 32.0)))
                .on_hover_text(tip)
                .clicked()
            {
                wish = Some(ChangesWish::Revert);
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if primary_button_ui(ui, "Close").on_hover_text("Back to the scene (Esc).").clicked() {
                    wish = Some(ChangesWish::Close);
                }
                if ui
                    .add(Button::new("Save as…").min_size(vec2(0.0, 32.0)))
                    .on_hover_text("To another file (Ctrl+Shift+S).")
                    .clicked()
                {
                    wish = Some(ChangesWish::SaveAs);
                }
                if ui
                    .add(Button::new("Save").min_size(vec2(64.0, 32.0)))
                    .on_hover_text("To its file (Ctrl+S).")
                    .clicked()
                {
                    wish = Some(ChangesWish::Save);
                }
            });
        });
    });
    if wish.is_none() && card.should_close() { Some(ChangesWish::Close) } else { wish }
}

fn changes_list_ui(ui: &mut Ui, changes: &[DocumentChange], most: f32) {
    if changes.is_empty() {
        empty_ui(ui, "Nothing", "The scene is as its file has it.");
        return;
    }
    egui::ScrollArea::vertical().id_salt("changes").max_height(most).auto_shrink([false, true]).show(ui, |ui| {
        for change in changes {
            egui::Frame::NONE.fill(palette(ui).sunken).corner_radius(6).inner_margin(8.0).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.label(RichText::new(&change.place).monospace().color(palette(ui).accent));
                ui.horizontal_wrapped(|ui| {
                    ui.label(RichText::new(said(change.old.as_ref(), "not there")).color(palette(ui).weak));
                    // An arrow as an icon: the text font has none of its own.
                    ui.label(i::ICON_ARROW_FORWARD.rich_text().size(16.0).color(palette(ui).weak));
                    ui.label(RichText::new(said(change.new.as_ref(), "taken away")).color(palette(ui).strong));
                });
            });
            ui.add_space(GRID);
        }
    });
}

/// A value in a few words.
fn said(value: Option<&Value>, missing: &str) -> String {
    let Some(value) = value else { return missing.to_owned() };
    let text = match value {
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), short_number),
        Value::String(text) => format!("“{text}”"),
        Value::Array(items) if items.len() <= 4 && items.iter().all(Value::is_number) => {
            let numbers: Vec<String> = items.iter().filter_map(Value::as_f64).map(short_number).collect();
            format!("[{}]", numbers.join(", "))
        }
        other => other.to_string(),
    };
    match text.char_indices().nth(160) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Single-precision numbers come as doubles: 0.30000001192092896 was written as 0.3.
fn short_number(number: f64) -> String {
    let single = number as f32;
    if f64::from(single) == number { single.to_string() } else { number.to_string() }
}

/// What to do with work that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Recover(String),
    Discard(String),
    Later,
}

/// Offers what a program that did not end properly had not saved.
pub fn recovery_ui(ctx: &egui::Context, found: &[UnsavedWork]) -> Option<Found> {
    let mut answer = None;
    let card = modal(ctx, egui::Id::unique("recovery")).show(ctx, |ui| {
        ui.set_width(640.0_f32.min(ctx.content_rect().width() - 80.0));
        ui.horizontal(|ui| {
            ui.label(i::ICON_RESTORE_PAGE.rich_text().size(26.0).color(palette(ui).accent));
            ui.label(RichText::new("Unsaved work was found").font(theme::semibold(19.0)).color(palette(ui).strong));
        });
        ui.add_space(GRID);
        let text = "The program did not end properly last time. What was not saved then is here; the files themselves are whole.";
        ui.label(RichText::new(text).color(palette(ui).text));
        ui.add_space(2.0 * GRID);
        let most = ctx.content_rect().height() * 0.5;
        egui::ScrollArea::vertical().id_salt("found").max_height(most).auto_shrink([false, true]).show(ui, |ui| {
            for work in found {
                egui::Frame::NONE.fill(palette(ui).sunken).corner_radius(6).inner_margin(12.0).show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    found_ui(ui, work, &mut answer);
                });
                ui.add_space(GRID);
            }
        });
        ui.add_space(2.0 * GRID);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let later = Button::new("Ask again next time").min_size(vec2(0.0, 32.0));
            if ui.add(later).on_hover_text("Nothing is lost; the next start asks again.").clicked() {
                answer = Some(Found::Later);
            }
        });
    });
    if answer.is_none() && card.should_close() { Some(Found::Later) } else { answer }
}

fn found_ui(ui: &mut Ui, work: &UnsavedWork, answer: &mut Option<Found>) {
    let p = palette(ui);
    ui.label(RichText::new(&work.title).font(theme::semibold(16.0)).color(p.strong));
    let place = match &work.source {
        Source::File(path) => path.display().to_string(),
        Source::Shipped(id) => format!("made from “{id}”"),
        Source::New(_) => "never saved".to_owned(),
    };
    ui.label(RichText::new(format!("{place} · {}", ago(work.age()))).color(p.weak));
    let shown = 4;
    for change in work.changed.iter().take(shown) {
        ui.label(RichText::new(if change.is_empty() { "the whole scene" } else { change }).monospace().color(p.accent));
    }
    if work.changed.len() > shown {
        ui.label(RichText::new(format!("and {} more changes", work.changed.len() - shown)).color(p.weak));
    }
    ui.add_space(GRID);
    ui.horizontal(|ui| {
        let tip = "Opens it. It is saved to its file only when you say so.";
        if primary_button_ui(ui, "Recover").on_hover_text(tip).clicked() {
            *answer = Some(Found::Recover(work.id.clone()));
        }
        let discard = Button::new(RichText::new("Discard").color(p.bad)).min_size(vec2(90.0, 32.0));
        if ui.add(discard).on_hover_text("Throws this unsaved work away for good.").clicked() {
            *answer = Some(Found::Discard(work.id.clone()));
        }
    });
}

/// "5 minutes ago"
fn ago(age: Duration) -> String {
    let secs = age.as_secs();
    let count = |number: u64, unit: &str| format!("{number} {unit}{} ago", if number == 1 { "" } else { "s" });
    match secs {
        0..60 => "less than a minute ago".to_owned(),
        60..3600 => count(secs / 60, "minute"),
        3600..86_400 => count(secs / 3600, "hour"),
        _ => count(secs / 86_400, "day"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_and_times_are_said_as_people_say_them() {
        assert_eq!(said(Some(&json!(f64::from(0.3_f32))), ""), "0.3");
        assert_eq!(said(Some(&json!([0, -0.5, 1])), ""), "[0, -0.5, 1]");
        assert_eq!(said(None, "not there"), "not there");
        assert!(said(Some(&json!("x".repeat(999))), "").ends_with('…'));
        assert_eq!(ago(Duration::from_secs(61)), "1 minute ago");
        assert_eq!(ago(Duration::from_secs(7200)), "2 hours ago");
    }
}

//! Dialogs in the middle of the window: what went wrong, and a path to type.

use super::files::{Answer, PathQuestion, Purpose};
use super::theme::{self, GRID, palette};
use super::widgets::{modal, primary_button_ui};
use crate::preset::Dropped;
use crate::session::Problem;
use egui::{RichText, Ui, vec2};

/// What a user makes of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    Pending,
    Done,
    OpenGoodParts,
}

/// Every finding with its place; `good_parts` are the parts without which the file can be opened.
pub fn problem_ui(ctx: &egui::Context, problem: &Problem, good_parts: Option<&[Dropped]>) -> Read {
    let mut read = Read::Pending;
    let modal = modal(ctx, egui::Id::unique("problem")).show(ctx, |ui| {
        ui.set_width(640.0_f32.min(ctx.content_rect().width() - 80.0));
        ui.horizontal(|ui| {
            ui.label(egui_material_icons::icons::ICON_ERROR.rich_text().size(24.0).color(palette(ui).bad));
            ui.label(RichText::new(&problem.title).font(theme::semibold(19.0)).color(palette(ui).strong));
        });
        ui.add_space(2.0 * GRID);
        let most = ctx.content_rect().height() * 0.5;
        egui::ScrollArea::vertical().max_height(most).auto_shrink([false, true]).show(ui, |ui| {
            for item in &problem.items {
                finding_ui(ui, &item.place, &item.message);
            }
            if let Some(dropped) = good_parts {
                ui.add_space(GRID);
                let text = format!("Without {} the rest can be opened:", counted(dropped.len()));
                ui.label(RichText::new(text).font(theme::semibold(15.0)).color(palette(ui).strong));
                ui.add_space(GRID);
                for part in dropped {
                    finding_ui(ui, &part.place, &format!("{}: {}", part.what, part.why));
                }
            }
        });
        if !problem.advice.is_empty() {
            ui.add_space(GRID);
            ui.label(RichText::new(&problem.advice).color(palette(ui).weak));
        }
        ui.add_space(3.0 * GRID);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if primary_button_ui(ui, "OK").on_hover_text("What is open stays open.").clicked() {
                read = Read::Done;
            }
            let tip = "Opens a new scene without the parts that have problems. The file stays as it is.";
            if good_parts.is_some()
                && ui
                    .add(egui::Button::new("Open the good parts").min_size(vec2(0.0, 32.0)))
                    .on_hover_text(tip)
                    .clicked()
            {
                read = Read::OpenGoodParts;
            }
        });
    });
    if read == Read::Pending && modal.should_close() { Read::Done } else { read }
}

/// One finding in a box of its own.
fn finding_ui(ui: &mut Ui, place: &str, message: &str) {
    egui::Frame::NONE.fill(palette(ui).sunken).corner_radius(6).inner_margin(10.0).show(ui, |ui| {
        ui.set_width(ui.available_width());
        if !place.is_empty() {
            ui.label(RichText::new(place).monospace().color(palette(ui).accent));
        }
        ui.label(RichText::new(message).color(palette(ui).text));
    });
    ui.add_space(GRID);
}

fn counted(count: usize) -> String {
    if count == 1 { "this part".to_owned() } else { format!("these {count} parts") }
}

/// The field to type a path into.
pub fn path_ui(ctx: &egui::Context, question: &mut PathQuestion) -> Answer {
    let mut answer = question.poll();
    if answer != Answer::Pending {
        return answer;
    }
    let (title, verb) = match question.purpose {
        Purpose::Open => ("Open a preset or a recording", "Open"),
        Purpose::Save => ("Save the scene as", "Save"),
        Purpose::Export => ("Save a copy to hand on as", "Save"),
        Purpose::SaveTable => ("Save the numbers of every step as", "Save"),
        Purpose::SaveSheet => ("Save the result sheet as", "Save"),
        Purpose::SaveRecording => ("Save the recording as", "Save"),
    };
    let modal = modal(ctx, egui::Id::unique("path")).show(ctx, |ui| {
        ui.set_width(560.0_f32.min(ctx.content_rect().width() - 80.0));
        ui.label(RichText::new(title).font(theme::semibold(19.0)).color(palette(ui).strong));
        ui.add_space(2.0 * GRID);
        let is_done = field_ui(ui, question);
        ui.add_space(GRID);
        let text = "Type the path of a .json file (or of a mesh or grey picture to import), or use the system’s dialog if one has opened. A file can also be dropped \
                    on the window.";
        ui.label(RichText::new(text).color(palette(ui).weak).size(14.0));
        ui.add_space(3.0 * GRID);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if primary_button_ui(ui, verb).clicked() || is_done {
                answer = typed(&question.typed);
            }
            if ui.add(egui::Button::new("Cancel").min_size(vec2(80.0, 32.0))).clicked() {
                answer = Answer::Cancelled;
            }
        });
    });
    if answer == Answer::Pending && modal.should_close() { Answer::Cancelled } else { answer }
}

fn field_ui(ui: &mut Ui, question: &mut PathQuestion) -> bool {
    let field = egui::TextEdit::singleline(&mut question.typed)
        .desired_width(ui.available_width())
        .hint_text("/home/me/scene.json")
        .margin(vec2(8.0, 6.0));
    let response = ui.add(field);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Path"));
    if ui.memory(|m| m.focused().is_none()) {
        response.request_focus();
    }
    response.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter))
}

fn typed(text: &str) -> Answer {
    let text = text.trim();
    if text.is_empty() { Answer::Pending } else { Answer::Path(text.into()) }
}

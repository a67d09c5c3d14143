//! Dialogs in the middle of the window: what went wrong, and a path to type.

use super::files::{Answer, PathQuestion, Purpose};
use super::theme::{self, GRID, palette};
use super::widgets::{modal, primary_button_ui};
use crate::session::Problem;
use egui::{RichText, Ui, vec2};

/// Every finding with its place; true when it was read.
pub fn problem_ui(ctx: &egui::Context, problem: &Problem) -> bool {
    let mut is_read = false;
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
                egui::Frame::NONE.fill(palette(ui).sunken).corner_radius(6).inner_margin(10.0).show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    if !item.place.is_empty() {
                        ui.label(RichText::new(&item.place).monospace().color(palette(ui).accent));
                    }
                    ui.label(RichText::new(&item.message).color(palette(ui).text));
                });
                ui.add_space(GRID);
            }
        });
        if !problem.advice.is_empty() {
            ui.add_space(GRID);
            ui.label(RichText::new(&problem.advice).color(palette(ui).weak));
        }
        ui.add_space(3.0 * GRID);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            is_read = primary_button_ui(ui, "OK").clicked();
        });
    });
    is_read || modal.should_close()
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
        Purpose::SaveTable => ("Save the numbers of every step as", "Save"),
        Purpose::SaveRecording => ("Save the recording as", "Save"),
    };
    let modal = modal(ctx, egui::Id::unique("path")).show(ctx, |ui| {
        ui.set_width(560.0_f32.min(ctx.content_rect().width() - 80.0));
        ui.label(RichText::new(title).font(theme::semibold(19.0)).color(palette(ui).strong));
        ui.add_space(2.0 * GRID);
        let is_done = field_ui(ui, question);
        ui.add_space(GRID);
        let text = "Type the path of a .json file, or use the system’s dialog if one has opened. A file can also be dropped \
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

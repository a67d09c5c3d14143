//! The card “Import”: how a mesh or a picture of another program is to be taken.

use super::fields::{self, NumberSpec, Shown};
use crate::app::window::actions::{Action, Actions};
use crate::app::window::theme::{self, GRID, palette};
use crate::app::window::widgets::{modal, primary_button_ui, row_ui, switch_ui};
use crate::preset::import::ImportOptions;
use crate::session::{AuthorWish, Command, ImportWish, Session};
use egui::{RichText, Ui, vec2};
use std::path::PathBuf;

/// The file that is being asked about, if any.
#[derive(Clone, Debug, Default)]
pub struct ImportCard {
    wish: Option<ImportWish>,
    trouble: Option<String>,
}

impl ImportCard {
    pub fn open(&mut self, path: PathBuf) {
        let options = self.wish.take().map_or_else(ImportOptions::default, |before| before.options);
        self.trouble = None;
        self.wish = Some(ImportWish { path, options, is_static: false, is_new_scene: false });
    }

    pub const fn is_open(&self) -> bool {
        self.wish.is_some()
    }

    /// Draws the card, if it is open.
    pub fn ui(&mut self, ctx: &egui::Context, session: &Session, actions: &mut Actions) {
        let Some(wish) = &mut self.wish else { return };
        let is_picture = wish.path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
        let trouble = &mut self.trouble;
        let mut answer = None;
        let modal = modal(ctx, egui::Id::unique("import")).show(ctx, |ui| {
            ui.set_width(560.0_f32.min(ctx.content_rect().width() - 80.0));
            let name = wish.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let title = format!("Import “{name}”");
            ui.add(egui::Label::new(RichText::new(title).font(theme::semibold(19.0)).color(palette(ui).strong)).truncate());
            let text = if is_picture {
                "A grey picture becomes ground: black is low, white is high. It never moves, and its middle lies at the \
                 world’s origin."
            } else {
                "Every object becomes a body. Each part that hangs together becomes its convex hull, so hollows are \
                 filled; a bowl has to come as several parts."
            };
            ui.add(egui::Label::new(RichText::new(text).size(14.0).color(palette(ui).weak)).wrap());
            ui.add_space(2.0 * GRID);
            options_ui(ui, wish, is_picture, trouble);
            if let Some(trouble) = trouble {
                ui.label(RichText::new(trouble.as_str()).size(14.0).color(palette(ui).bad));
            }
            ui.add_space(3.0 * GRID);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if session.run().is_some() {
                    let tip = "The bodies join what is open. Undo takes them out again.";
                    if primary_button_ui(ui, "Add to this scene").on_hover_text(tip).clicked() {
                        answer = Some(Some(false));
                    }
                }
                let tip = "They make a scene of their own, on a floor.";
                if ui.add(egui::Button::new("New scene").min_size(vec2(96.0, 32.0))).on_hover_text(tip).clicked() {
                    answer = Some(Some(true));
                }
                let button = egui::Button::new("Cancel").min_size(vec2(80.0, 32.0));
                if ui.add(button).on_hover_text("Nothing is read.").clicked() {
                    answer = Some(None);
                }
            });
        });
        if modal.should_close() {
            answer = Some(None);
        }
        let Some(answer) = answer else { return };
        if let Some(mut wish) = self.wish.take()
            && let Some(is_new_scene) = answer
        {
            wish.is_new_scene = is_new_scene;
            actions.push(Action::Do(Command::Author(AuthorWish::Import(Box::new(wish)))));
        }
    }
}

fn options_ui(ui: &mut Ui, wish: &mut ImportWish, is_picture: bool, trouble: &mut Option<String>) {
    let mut number = |ui: &mut Ui, spec: NumberSpec<'_>, value: &mut f32, tip: &str| {
        row_ui(ui, RichText::new(spec.label), |ui| {
            let (response, outcome) = fields::number_ui(ui, 130.0, &spec, Shown::Value(f64::from(*value)));
            response.on_hover_text(tip);
            if let Some(new) = outcome.value {
                (*value, *trouble) = (new as f32, None);
            }
            if outcome.trouble.is_some() {
                *trouble = outcome.trouble;
            }
        });
    };
    let scale = |label| NumberSpec { label, unit: "m", min: 1e-6, max: 1e6, is_whole: false };
    if is_picture {
        let tip = "From one pixel to the next.";
        number(ui, scale("Metres per pixel"), &mut wish.options.scale, tip);
        let tip = "How far white lies above black.";
        number(ui, scale("Height of white"), &mut wish.options.height, tip);
        return;
    }
    let tip = "Length of one unit of the file: 1 for metres, 0.01 for centimetres, 0.0254 for inches.";
    number(ui, scale("Metres per unit"), &mut wish.options.scale, tip);
    let tip = "On where the file has Z up, as most modelling programs do; off for Y up, as glTF has it.";
    row_ui(ui, RichText::new("Z is up"), |ui| {
        switch_ui(ui, &mut wish.options.is_z_up, "Z is up").on_hover_text(tip);
    });
    let tip = "On for buildings and ground: the bodies stand for ever.";
    row_ui(ui, RichText::new("Never moves"), |ui| {
        switch_ui(ui, &mut wish.is_static, "Never moves").on_hover_text(tip);
    });
}

//! Presenter mode: the view, the step of the lesson and the transport, in large type. For the last row of a lecture room.

use super::Shell;
use crate::app::window::actions::{Action, Actions};
use crate::app::window::theme::{self, GRID, palette};
use crate::app::window::toolbar;
use crate::session::Run;
use egui::{Margin, RichText, Ui};

/// How much larger everything is.
const LARGER: f32 = 1.35;

/// Whether somebody presents.
#[derive(Default)]
pub(super) struct Presenter {
    /// What the size of things was before.
    zoom: Option<f32>,
}

impl Presenter {
    pub(super) const fn is_on(&self) -> bool {
        self.zoom.is_some()
    }

    /// Into presenter mode and out of it; everything else stays as it is.
    pub(super) fn toggle(&mut self, ctx: &egui::Context) {
        match self.zoom.take() {
            Some(zoom) => ctx.set_zoom_factor(zoom),
            None => {
                let zoom = ctx.zoom_factor();
                self.zoom = Some(zoom);
                ctx.set_zoom_factor(zoom * LARGER);
            }
        }
    }
}

impl Shell {
    pub(super) fn presenter_ui(&mut self, ui: &mut Ui, actions: &mut Actions) {
        let p = palette(ui);
        let bar = egui::Frame::NONE.fill(p.panel).inner_margin(Margin::symmetric(12, 8));
        egui::Panel::bottom("presenter bar").frame(bar).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0 * GRID;
                toolbar::transport_ui(ui, &self.session, actions);
                ui.add_space(2.0 * GRID);
                toolbar::speed_ui(ui, &self.session, actions);
                if let Some(time) = self.session.run().map(|run| run.record().time) {
                    let text = RichText::new(format!("{time:.2} s")).font(theme::semibold(16.0)).color(p.strong);
                    ui.label(text).on_hover_text("Simulated time since the start, s.");
                }
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let tip = "Back to the window with all its panels (Esc or F5).";
                    if ui.button("Leave").on_hover_text(tip).clicked() {
                        actions.push(Action::TogglePresenter);
                    }
                });
            });
        });
        let Some(run) = self.session.run() else {
            egui::CentralPanel::no_frame().show(ui, |ui| self.view_ui(ui, actions));
            return;
        };
        let head = egui::Frame::NONE.fill(p.panel).inner_margin(Margin::symmetric(12, 8));
        egui::Panel::top("presenter head").frame(head).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = egui::vec2(1.5 * GRID, GRID);
                ui.label(RichText::new(&run.preset().title).font(theme::semibold(20.0)).color(p.strong));
                ui.add_space(2.0 * GRID);
                toolbar::variants_ui(ui, run, actions);
            });
        });
        if has_lesson(run) {
            let side = egui::Frame::NONE.fill(p.panel).inner_margin(Margin::symmetric(14, 10));
            let width = (ui.available_width() * 0.36).clamp(280.0, 520.0);
            egui::Panel::right("presenter lesson").frame(side).default_size(width).resizable(true).show(ui, |ui| {
                self.lesson.present_ui(ui, &self.session, actions);
            });
        }
        egui::CentralPanel::no_frame().show(ui, |ui| self.view_ui(ui, actions));
    }
}

fn has_lesson(run: &Run) -> bool {
    run.preset().lesson.is_some()
}

//! The lesson of a scene, step by step: what to look at, a question to predict, the run that answers it.

use super::actions::{Action, Actions};
use super::theme::{self, GRID, ROW, palette};
use super::widgets::{empty_ui, primary_button_ui};
use crate::preset::schema::{Lesson, LessonStep};
use crate::session::{Command, LessonMove, LessonProgress, Run, Session};
use egui::{RichText, Sense, Ui, vec2};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use egui_material_icons::icons as i;

/// The tab.
#[derive(Default)]
pub struct LessonPanel {
    markdown: CommonMarkCache,
}

impl LessonPanel {
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, run: &Run, actions: &mut Actions) {
        egui::ScrollArea::vertical().id_salt("lesson").auto_shrink(false).show(ui, |ui| {
            ui.set_width(ui.available_width() - GRID);
            let preset = run.preset();
            ui.label(RichText::new(&preset.title).font(theme::semibold(18.0)).color(palette(ui).strong));
            ui.add_space(GRID);
            let description = preset.description.as_deref();
            if let Some((lesson, progress)) = session.lesson() {
                self.steps_ui(ui, session, lesson, progress, actions);
                // The description often gives the answer away: it waits until someone asks for it.
                if let Some(text) = description {
                    ui.add_space(3.0 * GRID);
                    ui.collapsing("About this scene", |ui| self.markdown_ui(ui, text));
                }
            } else if let Some(text) = description {
                self.markdown_ui(ui, text);
            } else {
                empty_ui(ui, "This scene says nothing about itself", "A preset can have a description and a lesson.");
            }
            ui.add_space(4.0 * GRID);
        });
    }

    fn markdown_ui(&mut self, ui: &mut Ui, text: &str) {
        CommonMarkViewer::new().show(ui, &mut self.markdown, text);
    }

    fn steps_ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        lesson: &Lesson,
        progress: &LessonProgress,
        actions: &mut Actions,
    ) {
        let p = palette(ui);
        let (at, count) = (progress.step(), lesson.steps.len());
        let Some(step) = lesson.steps.get(at) else { return };
        ui.horizontal(|ui| {
            ui.label(RichText::new(format!("Step {} of {count}", at + 1)).font(theme::semibold(15.0)).color(p.strong));
            ui.add_space(2.0 * GRID);
            for k in 0..count {
                dot_ui(ui, k, at, progress.has_shown(k), actions);
            }
        });
        ui.add_space(GRID);
        let card = egui::Frame::NONE.fill(p.raised).corner_radius(8).inner_margin(14);
        card.show(ui, |ui| {
            ui.set_width(ui.available_width());
            self.markdown_ui(ui, &step.text);
            if let Some(question) = &step.question {
                ui.add_space(2.0 * GRID);
                ui.label(RichText::new(question).font(theme::semibold(15.5)).color(p.strong));
                ui.add_space(GRID);
                for (index, choice) in step.choices.iter().enumerate() {
                    choice_ui(ui, step, progress, at, index as u32, choice, actions);
                }
            }
            reveal_ui(ui, step, progress, at);
        });
        ui.add_space(2.0 * GRID);
        self.buttons_ui(ui, session, lesson, progress, actions);
        if at + 1 == count && progress.has_shown(at) {
            let (right, all) = progress.score(lesson);
            ui.add_space(2.0 * GRID);
            let text = match all {
                0 => "That was the lesson.".to_owned(),
                1 => format!("That was the lesson: {right} of 1 prediction was right."),
                _ => format!("That was the lesson: {right} of {all} predictions were right."),
            };
            ui.label(RichText::new(text).font(theme::semibold(15.0)).color(p.strong));
        }
    }

    fn buttons_ui(
        &self,
        ui: &mut Ui,
        session: &Session,
        lesson: &Lesson,
        progress: &LessonProgress,
        actions: &mut Actions,
    ) {
        let p = palette(ui);
        let at = progress.step();
        let Some(step) = lesson.steps.get(at) else { return };
        let mut wish = None;
        ui.horizontal(|ui| {
            let needs_prediction = !step.choices.is_empty() && progress.predicted(at).is_none();
            if !progress.has_shown(at) && step.run_to.is_some() {
                if session.is_playing() {
                    ui.label(RichText::new("Running … look at the scene.").color(p.weak));
                } else if needs_prediction {
                    ui.label(RichText::new("Choose an answer first.").color(p.weak));
                } else if primary_button_ui(ui, "Run and see")
                    .on_hover_text("Runs the scene to the moment in question.")
                    .clicked()
                {
                    wish = Some(LessonMove::Run);
                }
                return;
            }
            if at + 1 < lesson.steps.len() {
                if primary_button_ui(ui, "Next step")
                    .on_hover_text("Starts the scene anew, as the next step wants it.")
                    .clicked()
                {
                    wish = Some(LessonMove::Go(at + 1));
                }
            } else if ui.button("Begin again").on_hover_text("To the first step; predictions stay.").clicked() {
                wish = Some(LessonMove::Go(0));
            }
            if step.run_to.is_some() && ui.button("See it again").on_hover_text("Runs the scene once more.").clicked() {
                wish = Some(LessonMove::Run);
            }
        });
        if let Some(wish) = wish {
            actions.push(Action::Do(Command::Lesson(wish)));
        }
    }
}

/// One step in the row of steps; a click goes there.
fn dot_ui(ui: &mut Ui, step: usize, at: usize, has_shown: bool, actions: &mut Actions) {
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::click());
    let label = format!("Go to step {}", step + 1);
    let tip = label.clone();
    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
    let response = response.on_hover_text(tip);
    let color = if step == at || response.hovered() { p.accent } else { p.weak };
    if has_shown {
        ui.painter().circle_filled(rect.center(), 5.0, color);
    } else {
        ui.painter().circle_stroke(rect.center(), 5.0, (1.6, color));
    }
    if response.clicked() {
        actions.push(Action::Do(Command::Lesson(LessonMove::Go(step))));
    }
}

/// One answer to choose; after the run the right one carries a tick, a wrong prediction a cross.
fn choice_ui(
    ui: &mut Ui,
    step: &LessonStep,
    progress: &LessonProgress,
    at: usize,
    index: u32,
    text: &str,
    actions: &mut Actions,
) {
    let p = palette(ui);
    let (is_chosen, has_shown) = (progress.predicted(at) == Some(index), progress.has_shown(at));
    let is_right = step.answer == Some(index);
    let sign = match (has_shown && step.answer.is_some(), is_right, is_chosen) {
        (true, true, _) => Some((i::ICON_CHECK, p.good)),
        (true, false, true) => Some((i::ICON_CLOSE, p.bad)),
        _ => None,
    };
    let color = sign.map_or(p.text, |(_, color)| color);
    ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        let radio =
            ui.add_enabled(!has_shown, egui::RadioButton::new(is_chosen, RichText::new(text).color(color).size(15.0)));
        if radio.on_hover_text("Your prediction; it counts once the scene has run.").clicked() {
            actions.push(Action::Do(Command::Lesson(LessonMove::Predict(index))));
        }
        if let Some((icon, color)) = sign {
            ui.label(icon.rich_text().size(18.0).color(color));
        }
    });
}

fn reveal_ui(ui: &mut Ui, step: &LessonStep, progress: &LessonProgress, at: usize) {
    let Some(answer) = step.answer.filter(|_| progress.has_shown(at)) else { return };
    let right = step.choices.get(answer as usize).map_or("", String::as_str);
    let p = palette(ui);
    let (text, color) = match progress.predicted(at) {
        Some(given) if given == answer => ("You predicted it.".to_owned(), p.good),
        Some(_) => (format!("The scene shows: {right}."), p.bad),
        None => (format!("The scene shows: {right}."), p.text),
    };
    ui.add_space(GRID);
    ui.label(RichText::new(text).font(theme::semibold(15.0)).color(color));
}

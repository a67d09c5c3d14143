//! The lesson of a scene, step by step: what to look at, a question to predict, the run that answers it.

mod editor;
mod measure_editor;
mod reveal;

use super::actions::{Action, Actions};
use super::theme::{self, GRID, ROW, palette};
use super::widgets::{empty_ui, primary_button_ui};
use crate::preset::schema::{Lesson, LessonMeasure};
use crate::session::{Command, LessonMove, LessonProgress, Prediction, Run, Session, Source};
use editor::Draft;
use egui::{RichText, Sense, Ui, vec2};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use egui_material_icons::icons as i;

/// The tab.
#[derive(Default)]
pub struct LessonPanel {
    markdown: CommonMarkCache,
    /// Step and number that is being typed as a prediction.
    typed: (usize, String),
    /// Whose result sheet it is.
    pub who: String,
    /// The lesson as somebody is writing it, and the scene that it belongs to.
    draft: Option<(Source, Draft)>,
}

impl LessonPanel {
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, run: &Run, actions: &mut Actions) {
        egui::ScrollArea::vertical().id_salt("lesson").auto_shrink(false).show(ui, |ui| {
            ui.set_width(ui.available_width() - GRID);
            let preset = run.preset();
            if let Some((_, draft)) = self.draft.as_mut().filter(|(source, _)| source == run.source()) {
                if !draft.ui(ui, session, run, &mut self.markdown, actions) {
                    self.draft = None;
                }
                return;
            }
            ui.horizontal(|ui| {
                let title = RichText::new(&preset.title).font(theme::semibold(18.0)).color(palette(ui).strong);
                let width = ui.available_width() - 44.0;
                ui.allocate_ui(vec2(width, 0.0), |ui| ui.add(egui::Label::new(title).wrap()));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
                    let tip = "Write this lesson: steps, questions, and what in the run answers them.";
                    if super::widgets::icon_button_ui(ui, i::ICON_EDIT, "Edit lesson", tip).clicked() {
                        let step = session.lesson().map_or(0, |(_, progress)| progress.step());
                        self.draft = Some((run.source().clone(), Draft::of(run, step)));
                    }
                });
            });
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
                empty_ui(
                    ui,
                    "This scene says nothing about itself",
                    "Write a lesson with the pencil: what to look at, a question, and what in the run answers it.",
                );
            }
            ui.add_space(4.0 * GRID);
        });
    }

    /// The step alone, for an audience.
    pub fn present_ui(&mut self, ui: &mut Ui, session: &Session, actions: &mut Actions) {
        let Some((lesson, progress)) = session.lesson() else { return };
        egui::ScrollArea::vertical().id_salt("presented lesson").auto_shrink(false).show(ui, |ui| {
            ui.set_width(ui.available_width() - GRID);
            self.steps_ui(ui, session, lesson, progress, actions);
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
                    choice_ui(ui, lesson, progress, index as u32, choice, actions);
                }
                if step.choices.is_empty() && step.measure.is_some() {
                    self.number_ui(ui, lesson, progress, actions);
                }
            }
            reveal::reveal_ui(ui, lesson, progress, at);
            if let Some(text) = step.reveal.as_ref().filter(|_| progress.has_shown(at)) {
                ui.add_space(GRID);
                self.markdown_ui(ui, text);
            }
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
            self.sheet_ui(ui, actions);
        }
    }

    /// Who it was, and the sheet to hand in.
    fn sheet_ui(&mut self, ui: &mut Ui, actions: &mut Actions) {
        ui.add_space(GRID);
        ui.horizontal(|ui| {
            let field = egui::TextEdit::singleline(&mut self.who).hint_text("Your name").desired_width(150.0);
            let response = ui.add(field).on_hover_text("Stands on the result sheet.");
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Your name"));
            let tip = "Writes what was predicted, what the run gave and the score into a Markdown file.";
            if ui.button("Save result sheet…").on_hover_text(tip).clicked() {
                actions.push(Action::SaveSheetDialog(self.who.clone()));
            }
        });
    }

    /// A number to predict.
    fn number_ui(&mut self, ui: &mut Ui, lesson: &Lesson, progress: &LessonProgress, actions: &mut Actions) {
        let at = progress.step();
        if self.typed.0 != at {
            self.typed = (at, String::new());
        }
        let measure = lesson.steps.get(at).and_then(|step| step.measure.as_ref());
        let unit = measure.map_or("", unit_of);
        ui.horizontal(|ui| {
            let field = egui::TextEdit::singleline(&mut self.typed.1).hint_text("a number").desired_width(110.0);
            let response = ui.add_enabled(!progress.has_shown(at), field);
            let tip = measure.and_then(|measure| measure.tolerance).map_or(String::new(), |tolerance| {
                format!("Your prediction in {unit}. It is right when it is no further off than {tolerance}.")
            });
            let response = response.on_hover_text(tip);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Your prediction"));
            ui.label(RichText::new(unit).color(palette(ui).text));
            let number: Option<f64> = self.typed.1.trim().replace(',', ".").replace('−', "-").parse().ok();
            if let Some(number) = number.filter(|_| response.changed()) {
                actions.push(Action::Do(Command::Lesson(LessonMove::Predict(Prediction::Number(number)))));
            }
            if number.is_none() && !self.typed.1.trim().is_empty() {
                ui.label(RichText::new("That is no number.").color(palette(ui).bad));
            }
        });
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
            let asks = step.question.is_some() && (!step.choices.is_empty() || step.measure.is_some());
            let needs_prediction = asks && progress.predicted(at).is_none();
            if !progress.has_shown(at) && step.run_to.is_some() {
                if session.is_playing() {
                    ui.label(RichText::new("Running … look at the scene.").color(p.weak));
                } else if progress.is_measuring() {
                    ui.label(RichText::new("Measuring …").color(p.weak));
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
fn choice_ui(ui: &mut Ui, lesson: &Lesson, progress: &LessonProgress, index: u32, text: &str, actions: &mut Actions) {
    let p = palette(ui);
    let at = progress.step();
    let prediction = Prediction::Choice(index);
    let (is_chosen, has_shown) = (progress.predicted(at) == Some(prediction), progress.has_shown(at));
    let right = progress.right_choice(lesson, at);
    let sign = match (right.is_some(), right == Some(index), is_chosen) {
        (true, true, _) => Some((i::ICON_CHECK, p.good)),
        (true, false, true) => Some((i::ICON_CLOSE, p.bad)),
        _ => None,
    };
    let color = sign.map_or(if right.is_some() && !is_chosen { p.weak } else { p.text }, |(_, color)| color);
    let font = if right == Some(index) { theme::semibold(15.0) } else { egui::FontId::proportional(15.0) };
    ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        // Never greyed out: from the last row the answer has to be read after the run too.
        let radio = ui.add(egui::RadioButton::new(is_chosen, RichText::new(text).color(color).font(font)));
        let tip =
            if has_shown { "The scene has answered." } else { "Your prediction; it counts once the scene has run." };
        if radio.on_hover_text(tip).clicked() && !has_shown {
            actions.push(Action::Do(Command::Lesson(LessonMove::Predict(prediction))));
        }
        if let Some((icon, color)) = sign {
            ui.label(icon.rich_text().size(18.0).color(color));
        }
    });
}

/// The unit in which a number is predicted.
fn unit_of(measure: &LessonMeasure) -> &'static str {
    measure.unit(|id| crate::artifact::Artifact::find(id).map_or("", |artifact| artifact.measure.unit))
}

//! Writing a lesson: steps with text, question, choices and what answers them. Works on a draft; the document gets it
//! whole, as one step of undo.

use super::measure_editor::measure_ui;
use crate::app::window::actions::{Action, Actions};
use crate::app::window::theme::{self, GRID, palette};
use crate::app::window::widgets::{empty_ui, icon_button_enabled_ui, icon_button_ui, primary_button_ui};
use crate::preset::schema::{Lesson, LessonMeasure, LessonStep, NamedList};
use crate::session::{AuthorWish, Command, Run, Session};
use egui::{DragValue, RichText, TextEdit, Ui, vec2};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};
use egui_material_icons::icons as i;

/// The lesson as it is being written.
pub struct Draft {
    lesson: Lesson,
    /// What the document had when the draft was begun.
    begun_with: Option<Lesson>,
    step: usize,
    has_preview: bool,
    /// The document was asked to take it; when it refuses, the draft is still here.
    is_sent: bool,
}

impl Draft {
    /// A draft of the scene's lesson, or of a new one.
    pub fn of(run: &Run, step: usize) -> Self {
        let begun_with = run.preset().lesson.clone();
        let lesson = begun_with.clone().unwrap_or_else(|| Lesson { steps: vec![new_step()] });
        Self { lesson, begun_with, step, has_preview: true, is_sent: false }
    }

    /// Draws the editor; false when it is to close.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        session: &Session,
        run: &Run,
        markdown: &mut CommonMarkCache,
        actions: &mut Actions,
    ) -> bool {
        if std::mem::take(&mut self.is_sent) {
            let kept = run.preset().lesson.as_ref();
            if kept == Some(&self.lesson) || (kept.is_none() && self.lesson.steps.is_empty()) {
                return false;
            }
        }
        let is_changed = self.begun_with.as_ref() != Some(&self.lesson);
        let mut goes_on = true;
        ui.label(RichText::new("Edit the lesson").font(theme::semibold(18.0)).color(palette(ui).strong));
        ui.add_space(GRID);
        ui.horizontal(|ui| {
            let tip = "Writes the lesson into the scene: one step of undo. Save the scene to keep it in its file.";
            let keep = ui.add_enabled_ui(is_changed, |ui| primary_button_ui(ui, "Keep")).inner.on_hover_text(tip);
            if keep.clicked() {
                self.keep(session, actions);
            }
            let text = if is_changed { "Discard changes" } else { "Done" };
            if ui.button(text).on_hover_text("Back to the lesson as the scene has it.").clicked() {
                goes_on = false;
            }
        });
        ui.add_space(GRID);
        self.steps_ui(ui);
        let count = self.lesson.steps.len();
        self.step = self.step.min(count.saturating_sub(1));
        let Some(step) = self.lesson.steps.get_mut(self.step) else {
            empty_ui(ui, "The lesson has no steps", "Add one with the plus. A lesson without steps is no lesson.");
            return goes_on;
        };
        ui.add_space(GRID);
        label_ui(ui, "Text (Markdown): what to do and to look at");
        area_ui(ui, &mut step.text, "Text of the step", 4);
        ui.checkbox(&mut self.has_preview, "Preview").on_hover_text("The text as the student sees it.");
        if self.has_preview && !step.text.trim().is_empty() {
            egui::Frame::NONE.fill(palette(ui).raised).corner_radius(8).inner_margin(10).show(ui, |ui| {
                ui.set_width(ui.available_width());
                CommonMarkViewer::new().show(ui, markdown, &step.text);
            });
        }
        scene_ui(ui, step, run);
        question_ui(ui, step, run);
        goes_on
    }

    /// One button per step; beside them what is done with steps.
    fn steps_ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = GRID;
            for index in 0..self.lesson.steps.len() {
                let text = format!("{}", index + 1);
                let response = ui.selectable_label(index == self.step, text).on_hover_text("Edit this step.");
                let label = format!("Edit step {}", index + 1);
                response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
                if response.clicked() {
                    self.step = index;
                }
            }
            if icon_button_ui(ui, i::ICON_ADD, "Add a step", "A new step after this one.").clicked() {
                let at = (self.step + 1).min(self.lesson.steps.len());
                self.lesson.steps.insert(at, new_step());
                self.step = at;
            }
            let (at, count) = (self.step, self.lesson.steps.len());
            let earlier = "This step one place earlier.";
            if icon_button_enabled_ui(ui, at > 0, i::ICON_ARROW_UPWARD, "Move step up", earlier).clicked() {
                self.lesson.steps.swap(at, at - 1);
                self.step -= 1;
            }
            let later = "This step one place later.";
            if icon_button_enabled_ui(ui, at + 1 < count, i::ICON_ARROW_DOWNWARD, "Move step down", later).clicked() {
                self.lesson.steps.swap(at, at + 1);
                self.step += 1;
            }
            let tip = "Takes this step out of the lesson.";
            if icon_button_enabled_ui(ui, at < count, i::ICON_DELETE, "Remove step", tip).clicked() {
                self.lesson.steps.remove(at);
            }
        });
    }

    /// The document takes the draft; the session says what is wrong with it, if anything is.
    fn keep(&mut self, session: &Session, actions: &mut Actions) {
        self.is_sent = true;
        // What a lesson of no steps says is nothing: it goes.
        let value = match self.lesson.steps.is_empty() {
            true => serde_json::Value::Null,
            false => serde_json::to_value(&self.lesson).unwrap_or_default(),
        };
        let was_editing = session.is_editing();
        actions.push(Action::Do(Command::Author(AuthorWish::Set { place: "/lesson".to_owned(), value })));
        actions.push(Action::Do(Command::EndGesture));
        if !was_editing {
            actions.push(Action::Do(Command::Author(AuthorWish::Stop)));
        }
    }
}

fn new_step() -> LessonStep {
    LessonStep { text: "Look at the scene.".to_owned(), ..LessonStep::default() }
}

/// What the scene does in this step: its variant, how far it runs, the settings that are turned.
fn scene_ui(ui: &mut Ui, step: &mut LessonStep, run: &Run) {
    label_ui(ui, "The scene");
    ui.horizontal(|ui| {
        ui.label("Variant");
        let shown = step.variant.clone().unwrap_or_else(|| "as before".to_owned());
        let combo = egui::ComboBox::from_id_salt("variant").selected_text(shown).show_ui(ui, |ui| {
            ui.selectable_value(&mut step.variant, None, "as before");
            for name in run.variant_names() {
                ui.selectable_value(&mut step.variant, Some(name.to_owned()), name);
            }
        });
        let response = combo.response.on_hover_text("The scene starts anew as this variant.");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Variant of the step"));
    });
    ui.horizontal(|ui| {
        let mut runs = step.run_to.is_some();
        if ui.checkbox(&mut runs, "Run to").on_hover_text("The moment at which the scene has answered.").changed() {
            step.run_to = runs.then_some(3.0);
        }
        if let Some(seconds) = &mut step.run_to {
            let response = ui.add(DragValue::new(seconds).range(0.01..=600.0).speed(0.05).suffix(" s"));
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, "Run to, seconds"));
        }
    });
    ui.horizontal(|ui| {
        let turned: Vec<String> = step.toggle.0.iter().map(|(path, value)| format!("{path} = {value}")).collect();
        let changed = run.changed_paths();
        let tip = "The step turns the settings that are changed by hand just now.";
        if ui.add_enabled(!changed.is_empty(), egui::Button::new("Take my settings")).on_hover_text(tip).clicked() {
            let values = changed.into_iter().filter_map(|path| Some((path.clone(), run.setting(&path)?)));
            step.toggle = NamedList(values.collect());
        }
        if !turned.is_empty() {
            ui.add(egui::Label::new(RichText::new(turned.join(", ")).size(14.0)).truncate());
            if icon_button_ui(ui, i::ICON_CLOSE, "Turn no settings", "The step turns no settings.").clicked() {
                step.toggle = NamedList::default();
            }
        }
    });
}

fn question_ui(ui: &mut Ui, step: &mut LessonStep, run: &Run) {
    label_ui(ui, "Question: what the student predicts (empty: none)");
    let mut question = step.question.clone().unwrap_or_default();
    if area_ui(ui, &mut question, "Question", 1) {
        step.question = (!question.trim().is_empty()).then_some(question);
        if step.question.is_none() {
            (step.choices, step.measure, step.answer) = (Vec::new(), None, None);
        }
    }
    if step.question.is_none() {
        return;
    }
    if step.measure.is_none() && step.answer.is_none() {
        step.measure = Some(LessonMeasure { tolerance: Some(0.1), ..LessonMeasure::default() });
    }
    step.run_to.get_or_insert(3.0);
    measure_ui(ui, step, run);
    label_ui(ui, "After the run (Markdown)");
    let mut reveal = step.reveal.clone().unwrap_or_default();
    if area_ui(ui, &mut reveal, "Said after the run", 2) {
        step.reveal = (!reveal.trim().is_empty()).then_some(reveal);
    }
}

pub(super) fn label_ui(ui: &mut Ui, text: &str) {
    ui.add_space(2.0 * GRID);
    ui.label(RichText::new(text).font(theme::semibold(14.0)).color(palette(ui).accent));
}

/// A field of several lines; whether it was changed.
fn area_ui(ui: &mut Ui, text: &mut String, label: &'static str, rows: usize) -> bool {
    let field = TextEdit::multiline(text).desired_width(ui.available_width() - 16.0).desired_rows(rows);
    let response = ui.add(field.margin(vec2(8.0, 5.0)));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, label));
    response.changed()
}

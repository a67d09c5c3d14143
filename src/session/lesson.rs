//! A lesson as it is taken: which step, what was predicted, and what the scene has answered.
//!
//! A step says something and may ask for a prediction. The answer is a number of the run itself: while the scene runs to
//! the moment that the step names, the same run is made beside the window and measured. It is revealed when both have
//! arrived, never before, so that the student looks first.

use super::job::Job;
use super::{Command, Problem, Run, Session};
use crate::artifact::{LessonRun, Measured, measure};
use crate::preset::schema::{Lesson, LessonStep};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What a student expects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prediction {
    /// One of the choices, from 0.
    Choice(u32),
    /// In the unit of what is measured.
    Number(f64),
}

/// How a step stands.
#[derive(Clone, Debug, Default, PartialEq)]
struct StepProgress {
    predicted: Option<Prediction>,
    measured: Option<Result<Measured, String>>,
    has_shown: bool,
}

/// How far a student has come.
#[derive(Default)]
pub struct LessonProgress {
    step: usize,
    steps: Vec<StepProgress>,
    /// The step at whose moment the scene has to arrive.
    is_running: bool,
    /// The student has done something: from then on answers are hidden.
    has_begun: bool,
    measuring: Option<Job<Result<Measured, String>>>,
}

/// What a student wants.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonMove {
    /// To a step, by number from 0: the scene starts anew, as that step wants it.
    Go(usize),
    /// Predicts the answer to this step; once the scene has shown it, it stands.
    Predict(Prediction),
    /// Runs the scene to the moment of this step.
    Run,
    /// Writes the sheet of results.
    SaveSheet { path: PathBuf, who: String },
}

impl LessonProgress {
    pub(super) fn new(lesson: Option<&Lesson>) -> Self {
        let count = lesson.map_or(0, |lesson| lesson.steps.len());
        Self { steps: vec![StepProgress::default(); count], ..Self::default() }
    }

    /// Number of the step, from 0.
    pub const fn step(&self) -> usize {
        self.step
    }

    pub fn predicted(&self, step: usize) -> Option<Prediction> {
        self.steps.get(step)?.predicted
    }

    /// Whether the scene has shown what this step asks.
    pub fn has_shown(&self, step: usize) -> bool {
        self.steps.get(step).is_some_and(|step| step.has_shown)
    }

    /// What the run gave, once it has been shown; or why there is no number.
    pub fn measured(&self, step: usize) -> Option<&Result<Measured, String>> {
        self.steps.get(step).filter(|step| step.has_shown)?.measured.as_ref()
    }

    /// The scene has arrived, and the number is still being taken.
    pub fn is_measuring(&self) -> bool {
        self.measuring.is_some()
    }

    /// The choice that the run makes right, once it has been shown.
    pub fn right_choice(&self, lesson: &Lesson, step: usize) -> Option<u32> {
        let asked = lesson.steps.get(step).filter(|_| self.has_shown(step))?;
        match (&asked.measure, self.measured(step)) {
            (Some(measure), Some(Ok(measured))) => measure.choice_of(measured.value),
            (Some(_), _) => None,
            (None, _) => asked.answer,
        }
    }

    /// Whether the prediction of a step came true; `None` without a question, before the reveal, and when the run gave no
    /// answer.
    pub fn is_right(&self, lesson: &Lesson, step: usize) -> Option<bool> {
        let asked = lesson.steps.get(step).filter(|_| self.has_shown(step))?;
        if asked.choices.is_empty() {
            let (measure, measured) = (asked.measure.as_ref()?, self.measured(step)?.as_ref().ok()?);
            let tolerance = measure.tolerance.map_or(0.0, f64::from);
            let Some(Prediction::Number(number)) = self.predicted(step) else { return Some(false) };
            return Some((number - measured.value).abs() <= tolerance);
        }
        let right = self.right_choice(lesson, step)?;
        Some(self.predicted(step) == Some(Prediction::Choice(right)))
    }

    /// Right predictions and questions with an answer among the steps that were shown.
    pub fn score(&self, lesson: &Lesson) -> (usize, usize) {
        let answered: Vec<bool> = (0..lesson.steps.len()).filter_map(|step| self.is_right(lesson, step)).collect();
        (answered.iter().filter(|is_right| **is_right).count(), answered.len())
    }
}

/// Whether something has to be predicted before the scene runs.
pub(super) fn asks(step: &LessonStep) -> bool {
    step.question.is_some() && (!step.choices.is_empty() || step.measure.is_some())
}

impl Session {
    /// The open scene's lesson and how far it has been taken.
    pub fn lesson(&self) -> Option<(&Lesson, &LessonProgress)> {
        Some((self.run.as_ref()?.preset().lesson.as_ref()?, &self.lesson))
    }

    /// Settings that would give the answer away: those in which the variants differ and those that the step changes, as
    /// long as the scene has not answered a lesson that was begun.
    pub fn hides_setting(&self, path: &str) -> bool {
        let Some((lesson, progress)) = self.lesson().filter(|(_, progress)| progress.has_begun) else { return false };
        let step = progress.step;
        let Some(asked) = lesson.steps.get(step).filter(|asked| asks(asked) && !progress.has_shown(step)) else {
            return false;
        };
        let is_toggled = asked.toggle.0.iter().any(|(own, _)| own == path);
        let variants = self.run.iter().flat_map(|run| run.preset().variants.iter());
        is_toggled || variants.flat_map(|(_, variant)| variant.settings.entries()).any(|(own, _)| own == path)
    }

    /// Whether the step of the lesson that is taken turns this setting.
    pub(super) fn toggles_setting(&self, path: &str) -> bool {
        let step = self.lesson().and_then(|(lesson, progress)| lesson.steps.get(progress.step));
        self.lesson.has_begun && step.is_some_and(|step| step.toggle.0.iter().any(|(own, _)| own == path))
    }

    pub(super) fn lesson_move(&mut self, wish: LessonMove) {
        let Some(lesson) = self.run.as_ref().and_then(|run| run.preset().lesson.clone()) else { return };
        self.lesson.has_begun = true;
        match wish {
            LessonMove::Go(step) if step < lesson.steps.len() => self.go_to_lesson_step(&lesson, step),
            LessonMove::Go(_) => {}
            LessonMove::Predict(prediction) => {
                let step = self.lesson.step;
                let is_open = lesson.steps.get(step).is_some_and(|asked| match prediction {
                    Prediction::Choice(choice) => (choice as usize) < asked.choices.len(),
                    Prediction::Number(number) => number.is_finite() && asked.choices.is_empty() && asks(asked),
                });
                if is_open && !self.lesson.has_shown(step) && !self.lesson.is_running {
                    self.lesson.steps[step].predicted = Some(prediction);
                }
            }
            LessonMove::Run => self.run_lesson_step(&lesson),
            LessonMove::SaveSheet { path, who } => self.save_sheet(&lesson, &path, &who),
        }
    }

    fn run_lesson_step(&mut self, lesson: &Lesson) {
        let step = self.lesson.step;
        let Some(asked) = lesson.steps.get(step) else { return };
        let Some(target) = self.moment(asked) else { return };
        // Every run of a lesson is the same run: from the start, with nothing that a hand did to it.
        self.apply(Command::Restart);
        self.begin_measuring(asked);
        self.lesson.is_running = true;
        self.apply(Command::RunTo(target));
    }

    /// Starts the run beside the window that gives the number.
    fn begin_measuring(&mut self, asked: &LessonStep) {
        self.lesson.measuring = None;
        let (Some(run), Some(ask), Some(run_to)) = (&self.run, asked.measure.clone(), asked.run_to) else { return };
        let sets: Vec<(String, Value)> =
            run.changed_paths().into_iter().filter_map(|path| Some((path.clone(), run.setting(&path)?))).collect();
        let (name, preset, variant) = (run.source().name(), run.preset().clone(), run.variant().map(str::to_owned));
        self.lesson.measuring = Job::start(1, move |desk| {
            let run_to = f64::from(run_to);
            let run = LessonRun { name: &name, preset: &preset, variant: variant.as_deref(), sets: &sets, run_to };
            desk.send(measure(&ask, &run));
        });
    }

    /// The last variant that a step up to this one names, and its own settings, from the start.
    fn go_to_lesson_step(&mut self, lesson: &Lesson, step: usize) {
        self.lesson.step = step;
        self.lesson.is_running = false;
        self.lesson.measuring = None;
        let named = lesson.steps[..=step].iter().rev().find_map(|s| s.variant.clone());
        let variant = named.or_else(|| self.run.as_ref().and_then(|run| run.variant_names().next().map(str::to_owned)));
        let has_toggles = self.run.as_ref().is_some_and(|run| !run.changed_paths().is_empty());
        if has_toggles {
            self.apply(Command::ResetAllSettings);
        }
        if self.run.as_ref().and_then(Run::variant) == variant.as_deref() {
            self.apply(Command::Pause);
            self.apply(Command::Restart);
        } else {
            self.apply(Command::SetVariant(variant));
        }
        for (path, value) in &lesson.steps[step].toggle.0 {
            self.apply(Command::SetSetting { path: path.clone(), value: value.clone() });
        }
        // A step that only tells something has shown it.
        if lesson.steps[step].run_to.is_none() {
            self.lesson.steps[step].has_shown = true;
        }
    }

    /// The step of the run at which a step of the lesson is shown.
    fn moment(&self, step: &LessonStep) -> Option<u64> {
        let dt = f64::from(self.run.as_ref()?.settings().time.dt);
        step.run_to.map(|secs| (f64::from(secs) / dt).round().max(1.0) as u64)
    }

    /// Looks whether the scene and its number have arrived; called when time has passed. Whether there is news.
    pub(super) fn tick_lesson(&mut self) -> bool {
        let step = self.lesson.step;
        if !self.lesson.is_running || step >= self.lesson.steps.len() {
            return false;
        }
        if let Some(result) = self.lesson.measuring.as_ref().and_then(|job| job.take().pop()) {
            self.lesson.measuring = None;
            self.lesson.steps[step].measured = Some(result);
        }
        let target = self.lesson().and_then(|(lesson, _)| self.moment(lesson.steps.get(step)?));
        let has_arrived = self.run.as_ref().zip(target).is_some_and(|(run, target)| run.cursor() >= target);
        if has_arrived && self.lesson.measuring.is_none() {
            self.lesson.steps[step].has_shown = true;
            self.lesson.is_running = false;
            return true;
        }
        false
    }

    /// Whether the scene has come to its moment and only the number is missing.
    pub(super) fn waits_for_number(&self) -> bool {
        self.lesson.is_running && self.lesson.measuring.is_some()
    }

    fn save_sheet(&mut self, lesson: &Lesson, path: &Path, who: &str) {
        let Some(run) = &self.run else { return };
        let text = super::lesson_sheet::sheet(who, run, lesson, &self.lesson);
        match crate::preset::replace_file(path, text.as_bytes(), false) {
            Ok(()) => self.note = Some(format!("The result sheet is in {}", path.display())),
            Err(error) => {
                let advice = "Choose another folder, or check that it can be written to.";
                let place = path.display().to_string();
                self.problem =
                    Some(Problem::new("The result sheet was not saved", advice).with(place, error.to_string()));
            }
        }
    }
}

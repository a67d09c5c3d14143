//! A lesson as it is taken: which step, what was predicted, and whether the scene has shown the answer.
//!
//! A step says something and may ask for a prediction. The answer is revealed when the scene has run to the moment that
//! the step names, never before, so that the student looks first.

use super::{Command, Run, Session};
use crate::preset::schema::{Lesson, LessonStep};

/// How far a student has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonProgress {
    step: usize,
    /// Per step: the choice that was predicted.
    predicted: Vec<Option<u32>>,
    /// Per step: the scene was run to its moment.
    has_shown: Vec<bool>,
    /// The step at whose moment the scene has to arrive.
    is_running: bool,
}

/// What a student wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonMove {
    /// To a step, by number from 0: the scene starts anew, as that step wants it.
    Go(usize),
    /// Predicts one of the choices of this step; once the scene has shown the answer it stands.
    Predict(u32),
    /// Runs the scene to the moment of this step.
    Run,
}

impl LessonProgress {
    pub(super) fn new(lesson: Option<&Lesson>) -> Self {
        let count = lesson.map_or(0, |lesson| lesson.steps.len());
        Self { predicted: vec![None; count], has_shown: vec![false; count], ..Self::default() }
    }

    /// Number of the step, from 0.
    pub const fn step(&self) -> usize {
        self.step
    }

    pub fn predicted(&self, step: usize) -> Option<u32> {
        self.predicted.get(step).copied().flatten()
    }

    /// Whether the scene has shown what this step asks.
    pub fn has_shown(&self, step: usize) -> bool {
        self.has_shown.get(step).copied().unwrap_or(false)
    }

    /// Right predictions and questions with an answer among the steps that were shown.
    pub fn score(&self, lesson: &Lesson) -> (usize, usize) {
        let shown = lesson.steps.iter().enumerate().filter(|(i, _)| self.has_shown(*i));
        let asked = shown.filter_map(|(i, step)| Some((self.predicted(i), step.answer?)));
        asked.fold((0, 0), |(right, all), (given, answer)| (right + usize::from(given == Some(answer)), all + 1))
    }
}

impl Session {
    /// The open scene's lesson and how far it has been taken.
    pub fn lesson(&self) -> Option<(&Lesson, &LessonProgress)> {
        Some((self.run.as_ref()?.preset().lesson.as_ref()?, &self.lesson))
    }

    pub(super) fn lesson_move(&mut self, wish: LessonMove) {
        let Some(lesson) = self.run.as_ref().and_then(|run| run.preset().lesson.clone()) else { return };
        match wish {
            LessonMove::Go(step) if step < lesson.steps.len() => self.go_to_lesson_step(&lesson, step),
            LessonMove::Go(_) => {}
            LessonMove::Predict(choice) => {
                let step = self.lesson.step;
                let is_open = lesson.steps.get(step).is_some_and(|s| (choice as usize) < s.choices.len());
                if is_open && !self.lesson.has_shown(step) {
                    self.lesson.predicted[step] = Some(choice);
                }
            }
            LessonMove::Run => {
                let Some(target) = lesson.steps.get(self.lesson.step).and_then(|step| self.moment(step)) else {
                    return;
                };
                if self.run.as_ref().is_some_and(|run| run.cursor() >= target) {
                    self.apply(Command::Restart);
                }
                self.lesson.is_running = true;
                self.apply(Command::RunTo(target));
            }
        }
    }

    /// The last variant that a step up to this one names, and its own settings, from the start.
    fn go_to_lesson_step(&mut self, lesson: &Lesson, step: usize) {
        self.lesson.step = step;
        self.lesson.is_running = false;
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
            self.lesson.has_shown[step] = true;
        }
    }

    /// The step of the run at which a step of the lesson is shown.
    fn moment(&self, step: &LessonStep) -> Option<u64> {
        let dt = f64::from(self.run.as_ref()?.settings().time.dt);
        step.run_to.map(|secs| (f64::from(secs) / dt).round().max(1.0) as u64)
    }

    /// Looks whether the scene has arrived; called after time has passed.
    pub(super) fn tick_lesson(&mut self) {
        let step = self.lesson.step;
        if !self.lesson.is_running {
            return;
        }
        let target = self.lesson().and_then(|(lesson, _)| self.moment(lesson.steps.get(step)?));
        if self.run.as_ref().zip(target).is_some_and(|(run, target)| run.cursor() >= target) {
            self.lesson.has_shown[step] = true;
            self.lesson.is_running = false;
        }
    }
}

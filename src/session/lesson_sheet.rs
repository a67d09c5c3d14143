//! The sheet of results of a lesson: who, what was predicted, what the run gave. Markdown, to be read and handed in.

use super::lesson::asks;
use super::{LessonProgress, Prediction, Run};
use crate::preset::schema::{Lesson, LessonStep};
use std::fmt::Write as _;

/// The text of the sheet.
pub(super) fn sheet(who: &str, run: &Run, lesson: &Lesson, progress: &LessonProgress) -> String {
    let who = if who.trim().is_empty() { "(no name)" } else { who.trim() };
    let (right, all) = progress.score(lesson);
    let mut text = format!("# {}\n\n", run.preset().title);
    let head = [
        ("Who", who.to_owned()),
        ("Scene", run.source().name()),
        ("Score", format!("{right} of {all} predictions were right")),
        ("Program", format!("Jitterscope {}", env!("CARGO_PKG_VERSION"))),
    ];
    for (name, value) in head {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "- {name}: {value}");
    }
    text.push_str("\n| Step | Question | Prediction | The run gave | |\n|---|---|---|---|---|\n");
    for (index, step) in lesson.steps.iter().enumerate().filter(|(_, step)| asks(step)) {
        let question = cell(step.question.as_deref().unwrap_or_default());
        let predicted = progress.predicted(index).map_or("–".to_owned(), |given| cell(&said(step, given)));
        let given = cell(&given(lesson, progress, index, step));
        let verdict = match progress.is_right(lesson, index) {
            Some(true) => "right",
            Some(false) => "wrong",
            None if progress.has_shown(index) => "no answer",
            None => "not run",
        };
        let _ = writeln!(text, "| {} | {question} | {predicted} | {given} | {verdict} |", index + 1);
    }
    text
}

fn said(step: &LessonStep, prediction: Prediction) -> String {
    match prediction {
        Prediction::Choice(index) => step.choices.get(index as usize).cloned().unwrap_or_default(),
        Prediction::Number(number) => format!("{number}"),
    }
}

fn given(lesson: &Lesson, progress: &LessonProgress, index: usize, step: &LessonStep) -> String {
    let choice = progress.right_choice(lesson, index).and_then(|choice| step.choices.get(choice as usize));
    let number = match progress.measured(index) {
        Some(Ok(measured)) => format!("{}: {:.4} {}", measured.label, measured.value, measured.unit),
        Some(Err(why)) => why.clone(),
        None => String::new(),
    };
    match (choice, number.is_empty()) {
        (Some(choice), false) => format!("{choice} ({})", number.trim_end()),
        (Some(choice), true) => choice.clone(),
        (None, _) => number.trim_end().to_owned(),
    }
}

/// Nothing in a cell may end the table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

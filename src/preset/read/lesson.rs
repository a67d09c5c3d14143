//! Reads lessons.

use super::super::json::JsonValue;
use super::super::limits::*;
use super::super::reader::{At, Fields, Range, Reader};
use super::super::schema::{Lesson, LessonMeasure, LessonStep, Quantity, Take};
use super::view::QUANTITIES;
use super::{number, reference, toggles};

/// Most choices of a question.
const MOST_CHOICES: usize = 12;
const NUMBER: Range = Range::new(-1e9, 1e9, "a number");
const TOLERANCE: Range = Range::new(0.0, 1e9, "how far a prediction may be off");

const TAKES: [(&str, Take); 6] = [
    ("end", Take::End),
    ("largest", Take::Largest),
    ("smallest", Take::Smallest),
    ("change", Take::Change),
    ("time_of_largest", Take::TimeOfLargest),
    ("time_of_smallest", Take::TimeOfSmallest),
];

pub(super) fn lesson(reader: &mut Reader<'_>, at: At<'_>) -> Option<Lesson> {
    let mut fields = reader.object(at, "Lesson")?;
    let steps = fields.required(reader, "steps", |reader, at| reader.list(at, 200, lesson_step));
    fields.finish(reader);
    Some(Lesson { steps: steps? })
}

fn lesson_step(reader: &mut Reader<'_>, at: At<'_>) -> Option<LessonStep> {
    let mut fields = reader.object(at, "LessonStep")?;
    let text = fields.required(reader, "text", |reader, at| reader.text(at, MAX_TEXT));
    let question = fields.optional(reader, "question", |reader, at| reader.text(at, MAX_TEXT));
    let choices = fields
        .optional(reader, "choices", |reader, at| reader.list(at, MOST_CHOICES, |reader, at| reader.text(at, 1000)));
    let answer = fields.optional(reader, "answer", |reader, at| reader.count(at, 0..=11, "the index of a choice"));
    let measure = fields.optional(reader, "measure", measure);
    if fields.has("choices") && !fields.has("question") {
        fields.report(reader, "choices", "choices need a \"question\"");
    }
    fields.at_most_one(reader, &["measure", "answer"]);
    let count = choices.as_ref().and_then(|choices| choices.as_ref().map(Vec::len)).unwrap_or_default();
    if let (Some(_), Some(Some(answer))) = (&choices, answer)
        && answer as usize >= count
    {
        fields.report(
            reader,
            "answer",
            format!("expected the index of one of the {count} choices, counted from 0, found {answer}"),
        );
    }
    if let Some(Some(measure)) = &measure {
        check_measure(reader, &mut fields, measure, count);
    }
    let reveal = fields.optional(reader, "reveal", |reader, at| reader.text(at, MAX_TEXT));
    let variant = fields.optional(reader, "variant", reference);
    let run_to = fields.optional(reader, "run_to", number(&TIME));
    let toggle = fields.optional(reader, "toggle", toggles);
    fields.finish(reader);
    Some(LessonStep {
        text: text?,
        question: question?,
        choices: choices?.unwrap_or_default(),
        measure: measure?,
        answer: answer?,
        reveal: reveal?,
        variant: variant?,
        run_to: run_to?,
        toggle: toggle?.unwrap_or_default(),
    })
}

/// Whether question, choices, ranges and tolerance go together.
fn check_measure(reader: &mut Reader<'_>, fields: &mut Fields<'_>, measure: &LessonMeasure, choices: usize) {
    let message = if !fields.has("question") {
        "a measure answers a \"question\", and there is none".to_owned()
    } else if !fields.has("run_to") {
        "a measure needs \"run_to\": the moment at which the scene has answered".to_owned()
    } else if choices == 0 && measure.tolerance.is_none() {
        "without choices a number is asked for: say with \"tolerance\" how far it may be off".to_owned()
    } else if measure.ranges.len() != choices {
        format!("expected as many \"ranges\" as choices, {choices}, found {}", measure.ranges.len())
    } else if measure.artifact.is_some() && (measure.quantity.is_some() || measure.body.is_some()) {
        "an artifact has a number of its own: take \"quantity\" and \"body\" away".to_owned()
    } else if measure.artifact.is_none() && measure.quantity.is_none() {
        "say what is measured: an \"artifact\" or a \"quantity\"".to_owned()
    } else if matches!(measure.quantity, Some(Quantity::Artifact | Quantity::Residual)) {
        "this quantity is not measured over time; for an artifact write its id into \"artifact\"".to_owned()
    } else if measure.body.is_some()
        && matches!(measure.quantity, Some(Quantity::KineticEnergy | Quantity::TotalEnergy | Quantity::ContactChurn))
    {
        "this quantity is of the whole scene: take \"body\" away".to_owned()
    } else if let Some((first, second)) = overlap(measure) {
        format!("the ranges of choice {} and choice {} overlap", first + 1, second + 1)
    } else {
        return;
    };
    fields.report(reader, "measure", message);
}

/// Two choices that could both be right.
fn overlap(measure: &LessonMeasure) -> Option<(usize, usize)> {
    let ends = |range: &[Option<f32>; 2]| (range[0].unwrap_or(f32::MIN), range[1].unwrap_or(f32::MAX));
    let ranges: Vec<(usize, (f32, f32))> =
        measure.ranges.iter().enumerate().filter_map(|(index, range)| Some((index, ends(range.as_ref()?)))).collect();
    ranges.iter().enumerate().find_map(|(k, (first, a))| {
        ranges[k + 1..].iter().find(|(_, b)| a.0 < b.1 && b.0 < a.1).map(|(second, _)| (*first, *second))
    })
}

fn measure(reader: &mut Reader<'_>, at: At<'_>) -> Option<LessonMeasure> {
    let mut fields = reader.object(at, "LessonMeasure")?;
    let artifact = fields.optional(reader, "artifact", |reader, at| reader.text(at, MAX_NAME));
    let quantity = fields.optional(reader, "quantity", |reader, at| reader.word(at, &QUANTITIES));
    let body = fields.optional(reader, "body", reference);
    let take = fields.optional(reader, "take", |reader, at| reader.word(at, &TAKES));
    let from = fields.optional(reader, "from", number(&TIME));
    let seconds = fields.optional(reader, "seconds", number(&DURATION));
    let ranges = fields.optional(reader, "ranges", |reader, at| reader.list(at, MOST_CHOICES, range));
    let tolerance = fields.optional(reader, "tolerance", number(&TOLERANCE));
    fields.finish(reader);
    Some(LessonMeasure {
        artifact: artifact?,
        quantity: quantity?,
        body: body?,
        take: take?,
        from: from?,
        seconds: seconds?,
        ranges: ranges?.unwrap_or_default(),
        tolerance: tolerance?,
    })
}

/// `[low, high]` with null for an open end, or null for none at all.
fn range(reader: &mut Reader<'_>, at: At<'_>) -> Option<Option<[Option<f32>; 2]>> {
    if matches!(at.node.value, JsonValue::Null) {
        return Some(None);
    }
    let ends = reader.list(at, 2, |reader, at| match at.node.value {
        JsonValue::Null => Some(None),
        _ => reader.number(at, &NUMBER).map(Some),
    })?;
    let Ok(ends) = <[Option<f32>; 2]>::try_from(ends) else {
        reader.report(
            at,
            "expected a range [low, high], with null for an open end, or null for a choice that is never right",
        );
        return None;
    };
    if let [Some(low), Some(high)] = ends
        && low >= high
    {
        reader.report(at, "the first end of a range lies below the second");
        return None;
    }
    Some(Some(ends))
}

//! Lessons: what is told and asked, and how the run itself answers.

use super::{NamedList, Quantity};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// A lesson of a few steps.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    pub steps: Vec<LessonStep>,
}

/// One step of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// Markdown: what to do and to look at.
    pub text: String,
    /// What the student predicts before running on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Answers to choose from; they need a question. A question with `measure` and without choices asks for a number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<String>>")]
    pub choices: Vec<String>,
    /// What is measured in the run to answer the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measure: Option<LessonMeasure>,
    /// Index of the right choice, from 0, where nothing can be measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<u32>,
    /// Markdown: said when the scene has answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reveal: Option<String>,
    /// Variant to switch to (restarts the scene).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// Runs to this time, s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_to: Option<f32>,
    /// Settings to change, by path: `{"solver.warm_start": 1}`.
    #[serde(skip_serializing_if = "NamedList::is_empty")]
    #[schemars(with = "Option<NamedList<Value>>")]
    pub toggle: NamedList<Value>,
}

/// A number of the run, and what it says about the predictions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LessonMeasure {
    /// The number of this artifact (an id of `jitterscope list`). Give this or `quantity`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub artifact: Option<String>,
    /// A number over time, from which one is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantity: Option<Quantity>,
    /// The quantity of this body. Default: of the whole scene (its largest, or its sum).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Which number is taken of the quantity. Default: the one at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub take: Option<Take>,
    /// From this time on, s. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<f32>,
    /// Measured over so many simulated s. Default: up to `run_to`; for an artifact as long as the preset runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f32>,
    /// One per choice, in their order: it is right when the number lies from the first to below the second; null is an open
    /// end, and null in place of a range is never right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<Option<[Option<f32>; 2]>>>")]
    pub ranges: Vec<Option<[Option<f32>; 2]>>,
    /// A predicted number is right when it is no further off than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f32>,
}

/// Which number is taken of a quantity over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Take {
    /// The last one.
    End,
    /// The largest.
    Largest,
    /// The smallest.
    Smallest,
    /// The last less the first.
    Change,
    /// When it was largest, s.
    TimeOfLargest,
    /// When it was smallest, s.
    TimeOfSmallest,
}

impl LessonMeasure {
    /// The choice whose range has the number; `None` when no range has it.
    pub fn choice_of(&self, number: f64) -> Option<u32> {
        let is_in = |range: &[Option<f32>; 2]| {
            range[0].is_none_or(|low| number >= f64::from(low)) && range[1].is_none_or(|high| number < f64::from(high))
        };
        self.ranges.iter().position(|range| range.as_ref().is_some_and(is_in)).map(|index| index as u32)
    }

    /// The unit of the number; `of_artifact` knows that of an artifact's number.
    pub fn unit(&self, of_artifact: impl FnOnce(&str) -> &'static str) -> &'static str {
        match (&self.artifact, self.quantity, self.take) {
            (Some(id), _, _) => of_artifact(id),
            (None, Some(_), Some(Take::TimeOfLargest | Take::TimeOfSmallest)) => "s",
            (None, Some(quantity), _) => quantity.words().1,
            (None, None, _) => "",
        }
    }
}

//! The number that answers the question of a lesson, taken from a run like the one that is shown.

use super::catalogue::Artifact;
use super::runner::{Job, Length};
use crate::instrument::metrics::{StepMetrics, dynamic_bodies};
use crate::instrument::{Recording, RunHeader, StepRecord};
use crate::preset::schema::{LessonMeasure, Quantity, Take};
use crate::preset::{Preset, nearest_names};
use serde_json::Value;

/// Most points of a plot.
const MOST_POINTS: usize = 400;
/// An artifact's number is read again for runs of so many lengths.
const LENGTHS: usize = 40;

/// What was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// In `unit`.
    pub value: f64,
    pub unit: &'static str,
    /// What it is, in words.
    pub label: String,
    /// The number over time (s); of an artifact what it would be had the run ended then.
    pub series: Vec<[f64; 2]>,
    /// The horizontal axis of the series is the number of a run, not time.
    pub is_per_run: bool,
    /// One sentence with names and numbers, where a detector has seen something.
    pub evidence: Option<String>,
}

/// The run that is measured.
pub struct LessonRun<'a> {
    /// Id or file of the preset, for messages.
    pub name: &'a str,
    pub preset: &'a Preset,
    pub variant: Option<&'a str>,
    /// Settings changed by hand or by the step.
    pub sets: &'a [(String, Value)],
    /// Where the lesson's step runs to, s.
    pub run_to: f64,
}

/// Runs the scene and takes the number.
///
/// # Errors
/// Says what is unknown, or why the run stopped.
pub fn measure(ask: &LessonMeasure, run: &LessonRun<'_>) -> Result<Measured, String> {
    let seconds = ask.seconds.map(f64::from);
    let job = |seconds: f64| Job {
        name: run.name,
        preset: run.preset,
        variant: run.variant,
        sets: run.sets,
        length: Length::Seconds(seconds),
    };
    match (&ask.artifact, ask.quantity) {
        (Some(id), _) => {
            let artifact = Artifact::find(id).ok_or_else(|| {
                let near = nearest_names(id, super::ARTIFACTS.iter().map(|a| a.id)).join(" or ");
                let near = if near.is_empty() { String::new() } else { format!(" Did you mean {near}?") };
                format!("there is no artifact \"{id}\" to be measured.{near}")
            })?;
            of_artifact(artifact, &job(seconds.unwrap_or_else(|| run.preset.seconds().into())))
        }
        (None, Some(quantity)) => of_quantity(ask, quantity, &job(seconds.unwrap_or(run.run_to))),
        (None, None) => Err("the lesson does not say what is to be measured".to_owned()),
    }
}

fn of_artifact(artifact: &'static Artifact, job: &Job<'_>) -> Result<Measured, String> {
    let text = |error: super::runner::RunError| error.problem;
    let mut series = Vec::new();
    let is_per_run = job.runs() > 1;
    let reading = if is_per_run {
        for run in 0..job.runs() {
            series.push([f64::from(run + 1), (artifact.detect)(&job.record(run).map_err(text)?).value]);
        }
        let mut readings = job.read(&[artifact]).map_err(text)?;
        readings.swap_remove(0)
    } else {
        let mut recording = job.record(0).map_err(text)?;
        let reading = (artifact.detect)(&recording);
        let whole = recording.steps.len();
        for length in (1..=LENGTHS).rev() {
            recording.steps.truncate((whole * length / LENGTHS).max(1));
            let time = recording.steps.last().map_or(0.0, |step| step.time);
            series.push([time, (artifact.detect)(&recording).value]);
        }
        series.reverse();
        reading
    };
    Ok(Measured {
        value: reading.value,
        unit: artifact.measure.unit,
        label: artifact.measure.name.to_owned(),
        series,
        is_per_run,
        evidence: reading.evidence.map(|evidence| evidence.text),
    })
}

fn of_quantity(ask: &LessonMeasure, quantity: Quantity, job: &Job<'_>) -> Result<Measured, String> {
    let recording = job.record(0).map_err(|error| error.problem)?;
    let series = series(&recording, quantity, ask.body.as_deref())?;
    let from = ask.from.map_or(0.0, f64::from);
    let taken: Vec<[f64; 2]> = series.iter().copied().filter(|[time, _]| *time >= from - 1e-9).collect();
    let (Some(first), Some(last)) = (taken.first(), taken.last()) else {
        return Err(format!("nothing is measured from {from} s on: the run ends before"));
    };
    let by = |a: &&[f64; 2], b: &&[f64; 2]| a[1].total_cmp(&b[1]);
    // Of equal ones the first, as a reader of the plot would say.
    let largest = taken.iter().rev().max_by(by).unwrap_or(last);
    let smallest = taken.iter().min_by(by).unwrap_or(last);
    let (value, how) = match ask.take.unwrap_or(Take::End) {
        Take::End => (last[1], "at the end"),
        Take::Largest => (largest[1], "at most"),
        Take::Smallest => (smallest[1], "at least"),
        Take::Change => (last[1] - first[1], "gained"),
        Take::TimeOfLargest => (largest[0], "when it was largest"),
        Take::TimeOfSmallest => (smallest[0], "when it was smallest"),
    };
    let (name, unit) = (quantity.words().0, ask.unit(|_| ""));
    let whose = ask.body.as_ref().map_or(String::new(), |body| format!(" of “{body}”"));
    let every = taken.len().div_ceil(MOST_POINTS).max(1);
    let label = format!("{name}{whose}, {how}");
    let series = taken.into_iter().step_by(every).collect();
    Ok(Measured { value, unit, label, series, is_per_run: false, evidence: None })
}

/// The quantity of every record.
fn series(recording: &Recording, quantity: Quantity, body: Option<&str>) -> Result<Vec<[f64; 2]>, String> {
    let header = &recording.header;
    let id = match body {
        None => None,
        Some(name) => {
            let found = header.bodies.iter().find(|info| &*info.name == name);
            Some(found.map(|info| info.id).ok_or_else(|| format!("there is no body \"{name}\" in the scene"))?)
        }
    };
    let start = recording.steps.first();
    let mut previous: Option<&StepRecord> = None;
    let mut all = Vec::with_capacity(recording.steps.len());
    for step in &recording.steps {
        all.push([step.time, value(header, start, previous, step, quantity, id)]);
        previous = Some(step);
    }
    Ok(all)
}

fn value(
    header: &RunHeader,
    start: Option<&StepRecord>,
    previous: Option<&StepRecord>,
    step: &StepRecord,
    quantity: Quantity,
    body: Option<u32>,
) -> f64 {
    let bodies = || dynamic_bodies(header, step).map(|b| b.id);
    let largest = |of: &dyn Fn(u32) -> f64| match body {
        Some(id) => of(id),
        None => bodies().map(of).fold(f64::NEG_INFINITY, f64::max),
    };
    let record = |id: u32| step.body(id);
    let is_of = |a: u32, b: u32| body.is_none_or(|id| id == a || id == b);
    let number = match quantity {
        Quantity::KineticEnergy => step.energy.kinetic(),
        Quantity::Speed => largest(&|id| record(id).map_or(0.0, |b| b.velocity.length().into())),
        Quantity::TotalEnergy => step.energy.total(),
        Quantity::AngularSpeed => largest(&|id| record(id).map_or(0.0, |b| b.angular_velocity.length().into())),
        Quantity::Height => largest(&|id| record(id).map_or(0.0, |b| b.position.y.into())),
        Quantity::Travel => largest(&|id| {
            let from = start.and_then(|start| start.body(id)).map(|b| b.position);
            from.zip(record(id))
                .map_or(0.0, |(from, b)| f64::from((b.position.x - from.x).hypot(b.position.z - from.z)))
        }),
        Quantity::Penetration => {
            let deep = step.contacts.iter().filter(|c| is_of(c.a, c.b)).map(|c| f64::from(-c.separation));
            deep.fold(0.0, f64::max)
        }
        Quantity::JointGap => {
            let is_ours = |id| header.joints.iter().any(|info| info.id == id && is_of(info.body_a, info.body_b));
            let wanted = step.joints.iter().filter(|joint| body.is_none() || is_ours(joint.id));
            wanted.map(|joint| f64::from(joint.gap)).fold(0.0, f64::max)
        }
        Quantity::NormalImpulse => {
            step.contacts.iter().filter(|c| is_of(c.a, c.b)).map(|c| f64::from(c.normal_impulse)).sum()
        }
        Quantity::Asleep => match body {
            Some(id) => record(id).map_or(0.0, |b| f64::from(u8::from(b.is_asleep))),
            None => dynamic_bodies(header, step).filter(|b| b.is_asleep).count() as f64,
        },
        Quantity::ContactChurn => {
            let metrics = StepMetrics::of(header, previous, step);
            (metrics.contact_births + metrics.contact_deaths) as f64
        }
        // Refused when the lesson is read.
        Quantity::Residual | Quantity::Artifact => 0.0,
    };
    if number == f64::NEG_INFINITY { 0.0 } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FALL: &str = r#"{"format":"jitterscope-preset","version":1,"title":"Fall","scene":{"bodies":[
      {"name":"ball","shape":{"type":"sphere","radius":0.5},"position":[0,20,0],"velocity":[3,0,0]}]}}"#;

    fn asked(ask: &LessonMeasure, run_to: f64) -> Result<Measured, String> {
        let preset = crate::preset::parse(FALL).unwrap();
        measure(ask, &LessonRun { name: "fall", preset: &preset, variant: None, sets: &[], run_to })
    }

    fn of(quantity: Quantity, take: Take) -> f64 {
        let ask = LessonMeasure { quantity: Some(quantity), take: Some(take), ..LessonMeasure::default() };
        asked(&ask, 1.0).unwrap().value
    }

    #[test]
    fn a_ball_in_the_air_gives_the_numbers_of_the_schoolbook() {
        assert!((of(Quantity::Travel, Take::End) - 3.0).abs() < 0.01);
        assert!((of(Quantity::Height, Take::Change) + 4.905).abs() < 0.1);
        assert!((of(Quantity::Speed, Take::Largest) - 9.81_f64.hypot(3.0)).abs() < 0.05);
        assert!((of(Quantity::Height, Take::TimeOfSmallest) - 1.0).abs() < 0.01);
        assert_eq!(of(Quantity::Height, Take::TimeOfLargest), 0.0);
    }

    #[test]
    fn what_cannot_be_measured_is_said() {
        let unknown = LessonMeasure { artifact: Some("squashed-stak".to_owned()), ..LessonMeasure::default() };
        assert!(asked(&unknown, 1.0).unwrap_err().contains("squashed-stack"));
        let nobody =
            LessonMeasure { quantity: Some(Quantity::Speed), body: Some("bal".to_owned()), ..LessonMeasure::default() };
        assert!(asked(&nobody, 1.0).unwrap_err().contains("\"bal\""));
        let late = LessonMeasure { quantity: Some(Quantity::Speed), from: Some(5.0), ..LessonMeasure::default() };
        assert!(asked(&late, 1.0).is_err());
    }

    #[test]
    fn the_artifact_of_a_lesson_is_the_one_that_verify_reads() {
        let preset = crate::preset::find("squashed-stack").unwrap();
        let ask = LessonMeasure { artifact: Some("squashed-stack".to_owned()), ..LessonMeasure::default() };
        let run = LessonRun { name: "x", preset: &preset, variant: Some("sick"), sets: &[], run_to: 2.0 };
        let measured = measure(&ask, &run).unwrap();
        let artifact = Artifact::find("squashed-stack").unwrap();
        let length = Length::of(&preset);
        let job = Job { name: "x", preset: &preset, variant: Some("sick"), sets: &[], length };
        assert_eq!(measured.value, job.read(&[artifact]).unwrap()[0].value);
        assert!(measured.value >= artifact.measure.sick_min && measured.series.len() == LENGTHS);
        assert_eq!(measured.series.last().unwrap()[1], measured.value);
    }
}

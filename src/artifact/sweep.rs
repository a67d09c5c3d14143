//! Sweeps: a number against one setting, or against two.
//!
//! Each cell is a run of its own whose number depends on nothing else, so cells can be spread over threads and, by shards,
//! over machines; their order and their numbers are the same however they were spread.

use super::catalogue::{ARTIFACTS, Artifact, Litmus};
use super::runner::{Job, Length, RunError, paced_step};
use crate::dynamics::{SettingKind, StepSettings};
use crate::instrument::frame_loop::Pacer;
use crate::instrument::metric_table::{MetricInfo, RUN_METRICS};
use crate::instrument::metrics::{RunMetrics, StepMetrics};
use crate::instrument::{Recorder, RecorderOptions, StepRecord};
use crate::preset::{Preset, nearest_names, settings_path};
use rayon::prelude::*;
use serde_json::{Number, Value};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Most cells of a sweep: more is a typing error, or wants to be cut by hand.
pub const MOST_CELLS: usize = 10_000;

/// A setting and the values that it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub path: String,
    pub values: Vec<Value>,
}

/// The number that is taken of each cell.
#[derive(Clone, Copy, Debug)]
pub enum Measure {
    Artifact(&'static Artifact),
    Metric(&'static MetricInfo),
}

/// What is to be run.
#[derive(Clone)]
pub struct Sweep {
    /// Id or file of the preset.
    pub name: String,
    pub preset: Arc<Preset>,
    pub variant: Option<String>,
    /// Settings that all cells share.
    pub sets: Vec<(String, Value)>,
    /// One, or two for a grid; the last one changes fastest.
    pub axes: Vec<Axis>,
    pub measure: Measure,
    pub length: Length,
}

/// One cell, done.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    pub index: usize,
    /// Value of each axis.
    pub values: Vec<Value>,
    /// The number, or why there is none: "the simulation has stopped" is a finding of a sweep like any other.
    pub number: Result<f64, String>,
}

/// A part of all cells: those whose index leaves this remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    pub index: usize,
    pub count: usize,
}

impl Shard {
    pub const ALL: Self = Self { index: 0, count: 1 };
}

impl Axis {
    /// Reads `path=1..16` (whole numbers), `path=0..1/5` (five evenly spaced values), `path=1..16*2` (each twice the one
    /// before), or `path=a,b,c`.
    ///
    /// # Errors
    /// When the text is no axis, or a value does not suit the setting.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (path, values) = text.split_once('=').ok_or_else(|| {
            format!("\"{text}\" is no range: write path=1..16, path=0..1/5, path=1..16*2 or path=a,b,c")
        })?;
        let (path, values) = (path.trim(), values.trim());
        let info = settings_path::info(path).map_err(|e| e.to_string())?;
        let values = match values.split_once("..") {
            Some((from, rest)) => range(from, rest, matches!(info.kind, SettingKind::Int { .. }))
                .map_err(|problem| format!("the range \"{values}\" of {path}: {problem}"))?,
            None => values.split(',').map(|value| value_of(value.trim())).collect(),
        };
        let axis = Self { path: path.to_owned(), values };
        axis.check()?;
        Ok(axis)
    }

    /// Whether every value suits the setting.
    ///
    /// # Errors
    /// Says which does not, and what would.
    pub fn check(&self) -> Result<(), String> {
        if self.values.is_empty() {
            return Err(format!("{} has no values to take", self.path));
        }
        let mut settings = StepSettings::default();
        self.values
            .iter()
            .try_for_each(|value| settings_path::set(&mut settings, &self.path, value).map_err(|e| e.to_string()))
    }
}

/// The litmus: the numbers of parts, and the settings that all cells share.
pub fn litmus_axis(measure: &Measure) -> (Axis, Vec<(String, Value)>) {
    let values = super::runner::LITMUS_SUBSTEPS.iter().map(|n| Value::from(*n)).collect();
    let litmus = match measure {
        Measure::Artifact(artifact) => artifact.litmus,
        Measure::Metric(_) => None,
    }
    .unwrap_or(Litmus::SUBSTEPS);
    (Axis { path: litmus.path.to_owned(), values }, litmus.sets())
}

fn value_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

fn range(from: &str, rest: &str, is_whole: bool) -> Result<Vec<Value>, String> {
    let number = |text: &str| {
        let value: Option<f64> = text.trim().parse().ok();
        value.filter(|v| v.is_finite()).ok_or_else(|| format!("\"{}\" is not a number", text.trim()))
    };
    let first = number(from)?;
    let numbers: Vec<f64> = if let Some((to, count)) = rest.split_once('/') {
        let (last, count) = (number(to)?, number(count)?);
        if !(count.fract() == 0.0 && (2.0..=MOST_CELLS as f64).contains(&count)) {
            return Err(format!("the count after / is a whole number from 2 to {MOST_CELLS}"));
        }
        let steps = count as usize - 1;
        (0..=steps).map(|i| first + (last - first) * (i as f64 / steps as f64)).collect()
    } else if let Some((to, factor)) = rest.split_once('*') {
        let (last, factor) = (number(to)?, number(factor)?);
        if factor <= 1.0 || first <= 0.0 {
            return Err("with * the first value is above 0 and the factor above 1".to_owned());
        }
        // A little more than the end, because a product of many factors is not quite exact.
        let powers = std::iter::successors(Some(first), |value| Some(value * factor));
        powers.take_while(|value| *value <= last * (1.0 + 1e-9)).take(MOST_CELLS).collect()
    } else {
        let last = number(rest)?;
        if last < first || (last - first) >= MOST_CELLS as f64 {
            return Err(format!("it runs upwards over at most {MOST_CELLS} values"));
        }
        (0..=(last - first).floor() as usize).map(|i| first + i as f64).collect()
    };
    if numbers.is_empty() {
        return Err("it holds no value".to_owned());
    }
    let value = |number: f64| match Number::from_f64(number) {
        _ if is_whole || number.fract() == 0.0 => Value::from(number.round() as i64),
        Some(number) => Value::Number(number),
        None => Value::Null,
    };
    let mut values: Vec<Value> = numbers.into_iter().map(value).collect();
    // Whole numbers can come together when rounded.
    values.dedup();
    Ok(values)
}

impl Measure {
    /// The artifact or metric of a name; without one, the first artifact that the preset is made for.
    ///
    /// # Errors
    /// When there is none of that name, with the nearest ones.
    pub fn find(name: Option<&str>, preset_id: &str) -> Result<Self, String> {
        let metrics = || RUN_METRICS.iter().map(|m| m.id);
        let Some(name) = name else {
            let own = ARTIFACTS.iter().find(|a| a.preset == preset_id || a.id == preset_id);
            return own.map(Self::Artifact).ok_or_else(|| {
                let known = metrics().collect::<Vec<_>>().join(", ");
                format!(
                    "no artifact has \"{preset_id}\" as its preset: say what to measure, an artifact or one of {known}"
                )
            });
        };
        if let Some(artifact) = Artifact::find(name) {
            return Ok(Self::Artifact(artifact));
        }
        RUN_METRICS.iter().find(|m| m.id == name).map(Self::Metric).ok_or_else(|| {
            let near = nearest_names(name, metrics().chain(ARTIFACTS.iter().map(|a| a.id)));
            let near = if near.is_empty() { String::new() } else { format!(" Did you mean {}?", near.join(" or ")) };
            let known = metrics().collect::<Vec<_>>().join(", ");
            format!(
                "there is nothing to measure called \"{name}\".{near} It is the id of an artifact or one of {known}"
            )
        })
    }

    /// As it is asked for.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Artifact(artifact) => artifact.id,
            Self::Metric(metric) => metric.id,
        }
    }

    pub const fn label(&self) -> &'static str {
        match self {
            Self::Artifact(artifact) => artifact.measure.name,
            Self::Metric(metric) => metric.label,
        }
    }

    pub const fn unit(&self) -> &'static str {
        match self {
            Self::Artifact(artifact) => artifact.measure.unit,
            Self::Metric(metric) => metric.unit,
        }
    }
}

impl Sweep {
    /// Whether it can be run at all: the variant, the settings and every value of the axes.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn check(&self) -> Result<(), String> {
        if !(1..=2).contains(&self.axes.len()) {
            return Err("a sweep goes over one setting or two".to_owned());
        }
        if let [first, second] = &self.axes[..]
            && first.path == second.path
        {
            return Err(format!("both axes are {}", first.path));
        }
        self.axes.iter().try_for_each(Axis::check)?;
        if self.cell_count() > MOST_CELLS {
            return Err(format!("that would be {} cells; at most {MOST_CELLS} are run", self.cell_count()));
        }
        self.job(&self.sets).instantiate(0).map(|_| ()).map_err(|error| error.to_string())
    }

    pub fn cell_count(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// The value of each axis in a cell.
    pub fn values(&self, index: usize) -> Vec<Value> {
        let mut rest = index;
        let mut values: Vec<Value> = self
            .axes
            .iter()
            .rev()
            .map(|axis| {
                let value = axis.values[rest % axis.values.len()].clone();
                rest /= axis.values.len();
                value
            })
            .collect();
        values.reverse();
        values
    }

    /// The settings of a cell: those that all share, then those of the axes.
    pub fn settings(&self, index: usize) -> Vec<(String, Value)> {
        let own = self.axes.iter().map(|axis| axis.path.clone()).zip(self.values(index));
        self.sets.iter().cloned().chain(own).collect()
    }

    /// Runs the cells of a shard, in order; `done` is told each one as soon as it is there, from whichever thread. Cells
    /// that are left when `is_cancelled` is set are not run and not returned.
    pub fn run(&self, shard: Shard, is_cancelled: &AtomicBool, done: &(dyn Fn(&Cell) + Sync)) -> Vec<Cell> {
        let indices: Vec<usize> = (shard.index..self.cell_count()).step_by(shard.count.max(1)).collect();
        let cells = indices.into_par_iter().map(|index| {
            if is_cancelled.load(Ordering::Relaxed) {
                return None;
            }
            let number = self.number(&self.settings(index), is_cancelled)?;
            let cell = Cell { index, values: self.values(index), number: number.map_err(|error| error.problem) };
            done(&cell);
            Some(cell)
        });
        cells.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    fn job<'a>(&'a self, sets: &'a [(String, Value)]) -> Job<'a> {
        let variant = self.variant.as_deref();
        Job { name: &self.name, preset: &self.preset, variant, sets, length: self.length }
    }

    /// `None` when cancelled on the way.
    fn number(&self, sets: &[(String, Value)], is_cancelled: &AtomicBool) -> Option<Result<f64, RunError>> {
        let job = self.job(sets);
        match self.measure {
            Measure::Artifact(artifact) => Some(job.read(&[artifact]).map(|readings| readings[0].value)),
            Measure::Metric(metric) => {
                let mut sum = 0.0;
                for run in 0..job.runs() {
                    match metrics(&job, run, is_cancelled)? {
                        Ok(metrics) => sum += (metric.of)(&metrics),
                        Err(error) => return Some(Err(error)),
                    }
                }
                Some(Ok(sum / f64::from(job.runs())))
            }
        }
    }
}

/// The metrics of one run, without keeping its records.
fn metrics(job: &Job<'_>, run: u32, is_cancelled: &AtomicBool) -> Option<Result<RunMetrics, RunError>> {
    let mut instance = match job.instantiate(run) {
        Ok(instance) => instance,
        Err(error) => return Some(Err(error)),
    };
    let mut recorder = Recorder::new(RecorderOptions::default());
    let mut recording = recorder.record_start(&instance.world, &instance.settings);
    let mut pacer = Pacer::new(&instance.settings.time);
    let mut last = recording.steps.swap_remove(0);
    let mut metrics = RunMetrics::start(StepMetrics::of(&recording.header, None, &last));
    while job.length.goes_on(metrics.steps, &instance) {
        if is_cancelled.load(Ordering::Relaxed) {
            return None;
        }
        if let Err(fault) = paced_step(&mut instance, &mut pacer, &mut recorder) {
            return Some(Err(job.error(fault)));
        }
        let frame = pacer.step_done(&instance.settings.time);
        let record = StepRecord { frame, ..recorder.record_step(&instance.world) };
        metrics.add(StepMetrics::of(&recording.header, Some(&last), &record));
        last = record;
    }
    Some(Ok(metrics))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn values(text: &str) -> Vec<Value> {
        Axis::parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).values
    }

    #[test]
    fn ranges_and_lists_are_read_and_refused_in_words() {
        assert_eq!(values("solver.velocity_iterations=1..4"), [json!(1), json!(2), json!(3), json!(4)]);
        assert_eq!(values("time.substeps=1..16*2"), [json!(1), json!(2), json!(4), json!(8), json!(16)]);
        assert_eq!(values("solver.warm_start=0..1/5"), [json!(0), json!(0.25), json!(0.5), json!(0.75), json!(1)]);
        assert_eq!(values("solver.velocity_iterations=1..3/5"), [json!(1), json!(2), json!(3)]);
        assert_eq!(values("solver.method=soft, jacobi"), [json!("soft"), json!("jacobi")]);
        assert_eq!(values("sleep.enabled=true,false"), [json!(true), json!(false)]);
        let refused = |text: &str| Axis::parse(text).unwrap_err();
        assert!(refused("solver.velocity_iterations").contains("path=1..16"));
        assert!(refused("solver.velocity_iteration=1..2").contains("solver.velocity_iterations"));
        assert!(refused("time.substeps=0..4").contains("from 1 to 64"));
        assert!(refused("time.substeps=4..1").contains("upwards"));
        assert!(refused("time.substeps=1..x").contains("\"x\" is not a number"));
        assert!(refused("solver.method=1..2").contains("one of"));
        assert!(refused("time.substeps=1..4/1").contains("from 2"));
        assert!(refused("solver.warm_start=1..2*1").contains("above 1"));
    }

    fn sweep(measure: &str, axes: &[&str]) -> Sweep {
        let name = "tilted-bounce";
        let preset = Arc::new(crate::preset::find(name).unwrap());
        let length = Length::of(&preset);
        Sweep {
            name: name.to_owned(),
            preset,
            variant: Some("sick".to_owned()),
            sets: Vec::new(),
            axes: axes.iter().map(|axis| Axis::parse(axis).unwrap()).collect(),
            measure: Measure::find(Some(measure), name).unwrap(),
            length,
        }
    }

    fn all(sweep: &Sweep) -> Vec<Cell> {
        sweep.run(Shard::ALL, &AtomicBool::new(false), &|_| ())
    }

    #[test]
    fn a_grid_has_its_cells_in_order_and_shards_are_its_parts() {
        let sweep = sweep("max-speed", &["time.substeps=1,2,4", "solver.velocity_iterations=1..2"]);
        assert_eq!((sweep.check(), sweep.cell_count()), (Ok(()), 6));
        let whole = all(&sweep);
        assert_eq!(whole.iter().map(|cell| cell.index).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(whole[3].values, [json!(2), json!(2)]);
        let mut parts: Vec<Cell> =
            (0..4).flat_map(|index| sweep.run(Shard { index, count: 4 }, &AtomicBool::new(false), &|_| ())).collect();
        parts.sort_by_key(|cell| cell.index);
        assert_eq!(parts, whole);
    }

    #[test]
    fn a_cell_has_the_number_of_the_same_run_made_alone() {
        let sweep = sweep("tilted-bounce", &["solver.velocity_iterations=1..16*4"]);
        let cells = all(&sweep);
        for (cell, iterations) in cells.iter().zip([1, 4, 16]) {
            let sets = [("solver.velocity_iterations".to_owned(), json!(iterations))];
            let Measure::Artifact(artifact) = sweep.measure else { panic!() };
            assert_eq!(cell.number, Ok(sweep.job(&sets).read(&[artifact]).unwrap()[0].value));
        }
        let numbers: Vec<f64> = cells.iter().map(|cell| *cell.number.as_ref().unwrap()).collect();
        assert!(numbers[2] < numbers[0], "more sweeps take the turn back: {numbers:?}");
    }

    #[test]
    fn what_cannot_be_run_is_said_before_and_cancelling_leaves_the_rest_out() {
        let mut bad = sweep("max-speed", &["time.substeps=1,2"]);
        bad.variant = Some("cured-nothing".to_owned());
        assert!(bad.check().unwrap_err().contains("cured-nothing"));
        let twice = sweep("max-speed", &["time.substeps=1,2", "time.substeps=1,2"]);
        assert!(twice.check().is_err());
        let sweep = sweep("max-speed", &["time.substeps=1,2"]);
        assert!(sweep.run(Shard::ALL, &AtomicBool::new(true), &|_| ()).is_empty());
        assert!(Measure::find(Some("churm"), "x").unwrap_err().contains("churn"));
        assert!(Measure::find(None, "pyramid").unwrap_err().contains("penetration"));
    }
}

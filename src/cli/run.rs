//! `jitterscope run`: runs a preset without a window, prints what came of it, and writes trace and table on the way.

use super::Outcome;
use super::args::RunArgs;
use super::fail::Failure;
use super::number::{secs, short};
use super::output::{self, Table};
use super::progress::Progress;
use crate::artifact::runner::{is_time_left, paced_step, steps_for};
use crate::dynamics::Stepping;
use crate::instrument::export::{CsvWriter, TraceFile, TraceWriter};
use crate::instrument::frame_loop::Pacer;
use crate::instrument::metrics::{Peak, RunMetrics, StepMetrics};
use crate::instrument::{Recorder, RecorderOptions, RunHeader, StepRecord, Stopwatch};
use crate::preset::{self, Instance, Preset, settings_path};
use crate::session::Source;
use crate::session::saved::SavedRun;
use serde::Serialize;
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// What is printed, also as JSON.
#[derive(Debug, Serialize)]
struct Report {
    preset: String,
    variant: Option<String>,
    dt: f32,
    substeps: u32,
    metrics: RunMetrics,
    /// Wall-clock time of a step, s.
    step_time_median: Option<f64>,
    step_time_p95: Option<f64>,
    /// State of the world at the end, 16 hexadecimal digits.
    hash: String,
    trace: Option<PathBuf>,
    csv: Option<PathBuf>,
    recording: Option<PathBuf>,
    /// Why the run stopped early.
    fault: Option<String>,
}

pub(super) fn run(args: &RunArgs) -> Outcome {
    let preset = preset::find(&args.preset).map_err(Failure::usage)?;
    let mut instance = preset.instantiate(args.variant.as_deref()).map_err(Failure::usage)?;
    for (path, text) in &args.sets {
        settings_path::set(&mut instance.settings, path, &setting_value(text)).map_err(Failure::usage)?;
    }
    let saved = Saved::begin(args, &preset, &instance)?;
    instance.world.set_threads(args.threads as usize);
    let dt = instance.settings.time.dt;
    let seconds = args.seconds.unwrap_or(preset.seconds().into());
    let steps = args.steps.unwrap_or_else(|| steps_for(seconds, dt));

    let mut recorder = Recorder::new(RecorderOptions::default());
    let start = recorder.record_start(&instance.world, &instance.settings);
    let mut header = start.header;
    header.preset.clone_from(&args.preset);
    header.variant = args.variant.clone().unwrap_or_default();
    let mut files = Files::create(args, &header, &instance)?;
    let mut first = start.steps;
    let mut driver = Driver {
        header: &header,
        last: first.swap_remove(0),
        watch: Stopwatch::default(),
        pacer: Pacer::new(&instance.settings.time),
    };
    let mut metrics = RunMetrics::start(StepMetrics::of(&header, None, &driver.last));
    files.write(&driver.last, &metrics.start)?;

    let mut hashes = vec![driver.last.hash];
    let mut fault = None;
    let progress = Progress::new("step");
    let mut done = 0;
    // With steps of varying length only the clock tells when the time is over.
    while if args.steps.is_some() { done < steps } else { done == 0 || is_time_left(&instance, seconds) } {
        match driver.step(&mut instance, &mut recorder) {
            Ok(step) => {
                files.write(&driver.last, &step)?;
                metrics.add(step);
                if saved.is_some() {
                    hashes.push(driver.last.hash);
                }
            }
            Err(problem) => {
                fault = Some(problem);
                break;
            }
        }
        done += 1;
        progress.show(done, Some(steps));
    }
    progress.clear();
    files.finish()?;
    if let Some(saved) = saved {
        saved.finish(hashes)?;
    }

    let report = Report {
        preset: args.preset.clone(),
        variant: args.variant.clone(),
        dt,
        substeps: header.substeps,
        step_time_median: driver.watch.quantile(0.5),
        step_time_p95: driver.watch.quantile(0.95),
        hash: format!("{:016x}", driver.last.hash),
        metrics,
        trace: args.trace.clone(),
        csv: args.csv.clone(),
        recording: args.record.clone(),
        fault: fault.clone(),
    };
    if args.json {
        output::json(&report)?;
    } else {
        print(&report)?;
    }
    fault.map_or(Ok(()), |problem| Err(Failure::bad(problem)))
}

/// A value as JSON, or else as the word that it is: `soft` need not be written `"soft"`.
pub(super) fn setting_value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

struct Driver<'a> {
    header: &'a RunHeader,
    last: StepRecord,
    watch: Stopwatch,
    pacer: Pacer,
}

impl Driver<'_> {
    fn step(&mut self, instance: &mut Instance, recorder: &mut Recorder) -> Result<StepMetrics, String> {
        // Timed without a probe's work: the recorder is asked for nothing during the step.
        let pacer = &mut self.pacer;
        self.watch.time(|| paced_step(instance, pacer, recorder)).map_err(|fault| fault.to_string())?;
        let frame = self.pacer.step_done(&instance.settings.time);
        let record = StepRecord { frame, ..recorder.record_step(&instance.world) };
        let metrics = StepMetrics::of(self.header, Some(&self.last), &record);
        self.last = record;
        Ok(metrics)
    }
}

/// The recording that is written when the run is over.
struct Saved<'a> {
    path: &'a Path,
    run: SavedRun,
}

impl<'a> Saved<'a> {
    /// Writes the start already: a wrong path should not cost an hour.
    fn begin(args: &'a RunArgs, preset: &Preset, instance: &Instance) -> Result<Option<Self>, Failure> {
        let Some(path) = args.record.as_deref() else { return Ok(None) };
        if instance.settings.time.stepping == Stepping::Variable {
            return Err(Failure::usage(
                "a run whose steps vary in length cannot be recorded: choose another time.stepping, or write a --trace",
            ));
        }
        let is_shipped = preset::shipped().iter().any(|shipped| shipped.id == args.preset);
        let source =
            if is_shipped { Source::Shipped(args.preset.clone()) } else { Source::File(PathBuf::from(&args.preset)) };
        let settings = (!args.sets.is_empty()).then(|| instance.settings.clone());
        let hashes = vec![instance.world.state_hash()];
        let run = SavedRun::straight(source, preset.clone(), args.variant.clone(), settings, hashes);
        run.write(path).map_err(|e| Failure::bad(e.to_string()))?;
        Ok(Some(Self { path, run }))
    }

    fn finish(mut self, hashes: Vec<u64>) -> Outcome {
        self.run.cursor = hashes.len() as u64 - 1;
        self.run.branches[0].hashes = hashes;
        self.run.write(self.path).map_err(|e| Failure::bad(e.to_string()))
    }
}

/// The files that are written while the run goes on.
struct Files<'a> {
    trace: Option<(&'a Path, TraceWriter<TraceFile>)>,
    csv: Option<(&'a Path, CsvWriter<BufWriter<File>>)>,
}

impl<'a> Files<'a> {
    /// Opens them before the run: a wrong path should not cost an hour.
    fn create(args: &'a RunArgs, header: &RunHeader, instance: &Instance) -> Result<Self, Failure> {
        let trace = match args.trace.as_deref() {
            None => None,
            Some(path) => {
                let settings = serde_json::to_value(&instance.settings).map_err(Failure::bad)?;
                let writer = TraceFile::create(path).and_then(|file| TraceWriter::new(file, header, settings));
                Some((path, writer.map_err(|e| cannot_create(path, &e))?))
            }
        };
        let csv = match args.csv.as_deref() {
            None => None,
            Some(path) => {
                let writer = File::create(path).and_then(|file| CsvWriter::new(BufWriter::new(file)));
                Some((path, writer.map_err(|e| cannot_create(path, &e))?))
            }
        };
        Ok(Self { trace, csv })
    }

    fn write(&mut self, record: &StepRecord, metrics: &StepMetrics) -> Outcome {
        if let Some((path, trace)) = &mut self.trace {
            trace.write(record).map_err(|e| cannot_write(path, &e))?;
        }
        if let Some((path, csv)) = &mut self.csv {
            csv.write(metrics).map_err(|e| cannot_write(path, &e))?;
        }
        Ok(())
    }

    fn finish(self) -> Outcome {
        if let Some((path, trace)) = self.trace {
            trace.finish().and_then(TraceFile::close).map_err(|e| cannot_write(path, &e))?;
        }
        if let Some((path, csv)) = self.csv {
            csv.finish().map_err(|e| cannot_write(path, &e))?;
        }
        Ok(())
    }
}

fn cannot_create(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!(
        "cannot create {}: {error}. Choose a folder that exists and can be written to",
        path.display()
    ))
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::bad(format!("cannot write to {}: {error}. What was written so far is kept", path.display()))
}

fn print(report: &Report) -> Outcome {
    let m = &report.metrics;
    let (start, end) = (&m.start, &m.end);
    let peak = |peak: &Peak, scale: f64, unit: &str| {
        if peak.value > 0.0 {
            format!("{} {unit} in step {}", short(peak.value * scale), peak.step)
        } else {
            "none".into()
        }
    };
    let vector = |v: &[f64; 3]| format!("({}, {}, {})", short(v[0]), short(v[1]), short(v[2]));
    let time = |t: Option<f64>| t.map_or_else(|| "-".to_owned(), secs);
    let mut table = Table::default();
    let variant = report.variant.as_deref().map_or(String::new(), |v| format!(", variant {v}"));
    table.row(["preset", &format!("{}{variant}", report.preset)]);
    let simulated = short(m.simulated_secs);
    table.row([
        "steps",
        &format!(
            "{} of {} with {} substeps: {simulated} s simulated",
            m.steps,
            secs(report.dt.into()),
            report.substeps
        ),
    ]);
    if let Some(frames) = &m.frames {
        table.row([
            "frames",
            &format!(
                "{} in {} s of real time: {} of real speed; longest {} in step {}, most steps asked for {} in step {}",
                frames.count,
                short(frames.real_secs),
                short(frames.speed),
                secs(frames.longest_frame.value),
                frames.longest_frame.step,
                frames.most_steps_asked.value,
                frames.most_steps_asked.step
            ),
        ]);
    }
    let energy = |s: &StepMetrics| format!("{} J", short(s.total_energy));
    table.row([
        "energy",
        &format!(
            "{} at the start, {} at the end, {} J gained at most",
            energy(start),
            energy(end),
            short(m.energy_gained)
        ),
    ]);
    table.row([
        "kinetic energy",
        &format!("{} J at the end, at most {}", short(end.kinetic_energy), peak(&m.max_kinetic_energy, 1.0, "J")),
    ]);
    table.row(["momentum", &format!("{} kg m/s at the end", vector(&end.linear_momentum))]);
    table.row(["angular momentum", &format!("{} kg m²/s at the end", vector(&end.angular_momentum))]);
    table.row(["worst penetration", &peak(&m.worst_penetration, 1000.0, "mm")]);
    table.row(["worst joint gap", &peak(&m.worst_joint_gap, 1000.0, "mm")]);
    table.row(["worst joint angle", &peak(&m.worst_joint_angle, 1.0, "rad")]);
    table.row([
        "contacts",
        &format!(
            "{} points at the end, {} born or gone per second",
            end.contact_points,
            short(m.contact_churn_per_sec)
        ),
    ]);
    let asleep = match m.asleep_since {
        Some(since) => format!("all bodies since {} s", short(since)),
        None => format!("{} of {} bodies at the end", end.sleeping_bodies, end.dynamic_bodies),
    };
    table.row(["asleep", &format!("{asleep}; all at once for {} s", short(m.all_asleep_secs))]);
    table.row([
        "speed",
        &format!("{} m/s rms at the end, at most {}", short(end.rms_speed), peak(&m.max_speed, 1.0, "m/s")),
    ]);
    table.row(["step time", &format!("{} median, {} p95", time(report.step_time_median), time(report.step_time_p95))]);
    table.row(["state hash", &report.hash]);
    for (name, path) in [("trace", &report.trace), ("csv", &report.csv)] {
        if let Some(path) = path {
            table.row([name, &path.display().to_string()]);
        }
    }
    let mut out = io::stdout().lock();
    table.print(&mut out)?;
    Ok(out.flush()?)
}

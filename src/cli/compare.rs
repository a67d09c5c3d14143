//! `jitterscope compare`: runs a preset twice from the same start with something changed, and shows where the two part, the
//! artifact's numbers, and the metrics of both.

use super::Outcome;
use super::args::{assignment, positive};
use super::fail::Failure;
use super::number::short;
use super::output::{self, Table};
use super::progress::Progress;
use super::run::setting_value;
use crate::artifact::runner::Length;
use crate::instrument::metric_table::RUN_METRICS;
use crate::instrument::metrics::RunMetrics;
use crate::instrument::{RowSample, RunHeader};
use crate::preset;
use crate::session::compare::{Choice, Comparison, Parting, Plan, body_name, clamp_name, pass_name, row_name};
use clap::Args as ClapArgs;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                        jitterscope compare tilted-bounce --against cured-block\n  \
                        jitterscope compare squashed-stack --variant sick --set solver.velocity_iterations=50\n  \
                        jitterscope compare my-scene.json --set time.substeps=1 --seconds 2 --json\n\n\
                        Without --variant the first run is the variant `sick`, or the preset as it stands. The second \
                        run is the variant of --against (without it, that of the first run) with the settings of \
                        --set.\n\n\
                        Exit status: 0 when both runs are the same to the bit, 1 when they part, 2 for bad input.")]
pub(super) struct CompareArgs {
    /// A preset file, or the id of a shipped preset (see `jitterscope list`).
    pub preset: String,
    /// Variant of the first run.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Variant of the second run.
    #[arg(long, value_name = "NAME")]
    pub against: Option<String>,
    /// Change a setting of the second run by its path; may be given several times.
    #[arg(long = "set", value_name = "PATH=VALUE", value_parser = assignment)]
    pub sets: Vec<(String, String)>,
    /// How many steps to compare [default: as long as the preset says].
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// How long to compare, simulated seconds.
    #[arg(long, value_name = "S", value_parser = positive)]
    pub seconds: Option<f64>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

pub(super) fn compare(args: &CompareArgs) -> Outcome {
    if args.against.is_none() && args.sets.is_empty() {
        return Err(Failure::usage(
            "nothing is changed: name another variant with --against, or a setting with --set PATH=VALUE",
        ));
    }
    let preset = Arc::new(preset::find(&args.preset).map_err(Failure::usage)?);
    let has_sick = preset.variants.names().any(|name| name == "sick");
    let variant = args.variant.clone().or_else(|| has_sick.then(|| "sick".to_owned()));
    let sets = args.sets.iter().map(|(path, text)| (path.clone(), setting_value(text))).collect();
    let choices = [
        Choice { variant: variant.clone(), sets: Vec::new() },
        Choice { variant: args.against.clone().or(variant), sets },
    ];
    let length = args.steps.map(Length::Steps).or(args.seconds.map(Length::Seconds));
    let plan = Plan::from_start(&args.preset, preset, choices, length).map_err(Failure::usage)?;
    let progress = Progress::new("step");
    let comparison = plan.run(&AtomicBool::new(false), &|done| progress.show(done, None)).map_err(Failure::bad)?;
    progress.clear();
    if args.json {
        output::json(&Report::of(args, &comparison))?;
    } else {
        print(args, &comparison)?;
    }
    if comparison.parting.is_none() { Ok(()) } else { Err(Failure::Said) }
}

/// The JSON twin of what is printed.
#[derive(Serialize)]
struct Report<'a> {
    preset: &'a str,
    sides: Vec<SideReport<'a>>,
    same_bits: bool,
    parting: Option<Value>,
    numbers: Vec<Value>,
}

#[derive(Serialize)]
struct SideReport<'a> {
    label: &'a str,
    steps: u64,
    /// 16 hexadecimal digits.
    hash: String,
    metrics: &'a RunMetrics,
    fault: &'a Option<String>,
}

impl<'a> Report<'a> {
    fn of(args: &'a CompareArgs, comparison: &'a Comparison) -> Self {
        let header = &comparison.sides[0].header;
        Self {
            preset: &args.preset,
            sides: comparison
                .sides
                .iter()
                .map(|side| SideReport {
                    label: &side.label,
                    steps: side.metrics.steps,
                    hash: hex(side.hashes.last()),
                    metrics: &side.metrics,
                    fault: &side.fault,
                })
                .collect(),
            same_bits: comparison.parting.is_none(),
            parting: comparison.parting.as_ref().map(|parting| parting_json(parting, header)),
            numbers: comparison
                .numbers
                .iter()
                .map(|number| {
                    let measure = &number.artifact.measure;
                    json!({
                        "number": number.artifact.number, "id": number.artifact.id, "measure": measure.name,
                        "unit": measure.unit, "readings": number.readings,
                    })
                })
                .collect(),
        }
    }
}

fn hex(hash: Option<&u64>) -> String {
    hash.map_or_else(String::new, |hash| format!("{hash:016x}"))
}

fn parting_json(parting: &Parting, header: &RunHeader) -> Value {
    json!({
        "step": parting.step,
        "time": parting.time,
        "at_start": parting.is_at_start,
        "stage": parting.stage.map(|s| json!({
            "substep": s.substep, "stage": s.stage.name(), "body": s.body, "body_name": body_name(header, s.body),
            "rows_before": s.rows_before,
        })),
        "row": parting.row.as_ref().map(|row| json!({
            "event": row.event, "number": row.number, "causes": row.causes,
            "sides": row.sides.iter().map(|side| side.as_ref().map(|side| row_json(side, header))).collect::<Vec<_>>(),
        })),
    })
}

fn row_json(row: &RowSample, header: &RunHeader) -> Value {
    json!({
        "substep": row.substep, "pass": pass_name(row.pass), "iteration": row.iteration, "row": row_name(row.row_id),
        "kind": row.row.kind.label(), "bodies": [row.row.body_a, row.row.body_b],
        "body_names": [body_name(header, row.row.body_a), body_name(header, row.row.body_b)],
        "lambda_before": row.lambda_before, "lambda_after": row.lambda_after, "delta_lambda": row.delta_lambda,
        "clamp": clamp_name(row.clamp), "velocity_before": row.velocity_before, "velocity_after": row.velocity_after,
        "effective_mass": row.row.effective_mass, "bias": row.row.bias,
    })
}

fn print(args: &CompareArgs, comparison: &Comparison) -> Outcome {
    let [a, b] = &comparison.sides;
    let mut out = io::stdout().lock();
    let mut head = Table::default();
    head.row(["preset", &args.preset]);
    head.row(["A", &a.label]);
    head.row(["B", &b.label]);
    for (name, side) in [("A", a), ("B", b)] {
        if let Some(fault) = &side.fault {
            head.row([&format!("{name} stopped"), fault]);
        }
    }
    let lines = comparison.parting.as_ref().map_or_else(|| comparison.sameness(), |parting| parting.lines(&a.header));
    for (name, text) in lines {
        head.row([name, &text]);
    }
    head.print(&mut out)?;
    writeln!(out)?;
    let mut table = Table::default();
    table.row(["", "A", "B", "B − A", ""]);
    for number in &comparison.numbers {
        let [x, y] = [0, 1].map(|side| number.readings[side].value);
        let what = format!("{} {}", number.artifact.number, number.artifact.id);
        let unit = format!("{}: {}", number.artifact.measure.unit, number.artifact.measure.name);
        table.row([&what, &short(x), &short(y), &short(y - x), &unit]);
    }
    for metric in &RUN_METRICS {
        let (x, y) = ((metric.of)(&a.metrics), (metric.of)(&b.metrics));
        table.row([metric.label, &short(x), &short(y), &short(y - x), metric.unit]);
    }
    table.print(&mut out)?;
    Ok(out.flush()?)
}

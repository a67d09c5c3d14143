//! `jitterscope sweep`: a number against one setting or two; in parts, if need be, that can be put together again.

use super::Outcome;
use super::args::{assignment, positive};
use super::fail::Failure;
use super::number::short;
use super::output::Table;
use super::progress::Progress;
use super::run::setting_value;
use crate::artifact::runner::Length;
use crate::artifact::sweep::{Axis, Cell, Measure, Shard, Sweep, litmus_axis};
use crate::preset;
use clap::Args as ClapArgs;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                        jitterscope sweep squashed-stack --variant sick --over solver.velocity_iterations=1..16\n  \
                        jitterscope sweep tilted-bounce --litmus\n  \
                        jitterscope sweep pyramid --over time.substeps=1..16*2 --over solver.warm_start=0..1/5 \
                        --measure penetration\n  \
                        jitterscope sweep joint-drift --over solver.velocity_iterations=1..64 --json --shard 2/8 > 2.jsonl\n\n\
                        A range is FROM..TO (whole numbers), FROM..TO/N (N evenly spaced values), FROM..TO*F (each F times \
                        the one before), or a list A,B,C. With --json each cell is one line, so the output of all shards \
                        put together is the output of the whole (`cat *.jsonl`). Cells come in the same order and with \
                        the same numbers on any number of threads. A run that stops because a number is no longer finite \
                        is a finding, and the exit status is 0.")]
pub(super) struct SweepArgs {
    /// A preset file, or the id of a shipped preset (see `jitterscope list`).
    pub preset: String,
    /// Which of the preset's variants to run [default: `sick`, or the preset as it stands].
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// A setting and its values; given twice, the two make a grid.
    #[arg(long, value_name = "PATH=RANGE", required_unless_present = "litmus")]
    pub over: Vec<String>,
    /// The same as --over time.substeps=1,2,4,8,16 (of slow motion: steps a frame): what comes from cutting time into
    /// steps has to shrink.
    #[arg(long)]
    pub litmus: bool,
    /// What to measure: the id of an artifact, or a metric such as penetration or churn [default: the artifact that the
    /// preset is made for].
    #[arg(long, value_name = "NAME")]
    pub measure: Option<String>,
    /// Change a setting in all cells by its path; may be given several times.
    #[arg(long = "set", value_name = "PATH=VALUE", value_parser = assignment)]
    pub sets: Vec<(String, String)>,
    /// How many steps to run each cell [default: as long as the preset says].
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// How long to run each cell, simulated seconds.
    #[arg(long, value_name = "S", value_parser = positive)]
    pub seconds: Option<f64>,
    /// Run only the I-th of N parts.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Cells that run at the same time [default: as many as there are processors].
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=256))]
    pub threads: Option<u64>,
    /// Print JSON lines, one for each cell.
    #[arg(long)]
    pub json: bool,
}

pub(super) fn sweep(args: &SweepArgs) -> Outcome {
    let sweep = planned(args)?;
    let shard = args.shard.unwrap_or(Shard::ALL);
    let count = (shard.index..sweep.cell_count()).step_by(shard.count).len() as u64;
    let (progress, done) = (Progress::new("cell"), AtomicU64::new(0));
    let work = || {
        sweep.run(shard, &AtomicBool::new(false), &|_| {
            progress.show(done.fetch_add(1, Ordering::Relaxed) + 1, Some(count));
        })
    };
    let cells = match args.threads {
        None => work(),
        Some(threads) => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads as usize).build();
            pool.map_err(|error| Failure::bad(format!("cannot start {threads} threads: {error}")))?.install(work)
        }
    };
    progress.clear();
    if args.json { print_json(&sweep, &cells) } else { print(&sweep, &cells) }
}

fn planned(args: &SweepArgs) -> Result<Sweep, Failure> {
    let preset = Arc::new(preset::find(&args.preset).map_err(Failure::usage)?);
    let has_sick = preset.variants.names().any(|name| name == "sick");
    let mut axes =
        args.over.iter().map(|text| Axis::parse(text)).collect::<Result<Vec<_>, _>>().map_err(Failure::usage)?;
    let measure = Measure::find(args.measure.as_deref(), &args.preset).map_err(Failure::usage)?;
    let mut sets = Vec::new();
    if args.litmus {
        let (axis, shared) = litmus_axis(&measure);
        axes.push(axis);
        sets.extend(shared);
    }
    sets.extend(args.sets.iter().map(|(path, text)| (path.clone(), setting_value(text))));
    let sweep = Sweep {
        name: args.preset.clone(),
        variant: args.variant.clone().or_else(|| has_sick.then(|| "sick".to_owned())),
        sets,
        axes,
        measure,
        length: args
            .steps
            .map(Length::Steps)
            .or(args.seconds.map(Length::Seconds))
            .unwrap_or_else(|| Length::of(&preset)),
        preset,
    };
    sweep.check().map_err(Failure::usage)?;
    Ok(sweep)
}

fn print_json(sweep: &Sweep, cells: &[Cell]) -> Outcome {
    let mut out = io::stdout().lock();
    for cell in cells {
        let paths = sweep.axes.iter().map(|axis| axis.path.clone());
        let settings: Map<String, Value> = paths.zip(cell.values.iter().cloned()).collect();
        let line = json!({
            "preset": sweep.name, "variant": sweep.variant, "measure": sweep.measure.id(), "unit": sweep.measure.unit(),
            "cell": cell.index, "of": sweep.cell_count(), "settings": settings,
            "value": cell.number.as_ref().ok(), "problem": cell.number.as_ref().err(),
        });
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

fn print(sweep: &Sweep, cells: &[Cell]) -> Outcome {
    let mut out = io::stdout().lock();
    let variant = sweep.variant.as_deref().map_or(String::new(), |v| format!(" {v}"));
    let unit = if sweep.measure.unit().is_empty() { String::new() } else { format!(", {}", sweep.measure.unit()) };
    writeln!(out, "{}{variant}: {}{unit}", sweep.name, sweep.measure.label())?;
    let mut table = Table::default();
    let number = |cell: &Cell| cell.number.as_ref().map_or_else(Clone::clone, |value| short(*value));
    let is_whole = cells.len() == sweep.cell_count();
    match &sweep.axes[..] {
        [rows, columns] if is_whole => {
            let mut head = vec![format!("{} \\ {}", rows.path, columns.path)];
            head.extend(columns.values.iter().map(text));
            table.push(head);
            for (row, chunk) in rows.values.iter().zip(cells.chunks(columns.values.len())) {
                table.push(std::iter::once(text(row)).chain(chunk.iter().map(number)).collect());
            }
        }
        axes => {
            table.push(axes.iter().map(|axis| axis.path.clone()).chain([sweep.measure.id().to_owned()]).collect());
            for cell in cells {
                table.push(cell.values.iter().map(text).chain([number(cell)]).collect());
            }
        }
    }
    table.print(&mut out)?;
    Ok(out.flush()?)
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse::<usize>().ok()?, n.parse::<usize>().ok()?)));
    match parts {
        Some((index, count)) if (1..=count).contains(&index) => Ok(Shard { index: index - 1, count }),
        _ => Err("expected I/N, such as 2/8 for the second of eight parts".to_owned()),
    }
}

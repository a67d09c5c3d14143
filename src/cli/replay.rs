//! `jitterscope replay`: what is in a recording, and whether it still comes out the same.

use super::Outcome;
use super::fail::Failure;
use super::output::{self, Table};
use super::progress::Progress;
use crate::session::Input;
use crate::session::saved::{Difference, SavedRun};
use clap::Args as ClapArgs;
use serde::Serialize;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                        jitterscope replay --check run.jsonl.gz\n  \
                        jitterscope replay run.jsonl.gz --json       what is in it, without running it\n\n\
                        A recording is saved from the window or by `jitterscope run --record`. It holds the preset, everything that came in from outside, \
                        and the hash of every step.\n\n\
                        Exit status: 0 when every step comes out as recorded, 1 when one differs, 2 when the file cannot \
                        be read.")]
pub(super) struct ReplayArgs {
    /// The recording, compressed when its name ends in .gz.
    pub file: PathBuf,
    /// Run all of it again and compare the hash of every step.
    #[arg(long)]
    pub check: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Report {
    file: PathBuf,
    program: String,
    preset: String,
    variant: Option<String>,
    branches: Vec<BranchReport>,
    steps: u64,
    /// `None` when it was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<DifferenceReport>,
}

#[derive(Serialize)]
struct BranchReport {
    label: String,
    parent: Option<u32>,
    /// Step after which it leaves its parent, and its last one.
    fork: u64,
    end: u64,
    settings_changed: usize,
    edits: usize,
}

#[derive(Serialize)]
struct DifferenceReport {
    branch: u32,
    step: u64,
    recorded: String,
    found: Option<String>,
}

pub(super) fn replay(args: &ReplayArgs) -> Outcome {
    let saved = SavedRun::read(&args.file).map_err(|e| Failure::usage(format!("{}: {e}", args.file.display())))?;
    let mut report = Report::of(&args.file, &saved);
    if args.check {
        let (progress, steps) = (Progress::new("step"), report.steps);
        let replayed = saved.replay(true, &AtomicBool::new(false), &|done| progress.show(done, Some(steps)));
        progress.clear();
        let replayed = replayed.map_err(|problem| {
            let items: Vec<&str> = problem.items.iter().map(|item| item.message.as_str()).collect();
            Failure::usage(format!("{}: {}", problem.title, items.join("; ")))
        })?;
        let difference = replayed.and_then(|replayed| replayed.difference);
        report.same = Some(difference.is_none());
        report.difference = difference.map(DifferenceReport::of);
    }
    if args.json {
        output::json(&report)?;
    } else {
        print(&report)?;
    }
    let Some(difference) = &report.difference else { return Ok(()) };
    Err(Failure::bad(format!(
        "{}: branch {} (\"{}\"), step {} does not come out as recorded: its hash was {} and {}",
        args.file.display(),
        difference.branch,
        report.branches[difference.branch as usize].label,
        difference.step,
        difference.recorded,
        difference
            .found
            .as_ref()
            .map_or_else(|| "it cannot be made any more".to_owned(), |found| format!("is {found}"))
    )))
}

impl Report {
    fn of(file: &Path, saved: &SavedRun) -> Self {
        let branches = saved.branches.iter().map(|branch| {
            let settings = branch.inputs.iter().filter(|(_, input)| matches!(input, Input::Settings(_))).count();
            BranchReport {
                label: branch.label.clone(),
                parent: branch.parent.map(|parent| parent.0),
                fork: branch.fork,
                end: branch.end(),
                settings_changed: settings,
                edits: branch.inputs.len() - settings,
            }
        });
        Self {
            file: file.to_owned(),
            program: saved.program.clone(),
            preset: saved.source.name(),
            variant: saved.variant.clone(),
            branches: branches.collect(),
            steps: saved.steps(),
            same: None,
            difference: None,
        }
    }
}

impl DifferenceReport {
    fn of(difference: Difference) -> Self {
        Self {
            branch: difference.branch.0,
            step: difference.step,
            recorded: format!("{:016x}", difference.recorded),
            found: difference.found.map(|found| format!("{found:016x}")),
        }
    }
}

fn print(report: &Report) -> Outcome {
    let mut out = io::stdout().lock();
    let mut head = Table::default();
    let variant = report.variant.as_deref().map_or(String::new(), |v| format!(", variant {v}"));
    head.row(["preset", &format!("{}{variant}", report.preset)]);
    head.row(["recorded with", &format!("version {}", report.program)]);
    head.row(["steps", &report.steps.to_string()]);
    if let Some(same) = report.same {
        head.row(["checked", if same { "every step comes out as recorded" } else { "a step differs" }]);
    }
    head.print(&mut out)?;
    writeln!(out)?;
    let mut table = Table::default();
    table.row(["branch", "leaves", "after step", "last step", "settings", "edits", "what made it"]);
    for (index, branch) in report.branches.iter().enumerate() {
        table.row([
            &index.to_string(),
            &branch.parent.map_or_else(|| "-".to_owned(), |parent| parent.to_string()),
            &branch.fork.to_string(),
            &branch.end.to_string(),
            &branch.settings_changed.to_string(),
            &branch.edits.to_string(),
            &branch.label,
        ]);
    }
    table.print(&mut out)?;
    Ok(out.flush()?)
}

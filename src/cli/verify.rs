//! `jitterscope verify`: one line per variant with its number, what was asked for, the factor and the verdict.

use super::Outcome;
use super::args::VerifyArgs;
use super::fail::Failure;
use super::number::short;
use super::output::{self, Table};
use crate::artifact::catalogue::Litmus;
use crate::artifact::verdict::{ArtifactVerdict, ControlVerdict};
use crate::artifact::{ARTIFACTS, Artifact, runner};
use crate::preset::nearest_names;
use std::io::{self, IsTerminal, Write};

pub(super) fn verify(args: &VerifyArgs) -> Outcome {
    let artifacts = selected(&args.ids)?;
    let shows_progress = io::stderr().is_terminal();
    let progress = |what: &str| {
        if shows_progress {
            let _ = write!(io::stderr(), "\r\x1b[2Kdone: {what}");
        }
    };
    let extent = runner::Extent { litmus: args.litmus, control_steps: args.controls };
    let verdicts = runner::verify(&artifacts, extent, &progress);
    if shows_progress {
        let _ = write!(io::stderr(), "\r\x1b[2K");
    }
    let verdicts = verdicts.map_err(Failure::bad)?;
    if args.json {
        output::json(&verdicts)?;
    } else {
        print(&verdicts)?;
    }
    if verdicts.iter().all(|v| v.passed) { Ok(()) } else { Err(Failure::Said) }
}

fn selected(ids: &[String]) -> Result<Vec<&'static Artifact>, Failure> {
    if ids.is_empty() {
        return Ok(ARTIFACTS.iter().collect());
    }
    ids.iter()
        .map(|id| {
            Artifact::find(id).ok_or_else(|| {
                let known: Vec<&str> = ARTIFACTS.iter().map(|a| a.id).collect();
                let near = nearest_names(id, ARTIFACTS.iter().map(|a| a.id));
                let near =
                    if near.is_empty() { String::new() } else { format!(" (did you mean {}?)", near.join(" or ")) };
                Failure::usage(format!("there is no artifact `{id}`{near}; the catalogue has {}", known.join(", ")))
            })
        })
        .collect()
}

fn print(verdicts: &[ArtifactVerdict]) -> Outcome {
    let mut out = io::stdout().lock();
    let mut table = Table::default();
    table.row(["#", "artifact", "variant", "number", "asked for", "factor", "asked for", "verdict"]);
    for verdict in verdicts {
        add_variants(&mut table, verdict);
        add_controls(&mut table, verdict);
        if let Some(litmus) = &verdict.litmus {
            for point in &litmus.points {
                let number = format!("{} {}", short(point.value), verdict.unit);
                let parts = litmus.of.unwrap_or(Litmus::SUBSTEPS).parts();
                let substeps = format!("{} {parts}", point.substeps);
                table.row([verdict.number, verdict.id, &substeps, &number, "", "", "", ""]);
            }
            let finding = if litmus.passed { "pass" } else { "FAIL" };
            table.row([verdict.number, verdict.id, "litmus", "", "falls 1 → 4 → 16", "", "", finding]);
        }
    }
    table.print(&mut out)?;
    for verdict in verdicts {
        for variant in verdict.variants.iter() {
            let mark = if variant.passed { " " } else { "!" };
            writeln!(out, "{mark} {} {}: {}", verdict.id, variant.variant, variant.finding)?;
        }
        for control in verdict.controls.iter().filter(|c| !c.passed) {
            let seen = control.reading.evidence.as_ref().map_or("", |e| &e.text);
            writeln!(out, "! {} fires on {}, where nothing is wrong: {seen}", verdict.id, control.name())?;
        }
    }
    let passed = verdicts.iter().filter(|v| v.passed).count();
    writeln!(out, "{passed} of {} artifacts confirmed", verdicts.len())?;
    Ok(out.flush()?)
}

fn add_variants(table: &mut Table, verdict: &ArtifactVerdict) {
    for variant in &verdict.variants {
        let is_sick = variant.cure.is_none();
        let number = format!("{} {}", short(variant.reading.value), verdict.unit);
        let limit = if is_sick { format!("≥ {}", verdict.sick_min) } else { format!("≤ {}", verdict.cured_max) };
        let factor = match variant.factor {
            _ if is_sick => String::new(),
            Some(factor) => short(factor),
            None => "∞".to_owned(),
        };
        let required = if is_sick { String::new() } else { format!("≥ {}", verdict.required_factor) };
        let mark = match (variant.passed, is_sick) {
            (true, true) => "sick, as it should be",
            (true, false) => "cured",
            (false, true) => "FAIL: not sick",
            (false, false) => "FAIL: not cured",
        };
        table.row([verdict.number, verdict.id, &variant.variant, &number, &limit, &factor, &required, mark]);
        for side in &variant.reading.also {
            let number = format!("{} {}", short(side.value), side.unit);
            table.row([verdict.number, verdict.id, "", &number, "", "", "", side.name]);
        }
    }
}

/// The silent controls in one line with the largest number among them, the others one by one.
fn add_controls(table: &mut Table, verdict: &ArtifactVerdict) {
    let silent: Vec<&ControlVerdict> = verdict.controls.iter().filter(|c| c.passed).collect();
    let limit = format!("< {}", verdict.sick_min);
    if let Some(worst) = silent.iter().max_by(|a, b| a.reading.value.total_cmp(&b.reading.value)) {
        let name = format!("{} controls", silent.len());
        let number = format!("{} {}", short(worst.reading.value), verdict.unit);
        let mark = format!("silent (most: {})", worst.name());
        table.row([verdict.number, verdict.id, &name, &number, &limit, "", "", &mark]);
    }
    for control in verdict.controls.iter().filter(|c| !c.passed) {
        let number = format!("{} {}", short(control.reading.value), verdict.unit);
        table.row([verdict.number, verdict.id, &control.name(), &number, &limit, "", "", "FAIL: fires on a control"]);
    }
}

//! `jitterscope list`: the catalogue and all presets that come with the program, or all settings.

use super::Outcome;
use super::args::ListArgs;
use super::output::{self, Table};
use crate::artifact::{ARTIFACTS, Artifact};
use crate::dynamics::{SETTINGS, SettingInfo, SettingKind, StepSettings};
use crate::preset::{self, settings_path};
use serde_json::{Value, json};
use std::io::{self, Write};

pub(super) fn list(args: &ListArgs) -> Outcome {
    if args.settings {
        return settings(args.json);
    }
    if args.json {
        let artifacts: Vec<Value> = ARTIFACTS.iter().map(artifact_json).collect();
        let presets: Vec<Value> =
            preset::shipped().iter().map(|p| json!({ "id": p.id, "title": title(p.id) })).collect();
        return output::json(&json!({ "artifacts": artifacts, "presets": presets }));
    }
    let mut out = io::stdout().lock();
    for artifact in ARTIFACTS {
        print_artifact(&mut out, artifact)?;
    }
    writeln!(out, "Presets")?;
    let mut table = Table::default();
    for shipped in preset::shipped() {
        table.row(["", shipped.id, &title(shipped.id)]);
    }
    table.print(&mut out)?;
    Ok(out.flush()?)
}

/// Every setting with its default, what it takes, what it does, and where that is seen.
fn settings(is_json: bool) -> Outcome {
    let defaults = StepSettings::default();
    let default_of = |info: &SettingInfo| settings_path::get(&defaults, info.path).unwrap_or_default();
    if is_json {
        let all: Vec<Value> = SETTINGS
            .iter()
            .map(|info| {
                json!({
                    "path": info.path, "label": info.label, "unit": info.unit, "default": default_of(info),
                    "values": allowed(info.kind), "effect": info.tooltip,
                    "scene": info.scene().map(|s| json!({ "preset": s.preset, "variant": s.variant, "with": s.with })),
                })
            })
            .collect();
        return output::json(&json!({ "settings": all }));
    }
    let mut out = io::stdout().lock();
    for info in SETTINGS {
        writeln!(out, "{}", info.path)?;
        writeln!(out, "     {}", info.tooltip)?;
        let unit = if info.unit.is_empty() { String::new() } else { format!(" {}", info.unit) };
        let default = default_of(info);
        let default = default.as_str().map_or_else(|| default.to_string(), str::to_owned);
        writeln!(out, "     default  {default}{unit}; {}", allowed(info.kind))?;
        if let Some(scene) = info.scene() {
            writeln!(out, "     scene    {scene}")?;
        }
        writeln!(out)?;
    }
    Ok(out.flush()?)
}

/// What a setting takes, in words.
fn allowed(kind: SettingKind) -> String {
    match kind {
        SettingKind::Bool => "true or false".to_owned(),
        SettingKind::Int { min, max } => format!("{min} to {max}"),
        SettingKind::Float { min, max, .. } => format!("{min} to {max}"),
        SettingKind::Choice(choices) => choices.iter().map(|(value, _)| *value).collect::<Vec<_>>().join(", "),
        SettingKind::Vector { min, max } => format!("[x, y, z], each {min} to {max}"),
    }
}

fn print_artifact(out: &mut impl Write, a: &Artifact) -> io::Result<()> {
    writeln!(out, "{:<4} {}: {}", a.number, a.id, a.title)?;
    writeln!(out, "     symptom  {}", a.symptom)?;
    writeln!(out, "     cause    {}", a.cause)?;
    for (index, cure) in a.cures.iter().enumerate() {
        writeln!(
            out,
            "     {}    {} (variant {})",
            if index == 0 { "cures" } else { "     " },
            cure.name,
            cure.variant
        )?;
    }
    writeln!(out, "     preset   {}", a.preset)?;
    let m = &a.measure;
    writeln!(out, "     number   {}, {}: sick from {}, cured up to {}\n", m.name, m.unit, m.sick_min, m.cured_max)
}

fn artifact_json(a: &Artifact) -> Value {
    let cures: Vec<Value> = a.cures.iter().map(|c| json!({ "variant": c.variant, "name": c.name })).collect();
    let m = &a.measure;
    json!({
        "number": a.number,
        "id": a.id,
        "title": a.title,
        "symptom": a.symptom,
        "cause": a.cause,
        "cures": cures,
        "preset": a.preset,
        "measure": {
            "name": m.name, "unit": m.unit, "sick_min": m.sick_min, "cured_max": m.cured_max, "factor": m.factor,
        },
        "litmus": a.litmus,
    })
}

/// A shipped preset always loads (tested); should one not, its place in the list stays empty.
fn title(id: &str) -> String {
    preset::find(id).map(|p| p.title.clone()).unwrap_or_default()
}

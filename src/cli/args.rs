//! All arguments of the program, with their help.

use clap::{Args as ClapArgs, Parser, Subcommand};
use std::path::PathBuf;

/// Named wherever the window cannot be opened.
pub(super) const HEADLESS: &str = "Without it, `jitterscope list`, `run`, `verify`, `compare`, `sweep`, `replay`, \
                                   `render`, `import`, `check` and `schema` work all the same; see `jitterscope --help`";

/// An interactive physics sandbox and artifact debugger.
///
/// Without a command it opens the window, on a preset file if given.
#[derive(Debug, Parser)]
#[command(
    name = "jitterscope",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  \
                  jitterscope                               open the window\n  \
                  jitterscope my-scene.json                 open it on a preset file\n  \
                  jitterscope run squashed-stack --variant sick --csv sick.csv\n  \
                  jitterscope verify                        judge every artifact and its cures\n\n\
                  Exit status: 0 success, 1 a run failed or a verdict falls short, 2 wrong usage or input."
)]
pub(super) struct Args {
    /// Preset file to open in the window.
    pub file: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Validate preset files: every problem with its line and JSON path.
    Check(super::check::CheckArgs),
    /// Show the catalogue: number, id, title, cause, cures and preset of each artifact, and all shipped presets.
    List(ListArgs),
    /// Draw a preset without a display: one moment as a picture, a stretch of time as a film.
    Render(super::render::RenderArgs),
    /// Run a preset without a window and print what came of it.
    Run(RunArgs),
    /// Print the JSON Schema of the preset format.
    Schema(super::schema::SchemaArgs),
    /// Judge the artifacts: is each sick variant sick, each cure a cure, each control silent?
    Verify(VerifyArgs),
    /// Run a preset twice from the same start with something changed, and show where the two part.
    Compare(super::compare::CompareArgs),
    /// A number against one setting or two: a table, or JSON lines; can be spread over machines.
    Sweep(super::sweep::SweepArgs),
    /// Show what is in a recording, and check that every step still comes out the same.
    Replay(super::replay::ReplayArgs),
    /// Make a scene from meshes (.obj, .gltf, .glb) and grey pictures (.png).
    Import(super::import::ImportArgs),
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Examples:\n  jitterscope list\n  jitterscope list --json | jq '.artifacts[].id'\n  jitterscope list --settings"
)]
pub(super) struct ListArgs {
    /// Show the settings instead: path, unit, default, allowed values, effect, and a scene where it is seen well.
    #[arg(long)]
    pub settings: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                        jitterscope run tilted-bounce --variant sick\n  \
                        jitterscope run my-scene.json --seconds 2.5 --set solver.velocity_iterations=4\n  \
                        jitterscope run joint-drift --variant sick --trace drift.jsonl.gz --csv drift.csv\n  \
                        jitterscope run my-scene.json --steps 600 --record run.jsonl.gz && jitterscope replay --check run.jsonl.gz\n\n\
                        The trace is JSON lines: a header, then one line per step (see the README). When a number \
                        stops being finite the run stops, what was recorded so far is kept, and the exit status is 1.")]
pub(super) struct RunArgs {
    /// A preset file, or the id of a shipped preset (see `jitterscope list`).
    pub preset: String,
    /// Which of the preset's variants to run; without it, the preset as it stands.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// How many steps to run [default: as long as the preset says].
    #[arg(long, value_name = "N", conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..))]
    pub steps: Option<u64>,
    /// How long to run, simulated seconds.
    #[arg(long, value_name = "S", value_parser = positive)]
    pub seconds: Option<f64>,
    /// Change a setting by its path, such as solver.velocity_iterations=4; may be given several times.
    #[arg(long = "set", value_name = "PATH=VALUE", value_parser = assignment)]
    pub sets: Vec<(String, String)>,
    /// Threads for the stages that can use several; the result is the same for any number.
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    pub threads: u64,
    /// Write every step to a trace; a name that ends in .gz is compressed.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Write one row of numbers per step.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write a recording: what `replay --check` makes again and proves, and the window opens to look at any moment.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  jitterscope verify\n  jitterscope verify squashed-stack 14 --litmus\n  \
                        jitterscope verify --json > verdicts.json\n\n\
                        Exit status 1 when any verdict falls short.")]
pub(super) struct VerifyArgs {
    /// Ids or numbers of artifacts (see `jitterscope list`) [default: all].
    #[arg(value_name = "ID")]
    pub ids: Vec<String>,
    /// Also run the sick variant with 1, 2, 4, 8 and 16 substeps (slow motion: steps of 1/960 s
    /// that a frame may make): what comes from cutting time has to shrink.
    #[arg(long)]
    pub litmus: bool,
    /// Also run every control with steps of 1/60, 1/120 and 1/240 s and 1 and 4 substeps: detectors have to stay silent.
    #[arg(long)]
    pub controls: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

pub(super) fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value.is_finite() && value > 0.0 => Ok(value),
        _ => Err("expected a number greater than 0".to_owned()),
    }
}

pub(super) fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((path, value)) if !path.trim().is_empty() && !value.trim().is_empty() => {
            Ok((path.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("expected PATH=VALUE, such as solver.velocity_iterations=4".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent_and_every_subcommand_has_an_example() {
        let command = Args::command();
        command.clone().debug_assert();
        for sub in command.get_subcommands().filter(|s| s.get_name() != "help") {
            let help = sub.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Example"), "`{}` has no example in its help", sub.get_name());
        }
    }
}

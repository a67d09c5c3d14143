//! `jitterscope schema`: the JSON Schema of preset files, for editors that complete and check while one types.

use crate::preset::Preset;
use std::io::{self, Write};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
                        jitterscope schema > preset.schema.json\n\n\
                        In VS Code: \"json.schemas\": [{\"fileMatch\": [\"presets/*.json\"], \"url\": \"./preset.schema.json\"}]")]
pub(super) struct SchemaArgs {}

/// Prints the schema.
pub(super) fn run(_args: &SchemaArgs) -> ExitCode {
    let mut out = io::stdout().lock();
    match writeln!(out, "{:#}", Preset::json_schema()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

//! `jitterscope check`: is a preset file right? Names every problem with its file, line and JSON path.

use crate::preset::{self, Problems};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
                        jitterscope check my-scene.json\n  \
                        jitterscope check --json presets/*.json\n\n\
                        Exit status 1 when any file has a problem.")]
pub(super) struct CheckArgs {
    /// Preset files.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// Checks all files, even after one of them turned out wrong.
pub(super) fn run(args: &CheckArgs) -> ExitCode {
    let results: Vec<(String, Result<(), Problems>)> =
        args.files.iter().map(|file| (file.display().to_string(), examine(file))).collect();
    let out = &mut io::stdout().lock();
    let written = if args.json { write_json(out, &results) } else { write_lines(out, &results) };
    // A reader that went away (`| head`) is no failure of the files.
    let is_written = written.is_ok_and(|()| out.flush().is_ok());
    let is_right = results.iter().all(|(_, result)| result.is_ok());
    if is_right && is_written { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reads a file and builds every variant: what `check` accepts, `run` can run.
fn examine(file: &std::path::Path) -> Result<(), Problems> {
    let preset = preset::load(file)?;
    for variant in std::iter::once(None).chain(preset.variants.names().map(Some)) {
        preset.instantiate(variant)?;
    }
    Ok(())
}

/// `file:line: /json/path: message`, as editors and compilers write it, so that a click leads there.
fn write_lines(out: &mut dyn Write, results: &[(String, Result<(), Problems>)]) -> io::Result<()> {
    for (file, result) in results {
        let Err(problems) = result else {
            writeln!(out, "{file}: ok")?;
            continue;
        };
        for problem in problems.iter() {
            match problem.line {
                Some(line) => write!(out, "{file}:{line}: ")?,
                None => write!(out, "{file}: ")?,
            }
            if !problem.path.is_empty() {
                write!(out, "{}: ", problem.path)?;
            }
            writeln!(out, "{}", problem.message)?;
        }
    }
    Ok(())
}

fn write_json(out: &mut dyn Write, results: &[(String, Result<(), Problems>)]) -> io::Result<()> {
    let files: Vec<Value> = results
        .iter()
        .map(|(file, result)| {
            let problems: Vec<Value> = result
                .as_ref()
                .err()
                .iter()
                .flat_map(|problems| problems.iter())
                .map(|problem| json!({"path": problem.path, "line": problem.line, "message": problem.message}))
                .collect();
            json!({"file": file, "ok": result.is_ok(), "problems": problems})
        })
        .collect();
    writeln!(out, "{:#}", Value::from(files))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::Problem;

    #[test]
    fn each_problem_is_one_line_with_its_place() {
        let problem = Problem { path: "/scene".to_owned(), line: Some(3), message: "wrong".to_owned() };
        let results = [("a.json".to_owned(), Ok(())), ("b.json".to_owned(), Err(Problems(vec![problem])))];
        let mut lines = Vec::new();
        write_lines(&mut lines, &results).unwrap();
        assert_eq!(String::from_utf8(lines).unwrap(), "a.json: ok\nb.json:3: /scene: wrong\n");
        let mut text = Vec::new();
        write_json(&mut text, &results).unwrap();
        let value: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(value[1]["problems"][0]["path"], "/scene");
    }
}

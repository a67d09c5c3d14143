//! `jitterscope [FILE]`: hands over to the window, or says why there is none.

use super::Outcome;
use super::args::{Args, HEADLESS};
use super::fail::Failure;
use clap::CommandFactory;
use std::path::Path;

/// Opens the window, on a preset file if given, and returns when it is closed.
pub type OpenApp = fn(Option<&Path>) -> Result<(), String>;

pub(super) fn open(file: Option<&Path>, open_app: Option<OpenApp>) -> Outcome {
    if let Some(file) = file
        && !file.exists()
    {
        return Err(Failure::usage(missing(file)));
    }
    let Some(open_app) = open_app else {
        return Err(Failure::usage(format!("this build has no window (feature `app` is off). {HEADLESS}")));
    };
    if !has_display() {
        return Err(Failure::usage(format!("there is no display to open a window on. {HEADLESS}")));
    }
    open_app(file).map_err(|problem| Failure::usage(format!("the window could not be opened: {problem}. {HEADLESS}")))
}

/// Without a subcommand the first word is a file, so a mistyped command ends up here.
fn missing(file: &Path) -> String {
    let word = file.to_string_lossy();
    let commands: Vec<String> = Args::command().get_subcommands().map(|c| c.get_name().to_owned()).collect();
    format!(
        "`{word}` is neither a preset file nor a command. The commands are {}; `jitterscope list` shows the presets",
        commands.join(", ")
    )
}

/// On systems with X11 or Wayland the environment tells whether there is one to talk to.
fn has_display() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

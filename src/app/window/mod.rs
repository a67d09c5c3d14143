//! The window: panels, view, dialogs, keys. Reads the session and sends it commands; holds no physical quantity.

mod actions;
mod browser;
mod cards;
mod compare_panel;
mod dialogs;
mod documents;
mod edit;
mod files;
mod format;
mod inspector;
mod keys;
mod lesson_panel;
mod microscope;
mod overlay_state;
mod overlays_panel;
mod pair;
mod picker;
mod plot_quantity;
mod plots;
mod recording_card;
mod settings_panel;
mod shell;
mod status;
mod stops_panel;
mod sweep_panel;
mod theme;
mod timeline_bar;
mod toolbar;
mod ui_state;
mod view_input;
mod viewport;
mod widgets;

pub use files::{FileDialogs, Folders, NoDialogs, Purpose, SystemDialogs};
pub use shell::{Setup, Shell};
pub use ui_state::{Tab, UiState};

use std::fmt;
use std::path::PathBuf;

/// Why the window could not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppError {
    /// There is no display to open it on.
    NoDisplay,
    /// There is one, but no window came of it.
    Window(String),
}

impl fmt::Display for AppError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let instead =
            "without a window these work: `jitterscope run`, `verify`, `render`, `list`, `check` (see --help)";
        match self {
            Self::NoDisplay => write!(f, "there is no display to open a window on; {instead}"),
            Self::Window(why) => write!(f, "the window cannot be opened ({why}); {instead}"),
        }
    }
}

impl std::error::Error for AppError {}

/// Opens the window, on a preset file if given, and returns when it is closed.
pub fn run(file: Option<PathBuf>) -> Result<(), AppError> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(all(unix, not(target_os = "macos")))
        && !["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(is_set)
    {
        return Err(AppError::NoDisplay);
    }
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_inner_size([1280.0, 720.0])
            .with_min_inner_size([960.0, 560.0])
            .with_title("Jitterscope")
            .with_app_id("jitterscope")
            .with_drag_and_drop(true),
        renderer: eframe::Renderer::Glow,
        ..Default::default()
    };
    let setup = Setup {
        file,
        state_path: UiState::default_path(),
        folders: Folders::of_user(),
        dialogs: Box::new(SystemDialogs),
    };
    eframe::run_native(
        "Jitterscope",
        options,
        Box::new(move |cc| {
            let mut shell = Shell::new(cc.gl.clone(), setup)?;
            shell.install(&cc.egui_ctx);
            Ok(Box::new(shell))
        }),
    )
    .map_err(|error| AppError::Window(error.to_string()))
}

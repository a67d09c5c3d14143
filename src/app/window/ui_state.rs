//! What the window remembers between starts. Kept as JSON in the user's configuration folder.

use super::overlay_state;
use super::plot_quantity::{DEFAULT_PLOTS, PlotQuantity};
use crate::overlay::OverlayOptions;
use serde::{Deserialize, Serialize};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The tab of the right panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tab {
    #[default]
    Settings,
    Overlays,
    Inspector,
    Pair,
    /// The row microscope.
    Rows,
    Lesson,
    Compare,
    Stops,
    Sweep,
}

impl Tab {
    /// Needs more room than a column of settings. Where the window is narrow, the browser makes way for it.
    pub const fn is_wide(self) -> bool {
        !matches!(self, Self::Lesson | Self::Settings | Self::Overlays | Self::Inspector)
    }
}

/// Everything that is saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct UiState {
    pub is_dark: bool,
    pub has_panels: bool,
    pub has_plots: bool,
    /// What the plots show, from left to right.
    pub plots: [PlotQuantity; 3],
    pub tab: Tab,
    /// The welcome card was read.
    pub is_welcomed: bool,
    #[serde(with = "overlay_state")]
    pub overlays: OverlayOptions,
    /// Files that were open, the latest first.
    pub recent: Vec<PathBuf>,
}

impl Default for UiState {
    fn default() -> Self {
        Self {
            is_dark: true,
            has_panels: true,
            has_plots: true,
            plots: DEFAULT_PLOTS,
            tab: Tab::Settings,
            is_welcomed: false,
            overlays: OverlayOptions::default(),
            recent: Vec::new(),
        }
    }
}

impl UiState {
    /// Where the state lies: the platform's folder for configurations.
    pub fn default_path() -> Option<PathBuf> {
        let var = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let folder = if cfg!(target_os = "windows") {
            var("APPDATA")
        } else if cfg!(target_os = "macos") {
            var("HOME").map(|home| home.join("Library/Application Support"))
        } else {
            var("XDG_CONFIG_HOME").or_else(|| var("HOME").map(|home| home.join(".config")))
        };
        folder.map(|f| f.join("jitterscope").join("window.json"))
    }

    /// The saved state, or the default with a note when the file cannot be understood.
    pub fn load(path: &Path) -> (Self, Option<String>) {
        match std::fs::read_to_string(path) {
            Err(_) => (Self::default(), None),
            Ok(text) => match serde_json::from_str(&text) {
                Ok(state) => (state, None),
                Err(error) => {
                    (Self::default(), Some(format!("{} is not readable ({error}): starting afresh", path.display())))
                }
            },
        }
    }

    /// Writes beside the file and renames, so that a crash leaves the old one whole.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let beside = path.with_extension("json.tmp");
        let mut file = std::fs::File::create(&beside)?;
        file.write_all(serde_json::to_string_pretty(self)?.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::Overlay;

    #[test]
    fn what_is_saved_comes_back_and_a_broken_file_is_survived() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deeper/window.json");
        assert_eq!(UiState::load(&path), (UiState::default(), None));
        let mut state = UiState { is_dark: false, tab: Tab::Overlays, ..UiState::default() };
        state.overlays.set_shown(Overlay::Friction, true);
        state.overlays.set_scale(Overlay::Friction, 2.5);
        state.save(&path).unwrap();
        assert_eq!(UiState::load(&path), (state, None));
        std::fs::write(&path, "{ not json").unwrap();
        let (fresh, note) = UiState::load(&path);
        assert_eq!(fresh, UiState::default());
        assert!(note.unwrap().contains("window.json"));
    }
}

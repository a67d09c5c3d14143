//! What panels ask for: commands to the session, and things that concern the window alone.

use crate::session::Command;

/// One wish that a panel, a key or the mouse leaves in the queue; the shell carries it out after the panels were drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    Do(Command),
    OpenDialog,
    /// To the scene's own file; one that has none is asked for it.
    Save,
    SaveDialog,
    ExportDialog,
    /// The card of what differs from the file.
    ToggleChanges,
    ToggleGallery,
    TogglePresenter,
    SaveRecordingDialog,
    SaveTableDialog,
    /// The result sheet of a lesson, for this person.
    SaveSheetDialog(String),
    ToggleHelp,
    TogglePanels,
    ToggleMetrics,
    ToggleTheme,
    /// Camera to the selection, or to everything.
    FrameSelection,
    HomeCamera,
    /// Preset after (1) or before (−1) the open one.
    NextPreset(i32),
    /// Says something in the status line.
    Say(&'static str),
    /// Begins or ends editing the scene.
    ToggleEdit,
    Quit,
}

/// The queue.
pub type Actions = Vec<Action>;

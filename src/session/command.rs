//! What the user can ask for. The window, tests and scripts send these; `Session::apply` is the one place that acts.

use super::{
    AuthorWish, BranchId, CompareWish, Condition, FileWish, LessonMove, MicroscopeMove, Search, Selection, SweepWish,
};
use crate::math::Vec3;
use serde_json::Value;
use std::path::PathBuf;

/// Where a scene comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Id of a preset that ships with the program.
    Shipped(String),
    File(PathBuf),
    /// A scene that has no file yet, by its title.
    New(String),
}

impl Source {
    /// Short name for titles and lists.
    pub fn name(&self) -> String {
        match self {
            Self::Shipped(id) | Self::New(id) => id.clone(),
            Self::File(path) => {
                path.file_name().map_or_else(|| path.display(), |n| std::path::Path::new(n).display()).to_string()
            }
        }
    }
}

/// One wish of the user.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Loads a scene, paused at its start. When it cannot be loaded, what is open stays open.
    Open(Source),
    /// Restarts the scene as this variant (`None`: the preset itself). Camera and selection stay; settings changed by hand
    /// stay too, except those in which the two variants differ.
    SetVariant(Option<String>),
    Play,
    Pause,
    TogglePlay,
    /// Runs the recording backwards, up to its start.
    PlayBackwards,
    /// Pauses and advances by so many steps: within the recording the recorded ones, at its end new ones.
    Step(u32),
    /// Pauses and goes back by so many steps.
    StepBack(u32),
    /// Pauses and goes to a recorded step of the current branch.
    Seek(u64),
    /// Back to the start, with the settings as they are now. What was recorded stays.
    Restart,
    /// Plays these steps (first, last) over and over.
    SetLoop(Option<(u64, u64)>),
    /// Remembers the step that is shown.
    AddBookmark,
    RemoveBookmark(u64),
    /// Goes to a recorded step, or runs up to one that is still to come.
    RunTo(u64),
    /// Shows another branch, at the same step as far as it has one.
    SwitchBranch(BranchId),
    /// Memory that the recording may take, bytes.
    SetMemoryBudget(usize),
    /// Simulated seconds per real second.
    SetSpeed(f32),
    /// One step faster or slower in [`super::SPEEDS`].
    Faster,
    Slower,
    /// Acts on the running scene. Changes of one path up to [`Command::EndGesture`] are undone together.
    SetSetting {
        path: String,
        value: Value,
    },
    /// The end of a drag of a slider.
    EndGesture,
    /// Back to the value that the preset or its variant gives.
    ResetSetting(String),
    ResetAllSettings,
    Undo,
    Redo,
    Select(Selection),
    /// Takes hold of a body at a world point.
    GrabStart {
        body: u32,
        point: Vec3,
    },
    GrabMove(Vec3),
    GrabEnd,
    /// Throws a ball from a point along a unit direction.
    Shoot {
        origin: Vec3,
        direction: Vec3,
    },
    /// Writes the open preset with the settings as they are now; from then on this is its file.
    SaveAs(PathBuf),
    /// Saving, going back, unsaved work.
    File(FileWish),
    DismissProblem,
    /// Looks into the step that is shown, and walks through it.
    Microscope(MicroscopeMove),
    /// Sets one condition at which the run halts; the bound is in the condition's unit.
    SetStop {
        condition: Condition,
        bound: f64,
        is_enabled: bool,
    },
    /// Takes the lesson of the open scene.
    Lesson(LessonMove),
    /// Pauses, goes to a recorded step at which a stop acts, and selects what it was.
    FindStop(Search),
    /// Two runs from the same recorded start, and where they part.
    Compare(CompareWish),
    /// A number against one setting or two.
    Sweep(SweepWish),
    /// Writes what was recorded: the preset, everything that came in from outside, and a hash per step.
    SaveRecording(PathBuf),
    /// Runs a recording again beside the window, and shows it when it is ready.
    OpenRecording(PathBuf),
    CancelOpening,
    /// Writes the numbers of every step of the current branch as CSV.
    SaveTable(PathBuf),
    /// Changes the document: what the scene is at its start.
    Author(AuthorWish),
}

impl Command {
    /// Whether the document may be another one afterwards. Those that come with every movement of the mouse, and those that
    /// only look, are named: whatever else there is may change it.
    pub(super) const fn may_change_document(&self) -> bool {
        !matches!(
            self,
            Self::Play
                | Self::Pause
                | Self::TogglePlay
                | Self::PlayBackwards
                | Self::Step(_)
                | Self::StepBack(_)
                | Self::SetSpeed(_)
                | Self::Faster
                | Self::Slower
                | Self::Select(_)
                | Self::GrabStart { .. }
                | Self::GrabMove(_)
                | Self::GrabEnd
                | Self::Shoot { .. }
                | Self::EndGesture
                | Self::DismissProblem
                | Self::Microscope(_)
                | Self::File(_)
                | Self::Lesson(_)
        )
    }
}

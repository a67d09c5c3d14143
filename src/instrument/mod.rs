//! Watching a run: the recorder, numbers about what it saw, and the files it can be written to.
//!
//! Everything downstream (detectors, plots, overlays, the command line) reads the plain values of [`record`] and
//! never the world.

mod drift;
pub mod export;
pub mod extremes;
pub mod frame_loop;
mod interpolation;
pub mod metric_table;
pub mod metrics;
pub mod record;
mod recorder;
mod row_log;
mod timing;

pub use drift::{AnchorDrift, AngleDrift, Drift};
pub use record::{
    BodyInfo, BodyKind, BodyRecord, ContactRecord, Energy, FrameRecord, JointInfo, JointRecord, Recording, RunHeader,
    StepRecord,
};
pub use recorder::{Recorder, RecorderOptions};
pub use row_log::{GatheringSample, RowLog, RowSample, StageSample};
pub use timing::{StageTimes, Stopwatch};

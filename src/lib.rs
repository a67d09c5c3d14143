//! Jitterscope: an interactive physics sandbox and artifact debugger.
//!
//! It runs its own 3D rigid-body core in the open. Every approximation of a game physics engine can be switched and
//! turned while a scene runs; artifacts are reproduced as presets, measured by detectors, and cured.
//!
//! # Code map
//!
//! ```text
//! math ← geometry ← collision ← dynamics ← { instrument, preset } ← artifact ← session ← overlay ← { cli, app }
//! ```
//!
//! A folder may import anything to its left and nothing to its right; the two in braces do not import each other.
//! `main.rs` joins `cli` and `app`. `tests/architecture.rs` fails on an arrow against the picture.
//!
//! - `math`: poses, inertia tensors, tangent bases.
//! - `geometry`: shapes as pure values, with mass properties, bounds and ray casts.
//! - `collision`: pure functions of shapes and poses: broad phases, SAT with Gauss-map pruning, GJK, EPA, clipping,
//!   manifolds with feature ids; `pair/` has one file per shape pair.
//! - `dynamics`: the world and the step (`step.rs` is the page to begin with). `solver/row.rs` is the only place where an
//!   accumulated impulse changes; each solver method has one file; each joint has one file with the same quartet.
//! - `instrument`: the recorder (a `Probe`), records, metrics, trace and CSV.
//! - `preset`: the JSON scenes: schema, load with all problems, instantiate, save; `edit/` makes one document from another.
//! - `artifact`: the catalogue, one detector per artifact, verdicts, the runner behind `verify`, and sweeps.
//! - `session`: the headless model of the running tool: commands, time control, selection, undo; `files/` knows what is not
//!   saved and keeps it safe; `author/` has what an author can wish, the warnings, and numbers as people type them;
//!   `microscope/` takes one recorded step apart, row by row.
//! - `overlay`: records and selection to drawing primitives; pure.
//! - `cli`: the command line.
//! - `app`: the window and the headless renderer; the only place that names egui and three-d.
//!
//! # Invariants
//!
//! - After creation a [`dynamics::World`] changes only through `step` and `apply(WorldEdit)`.
//! - The same start gives the same bits: again, watched by a probe, restored from a snapshot, on any number of threads.
//! - Detectors read records, never the world; a number is computed from motion, never from settings.
//! - A step in the steady state allocates nothing.
//! - SI units, radians, Y up, right-handed; normals point from A to B; separation is negative when overlapping.

#[cfg(feature = "render")]
pub mod app;
pub mod artifact;
pub mod cli;
pub mod collision;
pub mod dynamics;
pub mod geometry;
pub mod instrument;
pub mod math;
pub mod overlay;
pub mod preset;
pub mod session;

//! A sweep of the open scene: its cells are run beside the window and come in as they are done.

use super::compare::Choice;
use super::job::Job;
use super::{CompareWish, Problem, Session};
use crate::artifact::runner::Length;
use crate::artifact::sweep::{Axis, Cell, Measure, Shard, Sweep};
use serde_json::Value;
use std::sync::Arc;

/// What the user wants of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub enum SweepWish {
    /// Runs the open scene's variant, with the settings as they are now, over one setting or two. `measure` is the id of an
    /// artifact or a metric; without it the artifact that the preset is made for. `sets` are changed in all cells.
    Start { axes: Vec<Axis>, measure: Option<String>, sets: Vec<(String, Value)> },
    /// Stops; the cells that are done stay.
    Cancel,
    /// Forgets it.
    Close,
    /// Compares the open scene with a cell.
    OpenCell(usize),
}

/// The sweep of the open scene.
pub struct Sweeping {
    sweep: Arc<Sweep>,
    /// What the wish changed in all cells.
    shared: Vec<(String, Value)>,
    cells: Vec<Option<Cell>>,
    job: Option<Job<Cell>>,
}

impl Sweeping {
    pub fn sweep(&self) -> &Sweep {
        &self.sweep
    }

    /// In order; `None` while it is not done.
    pub fn cells(&self) -> &[Option<Cell>] {
        &self.cells
    }

    /// Share of the cells that are done, 0 to 1; `None` when nothing runs.
    pub fn progress(&self) -> Option<f32> {
        self.job.as_ref().map(|_| self.done() as f32 / self.cells.len().max(1) as f32)
    }

    pub fn done(&self) -> usize {
        self.cells.iter().flatten().count()
    }
}

impl Session {
    /// The sweep of the open scene, if one was asked for.
    pub const fn sweeping(&self) -> Option<&Sweeping> {
        self.sweeping.as_ref()
    }

    pub(super) fn sweep(&mut self, wish: SweepWish) {
        match wish {
            SweepWish::Start { axes, measure, sets } => {
                if let Err(problem) = self.start_sweep(axes, measure.as_deref(), sets) {
                    let advice = "Change the range, or choose something else to measure.";
                    self.problem = Some(Problem::new("This sweep cannot be run", advice).with("", problem));
                }
            }
            SweepWish::Cancel => {
                if let Some(sweeping) = &mut self.sweeping {
                    sweeping.job = None;
                }
            }
            SweepWish::Close => self.sweeping = None,
            SweepWish::OpenCell(index) => {
                let Some(sweeping) = self.sweeping.as_ref().filter(|s| index < s.cells.len()) else { return };
                let paths = sweeping.sweep.axes.iter().map(|axis| axis.path.clone());
                let own = paths.zip(sweeping.sweep.values(index));
                let sets = sweeping.shared.iter().cloned().chain(own).collect();
                let choice = Choice { variant: sweeping.sweep.variant.clone(), sets };
                self.compare(CompareWish::With { choice, start: 0 });
            }
        }
    }

    fn start_sweep(
        &mut self,
        axes: Vec<Axis>,
        measure: Option<&str>,
        sets: Vec<(String, Value)>,
    ) -> Result<(), String> {
        let Some(run) = &self.run else { return Ok(()) };
        let name = run.source().name();
        let changed = run.changed_paths().into_iter().filter_map(|path| Some((path.clone(), run.setting(&path)?)));
        let sweep = Sweep {
            measure: Measure::find(measure, &name)?,
            preset: run.shared_preset(),
            variant: run.variant().map(str::to_owned),
            sets: changed.chain(sets.iter().cloned()).collect(),
            axes,
            length: Length::of(run.preset()),
            name,
        };
        sweep.check()?;
        self.set_playing(false);
        let count = sweep.cell_count();
        let sweep = Arc::new(sweep);
        let own = sweep.clone();
        let job = Job::start(count as u64, move |desk| {
            own.run(Shard::ALL, &desk.is_cancelled, &|cell| desk.send(cell.clone()));
        });
        self.sweeping = Some(Sweeping { sweep, shared: sets, cells: vec![None; count], job });
        Ok(())
    }

    /// Takes the cells that are done; whether there were any.
    pub(super) fn tick_sweeping(&mut self) -> bool {
        let Some(sweeping) = &mut self.sweeping else { return false };
        let Some(job) = &sweeping.job else { return false };
        let cells = job.take();
        let has_news = !cells.is_empty();
        sweeping.put(cells);
        has_news
    }

    /// Waits until all cells are done.
    #[cfg(test)]
    pub(super) fn wait_for_sweep(&mut self) {
        while let Some(cell) = self.sweeping.as_ref().and_then(|s| s.job.as_ref()).and_then(Job::wait) {
            if let Some(sweeping) = &mut self.sweeping {
                sweeping.put(vec![cell]);
            }
        }
    }
}

impl Sweeping {
    fn put(&mut self, cells: Vec<Cell>) {
        for cell in cells {
            let index = cell.index;
            self.cells[index] = Some(cell);
        }
        if self.done() == self.cells.len() {
            self.job = None;
        }
    }
}

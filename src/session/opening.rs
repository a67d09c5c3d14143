//! Recordings in the session: saving one, and opening one, which runs it again beside the window.

use super::job::Job;
use super::saved::{Replayed, SavedRun};
use super::{Problem, Sample, Session};
use std::path::Path;

/// A recording that is being run again.
pub(super) struct Opening {
    name: String,
    job: Job<Result<Option<Replayed>, Problem>>,
}

impl Session {
    /// The recording that is being opened: its name, and the share that is done.
    pub fn opening(&self) -> Option<(&str, f32)> {
        self.opening.as_ref().map(|opening| (opening.name.as_str(), opening.job.progress()))
    }

    pub(super) fn save_recording(&mut self, path: &Path) {
        let Some(run) = &self.run else { return };
        let saved = SavedRun::of(run);
        match saved.write(path) {
            Ok(()) => self.note = Some(format!("Recording of {} steps saved to {}", saved.steps(), path.display())),
            Err(error) => {
                let advice = "Choose another folder, or check that it can be written to.";
                self.problem = Some(Problem::new("The recording was not saved", advice).with("", error.to_string()));
            }
        }
    }

    pub(super) fn save_table(&mut self, path: &Path) {
        let Some(run) = &self.run else { return };
        let timeline = run.timeline();
        let mut text = format!("{}\n", Sample::CSV_COLUMNS);
        for note in (0..=timeline.end()).filter_map(|step| timeline.note(step)) {
            text.push_str(&note.sample.csv_row());
            text.push('\n');
        }
        match std::fs::write(path, text) {
            Ok(()) => self.note = Some(format!("Numbers of {} steps saved to {}", timeline.end(), path.display())),
            Err(error) => {
                let advice = "Choose another folder, or check that it can be written to.";
                let place = path.display().to_string();
                self.problem = Some(Problem::new("The numbers were not saved", advice).with(place, error.to_string()));
            }
        }
    }

    pub(super) fn open_recording(&mut self, path: &Path) {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        match SavedRun::read(path) {
            Ok(saved) => {
                self.set_playing(false);
                let job = Job::start(saved.steps(), move |desk| {
                    desk.send(saved.replay(false, &desk.is_cancelled, &|done| desk.report(done)));
                });
                self.opening = job.map(|job| Opening { name, job });
            }
            Err(error) => {
                let place = if error.line == 0 { String::new() } else { format!("line {}", error.line) };
                self.problem = Some(
                    Problem::new(
                        format!("“{name}” cannot be opened"),
                        "What is open stays open. If the file was copied or sent, try to get it again.",
                    )
                    .with(place, error.problem),
                );
            }
        }
    }

    pub(super) fn cancel_opening(&mut self) {
        self.opening = None;
    }

    /// Shows the recording when it is ready; whether it was.
    pub(super) fn tick_opening(&mut self) -> bool {
        let Some(result) = self.opening.as_ref().and_then(|opening| opening.job.take().pop()) else { return false };
        self.finish_opening(result);
        true
    }

    fn finish_opening(&mut self, result: Result<Option<Replayed>, Problem>) {
        self.opening = None;
        match result {
            Ok(Some(replayed)) => {
                self.show_run(replayed.run);
                if let Some(difference) = replayed.difference {
                    let advice = "This build of the program does not repeat the recording. Up to that step it is what \
                                  was recorded; from there on it is what this build makes of it.";
                    self.problem = Some(Problem::new("The recording comes out differently", advice).with(
                        format!("branch {}, step {}", difference.branch.0, difference.step),
                        match difference.found {
                            Some(found) => {
                                format!("its hash was {:016x} and now is {found:016x}", difference.recorded)
                            }
                            None => "the step cannot be made any more".to_owned(),
                        },
                    ));
                }
            }
            Ok(None) => {}
            Err(problem) => self.problem = Some(problem),
        }
    }

    /// Waits for the recording that is being opened.
    #[cfg(test)]
    pub(super) fn wait_for_opening(&mut self) {
        if let Some(result) = self.opening.as_ref().and_then(|opening| opening.job.wait()) {
            self.finish_opening(result);
        }
    }
}

//! The window and files: opening, saving, and asking before work is lost.

use super::Shell;
use crate::app::window::actions::Action;
use crate::app::window::dialogs::{self, Read};
use crate::app::window::documents::{self, ChangesWish, Choice, Found, Next};
use crate::app::window::files::{self, Answer, PathQuestion, Purpose};
use crate::app::window::ui_state::Tab;
use crate::preset::import::can_import;
use crate::session::{AuthorWish, Command, FileWish, LessonMove, Run, Source};
use egui::{Ui, ViewportCommand};
use std::path::PathBuf;

/// Questions about files that are open.
#[derive(Default)]
pub(super) struct Filing {
    /// What unsaved work stands in the way of.
    next: Option<Next>,
    /// What goes on as soon as the scene has been saved to the file that is being asked for.
    after_save: Option<Next>,
    pub is_changes_open: bool,
    /// Work that was found is not asked about again in this start.
    is_later: bool,
    may_close: bool,
    /// Whose result sheet is being saved.
    who: String,
    /// As the window's frame says it.
    title: String,
}

impl Shell {
    /// Opens a scene or a recording; asks first when that would lose work.
    pub(super) fn open(&mut self, source: Source) {
        if let Source::File(path) = &source
            && can_import(path)
        {
            return self.edit.open_import(path.clone());
        }
        if self.session.has_unsaved_work() {
            self.filing.next = Some(Next::Open(source));
        } else {
            self.open_now(source);
        }
    }

    /// Puts a new scene into the window; asks first when that would lose work.
    pub(super) fn make(&mut self, wish: AuthorWish) {
        if self.session.has_unsaved_work() {
            self.filing.next = Some(Next::Make(wish));
        } else {
            self.make_now(wish);
        }
    }

    fn make_now(&mut self, wish: AuthorWish) {
        self.session.apply(Command::Author(wish));
        (self.state.tab, self.state.has_panels) = (Tab::Inspector, true);
        self.arrive();
    }

    fn open_now(&mut self, source: Source) {
        if let Source::File(path) = &source
            && files::is_recording(path)
        {
            self.session.apply(Command::OpenRecording(path.clone()));
            return;
        }
        self.session.apply(Command::Open(source.clone()));
        if self.session.run().is_some_and(|run| *run.source() == source) {
            self.arrive();
        }
    }

    /// Another scene is open: its camera, its overlays.
    pub(super) fn arrive(&mut self) {
        self.go_home();
        self.show_what_to_watch();
    }

    /// What has to do with files among the wishes of panels and keys.
    pub(super) fn file_action(&mut self, ui: &Ui, action: &Action) {
        let stem = self.session.run().map(|run| run.source().name().trim_end_matches(".json").to_owned());
        let Some(stem) = stem else {
            if *action == Action::OpenDialog {
                self.ask(ui, Purpose::Open, String::new());
            }
            return;
        };
        match action {
            Action::OpenDialog => self.ask(ui, Purpose::Open, String::new()),
            Action::Save => self.save(ui, None),
            Action::SaveDialog => self.ask(ui, Purpose::Save, self.suggestion(&stem)),
            Action::ExportDialog => self.ask(ui, Purpose::Export, format!("{stem}-copy.json")),
            Action::SaveRecordingDialog => self.ask(ui, Purpose::SaveRecording, format!("{stem}-run.jsonl.gz")),
            Action::SaveTableDialog => self.ask(ui, Purpose::SaveTable, format!("{stem}-numbers.csv")),
            Action::SaveSheetDialog(who) => {
                self.filing.who = who.clone();
                self.ask(ui, Purpose::SaveSheet, format!("{stem}-results.md"));
            }
            Action::ToggleChanges => self.filing.is_changes_open = !self.filing.is_changes_open,
            _ => {}
        }
    }

    /// Where a scene that is no file of the user's yet would go: into the folder of the user's presets.
    fn suggestion(&self, stem: &str) -> String {
        let name = match self.session.run().map(Run::source) {
            Some(Source::New(_)) => format!("{}.json", stem.trim()),
            _ => format!("{stem}-mine.json"),
        };
        self.folders.presets.as_ref().map_or(name.clone(), |folder| folder.join(name).display().to_string())
    }

    /// To the scene's own file, or asks for one; then goes on with what waited for it.
    fn save(&mut self, ui: &Ui, then: Option<Next>) {
        let Some(source) = self.session.run().map(|run| run.source().clone()) else { return };
        if let Source::File(_) = source {
            self.session.apply(Command::File(FileWish::Save));
            self.go_on(ui, then);
        } else {
            self.filing.after_save = then;
            let stem = source.name();
            self.ask(ui, Purpose::Save, self.suggestion(&stem));
        }
    }

    /// What waited for unsaved work to be dealt with; not when saving failed.
    fn go_on(&mut self, ui: &Ui, then: Option<Next>) {
        if !self.session.has_unsaved_work()
            && let Some(next) = then
        {
            self.leave(ui, next);
        }
    }

    fn leave(&mut self, ui: &Ui, next: Next) {
        match next {
            Next::Quit => {
                self.session.apply(Command::File(FileWish::ForgetUnsaved));
                self.filing.may_close = true;
                ui.ctx().send_viewport_cmd(ViewportCommand::Close);
            }
            Next::Open(source) => self.open_now(source),
            Next::Make(wish) => self.make_now(wish),
            Next::Revert => self.session.apply(Command::File(FileWish::Revert)),
        }
    }

    fn ask(&mut self, ui: &Ui, purpose: Purpose, suggestion: String) {
        self.question = Some(PathQuestion::new(purpose, suggestion, self.dialogs.as_ref(), ui.ctx()));
    }

    fn answer(&mut self, ui: &Ui, purpose: Purpose, path: PathBuf) {
        match purpose {
            Purpose::Open => self.open(Source::File(path)),
            Purpose::Save => {
                self.make_room_for(&path);
                self.session.apply(Command::SaveAs(path));
                let then = self.filing.after_save.take();
                self.go_on(ui, then);
            }
            Purpose::Export => self.session.apply(Command::File(FileWish::Export(path))),
            Purpose::SaveTable => self.session.apply(Command::SaveTable(path)),
            Purpose::SaveSheet => {
                let who = std::mem::take(&mut self.filing.who);
                self.session.apply(Command::Lesson(LessonMove::SaveSheet { path, who }));
            }
            Purpose::SaveRecording => self.session.apply(Command::SaveRecording(path)),
        }
    }

    /// The folder of the user's presets is made when the first one is saved there.
    fn make_room_for(&self, path: &std::path::Path) {
        if let Some(folder) = self.folders.presets.as_deref().filter(|folder| path.starts_with(folder)) {
            // If it cannot be made, saving says so.
            let _ = std::fs::create_dir_all(folder);
        }
    }

    /// Cards about files, the most urgent one only.
    pub(super) fn filing_ui(&mut self, ui: &Ui) {
        let ctx = ui.ctx().clone();
        if let Some(question) = &mut self.question {
            let purpose = question.purpose;
            match dialogs::path_ui(&ctx, question) {
                Answer::Pending => {}
                Answer::Cancelled => (self.question, self.filing.after_save) = (None, None),
                Answer::Path(path) => {
                    self.question = None;
                    self.answer(ui, purpose, path);
                }
            }
        } else if let Some(next) = self.filing.next.clone() {
            if let Some(choice) = documents::unsaved_ui(&ctx, &self.session, &next) {
                self.filing.next = None;
                match choice {
                    Choice::Save => self.save(ui, Some(next)),
                    Choice::Discard => self.leave(ui, next),
                    Choice::Cancel => {}
                }
            }
        } else if self.filing.is_changes_open {
            match documents::changes_ui(&ctx, &self.session) {
                None => {}
                Some(ChangesWish::Close) => self.filing.is_changes_open = false,
                Some(ChangesWish::Save) => self.save(ui, None),
                Some(ChangesWish::SaveAs) => self.file_action(ui, &Action::SaveDialog),
                Some(ChangesWish::Revert) => self.filing.next = Some(Next::Revert),
            }
        } else if self.offers_found_work() {
            self.found_ui(&ctx);
        }
        if let Some(problem) = self.session.problem() {
            match dialogs::problem_ui(&ctx, problem, self.session.good_parts()) {
                Read::Pending => {}
                Read::Done => self.session.apply(Command::DismissProblem),
                Read::OpenGoodParts => {
                    self.session.apply(Command::File(FileWish::OpenGoodParts));
                    self.arrive();
                }
            }
        }
    }

    fn found_ui(&mut self, ctx: &egui::Context) {
        match documents::recovery_ui(ctx, self.session.found_work()) {
            None => {}
            Some(Found::Later) => self.filing.is_later = true,
            Some(Found::Discard(id)) => self.session.apply(Command::File(FileWish::Discard(id))),
            Some(Found::Recover(id)) => {
                self.session.apply(Command::File(FileWish::Recover(id)));
                self.filing.is_later = self.session.problem().is_none();
                self.arrive();
            }
        }
    }

    fn offers_found_work(&self) -> bool {
        !self.filing.is_later && !self.session.found_work().is_empty() && !self.is_help_open
    }

    pub(super) fn is_file_card_open(&self) -> bool {
        self.question.is_some()
            || self.filing.next.is_some()
            || self.filing.is_changes_open
            || self.offers_found_work()
            || self.session.problem().is_some()
    }

    /// Files that were opened or saved, for the list of recent ones.
    fn note_recent(&mut self) {
        if let Some(Source::File(path)) = self.session.run().map(Run::source)
            && self.state.recent.first() != Some(path)
        {
            let path = path.clone();
            self.state.recent.retain(|other| *other != path);
            self.state.recent.insert(0, path);
            self.state.recent.truncate(12);
        }
    }

    /// Holds the window open while work would be lost, and writes the scene's name into its frame.
    pub(super) fn watch_frame(&mut self, ui: &Ui) {
        let ctx = ui.ctx();
        if ctx.input(|i| i.viewport().close_requested()) && !self.filing.may_close && self.session.has_unsaved_work() {
            ctx.send_viewport_cmd(ViewportCommand::CancelClose);
            self.filing.next = Some(Next::Quit);
        }
        self.note_recent();
        let mark = if self.session.is_changed() { " •" } else { "" };
        let title = self
            .session
            .run()
            .map_or_else(|| "Jitterscope".to_owned(), |run| format!("{}{mark} – Jitterscope", run.preset().title));
        if title != self.filing.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.filing.title = title;
        }
        if let Some(wait) = self.session.next_look() {
            ctx.request_repaint_after(wait);
        }
    }
}

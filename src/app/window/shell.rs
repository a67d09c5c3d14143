//! The window: lets time pass, and carries out what panels, keys and mouse asked for.

mod filing;
mod layout;
mod presenter;

use super::actions::{Action, Actions};
use super::browser::{Browser, Picked};
use super::compare_panel::ComparePanel;
use super::edit::{self, EditMode};
use super::files::{FileDialogs, Folders, PathQuestion};
use super::lesson_panel::LessonPanel;
use super::microscope::MicroscopePanel;
use super::pair::PairPanel;
use super::plots::Pointed;
use super::settings_panel::SettingsPanel;
use super::stops_panel::StopsPanel;
use super::sweep_panel::SweepPanel;
use super::theme::{self};
use super::ui_state::{Tab, UiState};
use super::viewport::SceneView;
use super::{cards, keys};
use crate::app::scene::{RenderError, preset_view};
use crate::overlay::Overlay;
use crate::session::{AuthorWish, Command, FileWish, MicroscopeMove, Run, Selection, Session, Source};
use egui::Ui;
use filing::Filing;
use presenter::Presenter;
use std::path::PathBuf;
use std::sync::Arc;

/// What a start of the window is given.
pub struct Setup {
    /// A preset file to open instead of the first scene.
    pub file: Option<PathBuf>,
    /// Where the state of the window is kept; tests have no such place.
    pub state_path: Option<PathBuf>,
    pub folders: Folders,
    pub dialogs: Box<dyn FileDialogs>,
}

/// The whole program behind the window.
pub struct Shell {
    pub session: Session,
    pub state: UiState,
    pub view: SceneView,
    browser: Browser,
    settings: SettingsPanel,
    pair: PairPanel,
    lesson: LessonPanel,
    microscope: MicroscopePanel,
    compare: ComparePanel,
    stops: StopsPanel,
    sweep: SweepPanel,
    edit: EditMode,
    /// What the pointer is over in the plots.
    pointed: Pointed,
    dialogs: Box<dyn FileDialogs>,
    question: Option<PathQuestion>,
    filing: Filing,
    presenter: Presenter,
    folders: Folders,
    is_help_open: bool,
    is_gallery_open: bool,
    is_installed: bool,
    /// What the window has to say in the status line, and until when (s).
    note: Option<(String, f64)>,
    state_path: Option<PathBuf>,
    saved_state: UiState,
}

impl Shell {
    /// `gl` has to be current; without it nothing is drawn where the scene would be.
    pub fn new(gl: Option<Arc<glow::Context>>, setup: Setup) -> Result<Self, RenderError> {
        let (state, note) = setup.state_path.as_deref().map(UiState::load).unwrap_or_default();
        let view = SceneView::new(gl)?;
        let folders = &setup.folders;
        let browser = Browser::new(view.renderer(), folders.cache.clone(), folders.presets.clone());
        let mut shell = Self {
            session: Session::new(),
            view,
            browser,
            settings: SettingsPanel::default(),
            pair: PairPanel::default(),
            lesson: LessonPanel::default(),
            microscope: MicroscopePanel::default(),
            compare: ComparePanel::default(),
            stops: StopsPanel::default(),
            sweep: SweepPanel::default(),
            edit: EditMode::default(),
            pointed: None,
            dialogs: setup.dialogs,
            question: None,
            filing: Filing::default(),
            presenter: Presenter::default(),
            folders: setup.folders,
            is_help_open: false,
            is_gallery_open: false,
            is_installed: false,
            note: note.map(|text| (text, 30.0)),
            state_path: setup.state_path,
            saved_state: state.clone(),
            state,
        };
        if let Some(folder) = shell.folders.unsaved.clone() {
            shell.session.apply(Command::File(FileWish::KeepUnsavedIn(folder)));
        }
        match (setup.file, shell.browser.first(shell.state.is_welcomed)) {
            (Some(file), _) => shell.open(Source::File(file)),
            (None, Some(source)) => {
                shell.open(source);
                if !shell.state.is_welcomed {
                    // The very first sight is something that moves.
                    shell.session.apply(Command::Play);
                }
            }
            (None, None) => {}
        }
        Ok(shell)
    }

    /// Fonts and both themes. They take effect with the next frame.
    pub fn install(&mut self, ctx: &egui::Context) {
        theme::install(ctx);
        ctx.set_theme(if self.state.is_dark { egui::Theme::Dark } else { egui::Theme::Light });
        self.is_installed = true;
    }

    /// One frame of the whole window.
    pub fn show(&mut self, ui: &mut Ui) {
        if !self.is_installed {
            self.install(ui.ctx());
            ui.ctx().request_repaint();
            return;
        }
        let mut actions = Actions::new();
        self.read_input(ui, &mut actions);
        let dt = ui.input(|i| i.stable_dt);
        let has_moved = self.session.tick(dt);
        self.browser.work(ui, self.session.is_playing(), &self.state.recent);
        self.panels_ui(ui, &mut actions);
        for action in actions {
            self.act(ui, action);
        }
        self.dialogs_ui(ui);
        self.watch_frame(ui);
        self.save_state(ui);
        if has_moved || self.session.is_playing() || self.session.is_working() {
            ui.ctx().request_repaint();
        }
    }

    /// The preset's own camera, or all that moves.
    fn go_home(&mut self) {
        self.view.update(&self.session, &self.state.overlays);
        let Some(run) = self.session.run() else { return };
        let (center, radius) = self.view.extent();
        let mut camera = self.view.camera;
        (camera.yaw, camera.pitch) = (0.6, 0.3);
        camera.frame(center, radius);
        self.view.home = preset_view::camera(run.preset()).unwrap_or(camera);
        self.view.camera = self.view.home;
    }

    /// The overlays that the preset's author chose; where none are named, those of the user stay.
    fn show_what_to_watch(&mut self) {
        let Some(run) = self.session.run() else { return };
        let mut overlays = preset_view::overlays(run.preset());
        if !overlays.is_empty() {
            overlays.push(Overlay::Sleep);
            self.state.overlays.show_only(&overlays);
        }
    }

    fn say(&mut self, ui: &Ui, text: impl Into<String>) {
        self.note = Some((text.into(), ui.input(|i| i.time) + 6.0));
    }

    // ---- wishes ---------------------------------------------------------------------------------------------------

    fn act(&mut self, ui: &Ui, action: Action) {
        match action {
            Action::Do(Command::Open(source)) => self.open(source),
            Action::Do(Command::Author(wish)) if edit::makes_scene(&wish) => self.make(wish),
            Action::Do(command) => {
                let is_looking = self.session.microscope().is_some();
                let is_choice = matches!(command, Command::Select(s) if s != Selection::None);
                if is_choice && self.state.has_panels && !self.state.tab.is_wide() {
                    self.state.tab = Tab::Inspector;
                }
                self.begin_authoring(&command);
                self.session.apply(command);
                if !is_looking && self.session.microscope().is_some() {
                    (self.state.tab, self.state.has_panels) = (Tab::Rows, true);
                }
            }
            Action::ToggleHelp => self.is_help_open = !self.is_help_open,
            Action::TogglePanels => self.state.has_panels = !self.state.has_panels,
            Action::ToggleMetrics => self.state.has_plots = !self.state.has_plots,
            Action::ToggleTheme => {
                self.state.is_dark = !self.state.is_dark;
                ui.ctx().set_theme(if self.state.is_dark { egui::Theme::Dark } else { egui::Theme::Light });
            }
            Action::FrameSelection => {
                let (center, radius) = self.selected_extent().unwrap_or_else(|| self.view.extent());
                self.view.camera.frame(center, radius);
            }
            Action::HomeCamera => self.view.camera = self.view.home,
            Action::NextPreset(by) => {
                let open = self.session.run().map(Run::source);
                if let Some(source) = self.browser.neighbour(open, by) {
                    self.open(source);
                }
            }
            Action::TogglePresenter => self.presenter.toggle(ui.ctx()),
            Action::ToggleGallery => {
                self.is_gallery_open = !self.is_gallery_open;
                self.browser.begin_gallery();
            }
            Action::Say(text) => self.say(ui, text),
            Action::OpenDialog
            | Action::Save
            | Action::SaveDialog
            | Action::ExportDialog
            | Action::ToggleChanges
            | Action::SaveRecordingDialog
            | Action::SaveSheetDialog(_)
            | Action::SaveTableDialog => self.file_action(ui, &action),
            Action::ToggleEdit => {
                let mut wishes = Actions::new();
                self.edit.toggle(&self.session, &mut wishes);
                wishes.into_iter().for_each(|wish| self.act(ui, wish));
            }
            Action::Quit => ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close),
        }
    }

    /// Time does not run while a scene is edited; and who edits wants to see the fields.
    fn begin_authoring(&mut self, command: &Command) {
        if self.session.is_editing() && edit::runs_time(command) {
            self.session.apply(Command::Author(AuthorWish::Stop));
        }
        if edit::begins(command) {
            (self.state.tab, self.state.has_panels) = (Tab::Inspector, true);
        }
    }

    fn dialogs_ui(&mut self, ui: &Ui) {
        let ctx = ui.ctx().clone();
        let mut wishes = Actions::new();
        self.edit.cards_ui(&ctx, &self.session, &mut wishes);
        wishes.into_iter().for_each(|wish| self.act(ui, wish));
        if self.is_help_open {
            self.is_help_open = cards::help_ui(&ctx);
            self.state.is_welcomed |= !self.is_help_open;
        } else if !self.state.is_welcomed && !self.is_modal_open() {
            match cards::welcome_ui(&ctx) {
                Some(cards::Welcome::Start) => self.state.is_welcomed = true,
                Some(cards::Welcome::AllKeys) => self.is_help_open = true,
                None => {}
            }
        }
        if self.is_gallery_open {
            match self.browser.gallery_ui(&ctx, self.session.run().map(Run::source)) {
                Picked::Nothing => {}
                Picked::Close => self.is_gallery_open = false,
                Picked::Open(source) => {
                    self.is_gallery_open = false;
                    self.open(source);
                }
            }
        }
        self.filing_ui(ui);
    }

    fn is_modal_open(&self) -> bool {
        self.is_help_open || self.is_gallery_open || self.is_file_card_open() || self.edit.is_modal_open()
    }

    fn read_input(&mut self, ui: &Ui, actions: &mut Actions) {
        let ctx = ui.ctx();
        let dropped: Option<PathBuf> = ctx.input(|i| i.raw.dropped_files.first().map(|file| file.path().to_owned()));
        if let Some(path) = dropped {
            self.open(Source::File(path));
        }
        if self.is_modal_open() {
            // The same keys that open the card close it.
            if self.is_help_open && ctx.input(|i| i.key_pressed(egui::Key::F1)) {
                self.is_help_open = false;
                self.state.is_welcomed = true;
            }
            return;
        }
        edit::read_keys(ctx, &mut self.edit, &self.session, actions);
        keys::read(ctx, &self.session, actions);
        // Layers: a field first (egui takes the focus away), then the microscope, then the selection. Never the program.
        if !ctx.egui_wants_keyboard_input() && ctx.input(|i| i.key_pressed(egui::Key::Escape)) {
            if !self.state.is_welcomed {
                self.state.is_welcomed = true;
                return;
            }
            if self.presenter.is_on() {
                actions.push(Action::TogglePresenter);
                return;
            }
            let is_looking = self.session.microscope().is_some();
            if is_looking {
                actions.push(Action::Do(Command::Microscope(MicroscopeMove::Leave)));
            } else if self.session.is_editing() {
                self.edit.escape(&self.session, actions);
            } else {
                actions.push(Action::Do(Command::Select(Selection::None)));
            }
        }
    }

    fn save_state(&mut self, ui: &Ui) {
        if self.state == self.saved_state || ui.input(|i| i.pointer.any_down()) {
            return;
        }
        self.saved_state = self.state.clone();
        if let Some(path) = self.state_path.clone()
            && let Err(error) = self.state.save(&path)
        {
            self.state_path = None;
            self.say(ui, format!("The state of the window cannot be kept: {error}"));
        }
    }
}

impl eframe::App for Shell {
    /// The default is translucent: gaps would show through, and screenshots would have holes.
    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_opaque().to_normalized_gamma_f32()
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.show(ui);
    }
}

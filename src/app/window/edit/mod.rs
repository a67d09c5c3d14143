//! Edit mode: making scenes in the window. Reads the session and sends it wishes; every rule of the document is the
//! session's.

mod arcs;
mod event_marks;
mod fields;
mod gizmo;
mod import_card;
mod inspector;
mod joint_card;
mod keys;
mod numbers_card;
mod numbers_text;
mod offers;
mod outliner;
mod palette;
mod place;
mod strip;
mod tree;
mod view;
mod view_paint;

pub use event_marks::event_marks_ui;
pub use inspector::inspector_ui;
pub use keys::{KEYS, read as read_keys};

use super::actions::{Action, Actions};
use super::theme::{self, GRID};
use super::widgets::{modal, primary_button_ui};
use crate::app::scene::OrbitCamera;
use crate::session::{AuthorWish, Command, Session};
use egui::{RichText, Ui, vec2};
use gizmo::{Handle, Snap, Tool};
use import_card::ImportCard;
use inspector::Inspected;
use joint_card::Picking;
use numbers_card::NumbersCard;
use outliner::Outliner;
use view::Dragging;

/// Everything that edit mode remembers.
#[derive(Debug)]
pub struct EditMode {
    tool: Tool,
    /// The handles stand along the axes of the first selected body instead of the world's.
    is_local: bool,
    has_snap: bool,
    /// Steps while snapping, m and degrees.
    metres: f64,
    degrees: f64,
    hot: Option<Handle>,
    drag: Option<Dragging>,
    picking: Picking,
    inspected: Inspected,
    outliner: Outliner,
    numbers: NumbersCard,
    import: ImportCard,
    /// Why something that was typed was not taken, until the next change.
    trouble: Option<String>,
    /// Whether to edit the start or the moment shown is being asked.
    is_asking: bool,
}

/// Whether a command lets time run, so that the scene no longer stands at its start.
pub const fn runs_time(command: &Command) -> bool {
    matches!(
        command,
        Command::Play
            | Command::TogglePlay
            | Command::PlayBackwards
            | Command::Step(_)
            | Command::Seek(_)
            | Command::RunTo(_)
            | Command::FindStop(_)
            | Command::SwitchBranch(_)
    )
}

/// Whether a wish puts another scene into the window, for which the camera has to find its place.
pub fn makes_scene(wish: &AuthorWish) -> bool {
    match wish {
        AuthorWish::NewScene | AuthorWish::Numbers(_) => true,
        AuthorWish::Import(wish) => wish.is_new_scene,
        _ => false,
    }
}

/// Whether editing begins with this command.
pub const fn begins(command: &Command) -> bool {
    matches!(command, Command::Author(AuthorWish::Start | AuthorWish::StartFromHere | AuthorWish::Import(_)))
}

impl Default for EditMode {
    fn default() -> Self {
        Self {
            tool: Tool::Move,
            is_local: false,
            has_snap: true,
            metres: 0.1,
            degrees: 15.0,
            hot: None,
            drag: None,
            picking: Picking::Nothing,
            inspected: Inspected::default(),
            outliner: Outliner::default(),
            numbers: NumbersCard::default(),
            import: ImportCard::default(),
            trouble: None,
            is_asking: false,
        }
    }
}

impl EditMode {
    /// In and out; at a later moment it asks first what is to be edited.
    pub fn toggle(&mut self, session: &Session, actions: &mut Actions) {
        let Some(run) = session.run() else { return };
        if session.is_editing() {
            self.leave(actions);
        } else if run.cursor() > 0 {
            actions.push(Action::Do(Command::Pause));
            self.is_asking = true;
        } else {
            actions.push(Action::Do(Command::Author(AuthorWish::Start)));
        }
    }

    pub fn leave(&mut self, actions: &mut Actions) {
        (self.drag, self.picking, self.trouble) = (None, Picking::Nothing, None);
        actions.push(Action::Do(Command::Author(AuthorWish::Stop)));
    }

    pub fn open_numbers(&mut self) {
        self.numbers.open();
    }

    /// Asks how a file of another program is to be taken.
    pub fn open_import(&mut self, path: std::path::PathBuf) {
        self.import.open(path);
    }

    pub const fn is_modal_open(&self) -> bool {
        self.is_asking || self.numbers.is_open() || self.import.is_open()
    }

    /// One layer out: a card, what is being picked, the selection, then edit mode itself.
    pub fn escape(&mut self, session: &Session, actions: &mut Actions) {
        if self.picking != Picking::Nothing {
            self.picking = Picking::Nothing;
        } else if !session.edit_selection().is_empty() {
            actions.push(Action::Do(Command::Author(AuthorWish::Select(Vec::new()))));
        } else {
            self.leave(actions);
        }
    }

    /// The step to which drags keep; Ctrl turns it round.
    fn snap(&self, is_turned_round: bool) -> Option<Snap> {
        (self.has_snap != is_turned_round).then_some(Snap { metres: self.metres as f32, degrees: self.degrees as f32 })
    }

    /// The left panel while editing: what can be added, and what is there.
    pub fn left_ui(&mut self, ui: &mut Ui, session: &Session, camera: &OrbitCamera, actions: &mut Actions) {
        let Some(run) = session.run() else { return };
        palette::palette_ui(ui, session, run, camera, &mut self.picking, actions);
        ui.add_space(GRID);
        self.outliner.ui(ui, session, run, actions);
    }

    /// Cards in the middle of the window.
    pub fn cards_ui(&mut self, ctx: &egui::Context, session: &Session, actions: &mut Actions) {
        if self.is_asking {
            self.is_asking = question_ui(ctx, session, actions);
        }
        self.numbers.ui(ctx, actions);
        self.import.ui(ctx, session, actions);
    }
}

/// At a later moment: which start is to be edited? False when it was answered.
fn question_ui(ctx: &egui::Context, session: &Session, actions: &mut Actions) -> bool {
    let mut is_open = true;
    let modal = modal(ctx, egui::Id::unique("which start")).show(ctx, |ui| {
        ui.set_width(520.0_f32.min(ctx.content_rect().width() - 80.0));
        ui.label(RichText::new("Edit which moment?").font(theme::semibold(19.0)).color(theme::palette(ui).strong));
        ui.add_space(2.0 * GRID);
        let time = session.run().map_or(0.0, |run| run.record().time);
        let text = format!(
            "A scene is edited at its start; {time:.3} s are shown. Go back to the start, or let this moment become the \
             start: poses and velocities of all bodies are written into the scene. Undo takes that back."
        );
        ui.label(RichText::new(text).color(theme::palette(ui).text));
        ui.add_space(3.0 * GRID);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let tip = "Edit the scene as the file has it.";
            if primary_button_ui(ui, "Back to the start").on_hover_text(tip).clicked() {
                actions.push(Action::Do(Command::Author(AuthorWish::Start)));
                is_open = false;
            }
            let tip = "What is shown now becomes the start. Repeated bodies and templates become single ones.";
            let button = egui::Button::new("Start from this moment").min_size(vec2(96.0, 32.0));
            if ui.add(button).on_hover_text(tip).clicked() {
                actions.push(Action::Do(Command::Author(AuthorWish::StartFromHere)));
                is_open = false;
            }
            let button = egui::Button::new("Cancel").min_size(vec2(80.0, 32.0));
            if ui.add(button).on_hover_text("Nothing is edited.").clicked() {
                is_open = false;
            }
        });
    });
    is_open && !modal.should_close()
}

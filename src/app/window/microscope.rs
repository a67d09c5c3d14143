//! The row microscope: a strip of the step's stages, buttons to walk, the change at the cursor, and below it the card of
//! its row, the list of rows, the table of rows against sweeps, or how the step converges.

mod card;
mod convergence;
pub mod marks;
mod rows;
mod strip;
mod table;
mod words;

use super::actions::{Action, Actions};
use super::format;
use super::theme::{self, GRID, palette};
use super::widgets::{chip_ui, empty_ui, icon_button_enabled_ui, icon_button_ui, primary_button_ui};
use crate::session::{Command, Microscope, MicroscopeMove, Run, Selection, Session};
use egui::{Align, Layout, RichText, Ui};
use egui_material_icons::icons as i;

/// What stands in the lower part of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum View {
    #[default]
    Card,
    Rows,
    Table,
    Convergence,
}

/// Height of the panel from which the card stands above whatever else is chosen, points.
const ROOM_FOR_BOTH: f32 = 700.0;

/// The panel, with what it remembers from frame to frame.
#[derive(Default)]
pub struct MicroscopePanel {
    view: View,
    table: table::Table,
    rows: rows::Rows,
}

impl MicroscopePanel {
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, run: &Run, actions: &mut Actions) {
        let Some(scope) = session.microscope() else {
            closed_ui(ui, run, actions);
            return;
        };
        let is_tall = ui.available_height() > ROOM_FOR_BOTH;
        title_ui(ui, scope, run, actions);
        proof_ui(ui, scope);
        ui.add_space(GRID);
        strip::strip_ui(ui, scope, actions);
        ui.add_space(GRID);
        walk_ui(ui, scope, session.selection(), actions);
        ui.add_space(GRID);
        words::headline_ui(ui, scope, run);
        if is_tall {
            card::card_ui(ui, scope, run);
            if self.view == View::Card {
                self.view = View::Table;
            }
        }
        ui.add_space(GRID);
        self.choice_ui(ui, !is_tall);
        ui.add_space(GRID);
        match self.view {
            View::Card => {
                egui::ScrollArea::vertical().id_salt("row card").auto_shrink(false).show(ui, |ui| {
                    ui.set_width(ui.available_width() - 2.0 * GRID);
                    card::card_ui(ui, scope, run);
                });
            }
            View::Rows => self.rows.ui(ui, scope, run, session.selection(), actions),
            View::Table => self.table.ui(ui, scope, run, actions),
            View::Convergence => convergence::convergence_ui(ui, scope, actions),
        }
    }

    fn choice_ui(&mut self, ui: &mut Ui, has_card: bool) {
        let choices = [
            (View::Card, "This row", "All numbers of the change at the cursor."),
            (View::Rows, "All rows", "Every row of the step in the order in which it is solved."),
            (View::Table, "Table", "Rows against sweeps: what each row got, or what it lacked afterwards."),
            (View::Convergence, "Convergence", "How far the sweeps got, in this step and over the last second."),
        ];
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 1.5 * GRID;
            for (view, label, tip) in choices {
                if (has_card || view != View::Card) && chip_ui(ui, self.view == view, label, tip).clicked() {
                    self.view = view;
                }
            }
        });
    }
}

/// Why there is nothing to see, and what to do.
fn closed_ui(ui: &mut Ui, run: &Run, actions: &mut Actions) {
    let text = "Stop inside one step of the solver and walk through it: every row, every sweep, every change of an \
                impulse, why it was clamped, and the velocities that it leaves.";
    empty_ui(ui, "The row microscope", text);
    ui.add_space(4.0 * GRID);
    ui.vertical_centered(|ui| {
        if run.cursor() == 0 {
            ui.label(RichText::new("The scene is at its start: there is no step yet.").color(palette(ui).weak));
            ui.add_space(2.0 * GRID);
            if primary_button_ui(ui, "Make one step").on_hover_text("As the button Step above ( → ).").clicked() {
                actions.push(Action::Do(Command::Step(1)));
            }
        } else {
            let button = primary_button_ui(ui, &format!("Look inside step {}", run.cursor()));
            if button.on_hover_text("The step is made again with everything recorded (I).").clicked() {
                actions.push(Action::Do(Command::Microscope(MicroscopeMove::Enter)));
            }
        }
    });
}

fn title_ui(ui: &mut Ui, scope: &Microscope, run: &Run, actions: &mut Actions) {
    let p = palette(ui);
    ui.horizontal(|ui| {
        let time = run.sample().map_or(0.0, |sample| sample.time);
        let title = format!("Inside step {}", scope.step());
        ui.label(RichText::new(title).font(theme::semibold(17.0)).color(p.strong));
        ui.label(RichText::new(format!("to {} s", format::fixed(time, 3))).color(p.weak));
        if scope.is_proven() {
            let (recorded, _) = scope.hashes();
            let tip = format!(
                "The step was made again from the recording and gave the same state to the bit (hash {recorded:016x}), and \
                 every stage ends where the changes below lead."
            );
            ui.spacing_mut().item_spacing.x = 3.0;
            ui.label(i::ICON_CHECK.rich_text().size(18.0).color(p.good)).on_hover_text(&tip);
            ui.label(RichText::new("the recorded step").size(14.0).color(p.good)).on_hover_text(tip);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button_ui(ui, i::ICON_CLOSE, "Close the microscope", "Out of the step again (I or Esc).").clicked() {
                actions.push(Action::Do(Command::Microscope(MicroscopeMove::Leave)));
            }
        });
    });
}

/// A step that did not come out as recorded is never passed off as it.
fn proof_ui(ui: &mut Ui, scope: &Microscope) {
    if scope.is_proven() {
        return;
    }
    let p = palette(ui);
    let (recorded, found) = scope.hashes();
    let text = if recorded == found {
        "The changes below do not lead to where the step went: the log is incomplete.".to_owned()
    } else {
        format!("This is not the recorded step: made again, it gave the state {found:016x} instead of {recorded:016x}.")
    };
    egui::Frame::NONE.fill(p.bad).corner_radius(6).inner_margin(8.0).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(text).font(theme::semibold(14.5)).color(p.panel));
    });
}

/// The buttons that move the cursor.
fn walk_ui(ui: &mut Ui, scope: &Microscope, selection: Selection, actions: &mut Actions) {
    use MicroscopeMove as M;
    let (is_first, is_last) = (scope.cursor() == 0, scope.cursor() + 1 >= scope.moments().len());
    let back = [
        (i::ICON_FIRST_PAGE, "First moment", M::First, "To the beginning of the step (Shift+←)."),
        (i::ICON_KEYBOARD_DOUBLE_ARROW_LEFT, "Previous stage", M::PreviousStage, "One stage back (Page up)."),
        (i::ICON_ARROW_UPWARD, "Previous sweep", M::PreviousSweep, "The same row, one sweep earlier (↑)."),
        (i::ICON_CHEVRON_LEFT, "Back", M::Backward, "One change back (←)."),
    ];
    let on = [
        (i::ICON_CHEVRON_RIGHT, "Forward", M::Forward, "One change on (→): the next row in solving order."),
        (i::ICON_ARROW_DOWNWARD, "Next sweep", M::NextSweep, "The same row, one sweep later (↓)."),
        (i::ICON_KEYBOARD_DOUBLE_ARROW_RIGHT, "Next stage", M::NextStage, "To the next stage (Page down)."),
        (i::ICON_LAST_PAGE, "Last moment", M::Last, "To the end of the step (Shift+→)."),
    ];
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 1.0;
        let mut wanted = None;
        for (k, (icon, label, wish, tip)) in back.into_iter().chain(on).enumerate() {
            let enabled = if k < back.len() { !is_first } else { !is_last };
            if icon_button_enabled_ui(ui, enabled, icon, label, tip).clicked() {
                wanted = Some(wish);
            }
        }
        let tip = "Rows that did not get what they asked for.";
        let moves = [
            ("Previous clamped row", M::PreviousClamped, "Back to a row that was clamped (Shift+C)."),
            ("Next clamped row", M::NextClamped, "On to a row that is clamped (C)."),
        ];
        pair_ui(ui, "clamped", tip, true, moves, actions);
        let tip = "Rows of the body, contact or joint that is selected. Click one in the picture to select it.";
        let moves = [
            ("Previous row of the selection", M::PreviousOfSelection, "Back to a row of what is selected (Shift+N)."),
            (
                "Next row of the selection",
                M::NextOfSelection,
                "On to a row of what is selected (N). Select something first.",
            ),
        ];
        pair_ui(ui, "selected", tip, selection != Selection::None, moves, actions);
        actions.extend(wanted.map(|wish| Action::Do(Command::Microscope(wish))));
    });
}

/// A word between a button back and a button on.
fn pair_ui(
    ui: &mut Ui,
    word: &str,
    tip: &str,
    enabled: bool,
    moves: [(&str, MicroscopeMove, &str); 2],
    actions: &mut Actions,
) {
    ui.add_space(GRID);
    for (k, (label, wish, move_tip)) in moves.into_iter().enumerate() {
        let icon = if k == 0 { i::ICON_CHEVRON_LEFT } else { i::ICON_CHEVRON_RIGHT };
        if k == 1 {
            ui.label(RichText::new(word).size(14.0).color(palette(ui).weak)).on_hover_text(tip);
        }
        if icon_button_enabled_ui(ui, enabled, icon, label, move_tip).clicked() {
            actions.push(Action::Do(Command::Microscope(wish)));
        }
    }
}

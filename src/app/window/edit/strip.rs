//! The strip below the toolbar while a scene is edited: says so in a loud colour, and holds the tools.

use super::gizmo::Tool;
use super::joint_card::Picking;
use super::{EditMode, fields};
use crate::app::window::actions::{Action, Actions};
use crate::app::window::theme::{self, GRID, palette};
use crate::app::window::widgets::{chip_ui, icon_button_enabled_ui, icon_button_ui};
use crate::instrument::BodyKind;
use crate::math::Vec3;
use crate::preset::schema::Repeat;
use crate::session::{AuthorWish, Command, Item, Session};
use egui::{Align, Layout, RichText, Ui};
use egui_material_icons::icons as i;

fn wish(actions: &mut Actions, wish: AuthorWish) {
    actions.push(Action::Do(Command::Author(wish)));
    actions.push(Action::Do(Command::EndGesture));
}

impl EditMode {
    /// Draws the strip.
    pub fn strip_ui(&mut self, ui: &mut Ui, session: &Session, actions: &mut Actions) {
        let p = palette(ui);
        ui.horizontal(|ui| {
            ui.set_min_height(32.0);
            ui.spacing_mut().item_spacing.x = GRID;
            let (rect, _) = ui.allocate_exact_size(egui::vec2(4.0, 24.0), egui::Sense::hover());
            ui.painter().rect_filled(rect, 2, p.accent);
            ui.label(RichText::new("EDITING").font(theme::semibold(15.0)).color(p.accent))
                .on_hover_text("The scene is edited at its start. Space leaves edit mode and runs it.");
            ui.add_space(GRID);
            self.tools_ui(ui);
            ui.separator();
            self.snap_ui(ui);
            ui.separator();
            self.selection_ui(ui, session, actions);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let done = egui::Button::new(RichText::new("Done").font(theme::semibold(14.5)).color(p.on_accent));
                let tip = "Leaves edit mode (E or Esc). Space leaves it and runs the scene.";
                if ui.add(done.fill(p.accent)).on_hover_text(tip).clicked() {
                    self.leave(actions);
                }
                let tip = "The scene of a bug report, from its numbers (N): shapes, sizes, masses, gravity, time step.";
                if icon_button_ui(ui, i::ICON_NUMBERS, "Paste the numbers…", tip).clicked() {
                    self.open_numbers();
                }
                let count = session.warnings().len();
                if count > 0 {
                    let tip = "Numbers of this scene that ask for trouble. Click lists them in the inspector, each with the \
                               artifact that it invites.";
                    let text = egui::Button::new((i::ICON_WARNING.rich_text().size(17.0).color(p.bad), count.to_string()));
                    let response = ui.add(text).on_hover_text(tip);
                    let name = format!("Warnings, {count}");
                    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
                    if response.clicked() {
                        wish(actions, AuthorWish::Select(Vec::new()));
                    }
                }
                self.trouble_ui(ui);
            });
        });
    }

    fn tools_ui(&mut self, ui: &mut Ui) {
        for (tool, label, tip) in [
            (Tool::Move, "Move", "Move the selection (G): drag an arrow, or a square for two directions at once."),
            (Tool::Turn, "Turn", "Turn the selection (T): drag a ring."),
            (Tool::Scale, "Scale", "Scale the selection (S): drag a block, or the middle for all directions."),
        ] {
            if chip_ui(ui, self.tool == tool, label, tip).clicked() {
                self.tool = tool;
            }
        }
        ui.add_space(GRID);
        let (label, tip) = if self.is_local {
            ("Body axes", "The handles stand along the axes of the first selected body (X changes it).")
        } else {
            ("World axes", "The handles stand along the axes of the world (X changes it).")
        };
        if ui.button(label).on_hover_text(tip).clicked() {
            self.is_local = !self.is_local;
        }
    }

    fn snap_ui(&mut self, ui: &mut Ui) {
        let tip = "Drags keep to steps. Hold Ctrl while dragging to turn that round.";
        if chip_ui(ui, self.has_snap, "Snap", tip).clicked() {
            self.has_snap = !self.has_snap;
        }
        let steps = [
            (&mut self.metres, "Grid step", "m", 0.001, 10.0, "Step of moving, m."),
            (&mut self.degrees, "Degree step", "°", 0.1, 90.0, "Step of turning, degrees."),
        ];
        for (value, label, unit, min, max, tip) in steps {
            let spec = fields::NumberSpec { label, unit, min, max, is_whole: false };
            let (response, outcome) = fields::number_ui(ui, 62.0, &spec, fields::Shown::Value(*value));
            response.on_hover_text(tip);
            if let Some(new) = outcome.value {
                *value = new.clamp(min, max);
            }
        }
    }

    fn selection_ui(&mut self, ui: &mut Ui, session: &Session, actions: &mut Actions) {
        let items = session.edit_selection();
        let has_any = !items.is_empty();
        let has_bodies = items.iter().any(|item| matches!(item, Item::Body(_) | Item::Template(_)));
        let tip = "Down onto what lies below (End).";
        let drop = icon_button_enabled_ui(ui, has_bodies, i::ICON_VERTICAL_ALIGN_BOTTOM, "Drop to floor", tip);
        if drop.clicked() {
            wish(actions, AuthorWish::DropToFloor);
        }
        let tip = "Lay the selection on a face (A): then click the face.";
        if icon_button_enabled_ui(ui, has_bodies, i::ICON_FLIP_TO_FRONT, "Align to face", tip).clicked() {
            self.picking = Picking::Face;
        }
        let tip = "A copy beside it (Ctrl+D).";
        if icon_button_enabled_ui(ui, has_any, i::ICON_CONTENT_COPY, "Duplicate", tip).clicked() {
            wish(actions, AuthorWish::Duplicate);
        }
        array_ui(ui, session, has_bodies, actions);
        let tip = "Takes it out of the scene, with the joints and events that refer to it (Del).";
        if icon_button_enabled_ui(ui, has_any, i::ICON_DELETE, "Delete", tip).clicked() {
            wish(actions, AuthorWish::Delete);
        }
        more_ui(ui, session, has_bodies, actions);
    }

    /// Why the last thing that was typed was not taken.
    fn trouble_ui(&mut self, ui: &mut Ui) {
        let Some(text) = &self.trouble else { return };
        let label = egui::Label::new(RichText::new(text).size(14.0).color(palette(ui).bad)).truncate();
        if ui.add(label.sense(egui::Sense::click())).on_hover_text(format!("{text}\n\nClick to dismiss.")).clicked() {
            self.trouble = None;
        }
    }
}

/// Patterns of the selected body.
fn array_ui(ui: &mut Ui, session: &Session, is_enabled: bool, actions: &mut Actions) {
    let button = egui::Button::new(RichText::new("Array").size(14.5));
    ui.add_enabled_ui(is_enabled, |ui| {
        let menu = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
            ui.set_min_width(180.0);
            let size = selected_size(session);
            let up = size.map_or(Vec3::Y, |(size, up, _)| up * size.y);
            let side = size.map_or(Vec3::X, |(size, _, side)| side * (size.x * 1.1));
            let size = size.map_or(Vec3::ONE, |(size, ..)| size);
            let line = |step: Vec3, count| Repeat::Line { count, step: tidy(step).to_array(), turn_degrees: None };
            for (label, tip, repeat) in [
                ("Stack of 10", "Ten on each other, along the body's own up: also on a slope.", line(up, 10)),
                ("Row of 5", "Five side by side, along the body's own x.", line(side, 5)),
                (
                    "Wall",
                    "Bricks, six by six.",
                    Repeat::Wall { columns: 6, rows: 6, along: None, step: Some([size.x, size.y]) },
                ),
                ("Pyramid", "Six at the base.", Repeat::Pyramid { base: 6, along: None, step: Some([size.x, size.y]) }),
                (
                    "Grid",
                    "Three by three by three.",
                    Repeat::Grid { count: [3; 3], step: [size.x * 1.1, size.y, size.z * 1.1] },
                ),
            ] {
                if ui.button(label).on_hover_text(format!("{tip}\nCounts and steps stand in the inspector.")).clicked()
                {
                    wish(actions, AuthorWish::Array(repeat));
                }
            }
        });
        let tip = "Repeats the selected body in a pattern: stack, row, wall, pyramid, grid.";
        menu.0.on_hover_text(tip).on_disabled_hover_text(tip);
    });
}

/// Rounded to tenths of a millimetre.
fn tidy(v: Vec3) -> Vec3 {
    (v * 1e4).round() / 1e4
}

/// Size of the first selected body along its own axes, its up and its side; none for what has no end.
fn selected_size(session: &Session) -> Option<(Vec3, Vec3, Vec3)> {
    let run = session.run()?;
    let id = session.edit_selection().iter().find_map(|item| session.bodies_of_item(*item).first().copied())?;
    let (info, body) = (run.header().body(id)?, run.record().body(id)?);
    let bounds = super::place::body_bounds(info).filter(|_| info.kind != BodyKind::Static || info.mass >= 0.0)?;
    Some((bounds.extents(), body.rotation * Vec3::Y, body.rotation * Vec3::X))
}

/// What is wanted less often.
fn more_ui(ui: &mut Ui, session: &Session, has_bodies: bool, actions: &mut Actions) {
    let button = egui::Button::new(RichText::new("More").size(14.5));
    let menu = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
        ui.set_min_width(220.0);
        let tip = "The selection as JSON text (Ctrl+C): paste it here, in another window, or into a message.";
        let copy = ui.add_enabled(!session.edit_selection().is_empty(), egui::Button::new("Copy as text"));
        if copy.on_hover_text(tip).on_disabled_hover_text(tip).clicked()
            && let Some(text) = session.copy_text()
        {
            ui.ctx().copy_text(text);
        }
        if ui.button("Paste").on_hover_text("A part of a scene from the clipboard (Ctrl+V).").clicked() {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::RequestPaste);
        }
        ui.separator();
        let entries = [
            (
                has_bodies,
                "Group",
                "Puts the selected bodies in a group of the outliner.",
                AuthorWish::Group("group".to_owned()),
            ),
            (has_bodies, "Ungroup", "Takes the selected bodies out of their group.", AuthorWish::Ungroup),
            (
                has_bodies,
                "Break apart",
                "Repeated bodies and templates become single bodies and joints, at the same places to the bit.",
                AuthorWish::BreakApart,
            ),
            (true, "Select all", "All bodies and templates (Ctrl+A).", AuthorWish::SelectAll),
        ];
        for (is_enabled, label, tip, action) in entries {
            if ui
                .add_enabled(is_enabled, egui::Button::new(label))
                .on_hover_text(tip)
                .on_disabled_hover_text(tip)
                .clicked()
            {
                wish(actions, action);
            }
        }
    });
    menu.0.on_hover_text("Groups, breaking apart, selecting all.");
}

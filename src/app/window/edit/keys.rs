//! The keyboard while a scene is edited. Keys that are not named here keep their meaning.

use super::EditMode;
use super::gizmo::Tool;
use super::joint_card::Picking;
use crate::app::window::actions::{Action, Actions};
use crate::session::{AuthorWish, Command, Session};
use egui::{Context, Event, Key, Modifiers};

/// For the card of keys.
pub const KEYS: &[(&str, &str)] = &[
    ("E", "edit the scene, and out again"),
    ("Ctrl+N", "new scene"),
    ("G  T  S", "move, turn, scale"),
    ("X  H", "axes of world or body, snap"),
    ("End  A", "drop to the floor, align to a face"),
    ("J  N", "join two bodies, paste the numbers"),
    ("Ctrl+D  Del", "duplicate, delete"),
    ("Ctrl+A  C  X  V", "select all, copy, cut, paste"),
    ("Shift+click", "add to the selection; Shift+drag: a frame"),
];

fn push(actions: &mut Actions, wish: AuthorWish) {
    actions.push(Action::Do(Command::Author(wish)));
    actions.push(Action::Do(Command::EndGesture));
}

/// Reads the keys of this frame; those that were used here are taken away from the others.
pub fn read(ctx: &Context, mode: &mut EditMode, session: &Session, actions: &mut Actions) {
    if ctx.input_mut(|i| i.consume_key(Modifiers::COMMAND, Key::N)) {
        push(actions, AuthorWish::NewScene);
    }
    if ctx.egui_wants_keyboard_input() {
        return;
    }
    // While the right button is held the letters fly the camera.
    if ctx.input(|i| i.pointer.secondary_down()) {
        return;
    }
    let take = |modifiers, key| ctx.input_mut(|i| i.consume_key(modifiers, key));
    if take(Modifiers::NONE, Key::E) {
        mode.toggle(session, actions);
    }
    // Inside a step this key means the next row.
    if session.microscope().is_none() && take(Modifiers::NONE, Key::N) {
        mode.open_numbers();
    }
    if !session.is_editing() {
        return;
    }
    if take(Modifiers::NONE, Key::Space) || take(Modifiers::NONE, Key::P) {
        mode.leave(actions);
        actions.push(Action::Do(Command::Play));
    }
    for (key, tool) in [(Key::G, Tool::Move), (Key::T, Tool::Turn), (Key::S, Tool::Scale)] {
        if take(Modifiers::NONE, key) {
            mode.tool = tool;
        }
    }
    if take(Modifiers::NONE, Key::X) {
        mode.is_local = !mode.is_local;
    }
    if take(Modifiers::NONE, Key::H) {
        mode.has_snap = !mode.has_snap;
    }
    if take(Modifiers::NONE, Key::J) {
        mode.picking = Picking::JointA;
    }
    if take(Modifiers::COMMAND, Key::A) {
        push(actions, AuthorWish::SelectAll);
    }
    let has_any = !session.edit_selection().is_empty();
    if take(Modifiers::NONE, Key::A) && has_any {
        mode.picking = Picking::Face;
    }
    if take(Modifiers::NONE, Key::End) && has_any {
        push(actions, AuthorWish::DropToFloor);
    }
    if take(Modifiers::COMMAND, Key::D) && has_any {
        push(actions, AuthorWish::Duplicate);
    }
    if (take(Modifiers::NONE, Key::Delete) || take(Modifiers::NONE, Key::Backspace)) && has_any {
        push(actions, AuthorWish::Delete);
    }
    clipboard(ctx, session, actions);
}

/// The system's clipboard: text that can be pasted into another window, or into a chat.
fn clipboard(ctx: &Context, session: &Session, actions: &mut Actions) {
    let events: Vec<Event> = ctx.input(|i| i.events.clone());
    for event in events {
        match event {
            Event::Copy | Event::Cut => {
                let Some(text) = session.copy_text() else {
                    actions.push(Action::Say("Nothing is selected that could be copied."));
                    continue;
                };
                ctx.copy_text(text);
                if event == Event::Cut {
                    push(actions, AuthorWish::Cut);
                } else {
                    actions.push(Action::Say("Copied as text: paste it here, in another window, or into a message."));
                }
            }
            Event::Paste(text) => push(actions, AuthorWish::Paste(text)),
            _ => {}
        }
    }
}

//! The keyboard. Typing into a field never triggers anything.

use super::actions::{Action, Actions};
use super::timeline_bar;
use crate::session::{Command, MicroscopeMove, Session};
use egui::{Context, Event, Key, Modifiers};

/// Reads the keys of this frame.
pub fn read(ctx: &Context, session: &Session, actions: &mut Actions) {
    // Shortcuts with Ctrl work from everywhere.
    let with_command = [
        (Key::O, false, Action::OpenDialog),
        (Key::S, true, Action::SaveDialog),
        (Key::S, false, Action::Save),
        (Key::F, false, Action::ToggleGallery),
        (Key::Q, false, Action::Quit),
        (Key::Z, true, Action::Do(Command::Redo)),
        (Key::Z, false, Action::Do(Command::Undo)),
    ];
    for (key, shift, action) in with_command {
        let modifiers = if shift { Modifiers::COMMAND | Modifiers::SHIFT } else { Modifiers::COMMAND };
        if ctx.input_mut(|i| i.consume_key(modifiers, key)) {
            actions.push(action);
        }
    }
    if ctx.egui_wants_keyboard_input() {
        return;
    }
    // While the right button is held the letters fly the camera.
    let is_flying = ctx.input(|i| i.pointer.secondary_down());
    let events = ctx.input(|i| i.events.clone());
    for event in events {
        match event {
            Event::Key { key, pressed: true, modifiers, .. } if !modifiers.command && !modifiers.alt => {
                if let Some(action) = plain(key, modifiers.shift, session).filter(|_| !is_flying) {
                    actions.push(action);
                }
            }
            // Signs lie on different keys in different countries: what was typed counts, not which key.
            Event::Text(text) if !is_flying => {
                if let Some(action) = sign(&text) {
                    actions.push(action);
                }
            }
            _ => {}
        }
    }
    if ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Tab)) {
        // Otherwise egui would give the focus to some control, which would then swallow the next key.
        ctx.memory_mut(|m| m.move_focus(egui::FocusDirection::None));
        actions.push(Action::TogglePanels);
    }
}

fn plain(key: Key, shift: bool, session: &Session) -> Option<Action> {
    if let Some(wish) = inside_step(key, shift, session.microscope().is_some()) {
        return Some(Action::Do(Command::Microscope(wish)));
    }
    let steps = if shift { 5 } else { 1 };
    Some(match key {
        Key::Space if shift => Action::Do(Command::PlayBackwards),
        Key::Space | Key::P => Action::Do(Command::TogglePlay),
        Key::O | Key::ArrowRight => Action::Do(Command::Step(steps)),
        Key::ArrowLeft => Action::Do(Command::StepBack(steps)),
        Key::B => bookmark(session)?,
        Key::L => Action::Do(timeline_bar::toggle_loop(session, session.run()?)),
        Key::R => Action::Do(Command::Restart),
        Key::F => Action::FrameSelection,
        Key::Home => Action::HomeCamera,
        Key::M => Action::ToggleMetrics,
        Key::F1 => Action::ToggleHelp,
        Key::F5 => Action::TogglePresenter,
        _ => return None,
    })
}

/// Inside a step the arrows walk through it; everything else keeps its meaning.
fn inside_step(key: Key, shift: bool, is_open: bool) -> Option<MicroscopeMove> {
    use MicroscopeMove as M;
    Some(match key {
        Key::I if is_open => M::Leave,
        Key::I => M::Enter,
        _ if !is_open => return None,
        Key::ArrowRight if shift => M::Last,
        Key::ArrowLeft if shift => M::First,
        Key::ArrowRight => M::Forward,
        Key::ArrowLeft => M::Backward,
        Key::ArrowDown => M::NextSweep,
        Key::ArrowUp => M::PreviousSweep,
        Key::PageDown => M::NextStage,
        Key::PageUp => M::PreviousStage,
        Key::C if shift => M::PreviousClamped,
        Key::C => M::NextClamped,
        Key::N if shift => M::PreviousOfSelection,
        Key::N => M::NextOfSelection,
        _ => return None,
    })
}

fn sign(text: &str) -> Option<Action> {
    Some(match text {
        "." => Action::Do(Command::Step(1)),
        ":" | ">" => Action::Do(Command::Step(5)),
        "," => Action::Do(Command::StepBack(1)),
        ";" | "<" => Action::Do(Command::StepBack(5)),
        "[" => Action::NextPreset(-1),
        "]" => Action::NextPreset(1),
        "+" | "=" => Action::Do(Command::Faster),
        "-" => Action::Do(Command::Slower),
        "?" => Action::ToggleHelp,
        _ => return None,
    })
}

/// Marks the step that is shown, or forgets its mark.
fn bookmark(session: &Session) -> Option<Action> {
    let run = session.run()?;
    let cursor = run.cursor();
    let is_marked = run.timeline().bookmarks().iter().any(|bookmark| bookmark.step == cursor);
    Some(Action::Do(if is_marked { Command::RemoveBookmark(cursor) } else { Command::AddBookmark }))
}

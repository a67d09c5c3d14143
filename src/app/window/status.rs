//! The line at the bottom: PAUSED in a loud colour, step, time, dt, speed, memory, and the last word of the program.

use super::actions::{Action, Actions};
use super::format::{fixed, megabytes};
use super::theme::{self, GRID, palette};
use super::toolbar::speed_text;
use crate::session::{Command, Session};
use egui::{Color32, RichText, Ui, vec2};

/// Draws the line; `note` is what the window itself has to say.
pub fn status_ui(ui: &mut Ui, session: &Session, note: Option<&str>, actions: &mut Actions) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0 * GRID;
        state_ui(ui, session);
        let Some(run) = session.run() else {
            ui.label(RichText::new("No scene is open").color(palette(ui).weak));
            return;
        };
        let record = run.record();
        field_ui(ui, "step", &record.step.to_string(), 56.0, "Steps since the start.");
        field_ui(ui, "time", &format!("{} s", fixed(record.time, 3)), 76.0, "Simulated time since the start.");
        let time = &run.settings().time;
        let dt = format!("{} ms", fixed(f64::from(time.dt) * 1000.0, 2));
        let substeps = format!("{dt} ÷ {}", time.substeps);
        field_ui(ui, "dt", &substeps, 96.0, "Length of a step, divided into so many substeps.");
        speed_ui(ui, session);
        let asleep = run.sample().map_or(0, |s| s.asleep);
        let bodies = format!("{} · {asleep} asleep", run.header().bodies.len());
        field_ui(ui, "bodies", &bodies, 92.0, "Bodies in the scene, and how many of them sleep.");
        let tip = format!(
            "Memory of the recording, bounded at {}: set it in the card at the right end of the timeline.",
            megabytes(run.timeline().budget())
        );
        field_ui(ui, "memory", &megabytes(run.memory_bytes()), 64.0, &tip);
        if let Some((name, share)) = session.opening() {
            ui.label(RichText::new(format!("Running {name} again: {:.0} %", share * 100.0)).color(palette(ui).accent));
            if ui.small_button("Stop opening").on_hover_text("What is open stays open.").clicked() {
                actions.push(Action::Do(Command::CancelOpening));
            }
        } else if let Some(text) = note.or(session.note()) {
            ui.add(egui::Label::new(RichText::new(text).color(palette(ui).text)).truncate());
        }
    });
}

fn state_ui(ui: &mut Ui, session: &Session) {
    let p = palette(ui);
    let is_faulted = session.run().is_some_and(crate::session::Run::is_faulted);
    let (text, fill, color) = if is_faulted {
        ("STOPPED", p.bad, Color32::WHITE)
    } else if session.is_playing_backwards() {
        ("BACKWARDS", p.raised, p.accent)
    } else if session.is_playing() {
        let is_recorded = session.run().is_some_and(|run| run.cursor() < run.timeline().end());
        (if is_recorded { "REPLAY" } else { "RUNNING" }, p.raised, p.good)
    } else if session.microscope().is_some() {
        ("IN THE STEP", p.accent, p.on_accent)
    } else {
        ("PAUSED", p.accent, p.on_accent)
    };
    let (rect, response) = ui.allocate_exact_size(vec2(104.0, 22.0), egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text));
    ui.painter().rect_filled(rect, 5, fill);
    ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, text, theme::semibold(14.5), color);
}

fn speed_ui(ui: &mut Ui, session: &Session) {
    let share = session.delivered_speed();
    let text = if session.is_playing() && share < 0.95 {
        format!("{}× ({:.0} %)", speed_text(session.speed()), share * 100.0)
    } else {
        format!("{}×", speed_text(session.speed()))
    };
    let tip = "Simulated seconds per real second. A share in brackets: what this machine manages of it.";
    field_ui(ui, "speed", &text, 76.0, tip);
}

/// A word and a number with room of its own, so that nothing jumps.
fn field_ui(ui: &mut Ui, label: &str, value: &str, width: f32, tooltip: &str) {
    let p = palette(ui);
    let font = egui::FontId::proportional(14.0);
    let name = ui.painter().layout_no_wrap(label.to_owned(), font.clone(), p.weak);
    let text = ui.painter().layout_no_wrap(value.to_owned(), font, p.strong);
    let size = vec2(name.size().x + 6.0 + width.max(text.size().x), 22.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let label = format!("{label} {value}");
    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Label, true, &label));
    response.on_hover_text(tooltip);
    let y = rect.center().y - name.size().y * 0.5;
    let x = rect.left() + name.size().x + 6.0;
    ui.painter().galley(egui::pos2(rect.left(), y), name, p.weak);
    ui.painter().galley(egui::pos2(x, y), text, p.strong);
}

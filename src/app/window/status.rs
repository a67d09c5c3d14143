//! The line at the bottom: PAUSED in a loud colour, step, time, dt, speed, memory, and the last word of the program.

use super::actions::{Action, Actions};
use super::format::{fixed, megabytes};
use super::theme::{self, GRID, palette};
use super::toolbar::speed_text;
use super::widgets::color32;
use crate::dynamics::Stage;
use crate::instrument::StageTimes;
use crate::overlay::palette as colors;
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
        } else {
            profile_ui(ui, run.stage_times());
        }
    });
}

/// What a stage belongs to in the strip: the parts are too many for colours.
fn part(stage: Stage) -> (usize, &'static str) {
    match stage {
        Stage::UpdatePairs | Stage::UpdateManifolds | Stage::BuildIslands => (0, "finding contacts"),
        Stage::IntegrateVelocities | Stage::IntegratePositions | Stage::Ccd => (2, "moving"),
        Stage::FinishStep => (3, "finishing"),
        _ => (1, "solving"),
    }
}

/// How long a step took and what for: a strip of parts, and every stage in the tooltip.
fn profile_ui(ui: &mut Ui, times: &StageTimes) {
    let total = times.total().as_secs_f64();
    if total <= 0.0 {
        return;
    }
    let mut shares = [0.0; 4];
    let mut tip = "Where the computing time of a step went.\n".to_owned();
    for (stage, spent) in times.iter().filter(|(_, spent)| !spent.is_zero()) {
        let share = spent.as_secs_f64() / total;
        shares[part(stage).0] += share;
        let line = format!(
            "\n{:.3} ms  {:.0} %  {} ({})",
            spent.as_secs_f64() * 1e3,
            share * 100.0,
            stage.name(),
            part(stage).1
        );
        tip.push_str(&line);
    }
    field_ui(ui, "took", &format!("{} ms", fixed(total * 1e3, 2)), 62.0, &tip);
    let p = palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(96.0, 12.0), egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "Profile of a step"));
    let colors = [colors::CONTACT_PERSISTED, colors::SELECTED, colors::CONTACT_NEW, colors::SLEEPING];
    let mut x = rect.left();
    for (share, color) in shares.into_iter().zip(colors) {
        let width = rect.width() * share as f32;
        let cell = egui::Rect::from_min_size(egui::pos2(x, rect.top()), vec2(width, rect.height()));
        ui.painter().rect_filled(cell, 0, color32(color));
        // A gap between parts, so that they can be told apart without seeing colours.
        ui.painter().vline(cell.right(), cell.y_range(), (1.0, p.panel));
        x += width;
    }
    response.on_hover_text(tip);
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

//! The timeline under the view: where in the recording we are, and everything that leads elsewhere in it.
//!
//! The bar itself is painted from a plain [`Layout`], so that where things lie can be tested without a window.

use super::actions::{Action, Actions};
use super::edit::event_marks_ui;
use super::format::{fixed, megabytes};
use super::recording_card;
use super::theme::{self, GRID, palette};
use super::widgets::{color32, icon_button_enabled_ui, icon_button_ui};
use crate::overlay::palette as colors;
use crate::session::{Command, Run, Session};
use egui::{Align, Color32, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};
use egui_material_icons::icons as i;

/// Steps that an empty recording has room for.
const SHORTEST_SPAN: u64 = 60;
/// How close to a bookmark a click means the bookmark, points.
const CATCH: f32 = 7.0;
/// Steps that the loop button takes.
const LOOP_STEPS: u64 = 60;

/// Play backwards, the bar, loop, bookmark and the card of the recording.
pub fn timeline_ui(ui: &mut Ui, session: &Session, run: &Run, actions: &mut Actions) {
    ui.horizontal(|ui| {
        ui.set_min_height(34.0);
        ui.spacing_mut().item_spacing.x = GRID;
        backwards_ui(ui, session, run, actions);
        ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
            recording_card::button_ui(ui, run, actions);
            loop_ui(ui, session, run, actions);
            bookmark_ui(ui, run, actions);
            mismatch_ui(ui, run);
            place_ui(ui, run);
            bar_ui(ui, session, run, actions);
        });
    });
}

fn backwards_ui(ui: &mut Ui, session: &Session, run: &Run, actions: &mut Actions) {
    if session.is_playing_backwards() {
        if icon_button_ui(ui, i::ICON_PAUSE, "Stop playing backwards", "Pause (Space).").clicked() {
            actions.push(Action::Do(Command::Pause));
        }
        return;
    }
    let tip = "Play the recording backwards (Shift+Space): watch how a fault came about, from its end.";
    if icon_button_enabled_ui(ui, run.cursor() > 0, i::ICON_FAST_REWIND, "Play backwards", tip).clicked() {
        actions.push(Action::Do(Command::PlayBackwards));
    }
}

fn bookmark_ui(ui: &mut Ui, run: &Run, actions: &mut Actions) {
    let cursor = run.cursor();
    let is_marked = run.timeline().bookmarks().iter().any(|bookmark| bookmark.step == cursor);
    let (icon, label, command, tip) = if is_marked {
        let tip = "Forget the bookmark of this step (B).";
        (i::ICON_BOOKMARK_REMOVE, "Remove bookmark", Command::RemoveBookmark(cursor), tip)
    } else {
        let tip = "Remember this step (B). A diamond on the timeline leads back to it.";
        (i::ICON_BOOKMARK_ADD, "Add bookmark", Command::AddBookmark, tip)
    };
    if icon_button_ui(ui, icon, label, tip).clicked() {
        actions.push(Action::Do(command));
    }
}

fn loop_ui(ui: &mut Ui, session: &Session, run: &Run, actions: &mut Actions) {
    let (icon, label, tip) = if session.looped().is_some() {
        (i::ICON_REPEAT_ON, "Stop looping", "Go on after the end of the loop (L).")
    } else {
        let tip = "Play the last 60 steps over and over (L). Shift+drag on the timeline for another stretch.";
        (i::ICON_REPEAT, "Loop", tip)
    };
    if icon_button_ui(ui, icon, label, tip).clicked() {
        actions.push(Action::Do(toggle_loop(session, run)));
    }
}

/// What the loop button and its key do.
pub fn toggle_loop(session: &Session, run: &Run) -> Command {
    let cursor = run.cursor();
    let stretch = (cursor.saturating_sub(LOOP_STEPS), cursor.max(1));
    Command::SetLoop(session.looped().is_none().then_some(stretch))
}

/// A step that did not come out as recorded: never hidden.
fn mismatch_ui(ui: &mut Ui, run: &Run) {
    let Some(mismatch) = run.timeline().mismatch() else { return };
    let text = RichText::new(format!("differs at step {}", mismatch.step));
    let tip = format!(
        "Step {} was made again and its state hash is {:016x} instead of {:016x}: what is shown from there on is not \
         what was recorded. Please report this with the scene.",
        mismatch.step, mismatch.found, mismatch.recorded
    );
    ui.label(text.font(theme::semibold(14.0)).color(palette(ui).bad)).on_hover_text(tip);
}

/// "120 of 400", with room of its own so that nothing jumps.
fn place_ui(ui: &mut Ui, run: &Run) {
    let text = format!("{} / {}", run.cursor(), run.timeline().end());
    let font = egui::FontId::proportional(14.0);
    let galley = ui.painter().layout_no_wrap(text.clone(), font, palette(ui).strong);
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x.max(84.0), 22.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &text));
    response.on_hover_text(format!(
        "The step that is shown, and the last one recorded. The recording takes {}.",
        megabytes(run.memory_bytes())
    ));
    let corner = pos2(rect.right() - galley.size().x, rect.center().y - galley.size().y * 0.5);
    ui.painter().galley(corner, galley, palette(ui).strong);
}

/// Where steps lie on the bar.
#[derive(Clone, Copy, Debug)]
struct Layout {
    left: f32,
    width: f32,
    /// Steps from the left end to the right one.
    span: u64,
}

impl Layout {
    fn new(rect: Rect, run: &Run) -> Self {
        let timeline = run.timeline();
        let marked = timeline.bookmarks().iter().map(|bookmark| bookmark.step).max().unwrap_or(0);
        let span = timeline.end().max(marked).max(SHORTEST_SPAN);
        Self { left: rect.left() + 8.0, width: (rect.width() - 16.0).max(1.0), span }
    }

    fn x(&self, step: u64) -> f32 {
        self.left + (step as f64 / self.span as f64) as f32 * self.width
    }

    fn step(&self, x: f32) -> u64 {
        let share = f64::from(((x - self.left) / self.width).clamp(0.0, 1.0));
        (share * self.span as f64).round() as u64
    }
}

fn bar_ui(ui: &mut Ui, session: &Session, run: &Run, actions: &mut Actions) {
    let size = vec2(ui.available_width().max(60.0), 32.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let cursor = run.cursor();
    response.widget_info(|| egui::WidgetInfo::slider(true, cursor as f64, "Timeline"));
    let layout = Layout::new(rect, run);
    paint(ui, rect, &layout, session, run, response.hovered() || response.dragged());
    event_marks_ui(ui, rect, session, run, |step| layout.x(step), actions);
    if let Some(pointer) = response.interact_pointer_pos() {
        scrub(ui, &response, &layout, pointer.x, run, actions);
    }
    let Some(pointer) = response.hover_pos().filter(|_| !response.dragged()) else { return };
    let tip = tip(&layout, pointer.x, run);
    response.on_hover_text_at_pointer(tip);
}

/// A click or drag seeks, with Shift it marks the stretch to loop, a click on a diamond leads to its step.
fn scrub(ui: &Ui, response: &egui::Response, layout: &Layout, x: f32, run: &Run, actions: &mut Actions) {
    let start = egui::Id::unique("start of the loop");
    let is_looping = ui.input(|input| input.modifiers.shift);
    let step = layout.step(x);
    if response.drag_started() && is_looping {
        ui.data_mut(|data| data.insert_temp(start, step));
    }
    if let Some(from) = ui.data(|data| data.get_temp::<u64>(start)) {
        if response.dragged() {
            actions.push(Action::Do(Command::SetLoop(Some((from, step)))));
        } else {
            ui.data_mut(|data| data.remove::<u64>(start));
        }
        return;
    }
    if response.clicked()
        && let Some(bookmark) = caught(layout, x, run)
    {
        actions.push(Action::Do(Command::RunTo(bookmark)));
    } else if (response.dragged() || response.clicked()) && step.min(run.timeline().end()) != run.cursor() {
        actions.push(Action::Do(Command::Seek(step)));
    }
}

/// The bookmark under the pointer.
fn caught(layout: &Layout, x: f32, run: &Run) -> Option<u64> {
    let steps = run.timeline().bookmarks().iter().map(|bookmark| bookmark.step);
    steps.filter(|step| (layout.x(*step) - x).abs() < CATCH).min_by_key(|step| step.abs_diff(layout.step(x)))
}

fn tip(layout: &Layout, x: f32, run: &Run) -> String {
    let timeline = run.timeline();
    if let Some(bookmark) =
        caught(layout, x, run).and_then(|step| timeline.bookmarks().iter().find(|bookmark| bookmark.step == step))
    {
        let way = if bookmark.step > timeline.end() { "Click to run there." } else { "Click to go there." };
        return format!("Bookmark at step {}: {}. {way}", bookmark.step, bookmark.label);
    }
    let step = layout.step(x);
    match timeline.note(step) {
        Some(note) => format!(
            "Step {step}, {} s. Click or drag to go there; Shift+drag to loop a stretch. A change made there starts a \
             branch, and what is recorded stays.",
            fixed(note.sample.time, 3)
        ),
        None => "Not recorded yet.".to_owned(),
    }
}

fn paint(ui: &Ui, rect: Rect, layout: &Layout, session: &Session, run: &Run, is_hot: bool) {
    let p = palette(ui);
    let (painter, timeline) = (ui.painter(), run.timeline());
    let y = rect.center().y;
    let band = |from: u64, to: u64, half: f32| {
        Rect::from_min_max(pos2(layout.x(from), y - half), pos2(layout.x(to), y + half))
    };
    painter.rect_filled(band(0, layout.span, 3.0), 3, p.sunken);
    painter.rect_stroke(band(0, layout.span, 3.0), 3, Stroke::new(1.0, p.border), egui::StrokeKind::Outside);
    if let Some((first, last)) = session.looped() {
        let stretch = band(first.min(layout.span), last.min(layout.span), 9.0);
        painter.rect_filled(stretch, 3, p.accent_soft);
        painter.vline(stretch.left(), stretch.y_range(), Stroke::new(2.0, p.accent));
        painter.vline(stretch.right(), stretch.y_range(), Stroke::new(2.0, p.accent));
    }
    painter.rect_filled(band(0, timeline.end(), 3.0), 3, p.weak.gamma_multiply(0.6));
    painter.rect_filled(band(0, run.cursor(), 3.0), 3, p.accent);
    for step in timeline.input_steps() {
        painter.vline(layout.x(step), y + 5.0..=y + 11.0, Stroke::new(2.0, color32(colors::IMPULSE)));
    }
    // Where other branches leave this one, or this one left them.
    for (_, branch) in timeline.branches().filter(|(_, branch)| branch.parent().is_some()) {
        if branch.fork() <= timeline.end() {
            triangle(painter, pos2(layout.x(branch.fork()), y + 8.0), color32(colors::JOINT_ANCHOR));
        }
    }
    for bookmark in timeline.bookmarks() {
        diamond(painter, pos2(layout.x(bookmark.step), y - 10.0), p.text);
    }
    let radius = if is_hot { 8.0 } else { 7.0 };
    painter.circle(pos2(layout.x(run.cursor()), y), radius, p.strong, Stroke::new(2.0, p.panel));
}

fn diamond(painter: &egui::Painter, at: egui::Pos2, color: Color32) {
    let points = [vec2(0.0, -5.0), vec2(4.0, 0.0), vec2(0.0, 5.0), vec2(-4.0, 0.0)].map(|offset| at + offset);
    painter.add(egui::Shape::convex_polygon(points.to_vec(), color, Stroke::NONE));
}

fn triangle(painter: &egui::Painter, at: egui::Pos2, color: Color32) {
    let points = [vec2(0.0, -4.0), vec2(5.0, 4.0), vec2(-5.0, 4.0)].map(|offset| at + offset);
    painter.add(egui::Shape::convex_polygon(points.to_vec(), color, Stroke::NONE));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_found_where_it_was_drawn() {
        let layout = Layout { left: 10.0, width: 400.0, span: 360 };
        for step in [0, 1, 59, 180, 359, 360] {
            assert_eq!(layout.step(layout.x(step)), step);
        }
        assert_eq!((layout.step(-50.0), layout.step(900.0)), (0, 360));
    }
}

//! The step as one strip: a segment for each stage of each substep, the cursor in it; a click goes there.

use super::words;
use crate::app::window::actions::{Action, Actions};
use crate::app::window::theme::{self, palette};
use crate::app::window::widgets::color32;
use crate::dynamics::Stage;
use crate::overlay::palette::ISLANDS;
use crate::session::{Command, Event, Microscope, MicroscopeMove};
use egui::{Align2, Color32, Rect, Sense, Stroke, Ui, pos2, vec2};

const BAR: f32 = 26.0;
const LABELS: f32 = 18.0;

/// Moments of one stage of one substep.
struct Segment {
    substep: u32,
    stage: Stage,
    first: usize,
    count: usize,
    rows: usize,
    rect: Rect,
}

/// Draws the strip.
pub fn strip_ui(ui: &mut Ui, scope: &Microscope, actions: &mut Actions) {
    let p = palette(ui);
    let size = vec2(ui.available_width(), BAR + LABELS);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let moment = scope.moment();
    let name = format!("Stages of the step: substep {}, {}", moment.substep + 1, moment.stage.name());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Slider, true, &name));
    let bar = Rect::from_min_size(rect.min, vec2(rect.width(), BAR));
    let segments = segments(scope, bar);
    let painter = ui.painter();
    painter.rect_filled(bar, 4, p.sunken);
    for segment in &segments {
        let color = color(segment, p.border);
        painter.rect_filled(segment.rect.shrink2(vec2(0.5, 0.0)), 2, color);
        let short = short(segment.stage);
        let galley = painter.layout_no_wrap(short.to_owned(), egui::FontId::proportional(14.0), Color32::from_gray(16));
        if galley.size().x + 3.0 < segment.rect.width() {
            painter.galley(segment.rect.center() - galley.size() * 0.5, galley, Color32::from_gray(16));
        }
    }
    substeps_ui(ui, &segments, rect.bottom() - LABELS * 0.5);
    if let Some(segment) = segments.iter().find(|s| (s.first..s.first + s.count).contains(&scope.cursor())) {
        let share = (scope.cursor() - segment.first) as f32 + 0.5;
        let x = egui::lerp(segment.rect.left()..=segment.rect.right(), share / segment.count as f32);
        let painter = ui.painter();
        painter.vline(x, bar.y_range().expand(3.0), Stroke::new(5.0, p.panel));
        painter.vline(x, bar.y_range().expand(3.0), Stroke::new(2.5, p.strong));
    }
    let at = |pos: egui::Pos2| segments.iter().find(|s| pos.x <= s.rect.right()).or(segments.last());
    if let Some(pos) = response.interact_pointer_pos().filter(|_| response.clicked() || response.dragged())
        && let Some(segment) = at(pos)
    {
        let share = ((pos.x - segment.rect.left()) / segment.rect.width().max(1.0)).clamp(0.0, 0.999);
        let moment = segment.first + (share * segment.count as f32) as usize;
        if moment != scope.cursor() {
            actions.push(Action::Do(Command::Microscope(MicroscopeMove::To(moment))));
        }
    }
    let under = response.hover_pos().and_then(at).map(|s| {
        let rows = if s.rows > 0 { format!(": {} changes of impulses", s.rows) } else { String::new() };
        format!("Substep {}, {}{rows}. Click to go there.", s.substep + 1, s.stage.name())
    });
    if let Some(text) = under {
        response.on_hover_text_at_pointer(text);
    }
}

fn substeps_ui(ui: &Ui, segments: &[Segment], y: f32) {
    let p = palette(ui);
    let mut k = 0;
    while k < segments.len() {
        let run = segments[k..].iter().take_while(|s| s.substep == segments[k].substep).count();
        let (left, right) = (segments[k].rect.left() + 1.0, segments[k + run - 1].rect.right() - 1.0);
        ui.painter().hline(left..=right, y - 7.0, Stroke::new(1.0, p.weak));
        let long = format!("substep {}", segments[k].substep + 1);
        let text = if right - left > 76.0 { long } else { (segments[k].substep + 1).to_string() };
        let font = theme::semibold(14.0);
        if right - left > 14.0 {
            ui.painter().text(pos2((left + right) * 0.5, y + 2.0), Align2::CENTER_CENTER, text, font, p.weak);
        }
        k += run;
    }
}

/// Stages with rows get more room, with more changes a little more.
fn segments(scope: &Microscope, bar: Rect) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    let last = scope.moments().last().map_or(0, |moment| moment.substep);
    for (index, moment) in scope.moments().iter().enumerate() {
        // What comes after the substeps counts as the first one in the engine; here it stands at the end.
        let substep = if moment.stage >= Stage::Ccd {
            last.max(segments.last().map_or(0, |s| s.substep))
        } else {
            moment.substep
        };
        let is_row = usize::from(matches!(moment.event, Event::Row(_)));
        match segments.last_mut() {
            Some(s) if (s.substep, s.stage) == (substep, moment.stage) => {
                s.count += 1;
                s.rows += is_row;
            }
            _ => {
                let stage = moment.stage;
                segments.push(Segment { substep, stage, first: index, count: 1, rows: is_row, rect: bar });
            }
        }
    }
    let weight = |s: &Segment| if s.rows > 0 { 3.0 + (s.rows as f32).sqrt() } else { 1.0 };
    let total: f32 = segments.iter().map(weight).sum();
    let mut x = bar.left();
    for segment in &mut segments {
        let width = bar.width() * weight(segment) / total.max(1.0);
        segment.rect = Rect::from_min_size(pos2(x, bar.top()), vec2(width, bar.height()));
        x += width;
    }
    segments
}

/// Paul Tol's muted colours for what changes velocities; everything else is grey.
fn color(segment: &Segment, grey: Color32) -> Color32 {
    let index = match segment.stage {
        Stage::IntegrateVelocities | Stage::IntegratePositions => return color32(ISLANDS[1]),
        _ if segment.rows == 0 => return grey,
        Stage::WarmStart => 3,
        Stage::Relax => 6,
        Stage::Restitution => 2,
        Stage::CorrectPositions => 5,
        Stage::Ccd => 4,
        _ => return Color32::from_rgb(110, 168, 214),
    };
    color32(ISLANDS[index])
}

fn short(stage: Stage) -> &'static str {
    match stage {
        Stage::WarmStart => "warm",
        Stage::CorrectPositions => "positions",
        Stage::Ccd => "impacts",
        Stage::Restitution => "bounce",
        other => other.name(),
    }
}

/// For the banner over the picture.
pub fn place(scope: &Microscope) -> String {
    match scope.place() {
        Some((_, column)) => words::sweep(&scope.matrix().columns[column]),
        None if scope.cursor() == 0 => "before the step".to_owned(),
        None => format!("substep {}, {}", scope.moment().substep + 1, scope.moment().stage.name()),
    }
}

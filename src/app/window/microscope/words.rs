//! Names of rows, sweeps and stages, and the two lines that say what has just happened.

use crate::app::window::format::number;
use crate::app::window::theme::{self, palette};
use crate::dynamics::{Clamp, Pass, RowId, RowKind};
use crate::session::{Column, Line, Microscope, Run};
use egui::{RichText, Ui};

/// "normal, point 3", "friction, point 3, 1st tangent", "limit, row 4"
pub fn kind(line: &Line) -> String {
    match line.id {
        RowId::Contact { point, axis: 0, .. } => format!("{}, point {}", line.kind.label(), point + 1),
        RowId::Contact { point, axis, .. } => {
            let which = if axis == 1 { "1st" } else { "2nd" };
            format!("{}, point {}, {which} tangent", line.kind.label(), point + 1)
        }
        RowId::Joint { row, .. } => format!("{}, row {}", line.kind.label(), row + 1),
        RowId::Grab { row } => format!("{}, {} axis", line.kind.label(), ["X", "Y", "Z"][usize::from(row) % 3]),
    }
}

/// The same for narrow columns: "friction, point 3 (1st)"
pub fn short_kind(line: &Line) -> String {
    kind(line).replace(", 1st tangent", " (1st)").replace(", 2nd tangent", " (2nd)")
}

/// "floor → crate\[0\]": A before B; the mouse is tied to the world.
pub fn bodies(line: &Line, run: &Run) -> String {
    let name = |id: u32| run.header().body(id).map_or("the mouse", |body| &body.name);
    format!("{} → {}", name(line.body_a), name(line.body_b))
}

/// "substep 2, sweep 3", "substep 2, relax sweep 1"
pub fn sweep(column: &Column) -> String {
    let number = column.iteration + 1;
    let what = match column.pass {
        Pass::WarmStart => "warm start".to_owned(),
        Pass::Bias => format!("sweep {number}"),
        Pass::Relax if column.stage == crate::dynamics::Stage::Ccd => format!("impact sweep {number}"),
        Pass::Relax => format!("relax sweep {number}"),
        Pass::Restitution => format!("bounce sweep {number}"),
        Pass::Position => format!("position sweep {number}"),
    };
    format!("substep {}, {what}", column.substep + 1)
}

/// Units of an impulse and of a speed.
pub fn units(is_angular: bool) -> (&'static str, &'static str) {
    if is_angular { ("N m s", "rad/s") } else { ("N s", "m/s") }
}

/// Short, for lists.
pub fn clamp(clamp: Clamp, kind: RowKind) -> &'static str {
    match (clamp, kind) {
        (Clamp::Free, _) => "",
        (Clamp::Lower, RowKind::Normal | RowKind::Limit) => "λ ≥ 0",
        (Clamp::FrictionBound, _) => "µ λₙ",
        (Clamp::Lower, _) => "lower bound",
        (Clamp::Upper, _) => "upper bound",
    }
}

/// Where the cursor is, and what happened there.
pub fn headline_ui(ui: &mut Ui, scope: &Microscope, run: &Run) {
    let p = palette(ui);
    let moment = scope.moment();
    let (title, second) = match scope.place() {
        Some((line, column)) => {
            let (row, sweep_name) = (&scope.matrix().lines[line], sweep(&scope.matrix().columns[column]));
            let title = format!("Row {} of {}: {}", line + 1, scope.matrix().lines.len(), kind(row));
            (title, format!("{}   ·   {sweep_name}", bodies(row, run)))
        }
        None => {
            let mut name = moment.stage.name().to_owned();
            if scope.cursor() == 0 {
                name = "before the step".to_owned();
            }
            if let Some(first) = name.get_mut(0..1) {
                first.make_ascii_uppercase();
            }
            (name, format!("substep {} of {}", moment.substep + 1, run.settings().time.substeps.max(1)))
        }
    };
    ui.add(egui::Label::new(RichText::new(title).font(theme::semibold(16.0)).color(p.accent)).truncate());
    ui.add(egui::Label::new(RichText::new(second).color(p.text)).truncate());
    let story = match scope.card() {
        Some(card) => {
            let (unit, _) = units(card.is_angular);
            let change = format!("Δλ = {} {unit}.", number(f64::from(card.delta_lambda)));
            let color = if card.clamp == Clamp::Free { p.text } else { p.strong };
            (format!("{change} {}", card.clamp_reason()), color)
        }
        None => (scope.story().to_owned(), p.text),
    };
    ui.add(egui::Label::new(RichText::new(story.0).color(story.1)).truncate());
}

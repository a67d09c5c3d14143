//! A parting in words, for the table of the command line and for the window.

use super::{Comparison, Parting, RowDifference};
use crate::dynamics::{Clamp, Pass, RowId};
use crate::instrument::{RowSample, RunHeader};

impl Parting {
    /// What to say about it, line by line, each with a short name: where they part, the first stage, the first row, what
    /// differs in it, and the row on both sides.
    pub fn lines(&self, header: &RunHeader) -> Vec<(&'static str, String)> {
        if self.is_at_start {
            return vec![("they part", "at the start: bodies lie or move differently".to_owned())];
        }
        let mut lines = vec![("they part", format!("in step {} ({:.4} s)", self.step, self.time))];
        if let Some(stage) = &self.stage {
            let body = body_name(header, stage.body);
            let text = format!("substep {}, {}: the motion of {body} differs", stage.substep + 1, stage.stage.name());
            lines.push(("first stage", text));
        }
        match &self.row {
            Some(row) => row.add_lines(header, &mut lines),
            None => lines.push(("first row", "none: the difference does not come from a row".to_owned())),
        }
        lines
    }
}

impl Comparison {
    /// What to say where the two do not part, line by line as in [`Parting::lines`]. The same states may still be shown at
    /// other times (the frame loop) or drawn elsewhere (visual displacement, drawing between states).
    pub fn sameness(&self) -> Vec<(&'static str, String)> {
        let steps = self.sides[0].hashes.len().saturating_sub(1);
        let mut lines = vec![("they part", format!("nowhere: all {steps} steps are the same to the bit"))];
        let differs = |number: &super::Number| number.readings[0].value != number.readings[1].value;
        if self.numbers.iter().any(differs) {
            let text = "when the pictures come, or where bodies are drawn: the motion itself is the same";
            lines.push(("they differ in", text.to_owned()));
        }
        lines
    }
}

impl RowDifference {
    fn add_lines(&self, header: &RunHeader, lines: &mut Vec<(&'static str, String)>) {
        let Some(first) = self.sides.iter().flatten().next() else { return };
        let place = format!(
            "substep {}, {} sweep {}, row {} (change {} of the step): {} between {} and {}",
            first.substep + 1,
            pass_name(first.pass),
            first.iteration + 1,
            self.number + 1,
            self.event + 1,
            first.row.kind.label(),
            body_name(header, first.row.body_a),
            body_name(header, first.row.body_b)
        );
        lines.push(("first row", place));
        if !self.causes.is_empty() {
            lines.push(("it differs in", self.causes.join(", ")));
        }
        for (name, side) in ["A", "B"].into_iter().zip(&self.sides) {
            lines.push((name, side.as_ref().map_or_else(|| "has no such row".to_owned(), row_text)));
        }
    }
}

/// Numbers of a row in a line.
fn row_text(row: &RowSample) -> String {
    format!(
        "impulse {:.6} → {:.6}, change {:.6} ({}); velocity {:.6} → {:.6}; bias {:.6}",
        row.lambda_before,
        row.lambda_after,
        row.delta_lambda,
        clamp_name(row.clamp),
        row.velocity_before,
        row.velocity_after,
        row.row.bias
    )
}

/// The name of a body; the mouse is tied to the ground, which is none.
pub fn body_name(header: &RunHeader, id: u32) -> String {
    header.body(id).map_or_else(|| "the ground".to_owned(), |body| body.name.to_string())
}

/// "contact 3 point 0 axis 1"
pub fn row_name(id: RowId) -> String {
    match id {
        RowId::Contact { contact, point, axis } => format!("contact {contact} point {point} axis {axis}"),
        RowId::Joint { joint, row } => format!("joint {joint} row {row}"),
        RowId::Grab { row } => format!("grab row {row}"),
    }
}

pub const fn pass_name(pass: Pass) -> &'static str {
    match pass {
        Pass::WarmStart => "warm start",
        Pass::Bias => "bias",
        Pass::Relax => "relax",
        Pass::Restitution => "restitution",
        Pass::Position => "position",
    }
}

pub const fn clamp_name(clamp: Clamp) -> &'static str {
    match clamp {
        Clamp::Free => "free",
        Clamp::Lower => "at the lower bound",
        Clamp::Upper => "at the upper bound",
        Clamp::FrictionBound => "at the friction bound",
    }
}

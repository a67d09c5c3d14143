//! All numbers of one change: what the row saw, what it asked for, what it got, and what was left.

use super::words::units;
use crate::app::window::format::{fixed, number};
use crate::app::window::theme::{GRID, palette};
use crate::app::window::widgets::value_row_ui;
use crate::dynamics::Pass;
use crate::session::{Card, Microscope, Run};
use egui::{Align2, RichText, Sense, Ui, pos2, vec2};

/// Two columns of numbers, the Jacobian, and two sentences.
pub fn card_ui(ui: &mut Ui, scope: &Microscope, run: &Run) {
    let (Some(card), Some(sample)) = (scope.card(), scope.sample()) else {
        moment_ui(ui);
        return;
    };
    let (impulse, speed) = units(card.is_angular);
    let value = |v: f32| number(f64::from(v));
    ui.add_space(GRID);
    let width = (ui.available_width() - 6.0 * GRID) * 0.5;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0 * GRID;
        column_ui(ui, width, |ui| {
            let tip = "Accumulated impulse λ of the row in this substep, before this change.";
            value_row_ui(ui, "λ before", &value(card.lambda_before), impulse, tip);
            let tip = "Change asked for by the row's own formula, before any bound: \
                       −(m_eff · mass scale) · (J v + bias) − impulse scale · λ.";
            let (wanted, unit) = card.wanted.map_or(("with others".to_owned(), " "), |w| (value(w), impulse));
            value_row_ui(ui, "asked for", &wanted, unit, tip);
            let tip = "Change that was applied: the difference between the two λ.";
            value_row_ui(ui, "got, Δλ", &value(card.delta_lambda), impulse, tip);
            value_row_ui(ui, "λ after", &value(card.lambda_after), impulse, "Accumulated impulse after this change.");
            let bound = |b: f32| if b.is_finite() { value(b) } else if b < 0.0 { "−∞".to_owned() } else { "∞".to_owned() };
            let allowed = format!("{} … {}", bound(card.bounds.0), bound(card.bounds.1));
            let tip = "Smallest and largest λ. Contacts only push: 0 to ∞. Friction: ± µ times the normal impulse.";
            value_row_ui(ui, "allowed λ", &allowed, impulse, tip);
            let tip = "1 / K with K = J M⁻¹ Jᵀ: how heavy the two bodies are along this row.";
            let mass = if card.is_angular { "kg m²" } else { "kg" };
            value_row_ui(ui, "effective mass", &value(card.effective_mass), mass, tip);
        });
        column_ui(ui, width, |ui| {
            let tip = "Relative velocity J v along the row that the solver saw when it chose the change; B away from A is \
                       positive. Rows that are found together all see the velocities from before the first of them.";
            value_row_ui(ui, "J v seen", &value(card.velocity_seen), speed, tip);
            let tip = "J v just before and just after this change was applied.";
            value_row_ui(ui, "J v before", &value(card.velocity_before), speed, tip);
            value_row_ui(ui, "J v after", &value(card.velocity_after), speed, tip);
            let tip = "The row steers J v towards −bias in this pass: what removes position errors, or makes a bounce.";
            value_row_ui(ui, "target, −bias", &value(-card.bias), speed, tip);
            let tip = "What this row still asks for, over its effective mass: now, with all rows before it solved.";
            value_row_ui(ui, "left over now", &value(card.residual), speed, tip);
            let tip = "The same when the sweep was over: the rows after it have moved the bodies again.";
            value_row_ui(ui, "after the sweep", &value(card.residual_after_sweep), speed, tip);
        });
    });
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0 * GRID;
        let (length, _) = if card.is_angular { ("rad", "") } else { ("m", "") };
        column_ui(ui, width, |ui| {
            let tip =
                "Constraint value C: separation of a contact (negative: overlap), gap of a joint, drift of friction.";
            value_row_ui(ui, "error C", &value(card.c), length, tip);
        });
        column_ui(ui, width, |ui| {
            let tip =
                "Softness: share of the rigid change that is made, and share of λ that leaks away. 1 and 0 is rigid.";
            let soft = format!("{} / {}", value(card.mass_scale), value(card.impulse_scale));
            value_row_ui(ui, "mass / impulse scale", &soft, "", tip);
        });
    });
    jacobian_ui(ui, &card, scope, run);
    ui.add_space(GRID);
    sentences_ui(ui, &card, sample.pass);
}

fn column_ui(ui: &mut Ui, width: f32, add: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(vec2(width, 0.0), egui::Layout::top_down(egui::Align::Min), |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.y = 0.0;
        add(ui);
    });
}

/// J, part by part, and under it what it is multiplied with: the velocities after the change.
fn jacobian_ui(ui: &mut Ui, card: &Card, scope: &Microscope, run: &Run) {
    let p = palette(ui);
    let tip = "J: the relative velocity along the row is J v. Linear parts act on the velocities of the centres of mass, \
               angular parts (arm × direction, m) on the angular velocities. Below: the velocities after this change, m/s \
               and rad/s. World axes.";
    let name = |id: u32| run.header().body(id).map_or("the world", |body| &body.name);
    let mut rows = vec![
        (format!("J  A  {}", name(card.body_a)), card.jacobian[0], card.jacobian[1]),
        (format!("J  B  {}", name(card.body_b)), card.jacobian[2], card.jacobian[3]),
    ];
    for (text, body) in [("v, ω of A now", card.body_a), ("v, ω of B now", card.body_b)] {
        if let Some(state) = scope.bodies().get(body as usize) {
            rows.push((text.to_owned(), state.velocity, state.angular_velocity));
        }
    }
    let height = 22.0;
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), (rows.len() + 1) as f32 * height + GRID), Sense::hover());
    let spoken = format!("Jacobian of A {} and B {}", name(card.body_a), name(card.body_b));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &spoken));
    let font = egui::FontId::proportional(14.5);
    // Six columns of numbers at the right, the names in what is left.
    let step = ((rect.width() - 130.0) / 6.0).min(74.0);
    let x = |k: usize| rect.right() - step * (5 - k) as f32;
    let y = |row: usize| rect.top() + GRID + (row as f32 + 0.5) * height;
    let painter = ui.painter();
    painter.text(pos2(rect.left(), y(0)), Align2::LEFT_CENTER, "Jacobian", font.clone(), p.weak);
    for (k, head) in ["v x", "v y", "v z", "ω x", "ω y", "ω z"].into_iter().enumerate() {
        painter.text(pos2(x(k), y(0)), Align2::RIGHT_CENTER, head, font.clone(), p.weak);
    }
    let names = egui::Rect::from_x_y_ranges(rect.left()..=x(0) - step + 12.0, rect.y_range());
    for (row, (text, linear, angular)) in rows.into_iter().enumerate() {
        let clipped = painter.with_clip_rect(names.intersect(ui.clip_rect()));
        clipped.text(pos2(rect.left(), y(row + 1)), Align2::LEFT_CENTER, text, font.clone(), p.text);
        for (k, part) in linear.to_array().into_iter().chain(angular.to_array()).enumerate() {
            let color = if part == 0.0 { p.weak } else { p.strong };
            let text = fixed(f64::from(part), 3);
            painter.text(pos2(x(k), y(row + 1)), Align2::RIGHT_CENTER, text, font.clone(), color);
        }
    }
    response.on_hover_text(tip);
}

fn sentences_ui(ui: &mut Ui, card: &Card, pass: Pass) {
    let mut text = card.method(pass).to_owned();
    if card.together_count > 2 {
        text += &format!(" {} rows in all.", card.together_count);
    }
    ui.label(RichText::new(text).size(14.5).color(palette(ui).weak));
}

/// A moment that is no change of a row.
fn moment_ui(ui: &mut Ui) {
    let p = palette(ui);
    ui.add_space(GRID);
    let text = "No impulse changes here. The arrows in the picture are the velocities of this moment. → goes on, Page down \
                goes to the next stage, ↓ to the next sweep.";
    ui.label(RichText::new(text).size(14.5).color(p.weak));
}

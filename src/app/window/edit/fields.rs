//! Fields for numbers, words and choices of a document: with units, expressions, and a word where several things differ.
//!
//! A field shows a number with all the digits that the document has, so that looking at it never changes it.

use crate::app::window::theme::palette;
use crate::session::{evaluate, evaluate_degrees};
use egui::{Align, Layout, Response, RichText, Ui, vec2};
use std::cell::{Cell, RefCell};

/// What a number is and may be.
#[derive(Clone, Copy, Debug)]
pub struct NumberSpec<'a> {
    /// Name for screen readers and tests.
    pub label: &'a str,
    pub unit: &'a str,
    pub min: f64,
    pub max: f64,
    pub is_whole: bool,
}

/// What stands in a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shown {
    Value(f64),
    /// Several things with different values, of which this is the first.
    Mixed(f64),
    /// Nothing is given: a word for what that means, and a number to begin with.
    Absent(&'static str, f64),
    /// Nothing is given: the default.
    Default(f64),
}

impl Shown {
    pub const fn number(self) -> f64 {
        match self {
            Self::Value(v) | Self::Mixed(v) | Self::Absent(_, v) | Self::Default(v) => v,
        }
    }
}

/// What the user did to a field.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome<T> {
    pub value: Option<T>,
    /// The end of a drag or of typing: what follows is another step to undo.
    pub is_done: bool,
    /// What was typed cannot be understood: why.
    pub trouble: Option<String>,
}

/// All digits that a number of the core has, and no more.
pub fn exact(value: f64) -> String {
    let single = value as f32;
    let size = single.abs();
    let text = if size != 0.0 && !(1e-4..1e7).contains(&size) { format!("{single:e}") } else { single.to_string() };
    text.replace('-', "−")
}

/// As [`exact`] where that is short, otherwise with five digits: a field has so much room.
pub fn short(value: f64) -> String {
    let text = exact(value);
    if text.chars().count() <= 6 {
        return text;
    }
    let size = value.abs().log10().floor();
    let text = if (-4.0..7.0).contains(&size) {
        let digits = (4.0 - size).clamp(0.0, 5.0) as usize;
        let text = format!("{value:.digits$}");
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    } else {
        format!("{value:.1e}")
    };
    text.replace('-', "−")
}

/// Reads what was typed for a number with this unit: "2*0.05", "5 cm", "30deg".
///
/// # Errors
/// A sentence about what cannot be understood.
pub fn understand(text: &str, unit: &str) -> Result<f64, String> {
    let plain = text.replace('−', "-").replace('·', "*");
    // A decimal comma, where it cannot be anything else.
    let plain = if plain.contains('.') { plain } else { plain.replace(',', ".") };
    if unit == "°" { evaluate_degrees(&plain.replace('°', "deg")) } else { evaluate(&plain) }
}

/// A field for one number.
pub fn number_ui(ui: &mut Ui, width: f32, spec: &NumberSpec<'_>, shown: Shown) -> (Response, Outcome<f64>) {
    let mut number = shown.number();
    let typed: Cell<Option<f64>> = Cell::new(None);
    let trouble: RefCell<Option<String>> = RefCell::new(None);
    let p = palette(ui);
    let color = match shown {
        Shown::Value(_) => p.strong,
        _ => p.weak,
    };
    // A number moves by a share of itself, a small one by a share of its range or a little.
    let speed = if spec.is_whole {
        0.08
    } else {
        (number.abs() * 0.008).max((spec.max - spec.min).abs().min(10.0) * 0.0005).max(1e-5)
    };
    let mut outcome = Outcome::default();
    // A child of its own size: a long number is cut there and never widens the panel.
    let (rect, _) = ui.allocate_exact_size(vec2(width, 24.0), egui::Sense::hover());
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)));
    inner.set_clip_rect(rect.expand(1.0).intersect(ui.clip_rect()));
    let response = {
        let ui = &mut inner;
        let widgets = &mut ui.visuals_mut().widgets;
        widgets.inactive.fg_stroke.color = color;
        widgets.hovered.fg_stroke.color = color;
        ui.spacing_mut().button_padding.x = 4.0;
        let suffix = match (spec.unit, shown) {
            ("", _) | (_, Shown::Mixed(_) | Shown::Absent(..)) => String::new(),
            ("°", _) => "°".to_owned(),
            (unit, _) => format!(" {unit}"),
        };
        let field = egui::DragValue::new(&mut number)
            .range(spec.min..=spec.max)
            .clamp_existing_to_range(false)
            .speed(speed)
            .update_while_editing(false)
            .suffix(suffix)
            .custom_formatter(|n, _| match shown {
                Shown::Mixed(_) => "mixed".to_owned(),
                Shown::Absent(word, _) => word.to_owned(),
                Shown::Value(_) | Shown::Default(_) => short(n),
            })
            .custom_parser(|text| match understand(text, spec.unit) {
                // What stood there before: looking at a number never rounds it.
                Ok(_) if matches!(shown, Shown::Value(_)) && text == short(shown.number()) => Some(shown.number()),
                Ok(value) if value.is_finite() => {
                    let value = if spec.is_whole { value.round() } else { value };
                    if exact(value) != exact(shown.number()) || !matches!(shown, Shown::Value(_)) {
                        typed.set(Some(value.clamp(spec.min, spec.max)));
                    }
                    if value < spec.min || value > spec.max {
                        trouble.replace(Some(format!(
                            "{} goes from {} to {} {}: “{text}” lies outside.",
                            spec.label,
                            exact(spec.min),
                            exact(spec.max),
                            spec.unit
                        )));
                    }
                    Some(value)
                }
                Ok(_) => {
                    trouble.replace(Some(format!("{}: “{text}” is no finite number.", spec.label)));
                    None
                }
                // The word that stood there before anything was typed.
                Err(_) if ["mixed", "", "none"].contains(&text) => None,
                Err(_) if matches!(shown, Shown::Absent(word, _) if word == text) => None,
                Err(why) => {
                    trouble.replace(Some(format!("{}: {why}", spec.label)));
                    None
                }
            });
        ui.add_sized([width, 24.0], field)
    };
    name(&response, spec.label, shown.number());
    if let Some(value) = typed.get() {
        (outcome.value, outcome.is_done) = (Some(value), true);
    } else if response.changed() && number.is_finite() && trouble.borrow().is_none() {
        (outcome.value, outcome.is_done) = (Some(number), !response.dragged());
    }
    outcome.is_done |= response.drag_stopped();
    outcome.trouble = trouble.into_inner();
    (response, outcome)
}

fn name(response: &Response, label: &str, value: f64) {
    let label = label.to_owned();
    response.widget_info(move || {
        let mut widget = egui::WidgetInfo::drag_value(true, value);
        widget.label = Some(label.clone());
        widget
    });
}

/// Numbers beside each other. The outcome says which of them was changed.
pub fn numbers_ui<const N: usize>(
    ui: &mut Ui,
    width: f32,
    names: [&str; N],
    spec: &NumberSpec<'_>,
    shown: [Shown; N],
) -> (Response, Outcome<(usize, f64)>) {
    let gap = 2.0;
    let each = (width - gap * (N as f32 - 1.0)) / N as f32;
    let inner = ui.allocate_ui_with_layout(vec2(width, 24.0), Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = gap;
        let mut all: Option<Response> = None;
        let mut outcome = Outcome::default();
        for (index, (part, shown)) in names.iter().zip(shown).enumerate() {
            let label = format!("{} {part}", spec.label);
            let unit = if N > 2 && spec.unit != "°" { "" } else { spec.unit };
            let one = NumberSpec { label: &label, unit, ..*spec };
            let (response, change) = number_ui(ui, each, &one, shown);
            if let Some(value) = change.value {
                outcome.value = Some((index, value));
            }
            outcome.is_done |= change.is_done;
            outcome.trouble = outcome.trouble.or(change.trouble);
            all = Some(all.map_or(response.clone(), |before| before | response));
        }
        (all, outcome)
    });
    (inner.inner.0.unwrap_or(inner.response), inner.inner.1)
}

/// A line of text; what was typed counts when the field is left or with Enter.
pub fn text_ui(ui: &mut Ui, width: f32, label: &str, text: &str, hint: &str) -> (Response, Option<String>) {
    let id = ui.scope_id().with(("text", label));
    let mut draft = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_else(|| text.to_owned());
    let field = egui::TextEdit::singleline(&mut draft).hint_text(hint).margin(vec2(6.0, 3.0)).desired_width(width);
    let response = ui.add(field);
    let name = label.to_owned();
    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::TextInput, true, &name));
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, draft));
        return (response, None);
    }
    ui.data_mut(|data| data.remove::<String>(id));
    let is_kept = response.lost_focus() && !ui.input(|i| i.key_pressed(egui::Key::Escape)) && draft != text;
    (response, is_kept.then_some(draft))
}

/// One word out of a list.
pub fn choice_ui(
    ui: &mut Ui,
    width: f32,
    label: &str,
    shown: &str,
    choices: &[(String, String)],
) -> (Response, Option<String>) {
    let mut chosen = None;
    // A child of fixed width: on its own a combo box grows with its text.
    let size = vec2(width, 24.0);
    let response = ui
        .allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_size(size);
            ui.spacing_mut().button_padding.x = 8.0;
            let id = ui.scope_id().with(("choice", label));
            egui::ComboBox::from_id_salt(id)
                .selected_text(RichText::new(shown).size(14.5))
                .width(width)
                .truncate()
                .show_ui(ui, |ui| {
                    for (id, text) in choices {
                        if ui.selectable_label(text == shown, text).clicked() && text != shown {
                            chosen = Some(id.clone());
                        }
                    }
                })
                .response
        })
        .inner;
    let name = label.to_owned();
    response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &name));
    (response, chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_with_all_their_digits_and_read_back() {
        for value in [0.1_f32, 1.0 / 3.0, -2.5e-7, 12345.678, 0.0, 3.0e9] {
            let text = exact(f64::from(value));
            assert_eq!(understand(&text, "m").unwrap() as f32, value, "{text}");
        }
        assert_eq!(exact(f64::from(0.1_f32)), "0.1");
        let shown = [0.900_000_04_f64, -1_234.567_8, 1.234_567_8e-7, 0.5, 20_000_000.0].map(short);
        assert_eq!(shown, ["0.9", "−1234.6", "1.2e−7", "0.5", "2e7"]);
    }

    #[test]
    fn expressions_and_units_are_understood() {
        let near = |text: &str, unit: &str, value: f64| {
            let found = understand(text, unit).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert!((found - value).abs() < 1e-9, "{text} gives {found}");
        };
        near("2*0.05", "m", 0.1);
        near("5 cm", "m", 0.05);
        near("0,25", "m", 0.25);
        near("30", "°", 30.0);
        near("30°", "°", 30.0);
        near("0.5 rad", "°", 0.5_f64.to_degrees());
        assert!(understand("two", "m").is_err());
    }
}

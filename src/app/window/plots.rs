//! The strip of plots under the view: energy, worst overlap, worst joint gap, and how the solver converges. A line marks
//! the step that is shown; a click or drag in a plot goes to the step under the pointer. Pointing at a plot shows the number
//! there, and marks in the scene whose it is where that step is still known in full.

use super::actions::{Action, Actions};
use super::format;
use super::plot_quantity::{PlotInfo, PlotQuantity, QUANTITIES};
use super::theme::{self, GRID, palette};
use super::widgets::color32;
use crate::overlay::{Mark, Primitive, palette as colors};
use crate::session::{Command, Condition, Run, Sample, Selection};
use egui::{RichText, Ui, vec2};
use egui_plot::{GridMark, HoverPosition, Line, LineStyle, Plot, PlotPoints, PlotResponse, Points, VLine};

/// Most points that a line is drawn with.
const MOST_POINTS: usize = 600;

/// How much of the past is shown, s.
const WINDOW_SECS: f64 = 10.0;

/// What the pointer is over: a step, and the number that is plotted.
pub type Pointed = Option<(u64, Condition)>;

/// The chosen quantities and the residual side by side. A plot of joints is left out where there are none.
pub fn plots_ui(ui: &mut Ui, run: &Run, chosen: &mut [PlotQuantity], actions: &mut Actions) -> Pointed {
    let mut pointed = None;
    let stretch = Stretch::of(run);
    let has_joints = !run.header().joints.is_empty();
    let is_shown = |quantity: &PlotQuantity| has_joints || *quantity != PlotQuantity::JointGap;
    let count = chosen.iter().filter(|quantity| is_shown(quantity)).count() as f32 + 1.0;
    let gap = 3.0 * GRID;
    let width = (ui.available_width() - gap * (count - 1.0)) / count;
    let height = ui.available_height();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = gap;
        let cell = |ui: &mut Ui, add: &mut dyn FnMut(&mut Ui)| {
            ui.allocate_ui_with_layout(vec2(width, height), egui::Layout::top_down(egui::Align::Min), |ui| {
                ui.set_min_size(vec2(width, height));
                ui.set_max_width(width);
                add(ui);
            });
        };
        for (place, quantity) in chosen.iter_mut().enumerate().filter(|(_, quantity)| is_shown(quantity)) {
            cell(ui, &mut |ui| {
                pointed = pointed.or(quantity_ui(ui, run, &stretch, place, quantity, actions));
            });
        }
        cell(ui, &mut |ui| {
            // While time runs only some steps have them.
            let last = run.recording().steps.iter().rev().take(128).find(|record| !record.residuals.is_empty());
            residual_ui(ui, last.map_or(&[], |record| &record.residuals));
        });
    });
    pointed
}

/// One quantity against time.
fn quantity_ui(
    ui: &mut Ui,
    run: &Run,
    stretch: &Stretch,
    place: usize,
    quantity: &mut PlotQuantity,
    actions: &mut Actions,
) -> Pointed {
    let info = quantity.info();
    let (value, unit) = readable(info, run.sample().map_or(0.0, info.value));
    let strong = palette(ui).strong;
    title_with_menu_ui(ui, info, &format!("{value} {unit}"), place, quantity);
    let shown = time_plot(ui, &format!("plot {place}"), stretch, info.unit).include_y(info.least).show(ui, |plot| {
        let line = points(&stretch.samples, info.value);
        plot.line(Line::new(info.label, line).color(color32(info.color)).width(2.0));
        plot.vline(VLine::new("shown step", run.record().time).color(strong).width(1.0));
    });
    seek_from(&shown, run, actions);
    point_at(&shown, run, info.condition)
}

/// A number in the unit in which people say it.
fn readable(info: &PlotInfo, value: f64) -> (String, &'static str) {
    match info.unit {
        "J" => format::energy(value),
        "mm" => format::length(value / 1000.0),
        unit => (format::number(value), unit),
    }
}

/// The step under the pointer, if there is one.
fn point_at(shown: &PlotResponse<()>, run: &Run, condition: Condition) -> Pointed {
    let pointer = shown.response.hover_pos()?;
    Some((run.timeline().step_at(shown.transform.value_from_position(pointer).x), condition))
}

/// Marks whose number it is that the pointer is over: nothing where that step is no longer known in full.
pub fn pointed_primitives(run: &Run, pointed: Pointed) -> Vec<Primitive> {
    let Some((step, condition)) = pointed else { return Vec::new() };
    let steps = &run.recording().steps;
    let Ok(index) = steps.binary_search_by_key(&step, |record| record.step) else { return Vec::new() };
    let (before, record) = (index.checked_sub(1).map(|i| &steps[i]), &steps[index]);
    let color = colors::SELECTED;
    let ring = |at| Primitive::Point { at, size: 22.0, mark: Mark::Ring, color };
    match condition.offender(run.header(), before, record) {
        Selection::None => Vec::new(),
        Selection::Body(id) => record.body(id).map(|body| ring(body.position)).into_iter().collect(),
        Selection::Contact { collider_a, collider_b, feature } => {
            let key = (collider_a, collider_b, feature);
            record.contacts.iter().filter(|c| c.key() == key).map(|c| ring(c.position)).collect()
        }
        Selection::Joint(id) => record.joints.iter().filter(|j| j.id == id).map(|j| ring(j.anchor_a)).collect(),
    }
}

/// Title of a plot, with the menu in which another quantity is chosen.
fn title_with_menu_ui(ui: &mut Ui, info: &PlotInfo, value: &str, place: usize, quantity: &mut PlotQuantity) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding = vec2(0.0, 0.0);
        let icon = egui_material_icons::icons::ICON_ARROW_DROP_DOWN.rich_text().size(18.0);
        let button = egui::Button::new(icon).frame_when_inactive(false).min_size(vec2(18.0, 18.0));
        let (response, _) = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
            for other in QUANTITIES {
                let is_chosen = other.quantity == *quantity;
                if ui.selectable_label(is_chosen, other.label).on_hover_text(other.tooltip).clicked() {
                    *quantity = other.quantity;
                    ui.close();
                }
            }
        });
        let name = format!("Choose plot {}", place + 1);
        response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        response.on_hover_text("Plots something else here.");
        title_ui(ui, info.label, value, info.tooltip);
    });
}

pub(super) fn title_ui(ui: &mut Ui, title: &str, value: &str, tooltip: &str) {
    let p = palette(ui);
    // In a small window the name has to do; the number is in the tooltip.
    let has_room = ui.available_width() > 136.0;
    ui.horizontal(|ui| {
        let name = ui.label(RichText::new(title).size(14.0).color(p.weak));
        name.on_hover_text(if has_room { tooltip.to_owned() } else { format!("{value}\n\n{tooltip}") });
        if !has_room {
            return;
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(RichText::new(value).font(theme::semibold(14.0)).color(p.strong));
        });
    });
}

/// The stretch of the recording that the plots show: the last seconds, or those around the step that is shown.
struct Stretch {
    samples: Vec<Sample>,
    /// s
    end: f64,
}

impl Stretch {
    fn of(run: &Run) -> Self {
        let timeline = run.timeline();
        let recorded = timeline.note(timeline.end()).map_or(0.0, |note| note.sample.time);
        let end = recorded.min((run.record().time + 0.5 * WINDOW_SECS).max(WINDOW_SECS));
        let (first, last) = (timeline.step_at(end - WINDOW_SECS), timeline.step_at(end));
        let every = ((last - first) as usize).div_ceil(MOST_POINTS).max(1);
        let notes = (first..=last).step_by(every).filter_map(|step| timeline.note(step));
        Self { samples: notes.map(|note| note.sample).collect(), end }
    }
}

/// Goes to the step under the pointer.
pub(super) fn seek_from(shown: &PlotResponse<()>, run: &Run, actions: &mut Actions) {
    let is_asked = shown.response.clicked() || shown.response.dragged();
    let Some(pointer) = shown.response.interact_pointer_pos().filter(|_| is_asked) else { return };
    let step = run.timeline().step_at(shown.transform.value_from_position(pointer).x);
    if step != run.cursor() {
        actions.push(Action::Do(Command::Seek(step)));
    }
}

fn points(samples: &[Sample], value: fn(&Sample) -> f64) -> PlotPoints<'static> {
    let finite = samples.iter().map(|s| [s.time, value(s)]).filter(|p| p[1].is_finite());
    PlotPoints::from(finite.collect::<Vec<_>>())
}

fn time_plot<'a>(ui: &Ui, id: &str, stretch: &Stretch, unit: &'static str) -> Plot<'a> {
    let end = stretch.end.max(2.0);
    base_plot(ui, id)
        .include_x((end - WINDOW_SECS).max(0.0))
        .include_x(end)
        .include_y(0.0)
        .label_formatter(move |at| Some(label(at, unit)))
        .x_axis_formatter(|mark, _| format!("{:.0} s", mark.value))
        .y_axis_formatter(|mark, _| format::axis(mark.value))
}

/// A plot of a fixed height, points, in a panel: both axes fit what is in it.
pub(super) fn free_plot<'a>(ui: &Ui, id: &str, height: f32) -> Plot<'a> {
    base_plot(ui, id)
        .height(height)
        .include_y(0.0)
        .x_axis_formatter(|mark, _| format::axis(mark.value))
        .y_axis_formatter(|mark, _| format::axis(mark.value))
}

/// The number under the pointer, with its time.
fn label(at: &HoverPosition<'_>, unit: &str) -> String {
    let (HoverPosition::NearDataPoint { position, .. } | HoverPosition::Elsewhere { position }) = at;
    format!("{} {unit} at {:.3} s", format::number(position.y), position.x)
}

pub(super) fn base_plot<'a>(ui: &Ui, id: &str) -> Plot<'a> {
    Plot::new(id.to_owned())
        .height(ui.available_height() - 2.0)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .show_background(false)
        .grid_color(palette(ui).border)
        .x_grid_spacer(|input| marks(input.bounds, 2.0))
        .y_grid_spacer(|input| marks(input.bounds, 2.5))
        .set_margin_fraction(vec2(0.0, 0.08))
        .y_axis_min_width(44.0)
}

/// Residual after each sweep of the last step, as powers of ten.
fn residual_ui(ui: &mut Ui, residuals: &[f32]) {
    let last = residuals.last().map(|r| format!("{} m/s", format::number(f64::from(*r)))).unwrap_or_default();
    let tip = "Largest remaining violation after each sweep of the last step, m/s, on a logarithmic scale. A steep line \
               means that the solver converges; a flat one that more iterations would not help much.";
    title_ui(ui, "Residual", &last, tip);
    if residuals.is_empty() {
        ui.label(RichText::new("Make a step to see the sweeps.").size(14.0).color(palette(ui).weak));
        return;
    }
    // Below this single precision has nothing to say.
    let decades = |r: &f32| f64::from(r.max(1e-9)).log10();
    let line: Vec<[f64; 2]> = residuals.iter().enumerate().map(|(k, r)| [(k + 1) as f64, decades(r)]).collect();
    let color = color32(colors::CONTACT_PERSISTED);
    base_plot(ui, "residual")
        .include_x(0.5)
        .include_x(residuals.len() as f64 + 0.5)
        .x_axis_formatter(
            |mark, _| if mark.value.fract() == 0.0 { format!("{:.0}", mark.value) } else { String::new() },
        )
        .y_axis_formatter(|mark, _| decade(mark.value))
        .show(ui, |plot| {
            plot.line(Line::new("residual", line.clone()).color(color).width(1.5).style(LineStyle::Solid));
            plot.points(Points::new("sweeps", line).color(color).radius(3.0));
        });
}

/// Round values about so many times within the bounds: a strip is too low for egui_plot's own decades.
fn marks((low, high): (f64, f64), count: f64) -> Vec<GridMark> {
    let rough = (high - low) / count;
    if !(rough.is_finite() && rough > 0.0) {
        return Vec::new();
    }
    let decade = 10_f64.powf(rough.log10().floor());
    let step_size = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * decade).find(|s| *s >= rough).unwrap_or(rough);
    let (first, last) = ((low / step_size).ceil() as i64, (high / step_size).floor() as i64);
    // Both are small numbers unless a plot has gone mad.
    (first..=last.min(first.saturating_add(50))).map(|k| GridMark { value: k as f64 * step_size, step_size }).collect()
}

/// The mark of a logarithmic axis: powers of ten as such, what lies between as a number.
pub(super) fn decade(exponent: f64) -> String {
    let whole = exponent.round();
    if (exponent - whole).abs() < 1e-6 {
        return power(whole as i32);
    }
    // Two digits are enough between powers of ten.
    let unit = 10_f64.powf(exponent.floor() - 1.0);
    format::axis((10_f64.powf(exponent) / unit).round() * unit)
}

/// "10⁻³"
fn power(exponent: i32) -> String {
    let digit = |c: char| match c {
        '-' => '⁻',
        c => c.to_digit(10).and_then(|d| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(d as usize)).unwrap_or(c),
    };
    format!("10{}", exponent.to_string().chars().map(digit).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_few() {
        let values = |low, high| marks((low, high), 2.5).iter().map(|m| m.value).collect::<Vec<_>>();
        assert_eq!(values(0.0, 533.0), [0.0, 500.0]);
        assert_eq!(values(0.0, 33_000.0), [0.0, 20_000.0]);
        assert_eq!(values(-0.2, 1.1), [0.0, 1.0]);
        assert!(values(0.0, f64::NAN).is_empty() && values(1.0, 1.0).is_empty());
    }

    #[test]
    fn powers_are_written_as_such() {
        assert_eq!((decade(-3.0).as_str(), decade(1.0).as_str()), ("10⁻³", "10¹"));
        assert_eq!(decade(5.0_f64.log10()), "5");
        assert_eq!((decade(2.5).as_str(), decade(-1.5).as_str()), ("320", "0.032"));
    }
}

//! Residual and total change after each sweep of the step, and over the last second as a band.

use crate::app::window::actions::{Action, Actions};
use crate::app::window::format::number;
use crate::app::window::plots::{base_plot, decade, title_ui};
use crate::app::window::theme::{GRID, palette};
use crate::app::window::widgets::color32;
use crate::dynamics::IterationEvent;
use crate::overlay::palette as colors;
use crate::session::{Band, BandPoint, Command, Microscope, MicroscopeMove, Spread};
use egui::{Color32, RichText, Ui, vec2};
use egui_plot::{FilledArea, Line, LineStyle, Points, VLine};

/// Below this single precision has nothing to say.
const SMALLEST: f32 = 1e-9;

/// Two plots one above the other, and what the band is.
pub fn convergence_ui(ui: &mut Ui, scope: &Microscope, actions: &mut Actions) {
    let sweeps: Vec<IterationEvent> = scope.iterations().copied().collect();
    if sweeps.is_empty() {
        super::empty_ui(ui, "No sweeps", "In this step nothing was solved.");
        return;
    }
    band_ui(ui, scope.band(), actions);
    let height = (ui.available_height() - 3.0 * GRID) * 0.5;
    let here = scope.place().and_then(|(_, column)| {
        let c = &scope.matrix().columns[column];
        sweeps.iter().position(|s| (s.substep, s.pass, s.iteration) == (c.substep, c.pass, c.iteration))
    });
    let points = scope.band().map_or(&[][..], |band| &band.points);
    let tip = "Largest violation of any row after each sweep, m/s. A steep line: the solver converges. A flat one: more \
               sweeps would not help much. It jumps up where a substep begins.";
    let what = Curve {
        id: "residual by sweep",
        title: "Largest residual",
        unit: "m/s",
        tip,
        color: colors::CONTACT_PERSISTED,
    };
    plot_ui(ui, height, &what, &sweeps, points, here, |s| s.residual, |p| p.residual);
    let tip = "Sum of the magnitudes of all changes of impulses in each sweep, N s. What the last sweep still changes is \
               what the solver had no time for.";
    let what = Curve { id: "change by sweep", title: "Total change", unit: "N s", tip, color: colors::IMPULSE };
    plot_ui(ui, height, &what, &sweeps, points, here, |s| s.total_change, |p| p.total_change);
}

struct Curve {
    id: &'static str,
    title: &'static str,
    unit: &'static str,
    tip: &'static str,
    color: colors::Color,
}

#[allow(clippy::too_many_arguments, reason = "two call sites, side by side")]
fn plot_ui(
    ui: &mut Ui,
    height: f32,
    curve: &Curve,
    sweeps: &[IterationEvent],
    band: &[BandPoint],
    here: Option<usize>,
    value: fn(&IterationEvent) -> f32,
    spread: fn(&BandPoint) -> Spread,
) {
    let p = palette(ui);
    ui.allocate_ui(vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        let shown = here.or(sweeps.len().checked_sub(1)).map_or(0.0, |k| value(&sweeps[k]));
        title_ui(ui, curve.title, &format!("{} {}", number(f64::from(shown)), curve.unit), curve.tip);
        let log = |v: f32| f64::from(v.max(SMALLEST)).log10();
        let line: Vec<[f64; 2]> = sweeps.iter().enumerate().map(|(k, s)| [(k + 1) as f64, log(value(s))]).collect();
        let color = color32(curve.color);
        base_plot(ui, curve.id)
            .include_x(0.5)
            .include_x(sweeps.len() as f64 + 0.5)
            .x_axis_formatter(
                |mark, _| {
                    if mark.value.fract() == 0.0 { format!("{:.0}", mark.value) } else { String::new() }
                },
            )
            .y_axis_formatter(|mark, _| decade(mark.value))
            .show(ui, |plot| {
                let xs: Vec<f64> = (1..=band.len()).map(|k| k as f64).collect();
                if band.len() > 1 {
                    let low: Vec<f64> = band.iter().map(|p| log(spread(p).min)).collect();
                    let high: Vec<f64> = band.iter().map(|p| log(spread(p).max)).collect();
                    let fill = Color32::from_rgba_unmultiplied(color.r(), color.g(), color.b(), 44);
                    plot.add(FilledArea::new("last second", &xs, &low, &high).fill_color(fill));
                    let middle: Vec<[f64; 2]> =
                        band.iter().zip(&xs).map(|(p, x)| [*x, log(spread(p).median)]).collect();
                    let style = LineStyle::dashed_loose();
                    plot.line(Line::new("median of the last second", middle).color(p.weak).width(1.5).style(style));
                }
                plot.line(Line::new("this step", line.clone()).color(color).width(2.0));
                plot.points(Points::new("sweeps", line).color(color).radius(3.0));
                for k in 1..sweeps.len() {
                    if sweeps[k].substep != sweeps[k - 1].substep {
                        plot.vline(VLine::new("substep", k as f64 + 0.5).color(p.border).width(1.0));
                    }
                }
                if let Some(k) = here {
                    plot.vline(VLine::new("cursor", (k + 1) as f64).color(p.strong).width(1.5));
                }
            });
    });
}

/// Asks for the band, shows how far it has come, or says what it is.
fn band_ui(ui: &mut Ui, band: Option<&Band>, actions: &mut Actions) {
    let p = palette(ui);
    ui.horizontal(|ui| {
        ui.set_min_height(28.0);
        let Some(band) = band else {
            let button = ui.button("Compare with the last second");
            let tip = "Makes the steps of the last second again and shows how they converged, as a band from the smallest \
                       to the largest value. It takes a moment, and is not measured while the scene runs.";
            if button.on_hover_text(tip).clicked() {
                actions.push(Action::Do(Command::Microscope(MicroscopeMove::GatherBand)));
            }
            return;
        };
        let (done, asked) = (band.steps_done, band.steps_asked);
        if !band.is_over {
            let bar = egui::ProgressBar::new(done as f32 / asked.max(1) as f32).desired_width(160.0);
            let response = ui.add(bar);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, "Measuring"));
            ui.label(RichText::new(format!("measuring step {done} of {asked}")).size(14.0).color(p.weak));
            return;
        }
        let mut text = format!("Shaded: {done} steps of the last second, smallest to largest; dashed: their median.");
        if done < asked {
            text = format!("Shaded: {done} of the {asked} steps of the last second; more would have taken too long.");
        } else if band.points.is_empty() {
            text = "In the last second nothing was solved.".to_owned();
        }
        ui.add(egui::Label::new(RichText::new(text).size(14.0).color(p.weak)).truncate());
    });
}

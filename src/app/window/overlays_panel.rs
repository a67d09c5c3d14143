//! All switches of what is drawn over the scene, in one place, each with its size.

use super::format;
use super::theme::{GRID, palette};
use super::widgets::{legend_mark_ui, row_ui, section_ui, switch_ui};
use crate::overlay::{self, OVERLAYS, OverlayOptions};
use egui::{Align, Layout, RichText, Ui};

/// Switches and sliders.
pub fn overlays_ui(ui: &mut Ui, options: &mut OverlayOptions) {
    egui::ScrollArea::vertical().id_salt("overlays").auto_shrink(false).show(ui, |ui| {
        ui.set_width(ui.available_width() - GRID);
        section_ui(ui, "Drawn over the scene");
        for info in OVERLAYS {
            let mut is_on = options.is_shown(info.overlay);
            let p = palette(ui);
            let (label, switch) =
                row_ui(ui, RichText::new(info.label).color(if is_on { p.strong } else { p.text }), |ui| {
                    let response = switch_ui(ui, &mut is_on, info.label);
                    for entry in info.legend.iter().rev() {
                        legend_mark_ui(ui, entry.mark, entry.color);
                    }
                    response
                });
            label.on_hover_text(info.tooltip);
            if switch.on_hover_text(info.tooltip).changed() {
                options.set_shown(info.overlay, is_on);
            }
            if is_on && info.has_scale {
                scale_ui(ui, info, options);
            }
        }
        ui.add_space(2.0 * GRID);
        let text = "Marks are drawn through bodies, fainter where something is in front. Sizes multiply the scene’s own \
                    measure, so an arrow of one body length means the same in every scene. A preset that opens shows the \
                    overlays that its author chose.";
        ui.label(RichText::new(text).color(palette(ui).weak).size(14.0));
        ui.add_space(4.0 * GRID);
    });
}

fn scale_ui(ui: &mut Ui, info: &overlay::OverlayInfo, options: &mut OverlayOptions) {
    let mut scale = options.scale(info.overlay);
    ui.horizontal(|ui| {
        ui.add_space(3.0 * GRID);
        ui.label(RichText::new("size").color(palette(ui).weak).size(14.0));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_sized(
                [44.0, 20.0],
                egui::Label::new(RichText::new(format!("{}×", format::fixed(f64::from(scale), 1))).size(14.0)),
            );
            ui.spacing_mut().slider_width = ui.available_width() - 8.0;
            let slider = egui::Slider::new(&mut scale, 0.1..=10.0).logarithmic(true).show_value(false);
            let response =
                ui.add(slider).on_hover_text("Multiplies the size at which this is drawn; nothing physical changes.");
            let label = format!("Size of {}", info.label.to_lowercase());
            let value = f64::from(scale);
            response.widget_info(move || egui::WidgetInfo::slider(true, value, &label));
            if response.changed() {
                options.set_scale(info.overlay, scale);
            }
        });
    });
}

/// What the marks in the picture mean; floats over its corner.
pub fn legend_ui(ui: &mut Ui, entries: &[overlay::LegendEntry]) {
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = 18.0;
    for entry in entries {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            legend_mark_ui(ui, entry.mark, entry.color);
            ui.label(RichText::new(entry.text).size(14.0).color(palette(ui).text));
        });
    }
}

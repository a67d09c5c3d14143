//! The card of keys and mouse, and what a scene says over its paused picture.

use super::theme::{self, GRID, palette};
use super::widgets::{modal, primary_button_ui};
use egui::{RichText, Ui};

const KEYS: &[(&str, &str)] = &[
    ("Space  P", "run or pause"),
    (".  O  →", "one step; with Shift five"),
    (",  ←", "one step back; with Shift five"),
    ("Shift+Space", "play backwards"),
    ("B  L", "bookmark, loop"),
    ("R", "back to the start"),
    ("+  −", "faster, slower"),
    ("[  ]", "previous, next preset"),
    ("Ctrl+O  Ctrl+S", "open, save"),
    ("Ctrl+Z  Ctrl+Shift+Z", "undo, redo a setting"),
    ("F  Home", "camera to the selection, to the start"),
    ("Tab  M", "hide panels, plots"),
    ("?  F1", "this card"),
    ("Ctrl +  Ctrl −", "larger, smaller text"),
    ("Esc", "close, then deselect"),
    ("Ctrl+Q", "quit"),
];

const MOUSE: &[(&str, &str)] = &[
    ("Click", "select a body, contact or joint"),
    ("Drag", "turn the camera"),
    ("Right drag", "move the camera"),
    ("Right + W A S D Q E", "fly"),
    ("Wheel", "zoom towards the pointer"),
    ("Ctrl+drag", "grab a body and pull it"),
    ("Shift+click", "shoot a ball"),
];

const INSIDE: &[(&str, &str)] = &[
    ("I", "look inside the step that is shown, and out again"),
    ("→  ←", "next, previous change of an impulse"),
    ("↓  ↑", "the same row, next or previous sweep"),
    ("Page down, up", "next, previous stage"),
    ("C  N", "next clamped row, next row of the selection"),
];

/// Draws the card; false when it is to close.
pub fn help_ui(ctx: &egui::Context, is_first: bool) -> bool {
    let mut is_open = true;
    let modal = modal(ctx, egui::Id::unique("help card")).show(ctx, |ui| {
        ui.set_width(1120.0_f32.min(ctx.content_rect().width() - 80.0));
        let title = if is_first { "Welcome to Jitterscope" } else { "Keys and mouse" };
        ui.label(RichText::new(title).font(theme::semibold(22.0)).color(palette(ui).strong));
        if is_first {
            ui.add_space(GRID);
            let text = "A physics sandbox that shows why things shake. Choose an artifact on the left, press Space, then \
                        compare it with its cures. Every setting on the right acts while the scene runs.";
            ui.label(RichText::new(text).color(palette(ui).text));
        }
        ui.add_space(4.0 * GRID);
        ui.columns(3, |columns| {
            table_ui(&mut columns[0], "Keys", KEYS);
            table_ui(&mut columns[1], "Mouse", MOUSE);
            columns[1].add_space(3.0 * GRID);
            table_ui(&mut columns[1], "Inside a step", INSIDE);
            table_ui(&mut columns[2], "Editing", super::edit::KEYS);
        });
        ui.add_space(4.0 * GRID);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let text = if is_first { "Start" } else { "Close" };
            if primary_button_ui(ui, text).clicked() {
                is_open = false;
            }
        });
    });
    is_open && !modal.should_close()
}

fn table_ui(ui: &mut Ui, title: &str, rows: &[(&str, &str)]) {
    let p = palette(ui);
    ui.label(RichText::new(title).font(theme::semibold(15.0)).color(p.accent));
    ui.add_space(GRID);
    egui::Grid::new(title).num_columns(2).spacing([4.0 * GRID, 1.5 * GRID]).show(ui, |ui| {
        for (keys, what) in rows {
            ui.label(RichText::new(*keys).font(theme::semibold(14.5)).color(p.strong));
            ui.label(RichText::new(*what).color(p.text).size(14.5));
            ui.end_row();
        }
    });
}

//! The card of keys and mouse, and what a scene says over its paused picture.

use super::theme::{self, GRID, palette};
use super::widgets::{modal, primary_button_ui};
use egui::{RichText, Ui, vec2};

const KEYS: &[(&str, &str)] = &[
    ("Space  P", "run or pause"),
    (".  O  →", "one step; with Shift five"),
    (",  ←", "one step back; with Shift five"),
    ("Shift+Space", "play backwards"),
    ("B  L", "bookmark, loop"),
    ("R", "back to the start"),
    ("+  −", "faster, slower"),
    ("[  ]", "previous, next preset"),
    ("Ctrl+F", "all scenes as pictures"),
    ("Ctrl+O  Ctrl+S", "open, save; with Shift save as"),
    ("Ctrl+Z  Ctrl+Shift+Z", "undo, redo a setting"),
    ("F  Home", "camera to the selection, to the start"),
    ("Tab  M", "hide panels, plots"),
    ("F5", "presenter mode: large type"),
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
pub fn help_ui(ctx: &egui::Context) -> bool {
    let mut is_open = true;
    let modal = modal(ctx, egui::Id::unique("help card")).show(ctx, |ui| {
        ui.set_width(1120.0_f32.min(ctx.content_rect().width() - 80.0));
        ui.label(RichText::new("Keys and mouse").font(theme::semibold(22.0)).color(palette(ui).strong));
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
            if primary_button_ui(ui, "Close").on_hover_text("Back to the window (Esc).").clicked() {
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
    let keys_width = (ui.available_width() * 0.38).min(136.0);
    for (keys, what) in rows {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0 * GRID;
            let keys = egui::Label::new(RichText::new(*keys).font(theme::semibold(14.0)).color(p.strong)).wrap();
            ui.allocate_ui_with_layout(vec2(keys_width, 0.0), egui::Layout::top_down(egui::Align::Min), |ui| {
                ui.set_width(keys_width);
                ui.add(keys);
            });
            ui.add(egui::Label::new(RichText::new(*what).color(p.text).size(14.0)).wrap());
        });
    }
}

/// What to do with the first card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Welcome {
    Start,
    AllKeys,
}

/// The very first card: what this is and how to move, at the foot of the window, so that the scene above it is seen running.
pub fn welcome_ui(ctx: &egui::Context) -> Option<Welcome> {
    let mut answer = None;
    let area = egui::Area::new(egui::Id::unique("welcome")).order(egui::Order::Foreground);
    area.anchor(egui::Align2::CENTER_BOTTOM, [0.0, -44.0]).show(ctx, |ui| {
        egui::Frame::window(&ctx.global_style()).inner_margin(18.0).show(ui, |ui| {
            ui.set_width(700.0_f32.min(ctx.content_rect().width() - 80.0));
            ui.label(RichText::new("Welcome to Jitterscope").font(theme::semibold(21.0)).color(palette(ui).strong));
            let text = "A physics sandbox that shows why things shake. Choose an artifact on the left, press Space, then compare \
                        it with its cures. Every setting on the right acts while the scene runs.";
            ui.label(RichText::new(text).color(palette(ui).text));
            ui.add_space(2.0 * GRID);
            ui.columns(2, |columns| {
                table_ui(&mut columns[0], "Keys", FIRST_KEYS);
                table_ui(&mut columns[1], "Mouse", FIRST_MOUSE);
            });
            ui.add_space(2.0 * GRID);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if primary_button_ui(ui, "Start").on_hover_text("Closes this card (Esc).").clicked() {
                    answer = Some(Welcome::Start);
                }
                let all = egui::Button::new("All keys").min_size(vec2(0.0, 32.0));
                if ui.add(all).on_hover_text("The card of all keys; ? shows it at any time.").clicked() {
                    answer = Some(Welcome::AllKeys);
                }
            });
        });
    });
    answer
}

const FIRST_KEYS: &[(&str, &str)] = &[
    ("Space", "run or pause"),
    (".  ,", "one step, one step back"),
    ("Ctrl+F", "all scenes as pictures"),
    ("?", "all keys"),
];

const FIRST_MOUSE: &[(&str, &str)] = &[
    ("Drag, wheel", "turn the camera, zoom"),
    ("Click", "select a body, contact or joint"),
    ("Ctrl+drag", "grab a body and pull it"),
    ("Shift+click", "shoot a ball"),
];

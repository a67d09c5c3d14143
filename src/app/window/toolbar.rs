//! The top: files, transport, speed, undo, view; below it the title of the scene and its variants.

use super::actions::{Action, Actions};
use super::theme::{self, GRID, palette};
use super::ui_state::UiState;
use super::widgets::{chip_ui, icon_button_enabled_ui, icon_button_ui, primary_icon_button_ui};
use crate::preset::schema::Variant;
use crate::session::{AuthorWish, Command, MicroscopeMove, Run, SPEEDS, Session};
use egui::{Align, Layout, RichText, Ui};
use egui_material_icons::icons as i;

/// Files, transport and view.
pub fn toolbar_ui(ui: &mut Ui, session: &Session, state: &UiState, actions: &mut Actions) {
    ui.horizontal(|ui| {
        ui.set_min_height(36.0);
        ui.spacing_mut().item_spacing.x = GRID;
        ui.label(RichText::new("Jitterscope").font(theme::semibold(16.0)).color(palette(ui).strong));
        gap_ui(ui);
        if icon_button_ui(ui, i::ICON_NOTE_ADD, "New scene", "An empty scene with a floor, in edit mode (Ctrl+N).")
            .clicked()
        {
            actions.push(Action::Do(Command::Author(AuthorWish::NewScene)));
        }
        if icon_button_ui(ui, i::ICON_FOLDER_OPEN, "Open…", "Open a preset file (Ctrl+O). Or drop one on the window.")
            .clicked()
        {
            actions.push(Action::OpenDialog);
        }
        files_ui(ui, session, actions);
        let is_editing = session.is_editing();
        let (label, tip) = if is_editing {
            ("Stop editing", "Leave edit mode (E). What was changed stays.")
        } else {
            ("Edit", "Edit the scene (E): add, move, join, and change every number.")
        };
        let button =
            egui::Button::new((i::ICON_EDIT.rich_text().size(18.0), RichText::new("Edit").font(theme::semibold(14.5))));
        let fill = if is_editing { palette(ui).accent_soft } else { palette(ui).raised };
        let response = ui
            .add_enabled(session.run().is_some(), button.fill(fill).min_size(egui::vec2(0.0, 32.0)))
            .on_hover_text(tip);
        response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Button, true, label));
        if response.clicked() {
            actions.push(Action::ToggleEdit);
        }
        gap_ui(ui);
        transport_ui(ui, session, actions);
        gap_ui(ui);
        speed_ui(ui, session, actions);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            view_ui(ui, session, state, actions);
        });
    });
}

/// Saving, with everything else about files behind a menu.
fn files_ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let has_run = session.run().is_some();
    let tip = "Save the scene with the settings as they are now (Ctrl+S).";
    if icon_button_enabled_ui(ui, has_run, i::ICON_SAVE, "Save scene", tip).clicked() {
        actions.push(Action::Save);
    }
    let button =
        ui.add_enabled(has_run, egui::Button::new(i::ICON_ARROW_DROP_DOWN.rich_text().size(20.0)).frame(false));
    let button = button.on_hover_text("Save under another name, hand on a copy, see what changed.");
    button.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Button, has_run, "More about files"));
    egui::Popup::menu(&button).show(|ui| {
        ui.set_min_width(240.0);
        let entries = [
            ("Save as…", "To another file, which is the scene’s file from then on (Ctrl+Shift+S).", Action::SaveDialog),
            (
                "Export a copy…",
                "One file with everything in it, to hand on. What is open stays what it is.",
                Action::ExportDialog,
            ),
            ("What changed…", "Every difference against the file, and the way back to it.", Action::ToggleChanges),
        ];
        for (text, tip, action) in entries {
            if ui.button(text).on_hover_text(tip).clicked() {
                actions.push(action);
            }
        }
    });
}

pub fn transport_ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let has_run = session.run().is_some();
    let tip = "Back to the start (R). Settings stay as they are now, and so does what was recorded.";
    if icon_button_enabled_ui(ui, has_run, i::ICON_RESTART_ALT, "Restart", tip).clicked() {
        actions.push(Action::Do(Command::Restart));
    }
    let tip = "One step back ( , or ← ); with Shift five. The step is made again from the recording, bit for bit.";
    let can_go_back = session.run().is_some_and(|run| run.cursor() > 0);
    let back = icon_button_enabled_ui(ui, can_go_back, i::ICON_SKIP_PREVIOUS, "Step back", tip);
    if back.clicked() {
        let count = if ui.input(|input| input.modifiers.shift) { 5 } else { 1 };
        actions.push(Action::Do(Command::StepBack(count)));
    }
    let (icon, label, tip) = if session.is_playing() {
        (i::ICON_PAUSE, "Pause", "Pause (Space). Everything stays where it is and can be looked at.")
    } else {
        (i::ICON_PLAY_ARROW, "Play", "Run the scene (Space).")
    };
    if primary_icon_button_ui(ui, icon, label, tip).clicked() {
        actions.push(Action::Do(Command::TogglePlay));
    }
    let tip = "One step ( . or → ); with Shift five. Watch contacts change colour from green to blue as they age.";
    let step = icon_button_enabled_ui(ui, has_run, i::ICON_SKIP_NEXT, "Step", tip);
    if step.clicked() {
        let count = if ui.input(|input| input.modifiers.shift) { 5 } else { 1 };
        actions.push(Action::Do(Command::Step(count)));
    }
    let is_looking = session.microscope().is_some();
    let (label, wish, tip) = if is_looking {
        ("Leave the step", MicroscopeMove::Leave, "Out of the step again (I or Esc).")
    } else {
        let tip = "Look inside this step (I): walk through every change of every impulse, and see why it was clamped.";
        ("Look inside the step", MicroscopeMove::Enter, tip)
    };
    if icon_button_enabled_ui(ui, can_go_back, i::ICON_BIOTECH, label, tip).clicked() {
        actions.push(Action::Do(Command::Microscope(wish)));
    }
}

pub fn speed_ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    let tip = "Slower ( − ). Slow motion shows the same steps, further apart.";
    if icon_button_ui(ui, i::ICON_REMOVE, "Slower", tip).clicked() {
        actions.push(Action::Do(Command::Slower));
    }
    let text = format!("{}×", speed_text(session.speed()));
    let button = egui::Button::new(RichText::new(text).color(palette(ui).text)).min_size(egui::vec2(52.0, 26.0));
    let response = ui.add(button).on_hover_text("Simulated seconds per real second. Click for real time.");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Speed"));
    if response.clicked() {
        actions.push(Action::Do(Command::SetSpeed(1.0)));
    }
    let tip =
        format!("Faster ( + ), up to {}×. Never more than the machine manages: the status line tells.", SPEEDS[6]);
    if icon_button_ui(ui, i::ICON_ADD, "Faster", &tip).clicked() {
        actions.push(Action::Do(Command::Faster));
    }
}

fn view_ui(ui: &mut Ui, session: &Session, state: &UiState, actions: &mut Actions) {
    if icon_button_ui(ui, i::ICON_HELP, "Help", "Keys and mouse (? or F1).").clicked() {
        actions.push(Action::ToggleHelp);
    }
    let icon = if state.is_dark { i::ICON_LIGHT_MODE } else { i::ICON_DARK_MODE };
    if icon_button_ui(ui, icon, "Theme", "Light or dark. Light is easier to read on a projector.").clicked() {
        actions.push(Action::ToggleTheme);
    }
    let tip = "Presenter mode: the view, the lesson and the controls in large type (F5).";
    if icon_button_ui(ui, i::ICON_CO_PRESENT, "Present", tip).clicked() {
        actions.push(Action::TogglePresenter);
    }
    if icon_button_ui(ui, i::ICON_VIEW_SIDEBAR, "Panels", "Hide or show the side panels (Tab).").clicked() {
        actions.push(Action::TogglePanels);
    }
    if icon_button_ui(ui, i::ICON_MONITORING, "Plots", "Hide or show the plots (M).").clicked() {
        actions.push(Action::ToggleMetrics);
    }
    if icon_button_ui(ui, i::ICON_FIT_SCREEN, "Frame", "Camera to the selected body, or to everything (F).").clicked() {
        actions.push(Action::FrameSelection);
    }
    gap_ui(ui);
    let tip = "Do the change again that was taken back (Ctrl+Shift+Z).";
    if icon_button_enabled_ui(ui, session.can_redo(), i::ICON_REDO, "Redo", tip).clicked() {
        actions.push(Action::Do(Command::Redo));
    }
    let tip = "Take the last change of a setting or of the scene back (Ctrl+Z). Motion is not taken back.";
    if icon_button_enabled_ui(ui, session.can_undo(), i::ICON_UNDO, "Undo", tip).clicked() {
        actions.push(Action::Do(Command::Undo));
    }
}

/// The scene's name and the variants to choose from.
pub fn scene_bar_ui(ui: &mut Ui, session: &Session, run: &Run, actions: &mut Actions) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(1.5 * GRID, GRID);
        ui.label(RichText::new(&run.preset().title).font(theme::semibold(17.0)).color(palette(ui).strong));
        if session.is_changed() {
            let mark = egui::Button::new(RichText::new("• changed").color(palette(ui).accent)).frame(false);
            let response =
                ui.add(mark).on_hover_text("The scene differs from its file: see where, save it, or go back.");
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Changed against the file"));
            if response.clicked() {
                actions.push(Action::ToggleChanges);
            }
        }
        ui.add_space(2.0 * GRID);
        variants_ui(ui, run, actions);
    });
}

/// A chip for each variant; the cures stand behind a word that says so.
pub fn variants_ui(ui: &mut Ui, run: &Run, actions: &mut Actions) {
    let mut has_said_cured = false;
    for (name, variant) in run.preset().variants.iter() {
        let is_on = run.variant() == Some(name);
        let (is_cure, label) = variant_label(name);
        if is_cure && !has_said_cured {
            has_said_cured = true;
            ui.label(RichText::new("cured by").size(14.5).color(palette(ui).weak));
        }
        if chip_ui(ui, is_on, &label, &variant_tip(name, variant)).clicked() && !is_on {
            actions.push(Action::Do(Command::SetVariant(Some(name.to_owned()))));
        }
    }
}

/// Whether the variant is a cure, and its name in words: "cured-warm-start" reads "Warm start".
fn variant_label(name: &str) -> (bool, String) {
    let (is_cure, rest) = name.strip_prefix("cured-").map_or((false, name), |rest| (true, rest));
    let mut words = rest.replace(['-', '_'], " ");
    if let Some(first) = words.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    (is_cure, words)
}

fn variant_tip(name: &str, variant: &Variant) -> String {
    let title = variant.title.as_deref().unwrap_or(name);
    let title = variant.cures.as_deref().map_or_else(|| title.to_owned(), |cure| format!("{title}: {cure}"));
    let note = variant.note.as_deref().map(|note| format!("\n{note}")).unwrap_or_default();
    format!(
        "{title}.{note}\n\nRestarts the same scene with what this variant changes. Camera and selection stay, and so do \
         settings that you changed, except where the variants themselves differ."
    )
}

fn gap_ui(ui: &mut Ui) {
    ui.add_space(2.0 * GRID);
    ui.separator();
    ui.add_space(2.0 * GRID);
}

pub fn speed_text(speed: f32) -> String {
    match speed {
        s if (s - 0.25).abs() < 1e-3 => "¼".to_owned(),
        s if (s - 0.5).abs() < 1e-3 => "½".to_owned(),
        s if (s - 0.1).abs() < 1e-3 => "⅒".to_owned(),
        s if (s - s.round()).abs() < 1e-3 => format!("{s:.0}"),
        s => format!("{s:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_variants_are_turned_into_words() {
        assert_eq!(variant_label("sick"), (false, "Sick".to_owned()));
        assert_eq!(variant_label("cured-warm-start"), (true, "Warm start".to_owned()));
        assert_eq!(variant_label("wide_base"), (false, "Wide base".to_owned()));
    }
}

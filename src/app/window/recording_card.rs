//! The card of the recording: the tree of branches, the bookmarks, and how much memory all that may take.

use super::actions::{Action, Actions};
use super::format::megabytes;
use super::theme::{self, GRID, palette};
use super::widgets::{chip_ui, icon_button_ui, section_ui};
use crate::session::{BUDGETS, Branch, BranchId, Command, Run};
use egui::{RichText, Ui, vec2};
use egui_material_icons::icons as i;

/// The button in the timeline that opens the card.
pub fn button_ui(ui: &mut Ui, run: &Run, actions: &mut Actions) {
    let tip = "Branches of the recording, bookmarks and memory. A change made at a past moment starts a branch.";
    let response = icon_button_ui(ui, i::ICON_ACCOUNT_TREE, "Recording", tip);
    let count = run.timeline().branches().count();
    if count > 1 {
        // How many there are, on the shoulder of the icon.
        let p = palette(ui);
        let at = response.rect.right_top() + vec2(-6.0, 8.0);
        ui.painter().circle_filled(at, 8.0, p.accent);
        let font = theme::semibold(14.0);
        ui.painter().text(at, egui::Align2::CENTER_CENTER, count.to_string(), font, p.on_accent);
    }
    egui::Popup::from_toggle_button_response(&response)
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside)
        .align(egui::RectAlign::TOP_END)
        .show(|ui| {
            ui.set_width(360.0);
            card_ui(ui, run, actions);
        });
}

fn card_ui(ui: &mut Ui, run: &Run, actions: &mut Actions) {
    section_ui(ui, "Branches");
    egui::ScrollArea::vertical().id_salt("branches").max_height(180.0).show(ui, |ui| {
        for (depth, id, branch) in run.timeline().tree() {
            branch_ui(ui, run, depth, id, branch, actions);
        }
    });
    section_ui(ui, "Bookmarks");
    if run.timeline().bookmarks().is_empty() {
        ui.label(RichText::new("None yet. B remembers the step that is shown.").size(14.0).color(palette(ui).weak));
    }
    egui::ScrollArea::vertical().id_salt("bookmarks").max_height(130.0).show(ui, |ui| {
        for bookmark in run.timeline().bookmarks() {
            ui.horizontal(|ui| {
                let text = format!("Step {}: {}", bookmark.step, bookmark.label);
                let button = egui::Button::new(RichText::new(text).size(14.5)).frame_when_inactive(false);
                let tip = "Go there, or run there when it is still to come.";
                if ui.add(button).on_hover_text(tip).clicked() {
                    actions.push(Action::Do(Command::RunTo(bookmark.step)));
                }
                let label = format!("Remove bookmark at step {}", bookmark.step);
                if icon_button_ui(ui, i::ICON_CLOSE, &label, "Forget this bookmark.").clicked() {
                    actions.push(Action::Do(Command::RemoveBookmark(bookmark.step)));
                }
            });
        }
    });
    section_ui(ui, "Memory");
    memory_ui(ui, run, actions);
    section_ui(ui, "File");
    ui.horizontal(|ui| {
        let tip = "Writes the preset, everything that came in from outside, and a hash per step. `jitterscope replay --check` \
                   runs it again and compares.";
        if ui.button("Save recording…").on_hover_text(tip).clicked() {
            actions.push(Action::SaveRecordingDialog);
        }
        let tip = "The numbers of the plots, one row per step, for a spreadsheet.";
        if ui.button("Save CSV…").on_hover_text(tip).clicked() {
            actions.push(Action::SaveTableDialog);
        }
        let tip = "Runs a saved recording again and shows it. A file can also be dropped on the window.";
        if ui.button("Open recording…").on_hover_text(tip).clicked() {
            actions.push(Action::OpenDialog);
        }
    });
}

fn branch_ui(ui: &mut Ui, run: &Run, depth: usize, id: BranchId, branch: &Branch, actions: &mut Actions) {
    let p = palette(ui);
    let is_current = id == run.timeline().current();
    ui.horizontal(|ui| {
        ui.add_space(depth.min(8) as f32 * 4.0 * GRID);
        let text = match branch.parent() {
            None => format!("The first run, to step {}", branch.end()),
            Some(_) => format!("{}, steps {} to {}", branch.label(), branch.fork(), branch.end()),
        };
        let text = RichText::new(text).size(14.5).color(if is_current { p.accent } else { p.text });
        let button = egui::Button::new(text).frame_when_inactive(is_current).truncate();
        let tip = if is_current {
            "The branch that is shown."
        } else {
            "Show this branch, at the same step as far as it has one: go back and forth to compare."
        };
        if ui.add(button).on_hover_text(tip).clicked() && !is_current {
            actions.push(Action::Do(Command::SwitchBranch(id)));
        }
    });
}

fn memory_ui(ui: &mut Ui, run: &Run, actions: &mut Actions) {
    let timeline = run.timeline();
    let text = format!(
        "{} of {} used, jumps take up to about {:.0} ms",
        megabytes(run.memory_bytes()),
        megabytes(timeline.budget()),
        timeline.spacing() * 1000.0
    );
    let tip = "When the budget is used up every second keyframe goes: jumps then take longer, but every step can still \
               be reached.";
    ui.label(RichText::new(text).size(14.0).color(palette(ui).text)).on_hover_text(tip);
    ui.horizontal_wrapped(|ui| {
        for bytes in BUDGETS {
            let label = megabytes(bytes);
            if chip_ui(ui, timeline.budget() == bytes, &label, "Memory that the recording may take.").clicked() {
                actions.push(Action::Do(Command::SetMemoryBudget(bytes)));
            }
        }
    });
}

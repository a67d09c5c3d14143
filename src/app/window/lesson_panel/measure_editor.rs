//! Writing what answers a question: the number that is measured, and which numbers make which choice right.

use super::editor::label_ui;
use crate::app::window::theme::{GRID, palette};
use crate::app::window::widgets::icon_button_ui;
use crate::artifact::{ARTIFACTS, Artifact};
use crate::preset::schema::{LessonMeasure, LessonStep, Quantity, Take};
use crate::session::Run;
use egui::{ComboBox, DragValue, RichText, TextEdit, Ui};
use egui_material_icons::icons as i;

/// What can be measured over time.
const QUANTITIES: [Quantity; 11] = [
    Quantity::Height,
    Quantity::Travel,
    Quantity::Speed,
    Quantity::AngularSpeed,
    Quantity::Penetration,
    Quantity::JointGap,
    Quantity::NormalImpulse,
    Quantity::KineticEnergy,
    Quantity::TotalEnergy,
    Quantity::ContactChurn,
    Quantity::Asleep,
];

const TAKES: [(Take, &str); 6] = [
    (Take::End, "at the end"),
    (Take::Largest, "the largest"),
    (Take::Smallest, "the smallest"),
    (Take::Change, "what it gained"),
    (Take::TimeOfLargest, "when it was largest"),
    (Take::TimeOfSmallest, "when it was smallest"),
];

/// Draws it for a step with a question.
pub(super) fn measure_ui(ui: &mut Ui, step: &mut LessonStep, run: &Run) {
    let Some(measure) = &mut step.measure else {
        let text = "The answer stands in the file. Better let the run give it.";
        ui.label(RichText::new(text).color(palette(ui).weak));
        if ui.button("Measure it").on_hover_text("A number of the run decides which choice is right.").clicked() {
            step.answer = None;
            step.measure = Some(LessonMeasure { ranges: vec![None; step.choices.len()], ..LessonMeasure::default() });
        }
        return;
    };
    label_ui(ui, "Answered by the run: what is measured");
    what_ui(ui, measure, run);
    label_ui(ui, "Choices (none: a number is asked for)");
    let mut gone = None;
    measure.ranges.resize(step.choices.len(), None);
    for (index, choice) in step.choices.iter_mut().enumerate() {
        ui.horizontal(|ui| {
            let response = ui.add(TextEdit::singleline(choice).desired_width(ui.available_width() - 60.0));
            let label = format!("Choice {}", index + 1);
            response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::TextInput, true, &label));
            let label = format!("Remove choice {}", index + 1);
            if icon_button_ui(ui, i::ICON_CLOSE, &label, "Takes this choice away.").clicked() {
                gone = Some(index);
            }
        });
        range_ui(ui, index, &mut measure.ranges[index]);
    }
    if let Some(index) = gone {
        step.choices.remove(index);
        measure.ranges.remove(index);
    }
    let has_room = step.choices.len() < 12;
    if ui.add_enabled(has_room, egui::Button::new("Add a choice")).on_hover_text("One more answer to choose.").clicked()
    {
        step.choices.push(format!("Answer {}", step.choices.len() + 1));
        measure.ranges.push(None);
    }
    if step.choices.is_empty() {
        ui.horizontal(|ui| {
            ui.label("Right when no further off than");
            let tolerance = measure.tolerance.get_or_insert(0.1);
            let response = ui.add(DragValue::new(tolerance).range(0.0..=1e9).speed(0.01));
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, "Tolerance"));
            ui.label(unit(measure));
        });
    } else {
        measure.tolerance = None;
    }
}

fn unit(measure: &LessonMeasure) -> &'static str {
    measure.unit(|id| Artifact::find(id).map_or("", |artifact| artifact.measure.unit))
}

fn what_ui(ui: &mut Ui, measure: &mut LessonMeasure, run: &Run) {
    let shown = match (&measure.artifact, measure.quantity) {
        (Some(id), _) => Artifact::find(id).map_or_else(|| id.clone(), |artifact| artifact.title.to_owned()),
        (None, Some(quantity)) => quantity.words().0.to_owned(),
        (None, None) => "choose …".to_owned(),
    };
    let combo = ComboBox::from_id_salt("measured").selected_text(shown).width(ui.available_width() - 52.0).truncate();
    let combo = combo.height(360.0).show_ui(ui, |ui| {
        for quantity in QUANTITIES {
            let is_on = measure.quantity == Some(quantity);
            if ui.selectable_label(is_on, quantity.words().0).clicked() {
                (measure.quantity, measure.artifact) = (Some(quantity), None);
            }
        }
        ui.separator();
        for artifact in ARTIFACTS {
            let is_on = measure.artifact.as_deref() == Some(artifact.id);
            if ui.selectable_label(is_on, format!("{}  {}", artifact.number, artifact.title)).clicked() {
                let id = Some(artifact.id.to_owned());
                (measure.artifact, measure.quantity, measure.body, measure.take) = (id, None, None, None);
            }
        }
    });
    let response = combo.response.on_hover_text("A quantity over time, or the number of an artifact.");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "What is measured"));
    let Some(quantity) = measure.quantity else { return };
    ui.horizontal_wrapped(|ui| {
        let take = measure.take.unwrap_or(Take::End);
        let shown = TAKES.iter().find(|(known, _)| *known == take).map_or("", |(_, text)| text);
        let combo = ComboBox::from_id_salt("take").selected_text(shown).show_ui(ui, |ui| {
            for (take, text) in TAKES {
                ui.selectable_value(&mut measure.take, Some(take), text);
            }
        });
        let response = combo.response.on_hover_text("Which number is taken of it.");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Which number is taken"));
        let is_whole = matches!(quantity, Quantity::KineticEnergy | Quantity::TotalEnergy | Quantity::ContactChurn);
        if is_whole {
            measure.body = None;
            return;
        }
        let shown = measure.body.clone().unwrap_or_else(|| "whole scene".to_owned());
        let combo = ComboBox::from_id_salt("body").selected_text(shown).height(300.0).show_ui(ui, |ui| {
            ui.selectable_value(&mut measure.body, None, "whole scene");
            for info in run.header().bodies.iter().take(300) {
                ui.selectable_value(&mut measure.body, Some(info.name.to_string()), &*info.name);
            }
        });
        let response = combo.response.on_hover_text("Of one body, or the largest of all.");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, "Body that is measured"));
    });
    ui.add_space(GRID);
}

/// From where to where a number makes a choice right.
fn range_ui(ui: &mut Ui, index: usize, range: &mut Option<[Option<f32>; 2]>) {
    ui.horizontal_wrapped(|ui| {
        let mut can_be_right = range.is_some();
        let tip = "A choice that is never right has no range.";
        if ui.checkbox(&mut can_be_right, "right").on_hover_text(tip).changed() {
            *range = can_be_right.then_some([None, None]);
        }
        let Some(range) = range else { return };
        for (end, name, default) in [(0, "from", 0.0), (1, "to below", 1.0)] {
            let mut has_end = range[end].is_some();
            let label = format!("Choice {} {name}", index + 1);
            let tip = "Without a number this end is open.";
            if ui.checkbox(&mut has_end, name).on_hover_text(tip).changed() {
                range[end] = has_end.then_some(default);
            }
            if let Some(number) = &mut range[end] {
                let response = ui.add(DragValue::new(number).speed(0.01));
                response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::SpinButton, true, &label));
            }
        }
    });
}

//! The inspector of edit mode: every field of what is selected, of one thing or of several at once.

mod body;
mod happening;
mod joint;
mod link_tables;
mod path;
mod rows;
mod shape;
mod table;
mod tables;
mod template;

pub use rows::warning_ui;

use super::{EditMode, tree};
use crate::app::window::actions::{Action, Actions};
use crate::app::window::theme::{self, GRID, palette};
use crate::app::window::widgets::{chip_ui, empty_ui, section_ui};
use crate::session::{AuthorWish, Command, Item, Run, Session, Warning};
use egui::{RichText, Ui};
use rows::{Rows, Thing};

/// What the inspector shows, kept until the document or the selection changes.
#[derive(Clone, Debug, Default)]
pub struct Inspected {
    revision: u64,
    items: Vec<Item>,
    things: Vec<Thing>,
    bodies: Vec<String>,
}

impl Inspected {
    fn follow(&mut self, session: &Session, run: &Run, items: &[Item]) {
        if self.revision == session.revision() && self.items == items {
            return;
        }
        (self.revision, self.items) = (session.revision(), items.to_vec());
        let scene = &run.preset().scene;
        let json = |item: &Item| match *item {
            Item::Body(index) => serde_json::to_value(scene.bodies.get(index)?).ok(),
            Item::Template(index) => serde_json::to_value(scene.templates.get(index)?).ok(),
            Item::Joint(index) => serde_json::to_value(scene.joints.get(index)?).ok(),
            Item::Spring(index) => serde_json::to_value(scene.springs.get(index)?).ok(),
            Item::Event(index) => serde_json::to_value(scene.events.get(index)?).ok(),
        };
        self.things =
            items.iter().filter_map(|item| Some(Thing { place: item.pointer(), json: json(item)? })).collect();
        self.bodies = run.header().bodies.iter().map(|body| body.name.to_string()).collect();
    }
}

/// Kinds of things, for a selection of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Body,
    Template,
    Joint,
    Spring,
    Event,
}

fn sort(item: Item) -> Sort {
    match item {
        Item::Body(_) => Sort::Body,
        Item::Template(_) => Sort::Template,
        Item::Joint(_) => Sort::Joint,
        Item::Spring(_) => Sort::Spring,
        Item::Event(_) => Sort::Event,
    }
}

/// Draws the panel.
pub fn inspector_ui(ui: &mut Ui, mode: &mut EditMode, session: &Session, run: &Run, actions: &mut Actions) {
    let items = session.edit_selection();
    egui::ScrollArea::vertical().id_salt("edit inspector").auto_shrink(false).show(ui, |ui| {
        ui.set_width(ui.available_width() - GRID);
        ui.spacing_mut().item_spacing.y = 2.0;
        let Some(first) = items.first().copied() else {
            nothing_ui(ui, session, actions);
            return;
        };
        let mut inspected = std::mem::take(&mut mode.inspected);
        inspected.follow(session, run, items);
        if items.iter().any(|item| sort(*item) != sort(first)) {
            several_sorts_ui(ui, items, actions);
        } else {
            let Inspected { things, bodies, .. } = &inspected;
            let mut rows = Rows::new(things, bodies, session.warnings(), &mut mode.trouble, actions);
            let name = tree::name_of(run.preset(), first);
            head_ui(ui, &rows, sort(first), name);
            match sort(first) {
                Sort::Body => body::body_ui(ui, &mut rows, session, run, items),
                Sort::Template => template::template_ui(ui, &mut rows),
                Sort::Joint => joint::joint_ui(ui, &mut rows),
                Sort::Spring => joint::spring_ui(ui, &mut rows),
                Sort::Event => happening::event_ui(ui, &mut rows),
            }
            ui.add_space(GRID);
            rows.other_warnings_ui(ui);
        }
        mode.inspected = inspected;
        ui.add_space(4.0 * GRID);
    });
}

fn head_ui(ui: &mut Ui, rows: &Rows<'_>, sort: Sort, name: String) {
    ui.add_space(GRID);
    let (one, many) = match sort {
        Sort::Body => ("Body", "bodies"),
        Sort::Template => ("Template", "templates"),
        Sort::Joint => ("Joint", "joints"),
        Sort::Spring => ("Spring", "springs"),
        Sort::Event => ("Event", "events"),
    };
    let title = match rows.things {
        [_] => name,
        things => format!("{} {many}", things.len()),
    };
    ui.horizontal(|ui| {
        let p = palette(ui);
        ui.add(egui::Label::new(RichText::new(title).font(theme::semibold(17.0)).color(p.strong)).truncate());
        if rows.things.len() == 1 {
            ui.label(RichText::new(one.to_lowercase()).color(p.weak));
        }
    });
    if rows.things.len() > 1 {
        let text = "What you change is changed in all of them.";
        ui.label(RichText::new(text).size(14.0).color(palette(ui).weak));
    }
}

/// Bodies and joints have no fields in common: the user says which are meant.
fn several_sorts_ui(ui: &mut Ui, items: &[Item], actions: &mut Actions) {
    empty_ui(
        ui,
        "Things of several kinds are selected",
        "They can be moved, copied and deleted together. To edit \
         their fields, keep one kind:",
    );
    ui.add_space(2.0 * GRID);
    ui.horizontal_wrapped(|ui| {
        let kinds = [
            (Sort::Body, "bodies"),
            (Sort::Template, "templates"),
            (Sort::Joint, "joints"),
            (Sort::Spring, "springs"),
            (Sort::Event, "events"),
        ];
        for (kind, word) in kinds {
            let kept: Vec<Item> = items.iter().copied().filter(|item| sort(*item) == kind).collect();
            if kept.is_empty() {
                continue;
            }
            let label = format!("{} {word}", kept.len());
            if chip_ui(ui, false, &label, "Keep only these selected.").clicked() {
                actions.push(Action::Do(Command::Author(AuthorWish::Select(kept))));
            }
        }
    });
}

/// Nothing selected: what to do, and everything that asks for trouble.
fn nothing_ui(ui: &mut Ui, session: &Session, actions: &mut Actions) {
    empty_ui(
        ui,
        "Nothing is selected",
        "Click a body in the view or a name on the left. Shift+click adds, Shift+drag takes all in a frame.",
    );
    let warnings = session.warnings();
    if warnings.is_empty() {
        return;
    }
    section_ui(ui, &format!("Numbers that ask for trouble  {}", warnings.len()));
    // A heap of equal bodies would repeat itself for ever.
    for warning in warnings.iter().take(20) {
        let label = format!("Select what this is about: {}", warning.place);
        let button = egui::Button::new(RichText::new(place_word(session, warning)).color(palette(ui).strong));
        let response =
            ui.add(button.frame_when_inactive(false)).on_hover_text("Selects it, so that it can be changed.");
        response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        if response.clicked() && !warning.items.is_empty() {
            actions.push(Action::Do(Command::Author(AuthorWish::Select(warning.items.clone()))));
        }
        if warning_ui(ui, warning) {
            rows::open_artifact(warning, actions);
        }
    }
}

/// Names of what a warning is about.
fn place_word(session: &Session, warning: &Warning) -> String {
    let Some(run) = session.run() else { return String::new() };
    let names: Vec<String> = warning.items.iter().map(|item| tree::name_of(run.preset(), *item)).collect();
    if names.is_empty() { "The scene".to_owned() } else { names.join(", ") }
}

//! Where everything stands in the window: bars, side panels, the strip of plots, the view and what floats over it.

use super::Shell;
use crate::app::window::actions::{Action, Actions};
use crate::app::window::edit;
use crate::app::window::microscope::marks;
use crate::app::window::theme::{self, GRID, palette};
use crate::app::window::ui_state::Tab;
use crate::app::window::view_input::Gesture;
use crate::app::window::{inspector, overlays_panel, plots, status, timeline_bar, toolbar, widgets};
use crate::overlay;
use crate::session::{Command, Comparing, Run, Selection};
use egui::{Margin, Ui, vec2};
use egui_material_icons::icons as i;

/// Width of the window from which a wide tab and the browser stand side by side, points.
const ROOM_FOR_ALL: f32 = 1500.0;

impl Shell {
    pub(super) fn panels_ui(&mut self, ui: &mut Ui, actions: &mut Actions) {
        if self.presenter.is_on() {
            self.presenter_ui(ui, actions);
            return;
        }
        let p = palette(ui);
        let bar = egui::Frame::NONE.fill(p.panel).inner_margin(Margin::symmetric(12, 6));
        egui::Panel::top("toolbar").frame(bar).show(ui, |ui| {
            toolbar::toolbar_ui(ui, &self.session, &self.state, actions);
        });
        let now = ui.input(|i| i.time);
        let note = self.note.as_ref().filter(|(_, until)| now < *until).map(|(text, _)| text.as_str());
        let line = egui::Frame::NONE.fill(p.panel).inner_margin(Margin::symmetric(12, 4));
        egui::Panel::bottom("status").frame(line).show(ui, |ui| status::status_ui(ui, &self.session, note, actions));
        let is_editing = self.session.is_editing();
        if is_editing {
            let strip = egui::Frame::NONE.fill(p.accent_soft).inner_margin(Margin::symmetric(12, 4));
            egui::Panel::top("edit").frame(strip).show(ui, |ui| self.edit.strip_ui(ui, &self.session, actions));
        }
        let side = egui::Frame::NONE.fill(p.panel).inner_margin(Margin::symmetric(12, 6));
        if self.state.has_panels {
            let is_wide = self.state.tab.is_wide();
            if !is_wide || ui.available_width() >= ROOM_FOR_ALL {
                egui::Panel::left("browser").frame(side).default_size(276.0).size_range(220.0..=420.0).show(ui, |ui| {
                    if is_editing {
                        self.edit.left_ui(ui, &self.session, &self.view.camera, actions);
                    } else {
                        self.browser.ui(ui, &self.session, actions);
                    }
                });
            }
            // Two panels to egui, so that each keeps the width that the user gave it.
            let (id, width, range) =
                if is_wide { ("bench", 560.0, 440.0..=900.0) } else { ("side", 352.0, 320.0..=480.0) };
            egui::Panel::right(id).frame(side).default_size(width).size_range(range).show(ui, |ui| {
                self.side_ui(ui, actions);
            });
        }
        self.pointed = None;
        // Nothing moves while a scene is edited: the room belongs to the view.
        if self.state.has_plots
            && !is_editing
            && let Some(run) = self.session.run()
        {
            egui::Panel::bottom("plots")
                .frame(side)
                .default_size(148.0)
                .size_range(110.0..=360.0)
                .resizable(true)
                .show(ui, |ui| self.pointed = plots::plots_ui(ui, run, &mut self.state.plots, actions));
        }
        if let Some(run) = self.session.run() {
            let bar = egui::Frame::NONE.fill(p.panel).inner_margin(Margin::symmetric(12, 2));
            egui::Panel::bottom("timeline")
                .frame(bar)
                .show(ui, |ui| timeline_bar::timeline_ui(ui, &self.session, run, actions));
        }
        if let Some(run) = self.session.run() {
            let bar = egui::Frame::NONE.fill(p.panel).inner_margin(Margin::symmetric(12, 6));
            egui::Panel::top("scene").frame(bar).show(ui, |ui| toolbar::scene_bar_ui(ui, &self.session, run, actions));
        }
        egui::CentralPanel::no_frame().show(ui, |ui| self.view_ui(ui, actions));
    }

    fn side_ui(&mut self, ui: &mut Ui, actions: &mut Actions) {
        let tabs = [
            (
                Tab::Lesson,
                Some(i::ICON_SCHOOL),
                "Lesson",
                "What this scene is about, a question to predict, and the run that answers it.",
            ),
            (Tab::Settings, Some(i::ICON_TUNE), "Settings", "Every tunable of the core, live."),
            (Tab::Overlays, Some(i::ICON_LAYERS), "Overlays", "What is drawn over the scene."),
            (Tab::Inspector, Some(i::ICON_SEARCH), "Inspector", "Numbers of the selected body, contact or joint."),
        ];
        widgets::tabs_ui(ui, &mut self.state.tab, &tabs);
        // What looks inside a step, and what holds runs against each other; these open a wide panel.
        let tabs = [
            (Tab::Rows, None, "Rows", "The row microscope: inside one step, impulse by impulse (I)."),
            (Tab::Pair, None, "Pair", "How the contact of two bodies was found: Gauss map, axes, GJK, clipping."),
            (
                Tab::Compare,
                None,
                "Compare",
                "Two runs from the same start with one thing changed, and where they part.",
            ),
            (Tab::Stops, None, "Stops", "Conditions at which the run halts, also backwards over the recording."),
            (Tab::Sweep, None, "Sweep", "A number against one setting or two, and the substep litmus."),
        ];
        widgets::tabs_ui(ui, &mut self.state.tab, &tabs);
        ui.add_space(GRID);
        let Some(run) = self.session.run() else {
            widgets::empty_ui(ui, "No scene is open", "Choose one on the left, or drop a preset file on the window.");
            return;
        };
        match self.state.tab {
            Tab::Settings => self.settings.ui(ui, &self.session, run, actions),
            Tab::Overlays => overlays_panel::overlays_ui(ui, &mut self.state.overlays),
            Tab::Inspector if self.session.is_editing() => {
                edit::inspector_ui(ui, &mut self.edit, &self.session, run, actions);
            }
            Tab::Inspector => inspector::inspector_ui(ui, run, self.session.selection(), actions),
            Tab::Lesson => self.lesson.ui(ui, &self.session, run, actions),
            Tab::Pair => self.pair.ui(ui, run, self.session.selection(), self.session.revision(), actions),
            Tab::Rows => self.microscope.ui(ui, &self.session, run, actions),
            Tab::Compare => self.compare.ui(ui, &self.session, run, actions),
            Tab::Stops => self.stops.ui(ui, &self.session, run, actions),
            Tab::Sweep => self.sweep.ui(ui, &self.session, run, actions),
        }
    }

    pub(super) fn view_ui(&mut self, ui: &mut Ui, actions: &mut Actions) {
        self.view.extra = if self.state.tab == Tab::Pair { self.pair.primitives() } else { Vec::new() };
        if let Some((ghost, run)) = self.session.comparing().and_then(Comparing::ghost).zip(self.session.run()) {
            self.view.extra.extend(crate::overlay::ghost(ghost.header(), ghost.record(), run.record()));
        }
        if let Some(run) = self.session.run() {
            self.view.extra.extend(plots::pointed_primitives(run, self.pointed));
        }
        self.view.update(&self.session, &self.state.overlays);
        let (rect, gestures) = if self.session.is_editing() {
            (self.edit_view_ui(ui, actions), Vec::new())
        } else {
            self.view.ui(ui, &self.session)
        };
        for gesture in gestures {
            if !self.session.is_playing() && matches!(gesture, Gesture::GrabStart { .. } | Gesture::Shoot { .. }) {
                actions.push(Action::Say("Paused: Space sets it in motion."));
            }
            actions.push(Action::Do(match gesture {
                Gesture::Select(selection) => {
                    if selection != Selection::None && !self.state.tab.is_wide() {
                        self.state.tab = Tab::Inspector;
                    }
                    Command::Select(selection)
                }
                Gesture::GrabStart { body, point } => Command::GrabStart { body, point },
                Gesture::GrabMove(target) => Command::GrabMove(target),
                Gesture::GrabEnd => Command::GrabEnd,
                Gesture::Shoot { origin, direction } => Command::Shoot { origin, direction },
            }));
        }
        let Some(run) = self.session.run() else {
            let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink(40.0)));
            widgets::empty_ui(&mut inner, "No scene is open", "Choose an artifact or a demo on the left to begin.");
            return;
        };
        if let Some(scope) = self.session.microscope() {
            marks::marks_ui(ui, rect, &self.view.camera, scope, run);
        }
        if !self.session.is_editing() {
            self.legend_ui(ui, rect, run);
        }
        if !self.session.is_playing() && run.record().step == 0 && !self.session.is_editing() {
            hint_ui(ui, rect, run);
        }
    }

    /// While editing the mouse selects and moves things of the document, and the camera still turns.
    fn edit_view_ui(&mut self, ui: &mut Ui, actions: &mut Actions) -> egui::Rect {
        let response = self.view.allocate(ui);
        let is_taken = self.edit.input(ui, &response, &self.view.camera, &self.session, actions);
        if !is_taken && let Some(run) = self.session.run() {
            // Only the camera: neither grabbing nor shooting belongs to a document.
            self.view.input.read(ui, &response, &mut self.view.camera, run);
        }
        self.view.paint(ui, response.rect, false);
        self.edit.paint(ui, response.rect, &self.view.camera, &self.session, actions);
        response.rect
    }

    /// Middle and radius of what is selected, m.
    pub(super) fn selected_extent(&self) -> Option<(crate::math::Vec3, f32)> {
        let run = self.session.run()?;
        let record = run.record();
        match self.session.selection() {
            Selection::None => None,
            Selection::Body(id) => {
                let (info, body) = (run.header().body(id)?, record.body(id)?);
                let radius =
                    info.shapes.iter().map(|(p, s)| p.translation.length() + s.bounding_radius()).fold(0.0, f32::max);
                (radius < 100.0).then_some((body.position, radius * 1.6))
            }
            Selection::Contact { collider_a, collider_b, feature } => {
                let key = (collider_a, collider_b, feature);
                record.contacts.iter().find(|c| c.key() == key).map(|c| (c.position, 0.5))
            }
            Selection::Joint(id) => record.joints.iter().find(|j| j.id == id).map(|j| (j.anchor_a, 0.6)),
        }
    }

    /// Floats over the lower left corner of the picture.
    fn legend_ui(&self, ui: &mut Ui, rect: egui::Rect, run: &Run) {
        let mut entries = overlay::legend(&self.state.overlays, run.header());
        if self.session.microscope().is_some() {
            entries = overlay::legend(&overlay::inside_step(&self.state.overlays), run.header());
            entries.extend_from_slice(overlay::MICROSCOPE_LEGEND);
        }
        if entries.is_empty() || rect.height() < 220.0 || rect.width() < 420.0 {
            return;
        }
        let height = entries.len() as f32 * 19.0 + 14.0;
        let size = vec2(184.0, height.min(rect.height() - 24.0));
        let corner = rect.left_bottom() + vec2(12.0, -12.0 - size.y);
        let card = egui::Rect::from_min_size(corner, size);
        ui.painter().rect_filled(card, 8, palette(ui).glass);
        let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(card.shrink2(vec2(10.0, 7.0))));
        inner.set_clip_rect(card.intersect(ui.clip_rect()));
        overlays_panel::legend_ui(&mut inner, &entries);
    }
}

/// What to press and what to look for, over the upper edge of the picture.
fn hint_ui(ui: &Ui, rect: egui::Rect, run: &Run) {
    let p = palette(ui);
    let hint = run.preset().hint.as_deref().unwrap_or("Press Space to run the scene.");
    let width = (rect.width() - 80.0).clamp(220.0, 640.0);
    let galley = ui.painter().layout(hint.to_owned(), theme::semibold(15.0), p.strong, width);
    let size = galley.size() + vec2(28.0, 18.0);
    let center = egui::pos2(rect.center().x, rect.top() + 12.0 + size.y * 0.5);
    let card = egui::Rect::from_center_size(center, size);
    let response = ui.interact(card, ui.scope_id().with("hint"), egui::Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, hint));
    ui.painter().rect_filled(card, 8, p.glass);
    ui.painter().rect_filled(
        egui::Rect::from_min_size(card.min, vec2(4.0, size.y)),
        egui::CornerRadius { nw: 8, sw: 8, ne: 0, se: 0 },
        p.accent,
    );
    ui.painter().galley(card.min + vec2(16.0, 9.0), galley, p.strong);
}

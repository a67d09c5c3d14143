//! The tab that shows how the contact of a pair was found: Gauss map, table of axes, configuration space, manifold.

mod axes_table;
mod config_space;
mod gauss_map;
mod highlight;
mod manifold_view;
mod orb;

use super::actions::{Action, Actions};
use super::theme::{GRID, palette};
use super::widgets::{chip_ui, empty_ui};
use crate::collision::AxisKind;
use crate::overlay::Primitive;
use crate::session::pair::{GaussMap, PairHistory, PairId, PairView, pairs_of};
use crate::session::{Command, Run, Selection};
use egui::{Color32, RichText, Ui};
use highlight::Feature;
use orb::Orb;

/// Steps that the history goes back.
const HISTORY: usize = 240;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum View {
    #[default]
    GaussMap,
    Axes,
    ConfigurationSpace,
    Manifold,
}

/// What is kept of the pair until something moves.
struct Looked {
    key: (u64, PairId),
    view: PairView,
    map: Option<GaussMap>,
    history: PairHistory,
}

/// The tab.
#[derive(Default)]
pub struct PairPanel {
    view: View,
    /// Which pair of the selected body.
    chosen: Option<PairId>,
    looked: Option<Looked>,
    sphere: Orb,
    space: Orb,
    gauss: gauss_map::Options,
    table: axes_table::Options,
    steps: config_space::Options,
    clip: manifold_view::Options,
    /// What the mouse points at, to be shown on the bodies.
    hovered: Option<Feature>,
}

impl PairPanel {
    /// Draws the tab. `revision` grows with everything that may change the pair.
    pub fn ui(&mut self, ui: &mut Ui, run: &Run, selection: Selection, revision: u64, actions: &mut Actions) {
        let pairs = pairs_of(run, selection);
        let kept = self.chosen.filter(|id| pairs.contains(id));
        // A pair that has come apart for a moment stays in view, as long as nothing else is selected.
        let parted = self.chosen.filter(|_| pairs.is_empty());
        self.chosen = kept.or(parted).or_else(|| pairs.first().copied());
        let Some(id) = self.chosen else {
            empty_ui(
                ui,
                "No two bodies touch yet",
                "Run the scene until bodies meet, or click a contact point. Its pair is then shown here: both Gauss maps, \
                 every candidate axis, GJK and EPA step by step, and how the contact points were clipped.",
            );
            self.hovered = None;
            return;
        };
        self.look(run, id, revision);
        self.head_ui(ui, run, &pairs, selection, actions);
        let tabs = [
            (View::GaussMap, "Gauss map", "Face normals of A and the negated ones of B on one sphere."),
            (View::Axes, "Axes", "Every candidate axis with its separation, and how the choice went over time."),
            (View::ConfigurationSpace, "GJK and EPA", "The Minkowski difference, and the search in it step by step."),
            (View::Manifold, "Manifold", "The contact seen along its normal: clipping, reduction, balance."),
        ];
        ui.horizontal_wrapped(|ui| {
            for (view, label, tip) in tabs {
                if chip_ui(ui, self.view == view, label, tip).clicked() {
                    self.view = view;
                }
            }
        });
        ui.add_space(GRID);
        let Some(looked) = &self.looked else {
            empty_ui(ui, "This pair is gone", "One of its bodies is not there at the moment that is shown.");
            return;
        };
        egui::ScrollArea::vertical().id_salt("pair").auto_shrink(false).show(ui, |ui| {
            ui.set_width(ui.available_width() - GRID);
            self.hovered = match self.view {
                View::GaussMap => gauss_map::ui(ui, looked, &mut self.sphere, &mut self.gauss),
                View::Axes => axes_table::ui(ui, looked, &mut self.table, actions),
                View::ConfigurationSpace => {
                    config_space::ui(ui, looked, &mut self.space, &mut self.steps);
                    None
                }
                View::Manifold => manifold_view::ui(ui, run, looked, &mut self.clip),
            };
        });
    }

    /// What the mouse points at, drawn over the scene.
    pub fn primitives(&self) -> Vec<Primitive> {
        match (&self.looked, self.hovered) {
            (Some(looked), Some(feature)) => highlight::primitives(&looked.view, feature),
            _ => Vec::new(),
        }
    }

    fn look(&mut self, run: &Run, id: PairId, revision: u64) {
        let key = (revision, id);
        if self.looked.as_ref().is_some_and(|looked| looked.key == key) {
            return;
        }
        self.looked = PairView::of(run, id).map(|view| Looked {
            key,
            map: view.gauss_map(),
            history: PairHistory::of(run.header(), &run.recording().steps, id, HISTORY),
            view,
        });
    }

    fn head_ui(&mut self, ui: &mut Ui, run: &Run, pairs: &[PairId], selection: Selection, actions: &mut Actions) {
        let Some(looked) = &self.looked else { return };
        let view = &looked.view;
        let name = |id: u32| run.header().body(id).map_or("?", |info| &info.name).to_owned();
        let (a, b) = (name(view.a.body), name(view.b.body));
        let colors = Sides::of(ui);
        ui.horizontal(|ui| {
            for (letter, name, body, color) in [("A", &a, view.a.body, colors.a), ("B", &b, view.b.body, colors.b)] {
                ui.label(RichText::new(letter).strong().color(color));
                let link = ui.link(RichText::new(name).color(palette(ui).strong));
                if link.on_hover_text("Selects this body.").clicked() {
                    actions.push(Action::Do(Command::Select(Selection::Body(body))));
                }
                ui.add_space(GRID);
            }
            if pairs.len() > 1 && !matches!(selection, Selection::Contact { .. }) {
                let place = pairs.iter().position(|p| Some(*p) == self.chosen).unwrap_or(0);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let label = format!("{} of {} pairs", place + 1, pairs.len());
                    let tip =
                        "Goes to the next pair of touching bodies. Click a contact point in the view to choose one.";
                    if ui.button(label).on_hover_text(tip).clicked() {
                        self.chosen = Some(pairs[(place + 1) % pairs.len()]);
                    }
                });
            }
        });
        ui.add_space(GRID);
    }
}

/// Colours of the two sides: blue and orange, told apart by forms as well.
#[derive(Clone, Copy)]
struct Sides {
    a: Color32,
    b: Color32,
    /// What was chosen.
    chosen: Color32,
}

impl Sides {
    fn of(ui: &Ui) -> Self {
        if ui.visuals().dark_mode {
            Self {
                a: Color32::from_rgb(98, 182, 240),
                b: Color32::from_rgb(240, 160, 60),
                chosen: Color32::from_rgb(90, 220, 150),
            }
        } else {
            Self {
                a: Color32::from_rgb(0, 100, 170),
                b: Color32::from_rgb(176, 88, 0),
                chosen: Color32::from_rgb(0, 120, 80),
            }
        }
    }
}

/// What an axis is made of, in words.
fn axis_text(kind: AxisKind) -> String {
    match kind {
        AxisKind::FaceA(f) => format!("face {f} of A"),
        AxisKind::FaceB(f) => format!("face {f} of B"),
        AxisKind::EdgePair(i, j) => format!("edge {i} of A × edge {j} of B"),
        AxisKind::Free => "found by GJK or EPA".to_owned(),
    }
}

/// A direction as three figures.
fn direction_text(d: crate::math::Vec3) -> String {
    format!("({:.3}, {:.3}, {:.3})", d.x, d.y, d.z)
}

/// A length in millimetres with its sign.
fn mm_text(metres: f64) -> String {
    if metres.is_finite() { format!("{:.3} mm", metres * 1000.0) } else { "–".to_owned() }
}

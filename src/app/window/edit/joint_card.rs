//! Things that are made by pointing: joining two bodies at a place, and laying the selection on a face. What has been
//! pointed at so far, the hint that says what comes next, and the card with the choices for a joint.

use super::EditMode;
use super::place::Surface;
use crate::app::window::actions::{Action, Actions};
use crate::app::window::theme::{self, GRID, palette};
use crate::app::window::widgets::{chip_ui, primary_button_ui};
use crate::math::Vec3;
use crate::preset::schema::{Joint, JointType, Spring};
use crate::session::{AuthorWish, Command, Run};
use egui::{Rect, RichText, Ui, vec2};

/// What a click in the view means.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Picking {
    /// Selecting.
    #[default]
    Nothing,
    /// The face on which the selection is laid.
    Face,
    /// The first body of a joint.
    JointA,
    /// The second, where it is to be joined.
    JointB(Surface),
    /// Both: the kind is being chosen.
    Kind(JointDraft),
}

/// A joint to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointDraft {
    pub a: Surface,
    pub b: Surface,
    pub kind: DraftKind,
    pub axis: AxisChoice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftKind {
    Joint(JointType),
    Spring,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisChoice {
    Face,
    X,
    Y,
    Z,
    Line,
}

impl JointDraft {
    pub const fn new(a: Surface, b: Surface) -> Self {
        Self { a, b, kind: DraftKind::Joint(JointType::Ball), axis: AxisChoice::Face }
    }

    pub fn axis(&self) -> Vec3 {
        match self.axis {
            AxisChoice::Face => self.b.normal,
            AxisChoice::X => Vec3::X,
            AxisChoice::Y => Vec3::Y,
            AxisChoice::Z => Vec3::Z,
            AxisChoice::Line => (self.b.point - self.a.point).normalize_or(self.b.normal),
        }
    }

    /// The wish that makes it. Joints take the last place that was pointed at as their anchor; a distance joint and a spring
    /// go from the one place to the other.
    pub fn wish(&self, run: &Run) -> Option<AuthorWish> {
        let name = |id: u32| run.header().body(id).map(|info| info.name.to_string());
        let (a, b) = (name(self.a.body)?, name(self.b.body)?);
        let local = |place: &Surface| {
            let pose = run.world_from_authored(place.body);
            tidy(pose.inverse_transform_point(place.point))
        };
        let kind = match self.kind {
            DraftKind::Spring => {
                return Some(AuthorWish::AddSpring(Box::new(Spring {
                    name: None,
                    a,
                    b: Some(b),
                    point: None,
                    anchor_a: Some(local(&self.a)),
                    anchor_b: Some(local(&self.b)),
                    stiffness: 100.0,
                    damping: Some(1.0),
                    rest_length: None,
                })));
            }
            DraftKind::Joint(kind) => kind,
        };
        let is_between = kind == JointType::Distance;
        let has_axis = matches!(kind, JointType::Hinge | JointType::Slider);
        Some(AuthorWish::AddJoint(Box::new(Joint {
            name: None,
            kind,
            a,
            b,
            anchor: (!is_between).then(|| tidy(self.b.point)),
            anchor_a: is_between.then(|| local(&self.a)),
            anchor_b: is_between.then(|| local(&self.b)),
            axis: has_axis.then(|| tidy(self.axis())),
            limit_degrees: None,
            limit: None,
            swing_limit_degrees: None,
            soft_limit: None,
            motor: None,
            friction: None,
            damping: None,
            max_force: None,
            max_torque: None,
            length: None,
            collide_connected: None,
        })))
    }
}

/// Rounded to tenths of a millimetre.
fn tidy(v: Vec3) -> [f32; 3] {
    v.to_array().map(|c| if (c * 1e4).round() == 0.0 { 0.0 } else { (c * 1e4).round() / 1e4 })
}

impl EditMode {
    /// What to click next, over the upper edge of the picture; and the card of a joint.
    pub(super) fn picking_ui(&mut self, ui: &mut Ui, rect: Rect, run: &Run, actions: &mut Actions) {
        let hint = match &self.picking {
            Picking::Nothing => return,
            Picking::Face => "Click the face on which the selection is to lie. Esc stops.",
            Picking::JointA => "Click the first body. Esc stops.",
            Picking::JointB(_) => "Click the other body, at the place where it is to be joined. Esc stops.",
            Picking::Kind(draft) => {
                let draft = *draft;
                self.card_ui(ui, rect, run, draft, actions);
                return;
            }
        };
        let p = palette(ui);
        let galley = ui.painter().layout_no_wrap(hint.to_owned(), theme::semibold(15.0), p.strong);
        let size = galley.size() + vec2(28.0, 16.0);
        let card = Rect::from_center_size(egui::pos2(rect.center().x, rect.top() + 14.0 + size.y * 0.5), size);
        let response = ui.interact(card, ui.scope_id().with("picking hint"), egui::Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, hint));
        ui.painter().rect_filled(card, 8, p.glass);
        ui.painter().rect_stroke(card, 8, egui::Stroke::new(1.5, p.accent), egui::StrokeKind::Inside);
        ui.painter().galley(card.min + vec2(14.0, 8.0), galley, p.strong);
    }

    fn card_ui(&mut self, ui: &mut Ui, rect: Rect, run: &Run, mut draft: JointDraft, actions: &mut Actions) {
        let p = palette(ui);
        let width = 372.0_f32.min(rect.width() - 24.0);
        let corner = egui::pos2(rect.right() - 12.0 - width, rect.top() + 12.0);
        let mut is_done = false;
        let area = egui::Area::new(egui::Id::unique("joint card")).fixed_pos(corner).order(egui::Order::Middle);
        area.show(ui.ctx(), |ui| {
            egui::Frame::window(ui.style()).inner_margin(14.0).show(ui, |ui| {
                ui.set_width(width - 28.0);
                ui.spacing_mut().item_spacing = vec2(GRID, GRID);
                let name = |id: u32| run.recording().body_name(id).to_owned();
                let title = format!("Join {} and {}", name(draft.a.body), name(draft.b.body));
                ui.label(RichText::new(title).font(theme::semibold(16.0)).color(p.strong));
                ui.add_space(GRID);
                ui.horizontal_wrapped(|ui| {
                    for (kind, label, tip) in [
                        (
                            DraftKind::Joint(JointType::Ball),
                            "Ball",
                            "The bodies meet in the point; all turning is free.",
                        ),
                        (
                            DraftKind::Joint(JointType::Hinge),
                            "Hinge",
                            "They meet in the point and turn about the axis only.",
                        ),
                        (DraftKind::Joint(JointType::Slider), "Slider", "They slide along the axis only."),
                        (DraftKind::Joint(JointType::Distance), "Distance", "The two places keep their distance."),
                        (DraftKind::Joint(JointType::Weld), "Weld", "They move as one."),
                        (
                            DraftKind::Spring,
                            "Spring",
                            "A force between the two places, no joint: 100 N/m to begin with.",
                        ),
                    ] {
                        if chip_ui(ui, draft.kind == kind, label, tip).clicked() {
                            draft.kind = kind;
                        }
                    }
                });
                if matches!(draft.kind, DraftKind::Joint(JointType::Hinge | JointType::Slider)) {
                    ui.add_space(GRID);
                    ui.horizontal_wrapped(|ui| {
                        ui.label(RichText::new("Axis").color(p.weak));
                        for (axis, label, tip) in [
                            (AxisChoice::Face, "Face normal", "Out of the face that was clicked last."),
                            (AxisChoice::Line, "Between places", "From the first place to the second."),
                            (AxisChoice::X, "X", "The world's x."),
                            (AxisChoice::Y, "Y", "The world's y, up."),
                            (AxisChoice::Z, "Z", "The world's z."),
                        ] {
                            if chip_ui(ui, draft.axis == axis, label, tip).clicked() {
                                draft.axis = axis;
                            }
                        }
                    });
                }
                ui.add_space(2.0 * GRID);
                let text = "Limits, motor, friction and breaking stand in the inspector afterwards.";
                ui.label(RichText::new(text).size(14.0).color(p.weak));
                ui.add_space(GRID);
                ui.horizontal(|ui| {
                    if primary_button_ui(ui, "Join").on_hover_text("Puts it into the scene.").clicked() {
                        if let Some(wish) = draft.wish(run) {
                            actions.push(Action::Do(Command::Author(wish)));
                        }
                        is_done = true;
                    }
                    let button = egui::Button::new("Cancel").min_size(vec2(80.0, 32.0));
                    is_done |= ui.add(button).on_hover_text("No joint is made (Esc).").clicked();
                });
            });
        });
        self.picking = if is_done { Picking::Nothing } else { Picking::Kind(draft) };
    }
}

//! The view while a scene is edited: clicking selects things of the document, and the handles are dragged in it.

use super::EditMode;
use super::arcs::{self, Bound, Figure};
use super::gizmo::{self, Change, Drag, Eye, Frame, Tool};
use super::joint_card::{JointDraft, Picking};
use super::place::{self, Surface};
use crate::app::scene::OrbitCamera;
use crate::app::window::actions::{Action, Actions};
use crate::math::Vec3;
use crate::session::{AuthorWish, Command, Item, Run, Selection, Session};
use egui::{PointerButton, Pos2, Rect, Response, Ui};
use std::collections::BTreeSet;

/// A drag under way.
#[derive(Clone, Debug)]
pub enum Dragging {
    /// Of a handle, and what was sent of it so far.
    Handle { drag: Drag, sent: Change },
    /// Of the end of a joint's limit, which was at `value`.
    Limit { drag: Drag, joint: usize, bound: Bound, value: f32 },
    /// A frame around what is to be selected.
    Box { from: Pos2, to: Pos2 },
}

/// How near to a joint a click has to be, points.
const REACH: f32 = 10.0;

impl EditMode {
    /// The pointer over the view; true when the camera is to keep still.
    pub fn input(
        &mut self,
        ui: &Ui,
        response: &Response,
        camera: &OrbitCamera,
        session: &Session,
        actions: &mut Actions,
    ) -> bool {
        let Some(run) = session.run() else { return false };
        let eye = Eye { rect: response.rect, camera };
        let modifiers = ui.input(|i| i.modifiers);
        let frame = self.frame(session, run);
        let figure = limits(session, run, &eye);
        let pointer = response.interact_pointer_pos().or_else(|| response.hover_pos());
        self.follow_pointer(ui, response, &eye, frame, figure.as_ref().map(|(_, figure)| figure));
        if response.drag_started_by(PointerButton::Primary)
            && let Some(at) = ui.input(|i| i.pointer.press_origin())
        {
            self.begin(&eye, at, frame, figure, modifiers.shift);
        }
        if self.drag.is_some() {
            // The place of the release counts too.
            if let Some(at) = pointer {
                self.go_on(&eye, at, modifiers.command, session, run, actions);
            }
            if !response.dragged_by(PointerButton::Primary) {
                self.end(&eye, modifiers, session, run, actions);
            }
            return true;
        }
        if response.clicked_by(PointerButton::Primary)
            && let Some(at) = pointer
        {
            self.click(&eye, at, modifiers.shift || modifiers.command, session, run, actions);
        }
        false
    }

    fn follow_pointer(
        &mut self,
        ui: &Ui,
        response: &Response,
        eye: &Eye<'_>,
        frame: Option<Frame>,
        figure: Option<&Figure>,
    ) {
        if self.drag.is_some() {
            return;
        }
        let over = response.hover_pos().filter(|_| self.picking == Picking::Nothing);
        let end = over.and_then(|at| figure?.hit(eye, at));
        let handle = over.zip(frame).and_then(|(at, frame)| gizmo::hit(&gizmo::pieces(self.tool, &frame, eye), at));
        self.hot = handle.filter(|_| end.is_none());
        if end.is_some() || self.hot.is_some() {
            ui.ctx().set_cursor_icon(egui::CursorIcon::Grab);
        } else if over.is_none() && response.hovered() && self.picking != Picking::Nothing {
            ui.ctx().set_cursor_icon(egui::CursorIcon::Crosshair);
        }
    }

    fn begin(&mut self, eye: &Eye<'_>, at: Pos2, frame: Option<Frame>, figure: Option<(usize, Figure)>, shift: bool) {
        if self.picking != Picking::Nothing {
            return;
        }
        if let Some((joint, figure)) = figure
            && let Some(end) = figure.hit(eye, at)
        {
            let drag = figure.drag(&end, at);
            self.drag = Some(Dragging::Limit { drag, joint, bound: end.bound, value: end.value });
            return;
        }
        if let Some(frame) = frame
            && let Some(handle) = gizmo::hit(&gizmo::pieces(self.tool, &frame, eye), at)
        {
            self.hot = Some(handle);
            let sent = match self.tool {
                Tool::Move => Change::Move(Vec3::ZERO),
                Tool::Turn => Change::Turn { axis: Vec3::Y, degrees: 0.0 },
                Tool::Scale => Change::Scale(Vec3::ONE),
            };
            self.drag = Some(Dragging::Handle { drag: Drag::new(self.tool, handle, frame, at), sent });
        } else if shift {
            self.drag = Some(Dragging::Box { from: at, to: at });
        }
    }

    fn go_on(
        &mut self,
        eye: &Eye<'_>,
        at: Pos2,
        is_snap_turned: bool,
        session: &Session,
        run: &Run,
        actions: &mut Actions,
    ) {
        let snap = self.snap(is_snap_turned);
        let now = self.frame(session, run);
        match &mut self.drag {
            Some(Dragging::Box { to, .. }) => *to = at,
            Some(Dragging::Limit { drag, joint, bound, value }) => {
                let Some(definition) = run.preset().scene.joints.get(*joint) else { return };
                let way = match drag.change(eye, at, snap) {
                    Some(Change::Turn { degrees, .. }) => degrees,
                    Some(Change::Move(by)) => by.dot(drag.frame.axes[0]),
                    _ => return,
                };
                let (field, new) = arcs::written(definition, *bound, *value + way);
                let place = format!("{}{field}", Item::Joint(*joint).pointer());
                actions.push(Action::Do(Command::Author(AuthorWish::Set { place, value: new })));
            }
            Some(Dragging::Handle { drag, sent }) => {
                let Some(change) = drag.change(eye, at, snap) else { return };
                let wish = match (change, *sent) {
                    (Change::Move(by), _) => {
                        // From where it is, not from what was sent: rounding and refused moves do not add up.
                        let Some(now) = now else { return };
                        let by = drag.frame.origin + by - now.origin;
                        (by.length() > 1e-6).then_some(AuthorWish::Move { by })
                    }
                    (Change::Turn { axis, degrees }, Change::Turn { degrees: before, .. }) => {
                        let by = degrees - before;
                        let wish = AuthorWish::Turn { axis, degrees: by, pivot: drag.frame.origin };
                        (by != 0.0).then_some(wish)
                    }
                    (Change::Scale(factors), Change::Scale(before)) => {
                        let by = factors / before;
                        (by != Vec3::ONE).then_some(AuthorWish::Scale { by, axes_of_body: true })
                    }
                    _ => None,
                };
                *sent = change;
                if let Some(wish) = wish {
                    actions.push(Action::Do(Command::Author(wish)));
                }
            }
            None => {}
        }
    }

    fn end(&mut self, eye: &Eye<'_>, modifiers: egui::Modifiers, session: &Session, run: &Run, actions: &mut Actions) {
        match self.drag.take() {
            Some(Dragging::Box { from, to }) => {
                let frame = Rect::from_two_pos(from, to);
                let mut items: Vec<Item> =
                    if modifiers.command { session.edit_selection().to_vec() } else { Vec::new() };
                for body in &run.record().bodies {
                    let inside = eye.screen(body.position).is_some_and(|at| frame.contains(at));
                    let item = session.items_of_body(body.id).filter(|item| inside && !items.contains(item));
                    let has_end = run.header().body(body.id).is_some_and(|info| place::body_bounds(info).is_some());
                    items.extend(item.filter(|_| has_end));
                }
                actions.push(Action::Do(Command::Author(AuthorWish::Select(items))));
            }
            Some(_) => actions.push(Action::Do(Command::EndGesture)),
            None => {}
        }
    }

    fn click(&mut self, eye: &Eye<'_>, at: Pos2, adds: bool, session: &Session, run: &Run, actions: &mut Actions) {
        let (origin, direction) = eye.ray(at);
        let selected = |id: u32| session.items_of_body(id).is_some_and(|item| session.edit_selection().contains(&item));
        let picked: Option<Surface> = place::surface(run.header(), run.record(), origin, direction, |id| {
            self.picking == Picking::Face && selected(id)
        });
        match (std::mem::take(&mut self.picking), picked) {
            (Picking::Face, Some(face)) => {
                let wish = AuthorWish::AlignToFace { point: face.point, normal: face.normal };
                actions.push(Action::Do(Command::Author(wish)));
                actions.push(Action::Do(Command::EndGesture));
            }
            (Picking::JointA, Some(a)) => self.picking = Picking::JointB(a),
            (Picking::JointB(a), Some(b)) if a.body == b.body => {
                actions.push(Action::Say("That is the same body: click another one."));
                self.picking = Picking::JointB(a);
            }
            (Picking::JointB(a), Some(b)) => self.picking = Picking::Kind(JointDraft::new(a, b)),
            (Picking::Nothing, picked) => {
                let joint = nearest_joint(eye, at, run);
                let item = picked.and_then(|surface| session.items_of_body(surface.body));
                actions.push(Action::Do(match (joint, item) {
                    (Some(id), _) if !adds => Command::Select(Selection::Joint(id)),
                    (_, Some(item)) if adds => Command::Author(AuthorWish::Toggle(item)),
                    (_, Some(item)) => Command::Author(AuthorWish::Select(vec![item])),
                    _ if adds => return,
                    _ => Command::Author(AuthorWish::Select(Vec::new())),
                }));
            }
            // A click beside everything changes nothing while something is being pointed at.
            (picking, None) => self.picking = picking,
            (picking @ Picking::Kind(_), Some(_)) => self.picking = picking,
        }
    }

    /// Where the handles stand: in the middle of what is selected. None where nothing can be moved.
    pub(super) fn frame(&self, session: &Session, run: &Run) -> Option<Frame> {
        let record = run.record();
        let (mut sum, mut count) = (Vec3::ZERO, 0.0_f32);
        let mut first = None;
        for id in selected_bodies(session, run) {
            let Some(body) = record.body(id) else { continue };
            first = first.or(Some(body.rotation));
            (sum, count) = (sum + body.position, count + 1.0);
        }
        for item in session.edit_selection() {
            if let Some(anchor) = anchor_of(run, *item) {
                (sum, count) = (sum + anchor, count + 1.0);
            }
        }
        if count == 0.0 {
            return None;
        }
        // Growing along the world's axes would shear what is turned.
        let rotation = first.filter(|_| self.is_local || self.tool == Tool::Scale).unwrap_or_default();
        Some(Frame { origin: sum / count, axes: [rotation * Vec3::X, rotation * Vec3::Y, rotation * Vec3::Z] })
    }
}

/// The bodies that came from what is selected, in the order of the scene.
pub(super) fn selected_bodies(session: &Session, run: &Run) -> Vec<u32> {
    let chosen: BTreeSet<Item> = session.edit_selection().iter().copied().collect();
    let is_chosen = |id: &u32| session.items_of_body(*id).is_some_and(|item| chosen.contains(&item));
    if chosen.is_empty() {
        Vec::new()
    } else {
        run.record().bodies.iter().map(|body| body.id).filter(is_chosen).collect()
    }
}

/// The limits of the one selected joint: its place in the document, and its figure.
pub(super) fn limits(session: &Session, run: &Run, eye: &Eye<'_>) -> Option<(usize, Figure)> {
    let [Item::Joint(index)] = session.edit_selection() else { return None };
    let joint = run.preset().scene.joints.get(*index)?;
    let middle = anchor_of(run, Item::Joint(*index))?;
    let b = run.header().bodies.iter().find(|body| *body.name == *joint.b)?;
    let towards = run.record().body(b.id)?.position - middle;
    Some((*index, arcs::figure(joint, middle, towards, eye.reach(middle) * 0.85)?))
}

/// World point at which a joint joins, or at which a spring is fixed, m.
pub(super) fn anchor_of(run: &Run, item: Item) -> Option<Vec3> {
    let scene = &run.preset().scene;
    match item {
        Item::Joint(index) => {
            let joint = scene.joints.get(index)?;
            joint.anchor.map_or_else(|| in_body(run, &joint.a, joint.anchor_a), |anchor| Some(anchor.into()))
        }
        Item::Spring(index) => scene.springs.get(index)?.point.map(Vec3::from),
        _ => None,
    }
}

/// A point in the frame in which a body was written, as a point of the world, m.
pub(super) fn in_body(run: &Run, name: &str, point: Option<[f32; 3]>) -> Option<Vec3> {
    let body = run.header().bodies.iter().find(|body| *body.name == *name)?;
    Some(run.world_from_authored(body.id).transform_point(point.unwrap_or_default().into()))
}

/// The joint of the running scene whose mark is under the pointer.
fn nearest_joint(eye: &Eye<'_>, at: Pos2, run: &Run) -> Option<u32> {
    let joints = run.record().joints.iter();
    let near = joints.filter_map(|joint| {
        let place = eye.screen((joint.anchor_a + joint.anchor_b) * 0.5)?;
        Some((place.distance(at), joint.id)).filter(|(distance, _)| *distance <= REACH)
    });
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
}

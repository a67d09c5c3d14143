//! The mouse over the view: camera, selecting, grabbing, shooting.

use crate::app::scene::OrbitCamera;
use crate::instrument::BodyKind;
use crate::math::Vec3;
use crate::session::{Run, Selection, pick};
use egui::{Key, PointerButton, Pos2, Rect, Response, Ui};

/// What the mouse asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    Select(Selection),
    GrabStart { body: u32, point: Vec3 },
    GrabMove(Vec3),
    GrabEnd,
    Shoot { origin: Vec3, direction: Vec3 },
}

/// A grab under way: the mouse moves its point in a plane that faces the camera.
#[derive(Clone, Copy, Debug)]
struct Grab {
    point: Vec3,
}

/// State between frames.
#[derive(Clone, Copy, Debug, Default)]
pub struct ViewInput {
    grab: Option<Grab>,
}

/// How near to a mark a click has to be, points.
const REACH: f32 = 11.0;

impl ViewInput {
    pub const fn is_grabbing(&self) -> bool {
        self.grab.is_some()
    }

    /// Moves the camera, and returns what concerns the scene.
    pub fn read(&mut self, ui: &Ui, response: &Response, camera: &mut OrbitCamera, run: &Run) -> Vec<Gesture> {
        let mut gestures = Vec::new();
        let rect = response.rect;
        let modifiers = ui.input(|i| i.modifiers);
        let pointer = response.interact_pointer_pos().or_else(|| response.hover_pos());
        if response.drag_started_by(PointerButton::Primary)
            && modifiers.command
            && let Some(hit) = ui.input(|i| i.pointer.press_origin()).and_then(|p| self.hit(rect, camera, run, p))
            && run.header().body(hit.body).is_some_and(|info| info.kind == BodyKind::Dynamic)
        {
            self.grab = Some(Grab { point: hit.point });
            gestures.push(Gesture::Select(Selection::Body(hit.body)));
            gestures.push(Gesture::GrabStart { body: hit.body, point: hit.point });
        }
        if let Some(grab) = &mut self.grab {
            if response.dragged_by(PointerButton::Primary)
                && let Some(at) = pointer
            {
                let target = in_plane(rect, camera, at, grab.point);
                if target != grab.point {
                    grab.point = target;
                    gestures.push(Gesture::GrabMove(target));
                }
            } else {
                self.grab = None;
                gestures.push(Gesture::GrabEnd);
            }
        } else {
            move_camera(ui, response, camera, modifiers);
        }
        if response.clicked_by(PointerButton::Primary)
            && let Some(at) = pointer
        {
            if modifiers.shift {
                let (origin, direction) = ray(rect, camera, at);
                gestures.push(Gesture::Shoot { origin, direction });
            } else if !modifiers.command {
                gestures.push(Gesture::Select(self.select(rect, camera, run, at)));
            }
        }
        if response.hovered() {
            zoom(ui, rect, camera, run);
            fly(ui, camera);
        }
        gestures
    }

    fn hit(&self, rect: Rect, camera: &OrbitCamera, run: &Run, at: Pos2) -> Option<crate::session::Pick> {
        let (origin, direction) = ray(rect, camera, at);
        pick(run.header(), run.record(), origin, direction)
    }

    /// Marks are small and drawn on top, so they come first: contact points, joints, then bodies.
    fn select(&self, rect: Rect, camera: &OrbitCamera, run: &Run, at: Pos2) -> Selection {
        let distance = |point: Vec3| screen(rect, camera, point).map(|p| p.distance(at)).filter(|d| *d <= REACH);
        let record = run.record();
        let contacts = record.contacts.iter().filter_map(|c| {
            let (collider_a, collider_b, feature) = c.key();
            Some((distance(c.position)?, Selection::Contact { collider_a, collider_b, feature }))
        });
        let joints = record
            .joints
            .iter()
            .filter_map(|j| Some((distance((j.anchor_a + j.anchor_b) * 0.5)?, Selection::Joint(j.id))));
        let nearest = contacts.chain(joints).min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map_or_else(
            || self.hit(rect, camera, run, at).map_or(Selection::None, |hit| Selection::Body(hit.body)),
            |(_, selection)| selection,
        )
    }
}

fn aspect(rect: Rect) -> f32 {
    rect.width() / rect.height().max(1.0)
}

/// Eye and direction through a point of the screen.
pub fn ray(rect: Rect, camera: &OrbitCamera, at: Pos2) -> (Vec3, Vec3) {
    let half = rect.size() * 0.5;
    let ndc = (at - rect.center()) / half;
    camera.ray(aspect(rect), [ndc.x, -ndc.y])
}

/// Where a world point appears on the screen.
pub fn screen(rect: Rect, camera: &OrbitCamera, point: Vec3) -> Option<Pos2> {
    let [x, y] = camera.project(aspect(rect), point)?;
    Some(rect.center() + egui::vec2(x, -y) * rect.size() * 0.5)
}

/// The point under the mouse at the depth of `point`.
fn in_plane(rect: Rect, camera: &OrbitCamera, at: Pos2, point: Vec3) -> Vec3 {
    let (origin, direction) = ray(rect, camera, at);
    let forward = camera.axes()[2];
    let along = (point - origin).dot(forward) / direction.dot(forward).max(1e-3);
    origin + direction * along
}

/// Left or middle drag turns, right drag moves; with Alt left turns, middle moves, right zooms.
fn move_camera(ui: &Ui, response: &Response, camera: &mut OrbitCamera, modifiers: egui::Modifiers) {
    let delta = response.drag_delta();
    if delta == egui::Vec2::ZERO || modifiers.command || modifiers.shift {
        return;
    }
    let by = |button| response.dragged_by(button);
    let height = response.rect.height();
    if by(PointerButton::Secondary) && modifiers.alt {
        camera.zoom_towards((delta.y * 0.01).exp(), None);
    } else if by(PointerButton::Secondary) && is_flying(ui) {
        camera.look_around(delta.x, delta.y);
    } else if by(PointerButton::Secondary) || (by(PointerButton::Middle) && modifiers.alt) {
        camera.pan(delta.x, delta.y, height);
    } else if by(PointerButton::Primary) || by(PointerButton::Middle) {
        camera.orbit(delta.x, delta.y);
    }
}

/// Towards the point under the mouse; towards the middle where there is nothing.
fn zoom(ui: &Ui, rect: Rect, camera: &mut OrbitCamera, run: &Run) {
    let scroll = ui.input(|i| i.smooth_scroll_delta().y);
    if scroll == 0.0 {
        return;
    }
    let under = ui.input(|i| i.pointer.hover_pos()).map(|at| {
        let (origin, direction) = ray(rect, camera, at);
        let hit = pick(run.header(), run.record(), origin, direction).filter(|h| h.distance < camera.distance * 4.0);
        hit.map_or_else(|| in_plane(rect, camera, at, camera.target), |h| h.point)
    });
    camera.zoom_towards((-scroll * 0.0025).exp(), under);
}

const FLY: [(Key, Vec3); 6] = [
    (Key::W, Vec3::Z),
    (Key::S, Vec3::NEG_Z),
    (Key::A, Vec3::NEG_X),
    (Key::D, Vec3::X),
    (Key::E, Vec3::Y),
    (Key::Q, Vec3::NEG_Y),
];

fn is_flying(ui: &Ui) -> bool {
    ui.input(|i| i.pointer.secondary_down() && FLY.iter().any(|(key, _)| i.key_down(*key)))
}

/// W A S D Q E while the right button is held; a body length per second per metre of distance.
fn fly(ui: &Ui, camera: &mut OrbitCamera) {
    if !is_flying(ui) {
        return;
    }
    let (wish, dt) = ui.input(|i| {
        let wish: Vec3 = FLY.iter().filter(|(key, _)| i.key_down(*key)).map(|(_, by)| *by).sum();
        (wish, i.stable_dt.min(0.1))
    });
    camera.fly(wish * (camera.distance.clamp(2.0, 50.0) * 0.8 * dt));
    ui.ctx().request_repaint();
}

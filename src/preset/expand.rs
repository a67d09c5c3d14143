//! From a scene as written to the flat list of its bodies and joints: repetition and templates are worked out here.
//!
//! Bodies of one entry share its definition; only name, position and rotation are their own. So twenty thousand equal
//! hulls are read, checked and built once.

use super::edit::Item;
use super::limits::{MAX_BODIES, MAX_JOINTS};
use super::problem::{Problem, did_you_mean};
use super::schema::{
    Body, BodyKind, HorizontalAxis, Joint, JointType, Repeat, Rotation, Scene, ShapeSpec, Spring, Template,
};
use super::{chain, ragdoll};
use crate::dynamics::{self, JointOptions};
use crate::math::{Pose, Quat, Vec3};
use std::collections::BTreeMap;

/// After so many problems references are no longer explained.
pub(super) const MAX_HINTS: usize = 100;

/// A body definition and where it was written.
pub(super) struct Entry {
    pub body: Body,
    /// JSON pointer of the body or template.
    pub path: String,
}

/// One body of the world.
pub(super) struct FlatBody {
    pub name: String,
    /// Index of its [`Entry`].
    pub entry: usize,
    /// Where the frame in which the body was written starts.
    pub world_from_authored: Pose,
}

/// One joint of the world.
pub(super) struct FlatJoint {
    pub name: String,
    pub kind: JointType,
    /// Indices of bodies.
    pub a: usize,
    pub b: usize,
    /// In the frames in which the bodies were written, m.
    pub anchor_a: Vec3,
    pub anchor_b: Vec3,
    /// World, unit; of hinges, sliders and ball joints with limits.
    pub axis: Option<Vec3>,
    pub options: JointOptions,
    /// m; of distance joints.
    pub length: Option<f32>,
    pub collide_connected: bool,
    /// What of the document it came from.
    pub origin: Option<Item>,
}

/// One spring of the world.
pub(super) struct FlatSpring {
    pub name: String,
    /// Indices of bodies; without a second one `anchor_b` is a point of the world.
    pub a: usize,
    pub b: Option<usize>,
    /// In the frames in which the bodies were written, m.
    pub anchor_a: Vec3,
    pub anchor_b: Vec3,
    pub stiffness: f32,
    pub damping: f32,
    pub rest_length: f32,
}

/// A scene without repetition.
#[derive(Default)]
pub(super) struct Expanded {
    pub entries: Vec<Entry>,
    pub bodies: Vec<FlatBody>,
    pub joints: Vec<FlatJoint>,
    pub springs: Vec<FlatSpring>,
    /// Body index by name.
    pub index: BTreeMap<String, usize>,
}

/// Works a scene out and reports names used twice, names that nobody has, and too many bodies.
///
/// `lost_names` are beginnings of names about which nothing can be said, because their owners could not be read.
pub(super) fn expand(scene: &Scene, lost_names: &[String], problems: &mut Vec<Problem>) -> Expanded {
    let mut expander =
        Expander { out: Expanded::default(), lost_names, problems, owners: BTreeMap::new(), is_full: false };
    for (index, body) in scene.bodies.iter().enumerate() {
        expander.body(body, format!("/scene/bodies/{index}"));
    }
    for (index, template) in scene.templates.iter().enumerate() {
        let path = format!("/scene/templates/{index}");
        match template {
            Template::Chain(chain) => chain::add(&mut expander, chain, &path),
            Template::Ragdoll(doll) => ragdoll::add(&mut expander, doll, &path),
        }
    }
    for (index, joint) in scene.joints.iter().enumerate() {
        expander.joint(joint, &format!("/scene/joints/{index}"));
    }
    for (index, spring) in scene.springs.iter().enumerate() {
        expander.spring(spring, &format!("/scene/springs/{index}"));
    }
    expander.out
}

/// The rotation that a file says.
pub(super) fn rotation(rotation: Option<&Rotation>) -> Quat {
    match rotation {
        None => Quat::IDENTITY,
        Some(Rotation::Euler(euler)) => euler_degrees(euler.euler_degrees),
        Some(Rotation::Quaternion(q)) => {
            let q = Quat::from_array(*q);
            // A saved orientation must come back to the same bits: leave alone what is a unit quaternion already.
            if (q.length_squared() - 1.0).abs() < 1e-6 { q } else { q.normalize() }
        }
    }
}

/// First about x, then y, then z, of the outer axes.
pub(super) fn euler_degrees(angles: [f32; 3]) -> Quat {
    let [x, y, z] = angles.map(f32::to_radians);
    Quat::from_rotation_z(z) * Quat::from_rotation_y(y) * Quat::from_rotation_x(x)
}

pub(super) struct Expander<'e> {
    pub out: Expanded,
    lost_names: &'e [String],
    pub problems: &'e mut Vec<Problem>,
    /// Where each name was given.
    owners: BTreeMap<String, String>,
    /// Set when the scene became too large: nothing more is added.
    is_full: bool,
}

impl Expander<'_> {
    pub fn report(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.problems.push(Problem { path: path.into(), line: None, message: message.into() });
    }

    /// Whether so many more bodies fit.
    pub fn has_room(&mut self, more: u64, path: &str) -> bool {
        let total = self.out.bodies.len() as u64 + more;
        if total > MAX_BODIES as u64 && !self.is_full {
            self.report(path, format!("with this the scene has {total} bodies; at most {MAX_BODIES} are allowed"));
            self.is_full = true;
        }
        !self.is_full
    }

    pub fn entry(&mut self, body: Body, path: &str) -> usize {
        self.out.entries.push(Entry { body, path: path.to_owned() });
        self.out.entries.len() - 1
    }

    /// Adds one body and returns its index.
    pub fn place(&mut self, name: String, entry: usize, world_from_authored: Pose) -> usize {
        let index = self.out.bodies.len();
        self.out.bodies.push(FlatBody { name, entry, world_from_authored });
        index
    }

    /// Makes sure that a name is new. Once is enough for a whole repeated body: no other name has brackets.
    pub fn claim(&mut self, name: &str, path: &str) -> bool {
        if name.is_empty() {
            return false;
        }
        if let Some(first) = self.owners.get(name).cloned() {
            self.report(
                format!("{path}/name"),
                format!("the name \"{name}\" is used already at {first}; choose another one"),
            );
            return false;
        }
        self.owners.insert(name.to_owned(), path.to_owned());
        true
    }

    fn body(&mut self, body: &Body, path: String) {
        let is_new = self.claim(&body.name, &path);
        let entry = self.entry(Body { repeat: None, ..body.clone() }, &path);
        let origin = Vec3::from(body.position.unwrap_or_default());
        let turn = rotation(body.rotation.as_ref());
        let Some(repeat) = &body.repeat else {
            if self.has_room(1, &path) {
                let index = self.place(body.name.clone(), entry, Pose::new(origin, turn));
                if is_new {
                    self.out.index.insert(body.name.clone(), index);
                }
            }
            return;
        };
        let repeat_path = format!("{path}/repeat");
        if body.path.is_some() {
            self.report(&repeat_path, "a body with a path cannot be repeated: the path says where it is");
            return;
        }
        let Some(places) = self.places(repeat, &body.shape, &repeat_path) else { return };
        for (suffix, offset, further) in places {
            let name = format!("{}[{suffix}]", body.name);
            // The further turn is about the body's own origin, in the axes in which its position was written.
            let index = self.place(name.clone(), entry, Pose::new(origin + offset, further * turn));
            if is_new {
                self.out.index.insert(name, index);
            }
        }
    }

    /// Suffix, offset and further turn of each body of a pattern.
    fn places(&mut self, repeat: &Repeat, shape: &ShapeSpec, path: &str) -> Option<Vec<(String, Vec3, Quat)>> {
        let total = match *repeat {
            Repeat::Line { count, .. } => u64::from(count),
            Repeat::Grid { count: [x, y, z], .. } => {
                u64::from(x).saturating_mul(u64::from(y)).saturating_mul(u64::from(z))
            }
            Repeat::Wall { columns, rows, .. } => u64::from(columns) * u64::from(rows),
            Repeat::Pyramid { base, .. } => u64::from(base) * (u64::from(base) + 1) / 2,
        };
        if !self.has_room(total, path) {
            return None;
        }
        let mut places = Vec::with_capacity(total as usize);
        match *repeat {
            Repeat::Line { count, step, turn_degrees } => {
                for i in 0..count {
                    let angles = turn_degrees.unwrap_or_default().map(|angle| angle * i as f32);
                    places.push((i.to_string(), Vec3::from(step) * i as f32, euler_degrees(angles)));
                }
            }
            Repeat::Grid { count: [nx, ny, nz], step } => {
                for y in 0..ny {
                    for z in 0..nz {
                        for x in 0..nx {
                            let offset = Vec3::from(step) * Vec3::new(x as f32, y as f32, z as f32);
                            places.push((format!("{x},{y},{z}"), offset, Quat::IDENTITY));
                        }
                    }
                }
            }
            Repeat::Wall { columns, rows, along, step } => {
                let (sideways, up) = self.row_steps(along, step, shape, path)?;
                for row in 0..rows {
                    let shift = (row % 2) as f32 * 0.5;
                    for i in 0..columns - (row % 2) {
                        let offset = sideways * (i as f32 + shift) + up * row as f32;
                        places.push((format!("{row},{i}"), offset, Quat::IDENTITY));
                    }
                }
            }
            Repeat::Pyramid { base, along, step } => {
                let (sideways, up) = self.row_steps(along, step, shape, path)?;
                for row in 0..base {
                    for i in 0..base - row {
                        let offset = sideways * (i as f32 + 0.5 * row as f32) + up * row as f32;
                        places.push((format!("{row},{i}"), offset, Quat::IDENTITY));
                    }
                }
            }
        }
        Some(places)
    }

    /// The step along a row and the step to the next row.
    fn row_steps(
        &mut self,
        along: Option<HorizontalAxis>,
        step: Option<[f32; 2]>,
        shape: &ShapeSpec,
        path: &str,
    ) -> Option<(Vec3, Vec3)> {
        let axis = match along.unwrap_or(HorizontalAxis::X) {
            HorizontalAxis::X => Vec3::X,
            HorizontalAxis::Z => Vec3::Z,
        };
        let [sideways, up] = match (step, shape) {
            (Some(step), _) => step,
            (None, ShapeSpec::Box { size }) => [Vec3::from(*size).dot(axis), size[1]],
            _ => {
                self.report(path, "for a shape other than a box, \"step\" is needed: [along the row, upwards]");
                return None;
            }
        };
        Some((axis * sideways, Vec3::Y * up))
    }

    fn joint(&mut self, joint: &Joint, path: &str) {
        let a = self.find(&joint.a, &format!("{path}/a"));
        let b = self.find(&joint.b, &format!("{path}/b"));
        let (Some(a), Some(b)) = (a, b) else { return };
        let pose = |body: usize| self.out.bodies[body].world_from_authored;
        let (anchor_a, anchor_b) = match (joint.anchor, joint.anchor_a, joint.anchor_b) {
            (_, Some(anchor_a), Some(anchor_b)) => (Vec3::from(anchor_a), Vec3::from(anchor_b)),
            (anchor, ..) => {
                let anchor = Vec3::from(anchor.unwrap_or_default());
                (pose(a).inverse_transform_point(anchor), pose(b).inverse_transform_point(anchor))
            }
        };
        let distance = pose(a).transform_point(anchor_a).distance(pose(b).transform_point(anchor_b));
        if joint.kind == JointType::Distance && joint.anchor_a.is_some() && joint.length.is_none() && distance < 1e-4 {
            self.report(path, "the two anchors lie on each other; give a \"length\", or use a ball joint");
        }
        let is_fixed = |body: usize| {
            self.out.entries[self.out.bodies[body].entry].body.kind.is_some_and(|kind| kind != BodyKind::Dynamic)
        };
        if is_fixed(a) && is_fixed(b) {
            self.report(path, "at least one of the two bodies must be dynamic: this joint could move neither");
        }
        let flat = FlatJoint {
            name: joint.name.clone().unwrap_or_else(|| format!("{}–{}", joint.a, joint.b)),
            kind: joint.kind,
            a,
            b,
            anchor_a,
            anchor_b,
            axis: joint.axis.map(unit),
            options: options(joint),
            length: (joint.kind == JointType::Distance).then(|| joint.length.unwrap_or(distance)),
            collide_connected: joint.collide_connected.unwrap_or(false),
            origin: Item::at(path),
        };
        self.push_joint(flat, path);
    }

    fn spring(&mut self, spring: &Spring, path: &str) {
        let a = self.find(&spring.a, &format!("{path}/a"));
        let b = spring.b.as_ref().map(|b| self.find(b, &format!("{path}/b")));
        let (Some(a), b) = (a, b) else { return };
        let b = match b {
            Some(None) => return,
            Some(found) => found,
            None => None,
        };
        let is_free = |body: usize| {
            self.out.entries[self.out.bodies[body].entry].body.kind.unwrap_or(BodyKind::Dynamic) == BodyKind::Dynamic
        };
        if !is_free(a) && !b.is_some_and(is_free) {
            self.report(path, "a spring needs a dynamic body at one end at least: this one could move nothing");
            return;
        }
        let anchor_a = Vec3::from(spring.anchor_a.unwrap_or_default());
        let anchor_b = Vec3::from(spring.point.or(spring.anchor_b).unwrap_or_default());
        let end = |body: usize, anchor: Vec3| self.out.bodies[body].world_from_authored.transform_point(anchor);
        let length = end(a, anchor_a).distance(b.map_or(anchor_b, |b| end(b, anchor_b)));
        let other = spring.b.as_deref().unwrap_or("point");
        self.out.springs.push(FlatSpring {
            name: spring.name.clone().unwrap_or_else(|| format!("{}–{other}", spring.a)),
            a,
            b,
            anchor_a,
            anchor_b,
            stiffness: spring.stiffness,
            damping: spring.damping.unwrap_or(0.0),
            rest_length: spring.rest_length.unwrap_or(length),
        });
    }

    pub fn push_joint(&mut self, joint: FlatJoint, path: &str) {
        if self.out.joints.len() == MAX_JOINTS {
            self.report(path, format!("with this the scene has more than {MAX_JOINTS} joints"));
        }
        if self.out.joints.len() <= MAX_JOINTS {
            self.out.joints.push(joint);
        }
    }

    /// The body of a name, or a report that there is none.
    pub fn find(&mut self, name: &str, path: &str) -> Option<usize> {
        let found = self.out.index.get(name).copied();
        if found.is_none()
            && let Some(message) = missing(&self.out, self.lost_names, name, self.problems.len() > MAX_HINTS)
        {
            self.report(path, message);
        }
        found
    }
}

/// A direction as a unit vector; one that is a unit vector already is left alone, so that what was saved comes back to the
/// same bits.
pub(super) fn unit(direction: [f32; 3]) -> Vec3 {
    let direction = Vec3::from(direction);
    if (direction.length_squared() - 1.0).abs() < 1e-6 { direction } else { direction.normalize() }
}

/// Limits, motor and so on, in the units of the core.
fn options(joint: &Joint) -> JointOptions {
    let in_radians = joint.limit_degrees.map(|limit| limit.map(f32::to_radians));
    JointOptions {
        limit: in_radians.or(joint.limit).map(|[lower, upper]| dynamics::Limit { lower, upper }),
        swing_limit: joint.swing_limit_degrees.map(f32::to_radians),
        soft_limit: joint
            .soft_limit
            .map(|soft| dynamics::SoftLimit { hertz: soft.hertz, damping_ratio: soft.damping_ratio }),
        motor: joint.motor.map(|motor| dynamics::Motor { speed: motor.speed, max: motor.max }),
        friction: joint.friction.unwrap_or(0.0),
        damping: joint.damping.unwrap_or(0.0),
        max_force: joint.max_force,
        max_torque: joint.max_torque,
    }
}

/// Why a name means no body; `None` if nothing can be said about it.
///
/// `is_full` spares the search for like names when so many problems were found that nobody will read this one.
pub(super) fn missing(scene: &Expanded, lost_names: &[String], name: &str, is_full: bool) -> Option<String> {
    if name.is_empty() || lost_names.iter().any(|lost| name.starts_with(lost.as_str())) {
        return None;
    }
    if is_full {
        return Some(format!("there is no body named \"{name}\""));
    }
    let group = scene.index.keys().find(|key| key.strip_prefix(name).is_some_and(|rest| rest.starts_with(['[', '.'])));
    Some(match group {
        Some(member) => format!("\"{name}\" is a group of bodies; name one of them, like \"{member}\""),
        None => {
            let hint = did_you_mean(name, scene.index.keys().map(String::as_str).take(2000));
            format!("there is no body named \"{name}\".{hint}")
        }
    })
}

/// A body of which only shape and weight are known.
pub(super) fn plain_body(name: &str, shape: &ShapeSpec, density: Option<f32>, mass: Option<f32>) -> Body {
    Body {
        name: name.to_owned(),
        kind: None,
        shape: shape.clone(),
        position: None,
        rotation: None,
        velocity: None,
        angular_velocity: None,
        density,
        mass,
        inertia_scale: None,
        friction: None,
        restitution: None,
        linear_damping: None,
        angular_damping: None,
        linear_drag: None,
        quadratic_drag: None,
        gravity_scale: None,
        can_sleep: None,
        ccd: None,
        driven_by: None,
        path: None,
        repeat: None,
        group: None,
    }
}

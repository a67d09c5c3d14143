//! From body definitions as written to body definitions of the core.
//!
//! A file places bodies by the frame in which their shape was written; the core by their centre of mass. The shift
//! between the two is kept with every built body, so that joints, events and saved scenes can be carried across.

use super::expand::Entry;
use super::problem::Problem;
use super::schema::{Body, BodyChange, BodyKind};
use super::shapes;
use crate::dynamics::{BodyDef, ColliderDef, MassSpec};
use crate::math::{Pose, Vec3};

/// Water, kg/m³.
const DEFAULT_DENSITY: f32 = 1000.0;
const DEFAULT_FRICTION: f32 = 0.5;

/// A body of the core at the origin.
#[derive(Clone)]
pub(super) struct Built {
    def: BodyDef,
    /// Centre of mass in the frame in which the body was written, m.
    pub center: Vec3,
}

impl Built {
    /// The same body under another name at another place.
    pub fn place(&self, name: &str, world_from_authored: &Pose) -> BodyDef {
        let mut def = self.def.clone();
        def.name = name.to_owned();
        def.world_from_body = self.body_pose(world_from_authored);
        def
    }

    /// The core's frame of the body when the authored frame lies at `world_from_authored`.
    pub fn body_pose(&self, world_from_authored: &Pose) -> Pose {
        Pose::new(world_from_authored.transform_point(self.center), world_from_authored.rotation)
    }

    pub fn shape_count(&self) -> usize {
        self.def.colliders.len()
    }
}

/// Builds an entry, and reports what physics cannot do with it.
pub(super) fn build(entry: &Entry, problems: &mut Vec<Problem>) -> Option<Built> {
    let body = &entry.body;
    let kind = body.kind.unwrap_or(BodyKind::Dynamic);
    let known = problems.len();
    let shape_path = format!("{}/shape", entry.path);
    let leaves = shapes::build(&body.shape, kind == BodyKind::Static, &shape_path, problems);
    if problems.len() > known {
        return None;
    }
    let colliders: Vec<ColliderDef> = leaves
        .into_iter()
        .map(|(pose, shape)| ColliderDef {
            shape,
            body_from_shape: pose,
            friction: body.friction.unwrap_or(DEFAULT_FRICTION),
            restitution: body.restitution.unwrap_or(0.0),
        })
        .collect();
    let mass = match (body.mass, body.density) {
        (Some(mass), _) => MassSpec::Mass(mass),
        (None, density) => MassSpec::Density(density.unwrap_or(DEFAULT_DENSITY)),
    };
    let mut def = match kind {
        BodyKind::Static => BodyDef::fixed(&body.name, Pose::IDENTITY, colliders),
        BodyKind::Animated => {
            let mut def = BodyDef::animated(&body.name, Pose::IDENTITY, colliders);
            // About the frame's origin, which is the body's own: its path is written for it.
            let own = BodyDef::mass_properties(&def.colliders, mass);
            (def.mass, def.inertia) = (own.mass, own.inertia);
            def
        }
        BodyKind::Dynamic => BodyDef::dynamic(&body.name, Pose::IDENTITY, colliders, mass),
    };
    let inertia = [def.inertia.x_axis.x, def.inertia.y_axis.y, def.inertia.z_axis.z];
    let is_sound = |number: f32| (1e-30..=1e30).contains(&number);
    if kind == BodyKind::Dynamic && !(is_sound(def.mass) && inertia.iter().all(|moment| is_sound(*moment))) {
        let message = format!(
            "the mass that follows, {:e} kg with an inertia of about {:e} kg m², is beyond single precision; \
             use larger or smaller sizes or masses",
            def.mass, inertia[0]
        );
        problems.push(Problem { path: entry.path.clone(), line: None, message });
        return None;
    }
    def.linear_velocity = Vec3::from(body.velocity.unwrap_or_default());
    def.angular_velocity = Vec3::from(body.angular_velocity.unwrap_or_default());
    def.inertia_scale = body.inertia_scale.unwrap_or(1.0);
    def.linear_damping = body.linear_damping.unwrap_or(0.0);
    def.angular_damping = body.angular_damping.unwrap_or(0.0);
    def.linear_drag = body.linear_drag.unwrap_or(0.0);
    def.quadratic_drag = body.quadratic_drag.unwrap_or(0.0);
    def.gravity_scale = body.gravity_scale.unwrap_or(1.0);
    def.can_sleep = body.can_sleep.unwrap_or(true);
    def.ccd = body.ccd.unwrap_or(false);
    let center = def.world_from_body.translation;
    Some(Built { def, center })
}

/// A body with a variant's change laid over it.
pub(super) fn changed(body: &Body, change: &BodyChange) -> Body {
    let has_matter = change.density.is_some() || change.mass.is_some();
    let (density, mass) = if has_matter { (change.density, change.mass) } else { (body.density, body.mass) };
    Body {
        shape: change.shape.clone().unwrap_or_else(|| body.shape.clone()),
        density,
        mass,
        inertia_scale: change.inertia_scale.or(body.inertia_scale),
        friction: change.friction.or(body.friction),
        restitution: change.restitution.or(body.restitution),
        linear_damping: change.linear_damping.or(body.linear_damping),
        angular_damping: change.angular_damping.or(body.angular_damping),
        gravity_scale: change.gravity_scale.or(body.gravity_scale),
        can_sleep: change.can_sleep.or(body.can_sleep),
        driven_by: change.driven_by.or(body.driven_by),
        ..body.clone()
    }
}

/// Whether a variant's key means a body: its name, its group, or the beginning before a star.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    if let Some(beginning) = pattern.strip_suffix('*') {
        return name.starts_with(beginning);
    }
    name.strip_prefix(pattern).is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.']))
}

//! Bodies and their colliders.
//!
//! A body's frame has its origin at the centre of mass. What is solved every substep ([`BodyState`]) is kept apart
//! from what is looked up now and then ([`Body`]), so that a sweep touches little memory.

use super::settings::StepSettings;
use crate::geometry::{Compound, MassProperties, Shape};
use crate::math::{Mat3, Pose, Quat, Vec3};
use std::sync::Arc;

/// Index of a body in [`super::World::bodies`]; stays valid for the life of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub u32);

impl BodyId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyType {
    /// Never moves; infinite mass.
    Static,
    /// Moved by a script or the user, pushes without being pushed; infinite mass. (Also called kinematic.)
    Animated,
    /// Moved by forces, contacts and joints.
    Dynamic,
}

/// A shape attached to a body.
#[derive(Clone, Debug)]
pub struct ColliderDef {
    pub shape: Shape,
    /// Where the shape's frame lies in the body's.
    pub body_from_shape: Pose,
    /// Coulomb's µ; a contact uses the geometric mean of its two.
    pub friction: f32,
    /// e, 0 to 1; a contact uses the larger of its two.
    pub restitution: f32,
}

impl ColliderDef {
    pub fn new(shape: Shape) -> Self {
        Self { shape, body_from_shape: Pose::IDENTITY, friction: 0.5, restitution: 0.0 }
    }
}

/// How heavy a body is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MassSpec {
    /// kg/m³, over the volume of its shapes.
    Density(f32),
    /// kg, spread evenly over the volume of its shapes.
    Mass(f32),
}

/// Everything needed to make a body. `mass` and `inertia` count for dynamic bodies, and for animated ones where the
/// setting `animated.mass` is finite; an animated body without a mass has that of water in its shapes.
#[derive(Clone, Debug)]
pub struct BodyDef {
    /// Shown to people; unique names are the business of whoever makes the scene.
    pub name: String,
    pub body_type: BodyType,
    /// The body's frame, whose origin is the centre of mass.
    pub world_from_body: Pose,
    /// Of the centre of mass, m/s.
    pub linear_velocity: Vec3,
    /// World axes, rad/s.
    pub angular_velocity: Vec3,
    /// kg
    pub mass: f32,
    /// About the centre of mass, body axes, kg m².
    pub inertia: Mat3,
    /// Multiplies `inertia` (a long thin body acts calmer as if it were thicker).
    pub inertia_scale: f32,
    /// 1/s
    pub linear_damping: f32,
    /// 1/s
    pub angular_damping: f32,
    /// Drag per speed, N s/m.
    pub linear_drag: f32,
    /// Drag per squared speed, N s²/m²: ½ ρ c A of a body in air.
    pub quadratic_drag: f32,
    pub gravity_scale: f32,
    pub can_sleep: bool,
    /// Whether continuous collision detection of `marked` bodies looks after it.
    pub ccd: bool,
    pub colliders: Vec<ColliderDef>,
}

impl BodyDef {
    /// A body that never moves.
    pub fn fixed(name: &str, world_from_body: Pose, colliders: Vec<ColliderDef>) -> Self {
        Self {
            name: name.to_owned(),
            body_type: BodyType::Static,
            world_from_body,
            linear_velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            mass: 0.0,
            inertia: Mat3::ZERO,
            inertia_scale: 1.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            linear_drag: 0.0,
            quadratic_drag: 0.0,
            gravity_scale: 1.0,
            can_sleep: true,
            ccd: false,
            colliders,
        }
    }

    /// A body moved by a script.
    pub fn animated(name: &str, world_from_body: Pose, colliders: Vec<ColliderDef>) -> Self {
        Self { body_type: BodyType::Animated, ..Self::fixed(name, world_from_body, colliders) }
    }

    /// A free body. `world_from_scene` places the frame in which the colliders are given; the body's own frame is
    /// that frame moved to the centre of mass ([`Self::mass_properties`] of the colliders tells by how much).
    pub fn dynamic(name: &str, world_from_scene: Pose, colliders: Vec<ColliderDef>, mass: MassSpec) -> Self {
        let mut def = Self { body_type: BodyType::Dynamic, ..Self::fixed(name, world_from_scene, colliders) };
        let properties = Self::mass_properties(&def.colliders, mass);
        def.world_from_body.translation = world_from_scene.transform_point(properties.center_of_mass);
        for collider in &mut def.colliders {
            collider.body_from_shape.translation -= properties.center_of_mass;
        }
        def.mass = properties.mass;
        def.inertia = properties.inertia;
        def
    }

    /// Mass, centre of mass and inertia of some colliders in their common frame.
    pub fn mass_properties(colliders: &[ColliderDef], mass: MassSpec) -> MassProperties {
        let parts = colliders.iter().map(|c| (c.body_from_shape, c.shape.clone())).collect();
        let whole = Shape::Compound(Arc::new(Compound { parts }));
        match mass {
            MassSpec::Density(density) => whole.mass_properties(density),
            MassSpec::Mass(mass) => {
                let unit = whole.mass_properties(1.0);
                let scale = if unit.mass > 0.0 { mass / unit.mass } else { 0.0 };
                MassProperties { mass: unit.mass * scale, inertia: unit.inertia * scale, ..unit }
            }
        }
    }

    pub fn with_velocity(mut self, linear: Vec3, angular: Vec3) -> Self {
        self.linear_velocity = linear;
        self.angular_velocity = angular;
        self
    }
}

/// What a body is; changes only by edits, except for its sleep and its path.
#[derive(Clone, Debug)]
pub struct Body {
    pub name: Arc<str>,
    pub body_type: BodyType,
    /// kg; 0 for bodies of infinite mass.
    pub mass: f32,
    /// About the centre of mass, body axes, kg m²; without any scale.
    pub inertia: Mat3,
    pub inertia_scale: f32,
    /// Inverse of `inertia × inertia_scale`, body axes; zero for bodies of infinite mass.
    pub(super) inv_inertia: Mat3,
    /// Spheres, cubes and their like: turning changes neither the tensor nor the angular velocity.
    pub(super) inertia_is_isotropic: bool,
    pub linear_damping: f32,
    pub angular_damping: f32,
    /// N s/m
    pub linear_drag: f32,
    /// N s²/m²
    pub quadratic_drag: f32,
    pub gravity_scale: f32,
    pub can_sleep: bool,
    /// Whether continuous collision detection of `marked` bodies looks after it.
    pub ccd: bool,
    /// What an animated body weighs when it is to have a finite mass, 1/kg and 1/(kg m²), body axes.
    pub(super) animated_inv_mass: f32,
    pub(super) animated_inv_inertia: Mat3,
    /// Colliders `first_collider .. first_collider + collider_count` belong to this body.
    pub first_collider: u32,
    pub collider_count: u32,
    /// Distance from the centre of mass to the farthest point of its shapes, m.
    pub radius: f32,
    /// Thickness of its thinnest shape, m.
    pub min_extent: f32,
    pub is_asleep: bool,
    /// How long the body has been resting, s.
    pub rest_secs: f32,
    /// Smallest body index of the island it was last in; its own index when alone.
    pub island: u32,
    /// Pose that an animated body reaches at the end of the step under way.
    pub(super) target: Option<Pose>,
    /// Whether an animated body follows poses (else it keeps the velocity it was given).
    pub(super) is_scripted: bool,
    /// World force and torque about the centre of mass for the next step only, N and N m.
    pub(super) force: Vec3,
    pub(super) torque: Vec3,
}

impl Body {
    /// The tensor that the solver works with: every scale included, body axes.
    pub(super) fn effective_inertia(&self, settings: &StepSettings) -> Mat3 {
        self.inertia * (self.inertia_scale * settings.integrator.inertia_scale)
    }

    /// Whether the body is animated and on its way, by its velocity or to its next pose: it wakes what it touches.
    pub(super) fn is_animated_and_moves(&self, state: &BodyState) -> bool {
        self.body_type == BodyType::Animated
            && (state.velocity != Vec3::ZERO
                || state.angular_velocity != Vec3::ZERO
                || self.target.is_some_and(|t| t.translation != state.position || t.rotation != state.rotation))
    }

    /// −(c₁ + c₂ |v|) v, N.
    pub(super) fn drag(&self, velocity: Vec3) -> Vec3 {
        velocity * -(self.linear_drag + self.quadratic_drag * velocity.length())
    }

    /// By which a speed s shrinks through drag in a substep, with the drag of its end, so that it never turns round:
    /// s′ = s − (h/m)(c₁ + c₂ s′) s′, for each of the two in turn. `h_per_mass` is h/m.
    pub(super) fn drag_factor(&self, speed: f32, h_per_mass: f32) -> f32 {
        if self.linear_drag == 0.0 && self.quadratic_drag == 0.0 {
            return 1.0;
        }
        let linear = 1.0 / (1.0 + h_per_mass * self.linear_drag);
        // The positive root of κ s′² + s′ − s = 0 over s; κ → 0 gives 1.
        linear * 2.0 / (1.0 + (1.0 + 4.0 * h_per_mass * self.quadratic_drag * speed * linear).sqrt())
    }

    /// Derives what depends on `inertia` and `inertia_scale`.
    pub(super) fn refresh_inertia(&mut self) {
        let scaled = self.inertia * self.inertia_scale;
        // A body of a millimetre has moments near 1e-13: the determinant would underflow without the scale.
        let scale = scaled.x_axis.x.max(scaled.y_axis.y).max(scaled.z_axis.z);
        let is_free = self.body_type == BodyType::Dynamic && scale > 0.0;
        let normalised = scaled * (1.0 / scale);
        self.inv_inertia =
            if is_free && normalised.determinant() > 0.0 { normalised.inverse() * (1.0 / scale) } else { Mat3::ZERO };
        let d = Vec3::new(scaled.x_axis.x, scaled.y_axis.y, scaled.z_axis.z);
        let off = scaled.y_axis.x.abs() + scaled.z_axis.x.abs() + scaled.z_axis.y.abs();
        self.inertia_is_isotropic = d.max_element() - d.min_element() + off <= 1e-5 * d.max_element();
    }
}

/// Motion of a body, and the inverse masses that the solver uses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// Centre of mass, m.
    pub position: Vec3,
    pub rotation: Quat,
    /// m/s, of the centre of mass.
    pub velocity: Vec3,
    /// rad/s, world axes.
    pub angular_velocity: Vec3,
    /// 1/kg; 0 for infinite mass (and for sleeping bodies while they sleep).
    pub inv_mass: f32,
    /// World axes, 1/(kg m²).
    pub inv_inertia: Mat3,
}

impl BodyState {
    /// Of infinite mass, at the origin.
    pub(super) const AT_REST: Self = Self {
        position: Vec3::ZERO,
        rotation: Quat::IDENTITY,
        velocity: Vec3::ZERO,
        angular_velocity: Vec3::ZERO,
        inv_mass: 0.0,
        inv_inertia: Mat3::ZERO,
    };

    pub fn world_from_body(&self) -> Pose {
        Pose::new(self.position, self.rotation)
    }

    /// Velocity of the material point at `offset` from the centre of mass, m/s.
    #[inline]
    pub fn velocity_at(&self, offset: Vec3) -> Vec3 {
        self.velocity + self.angular_velocity.cross(offset)
    }

    pub fn is_finite(&self) -> bool {
        self.position.is_finite()
            && self.rotation.is_finite()
            && self.velocity.is_finite()
            && self.angular_velocity.is_finite()
    }
}

/// A shape attached to a body of the world.
#[derive(Clone, Debug)]
pub struct Collider {
    pub body: BodyId,
    pub shape: Shape,
    pub body_from_shape: Pose,
    pub friction: f32,
    pub restitution: f32,
}

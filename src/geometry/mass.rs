//! Mass, centre of mass and inertia of a solid of uniform density.

use crate::math::{Mat3, Pose, Vec3, rotate_inertia, translate_inertia};

/// What a rigid body needs to know about the matter of its shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// kg.
    pub mass: f32,
    /// In the shape's frame, m.
    pub center_of_mass: Vec3,
    /// About the centre of mass, in the shape's axes, kg·m².
    pub inertia: Mat3,
}

impl MassProperties {
    /// No matter at all: what a half-space, which is static by definition, returns.
    pub const ZERO: Self = Self { mass: 0.0, center_of_mass: Vec3::ZERO, inertia: Mat3::ZERO };

    /// The same matter seen from an outer frame in which the shape lies at `outer_from_shape`.
    pub fn transformed(&self, outer_from_shape: &Pose) -> Self {
        Self {
            mass: self.mass,
            center_of_mass: outer_from_shape.transform_point(self.center_of_mass),
            inertia: rotate_inertia(outer_from_shape.rotation, &self.inertia),
        }
    }

    /// Both together. Where the two overlap the matter counts twice.
    pub fn combined(&self, other: &Self) -> Self {
        let mass = self.mass + other.mass;
        if mass <= 0.0 {
            return Self::ZERO;
        }
        let center_of_mass = (self.center_of_mass * self.mass + other.center_of_mass * other.mass) / mass;
        let about_center = |p: &Self| translate_inertia(&p.inertia, p.mass, p.center_of_mass - center_of_mass);
        Self { mass, center_of_mass, inertia: about_center(self) + about_center(other) }
    }
}

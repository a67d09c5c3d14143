//! Round shapes: a core (a point or a segment) plus a radius.

use super::{MassProperties, Ray, RayHit};
use crate::math::{Mat3, Vec3};
use std::f32::consts::PI;

/// A ball about the local origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// m.
    pub radius: f32,
}

impl Sphere {
    pub fn volume(&self) -> f32 {
        4.0 / 3.0 * PI * self.radius.powi(3)
    }

    /// I = 2/5 m r².
    pub fn mass_properties(&self, density: f32) -> MassProperties {
        let mass = density * self.volume();
        let inertia = Mat3::from_diagonal(Vec3::splat(0.4 * mass * self.radius * self.radius));
        MassProperties { mass, center_of_mass: Vec3::ZERO, inertia }
    }
}

/// All points within `radius` of a segment on the local Y axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// Half the length of the core segment, m; zero makes a ball.
    pub half_height: f32,
    /// m.
    pub radius: f32,
}

impl Capsule {
    /// The ends of the core segment in the local frame, lower first.
    pub fn ends(&self) -> [Vec3; 2] {
        [Vec3::new(0.0, -self.half_height, 0.0), Vec3::new(0.0, self.half_height, 0.0)]
    }

    pub fn volume(&self) -> f32 {
        PI * self.radius * self.radius * (2.0 * self.half_height + 4.0 / 3.0 * self.radius)
    }

    /// Cylinder plus two half-balls. Each half-ball has its own centre of mass 3/8 r beyond the cylinder's end;
    /// across the axis that gives 2/5 r² + h² + 3/4 r h per unit of mass for the pair (half height h), after the
    /// parallel-axis theorem has been applied twice.
    pub fn mass_properties(&self, density: f32) -> MassProperties {
        let (r, h) = (self.radius, self.half_height);
        let cylinder = density * PI * r * r * 2.0 * h;
        let balls = density * 4.0 / 3.0 * PI * r.powi(3);
        let along = cylinder * 0.5 * r * r + balls * 0.4 * r * r;
        let across = cylinder * (0.25 * r * r + h * h / 3.0) + balls * (0.4 * r * r + h * h + 0.75 * r * h);
        MassProperties {
            mass: cylinder + balls,
            center_of_mass: Vec3::ZERO,
            inertia: Mat3::from_diagonal(Vec3::new(across, along, across)),
        }
    }

    /// Side wall first, then the two balls; the nearest of them, since the solid is their union.
    pub fn ray_cast_local(&self, ray: &Ray) -> Option<RayHit> {
        let nearest_on_axis = Vec3::new(0.0, ray.origin.y.clamp(-self.half_height, self.half_height), 0.0);
        if ray.origin.distance_squared(nearest_on_axis) <= self.radius * self.radius {
            return Some(RayHit { distance: 0.0, normal: -ray.direction });
        }
        let mut best = self.ray_cast_wall(ray);
        for end in self.ends() {
            if let Some(hit) = ray.cast_ball(end, self.radius)
                && best.is_none_or(|b| hit.distance < b.distance)
            {
                best = Some(hit);
            }
        }
        best
    }

    /// The infinite wall seen along the axis is a circle; a hit counts where its height lies between the ends.
    fn ray_cast_wall(&self, ray: &Ray) -> Option<RayHit> {
        let flat = Vec3::new(ray.direction.x, 0.0, ray.direction.z);
        let speed = flat.length();
        if speed < 1e-12 {
            return None;
        }
        let flat_ray = Ray {
            origin: Vec3::new(ray.origin.x, 0.0, ray.origin.z),
            direction: flat / speed,
            max_distance: ray.max_distance * speed,
        };
        let hit = flat_ray.cast_ball(Vec3::ZERO, self.radius)?;
        let distance = hit.distance / speed;
        let starts_between_walls = hit.distance == 0.0;
        let height = ray.origin.y + ray.direction.y * distance;
        (!starts_between_walls && height.abs() <= self.half_height).then_some(RayHit { distance, normal: hit.normal })
    }
}

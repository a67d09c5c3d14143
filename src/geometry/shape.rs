//! The sum of all shapes, and the questions that every one of them answers.

use super::{
    Aabb, Capsule, Compound, ConvexHull, Cuboid, HALF_SPACE_BOUND, HalfSpace, MassProperties, Ray, RayHit, Sphere,
};
use crate::math::{Pose, Vec3};
use std::sync::Arc;

/// A solid in its own frame. Cheap to clone: the large ones are shared.
#[derive(Clone, Debug)]
pub enum Shape {
    Sphere(Sphere),
    Cuboid(Cuboid),
    Capsule(Capsule),
    Hull(Arc<ConvexHull>),
    /// For static bodies only: it has no mass.
    HalfSpace(HalfSpace),
    Compound(Arc<Compound>),
}

impl Shape {
    /// Tight world bounds; for a half-space see [`HalfSpace::aabb`].
    pub fn aabb(&self, world_from_shape: &Pose) -> Aabb {
        let center = world_from_shape.translation;
        match self {
            Self::Sphere(s) => Aabb::from_center(center, Vec3::splat(s.radius)),
            Self::Cuboid(c) => c.aabb(world_from_shape),
            Self::Capsule(c) => {
                let axis = world_from_shape.transform_vector(Vec3::Y);
                Aabb::from_center(center, axis.abs() * c.half_height + Vec3::splat(c.radius))
            }
            Self::Hull(h) => h.aabb(world_from_shape),
            Self::HalfSpace(h) => h.aabb(world_from_shape),
            Self::Compound(c) => c.aabb(world_from_shape),
        }
    }

    /// Mass (kg), centre and inertia for a uniform `density` (kg/m³).
    ///
    /// Exact for each shape; a compound adds its parts, so overlapping parts count twice. A half-space has none.
    pub fn mass_properties(&self, density: f32) -> MassProperties {
        match self {
            Self::Sphere(s) => s.mass_properties(density),
            Self::Cuboid(c) => c.mass_properties(density),
            Self::Capsule(c) => c.mass_properties(density),
            Self::Hull(h) => h.mass_properties(density),
            Self::HalfSpace(_) => MassProperties::ZERO,
            Self::Compound(c) => c.mass_properties(density),
        }
    }

    /// m³; zero for a half-space, and overlapping parts of a compound count twice.
    pub fn volume(&self) -> f32 {
        match self {
            Self::Sphere(s) => s.volume(),
            Self::Cuboid(c) => c.volume(),
            Self::Capsule(c) => c.volume(),
            Self::Hull(h) => h.volume(),
            Self::HalfSpace(_) => 0.0,
            Self::Compound(c) => c.parts.iter().map(|(_, s)| s.volume()).sum(),
        }
    }

    /// A point of the shape (local frame) that lies farthest along `direction`, which need not be a unit vector.
    ///
    /// A half-space has no farthest point except along its own normal; it returns its local origin.
    pub fn support(&self, direction: Vec3) -> Vec3 {
        match self {
            Self::Sphere(s) => direction.normalize_or(Vec3::Y) * s.radius,
            Self::Cuboid(c) => c.support(direction),
            Self::Capsule(c) => {
                let end = if direction.y < 0.0 { -c.half_height } else { c.half_height };
                Vec3::new(0.0, end, 0.0) + direction.normalize_or(Vec3::Y) * c.radius
            }
            Self::Hull(h) => h.vertices()[h.polytope().support(direction)],
            Self::HalfSpace(_) => Vec3::ZERO,
            Self::Compound(c) => c.support(direction),
        }
    }

    /// Whether a point (local frame) lies inside, or outside by no more than `tolerance` (m).
    pub fn contains(&self, point: Vec3, tolerance: f32) -> bool {
        match self {
            Self::Sphere(s) => point.length() <= s.radius + tolerance,
            Self::Cuboid(c) => point.abs().cmple(c.half_extents + tolerance).all(),
            Self::Capsule(c) => {
                let on_axis = Vec3::new(0.0, point.y.clamp(-c.half_height, c.half_height), 0.0);
                point.distance(on_axis) <= c.radius + tolerance
            }
            Self::Hull(h) => h.faces().iter().all(|f| f.normal.dot(point) <= f.offset + tolerance),
            Self::HalfSpace(h) => h.normal.dot(point) <= tolerance,
            Self::Compound(c) => {
                c.parts.iter().any(|(pose, part)| part.contains(pose.inverse_transform_point(point), tolerance))
            }
        }
    }

    /// Where `ray` (world) enters the shape; a ray that starts inside hits at distance zero.
    pub fn ray_cast(&self, world_from_shape: &Pose, ray: &Ray) -> Option<RayHit> {
        let local = || ray.seen_from(world_from_shape);
        let hit = match self {
            Self::Sphere(s) => return ray.cast_ball(world_from_shape.translation, s.radius),
            Self::HalfSpace(h) => return h.ray_cast(world_from_shape, ray),
            Self::Compound(c) => return c.ray_cast(world_from_shape, ray),
            Self::Cuboid(c) => local().cast_planes(c.polytope().view().faces.iter().map(|f| (f.normal, f.offset))),
            Self::Hull(h) => local().cast_planes(h.faces().iter().map(|f| (f.normal, f.offset))),
            Self::Capsule(c) => c.ray_cast_local(&local()),
        }?;
        Some(RayHit { distance: hit.distance, normal: world_from_shape.transform_vector(hit.normal) })
    }

    /// Radius of the smallest ball about the local origin that contains the shape, m; a half-space has
    /// [`HALF_SPACE_BOUND`].
    pub fn bounding_radius(&self) -> f32 {
        match self {
            Self::Sphere(s) => s.radius,
            Self::Cuboid(c) => c.half_extents.length(),
            Self::Capsule(c) => c.half_height + c.radius,
            Self::Hull(h) => h.bounding_radius(),
            Self::HalfSpace(_) => HALF_SPACE_BOUND,
            Self::Compound(c) => {
                c.parts.iter().map(|(p, s)| p.translation.length() + s.bounding_radius()).fold(0.0, f32::max)
            }
        }
    }

    /// Thickness in the thinnest direction, m: what a fast body must not travel in one step.
    ///
    /// For a hull the directions looked at are its face normals, so the true width can be slightly smaller. A
    /// compound gives its thinnest part, a half-space [`HALF_SPACE_BOUND`].
    pub fn min_extent(&self) -> f32 {
        match self {
            Self::Sphere(s) => 2.0 * s.radius,
            Self::Cuboid(c) => 2.0 * c.half_extents.min_element(),
            Self::Capsule(c) => 2.0 * c.radius,
            Self::Hull(h) => h.min_extent(),
            Self::HalfSpace(_) => HALF_SPACE_BOUND,
            Self::Compound(c) => c.parts.iter().map(|(_, s)| s.min_extent()).fold(HALF_SPACE_BOUND, f32::min),
        }
    }

    /// The word for people: "sphere", "box", "capsule", "hull", "half-space" or "compound".
    pub fn kind_name(&self) -> &'static str {
        match self {
            Self::Sphere(_) => "sphere",
            Self::Cuboid(_) => "box",
            Self::Capsule(_) => "capsule",
            Self::Hull(_) => "hull",
            Self::HalfSpace(_) => "half-space",
            Self::Compound(_) => "compound",
        }
    }

    /// The parts that are not compounds, each with its pose in this shape's frame; for a simple shape, itself.
    pub fn flatten(&self) -> Vec<(Pose, Shape)> {
        let mut leaves = Vec::new();
        match self {
            Self::Compound(c) => c.flatten_into(&Pose::IDENTITY, &mut leaves),
            leaf => leaves.push((Pose::IDENTITY, leaf.clone())),
        }
        leaves
    }
}

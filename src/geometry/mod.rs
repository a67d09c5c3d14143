//! Shapes as pure values: sphere, box, capsule, convex hull, half-space, compound.
//!
//! A shape knows nothing about bodies or time. It answers questions of geometry only: bounds, mass, support
//! points, rays. All lengths are in metres, in the shape's own frame unless a pose is given.
//!
//! Boxes and hulls show themselves to the collision code as one borrowed type, [`Polytope`].

mod aabb;
mod compound;
mod convex_hull;
mod cuboid;
mod half_space;
mod height_field;
mod hull_merge;
mod mass;
mod polytope;
mod quickhull;
mod ray;
mod round;
mod shape;

pub use aabb::Aabb;
pub use compound::Compound;
pub use convex_hull::{ConvexHull, HullError, MAX_HULL_VERTICES};
pub use cuboid::{Cuboid, CuboidPolytope};
pub use half_space::{HALF_SPACE_BOUND, HalfSpace};
pub use height_field::HeightField;
pub use mass::MassProperties;
pub use polytope::{Edge, Face, HalfEdge, Polytope};
pub use ray::{Ray, RayHit};
pub use round::{Capsule, Sphere};
pub use shape::Shape;

#[cfg(test)]
mod tests;

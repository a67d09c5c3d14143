//! Internal edges: contacts at the seams of a surface made of parts.
//!
//! Each part is a whole solid to the narrow phase. A box that slides over a floor of flush tiles meets the next tile
//! half a millimetre below its top, where the way out to the side is shorter than the way up: the contact then looks
//! back along the floor, and the box catches on a side face that is covered by the tile it comes from (book, figure
//! 2.5). A contact is such a one when a small step from each of its points along the normal leads into a neighbour
//! that the same collider touches; then the part is asked again, for its face that looks where the neighbour's contact
//! does. Parts are neighbours when they belong to one body, or to static bodies.
//!
//! What it does not do: round shapes on an edge, whose normals are only slightly tilted, keep them.

use super::body::BodyType;
use super::contact::Contact;
use super::world::World;
use crate::collision::{self, CollideOptions, Manifold};
use crate::math::Vec3;

/// How far a point may lie outside the neighbour and still count as covered, m: the size of a seam nobody sees.
const SEAM: f32 = 1e-3;

/// Contacts of one collider with parts.
#[derive(Default)]
pub(super) struct SeamScratch {
    /// Collider, part, contact; sorted.
    touches: Vec<(u32, u32, u32)>,
    /// Contact, whether its part is A, and the neighbour's normal out of the parts; zero to drop the points.
    corrections: Vec<(u32, bool, Vec3)>,
}

impl World {
    /// Corrects the manifolds whose normals lead into a neighbouring part.
    pub(super) fn filter_internal_edges(&mut self, options: &CollideOptions) {
        let mut seams = std::mem::take(&mut self.scratch.seams);
        seams.touches.clear();
        seams.corrections.clear();
        for (index, contact) in self.contacts.iter().enumerate() {
            if contact.points().is_empty() || !self.is_active_pair(contact.body_a.index(), contact.body_b.index()) {
                continue;
            }
            let (a, b) = (contact.collider_a, contact.collider_b);
            for (mover, part) in [(a, b), (b, a)] {
                if self.is_part(part) {
                    seams.touches.push((mover, part, index as u32));
                }
            }
        }
        seams.touches.sort_unstable();
        for group in seams.touches.chunk_by(|x, y| x.0 == y.0).filter(|g| g.len() > 1) {
            for &(mover, part, index) in group {
                if let Some(normal) = self.neighbours_normal(group, mover, part, index) {
                    seams.corrections.push((index, self.contacts[index as usize].collider_a == part, normal));
                }
            }
        }
        for &(index, part_is_a, normal) in &seams.corrections {
            self.correct(index as usize, part_is_a, normal, options);
        }
        self.scratch.seams = seams;
    }

    /// Whether a collider may be one of several that make up a surface.
    fn is_part(&self, collider: u32) -> bool {
        let body = &self.bodies[self.colliders[collider as usize].body.index()];
        body.body_type == BodyType::Static || body.collider_count > 1
    }

    fn are_neighbours(&self, part: u32, other: u32) -> bool {
        let (a, b) = (self.colliders[part as usize].body, self.colliders[other as usize].body);
        let is_static = |id: super::BodyId| self.bodies[id.index()].body_type == BodyType::Static;
        part != other && (a == b || (is_static(a) && is_static(b)))
    }

    /// When the contact leads into a neighbour, the normal (out of the parts) of the neighbour's own contact.
    fn neighbours_normal(&self, group: &[(u32, u32, u32)], mover: u32, part: u32, index: u32) -> Option<Vec3> {
        group.iter().find_map(|&(_, other, other_index)| {
            let is_covered = self.are_neighbours(part, other) && self.leads_into(index, part, other, mover);
            // Two contacts that lead into each other's parts are those of a real gap.
            (is_covered && !self.leads_into(other_index, other, part, mover)).then(|| {
                let neighbour = &self.contacts[other_index as usize];
                if neighbour.collider_a == other { neighbour.normal } else { -neighbour.normal }
            })
        })
    }

    /// Whether a small step out of `part` from every point of the contact ends inside `other`.
    fn leads_into(&self, index: u32, part: u32, other: u32, mover: u32) -> bool {
        let contact = &self.contacts[index as usize];
        let outward = if contact.collider_a == part { contact.normal } else { -contact.normal };
        let obstacle = &self.colliders[other as usize];
        let world_from_other = self.world_from_shape(obstacle);
        let seam = SEAM.min(0.01 * self.colliders[mover as usize].shape.min_extent());
        contact.points().iter().all(|point| {
            let on_part = point.position - outward * (0.5 * point.separation);
            let ahead = world_from_other.inverse_transform_point(on_part + outward * (2.0 * seam));
            obstacle.shape.contains(ahead, seam)
        })
    }

    /// Finds the manifold again for the face of the part that looks along `normal`; without such a face the points go.
    fn correct(&mut self, index: usize, part_is_a: bool, normal: Vec3, options: &CollideOptions) {
        let contact = &self.contacts[index];
        let (on_a, on_b) = (&self.colliders[contact.collider_a as usize], &self.colliders[contact.collider_b as usize]);
        let (pose_a, pose_b) = (self.world_from_shape(on_a), self.world_from_shape(on_b));
        let mut manifold = Manifold::default();
        let options = CollideOptions { max_separation: contact.reach, ..*options };
        collision::collide_along_face(
            (&on_a.shape, &pose_a),
            (&on_b.shape, &pose_b),
            part_is_a,
            normal,
            &options,
            &mut manifold,
        );
        let anchor_reach = 0.02 * on_a.shape.min_extent().min(on_b.shape.min_extent());
        let (a, b) = (self.states[contact.body_a.index()], self.states[contact.body_b.index()]);
        let contact: &mut Contact = &mut self.contacts[index];
        contact.replace_manifold(&manifold, &a, &b, anchor_reach);
    }
}

//! Contacts: pairs of colliders whose bounds overlap, with the manifold that persists from step to step.

use super::body::{BodyId, BodyState};
use crate::collision::{FeatureId, MAX_MANIFOLD_POINTS, ManifoldPoint, PairCache};
use crate::math::{Pose, Vec3};

/// One point of a manifold and what the solver remembers about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// Midway between the two surfaces, world, m.
    pub position: Vec3,
    /// The surface points of A and B under it, each from its body's centre of mass, in body axes, m.
    pub local_a: Vec3,
    pub local_b: Vec3,
    /// The material points of A and B that met when the point began to stick, in body axes from the centre of mass, m.
    pub anchor_a: Vec3,
    pub anchor_b: Vec3,
    /// m, negative when overlapping.
    pub separation: f32,
    pub feature: FeatureId,
    /// Accumulated normal impulse of the last substep, N s: what warm starting applies.
    pub normal_impulse: f32,
    /// Accumulated friction impulse of the last substep along the two tangents, N s.
    pub friction_impulse: [f32; 2],
    /// Sum of the normal impulses over the substeps of the step, N s.
    pub total_normal_impulse: f32,
    /// Sum of the friction impulses on B over the step, world axes, N s.
    pub total_friction_impulse: Vec3,
    /// Steps for which the same features have met; 0 in the step in which the point was born.
    pub age: u32,
}

impl ContactPoint {
    pub(super) const EMPTY: Self = Self {
        position: Vec3::ZERO,
        local_a: Vec3::ZERO,
        local_b: Vec3::ZERO,
        anchor_a: Vec3::ZERO,
        anchor_b: Vec3::ZERO,
        separation: 0.0,
        feature: FeatureId(0),
        normal_impulse: 0.0,
        friction_impulse: [0.0; 2],
        total_normal_impulse: 0.0,
        total_friction_impulse: Vec3::ZERO,
        age: 0,
    };

    /// A newly found point, with its surface points on the two bodies.
    pub(super) fn on_bodies(found: &ManifoldPoint, normal: Vec3, a: &BodyState, b: &BodyState) -> Self {
        let half = normal * (0.5 * found.separation);
        let mut point = Self {
            position: found.position,
            local_a: a.rotation.conjugate() * (found.position - half - a.position),
            local_b: b.rotation.conjugate() * (found.position + half - b.position),
            separation: found.separation,
            feature: found.feature,
            ..Self::EMPTY
        };
        point.drop_anchor();
        point
    }
}

impl ContactPoint {
    /// Lets the point stick from where A's surface point is now.
    pub(super) fn drop_anchor_where_it_is(&mut self, a: &BodyState, b: &BodyState) {
        let on_b = a.rotation * self.local_a + (a.position - b.position);
        self.anchor_a = self.local_a;
        self.anchor_b = b.rotation.conjugate() * on_b;
    }

    /// Lets the point stick from where it was found.
    pub(super) fn drop_anchor(&mut self) {
        self.anchor_a = self.local_a;
        self.anchor_b = self.local_b;
    }
}

/// A pair of colliders with overlapping bounds. It may have no points.
#[derive(Clone, Debug)]
pub struct Contact {
    /// Collider indices, a < b.
    pub collider_a: u32,
    pub collider_b: u32,
    pub body_a: BodyId,
    pub body_b: BodyId,
    /// Combined µ and e of the two colliders.
    pub friction: f32,
    pub restitution: f32,
    /// Unit, from A to B.
    pub normal: Vec3,
    pub(super) points: [ContactPoint; MAX_MANIFOLD_POINTS],
    pub(super) point_count: u8,
    /// What the points that left the manifold within this step had done before they left.
    pub(super) departed: Option<ContactPoint>,
    pub(super) cache: PairCache,
    /// Pose of B seen from A when the manifold was found: tells when it may be reused.
    pub(super) a_from_b_at_detection: Pose,
    /// The normal in A's axes at that time.
    pub(super) local_normal: Vec3,
    /// False until the narrow phase has looked at the pair for the first time.
    pub(super) was_detected: bool,
    /// Gap up to which points were looked for then, m.
    pub(super) reach: f32,
}

impl Contact {
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.point_count as usize]
    }

    /// Points that pushed in an earlier substep of this step and are no longer there, summed into one: without them the
    /// impulse of a bounce would be missing from the step in which it happened.
    pub fn departed(&self) -> Option<&ContactPoint> {
        self.departed.as_ref()
    }

    /// Keeps the sums of a point that leaves the manifold.
    pub(super) fn note_departure(&mut self, point: &ContactPoint) {
        if point.total_normal_impulse <= 0.0 {
            return;
        }
        match &mut self.departed {
            None => self.departed = Some(*point),
            Some(known) => {
                let normal = known.total_normal_impulse + point.total_normal_impulse;
                let friction = known.total_friction_impulse + point.total_friction_impulse;
                // The strongest one lends its place and its name to the sum.
                if point.total_normal_impulse > known.total_normal_impulse {
                    *known = *point;
                }
                known.total_normal_impulse = normal;
                known.total_friction_impulse = friction;
            }
        }
    }

    pub(super) fn points_mut(&mut self) -> &mut [ContactPoint] {
        &mut self.points[..self.point_count as usize]
    }

    /// Whether an impulse acted in the last step.
    pub fn is_pressing(&self) -> bool {
        self.points().iter().any(|p| p.total_normal_impulse > 0.0)
    }

    /// Whether the shapes touch or nearly touch (a speculative gap does not count).
    pub fn is_touching(&self) -> bool {
        self.points().iter().any(|p| p.separation <= 0.001 || p.total_normal_impulse > 0.0)
    }
}

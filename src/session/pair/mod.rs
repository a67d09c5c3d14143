//! One pair of colliders under the glass: everything that the narrow phase weighs for it, at the poses that are shown.
//!
//! Nothing of this is recorded. Poses and settings are, and the narrow phase is a pure function of them, so the views
//! are computed again for the pair that someone looks at: for any moment of the recording, and while the scene runs.

mod gauss_map;
mod history;
mod plane;

pub use gauss_map::{Crossing, GaussMap};
pub use history::{HistoryEntry, PairHistory};
pub use plane::{BalancePoint, ContactPlane};

use super::{Run, Selection};
use crate::collision::{self, CollideOptions, CoreTrace, Manifold, PairCache, PairTrace};
use crate::geometry::Shape;
use crate::instrument::{RunHeader, StepRecord};
use crate::math::{Pose, Vec3};

/// Two colliders, by the numbers that contacts carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairId {
    pub collider_a: u32,
    pub collider_b: u32,
}

/// A collider where it is.
#[derive(Clone, Debug)]
pub struct PlacedShape {
    pub body: u32,
    pub shape: Shape,
    pub world_from_shape: Pose,
}

/// What the narrow phase does with one pair.
#[derive(Clone, Debug)]
pub struct PairView {
    pub id: PairId,
    pub a: PlacedShape,
    pub b: PlacedShape,
    pub options: CollideOptions,
    /// The contacts that the next step starts from.
    pub manifold: Manifold,
    pub trace: PairTrace,
    /// GJK and EPA, whether or not the settings use them; `None` for half-spaces.
    pub cores: Option<CoreTrace>,
}

impl PairView {
    /// Looks at a pair at the moment that is shown; `None` where there are no such colliders.
    pub fn of(run: &Run, id: PairId) -> Option<Self> {
        let (header, record) = (run.header(), run.record());
        let a = placed(header, record, id.collider_a)?;
        let b = placed(header, record, id.collider_b)?;
        Some(Self::new(id, a, b, run.settings().collide_options()))
    }

    pub fn new(id: PairId, a: PlacedShape, b: PlacedShape, options: CollideOptions) -> Self {
        let (mut manifold, mut trace) = (Manifold::default(), PairTrace::default());
        collision::collide_traced(
            &a.shape,
            &a.world_from_shape,
            &b.shape,
            &b.world_from_shape,
            &options,
            &mut PairCache::default(),
            &mut manifold,
            &mut trace,
        );
        let cores = collision::trace_cores(&a.shape, &a.world_from_shape, &b.shape, &b.world_from_shape);
        Self { id, a, b, options, manifold, trace, cores }
    }

    /// Separation of the two shapes along a unit direction from A to B (world), m: the largest over all directions is
    /// their distance, or minus their depth. Half-spaces have one only along their own normal.
    pub fn separation_along(&self, direction: Vec3) -> Option<f32> {
        let end = |placed: &PlacedShape, outward: Vec3| {
            let local = placed.world_from_shape.inverse_transform_vector(outward);
            if let Shape::HalfSpace(h) = &placed.shape
                && h.normal.dot(local) < 0.999_99
            {
                return None;
            }
            Some(placed.world_from_shape.transform_point(placed.shape.support(local)))
        };
        Some(direction.dot(end(&self.b, -direction)? - end(&self.a, direction)?))
    }

    /// Both Gauss maps, for two boxes or hulls.
    pub fn gauss_map(&self) -> Option<GaussMap> {
        GaussMap::of(self)
    }
}

/// The collider's shape and place in a record.
pub(super) fn placed(header: &RunHeader, record: &StepRecord, collider: u32) -> Option<PlacedShape> {
    let mut first = 0;
    for info in &header.bodies {
        let count = info.shapes.len() as u32;
        if collider < first + count {
            let (body_from_shape, shape) = &info.shapes[(collider - first) as usize];
            let world_from_shape = record.body(info.id)?.world_from_body().mul(body_from_shape);
            return world_from_shape.is_finite().then(|| PlacedShape {
                body: info.id,
                shape: shape.clone(),
                world_from_shape,
            });
        }
        first += count;
    }
    None
}

/// The pairs that go with a selection: that of a contact, or all that a body is in, in the order of the record. With
/// nothing selected all pairs in touch.
pub fn pairs_of(run: &Run, selection: Selection) -> Vec<PairId> {
    if let Selection::Contact { collider_a, collider_b, .. } = selection {
        return vec![PairId { collider_a, collider_b }];
    }
    let mut pairs: Vec<PairId> = Vec::new();
    for contact in &run.record().contacts {
        let id = PairId { collider_a: contact.collider_a, collider_b: contact.collider_b };
        let belongs = selection.body().is_none_or(|body| contact.seen_from(body).is_some());
        if belongs && !pairs.contains(&id) {
            pairs.push(id);
        }
    }
    pairs
}

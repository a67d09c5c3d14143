//! Box or hull against half-space: its low vertices.

use super::{push_between, sampled};
use crate::collision::clip::Candidate;
use crate::collision::reduce::CandidateSet;
use crate::collision::{CollideOptions, Feature, FeatureId, Manifold};
use crate::geometry::{HalfSpace, MAX_HULL_VERTICES, Polytope};
use crate::math::Pose;

/// A vertex counts when one of its faces looks towards the plane at least this much (cosine). The upper side of a
/// deeply sunken box would otherwise compete with the lower one for the four places.
const FACING: f32 = 0.25;

pub(super) fn collide(
    a: &Polytope<'_>,
    pose_a: &Pose,
    b: &HalfSpace,
    pose_b: &Pose,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    // The plane in the polytope's frame.
    let up = pose_a.inverse_transform_vector(pose_b.transform_vector(b.normal));
    let offset = up.dot(pose_a.inverse_transform_point(pose_b.translation));
    let lowest = a.support(-up);
    if up.dot(a.vertices[lowest]) - offset > options.max_separation {
        return;
    }
    let mut counts = [0_u64; MAX_HULL_VERTICES / 64];
    let mut mark = |v: usize| counts[v / 64 % (MAX_HULL_VERTICES / 64)] |= 1 << (v % 64);
    mark(lowest);
    if let Some(sampling) = &options.sampling {
        sampled::lowest_vertices(a, up, sampling, mark);
    } else {
        for (i, f) in a.faces.iter().enumerate() {
            if f.normal.dot(up) < -FACING {
                a.face_loop(i).for_each(|e| mark(a.half_edges[e as usize].origin as usize));
            }
        }
    }
    let mut found = CandidateSet::new(up);
    for (i, &position) in a.vertices.iter().enumerate() {
        let separation = up.dot(position) - offset;
        if separation <= options.max_separation && counts[i / 64 % (MAX_HULL_VERTICES / 64)] >> (i % 64) & 1 == 1 {
            let feature = FeatureId::new(Feature::Vertex(i as u16), Feature::Face(0));
            found.push(Candidate { position, separation, feature });
        }
    }
    manifold.normal = -pose_b.transform_vector(b.normal);
    for p in found.reduced(options.reduction) {
        push_between(manifold, pose_a.transform_point(p.position), p.separation, p.feature);
    }
}

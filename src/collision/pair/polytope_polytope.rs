//! Box or hull against box or hull: one axis, then clipping against the face that it belongs to.

use super::{gjk_epa, with_polytope};
use crate::collision::clip::{Candidate, ClipInput, clip_faces};
use crate::collision::convex::{Core, CorePair};
use crate::collision::gjk::gjk;
use crate::collision::reduce::CandidateSet;
use crate::collision::sat::{Arc, Axis, AxisKind, NOISE_SHARE, PolytopePair, best_axis};
use crate::collision::sat_box::best_box_axis;
use crate::collision::segments::closest_segments;
use crate::collision::{
    CollideOptions, Feature, FeatureId, Manifold, ManifoldPoint, NarrowPhaseRoute, PairCache, PairTrace,
};
use crate::geometry::{Polytope, Shape};
use crate::math::{Pose, Vec3};

/// Cosine between the shortest connection and a face normal above which the gap is that over a face (about 10°).
const OVER_FACE_COSINE: f32 = 0.985;
/// How much higher than the true distance the lowest contact over that face may be, as a share of the distance.
const OVER_FACE_EXCESS: f32 = 0.02;

#[allow(clippy::too_many_arguments)]
pub(super) fn collide(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    options: &CollideOptions,
    cache: &mut PairCache,
    manifold: &mut Manifold,
    mut trace: Option<&mut PairTrace>,
) {
    let a_from_b = pose_a.inverse_mul(pose_b);
    let tolerance = NOISE_SHARE * half_diagonal(a).min(half_diagonal(b));
    let limit = options.max_separation;
    if trace.is_none() && cache.separating_axis != Vec3::ZERO {
        let noise = tolerance + 1e-5 * a_from_b.translation.length();
        if separation_along(a, b, &a_from_b, cache.separating_axis) > limit + noise {
            return;
        }
    }
    cache.separating_axis = Vec3::ZERO;
    with_pair(a, b, a_from_b, tolerance, |pair| {
        let axis = match (options.route, a, b) {
            (NarrowPhaseRoute::GjkEpa, ..) => {
                // A single contact is complete; a face still has to be clipped.
                gjk_epa::find(pair, pose_a, options, manifold)
            }
            (_, Shape::Cuboid(a), Shape::Cuboid(b)) => best_box_axis(a, b, &a_from_b, tolerance, limit),
            _ => best_axis(pair, limit),
        };
        if let Some(trace) = trace.as_deref_mut() {
            trace.record_axes(pair, pose_a, &axis);
        }
        if axis.separation > limit {
            cache.separating_axis = axis.normal;
        } else if axis.kind != AxisKind::Free {
            contacts(pair, &axis, pose_a, pose_b, options, manifold, trace);
        }
    });
}

fn separation_along(a: &Shape, b: &Shape, a_from_b: &Pose, axis: Vec3) -> f32 {
    let on_a = a.support(axis);
    let on_b = a_from_b.transform_point(b.support(a_from_b.inverse_transform_vector(-axis)));
    axis.dot(on_b - on_a)
}

/// Half the diagonal of the bounds, m.
fn half_diagonal(shape: &Shape) -> f32 {
    match shape {
        Shape::Cuboid(c) => c.half_extents.length(),
        Shape::Hull(h) => 0.5 * h.local_aabb().extents().length(),
        _ => 0.0,
    }
}

fn with_pair<R>(
    a: &Shape,
    b: &Shape,
    a_from_b: Pose,
    tolerance: f32,
    f: impl FnOnce(&PolytopePair<'_>) -> R,
) -> Option<R> {
    with_polytope(a, |pa| {
        with_polytope(b, |pb| f(&PolytopePair { a: *pa, b: *pb, a_from_b, b_from_a: a_from_b.inverse(), tolerance }))
    })?
}

/// Contacts for the axis of largest separation.
///
/// When the shapes overlap, or when a contact lies right where the axis measures its separation (the axis is then
/// the shortest connection), the contacts of the axis stand. Otherwise the shapes are apart and nearest at a corner or an
/// edge, where separating axes give a bound only: GJK finds the true connection, so that no contact acts before
/// something really touches.
fn contacts(
    pair: &PolytopePair<'_>,
    axis: &Axis,
    pose_a: &Pose,
    pose_b: &Pose,
    options: &CollideOptions,
    manifold: &mut Manifold,
    trace: Option<&mut PairTrace>,
) {
    manifold.normal = pose_a.transform_vector(axis.normal);
    let lowest = match axis.kind {
        AxisKind::FaceA(face) => face_contacts(pair, true, face as usize, pose_a, options, manifold, trace),
        AxisKind::FaceB(face) => face_contacts(pair, false, face as usize, pose_b, options, manifold, trace),
        AxisKind::EdgePair(i, j) => edge_contact(pair, axis, i, j, pose_a, options, manifold),
        AxisKind::Free => None,
    };
    let certain = lowest.is_some_and(|l| l <= axis.separation + 2.0 * pair.tolerance);
    if certain {
        return;
    }
    if axis.separation > 0.0 {
        gap_contacts(pair, axis, lowest, pose_a, options, manifold);
    } else if manifold.is_empty() {
        support_contact(pair, axis, pose_a, manifold);
    }
}

/// Clips the incident face against the reference face and keeps the chosen points. Returns the lowest separation.
fn face_contacts(
    pair: &PolytopePair<'_>,
    reference_is_a: bool,
    face: usize,
    world_from_reference: &Pose,
    options: &CollideOptions,
    manifold: &mut Manifold,
    trace: Option<&mut PairTrace>,
) -> Option<f32> {
    let (reference, incident, reference_from_incident, incident_from_reference) = if reference_is_a {
        (pair.a, pair.b, pair.a_from_b, pair.b_from_a)
    } else {
        (pair.b, pair.a, pair.b_from_a, pair.a_from_b)
    };
    let normal = reference.faces[face].normal;
    let incident_face = incident_face(&incident, incident_from_reference.transform_vector(-normal), pair.tolerance);
    let input = ClipInput {
        reference,
        reference_face: face,
        incident,
        incident_face,
        reference_from_incident,
        max_separation: options.max_separation,
        tolerance: pair.tolerance,
    };
    let mut found = CandidateSet::new(normal);
    let world_point = |c: &Candidate| ManifoldPoint {
        position: world_from_reference.transform_point(c.position - normal * (0.5 * c.separation)),
        separation: c.separation,
        feature: if reference_is_a { c.feature } else { c.feature.swapped() },
    };
    if let Some(trace) = trace {
        clip_faces(&input, Some(&mut trace.clip_polygons), |c| found.push(c));
        trace.clip_polygons.iter_mut().flatten().for_each(|p| *p = world_from_reference.transform_point(*p));
        trace.reduction_input.extend(found.points().iter().map(world_point));
        trace.reference_is_a = Some(reference_is_a);
        trace.reference_face = Some(face as u16);
        trace.incident_face = Some(incident_face as u16);
    } else {
        clip_faces(&input, None, |c| found.push(c));
    }
    let lowest = found.lowest();
    for c in found.reduced(options.reduction) {
        manifold.push(world_point(c));
    }
    lowest
}

/// The face that looks most in `direction` (incident frame), unless the deepest vertex is no part of it: on a pointed
/// hull the tip can lie between steep faces while a flatter one looks on from above.
fn incident_face(incident: &Polytope<'_>, direction: Vec3, tolerance: f32) -> usize {
    let face = incident.most_aligned_face(direction);
    let deepest = incident.support(direction);
    let height = direction.dot(incident.vertices[deepest]) - tolerance;
    if incident.face_vertices(face).any(|v| direction.dot(v) >= height) {
        return face;
    }
    let mut best = (f32::NEG_INFINITY, face);
    for e in incident.half_edges.iter().filter(|e| usize::from(e.origin) == deepest) {
        let cosine = incident.faces[e.face as usize].normal.dot(direction);
        if cosine > best.0 {
            best = (cosine, e.face as usize);
        }
    }
    best.1
}

/// The closest points of two edges. Returns the separation if they overlap, or if the axis really connects those points.
fn edge_contact(
    pair: &PolytopePair<'_>,
    axis: &Axis,
    i: u16,
    j: u16,
    pose_a: &Pose,
    options: &CollideOptions,
    manifold: &mut Manifold,
) -> Option<f32> {
    let (arc_a, arc_b) = (pair.arc_a(i as usize), pair.arc_b(j as usize));
    let ends = |arc: &Arc| (arc.start.as_dvec3(), (arc.start + arc.along).as_dvec3());
    let ((a0, a1), (b0, b1)) = (ends(&arc_a), ends(&arc_b));
    let (s, t) = closest_segments(a0, a1, b0, b1);
    let (on_a, on_b) = (arc_a.start + arc_a.along * s as f32, arc_b.start + arc_b.along * t as f32);
    let gap = on_b - on_a;
    let is_straight = (gap - axis.normal * axis.normal.dot(gap)).length() <= 4.0 * pair.tolerance;
    if axis.separation <= options.max_separation {
        manifold.push(ManifoldPoint {
            position: pose_a.transform_point(0.5 * (on_a + on_b)),
            separation: axis.separation,
            feature: FeatureId::new(Feature::Edge(i), Feature::Edge(j)),
        });
    }
    (axis.separation <= 0.0 || is_straight).then_some(axis.separation)
}

/// Contacts across a gap that no axis measures exactly.
fn gap_contacts(
    pair: &PolytopePair<'_>,
    axis: &Axis,
    lowest: Option<f32>,
    pose_a: &Pose,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    let cores = CorePair::new(Core::of_polytope(&pair.a), &Pose::IDENTITY, Core::of_polytope(&pair.b), &pair.a_from_b);
    let result = gjk(&cores);
    let distance = result.distance as f32;
    let Some(normal) = result.normal().map(|n| n.as_vec3()) else {
        // Touching to within rounding: the axis is as good as any connection.
        if manifold.is_empty() {
            support_contact(pair, axis, pose_a, manifold);
        }
        return;
    };
    if distance > options.max_separation {
        manifold.clear();
        return;
    }
    let is_face = !matches!(axis.kind, AxisKind::EdgePair(..));
    if let Some(lowest) = lowest
        && is_face
        && normal.dot(axis.normal) >= OVER_FACE_COSINE
        && lowest - distance <= OVER_FACE_EXCESS * distance
    {
        // Nearly over the face: its contacts are real places, lowered a little to show the true distance.
        let excess = (lowest - distance).max(0.0);
        manifold.points_mut().iter_mut().for_each(|p| p.separation -= excess);
        return;
    }
    manifold.clear();
    manifold.normal = pose_a.transform_vector(normal);
    let on_a = result.simplex.feature_on_a(&pair.a).unwrap_or(Feature::Face(pair.a.most_aligned_face(normal) as u16));
    let towards_a = pair.b_from_a.transform_vector(-normal);
    let on_b =
        result.simplex.feature_on_b(&pair.b).unwrap_or(Feature::Face(pair.b.most_aligned_face(towards_a) as u16));
    manifold.push(ManifoldPoint {
        position: pose_a.transform_point((0.5 * (result.on_a + result.on_b)).as_vec3()),
        separation: distance,
        feature: FeatureId::new(on_a, on_b),
    });
}

/// The last resort: the vertex that decides the separation along the axis.
fn support_contact(pair: &PolytopePair<'_>, axis: &Axis, pose_a: &Pose, manifold: &mut Manifold) {
    let (i, j) = (pair.a.support(axis.normal), pair.b.support(pair.b_from_a.transform_vector(-axis.normal)));
    let (surface, feature) = match axis.kind {
        AxisKind::FaceB(f) => {
            (pair.a.vertices[i] + axis.normal * (0.5 * axis.separation), (Feature::Vertex(i as u16), Feature::Face(f)))
        }
        kind => {
            let on_b = pair.a_from_b.transform_point(pair.b.vertices[j]);
            let on_a = kind.features().0.unwrap_or(Feature::Vertex(i as u16));
            (on_b - axis.normal * (0.5 * axis.separation), (on_a, Feature::Vertex(j as u16)))
        }
    };
    manifold.push(ManifoldPoint {
        position: pose_a.transform_point(surface),
        separation: axis.separation,
        feature: FeatureId::new(feature.0, feature.1),
    });
}

//! Box or hull against box or hull: one axis, then clipping against the face that it belongs to.

use super::{gjk_epa, sampled, with_polytope};
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

/// Cosine between a normal and a face up to which the face is clipped for more contacts (about 10°).
///
/// A box that rocks on another one meets it edge against edge over and over. With that single contact it would tip
/// over; the faces around it, hardly tilted, give the others. Depth and normal stay those of the edges.
const TILT_COSINE: f32 = 0.985;

#[allow(clippy::too_many_arguments, reason = "both shapes with their poses, and the buffers that the caller keeps")]
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
            contacts(pair, &axis, &mut Output { pose_a, pose_b, options, manifold, trace });
        }
    });
}

/// The axis that separating axes choose for two polytopes, in world space, without contacts; `None` for other shapes.
pub(in crate::collision) fn chosen_axis((a, pose_a): (&Shape, &Pose), (b, pose_b): (&Shape, &Pose)) -> Option<Axis> {
    let a_from_b = pose_a.inverse_mul(pose_b);
    let tolerance = NOISE_SHARE * half_diagonal(a).min(half_diagonal(b));
    let axis = match (a, b) {
        (Shape::Cuboid(a), Shape::Cuboid(b)) => best_box_axis(a, b, &a_from_b, tolerance, f32::INFINITY),
        _ => with_pair(a, b, a_from_b, tolerance, |pair| best_axis(pair, f32::INFINITY))?,
    };
    Some(Axis { normal: pose_a.transform_vector(axis.normal), ..axis })
}

/// Contacts of two polytopes along the face of one of them (A's if `reference_is_a`) that looks most along `outward`
/// (world, out of that shape), whatever the best axis is. No other shapes, and no contacts if the face looks elsewhere.
pub(in crate::collision) fn collide_along_face(
    (a, pose_a): (&Shape, &Pose),
    (b, pose_b): (&Shape, &Pose),
    reference_is_a: bool,
    outward: Vec3,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    let tolerance = NOISE_SHARE * half_diagonal(a).min(half_diagonal(b));
    with_pair(a, b, pose_a.inverse_mul(pose_b), tolerance, |pair| {
        let (shape, pose) = if reference_is_a { (&pair.a, pose_a) } else { (&pair.b, pose_b) };
        let local = pose.inverse_transform_vector(outward);
        let face = shape.most_aligned_face(local);
        if shape.faces[face].normal.dot(local) < ALONG_COSINE {
            return;
        }
        let axis = if reference_is_a { pair.face_a(face) } else { pair.face_b(face) };
        if axis.separation <= options.max_separation {
            manifold.normal = pose_a.transform_vector(axis.normal);
            clip(pair, reference_is_a, face, &axis, &mut Output { pose_a, pose_b, options, manifold, trace: None });
        }
    });
}

/// Cosine between a wanted normal and a face up to which the face will do (about 25°).
const ALONG_COSINE: f32 = 0.9;

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

/// What the functions below share: where contacts go, and how.
struct Output<'o> {
    pose_a: &'o Pose,
    pose_b: &'o Pose,
    options: &'o CollideOptions,
    manifold: &'o mut Manifold,
    trace: Option<&'o mut PairTrace>,
}

/// Contacts for the axis of largest separation.
///
/// When the shapes overlap, or when a contact lies right where the axis measures its separation (the axis is then
/// the shortest connection), the contacts of the axis stand. Otherwise the shapes are apart and nearest at a corner or an
/// edge, where separating axes give a bound only: GJK finds the true connection, so that no contact acts before
/// something really touches.
fn contacts(pair: &PolytopePair<'_>, axis: &Axis, out: &mut Output<'_>) {
    if let Some(sampling) = &out.options.sampling
        && sampled::contacts(pair, axis, out.pose_a, out.options, sampling, out.manifold)
    {
        return;
    }
    out.manifold.normal = out.pose_a.transform_vector(axis.normal);
    let certain = match axis.kind {
        AxisKind::FaceA(face) => clip(pair, true, face as usize, axis, out),
        AxisKind::FaceB(face) => clip(pair, false, face as usize, axis, out),
        AxisKind::EdgePair(i, j) => edge_contact(pair, axis, i, j, out),
        AxisKind::Free => true,
    };
    if certain {
        return;
    }
    if axis.separation > 0.0 {
        gap_contacts(pair, axis, out);
    } else if out.manifold.is_empty() {
        support_contact(pair, axis, out);
    }
}

/// Clips the face that is nearly across the normal, if there is one. False, and no contacts, when that does not
/// show the separation of the axis.
fn tilted_contacts(pair: &PolytopePair<'_>, axis: &Axis, out: &mut Output<'_>) -> bool {
    let to_a = pair.b_from_a.transform_vector(-axis.normal);
    let (face_a, face_b) = (pair.a.most_aligned_face(axis.normal), pair.b.most_aligned_face(to_a));
    let (cosine_a, cosine_b) = (pair.a.faces[face_a].normal.dot(axis.normal), pair.b.faces[face_b].normal.dot(to_a));
    // Face A, unless B's is better by more than rounding.
    let reference_is_a = cosine_a >= cosine_b - 1e-5;
    if cosine_a.max(cosine_b) < TILT_COSINE {
        return false;
    }
    let shows = clip(pair, reference_is_a, if reference_is_a { face_a } else { face_b }, axis, out);
    if !shows {
        out.manifold.clear();
        out.manifold.normal = out.pose_a.transform_vector(axis.normal);
    }
    shows
}

/// Clips the incident face against the reference face along the axis and keeps the chosen points. True when one of
/// them shows the separation of the axis.
fn clip(pair: &PolytopePair<'_>, reference_is_a: bool, face: usize, axis: &Axis, out: &mut Output<'_>) -> bool {
    let (reference, incident, reference_from_incident, incident_from_reference, world_from_reference) =
        if reference_is_a {
            (pair.a, pair.b, pair.a_from_b, pair.b_from_a, out.pose_a)
        } else {
            (pair.b, pair.a, pair.b_from_a, pair.a_from_b, out.pose_b)
        };
    let direction = match axis.kind {
        AxisKind::FaceA(_) | AxisKind::FaceB(_) => reference.faces[face].normal,
        _ if reference_is_a => axis.normal,
        _ => pair.b_from_a.transform_vector(-axis.normal),
    };
    let incident_face = incident_face(&incident, incident_from_reference.transform_vector(-direction), pair.tolerance);
    let input = ClipInput {
        reference,
        reference_face: face,
        incident,
        incident_face,
        reference_from_incident,
        direction,
        max_separation: out.options.max_separation,
        tolerance: pair.tolerance,
    };
    let mut found = CandidateSet::new(direction);
    let world_point = |c: &Candidate| ManifoldPoint {
        position: world_from_reference.transform_point(c.position - direction * (0.5 * c.separation)),
        separation: c.separation,
        feature: if reference_is_a { c.feature } else { c.feature.swapped() },
    };
    if let Some(trace) = out.trace.as_deref_mut() {
        trace.clip_polygons.clear();
        clip_faces(&input, Some(&mut trace.clip_polygons), |c| found.push(c));
        trace.clip_polygons.iter_mut().flatten().for_each(|p| *p = world_from_reference.transform_point(*p));
        trace.reduction_input = found.points().iter().map(world_point).collect();
        trace.reference_is_a = Some(reference_is_a);
        trace.reference_face = Some(face as u16);
        trace.incident_face = Some(incident_face as u16);
    } else {
        clip_faces(&input, None, |c| found.push(c));
    }
    let lowest = found.lowest();
    for c in found.reduced(out.options.reduction) {
        out.manifold.push(world_point(c));
    }
    lowest.is_some_and(|l| l <= axis.separation + 2.0 * pair.tolerance)
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

/// The closest points of two edges, and what the faces around them add. False when the shapes are apart and the axis
/// does not connect those points.
fn edge_contact(pair: &PolytopePair<'_>, axis: &Axis, i: u16, j: u16, out: &mut Output<'_>) -> bool {
    let (arc_a, arc_b) = (pair.arc_a(i as usize), pair.arc_b(j as usize));
    let ends = |arc: &Arc| (arc.start.as_dvec3(), (arc.start + arc.along).as_dvec3());
    let ((a0, a1), (b0, b1)) = (ends(&arc_a), ends(&arc_b));
    let (s, t) = closest_segments(a0, a1, b0, b1);
    let (on_a, on_b) = (arc_a.start + arc_a.along * s as f32, arc_b.start + arc_b.along * t as f32);
    let gap = on_b - on_a;
    let is_straight = (gap - axis.normal * axis.normal.dot(gap)).length() <= 4.0 * pair.tolerance;
    if axis.separation > 0.0 && !is_straight {
        return false;
    }
    if !tilted_contacts(pair, axis, out) {
        out.manifold.push(ManifoldPoint {
            position: out.pose_a.transform_point(0.5 * (on_a + on_b)),
            separation: axis.separation,
            feature: FeatureId::new(Feature::Edge(i), Feature::Edge(j)),
        });
    }
    true
}

/// Contacts across a gap that no axis measures exactly.
fn gap_contacts(pair: &PolytopePair<'_>, axis: &Axis, out: &mut Output<'_>) {
    let cores = CorePair::new(Core::of_polytope(&pair.a), &Pose::IDENTITY, Core::of_polytope(&pair.b), &pair.a_from_b);
    let result = gjk(&cores);
    let Some(normal) = result.normal().map(|n| n.as_vec3()) else {
        // Touching to within rounding: the axis is as good as any connection.
        if out.manifold.is_empty() {
            support_contact(pair, axis, out);
        }
        return;
    };
    let shortest = Axis { kind: AxisKind::Free, normal, separation: result.distance as f32 };
    out.manifold.clear();
    out.manifold.normal = out.pose_a.transform_vector(normal);
    if shortest.separation > out.options.max_separation || tilted_contacts(pair, &shortest, out) {
        return;
    }
    let to_a = pair.b_from_a.transform_vector(-normal);
    let face = |p: &Polytope<'_>, direction: Vec3| Feature::Face(p.most_aligned_face(direction) as u16);
    let on_a = result.simplex.feature_on_a(&pair.a).unwrap_or_else(|| face(&pair.a, normal));
    let on_b = result.simplex.feature_on_b(&pair.b).unwrap_or_else(|| face(&pair.b, to_a));
    out.manifold.push(ManifoldPoint {
        position: out.pose_a.transform_point((0.5 * (result.on_a + result.on_b)).as_vec3()),
        separation: shortest.separation,
        feature: FeatureId::new(on_a, on_b),
    });
}

/// The last resort: the vertex that decides the separation along the axis.
fn support_contact(pair: &PolytopePair<'_>, axis: &Axis, out: &mut Output<'_>) {
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
    out.manifold.push(ManifoldPoint {
        position: out.pose_a.transform_point(surface),
        separation: axis.separation,
        feature: FeatureId::new(feature.0, feature.1),
    });
}

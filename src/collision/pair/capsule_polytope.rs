//! Capsule against box or hull: a segment and a polytope, plus the radius. Two contacts when the segment lies along
//! a face or an edge.

use super::push_between;
use crate::collision::clip::clip_segment;
use crate::collision::convex::{Core, CorePair};
use crate::collision::epa::epa;
use crate::collision::gjk::gjk;
use crate::collision::segments::closest_segments;
use crate::collision::{CollideOptions, Feature, FeatureId, Manifold, NarrowPhaseRoute};
use crate::geometry::{Capsule, Polytope};
use crate::math::{Pose, Vec3};

/// Cosine above which the normal may count as that of a face (about 0.8°), if the face shows the same depth.
const FACE_COSINE: f32 = 0.9999;

/// The pair in the polytope's frame.
struct Input<'a> {
    ends: [Vec3; 2],
    polytope: &'a Polytope<'a>,
    /// Length below which things count as equal, m.
    tolerance: f32,
}

/// How segment and polytope meet, in the polytope's frame.
#[derive(Clone, Copy)]
struct Meeting {
    /// Unit, out of the polytope towards the segment.
    outward: Vec3,
    /// Between the cores along `outward`, m.
    separation: f32,
    on_segment: Vec3,
    feature: Feature,
}

pub(super) fn collide(
    a: &Capsule,
    pose_a: &Pose,
    b: &Polytope<'_>,
    pose_b: &Pose,
    options: &CollideOptions,
    manifold: &mut Manifold,
) {
    let polytope_from_capsule = pose_b.inverse_mul(pose_a);
    let ends = a.ends().map(|e| polytope_from_capsule.transform_point(e));
    let reach = b.vertices.iter().map(|v| v.distance_squared(b.vertices[0])).fold(0.0, f32::max).sqrt();
    let input = Input { ends, polytope: b, tolerance: 2e-5 * reach.min(a.half_height + a.radius) };
    let cores = CorePair::new(Core::of_polytope(b), pose_b, Core::Segment(a.half_height), pose_a);
    let meeting = meet(&input, &cores, options.route);
    let shift = a.radius;
    if meeting.separation - shift > options.max_separation {
        return;
    }
    let mut contacts = [None; 2];
    let face = b.most_aligned_face(meeting.outward);
    let f = b.faces[face];
    let over_face = f.normal.dot(ends[0]).min(f.normal.dot(ends[1])) - f.offset;
    let is_face = f.normal.dot(meeting.outward) >= FACE_COSINE && over_face >= meeting.separation - input.tolerance;
    let outward = if is_face {
        contacts = along_face(&input, face);
        f.normal
    } else {
        contacts = along_edge(&input, &meeting).unwrap_or(contacts);
        meeting.outward
    };
    // Together they must show the depth that was found; otherwise the single point that has it is better.
    let limit = options.max_separation + shift;
    let lowest = contacts.iter().flatten().map(|c| c.1).fold(f32::INFINITY, f32::min);
    let single = lowest > meeting.separation + 2.0 * input.tolerance || lowest > limit;
    let outward = if single { meeting.outward } else { outward };
    if single {
        let feature = FeatureId::new(Feature::Edge(0), meeting.feature);
        contacts = [Some((meeting.on_segment, meeting.separation, feature)), None];
    }
    manifold.normal = -pose_b.transform_vector(outward);
    for (on_segment, separation, feature) in contacts.into_iter().flatten() {
        if separation <= limit {
            let on_a = pose_b.transform_point(on_segment) + manifold.normal * shift;
            push_between(manifold, on_a, separation - shift, feature);
        }
    }
}

/// A point of the segment, the separation of the cores there, and the features.
type Contact = (Vec3, f32, FeatureId);

fn meet(input: &Input<'_>, cores: &CorePair<'_>, route: NarrowPhaseRoute) -> Meeting {
    let result = gjk(cores);
    if let Some(normal) = result.normal() {
        return Meeting {
            outward: normal.as_vec3(),
            separation: result.distance as f32,
            on_segment: result.on_b.as_vec3(),
            feature: result.simplex.feature_on_a(input.polytope).unwrap_or(Feature::Face(0)),
        };
    }
    if route == NarrowPhaseRoute::Sat {
        return deepest_axis(input);
    }
    let found = epa(cores, &result.simplex);
    Meeting {
        outward: found.normal.as_vec3(),
        separation: -found.depth as f32,
        on_segment: found.on_b.as_vec3(),
        feature: found.simplex.feature_on_a(input.polytope).unwrap_or(Feature::Face(0)),
    }
}

/// Separating axes of a segment that pierces the polytope: all faces, and the edges whose arc on the Gauss map
/// crosses the great circle of directions across the segment.
fn deepest_axis(input: &Input<'_>) -> Meeting {
    let (p, [e0, e1]) = (input.polytope, input.ends);
    let mut best =
        Meeting { outward: Vec3::Y, separation: f32::NEG_INFINITY, on_segment: e0, feature: Feature::Face(0) };
    for (i, f) in p.faces.iter().enumerate() {
        let (h0, h1) = (f.normal.dot(e0), f.normal.dot(e1));
        let separation = h0.min(h1) - f.offset;
        if separation > best.separation {
            let on_segment = if h0 <= h1 { e0 } else { e1 };
            best = Meeting { outward: f.normal, separation, on_segment, feature: Feature::Face(i as u16) };
        }
    }
    let along = e1 - e0;
    for (i, e) in p.edges().enumerate() {
        let [n0, n1] = e.faces.map(|f| p.faces[f as usize].normal);
        if n0.dot(along) * n1.dot(along) >= 0.0 {
            continue;
        }
        let [v0, v1] = e.vertices.map(|v| p.vertices[v as usize]);
        let Some(axis) = along.cross(v1 - v0).try_normalize() else { continue };
        let outward = if axis.dot(n0 + n1) < 0.0 { -axis } else { axis };
        let separation = outward.dot(e0).min(outward.dot(e1)) - outward.dot(v0).max(outward.dot(v1));
        if separation > best.separation + input.tolerance {
            let (s, _) = closest_segments(e0.as_dvec3(), e1.as_dvec3(), v0.as_dvec3(), v1.as_dvec3());
            best = Meeting { outward, separation, on_segment: e0 + along * s as f32, feature: Feature::Edge(i as u16) };
        }
    }
    best
}

/// Both ends of the stretch over a face.
fn along_face(input: &Input<'_>, face: usize) -> [Option<Contact>; 2] {
    let (p, [e0, e1]) = (input.polytope, input.ends);
    let Some(stretch) = clip_segment(p, face, e0, e1, input.tolerance) else { return [None; 2] };
    let f = p.faces[face];
    let mut contacts = [None; 2];
    for (i, end) in stretch.into_iter().enumerate() {
        let position = e0 + (e1 - e0) * end.t;
        let feature = match end.cut_by {
            None => FeatureId::new(Feature::Vertex(i as u16), Feature::Face(face as u16)),
            Some(edge) => FeatureId::new(Feature::Edge(0), Feature::Edge(edge)),
        };
        contacts[i] = Some((position, f.normal.dot(position) - f.offset, feature));
    }
    if (e1 - e0).length() * (stretch[1].t - stretch[0].t) <= input.tolerance {
        contacts[1] = None;
    }
    contacts
}

/// Both ends of the stretch beside an edge that runs along the segment, to within the tolerance: an edge is sharp, and a
/// contact beside it would hang in the air.
fn along_edge(input: &Input<'_>, meeting: &Meeting) -> Option<[Option<Contact>; 2]> {
    let (p, [e0, e1]) = (input.polytope, input.ends);
    let Feature::Edge(index) = meeting.feature else { return None };
    let along = e1 - e0;
    let length = along.length();
    let [v0, v1] = p.edge(index as usize).vertices.map(|v| p.vertices[v as usize]);
    if length <= input.tolerance || (v1 - v0).cross(along).length() > 0.1 * length * (v1 - v0).length() {
        return None;
    }
    let (s, t) = ((v0 - e0).dot(along) / (length * length), (v1 - e0).dot(along) / (length * length));
    let (low, high) = (s.min(t).max(0.0), s.max(t).min(1.0));
    if (high - low) * length <= 1e-3 * length {
        return None;
    }
    let contact = |at: f32, upper: bool| {
        let position = e0 + along * at;
        let edge = v1 - v0;
        let u = ((position - v0).dot(edge) / edge.length_squared()).clamp(0.0, 1.0);
        let gap = position - (v0 + edge * u);
        let separation = meeting.outward.dot(gap);
        let is_beside = (gap - meeting.outward * separation).length() > 10.0 * input.tolerance;
        let feature = if at <= 0.0 || at >= 1.0 {
            FeatureId::new(Feature::Vertex(u16::from(upper)), Feature::Edge(index))
        } else {
            FeatureId::new(Feature::Edge(0), Feature::Vertex(p.edge(index as usize).vertices[usize::from(u > 0.5)]))
        };
        (!is_beside).then_some((position, separation, feature))
    };
    Some([Some(contact(low, false)?), Some(contact(high, true)?)])
}

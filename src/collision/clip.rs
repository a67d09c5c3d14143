//! Clipping: the part of the incident face that lies over the reference face.
//!
//! Sutherland and Hodgman's polygon clipper, with names: every corner of the polygon knows which features made it,
//! so that the contact keeps its id while those features meet.

use super::{Feature, FeatureId};
use crate::geometry::Polytope;
use crate::math::{Pose, Vec3};

/// A found contact before reduction, in the frame of the reference shape.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Candidate {
    /// On the surface of the incident shape, m.
    pub position: Vec3,
    /// Height over the reference face, m.
    pub separation: f32,
    /// Reference feature first.
    pub feature: FeatureId,
}

/// What a polygon side is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    IncidentEdge(u16),
    ReferenceEdge(u16),
}

#[derive(Clone, Copy, Debug)]
struct Corner {
    position: Vec3,
    /// Reference feature and incident feature; the faces stand for "somewhere on it".
    feature: (Feature, Feature),
    /// The side from this corner to the next.
    side: Side,
}

/// A polygon with room for `N` corners.
struct Polygon<const N: usize> {
    corners: [Corner; N],
    len: usize,
}

impl<const N: usize> Polygon<N> {
    const fn new() -> Self {
        let blank =
            Corner { position: Vec3::ZERO, feature: (Feature::Face(0), Feature::Face(0)), side: Side::IncidentEdge(0) };
        Self { corners: [blank; N], len: 0 }
    }

    fn push(&mut self, corner: Corner) {
        if self.len < N {
            self.corners[self.len] = corner;
            self.len += 1;
        }
    }
}

/// Both faces of a clip, and what surrounds it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClipInput<'a> {
    pub reference: Polytope<'a>,
    pub reference_face: usize,
    pub incident: Polytope<'a>,
    pub incident_face: usize,
    pub reference_from_incident: Pose,
    /// Unit, reference frame, out of the reference face: the contact normal. Usually that of the face; for a contact of
    /// two edges whose normal is nearly that of a face, the edges' own. Side planes run along it, and separations are
    /// measured along it.
    pub direction: Vec3,
    /// Points farther than this from the reference face are dropped, m.
    pub max_separation: f32,
    /// Corners this close to a side plane count as on it, m: otherwise equal boxes in a stack, whose corners lie on
    /// each other's side planes, would change their feature ids with every rounding.
    pub tolerance: f32,
}

/// Receives each polygon after a clip, for the trace.
pub(crate) type ClipSink<'s> = Option<&'s mut Vec<Vec<Vec3>>>;

/// Clips, and hands every remaining corner below `max_separation` to `keep`.
pub(crate) fn clip_faces(input: &ClipInput<'_>, sink: ClipSink<'_>, mut keep: impl FnMut(Candidate)) {
    let sides = input.reference.face_loop(input.reference_face).count();
    let corners = input.incident.face_loop(input.incident_face).count();
    // Each side adds at most one corner. Two quadrilaterals fit the small buffer, which is the usual case.
    if sides + corners <= 16 {
        clip_with::<16>(input, sink, &mut keep);
    } else {
        clip_with::<512>(input, sink, &mut keep);
    }
}

fn clip_with<const N: usize>(input: &ClipInput<'_>, mut sink: ClipSink<'_>, keep: &mut impl FnMut(Candidate)) {
    let ClipInput { reference, incident, .. } = input;
    let face = reference.faces[input.reference_face];
    let reference_face = Feature::Face(input.reference_face as u16);
    let incident_face = Feature::Face(input.incident_face as u16);
    let mut polygon = Polygon::<N>::new();
    let mut clipped = Polygon::<N>::new();
    for e in incident.face_loop(input.incident_face) {
        let origin = incident.half_edges[e as usize].origin;
        polygon.push(Corner {
            position: input.reference_from_incident.transform_point(incident.vertices[origin as usize]),
            feature: (reference_face, Feature::Vertex(origin)),
            side: Side::IncidentEdge(e / 2),
        });
    }
    note(&mut sink, &polygon);
    for e in reference.face_loop(input.reference_face) {
        let from = reference.vertices[reference.half_edges[e as usize].origin as usize];
        let to = reference.vertices[reference.half_edges[(e ^ 1) as usize].origin as usize];
        let outward = (to - from).cross(input.direction).normalize_or_zero();
        let height = |p: Vec3| outward.dot(p - from);
        clipped.len = 0;
        for i in 0..polygon.len {
            let current = polygon.corners[i];
            let next = polygon.corners[if i + 1 == polygon.len { 0 } else { i + 1 }];
            let (h, h_next) = (height(current.position), height(next.position));
            let (out, out_next) = (h > input.tolerance, h_next > input.tolerance);
            let on = !out && h >= -input.tolerance;
            let on_next = !out_next && h_next >= -input.tolerance;
            let crossing = |side: Side| Corner {
                position: current.position + (next.position - current.position) * (h / (h - h_next)).clamp(0.0, 1.0),
                feature: match current.side {
                    Side::IncidentEdge(k) => (Feature::Edge(e / 2), Feature::Edge(k)),
                    Side::ReferenceEdge(k) => (shared_vertex(reference, k, e), incident_face),
                },
                side,
            };
            match (out, out_next) {
                (false, false) => clipped.push(current),
                (false, true) if on => clipped.push(Corner { side: Side::ReferenceEdge(e / 2), ..current }),
                (false, true) => {
                    clipped.push(current);
                    clipped.push(crossing(Side::ReferenceEdge(e / 2)));
                }
                (true, false) if !on_next => clipped.push(crossing(current.side)),
                _ => {}
            }
        }
        std::mem::swap(&mut polygon, &mut clipped);
        note(&mut sink, &polygon);
    }
    let along = 1.0 / face.normal.dot(input.direction);
    for corner in &polygon.corners[..polygon.len] {
        let separation = (face.normal.dot(corner.position) - face.offset) * along;
        if separation <= input.max_separation {
            let feature = FeatureId::new(corner.feature.0, corner.feature.1);
            keep(Candidate { position: corner.position, separation, feature });
        }
    }
}

/// The corner between side `edge` and half-edge `half_edge` of the reference face.
fn shared_vertex(reference: &Polytope<'_>, edge: u16, half_edge: u16) -> Feature {
    let ends = reference.edge(edge as usize).vertices;
    let origin = reference.half_edges[half_edge as usize].origin;
    let target = reference.half_edges[(half_edge ^ 1) as usize].origin;
    Feature::Vertex(if ends.contains(&target) { target } else { origin })
}

fn note<const N: usize>(sink: &mut ClipSink<'_>, polygon: &Polygon<N>) {
    if let Some(polygons) = sink {
        polygons.push(polygon.corners[..polygon.len].iter().map(|c| c.position).collect());
    }
}

/// One end of a clipped segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SegmentEnd {
    /// Parameter between the first and the second point of the segment, 0 to 1.
    pub t: f32,
    /// The polytope edge whose side plane cut the segment here; `None` for an end of its own.
    pub cut_by: Option<u16>,
}

/// The part of the segment from `p` to `q` that lies over a face.
pub(crate) fn clip_segment(
    polytope: &Polytope<'_>,
    face: usize,
    p: Vec3,
    q: Vec3,
    tolerance: f32,
) -> Option<[SegmentEnd; 2]> {
    let normal = polytope.faces[face].normal;
    let (mut low, mut high) = (SegmentEnd { t: 0.0, cut_by: None }, SegmentEnd { t: 1.0, cut_by: None });
    for e in polytope.face_loop(face) {
        let from = polytope.vertices[polytope.half_edges[e as usize].origin as usize];
        let to = polytope.vertices[polytope.half_edges[(e ^ 1) as usize].origin as usize];
        let outward = (to - from).cross(normal).normalize_or_zero();
        let (h, k) = (outward.dot(p - from) - tolerance, outward.dot(q - from) - tolerance);
        let cut = SegmentEnd { t: h / (h - k), cut_by: Some(e / 2) };
        if h > 0.0 && k > 0.0 {
            return None;
        } else if h > 0.0 && cut.t > low.t {
            low = cut;
        } else if k > 0.0 && cut.t < high.t {
            high = cut;
        }
    }
    (low.t <= high.t).then_some([low, high])
}

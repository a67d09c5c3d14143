//! Unit meshes of the simple shapes, and the mesh of a hull.
//!
//! Every vertex carries `edge`: 0 on a line that is to be drawn, 1 in the middle of a face. Being linear on each
//! triangle, it gives the fragment shader crisp edges of constant width, whatever the scale.

use crate::geometry::ConvexHull;
use crate::math::Vec3;

/// Triangles as a plain list of vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct MeshData {
    pub positions: Vec<Vec3>,
    pub normals: Vec<Vec3>,
    pub edges: Vec<f32>,
}

impl MeshData {
    fn push(&mut self, position: Vec3, normal: Vec3, edge: f32) {
        self.positions.push(position);
        self.normals.push(normal);
        self.edges.push(edge);
    }

    /// A convex polygon, counter-clockwise seen from outside, as a fan about its middle.
    fn push_face(&mut self, corners: &[Vec3]) {
        let middle = corners.iter().sum::<Vec3>() / corners.len().max(1) as f32;
        for (k, a) in corners.iter().enumerate() {
            let b = corners[(k + 1) % corners.len()];
            let normal = (*a - middle).cross(b - middle).normalize_or(Vec3::Y);
            self.push(middle, normal, 1.0);
            self.push(*a, normal, 0.0);
            self.push(b, normal, 0.0);
        }
    }
}

/// Corners at ±1.
pub(super) fn cube() -> MeshData {
    let mut mesh = MeshData::default();
    for axis in 0..3 {
        for sign in [-1.0_f32, 1.0] {
            let mut n = [0.0; 3];
            n[axis] = sign;
            let normal = Vec3::from_array(n);
            let u = Vec3::from_array([n[1], n[2], n[0]]).abs();
            let v = normal.cross(u);
            mesh.push_face(&[normal + u + v, normal - u + v, normal - u - v, normal + u - v]);
        }
    }
    mesh
}

/// Radius 1, with an equator and two meridians drawn, so that rolling can be seen.
pub(super) fn sphere(rings: usize, segments: usize) -> MeshData {
    let mut mesh = MeshData::default();
    let at = |ring: usize, segment: usize| {
        let polar = std::f32::consts::PI * ring as f32 / rings as f32;
        let azimuth = std::f32::consts::TAU * segment as f32 / segments as f32;
        Vec3::new(polar.sin() * azimuth.sin(), polar.cos(), polar.sin() * azimuth.cos())
    };
    for ring in 0..rings {
        for segment in 0..segments {
            let (a, b) = (at(ring, segment), at(ring, segment + 1));
            let (c, d) = (at(ring + 1, segment + 1), at(ring + 1, segment));
            for p in [a, d, c, a, c, b] {
                mesh.push(p, p, great_circles(p));
            }
        }
    }
    mesh
}

fn great_circles(p: Vec3) -> f32 {
    p.x.abs().min(p.y.abs()).min(1.0)
}

/// Radius 1, height ±1 along Y, without caps (a capsule's balls close it), with two lines along it.
pub(super) fn tube(segments: usize) -> MeshData {
    let mut mesh = MeshData::default();
    let at = |segment: usize| {
        let azimuth = std::f32::consts::TAU * segment as f32 / segments as f32;
        Vec3::new(azimuth.sin(), 0.0, azimuth.cos())
    };
    for segment in 0..segments {
        let (a, b) = (at(segment), at(segment + 1));
        for (n, y) in [(a, 1.0), (a, -1.0), (b, -1.0), (a, 1.0), (b, -1.0), (b, 1.0)] {
            mesh.push(n + Vec3::Y * y, n, n.x.abs());
        }
    }
    mesh
}

/// The faces of a hull in its own frame.
pub(super) fn hull(hull: &ConvexHull) -> MeshData {
    let mut mesh = MeshData::default();
    let polytope = hull.polytope();
    for face in 0..polytope.faces.len() {
        let corners: Vec<Vec3> = polytope.face_vertices(face).collect();
        mesh.push_face(&corners);
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_triangle_faces_outwards() {
        for mesh in [cube(), sphere(8, 12), tube(12)] {
            for (p, n) in mesh.positions.chunks(3).zip(mesh.normals.chunks(3)) {
                let winding = (p[1] - p[0]).cross(p[2] - p[0]);
                // The poles of a ball have triangles without area.
                assert!(winding.dot(n[0] + n[1] + n[2]) >= -1e-6, "{p:?}");
            }
        }
    }

    #[test]
    fn edges_are_marked_on_the_rim_of_a_face_only() {
        let mesh = cube();
        assert_eq!(mesh.positions.len(), 6 * 4 * 3);
        for (p, e) in mesh.positions.iter().zip(&mesh.edges) {
            let is_corner = p.abs() == Vec3::ONE;
            assert_eq!(*e == 0.0, is_corner, "{p}");
        }
    }
}

//! The box, and its view as a polytope without allocation.

use super::{Aabb, Face, HalfEdge, MassProperties, Polytope};
use crate::math::{Mat3, Pose, Vec3};

/// A box about the local origin with edges along the local axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid {
    /// Half the edge lengths, m.
    pub half_extents: Vec3,
}

impl Cuboid {
    pub fn volume(&self) -> f32 {
        8.0 * self.half_extents.element_product()
    }

    /// I_x = m/3 (h_y² + h_z²) and so on.
    pub fn mass_properties(&self, density: f32) -> MassProperties {
        let mass = density * self.volume();
        let s = self.half_extents * self.half_extents;
        let inertia = Mat3::from_diagonal(Vec3::new(s.y + s.z, s.x + s.z, s.x + s.y) * (mass / 3.0));
        MassProperties { mass, center_of_mass: Vec3::ZERO, inertia }
    }

    /// Half extents of the bounds: each world axis collects |component| of the three half-edges.
    #[inline]
    pub fn aabb(&self, world_from_shape: &Pose) -> Aabb {
        let r = Mat3::from_quat(world_from_shape.rotation);
        let h = self.half_extents;
        let reach = r.x_axis.abs() * h.x + r.y_axis.abs() * h.y + r.z_axis.abs() * h.z;
        Aabb::from_center(world_from_shape.translation, reach)
    }

    /// The corner farthest along `direction`; zero components choose the positive side.
    #[inline]
    pub fn support(&self, direction: Vec3) -> Vec3 {
        let side = |d: f32, h: f32| if d < 0.0 { -h } else { h };
        let h = self.half_extents;
        Vec3::new(side(direction.x, h.x), side(direction.y, h.y), side(direction.z, h.z))
    }

    #[inline]
    pub fn polytope(&self) -> CuboidPolytope {
        let h = self.half_extents;
        let mut vertices = [Vec3::ZERO; 8];
        for (i, v) in vertices.iter_mut().enumerate() {
            let side = |bit: usize, h: f32| if i >> bit & 1 == 1 { h } else { -h };
            *v = Vec3::new(side(0, h.x), side(1, h.y), side(2, h.z));
        }
        let face = |k: usize| Face { normal: FACE_NORMALS[k], offset: h[k / 2], first_edge: FIRST_EDGES[k] };
        CuboidPolytope { vertices, faces: [face(0), face(1), face(2), face(3), face(4), face(5)] }
    }
}

/// Corners and faces of one box, on the stack; the connections are the same for all boxes and static.
///
/// Bit k of a vertex index tells the side along axis k (set: positive). Faces come in the order +x −x +y −y +z −z.
#[derive(Clone, Debug)]
pub struct CuboidPolytope {
    vertices: [Vec3; 8],
    faces: [Face; 6],
}

impl CuboidPolytope {
    #[inline]
    pub fn view(&self) -> Polytope<'_> {
        Polytope { vertices: &self.vertices, faces: &self.faces, half_edges: &HALF_EDGES }
    }
}

const FACE_NORMALS: [Vec3; 6] = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z];

/// Corners of each face, counter-clockwise seen from outside.
const FACE_CORNERS: [[u16; 4]; 6] =
    [[1, 3, 7, 5], [0, 4, 6, 2], [2, 6, 7, 3], [0, 1, 5, 4], [4, 5, 7, 6], [0, 2, 3, 1]];

static HALF_EDGES: [HalfEdge; 24] = connect().0;
static FIRST_EDGES: [u16; 6] = connect().1;

/// Pairs up the sides of the faces at compile time: the first side met of each edge gets the even index.
const fn connect() -> ([HalfEdge; 24], [u16; 6]) {
    // slot[f][s] is the half-edge that runs along side s of face f.
    let mut slot = [[u16::MAX; 4]; 6];
    let mut edges = 0;
    let mut f = 0;
    while f < 6 {
        let mut s = 0;
        while s < 4 {
            if slot[f][s] == u16::MAX {
                slot[f][s] = edges;
                let (from, to) = (FACE_CORNERS[f][s], FACE_CORNERS[f][(s + 1) % 4]);
                let mut g = 0;
                while g < 6 {
                    let mut t = 0;
                    while t < 4 {
                        if FACE_CORNERS[g][t] == to && FACE_CORNERS[g][(t + 1) % 4] == from {
                            slot[g][t] = edges + 1;
                        }
                        t += 1;
                    }
                    g += 1;
                }
                edges += 2;
            }
            s += 1;
        }
        f += 1;
    }
    let mut half_edges = [HalfEdge { origin: 0, face: 0, next: 0 }; 24];
    let mut first = [0; 6];
    f = 0;
    while f < 6 {
        first[f] = slot[f][0];
        let mut s = 0;
        while s < 4 {
            half_edges[slot[f][s] as usize] =
                HalfEdge { origin: FACE_CORNERS[f][s], face: f as u16, next: slot[f][(s + 1) % 4] };
            s += 1;
        }
        f += 1;
    }
    (half_edges, first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faces_of_a_box_run_counter_clockwise_and_its_edges_follow_the_normals() {
        let data = Cuboid { half_extents: Vec3::new(0.5, 1.0, 1.5) }.polytope();
        let view = data.view();
        for (k, face) in view.faces.iter().enumerate() {
            let c: Vec<Vec3> = view.face_vertices(k).collect();
            assert_eq!(c.len(), 4);
            assert!((c[1] - c[0]).cross(c[2] - c[1]).normalize().abs_diff_eq(face.normal, 1e-6));
            assert!(c.iter().all(|v| (v.dot(face.normal) - face.offset).abs() < 1e-6));
        }
        assert_eq!(view.edge_count(), 12);
        for e in view.edges() {
            let along = view.vertices[e.vertices[1] as usize] - view.vertices[e.vertices[0] as usize];
            let normals = e.faces.map(|f| view.faces[f as usize].normal);
            assert!(normals[0].cross(normals[1]).dot(along.normalize()) > 0.999);
        }
    }
}

//! From a mesh to a body: what hangs together becomes one hull, several of them a compound.

use super::super::limits::{MAX_HULL_POINTS, MAX_PARTS};
use super::super::schema::{Body, Part, ShapeSpec};
use super::{ImportOptions, Mesh, plain};
use crate::geometry::{Aabb, ConvexHull, MAX_HULL_VERTICES};
use crate::math::Vec3;
use std::collections::BTreeMap;

/// Largest coordinate, m: what a preset can hold.
const FARTHEST: f32 = 1e6;
/// Corners that a hull keeps where it would have more than can be collided with.
const REDUCED: usize = 128;

/// The body of a mesh, about the middle of its bounds.
pub(super) fn body(mesh: &Mesh, options: &ImportOptions) -> Result<Body, String> {
    let points: Vec<Vec3> = mesh.points.iter().map(|p| placed((*p).into(), options)).collect();
    if let Some(index) = points.iter().position(|p| !(p.is_finite() && p.abs().max_element() <= FARTHEST)) {
        return Err(format!("point {index} lies beyond {FARTHEST} m or is no number; try another scale"));
    }
    let pieces = pieces(&points, &mesh.triangles);
    if pieces.len() > MAX_PARTS {
        return Err(format!("it falls into {} pieces; at most {MAX_PARTS} can move as one", pieces.len()));
    }
    let used: Vec<Vec3> = pieces.iter().flatten().copied().collect();
    let middle = Aabb::from_points(&used).ok_or("it has no points")?.center();
    let mut hulls = Vec::new();
    for piece in &pieces {
        // A piece without a volume (a sheet, a loose triangle) is nothing to collide with.
        if let Some(points) = corners(piece) {
            hulls.push(points);
        }
    }
    let about = |points: &[Vec3], origin: Vec3| points.iter().map(|p| (*p - origin).to_array()).collect();
    let shape = match hulls.as_slice() {
        [] => return Err("it encloses no volume: all of its pieces are flat".to_owned()),
        [only] => ShapeSpec::Hull { points: about(only, middle) },
        several => ShapeSpec::Compound {
            parts: several
                .iter()
                .map(|points| {
                    let own = Aabb::from_points(points).map_or(middle, |bounds| bounds.center());
                    let shape = ShapeSpec::Hull { points: about(points, own) };
                    Part { shape, position: Some((own - middle).to_array()), rotation: None }
                })
                .collect(),
        },
    };
    Ok(plain(&mesh.name, shape, middle.to_array(), None))
}

fn placed(point: Vec3, options: &ImportOptions) -> Vec3 {
    let point = point * options.scale;
    if options.is_z_up { Vec3::new(point.x, point.z, -point.y) } else { point }
}

/// Points of every set of triangles that share points; points at the same place are one point.
fn pieces(points: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec<Vec3>> {
    let mut places: BTreeMap<[u32; 3], u32> = BTreeMap::new();
    // Adding zero makes one of the two zeros.
    let place = |p: Vec3| (p + Vec3::ZERO).to_array().map(f32::to_bits);
    let welded: Vec<u32> = (0_u32..).zip(points).map(|(i, p)| *places.entry(place(*p)).or_insert(i)).collect();
    let mut parents: Vec<u32> = (0..points.len() as u32).collect();
    fn root(parents: &mut [u32], mut index: u32) -> u32 {
        while parents[index as usize] != index {
            parents[index as usize] = parents[parents[index as usize] as usize];
            index = parents[index as usize];
        }
        index
    }
    let mut is_used = vec![false; points.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|index| welded[index as usize]);
        for index in [a, b, c] {
            is_used[index as usize] = true;
        }
        for other in [b, c] {
            let (low, high) = (root(&mut parents, a), root(&mut parents, other));
            parents[low.max(high) as usize] = low.min(high);
        }
    }
    let mut pieces: BTreeMap<u32, Vec<Vec3>> = BTreeMap::new();
    for index in (0..points.len() as u32).filter(|index| is_used[*index as usize]) {
        let root = root(&mut parents, index);
        pieces.entry(root).or_default().push(points[index as usize]);
    }
    pieces.into_values().collect()
}

/// The corners of the hull of a piece, or of one inside of it that has few enough; `None` for what has no volume.
fn corners(piece: &[Vec3]) -> Option<Vec<Vec3>> {
    const { assert!(MAX_HULL_VERTICES <= MAX_HULL_POINTS && REDUCED <= MAX_HULL_VERTICES) };
    match ConvexHull::from_points(piece) {
        Ok(hull) => Some(hull.vertices().to_vec()),
        Err(_) => {
            let fewer = farthest(piece, REDUCED);
            ConvexHull::from_points(&fewer).ok().map(|hull| hull.vertices().to_vec())
        }
    }
}

/// The points that lie farthest out in `count` directions spread evenly over the sphere (Fibonacci's spiral).
fn farthest(points: &[Vec3], count: usize) -> Vec<Vec3> {
    let golden = std::f32::consts::PI * (3.0 - 5.0_f32.sqrt());
    let mut chosen: Vec<usize> = (0..count)
        .filter_map(|k| {
            let y = 1.0 - 2.0 * (k as f32 + 0.5) / count as f32;
            let (ring, turn) = ((1.0 - y * y).sqrt(), golden * k as f32);
            let direction = Vec3::new(ring * turn.cos(), y, ring * turn.sin());
            (0..points.len()).max_by(|a, b| points[*a].dot(direction).total_cmp(&points[*b].dot(direction)))
        })
        .collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen.into_iter().map(|index| points[index]).collect()
}

//! From hull triangles to polygon faces: joins coplanar triangles and drops vertices that are no corners.

use super::quickhull::Triangle;
use glam::DVec3;

/// The corner loops of the polygon faces (indices into `points`), or `None` when a joined region is not one
/// simple polygon, which only happens when `tolerance` (m) is too small or too large for the cloud's noise.
pub(super) fn merge_coplanar(points: &[DVec3], triangles: &[Triangle], tolerance: f64) -> Option<Vec<Vec<u32>>> {
    let region = regions(points, triangles, tolerance);
    let region_count = region.iter().max()? + 1;
    // Directed border edges (from, to) of each region.
    let mut borders = vec![Vec::new(); region_count];
    for (t, triangle) in triangles.iter().enumerate() {
        for i in 0..3 {
            if region[triangle.neighbours[i] as usize] != region[t] {
                borders[region[t]].push((triangle.vertices[i], triangle.vertices[(i + 1) % 3]));
            }
        }
    }
    let mut faces_at = vec![0_u32; points.len()];
    for &(from, _) in borders.iter().flatten() {
        faces_at[from as usize] += 1;
    }
    let mut loops = Vec::with_capacity(region_count);
    for border in borders {
        let corners = walk(&border)?;
        // Only two faces meet at a point in the middle of an edge.
        let corners: Vec<u32> = corners.into_iter().filter(|&v| faces_at[v as usize] >= 3).collect();
        if corners.len() < 3 {
            return None;
        }
        loops.push(corners);
    }
    Some(loops)
}

/// Region number of each triangle. Regions grow from the largest triangle left, whose plane is the best known,
/// across neighbours with all corners within `tolerance` of that plane.
fn regions(points: &[DVec3], triangles: &[Triangle], tolerance: f64) -> Vec<usize> {
    let area = |t: &Triangle| {
        let [a, b, c] = t.vertices.map(|v| points[v as usize]);
        (b - a).cross(c - a).length()
    };
    let mut order: Vec<usize> = (0..triangles.len()).collect();
    order.sort_by(|&i, &j| area(&triangles[j]).total_cmp(&area(&triangles[i])).then(i.cmp(&j)));
    let mut region = vec![usize::MAX; triangles.len()];
    let mut count = 0;
    for seed in order {
        if region[seed] != usize::MAX {
            continue;
        }
        region[seed] = count;
        let normal = triangles[seed].normal;
        let offset = normal.dot(points[triangles[seed].vertices[0] as usize]);
        let mut stack = vec![seed];
        while let Some(t) = stack.pop() {
            for &n in &triangles[t].neighbours {
                let candidate = &triangles[n as usize];
                let flat = |&v: &u32| (normal.dot(points[v as usize]) - offset).abs() <= tolerance;
                if region[n as usize] == usize::MAX
                    && candidate.normal.dot(normal) > 0.0
                    && candidate.vertices.iter().all(flat)
                {
                    region[n as usize] = count;
                    stack.push(n as usize);
                }
            }
        }
        count += 1;
    }
    region
}

/// Orders directed edges into the one loop that they must form.
fn walk(border: &[(u32, u32)]) -> Option<Vec<u32>> {
    let &(first, mut at) = border.first()?;
    let mut corners = vec![first];
    while at != first {
        corners.push(at);
        let from = at;
        let mut following = border.iter().filter(|e| e.0 == from);
        at = following.next()?.1;
        if following.next().is_some() || corners.len() > border.len() {
            return None;
        }
    }
    (corners.len() == border.len()).then_some(corners)
}

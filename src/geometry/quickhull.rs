//! Quickhull: the triangles of the convex hull of a point cloud, in double precision.
//!
//! Source: Barber, Dobkin, Huhdanpaa, "The Quickhull algorithm for convex hulls" (1996). The input points are
//! single precision, so their differences and most determinants are exact to far below the tolerance here;
//! what remains of near-coplanar triangles is joined by `hull_merge`.

use glam::DVec3;

/// A triangle of the hull, counter-clockwise seen from outside.
pub(super) struct Triangle {
    pub vertices: [u32; 3],
    /// `neighbours[i]` lies across the edge from vertex i to vertex i + 1.
    pub neighbours: [u32; 3],
    pub normal: DVec3,
    offset: f64,
    outside: Vec<u32>,
    alive: bool,
}

impl Triangle {
    fn new(points: &[DVec3], vertices: [u32; 3]) -> Option<Self> {
        let [a, b, c] = vertices.map(|v| points[v as usize]);
        let normal = (b - a).cross(c - a).try_normalize()?;
        Some(Self { vertices, neighbours: [0; 3], normal, offset: normal.dot(a), outside: Vec::new(), alive: true })
    }

    fn height(&self, p: DVec3) -> f64 {
        self.normal.dot(p) - self.offset
    }
}

/// The hull's triangles, or `None` when rounding has torn the surface; the caller may try again with a larger
/// `epsilon` (distance in metres below which a point counts as on a plane). `seed` holds four points that span a volume.
pub(super) fn quickhull(points: &[DVec3], seed: [u32; 4], epsilon: f64, max_steps: usize) -> Option<Vec<Triangle>> {
    let mut faces = first_tetrahedron(points, seed)?;
    let all: Vec<u32> = (0..points.len() as u32).filter(|i| !seed.contains(i)).collect();
    let mut work: Vec<u32> = (0..4).collect();
    assign(points, &mut faces, &work, &all, epsilon);
    let mut steps = 0;
    while let Some(face) = work.pop() {
        let f = &faces[face as usize];
        if !f.alive || f.outside.is_empty() {
            continue;
        }
        steps += 1;
        if steps > max_steps {
            return None;
        }
        let mut apex = f.outside[0];
        for &p in &f.outside {
            if f.height(points[p as usize]) > f.height(points[apex as usize]) {
                apex = p;
            }
        }
        let (visible, horizon) = visible_region(points, &faces, face, apex, epsilon);
        let first_new = faces.len() as u32;
        for &(a, b, outer) in &horizon {
            let mut t = Triangle::new(points, [a, b, apex])?;
            t.neighbours[0] = outer;
            let new = faces.len() as u32;
            let across = faces[outer as usize].vertices.iter().position(|&v| v == b)?;
            faces[outer as usize].neighbours[across] = new;
            faces.push(t);
        }
        // The horizon must be one simple loop: the triangle that starts at b follows the one that ends there.
        for (i, &(_, b, _)) in horizon.iter().enumerate() {
            let mut following = horizon.iter().enumerate().filter(|(_, h)| h.0 == b);
            let (j, _) = following.next()?;
            if following.next().is_some() {
                return None;
            }
            faces[first_new as usize + i].neighbours[1] = first_new + j as u32;
            faces[first_new as usize + j].neighbours[2] = first_new + i as u32;
        }
        let mut orphans = Vec::new();
        for v in visible {
            faces[v as usize].alive = false;
            orphans.append(&mut faces[v as usize].outside);
        }
        orphans.retain(|&p| p != apex);
        let new: Vec<u32> = (first_new..faces.len() as u32).collect();
        assign(points, &mut faces, &new, &orphans, epsilon);
        work.extend(new);
    }
    Some(compact(faces))
}

fn first_tetrahedron(points: &[DVec3], [a, b, c, d]: [u32; 4]) -> Option<Vec<Triangle>> {
    let p = |i: u32| points[i as usize];
    let (b, c) = if (p(b) - p(a)).cross(p(c) - p(a)).dot(p(d) - p(a)) < 0.0 { (b, c) } else { (c, b) };
    // With d below the plane of (a, b, c), these four run counter-clockwise seen from outside.
    let corners = [[a, b, c], [a, d, b], [b, d, c], [c, d, a]];
    let neighbours = [[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]];
    let mut faces = Vec::new();
    for (corner, neighbours) in corners.into_iter().zip(neighbours) {
        faces.push(Triangle { neighbours, ..Triangle::new(points, corner)? });
    }
    Some(faces)
}

/// Hands each point to the candidate face that it lies farthest outside of.
fn assign(points: &[DVec3], faces: &mut [Triangle], candidates: &[u32], orphans: &[u32], epsilon: f64) {
    for &p in orphans {
        let mut best = (epsilon, None);
        for &f in candidates {
            let height = faces[f as usize].height(points[p as usize]);
            if height > best.0 {
                best = (height, Some(f));
            }
        }
        if let Some(f) = best.1 {
            faces[f as usize].outside.push(p);
        }
    }
}

/// The connected faces that see `apex`, and the directed edges (a, b, face beyond) around them.
fn visible_region(
    points: &[DVec3],
    faces: &[Triangle],
    start: u32,
    apex: u32,
    epsilon: f64,
) -> (Vec<u32>, Vec<(u32, u32, u32)>) {
    let mut seen = vec![start];
    let mut horizon = Vec::new();
    let mut next = 0;
    while next < seen.len() {
        let f = &faces[seen[next] as usize];
        next += 1;
        for i in 0..3 {
            let n = f.neighbours[i];
            if seen.contains(&n) {
                continue;
            }
            if faces[n as usize].height(points[apex as usize]) > epsilon {
                seen.push(n);
            } else {
                horizon.push((f.vertices[i], f.vertices[(i + 1) % 3], n));
            }
        }
    }
    (seen, horizon)
}

fn compact(faces: Vec<Triangle>) -> Vec<Triangle> {
    let mut renumbered = Vec::with_capacity(faces.len());
    let mut count = 0;
    for f in &faces {
        renumbered.push(count);
        count += u32::from(f.alive);
    }
    let mut alive: Vec<Triangle> = faces.into_iter().filter(|f| f.alive).collect();
    for f in &mut alive {
        f.neighbours = f.neighbours.map(|n| renumbered[n as usize]);
    }
    alive
}

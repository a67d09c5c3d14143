//! Closest points of two segments.

use glam::DVec3;

/// Parameters (0 to 1) of the closest points of the segments p0 p1 and q0 q1.
///
/// Ericson, "Real-Time Collision Detection" (2005), section 5.1.9: the free minimum on the first line, clamped; the
/// best point of the second for it, clamped; the first's best point for that. Parallel segments give a point in the
/// middle of the stretch that they share, so that the answer does not hang on rounding. Doubles, because the direction
/// between segments that almost cross is the difference of two nearly equal points.
pub(crate) fn closest_segments(p0: DVec3, p1: DVec3, q0: DVec3, q1: DVec3) -> (f64, f64) {
    let (d, e, r) = (p1 - p0, q1 - q0, p0 - q0);
    let (dd, ee, de) = (d.length_squared(), e.length_squared(), d.dot(e));
    let (dr, er) = (d.dot(r), e.dot(r));
    let project = |numerator: f64, size: f64| if size > 0.0 { (numerator / size).clamp(0.0, 1.0) } else { 0.0 };
    let across = d.cross(e).length_squared();
    let s = if across > 1e-12 * dd * ee {
        ((de * er - ee * dr) / across).clamp(0.0, 1.0)
    } else {
        // Both ends of the other segment seen from this one bound the shared stretch.
        0.5 * (project(-dr, dd) + project(de - dr, dd))
    };
    let t = project(de * s + er, ee);
    (project(de * t - dr, dd), t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossing_parallel_and_pointlike_segments_have_their_known_closest_points() {
        let (x, y, z) = (DVec3::X, DVec3::Y, DVec3::Z);
        assert_eq!(closest_segments(-x, x, z - y, z + y), (0.5, 0.5));
        assert_eq!(closest_segments(-x, x, z, z + x * 2.0), (0.75, 0.25));
        assert_eq!(closest_segments(-x, x, z, z), (0.5, 0.0));
        assert_eq!(closest_segments(x, x, x, x), (0.0, 0.0));
        assert_eq!(closest_segments(-x, x, x * 3.0, x * 5.0), (1.0, 0.0));
    }
}

//! A tangent basis for a contact normal.

use glam::Vec3;

/// Two unit vectors that complete the unit vector `normal` to a right-handed orthonormal basis.
///
/// The choice depends on the normal alone, so a resting contact keeps its friction directions from step
/// to step. Branch on the sign of `z` only (Duff et al., "Building an Orthonormal Basis, Revisited", 2017).
#[inline]
pub fn tangent_basis(normal: Vec3) -> (Vec3, Vec3) {
    let sign = 1.0_f32.copysign(normal.z);
    let a = -1.0 / (sign + normal.z);
    let b = normal.x * normal.y * a;
    (
        Vec3::new(1.0 + sign * normal.x * normal.x * a, sign * b, -sign * normal.x),
        Vec3::new(b, sign + normal.y * normal.y * a, -normal.y),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_basis_is_orthonormal_and_right_handed_in_every_direction() {
        for i in 0..200 {
            let (polar, azimuth) = (i as f32 * 0.0157, i as f32 * 2.399);
            let n = Vec3::new(polar.sin() * azimuth.cos(), polar.sin() * azimuth.sin(), polar.cos()).normalize();
            let (t, u) = tangent_basis(n);
            assert!(n.dot(t).abs() < 1e-6 && n.dot(u).abs() < 1e-6 && t.dot(u).abs() < 1e-6);
            assert!((n.cross(t) - u).length() < 1e-5, "{n} {t} {u}");
        }
    }
}

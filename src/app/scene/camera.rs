//! A camera that orbits a point. Free of GL: tests, picking and labels use it too.

use crate::math::Vec3;
use glam::{Mat4, Vec4Swizzles as _};

/// Looks at `target` from `distance` away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbitCamera {
    /// m
    pub target: Vec3,
    /// rad, about the vertical; zero looks along −Z.
    pub yaw: f32,
    /// rad above the horizon.
    pub pitch: f32,
    /// m
    pub distance: f32,
    /// Full vertical angle of view, rad.
    pub fov_y: f32,
}

impl Default for OrbitCamera {
    fn default() -> Self {
        Self { target: Vec3::new(0.0, 1.0, 0.0), yaw: 0.6, pitch: 0.35, distance: 12.0, fov_y: 0.8 }
    }
}

const MAX_PITCH: f32 = 1.54;

impl OrbitCamera {
    /// From where to where to look.
    pub fn looking(eye: Vec3, target: Vec3) -> Self {
        let offset = eye - target;
        let distance = offset.length();
        if !(offset.is_finite() && target.is_finite() && distance > 1e-4) {
            return Self::default();
        }
        let pitch = (offset.y / distance).clamp(-1.0, 1.0).asin().clamp(-MAX_PITCH, MAX_PITCH);
        Self { target, yaw: offset.x.atan2(offset.z), pitch, distance, ..Self::default() }
    }

    /// Unit vector from the target to the eye.
    fn back(&self) -> Vec3 {
        let (sin_yaw, cos_yaw) = self.yaw.sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch.sin_cos();
        Vec3::new(cos_pitch * sin_yaw, sin_pitch, cos_pitch * cos_yaw)
    }

    pub fn eye(&self) -> Vec3 {
        self.target + self.back() * self.distance
    }

    /// Unit vectors to the right, up and forward.
    pub fn axes(&self) -> [Vec3; 3] {
        let forward = -self.back();
        let right = forward.cross(Vec3::Y).normalize_or(Vec3::X);
        [right, right.cross(forward), forward]
    }

    pub fn view(&self) -> Mat4 {
        let [right, up, forward] = self.axes();
        let eye = self.eye();
        Mat4::from_cols(
            glam::Vec4::new(right.x, up.x, -forward.x, 0.0),
            glam::Vec4::new(right.y, up.y, -forward.y, 0.0),
            glam::Vec4::new(right.z, up.z, -forward.z, 0.0),
            glam::Vec4::new(-right.dot(eye), -up.dot(eye), forward.dot(eye), 1.0),
        )
    }

    /// OpenGL's clip space, depth −1 to 1.
    pub fn projection(&self, aspect: f32) -> Mat4 {
        let near = (self.distance * 0.02).clamp(0.005, 1.0);
        let far = (self.distance * 60.0).max(400.0);
        let f = 1.0 / (self.fov_y * 0.5).tan();
        Mat4::from_cols(
            glam::Vec4::new(f / aspect.max(1e-3), 0.0, 0.0, 0.0),
            glam::Vec4::new(0.0, f, 0.0, 0.0),
            glam::Vec4::new(0.0, 0.0, (far + near) / (near - far), -1.0),
            glam::Vec4::new(0.0, 0.0, 2.0 * far * near / (near - far), 0.0),
        )
    }

    /// Eye and unit direction through a point of the picture (both coordinates −1 to 1, y up).
    pub fn ray(&self, aspect: f32, ndc: [f32; 2]) -> (Vec3, Vec3) {
        let [right, up, forward] = self.axes();
        let half = (self.fov_y * 0.5).tan();
        let direction = forward + right * (ndc[0] * half * aspect) + up * (ndc[1] * half);
        (self.eye(), direction.normalize_or(forward))
    }

    /// Where a world point appears in the picture (−1 to 1, y up); none behind the eye.
    pub fn project(&self, aspect: f32, point: Vec3) -> Option<[f32; 2]> {
        let clip = self.projection(aspect) * self.view() * point.extend(1.0);
        (clip.w > 1e-4).then(|| (clip.xy() / clip.w).to_array())
    }

    /// Turns about the target by a movement of the mouse, in points.
    pub fn orbit(&mut self, dx: f32, dy: f32) {
        self.yaw = (self.yaw - dx * 0.008).rem_euclid(std::f32::consts::TAU);
        self.pitch = (self.pitch + dy * 0.008).clamp(-MAX_PITCH, MAX_PITCH);
    }

    /// Moves along the picture so that the target follows the mouse; `height` of the picture in points.
    pub fn pan(&mut self, dx: f32, dy: f32, height: f32) {
        let [right, up, _] = self.axes();
        let metres_per_point = 2.0 * self.distance * (self.fov_y * 0.5).tan() / height.max(1.0);
        self.target += (up * dy - right * dx) * metres_per_point;
    }

    /// Multiplies the distance, keeping the world point `around` where it is in the picture.
    pub fn zoom_towards(&mut self, factor: f32, around: Option<Vec3>) {
        let distance = (self.distance * factor).clamp(0.05, 2_000.0);
        let factor = distance / self.distance;
        if let Some(point) = around.filter(|p| p.is_finite()) {
            self.target = point + (self.target - point) * factor;
        }
        self.distance = distance;
    }

    /// Looks about from where the eye is (fly mode).
    pub fn look_around(&mut self, dx: f32, dy: f32) {
        let eye = self.eye();
        self.orbit(dx * 0.5, dy * 0.5);
        self.target = eye - self.back() * self.distance;
    }

    /// Moves the eye and the target, metres along right, up and forward.
    pub fn fly(&mut self, by: Vec3) {
        let [right, up, forward] = self.axes();
        self.target += right * by.x + up * by.y + forward * by.z;
    }

    /// Keeps the direction of view and takes a ball into view.
    pub fn frame(&mut self, center: Vec3, radius: f32) {
        if center.is_finite() && radius.is_finite() {
            self.target = center;
            self.distance = (radius.max(0.05) * 1.25 / (self.fov_y * 0.5).sin()).clamp(0.2, 500.0);
        }
    }

    /// Metres per point of the picture at a world point.
    pub fn metres_per_point(&self, at: Vec3, height: f32) -> f32 {
        let depth = (at - self.eye()).dot(self.axes()[2]).max(0.01);
        2.0 * depth * (self.fov_y * 0.5).tan() / height.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ray_through_a_projected_point_passes_through_it() {
        let camera = OrbitCamera::looking(Vec3::new(4.0, 3.0, 9.0), Vec3::new(0.5, 1.0, 0.0));
        assert!((camera.eye() - Vec3::new(4.0, 3.0, 9.0)).length() < 1e-4);
        let point = Vec3::new(-1.0, 2.0, 1.0);
        let ndc = camera.project(1.6, point).unwrap();
        let (origin, direction) = camera.ray(1.6, ndc);
        let along = (point - origin).dot(direction);
        assert!((origin + direction * along - point).length() < 1e-3);
    }

    #[test]
    fn zooming_keeps_the_point_under_the_mouse() {
        let mut camera = OrbitCamera::default();
        let point = Vec3::new(1.0, 0.5, -1.0);
        let before = camera.project(1.5, point).unwrap();
        camera.zoom_towards(0.5, Some(point));
        let after = camera.project(1.5, point).unwrap();
        assert!((before[0] - after[0]).abs() < 1e-4 && (before[1] - after[1]).abs() < 1e-4);
    }

    #[test]
    fn odd_cameras_fall_back_to_the_default() {
        assert_eq!(OrbitCamera::looking(Vec3::NAN, Vec3::ZERO), OrbitCamera::default());
        assert_eq!(OrbitCamera::looking(Vec3::ONE, Vec3::ONE), OrbitCamera::default());
    }
}

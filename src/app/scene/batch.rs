//! From primitives to instances: what the line and the point program draw. Free of GL.

use super::OrbitCamera;
use crate::math::Vec3;
use crate::overlay::{Color, Mark, Primitive};

/// Instances of the two overlay programs.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    pub from: Vec<Vec3>,
    pub to: Vec<Vec3>,
    /// Width at both ends and of the rim, pixels.
    pub width: Vec<[f32; 4]>,
    pub line_color: Vec<[f32; 4]>,
    pub point: Vec<Vec3>,
    /// Size in pixels, and the number of the form.
    pub form: Vec<[f32; 4]>,
    pub point_color: Vec<[f32; 4]>,
}

/// Length of an arrow's head over the width of its shaft, and its width over that.
const HEAD_LENGTH: f32 = 5.0;
const HEAD_WIDTH: f32 = 4.2;
const RIM: f32 = 1.0;
/// Size of an ordinary mark, points.
const LARGEST_MARK: f32 = 9.0;

impl Batch {
    /// `pixels_per_point` scales widths; `height` of the picture in pixels tells how long an arrow appears. Far away
    /// marks shrink so as not to exceed `mark_size` metres, but never below the size at which they can be told apart.
    pub fn new(
        primitives: &[Primitive],
        camera: &OrbitCamera,
        height: f32,
        pixels_per_point: f32,
        mark_size: f32,
    ) -> Self {
        let mut batch = Self::default();
        let shrunk = |at: Vec3| {
            let largest = mark_size / camera.metres_per_point(at, height) / pixels_per_point;
            (largest / LARGEST_MARK).clamp(0.5, 1.0) * pixels_per_point
        };
        for primitive in primitives {
            match primitive {
                Primitive::Point { at, size, mark, color } => {
                    batch.point.push(*at);
                    batch.form.push([size * shrunk(*at), number(*mark), 0.0, 0.0]);
                    batch.point_color.push(encoded(*color));
                }
                Primitive::Line { from, to, width, color } => {
                    let width = width * shrunk(*from);
                    batch.line(*from, *to, [width, width], *color);
                }
                Primitive::Arrow { from, to, width, color } => {
                    batch.arrow(*from, *to, width * shrunk(*from), *color, camera, height);
                }
                Primitive::WireBox { center, half_extents, rotation, width, color } => {
                    let corner = |k: usize| {
                        let sign = |bit: usize| if k & bit == 0 { -1.0 } else { 1.0 };
                        *center + *rotation * (*half_extents * Vec3::new(sign(1), sign(2), sign(4)))
                    };
                    for k in 0..8 {
                        for bit in [1, 2, 4] {
                            if k & bit == 0 {
                                let width = width * pixels_per_point;
                                batch.line(corner(k), corner(k | bit), [width, width], *color);
                            }
                        }
                    }
                }
                // Text is the business of whoever has fonts: the window draws it with egui.
                Primitive::Label { .. } => {}
            }
        }
        batch
    }

    fn line(&mut self, from: Vec3, to: Vec3, width: [f32; 2], color: Color) {
        self.from.push(from);
        self.to.push(to);
        self.width.push([width[0], width[1], RIM, 0.0]);
        self.line_color.push(encoded(color));
    }

    /// A shaft and a head of constant size on the screen, shorter where the arrow itself is short.
    fn arrow(&mut self, from: Vec3, to: Vec3, width: f32, color: Color, camera: &OrbitCamera, height: f32) {
        let metres_per_pixel = camera.metres_per_point(to, height);
        let length = (to - from).length();
        if length <= 0.0 {
            return;
        }
        let head = (HEAD_LENGTH * width * metres_per_pixel).min(length * 0.6);
        let neck = to + (from - to) * (head / length);
        let head_width = head / metres_per_pixel / HEAD_LENGTH * HEAD_WIDTH;
        self.line(from, neck, [width, width], color);
        self.line(neck, to, [head_width, 0.0], color);
    }
}

fn number(mark: Mark) -> f32 {
    match mark {
        Mark::Dot => 0.0,
        Mark::Diamond => 1.0,
        Mark::Cross => 2.0,
        Mark::Ring => 3.0,
    }
}

/// As the screen wants it: overlay colours are not lit.
pub(super) fn encoded(color: Color) -> [f32; 4] {
    [color.r, color.g, color.b, color.a].map(|c| f32::from(c) / 255.0)
}

/// For lighting.
pub(super) fn linear(color: Color) -> [f32; 3] {
    [color.r, color.g, color.b].map(|c| (f32::from(c) / 255.0).powf(2.2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;

    #[test]
    fn a_box_has_twelve_edges_and_an_arrow_a_shaft_and_a_head() {
        let color = Color::rgb(1, 2, 3);
        let wire = Primitive::WireBox {
            center: Vec3::ZERO,
            half_extents: Vec3::ONE,
            rotation: Quat::IDENTITY,
            width: 1.0,
            color,
        };
        let arrow = Primitive::Arrow { from: Vec3::ZERO, to: Vec3::Y, width: 2.0, color };
        let camera = OrbitCamera::default();
        assert_eq!(Batch::new(&[wire], &camera, 700.0, 1.0, 1.0).from.len(), 12);
        let batch = Batch::new(&[arrow], &camera, 700.0, 1.0, 1.0);
        assert_eq!(batch.from.len(), 2);
        assert_eq!(batch.width[1][1], 0.0);
        assert!(batch.width[1][0] > batch.width[0][0]);
    }
}

//! How long an arrow is. Impulses of a pebble and of a lorry differ by five powers of ten, so lengths are measured
//! against the scene itself, and the sliders only multiply.

use crate::instrument::{BodyKind, RunHeader};

/// The scene's own measures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Typical size of a free body, m.
    pub length: f32,
    /// The impulse that carries a typical free body for one step, N s.
    pub impulse: f32,
}

impl Scale {
    /// Medians over the free bodies; a metre and a newton second where there are none.
    pub fn of(header: &RunHeader) -> Self {
        let free = || header.bodies.iter().filter(|b| b.kind == BodyKind::Dynamic);
        let length = median(free().map(|b| {
            b.shapes.iter().map(|(pose, shape)| pose.translation.length() + shape.bounding_radius()).fold(0.0, f32::max)
        }))
        .filter(|l| *l > 0.0)
        .unwrap_or(1.0);
        let mass = median(free().map(|b| b.mass)).filter(|m| *m > 0.0).unwrap_or(1.0);
        let impulse = mass * header.gravity.length().max(1.0) * header.dt.max(1e-4);
        Self { length, impulse }
    }

    /// Length of the arrow for an impulse, m. Grows with the impulse, and is cut at eight body sizes, so that one hard
    /// hit does not paint the whole view.
    pub fn impulse_arrow(&self, impulse: f32, factor: f32) -> f32 {
        (impulse / self.impulse * self.length * factor).min(self.length * 8.0)
    }
}

fn median(values: impl Iterator<Item = f32>) -> Option<f32> {
    let mut sorted: Vec<f32> = values.filter(|v| v.is_finite()).collect();
    sorted.sort_by(f32::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

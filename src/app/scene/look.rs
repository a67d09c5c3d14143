//! Colours of the surroundings, for both themes.

use crate::overlay::Color;

/// Background, ground and light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    pub sky: Color,
    pub horizon: Color,
    pub ground: Color,
    pub grid: Color,
    /// Darkens the rim around overlay marks, so that they stand out of light bodies.
    pub halo: Color,
    /// How far static bodies take on the colour of the ground, 0 to 1: they are the stage, not the play.
    pub static_share: f32,
    /// Strength of the light from all sides, 0 to 1.
    pub ambient: f32,
}

impl Look {
    pub const DARK: Self = Self {
        sky: Color::rgb(30, 34, 41),
        horizon: Color::rgb(58, 65, 76),
        ground: Color::rgb(66, 72, 82),
        grid: Color::rgb(98, 106, 118),
        halo: Color { r: 12, g: 14, b: 18, a: 190 },
        static_share: 0.0,
        ambient: 0.36,
    };

    pub const LIGHT: Self = Self {
        sky: Color::rgb(222, 228, 236),
        horizon: Color::rgb(245, 247, 250),
        ground: Color::rgb(218, 222, 228),
        grid: Color::rgb(176, 182, 192),
        halo: Color { r: 24, g: 28, b: 34, a: 200 },
        static_share: 0.72,
        ambient: 0.44,
    };
}

//! Colours with a meaning. The same table feeds the scene, the legend and the plots.

/// sRGB with straight alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color {
    pub r: u8,
    pub g: u8,
    pub b: u8,
    pub a: u8,
}

impl Color {
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b, a: 255 }
    }

    pub const fn with_alpha(self, a: u8) -> Self {
        Self { a, ..self }
    }

    /// This colour moved towards `other` by `share` (0 to 1).
    pub fn mixed(self, other: Self, share: f32) -> Self {
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share.clamp(0.0, 1.0)).round() as u8;
        Self { r: mix(self.r, other.r), g: mix(self.g, other.g), b: mix(self.b, other.b), a: mix(self.a, other.a) }
    }
}

/// A contact point born in this step (drawn as a diamond).
pub const CONTACT_NEW: Color = Color::rgb(60, 214, 110);
/// A contact point that was there before (a dot).
pub const CONTACT_PERSISTED: Color = Color::rgb(72, 150, 255);
/// A point whose surfaces do not touch yet (a ring).
pub const CONTACT_SPECULATIVE: Color = Color::rgb(205, 210, 218);
/// The contact normal.
pub const NORMAL: Color = Color::rgb(150, 205, 255);
/// A normal impulse.
pub const IMPULSE: Color = Color::rgb(240, 70, 200);
/// A friction impulse.
pub const FRICTION: Color = Color::rgb(255, 206, 50);
/// A joint's anchors, and the gap that should not be there.
pub const JOINT_ANCHOR: Color = Color::rgb(64, 206, 206);
pub const JOINT_GAP: Color = Color::rgb(255, 92, 64);
/// Bounds.
pub const AABB: Color = Color::rgb(168, 148, 222);
/// Velocity of the centre of mass.
pub const VELOCITY: Color = Color::rgb(255, 158, 66);
/// Angular velocity, along its axis.
pub const ANGULAR_VELOCITY: Color = Color::rgb(176, 224, 84);
/// How far friction has let a sticking point slip.
pub const ANCHOR_DRIFT: Color = Color::rgb(92, 240, 214);
/// How the gap of a joint came to be, and how far it is turned.
pub const JOINT_WAY: Color = Color::rgb(255, 160, 140);
pub const JOINT_ANGLE: Color = Color::rgb(196, 140, 255);
/// Distance from which contacts are made, and overlap that is left alone.
pub const ENGAGE_SHELL: Color = Color::rgb(120, 214, 255);
pub const SLOP_SHELL: Color = Color::rgb(255, 140, 110);
/// The way of a fast body.
pub const SWEEP: Color = Color::rgb(250, 236, 150);
/// A sleeping body.
pub const SLEEPING: Color = Color::rgb(124, 128, 134);
/// Whatever is selected; also the accent of the window.
pub const SELECTED: Color = Color::rgb(255, 176, 32);
/// The line from the mouse to the body it holds.
pub const GRAB: Color = Color::rgb(255, 255, 255);

/// The second run of a comparison.
pub const GHOST: Color = Color::rgb(120, 232, 208);

/// A body that never moves.
pub const STATIC: Color = Color::rgb(98, 104, 115);
/// A body moved by a script.
pub const ANIMATED: Color = Color::rgb(152, 128, 178);
/// Free bodies take turns, so that neighbours in a stack can be told apart.
pub const DYNAMIC: [Color; 5] = [
    Color::rgb(108, 150, 190),
    Color::rgb(196, 164, 120),
    Color::rgb(122, 168, 150),
    Color::rgb(178, 134, 128),
    Color::rgb(148, 146, 186),
];

/// Islands: Paul Tol's "muted" scheme, which colour-blind people can tell apart.
pub const ISLANDS: [Color; 9] = [
    Color::rgb(51, 117, 168),
    Color::rgb(221, 204, 119),
    Color::rgb(204, 102, 119),
    Color::rgb(68, 170, 153),
    Color::rgb(170, 68, 153),
    Color::rgb(153, 153, 51),
    Color::rgb(136, 204, 238),
    Color::rgb(17, 119, 51),
    Color::rgb(136, 34, 85),
];

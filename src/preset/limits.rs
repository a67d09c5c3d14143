//! Every limit of what a preset may say, in one place, each wide enough for any sensible scene and narrow enough that
//! single precision and the memory of a small machine stand it.

use super::reader::Range;

/// Largest file, bytes.
pub const MAX_FILE_BYTES: usize = 16 << 20;
/// Most bodies after repetition.
pub const MAX_BODIES: usize = 20_000;
/// Most shapes after repetition, parts of compounds counted.
pub const MAX_SHAPES: usize = 60_000;
/// Most joints after repetition.
pub const MAX_JOINTS: usize = 20_000;
/// Most springs.
pub const MAX_SPRINGS: usize = 20_000;
/// Most points of which a hull is made.
pub const MAX_HULL_POINTS: usize = 1_000;
/// Most samples of a height field along either side.
pub const MAX_HEIGHTS: usize = 129;
/// Most parts of one compound.
pub const MAX_PARTS: usize = 1_000;
/// Most events.
pub const MAX_EVENTS: usize = 1_000;
/// Most keyframes of a path.
pub const MAX_KEYFRAMES: usize = 1_000;
/// Longest name, bytes.
pub const MAX_NAME: usize = 100;
/// Longest running text, bytes.
pub const MAX_TEXT: usize = 64 << 10;
/// Most runs of a sweep.
pub const MAX_SWEEP: u32 = 10_000;
/// How far the length of a quaternion may be from one.
pub const QUATERNION_TOLERANCE: f32 = 1e-3;

pub(super) const POSITION: Range = Range::new(-1e6, 1e6, "a length in metres");
pub(super) const SIZE: Range = Range::new(1e-4, 1e5, "a size in metres");
pub(super) const VELOCITY: Range = Range::new(-1e5, 1e5, "a speed in m/s");
pub(super) const ANGULAR_VELOCITY: Range = Range::new(-1e5, 1e5, "a turning speed in rad/s");
pub(super) const MASS: Range = Range::new(1e-6, 1e12, "a mass in kg");
pub(super) const DENSITY: Range = Range::new(1e-3, 1e7, "a density in kg/m³");
pub(super) const SCALE: Range = Range::new(1e-3, 1e6, "a factor");
pub(super) const FRICTION: Range = Range::new(0.0, 100.0, "a coefficient of friction");
pub(super) const RESTITUTION: Range = Range::new(0.0, 1.0, "a coefficient of restitution");
pub(super) const DAMPING: Range = Range::new(0.0, 1e4, "a damping in 1/s");
pub(super) const GRAVITY_SCALE: Range = Range::new(-1e3, 1e3, "a factor of gravity");
pub(super) const DEGREES: Range = Range::new(-36_000.0, 36_000.0, "an angle in degrees");
pub(super) const PITCH: Range = Range::new(-89.0, 89.0, "an angle in degrees");
pub(super) const UNIT: Range = Range::new(-2.0, 2.0, "a part of a unit quaternion");
pub(super) const TIME: Range = Range::new(0.0, 1e6, "a time in seconds");
pub(super) const DURATION: Range = Range::new(1e-4, 1e6, "a duration in seconds");
pub(super) const STIFFNESS: Range = Range::new(1e-6, 1e12, "a stiffness in N/m");
pub(super) const SPRING_DAMPING: Range = Range::new(0.0, 1e12, "a damping in N s/m");
pub(super) const REST_LENGTH: Range = Range::new(0.0, 1e5, "a length in metres");
pub(super) const LINEAR_DRAG: Range = Range::new(0.0, 1e9, "a drag in N s/m");
pub(super) const QUADRATIC_DRAG: Range = Range::new(0.0, 1e9, "a drag in N s²/m²");
pub(super) const FORCE: Range = Range::new(-1e12, 1e12, "a force in N");
pub(super) const IMPULSE: Range = Range::new(-1e12, 1e12, "an impulse in N s");
pub(super) const TRAVEL: Range = Range::new(-1e5, 1e5, "a travel in metres");
pub(super) const HERTZ: Range = Range::new(1e-3, 1e4, "a frequency in Hz");
pub(super) const RATIO: Range = Range::new(0.0, 1e3, "a damping ratio");
pub(super) const STRENGTH: Range = Range::new(0.0, 1e12, "a force in N or a torque in N m");
pub(super) const HALF_TURN: Range = Range::new(0.0, 175.0, "an angle in degrees");

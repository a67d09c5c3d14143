//! Where an animated body is at a given time.

use super::expand::rotation;
use super::schema::{BodyPath, Interpolation};
use crate::math::{Pose, Quat, Vec3};

/// A path made ready to be followed.
#[derive(Clone, Debug)]
pub(super) enum Motion {
    Keyframes { frames: Vec<(f64, Pose)>, is_smooth: bool, is_loop: bool },
    Oscillation { start: Pose, travel: Vec3, period: f64 },
    Spin { start: Pose, axis: Vec3, speed: f64 },
}

impl Motion {
    pub fn new(path: &BodyPath, start: Pose) -> Self {
        match path {
            BodyPath::Keyframes { frames, interpolation, is_loop } => Self::Keyframes {
                frames: frames
                    .iter()
                    .map(|frame| {
                        let turn = frame.rotation.as_ref().map_or(start.rotation, |r| rotation(Some(r)));
                        (f64::from(frame.time), Pose::new(Vec3::from(frame.position), turn))
                    })
                    .collect(),
                is_smooth: *interpolation == Some(Interpolation::Smooth),
                is_loop: is_loop.unwrap_or(false),
            },
            BodyPath::Oscillation { axis, amplitude, period } => Self::Oscillation {
                start,
                travel: Vec3::from(*axis).normalize() * *amplitude,
                period: f64::from(*period),
            },
            BodyPath::Spin { axis, speed } => {
                Self::Spin { start, axis: Vec3::from(*axis).normalize(), speed: f64::from(*speed) }
            }
        }
    }

    /// The pose at a time, s. Phases are worked out in double precision, so that an hour is no different from the start.
    pub fn pose(&self, time: f64) -> Pose {
        match self {
            Self::Keyframes { frames, is_smooth, is_loop } => keyframe_pose(frames, *is_smooth, *is_loop, time),
            Self::Oscillation { start, travel, period } => {
                let phase = (time / period).fract() * std::f64::consts::TAU;
                Pose::new(start.translation + *travel * phase.sin() as f32, start.rotation)
            }
            Self::Spin { start, axis, speed } => {
                let angle = (speed * time) % std::f64::consts::TAU;
                let turn = Quat::from_axis_angle(*axis, angle as f32);
                Pose::new(start.translation, (turn * start.rotation).normalize())
            }
        }
    }
}

fn keyframe_pose(frames: &[(f64, Pose)], is_smooth: bool, is_loop: bool, time: f64) -> Pose {
    let (Some(first), Some(last)) = (frames.first(), frames.last()) else { return Pose::IDENTITY };
    let length = last.0 - first.0;
    let time = if is_loop && time > last.0 && length > 0.0 { first.0 + (time - first.0) % length } else { time };
    let after = frames.partition_point(|(at, _)| *at <= time);
    if after == 0 {
        return first.1;
    }
    let (Some(from), Some(to)) = (frames.get(after - 1), frames.get(after)) else { return last.1 };
    let share = (time - from.0) / (to.0 - from.0);
    let share = if is_smooth { share * share * (3.0 - 2.0 * share) } else { share } as f32;
    Pose::new(from.1.translation.lerp(to.1.translation, share), from.1.rotation.slerp(to.1.rotation, share).normalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_passes_its_frames_again_and_again() {
        let at = |time: f64, x: f32| (time, Pose::from_translation(Vec3::new(x, 0.0, 0.0)));
        let frames = vec![at(0.0, 0.0), at(1.0, 2.0), at(3.0, 0.0)];
        let motion = Motion::Keyframes { frames, is_smooth: false, is_loop: true };
        for (time, x) in [(0.5, 1.0), (1.0, 2.0), (2.0, 1.0), (3.5, 1.0), (300.5, 1.0)] {
            assert!((motion.pose(time).translation.x - x).abs() < 1e-5, "{time}");
        }
    }
}

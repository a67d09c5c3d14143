//! Drawing between two states (chapter 2.3). Pictures and steps need not come at the same times: an accumulator leaves a
//! rest of less than a step, and whoever draws the last state shows motion that stands still and jumps. Drawing a share of
//! the way from the state before to the last one is smooth at any rate of pictures, and one step late.
//!
//! Only the picture changes: contacts, joints and numbers stay those of the last state.

use super::record::StepRecord;
use std::borrow::Cow;

impl StepRecord {
    /// The bodies where a picture shows them, `alpha` of the way (0 to 1) from `before` to this state; without a state
    /// before they are drawn where they are. Bodies that were not there before, and numbers that make no sense, count as
    /// arrived.
    pub fn drawn_between(&self, before: Option<&Self>, alpha: f32) -> Cow<'_, Self> {
        let Some(before) = before.filter(|_| (0.0..1.0).contains(&alpha)) else { return Cow::Borrowed(self) };
        let mut drawn = self.clone();
        for (index, body) in drawn.bodies.iter_mut().enumerate() {
            if let Some(old) = before.bodies.get(index).filter(|old| old.id == body.id) {
                *body = body.interpolated(old, alpha);
            }
        }
        for (index, shift) in drawn.displacements.iter_mut().enumerate() {
            let old = before.displacements.get(index).copied().unwrap_or(*shift);
            *shift = old.lerp(*shift, alpha);
        }
        Cow::Owned(drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::BodyRecord;
    use super::*;
    use crate::math::{Quat, Vec3};

    fn at(x: f32, angle: f32) -> StepRecord {
        let body = BodyRecord {
            id: 0,
            position: Vec3::new(x, 0.0, 0.0),
            rotation: Quat::from_rotation_z(angle),
            velocity: Vec3::X,
            angular_velocity: Vec3::ZERO,
            is_asleep: false,
            island: 0,
        };
        StepRecord { bodies: vec![body], ..StepRecord::default() }
    }

    #[test]
    fn a_picture_lies_its_share_of_the_way_between_two_states() {
        let (before, now) = (at(1.0, 0.2), at(2.0, 0.6));
        let drawn = now.drawn_between(Some(&before), 0.25);
        assert!((drawn.bodies[0].position.x - 1.25).abs() < 1e-6);
        assert!(drawn.bodies[0].rotation.angle_between(Quat::from_rotation_z(0.3)) < 1e-3);
        assert_eq!(drawn.bodies[0].velocity, Vec3::X, "numbers stay those of the state");
    }

    #[test]
    fn without_a_state_before_and_on_arrival_it_is_the_state_itself() {
        let (before, now) = (at(1.0, 0.2), at(2.0, 0.6));
        for drawn in [now.drawn_between(None, 0.5), now.drawn_between(Some(&before), 1.0)] {
            assert_eq!(drawn.bodies, now.bodies);
        }
        let fewer = StepRecord::default();
        assert_eq!(now.drawn_between(Some(&fewer), 0.5).bodies, now.bodies, "a new body has no way behind it");
    }
}

//! What has drifted, read from a world between two steps: friction anchors, angles of joints, and the distances at which
//! contacts are made and left alone. Not recorded: whoever wants to see it reads it when it is to be drawn.

use crate::dynamics::{StepSettings, World};
use crate::math::Vec3;

/// A contact point that stuck, and how far its two material points have come apart along the surface since.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnchorDrift {
    /// The material point of A, world, m.
    pub on_a: Vec3,
    /// From there to that of B, across the normal, world, m.
    pub drift: Vec3,
}

/// How far a joint has turned where it should not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AngleDrift {
    /// Index of the joint.
    pub joint: u32,
    /// Anchor on A, world, m.
    pub at: Vec3,
    /// Axis times angle, world, rad.
    pub error: Vec3,
}

/// Everything that drifts at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drift {
    pub anchors: Vec<AnchorDrift>,
    pub angles: Vec<AngleDrift>,
    /// Overlap that is left alone, m.
    pub slop: f32,
    /// Gap from which contacts are made, m.
    pub engage_distance: f32,
}

impl Drift {
    pub fn of(world: &World, settings: &StepSettings) -> Self {
        let mut drift = Self {
            slop: settings.solver.slop,
            engage_distance: settings.narrow_phase.speculative_distance,
            ..Self::default()
        };
        for contact in world.contacts() {
            let (a, b) = (world.world_from_body(contact.body_a), world.world_from_body(contact.body_b));
            drift.anchors.extend(contact.points().iter().map(|point| {
                let on_a = a.transform_point(point.anchor_a);
                let apart = b.transform_point(point.anchor_b) - on_a;
                AnchorDrift { on_a, drift: apart.reject_from_normalized(contact.normal) }
            }));
        }
        for (index, joint) in world.joints().iter().enumerate().filter(|(_, joint)| !joint.is_broken) {
            let (a, b) = (world.world_from_body(joint.body_a), world.world_from_body(joint.body_b));
            let error = joint.angle_error(&a, &b);
            if error != Vec3::ZERO {
                drift.angles.push(AngleDrift { joint: index as u32, at: joint.anchors(&a, &b)[0], error });
            }
        }
        drift
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::{BodyDef, BodyId, ColliderDef, JointDef, JointKind, JointOptions, MassSpec, WorldEdit};
    use crate::geometry::{Cuboid, Shape};
    use crate::math::{Pose, Quat};

    fn cube() -> Vec<ColliderDef> {
        vec![ColliderDef::new(Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.5) }))]
    }

    #[test]
    fn a_box_that_is_dragged_along_leaves_its_anchors_behind() {
        let mut world = World::new();
        let settings = StepSettings::default();
        let floor = vec![ColliderDef::new(Shape::Cuboid(Cuboid { half_extents: Vec3::new(9.0, 0.5, 9.0) }))];
        world.add_body(BodyDef::fixed("floor", Pose::from_translation(Vec3::Y * -0.5), floor));
        let at = Pose::from_translation(Vec3::Y * 0.5);
        let id = world.add_body(BodyDef::dynamic("box", at, cube(), MassSpec::Density(1000.0)));
        for _ in 0..30 {
            world.step(&settings, &mut ()).unwrap();
        }
        let still = Drift::of(&world, &settings);
        assert_eq!(still.anchors.len(), 4);
        assert!(still.anchors.iter().all(|anchor| anchor.drift.length() < 1e-4), "{still:?}");
        let moved = Pose::from_translation(world.world_from_body(id).translation + Vec3::X * 0.01);
        world.apply(WorldEdit::SetPose { body: id, world_from_body: moved }).unwrap();
        let moved = Drift::of(&world, &settings);
        for anchor in &moved.anchors {
            // Contacts run from A to B by the order of their colliders: the floor is A.
            assert!((anchor.drift - Vec3::X * 0.01).length() < 1e-3, "{anchor:?}");
        }
    }

    #[test]
    fn the_angle_error_of_a_joint_has_its_axis_and_the_measured_size() {
        for kind in [JointKind::Hinge, JointKind::Weld, JointKind::Slider] {
            let mut world = World::new();
            world.add_body(BodyDef::fixed("wall", Pose::IDENTITY, cube()));
            let turn = Quat::from_rotation_x(0.1);
            world.add_body(BodyDef::dynamic("door", Pose::new(Vec3::X, turn), cube(), MassSpec::Density(1000.0)));
            world.add_joint(JointDef {
                name: "joint".into(),
                kind,
                body_a: BodyId(0),
                body_b: BodyId(1),
                a_from_joint: Pose::IDENTITY,
                b_from_joint: Pose::IDENTITY,
                collide_connected: false,
                options: JointOptions::default(),
            });
            let drift = Drift::of(&world, &StepSettings::default());
            let error = drift.angles[0].error;
            assert!((error - Vec3::X * 0.1).length() < 1e-4, "{kind:?}: {error}");
            let [a, b] = [0, 1].map(|id| world.world_from_body(BodyId(id)));
            assert!((world.joints()[0].measured_error(&a, &b).angle - error.length()).abs() < 1e-5);
        }
    }
}

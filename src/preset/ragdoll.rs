//! The ragdoll template: eleven capsules and ten joints, standing with spread arms.
//!
//! The measures are those of a person of 1.8 m and are scaled to the height asked for. Neighbouring bones overlap a
//! little at the joints, as flesh does; by default they do not collide with each other.

use super::expand::{Expander, FlatJoint, plain_body, rotation};
use super::schema::{Body, JointType, Ragdoll, ShapeSpec};
use crate::dynamics::{JointOptions, Limit};
use crate::math::{Pose, Quat, Vec3};
use std::f32::consts::{FRAC_PI_2, PI};

/// Height of the person whose measures stand below, m.
const HEIGHT: f32 = 1.8;
const DEFAULT_MASS: f32 = 75.0;

struct Bone {
    name: &'static str,
    /// From the pelvis, m, facing +z with the left arm towards +x.
    center: [f32; 3],
    /// Whether it lies along x instead of standing along y.
    is_level: bool,
    length: f32,
    radius: f32,
}

const fn bone(name: &'static str, center: [f32; 3], is_level: bool, length: f32, radius: f32) -> Bone {
    Bone { name, center, is_level, length, radius }
}

const BONES: [Bone; 11] = [
    bone("pelvis", [0.0, 0.0, 0.0], true, 0.16, 0.11),
    bone("torso", [0.0, 0.36, 0.0], false, 0.30, 0.14),
    bone("head", [0.0, 0.755, 0.0], false, 0.04, 0.105),
    bone("upper_arm_l", [0.32, 0.52, 0.0], true, 0.22, 0.05),
    bone("lower_arm_l", [0.59, 0.52, 0.0], true, 0.22, 0.045),
    bone("upper_arm_r", [-0.32, 0.52, 0.0], true, 0.22, 0.05),
    bone("lower_arm_r", [-0.59, 0.52, 0.0], true, 0.22, 0.045),
    bone("upper_leg_l", [0.10, -0.29, 0.0], false, 0.34, 0.08),
    bone("lower_leg_l", [0.10, -0.71, 0.0], false, 0.38, 0.06),
    bone("upper_leg_r", [-0.10, -0.29, 0.0], false, 0.34, 0.08),
    bone("lower_leg_r", [-0.10, -0.71, 0.0], false, 0.38, 0.06),
];

struct Link {
    name: &'static str,
    /// Indices into [`BONES`].
    a: usize,
    b: usize,
    anchor: [f32; 3],
    /// About which a hinge bends, or a ball joint twists.
    axis: Vec3,
    /// Largest swing of a ball joint, degrees; without it a hinge.
    swing: Option<f32>,
    /// Range of the bend or twist, degrees.
    range: [f32; 2],
}

const fn ball(name: &'static str, a: usize, b: usize, anchor: [f32; 3], axis: Vec3, swing: f32, twist: f32) -> Link {
    Link { name, a, b, anchor, axis, swing: Some(swing), range: [-twist, twist] }
}

const fn hinge(name: &'static str, a: usize, b: usize, anchor: [f32; 3], axis: Vec3, range: [f32; 2]) -> Link {
    Link { name, a, b, anchor, axis, swing: None, range }
}

const LINKS: [Link; 10] = [
    ball("spine", 0, 1, [0.0, 0.13, 0.0], Vec3::Y, 40.0, 30.0),
    ball("neck", 1, 2, [0.0, 0.65, 0.0], Vec3::Y, 45.0, 50.0),
    ball("shoulder_l", 1, 3, [0.18, 0.52, 0.0], Vec3::X, 95.0, 60.0),
    hinge("elbow_l", 3, 4, [0.455, 0.52, 0.0], Vec3::Y, [-140.0, 5.0]),
    ball("shoulder_r", 1, 5, [-0.18, 0.52, 0.0], Vec3::NEG_X, 95.0, 60.0),
    hinge("elbow_r", 5, 6, [-0.455, 0.52, 0.0], Vec3::Y, [-5.0, 140.0]),
    ball("hip_l", 0, 7, [0.10, -0.08, 0.0], Vec3::NEG_Y, 70.0, 30.0),
    hinge("knee_l", 7, 8, [0.10, -0.50, 0.0], Vec3::X, [-5.0, 140.0]),
    ball("hip_r", 0, 9, [-0.10, -0.08, 0.0], Vec3::NEG_Y, 70.0, 30.0),
    hinge("knee_r", 9, 10, [-0.10, -0.50, 0.0], Vec3::X, [-5.0, 140.0]),
];

/// Adds a ragdoll's bones and joints.
pub(super) fn add(expander: &mut Expander<'_>, doll: &Ragdoll, path: &str) {
    if !expander.has_room(BONES.len() as u64, path) {
        return;
    }
    let is_new = expander.claim(&doll.name, path);
    let scale = doll.height.unwrap_or(HEIGHT) / HEIGHT;
    let world_from_doll = Pose::new(Vec3::from(doll.position), rotation(doll.rotation.as_ref()));
    let volume = |bone: &Bone| PI * bone.radius * bone.radius * (bone.length + 4.0 / 3.0 * bone.radius);
    let whole: f32 = BONES.iter().map(volume).sum();
    let first = expander.out.bodies.len();
    for bone in &BONES {
        let name = format!("{}.{}", doll.name, bone.name);
        let is_free = is_new && expander.claim(&name, path);
        let shape = ShapeSpec::Capsule { length: bone.length * scale, radius: bone.radius * scale };
        let mass = doll.mass.unwrap_or(DEFAULT_MASS) * volume(bone) / whole;
        let body =
            Body { friction: doll.friction, velocity: doll.velocity, ..plain_body(&name, &shape, None, Some(mass)) };
        let entry = expander.entry(body, path);
        let turn = if bone.is_level { Quat::from_rotation_z(-FRAC_PI_2) } else { Quat::IDENTITY };
        let doll_from_bone = Pose::new(Vec3::from(bone.center) * scale, turn);
        let index = expander.place(name.clone(), entry, world_from_doll.mul(&doll_from_bone));
        if is_free {
            expander.out.index.insert(name, index);
        }
    }
    let has_limits = doll.limits.unwrap_or(false);
    for link in &LINKS {
        let (a, b) = (first + link.a, first + link.b);
        let anchor = world_from_doll.transform_point(Vec3::from(link.anchor) * scale);
        let joint = FlatJoint {
            name: format!("{}.{}", doll.name, link.name),
            kind: if link.swing.is_none() { JointType::Hinge } else { JointType::Ball },
            a,
            b,
            anchor_a: expander.out.bodies[a].world_from_authored.inverse_transform_point(anchor),
            anchor_b: expander.out.bodies[b].world_from_authored.inverse_transform_point(anchor),
            axis: (has_limits || link.swing.is_none()).then(|| world_from_doll.transform_vector(link.axis)),
            options: if has_limits { limits(link) } else { JointOptions::default() },
            length: None,
            collide_connected: doll.collide_connected.unwrap_or(false),
            origin: super::edit::Item::at(path),
        };
        expander.push_joint(joint, path);
    }
}

fn limits(link: &Link) -> JointOptions {
    let [lower, upper] = link.range.map(f32::to_radians);
    JointOptions {
        limit: Some(Limit { lower, upper }),
        swing_limit: link.swing.map(f32::to_radians),
        ..JointOptions::default()
    }
}

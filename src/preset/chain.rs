//! The chain template: equal links end to end, with something heavy at the end if asked for.

use super::expand::{Expander, FlatJoint, plain_body};
use super::schema::{Body, Chain, ChainJoint, JointType};
use super::shapes;
use crate::math::{Pose, Quat, Vec3};

/// Adds a chain's links, its end and its joints.
pub(super) fn add(expander: &mut Expander<'_>, chain: &Chain, path: &str) {
    if chain.count == 0 || !expander.has_room(u64::from(chain.count) + 1, path) {
        return;
    }
    let is_new = expander.claim(&chain.name, path);
    let down = Vec3::from(chain.direction.unwrap_or([0.0, -1.0, 0.0])).normalize();
    let Some(length) = chain.link_length.or_else(|| shapes::height(&chain.shape)) else {
        expander.report(format!("{path}/link_length"), "for this shape \"link_length\" is needed");
        return;
    };
    let link = Body {
        friction: chain.friction,
        inertia_scale: chain.inertia_scale,
        angular_damping: chain.angular_damping,
        ..plain_body(&chain.name, &chain.shape, chain.density, chain.mass)
    };
    let entry = expander.entry(link, path);
    // Hanging straight down is the unturned chain.
    let turn = Quat::from_rotation_arc(Vec3::NEG_Y, down);
    let start = Vec3::from(chain.start);
    let first = expander.out.bodies.len();
    for i in 0..chain.count {
        let pose = Pose::new(start + down * (length * (i as f32 + 0.5)), turn);
        expander.place(format!("{}[{i}]", chain.name), entry, pose);
    }
    let tip = start + down * (length * chain.count as f32);
    if let Some(end) = &chain.end {
        let Some(half) = shapes::full_height(&end.shape).map(|height| 0.5 * height) else {
            expander.report(format!("{path}/end/shape"), "the end of a chain is a sphere, a box or a capsule");
            return;
        };
        let name = format!("{}.end", chain.name);
        expander.claim(&name, path);
        let entry = expander.entry(plain_body(&name, &end.shape, end.density, end.mass), &format!("{path}/end"));
        expander.place(name, entry, Pose::new(tip + down * half, turn));
    }
    if is_new {
        for (index, body) in expander.out.bodies.iter().enumerate().skip(first) {
            expander.out.index.insert(body.name.clone(), index);
        }
    }

    // Joint i holds link i at its upper end; the last one holds the end mass, if there is one.
    let holder = chain.attach_to.as_ref().map(|name| expander.find(name, &format!("{path}/attach_to")));
    let end_holder = chain.attach_end_to.as_ref().map(|name| expander.find(name, &format!("{path}/attach_end_to")));
    let kind = match chain.joint.unwrap_or(ChainJoint::Ball) {
        ChainJoint::Ball => JointType::Ball,
        ChainJoint::Hinge => JointType::Hinge,
        ChainJoint::Weld => JointType::Weld,
    };
    let last = expander.out.bodies.len();
    let mut pairs = Vec::new();
    if let Some(Some(holder)) = holder {
        pairs.push((0, holder, first, start));
    }
    for body in first + 1..last {
        let number = (body - first) as u32;
        pairs.push((number, body - 1, body, start + down * (length * number as f32)));
    }
    if let Some(Some(holder)) = end_holder {
        let half = chain.end.as_ref().and_then(|end| shapes::full_height(&end.shape)).unwrap_or(0.0);
        pairs.push(((last - first) as u32, last - 1, holder, tip + down * half));
    }
    for (number, a, b, anchor) in pairs {
        let joint = FlatJoint {
            name: format!("{}.joint[{number}]", chain.name),
            kind,
            a,
            b,
            anchor_a: expander.out.bodies[a].world_from_authored.inverse_transform_point(anchor),
            anchor_b: expander.out.bodies[b].world_from_authored.inverse_transform_point(anchor),
            axis: chain.axis.map(|axis| Vec3::from(axis).normalize()),
            options: Default::default(),
            length: None,
            collide_connected: chain.collide_connected.unwrap_or(false),
            origin: super::edit::Item::at(path),
        };
        expander.push_joint(joint, path);
    }
}

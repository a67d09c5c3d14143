//! A later moment as the start: what has happened until then is written into the document.

use super::apart::{degrees, taken_apart_with_names};
use super::moving::as_written;
use super::{Edited, Item, Preset, Problems, flat, plain, unique_name};
use crate::dynamics::{BodyId, BodyType, JointId};
use crate::geometry::Shape;
use crate::math::{Pose, Vec3};
use crate::preset::Instance;
use crate::preset::schema::{Body, BodyPath, Event, Force, Keyframe, Part, Ramp, ShapeSpec};
use std::collections::BTreeMap;

/// The document whose start is the moment at which an instance of it (as any of its variants) is: poses and velocities of
/// all bodies, the angles from which limits count, what is left of events and paths. What moved is broken apart.
///
/// # Errors
/// When something lies where a document cannot put it.
pub fn started_from(preset: &Preset, instance: &Instance) -> Result<Edited, Problems> {
    if instance.world.step_count() == 0 && instance.world.bodies().len() == instance.body_names().len() {
        let note = Some("This is the start already.".to_owned());
        return Ok(Edited { preset: preset.clone(), selection: Vec::new(), note });
    }
    let scene = flat(preset);
    let mut many: Vec<Item> = Vec::new();
    for (index, body) in scene.bodies.iter().enumerate() {
        let Some(item) = Item::at(&scene.entries[body.entry].path) else { continue };
        let is_many = match item {
            Item::Body(index) => preset.scene.bodies[index].repeat.is_some(),
            _ => true,
        };
        if is_many && has_moved(instance, index, &body.world_from_authored) && !many.contains(&item) {
            many.push(item);
        }
    }
    let (mut changed, selection, names) = taken_apart_with_names(preset, &many, &[]);
    let mut notes = Vec::new();
    let ids: BTreeMap<&str, BodyId> = (0_u32..)
        .zip(instance.body_names())
        .map(|(index, old)| (names.get(old).unwrap_or(old).as_str(), BodyId(index)))
        .collect();
    for body in changed.scene.bodies.iter_mut().filter(|body| body.repeat.is_none()) {
        if let Some(&id) = ids.get(body.name.as_str()) {
            set_start(body, instance, id, &mut notes);
        }
    }
    add_new_bodies(&mut changed, instance);
    set_joints(&mut changed, instance, &many, &mut notes);
    for (spring, living) in changed.scene.springs.iter_mut().zip(instance.world.springs()) {
        spring.rest_length = Some(living.rest_length);
    }
    let now = instance.world.time();
    changed.scene.events = changed.scene.events.iter().filter_map(|event| left_of(event, now)).collect();
    if let Some(watch) = &mut changed.watch {
        watch.at = watch.at.map(|at| at - now as f32).filter(|at| *at > 0.0);
    }
    for (_, variant) in &mut changed.variants.0 {
        variant.bodies.0.iter_mut().for_each(|(_, change)| change.position = None);
    }
    let note = (!notes.is_empty()).then(|| notes.join(" "));
    Edited::checked(changed, selection, note)
}

fn has_moved(instance: &Instance, index: usize, start: &Pose) -> bool {
    let world = &instance.world;
    let Some(state) = world.states().get(index) else { return false };
    world.bodies()[index].body_type != BodyType::Static
        && (instance.world_from_authored(BodyId(index as u32)) != *start
            || state.velocity != Vec3::ZERO
            || state.angular_velocity != Vec3::ZERO)
}

fn set_start(body: &mut Body, instance: &Instance, id: BodyId, notes: &mut Vec<String>) {
    let (world, pose) = (&instance.world, instance.world_from_authored(id));
    let (living, state) = (&world.bodies()[id.index()], &world.states()[id.index()]);
    if living.body_type == BodyType::Static {
        return;
    }
    if let Some(path) = &mut body.path
        && !cut_path(path, world.time() as f32, &pose)
    {
        notes.push(format!("“{}” begins its path anew.", body.name));
        return;
    }
    body.position = Some(pose.translation.to_array());
    body.rotation = as_written(pose.rotation);
    if living.body_type == BodyType::Dynamic {
        let moving = |v: Vec3| (v != Vec3::ZERO).then(|| v.to_array());
        (body.velocity, body.angular_velocity) = (moving(state.velocity), moving(state.angular_velocity));
    }
    // An event may have changed it since it was written.
    let is_heavier = body.mass.is_some_and(|mass| mass != living.mass) && living.mass > 0.0;
    if is_heavier {
        body.mass = Some(living.mass);
    }
}

/// Leaves of a path what is still to come; whether that can be said.
fn cut_path(path: &mut BodyPath, now: f32, pose: &Pose) -> bool {
    match path {
        // It goes on turning from where it is.
        BodyPath::Spin { .. } => true,
        BodyPath::Keyframes { frames, is_loop, .. } if *is_loop != Some(true) => {
            let here =
                Keyframe { time: 0.0, position: pose.translation.to_array(), rotation: as_written(pose.rotation) };
            let later = frames.iter().filter(|frame| frame.time > now + 1e-4);
            let later: Vec<Keyframe> =
                later.map(|frame| Keyframe { time: frame.time - now, ..frame.clone() }).collect();
            *frames = std::iter::once(here).chain(later).collect();
            true
        }
        BodyPath::Keyframes { .. } | BodyPath::Oscillation { .. } => now <= 0.0,
    }
}

/// Bodies that came into the running scene.
fn add_new_bodies(changed: &mut Preset, instance: &Instance) {
    let world = &instance.world;
    for (index, living) in world.bodies().iter().enumerate().skip(instance.body_names().len()) {
        let (first, count) = (living.first_collider as usize, living.collider_count as usize);
        let colliders = &world.colliders()[first..first + count];
        let parts: Option<Vec<Part>> = colliders
            .iter()
            .map(|collider| {
                Some(Part {
                    shape: spec_of(&collider.shape)?,
                    position: Some(collider.body_from_shape.translation.to_array()),
                    rotation: as_written(collider.body_from_shape.rotation),
                })
            })
            .collect();
        let Some(parts) = parts.filter(|_| living.body_type == BodyType::Dynamic) else { continue };
        let is_plain = matches!(&parts[..], [part] if part.rotation.is_none() && part.position == Some([0.0; 3]));
        let shape = if is_plain { parts[0].shape.clone() } else { ShapeSpec::Compound { parts } };
        let state = &world.states()[index];
        let moving = |v: Vec3| (v != Vec3::ZERO).then(|| v.to_array());
        let name = unique_name(changed, &living.name);
        changed.scene.bodies.push(Body {
            position: Some(state.position.to_array()),
            rotation: as_written(state.rotation),
            velocity: moving(state.velocity),
            angular_velocity: moving(state.angular_velocity),
            mass: Some(living.mass),
            friction: colliders.first().map(|collider| collider.friction),
            restitution: colliders.first().map(|collider| collider.restitution),
            ..plain(&name, shape)
        });
    }
}

/// A shape as it would be written.
fn spec_of(shape: &Shape) -> Option<ShapeSpec> {
    Some(match shape {
        Shape::Sphere(sphere) => ShapeSpec::Sphere { radius: sphere.radius },
        Shape::Cuboid(cuboid) => ShapeSpec::Box { size: (cuboid.half_extents * 2.0).to_array() },
        Shape::Capsule(capsule) => ShapeSpec::Capsule { length: capsule.half_height * 2.0, radius: capsule.radius },
        Shape::Hull(hull) => ShapeSpec::Hull { points: hull.vertices().iter().map(|v| v.to_array()).collect() },
        _ => return None,
    })
}

/// Joints go on from where they are: anchors in the bodies, limits less what has been turned already.
fn set_joints(changed: &mut Preset, instance: &Instance, apart: &[Item], notes: &mut Vec<String>) {
    let world = &instance.world;
    // In the document, joints of what was taken apart come first, then its own.
    let is_apart = |item: Option<Item>| item.is_some_and(|item| apart.contains(&item));
    let ids = || (0..world.joints().len() as u32).map(JointId);
    let order: Vec<JointId> = ids()
        .filter(|id| is_apart(instance.item_of_joint(*id)))
        .chain(ids().filter(|id| matches!(instance.item_of_joint(*id), Some(Item::Joint(_)))))
        .collect();
    let mut restarted = 0;
    let mut broken = Vec::new();
    for (index, (joint, id)) in changed.scene.joints.iter_mut().zip(&order).enumerate() {
        let living = &world.joints()[id.0 as usize];
        if living.is_broken {
            broken.push(index);
            continue;
        }
        let (a, b) = (world.world_from_body(living.body_a), world.world_from_body(living.body_b));
        let [on_a, on_b] = living.anchors(&a, &b);
        if joint.anchor_a.is_none() || joint.anchor_b.is_none() {
            let authored = |body| instance.world_from_authored(body);
            joint.anchor_a = Some(authored(living.body_a).inverse_transform_point(on_a).to_array());
            joint.anchor_b = Some(authored(living.body_b).inverse_transform_point(on_b).to_array());
            joint.anchor = None;
        }
        if joint.axis.is_some() {
            joint.axis = Some((a.rotation * living.a_from_joint.rotation * Vec3::Z).to_array());
        }
        if joint.length.is_some() || matches!(living.kind, crate::dynamics::JointKind::Distance { .. }) {
            joint.length = match living.kind {
                crate::dynamics::JointKind::Distance { length } => Some(length),
                _ => None,
            };
        }
        match (joint.kind, joint.limit_degrees) {
            (crate::preset::schema::JointType::Hinge, Some(limit)) => {
                let turned = living.coordinate(&a, &b).unwrap_or(0.0);
                let [lower, upper] = limit.map(|bound| degrees(bound.to_radians() - turned));
                // A limit that is overrun a little begins where the joint is.
                joint.limit_degrees = Some([lower.min(0.0), upper.max(0.0)]);
            }
            (crate::preset::schema::JointType::Ball, limit)
                if limit.is_some() || joint.swing_limit_degrees.is_some() =>
            {
                restarted += 1;
            }
            _ => {}
        }
    }
    if restarted > 0 {
        notes.push("Limits of ball joints count from the new start.".to_owned());
    }
    for index in broken.into_iter().rev() {
        changed.scene.joints.remove(index);
    }
}

/// What of an event is still to come.
fn left_of(event: &Event, now: f64) -> Option<Event> {
    let at = f64::from(event.at);
    if at >= now - 1e-9 {
        return Some(Event { at: (at - now).max(0.0) as f32, ..event.clone() });
    }
    let force = event.force.as_ref()?;
    let Some(duration) = event.duration else { return Some(Event { at: 0.0, ..event.clone() }) };
    let left = at + f64::from(duration) - now;
    if left <= 1e-4 {
        return None;
    }
    let force = match force {
        Force::Constant(force) => Force::Constant(*force),
        Force::Ramp(Ramp { from, to }) => {
            let share = ((now - at) / f64::from(duration)) as f32;
            Force::Ramp(Ramp { from: Vec3::from(*from).lerp(Vec3::from(*to), share).to_array(), to: *to })
        }
    };
    Some(Event { at: 0.0, duration: Some(left as f32), force: Some(force), ..event.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = r#"{"format": "jitterscope-preset", "version": 1, "title": "t", "scene": {
        "bodies": [
            {"name": "floor", "type": "static", "shape": {"type": "half_space"}, "friction": 0.5},
            {"name": "pile", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 3, 0], "repeat": {"type": "line", "count": 3, "step": [0.2, 1.2, 0]}},
            {"name": "post", "type": "static", "shape": {"type": "box", "size": [0.2, 2, 0.2]}, "position": [5, 1, 0]},
            {"name": "flap", "shape": {"type": "box", "size": [1, 0.2, 0.2]}, "position": [5.6, 2, 0]},
            {"name": "lift", "type": "animated", "shape": {"type": "box", "size": [1, 0.2, 1]}, "position": [9, 1, 0],
             "path": {"type": "keyframes", "frames": [{"time": 0, "position": [9, 1, 0]}, {"time": 2, "position": [9, 3, 0]}]}}],
        "templates": [{"type": "chain", "name": "rope", "count": 3, "start": [-5, 6, 0], "direction": [1, 0, 0], "attach_to": "post2",
            "shape": {"type": "capsule", "length": 0.5, "radius": 0.1}}],
        "joints": [{"type": "hinge", "a": "post", "b": "flap", "anchor": [5.1, 2, 0], "axis": [0, 0, 1], "limit_degrees": [-60, 60]}],
        "events": [{"at": 0.5, "duration": 1, "body": "flap", "force": {"from": [0, 0, 0], "to": [0, 8, 0]}},
                   {"at": 0.1, "body": "flap", "impulse": [0, 0.1, 0]}, {"at": 2, "body": "flap", "impulse": [0, 0.1, 0]}]}}"#;

    #[test]
    fn the_scene_goes_on_from_there_as_it_would_have() {
        let text = SCENE.replace(
            r#"{"name": "post","#,
            r#"{"name": "post2", "type": "static", "shape": {"type": "sphere", "radius": 0.1}, "position": [-5, 6, 0]}, {"name": "post","#,
        );
        let preset = crate::preset::parse(&text).unwrap();
        let mut old = preset.instantiate(None).unwrap();
        for _ in 0..60 {
            old.step(&mut ()).unwrap();
        }
        let edited = started_from(&preset, &old).unwrap();
        let mut new = edited.preset.instantiate(None).unwrap();
        let compare = |old: &Instance, new: &Instance, bound: f32| {
            for (index, name) in old.body_names().iter().enumerate() {
                let id = new.find_body(&name.replace('[', ".").replace(']', "")).unwrap_or_else(|| panic!("{name}"));
                let (was, is) = (old.world.states()[index], new.world.states()[id.index()]);
                assert!(was.position.distance(is.position) <= bound, "{name}: {} {}", was.position, is.position);
                assert!(
                    name == "lift" || was.velocity.distance(is.velocity) <= 10.0 * bound + 0.002,
                    "{name}: {} {}",
                    was.velocity,
                    is.velocity
                );
            }
        };
        compare(&old, &new, 1e-5);
        let hinge = |instance: &Instance| {
            let joint = &instance.world.joints()
                [if instance.world.joints()[0].body_b.0 == 0 { 0 } else { instance.world.joints().len() - 1 }];
            joint.options.limit.unwrap()
        };
        let turned = hinge(&old).upper - hinge(&new).upper;
        assert!(turned < -0.3, "the flap hung down by {turned}, and can go up by more than at first");
        for _ in 0..30 {
            old.step(&mut ()).unwrap();
            new.step(&mut ()).unwrap();
        }
        compare(&old, &new, 0.02);
        let events = &edited.preset.scene.events;
        assert_eq!(events.len(), 2);
        assert!((events[0].duration.unwrap() - 0.5).abs() < 1e-4 && (events[1].at - 1.0).abs() < 1e-4);
    }
}

//! Breaking repeated bodies and templates into single bodies and joints, at the same places to the bit.

use super::names::{free_name, repoint, repoint_patterns, taken_names, template_name};
use super::{Edited, Item, Preset, Problems, flat, nothing_selected};
use crate::math::Quat;
use crate::preset::expand::{Expanded, FlatJoint};
use crate::preset::schema::{Body, Joint, JointType, Rotation};
use std::collections::BTreeMap;

/// The document with the chosen repeated bodies and templates as single bodies and joints.
///
/// # Errors
/// When none is chosen.
pub fn broken_apart(preset: &Preset, items: &[Item]) -> Result<Edited, Problems> {
    let is_many = |item: &Item| match item {
        Item::Body(index) => preset.scene.bodies.get(*index).is_some_and(|body| body.repeat.is_some()),
        Item::Template(_) => item.is_in(preset),
        _ => false,
    };
    let many: Vec<Item> = items.iter().copied().filter(is_many).collect();
    if many.is_empty() {
        return Err(nothing_selected("broken apart (a repeated body, a chain, a ragdoll)"));
    }
    let (changed, selection) = taken_apart(preset, &many, items);
    Edited::checked(changed, selection, None)
}

/// Takes `many` apart, not checked; returns what the things in `selection` became, too.
pub(super) fn taken_apart(preset: &Preset, many: &[Item], selection: &[Item]) -> (Preset, Vec<Item>) {
    let (changed, selection, _) = taken_apart_with_names(preset, many, selection);
    (changed, selection)
}

/// As [`taken_apart`], with the new names by the old ones.
pub(super) fn taken_apart_with_names(
    preset: &Preset,
    many: &[Item],
    selection: &[Item],
) -> (Preset, Vec<Item>, BTreeMap<String, String>) {
    let scene = flat(preset);
    let mut changed = preset.clone();
    let mut taken = taken_names(preset);
    // Old names to new ones.
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut singles: BTreeMap<Item, Vec<Body>> = BTreeMap::new();
    for body in &scene.bodies {
        let entry = &scene.entries[body.entry];
        let Some(item) = Item::at(&entry.path).filter(|item| many.contains(item)) else { continue };
        let wanted = without_brackets(&body.name);
        let name = if wanted == body.name { wanted } else { free_name(&taken, &wanted) };
        taken.insert(name.clone());
        names.insert(body.name.clone(), name.clone());
        let pose = body.world_from_authored;
        singles.entry(item).or_default().push(Body {
            name,
            position: Some(pose.translation.to_array()),
            rotation: (pose.rotation != Quat::IDENTITY).then(|| Rotation::Quaternion(pose.rotation.to_array())),
            repeat: None,
            // They stay together in the outliner.
            group: entry.body.group.clone().or_else(|| Some(owner_name(preset, item))),
            ..entry.body.clone()
        });
    }
    let joints = scene.joints.iter().filter(|joint| joint.origin.is_some_and(|item| many.contains(&item)));
    let joints: Vec<Joint> = joints.map(|joint| written(joint, &scene, &names)).collect();
    repoint(&mut changed, &|name| names.get(name).cloned());
    for &item in many {
        let owner = owner_name(preset, item);
        let own = |name: &str| {
            let stem = || name.strip_prefix(owner.as_str()).filter(|rest| rest.starts_with('['));
            names.get(name).cloned().or_else(|| stem().map(|_| without_brackets(name)))
        };
        repoint_patterns(preset, &mut changed, item, &own, &owner);
    }
    let selection = put_in(&mut changed, many, singles, joints, selection);
    (changed, selection, names)
}

/// Replaces the lists' entries by what came of them.
fn put_in(
    changed: &mut Preset,
    many: &[Item],
    mut singles: BTreeMap<Item, Vec<Body>>,
    joints: Vec<Joint>,
    selection: &[Item],
) -> Vec<Item> {
    let mut became: BTreeMap<Item, Vec<Item>> = BTreeMap::new();
    let mut bodies = Vec::new();
    for (index, body) in std::mem::take(&mut changed.scene.bodies).into_iter().enumerate() {
        let first = bodies.len();
        match singles.remove(&Item::Body(index)) {
            Some(parts) => bodies.extend(parts),
            None => bodies.push(body),
        }
        became.insert(Item::Body(index), (first..bodies.len()).map(Item::Body).collect());
    }
    let mut templates = Vec::new();
    for (index, template) in std::mem::take(&mut changed.scene.templates).into_iter().enumerate() {
        let item = Item::Template(index);
        if many.contains(&item) {
            let first = bodies.len();
            bodies.extend(singles.remove(&item).unwrap_or_default());
            became.insert(item, (first..bodies.len()).map(Item::Body).collect());
        } else {
            became.insert(item, vec![Item::Template(templates.len())]);
            templates.push(template);
        }
    }
    let shift = joints.len();
    changed.scene.bodies = bodies;
    changed.scene.templates = templates;
    // Joints of templates come before all others.
    changed.scene.joints.splice(0..0, joints);
    let after = |item: &Item| match item {
        Item::Joint(index) => vec![Item::Joint(index + shift)],
        item => became.get(item).cloned().unwrap_or_else(|| vec![*item]),
    };
    selection.iter().flat_map(after).collect()
}

fn owner_name(preset: &Preset, item: Item) -> String {
    match item {
        Item::Body(index) => preset.scene.bodies.get(index).map(|body| body.name.clone()),
        Item::Template(index) => preset.scene.templates.get(index).map(|template| template_name(template).to_owned()),
        _ => None,
    }
    .unwrap_or_default()
}

/// `tower[3]` becomes `tower.3`: a variant that speaks of `tower` means it still.
fn without_brackets(name: &str) -> String {
    name.replace('[', ".").replace(']', "")
}

/// A joint of a template as it would be written.
fn written(joint: &FlatJoint, scene: &Expanded, names: &BTreeMap<String, String>) -> Joint {
    let name = |body: usize| {
        let old = &scene.bodies[body].name;
        names.get(old).unwrap_or(old).clone()
    };
    let options = &joint.options;
    let limit = options.limit.map(|limit| [limit.lower, limit.upper]);
    let is_slider = joint.kind == JointType::Slider;
    Joint {
        name: Some(without_brackets(&joint.name)),
        kind: joint.kind,
        a: name(joint.a),
        b: name(joint.b),
        anchor: None,
        anchor_a: Some(joint.anchor_a.to_array()),
        anchor_b: Some(joint.anchor_b.to_array()),
        axis: joint.axis.map(|axis| axis.to_array()),
        limit_degrees: limit.filter(|_| !is_slider).map(|limit| limit.map(degrees)),
        limit: limit.filter(|_| is_slider),
        swing_limit_degrees: options.swing_limit.map(degrees),
        soft_limit: None,
        motor: None,
        friction: None,
        damping: None,
        max_force: options.max_force,
        max_torque: options.max_torque,
        length: joint.length,
        collide_connected: joint.collide_connected.then_some(true),
    }
}

/// Degrees that become just these radians again.
pub(super) fn degrees(radians: f32) -> f32 {
    let near = radians.to_degrees();
    // What a person wrote comes first.
    let candidates = [(near * 100.0).round() / 100.0, near, near.next_up(), near.next_down()];
    candidates.into_iter().find(|degrees| degrees.to_radians() == radians).unwrap_or(near)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = r#"{"format": "jitterscope-preset", "version": 1, "title": "t", "scene": {
        "bodies": [
            {"name": "floor", "type": "static", "shape": {"type": "half_space"}},
            {"name": "tower", "shape": {"type": "box", "size": [1, 0.7, 1]}, "position": [0.1, 0.35, 0.3], "rotation": {"euler_degrees": [0, 33, 0]},
             "repeat": {"type": "line", "count": 7, "step": [0.01, 0.7, 0], "turn_degrees": [0, 11.3, 0]}},
            {"name": "grid", "shape": {"type": "sphere", "radius": 0.21}, "position": [5, 0.21, 0],
             "repeat": {"type": "grid", "count": [2, 2, 3], "step": [0.5, 0.42, 0.5]}},
            {"name": "wall", "shape": {"type": "box", "size": [1, 0.5, 0.5]}, "position": [-9, 0.25, 0],
             "repeat": {"type": "wall", "columns": 4, "rows": 3}},
            {"name": "heap", "shape": {"type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}, "position": [-9, 0.3, 9],
             "repeat": {"type": "pyramid", "base": 3, "along": "z", "step": [1.2, 1.1]}}],
        "templates": [
            {"type": "chain", "name": "rope", "count": 4, "start": [0, 9, 0], "direction": [1, -1, 0.3], "attach_to": "floor",
             "joint": "hinge", "axis": [0.3, 0.1, 2], "shape": {"type": "capsule", "length": 0.5, "radius": 0.1},
             "mass": 0.7, "end": {"shape": {"type": "sphere", "radius": 0.3}, "mass": 20}},
            {"type": "ragdoll", "name": "doll", "position": [3, 2, 4], "rotation": {"euler_degrees": [20, 40, 60]}, "limits": true, "velocity": [1, 0, 0]}],
        "joints": [{"type": "ball", "a": "tower[6]", "b": "grid[1,1,2]", "anchor": [2, 3, 0]}],
        "events": [{"at": 0.2, "body": "doll.head", "impulse": [3, 0, 0]}, {"at": 0.1, "body": "rope.end", "impulse": [0, 3, 0]}]},
      "variants": {"v": {"bodies": {"tower": {"friction": 0.1}, "tower[2]": {"mass": 3}, "grid[1*": {"mass": 5}, "rope": {"density": 500}, "doll.h*": {"friction": 0}}}}}"#;

    /// Start and a second of motion, as themselves and as the variant.
    fn hashes(preset: &Preset) -> Vec<u64> {
        let mut hashes = Vec::new();
        for variant in [None, Some("v")] {
            let mut instance = preset.instantiate(variant).unwrap_or_else(|problems| panic!("{problems}"));
            hashes.push(instance.world.state_hash());
            for _ in 0..60 {
                instance.step(&mut ()).unwrap();
            }
            hashes.push(instance.world.state_hash());
        }
        hashes
    }

    #[test]
    fn single_bodies_are_where_the_repeated_ones_were_to_the_bit() {
        let whole = crate::preset::parse(SCENE).unwrap();
        let expected = hashes(&whole);
        for index in 1..=4 {
            let apart = broken_apart(&whole, &[Item::Body(index)]).unwrap();
            assert_eq!(hashes(&apart.preset), expected, "body {index}");
            assert!(apart.selection.len() >= 6);
        }
        let all: Vec<Item> = (1..=4).map(Item::Body).chain([Item::Template(0), Item::Template(1)]).collect();
        let apart = broken_apart(&whole, &all).unwrap();
        assert_eq!(hashes(&apart.preset), expected, "all of them");
        assert!(apart.preset.scene.templates.is_empty());
        assert_eq!(apart.preset.scene.events[0].body, "doll.head");
        assert_eq!(apart.preset.scene.joints.last().unwrap().a, "tower.6");
        assert_eq!(apart.selection.len(), 7 + 12 + 11 + 6 + 5 + 11);
    }

    #[test]
    fn each_template_alone_gives_the_same_world() {
        let mut whole = crate::preset::parse(SCENE).unwrap();
        for keep in [0, 1] {
            let mut one = whole.clone();
            one.scene.templates = vec![whole.scene.templates.swap_remove(keep.min(whole.scene.templates.len() - 1))];
            one.scene.events.clear();
            one.variants.0.clear();
            let mut start = one.instantiate(None).unwrap();
            let apart = broken_apart(&one, &[Item::Template(0)]).unwrap().preset;
            let mut end = apart.instantiate(None).unwrap();
            for step in 0..120 {
                assert_eq!(start.world.state_hash(), end.world.state_hash(), "template {keep}, step {step}");
                start.step(&mut ()).unwrap();
                end.step(&mut ()).unwrap();
            }
            whole = crate::preset::parse(SCENE).unwrap();
        }
    }

    #[test]
    fn what_is_single_already_is_refused() {
        let whole = crate::preset::parse(SCENE).unwrap();
        assert!(broken_apart(&whole, &[Item::Body(0), Item::Joint(0)]).is_err());
    }
}

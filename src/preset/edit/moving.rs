//! Moving things as they are: poses, paths, anchors and the places that variants give.

use super::apart::taken_apart;
use super::{Edited, Item, Preset, Problems, flat, nothing_selected};
use crate::math::{Pose, Quat, Vec3};
use crate::preset::expand::{Expanded, rotation};
use crate::preset::schema::{Body, BodyPath, Joint, Repeat, Rotation, Template};

/// A motion of the whole space.
#[derive(Clone, Copy)]
pub(super) enum Motion {
    Shift(Vec3),
    Turn { by: Quat, pivot: Vec3 },
}

impl Motion {
    pub fn point(self, point: [f32; 3]) -> [f32; 3] {
        let point = Vec3::from(point);
        match self {
            Self::Shift(by) => point + by,
            Self::Turn { by, pivot } => pivot + by * (point - pivot),
        }
        .to_array()
    }

    pub fn direction(self, direction: [f32; 3]) -> [f32; 3] {
        match self {
            Self::Shift(_) => direction,
            Self::Turn { by, .. } => (by * Vec3::from(direction)).to_array(),
        }
    }

    pub fn rotation(self, old: Option<Rotation>) -> Option<Rotation> {
        match self {
            Self::Shift(_) => old,
            Self::Turn { by, .. } => as_written((by * rotation(old.as_ref())).normalize()),
        }
    }
}

/// A rotation for a file; nothing when there is none.
pub(super) fn as_written(rotation: Quat) -> Option<Rotation> {
    (rotation != Quat::IDENTITY).then(|| Rotation::Quaternion(rotation.to_array()))
}

/// The document with some things moved by a vector, m.
///
/// # Errors
/// When nothing is chosen that could be moved, or something would lie out of range.
pub fn moved(preset: &Preset, items: &[Item], by: Vec3) -> Result<Edited, Problems> {
    let changed = transformed(preset, items, Motion::Shift(by))?;
    Edited::checked(changed, items.to_vec(), None)
}

/// The document with some things turned about an axis through a point, degrees by the right-hand rule. Velocities stay as
/// they are. A pattern that lies along the world's axes is broken apart first.
///
/// # Errors
/// As [`moved`]; also when the axis has no direction.
pub fn turned(preset: &Preset, items: &[Item], axis: Vec3, degrees: f32, pivot: Vec3) -> Result<Edited, Problems> {
    let Some(axis) = axis.try_normalize().filter(|_| degrees.is_finite() && pivot.is_finite()) else {
        return Err(Problems::whole("a turn needs an axis with a direction, and an angle"));
    };
    let by = Quat::from_axis_angle(axis, degrees.to_radians());
    rotated(preset, items, by, pivot)
}

/// As [`turned`], by a rotation.
pub(super) fn rotated(preset: &Preset, items: &[Item], by: Quat, pivot: Vec3) -> Result<Edited, Problems> {
    let lies_in_world = |item: &Item| match item {
        Item::Body(index) => preset.scene.bodies.get(*index).is_some_and(|body| match &body.repeat {
            None => false,
            Some(Repeat::Line { turn_degrees, .. }) => turn_degrees.is_some_and(|angles| angles != [0.0; 3]),
            Some(_) => true,
        }),
        _ => false,
    };
    let patterns: Vec<Item> = items.iter().copied().filter(lies_in_world).collect();
    let motion = Motion::Turn { by, pivot };
    if patterns.is_empty() {
        return Edited::checked(transformed(preset, items, motion)?, items.to_vec(), None);
    }
    let (apart, selection) = taken_apart(preset, &patterns, items);
    let note = "The pattern was broken apart, since it lies along the axes of the world".to_owned();
    Edited::checked(transformed(&apart, &selection, motion)?, selection, Some(note))
}

/// The document with a motion applied to some things, not checked.
pub(super) fn transformed(preset: &Preset, items: &[Item], motion: Motion) -> Result<Preset, Problems> {
    if !items.iter().any(|item| !matches!(item, Item::Event(_)) && item.is_in(preset)) {
        return Err(nothing_selected("moved"));
    }
    let mut changed = preset.clone();
    let scene = flat(preset);
    let owner = |name: &str| {
        let body = *scene.index.get(name)?;
        Item::at(&scene.entries[scene.bodies[body].entry].path)
    };
    let goes = |name: &str| owner(name).is_some_and(|owner| items.contains(&owner));
    for (index, body) in changed.scene.bodies.iter_mut().enumerate() {
        if items.contains(&Item::Body(index)) {
            transform_body(body, motion);
            for (_, variant) in &mut changed.variants.0 {
                let own = variant.bodies.0.iter_mut().filter(|(pattern, _)| *pattern == body.name);
                own.for_each(|(_, change)| change.position = change.position.map(|place| motion.point(place)));
            }
        }
    }
    for (index, template) in changed.scene.templates.iter_mut().enumerate() {
        if items.contains(&Item::Template(index)) {
            transform_template(template, motion);
        }
    }
    for (index, joint) in changed.scene.joints.iter_mut().enumerate() {
        let is_chosen = items.contains(&Item::Joint(index));
        if goes(&joint.a) && goes(&joint.b) {
            joint.anchor = joint.anchor.map(|anchor| motion.point(anchor));
            joint.axis = joint.axis.map(|axis| motion.direction(axis));
        } else if is_chosen {
            transform_joint(joint, &scene, motion);
        }
    }
    for (index, spring) in changed.scene.springs.iter_mut().enumerate() {
        if items.contains(&Item::Spring(index)) {
            spring.point = spring.point.map(|point| motion.point(point));
        }
    }
    Ok(changed)
}

fn transform_body(body: &mut Body, motion: Motion) {
    body.position = Some(motion.point(body.position.unwrap_or_default()));
    body.rotation = motion.rotation(body.rotation.take());
    match &mut body.path {
        Some(BodyPath::Keyframes { frames, .. }) => {
            for frame in frames {
                frame.position = motion.point(frame.position);
                // Without a rotation the frame has that of the start, which is turned already.
                frame.rotation = frame.rotation.take().and_then(|old| motion.rotation(Some(old)));
            }
        }
        Some(BodyPath::Oscillation { axis, .. } | BodyPath::Spin { axis, .. }) => *axis = motion.direction(*axis),
        None => {}
    }
    if let Some(Repeat::Line { step, .. }) = &mut body.repeat {
        *step = motion.direction(*step);
    }
}

fn transform_template(template: &mut Template, motion: Motion) {
    match template {
        Template::Chain(chain) => {
            chain.start = motion.point(chain.start);
            if let Motion::Turn { .. } = motion {
                chain.direction = Some(motion.direction(chain.direction.unwrap_or([0.0, -1.0, 0.0])));
                chain.axis = chain.axis.map(|axis| motion.direction(axis));
            }
        }
        Template::Ragdoll(doll) => {
            doll.position = motion.point(doll.position);
            doll.rotation = motion.rotation(doll.rotation.take());
        }
    }
}

/// A joint whose bodies stay.
fn transform_joint(joint: &mut Joint, scene: &Expanded, motion: Motion) {
    joint.anchor = joint.anchor.map(|anchor| motion.point(anchor));
    joint.axis = joint.axis.map(|axis| motion.direction(axis));
    let in_body = |name: &str, anchor: Option<[f32; 3]>| {
        let pose: Pose = scene.bodies[*scene.index.get(name)?].world_from_authored;
        let there = motion.point(pose.transform_point(anchor?.into()).to_array());
        Some(pose.inverse_transform_point(there.into()).to_array())
    };
    joint.anchor_a = in_body(&joint.a, joint.anchor_a);
    joint.anchor_b = in_body(&joint.b, joint.anchor_b);
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = r#"{"format": "jitterscope-preset", "version": 1, "title": "t", "scene": {
        "bodies": [
            {"name": "floor", "type": "static", "shape": {"type": "half_space"}},
            {"name": "a", "shape": {"type": "box", "size": [1, 2, 3]}, "position": [1, 0, 0]},
            {"name": "b", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [2, 0, 0]},
            {"name": "pile", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.5, 0], "repeat": {"type": "line", "count": 3, "step": [0, 1, 0]}},
            {"name": "wall", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [5, 0.5, 0], "repeat": {"type": "wall", "columns": 2, "rows": 2}},
            {"name": "lift", "type": "animated", "shape": {"type": "sphere", "radius": 1}, "position": [0, 0, 9],
             "path": {"type": "keyframes", "frames": [{"time": 0, "position": [0, 0, 9]}, {"time": 1, "position": [1, 0, 9]}]}}],
        "joints": [{"type": "hinge", "a": "a", "b": "b", "anchor": [1.5, 0, 0], "axis": [1, 0, 0]},
                   {"type": "ball", "a": "a", "b": "floor", "anchor": [1, 0, 0]},
                   {"type": "ball", "a": "a", "b": "b", "anchor_a": [0, 1, 0], "anchor_b": [-1, 1, 0]}]},
      "variants": {"v": {"bodies": {"a": {"position": [1, 1, 0]}}}}}"#;

    fn scene() -> Preset {
        crate::preset::parse(SCENE).unwrap()
    }

    fn near(found: [f32; 3], expected: [f32; 3]) {
        assert!(Vec3::from(found).distance(expected.into()) < 1e-5, "{found:?} is not {expected:?}");
    }

    #[test]
    fn what_belongs_to_a_body_moves_along() {
        let edited = moved(&scene(), &[Item::Body(1), Item::Body(2), Item::Body(5)], Vec3::new(0.0, 2.0, 0.0)).unwrap();
        let scene = &edited.preset.scene;
        assert_eq!(scene.bodies[1].position, Some([1.0, 2.0, 0.0]));
        assert_eq!(scene.joints[0].anchor, Some([1.5, 2.0, 0.0]), "both its bodies moved");
        assert_eq!(scene.joints[1].anchor, Some([1.0, 0.0, 0.0]), "the floor did not move");
        assert_eq!(edited.preset.variants.get("v").unwrap().bodies.get("a").unwrap().position, Some([1.0, 3.0, 0.0]));
        let Some(BodyPath::Keyframes { frames, .. }) = &scene.bodies[5].path else { panic!() };
        assert_eq!(frames[1].position, [1.0, 2.0, 9.0]);
        let back = moved(&edited.preset, &edited.selection, Vec3::new(0.0, -2.0, 0.0)).unwrap();
        assert_eq!(back.preset.scene.bodies[1].position, Some([1.0, 0.0, 0.0]));
    }

    #[test]
    fn a_joint_alone_moves_its_anchors() {
        let edited = moved(&scene(), &[Item::Joint(1), Item::Joint(2)], Vec3::new(0.0, 0.0, 1.0)).unwrap();
        let joints = &edited.preset.scene.joints;
        assert_eq!((joints[1].anchor, joints[2].anchor_a), (Some([1.0, 0.0, 1.0]), Some([0.0, 1.0, 1.0])));
        assert!(moved(&scene(), &[], Vec3::X).is_err());
        assert!(moved(&scene(), &[Item::Body(1)], Vec3::new(f32::NAN, 0.0, 0.0)).is_err());
        assert!(moved(&scene(), &[Item::Body(1)], Vec3::new(1e9, 0.0, 0.0)).is_err());
    }

    #[test]
    fn a_turn_takes_places_axes_and_patterns_along() {
        let about_z = |items: &[Item]| turned(&scene(), items, Vec3::Z, 90.0, Vec3::ZERO).unwrap();
        let pair = about_z(&[Item::Body(1), Item::Body(2)]).preset.scene;
        near(pair.bodies[2].position.unwrap(), [0.0, 2.0, 0.0]);
        near(pair.joints[0].anchor.unwrap(), [0.0, 1.5, 0.0]);
        near(pair.joints[0].axis.unwrap(), [0.0, 1.0, 0.0]);
        let pile = about_z(&[Item::Body(3)]).preset.scene;
        let Some(Repeat::Line { step, .. }) = pile.bodies[3].repeat else { panic!() };
        near(step, [-1.0, 0.0, 0.0]);
        let wall = about_z(&[Item::Body(4)]);
        assert_eq!(wall.selection.len(), 3);
        assert!(wall.note.is_some());
        near(wall.preset.scene.bodies[4].position.unwrap(), [-0.5, 5.0, 0.0]);
        assert!(turned(&scene(), &[Item::Body(1)], Vec3::ZERO, 90.0, Vec3::ZERO).is_err());
    }
}

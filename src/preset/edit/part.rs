//! Copying and pasting a part of a scene as JSON text: between scenes, windows and people.
//!
//! ```json
//! {"format": "jitterscope-part", "version": 1, "scene": {"bodies": […], "joints": […]}}
//! ```

use super::names::{free_name, taken_names, template_name};
use super::{Edited, Item, Preset, Problems, flat, moved, renamed};
use crate::math::Vec3;
use crate::preset::schema::{BodyKind, Scene, ShapeSpec, Template};
use serde_json::{Value, json};

/// The word by which a part of a scene is known.
pub const PART_FORMAT: &str = "jitterscope-part";

/// Where a copy would lie on what is there already, it is put beside it: at this share of the part's width, m per m.
const BESIDE: f32 = 1.1;
/// How near two places are the same, m.
const SAME_PLACE: f32 = 1e-3;

/// Some bodies and templates as text, with the joints, springs and events that need nothing else. `None` when nothing is
/// chosen that could be copied.
pub fn copied(preset: &Preset, items: &[Item]) -> Option<String> {
    let part = part_of(preset, items);
    if part.bodies.is_empty() && part.templates.is_empty() {
        return None;
    }
    let tree = json!({"format": PART_FORMAT, "version": 1, "scene": serde_json::to_value(&part).ok()?});
    serde_json::to_string_pretty(&tree).ok()
}

fn part_of(preset: &Preset, items: &[Item]) -> Scene {
    let scene = &preset.scene;
    let mut part = Scene::default();
    let chosen = |item: Item| items.contains(&item);
    part.bodies = pick(&scene.bodies, |index| chosen(Item::Body(index)));
    part.templates = pick(&scene.templates, |index| chosen(Item::Template(index)));
    let singles: Vec<String> = part.bodies.iter().map(|body| body.name.clone()).collect();
    let groups: Vec<String> = part.templates.iter().map(|template| template_name(template).to_owned()).collect();
    let belongs = |name: &str| {
        let begins = |stem: &str, marks: &[char]| name.strip_prefix(stem).is_some_and(|rest| rest.starts_with(marks));
        singles.iter().any(|single| single == name || begins(single, &['[']))
            || groups.iter().any(|group| begins(group, &['[', '.']))
    };
    part.joints = scene.joints.iter().filter(|joint| belongs(&joint.a) && belongs(&joint.b)).cloned().collect();
    let springs = scene.springs.iter().filter(|spring| belongs(&spring.a) && spring.b.as_deref().is_none_or(belongs));
    part.springs = springs.cloned().collect();
    part.events = scene.events.iter().filter(|event| belongs(&event.body)).cloned().collect();
    for template in &mut part.templates {
        if let Template::Chain(chain) = template {
            for holder in [&mut chain.attach_to, &mut chain.attach_end_to] {
                *holder = holder.take().filter(|name| belongs(name));
            }
        }
    }
    part
}

fn pick<T: Clone>(list: &[T], chosen: impl Fn(usize) -> bool) -> Vec<T> {
    list.iter().enumerate().filter(|(index, _)| chosen(*index)).map(|(_, thing)| thing.clone()).collect()
}

/// The document with a part from text put into it; the part may also be a whole preset, of which the scene is taken. Names
/// that are used already are changed, and what refers to them within the part along with them. What would lie exactly on
/// something is put beside it.
///
/// # Errors
/// When the text is no part, or the whole would not be valid.
pub fn pasted(preset: &Preset, text: &str) -> Result<Edited, Problems> {
    inserted(preset, read_part(text)?)
}

fn read_part(text: &str) -> Result<Preset, Problems> {
    let no_part = "this text is no part of a scene: copy bodies in Jitterscope, or a whole preset, and paste that";
    let no_part = || Problems::whole(no_part);
    // In a chat it comes with words or code fences around it.
    let (first, last) = (text.find('{').ok_or_else(no_part)?, text.rfind('}').ok_or_else(no_part)?);
    let mut tree: Value = serde_json::from_str(text.get(first..=last).ok_or_else(no_part)?).map_err(|_| no_part())?;
    match tree.get("format").and_then(Value::as_str) {
        Some(PART_FORMAT) => {
            tree["format"] = json!("jitterscope-preset");
            tree["title"] = json!("part");
        }
        Some("jitterscope-preset") => {}
        _ => return Err(no_part()),
    }
    crate::preset::parse(&tree.to_string()).map_err(|mut problems| {
        problems.0.iter_mut().for_each(|problem| problem.line = None);
        problems
    })
}

/// The document with copies of some of its things beside them.
pub(super) fn duplicated(preset: &Preset, items: &[Item]) -> Result<Edited, Problems> {
    let scene = part_of(preset, items);
    if scene.bodies.is_empty() && scene.templates.is_empty() {
        return Err(super::nothing_selected("copied"));
    }
    inserted(preset, Preset { scene, ..Preset::empty("part") })
}

fn inserted(preset: &Preset, mut part: Preset) -> Result<Edited, Problems> {
    let scene = &part.scene;
    let items: Vec<Item> =
        (0..scene.bodies.len()).map(Item::Body).chain((0..scene.templates.len()).map(Item::Template)).collect();
    let (mut taken, own) = (taken_names(preset), taken_names(&part));
    for &item in &items {
        let name = match item {
            Item::Body(index) => part.scene.bodies[index].name.clone(),
            Item::Template(index) => template_name(&part.scene.templates[index]).to_owned(),
            _ => continue,
        };
        if free_name(&taken, &name) != name {
            let new = free_name(&taken.union(&own).cloned().collect(), &name);
            part = renamed(&part, item, &new);
            taken.insert(new);
        } else {
            taken.insert(name);
        }
    }
    let shift = way_beside(preset, &part);
    if shift != Vec3::ZERO {
        // The springs' fixed ends go along.
        let all: Vec<Item> = items.iter().copied().chain((0..part.scene.springs.len()).map(Item::Spring)).collect();
        part = moved(&part, &all, shift)?.preset;
    }
    let mut whole = preset.clone();
    let (bodies, templates) = (whole.scene.bodies.len(), whole.scene.templates.len());
    whole.scene.bodies.append(&mut part.scene.bodies);
    whole.scene.templates.append(&mut part.scene.templates);
    whole.scene.joints.append(&mut part.scene.joints);
    whole.scene.springs.append(&mut part.scene.springs);
    whole.scene.events.append(&mut part.scene.events);
    let selection = (bodies..whole.scene.bodies.len())
        .map(Item::Body)
        .chain((templates..whole.scene.templates.len()).map(Item::Template))
        .collect();
    Edited::checked(whole, selection, None)
}

/// How far a part has to go along x so that none of its bodies lies on one that is there already.
fn way_beside(preset: &Preset, part: &Preset) -> Vec3 {
    let places = |preset: &Preset| -> Vec<Vec3> {
        flat(preset).bodies.iter().map(|body| body.world_from_authored.translation).collect()
    };
    let (there, mut new) = (places(preset), places(part));
    // Large scenes are compared by a sample: a copy of a part lies on it with every body.
    new.truncate(100);
    let width = width(part) * BESIDE;
    let steps = (0..100).map(|count| Vec3::X * (width * count as f32));
    let is_free = |shift: &Vec3| !new.iter().any(|a| there.iter().any(|b| (*a + *shift).distance(*b) < SAME_PLACE));
    steps.into_iter().find(is_free).unwrap_or(Vec3::ZERO)
}

/// Extent along x, m; half-spaces have none.
fn width(part: &Preset) -> f32 {
    let mut part = part.clone();
    let is_endless = |shape: &ShapeSpec| matches!(shape, ShapeSpec::HalfSpace { .. });
    part.scene.bodies.retain(|body| body.kind != Some(BodyKind::Static) || !is_endless(&body.shape));
    part.scene.joints.clear();
    part.scene.springs.clear();
    part.scene.events.clear();
    let Ok(instance) = part.instantiate(None) else { return 1.0 };
    let world = &instance.world;
    let bounds = world.colliders().iter().map(|collider| collider.shape.aabb(&world.world_from_shape(collider)));
    let (low, high) = bounds
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), aabb| (low.min(aabb.min.x), high.max(aabb.max.x)));
    if low < high && high - low < 1e5 { high - low } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Preset {
        crate::preset::parse(
            r#"{"format": "jitterscope-preset", "version": 1, "title": "t", "scene": {
                "bodies": [
                    {"name": "floor", "type": "static", "shape": {"type": "half_space"}},
                    {"name": "crate", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.5, 0]},
                    {"name": "lid", "shape": {"type": "box", "size": [1, 0.1, 1]}, "position": [0, 1.05, 0]},
                    {"name": "pile", "shape": {"type": "sphere", "radius": 0.2}, "position": [3, 0.2, 0],
                     "repeat": {"type": "line", "count": 3, "step": [0, 0.4, 0]}}],
                "templates": [{"type": "chain", "name": "rope", "count": 2, "start": [9, 5, 0], "attach_to": "crate",
                    "shape": {"type": "capsule", "length": 0.5, "radius": 0.1}}],
                "joints": [{"type": "hinge", "a": "crate", "b": "lid", "anchor": [0.5, 1, 0], "axis": [0, 0, 1]},
                           {"type": "ball", "a": "lid", "b": "pile[1]", "anchor": [1, 1, 0]}],
                "springs": [{"a": "crate", "point": [0, 4, 0], "stiffness": 10}],
                "events": [{"at": 1, "body": "lid", "impulse": [0, 1, 0]}]}}"#,
        )
        .unwrap()
    }

    #[test]
    fn a_copy_carries_what_belongs_to_it_and_lies_beside() {
        let before = scene();
        let text = copied(&before, &[Item::Body(1), Item::Body(2)]).unwrap();
        let edited = pasted(&before, &format!("look at this:\n```json\n{text}\n```")).unwrap();
        let scene = &edited.preset.scene;
        assert_eq!(edited.selection, [Item::Body(4), Item::Body(5)]);
        assert_eq!((scene.bodies[4].name.as_str(), scene.bodies[5].name.as_str()), ("crate 2", "lid 2"));
        assert_eq!(
            (scene.joints.len(), scene.joints[2].a.as_str(), scene.joints[2].b.as_str()),
            (3, "crate 2", "lid 2")
        );
        assert_eq!((scene.events[1].body.as_str(), scene.springs[1].a.as_str()), ("lid 2", "crate 2"));
        let shift = scene.bodies[4].position.unwrap()[0];
        assert!((shift - 1.1).abs() < 1e-5, "{shift}");
        assert_eq!(scene.joints[2].anchor.unwrap()[0], 0.5 + shift, "the world anchor went along");
        assert_eq!(scene.springs[1].point.unwrap()[0], shift);
        // Once more: beside both.
        let again = pasted(&edited.preset, &text).unwrap();
        assert_eq!(again.preset.scene.bodies[6].position.unwrap()[0], 2.0 * shift);
    }

    #[test]
    fn into_another_scene_it_comes_as_it_was() {
        let text = copied(&scene(), &[Item::Body(3), Item::Template(0)]).unwrap();
        let empty = Preset::empty("empty");
        let edited = pasted(&empty, &text).unwrap();
        assert_eq!(edited.preset.scene.bodies[0], scene().scene.bodies[3]);
        let Template::Chain(chain) = &edited.preset.scene.templates[0] else { panic!("a chain") };
        assert_eq!((chain.attach_to.as_deref(), chain.start), (None, [9.0, 5.0, 0.0]), "what held it is not there");
        let whole = pasted(&empty, &scene().to_text().unwrap()).unwrap();
        assert_eq!(whole.preset.scene, scene().scene);
    }

    #[test]
    fn other_text_is_refused_in_words() {
        for text in ["", "hello", "{}", "}{", "{\"format\": \"something\"}", "{\"format\": \"jitterscope-part\"}"] {
            assert!(pasted(&scene(), text).is_err(), "{text}");
        }
        assert_eq!(copied(&scene(), &[Item::Joint(0)]), None);
    }
}

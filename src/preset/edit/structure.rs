//! Adding, deleting, repeating and grouping.

use super::names::{taken_names, template_name, template_name_mut, unique_name};
use super::{Edited, Item, Preset, Problems, fields_set, flat, nothing_selected};
use crate::preset::build::matches;
use crate::preset::expand::plain_body;
use crate::preset::schema::{Body, BodyKind, Event, Joint, Repeat, ShapeSpec, Spring, Template};

/// An empty scene with a floor.
pub fn new_scene(title: &str) -> Preset {
    let mut preset = Preset::empty(title);
    let floor = plain_body("floor", &ShapeSpec::HalfSpace { normal: None }, None, None);
    preset.scene.bodies.push(Body { kind: Some(BodyKind::Static), ..floor });
    preset
}

/// The document with one more body, under a name that nobody has yet.
///
/// # Errors
/// When the body is not valid.
pub fn added_body(preset: &Preset, mut body: Body) -> Result<Edited, Problems> {
    let mut changed = preset.clone();
    body.name = unique_name(preset, &body.name);
    changed.scene.bodies.push(body);
    let item = Item::Body(changed.scene.bodies.len() - 1);
    Edited::checked(changed, vec![item], None)
}

/// The document with one more template, under a name that nobody has yet.
///
/// # Errors
/// When the template is not valid.
pub fn added_template(preset: &Preset, mut template: Template) -> Result<Edited, Problems> {
    let mut changed = preset.clone();
    *template_name_mut(&mut template) = unique_name(preset, template_name(&template));
    changed.scene.templates.push(template);
    let item = Item::Template(changed.scene.templates.len() - 1);
    Edited::checked(changed, vec![item], None)
}

/// The document with one more joint.
///
/// # Errors
/// When the joint is not valid.
pub fn added_joint(preset: &Preset, joint: Joint) -> Result<Edited, Problems> {
    let mut changed = preset.clone();
    changed.scene.joints.push(joint);
    let item = Item::Joint(changed.scene.joints.len() - 1);
    Edited::checked(changed, vec![item], None)
}

/// The document with one more spring.
///
/// # Errors
/// When the spring is not valid.
pub fn added_spring(preset: &Preset, spring: Spring) -> Result<Edited, Problems> {
    let mut changed = preset.clone();
    changed.scene.springs.push(spring);
    let item = Item::Spring(changed.scene.springs.len() - 1);
    Edited::checked(changed, vec![item], None)
}

/// The document with one more event.
///
/// # Errors
/// When the event is not valid.
pub fn added_event(preset: &Preset, event: Event) -> Result<Edited, Problems> {
    let mut changed = preset.clone();
    changed.scene.events.push(event);
    let item = Item::Event(changed.scene.events.len() - 1);
    Edited::checked(changed, vec![item], None)
}

/// The document with copies of some of its things beside them.
///
/// # Errors
/// When nothing is chosen that could be copied, or there would be too much of it.
pub fn duplicated(preset: &Preset, items: &[Item]) -> Result<Edited, Problems> {
    super::part::duplicated(preset, items)
}

/// The document without some things, and without what refers to them; the note says what else went.
///
/// # Errors
/// When nothing is chosen.
pub fn deleted(preset: &Preset, items: &[Item]) -> Result<Edited, Problems> {
    if !items.iter().any(|item| item.is_in(preset)) {
        return Err(nothing_selected("deleted"));
    }
    let mut changed = preset.clone();
    let scene = &mut changed.scene;
    retain(&mut scene.joints, |index| !items.contains(&Item::Joint(index)));
    retain(&mut scene.springs, |index| !items.contains(&Item::Spring(index)));
    retain(&mut scene.events, |index| !items.contains(&Item::Event(index)));
    let (joints, springs, events) = (scene.joints.len(), scene.springs.len(), scene.events.len());
    retain(&mut scene.bodies, |index| !items.contains(&Item::Body(index)));
    retain(&mut scene.templates, |index| !items.contains(&Item::Template(index)));

    // With the rest of a chain that was held by what is gone, the loader would find its holder missing.
    let known = taken_names(&changed);
    let scene = &mut changed.scene;
    let mut gone = Vec::new();
    for template in &mut scene.templates {
        if let Template::Chain(chain) = template {
            for holder in [&mut chain.attach_to, &mut chain.attach_end_to] {
                if holder.as_ref().is_some_and(|name| !known.contains(name)) {
                    *holder = None;
                    gone.push("one end of a chain is free".to_owned());
                }
            }
        }
    }
    scene.joints.retain(|joint| known.contains(&joint.a) && known.contains(&joint.b));
    scene.springs.retain(|spring| known.contains(&spring.a) && spring.b.as_ref().is_none_or(|b| known.contains(b)));
    scene.events.retain(|event| known.contains(&event.body));
    for (count, one, many) in [
        (joints - scene.joints.len(), "joint", "joints"),
        (springs - scene.springs.len(), "spring", "springs"),
        (events - scene.events.len(), "event", "events"),
    ] {
        if count > 0 {
            gone.push(format!("{count} {} went with it", if count == 1 { one } else { many }));
        }
    }
    if changed.sweep.as_ref().is_some_and(|sweep| !known.contains(&sweep.body)) {
        changed.sweep = None;
        gone.push("the sweep of starts went with it".to_owned());
    }
    if let Some(watch) = &mut changed.watch {
        watch.plots.retain(|plot| plot.body.as_ref().is_none_or(|body| known.contains(body)));
    }
    let names: Vec<String> = flat(&changed).bodies.into_iter().map(|body| body.name).collect();
    for (_, variant) in &mut changed.variants.0 {
        variant.bodies.0.retain(|(pattern, _)| names.iter().any(|name| matches(pattern, name)));
    }
    let note = (!gone.is_empty()).then(|| format!("Deleted; {}", gone.join(", ")));
    Edited::checked(changed, Vec::new(), note)
}

fn retain<T>(list: &mut Vec<T>, keep: impl Fn(usize) -> bool) {
    let mut index = 0;
    list.retain(|_| {
        index += 1;
        keep(index - 1)
    });
}

fn bodies_of(preset: &Preset, items: &[Item], what: &str) -> Result<Vec<usize>, Problems> {
    let bodies: Vec<usize> = items
        .iter()
        .filter_map(|item| match item {
            Item::Body(index) if item.is_in(preset) => Some(*index),
            _ => None,
        })
        .collect();
    if bodies.is_empty() { Err(nothing_selected(what)) } else { Ok(bodies) }
}

/// The document with every chosen body repeated in a pattern.
///
/// # Errors
/// When no body is chosen, or the pattern does not suit it.
pub fn arrayed(preset: &Preset, items: &[Item], repeat: &Repeat) -> Result<Edited, Problems> {
    let pattern = serde_json::to_value(repeat).map_err(|error| Problems::whole(error.to_string()))?;
    let bodies = bodies_of(preset, items, "repeated")?;
    let fields: Vec<_> =
        bodies.iter().map(|&index| (format!("{}/repeat", Item::Body(index).pointer()), pattern.clone())).collect();
    let selection = bodies.into_iter().map(Item::Body).collect();
    Ok(Edited { preset: fields_set(preset, &fields)?, selection, note: None })
}

/// The document with the chosen bodies in a group of that name.
///
/// # Errors
/// When no body is chosen, or the name is empty.
pub fn grouped(preset: &Preset, items: &[Item], name: &str) -> Result<Edited, Problems> {
    in_group(preset, items, Some(name.trim().to_owned()))
}

/// The document with the chosen bodies in no group.
///
/// # Errors
/// When no body is chosen.
pub fn ungrouped(preset: &Preset, items: &[Item]) -> Result<Edited, Problems> {
    in_group(preset, items, None)
}

fn in_group(preset: &Preset, items: &[Item], group: Option<String>) -> Result<Edited, Problems> {
    let mut changed = preset.clone();
    for index in bodies_of(preset, items, "grouped")? {
        changed.scene.bodies[index].group.clone_from(&group);
    }
    Edited::checked(changed, items.to_vec(), None)
}

//! The lines of the outliner: bodies by group, templates, joints, springs, events, as far as they have the word that is
//! searched for.

use super::fields::exact;
use crate::preset::Preset;
use crate::preset::schema::{BodyKind, Event, Joint, JointType, Repeat, ShapeSpec, Spring, Template};
use crate::session::Item;
use egui_material_icons::MaterialIcon;
use egui_material_icons::icons as i;
use std::collections::BTreeSet;

/// A line of the tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// A heading: its key, its words, how many things it holds.
    Folder {
        key: String,
        text: String,
        count: usize,
        depth: u8,
    },
    Thing {
        item: Item,
        text: String,
        note: String,
        depth: u8,
    },
}

/// The name by which a thing is shown.
pub fn name_of(preset: &Preset, item: Item) -> String {
    let scene = &preset.scene;
    let found = match item {
        Item::Body(index) => scene.bodies.get(index).map(|body| body.name.clone()),
        Item::Template(index) => scene.templates.get(index).map(|template| template_name(template).to_owned()),
        Item::Joint(index) => scene.joints.get(index).map(joint_name),
        Item::Spring(index) => scene.springs.get(index).map(spring_name),
        Item::Event(index) => scene.events.get(index).map(|event| format!("{} at {} s", event.body, event.at)),
    };
    found.unwrap_or_default()
}

fn template_name(template: &Template) -> &str {
    match template {
        Template::Chain(chain) => &chain.name,
        Template::Ragdoll(doll) => &doll.name,
    }
}

fn joint_name(joint: &Joint) -> String {
    joint.name.clone().unwrap_or_else(|| format!("{}–{}", joint.a, joint.b))
}

fn spring_name(spring: &Spring) -> String {
    let end = spring.b.as_deref().unwrap_or("point");
    spring.name.clone().unwrap_or_else(|| format!("{}–{end}", spring.a))
}

/// What happens in an event, in one word.
pub fn happening(event: &Event) -> &'static str {
    match event {
        Event { force: Some(_), .. } => "force",
        Event { impulse: Some(_), .. } => "impulse",
        Event { set_velocity: Some(_), .. } => "velocity",
        Event { set_pose: Some(_), .. } => "place",
        _ => "mass",
    }
}

fn body_note(body: &crate::preset::schema::Body) -> String {
    let kind = match body.kind {
        Some(BodyKind::Static) => "static",
        Some(BodyKind::Animated) => "animated",
        _ => "",
    };
    let count = match &body.repeat {
        Some(Repeat::Line { count, .. }) => format!("×{count}"),
        Some(Repeat::Grid { count: [x, y, z], .. }) => format!("×{}", u64::from(*x) * u64::from(*y) * u64::from(*z)),
        Some(Repeat::Wall { columns, rows, .. }) => format!("wall {columns}×{rows}"),
        Some(Repeat::Pyramid { base, .. }) => format!("pyramid {base}"),
        None => String::new(),
    };
    format!("{kind} {count}").trim().to_owned()
}

pub fn sign(preset: &Preset, item: Item) -> MaterialIcon {
    match item {
        Item::Body(index) => match preset.scene.bodies.get(index).map(|body| &body.shape) {
            Some(ShapeSpec::Sphere { .. }) => i::ICON_CIRCLE,
            Some(ShapeSpec::Capsule { .. }) => i::ICON_PILL,
            Some(ShapeSpec::Hull { .. }) => i::ICON_CHANGE_HISTORY,
            Some(ShapeSpec::HeightField { .. }) => i::ICON_LANDSCAPE,
            Some(ShapeSpec::HalfSpace { .. }) => i::ICON_HORIZONTAL_RULE,
            Some(ShapeSpec::Compound { .. }) => i::ICON_CATEGORY,
            _ => i::ICON_DEPLOYED_CODE,
        },
        Item::Template(index) => match preset.scene.templates.get(index) {
            Some(Template::Ragdoll(_)) => i::ICON_ACCESSIBILITY_NEW,
            _ => i::ICON_ALL_INCLUSIVE,
        },
        Item::Joint(_) => i::ICON_LINK,
        Item::Spring(_) => i::ICON_AIRWAVE,
        Item::Event(_) => i::ICON_BOLT,
    }
}

/// The whole tree, as far as it has the word that is searched for.
pub fn lines(preset: &Preset, wanted: &str, folded: &BTreeSet<String>) -> Vec<Line> {
    let scene = &preset.scene;
    let mut found = Vec::new();
    let fits = |text: &str, note: &str| {
        wanted.is_empty() || text.to_lowercase().contains(wanted) || note.to_lowercase().contains(wanted)
    };
    let mut section = |text: &str, things: Vec<(Item, String, String, Option<String>)>| {
        let things: Vec<_> = things.into_iter().filter(|(_, name, note, _)| fits(name, note)).collect();
        if things.is_empty() {
            return;
        }
        let key = text.to_owned();
        let is_folded = folded.contains(&key);
        found.push(Line::Folder { key, text: text.to_owned(), count: things.len(), depth: 0 });
        if is_folded {
            return;
        }
        let mut groups: Vec<&str> = Vec::new();
        for group in things.iter().filter_map(|thing| thing.3.as_deref()) {
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        for group in groups {
            let key = format!("{text}/{group}");
            let is_folded = folded.contains(&key);
            let mine: Vec<_> = things.iter().filter(|thing| thing.3.as_deref() == Some(group)).collect();
            found.push(Line::Folder { key, text: group.to_owned(), count: mine.len(), depth: 1 });
            for (item, text, note, _) in mine.into_iter().filter(|_| !is_folded) {
                found.push(Line::Thing { item: *item, text: text.clone(), note: note.clone(), depth: 2 });
            }
        }
        for (item, text, note, _) in things.into_iter().filter(|thing| thing.3.is_none()) {
            found.push(Line::Thing { item, text, note, depth: 1 });
        }
    };
    let name = |item| name_of(preset, item);
    let bodies = scene.bodies.iter().enumerate();
    section(
        "Bodies",
        bodies.map(|(k, body)| (Item::Body(k), name(Item::Body(k)), body_note(body), body.group.clone())).collect(),
    );
    let templates = scene.templates.iter().enumerate().map(|(k, template)| {
        let note = match template {
            Template::Chain(chain) => format!("chain ×{}", chain.count),
            Template::Ragdoll(_) => "ragdoll".to_owned(),
        };
        (Item::Template(k), name(Item::Template(k)), note, None)
    });
    section("Templates", templates.collect());
    let joints = scene.joints.iter().enumerate();
    let joints = joints.map(|(k, joint)| (Item::Joint(k), joint_name(joint), kind_word(joint.kind).to_owned(), None));
    section("Joints", joints.collect());
    let springs = scene.springs.iter().enumerate();
    let springs = springs.map(|(k, spring)| {
        (Item::Spring(k), spring_name(spring), format!("{} N/m", exact(spring.stiffness.into())), None)
    });
    section("Springs", springs.collect());
    let mut events: Vec<(usize, &Event)> = scene.events.iter().enumerate().collect();
    events.sort_by(|a, b| a.1.at.total_cmp(&b.1.at));
    let events = events.into_iter().map(|(k, event)| {
        let text = format!("{} s  {}", exact(event.at.into()), event.body);
        (Item::Event(k), text, happening(event).to_owned(), None)
    });
    section("Events", events.collect());
    found
}

const fn kind_word(kind: JointType) -> &'static str {
    match kind {
        JointType::Ball => "ball",
        JointType::Hinge => "hinge",
        JointType::Slider => "slider",
        JointType::Distance => "distance",
        JointType::Weld => "weld",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_has_groups_and_is_searched() {
        let text = r#"{"format": "jitterscope-preset", "version": 1, "title": "t", "scene": {"bodies": [
            {"name": "floor", "type": "static", "shape": {"type": "half_space"}},
            {"name": "crate", "group": "heap", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 2, 0],
             "repeat": {"type": "line", "count": 3, "step": [0, 1, 0]}}],
            "events": [{"at": 2, "body": "crate[0]", "impulse": [1, 0, 0]}, {"at": 1, "body": "crate[1]", "set_mass": 2}]}}"#;
        let preset = crate::preset::parse(text).unwrap();
        let all = lines(&preset, "", &BTreeSet::new());
        let words: Vec<&str> = all
            .iter()
            .map(|line| match line {
                Line::Folder { text, .. } | Line::Thing { text, .. } => text.as_str(),
            })
            .collect();
        assert_eq!(words, ["Bodies", "heap", "crate", "floor", "Events", "1 s  crate[1]", "2 s  crate[0]"]);
        assert!(all.contains(&Line::Thing { item: Item::Body(1), text: "crate".into(), note: "×3".into(), depth: 2 }));
        assert_eq!(lines(&preset, "static", &BTreeSet::new()).len(), 2);
        let folded = BTreeSet::from(["Bodies/heap".to_owned(), "Events".to_owned()]);
        assert_eq!(lines(&preset, "", &folded).len(), 4);
    }
}

//! Names of bodies and what refers to them.

use super::{Item, Preset, flat};
use crate::preset::build::matches;
use crate::preset::limits::MAX_NAME;
use crate::preset::schema::{Repeat, Template};
use std::collections::BTreeSet;

/// Every name that is taken: of bodies, of repeated bodies and templates, and of what they are made of.
pub(super) fn taken_names(preset: &Preset) -> BTreeSet<String> {
    let mut names: BTreeSet<String> = preset.scene.bodies.iter().map(|body| body.name.clone()).collect();
    names.extend(preset.scene.templates.iter().map(|template| template_name(template).to_owned()));
    names.extend(flat(preset).bodies.into_iter().map(|body| body.name));
    names
}

/// A name like the wanted one that nobody has yet: `crate`, then `crate 2`, `crate 3` and so on. What a name cannot have
/// is left out of it.
pub fn unique_name(preset: &Preset, wanted: &str) -> String {
    free_name(&taken_names(preset), wanted)
}

pub(super) fn free_name(taken: &BTreeSet<String>, wanted: &str) -> String {
    let clean: String = wanted.chars().filter(|c| !matches!(c, '[' | ']' | '*') && !c.is_control()).collect();
    let clean = clean.trim();
    let clean = if clean.is_empty() { "body" } else { clean };
    // Room for a number.
    let mut end = clean.len().min(MAX_NAME - 8);
    while !clean.is_char_boundary(end) {
        end -= 1;
    }
    let clean = clean[..end].trim_end();
    // A name also owns what begins with it and a bracket or a dot.
    let is_free = |name: &str| {
        let group = format!("{name}[");
        !taken.contains(name) && !taken.range(group.clone()..).next().is_some_and(|next| next.starts_with(&group))
    };
    if is_free(clean) {
        return clean.to_owned();
    }
    let stem = clean.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = if stem.len() < clean.len() && stem.ends_with(' ') { stem.trim_end() } else { clean };
    let names = (2_u32..).map(|number| format!("{stem} {number}"));
    names.into_iter().find(|name| is_free(name)).unwrap_or_else(|| clean.to_owned())
}

pub(super) fn template_name(template: &Template) -> &str {
    match template {
        Template::Chain(chain) => &chain.name,
        Template::Ragdoll(doll) => &doll.name,
    }
}

pub(super) fn template_name_mut(template: &mut Template) -> &mut String {
    match template {
        Template::Chain(chain) => &mut chain.name,
        Template::Ragdoll(doll) => &mut doll.name,
    }
}

/// What the first body of a pattern has behind its name.
pub(super) const fn first_of_repeat(repeat: &Repeat) -> &'static str {
    match repeat {
        Repeat::Line { .. } => "[0]",
        Repeat::Grid { .. } => "[0,0,0]",
        Repeat::Wall { .. } | Repeat::Pyramid { .. } => "[0,0]",
    }
}

/// Gives every reference to a body another name where `map` knows one. Keys of variants are patterns, and not meant here.
pub(super) fn repoint(preset: &mut Preset, map: &dyn Fn(&str) -> Option<String>) {
    let act = |name: &mut String| {
        if let Some(new) = map(name) {
            *name = new;
        }
    };
    let scene = &mut preset.scene;
    scene.joints.iter_mut().flat_map(|joint| [&mut joint.a, &mut joint.b]).for_each(act);
    scene.springs.iter_mut().flat_map(|spring| std::iter::once(&mut spring.a).chain(&mut spring.b)).for_each(act);
    scene.events.iter_mut().map(|event| &mut event.body).for_each(act);
    for template in &mut scene.templates {
        if let Template::Chain(chain) = template {
            chain.attach_to.iter_mut().chain(&mut chain.attach_end_to).for_each(act);
        }
    }
    preset.sweep.iter_mut().map(|sweep| &mut sweep.body).for_each(act);
    let plots = preset.watch.iter_mut().flat_map(|watch| &mut watch.plots);
    plots.filter_map(|plot| plot.body.as_mut()).for_each(act);
}

/// The document with a body or template renamed, and everything that refers to it. Whether the name is allowed is seen
/// when the document is checked.
pub fn renamed(preset: &Preset, item: Item, new: &str) -> Preset {
    let mut changed = preset.clone();
    let (old, is_group) = match item {
        Item::Body(index) => match changed.scene.bodies.get_mut(index) {
            Some(body) => (std::mem::replace(&mut body.name, new.to_owned()), body.repeat.is_some()),
            None => return changed,
        },
        Item::Template(index) => match changed.scene.templates.get_mut(index) {
            Some(template) => (std::mem::replace(template_name_mut(template), new.to_owned()), true),
            None => return changed,
        },
        _ => return changed,
    };
    if old == new {
        return changed;
    }
    let own = |name: &str| {
        let rest = name.strip_prefix(old.as_str())?;
        (rest.is_empty() || is_group && rest.starts_with(['[', '.'])).then(|| format!("{new}{rest}"))
    };
    repoint(&mut changed, &own);
    repoint_patterns(preset, &mut changed, item, &own, new);
    changed
}

/// Makes the variants' keys mean the same bodies as before.
pub(super) fn repoint_patterns(
    before: &Preset,
    changed: &mut Preset,
    item: Item,
    own: &dyn Fn(&str) -> Option<String>,
    new: &str,
) {
    if before.variants.is_empty() {
        return;
    }
    let scene = flat(before);
    let belongs = |body: &crate::preset::expand::FlatBody| Item::at(&scene.entries[body.entry].path) == Some(item);
    let (mine, others): (Vec<_>, Vec<_>) = scene.bodies.iter().partition(|body| belongs(body));
    for (_, variant) in &mut changed.variants.0 {
        let mut keys: Vec<_> = Vec::new();
        for (pattern, change) in std::mem::take(&mut variant.bodies.0) {
            let means_mine = mine.iter().any(|body| matches(&pattern, &body.name));
            let means_others = others.iter().any(|body| matches(&pattern, &body.name));
            let still = mine
                .iter()
                .filter(|body| matches(&pattern, &body.name))
                .all(|body| own(&body.name).is_some_and(|name| matches(&pattern, &name)));
            if !means_mine || still {
                keys.push((pattern, change));
                continue;
            }
            let stem = pattern.strip_suffix('*').unwrap_or(&pattern);
            let star = &pattern[stem.len()..];
            let renamed = own(stem).filter(|_| star.is_empty() || stem.contains(['[', '.']));
            let key = renamed.map_or_else(|| new.to_owned(), |stem| format!("{stem}{star}"));
            if means_others {
                keys.push((pattern, change.clone()));
            }
            if !keys.iter().any(|(known, _)| *known == key) {
                keys.push((key, change));
            }
        }
        variant.bodies.0 = keys;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_name_counts_on() {
        let taken: BTreeSet<String> = ["crate", "crate 2", "pile[0]", "doll.head"].map(str::to_owned).into();
        assert_eq!(free_name(&taken, "ball"), "ball");
        assert_eq!(free_name(&taken, "crate"), "crate 3");
        assert_eq!(free_name(&taken, "crate 2"), "crate 3");
        assert_eq!(free_name(&taken, "pile"), "pile 2");
        assert_eq!(free_name(&taken, " *[] "), "body");
        assert!(free_name(&taken, &"ä".repeat(90)).len() <= MAX_NAME);
    }
}

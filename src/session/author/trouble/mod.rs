//! What in a scene asks for trouble: looked for in the world that was built from the document, with the settings that it
//! runs with, never in the text.
//!
//! Each finding names the artifact of the catalogue that it invites. It is a warning, not a prophecy: the artifact may be
//! just what the author wants to show.

mod bodies;
mod motion;
mod pairs;
#[cfg(test)]
mod tests;

use super::{Item, Warning};
use crate::dynamics::{Body, BodyId, BodyType, World};
use crate::preset::{Instance, Preset};
use std::collections::BTreeMap;

/// More than these are not read by anybody.
const MOST: usize = 60;

/// Looks at a scene at its start.
pub(in crate::session) fn find(preset: &Preset, instance: &Instance) -> Vec<Warning> {
    let mut findings = Findings { scene: Scene { preset, instance }, by_kind: BTreeMap::new() };
    pairs::find(&mut findings);
    motion::find(&mut findings);
    bodies::find(&mut findings);
    findings.into_warnings()
}

/// What is looked at.
#[derive(Clone, Copy)]
struct Scene<'s> {
    preset: &'s Preset,
    instance: &'s Instance,
}

impl<'s> Scene<'s> {
    const fn world(self) -> &'s World {
        &self.instance.world
    }

    fn body(self, body: usize) -> &'s Body {
        &self.world().bodies()[body]
    }

    fn is_dynamic(self, body: usize) -> bool {
        self.body(body).body_type == BodyType::Dynamic
    }

    fn item(self, body: usize) -> Option<Item> {
        self.instance.item_of_body(BodyId(body as u32))
    }

    /// “crate”
    fn name(self, body: usize) -> String {
        format!("“{}”", self.body(body).name)
    }

    /// Pointer to a field of the thing that a body came from; templates are pointed at as a whole.
    fn place(self, body: usize, field: &str) -> String {
        match self.item(body) {
            Some(item @ Item::Body(_)) => format!("{}/{field}", item.pointer()),
            Some(item) => item.pointer(),
            None => String::new(),
        }
    }

    /// Where the weight of a body is written.
    fn weight_place(self, body: usize) -> String {
        let has_mass = match self.item(body) {
            Some(Item::Body(index)) => self.preset.scene.bodies.get(index).is_some_and(|body| body.mass.is_some()),
            _ => false,
        };
        self.place(body, if has_mass { "mass" } else { "density" })
    }
}

/// One thing found out about some bodies.
struct Finding {
    bodies: Vec<usize>,
    place: String,
    text: String,
    artifact: &'static str,
    /// Of several of one kind about the same things, the one with most is shown.
    size: f32,
}

struct Findings<'s> {
    scene: Scene<'s>,
    /// By kind and things: a tower gives one warning, not one for each of its contacts.
    by_kind: BTreeMap<(&'static str, Vec<Item>), (Finding, usize)>,
}

impl Findings<'_> {
    fn add(&mut self, kind: &'static str, finding: Finding) {
        let mut items: Vec<Item> = finding.bodies.iter().filter_map(|&body| self.scene.item(body)).collect();
        items.sort_unstable();
        items.dedup();
        let entry = self.by_kind.entry((kind, items));
        entry
            .and_modify(|(most, count)| {
                *count += 1;
                if finding.size > most.size {
                    most.bodies.clone_from(&finding.bodies);
                    most.place.clone_from(&finding.place);
                    most.text.clone_from(&finding.text);
                    most.size = finding.size;
                }
            })
            .or_insert((finding, 1));
    }

    fn into_warnings(self) -> Vec<Warning> {
        let mut all: Vec<(f32, Warning)> = Vec::new();
        for ((_, items), (finding, count)) in self.by_kind {
            let more = if count > 1 { format!(" ({count} of this kind here.)") } else { String::new() };
            let text = format!("{}{more}", finding.text);
            all.push((finding.size, Warning { items, place: finding.place, text, artifact: finding.artifact }));
        }
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        all.truncate(MOST);
        all.into_iter().map(|(_, warning)| warning).collect()
    }
}

/// A number for people: three digits that count.
fn number(value: f32) -> String {
    let magnitude = value.abs();
    if magnitude >= 1e5 || magnitude < 1e-3 && magnitude > 0.0 {
        return format!("{value:.1e}");
    }
    let digits = if magnitude >= 100.0 {
        0
    } else if magnitude >= 10.0 {
        1
    } else if magnitude >= 1.0 {
        2
    } else {
        4
    };
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A length for people.
fn length(metres: f32) -> String {
    if metres.abs() < 0.1 { format!("{} mm", number(metres * 1e3)) } else { format!("{} m", number(metres)) }
}

//! Squashed stack (7): resting bodies overlap so much that a tower is visibly shorter than its parts.
//!
//! **Number**: the share of its ideal height, in percent, that the worst tower has lost for at least [`HOLD_SECS`].
//! In every record the overlaps are added up from the static bodies to the top: a body has sunk as far as its
//! supporters have, plus the overlap with them times the upward part of the normal, averaged with the support
//! impulses as weights. The ideal height of the body is the height of its top above the static surface plus what it
//! has sunk. Of each body the smallest share in a window of [`HOLD_SECS`] counts, so that an impact, which is deep for
//! a moment, is no squash; a tower that is squashed so badly that it falls later has still been squashed before.
//! Only bodies that carry nothing and have at least [`MIN_LEVELS`] levels (themselves included) are tops of towers: the
//! lowest boxes are squashed more than the tower as a whole.
//!
//! **Second number**: bounce amplitude, the largest vertical range of the tower's top body in the last
//! [`SETTLED_SECS`] of the run, in mm: a tower that acts as a spring has not come to rest.
//!
//! **Threshold**: soft contacts rest with an overlap that grows with the load; good engines lose half a percent in a
//! tower of 20. From 10 % on the boxes are seen to sink into each other.

use crate::artifact::reading::{Evidence, Reading, SideNumber};
use crate::instrument::record::{BodyKind, ContactRecord};
use crate::instrument::{Recording, StepRecord};
use crate::math::Vec3;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// s
const HOLD_SECS: f64 = 0.5;
/// s
const SETTLED_SECS: f64 = 1.0;
const MIN_LEVELS: f64 = 3.0;
/// Upward part of a normal from which on a contact carries.
const CARRIES: f32 = 0.5;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let Some(up) = (-recording.header.gravity).try_normalize() else { return reading };
    let mut windows: BTreeMap<u32, Window> = BTreeMap::new();
    let mut tallest: Option<(f64, u32)> = None;
    for step in &recording.steps {
        let towers = towers(recording, step, up);
        windows.retain(|id, _| towers.contains_key(id));
        for (&id, tower) in &towers {
            let window = windows.entry(id).or_default();
            window.push(step.time, step.step, tower.lost_percent());
            if tallest.is_none_or(|(height, _)| tower.ideal_height() > height) {
                tallest = Some((tower.ideal_height(), id));
            }
            let Some((held, first_step)) = window.held() else { continue };
            reading.raise(held, || Evidence {
                bodies: vec![id],
                first_step,
                last_step: step.step,
                text: format!(
                    "the tower below `{}` stands {held:.2} % ({:.0} mm) lower than its {:.0} levels are high, \
                     from step {first_step} to {}",
                    recording.body_name(id),
                    10.0 * held * tower.ideal_height(),
                    tower.levels,
                    step.step,
                ),
            });
        }
    }
    if let Some((_, top)) = tallest {
        let value = 1000.0 * vertical_range(recording, top, up);
        reading.also.push(SideNumber { name: "bounce amplitude at the end", unit: "mm", value });
    }
    reading
}

/// A body as the top of what stands below it.
#[derive(Clone, Copy, Debug, Default)]
struct Tower {
    /// Overlaps below, added up, m.
    sunk: f64,
    /// Height of the static surface along `up`, m.
    base: f64,
    /// Height of the body's top along `up`, m.
    top: f64,
    /// Bodies on top of each other; between integers when the supporters differ.
    levels: f64,
}

impl Tower {
    fn ideal_height(&self) -> f64 {
        self.top - self.base + self.sunk
    }

    fn lost_percent(&self) -> f64 {
        if self.ideal_height() > 0.0 { 100.0 * self.sunk / self.ideal_height() } else { 0.0 }
    }
}

/// The tops of all stacks that stand on a static body, with at least [`MIN_LEVELS`] levels.
fn towers(recording: &Recording, step: &StepRecord, up: Vec3) -> BTreeMap<u32, Tower> {
    let carrying = carrying_contacts(step, up);
    let mut bodies: Vec<_> = step
        .bodies
        .iter()
        .filter(|b| recording.header.body(b.id).is_some_and(|info| info.kind == BodyKind::Dynamic))
        .collect();
    bodies.sort_by(|a, b| a.position.dot(up).total_cmp(&b.position.dot(up)).then(a.id.cmp(&b.id)));
    let mut towers: BTreeMap<u32, Tower> = BTreeMap::new();
    for body in bodies {
        let mut sum = Tower::default();
        let mut weight = 0.0;
        for (supporter, support) in carrying.get(&body.id).into_iter().flatten() {
            let is_dynamic = recording.header.body(*supporter).is_some_and(|info| info.kind == BodyKind::Dynamic);
            let below = match towers.get(supporter) {
                Some(tower) => *tower,
                None if is_dynamic => continue,
                None => Tower { base: support.surface / support.impulse, ..Tower::default() },
            };
            weight += support.impulse;
            sum.sunk += (below.sunk * support.impulse) + support.overlap;
            sum.base += below.base * support.impulse;
            sum.levels += (below.levels + 1.0) * support.impulse;
        }
        if weight > 0.0 {
            let pose = body.world_from_body();
            let top = recording.header.body(body.id).and_then(|info| {
                let heights = info.shapes.iter().map(|(body_from_shape, shape)| {
                    let shape_pose = pose.mul(body_from_shape);
                    shape_pose.transform_point(shape.support(shape_pose.inverse_transform_vector(up))).dot(up)
                });
                heights.reduce(f32::max)
            });
            let top = f64::from(top.unwrap_or_else(|| pose.translation.dot(up)));
            towers.insert(
                body.id,
                Tower { sunk: sum.sunk / weight, base: sum.base / weight, levels: sum.levels / weight, top },
            );
        }
    }
    let carries: BTreeSet<u32> = carrying.values().flat_map(BTreeMap::keys).copied().collect();
    // A level counts when at least most of the weight goes through it.
    towers.retain(|id, t| !carries.contains(id) && t.levels > MIN_LEVELS - 0.5);
    towers
}

/// What one body gives another: sums over the points between them, weighted with the impulses.
#[derive(Clone, Copy, Debug, Default)]
struct Support {
    /// N s
    impulse: f64,
    /// Impulse × overlap along `up`, N s m.
    overlap: f64,
    /// Impulse × height of the supporter's surface, N s m.
    surface: f64,
}

/// For each body its supporters, in the order of their ids.
fn carrying_contacts(step: &StepRecord, up: Vec3) -> BTreeMap<u32, BTreeMap<u32, Support>> {
    let mut carrying: BTreeMap<u32, BTreeMap<u32, Support>> = BTreeMap::new();
    for contact in step.contacts.iter().filter(|c| c.normal_impulse > 0.0) {
        let rise = contact.normal.dot(up);
        if rise.abs() < CARRIES {
            continue;
        }
        let (lower, upper) = if rise > 0.0 { (contact.a, contact.b) } else { (contact.b, contact.a) };
        let support = carrying.entry(upper).or_default().entry(lower).or_default();
        add_point(support, contact, f64::from(rise.abs()), up);
    }
    carrying
}

fn add_point(support: &mut Support, contact: &ContactRecord, rise: f64, up: Vec3) {
    let impulse = f64::from(contact.normal_impulse);
    let overlap = f64::from((-contact.separation).max(0.0)) * rise;
    support.impulse += impulse;
    support.overlap += impulse * overlap;
    // The recorded position lies midway between the surfaces.
    support.surface += impulse * (f64::from(contact.position.dot(up)) + 0.5 * overlap);
}

/// The shares of one tower in the last [`HOLD_SECS`].
#[derive(Debug, Default)]
struct Window {
    entries: VecDeque<(f64, u64, f64)>,
}

impl Window {
    fn push(&mut self, time: f64, step: u64, lost: f64) {
        self.entries.push_back((time, step, lost));
        while self.entries.len() > 2 && time - self.entries[1].0 >= HOLD_SECS {
            self.entries.pop_front();
        }
    }

    /// The smallest share in the window, once it is full, and its first step.
    fn held(&self) -> Option<(f64, u64)> {
        let (first, last) = (self.entries.front()?, self.entries.back()?);
        // Times are sums of steps: half a millisecond of slack for their rounding.
        let is_full = last.0 - first.0 >= HOLD_SECS - 5e-4;
        is_full.then(|| (self.entries.iter().fold(f64::INFINITY, |least, e| least.min(e.2)), first.1))
    }
}

fn vertical_range(recording: &Recording, id: u32, up: Vec3) -> f64 {
    let end = recording.steps.last().map_or(0.0, |s| s.time);
    let recent = recording.steps.iter().filter(|s| s.time >= end - SETTLED_SECS);
    let heights = recent.filter_map(|s| Some(f64::from(s.body(id)?.position.dot(up))));
    let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), h| (low.min(h), high.max(h)));
    (high - low).max(0.0)
}

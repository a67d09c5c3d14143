//! Rattling stack (3), unstable pruning: bodies at rest whose contact points come and go.
//!
//! **Number**: births and deaths of contact points per second, of the worst pair of bodies, over [`WINDOW_SECS`]. A
//! pair counts once it has rested for [`SETTLE_SECS`]: neither body's fastest point exceeds [`MOVING`], over the window
//! neither has left its place or turned by more than [`STAYS`] of its size, and the two push each other in most
//! records. So rolling, sliding and falling bodies, whose contacts change by rights, do not count; nor do neighbours
//! that only just touch, nor pairs that only just came to rest. A point that only changes its name, because the other
//! body's face was clipped this time, has neither gone nor come: it lies within [`SAME_PLACE`] of where one was. Nor has
//! one that lifts off or lands where the engine had it in its list already: that is a body that rocks. Only what touches
//! counts, and it has to come from nowhere or go there.
//!
//! **Second number**: root mean square of the angular speeds of all dynamic bodies from 2 s on, rad/s: the rattle that
//! the changing contacts make.
//!
//! **Threshold**: a stack with features that persist has no births and deaths at all; bricks that rock on rubble make
//! some twenty per second. One point that jumps in every second step makes 60; below one per second is a body that
//! settles.

use crate::artifact::reading::{Evidence, Reading, SideNumber};
use crate::instrument::record::{BodyRecord, RunHeader};
use crate::instrument::{Recording, StepRecord, metrics};
use crate::math::Vec3;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// s
const WINDOW_SECS: f64 = 1.0;
/// A pair that came to rest has to find its points first, s: a cache gets one point per step.
const SETTLE_SECS: f64 = 1.0;
/// m/s, of a body's fastest point.
const MOVING: f32 = 3.0;
/// Sizes of a body, and rad, by which it may be elsewhere at the end of a window.
const STAYS: f32 = 0.2;
/// Share of the records in which a resting pair pushes.
const TOGETHER: f64 = 0.75;
/// s: from here on a scene has had time to settle.
const SETTLED_SECS: f64 = 2.0;

/// Share of the smaller body's smallest edge.
const SAME_PLACE: f32 = 0.05;

/// The points between two bodies by their names (colliders and feature), with their places, and whether they touch.
type Points = BTreeMap<(u32, u32, u32), (Vec3, bool)>;
type PointsByPair = BTreeMap<(u32, u32), Points>;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let mut windows: BTreeMap<(u32, u32), Window> = BTreeMap::new();
    let mut before: PointsByPair = BTreeMap::new();
    for pair in recording.steps.windows(2) {
        let [last, step] = pair else { continue };
        let secs = step.time - last.time;
        let now = points(step);
        let moving: BTreeSet<u32> =
            step.bodies.iter().filter(|b| is_moving(&recording.header, b)).map(|b| b.id).collect();
        windows.retain(|key, _| !moving.contains(&key.0) && !moving.contains(&key.1));
        for key in now.keys().chain(before.keys()) {
            if !moving.contains(&key.0) && !moving.contains(&key.1) {
                windows.entry(*key).or_default();
            }
        }
        let none = Points::new();
        let pushing: BTreeSet<(u32, u32)> =
            step.contacts.iter().filter(|c| c.normal_impulse > 0.0).map(|c| (c.a.min(c.b), c.a.max(c.b))).collect();
        for (key, window) in &mut windows {
            let (old, new) = (before.get(key).unwrap_or(&none), now.get(key).unwrap_or(&none));
            let Some(places) = places(step, *key) else { continue };
            window.push(Entry {
                secs,
                changes: changes(&recording.header, *key, old, new),
                pushes: pushing.contains(key),
                places,
            });
            let Some(rate) = window.rate(&recording.header, *key) else { continue };
            reading.raise(rate, || Evidence {
                bodies: vec![key.0, key.1],
                first_step: step.step.saturating_sub(window.entries.len() as u64),
                last_step: step.step,
                text: format!(
                    "`{}` rests on `{}`, and contact points between them come and go {rate:.0} times per second",
                    recording.body_name(key.1),
                    recording.body_name(key.0),
                ),
            });
        }
        before = now;
    }
    reading.also.push(SideNumber {
        name: "RMS angular speed after 2 s",
        unit: "rad/s",
        value: rms_angular_speed(recording),
    });
    reading
}

/// One record of a pair.
struct Entry {
    /// Length of the step, s.
    secs: f64,
    changes: usize,
    pushes: bool,
    places: [BodyRecord; 2],
}

fn places(step: &StepRecord, (a, b): (u32, u32)) -> Option<[BodyRecord; 2]> {
    Some([*step.body(a)?, *step.body(b)?])
}

/// The last second of a pair.
#[derive(Default)]
struct Window {
    entries: VecDeque<Entry>,
    secs: f64,
    changes: usize,
    pushes: usize,
    /// For how long the pair has been slow, s.
    rested: f64,
}

impl Window {
    fn push(&mut self, entry: Entry) {
        self.rested += entry.secs;
        if self.rested <= SETTLE_SECS {
            return;
        }
        self.secs += entry.secs;
        self.changes += entry.changes;
        self.pushes += usize::from(entry.pushes);
        self.entries.push_back(entry);
        while let Some(first) = self.entries.front()
            && self.secs - first.secs >= WINDOW_SECS - 1e-9
        {
            self.secs -= first.secs;
            self.changes -= first.changes;
            self.pushes -= usize::from(first.pushes);
            self.entries.pop_front();
        }
    }

    /// Changes per second, once the pair has rested for long enough.
    fn rate(&self, header: &RunHeader, (a, b): (u32, u32)) -> Option<f64> {
        let is_long = self.secs >= WINDOW_SECS - 1e-6;
        let is_pair = self.pushes as f64 >= TOGETHER * self.entries.len() as f64;
        let (first, last) = (self.entries.front()?, self.entries.back()?);
        let stays = |index: usize, id: u32| {
            let (old, new) = (&first.places[index], &last.places[index]);
            let size = header.body(id).map_or(0.0, |info| info.extents().min_element());
            old.position.distance(new.position) <= STAYS * size && old.rotation.angle_between(new.rotation) <= STAYS
        };
        (is_long && is_pair && stays(0, a) && stays(1, b)).then(|| self.changes as f64 / self.secs)
    }
}

/// How many touching points went, and how many came, in places where there was none at all.
fn changes(header: &RunHeader, (a, b): (u32, u32), old: &Points, new: &Points) -> usize {
    let edge = |id: u32| header.body(id).map_or(f32::INFINITY, |info| info.extents().min_element());
    let near = SAME_PLACE * edge(a).min(edge(b));
    let missing_from = |others: &Points, key: &(u32, u32, u32), place: Vec3| {
        !others.contains_key(key) && !others.values().any(|(other, _)| other.distance(place) <= near)
    };
    let missing = |points: &Points, others: &Points| {
        points.iter().filter(|(key, (place, touches))| *touches && missing_from(others, key, *place)).count()
    };
    missing(old, new) + missing(new, old)
}

/// Identities of the contact points of every pair of bodies.
fn points(step: &StepRecord) -> PointsByPair {
    let mut found: PointsByPair = BTreeMap::new();
    for contact in &step.contacts {
        found
            .entry((contact.a.min(contact.b), contact.a.max(contact.b)))
            .or_default()
            .insert(contact.key(), (contact.position, metrics::is_touching(contact)));
    }
    found
}

fn is_moving(header: &RunHeader, body: &BodyRecord) -> bool {
    let reach = header.body(body.id).map_or(0.0, |info| 0.5 * info.extents().length());
    // The bounds of a half-space have no end, and it never turns.
    let turning =
        if body.angular_velocity.length_squared() > 0.0 { body.angular_velocity.length() * reach } else { 0.0 };
    body.velocity.length() + turning > MOVING
}

fn rms_angular_speed(recording: &Recording) -> f64 {
    let settled = recording.steps.iter().filter(|s| s.time >= SETTLED_SECS);
    let squares: Vec<f64> = settled
        .flat_map(|step| metrics::dynamic_bodies(&recording.header, step))
        .map(|b| f64::from(b.angular_velocity.length_squared()))
        .collect();
    if squares.is_empty() { 0.0 } else { (squares.iter().sum::<f64>() / squares.len() as f64).sqrt() }
}

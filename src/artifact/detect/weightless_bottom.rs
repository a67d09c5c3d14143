//! Weightless bottom (5): friction below a stack does not know of the weight on it.
//!
//! **Number**: what is missing of Coulomb's friction, in percent, under the sliding stack where most is missing. A stack
//! slides on a supporter when the contact between them moves sideways at more than [`SLIDES`] for at least
//! [`HOLD_SECS`]; friction is then at its bound, so the bound can be measured: the friction impulses between the two over
//! that time, against µ (the material of the contact, recorded with it) times the weight of everything that rests on the
//! contact and on nothing else. A body that also rests elsewhere makes the weight unknown, and the stack is left out;
//! so is a time in which the stack falls, lands or is thrown (its mean vertical acceleration is more than
//! [`LEVEL_SHARE`] of gravity). A stack that something joins or leaves is another one: its time begins anew.
//!
//! **Second number**: the least support impulse over the weight above, in percent, in any of these contacts.
//!
//! **Threshold**: the reference asks for a slip at no more than 35 % of Coulomb's value, so 65 % are missing; a cured
//! engine is within 10 %.

use crate::artifact::reading::{Evidence, Reading, SideNumber};
use crate::instrument::record::{BodyKind, ContactRecord, RunHeader};
use crate::instrument::{Recording, StepRecord};
use crate::math::Vec3;
use std::collections::{BTreeMap, BTreeSet};

/// m/s
const SLIDES: f32 = 0.05;
/// s
const HOLD_SECS: f64 = 0.3;
const LEVEL_SHARE: f64 = 0.1;
/// Part of a normal along gravity from which on a contact carries.
const CARRIES: f32 = 0.5;

/// What was summed up while one stack slid on one supporter.
#[derive(Clone, Debug)]
struct Slide {
    stack: BTreeSet<u32>,
    first_step: u64,
    start: f64,
    end: f64,
    last_step: u64,
    /// N s
    friction: f64,
    normal: f64,
    /// µ × weight along the normal × time, and the weight alone, N s.
    coulomb: f64,
    weight: f64,
    /// Speed of the stack along the normal at the start, m/s, and the momentum's mass, kg.
    start_rise: f64,
    last_rise: f64,
}

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let mut least_support = f64::INFINITY;
    let mut slides: BTreeMap<(u32, u32), Slide> = BTreeMap::new();
    for pair in recording.steps.windows(2) {
        let (before, step) = (&pair[0], &pair[1]);
        let sliding = sliding_stacks(recording, step);
        slides.retain(|key, slide| sliding.get(key).is_some_and(|now| now.stack == slide.stack));
        for (key, now) in sliding {
            let dt = step.time - before.time;
            let slide = slides.entry(key).or_insert_with(|| Slide {
                stack: now.stack,
                first_step: step.step,
                start: before.time,
                end: before.time,
                last_step: step.step,
                friction: 0.0,
                normal: 0.0,
                coulomb: 0.0,
                weight: 0.0,
                start_rise: now.rise,
                last_rise: now.rise,
            });
            slide.end = step.time;
            slide.last_step = step.step;
            slide.last_rise = now.rise;
            slide.friction += now.friction;
            slide.normal += now.normal;
            slide.weight += now.weight * dt;
            slide.coulomb += now.friction_coefficient * now.weight * dt;
            let length = slide.end - slide.start;
            if length < HOLD_SECS - 1e-6 || slide.coulomb <= 0.0 {
                continue;
            }
            let gravity = f64::from(recording.header.gravity.length());
            if (slide.last_rise - slide.start_rise).abs() > LEVEL_SHARE * gravity * length {
                continue;
            }
            let missing = 100.0 * (1.0 - slide.friction / slide.coulomb);
            least_support = least_support.min(100.0 * slide.normal / slide.weight);
            let (first_step, last_step) = (slide.first_step, slide.last_step);
            let (held, due) = (slide.friction / length, slide.coulomb / length);
            reading.raise(missing, || Evidence {
                bodies: vec![key.1, key.0],
                first_step,
                last_step,
                text: format!(
                    "`{}` slides on `{}` against {held:.0} N of friction, where the weight above it allows {due:.0} N \
                     ({missing:.0} % missing), from step {first_step} to {last_step}",
                    recording.body_name(key.1),
                    recording.body_name(key.0),
                ),
            });
        }
    }
    if least_support.is_finite() {
        reading.also.push(SideNumber { name: "least support over weight above", unit: "%", value: least_support });
    }
    reading
}

/// One step of a stack that slides.
struct Now {
    stack: BTreeSet<u32>,
    friction: f64,
    normal: f64,
    friction_coefficient: f64,
    /// Along the contact normal, N.
    weight: f64,
    /// Mean speed of the stack along the normal, m/s.
    rise: f64,
}

/// Every (supporter, body) whose contact slides, with what rests on the body alone.
fn sliding_stacks(recording: &Recording, step: &StepRecord) -> BTreeMap<(u32, u32), Now> {
    let header = &recording.header;
    let Some(down) = header.gravity.try_normalize() else { return BTreeMap::new() };
    let mut supports: BTreeMap<u32, BTreeMap<u32, Vec<&ContactRecord>>> = BTreeMap::new();
    for contact in step.contacts.iter().filter(|c| c.normal_impulse > 0.0) {
        let rise = -contact.normal.dot(down);
        let (lower, upper) = if rise > 0.0 { (contact.a, contact.b) } else { (contact.b, contact.a) };
        supports.entry(upper).or_default().entry(lower).or_default().push(contact);
    }
    let mut found = BTreeMap::new();
    for (&upper, lowers) in &supports {
        let mut lowers = lowers.iter();
        let (Some((&lower, points)), None) = (lowers.next(), lowers.next()) else { continue };
        if !is_dynamic(header, upper) || points.iter().any(|c| c.normal.dot(down).abs() < CARRIES) {
            continue;
        }
        if !points.iter().all(|c| slip(step, c) > SLIDES) {
            continue;
        }
        let Some(stack) = stack_on(&supports, header, upper) else { continue };
        let normal = points.iter().map(|c| c.normal * c.normal_impulse).sum::<Vec3>().normalize_or_zero();
        let mass_of = |id: &u32| f64::from(header.body(*id).map_or(0.0, |b| b.mass));
        let mass: f64 = stack.iter().map(mass_of).sum();
        let momentum: f64 =
            stack.iter().filter_map(|id| step.body(*id).map(|b| mass_of(id) * f64::from(b.velocity.dot(normal)))).sum();
        if mass <= 0.0 {
            continue;
        }
        found.insert(
            (lower, upper),
            Now {
                // Point by point: where a body also turns on its supporter, the vectors cancel but the bound is reached.
                friction: points.iter().map(|c| f64::from(c.friction_impulse.length())).sum(),
                normal: points.iter().map(|c| f64::from(c.normal_impulse)).sum(),
                friction_coefficient: points.iter().map(|c| f64::from(c.friction)).fold(0.0, f64::max),
                weight: mass * f64::from(header.gravity.dot(normal).abs()),
                rise: momentum / mass,
                stack,
            },
        );
    }
    found
}

/// The body and everything that rests, directly or not, on it alone; `None` when something on it also rests elsewhere.
fn stack_on(
    supports: &BTreeMap<u32, BTreeMap<u32, Vec<&ContactRecord>>>,
    header: &RunHeader,
    bottom: u32,
) -> Option<BTreeSet<u32>> {
    let mut stack = BTreeSet::from([bottom]);
    loop {
        let grown: Vec<u32> = supports
            .iter()
            .filter(|(upper, lowers)| {
                !stack.contains(upper) && is_dynamic(header, **upper) && lowers.keys().any(|l| stack.contains(l))
            })
            .map(|(upper, _)| *upper)
            .collect();
        if grown.is_empty() {
            return Some(stack);
        }
        stack.extend(grown.iter().copied());
        if grown.iter().any(|upper| supports[upper].keys().any(|l| !stack.contains(l))) {
            return None;
        }
    }
}

fn is_dynamic(header: &RunHeader, id: u32) -> bool {
    header.body(id).is_some_and(|b| b.kind == BodyKind::Dynamic)
}

/// Sideways speed of the contact, m/s: the least one between the two surfaces of the bodies there. The point that was
/// recorded lies between them, and what a rolling body does at half of a gap is not what it does at the floor.
fn slip(step: &StepRecord, contact: &ContactRecord) -> f32 {
    let at = |place: Vec3| {
        let velocity =
            |id: u32| step.body(id).map_or(Vec3::ZERO, |b| b.velocity + b.angular_velocity.cross(place - b.position));
        (velocity(contact.b) - velocity(contact.a)).reject_from_normalized(contact.normal).length()
    };
    let half_gap = contact.normal * (0.5 * contact.separation);
    [contact.position - half_gap, contact.position, contact.position + half_gap]
        .map(at)
        .into_iter()
        .fold(f32::INFINITY, f32::min)
}

//! Which body, contact or joint is behind the largest number of a record: what a stop selects.
//!
//! Pure functions of one or two records, in the order of the ids; of equals the first one is named.

use super::metrics::{dynamic_bodies, is_touching};
use super::record::{BodyRecord, ContactRecord, JointRecord, RunHeader, StepRecord};
use std::collections::BTreeMap;

/// The point with the largest normal impulse over the step, if any pushed.
pub fn hardest_contact(step: &StepRecord) -> Option<&ContactRecord> {
    first_largest(step.contacts.iter().filter(|c| c.normal_impulse > 0.0), |c| c.normal_impulse.into())
}

/// The dynamic body with the largest speed.
pub fn fastest_body<'a>(header: &'a RunHeader, step: &'a StepRecord) -> Option<&'a BodyRecord> {
    first_largest(dynamic_bodies(header, step), |b| b.velocity.length_squared().into())
}

/// The joint whose anchors are furthest apart.
pub fn widest_joint(step: &StepRecord) -> Option<&JointRecord> {
    first_largest(step.joints.iter().filter(|j| j.gap > 0.0), |j| j.gap.into())
}

/// The touching point whose normal turned most since the record before, with the angle in degrees. Only pairs that
/// touched in both records count: a pair that meets again at another side has not turned.
pub fn most_turned_normal<'a>(before: &StepRecord, step: &'a StepRecord) -> Option<(&'a ContactRecord, f64)> {
    // All points of a pair share the normal, and records are sorted by pairs: one look at each pair is enough.
    let pairs = |record: &'a StepRecord| {
        let mut last = None;
        record.contacts.iter().filter(move |c| is_touching(c) && last.replace(pair(c)) != Some(pair(c)))
    };
    // From sine and cosine, because the cosine alone cannot tell small angles from none. Which of two angles is the larger
    // one is seen without computing either: the square of the sine grows up to a right angle and falls beyond it.
    let sine_and_cosine = |was: &ContactRecord, now: &ContactRecord| {
        let (a, b) = (was.normal.as_dvec3(), now.normal.as_dvec3());
        (a.cross(b), a.dot(b))
    };
    let mut most: Option<(&ContactRecord, &ContactRecord)> = None;
    let mut most_turned = 0.0;
    let mut old = &before.contacts[..];
    for now in pairs(step) {
        // The one list is walked beside the other.
        let passed = old.iter().take_while(|c| pair(c) < pair(now)).count();
        old = &old[passed..];
        let was = old.iter().take_while(|c| pair(c) == pair(now)).find(|c| is_touching(c));
        let Some(was) = was else { continue };
        if was.normal == now.normal {
            continue;
        }
        let (sine, cosine) = sine_and_cosine(was, now);
        let square = sine.length_squared() / (sine.length_squared() + cosine * cosine);
        let turned = if cosine > 0.0 { square } else { 2.0 - square };
        if turned > most_turned {
            (most, most_turned) = (Some((was, now)), turned);
        }
    }
    most.map(|(was, now)| {
        let (sine, cosine) = sine_and_cosine(was, now);
        (now, sine.length().atan2(cosine).to_degrees())
    })
}

/// The dynamic body whose own energy (motion and height) grew most since the record before, with the gain in J.
pub fn most_energised_body(header: &RunHeader, before: &StepRecord, step: &StepRecord) -> Option<(u32, f64)> {
    let energy = |body: &BodyRecord| {
        let info = header.body(body.id)?;
        let spin = body.rotation.conjugate() * body.angular_velocity;
        let kinetic = 0.5 * (info.mass * body.velocity.length_squared() + spin.dot(info.inertia * spin));
        Some(f64::from(kinetic) - f64::from(info.mass) * header.gravity.as_dvec3().dot(body.position.as_dvec3()))
    };
    let gains = dynamic_bodies(header, step)
        .filter_map(|now| Some((now.id, energy(now)? - before.body(now.id).and_then(energy)?)));
    first_largest(gains.filter(|(_, gain)| *gain > 0.0), |(_, gain)| *gain)
}

/// The dynamic body at which most touching points came or went since the record before.
pub fn most_churned_body(header: &RunHeader, before: &StepRecord, step: &StepRecord) -> Option<u32> {
    let keys = |record: &StepRecord| {
        let touching = record.contacts.iter().filter(|c| is_touching(c));
        touching.map(|c| (c.key(), (c.a, c.b))).collect::<BTreeMap<_, _>>()
    };
    let (old, new) = (keys(before), keys(step));
    let born = new.iter().filter(|(key, _)| !old.contains_key(*key));
    let gone = old.iter().filter(|(key, _)| !new.contains_key(*key));
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for (_, (a, b)) in born.chain(gone) {
        *counts.entry(*a).or_default() += 1;
        *counts.entry(*b).or_default() += 1;
    }
    let counted = dynamic_bodies(header, step).filter_map(|body| Some((body.id, *counts.get(&body.id)?)));
    first_largest(counted, |(_, count)| *count as f64).map(|(id, _)| id)
}

fn pair(contact: &ContactRecord) -> (u32, u32) {
    (contact.collider_a, contact.collider_b)
}

fn first_largest<T>(items: impl Iterator<Item = T>, number: impl Fn(&T) -> f64) -> Option<T> {
    let mut largest: Option<(T, f64)> = None;
    for item in items {
        let value = number(&item);
        if largest.as_ref().is_none_or(|(_, most)| value > *most) {
            largest = Some((item, value));
        }
    }
    largest.map(|(item, _)| item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;

    fn contact(colliders: (u32, u32), feature: u32, normal: Vec3, impulse: f32) -> ContactRecord {
        ContactRecord {
            a: colliders.0,
            b: colliders.1,
            collider_a: colliders.0,
            collider_b: colliders.1,
            feature,
            position: Vec3::ZERO,
            normal,
            separation: 0.0,
            normal_impulse: impulse,
            friction_impulse: Vec3::ZERO,
            age: 0,
            friction: 0.5,
        }
    }

    fn record(contacts: Vec<ContactRecord>) -> StepRecord {
        StepRecord { contacts, ..StepRecord::default() }
    }

    #[test]
    fn the_hardest_contact_is_the_first_of_equals() {
        let step = record(vec![
            contact((0, 1), 1, Vec3::Y, 2.0),
            contact((0, 1), 2, Vec3::Y, 5.0),
            contact((0, 2), 3, Vec3::Y, 5.0),
        ]);
        assert_eq!(hardest_contact(&step).map(|c| c.feature), Some(2));
        assert!(hardest_contact(&record(vec![contact((0, 1), 1, Vec3::Y, 0.0)])).is_none());
    }

    #[test]
    fn a_normal_turns_only_within_its_own_pair() {
        let before = record(vec![contact((0, 1), 1, Vec3::Y, 1.0), contact((0, 2), 1, Vec3::Y, 1.0)]);
        let tilted = Vec3::new(0.0, 0.6, 0.8);
        let after = record(vec![
            contact((0, 1), 9, tilted, 1.0),
            contact((0, 2), 1, Vec3::Y, 1.0),
            contact((0, 3), 1, Vec3::NEG_Y, 1.0),
        ]);
        let (found, angle) = most_turned_normal(&before, &after).unwrap();
        assert_eq!(found.collider_b, 1);
        assert!((angle - 53.13).abs() < 0.01, "{angle}");
        assert!(most_turned_normal(&after, &after).is_none());
    }
}

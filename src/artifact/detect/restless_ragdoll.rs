//! Restless ragdoll (15): a structure of jointed bodies lies where it is and shakes for ever.
//!
//! **Number**: the longest time, in seconds, for which a jointed structure stayed where it was, lay on something else and
//! shook. A structure is [`BODIES`] or more dynamic bodies that are held together by joints. It stays while its mass
//! centre keeps within [`PLACE`] of its reach (the farthest body's distance from there) of where it was when the time
//! began. It lies on something in every second; in every second some bone's fastest point reaches [`MOVES`], and some
//! bone turns back [`TURNS`] times. So a doll that slides or rolls, a chain that swings, and a machine whose wheels turn
//! one way do not count, and what hangs on a fixed body is left out; a doll that comes to rest does so within seconds.
//!
//! **Further numbers**: how often per second a limit takes hold, and the mean kinetic energy, over the last
//! [`END_SECS`].
//!
//! **Threshold**: a good doll sleeps within 6 s; one that still shakes after 25 s will not stop.

use super::stay::Stay;
use crate::artifact::reading::{Evidence, Reading, SideNumber};
use crate::instrument::record::{BodyInfo, BodyKind, BodyRecord, JointInfo, Recording, RunHeader, StepRecord};
use crate::math::Vec3;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Fewer make a door or a pendulum.
const BODIES: usize = 4;
/// Share of the structure's reach.
const PLACE: f32 = 0.25;
/// m/s, of the fastest point of a bone.
const MOVES: f32 = 0.03;
/// How often per second a bone's velocity or angular velocity points back against the last one: faster than limbs swing.
const TURNS: usize = 4;
/// s
const END_SECS: f64 = 10.0;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let mut reading = Reading::default();
    let mut restless: Vec<u32> = Vec::new();
    for structure in structures(&recording.header) {
        let mut stay: Option<Stay> = None;
        // Of each bone the times at which it turned back.
        let mut turns: Vec<VecDeque<f64>> = vec![VecDeque::new(); structure.len()];
        let mut last: Option<&StepRecord> = None;
        for step in &recording.steps {
            let Some((center, reach)) = center_and_reach(&recording.header, step, &structure) else { continue };
            let before = last.replace(step);
            for (times, &bone) in turns.iter_mut().zip(&structure) {
                if before.is_some_and(|before| turned_back(before, step, bone)) {
                    times.push_back(step.time);
                }
                while times.front().is_some_and(|t| step.time - t > 1.0) {
                    times.pop_front();
                }
            }
            let current = stay.get_or_insert_with(|| Stay::begin(center, step));
            // The first second of a stay has not seen a second of turns yet.
            let shakes = turns.iter().any(|times| times.len() >= TURNS) || step.time - current.start < 1.0;
            let moves = shakes && is_moving(&recording.header, step, &structure);
            let (allowed, is_supported) = (PLACE * reach, is_supported(step, &structure));
            let Some(lasted) = current.observe(center, allowed, moves, is_supported, step) else { continue };
            let first_step = current.first_step;
            if lasted > reading.value {
                restless.clone_from(&structure);
            }
            reading.raise(lasted, || Evidence {
                bodies: structure.clone(),
                first_step,
                last_step: step.step,
                text: format!(
                    "the structure of `{}` and {} more lies where it is and shakes for {lasted:.1} s, from step {first_step} to {}",
                    recording.body_name(structure[0]),
                    structure.len() - 1,
                    step.step
                ),
            });
        }
    }
    if reading.evidence.is_some() {
        reading.also = at_the_end(recording, &restless);
    }
    reading
}

/// The dynamic bodies that joints hold together and to nothing fixed, in the order of their ids.
fn structures(header: &RunHeader) -> Vec<Vec<u32>> {
    let dynamic: Vec<u32> = header.bodies.iter().filter(|b| b.kind == BodyKind::Dynamic).map(|b| b.id).collect();
    // The group of a body is the smallest id in it; few joints, so passes until nothing changes are enough.
    let mut group: BTreeMap<u32, u32> = dynamic.iter().map(|id| (*id, *id)).collect();
    loop {
        let mut has_changed = false;
        for joint in &header.joints {
            let (Some(&a), Some(&b)) = (group.get(&joint.body_a), group.get(&joint.body_b)) else { continue };
            if a != b {
                group.insert(joint.body_a, a.min(b));
                group.insert(joint.body_b, a.min(b));
                has_changed = true;
            }
        }
        if !has_changed {
            break;
        }
    }
    let ends = |j: &JointInfo| (group.get(&j.body_a).copied(), group.get(&j.body_b).copied());
    let hanging: BTreeSet<u32> = header
        .joints
        .iter()
        .filter_map(|joint| match ends(joint) {
            (Some(first), None) | (None, Some(first)) => Some(first),
            _ => None,
        })
        .collect();
    let mut members: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (&id, &first) in &group {
        members.entry(first).or_default().push(id);
    }
    members.into_iter().filter(|(first, m)| m.len() >= BODIES && !hanging.contains(first)).map(|(_, m)| m).collect()
}

fn center_and_reach(header: &RunHeader, step: &StepRecord, structure: &[u32]) -> Option<(Vec3, f32)> {
    let bones = || structure.iter().filter_map(|id| Some((header.body(*id)?, step.body(*id)?)));
    let mass: f32 = bones().map(|(info, _)| info.mass).sum();
    let center = bones().map(|(info, body)| body.position * info.mass).sum::<Vec3>() / mass;
    let reach = bones().map(|(_, body)| body.position.distance(center)).fold(0.0, f32::max);
    (mass > 0.0 && center.is_finite()).then_some((center, reach))
}

fn is_moving(header: &RunHeader, step: &StepRecord, structure: &[u32]) -> bool {
    let bones = structure.iter().filter_map(|id| Some((header.body(*id)?, step.body(*id)?)));
    bones.into_iter().any(|(info, body)| !body.is_asleep && fastest_point(info, body) >= MOVES)
}

fn fastest_point(info: &BodyInfo, body: &BodyRecord) -> f32 {
    body.velocity.length() + body.angular_velocity.length() * 0.5 * info.extents().length()
}

fn turned_back(before: &StepRecord, step: &StepRecord, bone: u32) -> bool {
    let (Some(a), Some(b)) = (before.body(bone), step.body(bone)) else { return false };
    a.velocity.dot(b.velocity) < 0.0 || a.angular_velocity.dot(b.angular_velocity) < 0.0
}

/// Whether something that is not part of it pushes.
fn is_supported(step: &StepRecord, structure: &[u32]) -> bool {
    step.contacts.iter().any(|c| {
        c.normal_impulse > 0.0 && structure.binary_search(&c.a).is_ok() != structure.binary_search(&c.b).is_ok()
    })
}

fn at_the_end(recording: &Recording, structure: &[u32]) -> Vec<SideNumber> {
    let end = recording.steps.last().map_or(0.0, |s| s.time);
    let steps: Vec<&StepRecord> = recording.steps.iter().filter(|s| s.time > end - END_SECS).collect();
    let secs = (steps.len() as f64 * f64::from(recording.header.dt)).max(1e-9);
    let is_inner = |id: u32| {
        let info = recording.header.joints.iter().find(|j| j.id == id);
        info.is_some_and(|j| structure.binary_search(&j.body_a).is_ok() || structure.binary_search(&j.body_b).is_ok())
    };
    let holds: usize = steps
        .windows(2)
        .map(|pair| {
            let joints = pair[0].joints.iter().zip(&pair[1].joints);
            joints.filter(|(a, b)| a.limit_impulse == 0.0 && b.limit_impulse != 0.0 && is_inner(b.id)).count()
        })
        .sum();
    let energy_of = |step: &&StepRecord| -> f64 {
        let of_bone = |id: &u32| {
            let (info, body) = (recording.header.body(*id)?, step.body(*id)?);
            let spin = body.rotation.conjugate() * body.angular_velocity;
            Some(0.5 * f64::from(info.mass * body.velocity.length_squared() + spin.dot(info.inertia * spin)))
        };
        structure.iter().filter_map(of_bone).sum()
    };
    let energy = steps.iter().map(energy_of).sum::<f64>() / steps.len().max(1) as f64;
    vec![
        SideNumber { name: "limits that take hold, in the last 10 s", unit: "1/s", value: holds as f64 / secs },
        SideNumber { name: "kinetic energy in the last 10 s", unit: "J", value: energy },
    ]
}

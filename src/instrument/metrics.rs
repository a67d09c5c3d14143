//! Every number about a run in one place: pure functions of its records.
//!
//! The command line, the plots and the detectors take their numbers from here, so that a word means the same
//! everywhere. Sums are in double precision and in the order of the ids.

use super::record::{BodyKind, BodyRecord, ContactRecord, Energy, FrameRecord, RunHeader, StepRecord};
use glam::DVec3;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// A contact point counts as touching below this separation, m, or when it pushed: speculative points do neither.
pub const TOUCH_DISTANCE: f32 = 0.001;

/// The numbers of one step.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct StepMetrics {
    pub step: u64,
    /// s
    pub time: f64,
    /// J
    pub kinetic_energy: f64,
    pub potential_energy: f64,
    pub total_energy: f64,
    /// Of all dynamic bodies, kg m/s.
    pub linear_momentum: [f64; 3],
    /// Of all dynamic bodies about the world's origin, kg m²/s.
    pub angular_momentum: [f64; 3],
    /// Deepest overlap, m.
    pub worst_penetration: f64,
    /// m
    pub worst_joint_gap: f64,
    /// rad
    pub worst_joint_angle: f64,
    /// Points that touch.
    pub contact_points: usize,
    /// Touching points that did not exist one record before, and those that existed then and no more.
    pub contact_births: usize,
    pub contact_deaths: usize,
    /// Dynamic bodies, and how many of them are asleep.
    pub dynamic_bodies: usize,
    pub sleeping_bodies: usize,
    /// Root mean square over the dynamic bodies, m/s and rad/s.
    pub rms_speed: f64,
    pub rms_angular_speed: f64,
    /// Fastest dynamic body, m/s.
    pub max_speed: f64,
    /// The frame that ended with this step, in runs that are driven frame by frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<FrameRecord>,
}

impl StepMetrics {
    /// `previous` is the record before; without it nothing counts as born or gone.
    pub fn of(header: &RunHeader, previous: Option<&StepRecord>, step: &StepRecord) -> Self {
        let momentum = momentum(header, step);
        let churn = previous.map_or((0, 0), |before| contact_churn(before, step));
        let motion = Motion::of(header, step);
        Self {
            step: step.step,
            time: step.time,
            kinetic_energy: step.energy.kinetic(),
            potential_energy: step.energy.potential,
            total_energy: step.energy.total(),
            linear_momentum: momentum.linear.to_array(),
            angular_momentum: momentum.angular.to_array(),
            worst_penetration: worst_penetration(step).map_or(0.0, |c| f64::from(-c.separation)),
            worst_joint_gap: step.joints.iter().fold(0.0, |worst, j| f64::max(worst, j.gap.into())),
            worst_joint_angle: step.joints.iter().fold(0.0, |worst, j| f64::max(worst, j.angle_error.into())),
            contact_points: step.contacts.iter().filter(|c| is_touching(c)).count(),
            contact_births: churn.0,
            contact_deaths: churn.1,
            dynamic_bodies: motion.count,
            sleeping_bodies: motion.asleep,
            rms_speed: motion.rms_speed,
            rms_angular_speed: motion.rms_angular_speed,
            max_speed: motion.max_speed,
            frame: step.frame,
        }
    }

    pub fn all_asleep(&self) -> bool {
        self.dynamic_bodies > 0 && self.sleeping_bodies == self.dynamic_bodies
    }
}

/// The dynamic bodies of a record. A body that the header does not know counts as dynamic: a foreign trace may
/// have no header.
pub fn dynamic_bodies<'a>(header: &'a RunHeader, step: &'a StepRecord) -> impl Iterator<Item = &'a BodyRecord> {
    step.bodies.iter().filter(|b| header.body(b.id).is_none_or(|info| info.kind == BodyKind::Dynamic))
}

/// Whether a point touches; see [`TOUCH_DISTANCE`].
pub fn is_touching(contact: &ContactRecord) -> bool {
    contact.separation <= TOUCH_DISTANCE || contact.normal_impulse > 0.0
}

/// The deepest point, if any overlaps.
pub fn worst_penetration(step: &StepRecord) -> Option<&ContactRecord> {
    let overlapping = step.contacts.iter().filter(|c| c.separation < 0.0);
    overlapping.min_by(|a, b| a.separation.total_cmp(&b.separation))
}

/// Touching points born and gone between two records.
pub fn contact_churn(before: &StepRecord, after: &StepRecord) -> (usize, usize) {
    let is_same = |(x, y): (&ContactRecord, &ContactRecord)| x.key() == y.key() && is_touching(x) == is_touching(y);
    if before.contacts.len() == after.contacts.len() && before.contacts.iter().zip(&after.contacts).all(is_same) {
        return (0, 0);
    }
    let pair = |c: &ContactRecord| (c.collider_a, c.collider_b);
    let is_sorted = |step: &StepRecord| step.contacts.is_sorted_by_key(pair);
    // Our own records are; those of another engine need not be.
    if !(is_sorted(before) && is_sorted(after)) {
        let keys = |step: &StepRecord| -> BTreeSet<(u32, u32, u32)> {
            step.contacts.iter().filter(|c| is_touching(c)).map(ContactRecord::key).collect()
        };
        let (old, new) = (keys(before), keys(after));
        return (new.difference(&old).count(), old.difference(&new).count());
    }
    let group = |list: &[ContactRecord]| {
        list.first().map_or(0, |first| list.iter().take_while(|c| pair(c) == pair(first)).count())
    };
    // Touching features of one pair that the other list has not; a feature that stands there twice counts once.
    let missing = |list: &[ContactRecord], other: &[ContactRecord]| {
        let touches =
            |list: &[ContactRecord], feature: u32| list.iter().any(|c| c.feature == feature && is_touching(c));
        let is_new = |(index, c): &(usize, &ContactRecord)| {
            is_touching(c) && !touches(&list[..*index], c.feature) && !touches(other, c.feature)
        };
        list.iter().enumerate().filter(is_new).count()
    };
    let (mut old, mut new) = (&before.contacts[..], &after.contacts[..]);
    let (mut born, mut gone) = (0, 0);
    while !(old.is_empty() && new.is_empty()) {
        let order = match (old.first(), new.first()) {
            (Some(a), Some(b)) => pair(a).cmp(&pair(b)),
            (Some(_), None) => Ordering::Less,
            _ => Ordering::Greater,
        };
        let a = if order.is_le() { group(old) } else { 0 };
        let b = if order.is_ge() { group(new) } else { 0 };
        let (of_old, of_new) = (&old[..a], &new[..b]);
        // At rest every pair has what it had.
        let is_same =
            |(x, y): (&ContactRecord, &ContactRecord)| x.feature == y.feature && is_touching(x) && is_touching(y);
        if !(a == b && of_old.iter().zip(of_new).all(is_same)) {
            born += missing(of_new, of_old);
            gone += missing(of_old, of_new);
        }
        (old, new) = (&old[a..], &new[b..]);
    }
    (born, gone)
}

/// Sums over the dynamic bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Momentum {
    /// kg m/s
    pub linear: DVec3,
    /// About the world's origin, kg m²/s.
    pub angular: DVec3,
}

/// Σ m v and Σ (x × m v + I ω), with the true inertia of the bodies.
pub fn momentum(header: &RunHeader, step: &StepRecord) -> Momentum {
    let mut sum = Momentum::default();
    for body in dynamic_bodies(header, step) {
        let Some(info) = header.body(body.id) else { continue };
        let linear = body.velocity.as_dvec3() * f64::from(info.mass);
        let spin = body.rotation * (info.inertia * (body.rotation.conjugate() * body.angular_velocity));
        sum.linear += linear;
        sum.angular += body.position.as_dvec3().cross(linear) + spin.as_dvec3();
    }
    sum
}

/// Energy from motion alone, for traces that bring none: ½ m v² + ½ ω·Iω − m g·x over the dynamic bodies.
pub fn energy(header: &RunHeader, step: &StepRecord) -> Energy {
    let mut sum = Energy::default();
    for body in dynamic_bodies(header, step) {
        let Some(info) = header.body(body.id) else { continue };
        let (mass, spin) = (f64::from(info.mass), body.rotation.conjugate() * body.angular_velocity);
        sum.linear += 0.5 * mass * f64::from(body.velocity.length_squared());
        sum.angular += 0.5 * f64::from(spin.dot(info.inertia * spin));
        sum.potential -= mass * header.gravity.as_dvec3().dot(body.position.as_dvec3());
    }
    sum
}

struct Motion {
    count: usize,
    asleep: usize,
    rms_speed: f64,
    rms_angular_speed: f64,
    max_speed: f64,
}

impl Motion {
    fn of(header: &RunHeader, step: &StepRecord) -> Self {
        let (mut count, mut asleep, mut speed2, mut spin2, mut max2) = (0, 0, 0.0, 0.0, 0.0_f64);
        for body in dynamic_bodies(header, step) {
            let v2 = f64::from(body.velocity.length_squared());
            count += 1;
            asleep += usize::from(body.is_asleep);
            speed2 += v2;
            spin2 += f64::from(body.angular_velocity.length_squared());
            max2 = max2.max(v2);
        }
        let n = count.max(1) as f64;
        Self {
            count,
            asleep,
            rms_speed: (speed2 / n).sqrt(),
            rms_angular_speed: (spin2 / n).sqrt(),
            max_speed: max2.sqrt(),
        }
    }
}

/// What a whole run comes to; built up step by step, so that no run has to fit into memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RunMetrics {
    /// Steps seen, without the start.
    pub steps: u64,
    /// s
    pub simulated_secs: f64,
    /// Numbers of the first and the last record.
    pub start: StepMetrics,
    pub end: StepMetrics,
    /// Largest over the run, with the step in which each occurred.
    pub worst_penetration: Peak,
    pub worst_joint_gap: Peak,
    pub worst_joint_angle: Peak,
    pub max_speed: Peak,
    pub max_kinetic_energy: Peak,
    /// Largest total energy minus that of the start, J.
    pub energy_gained: f64,
    /// Touching contact points born or gone, per second.
    pub contact_churn_per_sec: f64,
    /// For how long every dynamic body was asleep, s, and since when without a break, s.
    pub all_asleep_secs: f64,
    pub asleep_since: Option<f64>,
    /// In runs that are driven frame by frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames: Option<FrameMetrics>,
    churn: u64,
}

/// How a run got on with real time.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FrameMetrics {
    /// Frames so far, s of real time that they have made up for, and simulated s.
    pub count: u64,
    pub real_secs: f64,
    pub simulated_secs: f64,
    /// Simulated over real time: below 1 is slow motion.
    pub speed: f64,
    /// Most steps that a frame asked for, and the longest frame, s, with the step that ended each.
    pub most_steps_asked: Peak,
    pub longest_frame: Peak,
}

impl FrameMetrics {
    fn add(&mut self, frame: &FrameRecord, step: u64, simulated_secs: f64) {
        (self.count, self.real_secs, self.simulated_secs) = (frame.number, frame.real_time, simulated_secs);
        self.speed = if frame.real_time > 0.0 { simulated_secs / frame.real_time } else { 1.0 };
        self.most_steps_asked.add(frame.steps_asked.into(), step);
        self.longest_frame.add(frame.secs, step);
    }
}

/// A largest value and where it occurred.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Peak {
    pub value: f64,
    pub step: u64,
}

impl Peak {
    fn add(&mut self, value: f64, step: u64) {
        if value > self.value {
            *self = Self { value, step };
        }
    }
}

impl RunMetrics {
    /// Starts with the first record.
    pub fn start(metrics: StepMetrics) -> Self {
        let mut run = Self { start: metrics.clone(), end: metrics.clone(), ..Self::default() };
        run.add_peaks(&metrics);
        run
    }

    /// Adds the record after the last one.
    pub fn add(&mut self, metrics: StepMetrics) {
        let passed = metrics.time - self.end.time;
        self.steps += 1;
        self.simulated_secs += passed;
        self.churn += (metrics.contact_births + metrics.contact_deaths) as u64;
        if self.simulated_secs > 0.0 {
            self.contact_churn_per_sec = self.churn as f64 / self.simulated_secs;
        }
        self.energy_gained = self.energy_gained.max(metrics.total_energy - self.start.total_energy);
        if metrics.all_asleep() {
            self.all_asleep_secs += passed;
            self.asleep_since.get_or_insert(metrics.time);
        } else {
            self.asleep_since = None;
        }
        self.add_peaks(&metrics);
        if let Some(frame) = &metrics.frame {
            self.frames.get_or_insert_default().add(frame, metrics.step, self.simulated_secs);
        }
        self.end = metrics;
    }

    fn add_peaks(&mut self, m: &StepMetrics) {
        self.worst_penetration.add(m.worst_penetration, m.step);
        self.worst_joint_gap.add(m.worst_joint_gap, m.step);
        self.worst_joint_angle.add(m.worst_joint_angle, m.step);
        self.max_speed.add(m.max_speed, m.step);
        self.max_kinetic_energy.add(m.kinetic_energy, m.step);
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::{BodyInfo, BodyRecord};
    use super::*;
    use crate::math::{Mat3, Quat, Vec3};

    fn header() -> RunHeader {
        let body = |id, kind, mass| BodyInfo {
            id,
            name: "b".into(),
            kind,
            mass,
            inertia: Mat3::from_diagonal(Vec3::new(1.0, 2.0, 3.0)),
            shapes: Vec::new(),
        };
        RunHeader {
            gravity: Vec3::new(0.0, -10.0, 0.0),
            bodies: vec![body(0, BodyKind::Static, 0.0), body(1, BodyKind::Dynamic, 2.0)],
            ..RunHeader::default()
        }
    }

    fn body(id: u32, position: Vec3, velocity: Vec3, angular_velocity: Vec3) -> BodyRecord {
        let rotation = Quat::IDENTITY;
        BodyRecord { id, position, rotation, velocity, angular_velocity, is_asleep: false, island: id }
    }

    fn contact(feature: u32, separation: f32, normal_impulse: f32) -> ContactRecord {
        ContactRecord {
            a: 0,
            b: 1,
            collider_a: 0,
            collider_b: 1,
            feature,
            position: Vec3::ZERO,
            normal: Vec3::Y,
            separation,
            normal_impulse,
            friction_impulse: Vec3::ZERO,
            age: 0,
            friction: 0.5,
        }
    }

    #[test]
    fn momentum_and_energy_are_those_of_the_textbook_and_ignore_static_bodies() {
        let wild = body(0, Vec3::ONE, Vec3::splat(9.0), Vec3::splat(9.0));
        let moving = body(1, Vec3::new(1.0, 3.0, 0.0), Vec3::new(0.0, 4.0, 0.0), Vec3::new(0.0, 0.0, 2.0));
        let step = StepRecord { bodies: vec![wild, moving], ..StepRecord::default() };
        let p = momentum(&header(), &step);
        assert_eq!(p.linear, DVec3::new(0.0, 8.0, 0.0));
        assert_eq!(p.angular, DVec3::new(0.0, 0.0, 1.0 * 8.0 + 3.0 * 2.0));
        let e = energy(&header(), &step);
        assert_eq!((e.linear, e.angular, e.potential), (16.0, 6.0, 2.0 * 10.0 * 3.0));
    }

    #[test]
    fn churn_is_the_same_however_the_records_are_sorted() {
        let at = |pair: u32, feature: u32, separation: f32| ContactRecord {
            collider_b: pair,
            ..contact(feature, separation, 0.0)
        };
        let before = vec![at(1, 1, 0.0), at(1, 2, 0.0), at(1, 2, 0.0), at(3, 1, 0.0), at(4, 9, 0.1)];
        let after = vec![at(1, 2, 0.0), at(1, 3, 0.0), at(2, 1, 0.0), at(2, 1, 0.0), at(4, 9, 0.0), at(5, 5, 0.0)];
        let record = |contacts: &[ContactRecord]| StepRecord { contacts: contacts.to_vec(), ..Default::default() };
        let reversed = |list: &[ContactRecord]| list.iter().rev().copied().collect::<Vec<_>>();
        let sorted = contact_churn(&record(&before), &record(&after));
        assert_eq!(sorted, (4, 2));
        assert_eq!(contact_churn(&record(&reversed(&before)), &record(&reversed(&after))), sorted);
    }

    #[test]
    fn churn_counts_touching_points_by_identity() {
        let before = StepRecord { contacts: vec![contact(1, 0.0, 1.0), contact(2, 0.0, 1.0)], ..Default::default() };
        let after = StepRecord {
            contacts: vec![contact(2, -0.01, 1.0), contact(3, 0.0, 0.0), contact(4, 0.015, 0.0)],
            ..Default::default()
        };
        assert_eq!(contact_churn(&before, &after), (1, 1), "the gap of point 4 is speculative");
    }

    #[test]
    fn the_run_keeps_peaks_churn_and_the_unbroken_sleep() {
        let at = |step: u64, asleep: usize, speed: f64| StepMetrics {
            step,
            time: step as f64 * 0.5,
            dynamic_bodies: 1,
            sleeping_bodies: asleep,
            max_speed: speed,
            contact_births: 1,
            ..StepMetrics::default()
        };
        let mut run = RunMetrics::start(at(0, 0, 1.0));
        for m in [at(1, 1, 5.0), at(2, 0, 2.0), at(3, 1, 0.0), at(4, 1, 0.0)] {
            run.add(m);
        }
        assert_eq!(run.max_speed, Peak { value: 5.0, step: 1 });
        assert_eq!((run.all_asleep_secs, run.asleep_since), (1.5, Some(1.5)));
        assert_eq!(run.contact_churn_per_sec, 4.0 / 2.0);
    }
}

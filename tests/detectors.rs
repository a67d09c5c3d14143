//! Each detector on recordings made by hand, where it is known what happened: it has to fire on the artifact with the
//! right number, and to stay silent on things that look like it.

use jitterscope::artifact::{ARTIFACTS, Artifact, Reading};
use jitterscope::geometry::{Cuboid, Shape, Sphere};
use jitterscope::instrument::record::{
    BodyInfo, BodyKind, BodyRecord, ContactRecord, JointInfo, JointRecord, Recording, RunHeader, StepRecord,
};
use jitterscope::math::{Mat3, Pose, Quat, Vec3};

const DT: f64 = 1.0 / 60.0;

fn read(id: &str, recording: &Recording) -> Reading {
    (Artifact::find(id).unwrap().detect)(recording)
}

fn fires(id: &str, recording: &Recording) -> bool {
    read(id, recording).value >= Artifact::find(id).unwrap().measure.sick_min
}

fn boxed(id: u32, name: &str, kind: BodyKind, mass: f32, half_extents: Vec3) -> BodyInfo {
    let shape = Shape::Cuboid(Cuboid { half_extents });
    let inertia = Mat3::IDENTITY * mass / 6.0;
    BodyInfo { id, name: name.into(), kind, mass, inertia, shapes: vec![(Pose::IDENTITY, shape)] }
}

fn floor() -> BodyInfo {
    boxed(0, "floor", BodyKind::Static, 0.0, Vec3::new(10.0, 0.5, 10.0))
}

fn header(bodies: Vec<BodyInfo>) -> RunHeader {
    RunHeader { dt: DT as f32, substeps: 1, gravity: Vec3::new(0.0, -9.81, 0.0), bodies, ..RunHeader::default() }
}

fn at(id: u32, position: Vec3) -> BodyRecord {
    let (velocity, angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
    BodyRecord { id, position, rotation: Quat::IDENTITY, velocity, angular_velocity, is_asleep: false, island: id }
}

fn floor_at() -> BodyRecord {
    at(0, Vec3::new(0.0, -0.5, 0.0))
}

fn touch(a: u32, b: u32, feature: u32, position: Vec3, separation: f32, normal_impulse: f32) -> ContactRecord {
    ContactRecord {
        a,
        b,
        collider_a: a,
        collider_b: b,
        feature,
        position,
        normal: Vec3::Y,
        separation,
        normal_impulse,
        friction_impulse: Vec3::ZERO,
        age: 1,
        friction: 0.5,
    }
}

/// The four corners of a unit box's lower face around `center`.
fn four(a: u32, b: u32, center: Vec3, separation: f32, impulse: f32) -> Vec<ContactRecord> {
    let corners = [(0.5, 0.5), (0.5, -0.5), (-0.5, 0.5), (-0.5, -0.5)];
    let point =
        |(i, (x, z)): (usize, (f32, f32))| touch(a, b, i as u32, center + Vec3::new(x, 0.0, z), separation, impulse);
    corners.into_iter().enumerate().map(point).collect()
}

fn steps(records: Vec<(Vec<BodyRecord>, Vec<ContactRecord>)>) -> Vec<StepRecord> {
    let step = |(i, (bodies, contacts)): (usize, (Vec<BodyRecord>, Vec<ContactRecord>))| StepRecord {
        step: i as u64,
        time: i as f64 * DT,
        bodies,
        contacts,
        ..StepRecord::default()
    };
    records.into_iter().enumerate().map(step).collect()
}

#[test]
fn an_empty_recording_makes_no_detector_speak() {
    for artifact in ARTIFACTS {
        assert_eq!((artifact.detect)(&Recording::default()).value, 0.0, "{}", artifact.id);
    }
}

// Tilted bounce ------------------------------------------------------------------------------------------------------

/// A unit box falls with `before` and leaves with `after`; the contact is pushed in the second record.
fn bounce(before: BodyRecord, after: BodyRecord, contacts: Vec<ContactRecord>) -> Recording {
    let header = header(vec![floor(), boxed(1, "crate", BodyKind::Dynamic, 1000.0, Vec3::splat(0.5))]);
    let steps = steps(vec![(vec![floor_at(), before], vec![]), (vec![floor_at(), after], contacts)]);
    Recording { header, steps }
}

fn falling() -> BodyRecord {
    BodyRecord { velocity: Vec3::new(0.0, -6.0, 0.0), ..at(1, Vec3::new(0.0, 0.55, 0.0)) }
}

fn leaving(spin: f32) -> BodyRecord {
    BodyRecord {
        velocity: Vec3::new(0.0, 3.0, 0.0),
        angular_velocity: Vec3::new(spin, 0.0, 0.0),
        ..at(1, Vec3::new(0.0, 0.52, 0.0))
    }
}

fn corners() -> Vec<ContactRecord> {
    four(0, 1, Vec3::ZERO, 0.0, 2000.0)
}

#[test]
fn a_flat_box_that_leaves_turning_is_a_tilted_bounce() {
    let reading = read("tilted-bounce", &bounce(falling(), leaving(3.0), corners()));
    assert_eq!(reading.value, 3.0);
    let evidence = reading.evidence.unwrap();
    assert_eq!((evidence.bodies, evidence.first_step), (vec![1, 0], 1));
    assert!(evidence.text.contains("`crate`") && evidence.text.contains("`floor`"), "{}", evidence.text);
}

#[test]
fn one_pushing_corner_is_enough_when_the_others_are_known() {
    let mut contacts = corners();
    contacts.iter_mut().skip(1).for_each(|c| c.normal_impulse = 0.0);
    assert_eq!(read("tilted-bounce", &bounce(falling(), leaving(2.0), contacts)).value, 2.0);
}

#[test]
fn a_straight_bounce_is_none() {
    assert_eq!(read("tilted-bounce", &bounce(falling(), leaving(0.0), corners())).value, 0.0);
}

#[test]
fn a_box_that_arrives_tilted_turning_sliding_or_half_over_an_edge_turns_by_rights() {
    let tilted = BodyRecord { rotation: Quat::from_rotation_z(0.05), ..falling() };
    let turning = BodyRecord { angular_velocity: Vec3::new(0.0, 0.0, 1.0), ..falling() };
    let sliding = BodyRecord { velocity: Vec3::new(2.0, -6.0, 0.0), ..falling() };
    for before in [tilted, turning, sliding] {
        assert_eq!(read("tilted-bounce", &bounce(before, leaving(3.0), corners())).value, 0.0, "{before:?}");
    }
    let over_an_edge = four(0, 1, Vec3::new(0.8, 0.0, 0.0), 0.0, 2000.0);
    assert_eq!(read("tilted-bounce", &bounce(falling(), leaving(3.0), over_an_edge)).value, 0.0);
}

#[test]
fn a_box_hit_by_another_one_at_the_same_time_turns_by_rights() {
    let mut recording = bounce(falling(), leaving(3.0), corners());
    recording.header.bodies.push(boxed(2, "ball", BodyKind::Dynamic, 1.0, Vec3::splat(0.1)));
    let hit = ContactRecord { normal: -Vec3::Y, ..touch(2, 1, 9, Vec3::new(0.4, 1.0, 0.0), 0.0, 5.0) };
    recording.steps[1].contacts.push(hit);
    assert_eq!(read("tilted-bounce", &recording).value, 0.0);
}

// Squashed stack -----------------------------------------------------------------------------------------------------

/// Unit boxes on a floor, each overlapping the one below by `overlap` m, for `count` steps.
fn tower(levels: u32, overlap: f32, count: usize) -> Recording {
    let mut bodies = vec![floor()];
    bodies.extend((1..=levels).map(|i| boxed(i, &format!("box {i}"), BodyKind::Dynamic, 1000.0, Vec3::splat(0.5))));
    let step = || {
        let height = |i: u32| i as f32 - 0.5 - overlap * i as f32;
        let mut records = vec![floor_at()];
        records.extend((1..=levels).map(|i| at(i, Vec3::new(0.0, height(i), 0.0))));
        let contacts = (1..=levels).flat_map(|i| {
            // Midway between the top of the lower box and the bottom of the upper one.
            let middle = (i - 1) as f32 - overlap * (i as f32 - 0.5);
            four(i - 1, i, Vec3::new(0.0, middle, 0.0), -overlap, 10.0)
        });
        (records, contacts.collect())
    };
    Recording { header: header(bodies), steps: steps((0..count).map(|_| step()).collect()) }
}

#[test]
fn a_tower_that_loses_a_fifth_is_squashed_by_a_fifth() {
    let reading = read("squashed-stack", &tower(12, 0.2, 60));
    assert!((reading.value - 20.0).abs() < 0.01, "{}", reading.value);
    assert!(reading.evidence.unwrap().text.contains("`box"));
}

#[test]
fn the_tower_as_a_whole_counts_and_not_its_lowest_boxes() {
    let mut recording = tower(10, 0.0, 60);
    for contact in recording.steps.iter_mut().flat_map(|s| &mut s.contacts).filter(|c| c.a == 0) {
        contact.separation = -0.5;
    }
    // Half a metre of the lowest box, in a tower that is otherwise 10 m high.
    let value = read("squashed-stack", &recording).value;
    assert!((value - 100.0 * 0.5 / (10.0 + 0.25)).abs() < 0.5, "{value}");
}

#[test]
fn the_order_of_the_bodies_in_a_contact_does_not_matter() {
    let mut recording = tower(6, 0.15, 60);
    for contact in recording.steps.iter_mut().flat_map(|s| &mut s.contacts) {
        (contact.a, contact.b, contact.normal) = (contact.b, contact.a, -contact.normal);
    }
    assert!((read("squashed-stack", &recording).value - 15.0).abs() < 0.01);
}

#[test]
fn a_healthy_tower_a_single_box_and_a_deep_impact_are_not_squashed() {
    assert!(read("squashed-stack", &tower(12, 0.003, 60)).value < 0.31);
    assert_eq!(read("squashed-stack", &tower(1, 0.3, 60)).value, 0.0, "one box is no stack");
    let mut impact = tower(12, 0.001, 60);
    for contact in &mut impact.steps[20..25].iter_mut().flat_map(|s| &mut s.contacts) {
        contact.separation = -0.4;
    }
    assert!(!fires("squashed-stack", &impact), "{:?}", read("squashed-stack", &impact));
}

#[test]
fn a_tower_that_is_squashed_and_then_falls_has_been_squashed() {
    let mut recording = tower(6, 0.15, 120);
    recording.steps[60..].iter_mut().for_each(|s| s.contacts.clear());
    assert!(fires("squashed-stack", &recording));
}

#[test]
fn bodies_leaning_on_each_other_sideways_carry_nothing() {
    let mut recording = tower(6, 0.15, 60);
    for contact in recording.steps.iter_mut().flat_map(|s| &mut s.contacts) {
        contact.normal = Vec3::X;
    }
    assert_eq!(read("squashed-stack", &recording).value, 0.0);
}

// Tunnelling ---------------------------------------------------------------------------------------------------------

/// A small ball on its way past a wall at x = 0 that is 0.1 m thick and 4 m high.
fn shot(path: &[Vec3], velocities: &[Vec3], contacts: Vec<ContactRecord>) -> Recording {
    let wall = boxed(0, "wall", BodyKind::Static, 0.0, Vec3::new(0.05, 2.0, 2.0));
    let mut ball = boxed(1, "bullet", BodyKind::Dynamic, 1.0, Vec3::splat(0.05));
    ball.shapes = vec![(Pose::IDENTITY, Shape::Sphere(Sphere { radius: 0.05 }))];
    let record =
        |(p, v): (&Vec3, &Vec3)| (vec![at(0, Vec3::ZERO), BodyRecord { velocity: *v, ..at(1, *p) }], contacts.clone());
    Recording { header: header(vec![wall, ball]), steps: steps(path.iter().zip(velocities).map(record).collect()) }
}

#[test]
fn a_bullet_that_is_behind_the_wall_without_a_touch_has_tunnelled() {
    let v = Vec3::new(100.0, 0.0, 0.0);
    let reading = read("tunnelling", &shot(&[Vec3::new(-1.0, 0.0, 0.0), Vec3::new(0.7, 0.0, 0.0)], &[v, v], vec![]));
    assert_eq!(reading.value, 100.0);
    let text = reading.evidence.unwrap().text;
    assert!(text.contains("0.100 m of `wall`"), "{text}");
}

#[test]
fn a_wall_that_moved_through_the_body_counts_as_well() {
    let mut recording = shot(&[Vec3::ZERO; 2], &[Vec3::ZERO; 2], vec![]);
    recording.header.bodies[0].kind = BodyKind::Animated;
    recording.header.gravity = Vec3::ZERO;
    recording.steps[0].bodies[0].position = Vec3::new(0.8, 0.0, 0.0);
    recording.steps[1].bodies[0].position = Vec3::new(-0.9, 0.0, 0.0);
    // The body itself rests: only its way seen from the wall crosses.
    assert_eq!(read("tunnelling", &recording).value, 100.0);
}

#[test]
fn a_bounce_a_stop_a_touch_and_a_pass_beside_the_wall_are_none() {
    let v = Vec3::new(100.0, 0.0, 0.0);
    let (start, behind) = (Vec3::new(-1.0, 0.0, 0.0), Vec3::new(0.7, 0.0, 0.0));
    let bounced = shot(&[start, Vec3::new(-0.8, 0.0, 0.0)], &[v, -v * 0.5], vec![]);
    let stopped = shot(&[start, Vec3::new(-0.1, 0.0, 0.0)], &[v, Vec3::ZERO], vec![]);
    let inside = shot(&[start, Vec3::new(0.01, 0.0, 0.0)], &[v, v], vec![]);
    let touched = shot(&[start, behind], &[v, v], vec![touch(0, 1, 0, Vec3::ZERO, -0.01, 3.0)]);
    let over = shot(&[start + Vec3::Y * 2.5, behind + Vec3::Y * 2.5], &[v, v], vec![]);
    let deflected = shot(&[start, behind], &[v, Vec3::new(0.0, 100.0, 0.0)], vec![]);
    for recording in [bounced, stopped, inside, touched, over, deflected] {
        assert_eq!(read("tunnelling", &recording).value, 0.0, "{:?}", recording.steps[1].bodies[1]);
    }
}

#[test]
fn two_bodies_of_equal_weight_that_pass_each_other_are_no_wall() {
    let v = Vec3::new(100.0, 0.0, 0.0);
    let mut recording = shot(&[Vec3::new(-1.0, 0.0, 0.0), Vec3::new(0.7, 0.0, 0.0)], &[v, v], vec![]);
    recording.header.bodies[0].kind = BodyKind::Dynamic;
    recording.header.bodies[0].mass = 2.0;
    assert_eq!(read("tunnelling", &recording).value, 0.0);
    recording.header.bodies[0].mass = 200.0;
    assert_eq!(read("tunnelling", &recording).value, 100.0, "a far heavier one is");
}

// Joint drift --------------------------------------------------------------------------------------------------------

/// A 1 m link on a static anchor, with the given gaps in consecutive records.
fn hanging(gaps: &[f32]) -> Recording {
    let mut header = header(vec![floor(), boxed(1, "link", BodyKind::Dynamic, 10.0, Vec3::new(0.05, 0.5, 0.05))]);
    header.joints.push(JointInfo {
        id: 0,
        name: "pin".into(),
        kind: "ball",
        body_a: 0,
        body_b: 1,
        local_anchor_a: Vec3::ZERO,
        local_anchor_b: Vec3::new(0.0, 0.5, 0.0),
    });
    let mut steps = steps(gaps.iter().map(|_| (vec![floor_at(), at(1, Vec3::ZERO)], vec![])).collect());
    for (step, gap) in steps.iter_mut().zip(gaps) {
        let (anchor_a, anchor_b) = (Vec3::ZERO, Vec3::new(0.0, -gap, 0.0));
        step.joints = vec![JointRecord { id: 0, anchor_a, anchor_b, gap: *gap, ..JointRecord::default() }];
    }
    Recording { header, steps }
}

#[test]
fn the_widest_gap_counts_in_lengths_of_the_lighter_link() {
    let reading = read("joint-drift", &hanging(&[0.0, 0.1, 0.3, 0.2]));
    assert!((reading.value - 30.0).abs() < 1e-4, "{}", reading.value);
    let evidence = reading.evidence.unwrap();
    assert_eq!((evidence.bodies, evidence.first_step), (vec![0, 1], 2));
    assert!(evidence.text.contains("`pin`"));
}

#[test]
fn a_joint_that_was_built_open_has_not_drifted_and_a_tight_one_is_silent() {
    assert_eq!(read("joint-drift", &hanging(&[0.3, 0.3, 0.2])).value, 0.0);
    assert!(!fires("joint-drift", &hanging(&[0.0, 0.004, 0.002])));
}

#[test]
fn a_link_without_a_shape_is_measured_by_its_anchor() {
    let mut recording = hanging(&[0.0, 0.3]);
    recording.header.bodies[1].shapes.clear();
    assert!((read("joint-drift", &recording).value - 30.0).abs() < 1e-4);
}

/// A box of 1000 kg on the floor, moving along X at `speed` (m/s) for a second against `friction` (N).
fn sliding_box(speed: f32, friction: f32) -> Recording {
    let weight = 1000.0 * 9.81;
    let steps = (0..=60)
        .map(|k| {
            let x = speed * k as f32 / 60.0;
            let mut body = at(1, Vec3::new(x, 0.5, 0.0));
            body.velocity = Vec3::X * speed;
            let mut point = touch(0, 1, 7, Vec3::new(x, 0.0, 0.0), 0.0, weight / 60.0);
            point.friction_impulse = Vec3::NEG_X * (friction / 60.0);
            StepRecord {
                step: k,
                time: k as f64 * DT,
                bodies: vec![floor_at(), body],
                contacts: vec![point],
                ..StepRecord::default()
            }
        })
        .collect();
    let bodies = vec![floor(), boxed(1, "box", BodyKind::Dynamic, 1000.0, Vec3::splat(0.5))];
    Recording { header: header(bodies), steps }
}

#[test]
fn weightless_bottom_compares_friction_with_the_weight_above() {
    // µ = 0.5 allows 4905 N.
    let honest = read("weightless-bottom", &sliding_box(1.0, 4905.0));
    assert!(honest.value.abs() < 0.1, "{honest:?}");
    let light = read("weightless-bottom", &sliding_box(1.0, 981.0));
    assert!((light.value - 80.0).abs() < 0.1, "{light:?}");
    assert_eq!(read("weightless-bottom", &sliding_box(0.0, 981.0)).value, 0.0, "a box that sticks says nothing");
    // It rolls, as a cylinder would; the point was recorded in the middle of a gap of 3 cm.
    let mut rolling = sliding_box(1.0, 0.0);
    for step in &mut rolling.steps {
        step.bodies[1].angular_velocity = Vec3::Z * -2.0;
        for contact in &mut step.contacts {
            contact.position.x = step.bodies[1].position.x;
            contact.position.y += 0.015;
            contact.separation = 0.03;
        }
    }
    assert!(!fires("weightless-bottom", &rolling));
}

#[test]
fn sliding_stack_measures_creep_but_not_sliding() {
    // 0.2 mm/s is 12 mm/min; the record is made longer by moving slowly for 15 s.
    let creeping = |speed: f32, friction: f32| {
        let mut recording = sliding_box(speed, friction);
        let second = recording.steps.clone();
        for n in 1..15_u64 {
            for step in &second[1..] {
                let mut step = step.clone();
                step.step += 60 * n;
                step.time += n as f64;
                step.bodies[1].position.x += speed * n as f32;
                recording.steps.push(step);
            }
        }
        read("sliding-stack", &recording).value
    };
    let found = creeping(0.0002, 1000.0);
    assert!((found - 12.0).abs() < 0.1, "{found}");
    assert_eq!(creeping(0.0002, 4905.0), 0.0, "friction at its bound slides, it does not creep");
    assert_eq!(creeping(0.2, 1000.0), 0.0, "this is no creep either");
}

/// A box that trembles by `amplitude` (m/s) on the floor for 30 s, or falls asleep after `asleep_after` (s).
fn trembling(amplitude: f32, asleep_after: f64) -> Recording {
    let steps = (0..=1800)
        .map(|k| {
            let time = k as f64 * DT;
            let mut body = at(1, Vec3::new(0.0, 0.5, 0.0));
            body.is_asleep = time > asleep_after;
            body.velocity = if body.is_asleep { Vec3::ZERO } else { Vec3::Y * amplitude };
            let contacts = vec![touch(0, 1, 7, Vec3::ZERO, 0.0, 100.0)];
            StepRecord { step: k, time, bodies: vec![floor_at(), body], contacts, ..StepRecord::default() }
        })
        .collect();
    let bodies = vec![floor(), boxed(1, "box", BodyKind::Dynamic, 1000.0, Vec3::splat(0.5))];
    Recording { header: header(bodies), steps }
}

#[test]
fn restless_stack_times_the_trembling() {
    assert!(fires("restless-stack", &trembling(0.1, 99.0)));
    let calm = read("restless-stack", &trembling(0.1, 3.0)).value;
    assert!((calm - 3.0).abs() < 0.1, "{calm}");
    assert_eq!(read("restless-stack", &trembling(0.001, 99.0)).value, 0.0, "standing still awake is no artifact");
}

#[test]
fn frictionless_pyramid_sees_travel_that_nothing_pushed() {
    let mut recording = sliding_box(0.0, 0.0);
    for (k, step) in recording.steps.iter_mut().enumerate() {
        step.bodies[1].position.x = 0.004 * k as f32;
    }
    let found = read("frictionless-pyramid", &recording).value;
    assert!((found - 24.0).abs() < 0.5, "{found}");
    for step in &mut recording.steps {
        step.contacts[0].friction_impulse = Vec3::X;
    }
    assert_eq!(read("frictionless-pyramid", &recording).value, 0.0, "friction carried it");
}

//! The detectors of joints on recordings made by hand: they fire on the artifact with the right number, and stay silent
//! on what looks like it.

use jitterscope::artifact::{Artifact, Reading};
use jitterscope::geometry::{Cuboid, Shape};
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

fn info(id: u32, kind: BodyKind) -> BodyInfo {
    let shapes = vec![(Pose::IDENTITY, Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.5) }))];
    let mass = if kind == BodyKind::Dynamic { 2.0 } else { 0.0 };
    BodyInfo { id, name: format!("body {id}").into(), kind, mass, inertia: Mat3::IDENTITY, shapes }
}

fn still(id: u32, position: Vec3) -> BodyRecord {
    let (velocity, angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
    BodyRecord { id, position, rotation: Quat::IDENTITY, velocity, angular_velocity, is_asleep: false, island: id }
}

/// A static body 0 and `bones` dynamic ones, each joined to the next by joints of a kind.
fn recording(bones: u32, kind: &'static str, steps: impl Iterator<Item = StepRecord>) -> Recording {
    let joint = |id: u32, body_a: u32| JointInfo {
        id,
        name: format!("joint {id}").into(),
        kind,
        body_a,
        body_b: body_a + 1,
        local_anchor_a: Vec3::Y * 0.5,
        local_anchor_b: Vec3::Y * -0.5,
    };
    let mut bodies = vec![info(0, BodyKind::Static)];
    bodies.extend((1..=bones).map(|id| info(id, BodyKind::Dynamic)));
    // With one bone the joint holds it to the static body; a doll is held by nothing.
    let joints = if bones == 1 { vec![joint(0, 0)] } else { (1..bones).map(|a| joint(a - 1, a)).collect() };
    let gravity = Vec3::new(0.0, -9.81, 0.0);
    let header = RunHeader { dt: DT as f32, substeps: 1, gravity, bodies, joints, ..RunHeader::default() };
    Recording { header, steps: steps.collect() }
}

fn step(index: usize, bodies: Vec<BodyRecord>) -> StepRecord {
    StepRecord { step: index as u64, time: index as f64 * DT, bodies, ..StepRecord::default() }
}

/// A hinge whose limit holds in the steps that `holds` says, at an angle that depends on the step.
fn limited(holds: fn(usize) -> bool, angle: fn(usize) -> f32) -> Recording {
    recording(
        1,
        "hinge",
        (0..300).map(|i| {
            let limit_impulse = if holds(i) { 0.3 } else { 0.0 };
            let joint = JointRecord { id: 0, coordinate: angle(i), limit_impulse, ..JointRecord::default() };
            StepRecord { joints: vec![joint], ..step(i, vec![still(0, Vec3::ZERO), still(1, Vec3::X)]) }
        }),
    )
}

#[test]
fn a_limit_that_kicks_on_and_off_is_counted_and_one_that_holds_is_not() {
    let reading = read("hard-limit", &limited(|i| i % 4 == 0, |i| -0.1 - 0.01 * (i % 3) as f32));
    assert!((reading.value - 15.0).abs() < 0.51, "{}", reading.value);
    assert_eq!(reading.evidence.unwrap().bodies, vec![1, 0]);
    assert!(!fires("hard-limit", &limited(|i| i > 50, |_| -0.1)), "it carries its load");
    assert!(!fires("hard-limit", &limited(|i| i % 40 == 0, |_| -0.1)), "it settles");
    assert!(!fires("hard-limit", &limited(|i| i % 4 == 0, |i| (i as f32 * 0.1).sin())), "a door in the wind");
}

/// The gap of a ball joint by the time in seconds.
fn gapped(gap: fn(f32) -> Vec3) -> Recording {
    recording(
        1,
        "ball",
        (0..200).map(|i| {
            let gap = gap((i as f64 * DT) as f32);
            let joint = JointRecord { anchor_b: gap, gap: gap.length(), ..JointRecord::default() };
            StepRecord { joints: vec![joint], ..step(i, vec![still(0, Vec3::ZERO), still(1, Vec3::X)]) }
        }),
    )
}

#[test]
fn anchors_that_circle_count_and_anchors_that_part_do_not() {
    let circle = gapped(|t| Vec3::new((20.0 * t).cos(), (20.0 * t).sin(), 0.0) * 0.1);
    let reading = read("single-axis-joint", &circle);
    assert!((reading.value - 2.0).abs() < 0.12, "0.1 m at 20 rad/s on a link of 1 m: {}", reading.value);
    assert!((reading.also[0].value - 10.0).abs() < 0.1, "as wide as a tenth of the link");
    assert!(!fires("single-axis-joint", &gapped(|t| Vec3::Y * (1.0 + 2.0 * t))), "torn open along the load");
    assert!(!fires("single-axis-joint", &gapped(|t| Vec3::Y * 0.1 + Vec3::X * 0.1 * (2.0 * t).sin())), "a swing");
    assert_eq!(read("single-axis-joint", &gapped(|_| Vec3::Y)).value, 0.0);
}

/// A jointed body with the given velocity and place by the step.
fn moved(velocity: fn(usize) -> Vec3, position: fn(usize) -> Vec3) -> Recording {
    recording(
        1,
        "ball",
        (0..240).map(|i| {
            let body = BodyRecord { velocity: velocity(i), ..still(1, position(i)) };
            step(i, vec![still(0, Vec3::ZERO), body])
        }),
    )
}

#[test]
fn speed_that_is_undone_by_hand_counts_and_honest_motion_does_not() {
    let reading = read("geometric-recovery", &moved(|_| Vec3::Y * 0.6, |_| Vec3::ZERO));
    assert!((reading.value - 0.6).abs() < 1e-5, "{}", reading.value);
    assert!((reading.also[0].value - 0.36).abs() < 1e-4, "2 kg at 0.6 m/s: {} J", reading.also[0].value);
    let honest = [
        moved(|_| Vec3::X * 2.0, |i| Vec3::X * 2.0 * (i as f64 * DT) as f32),
        moved(
            |i| Vec3::Y * -9.81 * (i as f64 * DT) as f32,
            |i| Vec3::Y * -0.5 * 9.81 * ((i as f64 * DT) as f32).powi(2),
        ),
        // To and fro from step to step, by impacts.
        moved(
            |i| Vec3::X * if i % 2 == 0 { 1.0 } else { -1.0 },
            |i| Vec3::X * (if i % 2 == 0 { DT as f32 } else { 0.0 }),
        ),
        // Put somewhere else once, by an event.
        moved(|_| Vec3::X, |i| Vec3::X * (i as f64 * DT) as f32 + if i > 90 { Vec3::Y * 5.0 } else { Vec3::ZERO }),
        // Held at a place without a velocity.
        moved(|_| Vec3::ZERO, |i| Vec3::X * 0.01 * (i % 2) as f32),
    ];
    for (case, recording) in honest.iter().enumerate() {
        let value = read("geometric-recovery", recording).value;
        assert!(value < 0.02, "case {case}: {value}");
    }
}

/// A doll of five bones; `velocity` by step, `drift` in m/s, and whether the static body carries it.
fn doll(bones: u32, velocity: fn(usize) -> Vec3, spin: Vec3, drift: f32, is_carried: bool) -> Recording {
    let contact = |b: u32| ContactRecord {
        a: 0,
        b,
        collider_a: 0,
        collider_b: b,
        feature: 0,
        position: Vec3::ZERO,
        normal: Vec3::Y,
        separation: 0.0,
        normal_impulse: 1.0,
        friction_impulse: Vec3::ZERO,
        age: 1,
        friction: 0.5,
    };
    recording(
        bones,
        "ball",
        (0..1800).map(|i| {
            let away = Vec3::X * drift * (i as f64 * DT) as f32;
            let mut bodies = vec![still(0, Vec3::ZERO)];
            bodies.extend((1..=bones).map(|id| BodyRecord {
                velocity: velocity(i),
                angular_velocity: spin,
                ..still(id, Vec3::X * id as f32 + away)
            }));
            let joints = (1..bones).map(|j| JointRecord {
                id: j - 1,
                limit_impulse: (i % 6 / 3) as f32,
                ..JointRecord::default()
            });
            let contacts = if is_carried { vec![contact(1)] } else { Vec::new() };
            StepRecord { joints: joints.collect(), contacts, ..step(i, bodies) }
        }),
    )
}

#[test]
fn a_doll_that_shakes_where_it_lies_is_restless() {
    let shake: fn(usize) -> Vec3 = |i| Vec3::Y * if i / 5 % 2 == 0 { 0.1 } else { -0.1 };
    let reading = read("restless-ragdoll", &doll(5, shake, Vec3::ZERO, 0.0, true));
    assert!((reading.value - 29.98).abs() < 0.1, "{}", reading.value);
    assert_eq!(reading.evidence.unwrap().bodies, vec![1, 2, 3, 4, 5]);
    assert!((reading.also[0].value - 40.0).abs() < 1.0, "four joints, ten times a second: {}", reading.also[0].value);
    assert!((reading.also[1].value - 0.05).abs() < 1e-3, "10 kg at 0.1 m/s: {} J", reading.also[1].value);
    let silent = [
        ("two bodies are a door", doll(2, shake, Vec3::ZERO, 0.0, true)),
        ("it hangs free", doll(5, shake, Vec3::ZERO, 0.0, false)),
        ("it slides away", doll(5, shake, Vec3::ZERO, 0.5, true)),
        ("a machine turns one way", doll(5, |_| Vec3::ZERO, Vec3::Z * 6.0, 0.0, true)),
        (
            "it comes to rest",
            doll(
                5,
                |i| if i < 200 { Vec3::Y * if i % 2 == 0 { 0.1 } else { -0.1 } } else { Vec3::ZERO },
                Vec3::ZERO,
                0.0,
                true,
            ),
        ),
    ];
    for (why, recording) in &silent {
        let value = read("restless-ragdoll", recording).value;
        assert!(value < 6.0, "{why}: {value}");
    }
    let mut hung = doll(5, shake, Vec3::ZERO, 0.0, true);
    hung.header.joints[0].body_a = 0;
    assert_eq!(read("restless-ragdoll", &hung).value, 0.0, "its hook may shake it");
    let swing: fn(usize) -> Vec3 = |i| Vec3::Y * (i as f32 * 0.1).sin();
    assert!(read("restless-ragdoll", &doll(5, swing, Vec3::ZERO, 0.0, true)).value < 6.0, "it swings at 1 Hz");
}

/// A slender rod in a joint, turning about its long axis as the function of the step says.
fn twisting(twist: fn(usize) -> f32, thickness: f32, is_pushed: bool) -> Recording {
    let mut recording = recording(
        1,
        "hinge",
        (0..180).map(|i| {
            let rod = BodyRecord { angular_velocity: Vec3::Y * twist(i), ..still(1, Vec3::X) };
            step(i, vec![still(0, Vec3::ZERO), rod])
        }),
    );
    let half_extents = Vec3::new(0.5 * thickness, 1.0, 0.5 * thickness);
    recording.header.bodies[1].shapes = vec![(Pose::IDENTITY, Shape::Cuboid(Cuboid { half_extents }))];
    for step in recording.steps.iter_mut().filter(|_| is_pushed) {
        step.contacts.push(ContactRecord {
            a: 0,
            b: 1,
            collider_a: 0,
            collider_b: 1,
            feature: 0,
            position: Vec3::ZERO,
            normal: Vec3::Y,
            separation: 0.0,
            normal_impulse: 1.0,
            friction_impulse: Vec3::ZERO,
            age: 1,
            friction: 0.5,
        });
    }
    recording
}

#[test]
fn a_rod_that_shivers_in_its_joints_counts_and_a_shaft_does_not() {
    let shiver: fn(usize) -> f32 = |i| if i % 2 == 0 { 1.0 } else { -1.0 };
    let reading = read("asymmetric-chain", &twisting(shiver, 0.05, false));
    assert!((reading.value - 2.0).abs() < 0.01, "{}", reading.value);
    for (why, calm) in [
        ("a shaft", twisting(|_| 50.0, 0.05, false)),
        ("a shaft that is spun up", twisting(|i| 2.0 * i as f32, 0.05, false)),
        ("a thick body", twisting(shiver, 0.5, false)),
        ("something hits it", twisting(shiver, 0.05, true)),
    ] {
        assert!(read("asymmetric-chain", &calm).value < 0.1, "{why}");
    }
}

//! The detectors of contact and continuous-collision artifacts on recordings made by hand.

use jitterscope::artifact::Artifact;
use jitterscope::geometry::{Cuboid, Shape};
use jitterscope::instrument::record::{
    BodyInfo, BodyKind, BodyRecord, ContactRecord, Recording, RunHeader, StepRecord,
};
use jitterscope::math::{Mat3, Pose, Quat, Vec3};

const DT: f64 = 1.0 / 60.0;

fn value(id: &str, recording: &Recording) -> f64 {
    (Artifact::find(id).unwrap().detect)(recording).value
}

fn body(id: u32, kind: BodyKind, half_extents: Vec3) -> BodyInfo {
    let shapes = vec![(Pose::IDENTITY, Shape::Cuboid(Cuboid { half_extents }))];
    let mass = if kind == BodyKind::Dynamic { 10.0 } else { 0.0 };
    BodyInfo { id, name: format!("body {id}").into(), kind, mass, inertia: Mat3::IDENTITY, shapes }
}

fn at(id: u32, position: Vec3, velocity: Vec3) -> BodyRecord {
    BodyRecord {
        id,
        position,
        rotation: Quat::IDENTITY,
        velocity,
        angular_velocity: Vec3::ZERO,
        is_asleep: false,
        island: id,
    }
}

/// A contact between body 0 and body 1.
fn contact(feature: u32, position: Vec3, normal: Vec3, separation: f32, normal_impulse: f32) -> ContactRecord {
    let friction_impulse = Vec3::ZERO;
    let (collider_a, collider_b) = (0, 1);
    ContactRecord {
        a: 0,
        b: 1,
        collider_a,
        collider_b,
        feature,
        position,
        normal,
        separation,
        normal_impulse,
        friction: 0.5,
        friction_impulse,
        age: 1,
    }
}

/// A floor whose top is at y = 0, and a box of 0.4 m; its place and speed in every record, and the contacts.
fn run(records: Vec<(Vec3, Vec3, Vec<ContactRecord>)>) -> Recording {
    let header = RunHeader {
        dt: DT as f32,
        substeps: 1,
        gravity: Vec3::new(0.0, -9.81, 0.0),
        bodies: vec![
            body(0, BodyKind::Static, Vec3::new(10.0, 0.5, 10.0)),
            body(1, BodyKind::Dynamic, Vec3::splat(0.2)),
        ],
        ..RunHeader::default()
    };
    let step = |(i, (position, velocity, contacts)): (usize, (Vec3, Vec3, Vec<ContactRecord>))| StepRecord {
        step: i as u64,
        time: i as f64 * DT,
        bodies: vec![at(0, Vec3::Y * -0.5, Vec3::ZERO), at(1, position, velocity)],
        contacts,
        ..StepRecord::default()
    };
    Recording { header, steps: records.into_iter().enumerate().map(step).collect() }
}

fn y(height: f32) -> Vec3 {
    Vec3::Y * height
}

#[test]
fn a_stop_in_the_air_is_early_and_a_landing_an_apex_and_a_bounce_are_not() {
    let stop = |gap: f32, left: f32, after: f32| {
        let push = vec![contact(0, y(0.5 * gap), Vec3::Y, gap, 50.0)];
        run(vec![
            (y(0.2 + gap), y(-20.0), vec![]),
            (y(0.2 + gap), y(left), push),
            (y(0.2 + gap - after), y(-0.16), vec![]),
            (y(0.2 + gap - 3.0 * after), y(-0.32), vec![]),
        ])
    };
    assert!((value("early-stop", &stop(0.2, 0.0, 0.003)) - 0.5).abs() < 1e-4);
    assert_eq!(value("early-stop", &stop(-0.01, 0.0, 0.0)), 0.0, "it landed");
    assert_eq!(value("early-stop", &stop(0.2, 6.0, -0.1)), 0.0, "it bounced");
    assert_eq!(value("early-stop", &stop(0.2, 0.0, 0.0)), 0.0, "it hangs for ever, on something else");
}

#[test]
fn a_body_that_leaves_faster_than_it_came_has_been_shot_out() {
    let bounce = |exit: f32| {
        let deep = vec![contact(0, y(-0.1), Vec3::Y, -0.2, 90.0)];
        run(vec![(y(0.1), y(-4.0), vec![]), (y(0.05), y(exit), deep), (y(0.2), y(exit), vec![])])
    };
    let ratio = value("shoot-out", &bounce(12.0));
    assert!((ratio - 12.0 / (4.0 + 9.81 / 60.0)).abs() < 1e-3, "{ratio}");
    assert!(value("shoot-out", &bounce(3.0)) < 1.0, "an ordinary bounce");
    // Ten kilograms with 1 kg m² that turn at 30 rad/s carry as much as 9.5 m/s.
    let mut spinning = bounce(9.0);
    spinning.steps[0].bodies[1].angular_velocity = Vec3::Z * 30.0;
    assert!(value("shoot-out", &spinning) < 1.0, "its own spin throws it off its corner");
    let resting =
        run(vec![(y(0.2), Vec3::ZERO, vec![]), (y(0.2), y(0.5), vec![contact(0, y(0.0), Vec3::Y, 0.0, 1.0)])]);
    assert_eq!(value("shoot-out", &resting), 0.0, "nothing came in");
}

#[test]
fn a_middle_that_leaves_at_the_back_went_through_and_one_that_comes_back_did_not() {
    let way = |heights: &[f32]| run(heights.iter().map(|h| (y(*h), Vec3::ZERO, vec![])).collect());
    assert_eq!(value("turned-through", &way(&[0.5, -0.3, -1.4])), 100.0, "over two steps");
    assert_eq!(value("turned-through", &way(&[0.5, -1.4])), 100.0, "in one step");
    assert_eq!(value("turned-through", &way(&[0.5, -0.3, 0.2])), 0.0, "pushed out where it came in");
    assert_eq!(value("turned-through", &way(&[0.5, 0.2, 0.3])), 0.0);
}

#[test]
fn points_that_jump_at_rest_rattle_and_moving_or_steady_bodies_do_not() {
    let corner =
        |i: u32| Vec3::new(if i.is_multiple_of(2) { 0.2 } else { -0.2 }, 0.0, if i % 4 < 2 { 0.2 } else { -0.2 });
    let rest_at = |feature: &dyn Fn(u32) -> u32, point: &dyn Fn(u32) -> Vec3, speed: f32| {
        let record = |i: u32| {
            let place = Vec3::new(speed * i as f32 / 60.0, 0.2, 0.0);
            (place, Vec3::X * speed, vec![contact(feature(i), point(i), Vec3::Y, 0.0, 1.0)])
        };
        run((0..240).map(record).collect())
    };
    let rest = |feature: &dyn Fn(u32) -> u32, speed: f32| rest_at(feature, &|i| corner(feature(i)), speed);
    let jumping = value("rattling-stack", &rest(&|i| i % 4, 0.0));
    assert!((jumping - 120.0).abs() < 3.0, "a death and a birth in every step: {jumping}");
    assert_eq!(value("rattling-stack", &rest(&|_| 7, 0.0)), 0.0);
    let renamed = rest_at(&|i| i % 4, &|_| corner(0), 0.0);
    assert_eq!(value("rattling-stack", &renamed), 0.0, "the same point, clipped on the other body's face");
    assert_eq!(value("rattling-stack", &rest(&|i| i % 4, 1.0)), 0.0, "a rolling body meets others by rights");
}

#[test]
fn a_flush_contact_against_the_motion_hooks_and_a_kerb_does_not() {
    let slide = |height: f32| {
        let contacts = vec![
            contact(0, Vec3::ZERO, Vec3::Y, 0.0, 1.0),
            ContactRecord { collider_a: 5, ..contact(1, Vec3::new(0.2, height, 0.0), Vec3::NEG_X, 0.0, 20.0) },
        ];
        run(vec![(y(0.2), Vec3::X * 4.0, vec![]), (y(0.2), Vec3::X * 2.0, contacts)])
    };
    let lost = value("invisible-hook", &slide(0.0));
    assert!((lost - 50.0).abs() < 1e-3, "20 N s of 40: {lost}");
    assert_eq!(value("invisible-hook", &slide(0.1)), 0.0, "a kerb of 10 cm");
}

#[test]
fn opposed_parts_that_shake_a_body_jam_it_and_a_body_that_passes_or_lies_still_is_free() {
    let jam = |records: usize, speed: f32, second: Vec3| {
        let contacts = vec![
            contact(0, Vec3::ZERO, Vec3::X, -0.1, 5.0),
            ContactRecord { collider_a: 5, ..contact(1, Vec3::ZERO, second, -0.1, 5.0) },
        ];
        let mut recording = run(vec![(y(0.2), Vec3::X * speed, contacts); records]);
        let part = recording.header.bodies[0].shapes[0].clone();
        recording.header.bodies[0].shapes.push(part);
        recording
    };
    assert!((value("compound-jam", &jam(60, 0.3, Vec3::NEG_X)) - 0.3).abs() < 1e-5);
    assert_eq!(value("compound-jam", &jam(60, 0.3, Vec3::Y)), 0.0, "a corner holds without contradiction");
    assert_eq!(value("compound-jam", &jam(5, 0.3, Vec3::NEG_X)), 0.0, "a moment is no jam");
    assert_eq!(value("compound-jam", &jam(60, 0.0, Vec3::NEG_X)), 0.0, "a slot that fits");
}

#[test]
fn a_body_pressed_into_a_wall_counts_by_its_depth_and_one_that_nobody_presses_does_not() {
    let sink = |depth: f32, pressed: bool| {
        let mut recording = run(vec![
            (y(0.2), Vec3::ZERO, vec![contact(0, y(0.0), Vec3::Y, 0.0, 1.0)]),
            (y(0.2 - depth), Vec3::ZERO, vec![contact(0, y(-0.5 * depth), Vec3::Y, -depth, 1.0)]),
        ]);
        recording.header.bodies.push(body(2, BodyKind::Dynamic, Vec3::splat(0.5)));
        for step in &mut recording.steps {
            step.bodies.push(at(2, y(0.9), Vec3::ZERO));
            if pressed {
                // Its normal points from the presser down to the body.
                let push = contact(3, y(0.4), Vec3::NEG_Y, 0.0, 90.0);
                step.contacts.push(ContactRecord { a: 2, b: 1, collider_a: 2, ..push });
            }
        }
        recording
    };
    assert!((value("pushed-through", &sink(0.2, true)) - 50.0).abs() < 0.1);
    assert_eq!(value("pushed-through", &sink(0.2, false)), 0.0);
    assert!(value("pushed-through", &sink(0.001, true)) < 1.0);
}

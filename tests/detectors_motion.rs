//! The detectors of time and motion on recordings made by hand: they fire on the artifact with the right number, and stay
//! silent on what looks like it.

use jitterscope::artifact::{Artifact, Reading};
use jitterscope::geometry::{Cuboid, Shape};
use jitterscope::instrument::record::{
    BodyInfo, BodyKind, BodyRecord, ContactRecord, Energy, FrameRecord, Recording, RunHeader, StepRecord,
};
use jitterscope::math::{Mat3, Pose, Quat, Vec3};

const DT: f64 = 1.0 / 60.0;
const G: f32 = 9.81;

fn read(id: &str, recording: &Recording) -> Reading {
    (Artifact::find(id).unwrap().detect)(recording)
}

fn fires(id: &str, recording: &Recording) -> bool {
    read(id, recording).value >= Artifact::find(id).unwrap().measure.sick_min
}

fn boxed(id: u32, kind: BodyKind, mass: f32, size: Vec3) -> BodyInfo {
    let shapes = vec![(Pose::IDENTITY, Shape::Cuboid(Cuboid { half_extents: size * 0.5 }))];
    BodyInfo { id, name: format!("body {id}").into(), kind, mass, inertia: Mat3::IDENTITY, shapes }
}

fn body(id: u32, position: Vec3, velocity: Vec3, angular_velocity: Vec3) -> BodyRecord {
    BodyRecord { id, position, rotation: Quat::IDENTITY, velocity, angular_velocity, is_asleep: false, island: id }
}

fn contact(a: u32, b: u32, feature: u32, separation: f32, normal: Vec3, impulse: f32) -> ContactRecord {
    ContactRecord {
        a,
        b,
        collider_a: a,
        collider_b: b,
        feature,
        position: Vec3::ZERO,
        normal,
        separation,
        normal_impulse: impulse,
        friction_impulse: Vec3::ZERO,
        age: 5,
        friction: 0.5,
    }
}

fn recording(bodies: Vec<BodyInfo>, steps: Vec<StepRecord>) -> Recording {
    let header =
        RunHeader { dt: DT as f32, substeps: 1, gravity: Vec3::new(0.0, -G, 0.0), bodies, ..RunHeader::default() };
    Recording { header, steps }
}

fn step(index: usize, bodies: Vec<BodyRecord>) -> StepRecord {
    StepRecord { step: index as u64, time: index as f64 * DT, bodies, ..StepRecord::default() }
}

fn frame(number: u64, asked: u32, secs: f64, real_time: f64) -> Option<FrameRecord> {
    Some(FrameRecord { number, steps_asked: asked, steps_done: asked, secs, real_time, alpha: 0.0 })
}

/// One record per frame that asks for so many steps, each of which costs 20 ms.
fn frames(asked: &[u32]) -> Recording {
    let mut real_time = 0.0;
    let steps = asked.iter().enumerate().map(|(i, &asked)| {
        let secs = f64::from(asked) * 0.02;
        real_time += secs;
        StepRecord { frame: frame(i as u64 + 1, asked, secs, real_time), ..step(i, Vec::new()) }
    });
    recording(Vec::new(), steps.collect())
}

#[test]
fn frames_that_ask_for_ever_more_are_the_well_and_a_hitch_is_not() {
    let well = frames(&[1, 1, 2, 3, 4, 6, 9, 14, 20, 30, 45, 60]);
    assert_eq!(read("well-of-despair", &well).value, 60.0);
    let mut hitch = vec![1; 40];
    hitch[20] = 90;
    assert!(!fires("well-of-despair", &frames(&hitch)));
    assert!(!fires("well-of-despair", &frames(&[4; 60])), "always four steps");
}

/// A box of the given size and mass falls from rest for `count` steps; each takes `stretch` times its length in real time.
fn fall(size: f32, mass: f32, count: usize, stretch: Option<f64>) -> Recording {
    let steps = (0..=count).map(|i| {
        let t = (i as f64 * DT) as f32;
        let state = body(0, Vec3::new(0.0, 100.0 - 0.5 * G * t * t, 0.0), Vec3::new(0.0, -G * t, 0.0), Vec3::ZERO);
        let real = stretch.map(|s| frame(i as u64, 1, s * DT, s * i as f64 * DT)).filter(|_| i > 0).flatten();
        StepRecord { frame: real, ..step(i, vec![state]) }
    });
    recording(vec![boxed(0, BodyKind::Dynamic, mass, Vec3::splat(size))], steps.collect())
}

#[test]
fn a_fall_is_timed_by_the_clock_on_the_wall() {
    let slow = read("slow-motion", &fall(1.0, 1000.0, 90, Some(2.0)));
    assert!((slow.value - 2.0).abs() < 0.01, "{}", slow.value);
    for honest in [fall(1.0, 1000.0, 90, Some(1.0)), fall(1.0, 1000.0, 90, None), fall(10.0, 1e6, 150, None)] {
        assert!((read("slow-motion", &honest).value - 1.0).abs() < 0.01);
    }
}

#[test]
fn a_large_thing_is_too_large_only_if_it_weighs_too_little() {
    let reading = read("oversized-scene", &fall(10.0, 1000.0, 120, None));
    assert!((reading.value - 10.0_f64.sqrt()).abs() < 0.02, "{}", reading.value);
    assert!((read("oversized-scene", &fall(10.0, 1e6, 120, None)).value - 1.0).abs() < 0.02, "a house");
    assert!(!fires("oversized-scene", &fall(1.0, 100.0, 60, None)), "a crate of thin boards");
}

/// A body on a spring whose energy is multiplied by `growth` from second to second; steps alternate about `DT`.
fn swing(growth: f64, unevenness: f64) -> Recording {
    let mut time = 0.0;
    let steps = (0..=600).map(|i| {
        if i > 0 {
            time += DT * (1.0 + if i % 2 == 0 { unevenness } else { -unevenness });
        }
        let amplitude = growth.powf(time / 2.0);
        let speed = amplitude * (std::f64::consts::TAU * time).cos();
        let state = body(0, Vec3::ZERO, Vec3::X * speed as f32, Vec3::ZERO);
        let energy = Energy { linear: 0.5 * speed * speed, ..Energy::default() };
        StepRecord { time, energy, ..step(i, vec![state]) }
    });
    recording(vec![boxed(0, BodyKind::Dynamic, 1.0, Vec3::ONE)], steps.collect())
}

#[test]
fn energy_from_nowhere_is_told_apart_by_the_steps() {
    let (even, uneven) = (swing(1.3, 0.0), swing(1.3, 0.2));
    assert!(fires("euler-blow-up", &even) && !fires("variable-step", &even));
    assert!(fires("variable-step", &uneven) && !fires("euler-blow-up", &uneven));
    for calm in [swing(1.0, 0.0), swing(0.8, 0.0), swing(1.0, 0.2)] {
        assert!(
            !fires("euler-blow-up", &calm) && !fires("variable-step", &calm),
            "kept, damped, kept with uneven steps"
        );
    }
    let mut pushed = even;
    for step in pushed.steps.iter_mut().step_by(20) {
        step.contacts = vec![contact(1, 0, 0, 0.0, Vec3::X, 1.0)];
    }
    assert!(!fires("euler-blow-up", &pushed), "something hits it again and again");
}

/// A platform moves at 1 m/s under a box that comes along with a share of that.
fn ride(share: f32, acceleration: f32) -> Recording {
    let bodies = vec![
        boxed(0, BodyKind::Animated, 0.0, Vec3::new(4.0, 0.2, 4.0)),
        boxed(1, BodyKind::Dynamic, 500.0, Vec3::ONE),
    ];
    let steps = (0..=120).map(|i| {
        let t = (i as f64 * DT) as f32;
        let way = t + 0.5 * acceleration * t * t;
        let states = vec![
            body(0, Vec3::new(way, 0.0, 0.0), Vec3::X * (1.0 + acceleration * t), Vec3::ZERO),
            body(1, Vec3::new(way * share, 0.6, 0.0), Vec3::X * share, Vec3::ZERO),
        ];
        StepRecord { contacts: vec![contact(0, 1, 0, 0.0, Vec3::Y, 80.0)], ..step(i, states) }
    });
    recording(bodies, steps.collect())
}

#[test]
fn a_passenger_left_behind_is_a_ghost_ride_unless_the_platform_was_torn_away() {
    let reading = read("ghost-animation", &ride(0.0, 0.0));
    assert!((reading.value - 100.0).abs() < 1.0, "{}", reading.value);
    assert!(!fires("ghost-animation", &ride(1.0, 0.0)));
    assert!(!fires("ghost-animation", &ride(0.0, 8.0)), "no foot could follow");
}

#[test]
fn a_paddle_inside_a_box_is_a_ghost() {
    let depth = |separation: f32, speed: f32| {
        let bodies = vec![boxed(0, BodyKind::Animated, 0.0, Vec3::ONE), boxed(1, BodyKind::Dynamic, 1000.0, Vec3::ONE)];
        let steps = (0..10).map(|i| {
            let x = (i as f64 * DT) as f32 * speed;
            let states = vec![body(0, Vec3::X * x, Vec3::ZERO, Vec3::ZERO), body(1, Vec3::X, Vec3::ZERO, Vec3::ZERO)];
            StepRecord { contacts: vec![contact(0, 1, 0, separation, Vec3::X, 10.0)], ..step(i, states) }
        });
        read("ghost-animation", &recording(bodies, steps.collect())).value
    };
    assert!((depth(-0.4, 2.0) - 40.0).abs() < 0.1);
    assert_eq!(depth(-0.4, 0.0), 0.0, "it stands: whoever fell onto it is another matter");
    assert!(depth(-0.004, 2.0) < 1.0);
}

/// A rod along X lies on the floor with the given velocities.
fn rod(velocity: Vec3, angular_velocity: Vec3, size: Vec3, pushed: usize) -> Recording {
    let bodies = vec![boxed(0, BodyKind::Static, 0.0, Vec3::splat(40.0)), boxed(1, BodyKind::Dynamic, 5.0, size)];
    let steps = (0..60).map(|i| {
        let states = vec![
            body(0, Vec3::ZERO, Vec3::ZERO, Vec3::ZERO),
            body(1, velocity * (i as f32 / 60.0), velocity, angular_velocity),
        ];
        let contacts = if i < pushed { vec![contact(0, 1, 0, 0.0, Vec3::Y, 1.0)] } else { Vec::new() };
        StepRecord { contacts, ..step(i, states) }
    });
    recording(bodies, steps.collect())
}

#[test]
fn a_rod_that_twists_in_place_trembles_and_one_that_rolls_or_spins_does_not() {
    let thin = Vec3::new(2.0, 0.05, 0.05);
    let twist = Vec3::X * 6.0;
    assert_eq!(read("asymmetric-body", &rod(Vec3::ZERO, twist, thin, 60)).value, 6.0);
    assert!(!fires("asymmetric-body", &rod(Vec3::Z * 0.15, twist, thin, 60)), "it rolls");
    assert!(!fires("asymmetric-body", &rod(Vec3::ZERO, Vec3::Y * 6.0, thin, 60)), "a propeller");
    assert!(!fires("asymmetric-body", &rod(Vec3::ZERO, twist, thin, 10)), "thrown down spinning");
    assert!(!fires("asymmetric-body", &rod(Vec3::ZERO, twist, Vec3::ONE, 60)), "not slender");
}

/// A box lies flat on the floor and walks away at 0.5 m/s; `impulse` and `push` say what the record knows of the cause.
fn walk(points: usize, sideways_impulse: f32, is_pushed: bool) -> Recording {
    let mut bodies =
        vec![boxed(0, BodyKind::Static, 0.0, Vec3::splat(40.0)), boxed(1, BodyKind::Dynamic, 100.0, Vec3::ONE)];
    bodies.extend(is_pushed.then(|| boxed(2, BodyKind::Dynamic, 100.0, Vec3::ONE)));
    let steps = (0..240).map(|i| {
        let (x, v) = if i < 10 { (0.0, 0.0) } else { ((i as f32 - 10.0) / 120.0, 0.5) };
        let mut states =
            vec![body(0, Vec3::ZERO, Vec3::ZERO, Vec3::ZERO), body(1, Vec3::X * x, Vec3::X * v, Vec3::ZERO)];
        let weight = 100.0 * G * DT as f32 / points as f32;
        let mut contacts: Vec<_> =
            (0..points).map(|p| contact(0, 1, p as u32, 0.0, Vec3::Y, if i == 0 { 0.0 } else { weight })).collect();
        if i == 10 {
            contacts[0].friction_impulse = Vec3::X * sideways_impulse;
        }
        if is_pushed {
            states.push(body(2, Vec3::X * (x - 1.0), Vec3::X * 0.5, Vec3::ZERO));
            contacts.push(contact(2, 1, 9, 0.0, Vec3::X, 1.0));
        }
        StepRecord { contacts, ..step(i, states) }
    });
    recording(bodies, steps.collect())
}

#[test]
fn a_pile_that_walks_by_itself_counts_and_one_that_is_pushed_does_not() {
    // 100 kg brought to 0.5 m/s by the friction of its own support: no law of mechanics gives a flat box that.
    let reading = read("rotation-off", &walk(4, 50.0, false));
    assert!((reading.value - 190.8).abs() < 2.0, "{}", reading.value);
    assert!(!fires("rotation-off", &walk(4, 0.0, false)), "an event or the mouse moved it");
    assert!(!fires("rotation-off", &walk(4, 50.0, true)), "another body pushes it");
    assert!(!fires("rotation-off", &walk(2, 50.0, false)), "it stood on an edge");
}

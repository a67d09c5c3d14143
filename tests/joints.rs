//! Joints against closed-form mechanics.

mod scene;

use jitterscope::dynamics::{
    BodyId, JointId, JointKind, JointOptions, JointRows, Limit, MassSpec, Motor, SoftLimit, SolverMethod,
};
use jitterscope::geometry::{Cuboid, Shape};
use jitterscope::math::{Pose, Quat, Vec3};
use scene::{PLAIN, Scene};

const G: f32 = 9.81;

/// A rod of 1 m and 2 kg along X on a hinge along Z at its left end, which is held at the origin.
fn rod_on_hinge(options: JointOptions) -> (Scene, BodyId, JointId) {
    let mut scene = Scene::new();
    let post = scene.add_fixed_box(Vec3::splat(0.1), Pose::IDENTITY, PLAIN);
    let shape = Shape::Cuboid(Cuboid { half_extents: Vec3::new(0.5, 0.05, 0.05) });
    let rod = scene.add(shape, Pose::from_translation(Vec3::X * 0.5), PLAIN, MassSpec::Mass(2.0));
    let hinge = scene.join_with(JointKind::Hinge, post, rod, Pose::IDENTITY, options);
    scene.settings.sleep.enabled = false;
    (scene, rod, hinge)
}

/// Moment of the rod about its end: m (a² + b²)/12 + m/4.
const ROD_INERTIA: f32 = 2.0 * (1.0 + 0.01) / 12.0 + 2.0 * 0.25;

fn coordinate(scene: &Scene, joint: JointId) -> f32 {
    let joint = &scene.world.joints()[joint.0 as usize];
    let pose = |body: BodyId| scene.world.world_from_body(body);
    joint.coordinate(&pose(joint.body_a), &pose(joint.body_b)).expect("a joint with a free direction")
}

fn kinetic_energy(scene: &Scene) -> f32 {
    let bodies = scene.world.bodies().iter().zip(scene.world.states());
    bodies
        .map(|(body, state)| {
            let spin = state.rotation.conjugate() * state.angular_velocity;
            0.5 * (body.mass * state.velocity.length_squared() + spin.dot(body.inertia * spin))
        })
        .sum()
}

fn all_rows() -> [(SolverMethod, JointRows); 5] {
    [
        (SolverMethod::Soft, JointRows::Tree),
        (SolverMethod::Soft, JointRows::Block),
        (SolverMethod::Soft, JointRows::Three),
        (SolverMethod::SequentialImpulse, JointRows::Three),
        (SolverMethod::Block, JointRows::Tree),
    ]
}

fn set_rows(scene: &mut Scene, (method, rows): (SolverMethod, JointRows)) {
    scene.settings.solver.method = method;
    scene.settings.solver.velocity_iterations = if method == SolverMethod::Soft { 1 } else { 8 };
    scene.settings.joint.rows = rows;
}

#[test]
fn a_motor_accelerates_with_its_torque_and_then_keeps_its_speed() {
    for way in all_rows() {
        let motor = Motor { speed: 4.0, max: 1.0 };
        let (mut scene, rod, _) = rod_on_hinge(JointOptions { motor: Some(motor), ..Default::default() });
        scene.settings.gravity = [0.0; 3];
        set_rows(&mut scene, way);
        // ω = M t / I until the speed is reached after 2.3 s.
        scene.run(1.0);
        let found = scene.state(rod).angular_velocity.z;
        let expected = motor.max / ROD_INERTIA;
        assert!((found / expected - 1.0).abs() < 0.02, "{way:?}: {found} rad/s after 1 s, expected {expected}");
        scene.run(4.0);
        let speed = scene.state(rod).angular_velocity.z;
        assert!((speed - 4.0).abs() < 0.02, "{way:?}: {speed} rad/s at the end");
    }
}

#[test]
fn a_hinge_stops_at_its_limit_and_gains_nothing() {
    for way in all_rows() {
        let limit = Limit { lower: -0.8, upper: 0.5 };
        let (mut scene, _, hinge) = rod_on_hinge(JointOptions { limit: Some(limit), ..Default::default() });
        set_rows(&mut scene, way);
        let mut fastest = 0.0_f32;
        for _ in 0..180 {
            scene.step();
            fastest = fastest.max(kinetic_energy(&scene));
            let angle = coordinate(&scene, hinge);
            assert!(angle > -0.8 - 0.01, "{way:?}: the rod is at {angle} rad behind its limit");
        }
        // The rod falls by sin(0.8)/2.
        let available = 2.0 * G * 0.5 * 0.8_f32.sin();
        assert!(fastest < available * 1.01, "{way:?}: {fastest} J out of {available} J");
        let angle = coordinate(&scene, hinge);
        assert!((angle + 0.8).abs() < 2e-3, "{way:?}: rests at {angle} rad");
        assert!(kinetic_energy(&scene) < 1e-5, "{way:?}: still moves with {} J", kinetic_energy(&scene));
        let load = scene.world.joints()[0].total_limit_impulse / scene.settings.time.dt;
        let expected = 2.0 * G * 0.5 * 0.8_f32.cos();
        assert!((load / expected - 1.0).abs() < 0.02, "{way:?}: the limit carries {load} N m, expected {expected}");
    }
}

#[test]
fn a_soft_limit_gives_way_like_a_spring() {
    let soft = SoftLimit { hertz: 2.0, damping_ratio: 1.0 };
    let limit = Limit { lower: 0.0, upper: 1.0 };
    let (mut scene, _, hinge) =
        rod_on_hinge(JointOptions { limit: Some(limit), soft_limit: Some(soft), ..Default::default() });
    scene.run(6.0);
    // I ω² θ = m g cos θ / 2, where the row's own inertia is the free rod's: it does not know of the post's hold.
    let angle = -coordinate(&scene, hinge);
    let row_inertia = 2.0 * (1.0 + 0.01) / 12.0;
    let stiffness = row_inertia * (std::f32::consts::TAU * 2.0).powi(2);
    let torque = stiffness * angle;
    let expected = 2.0 * G * 0.5 * angle.cos();
    assert!((torque / expected - 1.0).abs() < 0.03, "at {angle} rad the spring gives {torque} N m, needed {expected}");
    assert!(kinetic_energy(&scene) < 1e-5);
}

#[test]
fn friction_stops_a_turning_rod_after_the_right_angle_and_holds_it() {
    for way in all_rows() {
        let (mut scene, rod, hinge) = rod_on_hinge(JointOptions { friction: 1.5, ..Default::default() });
        scene.settings.gravity = [0.0; 3];
        set_rows(&mut scene, way);
        scene.set_velocity(rod, Vec3::Y, Vec3::Z * 2.0);
        scene.run(3.0);
        // ½ I ω² = M φ.
        let expected = 0.5 * ROD_INERTIA * 4.0 / 1.5;
        let found = coordinate(&scene, hinge);
        assert!((found / expected - 1.0).abs() < 0.02, "{way:?}: turned by {found} rad, expected {expected}");
    }
    // Friction above the weight's torque of 9.81 N m holds a level rod, below it does not.
    for (friction, is_held) in [(10.3, true), (9.3, false)] {
        let (mut scene, _, hinge) = rod_on_hinge(JointOptions { friction, ..Default::default() });
        scene.run(1.0);
        let angle = coordinate(&scene, hinge).abs();
        assert_eq!(angle < 1e-3, is_held, "friction {friction} N m: turned by {angle} rad");
    }
}

#[test]
fn damping_lets_a_rod_turn_out_exponentially() {
    let (mut scene, rod, hinge) = rod_on_hinge(JointOptions { damping: 0.9, ..Default::default() });
    scene.settings.gravity = [0.0; 3];
    scene.set_velocity(rod, Vec3::Y, Vec3::Z * 2.0);
    scene.run(8.0);
    // I ω' = −c ω: the whole angle is ω₀ I / c.
    let (found, expected) = (coordinate(&scene, hinge), 2.0 * ROD_INERTIA / 0.9);
    assert!((found / expected - 1.0).abs() < 0.02, "turned by {found} rad, expected {expected}");
}

#[test]
fn a_hinge_counts_whole_turns_before_its_limit() {
    let limit = Limit { lower: -1.0, upper: 10.0 };
    let (mut scene, rod, _) = rod_on_hinge(JointOptions { limit: Some(limit), ..Default::default() });
    scene.settings.gravity = [0.0; 3];
    scene.set_velocity(rod, Vec3::Y * 1.5, Vec3::Z * 3.0);
    let mut turned = 0.0;
    for _ in 0..600 {
        scene.step();
        turned += scene.state(rod).angular_velocity.z * scene.settings.time.dt;
    }
    // The step in which it stops counts as none.
    assert!((turned - 10.0).abs() < 3.0 / 60.0 + 0.01, "stopped after {turned} rad");
}

#[test]
fn a_slider_on_a_slope_runs_down_its_rail_to_the_end() {
    let angle = 0.6_f32;
    for (friction, way) in [(0.0, all_rows()[0]), (0.0, all_rows()[3]), (4.0, all_rows()[0]), (4.0, all_rows()[1])] {
        let mut scene = Scene::new();
        set_rows(&mut scene, way);
        let post = scene.add_fixed_box(Vec3::splat(0.1), Pose::IDENTITY, PLAIN);
        let shape = Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.2) });
        let cart = scene.add(shape, Pose::from_translation(Vec3::new(0.0, 0.0, 0.5)), PLAIN, MassSpec::Mass(3.0));
        let downhill = Vec3::new(angle.cos(), -angle.sin(), 0.0);
        let frame = Pose::new(Vec3::ZERO, Quat::from_rotation_arc(Vec3::Z, downhill));
        let limit = Some(Limit { lower: -1.0, upper: 2.0 });
        let rail = scene.join_with(
            JointKind::Slider,
            post,
            cart,
            frame,
            JointOptions { limit, friction, ..Default::default() },
        );
        let acceleration = G * angle.sin() - friction / 3.0;
        scene.run(0.5);
        let (found, expected) = (coordinate(&scene, rail), 0.5 * acceleration * 0.25);
        assert!((found / expected - 1.0).abs() < 0.02, "{way:?}: {found} m after half a second, expected {expected}");
        scene.run(3.0);
        assert!((coordinate(&scene, rail) - 2.0).abs() < 2e-3, "rests at {} m", coordinate(&scene, rail));
        assert!(kinetic_energy(&scene) < 1e-5);
        let joint = &scene.world.joints()[0];
        let pose = |body: BodyId| scene.world.world_from_body(body);
        let error = joint.measured_error(&pose(joint.body_a), &pose(joint.body_b));
        assert!(error.gap < 2e-3 && error.angle < 2e-3, "{error:?}");
    }
}

#[test]
fn a_cone_twist_joint_keeps_swing_and_twist_within_its_limits() {
    for way in all_rows() {
        let mut scene = Scene::new();
        set_rows(&mut scene, way);
        let post = scene.add_fixed_box(Vec3::splat(0.1), Pose::IDENTITY, PLAIN);
        let shape = Shape::Cuboid(Cuboid { half_extents: Vec3::new(0.1, 0.05, 0.4) });
        let bone = scene.add(shape, Pose::from_translation(Vec3::Z * 0.4), PLAIN, MassSpec::Mass(2.0));
        let options = JointOptions {
            swing_limit: Some(0.6),
            limit: Some(Limit { lower: -0.4, upper: 0.3 }),
            ..Default::default()
        };
        let joint = scene.join_with(JointKind::Ball, post, bone, Pose::IDENTITY, options);
        scene.set_velocity(bone, Vec3::X, Vec3::new(0.0, 1.5, 3.0));
        for _ in 0..300 {
            scene.step();
            let swing = coordinate(&scene, joint);
            let q = scene.state(bone).rotation;
            let twist = 2.0 * (q.z / q.w).atan();
            assert!(swing < 0.6 + 0.02 && (-0.42..0.32).contains(&twist), "{way:?}: swing {swing}, twist {twist}");
        }
        // It ends hanging on the cone.
        assert!((coordinate(&scene, joint) - 0.6).abs() < 0.01, "{way:?}: swing {}", coordinate(&scene, joint));
    }
}

#[test]
fn a_joint_breaks_just_above_the_weight_that_it_carries() {
    // 2 kg weigh 19.62 N.
    for (max_force, is_broken) in [(19.9, false), (19.3, true)] {
        let mut scene = Scene::new();
        let post = scene.add_fixed_box(Vec3::splat(0.1), Pose::IDENTITY, PLAIN);
        let shape = Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.2) });
        let load = scene.add(shape, Pose::from_translation(Vec3::Y * -0.5), PLAIN, MassSpec::Mass(2.0));
        let options = JointOptions { max_force: Some(max_force), ..Default::default() };
        scene.join_with(JointKind::Ball, post, load, Pose::IDENTITY, options);
        scene.run(1.0);
        assert_eq!(scene.world.joints()[0].is_broken, is_broken, "breaks at {max_force} N");
        assert_eq!(scene.state(load).position.y < -1.0, is_broken);
    }
    // The rod's hinge has to hold its weight level: a torque of 9.81 N m against its limit.
    for (max_torque, is_broken) in [(10.0, false), (9.6, true)] {
        let limit = Some(Limit { lower: 0.0, upper: 0.0 });
        let (mut scene, ..) = rod_on_hinge(JointOptions { limit, max_torque: Some(max_torque), ..Default::default() });
        scene.run(1.0);
        assert_eq!(scene.world.joints()[0].is_broken, is_broken, "breaks at {max_torque} N m");
    }
}

/// The chain of the peers' table: 20 links, the end a hundred times as heavy.
fn loaded_chain(is_swinging: bool) -> Scene {
    let mut scene = Scene::new();
    scene.settings.sleep.enabled = false;
    scene.settings.joint.self_collision = jitterscope::dynamics::SelfCollision::None;
    let (along, half) =
        if is_swinging { (Vec3::X, Vec3::new(0.25, 0.05, 0.05)) } else { (Vec3::NEG_Y, Vec3::new(0.05, 0.25, 0.05)) };
    let mut last = scene.add_fixed_box(Vec3::splat(0.1), Pose::IDENTITY, PLAIN);
    let mut add = |half: Vec3, center: f32, mass: f32, anchor: f32| {
        let shape = Shape::Cuboid(Cuboid { half_extents: half });
        let body = scene.add(shape, Pose::from_translation(along * center), PLAIN, MassSpec::Mass(mass));
        scene.join(JointKind::Ball, last, body, along * anchor);
        last = body;
    };
    for i in 0..20 {
        add(half, (i as f32 + 0.5) * 0.5, 5.0, i as f32 * 0.5);
    }
    add(Vec3::splat(0.25), 10.25, 500.0, 10.0);
    scene
}

fn worst_gap(scene: &Scene) -> f32 {
    let pose = |body: BodyId| scene.world.world_from_body(body);
    let joints = scene.world.joints().iter();
    joints.map(|j| j.measured_error(&pose(j.body_a), &pose(j.body_b)).gap).fold(0.0, f32::max)
}

#[test]
fn a_loaded_chain_holds_at_default_settings_better_than_the_best_peer() {
    // The peers' best: 6.7 mm hanging at the end, 45 mm swinging at worst.
    for (is_swinging, allowed) in [(false, 1e-4), (true, 0.02)] {
        let mut scene = loaded_chain(is_swinging);
        let mut worst = 0.0_f32;
        for _ in 0..600 {
            scene.step();
            worst = worst.max(worst_gap(&scene));
        }
        assert!(worst < allowed, "swinging {is_swinging}: {:.2} mm", worst * 1000.0);
    }
}

#[test]
fn drift_falls_with_substeps_whatever_the_rows() {
    for rows in [JointRows::Three, JointRows::Block, JointRows::Tree] {
        let worst = |substeps: u32| {
            let mut scene = loaded_chain(true);
            scene.settings.joint.rows = rows;
            scene.settings.time.substeps = substeps;
            let mut worst = 0.0_f32;
            for _ in 0..240 {
                scene.step();
                worst = worst.max(worst_gap(&scene));
            }
            worst
        };
        let [four, sixteen] = [4, 16].map(worst);
        assert!(sixteen < four * 0.3, "{rows:?}: {four} m, then {sixteen} m");
    }
}

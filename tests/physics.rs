//! The core against closed-form physics.

mod scene;

use jitterscope::dynamics::{BodyId, Gyroscopic, JointKind, MassSpec};
use jitterscope::geometry::{Cuboid, Shape, Sphere};
use jitterscope::math::{Pose, Quat, Vec3, rotate_inertia};
use scene::{Material, PLAIN, Scene, tower};

const G: f32 = 9.81;

fn assert_within(found: f32, expected: f32, share: f32, what: &str) {
    let error = (found - expected).abs() / expected.abs();
    assert!(error <= share, "{what}: found {found}, expected {expected} (off by {:.3} %)", error * 100.0);
}

#[test]
fn free_fall_and_projectile_follow_the_parabola() {
    let mut scene = Scene::new();
    let ball = scene.add_sphere(0.5, Vec3::new(0.0, 100.0, 0.0), PLAIN);
    scene.set_velocity(ball, Vec3::new(3.0, 8.0, -2.0), Vec3::ZERO);
    scene.run(2.0);
    let t = 2.0;
    let expected = Vec3::new(3.0 * t, 100.0 + 8.0 * t - 0.5 * G * t * t, -2.0 * t);
    // Symplectic Euler is behind by g h t / 2 with the substep h: 4 cm here, and exactly that.
    let lag = Vec3::new(0.0, -0.5 * G * t / 240.0, 0.0);
    let found = scene.state(ball).position;
    assert!((found - expected - lag).length() < 2e-3, "{found} against {expected}");
    let v = scene.state(ball).velocity;
    assert!((v - Vec3::new(3.0, 8.0 - G * t, -2.0)).length() < 1e-3, "{v}");
}

/// A box on a plane tilted by `angle` about an axis turned by `yaw`; returns the box and the downhill direction.
fn box_on_slope(scene: &mut Scene, angle: f32, yaw: f32, friction: f32) -> (BodyId, Vec3) {
    let material = Material { friction, restitution: 0.0 };
    let turn = Quat::from_rotation_y(yaw);
    let tilt = turn * Quat::from_rotation_z(-angle);
    let normal = tilt * Vec3::Y;
    scene.add_plane(normal, material);
    let body = scene.add_box(Vec3::ONE, Pose::new(normal * 0.5, tilt), material);
    (body, tilt * Vec3::X)
}

#[test]
fn a_box_slides_down_a_slope_only_when_friction_is_too_small() {
    let angle = 30.0_f32.to_radians();
    let critical = angle.tan();
    for yaw in [0.0, 0.4, 0.9] {
        let mut scene = Scene::new();
        let (body, downhill) = box_on_slope(&mut scene, angle, yaw, critical * 1.05);
        let start = scene.state(body).position;
        scene.run(5.0);
        let crept = (scene.state(body).position - start).dot(downhill);
        assert!(crept.abs() < 2e-3, "µ above tan 30°, yaw {yaw}: crept {crept} m");

        let friction = critical * 0.7;
        let mut scene = Scene::new();
        let (body, downhill) = box_on_slope(&mut scene, angle, yaw, friction);
        scene.run(1.0);
        let start = scene.state(body).velocity.dot(downhill);
        scene.run(1.0);
        let acceleration = scene.state(body).velocity.dot(downhill) - start;
        assert_within(acceleration, G * (angle.sin() - friction * angle.cos()), 0.01, "slope acceleration");
    }
}

#[test]
fn a_sliding_box_stops_after_v_squared_over_two_mu_g_at_any_yaw() {
    let (speed, friction) = (5.0, 0.4);
    for k in 0..8 {
        let yaw = k as f32 * 0.21;
        let mut scene = Scene::with_ground(Material { friction, restitution: 0.0 });
        let turn = Quat::from_rotation_y(yaw);
        let pose = Pose::new(Vec3::new(0.0, 0.25, 0.0), turn);
        let body = scene.add_box(Vec3::new(1.0, 0.5, 1.0), pose, Material { friction, restitution: 0.0 });
        scene.set_velocity(body, turn * Vec3::X * speed, Vec3::ZERO);
        scene.run(3.0);
        let distance = (scene.state(body).position - pose.translation).with_y(0.0).length();
        assert_within(distance, speed * speed / (2.0 * friction * G), 0.02, &format!("stopping distance, yaw {yaw}"));
    }
}

#[test]
fn a_ball_rises_to_e_squared_of_its_drop() {
    for (restitution, drop) in
        [(0.0, 2.0), (0.3, 5.0), (0.5, 2.0), (0.5, 3.3), (0.8, 2.0), (0.8, 1.0), (1.0, 2.0), (1.0, 3.7)]
    {
        let material = Material { friction: 0.5, restitution };
        let mut scene = Scene::with_ground(material);
        let ball = scene.add_sphere(0.5, Vec3::new(0.0, 0.5 + drop, 0.0), material);
        let mut has_hit = false;
        let mut apex = 0.0_f32;
        for _ in 0..600 {
            scene.step();
            let state = scene.state(ball);
            has_hit |= state.position.y < 0.6;
            if has_hit && state.velocity.y > 0.0 {
                apex = apex.max(state.position.y - 0.5);
            } else if apex > 0.0 && state.velocity.y < 0.0 {
                break;
            }
        }
        let (found, expected) = (apex / drop, restitution * restitution);
        assert!((found - expected).abs() <= 0.02, "e = {restitution}, drop {drop}: apex/drop {found}, e² = {expected}");
    }
}

#[test]
fn a_sliding_sphere_ends_rolling_at_five_sevenths_of_its_speed() {
    let speed = 4.0;
    let material = Material { friction: 0.3, restitution: 0.0 };
    for yaw in [0.0_f32, 0.6] {
        let mut scene = Scene::with_ground(material);
        let ball = scene.add_sphere(0.5, Vec3::new(0.0, 0.5, 0.0), material);
        let direction = Quat::from_rotation_y(yaw) * Vec3::X;
        scene.set_velocity(ball, direction * speed, Vec3::ZERO);
        scene.run(2.0);
        let state = scene.state(ball);
        assert_within(state.velocity.dot(direction), speed * 5.0 / 7.0, 0.01, "rolling speed");
        assert_within(state.angular_velocity.length() * 0.5, speed * 5.0 / 7.0, 0.01, "rolling spin");
    }
}

#[test]
fn a_physical_pendulum_keeps_its_period() {
    let mut scene = Scene::new();
    let pivot = scene.add_fixed_box(Vec3::splat(0.1), Pose::from_translation(Vec3::new(0.0, 3.0, 0.0)), PLAIN);
    let length = 1.0;
    let start = 0.2_f32;
    let turn = Quat::from_rotation_z(start);
    let anchor = Vec3::new(0.0, 3.0, 0.0);
    let center = anchor + turn * Vec3::new(0.0, -0.5 * length, 0.0);
    let rod = scene.add_box(Vec3::new(0.1, length, 0.1), Pose::new(center, turn), PLAIN);
    scene.join(JointKind::Hinge, pivot, rod, anchor);
    // T = 2π √(I / (m g d)) times the first terms of the elliptic integral.
    let inertia = (length * length + 0.01) / 12.0 + 0.25 * length * length;
    let small = std::f32::consts::TAU * (inertia / (G * 0.5 * length)).sqrt();
    let expected = small * (1.0 + start * start / 16.0 + 11.0 * start.powi(4) / 3072.0);
    // Time of ten full swings, from the crossings of the vertical, interpolated.
    let mut crossings = Vec::new();
    let mut last = start;
    for step in 1..1200 {
        scene.step();
        let down = scene.state(rod).position - anchor;
        let angle = down.x.atan2(-down.y);
        if last > 0.0 && angle <= 0.0 {
            crossings.push((step as f32 - angle / (angle - last)) * scene.settings.time.dt);
        }
        last = angle;
    }
    let swings = crossings.len() - 1;
    assert!(swings >= 10);
    assert_within((crossings[10] - crossings[0]) / 10.0, expected, 0.01, "period");
}

#[test]
fn a_box_thrown_about_its_middle_axis_flips_and_keeps_its_angular_momentum() {
    let mut scene = Scene::new();
    scene.settings.gravity = [0.0; 3];
    let body = scene.add_box(Vec3::new(1.0, 2.0, 3.0), Pose::IDENTITY, PLAIN);
    // The middle moment of a 1 × 2 × 3 box belongs to the axis of the middle edge.
    scene.set_velocity(body, Vec3::ZERO, Vec3::new(0.01, 5.0, 0.01));
    let momentum = |scene: &Scene| {
        let state = scene.state(body);
        rotate_inertia(state.rotation, &scene.world.bodies()[body.index()].inertia) * state.angular_velocity
    };
    let energy = |scene: &Scene| 0.5 * momentum(scene).dot(scene.state(body).angular_velocity);
    let (start, start_energy) = (momentum(&scene), energy(&scene));
    let mut flips = 0;
    let mut is_up = true;
    for _ in 0..1800 {
        scene.step();
        let up = (scene.state(body).rotation * Vec3::Y).y;
        if (is_up && up < -0.9) || (!is_up && up > 0.9) {
            flips += 1;
            is_up = !is_up;
        }
        let error = (momentum(&scene) - start).length() / start.length();
        assert!(error < 1e-3, "angular momentum changed by {:.4} %", error * 100.0);
    }
    assert!(flips >= 3, "the box turned over {flips} times in 30 s");
    assert_within(energy(&scene), start_energy, 0.01, "energy after 30 s");

    scene.settings.integrator.gyroscopic = Gyroscopic::Off;
    scene.set_velocity(body, Vec3::ZERO, Vec3::new(0.01, 5.0, 0.01));
    scene.run(5.0);
    assert_eq!(scene.state(body).angular_velocity, Vec3::new(0.01, 5.0, 0.01), "without the term ω is constant");
}

#[test]
fn unequal_spheres_collide_head_on_elastically() {
    let mut scene = Scene::new();
    scene.settings.gravity = [0.0; 3];
    let material = Material { friction: 0.0, restitution: 1.0 };
    let ball = |scene: &mut Scene, x: f32, mass: f32| {
        let shape = Shape::Sphere(Sphere { radius: 0.5 });
        scene.add(shape, Pose::from_translation(Vec3::new(x, 0.0, 0.0)), material, MassSpec::Mass(mass))
    };
    let (m_a, m_b, v_a, v_b) = (1.0, 3.0, 4.0, -1.0);
    let a = ball(&mut scene, -2.0, m_a);
    let b = ball(&mut scene, 2.0, m_b);
    scene.set_velocity(a, Vec3::X * v_a, Vec3::ZERO);
    scene.set_velocity(b, Vec3::X * v_b, Vec3::ZERO);
    scene.run(2.0);
    let expected_a = ((m_a - m_b) * v_a + 2.0 * m_b * v_b) / (m_a + m_b);
    let expected_b = ((m_b - m_a) * v_b + 2.0 * m_a * v_a) / (m_a + m_b);
    assert_within(scene.state(a).velocity.x, expected_a, 1e-3, "speed of the light sphere");
    assert_within(scene.state(b).velocity.x, expected_b, 1e-3, "speed of the heavy sphere");
}

#[test]
fn a_tower_of_twenty_boxes_stands_at_default_settings() {
    let mut scene = Scene::with_ground(PLAIN);
    let boxes = tower(&mut scene, 20);
    let mut asleep_at = None;
    for step in 1..=600 {
        scene.step();
        if asleep_at.is_none() && scene.all_asleep() {
            asleep_at = Some(step as f32 / 60.0);
        }
    }
    let top = scene.state(boxes[19]).position;
    assert_within(top.y + 0.5, 20.0, 0.005, "height");
    assert!(top.with_y(0.0).length() < 0.01, "the top has drifted to {top}");
    let asleep_at = asleep_at.expect("the tower falls asleep");
    assert!(asleep_at <= 5.0, "asleep only after {asleep_at} s");
}

#[test]
fn a_resting_box_presses_with_its_weight() {
    let mut scene = Scene::with_ground(PLAIN);
    scene.settings.sleep.enabled = false;
    let shape = Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.5) });
    scene.add(shape, Pose::from_translation(Vec3::Y * 0.5), PLAIN, MassSpec::Mass(70.0));
    scene.run(2.0);
    let impulse: f32 = scene.world.contacts()[0].points().iter().map(|p| p.total_normal_impulse).sum();
    assert_within(impulse / scene.settings.time.dt, 70.0 * G, 1e-3, "support force");
}

#[test]
fn the_recorded_impulses_of_a_bounce_are_the_change_of_momentum() {
    for substeps in [1, 4, 8] {
        let material = Material { friction: 0.0, restitution: 0.6 };
        let mut scene = Scene::with_ground(material);
        scene.settings.time.substeps = substeps;
        let shape = Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.5) });
        let body = scene.add(shape, Pose::from_translation(Vec3::Y * 2.5), material, MassSpec::Mass(10.0));
        for _ in 0..120 {
            let before = scene.state(body).velocity.y;
            scene.step();
            let change = 10.0 * (scene.state(body).velocity.y - before + G * scene.settings.time.dt);
            let contacts = scene.world.contacts().iter();
            let recorded: f32 =
                contacts.flat_map(|c| c.points().iter().chain(c.departed())).map(|p| p.total_normal_impulse).sum();
            assert!(
                (recorded - change).abs() < 0.02 + 1e-3 * change,
                "{substeps} substeps: {recorded} against {change}"
            );
        }
    }
}

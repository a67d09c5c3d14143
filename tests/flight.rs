//! Springs, drag and the ways to integrate them, against closed forms.

mod scene;

use jitterscope::dynamics::{BodyDef, BodyId, ColliderDef, Gyroscopic, IntegratorMethod, MassSpec, Spring};
use jitterscope::geometry::{Cuboid, Shape, Sphere};
use jitterscope::instrument::{Recorder, RecorderOptions, Recording, metrics};
use jitterscope::math::{Pose, Vec3};
use scene::{PLAIN, Scene};
use std::f32::consts::TAU;

use IntegratorMethod::{ExplicitEuler, ImplicitEuler, Rk4, SymplecticEuler, VelocityVerlet};

const METHODS: [IntegratorMethod; 5] = [ExplicitEuler, SymplecticEuler, ImplicitEuler, VelocityVerlet, Rk4];

fn assert_within(found: f64, expected: f64, share: f64, what: &str) {
    let error = (found - expected).abs() / expected.abs();
    assert!(error <= share, "{what}: found {found}, expected {expected} (off by {:.4} %)", error * 100.0);
}

fn free_scene(method: IntegratorMethod, dt: f32) -> Scene {
    let mut scene = Scene::new();
    scene.settings.gravity = [0.0; 3];
    scene.settings.time.substeps = 1;
    scene.settings.time.dt = dt;
    scene.settings.integrator.method = method;
    scene.settings.sleep.enabled = false;
    scene
}

fn tied(a: BodyId, anchor_a: Vec3, stiffness: f32, rest_length: f32) -> Spring {
    Spring {
        name: "spring".into(),
        body_a: a,
        anchor_a,
        body_b: None,
        anchor_b: Vec3::ZERO,
        stiffness,
        damping: 0.0,
        rest_length,
    }
}

const MASS: f32 = 2.0;

/// A ball of 2 kg that circles a fixed point at 3 m on a spring of no length, one turn per second.
fn orbit(method: IntegratorMethod, dt: f32) -> (Scene, BodyId) {
    let mut scene = free_scene(method, dt);
    let ball = Shape::Sphere(Sphere { radius: 0.1 });
    let id = scene.add(ball, Pose::from_translation(Vec3::new(3.0, 0.0, 0.0)), PLAIN, MassSpec::Mass(MASS));
    scene.set_velocity(id, Vec3::new(0.0, 0.0, TAU * 3.0), Vec3::ZERO);
    scene.world.add_spring(tied(id, Vec3::ZERO, MASS * TAU * TAU, 0.0));
    (scene, id)
}

fn total_energy(scene: &Scene) -> f64 {
    let mut recorder = Recorder::new(RecorderOptions::default());
    let Recording { steps, .. } = recorder.record_start(&scene.world, &scene.settings);
    steps[0].energy.total()
}

#[test]
fn an_orbit_gains_loses_or_keeps_exactly_what_each_method_says() {
    let dt = 1.0 / 60.0_f64;
    let steps = 600;
    // h ω of one turn per second.
    let x = dt * f64::from(TAU);
    for method in METHODS {
        let (mut scene, _) = orbit(method, dt as f32);
        let before = total_energy(&scene);
        (0..steps).for_each(|_| scene.step());
        let factor = total_energy(&scene) / before;
        let n = steps;
        match method {
            ExplicitEuler => assert_within(factor, (1.0 + x * x).powi(n), 0.01, "explicit"),
            ImplicitEuler => assert_within(factor, (1.0 + x * x).powi(-n), 0.01, "implicit"),
            // The energy swings by h ω / 2 about its mean within a turn, and comes back.
            SymplecticEuler => assert_within(factor, 1.0, 0.01, "symplectic"),
            VelocityVerlet => assert_within(factor, 1.0, 0.001, "Verlet"),
            Rk4 => assert_within(factor, (1.0 - x.powi(6) / 72.0).powi(n), 0.0005, "Runge–Kutta"),
        }
    }
}

#[test]
fn the_period_is_that_of_mass_and_stiffness_to_the_order_of_the_method() {
    // After whole turns the ball should be where it began: the angle that it lacks is the error of the period.
    let angle = |method: IntegratorMethod, dt: f32| {
        let (mut scene, ball) = orbit(method, dt);
        scene.run(5.0);
        let p = scene.state(ball).position;
        f64::from(p.z.atan2(p.x).abs())
    };
    // The phase of Verlet and symplectic Euler runs ahead by ω t (h ω)² / 24.
    let expected = |dt: f64| f64::from(TAU) * 5.0 * (dt * f64::from(TAU)).powi(2) / 24.0;
    assert_within(angle(VelocityVerlet, 1.0 / 60.0), expected(1.0 / 60.0), 0.02, "Verlet at 60 Hz");
    assert_within(angle(VelocityVerlet, 1.0 / 30.0), expected(1.0 / 30.0), 0.02, "Verlet at 30 Hz");
    // Runge–Kutta lags by ω t (h ω)⁴ / 120.
    let lag = f64::from(TAU) * 5.0 * (f64::from(TAU) / 30.0).powi(4) / 120.0;
    assert_within(angle(Rk4, 1.0 / 30.0), lag, 0.05, "Runge–Kutta at 30 Hz");
}

#[test]
fn a_free_fall_lies_on_the_parabola_for_methods_of_second_order() {
    for (method, lag_in_steps) in [(ExplicitEuler, 0.5), (SymplecticEuler, -0.5), (VelocityVerlet, 0.0), (Rk4, 0.0)] {
        let mut scene = free_scene(method, 1.0 / 60.0);
        scene.settings.gravity = [0.0, -9.81, 0.0];
        let ball = scene.add_sphere(0.5, Vec3::new(0.0, 30.0, 0.0), PLAIN);
        scene.run(2.0);
        let expected = 30.0 - 0.5 * 9.81 * 4.0 + lag_in_steps * 9.81 * 2.0 / 60.0;
        assert!((scene.state(ball).position.y - expected).abs() < 2e-3, "{method:?}");
    }
}

#[test]
fn an_implicit_spring_is_the_closed_form_and_no_stiffness_is_too_large() {
    let h = 1.0 / 60.0;
    let mut scene = free_scene(ImplicitEuler, h);
    let at = |x: f32| Pose::from_translation(Vec3::new(x, 0.0, 0.0));
    let ball = || Shape::Sphere(Sphere { radius: 0.1 });
    let a = scene.add(ball(), at(0.0), PLAIN, MassSpec::Mass(1.0));
    let b = scene.add(ball(), at(1.5), PLAIN, MassSpec::Mass(3.0));
    let (k, c, length) = (1e6, 50.0, 1.0);
    scene.world.add_spring(Spring { body_b: Some(b), damping: c, ..tied(a, Vec3::ZERO, k, length) });
    scene.step();
    // Backward Euler of the distance: u′ = −(h/μ) k s / (1 + (h/μ)(c + h k)), with the reduced mass μ.
    let (s, rate) = (0.5, h / 0.75);
    let expected = -rate * k * s / (1.0 + rate * (c + h * k));
    let found = scene.state(b).velocity.x - scene.state(a).velocity.x;
    assert_within(found.into(), expected.into(), 1e-4, "closing speed");
    scene.run(2.0);
    let distance = scene.state(b).position.x - scene.state(a).position.x;
    assert_within(distance.into(), length.into(), 1e-3, "length at rest");
}

#[test]
fn springs_between_bodies_keep_momentum_whatever_the_method() {
    for method in METHODS {
        let mut scene = free_scene(method, 1.0 / 960.0);
        scene.settings.integrator.gyroscopic = Gyroscopic::Implicit;
        let size = Vec3::new(0.4, 0.6, 0.8);
        let a = scene.add_box(size, Pose::IDENTITY, PLAIN);
        let b = scene.add_box(size, Pose::from_translation(Vec3::new(2.0, 0.3, -0.2)), PLAIN);
        scene.set_velocity(a, Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.5, -1.0, 2.0));
        let spring =
            Spring { body_b: Some(b), anchor_b: Vec3::new(-0.2, 0.3, 0.1), ..tied(a, Vec3::splat(0.2), 400.0, 2.2) };
        scene.world.add_spring(spring);
        let mut recorder = Recorder::new(RecorderOptions::default());
        let momentum = |scene: &Scene, recorder: &mut Recorder| {
            let recording = recorder.record_start(&scene.world, &scene.settings);
            metrics::momentum(&recording.header, &recording.steps[0])
        };
        let before = momentum(&scene, &mut recorder);
        scene.run(3.0);
        let after = momentum(&scene, &mut recorder);
        assert!((after.linear - before.linear).length() < 1e-3 * before.linear.length(), "{method:?}");
        let turned = (after.angular - before.angular).length() / before.angular.length();
        // The torque of a spring acts over the whole substep where its arms were at one moment: first order in h.
        let allowed = if method == Rk4 { 1e-4 } else { 0.1 };
        assert!(turned < allowed, "{method:?}: {turned}");
    }
}

#[test]
fn falling_bodies_reach_the_speed_at_which_drag_carries_them() {
    let (linear, quadratic) = (3.0_f32, 0.4_f32);
    // c₁ v + c₂ v² = m g
    let weight = MASS * 9.81;
    let expected = (-linear + (linear * linear + 4.0 * quadratic * weight).sqrt()) / (2.0 * quadratic);
    for method in METHODS {
        let mut scene = free_scene(method, 1.0 / 60.0);
        scene.settings.gravity = [0.0, -9.81, 0.0];
        let shape = vec![ColliderDef::new(Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.1) }))];
        let mut def = BodyDef::dynamic("drop", Pose::IDENTITY, shape, MassSpec::Mass(MASS));
        (def.linear_drag, def.quadratic_drag) = (linear, quadratic);
        let drop = scene.world.add_body(def);
        scene.run(10.0);
        // Drag taken at the end of the step in two parts differs by the order of a step.
        assert_within((-scene.state(drop).velocity.y).into(), expected.into(), 0.01, "terminal speed");
    }
}

#[test]
fn implicit_drag_never_turns_a_body_round() {
    let mut scene = free_scene(SymplecticEuler, 0.1);
    let shape = vec![ColliderDef::new(Shape::Sphere(Sphere { radius: 0.1 }))];
    let mut def = BodyDef::dynamic("ball", Pose::IDENTITY, shape, MassSpec::Mass(0.01));
    (def.linear_drag, def.quadratic_drag) = (5.0, 7.0);
    let ball = scene.world.add_body(def);
    scene.set_velocity(ball, Vec3::new(500.0, 0.0, 0.0), Vec3::ZERO);
    let mut last = 500.0;
    for _ in 0..20 {
        scene.step();
        let speed = scene.state(ball).velocity.x;
        assert!((0.0..last).contains(&speed), "{speed} after {last}");
        last = speed;
    }
}

#[test]
fn what_touches_something_rests_whatever_the_method() {
    for method in METHODS {
        let mut scene = Scene::with_ground(PLAIN);
        scene.settings.integrator.method = method;
        let boxes = scene::tower(&mut scene, 3);
        scene.run(3.0);
        let top = scene.state(boxes[2]);
        assert!((top.position.y - 2.5).abs() < 2e-3 && scene.all_asleep(), "{method:?}: {top:?}");
    }
}

#[test]
fn each_method_leads_somewhere_else() {
    let hashes: Vec<u64> = METHODS
        .iter()
        .map(|method| {
            let (mut scene, _) = orbit(*method, 1.0 / 60.0);
            scene.run(0.5);
            scene.world.state_hash()
        })
        .collect();
    for (i, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..i].contains(hash), "{:?} does what another one does", METHODS[i]);
    }
}

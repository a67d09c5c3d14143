//! Fast bodies against walls: what passes, what is stopped, and where.

mod scene;

use jitterscope::dynamics::{BodyDef, BodyId, CcdBodies, CcdMode, ColliderDef, MassSpec, OnImpact, WorldEdit};
use jitterscope::geometry::{Cuboid, Shape};
use jitterscope::math::{Pose, Quat, Vec3};
use scene::{Material, PLAIN, Scene, pile};

const SWEEPS: [CcdMode; 2] = [CcdMode::LinearSweep, CcdMode::NonlinearSweep];

fn wall_and_bullet(mode: CcdMode, start: f32) -> (Scene, BodyId) {
    let mut scene = Scene::new();
    scene.settings.gravity = [0.0; 3];
    scene.settings.ccd.mode = mode;
    scene.add_fixed_box(Vec3::new(0.1, 4.0, 4.0), Pose::IDENTITY, PLAIN);
    let bullet = scene.add_box(Vec3::splat(0.1), Pose::from_translation(Vec3::X * start), PLAIN);
    scene.set_velocity(bullet, Vec3::X * 100.0, Vec3::ZERO);
    (scene, bullet)
}

/// Sixteen starts along the way of one step, as in the comparison with other engines.
fn passed(mode: CcdMode, substeps: u32) -> usize {
    let starts = (0..16).map(|i| -5.0 - i as f32 / 16.0 * 100.0 / 60.0);
    starts
        .filter(|&start| {
            let (mut scene, bullet) = wall_and_bullet(mode, start);
            scene.settings.time.substeps = substeps;
            scene.run(0.3);
            scene.state(bullet).position.x > 0.0
        })
        .count()
}

#[test]
fn bullets_pass_without_and_stop_with_each_kind_of_detection() {
    assert!(passed(CcdMode::Off, 1) >= 13, "{} of 16", passed(CcdMode::Off, 1));
    assert!(passed(CcdMode::Off, 4) >= 8, "{} of 16", passed(CcdMode::Off, 4));
    for mode in [CcdMode::EarlyEngage, CcdMode::Speculative, CcdMode::LinearSweep, CcdMode::NonlinearSweep] {
        for substeps in [1, 4] {
            assert_eq!(passed(mode, substeps), 0, "{mode:?} with {substeps} substeps");
        }
    }
    assert_eq!(Scene::new().settings.ccd.mode, CcdMode::NonlinearSweep, "the default lets none through");
}

#[test]
fn a_dynamic_wall_stops_marked_bullets_only() {
    let run = |bodies: CcdBodies, marked: bool| {
        let (mut scene, _) = wall_and_bullet(CcdMode::NonlinearSweep, 50.0);
        scene.settings.ccd.bodies = bodies;
        let target = Vec3::new(-2.0, 10.0, 0.0);
        let half = |size: f32| Shape::Cuboid(Cuboid { half_extents: Vec3::new(0.05, size, size) });
        scene.add(half(2.0), Pose::from_translation(target), PLAIN, MassSpec::Mass(1000.0));
        let mut def = BodyDef::dynamic(
            "bullet",
            Pose::from_translation(target - Vec3::X * 3.3),
            vec![ColliderDef::new(half(0.05))],
            MassSpec::Mass(0.01),
        )
        .with_velocity(Vec3::X * 100.0, Vec3::ZERO);
        def.ccd = marked;
        scene.world.apply(WorldEdit::AddBody(Box::new(def))).unwrap();
        scene.settings.time.substeps = 1;
        scene.run(0.2);
        scene.world.states()[3].position.x > target.x
    };
    assert!(run(CcdBodies::Fast, true), "fast bodies are swept against fixed ones only");
    assert!(run(CcdBodies::Marked, false), "no mark, no sweep");
    assert!(!run(CcdBodies::Marked, true));
    assert!(!run(CcdBodies::All, false));
}

#[test]
fn a_stopped_bullet_waits_at_the_surface_and_a_bouncing_one_goes_back() {
    for mode in SWEEPS {
        let (mut scene, bullet) = wall_and_bullet(mode, -5.0);
        scene.settings.time.substeps = 1;
        let mut largest = f32::NEG_INFINITY;
        for _ in 0..30 {
            scene.step();
            largest = largest.max(scene.state(bullet).position.x);
        }
        assert!((largest + 0.1).abs() < 2e-3, "{mode:?}: its middle came to {largest}, 0.1 m before that of the wall");
    }
    for (mode, on_impact) in [(CcdMode::LinearSweep, OnImpact::Stop), (CcdMode::NonlinearSweep, OnImpact::Substep)] {
        let bouncy = Material { friction: 0.0, restitution: 0.8 };
        let mut scene = Scene::new();
        scene.settings.gravity = [0.0; 3];
        scene.settings.ccd.mode = mode;
        scene.settings.ccd.on_impact = on_impact;
        scene.add_fixed_box(Vec3::new(0.1, 4.0, 4.0), Pose::IDENTITY, bouncy);
        let ball = scene.add_sphere(0.05, Vec3::X * -5.0, bouncy);
        scene.set_velocity(ball, Vec3::X * 100.0, Vec3::ZERO);
        scene.run(0.2);
        assert!((scene.state(ball).velocity.x + 80.0).abs() < 0.1, "{mode:?}: {}", scene.state(ball).velocity.x);
    }
}

/// With the rest of the step simulated a bouncing bullet loses no time: its place is that of the exact motion.
#[test]
fn solving_the_impact_keeps_the_time_that_waiting_loses() {
    let place = |on_impact: OnImpact| {
        let bouncy = Material { friction: 0.0, restitution: 1.0 };
        let mut scene = Scene::new();
        scene.settings.gravity = [0.0; 3];
        scene.settings.time.substeps = 1;
        scene.settings.ccd.on_impact = on_impact;
        scene.add_fixed_box(Vec3::new(0.1, 4.0, 4.0), Pose::IDENTITY, bouncy);
        let ball = scene.add_sphere(0.05, Vec3::X * -2.0, bouncy);
        scene.set_velocity(ball, Vec3::X * 100.0, Vec3::ZERO);
        scene.run(0.1);
        scene.state(ball).position.x
    };
    // 1.9 m to the wall and back: 10 m in 0.1 s.
    let exact = -0.1 - (10.0 - 1.9);
    assert!((place(OnImpact::Substep) - exact).abs() < 5e-3, "{} against {exact}", place(OnImpact::Substep));
    assert!((place(OnImpact::Stop) - exact).abs() > 0.1, "waiting loses a part of a step");
}

/// A thin rod that lands on one end: the linear sweep lets it turn through a thin floor, the other does not.
#[test]
fn an_inclined_rod_turns_through_the_floor_unless_its_turning_is_swept() {
    let passed = |mode: CcdMode| {
        (0..20)
            .filter(|i| {
                let mut scene = Scene::new();
                scene.settings.ccd.mode = mode;
                scene.settings.time.substeps = 1;
                scene.add_fixed_box(Vec3::new(10.0, 0.02, 10.0), Pose::IDENTITY, PLAIN);
                let height = 1.0 + *i as f32 * 0.033;
                let turn = Quat::from_rotation_z(0.1);
                let rod = scene.add_box(Vec3::new(2.0, 0.02, 0.02), Pose::new(Vec3::Y * height, turn), PLAIN);
                scene.set_velocity(rod, Vec3::Y * -40.0, Vec3::ZERO);
                scene.run(0.5);
                scene.state(rod).position.y < 0.0
            })
            .count()
    };
    let (linear, nonlinear) = (passed(CcdMode::LinearSweep), passed(CcdMode::NonlinearSweep));
    assert!(linear >= 16, "linear sweep: {linear} of 20 pass");
    assert_eq!(nonlinear, 0, "sweep with rotation");
}

/// A box that slides fast over a floor of flush tiles is stopped by no seam, and keeps its speed.
#[test]
fn sliding_over_seams_is_no_impact() {
    let slick = Material { friction: 0.0, restitution: 0.0 };
    let mut scene = Scene::new();
    for i in 0..60 {
        scene.add_fixed_box(Vec3::ONE, Pose::from_translation(Vec3::new(i as f32, -0.5, 0.0)), slick);
    }
    let body = scene.add_box(Vec3::splat(0.3), Pose::from_translation(Vec3::new(0.0, 0.149, 0.0)), slick);
    scene.set_velocity(body, Vec3::X * 30.0, Vec3::ZERO);
    scene.run(1.5);
    let state = scene.state(body);
    assert!((state.position.x - 45.0).abs() < 0.5 && (state.velocity.x - 30.0).abs() < 0.3, "{state:?}");
    assert!((state.position.y - 0.15).abs() < 0.01, "{state:?}");
}

#[test]
fn an_ordinary_pile_meets_no_impact_and_gives_the_same_bits_with_and_without() {
    let run = |mode: CcdMode| {
        let mut scene = Scene::with_ground(PLAIN);
        scene.settings.ccd.mode = mode;
        // The narrowest contacts reach the same in both modes.
        pile(&mut scene, 30);
        let mut impacts = 0;
        for _ in 0..180 {
            scene.step();
            impacts += scene.world.counters().impacts;
        }
        (scene.world.state_hash(), impacts)
    };
    assert_eq!(run(CcdMode::NonlinearSweep), run(CcdMode::Off));
    assert_eq!(run(CcdMode::NonlinearSweep).1, 0);
}

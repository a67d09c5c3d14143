//! Animated bodies: what their settings do to those that they carry and push.

mod scene;

use jitterscope::dynamics::{AnimatedMass, AnimatedVelocity, BodyDef, BodyId, ColliderDef, WorldEdit};
use jitterscope::geometry::{Cuboid, Shape};
use jitterscope::math::{Pose, Vec3};
use scene::{PLAIN, Scene};

fn add_animated(scene: &mut Scene, size: Vec3, position: Vec3) -> BodyId {
    let collider = ColliderDef::new(Shape::Cuboid(Cuboid { half_extents: size * 0.5 }));
    scene.world.add_body(BodyDef::animated("animated", Pose::from_translation(position), vec![collider]))
}

/// Moves an animated body along `velocity` for some seconds.
fn drive(scene: &mut Scene, body: BodyId, start: Vec3, velocity: Vec3, seconds: f32) {
    let dt = scene.settings.time.dt;
    for step in 1..=(seconds / dt).round() as u32 {
        let world_from_body = Pose::from_translation(start + velocity * (step as f32 * dt));
        scene.world.apply(WorldEdit::MoveAnimated { body, world_from_body }).unwrap();
        scene.step();
    }
}

/// How far a box comes along that stands on a platform which moves by 2 m.
fn carried(velocity: AnimatedVelocity, mass: AnimatedMass) -> f32 {
    let mut scene = Scene::new();
    scene.settings.animated.velocity = velocity;
    scene.settings.animated.mass = mass;
    let platform = add_animated(&mut scene, Vec3::new(4.0, 0.2, 4.0), Vec3::ZERO);
    let passenger = scene.add_box(Vec3::ONE, Pose::from_translation(Vec3::new(0.0, 0.6, 0.0)), PLAIN);
    drive(&mut scene, platform, Vec3::ZERO, Vec3::X, 2.0);
    assert!((scene.state(platform).position.x - 2.0).abs() < 1e-5, "the path is followed whatever happens");
    scene.state(passenger).position.x
}

#[test]
fn a_platform_carries_its_passenger_by_its_velocity() {
    let carries = carried(AnimatedVelocity::FromPath, AnimatedMass::Infinite);
    // It is brought up to 1 m/s by µ g within 0.2 s, and lags by v²/2µg = 0.1 m.
    assert!((carries - 1.898).abs() < 0.03, "{carries}");
    let ghost = carried(AnimatedVelocity::Zero, AnimatedMass::Infinite);
    assert!(ghost.abs() < 0.1, "a platform without velocity carries nothing: {ghost}");
}

/// How deep a paddle of 20 kg sinks into a box of a tonne that it pushes at 2 m/s, m.
fn sunk(mass: AnimatedMass) -> f32 {
    let mut scene = Scene::with_ground(PLAIN);
    scene.settings.animated.mass = mass;
    let start = Vec3::new(-1.0, 0.6, 0.0);
    let paddle = add_animated(&mut scene, Vec3::new(0.1, 0.2, 1.0), start);
    scene.add_box(Vec3::ONE, Pose::from_translation(Vec3::new(0.0, 0.5, 0.0)), PLAIN);
    let mut deepest = 0.0_f32;
    for step in 0..30 {
        let from = start + Vec3::X * (step as f32 / 30.0);
        drive(&mut scene, paddle, from, Vec3::X * 2.0, 1.0 / 60.0);
        for contact in scene.world.contacts().iter().filter(|c| c.body_a == paddle || c.body_b == paddle) {
            deepest = contact.points().iter().fold(deepest, |d, p| d.max(-p.separation));
        }
    }
    deepest
}

#[test]
fn a_paddle_of_finite_mass_sinks_into_what_it_pushes() {
    let (infinite, finite) = (sunk(AnimatedMass::Infinite), sunk(AnimatedMass::Finite));
    assert!(infinite < 0.005 && finite > 10.0 * infinite && finite > 0.02, "{infinite} {finite}");
}

#[test]
fn each_value_of_the_settings_leads_somewhere_else() {
    let hash = |velocity, mass| {
        let mut scene = Scene::with_ground(PLAIN);
        (scene.settings.animated.velocity, scene.settings.animated.mass) = (velocity, mass);
        let paddle = add_animated(&mut scene, Vec3::splat(0.5), Vec3::new(-0.8, 0.5, 0.0));
        scene.add_box(Vec3::ONE, Pose::from_translation(Vec3::new(0.0, 0.5, 0.0)), PLAIN);
        drive(&mut scene, paddle, Vec3::new(-0.8, 0.5, 0.0), Vec3::X, 0.5);
        scene.world.state_hash()
    };
    let plain = hash(AnimatedVelocity::FromPath, AnimatedMass::Infinite);
    assert_ne!(plain, hash(AnimatedVelocity::Zero, AnimatedMass::Infinite));
    assert_ne!(plain, hash(AnimatedVelocity::FromPath, AnimatedMass::Finite));
}

/// A paddle used to pass through boxes that slept: their manifold was never looked at, and so nothing woke them.
#[test]
fn a_moving_animated_body_wakes_what_it_runs_into() {
    for velocity in [AnimatedVelocity::FromPath, AnimatedVelocity::Zero] {
        let mut scene = Scene::with_ground(PLAIN);
        scene.settings.animated.velocity = velocity;
        let start = Vec3::new(-3.0, 0.5, 0.0);
        let paddle = add_animated(&mut scene, Vec3::splat(0.5), start);
        let sleeper = scene.add_box(Vec3::ONE, Pose::from_translation(Vec3::new(0.0, 0.5, 0.0)), PLAIN);
        scene.run(2.0);
        assert!(scene.all_asleep());
        drive(&mut scene, paddle, start, Vec3::X * 2.0, 2.0);
        let pushed = scene.state(sleeper).position.x;
        assert!(pushed > 1.0, "{velocity:?}: {pushed}");
    }
}

//! A step of ours beside a step of Rapier, on the same scenes in one run: only the ratio means anything.
//!
//! `cargo bench --no-default-features --bench step`

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use jitterscope::dynamics::{BodyDef, ColliderDef, MassSpec, StepSettings, World};
use jitterscope::geometry::{Cuboid, HalfSpace, Shape};
use jitterscope::math::{Pose, Vec3};
use rapier3d::prelude as rapier;

/// Unit boxes by their centres; the ground is at y = 0.
struct Scene {
    name: &'static str,
    boxes: Vec<[f32; 3]>,
    /// Steps before the measurement, so that it sees the scene at work.
    warm_up: usize,
}

fn scenes() -> Vec<Scene> {
    let tower = (0..20).map(|i| [0.0, 0.5 + i as f32, 0.0]).collect();
    let pyramid = |rows: usize| {
        (0..rows)
            .flat_map(|r| (0..rows - r).map(move |k| [k as f32 * 1.05 + r as f32 * 0.525, 0.5 + r as f32, 0.0]))
            .collect()
    };
    let drop = (0..1000)
        .map(|i| {
            let (x, y, z) = (i % 10, i / 100, i / 10 % 10);
            [x as f32 * 1.3 + (y % 3) as f32 * 0.2, 1.0 + y as f32 * 1.4, z as f32 * 1.3 + (y % 2) as f32 * 0.3]
        })
        .collect();
    vec![
        Scene { name: "tower20", boxes: tower, warm_up: 60 },
        Scene { name: "pyramid20", boxes: pyramid(20), warm_up: 60 },
        Scene { name: "drop1000", boxes: drop, warm_up: 180 },
    ]
}

fn ours(scene: &Scene) -> (World, StepSettings) {
    let mut world = World::new();
    let mut settings = StepSettings::default();
    settings.sleep.enabled = false;
    let ground = Shape::HalfSpace(HalfSpace { normal: Vec3::Y });
    world.add_body(BodyDef::fixed("ground", Pose::IDENTITY, vec![ColliderDef::new(ground)]));
    for center in &scene.boxes {
        let shape = Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.5) });
        let pose = Pose::from_translation(Vec3::from(*center));
        world.add_body(BodyDef::dynamic("box", pose, vec![ColliderDef::new(shape)], MassSpec::Density(1000.0)));
    }
    (world, settings)
}

fn theirs(scene: &Scene) -> rapier::PhysicsWorld {
    let mut world = rapier::PhysicsWorld::new();
    world.gravity = rapier::Vector::new(0.0, -9.81, 0.0);
    world.integration_parameters.dt = 1.0 / 60.0;
    let ground = rapier::SharedShape::halfspace(rapier::Vector::Y);
    world.insert(rapier::RigidBodyBuilder::fixed(), rapier::ColliderBuilder::new(ground));
    for [x, y, z] in &scene.boxes {
        let body = rapier::RigidBodyBuilder::dynamic().translation(rapier::Vector::new(*x, *y, *z)).can_sleep(false);
        world.insert(body, rapier::ColliderBuilder::cuboid(0.5, 0.5, 0.5).density(1000.0).friction(0.5));
    }
    world
}

fn step(c: &mut Criterion) {
    for scene in scenes() {
        let mut group = c.benchmark_group(scene.name);
        group.sample_size(30);
        let (mut world, settings) = ours(&scene);
        for _ in 0..scene.warm_up {
            world.step(&settings, &mut ()).expect("finite");
        }
        group.bench_function(BenchmarkId::from_parameter("jitterscope"), |b| {
            b.iter(|| world.step(&settings, &mut ()).expect("finite"));
        });
        let mut world = theirs(&scene);
        for _ in 0..scene.warm_up {
            world.step();
        }
        group.bench_function(BenchmarkId::from_parameter("rapier"), |b| b.iter(|| world.step()));
        group.finish();
    }
}

criterion_group!(benches, step);
criterion_main!(benches);

//! The same start gives the same bits: again, watched, restored, and on any number of threads.

mod scene;

use jitterscope::dynamics::{
    BodyState, IterationEvent, JointKind, JointOptions, JointRows, Limit, Motor, NarrowPhaseMethod, Probe, RowEvent,
    RowOrder, SoftLimit, SolverMethod, Stage,
};
use jitterscope::math::{Pose, Quat, Vec3};
use scene::{PLAIN, Scene, pile};

/// A dense pile with joints in it.
fn busy_scene() -> Scene {
    let mut scene = Scene::with_ground(PLAIN);
    pile(&mut scene, 60);
    let mut last = scene.add_fixed_box(Vec3::splat(0.2), Pose::from_translation(Vec3::new(3.0, 6.0, 0.0)), PLAIN);
    for i in 0..6 {
        let x = 3.25 + i as f32 * 0.5;
        let link = scene.add_box(Vec3::new(0.5, 0.1, 0.1), Pose::from_translation(Vec3::new(x, 6.0, 0.0)), PLAIN);
        let kind = [JointKind::Ball, JointKind::Hinge, JointKind::Weld][i % 3];
        scene.join(kind, last, link, Vec3::new(x - 0.25, 6.0, 0.0));
        last = link;
    }
    add_equipped_joints(&mut scene);
    scene
}

/// Limits, motors, friction, a loop and joints that break, above the pile.
fn add_equipped_joints(scene: &mut Scene) {
    let options = [
        JointOptions {
            limit: Some(Limit { lower: -0.3, upper: 0.4 }),
            swing_limit: Some(0.5),
            friction: 2.0,
            damping: 1.0,
            ..JointOptions::default()
        },
        JointOptions {
            motor: Some(Motor { speed: 3.0, max: 40.0 }),
            max_force: Some(4000.0),
            ..JointOptions::default()
        },
        JointOptions {
            limit: Some(Limit { lower: -0.2, upper: 0.2 }),
            soft_limit: Some(SoftLimit { hertz: 6.0, damping_ratio: 0.7 }),
            friction: 20.0,
            ..JointOptions::default()
        },
    ];
    let kinds = [JointKind::Ball, JointKind::Hinge, JointKind::Slider];
    let mut ring = Vec::new();
    for i in 0..6 {
        let position = Vec3::new(-2.0 + (i % 3) as f32 * 0.8, 20.0, (i / 3) as f32 * 0.8);
        ring.push(scene.add_box(Vec3::splat(0.4), Pose::from_translation(position), PLAIN));
    }
    for (i, (a, b)) in [(0, 1), (1, 2), (2, 5), (5, 4), (4, 3), (3, 0)].into_iter().enumerate() {
        let middle = (scene.state(ring[a]).position + scene.state(ring[b]).position) * 0.5;
        let frame = Pose::new(middle, Quat::from_rotation_y(i as f32));
        scene.join_with(kinds[i % 3], ring[a], ring[b], frame, options[i % 3]);
    }
}

/// Looks at everything there is to see.
#[derive(Default)]
struct Nosy {
    stages: usize,
    rows: usize,
    iterations: usize,
    sum: f64,
}

impl Probe for Nosy {
    fn wants_rows(&self) -> bool {
        true
    }
    fn wants_iterations(&self) -> bool {
        true
    }
    fn begin_stage(&mut self, _: u32, _: Stage, bodies: &[BodyState]) {
        self.stages += 1;
        self.sum += bodies.iter().map(|b| f64::from(b.velocity.x)).sum::<f64>();
    }
    fn row(&mut self, event: &RowEvent<'_>) {
        self.rows += 1;
        self.sum += f64::from(event.delta_lambda);
    }
    fn iteration(&mut self, event: &IterationEvent) {
        self.iterations += 1;
        self.sum += f64::from(event.residual);
    }
}

fn hashes(scene: &mut Scene, steps: usize) -> Vec<u64> {
    (0..steps)
        .map(|_| {
            scene.step();
            scene.world.state_hash()
        })
        .collect()
}

fn assert_same(a: &[u64], b: &[u64], what: &str) {
    if let Some(step) = a.iter().zip(b).position(|(a, b)| a != b) {
        panic!("{what}: the runs part in step {}", step + 1);
    }
    assert_eq!(a.len(), b.len());
}

#[test]
fn the_same_scene_gives_the_same_bits_and_a_probe_changes_nothing() {
    let first = hashes(&mut busy_scene(), 600);
    let second = hashes(&mut busy_scene(), 600);
    assert_same(&first, &second, "run twice");
    let mut watched = busy_scene();
    let mut probe = Nosy::default();
    let third: Vec<u64> = (0..600)
        .map(|_| {
            watched.world.step(&watched.settings, &mut probe).unwrap();
            watched.world.state_hash()
        })
        .collect();
    assert_same(&first, &third, "probe on and off");
    assert!(probe.rows > 100_000 && probe.iterations > 1000 && probe.stages > 1000, "the probe did look");
    assert!(probe.sum.is_finite());
    let distinct: std::collections::BTreeSet<u64> = first[..100].iter().copied().collect();
    assert_eq!(distinct.len(), 100, "the hash follows the motion");
}

#[test]
fn a_restored_snapshot_goes_on_alike_in_a_dense_pile() {
    let mut scene = busy_scene();
    hashes(&mut scene, 75);
    let snapshot = scene.world.snapshot(None);
    let first = hashes(&mut scene, 200);
    scene.world.restore(&snapshot);
    assert_same(&first, &hashes(&mut scene, 200), "restored");
    let mut other = Scene::new();
    other.world.restore(&snapshot);
    assert_same(&first, &hashes(&mut other, 200), "restored into another world");
}

#[test]
fn every_method_gives_the_same_bits_on_any_number_of_threads() {
    for (method, route, order, rows) in [
        (SolverMethod::Soft, NarrowPhaseMethod::Sat, RowOrder::Generated, JointRows::Automatic),
        (SolverMethod::SequentialImpulse, NarrowPhaseMethod::GjkEpa, RowOrder::Shuffled, JointRows::Block),
        (SolverMethod::SequentialImpulse, NarrowPhaseMethod::Sat, RowOrder::Reversed, JointRows::One),
        (SolverMethod::Jacobi, NarrowPhaseMethod::Sat, RowOrder::BottomUp, JointRows::Tree),
        (SolverMethod::Block, NarrowPhaseMethod::Sat, RowOrder::StaticLast, JointRows::Three),
    ] {
        let run = |threads: usize| {
            let mut scene = busy_scene();
            scene.settings.solver.method = method;
            scene.settings.solver.order = order;
            scene.settings.joint.rows = rows;
            scene.settings.solver.velocity_iterations = 4;
            scene.settings.narrow_phase.method = route;
            scene.world.set_threads(threads);
            hashes(&mut scene, 150)
        };
        let one = run(1);
        for threads in [2, 4] {
            assert_same(&one, &run(threads), &format!("{method:?} on {threads} threads"));
        }
    }
}

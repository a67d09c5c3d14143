//! Every setting of broad phase, narrow phase and continuous collision detection changes something: on a scene made for
//! it, the state hash differs between its values. (Broad phases must not: they find the same pairs.)

mod scene;

use jitterscope::dynamics::{
    BroadPhaseMethod, CcdBodies, CcdMode, ManifoldMode, OnImpact, Pruning, RowOrder, SolverMethod, StepSettings,
};
use jitterscope::math::{Pose, Quat, Vec3};
use scene::{Material, PLAIN, Scene, pile};
use std::collections::BTreeSet;

fn hash(mut scene: Scene, steps: usize, change: impl Fn(&mut StepSettings)) -> u64 {
    change(&mut scene.settings);
    (0..steps).for_each(|_| scene.step());
    scene.world.state_hash()
}

fn all_differ<T>(values: impl IntoIterator<Item = T>, run: impl Fn(T) -> u64, what: &str) {
    let hashes: Vec<u64> = values.into_iter().map(run).collect();
    let distinct: BTreeSet<u64> = hashes.iter().copied().collect();
    assert_eq!(distinct.len(), hashes.len(), "{what}: {hashes:x?}");
}

/// Boxes dropped on one another, and on the ground.
fn heap() -> Scene {
    let mut scene = Scene::with_ground(PLAIN);
    pile(&mut scene, 20);
    scene
}

/// A fast tilted rod and a fast ball in front of a static wall, one marked, and a dynamic plate on the way.
fn range() -> Scene {
    let bouncy = Material { friction: 0.3, restitution: 0.5 };
    let mut scene = Scene::new();
    scene.settings.gravity = [0.0; 3];
    scene.settings.time.substeps = 1;
    scene.add_fixed_box(Vec3::new(0.1, 6.0, 6.0), Pose::IDENTITY, bouncy);
    scene.add_box(Vec3::new(0.1, 1.0, 1.0), Pose::from_translation(Vec3::new(-2.0, 2.0, 0.0)), bouncy);
    let bodies = [
        scene.add_box(Vec3::new(0.05, 1.5, 0.05), Pose::new(Vec3::X * -3.1, Quat::from_rotation_z(0.2)), bouncy),
        scene.add_sphere(0.06, Vec3::new(-2.7, -2.0, 0.0), bouncy),
        scene.add_sphere(0.06, Vec3::new(-3.3, 2.0, 0.0), bouncy),
    ];
    let slow = scene.add_sphere(0.5, Vec3::new(-1.0, 0.0, 2.0), bouncy);
    bodies.into_iter().for_each(|b| scene.set_velocity(b, Vec3::X * 70.0, Vec3::ZERO));
    scene.set_velocity(slow, Vec3::X * 1.7, Vec3::ZERO);
    scene
}

#[test]
fn broad_phases_agree_in_the_motion_and_the_margin_matters() {
    let run = |method: BroadPhaseMethod| hash(heap(), 90, |s| s.broad_phase.method = method);
    let reference = run(BroadPhaseMethod::BruteForce);
    assert_eq!(run(BroadPhaseMethod::SweepAndPrune), reference);
    assert_eq!(run(BroadPhaseMethod::AabbTree), reference);
    all_differ([0.02, -0.2], |margin| hash(heap(), 90, |s| s.broad_phase.margin = margin), "broad_phase.margin");
    // More pairs than there need be, the same motion: only the empty contacts show in the hash.
    let place = |method: BroadPhaseMethod| {
        let mut scene = heap();
        scene.settings.broad_phase.method = method;
        scene.run(1.5);
        scene.world.states().iter().map(|s| s.position.to_array().map(f32::to_bits)).collect::<Vec<_>>()
    };
    assert_eq!(place(BroadPhaseMethod::QuantisedSweepAndPrune), place(BroadPhaseMethod::BruteForce));
}

#[test]
fn narrow_phase_settings_change_a_heap() {
    use ManifoldMode::{Full, OnePoint, OnePointCached, Sampled};
    let run = |change: &dyn Fn(&mut StepSettings)| hash(heap(), 90, change);
    all_differ([Full, Sampled, OnePointCached, OnePoint], |m| run(&|s| s.narrow_phase.manifold = m), "manifold");
    all_differ(
        [Pruning::None, Pruning::Consistent, Pruning::Unstable],
        |p| run(&|s| s.narrow_phase.pruning = p),
        "pruning",
    );
    let unstable = |seed: u32| {
        run(&|s| {
            s.narrow_phase.pruning = Pruning::Unstable;
            s.narrow_phase.pruning_seed = seed;
        })
    };
    all_differ([1, 2], unstable, "pruning_seed");
    let sampled = |count: u32, angle: f32| {
        run(&|s| {
            s.narrow_phase.manifold = Sampled;
            s.narrow_phase.sample_count = count;
            s.narrow_phase.sample_angle_degrees = angle;
        })
    };
    all_differ([(4, 10.0), (8, 10.0), (8, 2.0)], |(count, angle)| sampled(count, angle), "sampling");
    let deep = |fault: bool| {
        run(&|s| {
            s.time.substeps = 1;
            s.narrow_phase.speculative_distance = 0.0;
            s.narrow_phase.deep_contact_fault = fault;
        })
    };
    all_differ([false, true], deep, "deep_contact_fault");
}

#[test]
fn filtering_internal_edges_changes_a_slide_over_tiles() {
    let tiles = || {
        let slick = Material { friction: 0.0, restitution: 0.0 };
        let mut scene = Scene::new();
        for i in 0..6 {
            scene.add_fixed_box(Vec3::ONE, Pose::from_translation(Vec3::new(i as f32, -0.5, 0.0)), slick);
        }
        let body = scene.add_box(Vec3::splat(0.6), Pose::from_translation(Vec3::Y * 0.299), slick);
        scene.set_velocity(body, Vec3::X * 5.0, Vec3::ZERO);
        scene
    };
    all_differ([true, false], |f| hash(tiles(), 40, |s| s.narrow_phase.filter_internal_edges = f), "internal edges");
}

#[test]
fn continuous_collision_settings_change_a_shot() {
    use CcdMode::{EarlyEngage, LinearSweep, NonlinearSweep, Off, Speculative};
    let run = |change: &dyn Fn(&mut StepSettings)| hash(range(), 20, change);
    all_differ([Off, EarlyEngage, Speculative, LinearSweep, NonlinearSweep], |m| run(&|s| s.ccd.mode = m), "ccd.mode");
    all_differ([CcdBodies::All, CcdBodies::Fast, CcdBodies::Marked], |b| run(&|s| s.ccd.bodies = b), "ccd.bodies");
    all_differ([OnImpact::Stop, OnImpact::Substep], |o| run(&|s| s.ccd.on_impact = o), "ccd.on_impact");
    all_differ([0.25, 10.0], |t| run(&|s| s.ccd.fast_threshold = t), "ccd.fast_threshold");
}

#[test]
fn further_static_sweeps_change_a_heap_that_is_solved_coarsely() {
    let run = |extra: u32| {
        hash(heap(), 90, |s| {
            s.solver.method = SolverMethod::SequentialImpulse;
            s.solver.order = RowOrder::StaticFirst;
            s.solver.velocity_iterations = 2;
            s.solver.static_iterations = extra;
        })
    };
    all_differ([0, 1, 2], run, "solver.static_iterations");
}

//! The cured end is as good as the best engine: stacks of ours beside the same stacks of Rapier, in one run.
//!
//! Chains and bullets are in `joints.rs` and `ccd.rs`.

mod scene;

use glam::Vec3;
use jitterscope::dynamics::{BodyId, MassSpec, StepSettings};
use jitterscope::geometry::{Cuboid, Shape};
use jitterscope::math::Pose;
use rapier3d::prelude as rapier;
use scene::{PLAIN, Scene};

/// How far box `i` stands from the axis of its stack, m: nobody places boxes exactly, and what only stands because it was
/// placed exactly does not stand.
fn aside(i: usize) -> [f32; 2] {
    [1e-4 * ((i * 7 % 5) as f32 - 2.0), 1e-4 * ((i * 3 % 5) as f32 - 2.0)]
}

/// Unit boxes on one another; their densities, kg/m³, from the bottom.
fn densities(count: usize, top: f32) -> Vec<f32> {
    (0..count).map(|i| if i + 1 == count { top } else { 1000.0 }).collect()
}

/// How a stack stands after ten seconds.
#[derive(Clone, Copy, Debug)]
struct Standing {
    /// Of the top box, mm.
    sunk: f32,
    /// Largest of any box, from where it was placed, mm.
    drift: f32,
    /// Root mean square over the boxes, in the last second, mm/s.
    speed: f32,
}

const STEPS: usize = 600;

fn judge(frames: &[Vec<(Vec3, Vec3)>]) -> Standing {
    let last = frames.last().expect("there are steps");
    let count = last.len();
    let recent = &frames[frames.len().saturating_sub(60)..];
    let sum: f32 = recent.iter().flatten().map(|(_, v)| v.length_squared()).sum();
    let aside = |(i, (p, _)): (usize, &(Vec3, Vec3))| (p.x - aside(i)[0]).hypot(p.z - aside(i)[1]);
    let drift = last.iter().enumerate().map(aside).fold(0.0, f32::max);
    Standing {
        sunk: (count as f32 - 0.5 - last[count - 1].0.y) * 1000.0,
        drift: drift * 1000.0,
        speed: (sum / (recent.len() * count) as f32).sqrt() * 1000.0,
    }
}

fn ours(densities: &[f32], change: impl Fn(&mut StepSettings)) -> Standing {
    let mut scene = Scene::with_ground(PLAIN);
    scene.settings.sleep.enabled = false;
    change(&mut scene.settings);
    let shape = Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.5) });
    let bodies: Vec<BodyId> = densities
        .iter()
        .enumerate()
        .map(|(i, density)| {
            let [x, z] = aside(i);
            let pose = Pose::from_translation(Vec3::new(x, 0.5 + i as f32, z));
            scene.add(shape.clone(), pose, PLAIN, MassSpec::Density(*density))
        })
        .collect();
    let frames: Vec<Vec<(Vec3, Vec3)>> = (0..STEPS)
        .map(|_| {
            scene.step();
            bodies.iter().map(|&b| (scene.state(b).position, scene.state(b).velocity)).collect()
        })
        .collect();
    judge(&frames)
}

fn theirs(densities: &[f32], iterations: usize) -> Standing {
    let mut world = rapier::PhysicsWorld::new();
    world.gravity = rapier::Vector::new(0.0, -9.81, 0.0);
    world.integration_parameters.dt = 1.0 / 60.0;
    world.integration_parameters.num_solver_iterations = iterations;
    let ground = rapier::SharedShape::halfspace(rapier::Vector::Y);
    world.insert(rapier::RigidBodyBuilder::fixed(), rapier::ColliderBuilder::new(ground));
    for (i, density) in densities.iter().enumerate() {
        let [x, z] = aside(i);
        let at = rapier::Vector::new(x, 0.5 + i as f32, z);
        let body = rapier::RigidBodyBuilder::dynamic().translation(at).can_sleep(false);
        world.insert(body, rapier::ColliderBuilder::cuboid(0.5, 0.5, 0.5).density(*density).friction(0.5));
    }
    let place = |v: rapier::Vector| Vec3::new(v.x, v.y, v.z);
    let frames: Vec<Vec<(Vec3, Vec3)>> = (0..STEPS)
        .map(|_| {
            world.step();
            let moving = world.bodies.iter().filter(|(_, body)| body.is_dynamic());
            let mut boxes: Vec<(Vec3, Vec3)> =
                moving.map(|(_, body)| (place(body.translation()), place(body.linvel()))).collect();
            boxes.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
            boxes
        })
        .collect();
    judge(&frames)
}

/// Firm contacts and short substeps: dearer, and as stiff as it gets.
fn firm(settings: &mut StepSettings) {
    settings.time.substeps = 8;
    settings.solver.contact_hertz = 120.0;
}

/// Ours with default and with firm settings, beside the best that Rapier does with 4 or with 10 iterations.
fn compare(name: &str, densities: &[f32]) -> [Standing; 3] {
    let (four, ten) = (theirs(densities, 4), theirs(densities, 10));
    let peer =
        Standing { sunk: four.sunk.min(ten.sunk), drift: four.drift.min(ten.drift), speed: four.speed.min(ten.speed) };
    let [default, firm] = [ours(densities, |_| {}), ours(densities, firm)];
    println!("{name}: peer {peer:?}, default {default:?}, firm {firm:?}");
    [peer, default, firm]
}

#[test]
fn a_tower_of_twenty_stands_better_than_that_of_the_best_peers() {
    let [peer, default, firm] = compare("tower20", &densities(20, 1000.0));
    assert!(default.sunk < 0.5 * peer.sunk && default.drift < peer.drift && default.speed < peer.speed);
    // The best of all peers: 24 mm (Jolt, 30 iterations), 1.1 mm/s and 1.1 mm aside (Box3D, 10 substeps).
    assert!(firm.sunk < 5.0 && firm.drift < 0.1 && firm.speed < 0.1);
}

/// With default settings its contacts give way so far that it buckles, as a column of rubber does; those of the peer hold it,
/// half a metre lower. Firm ones carry it.
#[test]
fn a_weight_of_a_hundred_boxes_is_carried_better_than_by_the_peer() {
    let [peer, _, firm] = compare("stack 100:1", &densities(10, 100_000.0));
    assert!(firm.sunk < 0.1 * peer.sunk && firm.drift < 0.1 && firm.speed < peer.speed);
}

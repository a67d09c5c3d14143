//! A manifold beside the scalar rows of the same contact: both say the same, and lead to the same velocities.

use super::super::contact_rows::ContactTerms;
use super::super::{Pass, Row, RowSet, SweepContext, block, manifold_cache, push_group};
use super::*;
use crate::dynamics::{BodyDef, BodyState, ColliderDef, FrictionBound, FrictionModel, MassSpec, StepSettings, World};
use crate::geometry::{Cuboid, Shape};
use crate::math::{Pose, Quat};

/// A heap that falls together, with slow and fast contacts, gaps and overlaps.
fn heap(settings: &StepSettings, steps: usize) -> World {
    let mut world = World::new();
    let collider = |half: Vec3| vec![ColliderDef::new(Shape::Cuboid(Cuboid { half_extents: half }))];
    let floor = Pose::from_translation(Vec3::new(0.0, -0.5, 0.0));
    world.add_body(BodyDef::fixed("floor", floor, collider(Vec3::new(9.0, 0.5, 9.0))));
    for k in 0..24 {
        let at = Vec3::new(0.3 * (k % 3) as f32, 0.6 + 0.7 * k as f32, 0.2 * (k % 4) as f32);
        let pose = Pose::new(at, Quat::from_scaled_axis(Vec3::new(0.02, 0.3, -0.03) * (k % 5) as f32));
        let half = Vec3::new(0.5, 0.25, 0.4 - 0.05 * (k % 3) as f32);
        let density = if k % 4 == 0 { 8000.0 } else { 1000.0 };
        world.add_body(BodyDef::dynamic("brick", pose, collider(half), MassSpec::Density(density)));
    }
    for _ in 0..steps {
        world.step(settings, &mut ()).unwrap();
    }
    world
}

/// C is exact to some 1e-7 m, and a gap may close within a substep: targets are exact to some 1e-5 m/s.
fn is_close(a: f32, b: f32, size: f32) -> bool {
    a == b || (a - b).abs() <= 2e-4 * (size.abs() + 0.2)
}

fn check_row(found: &Row, expected: &Row, name: &str) {
    assert_eq!(
        (found.id, found.kind, found.rows_after_normal),
        (expected.id, expected.kind, expected.rows_after_normal)
    );
    assert_eq!(
        (found.body_a, found.body_b, found.is_bouncing),
        (expected.body_a, expected.body_b, expected.is_bouncing)
    );
    assert!((found.linear - expected.linear).length() < 1e-5, "{name}: {found:?} {expected:?}");
    let numbers = |row: &Row| {
        [
            row.angular_a.x,
            row.angular_a.y,
            row.angular_b.z,
            row.delta_angular_a.x * 1e3,
            row.delta_angular_b.y * 1e3,
            row.inv_mass_a * 1e3,
            row.inv_mass_b * 1e3,
            row.effective_mass * 1e-3,
            row.c,
            row.bias,
            row.relax_bias,
            row.mass_scale,
            row.impulse_scale,
            row.lambda,
            row.lambda_min,
            row.friction,
            row.approach,
            row.restitution,
            row.supposed_load.unwrap_or(-1.0),
        ]
    };
    for (k, (a, b)) in numbers(found).into_iter().zip(numbers(expected)).enumerate() {
        assert!(is_close(a, b, b), "{name}, number {k}: {a} against {b}\n{found:?}\n{expected:?}");
    }
}

/// The velocities of the two bodies after a bias sweep and two relax sweeps over one contact.
fn swept(set: &mut RowSet, states: &[BodyState], bound: FrictionBound) -> (Vec<BodyState>, f32) {
    let (mut states, mut probe) = (states.to_vec(), ());
    for pass in [Pass::Bias, Pass::Relax, Pass::Relax] {
        let group = set.groups[0];
        block::solve_group(set, group, &mut states, bound, &mut SweepContext::new(&mut probe, 0, pass, 0));
    }
    let residual = set.residual(&states, Pass::Relax, bound);
    (states, residual)
}

#[test]
fn a_manifold_means_what_its_rows_mean() {
    for (model, bound) in [
        (FrictionModel::Coupled, FrictionBound::Cone),
        (FrictionModel::DecoupledLast, FrictionBound::Pyramid),
        (FrictionModel::None, FrictionBound::Cone),
    ] {
        let mut settings = StepSettings::default();
        (settings.friction.model, settings.friction.bound) = (model, bound);
        let mut compared = 0;
        for steps in [25, 60, 90, 120, 160, 220] {
            let world = heap(&settings, steps);
            let terms = ContactTerms::new(&settings, settings.time.dt / 4.0);
            let several = |count: usize| (2..=MAX_POINTS).contains(&count);
            for (index, contact) in world.contacts.iter().enumerate().filter(|(_, c)| several(c.points().len())) {
                let name = format!("{model:?}, step {steps}, contact {index}");
                let mut rows = RowSet::default();
                let normals = terms.push_rows(contact, index as u32, &world.states, &mut rows.rows);
                push_group(&mut rows, contact.body_a.0, contact.body_b.0, normals);
                manifold_cache::prepare(&mut rows, &world.states);
                let mut lean = RowSet::default();
                push_group(&mut lean, contact.body_a.0, contact.body_b.0, normals);
                let (at, manifold) = lean.manifolds.add();
                manifold.fill(&terms, contact, index as u32, &world.states);
                assert_eq!(manifold.row_count(), rows.rows.len());
                lean.groups[0].manifold = at;
                for (found, expected) in lean.show().iter().zip(&rows.rows) {
                    check_row(found, expected, &name);
                }
                let (a, of_rows) = swept(&mut rows, &world.states, bound);
                let (b, residual) = swept(&mut lean, &world.states, bound);
                for (x, y) in a.iter().zip(&b) {
                    let speed = x.velocity.length() + x.angular_velocity.length();
                    let apart = (x.velocity - y.velocity).length() + (x.angular_velocity - y.angular_velocity).length();
                    assert!(apart < 1e-3 * (1.0 + speed), "{name}: {x:?} {y:?}");
                }
                let speed = a.iter().map(|state| state.velocity.length()).fold(1.0, f32::max);
                assert!((residual - of_rows).abs() < 1e-3 * speed, "{name}: residual {residual} against {of_rows}");
                compared += 1;
            }
        }
        assert!(compared > 40, "only {compared} contacts were compared");
    }
}

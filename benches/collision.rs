//! Narrow phase against Parry's, in one run: two boxes with four contacts, found from scratch each time.

use criterion::{Criterion, criterion_group, criterion_main};
use glam::{Quat, Vec3};
use jitterscope::collision::{CollideOptions, Manifold, NarrowPhaseRoute, PairCache, collide};
use jitterscope::geometry::{ConvexHull, Cuboid, Shape};
use jitterscope::math::Pose;
use parry3d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use std::hint::black_box;
use std::sync::Arc;

const HALF: Vec3 = Vec3::splat(0.5);

/// Resting with a small overlap and a turn; crossed edges; and a gap that one axis shows.
fn poses() -> [(&'static str, Pose); 3] {
    [
        ("resting", Pose::new(Vec3::new(0.2, 0.99, 0.1), Quat::from_rotation_y(0.3))),
        ("edges", Pose::new(Vec3::new(0.0, 1.3, 0.0), Quat::from_rotation_x(0.785) * Quat::from_rotation_y(0.6))),
        ("apart", Pose::new(Vec3::new(0.2, 1.9, 0.1), Quat::from_rotation_y(0.3))),
    ]
}

fn ours(c: &mut Criterion) {
    let cube = Shape::Cuboid(Cuboid { half_extents: HALF });
    let corners = Cuboid { half_extents: HALF }.polytope().view().vertices.to_vec();
    let hull = ConvexHull::from_points(&corners).map(|h| Shape::Hull(Arc::new(h)));
    for (name, pose) in poses() {
        for route in [NarrowPhaseRoute::Sat, NarrowPhaseRoute::GjkEpa] {
            let options = CollideOptions { route, ..CollideOptions::default() };
            let mut manifold = Manifold::default();
            let mut run = |label: String, shape: &Shape| {
                c.bench_function(&label, |b| {
                    b.iter(|| {
                        let (p, mut cache) = (black_box(&pose), PairCache::default());
                        collide(shape, &Pose::IDENTITY, shape, p, &options, &mut cache, &mut manifold);
                        manifold.len()
                    });
                });
            };
            run(format!("ours/box-box/{route:?}/{name}"), &cube);
            if let Ok(hull) = &hull {
                run(format!("ours/hull-hull/{route:?}/{name}"), hull);
            }
        }
    }
}

fn parry(c: &mut Criterion) {
    let cube = parry3d::shape::Cuboid::new(parry3d::math::Vector::new(HALF.x, HALF.y, HALF.z));
    for (name, pose) in poses() {
        let (t, q) = (pose.translation, pose.rotation);
        let pose12 = parry3d::math::Pose::from_parts(
            parry3d::math::Vector::new(t.x, t.y, t.z),
            parry3d::math::Rotation::from_xyzw(q.x, q.y, q.z, q.w),
        );
        let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
        c.bench_function(&format!("parry/box-box/from scratch/{name}"), |b| {
            b.iter(|| {
                manifolds.clear();
                let p = black_box(&pose12);
                let _ = DefaultQueryDispatcher.contact_manifolds(p, &cube, &cube, 0.02, &mut manifolds, &mut None);
                manifolds.len()
            });
        });
    }
}

criterion_group!(benches, ours, parry);
criterion_main!(benches);

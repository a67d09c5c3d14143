//! The views of one pair show what the narrow phase does: against brute force, and against the engine's own contacts.

use glam::{DVec3, Quat, Vec2, Vec3};
use jitterscope::collision::{
    AxisKind, CollideOptions, Manifold, NarrowPhaseRoute, PairCache, collide, distance, penetration,
};
use jitterscope::geometry::{Capsule, ConvexHull, Cuboid, Shape, Sphere};
use jitterscope::math::Pose;
use jitterscope::session::pair::{ContactPlane, PairId, PairView, PlacedShape, pairs_of};
use jitterscope::session::{Command, Selection, Session, Source};
use proptest::prelude::*;
use std::sync::Arc;

fn placed(shape: &Shape, pose: Pose, body: u32) -> PlacedShape {
    PlacedShape { body, shape: shape.clone(), world_from_shape: pose }
}

fn view(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose, route: NarrowPhaseRoute) -> PairView {
    let id = PairId { collider_a: 0, collider_b: 1 };
    let options = CollideOptions { route, ..CollideOptions::default() };
    PairView::new(id, placed(a, pose_a, 0), placed(b, pose_b, 1), options)
}

fn direction() -> impl Strategy<Value = Vec3> {
    (-1.0f32..1.0, -1.0f32..1.0, -1.0f32..1.0)
        .prop_map(|(x, y, z)| Vec3::new(x, y, z))
        .prop_filter("long enough", |v| v.length() > 0.2)
        .prop_map(Vec3::normalize)
}

fn hull() -> impl Strategy<Value = Shape> {
    prop::collection::vec((direction(), 0.4f32..1.0), 8..18).prop_filter_map("a solid", |points| {
        let points: Vec<Vec3> = points.into_iter().map(|(d, r)| d * r).collect();
        ConvexHull::from_points(&points).ok().map(|hull| Shape::Hull(Arc::new(hull)))
    })
}

fn convex() -> impl Strategy<Value = Shape> {
    prop_oneof![
        hull(),
        (0.2f32..0.8, 0.2f32..0.8, 0.2f32..0.8)
            .prop_map(|(x, y, z)| Shape::Cuboid(Cuboid { half_extents: Vec3::new(x, y, z) })),
        (0.2f32..0.8).prop_map(|radius| Shape::Sphere(Sphere { radius })),
        (0.2f32..0.6, 0.1f32..0.4).prop_map(|(half_height, radius)| Shape::Capsule(Capsule { half_height, radius })),
    ]
}

fn pose() -> impl Strategy<Value = Pose> {
    (direction(), 0.0f32..3.1, direction(), 0.0f32..2.4)
        .prop_map(|(axis, angle, offset, far)| Pose::new(offset * far, Quat::from_axis_angle(axis, angle)))
}

/// Edge pairs whose cross product is supported by both edges at once: faces of the Minkowski difference, found without
/// any Gauss map, with the smallest margin by which one was decided.
fn brute_force(view: &PairView) -> (Vec<(u16, u16)>, f64) {
    let ends = |side: &PlacedShape| -> Vec<[DVec3; 2]> {
        (0..).map_while(|e| side.edge(e)).map(|ends| ends.map(|p| p.as_dvec3())).collect()
    };
    let corners = |side: &PlacedShape| -> Vec<DVec3> { side.corners().iter().map(|p| p.as_dvec3()).collect() };
    let (edges_a, edges_b) = (ends(&view.a), ends(&view.b));
    let (corners_a, corners_b) = (corners(&view.a), corners(&view.b));
    let (mut found, mut margin) = (Vec::new(), f64::INFINITY);
    for (i, a) in edges_a.iter().enumerate() {
        for (j, b) in edges_b.iter().enumerate() {
            let cross = (a[1] - a[0]).cross(b[1] - b[0]).normalize_or_zero();
            let mut is_face = false;
            for axis in [cross, -cross] {
                // How far the other corners stand above the edge of A, and below the edge of B.
                let above = |corners: &[DVec3], edge: &[DVec3; 2], axis: DVec3| {
                    let others = corners.iter().filter(|p| edge.iter().all(|e| e.distance(**p) > 1e-7));
                    others.map(|p| axis.dot(*p - edge[0])).fold(f64::NEG_INFINITY, f64::max)
                };
                let worst = above(&corners_a, a, axis).max(above(&corners_b, b, -axis));
                margin = margin.min(worst.abs());
                is_face |= worst < 0.0;
            }
            if is_face {
                found.push((i as u16, j as u16));
            }
        }
    }
    (found, margin)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn accepted_crossings_are_those_of_brute_force(a in hull(), b in hull(), pose_b in pose()) {
        let view = view(&a, Pose::IDENTITY, &b, pose_b, NarrowPhaseRoute::Sat);
        let map = view.gauss_map().expect("two hulls");
        let (mut expected, margin) = brute_force(&view);
        // Edges that are parallel to a face of the other, to rounding, can be seen either way.
        prop_assume!(margin > 1e-5);
        let mut found: Vec<(u16, u16)> = map.crossings.iter().map(|c| (c.edge_a, c.edge_b)).collect();
        found.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(map.pairs, map.arcs_a.len() * map.arcs_b.len());
        // Euler's formula for the Minkowski difference: its faces are the faces of both and the crossings.
        for crossing in &map.crossings {
            let along = view.separation_along(crossing.direction).expect("no half-space");
            prop_assert!((along - crossing.separation).abs() < 1e-4);
        }
    }

    #[test]
    fn the_walk_ends_on_what_the_engine_uses(a in convex(), b in convex(), pose_b in pose()) {
        let view = view(&a, Pose::IDENTITY, &b, pose_b, NarrowPhaseRoute::GjkEpa);
        let cores = view.cores.as_ref().expect("no half-space");
        let (upper, lower) = if cores.separation > 0.0 {
            let measured = distance(&a, &Pose::IDENTITY, &b, &pose_b, &mut PairCache::default()).distance;
            prop_assert!((cores.shape_separation().max(0.0) - f64::from(measured)).abs() < 1e-5);
            (cores.gjk.last().map(|s| s.upper), cores.gjk.iter().map(|s| s.lower).reduce(f64::max))
        } else {
            let measured = penetration(&a, &Pose::IDENTITY, &b, &pose_b).depth;
            prop_assert!((-cores.shape_separation() - f64::from(measured)).abs() < 1e-5);
            (cores.epa.last().map(|s| s.upper), cores.epa.last().map(|s| s.lower))
        };
        if let (Some(upper), Some(lower)) = (upper, lower) {
            let end = cores.separation.abs();
            prop_assert!(upper >= end - 1e-9 && lower <= end + 1e-6, "{lower} {end} {upper}");
            prop_assert!(upper - lower < 1e-4, "{lower} {upper}");
        }
        // Bounds never contradict the end, and close in: the distance falls, the depth rises.
        for pair in cores.gjk.windows(2) {
            prop_assert!(pair[1].upper <= pair[0].upper + 1e-9);
        }
        for pair in cores.epa.windows(2) {
            prop_assert!(pair[1].lower >= pair[0].lower - 1e-9);
        }
        // The contact that the route makes has this normal.
        if let Some(normal) = (!view.manifold.is_empty()).then_some(view.manifold.normal)
            && cores.normal != Vec3::ZERO && cores.shape_separation().abs() > 1e-3
        {
            prop_assert!(normal.dot(cores.normal) > 0.999, "{normal} {}", cores.normal);
        }
    }

    #[test]
    fn looking_changes_no_contact(a in convex(), b in convex(), pose_b in pose()) {
        for route in [NarrowPhaseRoute::Sat, NarrowPhaseRoute::GjkEpa] {
            let view = view(&a, Pose::IDENTITY, &b, pose_b, route);
            let (mut manifold, mut cache) = (Manifold::default(), PairCache::default());
            collide(&a, &Pose::IDENTITY, &b, &pose_b, &view.options, &mut cache, &mut manifold);
            prop_assert_eq!(manifold, view.manifold);
        }
    }
}

#[test]
fn two_boxes_accept_18_of_144() {
    let cuboid = Shape::Cuboid(Cuboid { half_extents: Vec3::new(0.5, 0.4, 0.3) });
    let pose_b = Pose::new(Vec3::new(0.3, 0.8, 0.1), Quat::from_euler(glam::EulerRot::XYZ, 0.3, 0.5, 0.7));
    let view = view(&cuboid, Pose::IDENTITY, &cuboid, pose_b, NarrowPhaseRoute::Sat);
    let map = view.gauss_map().unwrap();
    assert_eq!((map.crossings.len(), map.pairs), (18, 144));
    assert_eq!((map.points_a.len(), map.points_b.len()), (6, 6));
    // The chosen axis is the direction of largest separation, over a fine net of directions too.
    let (_, axis) = map.chosen.unwrap();
    let best = view.separation_along(axis).unwrap();
    for k in 0..20_000 {
        let (z, turn) = (1.0 - 2.0 * (k as f32 + 0.5) / 20_000.0, k as f32 * 2.399_963);
        let r = (1.0 - z * z).sqrt();
        let d = Vec3::new(r * turn.cos(), r * turn.sin(), z);
        assert!(view.separation_along(d).unwrap() <= best + 1e-5);
    }
}

fn session(preset: &str, variant: &str) -> Session {
    let mut session = Session::new();
    session.apply(Command::Open(Source::Shipped(preset.to_owned())));
    session.apply(Command::SetVariant(Some(variant.to_owned())));
    session
}

#[test]
fn the_view_shows_the_contacts_that_the_next_step_has() {
    let mut session = session("tilted-bounce", "sick");
    let mut compared = 0;
    for _ in 0..60 {
        session.apply(Command::Step(1));
        let run = session.run().unwrap();
        let views: Vec<PairView> =
            pairs_of(run, Selection::None).into_iter().filter_map(|id| PairView::of(run, id)).collect();
        session.apply(Command::Step(1));
        let record = session.run().unwrap().record();
        for view in views {
            let ids = (view.id.collider_a, view.id.collider_b);
            let next: Vec<_> = record.contacts.iter().filter(|c| (c.collider_a, c.collider_b) == ids).collect();
            // Points that departed in the step are recorded beside those that were found.
            let found = view.manifold.points().iter().filter(|p| next.iter().any(|c| c.feature == p.feature.0)).count();
            assert_eq!(found, view.manifold.len(), "step {}", record.step);
            compared += found;
        }
    }
    assert!(compared > 50, "only {compared} points were compared");
}

#[test]
fn history_counts_the_flips_of_a_rattling_stack() {
    let flips = |variant: &str| {
        let mut session = session("rattling-stack", variant);
        session.apply(Command::Step(240));
        let run = session.run().unwrap();
        let id = pairs_of(run, Selection::None)[0];
        let history = jitterscope::session::pair::PairHistory::of(run.header(), &run.recording().steps, id, 60);
        assert_eq!(history.entries.len(), 60);
        assert!(history.entries.iter().all(|e| matches!(e.axis, Some(AxisKind::FaceA(_) | AxisKind::FaceB(_)))));
        history.flips()
    };
    let cured =
        session("rattling-stack", "sick").run().unwrap().variant_names().find(|v| *v != "sick").unwrap().to_owned();
    let (sick, cured) = (flips("sick"), flips(&cured));
    assert!(sick >= 10 && cured == 0, "sick {sick}, cured {cured}");
}

#[test]
fn weight_outside_of_the_contact_is_seen() {
    let square = [Vec2::new(-0.5, -0.5), Vec2::new(0.5, -0.5), Vec2::new(0.5, 0.5), Vec2::new(-0.5, 0.5)];
    let outline = ContactPlane::outline(&[square[2], square[0], Vec2::new(0.1, 0.0), square[3], square[1]]);
    assert_eq!(outline.len(), 4);
    assert!((ContactPlane::margin(&outline, Vec2::new(0.2, 0.0)) - 0.3).abs() < 1e-6);
    assert!((ContactPlane::margin(&outline, Vec2::new(0.8, 0.0)) + 0.3).abs() < 1e-6);
    // Two points make no ground to stand on.
    assert!(ContactPlane::margin(&square[..2], Vec2::new(0.0, -0.5)) <= 0.0);

    // Two thirds of the upper box hang over the edge of the lower one, 0.17 m too many.
    let scene = r#"{"format":"jitterscope-preset","version":1,"title":"Over the edge","scene":{"bodies":[
      {"name":"lower","type":"static","shape":{"type":"box","size":[1,1,1]}},
      {"name":"upper","shape":{"type":"box","size":[1,1,1]},"position":[0.667,0.999,0]}]}}"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("edge.json");
    std::fs::write(&path, scene).unwrap();
    let mut session = Session::new();
    session.apply(Command::Open(Source::File(path)));
    session.apply(Command::Step(1));
    let run = session.run().unwrap();
    let view = PairView::of(run, pairs_of(run, Selection::None)[0]).unwrap();
    let balance = ContactPlane::of(&view).unwrap().balance(run, &view);
    assert_eq!(balance.len(), 1, "the lower box cannot move");
    assert!((balance[0].margin + 0.167).abs() < 0.01, "{balance:?}");
}

//! The handles by numbers: hit where they are drawn, dragged where the pointer goes.

use super::layout::Piece;
use super::*;
use crate::math::Quat;
use egui::{pos2, vec2};

const RECT: Rect = Rect { min: Pos2::new(100.0, 50.0), max: Pos2::new(900.0, 650.0) };

fn camera() -> OrbitCamera {
    OrbitCamera::looking(Vec3::new(4.0, 3.0, 9.0), Vec3::new(0.5, 1.0, 0.0))
}

fn world_frame(origin: Vec3) -> Frame {
    Frame { origin, axes: [Vec3::X, Vec3::Y, Vec3::Z] }
}

fn middle_of(piece: &Piece) -> Pos2 {
    let sum = piece.points.iter().fold(egui::Vec2::ZERO, |sum, point| sum + point.to_vec2());
    (sum / piece.points.len() as f32).to_pos2()
}

#[test]
fn every_handle_is_hit_where_it_is_drawn() {
    let camera = camera();
    let eye = Eye { rect: RECT, camera: &camera };
    let frame = world_frame(Vec3::new(0.2, 0.8, 0.1));
    for (tool, count) in [(Tool::Move, 6), (Tool::Scale, 4)] {
        let all = pieces(tool, &frame, &eye);
        assert_eq!(all.len(), count);
        for piece in &all {
            let at = if piece.is_area { middle_of(piece) } else { piece.points[1] };
            assert_eq!(hit(&all, at), Some(piece.handle), "{tool:?}");
        }
        assert_eq!(hit(&all, pos2(110.0, 60.0)), None);
    }
    let rings = pieces(Tool::Turn, &frame, &eye);
    assert_eq!(rings.len(), 6);
    for ring in rings.iter().filter(|ring| ring.is_live) {
        // The middle of the near half: no other ring is nearer there.
        assert_eq!(hit(&rings, ring.points[16]), Some(ring.handle));
    }
}

#[test]
fn an_arrow_that_points_at_the_eye_cannot_be_dragged() {
    let camera = OrbitCamera::looking(Vec3::new(0.0, 0.0, 8.0), Vec3::ZERO);
    let eye = Eye { rect: RECT, camera: &camera };
    let handles: Vec<Handle> = pieces(Tool::Move, &world_frame(Vec3::ZERO), &eye).iter().map(|p| p.handle).collect();
    // X and Y, and the one plane that is not seen from its edge.
    assert_eq!(handles, [Handle::Plane(2), Handle::Axis(0), Handle::Axis(1)]);
    let behind = world_frame(Vec3::new(0.0, 0.0, 20.0));
    assert!(pieces(Tool::Move, &behind, &eye).is_empty());
}

#[test]
fn dragging_an_arrow_takes_the_point_along_with_the_pointer() {
    let camera = camera();
    let eye = Eye { rect: RECT, camera: &camera };
    let frame = world_frame(Vec3::new(0.2, 0.8, 0.1));
    for (index, axis) in frame.axes.iter().enumerate() {
        let start = eye.screen(frame.origin + *axis * 0.4).unwrap();
        let to = eye.screen(frame.origin + *axis * 1.2).unwrap();
        let mut drag = Drag::new(Tool::Move, Handle::Axis(index), frame, start);
        // A pointer that is a little beside the line means the same.
        let beside = to + vec2(-(to - start).y, (to - start).x).normalized() * 0.5;
        let Some(Change::Move(by)) = drag.change(&eye, beside, None) else { panic!("it moves") };
        assert!((by - *axis * 0.8).length() < 0.02, "{by}");
        let snap = Some(Snap { metres: 0.5, degrees: 15.0 });
        assert_eq!(drag.change(&eye, to, snap), Some(Change::Move(*axis)), "0.8 m is nearer to 1 m than to 0.5 m");
    }
}

#[test]
fn dragging_a_plane_keeps_the_point_in_it() {
    let camera = camera();
    let eye = Eye { rect: RECT, camera: &camera };
    let frame = world_frame(Vec3::new(0.2, 0.8, 0.1));
    let start = eye.screen(frame.origin).unwrap();
    let to = eye.screen(frame.origin + Vec3::new(0.6, 0.0, -0.4)).unwrap();
    let mut drag = Drag::new(Tool::Move, Handle::Plane(1), frame, start);
    let Some(Change::Move(by)) = drag.change(&eye, to, None) else { panic!("it moves") };
    assert!((by - Vec3::new(0.6, 0.0, -0.4)).length() < 2e-3, "{by}");
    assert_eq!(by.y, 0.0);
}

#[test]
fn a_ring_turns_by_the_angle_that_the_pointer_goes_around_it() {
    let camera = camera();
    let eye = Eye { rect: RECT, camera: &camera };
    let frame = world_frame(Vec3::new(0.2, 0.8, 0.1));
    for (index, axis) in frame.axes.iter().enumerate() {
        let arm = frame.axes[(index + 1) % 3] * 0.7;
        let at = |degrees: f32| eye.screen(frame.origin + Quat::from_axis_angle(*axis, degrees.to_radians()) * arm);
        let mut drag = Drag::new(Tool::Turn, Handle::Ring(index), frame, at(0.0).unwrap());
        let mut last = 0.0;
        // More than once around: it goes on counting.
        for step in 1..=40 {
            let Some(Change::Turn { degrees, axis: about }) = drag.change(&eye, at(10.0 * step as f32).unwrap(), None)
            else {
                panic!("it turns")
            };
            assert_eq!(about, *axis);
            last = degrees;
        }
        assert!((last - 400.0).abs() < 0.5, "{last}");
        let snap = Some(Snap { metres: 0.1, degrees: 15.0 });
        let Some(Change::Turn { degrees, .. }) = drag.change(&eye, at(400.0).unwrap(), snap) else { panic!() };
        assert_eq!(degrees, 405.0);
    }
}

#[test]
fn a_ring_seen_from_its_edge_turns_too() {
    let camera = OrbitCamera::looking(Vec3::new(0.0, 0.0, 8.0), Vec3::ZERO);
    let eye = Eye { rect: RECT, camera: &camera };
    let frame = world_frame(Vec3::ZERO);
    let start = eye.screen(Vec3::ZERO).unwrap();
    // About Y, seen from +Z: a way to the right along the near side is a positive turn.
    let mut drag = Drag::new(Tool::Turn, Handle::Ring(1), frame, start);
    let Some(Change::Turn { degrees, .. }) = drag.change(&eye, start + vec2(46.0, 0.0), None) else { panic!() };
    assert!((degrees - 28.6).abs() < 6.0, "half the reach is about half a radian: {degrees}");
}

#[test]
fn factors_follow_the_handle_and_never_reach_zero() {
    let camera = camera();
    let eye = Eye { rect: RECT, camera: &camera };
    let frame = world_frame(Vec3::new(0.2, 0.8, 0.1));
    let start = eye.screen(frame.origin + Vec3::X).unwrap();
    let mut drag = Drag::new(Tool::Scale, Handle::Axis(0), frame, start);
    let at = |x: f32| eye.screen(frame.origin + Vec3::X * x).unwrap();
    let Some(Change::Scale(by)) = drag.change(&eye, at(1.5), None) else { panic!() };
    assert!((by - Vec3::new(1.5, 1.0, 1.0)).length() < 5e-3, "{by}");
    let snap = Some(Snap { metres: 0.1, degrees: 15.0 });
    let Some(Change::Scale(by)) = drag.change(&eye, at(1.52), snap) else { panic!() };
    assert!((by.x - 1.5).abs() < 1e-6);
    let Some(Change::Scale(by)) = drag.change(&eye, at(-3.0), None) else { panic!() };
    assert_eq!(by.x, 0.01);
    let mut whole = Drag::new(Tool::Scale, Handle::Whole, frame, start);
    assert_eq!(whole.change(&eye, start, None), Some(Change::Scale(Vec3::ONE)));
}

//! The overlays on a hand-made record.

use super::*;
use crate::geometry::{Cuboid, Shape};
use crate::instrument::{BodyInfo, BodyKind, BodyRecord, ContactRecord, JointRecord};
use crate::math::{Mat3, Pose};

fn header() -> RunHeader {
    let body = |id: u32, kind| BodyInfo {
        id,
        name: "box".into(),
        kind,
        mass: 2.0,
        inertia: Mat3::IDENTITY,
        shapes: vec![(Pose::IDENTITY, Shape::Cuboid(Cuboid { half_extents: Vec3::ONE }))],
    };
    RunHeader {
        dt: 0.01,
        gravity: Vec3::new(0.0, -10.0, 0.0),
        bodies: vec![body(0, BodyKind::Static), body(1, BodyKind::Dynamic)],
        ..RunHeader::default()
    }
}

fn record() -> StepRecord {
    let body = |id: u32, is_asleep| BodyRecord {
        id,
        position: Vec3::Y * id as f32,
        rotation: Quat::IDENTITY,
        velocity: Vec3::X,
        angular_velocity: Vec3::ZERO,
        is_asleep,
        island: id,
    };
    let contact = |age, separation, normal_impulse| ContactRecord {
        a: 0,
        b: 1,
        collider_a: 0,
        collider_b: 1,
        feature: age,
        position: Vec3::ZERO,
        normal: Vec3::Y,
        separation,
        normal_impulse,
        friction_impulse: Vec3::X * normal_impulse * 0.5,
        age,
        friction: 0.5,
    };
    StepRecord {
        bodies: vec![body(0, false), body(1, true)],
        contacts: vec![contact(0, -0.001, 0.2), contact(7, -0.001, 0.2), contact(1, 0.01, 0.0)],
        joints: vec![JointRecord {
            id: 0,
            anchor_a: Vec3::ZERO,
            anchor_b: Vec3::X,
            gap: 1.0,
            angle_error: 0.0,
            impulse: Vec3::ZERO,
            ..JointRecord::default()
        }],
        ..StepRecord::default()
    }
}

#[test]
fn nothing_is_drawn_when_nothing_is_asked_for() {
    assert!(primitives(&header(), &record(), Selection::None, &OverlayOptions::none()).is_empty());
}

#[test]
fn age_shows_in_colour_and_in_form() {
    let drawn = primitives(&header(), &record(), Selection::None, &OverlayOptions::only(&[Overlay::Contacts]));
    let marks: Vec<_> = drawn
        .iter()
        .map(|p| match p {
            Primitive::Point { mark, color, .. } => (*mark, *color),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        marks,
        [
            (Mark::Diamond, palette::CONTACT_NEW),
            (Mark::Dot, palette::CONTACT_PERSISTED),
            (Mark::Ring, palette::CONTACT_SPECULATIVE)
        ]
    );
}

#[test]
fn the_impulse_that_carries_a_body_is_one_body_long() {
    let drawn = primitives(&header(), &record(), Selection::None, &OverlayOptions::only(&[Overlay::Impulses]));
    // 2 kg × 10 m/s² × 0.01 s = 0.2 N s, and the box reaches √3 m from its centre.
    assert_eq!(drawn.len(), 2, "the speculative point carries nothing");
    for primitive in drawn {
        let Primitive::Arrow { from, to, .. } = primitive else { panic!("{primitive:?}") };
        assert!(((to - from).length() - 3_f32.sqrt()).abs() < 1e-4);
    }
}

#[test]
fn sleepers_turn_grey_and_the_legend_says_so() {
    let mut options = OverlayOptions::only(&[Overlay::Sleep]);
    let grey = tints(&header(), &record(), &options)[1].color;
    assert!(legend(&options, &header()).iter().any(|entry| entry.text == "asleep"));
    options.set_shown(Overlay::Sleep, false);
    let awake = tints(&header(), &record(), &options)[1].color;
    assert_ne!(grey, awake);
    assert!(legend(&options, &header()).is_empty());
}

#[test]
fn the_table_is_indexed_by_the_enum_and_every_id_is_found() {
    for (index, info) in OVERLAYS.iter().enumerate() {
        assert_eq!(info.overlay as usize, index);
        assert_eq!(Overlay::from_id(info.id), Some(info.overlay));
    }
}

#[test]
fn a_scale_that_is_not_a_number_changes_nothing() {
    let mut options = OverlayOptions::default();
    options.set_scale(Overlay::Normals, f32::NAN);
    options.set_scale(Overlay::Impulses, 1e9);
    assert_eq!((options.scale(Overlay::Normals), options.scale(Overlay::Impulses)), (1.0, options::SCALE_RANGE.1));
}

#[test]
fn the_gap_of_a_joint_is_drawn_in_its_own_colour() {
    let drawn = primitives(&header(), &record(), Selection::None, &OverlayOptions::only(&[Overlay::Joints]));
    assert!(drawn.iter().any(|p| matches!(p, Primitive::Line { color, .. } if *color == palette::JOINT_GAP)));
}

#[test]
fn drift_is_drawn_at_the_size_that_the_switch_says() {
    use crate::instrument::{AnchorDrift, AngleDrift, Drift};
    let (header, drift) = (
        header(),
        Drift {
            anchors: vec![AnchorDrift { on_a: Vec3::Y, drift: Vec3::X * 0.05 }],
            angles: vec![AngleDrift { joint: 0, at: Vec3::ZERO, error: Vec3::Z * 0.5 }],
            slop: 0.1,
            engage_distance: 0.25,
        },
    );
    let before = StepRecord { step: 1, ..record() };
    let mut after = StepRecord { step: 2, ..record() };
    after.joints[0].anchor_b = Vec3::X * 2.0;
    after.bodies[1].position += Vec3::Z * 5.0;
    let steps = [before, after];
    let drawn = |overlay| {
        let mut out = Vec::new();
        push_drift(&header, &steps, &drift, &OverlayOptions::only(&[overlay]), &mut out);
        out
    };
    let arrow = |out: &[Primitive], of: palette::Color| {
        out.iter().find_map(|p| match p {
            Primitive::Arrow { from, to, color, .. } if *color == of => Some(*to - *from),
            _ => None,
        })
    };
    assert_eq!(arrow(&drawn(Overlay::Anchors), palette::ANCHOR_DRIFT), Some(Vec3::X * 0.5), "ten times as large");
    let joints = drawn(Overlay::JointDrift);
    assert_eq!(arrow(&joints, palette::JOINT_GAP), Some(Vec3::X * 2.0));
    let turned = arrow(&joints, palette::JOINT_ANGLE).unwrap();
    assert!((turned - Vec3::Z * 0.5 * 3_f32.sqrt()).length() < 1e-5, "half a radian is half a body");
    let is_way =
        |p: &Primitive| matches!(p, Primitive::Line { from, to, .. } if *from == Vec3::X && *to == Vec3::X * 2.0);
    assert!(joints.iter().any(is_way), "the gap grew from one metre to two");
    let halves: Vec<f32> = drawn(Overlay::Shells)
        .iter()
        .filter_map(|p| match p {
            Primitive::WireBox { half_extents, .. } => Some(half_extents.x),
            _ => None,
        })
        .collect();
    assert_eq!(halves, [1.25, 0.9], "around the body that moves, and not around the floor");
    let ways = drawn(Overlay::Sweeps);
    let long = |p: &Primitive| matches!(p, Primitive::Line { from, to, .. } if (*to - *from).length() == 5.0);
    assert!(ways.iter().any(long) && ways.len() == 3, "{ways:?}");
    assert!(drawn(Overlay::Contacts).is_empty());
}

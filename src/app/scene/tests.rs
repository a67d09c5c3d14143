//! Real pictures of a hand-made scene. Where no EGL is present they say so and pass.

use super::picture::PictureRenderer;
use super::{Look, OrbitCamera, SceneFrame};
use crate::geometry::{Capsule, Cuboid, HalfSpace, Shape, Sphere};
use crate::instrument::{BodyInfo, BodyKind, BodyRecord, ContactRecord, RunHeader, StepRecord};
use crate::math::{Mat3, Pose, Quat, Vec3};
use crate::overlay::{Overlay, OverlayOptions};
use crate::session::Selection;

fn scene() -> (RunHeader, StepRecord) {
    let mut header = RunHeader { dt: 1.0 / 60.0, gravity: Vec3::new(0.0, -9.81, 0.0), ..RunHeader::default() };
    let mut record = StepRecord::default();
    let mut add = |kind, shape, position, rotation| {
        let id = header.bodies.len() as u32;
        let shapes = vec![(Pose::IDENTITY, shape)];
        header.bodies.push(BodyInfo { id, name: "body".into(), kind, mass: 1.0, inertia: Mat3::IDENTITY, shapes });
        record.bodies.push(BodyRecord {
            id,
            position,
            rotation,
            velocity: Vec3::new(0.0, -1.0, 0.5),
            angular_velocity: Vec3::ZERO,
            is_asleep: false,
            island: id,
        });
    };
    add(BodyKind::Static, Shape::HalfSpace(HalfSpace { normal: Vec3::Y }), Vec3::ZERO, Quat::IDENTITY);
    let cube = || Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.5) });
    for k in 0..5 {
        add(BodyKind::Dynamic, cube(), Vec3::Y * (0.5 + k as f32), Quat::from_rotation_y(0.2 * k as f32));
    }
    add(BodyKind::Dynamic, Shape::Sphere(Sphere { radius: 0.6 }), Vec3::new(2.0, 0.6, 0.5), Quat::from_rotation_x(0.6));
    let capsule = Capsule { half_height: 0.7, radius: 0.3 };
    add(BodyKind::Dynamic, Shape::Capsule(capsule), Vec3::new(-2.0, 0.9, 0.8), Quat::from_rotation_z(0.5));
    for k in 0..5 {
        for (x, z) in [(-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4)] {
            record.contacts.push(ContactRecord {
                a: k,
                b: k + 1,
                collider_a: k,
                collider_b: k + 1,
                feature: 0,
                position: Vec3::new(x, k as f32, z),
                normal: Vec3::Y,
                separation: if x > 0.0 && k == 3 { 0.01 } else { -0.001 },
                normal_impulse: if x > 0.0 && k == 3 { 0.0 } else { 0.03 * (6 - k) as f32 },
                friction_impulse: Vec3::X * 0.02,
                age: if k < 3 { 9 } else { 0 },
                friction: 0.5,
            });
        }
    }
    (header, record)
}

#[test]
fn pictures_show_bodies_and_overlays() {
    let mut renderer = match PictureRenderer::new() {
        Ok(renderer) => renderer,
        Err(error) => {
            eprintln!("skipped: {error}");
            return;
        }
    };
    let (header, record) = scene();
    let camera = OrbitCamera::looking(Vec3::new(5.0, 4.0, 8.0), Vec3::new(0.0, 2.2, 0.0));
    let mut draw = |options: &OverlayOptions, selection| {
        let frame = SceneFrame::new(1, &header, &record, selection, options);
        renderer.draw(&frame, &camera, &Look::DARK, [640, 400]).unwrap()
    };
    let bare = draw(&OverlayOptions::none(), Selection::None);
    let colors: std::collections::BTreeSet<_> = bare.pixels().map(|p| p.0).collect();
    assert!(colors.len() > 200, "only {} colours: the picture is empty", colors.len());
    let differing =
        |a: &image::RgbaImage, b: &image::RgbaImage| a.pixels().zip(b.pixels()).filter(|(p, q)| p != q).count();
    for overlay in [Overlay::Contacts, Overlay::Normals, Overlay::Impulses, Overlay::Friction, Overlay::Aabbs] {
        let changed = differing(&bare, &draw(&OverlayOptions::only(&[overlay]), Selection::None));
        assert!(changed > 200, "{overlay} changed only {changed} pixels");
    }
    let outlined = differing(&bare, &draw(&OverlayOptions::none(), Selection::Body(2)));
    assert!(outlined > 100, "the outline changed only {outlined} pixels");
    if let Ok(path) = std::env::var("JITTERSCOPE_KEEP_PICTURE") {
        let all = [Overlay::Contacts, Overlay::Normals, Overlay::Impulses, Overlay::Friction];
        let frame = SceneFrame::new(2, &header, &record, Selection::Body(2), &OverlayOptions::only(&all));
        renderer.draw(&frame, &camera, &Look::DARK, [1280, 720]).unwrap().save(&path).unwrap();
        renderer
            .draw(&frame, &camera, &Look::LIGHT, [1280, 720])
            .unwrap()
            .save(path.replace(".png", "_light.png"))
            .unwrap();
    }
}

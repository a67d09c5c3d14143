//! Writing and reading back, our own traces and foreign ones.

use super::*;
use crate::collision::{Feature, FeatureId};
use crate::geometry::{Capsule, Compound, ConvexHull, Cuboid, HalfSpace, Shape, Sphere};
use crate::instrument::record::{
    BodyInfo, BodyKind, BodyRecord, ContactRecord, Energy, FrameRecord, JointInfo, JointRecord, Recording, RunHeader,
    StepRecord,
};
use crate::math::{Mat3, Pose, Quat, Vec3};
use std::sync::Arc;

fn body(id: u32, kind: BodyKind, shapes: Vec<(Pose, Shape)>) -> BodyInfo {
    let inertia = Mat3::from_cols_array(&[1.0, 0.1, 0.2, 0.1, 2.0, 0.3, 0.2, 0.3, 3.0]);
    BodyInfo { id, name: format!("body \"{id}\"").into(), kind, mass: 0.1 + id as f32, inertia, shapes }
}

/// One of everything, with numbers that have no short decimal form.
fn recording() -> Recording {
    let hull_points: Vec<Vec3> =
        (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32)).collect();
    let hull = Shape::Hull(Arc::new(ConvexHull::from_points(&hull_points).unwrap()));
    let aside = Pose::new(Vec3::new(0.1, 0.2, 0.3), Quat::from_rotation_y(0.3));
    let parts = vec![(aside, Shape::Sphere(Sphere { radius: 0.3 })), (Pose::IDENTITY, hull.clone())];
    let bodies = vec![
        body(0, BodyKind::Static, vec![(Pose::IDENTITY, Shape::HalfSpace(HalfSpace { normal: Vec3::Y }))]),
        body(1, BodyKind::Dynamic, vec![(Pose::IDENTITY, Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.1) }))]),
        body(2, BodyKind::Dynamic, vec![(aside, Shape::Capsule(Capsule { half_height: 0.7, radius: 0.1 }))]),
        body(3, BodyKind::Animated, vec![(Pose::IDENTITY, hull)]),
        body(4, BodyKind::Dynamic, vec![(Pose::IDENTITY, Shape::Compound(Arc::new(Compound { parts })))]),
    ];
    let state = |id: u32, time: f32| BodyRecord {
        id,
        position: Vec3::new(0.1 * id as f32, 1.0 / 3.0 + time, -1e-7),
        rotation: Quat::from_rotation_x(time),
        velocity: Vec3::new(0.0, -time, 1.0 / 7.0),
        angular_velocity: Vec3::new(time, 0.0, 0.1),
        is_asleep: id == 2,
        island: 1,
    };
    let step = |index: u64| {
        let time = index as f64 / 60.0;
        StepRecord {
            step: index,
            time,
            bodies: (0..5).map(|id| state(id, time as f32)).collect(),
            contacts: vec![ContactRecord {
                a: 0,
                b: 1,
                collider_a: 0,
                collider_b: 7,
                feature: FeatureId::new(Feature::Face(0), Feature::Vertex(3)).0,
                position: Vec3::splat(0.1),
                normal: Vec3::Y,
                separation: -0.0013,
                normal_impulse: 163.5,
                friction_impulse: Vec3::new(0.1, 0.0, -0.7),
                age: index as u32,
                friction: 0.5,
            }],
            joints: vec![JointRecord {
                id: 0,
                anchor_a: Vec3::splat(0.3),
                anchor_b: Vec3::splat(0.31),
                gap: 0.017,
                angle_error: 0.002,
                impulse: Vec3::new(1.0, 2.0, 3.0),
                coordinate: 0.5,
                limit_impulse: 2.0,
                is_broken: true,
            }],
            displacements: vec![Vec3::new(0.0, 0.25, 0.0); 5],
            energy: Energy { linear: 2.0, angular: 0.5, potential: -1.25 },
            residuals: vec![0.5, 0.25],
            hash: 0xfedc_ba98_7654_3210 + index,
            frame: Some(FrameRecord {
                number: 3,
                steps_asked: 5,
                steps_done: 2,
                secs: 0.05,
                real_time: 1.25,
                alpha: 0.5,
            }),
        }
    };
    let joint = JointInfo {
        id: 0,
        name: "pin".into(),
        kind: "hinge",
        body_a: 1,
        body_b: 2,
        local_anchor_a: Vec3::X,
        local_anchor_b: Vec3::Y,
    };
    let header = RunHeader {
        preset: "p".into(),
        variant: "v".into(),
        dt: 1.0 / 60.0,
        substeps: 4,
        gravity: Vec3::new(0.0, -9.81, 0.0),
        bodies,
        joints: vec![joint],
    };
    Recording { header, steps: (0..3).map(step).collect() }
}

fn written(recording: &Recording) -> Vec<u8> {
    let mut writer = TraceWriter::new(Vec::new(), &recording.header, serde_json::json!({"x": 1})).unwrap();
    recording.steps.iter().for_each(|s| writer.write(s).unwrap());
    writer.finish().unwrap()
}

/// Everything but the shapes, which have no equality; their text form is compared by writing again.
fn assert_same(a: &Recording, b: &Recording) {
    assert_eq!(format!("{:?}", a.steps), format!("{:?}", b.steps));
    assert_eq!(written(a), written(b));
}

#[test]
fn a_trace_reads_back_to_the_very_bits() {
    let original = recording();
    assert_same(&original, &read_trace(written(&original).as_slice()).unwrap());
}

#[test]
fn a_compressed_file_reads_back_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let original = recording();
    for name in ["run.jsonl", "run.jsonl.gz"] {
        let path = folder.path().join(name);
        let file = TraceFile::create(&path).unwrap();
        let mut writer = TraceWriter::new(file, &original.header, serde_json::json!({"x": 1})).unwrap();
        original.steps.iter().for_each(|s| writer.write(s).unwrap());
        writer.finish().unwrap().close().unwrap();
        assert_same(&original, &read_trace_file(&path).unwrap());
    }
    let [plain, gzip] = ["run.jsonl", "run.jsonl.gz"].map(|n| std::fs::read(folder.path().join(n)).unwrap());
    assert!(gzip.starts_with(&[0x1f, 0x8b]) && gzip.len() < plain.len());
}

#[test]
fn poses_alone_are_enough_and_velocities_follow_from_them() {
    let turned = Quat::from_rotation_y(0.05);
    let line = |step: u32, time: f64, y: f32, q: Quat| {
        let q = q.to_array();
        format!(
            r#"{{"step":{step},"time":{time},"bodies":[{{"id":3,"p":[0,{y},0],"q":{q:?}}},{{"id":9,"p":[0,0,0],"q":[0,0,0,1]}}]}}"#
        )
    };
    let text = [line(0, 0.0, 1.0, Quat::IDENTITY), line(1, 0.1, 0.8, turned)].join("\n");
    let recording = read_trace(text.as_bytes()).unwrap();
    let moved = recording.steps[1].body(3).unwrap();
    assert!((moved.velocity - Vec3::new(0.0, -2.0, 0.0)).length() < 1e-5, "{}", moved.velocity);
    assert!((moved.angular_velocity - Vec3::new(0.0, 0.5, 0.0)).length() < 1e-5, "{}", moved.angular_velocity);
    let kinds: Vec<_> = recording.header.bodies.iter().map(|b| (b.id, b.kind)).collect();
    assert_eq!(kinds, [(3, BodyKind::Dynamic), (9, BodyKind::Static)]);
}

#[test]
fn a_foreign_header_with_anchors_gives_joint_gaps() {
    let text = r#"{"format":"jitterscope-trace","version":1,"bodies":[{"id":1,"mass":2,"shape":{"type":"blob"}}],"joints":[{"id":4,"a":0,"b":1,"anchor_b":[0,1,0]}]}
{"step":0,"time":0,"bodies":[{"id":0,"p":[0,0,0],"q":[0,0,0,1]},{"id":1,"p":[0,-1.25,0],"q":[0,0,0,1]}],"from":"elsewhere"}"#;
    let recording = read_trace(text.as_bytes()).unwrap();
    assert_eq!(recording.steps[0].joints[0].gap, 0.25);
    assert!(recording.header.body(1).unwrap().shapes.is_empty(), "an unknown shape is left out");
}

#[test]
fn errors_name_the_line_and_what_is_wrong() {
    let good = r#"{"step":0,"time":0.5,"bodies":[]}"#;
    let cases = [
        (r#"{"format":"jitterscope-trace","version":99}"#.to_owned(), 1, "newer"),
        (r#"{"format":"something","version":1}"#.to_owned(), 1, "something"),
        (format!("{good}\nnonsense"), 2, "not a step"),
        (format!("{good}\n{good}"), 2, "does not come after"),
        (format!("{good}\n{{\"step\":1,\"time\":1,\"bodies\":[{{\"id\":1,\"p\":[0,0,0]}}]}}"), 2, "`q`"),
    ];
    for (text, line, word) in cases {
        let error = read_trace(text.as_bytes()).unwrap_err();
        assert_eq!(error.line, line, "{text}");
        assert!(error.to_string().contains(word), "{error}");
    }
}

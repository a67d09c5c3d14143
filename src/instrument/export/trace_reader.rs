//! Reads a trace back into a recording: our own exactly, and those of other engines as far as they go.
//!
//! What a foreign trace leaves out is worked out from what it has: velocities from the poses of two records, energy
//! from the motion, joint gaps from the anchors. Whatever cannot be worked out stays empty.

use super::format::{
    Header, HeaderBody, HeaderJoint, PartJson, ShapeJson, Step, StepBody, StepContact, StepJoint, TRACE_FORMAT,
    TRACE_VERSION, feature_number,
};
use crate::geometry::{Capsule, Compound, ConvexHull, Cuboid, HalfSpace, Shape, Sphere};
use crate::instrument::metrics;
use crate::instrument::record::{
    BodyInfo, BodyKind, BodyRecord, ContactRecord, Energy, FrameRecord, JointInfo, JointRecord, Recording, RunHeader,
    StepRecord,
};
use crate::math::{Mat3, Pose, Quat, Vec3};
use flate2::read::MultiGzDecoder;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

/// Why a trace could not be read.
#[derive(Debug)]
pub struct TraceError {
    /// Counted from 1; 0 when the file itself could not be opened.
    pub line: usize,
    pub problem: String,
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 { write!(f, "{}", self.problem) } else { write!(f, "line {}: {}", self.line, self.problem) }
    }
}

impl std::error::Error for TraceError {}

/// Reads a trace from disk; one whose name ends in `.gz` is decompressed.
pub fn read_trace_file(path: &Path) -> Result<Recording, TraceError> {
    let open = |e| TraceError { line: 0, problem: format!("cannot open {}: {e}", path.display()) };
    read_trace(open_lines(path).map_err(open)?)
}

/// Opens a file of lines; one whose name ends in `.gz` is decompressed.
///
/// # Errors
/// When it cannot be opened.
pub fn open_lines(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let file = BufReader::new(File::open(path)?);
    let is_gzip = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("gz"));
    Ok(if is_gzip { Box::new(BufReader::new(MultiGzDecoder::new(file))) } else { Box::new(file) })
}

/// Reads a trace. The header line may be missing; then bodies have no shapes, and gravity is that of the earth.
pub fn read_trace(source: impl BufRead) -> Result<Recording, TraceError> {
    let mut recording = Recording { header: default_header(), steps: Vec::new() };
    let mut quality = Vec::new();
    for (index, line) in source.lines().enumerate() {
        let at = |problem: String| TraceError { line: index + 1, problem };
        let line = line.map_err(|e| at(format!("cannot be read: {e}")))?;
        if line.trim().is_empty() {
            continue;
        }
        if index == 0 && is_header(&line) {
            let header: Header = serde_json::from_str(&line).map_err(|e| at(format!("is not a header: {e}")))?;
            check_version(&header).map_err(at)?;
            recording.header = header_record(header).map_err(at)?;
            continue;
        }
        let step: Step = serde_json::from_str(&line)
            .map_err(|e| at(format!("is not a step with `step`, `time` and `bodies` of `id`, `p`, `q`: {e}")))?;
        if recording.steps.last().is_some_and(|last: &StepRecord| last.time >= step.time) {
            return Err(at(format!("its time {} s does not come after the step before", step.time)));
        }
        quality.push(Given::of(&step));
        recording.steps.push(step_record(step));
    }
    complete_header(&mut recording);
    complete_steps(&mut recording, &quality);
    Ok(recording)
}

/// What a step brought along and need not be worked out.
struct Given {
    velocities: bool,
    energy: bool,
    anchors: bool,
}

impl Given {
    fn of(step: &Step) -> Self {
        Self {
            velocities: step.bodies.iter().all(|b| b.v.is_some() && b.w.is_some()),
            energy: step.energy.is_some(),
            anchors: step.joints.iter().all(|j| j.anchor_a.is_some() && j.anchor_b.is_some()),
        }
    }
}

fn is_header(line: &str) -> bool {
    let value: Result<serde_json::Value, _> = serde_json::from_str(line);
    value.is_ok_and(|v| v.get("format").is_some())
}

fn check_version(header: &Header) -> Result<(), String> {
    if header.format != TRACE_FORMAT {
        return Err(format!("`format` is \"{}\", expected \"{TRACE_FORMAT}\"", header.format));
    }
    if header.version > TRACE_VERSION {
        let known = TRACE_VERSION;
        return Err(format!("version {} is newer than this program reads ({known}): update it", header.version));
    }
    Ok(())
}

fn default_header() -> RunHeader {
    RunHeader { dt: 1.0 / 60.0, substeps: 1, gravity: Vec3::new(0.0, -9.81, 0.0), ..RunHeader::default() }
}

fn header_record(header: Header) -> Result<RunHeader, String> {
    let default = default_header();
    Ok(RunHeader {
        preset: header.preset,
        variant: header.variant,
        dt: header.dt.unwrap_or(default.dt),
        substeps: header.substeps.unwrap_or(default.substeps),
        gravity: header.gravity.map_or(default.gravity, Vec3::from_array),
        bodies: header.bodies.into_iter().map(body_info).collect::<Result<_, _>>()?,
        joints: header.joints.into_iter().map(joint_info).collect(),
    })
}

fn body_info(body: HeaderBody) -> Result<BodyInfo, String> {
    let kind = match body.kind.as_deref() {
        Some("static") => BodyKind::Static,
        Some("animated" | "kinematic") => BodyKind::Animated,
        Some("dynamic") => BodyKind::Dynamic,
        None if body.mass == Some(0.0) => BodyKind::Static,
        None => BodyKind::Dynamic,
        Some(other) => {
            let id = body.id;
            return Err(format!("body {id} has the type \"{other}\", expected static, animated or dynamic"));
        }
    };
    let [xx, yy, zz] = body.inertia.unwrap_or_default();
    let [xy, xz, yz] = body.inertia_products.unwrap_or_default();
    let shapes = match body.shape {
        None => Vec::new(),
        Some(ShapeJson::Compound { parts }) => parts.into_iter().filter_map(part).collect(),
        Some(shape) => shape_from_json(shape).map(|s| (Pose::IDENTITY, s)).into_iter().collect(),
    };
    Ok(BodyInfo {
        id: body.id,
        name: body.name.unwrap_or_else(|| format!("body {}", body.id)).into(),
        kind,
        mass: body.mass.unwrap_or(0.0),
        inertia: Mat3::from_cols_array(&[xx, xy, xz, xy, yy, yz, xz, yz, zz]),
        shapes,
    })
}

fn part(part: PartJson) -> Option<(Pose, Shape)> {
    let pose = Pose::new(Vec3::from_array(part.p), Quat::from_array(part.q));
    shape_from_json(part.shape).map(|shape| (pose, shape))
}

/// The shape that stands in a file; `None` for an unknown kind, and for one that cannot be built.
pub fn shape_from_json(shape: ShapeJson) -> Option<Shape> {
    Some(match shape {
        ShapeJson::Sphere { radius } => Shape::Sphere(Sphere { radius }),
        ShapeJson::Box { half_extents } => Shape::Cuboid(Cuboid { half_extents: Vec3::from_array(half_extents) }),
        ShapeJson::Capsule { half_height, radius } => Shape::Capsule(Capsule { half_height, radius }),
        ShapeJson::Hull { vertices } => {
            let points: Vec<Vec3> = vertices.into_iter().map(Vec3::from_array).collect();
            Shape::Hull(Arc::new(ConvexHull::from_points(&points).ok()?))
        }
        ShapeJson::HalfSpace { normal } => Shape::HalfSpace(HalfSpace { normal: Vec3::from_array(normal) }),
        ShapeJson::Compound { parts } => {
            Shape::Compound(Arc::new(Compound { parts: parts.into_iter().filter_map(part).collect() }))
        }
        ShapeJson::Unknown => return None,
    })
}

fn joint_info(joint: HeaderJoint) -> JointInfo {
    const KINDS: [&str; 7] = ["ball", "hinge", "slider", "weld", "distance", "grab", "joint"];
    let kind = joint.kind.as_deref().unwrap_or("joint");
    JointInfo {
        id: joint.id,
        name: joint.name.unwrap_or_else(|| format!("joint {}", joint.id)).into(),
        kind: KINDS.into_iter().find(|k| *k == kind).unwrap_or("joint"),
        body_a: joint.a,
        body_b: joint.b,
        local_anchor_a: joint.anchor_a.map_or(Vec3::ZERO, Vec3::from_array),
        local_anchor_b: joint.anchor_b.map_or(Vec3::ZERO, Vec3::from_array),
    }
}

fn step_record(step: Step) -> StepRecord {
    StepRecord {
        step: step.step,
        time: step.time,
        bodies: step.bodies.into_iter().map(body_record).collect(),
        contacts: step.contacts.into_iter().map(contact_record).collect(),
        joints: step.joints.into_iter().map(joint_record).collect(),
        energy: step.energy.map_or(Energy::default(), |e| Energy {
            linear: e.kinetic - e.angular,
            angular: e.angular,
            potential: e.potential,
        }),
        displacements: step.displacements.into_iter().map(Vec3::from_array).collect(),
        residuals: step.residuals,
        hash: step.hash.and_then(|h| u64::from_str_radix(&h, 16).ok()).unwrap_or(0),
        frame: step.frame.map(|f| FrameRecord {
            number: f.number,
            steps_asked: f.steps_asked,
            steps_done: f.steps_done,
            secs: f.secs,
            real_time: f.real_time,
            alpha: f.alpha,
        }),
    }
}

fn body_record(body: StepBody) -> BodyRecord {
    BodyRecord {
        id: body.id,
        position: Vec3::from_array(body.p),
        rotation: Quat::from_array(body.q),
        velocity: body.v.map_or(Vec3::ZERO, Vec3::from_array),
        angular_velocity: body.w.map_or(Vec3::ZERO, Vec3::from_array),
        is_asleep: body.asleep,
        island: body.island.unwrap_or(body.id),
    }
}

fn contact_record(contact: StepContact) -> ContactRecord {
    ContactRecord {
        a: contact.a,
        b: contact.b,
        collider_a: contact.collider_a.unwrap_or(contact.a),
        collider_b: contact.collider_b.unwrap_or(contact.b),
        feature: contact.feature.as_deref().map_or(0, feature_number),
        position: Vec3::from_array(contact.p),
        normal: Vec3::from_array(contact.n),
        separation: contact.separation,
        normal_impulse: contact.normal_impulse,
        friction_impulse: Vec3::from_array(contact.friction_impulse),
        age: contact.age,
        friction: contact.friction,
    }
}

fn joint_record(joint: StepJoint) -> JointRecord {
    JointRecord {
        id: joint.id,
        anchor_a: joint.anchor_a.map_or(Vec3::ZERO, Vec3::from_array),
        anchor_b: joint.anchor_b.map_or(Vec3::ZERO, Vec3::from_array),
        gap: joint.gap,
        angle_error: joint.angle_error,
        impulse: Vec3::from_array(joint.impulse),
        coordinate: joint.coordinate,
        limit_impulse: joint.limit_impulse,
        is_broken: joint.is_broken,
    }
}

/// Bodies that only the steps name: without a header nothing tells static from dynamic, so what never moves counts
/// as static.
fn complete_header(recording: &mut Recording) {
    let Some(first) = recording.steps.first() else { return };
    for start in &first.bodies {
        if recording.header.body(start.id).is_some() {
            continue;
        }
        let moves = recording
            .steps
            .iter()
            .filter_map(|s| s.body(start.id))
            .any(|b| b.position != start.position || b.rotation != start.rotation);
        recording.header.bodies.push(BodyInfo {
            id: start.id,
            name: format!("body {}", start.id).into(),
            kind: if moves { BodyKind::Dynamic } else { BodyKind::Static },
            mass: 0.0,
            inertia: Mat3::ZERO,
            shapes: Vec::new(),
        });
    }
    recording.header.bodies.sort_by_key(|b| b.id);
}

fn complete_steps(recording: &mut Recording, given: &[Given]) {
    let header = &recording.header;
    for i in 0..recording.steps.len() {
        if !given[i].velocities && i > 0 {
            let (before, rest) = recording.steps.split_at_mut(i);
            velocities_from_poses(&before[i - 1], &mut rest[0]);
        }
        let step = &mut recording.steps[i];
        if !given[i].anchors || (step.joints.is_empty() && !header.joints.is_empty()) {
            step.joints = header.joints.iter().filter_map(|j| joint_from_poses(j, step)).collect();
        }
        if !given[i].energy {
            step.energy = metrics::energy(header, step);
        }
    }
}

/// Mean velocities over the step: the displacement, and the rotation vector of the turn, over the time between.
fn velocities_from_poses(before: &StepRecord, after: &mut StepRecord) {
    let h = (after.time - before.time) as f32;
    for body in &mut after.bodies {
        let Some(old) = before.body(body.id) else { continue };
        let turn = body.rotation * old.rotation.conjugate();
        let turn = if turn.w < 0.0 { -turn } else { turn };
        body.velocity = (body.position - old.position) / h;
        body.angular_velocity = turn.to_scaled_axis() / h;
    }
}

fn joint_from_poses(joint: &JointInfo, step: &StepRecord) -> Option<JointRecord> {
    let anchor_a = step.body(joint.body_a)?.world_from_body().transform_point(joint.local_anchor_a);
    let anchor_b = step.body(joint.body_b)?.world_from_body().transform_point(joint.local_anchor_b);
    let known = step.joints.iter().find(|j| j.id == joint.id);
    let gap = known.map_or_else(|| anchor_a.distance(anchor_b), |j| j.gap);
    let (angle_error, impulse) = known.map_or((0.0, Vec3::ZERO), |j| (j.angle_error, j.impulse));
    Some(JointRecord {
        id: joint.id,
        anchor_a,
        anchor_b,
        gap,
        angle_error,
        impulse,
        coordinate: known.map_or(0.0, |j| j.coordinate),
        limit_impulse: known.map_or(0.0, |j| j.limit_impulse),
        is_broken: known.is_some_and(|j| j.is_broken),
    })
}

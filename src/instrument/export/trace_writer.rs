//! Writes a trace line by line while the run goes on.

use super::format::{
    Header, HeaderBody, HeaderJoint, PartJson, ShapeJson, Step, StepBody, StepContact, StepEnergy, StepFrame,
    StepJoint, TRACE_FORMAT, TRACE_VERSION, feature_text,
};
use crate::geometry::Shape;
use crate::instrument::record::{BodyInfo, BodyKind, RunHeader, StepRecord};
use crate::math::Pose;
use flate2::{Compression, write::GzEncoder};
use serde_json::Value;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// A trace on its way to `W`.
#[derive(Debug)]
pub struct TraceWriter<W: Write> {
    out: W,
}

impl<W: Write> TraceWriter<W> {
    /// Writes the header line; `settings` are the settings of the run as JSON.
    pub fn new(mut out: W, header: &RunHeader, settings: Value) -> io::Result<Self> {
        write_line(&mut out, &header_line(header, settings))?;
        Ok(Self { out })
    }

    pub fn write(&mut self, step: &StepRecord) -> io::Result<()> {
        write_line(&mut self.out, &step_line(step))
    }

    /// Flushes and gives the sink back.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A file on disk, compressed when its name ends in `.gz`.
#[derive(Debug)]
pub enum TraceFile {
    Plain(BufWriter<File>),
    Gzip(GzEncoder<BufWriter<File>>),
}

impl TraceFile {
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = BufWriter::new(File::create(path)?);
        let is_gzip = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("gz"));
        Ok(if is_gzip { Self::Gzip(GzEncoder::new(file, Compression::default())) } else { Self::Plain(file) })
    }

    /// Writes what is still buffered. Dropping the file does so too, but cannot report a full disk.
    pub fn close(self) -> io::Result<()> {
        let mut file = match self {
            Self::Plain(file) => file,
            Self::Gzip(encoder) => encoder.finish()?,
        };
        file.flush()
    }
}

impl Write for TraceFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Gzip(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Gzip(encoder) => encoder.flush(),
        }
    }
}

fn write_line<T: serde::Serialize>(out: &mut impl Write, line: &T) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line).map_err(io::Error::from)?;
    out.write_all(b"\n")
}

fn header_line(header: &RunHeader, settings: Value) -> Header {
    Header {
        format: TRACE_FORMAT.to_owned(),
        version: TRACE_VERSION,
        preset: header.preset.clone(),
        variant: header.variant.clone(),
        settings,
        dt: Some(header.dt),
        substeps: Some(header.substeps),
        gravity: Some(header.gravity.to_array()),
        bodies: header.bodies.iter().map(body_json).collect(),
        joints: header
            .joints
            .iter()
            .map(|j| HeaderJoint {
                id: j.id,
                name: Some(j.name.to_string()),
                kind: Some(j.kind.to_owned()),
                a: j.body_a,
                b: j.body_b,
                anchor_a: Some(j.local_anchor_a.to_array()),
                anchor_b: Some(j.local_anchor_b.to_array()),
            })
            .collect(),
    }
}

fn body_json(body: &BodyInfo) -> HeaderBody {
    let i = &body.inertia;
    let products = [i.y_axis.x, i.z_axis.x, i.z_axis.y];
    HeaderBody {
        id: body.id,
        name: Some(body.name.to_string()),
        kind: Some(
            match body.kind {
                BodyKind::Static => "static",
                BodyKind::Animated => "animated",
                BodyKind::Dynamic => "dynamic",
            }
            .to_owned(),
        ),
        mass: Some(body.mass),
        inertia: Some([i.x_axis.x, i.y_axis.y, i.z_axis.z]),
        inertia_products: (products != [0.0; 3]).then_some(products),
        shape: match body.shapes.as_slice() {
            [] => None,
            [(pose, shape)] if *pose == Pose::IDENTITY => Some(shape_to_json(shape)),
            parts => Some(ShapeJson::Compound { parts: parts.iter().map(part_json).collect() }),
        },
    }
}

fn part_json((pose, shape): &(Pose, Shape)) -> PartJson {
    PartJson { p: pose.translation.to_array(), q: pose.rotation.to_array(), shape: shape_to_json(shape) }
}

/// A shape as it stands in files.
pub fn shape_to_json(shape: &Shape) -> ShapeJson {
    match shape {
        Shape::Sphere(s) => ShapeJson::Sphere { radius: s.radius },
        Shape::Cuboid(c) => ShapeJson::Box { half_extents: c.half_extents.to_array() },
        Shape::Capsule(c) => ShapeJson::Capsule { half_height: c.half_height, radius: c.radius },
        Shape::Hull(h) => ShapeJson::Hull { vertices: h.vertices().iter().map(|v| v.to_array()).collect() },
        Shape::HalfSpace(h) => ShapeJson::HalfSpace { normal: h.normal.to_array() },
        Shape::Compound(c) => ShapeJson::Compound { parts: c.parts.iter().map(part_json).collect() },
    }
}

fn step_line(step: &StepRecord) -> Step {
    Step {
        step: step.step,
        time: step.time,
        bodies: step
            .bodies
            .iter()
            .map(|b| StepBody {
                id: b.id,
                p: b.position.to_array(),
                q: b.rotation.to_array(),
                v: Some(b.velocity.to_array()),
                w: Some(b.angular_velocity.to_array()),
                asleep: b.is_asleep,
                island: Some(b.island),
            })
            .collect(),
        contacts: step
            .contacts
            .iter()
            .map(|c| StepContact {
                a: c.a,
                b: c.b,
                collider_a: Some(c.collider_a),
                collider_b: Some(c.collider_b),
                feature: Some(feature_text(c.feature)),
                p: c.position.to_array(),
                n: c.normal.to_array(),
                separation: c.separation,
                normal_impulse: c.normal_impulse,
                friction_impulse: c.friction_impulse.to_array(),
                age: c.age,
                friction: c.friction,
            })
            .collect(),
        joints: step
            .joints
            .iter()
            .map(|j| StepJoint {
                id: j.id,
                gap: j.gap,
                coordinate: j.coordinate,
                limit_impulse: j.limit_impulse,
                is_broken: j.is_broken,
                angle_error: j.angle_error,
                impulse: j.impulse.to_array(),
                anchor_a: Some(j.anchor_a.to_array()),
                anchor_b: Some(j.anchor_b.to_array()),
            })
            .collect(),
        energy: Some(StepEnergy {
            kinetic: step.energy.kinetic(),
            potential: step.energy.potential,
            angular: step.energy.angular,
        }),
        displacements: step.displacements.iter().map(|d| d.to_array()).collect(),
        residuals: step.residuals.clone(),
        hash: Some(format!("{:016x}", step.hash)),
        frame: step.frame.map(|f| StepFrame {
            number: f.number,
            steps_asked: f.steps_asked,
            steps_done: f.steps_done,
            secs: f.secs,
            real_time: f.real_time,
            alpha: f.alpha,
        }),
    }
}

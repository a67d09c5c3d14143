//! The recorder: a probe that also turns the world into records between steps.
//!
//! Use: `record_start` once, then for every step `world.step(…, &mut recorder)` followed by `record_step`. What the
//! probe collects during a step (residuals, rows, stage times) belongs to that step and is dropped when the next one
//! begins, so a recorder that is asked for nothing costs nothing but the copy of the state.

use super::record::{
    BodyInfo, BodyKind, BodyRecord, ContactRecord, Energy, JointInfo, JointRecord, Recording, RunHeader, StepRecord,
};
use super::row_log::RowLog;
use super::timing::StageTimes;
use crate::dynamics::{
    Body, BodyState, BodyType, Gathering, IterationEvent, Pass, Probe, Row, RowEvent, Stage, StepSettings, World,
};
use crate::math::{Mat3, Vec3};

/// What is collected besides the state after each step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecorderOptions {
    /// The residual after each sweep: one more look at each row.
    pub residuals: bool,
    /// Every change of every row in the step, see [`Recorder::rows`]. Heavy: for one step at a time.
    pub rows: bool,
    /// Wall-clock time of each stage, see [`Recorder::stage_times`].
    pub timings: bool,
}

/// Watches steps and makes records of them.
#[derive(Debug, Default)]
pub struct Recorder {
    pub options: RecorderOptions,
    gravity: Vec3,
    inertia_scale: f32,
    is_displaced: bool,
    residuals: Vec<f32>,
    rows: RowLog,
    times: StageTimes,
    /// The buffers belong to a step that is over.
    is_stale: bool,
    /// Records that nobody needs any more: their memory is used again.
    spare: Vec<StepRecord>,
}

/// Most records whose memory is kept for later.
const MOST_SPARE: usize = 64;

impl Recorder {
    pub fn new(options: RecorderOptions) -> Self {
        Self { options, inertia_scale: 1.0, is_stale: true, ..Self::default() }
    }

    /// The header and the start (step 0 of a fresh world) as a recording to which the steps are pushed.
    pub fn record_start(&mut self, world: &World, settings: &StepSettings) -> Recording {
        self.observe_settings(settings);
        Recording { header: RunHeader::of(world, settings), steps: vec![self.record_step(world)] }
    }

    /// Call when settings changed: energies are computed with gravity and the inertia scale, and bodies may be displaced.
    pub fn observe_settings(&mut self, settings: &StepSettings) {
        self.gravity = Vec3::from_array(settings.gravity);
        self.inertia_scale = settings.integrator.inertia_scale;
        self.is_displaced = settings.joint.visual_displacement;
    }

    /// The state of the world after a step, with the residuals of that step.
    pub fn record_step(&mut self, world: &World) -> StepRecord {
        let residuals = self.take_residuals();
        // Fresh memory for every step would cost more than what is written into it.
        let StepRecord { mut bodies, mut contacts, mut joints, .. } = self.spare.pop().unwrap_or_default();
        bodies.clear();
        contacts.clear();
        joints.clear();
        push_bodies(world, &mut bodies);
        push_contacts(world, &mut contacts);
        push_joints(world, &mut joints);
        StepRecord {
            step: world.step_count(),
            time: world.time(),
            bodies,
            contacts,
            joints,
            displacements: if self.is_displaced { world.visual_displacements() } else { Vec::new() },
            energy: energy(world, self.gravity, self.inertia_scale),
            residuals,
            hash: world.state_hash(),
            frame: None,
        }
    }

    /// What was collected in the last step of the residuals, for a step that gets no record of its own.
    pub fn take_residuals(&mut self) -> Vec<f32> {
        if std::mem::replace(&mut self.is_stale, true) { Vec::new() } else { std::mem::take(&mut self.residuals) }
    }

    /// Takes a record back that nobody needs any more.
    pub fn recycle(&mut self, record: StepRecord) {
        if self.spare.len() < MOST_SPARE {
            self.spare.push(record);
        }
    }

    /// The row changes of the last step, in order; empty unless asked for in the options.
    pub fn rows(&self) -> &RowLog {
        &self.rows
    }

    /// Takes the row changes away, so that they can be kept.
    pub fn take_rows(&mut self) -> RowLog {
        std::mem::take(&mut self.rows)
    }

    /// Time spent in each stage of the last step; zero unless asked for in the options.
    pub fn stage_times(&self) -> &StageTimes {
        &self.times
    }

    fn begin_step_if_stale(&mut self) {
        if self.is_stale {
            self.is_stale = false;
            self.residuals.clear();
            self.rows.clear();
            self.times.clear();
        }
    }
}

impl Probe for Recorder {
    fn wants_rows(&self) -> bool {
        self.options.rows
    }

    fn wants_iterations(&self) -> bool {
        self.options.residuals
    }

    fn begin_stage(&mut self, _substep: u32, stage: Stage, bodies: &[BodyState]) {
        self.begin_step_if_stale();
        if self.options.rows {
            self.rows.begin(bodies);
        }
        if self.options.timings {
            self.times.begin(stage);
        }
    }

    fn end_stage(&mut self, substep: u32, stage: Stage, bodies: &[BodyState]) {
        if self.options.timings {
            self.times.end(stage);
        }
        if self.options.rows {
            self.rows.push_stage(substep, stage, bodies);
        }
    }

    fn gathered(&mut self, substep: u32, what: Gathering, rows: &[Row], bodies: &[BodyState]) {
        if self.options.rows {
            self.rows.push_gathering(substep, what, rows, bodies);
        }
    }

    fn row(&mut self, event: &RowEvent<'_>) {
        self.begin_step_if_stale();
        if self.options.rows {
            self.rows.push(event);
        }
    }

    fn iteration(&mut self, event: &IterationEvent) {
        self.begin_step_if_stale();
        if self.options.residuals && matches!(event.pass, Pass::Bias | Pass::Relax) {
            self.residuals.push(event.residual);
        }
        if self.options.residuals && self.options.rows {
            self.rows.push_iteration(event);
        }
    }
}

impl RunHeader {
    /// Bodies, joints and the settings that a reader needs; preset and variant are left empty.
    pub fn of(world: &World, settings: &StepSettings) -> Self {
        let mut header = Self {
            preset: String::new(),
            variant: String::new(),
            dt: settings.time.dt,
            substeps: settings.time.substeps,
            gravity: Vec3::from_array(settings.gravity),
            bodies: Vec::new(),
            joints: Vec::new(),
        };
        header.add_new(world);
        header
    }

    /// Appends bodies and joints that the world got since the header was made.
    pub fn add_new(&mut self, world: &World) {
        for (i, body) in world.bodies().iter().enumerate().skip(self.bodies.len()) {
            self.bodies.push(body_info(world, i as u32, body));
        }
        for (i, joint) in world.joints().iter().enumerate().skip(self.joints.len()) {
            self.joints.push(JointInfo {
                id: i as u32,
                name: joint.name.clone(),
                kind: joint.kind.name(),
                body_a: joint.body_a.0,
                body_b: joint.body_b.0,
                local_anchor_a: joint.a_from_joint.translation,
                local_anchor_b: joint.b_from_joint.translation,
            });
        }
    }
}

fn body_info(world: &World, id: u32, body: &Body) -> BodyInfo {
    let colliders = body.first_collider as usize..(body.first_collider + body.collider_count) as usize;
    BodyInfo {
        id,
        name: body.name.clone(),
        kind: match body.body_type {
            BodyType::Static => BodyKind::Static,
            BodyType::Animated => BodyKind::Animated,
            BodyType::Dynamic => BodyKind::Dynamic,
        },
        mass: body.mass,
        inertia: body.inertia * body.inertia_scale,
        shapes: world.colliders()[colliders].iter().map(|c| (c.body_from_shape, c.shape.clone())).collect(),
    }
}

fn push_bodies(world: &World, out: &mut Vec<BodyRecord>) {
    let states = world.bodies().iter().zip(world.states()).enumerate();
    out.extend(states.map(|(i, (body, state))| BodyRecord {
        id: i as u32,
        position: state.position,
        rotation: state.rotation,
        velocity: state.velocity,
        angular_velocity: state.angular_velocity,
        is_asleep: body.is_asleep,
        island: body.island,
    }));
}

fn push_contacts(world: &World, out: &mut Vec<ContactRecord>) {
    out.reserve(world.contacts().iter().map(|c| c.points().len()).sum());
    for contact in world.contacts() {
        // The impulse of points that are gone belongs to the step too.
        out.extend(contact.points().iter().chain(contact.departed()).map(|point| ContactRecord {
            a: contact.body_a.0,
            b: contact.body_b.0,
            collider_a: contact.collider_a,
            collider_b: contact.collider_b,
            feature: point.feature.0,
            position: point.position,
            normal: contact.normal,
            separation: point.separation,
            normal_impulse: point.total_normal_impulse,
            friction_impulse: point.total_friction_impulse,
            age: point.age,
            friction: contact.friction,
        }));
    }
}

fn push_joints(world: &World, out: &mut Vec<JointRecord>) {
    let states = world.states();
    let joints = world.joints().iter().enumerate();
    out.extend(joints.map(|(i, joint)| {
        let a = states[joint.body_a.index()].world_from_body();
        let b = states[joint.body_b.index()].world_from_body();
        let error = joint.measured_error(&a, &b);
        let [anchor_a, anchor_b] = joint.anchors(&a, &b);
        JointRecord {
            id: i as u32,
            anchor_a,
            anchor_b,
            gap: error.gap,
            angle_error: error.angle,
            impulse: joint.total_impulse,
            coordinate: joint.coordinate(&a, &b).unwrap_or(0.0),
            limit_impulse: joint.total_limit_impulse,
            is_broken: joint.is_broken,
        }
    }));
}

/// With the inertia that the step uses: a body whose inertia is scaled up really stores that much energy.
fn energy(world: &World, gravity: Vec3, inertia_scale: f32) -> Energy {
    let mut sum = Energy::default();
    for (body, state) in world.bodies().iter().zip(world.states()) {
        if body.body_type != BodyType::Dynamic {
            continue;
        }
        let spin = state.rotation.conjugate() * state.angular_velocity;
        let inertia: Mat3 = body.inertia * (body.inertia_scale * inertia_scale);
        sum.linear += 0.5 * f64::from(body.mass) * f64::from(state.velocity.length_squared());
        sum.angular += 0.5 * f64::from(spin.dot(inertia * spin));
        let weight = f64::from(body.mass * body.gravity_scale);
        sum.potential -= weight * gravity.as_dvec3().dot(state.position.as_dvec3());
    }
    sum.potential += world.springs().iter().map(|spring| spring.energy(world.states())).sum::<f64>();
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::{BodyDef, ColliderDef, MassSpec};
    use crate::geometry::{Cuboid, Shape};
    use crate::instrument::metrics;
    use crate::math::{Pose, Quat};

    fn collider(half: Vec3) -> Vec<ColliderDef> {
        vec![ColliderDef::new(Shape::Cuboid(Cuboid { half_extents: half }))]
    }

    /// A tilted spinning box that falls on a floor.
    fn world() -> World {
        let mut world = World::new();
        let floor = Pose::from_translation(Vec3::new(0.0, -0.5, 0.0));
        world.add_body(BodyDef::fixed("floor", floor, collider(Vec3::new(5.0, 0.5, 5.0))));
        let start = Pose::new(Vec3::new(0.0, 0.9, 0.0), Quat::from_rotation_z(0.3));
        let def = BodyDef::dynamic("box", start, collider(Vec3::new(0.2, 0.5, 0.3)), MassSpec::Density(1000.0));
        world.add_body(def.with_velocity(Vec3::X, Vec3::new(1.0, 2.0, 0.0)));
        world
    }

    #[test]
    fn watching_everything_changes_nothing_and_the_buffers_belong_to_the_last_step() {
        let settings = StepSettings::default();
        let (mut watched, mut alone) = (world(), world());
        let mut recorder = Recorder::new(RecorderOptions { residuals: true, rows: true, timings: true });
        let mut recording = recorder.record_start(&watched, &settings);
        for _ in 0..60 {
            watched.step(&settings, &mut recorder).unwrap();
            alone.step(&settings, &mut ()).unwrap();
            recording.steps.push(recorder.record_step(&watched));
            assert_eq!(watched.state_hash(), alone.state_hash());
        }
        let last = recording.steps.last().unwrap();
        let sweeps = settings.time.substeps * (settings.solver.velocity_iterations + settings.solver.relax_iterations);
        assert!(!last.contacts.is_empty(), "the box lies on the floor");
        assert_eq!(last.residuals.len(), sweeps as usize);
        assert!(!recorder.rows().is_empty());
        assert!(recorder.rows().samples().iter().all(|s| s.substep < settings.time.substeps));
        let ends = recorder.rows().stages().iter().filter(|s| s.stage == Stage::Store).count();
        assert_eq!(ends, settings.time.substeps as usize, "one step only");
        assert!(!recorder.stage_times().total().is_zero());
        watched.step(&settings, &mut ()).unwrap();
        let unwatched = recorder.record_step(&watched);
        assert!(unwatched.residuals.is_empty(), "a step without the recorder has no residuals");
    }

    #[test]
    fn recorded_energy_is_the_energy_of_the_recorded_motion() {
        let settings = StepSettings::default();
        let mut world = world();
        let mut recorder = Recorder::new(RecorderOptions::default());
        let header = recorder.record_start(&world, &settings).header;
        for _ in 0..5 {
            world.step(&settings, &mut recorder).unwrap();
            let record = recorder.record_step(&world);
            let from_motion = metrics::energy(&header, &record);
            assert!(record.energy.kinetic() > 100.0);
            assert!((record.energy.total() - from_motion.total()).abs() < 1e-6 * from_motion.kinetic());
        }
    }

    #[test]
    fn trimming_keeps_the_newest_records() {
        let settings = StepSettings::default();
        let mut world = world();
        let mut recorder = Recorder::new(RecorderOptions::default());
        let mut recording = recorder.record_start(&world, &settings);
        for _ in 0..9 {
            world.step(&settings, &mut recorder).unwrap();
            recording.steps.push(recorder.record_step(&world));
        }
        let half = recording.memory_bytes() / 2;
        let dropped = recording.trim_to(half);
        assert!(dropped > 0 && recording.memory_bytes() <= half);
        assert_eq!(recording.steps.last().unwrap().step, 9);
        recording.trim_to(0);
        assert_eq!(recording.steps.len(), 1);
    }
}

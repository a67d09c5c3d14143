//! The step as a flat list of moments, and the motion of all bodies at each of them.
//!
//! Between two moments at which the log holds the motion of all bodies there are only changes of rows, and applying
//! those with [`crate::dynamics::Row::apply`] is exactly what the solver did. Where a stage ends otherwise than the
//! walk says although it solves rows only, the log is not the whole story; such flaws are counted and shown.

use crate::dynamics::{BodyState, Gathering, Stage};
use crate::instrument::RowLog;

/// What has just happened at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Nothing yet: the step begins.
    Start,
    /// One accumulated impulse has changed; the index is that of the log's samples.
    Row(u32),
    /// Rows were gathered for velocities that are not those before; the index is that of the log's gatherings.
    Gathered(u32),
    /// A stage is over; the index is that of the log's stages.
    Stage(u32),
}

/// One place inside the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    pub substep: u32,
    pub stage: Stage,
    pub event: Event,
    /// The last moment up to this one at which the motion of all bodies is in the log.
    base: u32,
}

/// The moments of a step.
#[derive(Debug, Default)]
pub(super) struct Walk {
    pub moments: Vec<Moment>,
    /// Moment of each sample of the log.
    pub moment_of_sample: Vec<u32>,
    /// Stages of rows alone that do not end where their rows lead.
    pub flaws: usize,
}

impl Walk {
    pub fn new(log: &RowLog) -> Self {
        let mut walk = Self::default();
        let mut bodies = log.start().to_vec();
        walk.push(0, Stage::UpdatePairs, Event::Start);
        let (mut sample, mut gathering) = (0, 0);
        for (index, stage) in log.stages().iter().enumerate() {
            let length = walk.moments.len();
            loop {
                let next = log.gatherings().get(gathering).filter(|g| g.stages_before == index);
                let until = next.map_or(stage.rows_before, |g| g.rows_before.min(stage.rows_before));
                while sample < until {
                    apply(log, sample, &mut bodies);
                    walk.moment_of_sample.push(walk.moments.len() as u32);
                    walk.push(stage.substep, stage.stage, Event::Row(sample as u32));
                    sample += 1;
                }
                let Some(gathered) = next else { break };
                if matches!(gathered.what, Gathering::PseudoVelocities | Gathering::Impact) {
                    bodies.clone_from(&gathered.bodies);
                    walk.push(gathered.substep, stage.stage, Event::Gathered(gathering as u32));
                }
                gathering += 1;
            }
            let has_rows = walk.moments.len() > length;
            let is_exact = are_equal(&bodies, &stage.bodies);
            if has_rows && !is_exact && is_of_rows_alone(stage.stage) {
                walk.flaws += 1;
            }
            if !has_rows || !is_exact {
                bodies.clone_from(&stage.bodies);
                walk.push(stage.substep, stage.stage, Event::Stage(index as u32));
            }
        }
        walk
    }

    fn push(&mut self, substep: u32, stage: Stage, event: Event) {
        let here = self.moments.len() as u32;
        let base = match event {
            Event::Row(_) => self.moments.last().map_or(here, |moment| moment.base),
            _ => here,
        };
        self.moments.push(Moment { substep, stage, event, base });
    }

    /// The motion of all bodies at a moment.
    pub fn bodies_at(&self, log: &RowLog, moment: usize) -> Vec<BodyState> {
        let Some(base) = self.moments.get(moment).map(|m| m.base as usize) else { return Vec::new() };
        let mut bodies = match self.moments[base].event {
            Event::Gathered(index) => log.gatherings()[index as usize].bodies.clone(),
            Event::Stage(index) => log.stages()[index as usize].bodies.clone(),
            Event::Start | Event::Row(_) => log.start().to_vec(),
        };
        for later in &self.moments[base + 1..=moment] {
            if let Event::Row(sample) = later.event {
                apply(log, sample as usize, &mut bodies);
            }
        }
        bodies
    }
}

/// Stages in which velocities change through rows and through nothing else.
fn is_of_rows_alone(stage: Stage) -> bool {
    matches!(stage, Stage::WarmStart | Stage::Solve | Stage::Relax | Stage::Restitution)
}

/// Gives two bodies the change of a row.
pub(super) fn apply(log: &RowLog, sample: usize, bodies: &mut [BodyState]) {
    let sample = &log.samples()[sample];
    let (a, b) = (sample.row.body_a as usize, sample.row.body_b as usize);
    let (Some(mut state_a), Some(mut state_b)) = (bodies.get(a).copied(), bodies.get(b).copied()) else { return };
    sample.row.apply(sample.delta_lambda, &mut state_a, &mut state_b);
    (bodies[a], bodies[b]) = (state_a, state_b);
}

/// To the bit.
pub(super) fn are_equal(a: &[BodyState], b: &[BodyState]) -> bool {
    let bits = |s: &BodyState| {
        let vectors = [s.position, s.velocity, s.angular_velocity].map(|v| v.to_array().map(f32::to_bits));
        (vectors, s.rotation.to_array().map(f32::to_bits))
    };
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| bits(a) == bits(b))
}

//! Rows against sweeps: what each row got in each sweep, and what it still lacked when the sweep was over.

use super::walk;
use crate::dynamics::solver::pair_changes;
use crate::dynamics::{BodyState, Clamp, FrictionBound, Gathering, Joint, Pass, Row, RowId, RowKind, Stage, World};
use crate::instrument::RowLog;
use crate::math::Vec3;
use std::collections::BTreeMap;

/// A row through all sweeps of the step. Its number is its place in the list, which is the order of the first sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub id: RowId,
    pub kind: RowKind,
    pub body_a: u32,
    pub body_b: u32,
    /// Contact point or joint, after the step, world, m; none where it is gone by then.
    pub place: Option<Vec3>,
    /// Along it an impulse pushes B; about it, where `is_angular`.
    pub direction: Vec3,
    pub is_angular: bool,
    /// Colliders and feature of a contact point: what a selection names.
    pub contact: Option<(u32, u32, u32)>,
}

/// One sweep over the rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    pub substep: u32,
    pub stage: Stage,
    pub pass: Pass,
    pub iteration: u32,
    /// Samples of the log, first and one past the last.
    pub samples: (u32, u32),
    /// Largest violation left when it was over, m/s.
    pub residual: f32,
    /// Sum of the magnitudes of all changes, N s.
    pub total_change: f32,
}

/// One row in one sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// Sum of its changes, N s (N m s).
    pub change: f32,
    /// What it still asked for at the end of the sweep, m/s (rad/s).
    pub residual: f32,
    /// Of its last change.
    pub clamp: Clamp,
    /// How often it was solved; 0 where the sweep left it out.
    pub turns: u32,
    /// Sample of its last change.
    pub sample: u32,
}

impl Cell {
    const EMPTY: Self = Self { change: 0.0, residual: 0.0, clamp: Clamp::Free, turns: 0, sample: u32::MAX };
}

/// The whole table.
#[derive(Debug, Default)]
pub struct Matrix {
    pub lines: Vec<Line>,
    pub columns: Vec<Column>,
    cells: Vec<Cell>,
    numbers: BTreeMap<RowId, u32>,
    /// Column of each sample.
    pub(super) column_of_sample: Vec<u32>,
    /// Counts the times at which all accumulated impulses began from zero, for each sample.
    pub(super) era_of_sample: Vec<u32>,
    /// Samples of each line, in order.
    pub(super) samples_of_line: Vec<Vec<u32>>,
}

impl Matrix {
    pub(super) fn new(log: &RowLog, world: &World, bound: FrictionBound) -> Self {
        let mut matrix = Self::default();
        matrix.number_lines(log, world);
        matrix.find_columns(log);
        matrix.cells = vec![Cell::EMPTY; matrix.lines.len() * matrix.columns.len()];
        matrix.fill(log, bound);
        matrix
    }

    /// Number of a row, from 0.
    pub fn line(&self, id: RowId) -> Option<usize> {
        self.numbers.get(&id).map(|number| *number as usize)
    }

    pub fn cell(&self, line: usize, column: usize) -> Option<&Cell> {
        (line < self.lines.len()).then(|| self.cells.get(column * self.lines.len() + line)).flatten()
    }

    /// Greatest magnitude of a change and of a residual in the table.
    pub fn largest(&self) -> (f32, f32) {
        let finite = |m: f32, v: f32| if v.is_finite() { m.max(v.abs()) } else { m };
        self.cells.iter().fold((0.0, 0.0), |(c, r), cell| (finite(c, cell.change), finite(r, cell.residual)))
    }

    fn number_lines(&mut self, log: &RowLog, world: &World) {
        // Warm starting walks over the rows as they were gathered; the order of solving is that of the sweeps.
        let solved = log.samples().iter().filter(|s| s.pass != Pass::WarmStart).map(|s| &s.row);
        let gathered = log.gatherings().iter().flat_map(|g| &g.rows);
        for row in solved.chain(gathered) {
            let number = self.lines.len() as u32;
            if *self.numbers.entry(row.id).or_insert(number) == number {
                self.lines.push(line(row, world));
            }
        }
        self.samples_of_line = vec![Vec::new(); self.lines.len()];
        for (index, sample) in log.samples().iter().enumerate() {
            if let Some(line) = self.line(sample.row_id) {
                self.samples_of_line[line].push(index as u32);
            }
        }
    }

    fn find_columns(&mut self, log: &RowLog) {
        let mut gatherings = log.gatherings().iter().peekable();
        let mut stages = log.stages().iter().peekable();
        let (mut era, mut is_new) = (0, true);
        for (index, sample) in log.samples().iter().enumerate() {
            while let Some(gathered) = gatherings.next_if(|g| g.rows_before <= index) {
                era += u32::from(starts_from_zero(gathered.what));
                is_new = true;
            }
            while stages.next_if(|s| s.rows_before <= index).is_some() {}
            let stage = stages.peek().map_or(Stage::FinishStep, |s| s.stage);
            let key = (sample.substep, sample.pass, sample.iteration);
            let is_other = self.columns.last().is_none_or(|c| (c.substep, c.pass, c.iteration) != key);
            if is_new || is_other {
                let (substep, pass, iteration) = key;
                let samples = (index as u32, index as u32);
                let (residual, total_change) = (0.0, 0.0);
                self.columns.push(Column { substep, stage, pass, iteration, samples, residual, total_change });
                is_new = false;
            }
            if let Some(column) = self.columns.last_mut() {
                column.samples.1 = index as u32 + 1;
            }
            self.column_of_sample.push(self.columns.len() as u32 - 1);
            self.era_of_sample.push(era);
        }
    }

    /// Walks through the step once.
    fn fill(&mut self, log: &RowLog, bound: FrictionBound) {
        let mut bodies = log.start().to_vec();
        let mut rows: Vec<Row> = Vec::new();
        let mut place: BTreeMap<RowId, usize> = BTreeMap::new();
        let (mut stage, mut gathering) = (0, 0);
        for column in 0..self.columns.len() {
            let (first, end) = self.columns[column].samples;
            while let Some(ended) = log.stages().get(stage).filter(|s| s.rows_before <= first as usize) {
                // A stage that ends here may have begun after the rows before: its state is what counts.
                bodies.clone_from(&ended.bodies);
                stage += 1;
            }
            while let Some(gathered) = log.gatherings().get(gathering).filter(|g| g.rows_before <= first as usize) {
                bodies.clone_from(&gathered.bodies);
                rows.clone_from(&gathered.rows);
                if starts_from_zero(gathered.what) {
                    rows.iter_mut().for_each(|row| row.lambda = 0.0);
                }
                place = rows.iter().enumerate().map(|(i, row)| (row.id, i)).collect();
                gathering += 1;
            }
            let mut before = Vec::new();
            for index in first..end {
                let sample = &log.samples()[index as usize];
                walk::apply(log, index as usize, &mut bodies);
                if let Some(&at) = place.get(&sample.row_id) {
                    before.push((at, rows[at].lambda));
                    rows[at] = sample.row;
                }
                if let Some(line) = self.line(sample.row_id) {
                    let cell = &mut self.cells[column * self.lines.len() + line];
                    cell.change += sample.delta_lambda;
                    cell.clamp = sample.clamp;
                    cell.turns += 1;
                    cell.sample = index;
                }
            }
            self.columns[column].total_change = total_change(&rows, &mut before);
            self.store_residuals(column, &rows, &bodies, bound);
        }
    }

    fn store_residuals(&mut self, column: usize, rows: &[Row], bodies: &[BodyState], bound: FrictionBound) {
        // After the warm start the question is what the first sweep will find.
        let pass = if self.columns[column].pass == Pass::WarmStart { Pass::Bias } else { self.columns[column].pass };
        let mut worst = 0.0_f32;
        let mut index = 0;
        while index < rows.len() {
            let row = &rows[index];
            let (a, b) = (&bodies[row.body_a as usize], &bodies[row.body_b as usize]);
            let violations = match rows.get(index + 1) {
                Some(other) if row.kind == RowKind::Friction && row.effective_mass > 0.0 => {
                    let limit = row.friction_limit(
                        rows.get(index.wrapping_sub(row.rows_after_normal as usize)).map_or(0.0, |n| n.lambda),
                    );
                    let velocities = [row.velocity(a, b), other.velocity(a, b)];
                    pair_changes([row, other], velocities, limit, pass, bound).0.map(|d| d.abs() / row.effective_mass)
                }
                _ => [row.violation(row.velocity(a, b), pass), 0.0],
            };
            let count = if row.kind == RowKind::Friction { 2 } else { 1 };
            for (k, violation) in violations.into_iter().enumerate().take(count) {
                worst = worst.max(violation);
                if let Some(line) = rows.get(index + k).and_then(|row| self.line(row.id)) {
                    self.cells[column * self.lines.len() + line].residual = violation;
                }
            }
            index += count;
        }
        self.columns[column].residual = worst;
    }
}

/// Whether the accumulated impulses begin anew.
fn starts_from_zero(what: Gathering) -> bool {
    matches!(what, Gathering::Velocities | Gathering::PseudoVelocities | Gathering::Impact)
}

/// Sum of the magnitudes of what each row got in a sweep, N s; `before` holds the impulses before each change.
fn total_change(rows: &[Row], before: &mut Vec<(usize, f32)>) -> f32 {
    // Of a row with several turns only the first of these counts.
    before.sort_by_key(|(at, _)| *at);
    before.dedup_by_key(|(at, _)| *at);
    before.iter().map(|(at, lambda)| (rows[*at].lambda - lambda).abs()).sum()
}

fn line(row: &Row, world: &World) -> Line {
    let is_angular = row.linear == Vec3::ZERO;
    let (mut place, mut contact) = (None, None);
    match row.id {
        RowId::Contact { contact: index, point, .. } => {
            let found = world.contacts().get(index as usize);
            if let Some((found, point)) = found.and_then(|c| c.points().get(usize::from(point)).map(|p| (c, p))) {
                place = Some(point.position);
                contact = Some((found.collider_a, found.collider_b, point.feature.0));
            }
        }
        RowId::Joint { joint, .. } => {
            place = world.joints().get(joint as usize).map(|joint| middle(joint, world));
        }
        RowId::Grab { .. } => {
            place = world.grab().map(|grab| world.world_from_body(grab.body).transform_point(grab.local_anchor));
        }
    }
    let direction = if is_angular { row.angular_b } else { row.linear };
    Line { id: row.id, kind: row.kind, body_a: row.body_a, body_b: row.body_b, place, direction, is_angular, contact }
}

fn middle(joint: &Joint, world: &World) -> Vec3 {
    let [a, b] = joint.anchors(&world.world_from_body(joint.body_a), &world.world_from_body(joint.body_b));
    (a + b) * 0.5
}

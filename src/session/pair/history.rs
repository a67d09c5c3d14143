//! How a pair's axis went over the last steps: a contact whose feature flips back and forth is what makes bodies rattle.

use super::{PairId, placed};
use crate::collision::{self, AxisKind};
use crate::instrument::{RunHeader, StepRecord};
use crate::math::Vec3;

/// The pair in one recorded step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistoryEntry {
    pub step: u64,
    /// s
    pub time: f64,
    /// The axis of largest separation; `None` for pairs that have no candidate axes.
    pub axis: Option<AxisKind>,
    /// From A to B; zero where nothing is known.
    pub normal: Vec3,
    /// m; of the axis, or of the deepest recorded contact.
    pub separation: f32,
    /// Recorded contact points.
    pub points: u32,
    /// Another axis or a set of other feature ids than one step before.
    pub is_flip: bool,
}

/// The last steps of a pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairHistory {
    pub entries: Vec<HistoryEntry>,
}

impl PairHistory {
    /// The last `most` of these records.
    pub fn of(header: &RunHeader, records: &[StepRecord], id: PairId, most: usize) -> Self {
        let mut entries: Vec<HistoryEntry> = Vec::new();
        let mut before: Option<(Option<AxisKind>, Vec<u32>)> = None;
        for record in &records[records.len().saturating_sub(most)..] {
            let (Some(a), Some(b)) = (placed(header, record, id.collider_a), placed(header, record, id.collider_b))
            else {
                continue;
            };
            let axis = collision::chosen_axis((&a.shape, &a.world_from_shape), (&b.shape, &b.world_from_shape));
            let contacts =
                record.contacts.iter().filter(|c| (c.collider_a, c.collider_b) == (id.collider_a, id.collider_b));
            let mut features: Vec<u32> = contacts.clone().map(|c| c.feature).collect();
            features.sort_unstable();
            let deepest = contacts.clone().min_by(|x, y| x.separation.total_cmp(&y.separation));
            let (normal, separation) = match (axis, deepest) {
                (Some((_, normal, separation)), _) => (normal, separation),
                (None, Some(contact)) => (contact.normal, contact.separation),
                (None, None) => (Vec3::ZERO, f32::INFINITY),
            };
            let now = (axis.map(|a| a.0), features);
            entries.push(HistoryEntry {
                step: record.step,
                time: record.time,
                axis: now.0,
                normal,
                separation,
                points: now.1.len() as u32,
                is_flip: before.as_ref().is_some_and(|b| *b != now),
            });
            before = Some(now);
        }
        Self { entries }
    }

    pub fn flips(&self) -> usize {
        self.entries.iter().filter(|e| e.is_flip).count()
    }
}

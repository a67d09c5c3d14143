//! Ways of making contact points that differ from the whole manifold: what they keep, and what they do wrong on purpose.
//!
//! Book, section 2.6.1: contacts that change from step to step make stacks rattle; depths that are wrong make bodies
//! shoot out. Chapter 4 names the alternative of one contact per step with a persistent cache.

use super::body::BodyState;
use super::contact::{Contact, ContactPoint};
use crate::collision::{Manifold, ManifoldPoint};
use crate::geometry::Shape;
use crate::math::{Pose, Vec3};

/// Overlap from which on a contact counts as deep, in thicknesses of the thinner shape.
const DEEP: f32 = 0.1;

/// Points of a cached manifold: four hold any body.
const CACHED_POINTS: usize = 4;

/// Points closer than this are one, and a point that slid farther is gone, in sizes of the smaller shape.
const NEAR: f32 = 0.02;

/// Drops all points but the deepest; of equals, the first.
pub(super) fn keep_deepest(manifold: &mut Manifold) {
    if let Some(best) = manifold.points().iter().copied().reduce(|a, b| if b.separation < a.separation { b } else { a })
    {
        keep(manifold, |_, point| point.feature == best.feature, 1);
    }
}

/// Keeps three points, chosen anew every step; `key` keeps pairs apart.
pub(super) fn keep_random_three(manifold: &mut Manifold, step: u64, key: [u32; 3]) {
    let count = manifold.len();
    if count <= 3 {
        return;
    }
    let mut random = mix(step, key);
    let mut is_kept = [false; crate::collision::MAX_MANIFOLD_POINTS];
    for _ in 0..3 {
        // The next free place after a random one.
        let mut place = (random >> 33) as usize % count;
        while is_kept[place] {
            place = (place + 1) % count;
        }
        is_kept[place] = true;
        random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
    }
    keep(manifold, |index, _| is_kept[index], 3);
}

fn keep(manifold: &mut Manifold, wanted: impl Fn(usize, &ManifoldPoint) -> bool, most: usize) {
    let old = *manifold;
    manifold.clear();
    manifold.normal = old.normal;
    let chosen = old.points().iter().enumerate().filter(|(i, p)| wanted(*i, p)).take(most);
    chosen.for_each(|(_, point)| {
        manifold.push(*point);
    });
}

/// SplitMix64 over step and key: the same on every machine, and unlike for neighbouring steps.
fn mix(step: u64, key: [u32; 3]) -> u64 {
    let mut z = step.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for word in key {
        z = (z ^ u64::from(word)).wrapping_add(0x9E37_79B9_7F4A_7C15);
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
    }
    z
}

/// Gives deep points the whole thickness of the thinner shape along the normal as their depth: what a contact
/// generation reports that pushes them out at the far side.
pub(super) fn spoil_deep_points(manifold: &mut Manifold, shapes: [(&Shape, &Pose); 2]) {
    let deep = DEEP * shapes[0].0.min_extent().min(shapes[1].0.min_extent());
    let normal = manifold.normal;
    let thickness = shapes.iter().map(|(shape, pose)| thickness(shape, pose, normal)).fold(f32::INFINITY, f32::min);
    for point in manifold.points_mut() {
        if point.separation < -deep && thickness.is_finite() {
            point.separation = point.separation.min(-thickness);
        }
    }
}

fn thickness(shape: &Shape, pose: &Pose, normal: Vec3) -> f32 {
    if matches!(shape, Shape::HalfSpace(_)) {
        return f32::INFINITY;
    }
    let local = pose.inverse_transform_vector(normal);
    local.dot(shape.support(local) - shape.support(-local))
}

impl Contact {
    /// Leaves one point: the deepest of those that the cache does not hold yet, or else the deepest.
    ///
    /// With the deepest point only, a box that stands on two opposite corners would find the others no sooner than when
    /// it tips, which can take seconds.
    pub(super) fn keep_next_for_cache(&self, manifold: &mut Manifold, a: &BodyState, b: &BodyState, size: f32) {
        let is_held = |found: &ManifoldPoint| {
            self.points().iter().any(|old| {
                let on_both = a.position + a.rotation * old.local_a + b.position + b.rotation * old.local_b;
                old.feature == found.feature || (on_both * 0.5).distance(found.position) < NEAR * size
            })
        };
        let deepest = |is_wanted: &dyn Fn(&ManifoldPoint) -> bool| {
            let wanted = manifold.points().iter().copied().filter(|point| is_wanted(point));
            wanted.reduce(|x, y| if y.separation < x.separation { y } else { x })
        };
        if let Some(next) = deepest(&|point| !is_held(point)).or_else(|| deepest(&|_| true)) {
            keep(manifold, |_, point| point.feature == next.feature, 1);
        }
    }

    /// Adds the one point found in this step to those of the steps before.
    ///
    /// Old points ride on their bodies; one is dropped when its surfaces have come apart or slid past each other by
    /// more than a fiftieth of `size` (m, the thinner shape). With four points already there, the new one takes the
    /// place whose loss costs the least area, never that of the deepest.
    pub(super) fn add_to_cache(&mut self, found: &Manifold, a: &BodyState, b: &BodyState, size: f32, reach: f32) {
        let Some(new) = found.points().first() else {
            let old = self.points;
            old[..self.point_count as usize].iter().for_each(|p| self.note_departure(p));
            self.point_count = 0;
            self.note_detection(a, b);
            return;
        };
        self.normal = found.normal;
        let mut kept = [ContactPoint::EMPTY; CACHED_POINTS + 1];
        let mut count = 0;
        let mut point = ContactPoint::on_bodies(new, found.normal, a, b);
        let (before, before_count) = (self.points, self.point_count as usize);
        for old in &before[..before_count] {
            let (on_a, on_b) = (a.rotation * old.local_a, b.rotation * old.local_b);
            let gap = (b.position - a.position) + (on_b - on_a);
            let separation = found.normal.dot(gap);
            let slid = (gap - found.normal * separation).length();
            let position = a.position + on_a + gap * 0.5;
            let is_same = old.feature == new.feature || position.distance(new.position) < NEAR * size;
            if is_same {
                // The new place, the old memory and name: corners that coincide take turns at being the deepest.
                let (local_a, local_b) = (point.local_a, point.local_b);
                let (position, separation) = (point.position, point.separation);
                point = ContactPoint { local_a, local_b, position, separation, ..*old };
                if position.distance(old.position) >= NEAR * size {
                    point.drop_anchor();
                }
            } else if separation <= reach && slid <= NEAR * size && count < CACHED_POINTS {
                kept[count] = ContactPoint { position, separation, ..*old };
                count += 1;
            } else {
                self.note_departure(old);
            }
        }
        kept[count] = point;
        count += 1;
        if count > CACHED_POINTS {
            // Unless it widens the support or lies deeper than all, four points that hold stay as they are.
            if let Some(place) = place_for_fifth(&kept, found.normal, 1e-3 * size) {
                self.note_departure(&kept[place]);
                kept[place] = kept[CACHED_POINTS];
            }
            count = CACHED_POINTS;
        }
        self.points[..count].copy_from_slice(&kept[..count]);
        self.point_count = count as u8;
        self.note_detection(a, b);
    }
}

/// How much larger the area has to become for a fifth point to be taken.
const WORTH: f32 = 1.05;

/// The old point in whose place the new one, the last, spans the largest area; the deepest is not asked. `None` when
/// the new one neither widens the area nor lies deeper than the others by `deeper` (m).
fn place_for_fifth(points: &[ContactPoint; CACHED_POINTS + 1], normal: Vec3, deeper: f32) -> Option<usize> {
    let mut deepest = 0;
    for i in 1..CACHED_POINTS {
        if points[i].separation < points[deepest].separation {
            deepest = i;
        }
    }
    // With CACHED_POINTS as the one left out, the area of the old four.
    let area = |left_out: usize| {
        let mut corners = [Vec3::ZERO; CACHED_POINTS];
        for (i, corner) in corners.iter_mut().enumerate() {
            *corner = points[if i == left_out { CACHED_POINTS } else { i }].position;
        }
        // Twice the area of four points is at most the product of crossing diagonals; which cross is not known.
        let crossed = |a: usize, b: usize, c: usize, d: usize| {
            normal.dot((corners[b] - corners[a]).cross(corners[d] - corners[c])).abs()
        };
        crossed(0, 1, 2, 3).max(crossed(0, 2, 1, 3)).max(crossed(0, 3, 1, 2))
    };
    let mut best = (f32::NEG_INFINITY, 0);
    for left_out in (0..CACHED_POINTS).filter(|&i| i != deepest) {
        let area = area(left_out);
        if area > best.0 {
            best = (area, left_out);
        }
    }
    let is_deep = points[CACHED_POINTS].separation < points[deepest].separation - deeper;
    (is_deep || best.0 > WORTH * area(CACHED_POINTS)).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::{Feature, FeatureId, ManifoldPoint};
    use crate::geometry::{Cuboid, HalfSpace};

    fn four(separations: [f32; 4]) -> Manifold {
        let mut manifold = Manifold::default();
        manifold.normal = Vec3::Y;
        for (i, separation) in separations.into_iter().enumerate() {
            let feature = FeatureId::new(Feature::Face(0), Feature::Vertex(i as u16));
            manifold.push(ManifoldPoint { position: Vec3::X * i as f32, separation, feature });
        }
        manifold
    }

    #[test]
    fn the_deepest_point_stays_alone() {
        let mut manifold = four([-0.1, -0.3, -0.2, 0.0]);
        keep_deepest(&mut manifold);
        assert_eq!((manifold.len(), manifold.points()[0].separation), (1, -0.3));
    }

    #[test]
    fn three_points_are_kept_others_from_step_to_step_and_the_same_in_the_same_step() {
        let choice = |step: u64, pair: u32| {
            let mut manifold = four([0.0; 4]);
            keep_random_three(&mut manifold, step, [pair, 7, 1]);
            manifold.points().iter().map(|p| p.feature.0).collect::<Vec<_>>()
        };
        assert!((0..100).all(|step| choice(step, 3).len() == 3 && choice(step, 3) == choice(step, 3)));
        let changes = (0..400).filter(|&step| choice(step, 3) != choice(step + 1, 3)).count();
        assert!((250..350).contains(&changes), "three quarters of the steps change the choice: {changes} of 400");
        assert!((0..100).any(|step| choice(step, 3) != choice(step, 4)));
    }

    #[test]
    fn only_deep_points_are_spoilt_and_by_the_thinner_shape() {
        let cube = Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.5) });
        let ground = Shape::HalfSpace(HalfSpace { normal: Vec3::Y });
        let mut manifold = four([-0.2, -0.05, 0.01, -0.11]);
        let pose = Pose::IDENTITY;
        spoil_deep_points(&mut manifold, [(&ground, &pose), (&cube, &pose)]);
        let found: Vec<f32> = manifold.points().iter().map(|p| p.separation).collect();
        assert_eq!(found, [-1.0, -0.05, 0.01, -1.0]);
    }
}

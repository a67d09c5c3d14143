//! Putting things down: onto what lies below them, and against a face.

use super::moving::{Motion, rotated, transformed};
use super::{Edited, Item, Preset, Problem, Problems, moved, nothing_selected};
use crate::collision::{PairCache, distance, penetration};
use crate::dynamics::BodyId;
use crate::geometry::{Aabb, Shape};
use crate::math::{Pose, Quat, Vec3};
use crate::preset::Instance;

/// Overlaps up to this are touching, m.
const TOUCH: f32 = 1e-4;
/// What still counts as a gap when something is let down, m.
const CLOSE: f32 = 1e-6;
/// Looks at one pair while something is let down.
const MOST_LOOKS: u32 = 64;
/// Farther down nothing is looked for, m.
const DEEPEST: f32 = 1e5;

/// A shape of the scene where it lies.
struct Placed {
    body: u32,
    shape: Shape,
    pose: Pose,
}

fn shapes_of(instance: &Instance) -> Vec<Placed> {
    let world = &instance.world;
    let mut all = Vec::new();
    for collider in world.colliders() {
        let pose = world.world_from_shape(collider);
        for (part, shape) in collider.shape.flatten() {
            all.push(Placed { body: collider.body.0, shape, pose: pose.mul(&part) });
        }
    }
    all
}

fn is_endless(shape: &Shape) -> bool {
    matches!(shape, Shape::HalfSpace(_))
}

fn bounds(shapes: &[&Placed]) -> Option<Aabb> {
    let all = shapes.iter().map(|placed| placed.shape.aabb(&placed.pose));
    all.reduce(|a, b| a.union(&b))
}

fn lifted(pose: &Pose, by: f32) -> Pose {
    Pose::new(pose.translation + Vec3::Y * by, pose.rotation)
}

/// The document with each chosen thing let down, as it is turned, until it touches what is below it; what sticks in
/// something is lifted out of it first. `instance` is the document at its start. Several things go one after the other,
/// the lowest first, and land on each other.
///
/// # Errors
/// When nothing is chosen, or there is nothing below any of it.
pub fn dropped(preset: &Preset, items: &[Item], instance: &Instance) -> Result<Edited, Problems> {
    let mut shapes = shapes_of(instance);
    let belongs = |placed: &Placed, item: Item| instance.item_of_body(BodyId(placed.body)) == Some(item);
    let mut units: Vec<(f32, Item)> = Vec::new();
    for &item in items.iter().filter(|item| matches!(item, Item::Body(_) | Item::Template(_))) {
        let own: Vec<&Placed> = shapes.iter().filter(|placed| belongs(placed, item)).collect();
        if let Some(aabb) = bounds(&own).filter(|_| !own.iter().any(|placed| is_endless(&placed.shape))) {
            units.push((aabb.min.y, item));
        }
    }
    if units.is_empty() {
        return Err(nothing_selected("let down"));
    }
    units.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut waiting: Vec<Item> = units.iter().map(|(_, item)| *item).collect();
    let mut changed = preset.clone();
    let mut landed = 0;
    for (_, item) in units {
        waiting.retain(|other| *other != item);
        let (own, others): (Vec<&Placed>, Vec<&Placed>) = shapes.iter().partition(|placed| belongs(placed, item));
        let others: Vec<&Placed> =
            others.into_iter().filter(|placed| !waiting.iter().any(|item| belongs(placed, *item))).collect();
        let Some(shift) = way_down(&own, &others) else { continue };
        landed += 1;
        if shift != 0.0 {
            changed = transformed(&changed, &[item], Motion::Shift(Vec3::Y * shift))?;
            for placed in shapes.iter_mut().filter(|placed| belongs(placed, item)) {
                placed.pose = lifted(&placed.pose, shift);
            }
        }
    }
    if landed == 0 {
        return Err(Problems(vec![Problem::whole("there is nothing below it that it could land on")]));
    }
    Edited::checked(changed, items.to_vec(), None)
}

/// By how much something has to be moved upwards (mostly: less than zero) to lie on what is below it.
fn way_down(own: &[&Placed], others: &[&Placed]) -> Option<f32> {
    let mut height = 0.0_f32;
    // Out of what it sticks in; what it comes to stick in then is looked at again.
    for _ in 0..8 {
        let needed = own.iter().flat_map(|a| others.iter().map(move |b| (*a, *b)));
        let needed = needed.filter_map(|(a, b)| way_out(a, b, height)).fold(0.0, f32::max);
        if needed == 0.0 {
            break;
        }
        height += needed;
    }
    let mut way = DEEPEST;
    for a in own {
        for b in others {
            if let Some(fall) = fall(a, b, height, way) {
                way = way.min(fall);
            }
        }
    }
    (way < DEEPEST).then_some(height - way)
}

/// How far up a shape has to go to be above another one that it sticks in.
fn way_out(a: &Placed, b: &Placed, height: f32) -> Option<f32> {
    let pose = lifted(&a.pose, height);
    let bounds = a.shape.aabb(&pose);
    if !is_endless(&b.shape) && !bounds.overlaps(&b.shape.aabb(&b.pose)) {
        return None;
    }
    let found = penetration(&b.shape, &b.pose, &a.shape, &pose);
    if found.depth <= TOUCH {
        return None;
    }
    if is_endless(&b.shape) {
        // Out of a wall there is no way up.
        return (found.normal.y > 0.05).then(|| found.depth / found.normal.y);
    }
    Some((b.shape.aabb(&b.pose).max.y - bounds.min.y).max(0.0) + TOUCH)
}

/// How far one shape can sink from a height until it touches another: conservative advancement along the plane between the
/// two, which never goes too far.
fn fall(a: &Placed, b: &Placed, height: f32, most: f32) -> Option<f32> {
    if !is_endless(&b.shape) {
        let (bounds, other) = (a.shape.aabb(&lifted(&a.pose, height)), b.shape.aabb(&b.pose));
        let is_below = other.min.y <= bounds.max.y
            && bounds.min.x <= other.max.x
            && other.min.x <= bounds.max.x
            && bounds.min.z <= other.max.z
            && other.min.z <= bounds.max.z;
        if !is_below {
            return None;
        }
    }
    let mut way = 0.0_f32;
    for _ in 0..MOST_LOOKS {
        let pose = lifted(&a.pose, height - way);
        let found = distance(&a.shape, &pose, &b.shape, &b.pose, &mut PairCache::default());
        if found.normal == Vec3::ZERO || found.distance <= CLOSE {
            // Beside something that it touches it can go on. Where the two touch exactly, the depth has the direction.
            let touch = penetration(&a.shape, &pose, &b.shape, &b.pose);
            return (touch.normal.y < -1e-3).then_some(way);
        }
        let approach = -found.normal.y;
        if approach <= 1e-6 {
            return None;
        }
        way += found.distance / approach;
        if way >= most {
            return None;
        }
    }
    Some(way)
}

/// The document with the chosen things laid on a face as one: turned so that the side of the first that looks most
/// towards the face lies on it, and moved so that they touch it, with their middle over the point. `normal` points out of
/// the solid that has the face.
///
/// # Errors
/// When nothing is chosen that could lie on a face.
pub fn aligned(
    preset: &Preset,
    items: &[Item],
    instance: &Instance,
    point: Vec3,
    normal: Vec3,
) -> Result<Edited, Problems> {
    let Some(normal) = normal.try_normalize().filter(|_| point.is_finite()) else {
        return Err(Problems::whole("a face has a point and a direction"));
    };
    let shapes = shapes_of(instance);
    let chosen =
        |placed: &&Placed| instance.item_of_body(BodyId(placed.body)).is_some_and(|item| items.contains(&item));
    let own: Vec<&Placed> = shapes.iter().filter(chosen).collect();
    let Some(bounds) = bounds(&own).filter(|_| !own.iter().any(|placed| is_endless(&placed.shape))) else {
        return Err(nothing_selected("laid on a face"));
    };
    let first = own.iter().find(|placed| instance.item_of_body(BodyId(placed.body)) == items.first().copied());
    let body = first.or(own.first()).map_or(0, |placed| placed.body);
    let parts: Vec<&Placed> = own.iter().copied().filter(|placed| placed.body == body).collect();
    let side = side_towards(&parts, -normal);
    let turn = side.map_or(Quat::IDENTITY, |side| Quat::from_rotation_arc(side, -normal));
    let pivot = bounds.center();
    let lowest = own.iter().map(|placed| {
        let offset = placed.pose.translation - pivot;
        let pose = Pose::new(pivot + turn * offset, turn * placed.pose.rotation);
        normal.dot(farthest(&placed.shape, &pose, -normal))
    });
    let lowest = lowest.fold(f32::INFINITY, f32::min);
    let aside = (point - pivot) - normal * normal.dot(point - pivot);
    let shift = aside + normal * (normal.dot(point) - lowest);
    let is_turned = turn.angle_between(Quat::IDENTITY) > 1e-5;
    let edited = if is_turned { rotated(preset, items, turn, pivot)? } else { moved(preset, items, Vec3::ZERO)? };
    let note = edited.note;
    Ok(Edited { note, ..moved(&edited.preset, &edited.selection, shift)? })
}

fn farthest(shape: &Shape, pose: &Pose, direction: Vec3) -> Vec3 {
    pose.transform_point(shape.support(pose.inverse_transform_vector(direction)))
}

/// The outward direction, world, of the outer side that looks most in a direction; a ball has none that is better than
/// another.
fn side_towards(parts: &[&Placed], direction: Vec3) -> Option<Vec3> {
    let reach = |side: Vec3| {
        parts.iter().map(|part| side.dot(farthest(&part.shape, &part.pose, side))).fold(f32::NEG_INFINITY, f32::max)
    };
    let mut best: Option<(f32, Vec3)> = None;
    for part in parts {
        let own_reach = |side: Vec3| side.dot(farthest(&part.shape, &part.pose, side));
        let turned = |side: Vec3| part.pose.transform_vector(side);
        let sides: Vec<Vec3> = match &part.shape {
            Shape::Cuboid(_) => {
                [Vec3::X, Vec3::Y, Vec3::Z].into_iter().flat_map(|axis| [turned(axis), turned(-axis)]).collect()
            }
            Shape::Hull(hull) => hull.faces().iter().map(|face| turned(face.normal)).collect(),
            Shape::Capsule(_) => {
                // On one of its ends, or on the side that looks there.
                let axis = turned(Vec3::Y);
                let flank = direction.reject_from_normalized(axis).try_normalize();
                [axis, -axis].into_iter().chain(flank).collect()
            }
            _ => Vec::new(),
        };
        for side in sides {
            // A side that other parts stick out of cannot be lain on.
            let is_outer = reach(side) <= own_reach(side) + TOUCH;
            let score = side.dot(direction);
            if is_outer && best.is_none_or(|(most, _)| score > most + 1e-6) {
                best = Some((score, side));
            }
        }
    }
    best.map(|(_, side)| side.normalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(bodies: &str) -> (Preset, Instance) {
        let text = format!(
            r#"{{"format": "jitterscope-preset", "version": 1, "title": "t", "scene": {{"bodies": [
                {{"name": "floor", "type": "static", "shape": {{"type": "half_space"}}}}, {bodies}]}}}}"#
        );
        let preset = crate::preset::parse(&text).unwrap();
        let instance = preset.instantiate(None).unwrap();
        (preset, instance)
    }

    fn places(preset: &Preset) -> Vec<Vec3> {
        preset.scene.bodies.iter().map(|body| body.position.unwrap_or_default().into()).collect()
    }

    #[test]
    fn a_body_lands_with_its_own_shape_and_not_with_its_bounds() {
        // A ball beside the peak of a box on its edge: the bounds of the two overlap long before they touch.
        let (preset, instance) = scene(
            r#"{"name": "roof", "type": "static", "shape": {"type": "box", "size": [2, 2, 2]}, "position": [0, 0, 0], "rotation": {"euler_degrees": [0, 0, 45]}},
               {"name": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [1, 5, 0]},
               {"name": "free", "shape": {"type": "capsule", "length": 1, "radius": 0.25}, "position": [9, 4, 0], "rotation": {"euler_degrees": [0, 0, 90]}}"#,
        );
        let edited = dropped(&preset, &[Item::Body(2), Item::Body(3)], &instance).unwrap();
        let place = places(&edited.preset);
        // Distance from the plane x + y = √2 is the radius.
        let expected = 2.0_f32.sqrt() + 0.5 * 2.0_f32.sqrt() - 1.0;
        assert!((place[2].y - expected).abs() < 1e-4, "{} is not {expected}", place[2].y);
        assert!((place[3].y - 0.25).abs() < 1e-5, "{}", place[3].y);
    }

    #[test]
    fn several_land_on_each_other_and_what_is_buried_comes_out() {
        let (preset, instance) = scene(
            r#"{"name": "a", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 7, 0]},
               {"name": "b", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0.2, 3, 0]},
               {"name": "sunk", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [5, -0.3, 0]},
               {"name": "in b", "shape": {"type": "sphere", "radius": 0.5}, "position": [5, 0, 0]}"#,
        );
        let edited = dropped(&preset, &[Item::Body(1), Item::Body(2), Item::Body(3)], &instance).unwrap();
        let place = places(&edited.preset);
        assert!((place[2].y - 0.5).abs() < 1e-5 && (place[1].y - 1.5).abs() < 1e-4, "{place:?}");
        assert!((place[3].y - 1.0).abs() < 2e-4, "out of the floor and onto the ball: {place:?}");
        let world = edited.preset.instantiate(None).unwrap();
        let again = dropped(&edited.preset, &[Item::Body(1)], &world).unwrap();
        assert!(places(&again.preset)[1].distance(place[1]) < 1e-5, "what lies stays");
    }

    #[test]
    fn what_stands_beside_does_not_hold_it() {
        let (preset, instance) = scene(
            r#"{"name": "wall", "type": "static", "shape": {"type": "box", "size": [1, 8, 8]}, "position": [0, 4, 0]},
               {"name": "a", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [1, 5, 0]},
               {"name": "b", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [2, 5, 0]}"#,
        );
        let edited = dropped(&preset, &[Item::Body(2)], &instance).unwrap();
        assert!((places(&edited.preset)[2].y - 0.5).abs() < 1e-4, "{:?}", places(&edited.preset));
    }

    #[test]
    fn with_nothing_below_nothing_happens() {
        let text = r#"{"format": "jitterscope-preset", "version": 1, "title": "t", "scene": {"bodies": [
            {"name": "a", "shape": {"type": "sphere", "radius": 1}}]}}"#;
        let preset = crate::preset::parse(text).unwrap();
        let instance = preset.instantiate(None).unwrap();
        assert!(dropped(&preset, &[Item::Body(0)], &instance).is_err());
        assert!(dropped(&preset, &[], &instance).is_err());
    }

    #[test]
    fn a_body_is_laid_on_a_face() {
        let (preset, instance) = scene(
            r#"{"name": "brick", "shape": {"type": "box", "size": [1, 0.5, 2]}, "position": [3, 3, 3], "rotation": {"euler_degrees": [10, 20, 15]}},
               {"name": "rod", "shape": {"type": "capsule", "length": 1, "radius": 0.2}, "position": [0, 5, 0]},
               {"name": "ball", "shape": {"type": "sphere", "radius": 0.3}, "position": [0, 8, 0]}"#,
        );
        let normal = Vec3::new(1.0, 2.0, 0.0).normalize();
        let (point, up) = (Vec3::new(-1.0, 2.0, 0.5), normal);
        for (index, height) in [(1, 0.25), (2, 0.7), (3, 0.3)] {
            let edited = aligned(&preset, &[Item::Body(index)], &instance, point, normal).unwrap();
            let place = places(&edited.preset)[index];
            assert!(place.distance(point + up * height) < 1e-4, "{index}: {place}");
        }
        let brick = aligned(&preset, &[Item::Body(1)], &instance, point, normal).unwrap();
        let pose = brick.preset.instantiate(None).unwrap().world.world_from_body(BodyId(1));
        assert!(
            (pose.transform_vector(Vec3::Y).dot(normal).abs() - 1.0).abs() < 1e-5,
            "its nearest side lies on the face"
        );
        assert!(aligned(&preset, &[Item::Body(0)], &instance, point, normal).is_err());
        assert!(aligned(&preset, &[Item::Body(1)], &instance, point, Vec3::ZERO).is_err());
    }
}

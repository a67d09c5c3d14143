//! Making things larger or smaller by changing the numbers of their shapes.

use super::{Edited, Item, Preset, Problem, Problems, flat, nothing_selected};
use crate::math::{Mat3, Quat, Vec3};
use crate::preset::expand::rotation;
use crate::preset::schema::{Repeat, ShapeSpec, Template};

/// The document with some things scaled in place. The factors are along the axes of each body, or of the world; what has no
/// such axes (a ball, the round of a capsule) takes the factor that changes most. Densities stay, so masses that follow
/// from them change; masses that are given stay. Anchors on the bodies go along.
///
/// # Errors
/// When nothing is chosen that could be scaled, a factor is not above zero, or a size would be out of range.
pub fn scaled(preset: &Preset, items: &[Item], by: Vec3, axes_of_body: bool) -> Result<Edited, Problems> {
    if !(by.is_finite() && by.cmpgt(Vec3::ZERO).all()) {
        return Err(Problems(vec![Problem::whole("a scale needs factors above zero")]));
    }
    if !items.iter().any(|item| matches!(item, Item::Body(_) | Item::Template(_)) && item.is_in(preset)) {
        return Err(nothing_selected("scaled"));
    }
    let mut changed = preset.clone();
    let scene = flat(preset);
    // Of each scaled item: the factors along its own axes.
    let mut factors: Vec<(Item, Vec3)> = Vec::new();
    for (index, body) in changed.scene.bodies.iter_mut().enumerate() {
        if !items.contains(&Item::Body(index)) {
            continue;
        }
        let turn = rotation(body.rotation.as_ref());
        let own = along_axes(turn, by, axes_of_body);
        scale_shape(&mut body.shape, own);
        if let Some(repeat) = &mut body.repeat {
            scale_pattern(repeat, turn, by, axes_of_body);
        }
        factors.push((Item::Body(index), own));
    }
    for (index, template) in changed.scene.templates.iter_mut().enumerate() {
        let item = Item::Template(index);
        if items.contains(&item) {
            let factor = strongest([by.x, by.y, by.z]);
            scale_template(template, factor);
            factors.push((item, Vec3::splat(factor)));
        }
    }
    let factor_of = |name: &str| {
        let item = Item::at(&scene.entries[scene.bodies[*scene.index.get(name)?].entry].path)?;
        factors.iter().find(|(scaled, _)| *scaled == item).map(|(_, factor)| *factor)
    };
    let scale = |anchor: &mut Option<[f32; 3]>, name: &str| {
        if let (Some(anchor), Some(factor)) = (anchor, factor_of(name)) {
            *anchor = (Vec3::from(*anchor) * factor).to_array();
        }
    };
    for joint in &mut changed.scene.joints {
        scale(&mut joint.anchor_a, &joint.a);
        scale(&mut joint.anchor_b, &joint.b);
    }
    for spring in &mut changed.scene.springs {
        scale(&mut spring.anchor_a, &spring.a);
        if let Some(b) = &spring.b {
            scale(&mut spring.anchor_b, b);
        }
    }
    for event in &mut changed.scene.events {
        scale(&mut event.point, &event.body);
    }
    Edited::checked(changed, items.to_vec(), None)
}

/// The factors along the axes of something that is turned.
fn along_axes(turn: Quat, by: Vec3, axes_of_body: bool) -> Vec3 {
    if axes_of_body {
        return by;
    }
    let axes = Mat3::from_quat(turn);
    Vec3::new(
        (by * axes.x_axis).length() / axes.x_axis.length(),
        (by * axes.y_axis).length() / axes.y_axis.length(),
        (by * axes.z_axis).length() / axes.z_axis.length(),
    )
}

/// The factor that changes most.
fn strongest<const N: usize>(factors: [f32; N]) -> f32 {
    factors.into_iter().fold(1.0, |most: f32, factor| if factor.ln().abs() > most.ln().abs() { factor } else { most })
}

fn scale_shape(shape: &mut ShapeSpec, by: Vec3) {
    match shape {
        ShapeSpec::Sphere { radius } => *radius *= strongest(by.to_array()),
        ShapeSpec::Box { size } => *size = (Vec3::from(*size) * by).to_array(),
        ShapeSpec::Capsule { length, radius } => {
            *length *= by.y;
            *radius *= strongest([by.x, by.z]);
        }
        ShapeSpec::Hull { points } => {
            points.iter_mut().for_each(|point| *point = (Vec3::from(*point) * by).to_array());
        }
        ShapeSpec::HalfSpace { .. } => {}
        ShapeSpec::HeightField { size, heights } => {
            *size = [size[0] * by.x, size[1] * by.z];
            heights.iter_mut().flatten().for_each(|height| *height *= by.y);
        }
        ShapeSpec::Compound { parts } => {
            for part in parts {
                part.position = part.position.map(|place| (Vec3::from(place) * by).to_array());
                scale_shape(&mut part.shape, along_axes(rotation(part.rotation.as_ref()), by, false));
            }
        }
    }
}

/// What touched goes on touching.
fn scale_pattern(repeat: &mut Repeat, turn: Quat, by: Vec3, axes_of_body: bool) {
    let stretch = |way: Vec3| {
        if axes_of_body { turn * (by * (turn.conjugate() * way)) } else { by * way }
    };
    let along = |axis: Vec3| stretch(axis).length();
    match repeat {
        Repeat::Line { step, .. } => *step = stretch(Vec3::from(*step)).to_array(),
        Repeat::Grid { step, .. } => {
            *step = (Vec3::from(*step) * Vec3::new(along(Vec3::X), along(Vec3::Y), along(Vec3::Z))).to_array();
        }
        Repeat::Wall { along: axis, step, .. } | Repeat::Pyramid { along: axis, step, .. } => {
            let axis = if *axis == Some(crate::preset::schema::HorizontalAxis::Z) { Vec3::Z } else { Vec3::X };
            if let Some([sideways, up]) = step {
                (*sideways, *up) = (*sideways * along(axis), *up * along(Vec3::Y));
            }
        }
    }
}

fn scale_template(template: &mut Template, factor: f32) {
    match template {
        Template::Chain(chain) => {
            scale_shape(&mut chain.shape, Vec3::splat(factor));
            chain.link_length = chain.link_length.map(|length| length * factor);
            if let Some(end) = &mut chain.end {
                scale_shape(&mut end.shape, Vec3::splat(factor));
            }
        }
        Template::Ragdoll(doll) => doll.height = Some(doll.height.unwrap_or(1.8) * factor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preset::schema::{Body, Part};

    fn with(shape: ShapeSpec) -> Preset {
        let mut preset = Preset::empty("t");
        let turn = Some(crate::preset::schema::Rotation::Quaternion(
            Quat::from_rotation_z(std::f32::consts::FRAC_PI_2).to_array(),
        ));
        let body = Body { rotation: turn, ..crate::preset::edit::plain("thing", shape) };
        preset.scene.bodies.push(body);
        preset
    }

    fn result(shape: ShapeSpec, by: Vec3, axes_of_body: bool) -> ShapeSpec {
        let edited = scaled(&with(shape), &[Item::Body(0)], by, axes_of_body).unwrap();
        edited.preset.scene.bodies[0].shape.clone()
    }

    #[test]
    fn the_numbers_of_every_shape_change() {
        let twice_x = Vec3::new(2.0, 1.0, 1.0);
        let ShapeSpec::Box { size } = result(ShapeSpec::Box { size: [1.0; 3] }, twice_x, true) else { panic!() };
        assert_eq!(size, [2.0, 1.0, 1.0]);
        // Turned by a quarter about z, the world's x is the body's y.
        let ShapeSpec::Box { size } = result(ShapeSpec::Box { size: [1.0; 3] }, twice_x, false) else { panic!() };
        assert!(Vec3::from(size).distance(Vec3::new(1.0, 2.0, 1.0)) < 1e-5, "{size:?}");
        assert_eq!(
            result(ShapeSpec::Sphere { radius: 1.0 }, Vec3::new(1.0, 0.25, 1.0), true),
            ShapeSpec::Sphere { radius: 0.25 }
        );
        let capsule = result(ShapeSpec::Capsule { length: 1.0, radius: 1.0 }, Vec3::new(3.0, 2.0, 1.0), true);
        assert_eq!(capsule, ShapeSpec::Capsule { length: 2.0, radius: 3.0 });
        let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let ShapeSpec::Hull { points } = result(ShapeSpec::Hull { points }, Vec3::splat(3.0), true) else { panic!() };
        assert_eq!(points[2], [0.0, 3.0, 0.0]);
        let part = Part { shape: ShapeSpec::Box { size: [1.0; 3] }, position: Some([1.0, 0.0, 0.0]), rotation: None };
        let ShapeSpec::Compound { parts } = result(ShapeSpec::Compound { parts: vec![part] }, twice_x, true) else {
            panic!()
        };
        assert_eq!(parts[0].position, Some([2.0, 0.0, 0.0]));
        assert_eq!(parts[0].shape, ShapeSpec::Box { size: [2.0, 1.0, 1.0] });
    }

    #[test]
    fn a_stack_that_grows_still_touches() {
        let mut preset = with(ShapeSpec::Box { size: [1.0; 3] });
        preset.scene.bodies[0].repeat = Some(Repeat::Line { count: 3, step: [0.0, 1.0, 0.0], turn_degrees: None });
        let edited = scaled(&preset, &[Item::Body(0)], Vec3::new(1.0, 3.0, 1.0), false).unwrap();
        let Some(Repeat::Line { step, .. }) = edited.preset.scene.bodies[0].repeat else { panic!() };
        assert_eq!(step, [0.0, 3.0, 0.0]);
        assert!(scaled(&preset, &[Item::Body(0)], Vec3::new(0.0, 1.0, 1.0), true).is_err());
        assert!(scaled(&preset, &[], Vec3::ONE, true).is_err());
    }
}

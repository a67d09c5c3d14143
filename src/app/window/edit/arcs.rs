//! Limits of joints as figures in the picture: an arc about a hinge, a fan for a swing, a rail for a slider, each with ends
//! that can be dragged. Pure functions of the joint and of where it is.

use super::gizmo::{Drag, Eye, Frame, Handle, Tool};
use crate::math::{Quat, Vec3, tangent_basis};
use crate::preset::schema::{Joint, JointType};
use egui::Pos2;
use serde_json::{Value, json};

/// Which number of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    Lowest,
    Highest,
    Swing,
}

/// An end that can be dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    pub bound: Bound,
    pub at: Vec3,
    /// About which it turns, or along which it slides.
    axis: Vec3,
    pub is_sliding: bool,
    /// Degrees, or m.
    pub value: f32,
}

/// What is drawn of a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    pub middle: Vec3,
    /// Lines of many pieces, world, m.
    pub lines: Vec<Vec<Vec3>>,
    pub ends: Vec<End>,
}

/// Pieces of a full turn.
const SIDES: f32 = 72.0;

/// The figure of a joint whose anchor is at `middle` and whose body B lies in the direction `towards`; `reach` is its size,
/// m. None for joints without an axis or without limits.
pub fn figure(joint: &Joint, middle: Vec3, towards: Vec3, reach: f32) -> Option<Figure> {
    let axis = Vec3::from(joint.axis.unwrap_or_default()).try_normalize()?;
    let mut figure = Figure { middle, lines: Vec::new(), ends: Vec::new() };
    if joint.kind == JointType::Slider {
        let [lowest, highest] = joint.limit?;
        figure.lines.push(vec![middle + axis * lowest, middle + axis * highest]);
        for (bound, value) in [(Bound::Lowest, lowest), (Bound::Highest, highest)] {
            figure.ends.push(End { bound, at: middle + axis * value, axis, is_sliding: true, value });
        }
        return Some(figure);
    }
    // The direction of B within the plane of turning is where the angle is 0.
    let flat = towards - axis * towards.dot(axis);
    let zero = flat.try_normalize().unwrap_or_else(|| tangent_basis(axis).0);
    let point = |about: Vec3, from: Vec3, degrees: f32| {
        middle + Quat::from_axis_angle(about, degrees.to_radians()) * from * reach
    };
    if let Some([lowest, highest]) = joint.limit_degrees {
        let count = ((highest - lowest).abs() / 360.0 * SIDES).ceil().max(1.0);
        let arc = (0..=count as usize).map(|k| point(axis, zero, lowest + (highest - lowest) * k as f32 / count));
        let mut fan = vec![middle];
        fan.extend(arc);
        fan.push(middle);
        figure.lines.push(fan);
        for (bound, value) in [(Bound::Lowest, lowest), (Bound::Highest, highest)] {
            figure.ends.push(End { bound, at: point(axis, zero, value), axis, is_sliding: false, value });
        }
    }
    if let Some(swing) = joint.swing_limit_degrees.filter(|_| joint.kind == JointType::Ball) {
        let about = axis.cross(zero);
        // The cone into which the axis may swing: its rim, and the fan in which its end is dragged.
        let rim = (0..=SIDES as usize).map(|k| {
            let turn = Quat::from_axis_angle(axis, std::f32::consts::TAU * k as f32 / SIDES);
            middle + turn * (point(about, axis, swing) - middle)
        });
        figure.lines.push(rim.collect());
        let count = (swing / 360.0 * SIDES).ceil().max(1.0);
        let mut fan = vec![middle];
        fan.extend((0..=count as usize).map(|k| point(about, axis, swing * k as f32 / count)));
        fan.push(middle);
        figure.lines.push(fan);
        let at = point(about, axis, swing);
        figure.ends.push(End { bound: Bound::Swing, at, axis: about, is_sliding: false, value: swing });
    }
    (!figure.ends.is_empty()).then_some(figure)
}

/// How close the pointer has to be to an end, points.
const CATCH: f32 = 11.0;

impl Figure {
    /// The end under the pointer.
    pub fn hit(&self, eye: &Eye<'_>, at: Pos2) -> Option<End> {
        let near = self.ends.iter().filter_map(|end| Some((eye.screen(end.at)?.distance(at), *end)));
        near.filter(|(distance, _)| *distance <= CATCH).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, end)| end)
    }

    /// A drag of one of its ends: the same sums as of the handles.
    pub fn drag(&self, end: &End, start: Pos2) -> Drag {
        let (u, v) = tangent_basis(end.axis);
        let frame = Frame { origin: self.middle, axes: [end.axis, u, v] };
        let (tool, handle) = if end.is_sliding { (Tool::Move, Handle::Axis(0)) } else { (Tool::Turn, Handle::Ring(0)) };
        Drag::new(tool, handle, frame, start)
    }
}

/// The field of the joint that a bound belongs to, and its value with the bound at `value`. The start, 0, stays between the
/// bounds.
pub fn written(joint: &Joint, bound: Bound, value: f32) -> (&'static str, Value) {
    // Tenths of a degree and of a millimetre are enough.
    let tidy = |value: f32, step: f32| (value * step).round() / step;
    if bound == Bound::Swing {
        return ("/swing_limit_degrees", json!(tidy(value.clamp(1.0, 180.0), 10.0)));
    }
    let is_sliding = joint.kind == JointType::Slider;
    let old = if is_sliding { joint.limit } else { joint.limit_degrees }.unwrap_or_default();
    let value = if is_sliding { tidy(value, 1e4) } else { tidy(value.clamp(-360.0, 360.0), 10.0) };
    let pair = match bound {
        Bound::Lowest => [value.min(0.0).min(old[1]), old[1]],
        _ => [old[0], value.max(0.0).max(old[0])],
    };
    (if is_sliding { "/limit" } else { "/limit_degrees" }, json!(pair))
}

#[cfg(test)]
mod tests {
    use super::super::gizmo::Change;
    use super::*;
    use crate::app::scene::OrbitCamera;
    use egui::{Rect, pos2};

    fn joint(text: &str) -> Joint {
        let text = format!(
            r#"{{"format": "jitterscope-preset", "version": 1, "title": "t", "scene": {{"bodies": [
                {{"name": "a", "shape": {{"type": "sphere", "radius": 0.1}}}},
                {{"name": "b", "shape": {{"type": "sphere", "radius": 0.1}}, "position": [1, 0, 0]}}],
                "joints": [{text}]}}}}"#
        );
        crate::preset::parse(&text).unwrap().scene.joints.remove(0)
    }

    #[test]
    fn an_arc_has_its_ends_at_the_limits_and_a_drag_of_one_changes_that_one() {
        let hinge = joint(
            r#"{"type": "hinge", "a": "a", "b": "b", "anchor": [0, 0, 0], "axis": [0, 0, 2], "limit_degrees": [-30, 90]}"#,
        );
        let figure = figure(&hinge, Vec3::ZERO, Vec3::new(1.0, 0.0, 0.3), 0.5).unwrap();
        assert!((figure.ends[1].at - Vec3::new(0.0, 0.5, 0.0)).length() < 1e-5, "90° about z from x is y");
        let camera = OrbitCamera::looking(Vec3::new(0.5, 0.6, 4.0), Vec3::ZERO);
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(800.0, 600.0));
        let eye = Eye { rect, camera: &camera };
        let start = eye.screen(figure.ends[1].at).unwrap();
        let end = figure.hit(&eye, start).unwrap();
        assert_eq!(end.bound, Bound::Highest);
        let mut drag = figure.drag(&end, start);
        let to = eye.screen(Vec3::new(0.5, 0.5, 0.0)).unwrap();
        let Some(Change::Turn { degrees, .. }) = drag.change(&eye, to, None) else { panic!("it turns") };
        let (field, value) = written(&hinge, end.bound, end.value + degrees);
        assert_eq!(field, "/limit_degrees");
        assert_eq!(value[0], json!(-30.0));
        assert!((value[1].as_f64().unwrap() - 45.0).abs() < 0.2, "{value}");
    }

    #[test]
    fn bounds_never_pass_the_start_or_each_other() {
        let slider = joint(
            r#"{"type": "slider", "a": "a", "b": "b", "anchor": [0, 0, 0], "axis": [1, 0, 0], "limit": [-0.5, 0.5]}"#,
        );
        assert_eq!(written(&slider, Bound::Lowest, 0.2), ("/limit", json!([0.0, 0.5])));
        assert_eq!(written(&slider, Bound::Highest, -3.0), ("/limit", json!([-0.5, 0.0])));
        let free = joint(r#"{"type": "hinge", "a": "a", "b": "b", "anchor": [0, 0, 0], "axis": [1, 0, 0]}"#);
        assert_eq!(figure(&free, Vec3::ZERO, Vec3::X, 1.0), None);
        let ball = joint(
            r#"{"type": "ball", "a": "a", "b": "b", "anchor": [0, 0, 0], "axis": [1, 0, 0], "swing_limit_degrees": 40}"#,
        );
        let cone = figure(&ball, Vec3::ZERO, Vec3::X, 1.0).unwrap();
        assert!((cone.ends[0].at.dot(Vec3::X) - 40_f32.to_radians().cos()).abs() < 1e-5);
        assert_eq!(written(&ball, Bound::Swing, 500.0).1, json!(180.0));
    }
}

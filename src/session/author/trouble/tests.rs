//! Small scenes for and against each kind of warning.

use super::super::{Item, Warning};
use super::find;

const FLOOR: &str = r#"{"name": "floor", "type": "static", "shape": {"type": "half_space"}}"#;

fn warnings_of(bodies: &str, rest: &str, settings: &str) -> Vec<Warning> {
    let text = format!(
        r#"{{"format": "jitterscope-preset", "version": 1, "title": "t", "scene": {{"bodies": [{FLOOR}, {bodies}]{rest}}},
            "settings": {settings}}}"#
    );
    let preset = crate::preset::parse(&text).unwrap_or_else(|problems| panic!("{problems}"));
    find(&preset, &preset.instantiate(None).unwrap())
}

fn of_bodies(bodies: &str) -> Vec<Warning> {
    warnings_of(bodies, "", "{}")
}

fn artifacts(warnings: &[Warning]) -> Vec<&str> {
    warnings.iter().map(|warning| warning.artifact).collect()
}

fn cube(name: &str, y: f32, mass: f32) -> String {
    format!(
        r#"{{"name": "{name}", "shape": {{"type": "box", "size": [1, 1, 1]}}, "position": [0, {y}, 0], "mass": {mass}}}"#
    )
}

#[test]
fn a_sound_scene_has_no_warnings() {
    let tower = r#"{"name": "tower", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.5, 0], "repeat": {"type": "line", "count": 10, "step": [0, 1, 0]}}"#;
    assert_eq!(of_bodies(tower), []);
    for id in ["pyramid", "cold-stack"] {
        if let Ok(preset) = crate::preset::find(id) {
            let variant = preset.variants.names().next();
            let found = find(&preset, &preset.instantiate(variant).unwrap());
            assert_eq!(found, [], "{id}");
        }
    }
}

#[test]
fn every_artifact_that_is_named_is_in_the_catalogue() {
    // One scene with everything wrong.
    let bodies = [
        cube("light", 0.4, 1.0),
        cube("heavy", 1.4, 900.0),
        r#"{"name": "rod", "shape": {"type": "box", "size": [4, 0.05, 0.05]}, "position": [9, 5, 0], "velocity": [900, 0, 0]}"#.to_owned(),
        r#"{"name": "dust", "shape": {"type": "sphere", "radius": 0.001}, "position": [19, 5, 0]}"#.to_owned(),
        r#"{"name": "balloon", "shape": {"type": "sphere", "radius": 5}, "position": [40, 9, 0], "mass": 100}"#.to_owned(),
        r#"{"name": "far", "shape": {"type": "sphere", "radius": 1}, "position": [90000, 1, 0]}"#.to_owned(),
        r#"{"name": "bat", "type": "animated", "shape": {"type": "box", "size": [0.1, 1, 1]}, "position": [0, 20, 0], "driven_by": "pose",
            "path": {"type": "oscillation", "axis": [1, 0, 0], "amplitude": 30, "period": 0.1}}"#
            .to_owned(),
        r#"{"name": "pop", "shape": {"type": "sphere", "radius": 0.5}, "position": [0, 0.5, 30], "restitution": 0.8, "repeat": {"type": "line", "count": 8, "step": [1, 0, 0]}}"#
            .to_owned(),
    ];
    let joint =
        r#", "joints": [{"type": "ball", "a": "rod", "b": "balloon", "anchor_a": [0, 0, 0], "anchor_b": [0, 0, 0]}]"#;
    let warnings = warnings_of(&bodies.join(", "), joint, r#"{"ccd": {"mode": "off"}}"#);
    for warning in &warnings {
        assert!(crate::artifact::Artifact::find(warning.artifact).is_some(), "{}", warning.artifact);
        assert!(!warning.items.is_empty() && warning.place.starts_with("/scene/"), "{warning:?}");
    }
    let found = artifacts(&warnings);
    for expected in [
        "shoot-out",
        "squashed-stack",
        "tunnelling",
        "asymmetric-body",
        "joint-drift",
        "oversized-scene",
        "ghost-animation",
        "restless-stack",
    ] {
        assert!(found.contains(&expected), "{expected} is not in {found:?}");
    }
}

#[test]
fn unequal_masses_in_contact_or_about_to_be() {
    let pair = |masses: [f32; 2], gap: f32| {
        of_bodies(&format!("{}, {}", cube("low", 0.5, masses[0]), cube("high", 1.5 + gap, masses[1])))
    };
    assert_eq!(pair([1.0, 10.0], 0.0), [], "ten to one is allowed");
    let heavy_on_top = pair([1.0, 50.0], 0.0);
    assert_eq!(artifacts(&heavy_on_top), ["squashed-stack"]);
    assert_eq!(
        (heavy_on_top[0].items.as_slice(), heavy_on_top[0].place.as_str()),
        (&[Item::Body(1), Item::Body(2)][..], "/scene/bodies/1/mass")
    );
    assert!(
        heavy_on_top[0].text.contains("50:1") && heavy_on_top[0].text.contains("rests on"),
        "{}",
        heavy_on_top[0].text
    );
    assert_eq!(pair([50.0, 1.0], 0.0).len(), 1);
    assert_eq!(artifacts(&pair([1.0, 50.0], 2.0)), ["squashed-stack"], "it will fall onto it");
    let beside = format!("{}, {}", cube("a", 0.5, 1.0), cube("b", 0.5, 99.0).replace("[0, 0.5, 0]", "[9, 0.5, 0]"));
    assert_eq!(of_bodies(&beside), [], "far from each other");
    // A hundred bricks of one item in contact with each other: one warning.
    let wall = r#"{"name": "wall", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.5, 0], "repeat": {"type": "wall", "columns": 5, "rows": 5}},
        {"name": "lid", "shape": {"type": "box", "size": [5, 1, 1]}, "position": [2, 5.5, 0], "mass": 90000}"#;
    let on_wall = of_bodies(wall);
    assert_eq!(on_wall.len(), 1);
    assert!(on_wall[0].text.contains("5 of this kind"), "{}", on_wall[0].text);
}

#[test]
fn unequal_masses_at_a_joint_and_joints_that_begin_apart() {
    let scene = |mass: f32, anchor_b: &str| {
        let bodies = format!("{}, {}", cube("a", 5.0, 1.0), cube("b", 6.5, mass));
        let joint = format!(
            r#", "joints": [{{"type": "ball", "a": "a", "b": "b", "anchor_a": [0, 0.75, 0], "anchor_b": {anchor_b}}}]"#
        );
        artifacts(&warnings_of(&bodies, &joint, "{}")).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(scene(5.0, "[0, -0.75, 0]").is_empty());
    assert_eq!(scene(40.0, "[0, -0.75, 0]"), ["joint-drift"]);
    assert_eq!(scene(5.0, "[0, -0.65, 0]"), ["joint-drift"]);
}

#[test]
fn overlaps_deeper_than_the_slop() {
    let pair =
        |y: f32, settings: &str| warnings_of(&format!("{}, {}", cube("a", 0.5, 1.0), cube("b", y, 1.0)), "", settings);
    assert_eq!(pair(1.4998, "{}"), [], "within the slop");
    let deep = pair(1.4, "{}");
    assert_eq!(artifacts(&deep), ["shoot-out"]);
    assert_eq!(deep[0].place, "/scene/bodies/2/position");
    assert!(deep[0].text.contains("100 mm") || deep[0].text.contains("0.1 m"), "{}", deep[0].text);
    assert_eq!(pair(1.495, r#"{"solver": {"slop": 0.01}}"#), [], "the slop of the scene counts");
    // Bounds overlap, shapes do not: a ball in the corner of a diamond's bounds.
    let near = r#"{"name": "a", "shape": {"type": "box", "size": [2, 2, 2]}, "position": [0, 5, 0], "mass": 900, "rotation": {"euler_degrees": [0, 0, 45]}},
        {"name": "b", "shape": {"type": "sphere", "radius": 0.3}, "position": [1.1, 6.1, 0], "mass": 900}"#;
    assert_eq!(of_bodies(near), []);
    // Jointed bodies that do not collide may overlap.
    let joint = r#", "joints": [{"type": "ball", "a": "a", "b": "b", "anchor": [0, 1, 0]}]"#;
    assert_eq!(warnings_of(&format!("{}, {}", cube("a", 0.5, 1.0), cube("b", 1.2, 1.0)), joint, "{}"), []);
}

#[test]
fn what_is_faster_than_it_is_thick() {
    let wall =
        r#"{"name": "wall", "type": "static", "shape": {"type": "box", "size": [0.1, 4, 4]}, "position": [10, 2, 0]}"#;
    let shot = |speed: f32, settings: &str| {
        let ball = format!(
            r#"{{"name": "ball", "shape": {{"type": "sphere", "radius": 0.1}}, "position": [0, 1, 0], "velocity": [{speed}, 0, 0]}}, {wall}"#
        );
        artifacts(&warnings_of(&ball, "", settings)).contains(&"tunnelling")
    };
    let off = r#"{"ccd": {"mode": "off"}, "time": {"substeps": 1}}"#;
    assert!(shot(60.0, off), "1 m between two looks, 0.3 m to be seen in");
    assert!(!shot(15.0, off));
    assert!(!shot(60.0, r#"{"ccd": {"mode": "off"}, "time": {"substeps": 8}}"#), "looked at more often");
    assert!(!shot(60.0, "{}"), "continuous collision detection takes care of it");
    assert!(
        shot(60.0, r#"{"ccd": {"mode": "nonlinear_sweep", "bodies": "marked"}, "time": {"substeps": 1}}"#),
        "it is not marked"
    );
    // Falling from high up onto something thin, and onto something thick.
    let fall = |height: f32, target: &str| {
        let bodies = format!(
            r#"{{"name": "ball", "shape": {{"type": "sphere", "radius": 0.1}}, "position": [0, {height}, 0]}}, {target}"#
        );
        artifacts(&warnings_of(&bodies, "", off)).contains(&"tunnelling")
    };
    let plate =
        r#"{"name": "plate", "type": "static", "shape": {"type": "box", "size": [4, 0.05, 4]}, "position": [0, 1, 0]}"#;
    let block =
        r#"{"name": "block", "type": "static", "shape": {"type": "box", "size": [4, 4, 4]}, "position": [0, -1, 0]}"#;
    assert!(fall(60.0, plate));
    assert!(!fall(3.0, plate) && !fall(60.0, block));
    // On a path.
    let path = |period: f32| {
        let bodies = format!(
            r#"{}, {{"name": "bat", "type": "animated", "shape": {{"type": "box", "size": [0.1, 1, 1]}}, "position": [9, 9, 0],
               "path": {{"type": "oscillation", "axis": [1, 0, 0], "amplitude": 5, "period": {period}}}}}"#,
            cube("a", 0.5, 1.0)
        );
        artifacts(&warnings_of(&bodies, "", off)).contains(&"tunnelling")
    };
    assert!(path(0.2) && !path(3.0));
}

#[test]
fn thin_small_light_and_far_bodies() {
    let rod = |length: f32| {
        of_bodies(&format!(
            r#"{{"name": "rod", "shape": {{"type": "box", "size": [{length}, 0.1, 0.1]}}, "position": [0, 0.05, 0]}}"#
        ))
    };
    assert_eq!(artifacts(&rod(2.0)), ["asymmetric-body"]);
    assert_eq!(rod(0.8), []);
    // Turned within a compound, its principal axes are still found.
    let tilted = r#"{"name": "rod", "shape": {"type": "compound", "parts": [{"shape": {"type": "box", "size": [2, 0.1, 0.1]}, "rotation": {"euler_degrees": [30, 40, 50]}}]}, "position": [0, 5, 0]}"#;
    assert_eq!(artifacts(&of_bodies(tilted)), ["asymmetric-body"]);
    let grain = |radius: f32| {
        of_bodies(&format!(
            r#"{{"name": "grain", "shape": {{"type": "sphere", "radius": {radius}}}, "position": [0, {radius}, 0]}}"#
        ))
    };
    assert_eq!(artifacts(&grain(0.001)), ["squashed-stack"]);
    assert_eq!(grain(0.01), []);
    let crate_of = |mass: f32| {
        of_bodies(&format!(
            r#"{{"name": "crate", "shape": {{"type": "box", "size": [10, 10, 10]}}, "position": [0, 5, 0], "mass": {mass}}}"#
        ))
    };
    assert_eq!(artifacts(&crate_of(1000.0)), ["oversized-scene"], "ten metres that weigh a ton");
    assert_eq!(crate_of(1_000_000.0), []);
    let at = |x: f32| {
        of_bodies(&format!(
            r#"{{"name": "a", "shape": {{"type": "sphere", "radius": 0.5}}, "position": [{x}, 0.5, 0]}}"#
        ))
    };
    assert_eq!(artifacts(&at(20_000.0)), ["oversized-scene"]);
    assert_eq!(at(200.0), []);
}

#[test]
fn a_pile_that_bounces() {
    let pile = |count: u32, restitution: f32| {
        of_bodies(&format!(
            r#"{{"name": "ball", "shape": {{"type": "sphere", "radius": 0.5}}, "position": [0, 0.5, 0], "restitution": {restitution},
                "repeat": {{"type": "line", "count": {count}, "step": [0, 1, 0]}}}}"#
        ))
    };
    assert_eq!(artifacts(&pile(8, 0.6)), ["restless-stack"]);
    assert_eq!(pile(8, 0.1), []);
    assert_eq!(pile(2, 0.6), [], "two balls are no pile");
}

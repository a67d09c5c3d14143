//! Every setting changes something: in the scene that its documentation names, the state differs between its values.

use jitterscope::artifact::runner::paced_step;
use jitterscope::dynamics::{SETTINGS, SettingInfo, SettingKind};
use jitterscope::instrument::frame_loop::Pacer;
use jitterscope::instrument::{Recorder, RecorderOptions};
use jitterscope::preset::{self, settings_path};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// Long enough for all of them, s.
const SECS: f64 = 1.5;

/// Everything that there is to see of a run: states, the frames of the virtual clock, and where they draw the bodies.
fn digest(preset: &str, variant: Option<&str>, changes: &[(&str, Value)], secs: f64) -> u64 {
    let preset = preset::find(preset).expect("a shipped preset");
    let mut instance = preset.instantiate(variant).expect("it can be started");
    for (path, value) in changes {
        settings_path::set(&mut instance.settings, path, value).expect("a value within the bounds");
    }
    let mut recorder = Recorder::new(RecorderOptions::default());
    let mut before = recorder.record_start(&instance.world, &instance.settings).steps.pop();
    let mut pacer = Pacer::new(&instance.settings.time);
    let mut hasher = DefaultHasher::new();
    let mut time = 0.0;
    while time < secs {
        if paced_step(&mut instance, &mut pacer, &mut recorder).is_err() {
            // A state that is no longer finite differs from all others.
            instance.world.step_count().hash(&mut hasher);
            break;
        }
        let frame = pacer.step_done(&instance.settings.time);
        let record = recorder.record_step(&instance.world);
        time = record.time;
        record.hash.hash(&mut hasher);
        record.displacements.iter().for_each(|d| d.to_array().map(f32::to_bits).hash(&mut hasher));
        if let Some(frame) = frame {
            (frame.number, frame.steps_done, frame.secs.to_bits()).hash(&mut hasher);
            let drawn = if instance.settings.time.interpolation {
                record.drawn_between(before.as_ref(), frame.alpha)
            } else {
                Cow::Borrowed(&record)
            };
            drawn.bodies.iter().for_each(|body| body.position.to_array().map(f32::to_bits).hash(&mut hasher));
        }
        before = Some(record);
    }
    hasher.finish()
}

/// The choices of a setting, or its value in the scene and others around it.
fn values(info: &SettingInfo, now: &Value) -> Vec<Value> {
    let number = now.as_f64().unwrap_or(0.0);
    match info.kind {
        SettingKind::Bool => vec![json!(false), json!(true)],
        SettingKind::Choice(choices) => choices.iter().map(|(value, _)| json!(value)).collect(),
        SettingKind::Int { min, max } => {
            let other = |v: f64| json!(v.clamp(min.into(), max.into()) as u32);
            vec![now.clone(), other(number * 2.0 + 1.0), other((number / 2.0).floor())]
        }
        SettingKind::Float { min, max, .. } => {
            let other = |v: f64| json!(v.clamp(min.into(), max.into()) as f32);
            vec![
                now.clone(),
                other(if number == 0.0 { 0.5 } else { number * 2.0 }),
                other(number / 2.0),
                other(number / 50.0),
            ]
        }
        SettingKind::Vector { .. } => vec![now.clone(), json!([1.0, -5.0, 0.0])],
    }
}

/// Values that mean the same in the named scene, and why. All others have to differ from one another.
const ALIKE: &[(&str, &[&str], &str)] = &[
    ("time.stepping", &["fixed", "adaptive"], "a step costs more than a frame lasts, so both make one"),
    (
        "broad_phase.method",
        &["brute_force", "sweep_and_prune", "aabb_tree", "quantised_sweep"],
        "they find the same pairs",
    ),
    ("solver.order", &["generated", "static_first"], "pairs with the floor are generated first"),
    ("joint.rows", &["automatic", "tree"], "a hanging chain is a tree"),
    ("joint.self_collision", &["by_joint", "all"], "the joints of the doll let its bones collide"),
    ("joint.limits", &["by_joint", "hard"], "the joints of the doll have hard limits"),
];

fn is_alike(path: &str, a: &Value, b: &Value) -> bool {
    let names = |v: &Value, list: &[&str]| v.as_str().is_some_and(|name| list.contains(&name));
    ALIKE.iter().any(|(alike, list, _)| *alike == path && names(a, list) && names(b, list))
}

#[test]
fn every_setting_changes_the_scene_that_its_documentation_names() {
    let problems: Vec<String> = SETTINGS.par_iter().filter_map(check).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What is wrong with the scene of a setting.
fn check(info: &SettingInfo) -> Option<String> {
    let scene = info.scene()?;
    let variant = (!scene.variant.is_empty()).then_some(scene.variant);
    let first: Vec<(String, Value)> =
        scene.with.split_whitespace().map(|text| settings_path::parse_assignment(text).expect(text)).collect();
    let started = preset::find(scene.preset).and_then(|preset| preset.instantiate(variant));
    let Ok(mut instance) = started else { return Some(format!("{}: {scene} cannot be started", info.path)) };
    for (path, value) in &first {
        settings_path::set(&mut instance.settings, path, value).expect("a setting of the table");
    }
    let now = settings_path::get(&instance.settings, info.path).expect("every setting can be read");
    let run = |value: &Value| {
        let first = first.iter().map(|(path, value)| (path.as_str(), value.clone()));
        digest(scene.preset, variant, &first.chain([(info.path, value.clone())]).collect::<Vec<_>>(), SECS)
    };
    let found: Vec<(Value, u64)> = values(info, &now).into_iter().map(|value| (value.clone(), run(&value))).collect();
    let is_choice = matches!(info.kind, SettingKind::Choice(_) | SettingKind::Bool);
    let differ = found.iter().any(|(_, hash)| *hash != found[0].1);
    let is_right = if is_choice {
        let pairs = found.iter().enumerate().flat_map(|(i, a)| found[i + 1..].iter().map(move |b| (a, b)));
        differ && pairs.clone().all(|(a, b)| is_alike(info.path, &a.0, &b.0) || a.1 != b.1)
    } else {
        differ
    };
    (!is_right).then(|| format!("{} in {scene}: {found:x?}", info.path))
}

//! The frame loop on the virtual clock, with real presets: each of its settings leads somewhere else, and the same ones
//! lead to the same bits.

use jitterscope::artifact::runner::{paced_step, record};
use jitterscope::instrument::frame_loop::Pacer;
use jitterscope::preset::{self, settings_path};
use serde_json::{Value, json};

/// State and frame times of `slow-motion` after two seconds of real time, with some settings changed.
fn after_two_real_seconds(changes: &[(&str, Value)]) -> (u64, Vec<f64>) {
    let mut instance = preset::find("slow-motion").unwrap().instantiate(None).unwrap();
    for (path, value) in changes {
        settings_path::set(&mut instance.settings, path, value).unwrap();
    }
    let mut pacer = Pacer::new(&instance.settings.time);
    let mut frames = Vec::new();
    let mut real_time = 0.0;
    while real_time < 2.0 {
        paced_step(&mut instance, &mut pacer, &mut ()).unwrap();
        if let Some(frame) = pacer.step_done(&instance.settings.time) {
            real_time = frame.real_time;
            frames.push(frame.secs);
        }
    }
    (instance.world.state_hash(), frames)
}

#[test]
fn each_setting_of_the_frame_loop_leads_somewhere_else() {
    // Six steps are due per frame; four are allowed, and three fit into the frame.
    let costly = [("time.frame_rate", json!(20)), ("time.step_cost", json!(0.012))];
    let with = |more: &[(&str, Value)]| {
        let mut all = costly.to_vec();
        all.extend_from_slice(more);
        after_two_real_seconds(&all)
    };
    let fixed = with(&[]);
    assert_eq!(fixed, with(&[]), "the virtual clock repeats itself bit for bit");
    let mut seen = vec![fixed];
    for stepping in ["variable", "accumulator", "capped", "adaptive"] {
        let run = with(&[("time.stepping", json!(stepping)), ("time.max_steps_per_frame", json!(4))]);
        assert!(!seen.contains(&run), "{stepping} does what another stepping does");
        seen.push(run);
    }
    for (path, value) in [
        ("time.frame_rate", json!(30)),
        ("time.frame_jitter", json!(0.5)),
        ("time.max_steps_per_frame", json!(2)),
        ("time.step_cost", json!(0.018)),
    ] {
        let capped = [("time.stepping", json!("capped")), ("time.max_steps_per_frame", json!(4))];
        let (before, after) = (with(&capped), with(&[capped.as_slice(), &[(path, value)]].concat()));
        assert_ne!(before, after, "{path} changes nothing");
    }
    let jitter = [("time.stepping", json!("variable")), ("time.frame_jitter", json!(0.5))];
    let (one, two) = (with(&jitter), with(&[jitter.as_slice(), &[("time.jitter_seed", json!(2))]].concat()));
    assert_ne!(one.0, two.0, "another seed, another run");
}

#[test]
fn with_variable_steps_every_seed_is_another_run_and_with_fixed_ones_none_is() {
    let growth = |variant: &str, seed: u32| {
        let preset = preset::find("variable-step").unwrap();
        let mut instance = preset.instantiate(Some(variant)).unwrap();
        instance.settings.time.jitter_seed = seed;
        let recording = record(instance, preset.seconds().into()).unwrap();
        let mean = |steps: &[jitterscope::instrument::StepRecord]| {
            steps.iter().map(|s| s.energy.total()).sum::<f64>() / steps.len() as f64
        };
        let quarter = recording.steps.len() / 4;
        mean(&recording.steps[3 * quarter..]) / mean(&recording.steps[..quarter])
    };
    let sick: Vec<f64> = (1..=8).map(|seed| growth("sick", seed)).collect();
    assert!(sick.iter().filter(|g| (*g - 1.0).abs() > 0.2).count() >= 4, "{sick:?}");
    let spread = sick.iter().fold(0.0_f64, |a, b| a.max(*b)) / sick.iter().fold(f64::INFINITY, |a, b| a.min(*b));
    assert!(spread > 1.5, "every seed should give another run: {sick:?}");
    assert!((1..=8).all(|seed| (growth("cured-fixed", seed) - 1.0).abs() < 0.01));
}

/// With twice as many pictures as steps, every second picture shows the bodies half way between two states.
#[test]
fn interpolated_bodies_lie_between_their_states() {
    let recording = record(preset::find("slow-motion").unwrap().instantiate(None).unwrap(), 0.5).unwrap();
    let (before, after) = (recording.steps[10].body(1).unwrap(), recording.steps[11].body(1).unwrap());
    let middle = after.interpolated(before, 0.5);
    assert!((middle.position - (before.position + after.position) * 0.5).length() < 1e-6);
    assert_eq!(after.interpolated(before, 1.0).position, after.position);
    assert_eq!(after.interpolated(before, 0.0).position, before.position);
}

//! Comparisons give the numbers of `verify`, for every entry of the catalogue.

use jitterscope::artifact::ARTIFACTS;
use jitterscope::artifact::catalogue::SICK;
use jitterscope::artifact::runner;
use jitterscope::preset;
use jitterscope::session::compare::{Choice, Plan};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Plain runs, runs driven frame by frame, steps of varying length, and presets with a sweep of their own.
#[test]
fn sick_and_cured_have_the_numbers_of_verify() {
    let all: Vec<_> = ARTIFACTS.iter().collect();
    let verdicts = runner::verify(&all, runner::Extent::default(), &|_| ()).unwrap();
    for (artifact, verdict) in ARTIFACTS.iter().zip(&verdicts) {
        let preset = Arc::new(preset::find(artifact.preset).unwrap());
        let reading_of = |variant: &str| &verdict.variants.iter().find(|v| v.variant == variant).unwrap().reading;
        for cure in artifact.cures {
            let choice = |variant: &str| Choice { variant: Some(variant.to_owned()), sets: Vec::new() };
            let choices = [choice(SICK), choice(cure.variant)];
            let plan = Plan::from_start(artifact.preset, preset.clone(), choices, None).unwrap();
            let comparison = plan.run(&AtomicBool::new(false), &|_| ()).unwrap();
            let number = comparison.numbers.iter().find(|number| number.artifact.id == artifact.id).unwrap();
            for (variant, reading) in [SICK, cure.variant].into_iter().zip(&number.readings) {
                assert_eq!(reading_of(variant), reading, "{} {variant}", artifact.id);
            }
            // Frames say when steps are made and gaps can be hidden in the picture: such cures leave all bits the same.
            let settings = |variant: &str| serde_json::to_value(preset.step_settings(Some(variant)).unwrap()).unwrap();
            let (mut sick, mut cured) = (settings(SICK), settings(cure.variant));
            for settings in [&mut sick, &mut cured] {
                settings["time"] = serde_json::Value::Null;
                settings["joint"]["visual_displacement"] = serde_json::Value::Null;
            }
            let changes_bodies = preset.variants.get(cure.variant).is_some_and(|v| !v.bodies.is_empty());
            if comparison.parting.is_none() {
                assert!(sick == cured && !changes_bodies, "{} {}", artifact.id, cure.variant);
            }
            // The states before are equal, and the step itself is not.
            if let Some(parting) = &comparison.parting {
                let [a, b] = &comparison.sides;
                let index = a.samples.iter().position(|s| s.step == parting.step).unwrap();
                assert!(a.hashes[..index].iter().zip(&b.hashes).all(|(a, b)| a == b), "{}", artifact.id);
            }
        }
    }
}

//! Comparisons give the numbers of `verify`.

use jitterscope::artifact::Artifact;
use jitterscope::artifact::catalogue::SICK;
use jitterscope::artifact::runner::{Job, Length};
use jitterscope::preset;
use jitterscope::session::compare::{Choice, Plan};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Plain runs, runs driven frame by frame, steps of varying length, and one with a sweep of its own.
const ENTRIES: [&str; 6] =
    ["tilted-bounce", "well-of-despair", "variable-step", "tunnelling", "joint-drift", "euler-blow-up"];

#[test]
fn sick_and_cured_have_the_numbers_of_verify() {
    for id in ENTRIES {
        let artifact = Artifact::find(id).unwrap();
        let preset = Arc::new(preset::find(artifact.preset).unwrap());
        for cure in artifact.cures {
            let choice = |variant: &str| Choice { variant: Some(variant.to_owned()), sets: Vec::new() };
            let choices = [choice(SICK), choice(cure.variant)];
            let plan = Plan::from_start(artifact.preset, preset.clone(), choices, None).unwrap();
            let comparison = plan.run(&AtomicBool::new(false), &|_| ()).unwrap();
            let number = comparison.numbers.iter().find(|number| number.artifact.id == id).unwrap();
            for (variant, reading) in [SICK, cure.variant].into_iter().zip(&number.readings) {
                // What `verify` runs.
                let length = Length::of(&preset);
                let job = Job { name: artifact.preset, preset: &preset, variant: Some(variant), sets: &[], length };
                assert_eq!(&job.read(&[artifact]).unwrap()[0], reading, "{id} {variant}");
            }
            // A cap on the steps per frame changes when steps are made, not what they do: the same bits.
            assert_eq!(comparison.parting.is_none(), id == "well-of-despair", "{id} {}", cure.variant);
            assert!(number.readings[0].value >= artifact.measure.sick_min, "{id}");
            assert!(number.readings[1].value <= artifact.measure.cured_max, "{id} {}", cure.variant);
        }
    }
}

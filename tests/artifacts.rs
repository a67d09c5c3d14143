//! The catalogue against the shipped presets: every artifact shows, every cure works, every control is silent.

use jitterscope::artifact::runner::{Extent, Job, Length, control_presets, record, verify};
use jitterscope::artifact::{ARTIFACTS, Artifact};
use jitterscope::math::Vec3;
use jitterscope::preset;
use std::collections::BTreeSet;

#[test]
fn every_artifact_is_confirmed_on_any_number_of_threads() {
    let all: Vec<&Artifact> = ARTIFACTS.iter().collect();
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| verify(&all, Extent { litmus: true, control_steps: false }, &|_| ())).unwrap()
    };
    let verdicts = on(1);
    for verdict in &verdicts {
        assert!(verdict.passed, "{verdict:#?}");
        assert!(verdict.controls.len() >= 10, "{} was tried on too few controls", verdict.id);
        assert!(verdict.variants.iter().all(|v| v.cure.is_some() || v.reading.evidence.is_some()));
    }
    assert_eq!(verdicts, on(3));
}

/// A cure in the catalogue is a variant of the preset, and no variant claims to cure what the catalogue does not list.
#[test]
fn catalogue_and_presets_name_the_same_cures() {
    for artifact in ARTIFACTS {
        let preset = preset::find(artifact.preset).unwrap();
        let listed: BTreeSet<&str> = artifact.cures.iter().map(|c| c.variant).collect();
        let claimed: BTreeSet<&str> =
            preset.variants.iter().filter(|(_, v)| v.cures.is_some()).map(|(name, _)| name).collect();
        assert_eq!(listed, claimed, "{}", artifact.id);
        assert!(preset.variants.get("sick").is_some(), "{}", artifact.id);
    }
}

/// The proof that the spin of a tilted bounce comes from the order of the rows. The four corners are numbered around the
/// face, so the reverse order starts at a neighbouring corner: the whole motion has to be the mirror image in a vertical
/// plane through the box. (A mirror keeps the part of a spin that is normal to it and turns the others round.)
#[test]
fn reversing_the_row_order_mirrors_the_tilted_bounce() {
    let after_impact = |variant: &str| {
        let preset = preset::find("tilted-bounce").unwrap();
        let recording = record(preset.instantiate(Some(variant)).unwrap(), preset.seconds().into()).unwrap();
        let body = recording.header.bodies.iter().find(|b| &*b.name == "box").unwrap().id;
        let bounced = recording.steps.iter().filter_map(|s| s.body(body)).find(|b| b.velocity.y > 0.0).copied();
        bounced.expect("the box bounces")
    };
    let (forth, back) = (after_impact("sick"), after_impact("reversed"));
    let (w, m) = (forth.angular_velocity, back.angular_velocity);
    assert!(w.length() > 0.5 && (w - m).length() > 0.5, "{w} against {m}");
    let is_image = |normal: Vec3| {
        let mirror = |v: Vec3| v - 2.0 * v.dot(normal) * normal;
        (m + mirror(w)).length() < 1e-4 && (back.velocity - mirror(forth.velocity)).length() < 1e-4
    };
    assert!(is_image(Vec3::X) || is_image(Vec3::Z), "{forth:?} against {back:?}");
}

/// The rattle itself: the second number of the rattling stack has to fall by the factor of the first.
#[test]
fn a_cured_stack_turns_ten_times_less() {
    for (id, cures) in
        [("rattling-stack", &["cured-full", "cured-cache"][..]), ("rattling-pruning", &["cured-consistent"])]
    {
        let turning = |variant: &str| {
            let preset = preset::find(id).unwrap();
            let recording = record(preset.instantiate(Some(variant)).unwrap(), preset.seconds().into()).unwrap();
            (Artifact::find(id).unwrap().detect)(&recording).also[0].value
        };
        let sick = turning("sick");
        assert!(sick > 0.01, "{id}: {sick} rad/s");
        for cure in cures {
            assert!(turning(cure) * 10.0 <= sick, "{id} {cure}: {} against {sick} rad/s", turning(cure));
        }
    }
}

/// What the reference blames on cutting time into steps and on straight lines: the number has to fall with the parts. (Those
/// of slow motion, 2a, are the steps that a frame may make: what is inside of a step cannot make up for steps that are not
/// made.)
#[test]
fn the_litmus_list_is_that_of_the_reference() {
    let falling: Vec<&str> = ARTIFACTS.iter().filter(|a| a.litmus.is_some()).map(|a| a.number).collect();
    assert_eq!(falling, ["2a", "6a", "6b", "7", "12a", "12b", "13", "14a", "14b", "14c", "15"]);
}

/// Detectors have to stay silent on healthy scenes at any step. `verify --controls` tries all of them in full length.
#[test]
fn no_detector_fires_on_a_healthy_scene_at_other_steps() {
    let all: Vec<&Artifact> = ARTIFACTS.iter().collect();
    for (dt, substeps) in [(1.0_f64 / 60.0, 1), (1.0 / 120.0, 1), (1.0 / 120.0, 4)] {
        let sets = [("time.dt".to_owned(), dt.into()), ("time.substeps".to_owned(), substeps.into())];
        for id in control_presets() {
            let preset = preset::find(id).unwrap();
            let length = Length::Seconds(f64::from(preset.seconds()).min(4.5));
            let job = Job { name: id, preset: &preset, variant: None, sets: &sets, length };
            for (artifact, reading) in all.iter().zip(job.read(&all).unwrap()) {
                let limit = artifact.measure.sick_min;
                assert!(reading.value < limit, "{} on {id} at {dt} s, {substeps} substeps: {reading:?}", artifact.id);
            }
        }
    }
}

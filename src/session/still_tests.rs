//! A scene that sleeps is recorded at next to no cost; what is recorded is what a record of every step would hold.

use super::*;
use crate::instrument::{Recorder, RecorderOptions, StepRecord};
use crate::math::Vec3;
use crate::preset;

/// Two crates that come to rest, a link that hangs still, and a plate whose path ends.
const SCENE: &str = r#"{
  "format": "jitterscope-preset", "version": 1, "title": "It comes to rest",
  "scene": {"bodies": [
    {"name": "floor", "type": "static", "shape": {"type": "box", "size": [20, 1, 20]}, "position": [0, -0.5, 0]},
    {"name": "crate", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.6, 0],
     "repeat": {"type": "line", "count": 2, "step": [0.1, 1.05, 0]}},
    {"name": "link", "shape": {"type": "box", "size": [0.2, 1, 0.2]}, "position": [4, 3, 0]}],
   "joints": [{"type": "ball", "a": "floor", "b": "link", "anchor": [4, 3.5, 0]}]}}"#;

fn open(scene: &str) -> Session {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.json");
    std::fs::write(&path, scene).unwrap();
    let mut session = Session::new();
    session.apply(Command::Open(Source::File(path)));
    assert_eq!(session.problem(), None);
    session
}

/// Everything but the moment.
fn contents(record: &StepRecord) -> impl PartialEq + std::fmt::Debug {
    let StepRecord { bodies, contacts, joints, displacements, energy, .. } = record.clone();
    (bodies, contacts, joints, displacements, energy)
}

#[test]
fn what_is_still_is_what_it_was_one_step_before() {
    let mut still = 0;
    for shipped in preset::shipped() {
        let preset = preset::find(shipped.id).unwrap();
        let variant = preset.variants.names().last().map(str::to_owned);
        let mut instance = preset.instantiate(variant.as_deref()).unwrap();
        let mut recorder = Recorder::new(RecorderOptions::default());
        let mut before = recorder.record_start(&instance.world, &instance.settings).steps.swap_remove(0);
        let mut content = instance.world.content_hash();
        for _ in 0..240 {
            if instance.step(&mut ()).is_err() {
                break;
            }
            let record = recorder.record_step(&instance.world);
            if instance.world.is_still() {
                still += 1;
                assert_eq!(instance.world.content_hash(), content, "{} at step {}", shipped.id, record.step);
                assert!(contents(&record) == contents(&before), "{} at step {}", shipped.id, record.step);
            }
            (content, before) = (instance.world.content_hash(), record);
        }
    }
    assert!(still > 1000, "only {still} steps were still: this tests nothing");
}

#[test]
fn a_long_sleep_is_recorded_as_if_every_step_had_its_record() {
    const STEPS: u64 = 400;
    let mut session = open(SCENE);
    let run = session.run().unwrap();
    let mut bare = run.preset().instantiate(run.variant()).unwrap();
    session.apply(Command::Step(STEPS as u32));
    let run = session.run().unwrap();
    assert!(run.recording().steps.len() < 300, "{} records of a scene that sleeps", run.recording().steps.len());
    let mut recorder = Recorder::new(RecorderOptions::default());
    let start = recorder.record_start(&bare.world, &bare.settings);
    let mut before = start.steps[0].clone();
    for step in 1..=STEPS {
        bare.step(&mut ()).unwrap();
        let record = recorder.record_step(&bare.world);
        let note = run.timeline().note(step).unwrap();
        assert_eq!(note.hash, record.hash, "step {step}");
        assert_eq!(note.sample, Sample::of(&start.header, Some(&before), &record), "step {step}");
        before = record;
    }
    assert!(bare.world.is_still() && contents(run.record()) == contents(&before));
    assert_eq!((run.record().step, run.record().time, run.record().hash), (STEPS, before.time, before.hash));
    for step in [397, 150, 398] {
        session.apply(Command::Seek(step));
        session.apply(Command::Step(1));
        let run = session.run().unwrap();
        assert_eq!(run.record().hash, run.timeline().note(step + 1).unwrap().hash);
        assert_eq!(run.timeline().mismatch(), None);
    }
}

#[test]
fn what_wakes_a_sleeper_ends_the_stillness() {
    let mut session = open(SCENE);
    session.apply(Command::Step(400));
    let asleep = session.run().unwrap().record().clone();
    session.apply(Command::Shoot { origin: Vec3::new(0.0, 0.5, 6.0), direction: Vec3::NEG_Z });
    session.apply(Command::Step(60));
    let run = session.run().unwrap();
    assert!(run.record().bodies[1].position.distance(asleep.bodies[1].position) > 0.01, "the ball has hit the crate");
    let steps: Vec<u64> = run.recording().steps.iter().map(|record| record.step).collect();
    assert_eq!(steps[steps.len() - 61..], (400..=460).collect::<Vec<_>>(), "every step of it has its record");
    session.apply(Command::Seek(430));
    session.apply(Command::Step(30));
    assert_eq!(session.run().unwrap().timeline().mismatch(), None);
}

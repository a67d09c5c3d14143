//! Every shipped lesson can be taken from its first step to its last.

use jitterscope::artifact::ARTIFACTS;
use jitterscope::preset;
use jitterscope::session::{Command, LessonMove, Session, Source};
use rayon::prelude::*;
use std::time::Duration;

fn open(id: &str) -> Session {
    let mut session = Session::new();
    session.apply(Command::Open(Source::Shipped(id.to_owned())));
    assert!(session.problem().is_none(), "{id}: {:?}", session.problem());
    session
}

/// Lets time pass until the scene stands still.
fn wait(session: &mut Session) {
    for _ in 0..100_000 {
        if !session.is_playing() {
            return;
        }
        session.tick_within(0.1, Duration::from_secs(1));
    }
    panic!("the scene never arrives");
}

#[test]
fn every_artifact_has_a_lesson_that_asks_something() {
    for artifact in ARTIFACTS {
        let preset = preset::find(artifact.preset).expect("a shipped preset");
        let lesson = preset.lesson.as_ref().unwrap_or_else(|| panic!("{} has no lesson", artifact.id));
        assert!(lesson.steps.iter().any(|step| step.answer.is_some()), "{} asks nothing", artifact.id);
    }
}

#[test]
fn every_lesson_runs_to_its_end() {
    let with_lesson = |id: &&str| preset::find(id).is_ok_and(|p| p.lesson.is_some());
    let ids: Vec<&str> = preset::shipped().iter().map(|p| p.id).filter(with_lesson).collect();
    assert!(ids.len() >= ARTIFACTS.len() - 2, "{} lessons", ids.len());
    ids.par_iter().for_each(|id| {
        let mut session = open(id);
        let (lesson, _) = session.lesson().expect("it has one");
        let lesson = lesson.clone();
        for (index, step) in lesson.steps.iter().enumerate() {
            session.apply(Command::Lesson(LessonMove::Go(index)));
            assert!(session.problem().is_none(), "{id}, step {index}: {:?}", session.problem());
            if let Some(variant) = &step.variant {
                assert_eq!(session.run().unwrap().variant(), Some(variant.as_str()), "{id}, step {index}");
            }
            if let Some(answer) = step.answer {
                session.apply(Command::Lesson(LessonMove::Predict(answer)));
            }
            if step.run_to.is_some() {
                assert!(!session.lesson().unwrap().1.has_shown(index), "{id}: revealed before it ran");
                session.apply(Command::Lesson(LessonMove::Run));
                wait(&mut session);
            }
            assert!(session.lesson().unwrap().1.has_shown(index), "{id}, step {index} shows nothing");
        }
        let (right, all) = session.lesson().unwrap().1.score(&lesson);
        assert_eq!(right, all, "{id}");
    });
}

#[test]
fn a_prediction_stands_once_the_scene_has_answered() {
    let mut session = open("rattling-stack");
    session.apply(Command::Lesson(LessonMove::Predict(0)));
    session.apply(Command::Lesson(LessonMove::Predict(2)));
    assert_eq!(session.lesson().unwrap().1.predicted(0), Some(2), "until then it can be changed");
    session.apply(Command::Lesson(LessonMove::Predict(9)));
    assert_eq!(session.lesson().unwrap().1.predicted(0), Some(2), "there is no such choice");
    session.apply(Command::Lesson(LessonMove::Run));
    wait(&mut session);
    session.apply(Command::Lesson(LessonMove::Predict(1)));
    let (lesson, progress) = session.lesson().unwrap();
    assert_eq!((progress.predicted(0), progress.score(lesson)), (Some(2), (0, 1)));
    // A step that names no variant takes that of the steps before it.
    session.apply(Command::Lesson(LessonMove::Go(1)));
    assert_eq!(session.run().unwrap().variant(), Some("cured-full"));
    assert_eq!(session.run().unwrap().cursor(), 0);
    session.apply(Command::Lesson(LessonMove::Go(0)));
    assert_eq!(session.run().unwrap().variant(), Some("sick"));
}

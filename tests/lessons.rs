//! Every shipped lesson can be taken from its first step to its last, and each question is answered by the run.

use jitterscope::artifact::{ARTIFACTS, LessonRun, measure};
use jitterscope::preset;
use jitterscope::preset::schema::LessonStep;
use jitterscope::session::{Command, LessonMove, Prediction, Session, Source};
use rayon::prelude::*;
use std::time::Duration;

fn open(id: &str) -> Session {
    let mut session = Session::new();
    session.apply(Command::Open(Source::Shipped(id.to_owned())));
    assert!(session.problem().is_none(), "{id}: {:?}", session.problem());
    session
}

/// Lets time pass until the scene stands still and its number is there.
fn wait(session: &mut Session) {
    for _ in 0..100_000 {
        if !session.is_playing() && !session.is_working() {
            return;
        }
        if !session.is_playing() {
            std::thread::sleep(Duration::from_millis(2));
        }
        session.tick_within(0.1, Duration::from_secs(1));
    }
    panic!("the scene never arrives");
}

fn lesson_move(session: &mut Session, wish: LessonMove) {
    session.apply(Command::Lesson(wish));
}

fn asks(step: &LessonStep) -> bool {
    step.question.is_some()
}

#[test]
fn every_artifact_has_one_lesson_whose_questions_are_answered_by_a_measurement() {
    for artifact in ARTIFACTS {
        let preset = preset::find(artifact.preset).expect("a shipped preset");
        let lesson = preset.lesson.as_ref().unwrap_or_else(|| panic!("{} has no lesson", artifact.id));
        assert!(lesson.steps.iter().any(|step| step.measure.is_some()), "{} measures nothing", artifact.id);
    }
    for shipped in preset::shipped() {
        let lesson = shipped.preset().unwrap().lesson.unwrap_or_else(|| panic!("{} has no lesson", shipped.id));
        for (index, step) in lesson.steps.iter().enumerate() {
            assert!(step.answer.is_none(), "{}, step {index}: the answer stands in the file", shipped.id);
            assert_eq!(asks(step), step.measure.is_some(), "{}, step {index}", shipped.id);
        }
    }
}

#[test]
fn every_lesson_runs_to_its_end_and_the_run_makes_exactly_one_choice_right() {
    let ids: Vec<&str> = preset::shipped().iter().map(|p| p.id).collect();
    let failures: Vec<String> = ids.par_iter().flat_map_iter(|id| take(id)).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Takes a lesson, always predicting the first choice, and says what is wrong with it.
fn take(id: &str) -> Vec<String> {
    let mut failures = Vec::new();
    let mut session = open(id);
    let lesson = session.lesson().expect("it has one").0.clone();
    let mut lucky = 0;
    for (index, step) in lesson.steps.iter().enumerate() {
        lesson_move(&mut session, LessonMove::Go(index));
        assert!(session.problem().is_none(), "{id}, step {index}: {:?}", session.problem());
        if let Some(variant) = &step.variant {
            assert_eq!(session.run().unwrap().variant(), Some(variant.as_str()), "{id}, step {index}");
        }
        if asks(step) {
            let guess = if step.choices.is_empty() { Prediction::Number(1e6) } else { Prediction::Choice(0) };
            lesson_move(&mut session, LessonMove::Predict(guess));
        }
        if step.run_to.is_some() {
            let (_, progress) = session.lesson().unwrap();
            assert!(!progress.has_shown(index) && progress.measured(index).is_none(), "{id}: revealed before it ran");
            lesson_move(&mut session, LessonMove::Run);
            wait(&mut session);
        }
        let run = session.run().unwrap();
        let (_, progress) = session.lesson().unwrap();
        assert!(progress.has_shown(index), "{id}, step {index} shows nothing");
        let Some(ask) = &step.measure else { continue };
        // The same number as a run made for itself.
        let variant = run.variant().map(str::to_owned);
        let sets: Vec<_> = step.toggle.0.clone();
        let run_to = f64::from(step.run_to.unwrap());
        let alone = LessonRun { name: id, preset: run.preset(), variant: variant.as_deref(), sets: &sets, run_to };
        let measured = match progress.measured(index) {
            Some(Ok(measured)) => measured,
            other => {
                failures.push(format!("{id}, step {index}: no number: {other:?}"));
                continue;
            }
        };
        assert_eq!(Ok(measured), measure(ask, &alone).as_ref(), "{id}, step {index}");
        assert!(!measured.series.is_empty() && !measured.label.is_empty(), "{id}, step {index}: nothing to plot");
        if step.choices.is_empty() {
            assert_eq!(progress.is_right(&lesson, index), Some(false));
            continue;
        }
        match progress.right_choice(&lesson, index) {
            Some(right) => {
                assert_eq!(progress.is_right(&lesson, index), Some(right == 0), "{id}, step {index}");
                lucky += usize::from(right == 0);
            }
            None => failures.push(format!(
                "{id}, step {index}: {} {} is in no range of {:?}",
                measured.value, measured.unit, ask.ranges
            )),
        }
    }
    let (right, all) = session.lesson().unwrap().1.score(&lesson);
    assert_eq!((right, all), (lucky, lesson.steps.iter().filter(|step| asks(step)).count() - failures.len()), "{id}");
    failures
}

#[test]
fn a_prediction_stands_once_the_scene_has_answered() {
    let mut session = open("rattling-stack");
    let choose = |choice| LessonMove::Predict(Prediction::Choice(choice));
    let predicted = |session: &Session| session.lesson().unwrap().1.predicted(0);
    lesson_move(&mut session, choose(0));
    lesson_move(&mut session, choose(2));
    assert_eq!(predicted(&session), Some(Prediction::Choice(2)), "until then it can be changed");
    lesson_move(&mut session, choose(9));
    lesson_move(&mut session, LessonMove::Predict(Prediction::Number(3.0)));
    assert_eq!(predicted(&session), Some(Prediction::Choice(2)), "there is no such choice");
    lesson_move(&mut session, LessonMove::Run);
    wait(&mut session);
    lesson_move(&mut session, choose(1));
    let (lesson, progress) = session.lesson().unwrap();
    assert_eq!((predicted(&session), progress.score(lesson)), (Some(Prediction::Choice(2)), (0, 1)));
    // A step that names no variant takes that of the steps before it.
    lesson_move(&mut session, LessonMove::Go(1));
    assert_eq!(session.run().unwrap().variant(), Some("cured-full"));
    assert_eq!(session.run().unwrap().cursor(), 0);
    lesson_move(&mut session, LessonMove::Go(0));
    assert_eq!(session.run().unwrap().variant(), Some("sick"));
}

#[test]
fn the_answer_is_that_of_the_run_and_changes_with_it() {
    let mut session = open("rattling-stack");
    session.apply(Command::SetVariant(Some("cured-full".to_owned())));
    lesson_move(&mut session, LessonMove::Predict(Prediction::Choice(0)));
    lesson_move(&mut session, LessonMove::Run);
    wait(&mut session);
    let (lesson, progress) = session.lesson().unwrap();
    assert_eq!(progress.right_choice(lesson, 0), Some(0), "cured by hand it stands still");
    assert_eq!(progress.score(lesson), (1, 1));
}

#[test]
fn a_number_is_right_within_its_tolerance() {
    let mut session = open("control-steep-slope");
    lesson_move(&mut session, LessonMove::Predict(Prediction::Choice(0)));
    assert_eq!(session.lesson().unwrap().1.predicted(0), None, "a number is asked for");
    lesson_move(&mut session, LessonMove::Predict(Prediction::Number(0.62)));
    lesson_move(&mut session, LessonMove::Run);
    wait(&mut session);
    let (lesson, progress) = session.lesson().unwrap();
    let measured = progress.measured(0).unwrap().as_ref().unwrap();
    assert!((measured.value - 0.66).abs() < 0.03 && measured.unit == "m", "{}", measured.value);
    assert_eq!(progress.is_right(lesson, 0), Some(true));
}

#[test]
fn settings_that_give_the_answer_away_are_hidden_while_it_is_open() {
    let mut session = open("rattling-stack");
    let varied: Vec<&str> = {
        let variants = session.run().unwrap().preset().variants.clone();
        variants
            .iter()
            .flat_map(|(_, v)| v.settings.entries().iter().map(|(path, _)| *path).collect::<Vec<_>>())
            .collect()
    };
    assert!(!varied.is_empty() && !session.hides_setting(varied[0]), "nobody takes the lesson yet");
    lesson_move(&mut session, LessonMove::Go(0));
    assert!(session.hides_setting(varied[0]) && !session.hides_setting("gravity"));
    lesson_move(&mut session, LessonMove::Run);
    wait(&mut session);
    assert!(!session.hides_setting(varied[0]));
}

#[test]
fn the_result_sheet_says_who_what_and_how_it_went() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.md");
    let mut session = open("rattling-stack");
    lesson_move(&mut session, LessonMove::Predict(Prediction::Choice(1)));
    lesson_move(&mut session, LessonMove::Run);
    wait(&mut session);
    lesson_move(&mut session, LessonMove::SaveSheet { path: path.clone(), who: "Ada | Lovelace".to_owned() });
    assert!(session.problem().is_none(), "{:?}", session.problem());
    let text = std::fs::read_to_string(path).unwrap();
    for part in ["Who: Ada", "1 of 1 predictions", "| right |", "Rattle", "contact points that come and go"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

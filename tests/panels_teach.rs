//! Writing a lesson, presenting it, and the first minute, driven through labels. Nothing drawn.
#![cfg(feature = "app")]

mod common;

use common::{Options, Window, window, window_with};
use egui_kittest::kittest::Queryable as _;
use jitterscope::preset::schema::Lesson;
use jitterscope::session::{Command, Source};

const TAUGHT: &str = r#"{"format":"jitterscope-preset","version":1,"title":"A drop",
  "scene":{"bodies":[{"name":"box","shape":{"type":"box","size":[1,1,1]},"position":[0,5,0]}]},
  "lesson":{"steps":[{"text":"It hangs in the air."}]}}"#;

impl Window {
    fn lesson(&self) -> Option<Lesson> {
        self.harness.state().session.run().unwrap().preset().lesson.clone()
    }

    fn type_into(&mut self, label: &str, text: &str) {
        self.harness.get_by_label(label).focus();
        self.harness.run_steps(2);
        self.harness.get_by_label(label).type_text(text);
        self.harness.run_steps(3);
    }

    fn press(&mut self, key: egui::Key) {
        self.harness.key_press(key);
        self.harness.run_steps(3);
    }
}

fn taught() -> Window {
    let mut w = window(Options { scene: TAUGHT.to_owned(), size: [1280.0, 1400.0], ..Options::default() });
    w.click("Lesson");
    w
}

#[test]
fn a_lesson_is_written_kept_and_taken_back() {
    let mut w = taught();
    let before = w.lesson();
    w.click("Edit lesson");
    w.click("Add a step");
    w.type_into("Question", "Where does it land?");
    w.click("Add a choice");
    w.click("Add a choice");
    w.click("Keep");
    assert!(w.harness.state().session.problem().is_some(), "nobody said yet what is measured");
    assert_eq!(w.lesson(), before, "a lesson that is not valid is not half kept");
    w.click("OK");
    assert!(w.harness.query_by_label("Choice 2").is_some(), "what was written is still there");
    w.click("Discard changes");
    w.click("Edit lesson");
    w.click("Add a step");
    w.click("Move step up");
    w.click("Keep");
    let lesson = w.lesson().expect("a lesson");
    assert_eq!((lesson.steps.len(), lesson.steps[1].text.as_str()), (2, "It hangs in the air."));
    assert!(!w.harness.state().session.is_editing(), "the scene is as it was");
    w.harness.state_mut().session.apply(Command::Undo);
    w.harness.run_steps(2);
    assert_eq!(w.lesson(), before);
}

#[test]
fn the_presenter_sees_the_view_the_lesson_and_the_controls() {
    let mut w = taught();
    w.press(egui::Key::F5);
    assert!(w.shows("It hangs in the air") && w.harness.query_by_label("Search scenes").is_none());
    assert!(w.harness.query_by_label("Settings").is_none());
    w.click("Play");
    assert!(w.harness.state().session.is_playing());
    w.press(egui::Key::Escape);
    assert!(w.harness.query_by_label("Search scenes").is_some());
    w.press(egui::Key::F5);
    w.click("Leave");
    assert!(w.harness.query_by_label("Settings").is_some());
}

#[test]
fn the_first_minute_shows_something_that_moves_the_keys_and_the_browser() {
    let options = Options { is_welcomed: false, ..Options::default() };
    let mut w = window_with(options, |setup| setup.file = None);
    assert!(w.shows("Welcome to Jitterscope") && w.shows("run or pause"));
    assert!(w.harness.state().session.is_playing());
    let step = w.harness.state().session.run().unwrap().cursor();
    w.harness.run_steps(10);
    assert!(w.harness.state().session.run().unwrap().cursor() > step, "it moves behind the card");
    w.click("Start");
    assert!(!w.shows("Welcome to Jitterscope") && w.shows("Artifacts"));
    // From the second start on nothing runs by itself.
    let mut again = window_with(Options::default(), |setup| setup.file = None);
    assert!(!again.harness.state().session.is_playing() && !again.shows("Welcome"));
    assert!(matches!(again.harness.state().session.run().unwrap().source(), Source::Shipped(_)));
    again.press(egui::Key::F1);
    assert!(again.shows("Keys and mouse"));
}

//! The lesson tab driven through its labels, nothing drawn.
#![cfg(feature = "app")]

mod common;

use common::{Options, Window, window};

const TAUGHT: &str = r#"{"format":"jitterscope-preset","version":1,"title":"A drop","description":"A box **falls**.",
  "scene":{"bodies":[{"name":"box","shape":{"type":"box","size":[1,1,1]},"position":[0,5,0]}]},
  "lesson":{"steps":[
    {"text":"It hangs in the air.","question":"What will it do?","choices":["Stay","Fall"],"answer":1,"run_to":0.1},
    {"text":"So gravity acts."}]}}"#;

fn open(scene: &str) -> Window {
    let mut w = window(Options { scene: scene.to_owned(), ..Options::default() });
    w.click("Lesson");
    w
}

impl Window {
    fn wait(&mut self) {
        for _ in 0..200 {
            self.harness.run_steps(1);
            if !self.harness.state().session.is_playing() {
                break;
            }
        }
        self.harness.run_steps(2);
    }
}

#[test]
fn a_lesson_is_taken_by_hand() {
    let mut w = open(TAUGHT);
    assert!(w.shows("Step 1 of 2") && w.shows("What will it do?") && w.shows("Choose an answer first"));
    w.click("Stay");
    assert!(!w.shows("The scene shows"), "nothing is revealed before the run");
    w.click("Run and see");
    w.wait();
    assert!(w.shows("The scene shows: Fall."));
    w.click("Next step");
    assert!(w.shows("Step 2 of 2") && w.shows("So gravity acts"));
    assert!(w.shows("0 of 1 prediction was right"));
    w.click("Go to step 1");
    assert!(w.shows("Step 1 of 2"));
}

#[test]
fn a_scene_without_a_lesson_says_so() {
    let w = open(common::SCENE);
    assert!(w.shows("This scene says nothing about itself"));
}

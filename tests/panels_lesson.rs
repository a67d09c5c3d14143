//! The lesson tab driven through its labels, nothing drawn.
#![cfg(feature = "app")]

mod common;

use common::{Options, Window, window};
use egui_kittest::kittest::Queryable as _;

const TAUGHT: &str = r#"{"format":"jitterscope-preset","version":1,"title":"A drop","description":"A box **falls**.",
  "scene":{"bodies":[{"name":"box","shape":{"type":"box","size":[1,1,1]},"position":[0,5,0]}]},
  "lesson":{"steps":[
    {"text":"It hangs in the air.","question":"What will it do?","choices":["Stay","Fall"],"answer":1,"run_to":0.1},
    {"text":"So gravity acts."}]}}"#;

fn open(scene: &str) -> Window {
    let mut w = window(Options { scene: scene.to_owned(), size: [1280.0, 1400.0], ..Options::default() });
    w.click("Lesson");
    w
}

impl Window {
    fn type_into(&mut self, label: &str, text: &str) {
        self.harness.get_by_label(label).focus();
        self.harness.run_steps(2);
        self.harness.get_by_label(label).type_text(text);
        self.harness.run_steps(3);
    }

    fn wait(&mut self) {
        for _ in 0..200 {
            self.harness.run_steps(1);
            let session = &self.harness.state().session;
            if !session.is_playing() && !session.is_working() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
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

const MEASURED: &str = r#"{"format":"jitterscope-preset","version":1,"title":"A drop",
  "scene":{"bodies":[{"name":"box","shape":{"type":"box","size":[1,1,1]},"position":[0,50,0]}]},
  "variants":{"fast":{"settings":{"time":{"substeps":4}}},"slow":{"settings":{"time":{"substeps":1}}}},
  "lesson":{"steps":[
    {"text":"It hangs in the air.","question":"How far does it fall in half a second?","run_to":0.5,
     "measure":{"quantity":"height","take":"change","tolerance":0.3},"reveal":"That is ½ g t²."},
    {"text":"Again.","question":"How fast is it then?","choices":["5 m/s","10 m/s"],"run_to":0.5,
     "measure":{"quantity":"speed","body":"box","ranges":[[4,6],[9,11]]}}]}}"#;

#[test]
fn a_number_is_predicted_measured_and_put_on_a_sheet() {
    let mut w = open(MEASURED);
    w.type_into("Your prediction", "-1,2");
    w.click("Settings");
    assert!(w.shows("after the run"), "what the variants differ in would give it away");
    w.click("Lesson");
    w.click("Run and see");
    w.wait();
    assert!(w.shows("You predicted it.") && w.shows("Measured in this run: height of the centre, gained"));
    assert!(w.shows("You said") && w.shows("That is"));
    w.click("Settings");
    assert!(!w.shows("after the run"));
    w.click("Lesson");
    w.click("Next step");
    w.click("10 m/s");
    w.click("Run and see");
    w.wait();
    assert!(w.shows("The scene shows: 5 m/s.") && w.shows("1 of 2 predictions were right"));
    w.type_into("Your name", "Ada");
    w.click("Save result sheet…");
    let path = w.file("sheet.md");
    let field = w.harness.get_by_label("Path");
    field.focus();
    w.harness.run_steps(1);
    w.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    w.harness.get_by_label("Path").type_text(&path.display().to_string());
    w.harness.run_steps(2);
    w.click("Save");
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains("Ada") && text.contains("1 of 2"), "{text}");
}

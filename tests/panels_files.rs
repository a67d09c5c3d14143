//! Files in the window, driven through its labels: what changed, saving, closing, recovery, good parts. Nothing drawn.
#![cfg(feature = "app")]

mod common;

use common::{Options, SCENE, Window, window};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use jitterscope::session::{Command, FileWish, Session, Source};
use serde_json::json;

impl Window {
    fn set(&mut self, path: &str, value: serde_json::Value) {
        let session = &mut self.harness.state_mut().session;
        session.apply(Command::SetSetting { path: path.to_owned(), value });
        session.apply(Command::EndGesture);
        self.harness.run_steps(2);
    }

    fn session(&self) -> &Session {
        &self.harness.state().session
    }

    fn press(&mut self, modifiers: egui::Modifiers, key: egui::Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_steps(3);
    }

    /// Clicks in the card over the window, where a button in the window has the same name.
    fn click_in_card(&mut self, label: &str) {
        self.harness.query_all_by_role_and_label(Role::Button, label).last().expect("it is in the card").click();
        self.harness.run_steps(3);
    }

    /// The cross of the window's frame; whether the window is closed by it.
    fn close(&mut self) -> bool {
        let viewport = self.harness.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default();
        viewport.events.push(egui::ViewportEvent::Close);
        self.harness.step();
        let is_held = self.commands().contains(&egui::ViewportCommand::CancelClose);
        self.harness.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default().events.clear();
        self.harness.run_steps(2);
        !is_held
    }

    fn commands(&self) -> Vec<egui::ViewportCommand> {
        let root = self.harness.output().viewport_output.get(&egui::ViewportId::ROOT);
        root.map(|viewport| viewport.commands.clone()).unwrap_or_default()
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.file(name)).unwrap()
    }
}

#[test]
fn what_changed_is_shown_and_saved_with_a_key() {
    let mut w = window(Options::default());
    assert!(!w.shows("changed"));
    w.set("time.substeps", json!(3));
    w.click("Changed against the file");
    assert!(w.shows("/settings") && w.shows("What changed against the file"));
    w.click("Close");
    w.press(egui::Modifiers::COMMAND, egui::Key::S);
    assert!(!w.session().is_changed(), "a file is saved to itself, without a question");
    assert!(w.text("scene.json").contains("\"substeps\": 3"));
    assert!(w.harness.query_by_label("Changed against the file").is_none());
}

#[test]
fn going_back_to_the_file_asks_first() {
    let mut w = window(Options::default());
    w.set("time.substeps", json!(3));
    w.click("Changed against the file");
    w.click("Go back to the file…");
    assert!(w.session().is_changed() && w.shows("will be thrown away"));
    w.click("Go back");
    assert!(!w.session().is_changed());
}

#[test]
fn a_window_with_unsaved_work_closes_only_when_that_is_wanted() {
    let mut w = window(Options::default());
    assert!(w.close(), "nothing to lose");
    let mut w = window(Options::default());
    w.set("time.substeps", json!(3));
    assert!(!w.close() && w.shows("Save your changes?"));
    w.click("Cancel");
    assert!(!w.shows("Save your changes?"));
    assert!(!w.close());
    w.click_in_card("Save");
    assert!(w.text("scene.json").contains("\"substeps\": 3"));
    assert!(w.close());
}

#[test]
fn discarded_work_is_not_offered_again() {
    let mut w = window(Options::default());
    w.set("time.substeps", json!(3));
    w.harness.state_mut().session.apply(Command::File(FileWish::KeepNow));
    assert!(!w.close());
    w.click("Discard");
    assert!(w.close() && w.text("scene.json") == SCENE);
    let folder = w.file("unsaved");
    drop(w.harness);
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
}

#[test]
fn opening_another_scene_asks_before_work_is_lost() {
    let mut w = window(Options::default());
    w.set("time.substeps", json!(3));
    w.press(egui::Modifiers::NONE, egui::Key::CloseBracket);
    w.harness.event(egui::Event::Text("]".to_owned()));
    w.harness.run_steps(3);
    assert!(w.shows("Save your changes?"));
    w.click("Discard");
    assert!(matches!(w.session().run().unwrap().source(), Source::Shipped(_)));
}

#[test]
fn a_scene_that_has_no_file_is_asked_for_one_and_then_has_it() {
    let mut w = window(Options::default());
    w.harness.state_mut().session.apply(Command::Open(Source::Shipped("pyramid".to_owned())));
    w.harness.run_steps(2);
    w.click("Save scene");
    assert!(w.shows("Save the scene as"));
    // The suggestion lies in the user's folder of presets, which is made now.
    w.click_in_card("Save");
    let expected = w.file("presets").join("pyramid-mine.json");
    assert!(expected.exists(), "{:?}", w.session().problem());
    assert_eq!(*w.session().run().unwrap().source(), Source::File(expected));
}

#[test]
fn work_of_a_lost_program_is_offered_and_recovered() {
    let mut first = window(Options::default());
    first.set("time.substeps", json!(9));
    first.harness.state_mut().session.apply(Command::File(FileWish::KeepNow));
    let folder = first.file("unsaved");
    let kept =
        std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().path()).find(|p| p.extension().unwrap() == "json");
    let copy = std::fs::read(kept.unwrap()).unwrap();
    drop(first.harness);
    let second = tempfile::tempdir().unwrap();
    std::fs::write(second.path().join("unsaved-1-0.json"), copy).unwrap();
    let mut w = common::window_with(Options::default(), |setup| {
        setup.folders.unsaved = Some(second.path().to_owned());
    });
    assert!(w.shows("Unsaved work was found") && w.shows("/settings"));
    w.click("Recover");
    assert!(!w.shows("Unsaved work was found"));
    assert_eq!(w.session().run().unwrap().settings().time.substeps, 9);
    assert!(w.session().has_unsaved_work());
}

#[test]
fn a_broken_file_lists_its_problems_and_offers_the_good_parts() {
    let mut w = window(Options::default());
    let broken = SCENE.replace("[20, 1, 20]", "[20, -1, 20]");
    std::fs::write(w.file("broken.json"), &broken).unwrap();
    let path = w.file("broken.json");
    w.harness.state_mut().session.apply(Command::Open(Source::File(path)));
    w.harness.run_steps(2);
    assert!(w.shows("/scene/bodies/0/shape/size/1") && w.shows("Without this part the rest can be opened"));
    w.click("Open the good parts");
    assert_eq!(w.session().run().unwrap().preset().scene.bodies.len(), 1);
    assert!(w.session().has_unsaved_work() && w.text("broken.json") == broken);
}

#[test]
fn the_gallery_finds_a_scene_by_words_and_tags_and_opens_it_with_a_key() {
    let mut w = window(Options::default());
    w.press(egui::Modifiers::COMMAND, egui::Key::F);
    assert!(w.shows("All scenes"));
    w.harness.get_by_label("Search all scenes").type_text("bullet wall");
    w.harness.run_steps(3);
    w.press(egui::Modifiers::NONE, egui::Key::ArrowRight);
    w.press(egui::Modifiers::NONE, egui::Key::ArrowLeft);
    w.press(egui::Modifiers::NONE, egui::Key::Enter);
    let Source::Shipped(id) = w.session().run().unwrap().source().clone() else { panic!("a shipped scene is open") };
    assert!(["tunnelling", "turned-through", "control-thick-wall"].contains(&id.as_str()), "{id}");
    w.click("Gallery");
    w.click("ragdoll");
    assert!(w.shows("doll") && w.harness.query_by_label("A small fast body passes through a wall").is_none());
    w.press(egui::Modifiers::NONE, egui::Key::Escape);
    assert!(!w.shows("All scenes"));
}

#[test]
fn the_users_own_scenes_and_recent_files_are_listed() {
    let mut w = window(Options::default());
    assert!(w.shows("Recent files") && w.shows("scene"));
    w.session_save_as(&w.file("presets/my slope.json"));
    w.harness.run_steps(200);
    assert!(w.shows("My scenes"), "the folder is made with the first scene in it");
    assert!(w.harness.state().state.recent.len() == 2);
}

impl Window {
    fn session_save_as(&mut self, path: &std::path::Path) {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        self.harness.state_mut().session.apply(Command::SaveAs(path.to_owned()));
        self.harness.run_steps(2);
    }
}

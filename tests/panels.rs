//! The window driven through its labels, nothing drawn.
#![cfg(feature = "app")]

mod common;

use common::{Options, Window, window};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use jitterscope::app::Tab;
use jitterscope::session::{Command, Run, Selection};

fn open() -> Window {
    window(Options::default())
}

impl Window {
    fn run(&self) -> &Run {
        self.harness.state().session.run().expect("a scene is open")
    }

    fn press(&mut self, key: Key) {
        self.harness.key_press(key);
        self.harness.run_steps(3);
    }

    fn press_with(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_steps(3);
    }

    fn type_sign(&mut self, text: &str) {
        self.harness.event(egui::Event::Text(text.to_owned()));
        self.harness.run_steps(3);
    }

    fn drag(&mut self, from: egui::Pos2, by: egui::Vec2, modifiers: Modifiers) {
        self.harness.event(egui::Event::PointerMoved(from));
        let button =
            |pos, pressed| egui::Event::PointerButton { pos, button: egui::PointerButton::Primary, pressed, modifiers };
        self.harness.event_modifiers(button(from, true), modifiers);
        self.harness.step();
        for k in 1..=4 {
            self.harness.event_modifiers(egui::Event::PointerMoved(from + by * (k as f32 / 4.0)), modifiers);
            self.harness.step();
        }
    }

    /// Quick enough to count as a click.
    fn click_at(&mut self, pos: egui::Pos2, modifiers: Modifiers) {
        self.harness.event(egui::Event::PointerMoved(pos));
        self.harness.step();
        for pressed in [true, false] {
            let button = egui::PointerButton::Primary;
            self.harness.event_modifiers(egui::Event::PointerButton { pos, button, pressed, modifiers }, modifiers);
            self.harness.step();
        }
        self.harness.run_steps(2);
    }

    fn release(&mut self, at: egui::Pos2) {
        self.harness.event(egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed: false,
            modifiers: Modifiers::NONE,
        });
        self.harness.run_steps(3);
    }
}

#[test]
fn play_and_pause_by_button_and_by_key() {
    let mut w = open();
    assert!(w.shows("PAUSED") && w.shows("Press Space and watch"));
    w.click("Play");
    assert!(w.run().record().step > 0 && w.shows("RUNNING"));
    w.press(Key::Space);
    let step = w.run().record().step;
    w.harness.run_steps(3);
    assert_eq!(w.run().record().step, step);
    assert!(w.shows("PAUSED"));
}

#[test]
fn single_steps_by_button_keys_and_with_shift() {
    let mut w = open();
    w.click("Step");
    assert_eq!(w.run().record().step, 1);
    w.press(Key::ArrowRight);
    w.type_sign(".");
    assert_eq!(w.run().record().step, 3);
    w.press_with(Modifiers::SHIFT, Key::ArrowRight);
    assert_eq!(w.run().record().step, 8);
    w.press(Key::R);
    assert_eq!(w.run().record().step, 0);
}

#[test]
fn speed_goes_up_and_down_and_back_to_real_time() {
    let mut w = open();
    w.click("Slower");
    w.type_sign("-");
    assert_eq!(w.harness.state().session.speed(), 0.25);
    w.click("Speed");
    w.type_sign("+");
    assert_eq!(w.harness.state().session.speed(), 2.0);
}

#[test]
fn a_variant_is_switched_and_marked() {
    let mut w = open();
    w.click("Step");
    w.click("Warm start");
    assert_eq!(w.run().variant(), Some("cured-warm-start"));
    assert_eq!(w.run().record().step, 0);
    assert_eq!(w.run().settings().solver.warm_start, 1.0);
}

#[test]
fn a_setting_is_changed_marked_reset_and_undone() {
    let mut w = open();
    let before = w.run().settings().sleep.enabled;
    let label = jitterscope::dynamics::SETTINGS.iter().find(|s| s.path == "sleep.enabled").unwrap().label;
    // Found by the search: it may lie below the edge of the panel.
    w.harness.get_by_role_and_label(Role::TextInput, "Search settings").focus();
    w.harness.run_steps(2);
    w.harness.get_by_role_and_label(Role::TextInput, "Search settings").type_text("sleep.enabled");
    w.harness.run_steps(3);
    w.harness.get_by_role_and_label(Role::CheckBox, label).click();
    w.harness.run_steps(3);
    assert_ne!(w.run().settings().sleep.enabled, before);
    w.click(&format!("Reset {label}"));
    assert_eq!(w.run().settings().sleep.enabled, before);
    w.click("Undo");
    assert_ne!(w.run().settings().sleep.enabled, before);
    w.click("Reset all settings");
    assert!(w.run().changed_paths().is_empty());
}

#[test]
fn typing_into_a_field_triggers_no_key() {
    let mut w = open();
    w.harness.get_by_role_and_label(Role::TextInput, "Search scenes").focus();
    w.harness.run_steps(2);
    w.press(Key::R);
    w.press(Key::Space);
    assert!(!w.harness.state().session.is_playing());
    w.press(Key::Escape);
    w.press(Key::Space);
    assert!(w.harness.state().session.is_playing());
}

#[test]
fn an_overlay_is_switched_and_its_size_changed() {
    use jitterscope::overlay::Overlay;
    let mut w = open();
    w.click("Overlays");
    assert!(!w.harness.state().state.overlays.is_shown(Overlay::Normals));
    w.click("Contact normals");
    assert!(w.harness.state().state.overlays.is_shown(Overlay::Normals));
    assert!(w.shows("contact normal"), "the legend says what was switched on");
    w.harness.get_by_role_and_label(Role::Slider, "Size of contact normals").set_value_accesskit(3.0);
    w.harness.run_steps(3);
    assert!((w.harness.state().state.overlays.scale(Overlay::Normals) - 3.0).abs() < 0.01);
}

#[test]
fn a_body_is_selected_in_the_list_and_in_the_view() {
    let mut w = open();
    w.click("Inspector");
    w.click("crate[1]");
    assert_eq!(w.harness.state().session.selection(), Selection::Body(2));
    assert!(w.shows("Inertia box") && w.shows("Angular speed"));
    w.press(Key::Escape);
    assert_eq!(w.harness.state().session.selection(), Selection::None);
    let middle = w.harness.get_by_label("3D view").rect().center();
    w.harness.state_mut().state.tab = Tab::Settings;
    w.click_at(middle, Modifiers::NONE);
    assert_eq!(w.harness.state().session.selection(), Selection::Body(2), "the middle crate is in the middle");
    assert_eq!(w.harness.state().state.tab, Tab::Inspector);
}

#[test]
fn dragging_turns_the_camera_home_brings_it_back_and_f_frames() {
    let mut w = open();
    let start = w.harness.state().view.camera;
    let middle = w.harness.get_by_label("3D view").rect().center();
    w.drag(middle, egui::vec2(90.0, 20.0), Modifiers::NONE);
    w.release(middle + egui::vec2(90.0, 20.0));
    assert_ne!(w.harness.state().view.camera.yaw, start.yaw);
    assert_eq!(w.harness.state().session.selection(), Selection::None, "a drag selects nothing");
    w.press(Key::Home);
    assert_eq!(w.harness.state().view.camera, start);
    w.harness.state_mut().session.apply(Command::Select(Selection::Body(3)));
    w.press(Key::F);
    assert!((w.harness.state().view.camera.target.y - 2.5).abs() < 0.01);
}

#[test]
fn ctrl_drag_grabs_a_body_and_shift_click_shoots_a_ball() {
    let mut w = open();
    let middle = w.harness.get_by_label("3D view").rect().center();
    w.drag(middle, egui::vec2(0.0, -60.0), Modifiers::COMMAND);
    assert_eq!(w.run().grabbed().map(|g| g.body), Some(2));
    w.release(middle);
    assert!(w.run().grabbed().is_none());
    w.click_at(middle, Modifiers::SHIFT);
    assert_eq!(w.run().header().bodies.len(), 5);
}

#[test]
fn the_card_opens_and_closes_by_key_and_button() {
    let mut w = open();
    w.press(Key::F1);
    assert!(w.shows("Keys and mouse"));
    w.press(Key::Space);
    assert!(!w.harness.state().session.is_playing(), "a card stands before the scene");
    w.click("Close");
    w.harness.run_steps(20);
    assert!(!w.shows("Keys and mouse"));
    w.type_sign("?");
    assert!(w.shows("Keys and mouse"));
    w.press(Key::Escape);
    w.harness.run_steps(20);
    assert!(!w.shows("Keys and mouse"));
}

#[test]
fn the_first_start_welcomes_and_the_second_does_not() {
    let mut w = window(Options { is_welcomed: false, ..Options::default() });
    assert!(w.shows("Welcome to Jitterscope"));
    w.click("Start");
    w.harness.run_steps(20);
    assert!(!w.shows("Welcome"));
    let saved = std::fs::read_to_string(w.file("window.json")).unwrap();
    assert!(saved.contains("\"is_welcomed\": true"), "{saved}");
}

#[test]
fn a_file_that_cannot_be_loaded_is_explained_finding_by_finding() {
    let scene = common::SCENE.replace("[1, 1, 1]", "[1, -1, 1]").replace("\"hint\"", "\"hnit\"");
    let mut w = window(Options { scene, ..Options::default() });
    assert!(w.shows("cannot be opened") && w.shows("/scene/bodies/1"));
    assert!(w.shows("hnit"));
    w.click("OK");
    w.harness.run_steps(20);
    assert!(w.harness.state().session.problem().is_none());
    assert!(w.shows("No scene is open"));
}

#[test]
fn a_scene_is_saved_and_opened_through_the_typed_path() {
    let mut w = open();
    w.harness
        .state_mut()
        .session
        .apply(Command::SetSetting { path: "solver.velocity_iterations".to_owned(), value: 17.into() });
    let path = w.file("mine.json");
    let save_as = Modifiers::COMMAND | Modifiers::SHIFT;
    for (modifiers, key, verb) in [(save_as, Key::S, "Save"), (Modifiers::COMMAND, Key::O, "Open")] {
        w.press_with(modifiers, key);
        w.harness.get_by_role_and_label(Role::TextInput, "Path").focus();
        w.harness.run_steps(2);
        w.press_with(Modifiers::COMMAND, Key::A);
        w.harness.get_by_role_and_label(Role::TextInput, "Path").type_text(&path.display().to_string());
        w.harness.run_steps(3);
        w.click(verb);
        w.harness.run_steps(20);
    }
    assert_eq!(w.run().settings().solver.velocity_iterations, 17);
    assert_eq!(w.run().source().name(), "mine.json");
}

#[test]
fn panels_and_plots_hide_and_the_theme_changes() {
    let mut w = open();
    let wide = |w: &Window| w.harness.get_by_label("3D view").rect().size();
    let before = wide(&w);
    w.press(Key::Tab);
    assert!(wide(&w).x > before.x + 400.0);
    w.press(Key::M);
    assert!(wide(&w).y > before.y + 60.0);
    w.click("Theme");
    assert!(!w.harness.state().state.is_dark);
}

#[test]
fn the_browser_lists_every_artifact_and_finds_by_symptom() {
    use jitterscope::artifact::ARTIFACTS;
    let mut w = window(Options { size: [1280.0, 4000.0], ..Options::default() });
    for artifact in ARTIFACTS {
        assert!(w.harness.query_by_label(artifact.title).is_some(), "{} is missing", artifact.title);
    }
    let first = &ARTIFACTS[0];
    w.harness.get_by_role_and_label(Role::TextInput, "Search scenes").focus();
    w.harness.run_steps(2);
    w.harness.get_by_role_and_label(Role::TextInput, "Search scenes").type_text(first.id);
    w.harness.run_steps(3);
    w.click(first.title);
    assert!(w.shows(&first.cause[..40]), "{:?}", w.harness.state().session.problem());
}

#[test]
fn every_setting_of_the_core_has_a_row() {
    let w = window(Options { size: [1280.0, 4000.0], ..Options::default() });
    for info in jitterscope::dynamics::SETTINGS {
        assert!(w.harness.query_all_by_label_contains(info.label).next().is_some(), "{} is missing", info.path);
    }
}

/// Where a share of the recording (0 to 1) lies on the timeline's bar.
fn on_bar(w: &Window, share: f32) -> egui::Pos2 {
    let bar = w.harness.get_by_label("Timeline").rect();
    egui::pos2(egui::lerp(bar.left() + 8.0..=bar.right() - 8.0, share), bar.center().y)
}

#[test]
fn stepping_back_by_button_and_keys_gives_the_recorded_steps() {
    let mut w = open();
    w.harness.state_mut().session.apply(Command::Step(20));
    w.harness.run_steps(2);
    w.click("Step back");
    w.press(Key::ArrowLeft);
    w.type_sign(",");
    assert_eq!(w.run().cursor(), 17);
    w.press_with(Modifiers::SHIFT, Key::ArrowLeft);
    assert_eq!((w.run().cursor(), w.run().timeline().end()), (12, 20));
    w.press(Key::ArrowRight);
    assert_eq!(w.run().cursor(), 13);
    assert!(w.shows("13 / 20") && w.run().timeline().mismatch().is_none());
}

#[test]
fn the_timeline_is_clicked_and_dragged_to_any_step() {
    let mut w = open();
    w.harness.state_mut().session.apply(Command::Step(100));
    w.harness.run_steps(2);
    w.click_at(on_bar(&w, 0.25), Modifiers::NONE);
    assert_eq!(w.run().cursor(), 25);
    let (from, to) = (on_bar(&w, 0.25), on_bar(&w, 0.9));
    w.drag(from, to - from, Modifiers::NONE);
    assert_eq!(w.run().cursor(), 90);
    w.release(to);
    let (from, to) = (on_bar(&w, 0.3), on_bar(&w, 0.6));
    w.drag(from, to - from, Modifiers::SHIFT);
    w.release(to);
    let (first, last) = w.harness.state().session.looped().expect("a loop");
    assert!((28..=40).contains(&first) && last == 60, "{first} to {last}");
    w.click("Stop looping");
    assert_eq!(w.harness.state().session.looped(), None);
}

#[test]
fn the_recording_runs_backwards_and_loops_by_key() {
    let mut w = open();
    w.harness.state_mut().session.apply(Command::Step(100));
    w.harness.run_steps(2);
    w.press_with(Modifiers::SHIFT, Key::Space);
    assert!(w.shows("BACKWARDS") && w.run().cursor() < 100);
    w.click("Stop playing backwards");
    assert!(w.shows("PAUSED"));
    w.press(Key::L);
    assert!(w.harness.state().session.looped().is_some());
    w.press(Key::L);
    w.click("Play backwards");
    assert!(w.harness.state().session.is_playing_backwards());
}

#[test]
fn a_change_in_the_past_makes_a_branch_that_the_card_lists() {
    let mut w = open();
    w.harness.state_mut().session.apply(Command::Step(60));
    w.harness.state_mut().session.apply(Command::Seek(20));
    let change = Command::SetSetting { path: "solver.velocity_iterations".to_owned(), value: 17.into() };
    w.harness.state_mut().session.apply(change);
    w.harness.run_steps(2);
    w.click("Step");
    assert_eq!(w.run().timeline().branches().count(), 2);
    w.click("Recording");
    assert!(w.shows("= 17, steps 20 to 21") && w.shows("The first run, to step 60"));
    w.click("The first run, to step 60");
    assert_eq!((w.run().cursor(), w.run().timeline().end()), (21, 60));
    w.click("64 MB");
    assert_eq!(w.run().timeline().budget(), 64 << 20);
}

#[test]
fn bookmarks_by_key_and_button_lead_back() {
    let mut w = open();
    w.harness.state_mut().session.apply(Command::Step(80));
    w.harness.state_mut().session.apply(Command::Seek(40));
    w.harness.run_steps(2);
    w.press(Key::B);
    assert_eq!(w.run().timeline().bookmarks()[0].step, 40);
    w.press(Key::ArrowRight);
    w.click_at(on_bar(&w, 0.5), Modifiers::NONE);
    assert_eq!(w.run().cursor(), 40);
    w.click("Remove bookmark");
    assert!(w.run().timeline().bookmarks().is_empty());
}

#[test]
fn a_click_in_a_plot_goes_to_its_step() {
    let mut w = open();
    w.harness.state_mut().session.apply(Command::Step(120));
    w.harness.run_steps(3);
    let title = w.harness.get_by_label("Energy").rect();
    w.click_at(title.center_bottom() + egui::vec2(60.0, 50.0), Modifiers::NONE);
    let cursor = w.run().cursor();
    assert!(cursor > 5 && cursor < 115, "{cursor}");
}

#[test]
fn another_quantity_is_chosen_for_a_plot_and_kept() {
    let mut w = open();
    w.harness.state_mut().session.apply(Command::Step(30));
    w.harness.run_steps(3);
    assert!(!w.shows("Momentum"));
    w.click("Choose plot 1");
    w.click("Momentum");
    assert!(w.shows("Momentum") && !w.shows("Turning energy"), "the menu is closed again");
    w.harness.run_steps(3);
    let saved = std::fs::read_to_string(w.folder.path().join("window.json")).unwrap();
    assert!(saved.contains("momentum"), "{saved}");
}

#[test]
fn the_status_line_shows_where_the_time_of_a_step_went() {
    let mut w = open();
    assert!(!w.shows("Profile of a step"), "no step was made yet");
    w.click("Step");
    assert!(w.shows("Profile of a step"));
    assert!(!w.run().stage_times().total().is_zero());
}

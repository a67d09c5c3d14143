//! Comparisons, stops, sweeps and recordings in the window, driven through their labels, nothing drawn.
#![cfg(feature = "app")]

mod common;

use common::{Options, Window, window};
use egui::accesskit::Role;
use egui_kittest::kittest::{Queryable as _, by};
use jitterscope::session::{Command, Run, Selection, Session};
use std::time::Duration;

fn open() -> Window {
    window(Options { size: [1600.0, 1000.0], ..Options::default() })
}

impl Window {
    fn session(&self) -> &Session {
        &self.harness.state().session
    }

    fn run(&self) -> &Run {
        self.session().run().expect("a scene is open")
    }

    fn click_containing(&mut self, part: &str) {
        let control = by().label_contains(part).predicate(|node| node.role() != Role::Label);
        let node = self.harness.query_all(control).next();
        node.unwrap_or_else(|| panic!("there is no control with {part}")).click();
        self.harness.run_steps(3);
    }

    fn write(&mut self, field: &str, text: &str) {
        self.harness.get_by_role_and_label(Role::TextInput, field).focus();
        self.harness.run_steps(2);
        self.harness.get_by_role_and_label(Role::TextInput, field).type_text(text);
        self.harness.run_steps(3);
    }

    fn choose_setting(&mut self, control: &str, path: &str, label: &str) {
        self.click(control);
        self.write("Find a setting", path);
        self.click(label);
    }

    /// Lets the work beside the window come to its end.
    fn wait(&mut self) {
        for _ in 0..3000 {
            self.harness.run_steps(1);
            if !self.session().is_working() {
                self.harness.run_steps(3);
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the work beside the window does not end");
    }

    fn apply(&mut self, command: Command) {
        self.harness.state_mut().session.apply(command);
        self.harness.run_steps(3);
    }
}

#[test]
fn one_click_compares_with_each_variant_and_leads_to_where_they_part() {
    let mut w = open();
    w.click("Compare");
    assert!(w.shows("Nothing is compared yet"));
    w.click("Compare sick with each other variant");
    w.wait();
    assert!(w.shows("cured-warm-start") && w.shows("they part") && w.shows("first row"));
    assert!(w.shows("worst penetration"));
    let comparison = w.session().comparing().unwrap().comparison().unwrap();
    let step = comparison.parting.as_ref().unwrap().step;
    w.click(&format!("Go to step {step}"));
    for _ in 0..200 {
        w.harness.run_steps(1);
    }
    assert_eq!(w.run().cursor(), step);
    // The second run is at the same moment, and is drawn as wire over the scene.
    let ghost = w.session().comparing().unwrap().ghost().unwrap();
    assert_eq!(ghost.record().step, step);
    assert!(w.harness.state().view.extra.len() >= 3);
    w.click("Draw the second run");
    assert!(w.session().comparing().unwrap().ghost().is_none() && w.harness.state().view.extra.is_empty());
    w.click("Energy");
    w.click("Look into that step");
    assert!(w.session().microscope().is_some());
    w.click("Compare");
    w.click("Close");
    assert!(w.session().comparing().is_none());
}

#[test]
fn one_setting_is_changed_from_a_recorded_step() {
    let mut w = open();
    w.apply(Command::Step(20));
    w.click("Compare");
    w.choose_setting("Setting to change", "velocity_iterations", "Velocity iterations");
    w.write("Value of the second run", "7");
    w.click("From step 20");
    w.click("Compare with this value");
    w.wait();
    let comparing = w.session().comparing().unwrap();
    assert!(comparing.shown_entry().label().contains("solver.velocity_iterations = 7"));
    assert_eq!(comparing.comparison().unwrap().parting.as_ref().unwrap().step, 21);
}

#[test]
fn stops_are_switched_on_found_and_clicked() {
    let mut w = open();
    w.click("Stops");
    assert!(w.shows("Run the scene first"));
    w.apply(Command::Step(40));
    w.click("Halt at contact churn");
    assert!(w.session().stops().is_any_enabled() && w.shows("contact churn"));
    w.click("Find first");
    let hit = w.session().stop_hit().unwrap().clone();
    assert_eq!(w.run().cursor(), hit.passing.step);
    assert!(w.shows(&hit.text) && w.session().selection() != Selection::None);
    w.apply(Command::Seek(0));
    w.click_containing(&format!("step {}: contact churn", hit.passing.step));
    assert_eq!(w.run().cursor(), hit.passing.step);
    w.click("Next");
    // Contacts are born when the tower starts, and never again: there is no next one to be found.
    let churn = |step: u64| w.run().timeline().note(step).expect("it is recorded").sample.churn;
    assert!(churn(hit.passing.step) > 8 && (hit.passing.step + 1..=40).all(|step| churn(step) < 8));
    assert!(w.session().stop_hit().is_none());
    // Switched off, nothing is listed any more.
    w.click("Halt at contact churn");
    assert!(!w.shows("step 1: contact churn"));
}

#[test]
fn the_litmus_is_run_and_a_cell_opens_as_a_comparison() {
    let mut w = open();
    w.click("Sweep");
    assert!(w.shows("Nothing is swept yet"));
    w.click("Measure");
    w.click("worst penetration, m");
    w.click("Litmus");
    assert!(w.session().sweeping().is_some());
    w.wait();
    assert!(w.shows("5 of 5 runs done"));
    w.click_containing("Substeps = 8");
    w.wait();
    let comparing = w.session().comparing().unwrap();
    assert!(comparing.shown_entry().label().contains("time.substeps = 8"));
}

#[test]
fn a_range_is_swept_over_two_settings_and_a_wrong_one_is_refused_in_words() {
    let mut w = open();
    w.click("Sweep");
    w.click("Measure");
    w.click("contact churn, points/s");
    w.choose_setting("Setting", "velocity_iterations", "Velocity iterations");
    w.write("Range", "x..y");
    w.click("Run sweep");
    assert!(w.shows("is not a number") && w.session().sweeping().is_none());
    w.apply(Command::EndGesture);
    w.harness.get_by_role_and_label(Role::TextInput, "Range").focus();
    w.harness.run_steps(2);
    w.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    w.harness.run_steps(2);
    w.harness.get_by_role_and_label(Role::TextInput, "Range").type_text("1..3");
    w.harness.run_steps(3);
    w.choose_setting("Second setting", "relax_iterations", "Relax iterations");
    w.write("Second range", "0,1");
    w.click("Run sweep");
    assert_eq!(w.session().problem(), None);
    w.wait();
    let sweeping = w.session().sweeping().unwrap();
    assert_eq!((sweeping.done(), sweeping.sweep().axes.len()), (6, 2));
    w.click_containing("Velocity iterations = 2, Relax iterations = 1");
    w.wait();
    assert!(w.session().comparing().unwrap().shown_entry().label().contains("solver.relax_iterations = 1"));
    w.click("Sweep");
    w.click("Close");
    assert!(w.session().sweeping().is_none());
}

#[test]
fn a_recording_is_saved_and_opened_again() {
    let mut w = open();
    w.apply(Command::Step(30));
    let hash = w.run().record().hash;
    let path = w.file("run.jsonl.gz");
    w.click("Recording");
    assert!(w.shows("Save recording…") && w.shows("Open recording…"));
    w.apply(Command::SaveRecording(path.clone()));
    assert!(path.exists());
    w.apply(Command::Step(30));
    w.harness.event(egui::Event::PointerMoved(egui::pos2(800.0, 300.0)));
    w.apply(Command::OpenRecording(path));
    w.wait();
    assert_eq!((w.run().timeline().end(), w.run().cursor(), w.run().record().hash), (30, 30, hash));
    assert_eq!(w.session().problem(), None);
}

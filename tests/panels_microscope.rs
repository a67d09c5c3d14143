//! The row microscope in the window, driven through its labels and keys.
#![cfg(feature = "app")]

mod common;

use common::{Options, Window, drawn_window, window};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use jitterscope::app::Tab;
use jitterscope::dynamics::{Clamp, Stage};
use jitterscope::session::{Command, Microscope, Selection};

impl Window {
    fn scope(&self) -> &Microscope {
        self.harness.state().session.microscope().expect("the microscope is open")
    }

    fn is_looking(&self) -> bool {
        self.harness.state().session.microscope().is_some()
    }

    fn apply(&mut self, command: Command) {
        self.harness.state_mut().session.apply(command);
        self.harness.run_steps(3);
    }

    fn press(&mut self, key: Key) {
        self.harness.key_press(key);
        self.harness.run_steps(3);
    }

    fn press_with_shift(&mut self, key: Key) {
        self.harness.key_press_modifiers(Modifiers::SHIFT, key);
        self.harness.run_steps(3);
    }

    fn click_at(&mut self, pos: egui::Pos2) {
        self.harness.event(egui::Event::PointerMoved(pos));
        self.harness.step();
        for pressed in [true, false] {
            let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
            self.harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
            self.harness.step();
        }
        self.harness.run_steps(2);
    }
}

/// Eight steps into the scene, inside the last of them. Gravity pulls sideways, so that friction reaches its bound.
fn inside() -> Window {
    let mut w = window(Options::default());
    let value = serde_json::json!([14.0, -9.81, 0.0]);
    w.apply(Command::SetSetting { path: "gravity".to_owned(), value });
    w.apply(Command::Step(8));
    w.press(Key::I);
    assert!(w.is_looking() && w.shows("Inside step 8"));
    w
}

#[test]
fn the_closed_panel_says_what_it_is_for_and_leads_in() {
    let mut w = window(Options::default());
    w.click("Rows");
    assert!(w.shows("The row microscope") && w.shows("there is no step yet"));
    w.click("Make one step");
    w.click("Look inside step 1");
    assert!(w.shows("Inside step 1") && w.shows("the recorded step") && w.shows("IN THE STEP"));
    assert!(w.shows("Before the step"));
    w.click("Close the microscope");
    assert!(!w.is_looking() && w.shows("The row microscope"));
}

#[test]
fn at_the_start_the_key_explains_itself() {
    let mut w = window(Options::default());
    w.press(Key::I);
    assert!(!w.is_looking() && w.shows("There is nothing to look into yet"));
    w.click("OK");
}

#[test]
fn keys_walk_through_the_step_and_out_of_it() {
    let mut w = inside();
    assert_eq!(w.harness.state().state.tab, Tab::Rows);
    w.press(Key::ArrowDown);
    let (line, column) = w.scope().place().unwrap();
    assert!(w.shows(&format!("Row {} of", line + 1)));
    w.press(Key::ArrowDown);
    assert_eq!(w.scope().place(), Some((line, column + 1)));
    w.press(Key::ArrowUp);
    assert_eq!(w.scope().place(), Some((line, column)));
    let here = w.scope().cursor();
    w.press(Key::ArrowRight);
    assert_eq!(w.scope().cursor(), here + 1);
    w.press(Key::ArrowLeft);
    assert_eq!(w.scope().cursor(), here);
    w.press(Key::PageDown);
    assert!(w.scope().moment().stage > Stage::Prepare);
    w.press(Key::PageUp);
    w.press(Key::C);
    assert_ne!(w.scope().card().unwrap().clamp, Clamp::Free);
    assert!(w.shows(w.scope().card().unwrap().clamp_reason()));
    w.press_with_shift(Key::ArrowRight);
    assert_eq!(w.scope().moment().stage, Stage::FinishStep);
    w.press_with_shift(Key::C);
    assert_ne!(w.scope().card().unwrap().clamp, Clamp::Free);
    w.press_with_shift(Key::ArrowLeft);
    assert_eq!(w.scope().cursor(), 0);
    // Esc leaves the step first; the selection goes with the next one.
    w.apply(Command::Select(Selection::Body(3)));
    w.press(Key::N);
    let card = w.scope().card().unwrap();
    assert!(card.body_a == 3 || card.body_b == 3);
    w.press(Key::Escape);
    assert!(!w.is_looking() && w.harness.state().session.selection() == Selection::Body(3));
    w.press(Key::Escape);
    assert_eq!(w.harness.state().session.selection(), Selection::None);
    assert_eq!(w.harness.state().session.run().unwrap().cursor(), 8, "the arrows did not step");
}

#[test]
fn buttons_walk_as_the_keys_do() {
    let mut w = inside();
    w.click("Next sweep");
    let first = w.scope().place();
    assert!(first.is_some());
    w.click("Forward");
    w.click("Back");
    assert_eq!(w.scope().place(), first);
    w.click("Next stage");
    w.click("Previous stage");
    w.click("Next clamped row");
    let clamped = w.scope().cursor();
    assert_ne!(w.scope().card().expect("a row").clamp, Clamp::Free);
    w.click("Next clamped row");
    assert!(w.scope().cursor() > clamped);
    w.click("Previous clamped row");
    assert_eq!(w.scope().cursor(), clamped);
    w.apply(Command::Select(Selection::Body(2)));
    w.click("Next row of the selection");
    w.click("Previous row of the selection");
    let card = w.scope().card().unwrap();
    assert!(card.body_a == 2 || card.body_b == 2);
    w.click("Previous sweep");
    w.click("Last moment");
    w.click("First moment");
    assert_eq!(w.scope().cursor(), 0);
}

#[test]
fn the_card_holds_the_numbers_of_the_change() {
    let mut w = inside();
    w.press(Key::ArrowDown);
    for part in
        ["λ before", "asked for", "got, Δλ", "λ after", "allowed λ", "effective mass", "J v seen", "target, −bias"]
    {
        assert!(w.shows(part), "{part} is missing");
    }
    assert!(
        w.shows("left over now") && w.shows("mass / impulse scale") && w.shows("Jacobian of A floor and B crate[0]")
    );
    let delta = w.scope().card().unwrap().delta_lambda;
    assert!(w.shows("Δλ = ") && delta.is_finite());
}

#[test]
fn a_row_in_the_list_and_a_field_in_the_table_lead_there() {
    let mut w = inside();
    // The first sweep is the warm start, which leaves out what remembers nothing.
    w.press(Key::ArrowDown);
    w.press(Key::ArrowDown);
    let column = w.scope().place().unwrap().1;
    w.click("All rows");
    let row = w.harness.query_all_by_label_contains("Row 7: ").next().expect("the list shows the first rows");
    row.click();
    w.harness.run_steps(3);
    assert_eq!(w.scope().place(), Some((6, column)));
    w.click("Table");
    let table = w.harness.get_by_label("Table of rows and sweeps").rect();
    let cells = (table.width() - 40.0) / w.scope().matrix().columns.len() as f32;
    let height = table.height() / w.scope().matrix().lines.len() as f32;
    let (target_line, target_column) = (2, w.scope().matrix().columns.len() - 1);
    w.click_at(
        table.min + egui::vec2(40.0 + (target_column as f32 + 0.5) * cells, (target_line as f32 + 0.5) * height),
    );
    assert_eq!(w.scope().place(), Some((target_line, target_column)));
    w.click("Left over");
    w.click("Change of impulse");
}

#[test]
fn the_last_second_is_measured_when_asked_for() {
    let mut w = window(Options::default());
    w.apply(Command::Step(70));
    w.press(Key::I);
    w.click("Convergence");
    assert!(w.shows("Largest residual") && w.shows("Total change"));
    w.click("Compare with the last second");
    for _ in 0..200 {
        w.harness.step();
        if w.scope().band().is_some_and(|band| band.is_over) {
            break;
        }
    }
    assert!(w.scope().band().unwrap().is_over);
    w.harness.run_steps(2);
    assert!(w.shows("of the last second, smallest to largest"));
}

#[test]
fn the_strip_is_clicked_and_playing_leaves_the_step() {
    let mut w = inside();
    let strip = w.harness.get_by_label_contains("Stages of the step").rect();
    w.click_at(strip.min + egui::vec2(strip.width() * 0.5, 10.0));
    let middle = w.scope().cursor();
    assert!(middle > 0 && middle + 1 < w.scope().moments().len());
    w.click_at(strip.min + egui::vec2(strip.width() - 2.0, 10.0));
    assert_eq!(w.scope().moment().stage, Stage::FinishStep);
    w.click("Step");
    assert!(w.shows("Inside step 9"), "the microscope follows");
    w.press(Key::Space);
    assert!(!w.is_looking());
}

#[test]
fn selecting_in_the_picture_keeps_the_microscope_in_front() {
    let mut w = inside();
    let middle = w.harness.get_by_label("3D view").rect().center();
    w.click_at(middle);
    assert_ne!(w.harness.state().session.selection(), Selection::None);
    assert_eq!(w.harness.state().state.tab, Tab::Rows);
}

#[test]
fn the_moment_is_in_the_picture_at_every_size() {
    for size in [[960.0, 560.0], [1280.0, 720.0], [1920.0, 1080.0]] {
        let Some(mut w) = drawn_window(Options { size, ..Options::default() }) else { return };
        w.apply(Command::Step(8));
        w.press(Key::I);
        let before = w.harness.render().expect("no GL error");
        w.press(Key::ArrowDown);
        let after = w.harness.render().expect("no GL error");
        let view = w.harness.get_by_label("3D view").rect();
        let is_other = |x: u32, y: u32| before.get_pixel(x, y) != after.get_pixel(x, y);
        let xs = view.left() as u32..view.right() as u32;
        let changed = (view.top() as u32..view.bottom() as u32).flat_map(|y| xs.clone().map(move |x| (x, y)));
        let count = changed.filter(|(x, y)| is_other(*x, *y)).count();
        assert!(count > 400, "{count} pixels at {size:?}");
    }
}

//! The pair tab driven through its labels, nothing drawn.
#![cfg(feature = "app")]

mod common;

use common::{Options, Window, window};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use jitterscope::app::Tab;
use jitterscope::session::{Command, Selection};

const EDGES: &str = r#"{"format":"jitterscope-preset","version":1,"title":"Edge on edge","scene":{"bodies":[
  {"name":"lower","type":"static","shape":{"type":"box","size":[1,1,1]},"rotation":{"euler_degrees":[45,0,0]}},
  {"name":"upper","shape":{"type":"box","size":[1,1,1]},"position":[0,1.41,0],"rotation":{"euler_degrees":[2,20,43]}},
  {"name":"ball","shape":{"type":"sphere","radius":0.3},"position":[4,0.29,0]},
  {"name":"floor","type":"static","shape":{"type":"half_space"},"position":[0,-4,0]}
]}}"#;

fn open(scene: &str) -> Window {
    let mut w = window(Options { scene: scene.to_owned(), ..Options::default() });
    w.click("Pair");
    assert_eq!(w.harness.state().state.tab, Tab::Pair);
    w
}

impl Window {
    fn step(&mut self, count: u32) {
        self.harness.state_mut().session.apply(Command::Step(count));
        self.harness.run_steps(3);
    }
}

#[test]
fn without_contacts_the_tab_says_what_to_do() {
    let w = open(EDGES);
    assert!(w.shows("No two bodies touch yet") && w.shows("Run the scene until bodies meet"));
}

#[test]
fn the_gauss_map_counts_crossings_and_names_the_chosen_axis() {
    let mut w = open(EDGES);
    w.step(3);
    assert!(w.shows("18 accepted of 144 edge pairs"));
    w.click("Face axis");
    // The chosen axis is then in the middle of the sphere, and pointing there tells what it is.
    let middle = w.harness.get_by_role_and_label(Role::Image, "Gauss map").rect().center();
    w.harness.event(egui::Event::PointerMoved(middle));
    w.harness.run_steps(3);
    assert!(w.shows("Chosen axis: edge"));
    assert!(!w.harness.state().view.extra.is_empty(), "the edges are shown on the bodies");
    w.click("Heat map");
    assert!(w.shows("18 accepted"));
}

#[test]
fn the_table_lists_pruned_axes_on_request() {
    let mut w = open(EDGES);
    w.step(3);
    w.click("Axes");
    assert!(w.shows("30 measured, 126 pruned by the Gauss map"), "12 faces and 18 of 144 edge pairs");
    assert!(w.shows("mm chosen") && !w.shows("mm pruned"));
    w.click("Show pruned axes");
    assert!(w.shows("mm pruned") && w.shows("mm chosen"));
}

#[test]
fn the_search_can_be_walked_and_ends_on_the_distance() {
    let mut w = open(EDGES);
    w.step(3);
    w.click("GJK and EPA");
    assert!(w.shows("end:"));
    w.click("First search step");
    assert!(w.shows("GJK, step 1 of") && w.shows("Distance at most"));
    w.click("Search step on");
    assert!(w.shows("GJK, step 2 of"));
    w.click("Last search step");
    assert!(w.shows("of the shapes"));
}

#[test]
fn the_manifold_is_clipped_step_by_step() {
    let mut w = open(common::SCENE);
    w.step(30);
    w.click("Manifold");
    assert!(w.shows("contact points") && w.shows("inside by"));
    w.click("First clip");
    assert!(w.shows("incident face"));
    w.click("Clip on");
    assert!(w.shows("after side plane 1"));
    w.click("Last clip");
    assert!(w.shows("Deepest"));
}

#[test]
fn pairs_of_a_body_can_be_leafed_through_and_its_bodies_selected() {
    let mut w = open(common::SCENE);
    w.step(30);
    w.harness.state_mut().session.apply(Command::Select(Selection::Body(1)));
    w.harness.run_steps(3);
    assert!(w.shows("1 of 2 pairs"));
    w.click("1 of 2 pairs");
    assert!(w.shows("2 of 2 pairs"));
    w.click("crate[1]");
    assert_eq!(w.harness.state().session.selection(), Selection::Body(2));
    assert_eq!(w.harness.state().state.tab, Tab::Pair, "looking at a pair goes on");
}

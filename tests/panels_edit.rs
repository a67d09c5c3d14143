//! Making scenes in the window, driven through its labels; nothing is drawn.
#![cfg(feature = "app")]

mod common;

use common::{Options, Window, window};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, Vec2, vec2};
use egui_kittest::kittest::{Queryable as _, by};
use jitterscope::math::{Quat, Vec3};
use jitterscope::preset::schema::{Repeat, ShapeSpec};
use jitterscope::session::{Item, Run, Session, Source};

/// Two boxes, the upper one a hundred times as heavy as the lower.
const HEAVY_ON_LIGHT: &str = r#"{"format": "jitterscope-preset", "version": 1, "title": "Heavy on light", "scene": {"bodies": [
    {"name": "floor", "type": "static", "shape": {"type": "half_space"}},
    {"name": "light", "shape": {"type": "box", "size": [1, 1, 1]}, "mass": 1, "position": [0, 0.5, 0]},
    {"name": "heavy", "shape": {"type": "box", "size": [1, 1, 1]}, "mass": 100, "position": [0, 1.5, 0]}]},
    "camera": {"target": [0, 1, 0], "distance": 8, "yaw_degrees": 25, "pitch_degrees": 15}}"#;

fn open(scene: &str) -> Window {
    window(Options { scene: scene.to_owned(), ..Options::default() })
}

impl Window {
    fn session(&self) -> &Session {
        &self.harness.state().session
    }

    fn run(&self) -> &Run {
        self.session().run().expect("a scene is open")
    }

    fn bodies(&self) -> Vec<String> {
        self.run().preset().scene.bodies.iter().map(|body| body.name.clone()).collect()
    }

    fn hash(&self) -> u64 {
        self.run().record().hash
    }

    fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_steps(3);
    }

    /// Types into a field for a number and leaves it with Enter.
    fn type_number(&mut self, label: &str, text: &str) {
        let field = || by().role(Role::SpinButton).label(label);
        self.harness.get(field()).focus();
        self.harness.run_steps(2);
        self.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.harness.event(Event::Text(text.to_owned()));
        self.harness.run_steps(2);
        self.press(Modifiers::NONE, Key::Enter);
        self.harness.run_steps(2);
    }

    fn view(&self) -> Rect {
        self.harness.get_by_label("3D view").rect()
    }

    /// Where a point of the world is in the window.
    fn place(&self, point: Vec3) -> Pos2 {
        let rect = self.view();
        let camera = &self.harness.state().view.camera;
        let [x, y] = camera.project(rect.width() / rect.height(), point).expect("it is before the camera");
        rect.center() + vec2(x, -y) * rect.size() * 0.5
    }

    fn button(&mut self, pos: Pos2, pressed: bool, modifiers: Modifiers) {
        let button = PointerButton::Primary;
        self.harness.event_modifiers(Event::PointerButton { pos, button, pressed, modifiers }, modifiers);
        self.harness.step();
    }

    fn click_at(&mut self, point: Vec3, modifiers: Modifiers) {
        let at = self.place(point);
        self.harness.event(Event::PointerMoved(at));
        self.harness.step();
        self.button(at, true, modifiers);
        self.button(at, false, modifiers);
        self.harness.run_steps(2);
    }

    fn drag(&mut self, from: Pos2, by: Vec2, modifiers: Modifiers) {
        self.harness.event(Event::PointerMoved(from));
        self.harness.run_steps(2);
        self.button(from, true, modifiers);
        for k in 1..=8 {
            self.harness.event_modifiers(Event::PointerMoved(from + by * (k as f32 / 8.0)), modifiers);
            self.harness.step();
        }
        self.button(from + by, false, modifiers);
        self.harness.run_steps(3);
    }

    /// Runs the scene for so many steps of its own.
    fn advance(&mut self, steps: u64) {
        while self.run().record().step < steps {
            self.press(Modifiers::NONE, Key::ArrowRight);
        }
    }
}

#[test]
fn a_tower_on_a_slope_is_built_run_undone_saved_and_opened_again() {
    let mut w = open(common::SCENE);
    w.click("New scene");
    assert!(w.session().is_editing() && w.shows("EDITING"));
    assert_eq!(w.bodies(), ["floor"]);
    let empty = w.hash();
    w.click("Add slope");
    w.type_number("Friction", "0.4");
    w.type_number("Size X", "2*4");
    assert_eq!(w.run().preset().scene.bodies[1].friction, Some(0.4));
    assert_eq!(w.run().preset().scene.bodies[1].shape, ShapeSpec::Box { size: [8.0, 0.3, 3.0] });
    // A tower ten times as high as wide falls over on more than 5.7 degrees.
    w.type_number("Rotation Z", "6deg/2");
    w.click("Drop to floor");
    w.click("Add box");
    w.type_number("Friction", "0.4");
    // Laid on the face of the slope, a little down from its middle.
    w.click("Align to face");
    assert!(w.shows("Click the face"));
    let slope = w.run().header().bodies.iter().find(|body| &*body.name == "slope").expect("it was added").id;
    let pose = w.run().record().body(slope).unwrap().world_from_body();
    w.click_at(pose.transform_point(Vec3::new(-1.2, 0.15, 0.3)), Modifiers::NONE);
    w.click("Array");
    w.click("Stack of 10");
    let tower = &w.run().preset().scene.bodies[2];
    assert!(matches!(tower.repeat, Some(Repeat::Line { count: 10, .. })), "{tower:?}");
    assert_eq!(tower.friction, Some(0.4));
    assert_eq!(w.run().header().bodies.len(), 12);
    let built = w.hash();
    // The slope is gentle enough for this friction: the tower stands.
    w.press(Modifiers::NONE, Key::Space);
    assert!(!w.session().is_editing());
    w.press(Modifiers::NONE, Key::Space);
    w.advance(30);
    let (step, ran) = (w.run().record().step, w.hash());
    let top = w.run().record().bodies.last().unwrap();
    assert!(top.velocity.length() < 0.2, "the tower stands on the slope: {}", top.velocity);
    // Everything is taken back, and done again.
    w.press(Modifiers::NONE, Key::E);
    w.click("Back to the start");
    assert_eq!(w.hash(), built);
    for _ in 0..40 {
        if w.bodies() == ["floor"] {
            break;
        }
        w.press(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!((w.bodies(), w.hash()), (vec!["floor".to_owned()], empty));
    for _ in 0..40 {
        w.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    }
    assert_eq!(w.hash(), built);
    // Saved under a typed path, closed, and opened again.
    w.press(Modifiers::COMMAND, Key::S);
    let path = w.file("tower.json");
    w.harness.get_by_role_and_label(Role::TextInput, "Path").focus();
    w.harness.run_steps(2);
    w.press(Modifiers::COMMAND, Key::A);
    w.harness.get_by_role_and_label(Role::TextInput, "Path").type_text(&path.display().to_string());
    w.harness.run_steps(3);
    w.click("Save");
    w.harness.run_steps(5);
    let text = std::fs::read_to_string(&path).expect("it was saved");
    drop(w);
    let mut w = open(&text);
    assert_eq!(w.hash(), built);
    w.advance(step);
    assert_eq!(w.hash(), ran);
}

#[test]
fn a_body_is_dragged_by_the_arrow_and_that_is_one_step_of_undo() {
    let mut w = open(HEAVY_ON_LIGHT);
    w.click("Edit");
    w.click_at(Vec3::new(0.0, 1.5, 0.5), Modifiers::NONE);
    assert_eq!(w.session().edit_selection(), [Item::Body(2)]);
    let origin = Vec3::new(0.0, 1.5, 0.0);
    let camera = w.harness.state().view.camera;
    let reach = 92.0 * camera.metres_per_point(origin, w.view().height());
    let (from, to) = (w.place(origin + Vec3::X * reach * 0.8), w.place(origin + Vec3::X * (reach * 0.8 + 1.0)));
    w.drag(from, to - from, Modifiers::NONE);
    let place = |w: &Window| Vec3::from(w.run().preset().scene.bodies[2].position.unwrap());
    assert!((place(&w) - Vec3::new(1.0, 1.5, 0.0)).length() < 1e-4, "it keeps to tenths: {}", place(&w));
    w.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(place(&w), origin);
    w.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert!((place(&w).x - 1.0).abs() < 1e-4);
    // Turned by a ring, and grown by a block.
    w.press(Modifiers::NONE, Key::T);
    let origin = place(&w);
    let near = (camera.eye() - origin).normalize();
    let arm = (near - Vec3::Y * near.y).normalize() * reach * 0.92;
    let turned = Quat::from_rotation_y(0.5) * arm;
    let (from, to) = (w.place(origin + arm), w.place(origin + turned));
    // Without keeping to steps.
    w.press(Modifiers::NONE, Key::H);
    w.drag(from, to - from, Modifiers::NONE);
    let rotation = w.run().record().bodies[2].rotation;
    let (axis, angle) = rotation.to_axis_angle();
    assert!(axis.y.abs() > 0.999 && (angle * axis.y.signum() - 0.5).abs() < 0.03, "{axis} {angle}");
}

#[test]
fn bodies_are_selected_by_clicks_frames_and_names_and_edited_together() {
    let mut w = open(HEAVY_ON_LIGHT);
    w.press(Modifiers::NONE, Key::E);
    w.click_at(Vec3::new(0.0, 0.5, 0.5), Modifiers::NONE);
    w.click_at(Vec3::new(0.0, 1.5, 0.5), Modifiers::SHIFT);
    assert_eq!(w.session().edit_selection(), [Item::Body(1), Item::Body(2)]);
    assert!(w.shows("2 bodies") && w.shows("What you change is changed in all of them"));
    w.type_number("Friction", "0.25");
    let frictions: Vec<_> = w.run().preset().scene.bodies.iter().map(|body| body.friction).collect();
    assert_eq!(frictions, [None, Some(0.25), Some(0.25)]);
    // One part of a vector leaves the others of each body alone.
    w.type_number("Position X", "50 cm");
    let places: Vec<_> = w.run().preset().scene.bodies[1..].iter().map(|body| body.position.unwrap()).collect();
    assert_eq!(places, [[0.5, 0.5, 0.0], [0.5, 1.5, 0.0]]);
    w.press(Modifiers::NONE, Key::Escape);
    assert!(w.session().edit_selection().is_empty());
    let (from, to) = (w.place(Vec3::new(-1.5, 2.6, 0.0)), w.place(Vec3::new(2.5, 1.2, 0.0)));
    w.drag(from, to - from, Modifiers::SHIFT);
    assert_eq!(w.session().edit_selection(), [Item::Body(2)]);
    w.click("light");
    assert_eq!(w.session().edit_selection(), [Item::Body(1)]);
    w.type_number("Friction", "two");
    assert!(w.shows("Friction: "), "what cannot be read is said, and changes nothing");
    assert_eq!(w.run().preset().scene.bodies[1].friction, Some(0.25));
    w.press(Modifiers::NONE, Key::Delete);
    assert_eq!(w.bodies(), ["floor", "heavy"]);
}

#[test]
fn a_warning_stands_at_its_number_and_leads_to_the_artifact() {
    // Tall enough for the row of the mass to be seen.
    let size = [1280.0, 1000.0];
    let mut w = window(Options { scene: HEAVY_ON_LIGHT.to_owned(), size, ..Options::default() });
    w.click("Edit");
    let warning = w.session().warnings().first().cloned().expect("a hundredfold weight on top asks for trouble");
    let Some(Item::Body(index)) = warning.items.first().copied() else { panic!("it is about a body: {warning:?}") };
    let name = w.bodies()[index].clone();
    w.click(&name);
    assert!(w.shows(&warning.text));
    let entry = jitterscope::artifact::ARTIFACTS.iter().find(|entry| entry.id == warning.artifact).unwrap();
    w.click(&format!("See {}", entry.title));
    assert_eq!(*w.run().source(), Source::Shipped(entry.preset.to_owned()));
}

#[test]
fn a_part_is_copied_from_one_window_to_another_as_text() {
    let mut one = open(HEAVY_ON_LIGHT);
    one.click("Edit");
    one.click("heavy");
    one.harness.event(Event::Copy);
    one.harness.step();
    let commands = one.harness.output().platform_output.commands.clone();
    let text = commands.into_iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text),
        _ => None,
    });
    let text = text.expect("it was copied");
    let mut two = open(common::SCENE);
    two.click("Edit");
    two.harness.event(Event::Paste(text));
    two.harness.run_steps(3);
    assert_eq!(two.bodies(), ["floor", "crate", "heavy"]);
    let (mine, theirs) = (&two.run().preset().scene.bodies[2], &one.run().preset().scene.bodies[2]);
    assert_eq!((mine.mass, &mine.shape), (theirs.mass, &theirs.shape));
    two.harness.event(Event::Paste("not a part of a scene".to_owned()));
    two.harness.run_steps(3);
    assert_eq!(two.bodies().len(), 3);
}

#[test]
fn two_bodies_are_joined_at_the_place_that_is_clicked() {
    let mut w = open(HEAVY_ON_LIGHT);
    w.click("Edit");
    w.press(Modifiers::NONE, Key::J);
    assert!(w.shows("Click the first body"));
    w.click_at(Vec3::new(0.0, 0.5, 0.5), Modifiers::NONE);
    w.click_at(Vec3::new(0.2, 1.3, 0.5), Modifiers::NONE);
    assert!(w.shows("Join light and heavy"));
    w.click("Hinge");
    w.click("Z");
    w.click("Join");
    let joint = w.run().preset().scene.joints[0].clone();
    assert_eq!((joint.a.as_str(), joint.b.as_str()), ("light", "heavy"));
    let anchor = Vec3::from(joint.anchor.unwrap());
    assert!((anchor - Vec3::new(0.2, 1.3, 0.5)).length() < 0.01, "{anchor}");
    assert_eq!(joint.axis, Some([0.0, 0.0, 1.0]));
    assert_eq!(w.session().edit_selection(), [Item::Joint(0)]);
    w.click("Limited");
    w.type_number("Limits highest", "90");
    assert_eq!(w.run().preset().scene.joints[0].limit_degrees, Some([-45.0, 90.0]));
    // The end of the arc at 90 degrees, counted from the direction of the second body, is dragged back to 60.
    let camera = w.harness.state().view.camera;
    let reach = 92.0 * 0.85 * camera.metres_per_point(anchor, w.view().height());
    let zero = Vec3::new(-anchor.x, 1.5 - anchor.y, 0.0).normalize() * reach;
    let end = |degrees: f32| anchor + Quat::from_rotation_z(degrees.to_radians()) * zero;
    let (from, to) = (w.place(end(90.0)), w.place(end(62.0)));
    w.drag(from, to - from, Modifiers::NONE);
    let limits = w.run().preset().scene.joints[0].limit_degrees.unwrap();
    assert!(limits[0] == -45.0 && (limits[1] - 60.0).abs() < 0.2, "{limits:?}");
}

#[test]
fn the_scene_of_a_bug_report_is_made_from_its_numbers() {
    let mut w = open(common::SCENE);
    w.click("Edit");
    w.press(Modifiers::NONE, Key::N);
    let field = || by().role(Role::MultilineTextInput).label("Numbers as text");
    w.harness.get(field()).focus();
    w.harness.run_steps(2);
    let text = "tower of 6 boxes, mass 5 kg\nfriction 0.4\nfixed timestep: 0.02\ncolour: red";
    w.harness.event(Event::Paste(text.to_owned()));
    w.harness.run_steps(3);
    assert!(w.shows("Not understood: colour: red") && w.shows("6 boxes of 5"));
    w.click("Make the scene");
    assert!(w.session().is_editing());
    assert_eq!(w.run().header().bodies.iter().filter(|body| body.mass == 5.0).count(), 6);
    assert_eq!(w.run().settings().time.dt, 0.02);
}

#[test]
fn a_later_moment_asks_which_start_is_meant() {
    let mut w = open(common::SCENE);
    w.advance(5);
    w.press(Modifiers::NONE, Key::E);
    assert!(w.shows("Edit which moment?") && !w.session().is_editing());
    let place = w.run().record().bodies[3].position;
    w.click("Start from this moment");
    assert!(w.session().is_editing());
    assert_eq!(w.run().record().step, 0);
    assert_eq!(w.run().record().bodies[3].position, place);
    w.click("Done");
    assert!(!w.session().is_editing());
}

#[test]
fn an_event_is_added_to_a_body_and_stands_on_the_timeline() {
    let mut w = open(HEAVY_ON_LIGHT);
    w.click("Edit");
    w.click("heavy");
    w.click("Add event");
    assert_eq!(w.run().preset().scene.events[0].body, "heavy");
    assert_eq!(w.session().edit_selection(), [Item::Event(0)]);
    w.type_number("Time", "0.5");
    w.click("Mass");
    assert_eq!(w.run().preset().scene.events[0].set_mass, Some(10.0));
    assert!(w.shows("Event: mass on heavy at 0.5 s"));
}

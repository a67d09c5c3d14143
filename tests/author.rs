//! A scene built by commands alone, as in the window: edited, run, undone, saved and opened again.

use glam::Vec3;
use jitterscope::preset::edit::plain;
use jitterscope::preset::schema::{Body, BodyKind, Joint, JointType, Repeat, ShapeSpec};
use jitterscope::session::{AuthorWish, Command, Item, Selection, Session, Source};
use serde_json::{Value, json};

fn author(session: &mut Session, wish: AuthorWish) {
    session.apply(Command::Author(wish));
    session.apply(Command::EndGesture);
    assert_eq!(session.problem(), None);
}

fn set(session: &mut Session, place: &str, value: Value) {
    author(session, AuthorWish::Set { place: place.to_owned(), value });
}

fn crate_of(size: f32) -> Box<Body> {
    Box::new(Body { position: Some([0.0, 0.5 * size, 0.0]), ..plain("crate", ShapeSpec::Box { size: [size; 3] }) })
}

fn new_session() -> Session {
    let mut session = Session::new();
    author(&mut session, AuthorWish::NewScene);
    session
}

/// State after the start and so many steps.
fn hash_after(session: &mut Session, steps: u32) -> u64 {
    session.apply(Command::Restart);
    session.apply(Command::Step(steps));
    assert_eq!(session.problem(), None);
    session.run().unwrap().record().hash
}

fn start_hash(session: &Session) -> u64 {
    assert_eq!(session.run().unwrap().cursor(), 0);
    session.run().unwrap().record().hash
}

#[test]
fn a_tower_on_a_slope_is_built_run_undone_saved_and_opened_again() {
    let mut session = new_session();
    assert!(session.is_editing());
    // The floor becomes a slope.
    author(&mut session, AuthorWish::Select(vec![Item::Body(0)]));
    author(&mut session, AuthorWish::Turn { axis: Vec3::Z, degrees: -15.0, pivot: Vec3::ZERO });
    author(&mut session, AuthorWish::SetField { field: "/friction".to_owned(), value: json!(0.4) });
    // A tower of ten, standing across it.
    author(&mut session, AuthorWish::Add(crate_of(0.5)));
    assert_eq!(session.edit_selection(), [Item::Body(1)]);
    author(&mut session, AuthorWish::SetField { field: "/friction".to_owned(), value: json!(0.4) });
    let stack = Repeat::Line { count: 10, step: [0.0, 0.5, 0.0], turn_degrees: None };
    author(&mut session, AuthorWish::Array(stack));
    assert_eq!(session.bodies_of_item(Item::Body(1)).len(), 10);
    author(&mut session, AuthorWish::Turn { axis: Vec3::Z, degrees: -15.0, pivot: Vec3::ZERO });
    let built = start_hash(&session);
    let ran = hash_after(&mut session, 60);
    assert!(!session.is_editing(), "time ran");
    assert_ne!(built, ran);

    // Taken back to the empty scene, and done again.
    let mut count = 0;
    while session.can_undo() {
        session.apply(Command::Undo);
        count += 1;
    }
    assert_eq!(count, 6);
    assert_eq!(session.run().unwrap().preset().scene.bodies.len(), 1);
    while session.can_redo() {
        session.apply(Command::Redo);
    }
    assert_eq!(start_hash(&session), built);
    assert_eq!(hash_after(&mut session, 60), ran);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tower.json");
    session.apply(Command::SaveAs(path.clone()));
    let mut other = Session::new();
    other.apply(Command::Open(Source::File(path)));
    assert_eq!(other.problem(), None);
    assert_eq!(start_hash(&other), built);
    assert_eq!(hash_after(&mut other, 60), ran);
}

#[test]
fn a_drag_is_one_step_back_and_settings_and_document_have_one_order() {
    let mut session = new_session();
    author(&mut session, AuthorWish::Add(crate_of(1.0)));
    let place = |session: &Session| session.run().unwrap().preset().scene.bodies[1].position.unwrap();
    for _ in 0..5 {
        session.apply(Command::Author(AuthorWish::Move { by: Vec3::new(0.1, 0.0, 0.0) }));
    }
    session.apply(Command::EndGesture);
    assert!((place(&session)[0] - 0.5).abs() < 1e-6);
    session.apply(Command::SetSetting { path: "solver.velocity_iterations".to_owned(), value: json!(9) });
    session.apply(Command::EndGesture);
    author(&mut session, AuthorWish::Move { by: Vec3::Y });
    let iterations = |session: &Session| session.run().unwrap().settings().solver.velocity_iterations;
    assert_eq!(iterations(&session), 9, "a setting changed by hand stays when the document changes");
    session.apply(Command::Undo);
    assert_eq!((place(&session)[1], iterations(&session)), (0.5, 9));
    session.apply(Command::Undo);
    assert_ne!(iterations(&session), 9);
    session.apply(Command::Undo);
    assert_eq!(place(&session)[0], 0.0, "the whole drag");
    for _ in 0..3 {
        session.apply(Command::Redo);
    }
    assert_eq!((place(&session)[1], iterations(&session)), (1.5, 9));
    // The document says what the hand said: then it is the document's.
    set(&mut session, "/settings/solver/velocity_iterations", json!(20));
    assert_eq!(iterations(&session), 20);
    session.apply(Command::Undo);
    assert_eq!(iterations(&session), 9);
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut session = new_session();
    author(&mut session, AuthorWish::Add(crate_of(1.0)));
    let before = session.run().unwrap().preset().clone();
    let refused = |session: &mut Session, wish: AuthorWish| {
        session.apply(Command::Author(wish));
        let problem = session.problem().cloned();
        session.apply(Command::DismissProblem);
        session.apply(Command::EndGesture);
        problem
    };
    let negative = AuthorWish::Set { place: "/scene/bodies/1/shape/size/0".to_owned(), value: json!(-1) };
    let problem = refused(&mut session, negative).unwrap();
    assert_eq!(problem.items[0].place, "/scene/bodies/1/shape/size/0");
    assert!(refused(&mut session, AuthorWish::Paste("nonsense".to_owned())).is_some());
    let joint = json!({"type": "ball", "a": "crate", "b": "nobody", "anchor": [0, 0, 0]});
    assert!(refused(&mut session, AuthorWish::Set { place: "/scene/joints/-".to_owned(), value: joint }).is_some());
    // A drag out of the world is only noted.
    assert_eq!(refused(&mut session, AuthorWish::Move { by: Vec3::splat(1e9) }), None);
    assert!(session.note().is_some());
    assert_eq!(*session.run().unwrap().preset(), before);
    let count = std::iter::from_fn(|| session.can_undo().then(|| session.apply(Command::Undo))).count();
    assert_eq!(count, 1, "only the crate");
}

#[test]
fn selection_goes_both_ways_and_bodies_know_where_they_came_from() {
    let mut session = new_session();
    author(&mut session, AuthorWish::Add(crate_of(1.0)));
    author(&mut session, AuthorWish::Array(Repeat::Line { count: 3, step: [0.0, 1.0, 0.0], turn_degrees: None }));
    author(&mut session, AuthorWish::Add(crate_of(1.0)));
    let name = session.run().unwrap().preset().scene.bodies[2].name.clone();
    assert_eq!(name, "crate 2");
    author(&mut session, AuthorWish::Move { by: Vec3::new(3.0, 0.0, 0.0) });
    let joint = Joint {
        name: None,
        kind: JointType::Ball,
        a: "crate[0]".to_owned(),
        b: name,
        anchor: Some([1.5, 0.5, 0.0]),
        anchor_a: None,
        anchor_b: None,
        axis: None,
        limit_degrees: None,
        limit: None,
        swing_limit_degrees: None,
        soft_limit: None,
        motor: None,
        friction: None,
        damping: None,
        max_force: None,
        max_torque: None,
        length: None,
        collide_connected: None,
    };
    author(&mut session, AuthorWish::AddJoint(Box::new(joint)));
    assert_eq!(session.selection(), Selection::Joint(0));
    session.apply(Command::Select(Selection::Body(2)));
    assert_eq!(session.edit_selection(), [Item::Body(1)]);
    assert_eq!(session.items_of_body(4), Some(Item::Body(2)));
    assert_eq!(session.items_of_body(99), None);
    author(&mut session, AuthorWish::Toggle(Item::Body(2)));
    assert_eq!(session.edit_selection(), [Item::Body(1), Item::Body(2)]);
    assert_eq!(session.selection(), Selection::Body(1));
    author(&mut session, AuthorWish::Select(vec![Item::Body(2), Item::Body(77)]));
    assert_eq!(session.selection(), Selection::Body(4));
    // What refers to a body goes with it.
    author(&mut session, AuthorWish::Delete);
    assert!(session.run().unwrap().preset().scene.joints.is_empty());
    assert!(session.note().unwrap().contains("1 joint"));
    assert_eq!((session.selection(), session.edit_selection().len()), (Selection::None, 0));
    session.apply(Command::Undo);
    assert_eq!(session.edit_selection(), [Item::Body(2)], "what was selected comes back too");
}

#[test]
fn copies_go_from_one_session_to_another() {
    let mut session = new_session();
    author(&mut session, AuthorWish::Add(crate_of(1.0)));
    author(&mut session, AuthorWish::Duplicate);
    author(&mut session, AuthorWish::SelectAll);
    author(&mut session, AuthorWish::Toggle(Item::Body(0)));
    author(&mut session, AuthorWish::Group("pair".to_owned()));
    let text = session.copy_text().unwrap();
    let mut other = new_session();
    author(&mut other, AuthorWish::Paste(text.clone()));
    let bodies = &other.run().unwrap().preset().scene.bodies;
    assert_eq!(bodies[1..], session.run().unwrap().preset().scene.bodies[1..]);
    assert_eq!(bodies[1].group.as_deref(), Some("pair"));
    author(&mut other, AuthorWish::Cut);
    assert_eq!(other.run().unwrap().preset().scene.bodies.len(), 1);
    assert_eq!(other.copy_text(), None);
}

#[test]
fn a_file_is_edited_as_the_variant_that_is_shown() {
    let mut session = Session::new();
    session.apply(Command::Open(Source::Shipped("squashed-stack".to_owned())));
    session.apply(Command::Step(30));
    let second = session.run().unwrap().variant_names().nth(1).map(str::to_owned);
    session.apply(Command::SetVariant(second));
    let variant = session.run().unwrap().variant().map(str::to_owned);
    session.apply(Command::Step(10));
    author(&mut session, AuthorWish::Start);
    assert!(session.is_editing() && session.run().unwrap().cursor() == 0);
    author(&mut session, AuthorWish::Select(vec![Item::Body(1)]));
    author(&mut session, AuthorWish::Move { by: Vec3::new(0.0, 0.1, 0.0) });
    assert_eq!(session.run().unwrap().variant().map(str::to_owned), variant);
    assert_eq!(session.run().unwrap().timeline().end(), 0, "a new run");
    session.apply(Command::Play);
    assert!(!session.is_editing());
    let floor = &session.run().unwrap().preset().scene.bodies[0];
    assert_eq!(floor.kind, Some(BodyKind::Static));
}

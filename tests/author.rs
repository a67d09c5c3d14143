//! A scene built by commands alone, as in the window: edited, run, undone, saved and opened again.

use glam::Vec3;
use jitterscope::preset::edit::plain;
use jitterscope::preset::schema::{Body, BodyKind, Joint, JointType, Repeat, ShapeSpec};
use jitterscope::session::{AuthorWish, Command, Item, NumbersForm, Selection, Session, Source};
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
fn words_about_the_scene_change_while_it_runs() {
    let mut session = new_session();
    author(&mut session, AuthorWish::Add(crate_of(1.0)));
    session.apply(Command::Step(10));
    set(&mut session, "/title", json!("Another title"));
    set(&mut session, "/lesson", json!({"steps": [{"text": "Look."}]}));
    let run = session.run().unwrap();
    assert_eq!((run.cursor(), run.preset().title.as_str(), session.is_editing()), (10, "Another title", false));
    assert!(session.lesson().is_some());
    session.apply(Command::Undo);
    session.apply(Command::Undo);
    let run = session.run().unwrap();
    assert_eq!((run.cursor(), run.preset().title.as_str()), (10, "New scene"));
    session.apply(Command::Undo);
    assert_eq!(session.run().unwrap().preset().scene.bodies.len(), 1);
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

#[test]
fn the_moment_shown_becomes_the_start() {
    let mut session = new_session();
    author(&mut session, AuthorWish::Add(crate_of(0.5)));
    author(&mut session, AuthorWish::Array(Repeat::Line { count: 3, step: [0.3, 0.5, 0.0], turn_degrees: None }));
    author(&mut session, AuthorWish::Move { by: Vec3::new(0.0, 1.0, 0.0) });
    session.apply(Command::Shoot { origin: Vec3::new(0.0, 1.0, 5.0), direction: Vec3::NEG_Z });
    session.apply(Command::Step(20));
    let there: Vec<_> =
        session.run().unwrap().record().bodies.iter().map(|body| (body.position, body.velocity)).collect();
    author(&mut session, AuthorWish::StartFromHere);
    assert!(session.is_editing());
    let run = session.run().unwrap();
    assert_eq!((run.cursor(), run.record().bodies.len()), (0, there.len()), "with the ball");
    for (body, (position, velocity)) in run.record().bodies.iter().zip(&there) {
        assert!(body.position.distance(*position) < 1e-5 && body.velocity.distance(*velocity) < 1e-5);
    }
    session.apply(Command::Undo);
    assert_eq!(session.run().unwrap().preset().scene.bodies.len(), 2);
}

#[test]
fn bodies_are_let_down_and_laid_on_faces() {
    let mut session = new_session();
    author(&mut session, AuthorWish::Add(crate_of(1.0)));
    author(&mut session, AuthorWish::Move { by: Vec3::new(0.0, 7.0, 0.0) });
    author(&mut session, AuthorWish::DropToFloor);
    let place = |session: &Session, body: usize| session.run().unwrap().preset().scene.bodies[body].position.unwrap();
    assert!((place(&session, 1)[1] - 0.5).abs() < 1e-5, "{:?}", place(&session, 1));
    author(&mut session, AuthorWish::Add(crate_of(0.5)));
    author(&mut session, AuthorWish::AlignToFace { point: Vec3::new(0.5, 0.5, 0.0), normal: Vec3::X });
    assert!(Vec3::from(place(&session, 2)).distance(Vec3::new(0.75, 0.5, 0.0)) < 1e-5);
    assert!(session.warnings().is_empty(), "{:?}", session.warnings());
    author(&mut session, AuthorWish::Move { by: Vec3::new(-0.1, 0.0, 0.0) });
    assert_eq!(session.warnings()[0].artifact, "shoot-out");
    assert_eq!(session.warnings()[0].items, [Item::Body(1), Item::Body(2)]);
    session.apply(Command::Undo);
    assert!(session.warnings().is_empty());
}

#[test]
fn numbers_of_a_bug_report_become_a_scene() {
    let mut session = Session::new();
    let read = NumbersForm::read(
        "10 boxes please\nboxes = 10\nsize: 0.5\nslope = 15 deg\nmu = 0.4\ndt = 0.02\nsolverIterations: 8",
    );
    assert_eq!(read.not_understood.len(), 1);
    author(&mut session, AuthorWish::Numbers(Box::new(read.form)));
    assert!(session.is_editing() && !session.can_undo());
    let run = session.run().unwrap();
    assert_eq!((run.header().bodies.len(), run.settings().time.dt), (11, 0.02));
    assert_eq!(run.settings().solver.velocity_iterations, 8);
    session.apply(Command::Step(30));
    assert_eq!(session.problem(), None);
}

mod random {
    //! Random sequences of everything that an author can do.

    use super::*;
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, TestRng, TestRunner};

    #[derive(Clone, Debug)]
    enum Act {
        Wish(AuthorWish),
        Pick(usize),
        Setting(u32),
        EndGesture,
        Undo,
        Redo,
        Step(u32),
        Save,
        Load,
        PasteOwn,
    }

    fn shape() -> impl Strategy<Value = ShapeSpec> {
        let size = 0.2..2.0_f32;
        prop_oneof![
            size.clone().prop_map(|radius| ShapeSpec::Sphere { radius }),
            [size.clone(), size.clone(), size.clone()].prop_map(|size| ShapeSpec::Box { size }),
            (size.clone(), size).prop_map(|(length, radius)| ShapeSpec::Capsule { length, radius }),
        ]
    }

    fn place() -> impl Strategy<Value = [f32; 3]> {
        [-20.0..20.0_f32, 0.0..20.0_f32, -20.0..20.0_f32]
    }

    fn repeat() -> impl Strategy<Value = Repeat> {
        prop_oneof![
            (1..4_u32, place()).prop_map(|(count, step)| Repeat::Line {
                count,
                step,
                turn_degrees: Some([0.0, 7.0, 0.0])
            }),
            (1..3_u32, 1..3_u32).prop_map(|(columns, rows)| Repeat::Wall {
                columns,
                rows,
                along: None,
                step: Some([1.0, 1.0])
            }),
            Just(Repeat::Grid { count: [2, 1, 2], step: [2.0; 3] }),
        ]
    }

    fn joint() -> impl Strategy<Value = Value> {
        let names = || prop_oneof![Just("thing"), Just("thing 2"), Just("floor"), Just("rope[0]"), Just("thing[0]")];
        (names(), names(), prop_oneof![Just("ball"), Just("hinge"), Just("weld"), Just("distance")], place()).prop_map(
            |(a, b, kind, anchor)| {
                let mut joint = json!({"type": kind, "a": a, "b": b, "anchor": anchor});
                if kind == "hinge" {
                    joint["axis"] = json!([0, 0, 1]);
                    joint["limit_degrees"] = json!([-30, 30]);
                }
                joint
            },
        )
    }

    fn wish() -> impl Strategy<Value = AuthorWish> {
        let vector = || place().prop_map(Vec3::from);
        let field = prop_oneof![
            (0.0..2.0_f64).prop_map(|x| ("/friction".to_owned(), json!(x))),
            (-1.0..50.0_f64).prop_map(|x| ("/mass".to_owned(), json!(x))),
            Just(("/density".to_owned(), Value::Null)),
            "[a-z]{1,8}".prop_map(|name| ("/name".to_owned(), json!(name))),
            Just(("/repeat".to_owned(), Value::Null)),
            Just(("/type".to_owned(), json!("static"))),
            Just(("/nonsense".to_owned(), json!(1))),
        ];
        prop_oneof![
            4 => (shape(), place()).prop_map(|(shape, at)| AuthorWish::Add(Box::new(Body { position: Some(at), ..plain("thing", shape) }))),
            1 => place().prop_map(|start| {
                let chain = json!({"type": "chain", "name": "rope", "count": 2, "start": start, "shape": {"type": "capsule", "length": 0.5, "radius": 0.1}});
                AuthorWish::Set { place: "/scene/templates/-".to_owned(), value: chain }
            }),
            2 => joint().prop_map(|value| AuthorWish::Set { place: "/scene/joints/-".to_owned(), value }),
            1 => Just(AuthorWish::Set { place: "/scene/events/-".to_owned(), value: json!({"at": 0.1, "body": "thing", "impulse": [0, 1, 0]}) }),
            1 => (1..5_u32).prop_map(|count| AuthorWish::Set { place: "/settings/time/substeps".to_owned(), value: json!(count) }),
            1 => Just(AuthorWish::Set {
                place: "/variants".to_owned(),
                value: json!({"zeta": {"bodies": {"thing*": {"friction": 0.1}}}, "alpha": {"settings": {"time": {"substeps": 2}}}}),
            }),
            2 => Just(AuthorWish::Duplicate),
            3 => Just(AuthorWish::Delete),
            2 => repeat().prop_map(AuthorWish::Array),
            2 => Just(AuthorWish::BreakApart),
            1 => Just(AuthorWish::StartFromHere),
            1 => Just(AuthorWish::DropToFloor),
            1 => (vector(), vector()).prop_map(|(point, normal)| AuthorWish::AlignToFace { point, normal }),
            4 => vector().prop_map(|by| AuthorWish::Move { by }),
            3 => (vector(), -180.0..180.0_f32, vector()).prop_map(|(axis, degrees, pivot)| AuthorWish::Turn { axis, degrees, pivot }),
            2 => ([0.5..1.5_f32, 0.5..1.5_f32, 0.5..1.5_f32], any::<bool>())
                .prop_map(|(by, axes_of_body)| AuthorWish::Scale { by: by.into(), axes_of_body }),
            4 => field.prop_map(|(field, value)| AuthorWish::SetField { field, value }),
            1 => Just(AuthorWish::Group("group".to_owned())),
            1 => Just(AuthorWish::Ungroup),
            1 => Just(AuthorWish::SelectAll),
            1 => Just(AuthorWish::Cut),
        ]
    }

    fn act() -> impl Strategy<Value = Act> {
        prop_oneof![
            20 => wish().prop_map(Act::Wish),
            12 => (0..64_usize).prop_map(Act::Pick),
            2 => (1..30_u32).prop_map(Act::Setting),
            8 => Just(Act::EndGesture),
            6 => Just(Act::Undo),
            4 => Just(Act::Redo),
            1 => (1..4_u32).prop_map(Act::Step),
            1 => Just(Act::Save),
            1 => Just(Act::Load),
            1 => Just(Act::PasteOwn),
        ]
    }

    /// So that a sequence of a thousand stays quick.
    const MOST_BODIES: usize = 40;

    struct Bench {
        session: Session,
        file: std::path::PathBuf,
        has_file: bool,
        /// Document and state with which the history begins.
        first: (jitterscope::preset::Preset, u64),
    }

    fn now(session: &Session) -> (jitterscope::preset::Preset, u64) {
        let run = session.run().unwrap();
        (run.preset().clone(), run.record().hash)
    }

    impl Bench {
        fn act(&mut self, act: Act) {
            let session = &mut self.session;
            match act {
                Act::Wish(wish) => {
                    let grows = matches!(wish, AuthorWish::Add(_) | AuthorWish::Duplicate | AuthorWish::Array(_));
                    let count = session.run().unwrap().header().bodies.len();
                    if !grows || count < MOST_BODIES {
                        session.apply(Command::Author(wish));
                    }
                }
                Act::Pick(number) => {
                    let scene = &session.run().unwrap().preset().scene;
                    let all: Vec<Item> = (0..scene.bodies.len())
                        .map(Item::Body)
                        .chain((0..scene.templates.len()).map(Item::Template))
                        .chain((0..scene.joints.len()).map(Item::Joint))
                        .chain((0..scene.events.len()).map(Item::Event))
                        .collect();
                    if all.is_empty() {
                        return;
                    }
                    let item = all[number % all.len()];
                    let wish = if number % 3 == 0 { AuthorWish::Toggle(item) } else { AuthorWish::Select(vec![item]) };
                    session.apply(Command::Author(wish));
                }
                Act::Setting(value) => {
                    session.apply(Command::SetSetting {
                        path: "solver.velocity_iterations".to_owned(),
                        value: json!(value),
                    });
                }
                Act::EndGesture => session.apply(Command::EndGesture),
                Act::Undo => session.apply(Command::Undo),
                Act::Redo => session.apply(Command::Redo),
                Act::Step(count) => session.apply(Command::Step(count)),
                Act::Save => {
                    session.apply(Command::SaveAs(self.file.clone()));
                    self.has_file = true;
                }
                Act::Load if self.has_file => {
                    session.apply(Command::Open(Source::File(self.file.clone())));
                    assert_eq!(session.problem(), None, "what was saved opens again");
                    self.first = now(session);
                }
                Act::Load => {}
                Act::PasteOwn => {
                    if let Some(text) = session.copy_text()
                        && session.run().unwrap().header().bodies.len() < MOST_BODIES
                    {
                        session.apply(Command::Author(AuthorWish::Paste(text)));
                    }
                }
            }
            session.apply(Command::DismissProblem);
            // Whatever was accepted can be saved, and reads back as it is.
            let run = session.run().unwrap();
            run.preset().check().unwrap_or_else(|problems| panic!("{problems}"));
        }

        fn undo_everything(&mut self) {
            while self.session.can_undo() {
                self.session.apply(Command::Undo);
                assert_eq!(self.session.problem(), None);
            }
            self.session.apply(Command::Author(AuthorWish::Start));
            self.session.apply(Command::Restart);
            let (document, hash) = now(&self.session);
            assert_eq!(document, self.first.0);
            assert_eq!(hash, self.first.1);
        }
    }

    #[test]
    fn a_thousand_edits_can_all_be_taken_back() {
        let config = Config { cases: 1, ..Config::default() };
        let mut runner =
            TestRunner::new_with_rng(config, TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha));
        let (mut accepted, mut loads) = (0, 0);
        for _ in 0..2 {
            let folder = tempfile::tempdir().unwrap();
            let session = new_session();
            let first = now(&session);
            let mut bench = Bench { session, file: folder.path().join("scene.json"), has_file: false, first };
            for number in 0..1000 {
                let act = act().new_tree(&mut runner).unwrap().current();
                loads += usize::from(matches!(act, Act::Load) && bench.has_file);
                let before = bench.session.run().unwrap().preset().clone();
                bench.act(act);
                accepted += usize::from(*bench.session.run().unwrap().preset() != before);
                if number == 500 {
                    bench.undo_everything();
                    while bench.session.can_redo() {
                        bench.session.apply(Command::Redo);
                    }
                }
            }
            bench.undo_everything();
        }
        assert!(accepted > 500 && loads > 3, "{accepted} accepted, {loads} loads: too little was tried");
    }
}

//! Bodies from files of other programs: they are as large and as heavy as the file says, and bad files are refused in words.

use jitterscope::preset::import::{ImportOptions, can_import, gltf_bodies, import, obj_bodies, picture_body};
use jitterscope::preset::schema::{Body, BodyKind, ShapeSpec};
use jitterscope::preset::{Preset, Problems, edit};
use std::path::Path;

const PLAIN: ImportOptions = ImportOptions { scale: 1.0, is_z_up: false, height: 2.0 };

/// A box of 2 × 1 × 4 m about (x, 0, 0), as OBJ text; numbers of its points begin at `first`.
fn box_text(name: &str, x: f32, first: usize) -> String {
    let mut text = format!("o {name}\n");
    for k in 0..8 {
        let pick = |bit: usize, half: f32| if k >> bit & 1 == 1 { half } else { -half };
        text += &format!("v {} {} {}\n", x + pick(0, 1.0), pick(1, 0.5), pick(2, 2.0));
    }
    for face in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]] {
        text += &format!("f {}\n", face.map(|k| (k + first).to_string()).join(" "));
    }
    text
}

/// A scene of these bodies, as they come to life.
fn masses(bodies: Vec<Body>) -> Vec<f32> {
    let mut preset = Preset::empty("imported");
    preset.scene.bodies = bodies;
    let text = preset.to_text().expect("it can be saved");
    let preset = jitterscope::preset::parse(&text).expect("and read again");
    let instance = preset.instantiate(None).expect("and run");
    instance.world.bodies().iter().map(|body| body.mass).collect()
}

fn said(result: Result<Vec<Body>, Problems>) -> String {
    result.expect_err("it is refused").to_string()
}

#[test]
fn objects_of_an_obj_file_are_bodies_with_the_volume_of_their_hulls() {
    let text = format!("# two crates\n{}{}", box_text("left", -3.0, 1), box_text("right", 3.0, 9));
    let bodies = obj_bodies(text.as_bytes(), "crates", &PLAIN).unwrap();
    assert_eq!(bodies.iter().map(|b| b.name.as_str()).collect::<Vec<_>>(), ["left", "right"]);
    assert_eq!(bodies[0].position, Some([-3.0, 0.0, 0.0]), "a body lies where its mesh does");
    assert!(matches!(&bodies[0].shape, ShapeSpec::Hull { points } if points.len() == 8));
    for mass in masses(bodies) {
        assert!((mass - 8000.0).abs() < 1.0, "{mass} kg of water in 8 m³");
    }
    let small = ImportOptions { scale: 0.5, is_z_up: true, ..PLAIN };
    let bodies = obj_bodies(text.as_bytes(), "crates", &small).unwrap();
    let ShapeSpec::Hull { points } = &bodies[1].shape else { panic!("a hull") };
    let reach = |axis: usize| points.iter().map(|p| p[axis]).fold(0.0, f32::max);
    assert_eq!([reach(0), reach(1), reach(2)], [0.5, 1.0, 0.25], "the file's z is up");
    assert!((masses(bodies)[0] - 1000.0).abs() < 0.5);
}

#[test]
fn what_does_not_hang_together_moves_as_one_body_of_several_hulls() {
    let two = format!("{}{}", box_text("pair", -3.0, 1), box_text("pair", 3.0, 9).replace("o pair\n", ""));
    let bodies = obj_bodies(two.as_bytes(), "pair", &PLAIN).unwrap();
    assert_eq!(bodies.len(), 1);
    let ShapeSpec::Compound { parts } = &bodies[0].shape else { panic!("a compound") };
    assert_eq!(parts.iter().map(|p| p.position.unwrap()[0]).collect::<Vec<_>>(), [-3.0, 3.0]);
    assert!((masses(bodies)[0] - 16000.0).abs() < 2.0);
}

#[test]
fn a_fine_mesh_keeps_as_many_corners_as_can_be_collided_with() {
    let mut text = "o ball\n".to_owned();
    let (rings, around) = (60_u32, 60_u32);
    for ring in 0..=rings {
        let polar = std::f32::consts::PI * ring as f32 / rings as f32;
        for k in 0..around {
            let turn = std::f32::consts::TAU * k as f32 / around as f32;
            text += &format!("v {} {} {}\n", polar.sin() * turn.cos(), polar.cos(), polar.sin() * turn.sin());
        }
    }
    for ring in 0..rings {
        for k in 0..around {
            let [a, b] = [k, (k + 1) % around].map(|k| ring * around + k + 1);
            text += &format!("f {a} {b} {} {}\n", b + around, a + around);
        }
    }
    let bodies = obj_bodies(text.as_bytes(), "ball", &PLAIN).unwrap();
    let ShapeSpec::Hull { points } = &bodies[0].shape else { panic!("a hull") };
    assert!((64..=256).contains(&points.len()), "{} corners", points.len());
    let ball = 4.0 / 3.0 * std::f32::consts::PI * 1000.0;
    let mass = masses(bodies)[0];
    assert!(mass > 0.93 * ball && mass < ball, "{mass} of {ball} kg");
}

/// One triangle mesh of a box in a glTF file, its numbers inside of the file.
fn gltf_text(indices: &[u16], count: usize) -> String {
    use base64::Engine as _;
    let mut data = Vec::new();
    for k in 0..8 {
        for (bit, half) in [(0, 1.0_f32), (1, 0.5), (2, 2.0)] {
            data.extend((if k >> bit & 1 == 1 { half } else { -half }).to_le_bytes());
        }
    }
    let points = data.len();
    indices.iter().for_each(|index| data.extend(index.to_le_bytes()));
    let text = base64::engine::general_purpose::STANDARD.encode(&data);
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}],
            "nodes": [{{"name": "parent", "translation": [10, 0, 0], "children": [1]}},
                      {{"name": "crate", "mesh": 0, "scale": [0.5, 0.5, 0.5], "rotation": [0, 0.70710678, 0, 0.70710678]}}],
            "meshes": [{{"primitives": [{{"attributes": {{"POSITION": 0}}, "indices": 1}}]}}],
            "buffers": [{{"byteLength": {}, "uri": "data:application/octet-stream;base64,{text}"}}],
            "bufferViews": [{{"buffer": 0, "byteLength": {points}}}, {{"buffer": 0, "byteOffset": {points}, "byteLength": {}}}],
            "accessors": [{{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3", "min": [-1, -0.5, -2], "max": [1, 0.5, 2]}},
                          {{"bufferView": 1, "componentType": 5123, "count": {count}, "type": "SCALAR"}}]}}"#,
        data.len(),
        data.len() - points,
    )
}

const BOX: [u16; 36] =
    [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5];

fn nothing_beside(file: &str) -> Result<Vec<u8>, Problems> {
    panic!("nobody asked for {file}")
}

#[test]
fn nodes_of_a_gltf_file_are_bodies_where_their_parents_put_them() {
    let bodies = gltf_bodies(gltf_text(&BOX, 36).as_bytes(), "file", &PLAIN, &nothing_beside).unwrap();
    assert_eq!(bodies.len(), 1);
    assert_eq!((bodies[0].name.as_str(), bodies[0].position.unwrap()[0]), ("crate", 10.0));
    let ShapeSpec::Hull { points } = &bodies[0].shape else { panic!("a hull") };
    let reach = |axis: usize| points.iter().map(|p| p[axis]).fold(0.0, f32::max);
    for (axis, expected) in [(0, 1.0), (1, 0.25), (2, 0.5)] {
        assert!((reach(axis) - expected).abs() < 1e-5, "a quarter turn about y, half as large");
    }
    assert!((masses(bodies)[0] - 1000.0).abs() < 0.5);
}

#[test]
fn a_file_that_cannot_be_right_is_refused_in_words() {
    let open = |text: String| said(gltf_bodies(text.as_bytes(), "file", &PLAIN, &nothing_beside));
    assert!(open(gltf_text(&BOX, 4000)).contains("beyond the end of its buffer"));
    assert!(open(gltf_text(&[0, 1, 9], 3)).contains("asks for point 9 of 8"));
    assert!(open(gltf_text(&[0, 1, 2], 3)).contains("encloses no volume"));
    assert!(
        open(gltf_text(&BOX, 36).replace("data:application/octet-stream;base64,", "../secret")).contains("elsewhere")
    );
    assert!(open("no glTF".to_owned()).contains("cannot be read"));
    let obj = |text: &str| said(obj_bodies(text.as_bytes(), "file", &PLAIN));
    assert!(obj("v 0 0 0\n").contains("no mesh"));
    assert!(obj("v 0 0\nf 1 2 3\n").contains("line 1: a vertex needs three numbers"));
    assert!(obj("v 0 0 0\nf 1 2 -5\n").contains("line 2: a face asks for vertex 2 of 1"));
    assert!(obj(&box_text("far", 3e6, 1)).contains("try another scale"));
    assert!(said(picture_body(b"no picture", "x", &PLAIN).map(|b| vec![b])).contains("cannot be read"));
    assert!(said(import(Path::new("nowhere.obj"), &PLAIN)).contains("nowhere.obj"));
    assert!(said(import(Path::new(file!()), &PLAIN)).contains(".obj, .gltf, .glb, .png"));
    assert!(can_import(Path::new("A.GLB")) && !can_import(Path::new("a.json")));
}

fn picture(width: u32, height: u32, grey: impl Fn(u32, u32) -> u8) -> Vec<u8> {
    let picture = image::GrayImage::from_fn(width, height, |x, y| image::Luma([grey(x, y)]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A ball that is dropped on imported ground rolls into its valley and stays there.
#[test]
fn a_picture_is_ground_on_which_a_ball_finds_the_valley() {
    let valley = |x: u32, z: u32| ((x as f32 - 8.0).powi(2) * 1.5 + (z as f32 - 8.0).powi(2) * 1.5).min(255.0) as u8;
    let ground = picture_body(&picture(17, 17, valley), "hills", &PLAIN).unwrap();
    assert_eq!(ground.kind, Some(BodyKind::Static));
    let ShapeSpec::HeightField { size, heights } = &ground.shape else { panic!("a height field") };
    assert_eq!((*size, heights.len(), heights[8][8]), ([16.0, 16.0], 17, 0.0));
    let mut preset = Preset::empty("hills");
    let mut ball = edit::plain("ball", ShapeSpec::Sphere { radius: 0.4 });
    (ball.position, ball.angular_damping) = (Some([5.0, 3.0, -4.5]), Some(2.0));
    preset.scene.bodies = vec![ground, ball];
    let mut instance = preset.instantiate(None).unwrap();
    let place = |instance: &jitterscope::preset::Instance| instance.world.states()[1].position;
    for _ in 0..60 * 20 {
        instance.step(&mut ()).unwrap();
        assert!(place(&instance).y > 0.3, "it fell through at {}", place(&instance));
    }
    let end = place(&instance);
    assert!(end.x.hypot(end.z) < 0.8 && (end.y - 0.4).abs() < 0.05, "it ends at {end}");
}

#[test]
fn a_large_picture_becomes_ground_of_a_size_that_can_be_run() {
    let ground = picture_body(&picture(300, 150, |x, _| x as u8), "slope", &PLAIN).unwrap();
    let ShapeSpec::HeightField { size, heights } = &ground.shape else { panic!("a height field") };
    assert_eq!((heights.len(), heights[0].len(), *size), (32, 65, [299.0, 149.0]));
}

/// In the session: one step of undo, whether it joins a scene or makes one.
#[test]
fn what_is_imported_joins_the_scene_and_can_be_taken_back() {
    use jitterscope::session::{AuthorWish, Command, ImportWish, Session, Source};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("crates.obj");
    std::fs::write(&path, format!("{}{}", box_text("box", -3.0, 1), box_text("floor", 3.0, 9))).unwrap();
    let mut session = Session::new();
    session.apply(Command::Open(Source::Shipped("dominoes".to_owned())));
    let names = |session: &Session| -> Vec<String> {
        session.run().unwrap().preset().scene.bodies.iter().map(|body| body.name.clone()).collect()
    };
    let before = names(&session);
    let wish = ImportWish { path, options: PLAIN, is_static: false, is_new_scene: false };
    let import = |wish: ImportWish| Command::Author(AuthorWish::Import(Box::new(wish)));
    session.apply(import(wish.clone()));
    assert!(session.problem().is_none() && session.is_editing(), "{:?}", session.problem());
    let after = names(&session);
    assert_eq!(after.len(), before.len() + 2);
    assert_eq!(session.edit_selection().len(), 2, "what came in is selected");
    assert!(after.iter().all(|name| after.iter().filter(|other| *other == name).count() == 1), "{after:?}");
    session.apply(Command::Undo);
    assert_eq!(names(&session), before);
    session.apply(import(ImportWish { is_new_scene: true, ..wish.clone() }));
    assert_eq!(names(&session).len(), 3, "and a floor: {:?}", names(&session));
    session.apply(import(ImportWish { path: folder.path().join("lost.obj"), ..wish }));
    assert!(session.problem().is_some_and(|problem| problem.items[0].message.contains("lost.obj")));
    assert_eq!(names(&session).len(), 3, "what is open stays");
}

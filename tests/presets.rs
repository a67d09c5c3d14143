//! Presets: what is broken is refused with every problem named; what is shipped loads, runs, and saves to the same bits.

use jitterscope::dynamics::{BodyType, JointKind};
use jitterscope::math::Vec3;
use jitterscope::preset::{self, Preset, Problems, schema::NamedList, settings_path};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

fn load_all(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == extension));
    files.sort();
    files
}

fn scene(body: &str) -> Result<Preset, Problems> {
    preset::parse(&format!(r#"{{"format": "jitterscope-preset", "version": 1, "title": "test", "scene": {body}}}"#))
}

/// Each broken preset lies beside a file with one line per problem: its path, and a part of its message.
#[test]
fn every_problem_of_a_broken_preset_is_named() {
    let files = load_all("tests/broken_presets", "json");
    assert!(files.len() >= 25);
    let mut failures = Vec::new();
    for file in files {
        let problems = match preset::load(&file) {
            Ok(_) => {
                failures.push(format!("{}: loaded", file.display()));
                continue;
            }
            Err(problems) => problems,
        };
        let expected = std::fs::read_to_string(file.with_extension("expected")).unwrap();
        let mut left: Vec<_> = problems.iter().collect();
        for line in expected.lines() {
            let (path, part) = line.split_once(" : ").unwrap();
            match left.iter().position(|p| p.path == path.trim() && p.message.contains(part)) {
                Some(place) => drop(left.remove(place)),
                None => failures.push(format!("{}: missing {line}", file.display())),
            }
        }
        failures.extend(left.iter().map(|problem| format!("{}: not expected: {problem}", file.display())));
        for problem in problems.iter() {
            assert!(problem.line.is_some() || problem.path.is_empty(), "{}: no line: {problem}", file.display());
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn of_broken_files_the_good_parts_can_be_had_and_what_is_left_out_is_said() {
    let mut salvaged = Vec::new();
    for file in load_all("tests/broken_presets", "json") {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let Some(salvage) = preset::salvage(&text) else { continue };
        assert!(!salvage.dropped.is_empty() && !salvage.preset.scene.bodies.is_empty(), "{name}");
        assert!(salvage.preset.instantiate(None).is_ok(), "{name}");
        // Each problem of the file lies in a part that was left out.
        let problems = preset::load(&file).unwrap_err();
        for problem in problems.iter().filter(|problem| !problem.path.is_empty()) {
            let is_out = salvage
                .dropped
                .iter()
                .any(|d| problem.path.starts_with(&d.place) || d.place.starts_with(&problem.path));
            assert!(is_out, "{name}: {problem} is in none of {:?}", salvage.dropped);
        }
        for dropped in &salvage.dropped {
            assert!(!dropped.what.is_empty() && !dropped.why.is_empty(), "{name}: {dropped:?}");
        }
        salvaged.push(name);
    }
    for expected in [
        "joints",
        "events",
        "missing-references",
        "settings",
        "variants",
        "views",
        "unknown-fields",
        "names-used-twice",
    ] {
        assert!(salvaged.iter().any(|name| name == expected), "{expected} is not in {salvaged:?}");
    }
    for hopeless in ["not-a-preset", "newer-version", "cut-off", "empty-file", "too-many-bodies"] {
        assert!(!salvaged.iter().any(|name| name == hopeless), "{hopeless} is not to be opened");
    }
}

#[test]
fn every_file_in_presets_is_shipped_and_every_shipped_preset_runs_in_every_variant() {
    let mut files: Vec<String> =
        load_all("presets", "json").iter().map(|p| p.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    files.sort_unstable();
    let mut ids: Vec<&str> = preset::shipped().iter().map(|shipped| shipped.id).collect();
    ids.sort_unstable();
    assert_eq!(files, ids);
    for shipped in preset::shipped() {
        let preset = shipped.preset().unwrap_or_else(|problems| panic!("{}:\n{problems}", shipped.id));
        assert!(preset.description.is_some() && preset.hint.is_some() && preset.camera.is_some(), "{}", shipped.id);
        assert!(preset.watch.is_some() && preset.lesson.is_some(), "{}", shipped.id);
        for variant in std::iter::once(None).chain(preset.variants.names().map(Some)) {
            let mut instance =
                preset.instantiate(variant).unwrap_or_else(|p| panic!("{} {variant:?}:\n{p}", shipped.id));
            for _ in 0..10 {
                instance.step(&mut ()).unwrap_or_else(|fault| panic!("{} {variant:?}: {fault}", shipped.id));
            }
        }
    }
}

#[test]
fn a_saved_preset_loads_to_the_same_bits_and_keeps_what_it_replaced() {
    let folder = tempfile::tempdir().unwrap();
    for shipped in preset::shipped() {
        let preset = shipped.preset().unwrap();
        let path = folder.path().join(format!("{}.json", shipped.id));
        preset::save(&path, &preset).unwrap();
        assert_eq!(preset::load(&path).unwrap(), preset, "{}", shipped.id);
    }
    let path = folder.path().join("pyramid.json");
    let before = std::fs::read(&path).unwrap();
    let mut changed = preset::load(&path).unwrap();
    changed.title = "Another title with \"quotes\", [brackets] and\nlines".to_owned();
    preset::save(&path, &changed).unwrap();
    assert_eq!(preset::load(&path).unwrap(), changed);
    assert_eq!(std::fs::read(folder.path().join("pyramid.json.bak")).unwrap(), before);
    // What is not valid is refused, and the old file stays.
    let valid = changed.clone();
    changed.scene.bodies[0].position = Some([f32::NAN, 0.0, 0.0]);
    assert!(preset::save(&path, &changed).is_err());
    assert_eq!(preset::load(&path).unwrap(), valid);
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".tmp")), "{left:?}");
}

#[test]
fn numbers_of_every_size_survive_saving() {
    let mut preset = Preset::empty("numbers");
    let body = scene(r#"{"bodies": [{"name": "b", "shape": {"type": "sphere", "radius": 1}}]}"#).unwrap().scene.bodies
        [0]
    .clone();
    let mut bits = 0x1234_5678_u32;
    for index in 0..3000 {
        let mut draw = || loop {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let number = f32::from_bits(bits);
            if number.abs() < 1e5 {
                return number;
            }
        };
        let mut body = body.clone();
        body.name = format!("b{index}");
        body.position = Some([draw(), draw(), draw()]);
        body.velocity = Some([draw(), draw(), draw()]);
        preset.scene.bodies.push(body);
    }
    let back = preset::parse(&preset.to_text().unwrap()).unwrap();
    let all = |preset: &Preset| -> Vec<u32> {
        let bodies = preset.scene.bodies.iter();
        bodies.flat_map(|b| [b.position.unwrap(), b.velocity.unwrap()]).flatten().map(f32::to_bits).collect()
    };
    assert_eq!(all(&back), all(&preset));
}

#[test]
fn repetition_makes_stacks_walls_pyramids_and_chains() {
    let preset = scene(
        r#"{"bodies": [
            {"name": "hook", "type": "static", "shape": {"type": "sphere", "radius": 0.1}, "position": [0, 9, 0]},
            {"name": "wall", "shape": {"type": "box", "size": [1, 0.5, 0.5]}, "position": [0, 0.25, 0],
             "repeat": {"type": "wall", "columns": 4, "rows": 3}},
            {"name": "pyramid", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.5, 5],
             "repeat": {"type": "pyramid", "base": 4, "along": "z"}},
            {"name": "grid", "shape": {"type": "sphere", "radius": 0.1}, "position": [0, 0.5, -5],
             "repeat": {"type": "grid", "count": [2, 3, 4], "step": [1, 2, 3]}},
            {"name": "stair", "shape": {"type": "box", "size": [2, 0.1, 0.3]}, "position": [20, 0, 0],
             "repeat": {"type": "line", "count": 5, "step": [0, 0.2, 0], "turn_degrees": [0, 30, 0]}}],
          "templates": [
            {"type": "chain", "name": "chain", "count": 5, "shape": {"type": "capsule", "length": 0.4, "radius": 0.1},
             "start": [0, 9, 0], "attach_to": "hook", "end": {"shape": {"type": "sphere", "radius": 0.3}, "mass": 50}},
            {"type": "ragdoll", "name": "doll", "position": [30, 1, 0]}]}"#,
    )
    .unwrap();
    let instance = preset.instantiate(None).unwrap();
    let at = |name: &str| {
        let body = instance.find_body(name).unwrap_or_else(|| panic!("{name}"));
        instance.world_from_authored(body).translation
    };
    assert_eq!(instance.body_names().len(), 1 + 11 + 10 + 24 + 5 + 6 + 11);
    assert_eq!(at("wall[1,0]"), Vec3::new(0.5, 0.75, 0.0));
    assert!(instance.find_body("wall[1,3]").is_none());
    assert_eq!(at("pyramid[3,0]"), Vec3::new(0.0, 3.5, 6.5));
    assert_eq!(at("grid[1,2,3]"), Vec3::new(1.0, 4.5, 4.0));
    assert!((at("chain[4]") - Vec3::new(0.0, 9.0 - 4.5 * 0.4, 0.0)).length() < 1e-5);
    assert!((at("chain.end") - Vec3::new(0.0, 9.0 - 2.0 - 0.3, 0.0)).length() < 1e-5);
    let turned = instance.world.world_from_body(instance.find_body("stair[3]").unwrap()).transform_vector(Vec3::X);
    assert!((turned - Vec3::NEG_Z).length() < 1e-5);
    assert_eq!(instance.world.joints().len(), 6 + 10);
    for joint in instance.world.joints() {
        let pose = |body| instance.world.world_from_body(body);
        let error = joint.measured_error(&pose(joint.body_a), &pose(joint.body_b));
        assert!(error.gap < 1e-5 && error.angle < 1e-3, "{}: {error:?}", joint.name);
    }
    let mass: f32 = instance.world.bodies().iter().filter(|b| b.name.starts_with("doll")).map(|b| b.mass).sum();
    assert!((mass - 75.0).abs() < 1e-3);
}

/// A hull whose origin is its corner: the core moves the frame to the centre of mass, the file does not know.
#[test]
fn joints_and_events_use_the_frame_in_which_a_body_was_written() {
    let preset = scene(
        r#"{"bodies": [
            {"name": "brick", "position": [10, 0, 0], "rotation": {"euler_degrees": [0, 0, 90]}, "gravity_scale": 0, "mass": 2,
             "shape": {"type": "compound", "parts": [{"shape": {"type": "box", "size": [1, 1, 1]}, "position": [3, 0, 0]}]}},
            {"name": "post", "type": "static", "shape": {"type": "sphere", "radius": 0.1}, "position": [10, 8, 0]}],
          "joints": [{"type": "distance", "a": "brick", "b": "post", "anchor_a": [4, 0, 0], "anchor_b": [0, 0, 0]}],
          "events": [{"at": 0.05, "body": "brick", "set_pose": {"position": [0, 5, 0]}},
                     {"at": 0.1, "body": "brick", "impulse": [0, 0, 2], "point": [3, 0, 0]}]}"#,
    )
    .unwrap();
    let mut instance = preset.instantiate(None).unwrap();
    let brick = instance.find_body("brick").unwrap();
    assert!((instance.world.states()[brick.index()].position - Vec3::new(10.0, 3.0, 0.0)).length() < 1e-5);
    let JointKind::Distance { length } = instance.world.joints()[0].kind else { panic!() };
    assert!((length - 4.0).abs() < 1e-5);
    instance.settings.gravity = [0.0; 3];
    instance.settings.sleep.enabled = false;
    // Without the joint there is only the script.
    let mut free = scene(
        &serde_json::to_string(&jitterscope::preset::schema::Scene { joints: Vec::new(), ..preset.scene.clone() })
            .unwrap(),
    )
    .unwrap()
    .instantiate(None)
    .unwrap();
    for _ in 0..4 {
        free.step(&mut ()).unwrap();
    }
    assert!((free.world_from_authored(brick).translation - Vec3::new(0.0, 5.0, 0.0)).length() < 1e-4);
    for _ in 0..4 {
        free.step(&mut ()).unwrap();
    }
    let state = free.world.states()[brick.index()];
    assert!((state.velocity - Vec3::Z).length() < 1e-4, "{state:?}");
    assert!(state.angular_velocity.length() < 1e-4, "an impulse at the centre of mass turns nothing: {state:?}");
}

#[test]
fn a_force_that_grows_gives_the_impulse_of_its_ramp() {
    let preset = scene(
        r#"{"bodies": [{"name": "box", "shape": {"type": "box", "size": [1, 1, 1]}, "mass": 1, "gravity_scale": 0}],
          "events": [{"at": 0.5, "duration": 1, "body": "box", "force": {"from": [0, 0, 0], "to": [6, 0, 0]}}]}"#,
    )
    .unwrap();
    let mut instance = preset.instantiate(None).unwrap();
    for _ in 0..120 {
        instance.step(&mut ()).unwrap();
    }
    assert!((instance.world.states()[0].velocity.x - 3.0).abs() < 1e-2, "{:?}", instance.world.states()[0]);
}

#[test]
fn animated_bodies_follow_their_paths() {
    let preset = scene(
        r#"{"bodies": [
            {"name": "lift", "type": "animated", "shape": {"type": "box", "size": [1, 0.1, 1]},
             "path": {"type": "keyframes", "loop": true, "frames": [{"time": 0, "position": [0, 0, 0]}, {"time": 1, "position": [0, 2, 0]}, {"time": 2, "position": [0, 0, 0]}]}},
            {"name": "swing", "type": "animated", "shape": {"type": "box", "size": [1, 0.1, 1]}, "position": [5, 1, 0],
             "path": {"type": "oscillation", "axis": [2, 0, 0], "amplitude": 0.5, "period": 2}},
            {"name": "mill", "type": "animated", "shape": {"type": "box", "size": [1, 0.1, 1]}, "position": [9, 0, 0],
             "path": {"type": "spin", "axis": [0, 0, 1], "speed": 3.1415927}}]}"#,
    )
    .unwrap();
    let mut instance = preset.instantiate(None).unwrap();
    for _ in 0..30 {
        instance.step(&mut ()).unwrap();
    }
    let states = instance.world.states();
    assert!((states[0].position.y - 1.0).abs() < 1e-3 && (states[0].velocity.y - 2.0).abs() < 1e-2, "{:?}", states[0]);
    assert!((states[1].position.x - 5.5).abs() < 1e-3, "{:?}", states[1]);
    assert!(((states[2].rotation * Vec3::X) - Vec3::Y).length() < 1e-3, "{:?}", states[2]);
    assert!((states[2].angular_velocity.z - std::f32::consts::PI).abs() < 1e-2);
    assert!(instance.world.bodies().iter().all(|body| body.body_type == BodyType::Animated));
}

#[test]
fn variants_change_only_what_they_name_and_a_clone_goes_on_alike() {
    let preset = preset::find("squashed-stack").unwrap();
    let (sick, cured) = (preset.step_settings(None).unwrap(), preset.step_settings(Some("cured-warm-start")).unwrap());
    let difference = preset::SettingsOverlay::difference(&sick, &cured);
    assert_eq!(difference.entries().iter().map(|(path, _)| *path).collect::<Vec<_>>(), ["solver.warm_start"]);
    assert!(preset.step_settings(Some("cured-warm-strat")).unwrap_err().to_string().contains("cured-warm-start"));

    let mut one = preset.instantiate(Some("sick")).unwrap();
    for _ in 0..20 {
        one.step(&mut ()).unwrap();
    }
    let mut other = one.clone();
    for _ in 0..20 {
        one.step(&mut ()).unwrap();
        other.step(&mut ()).unwrap();
    }
    assert_eq!(one.world.state_hash(), other.world.state_hash());
}

#[test]
fn bodies_of_a_variant_are_found_by_name_group_or_beginning() {
    let mut preset = preset::find("squashed-stack").unwrap();
    let heavy = preset::schema::BodyChange { mass: Some(7.0), ..Default::default() };
    let masses = |preset: &Preset| -> Vec<f32> {
        let instance = preset.instantiate(Some("v")).unwrap_or_else(|problems| panic!("{problems}"));
        instance.world.bodies().iter().map(|body| body.mass).collect()
    };
    for (pattern, changed) in [("tower", 12), ("tower[3]", 1), ("tower[1*", 3), ("tower*", 12)] {
        let bodies = NamedList(vec![(pattern.to_owned(), heavy.clone())]);
        preset.variants = NamedList(vec![("v".to_owned(), preset::schema::Variant { bodies, ..Default::default() })]);
        preset.lesson = None;
        assert_eq!(masses(&preset).iter().filter(|mass| **mass == 7.0).count(), changed, "{pattern}");
    }
}

#[test]
fn a_sweep_starts_its_body_further_each_time() {
    let preset = preset::find("tunnelling").unwrap();
    let start = |index| {
        let instance = preset.instantiate_sweep(Some("sick"), index).unwrap();
        instance.world.states()[instance.find_body("bullet").unwrap().index()].position.x
    };
    assert!((start(50) - start(0) - 0.833_333).abs() < 1e-4);
}

#[test]
fn an_unknown_preset_is_answered_with_the_nearest_id() {
    let message = preset::find("titled-bounce").unwrap_err().to_string();
    assert!(message.contains("\"tilted-bounce\""), "{message}");
    assert!(preset::find("nothing/here.json").unwrap_err().to_string().contains("nothing/here.json"));
}

/// The example of the README is what people copy first.
#[test]
fn the_example_in_the_readme_works() {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let example = readme.split("```json").nth(1).and_then(|rest| rest.split("```").next()).expect("a JSON example");
    let preset = preset::parse(example).unwrap_or_else(|problems| panic!("{problems}"));
    assert!(!preset.variants.is_empty());
    preset.instantiate(Some("slippery")).unwrap().step(&mut ()).unwrap();
    // The commands of the README change settings by paths that exist.
    for assignment in readme.split("--set ").skip(1).filter_map(|rest| rest.split_whitespace().next()) {
        let (path, value) = settings_path::parse_assignment(assignment.trim_matches('`')).unwrap();
        settings_path::set(&mut Default::default(), &path, &value).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// A file with every field set, to be broken by the property tests.
fn rich_text() -> String {
    let mut text = preset::shipped()[0].text.to_owned();
    text.push_str(preset::shipped()[3].text);
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..Default::default() })]

    #[test]
    fn no_text_makes_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = preset::parse_bytes(&bytes);
    }

    #[test]
    fn no_cut_makes_the_reader_panic(which in 0_usize..17, share in 0.0..0.99_f64) {
        let text = preset::shipped()[which].text;
        let cut = (text.len() as f64 * share) as usize;
        prop_assert!(preset::parse_bytes(&text.as_bytes()[..cut]).is_err());
    }

    /// Pieces of a preset in other places, values replaced by others: it is refused, or it runs.
    #[test]
    fn a_mutated_preset_is_refused_or_runs(
        which in 0_usize..17,
        changes in proptest::collection::vec((0.0..1.0_f64, 0_usize..16), 1..4),
    ) {
        const PIECES: [&str; 16] = ["0", "-1", "1e999", "1e-30", "null", "\"\"", "[]", "{}", "true", "\"box\"", "1e5", "[0,0,0]", "3", "20000",
            "{\"type\":\"sphere\",\"radius\":1}", "\"ball\""];
        let mut text = preset::shipped()[which].text.to_owned();
        for (place, piece) in changes {
            // Replace one number or text by a piece.
            let starts: Vec<usize> = text.match_indices(": ").map(|(i, _)| i + 2).collect();
            let Some(&start) = starts.get((starts.len() as f64 * place) as usize) else { continue };
            let end = text[start..].find(['\n', ',', '}']).map_or(text.len(), |length| start + length);
            text.replace_range(start..end, PIECES[piece]);
        }
        if let Ok(preset) = preset::parse(&text) {
            // Large scenes take their time; that they can be built is what matters here.
            let mut instance = preset.instantiate(None).unwrap();
            if instance.world.bodies().len() < 100 {
                let _ = instance.step(&mut ());
            }
        }
    }

    #[test]
    fn bytes_changed_at_random_never_panic(
        changes in proptest::collection::vec((0.0..1.0_f64, any::<u8>()), 1..8),
    ) {
        let mut bytes = rich_text().into_bytes();
        for (place, byte) in changes {
            let index = (bytes.len() as f64 * place) as usize;
            bytes[index] = byte;
        }
        let _ = preset::parse_bytes(&bytes);
    }
}

/// Files made to be slow or large: refused in a moment.
#[test]
fn hostile_files_are_refused_quickly() {
    let head = r#"{"format": "jitterscope-preset", "version": 1, "title": "x", "scene": "#;
    let many = |piece: &str, count: usize| vec![piece; count].join(",");
    let events = many(r#"{"at": 1, "body": "nobody at all", "set_mass": 1}"#, 1000);
    let bodies = many(r#"{"name": "same", "shape": {"type": "sphere", "radius": 1}}"#, 20_000);
    let fields: Vec<String> = (0..200_000).map(|i| format!("\"field{i}\": 1")).collect();
    let files = [
        "[".repeat(1 << 20),
        format!("[{}]", "0,".repeat(3_000_000)),
        format!(r#"{head}{{"bodies": [{bodies}], "events": [{events}]}}}}"#),
        format!(r#"{head}{{"bodies": [], {}}}}}"#, fields.join(",")),
        format!(r#"{head}{{"bodies": [{}]}}}}"#, many("[]", 20_000)),
        " ".repeat(17 << 20),
    ];
    for (index, text) in files.iter().enumerate() {
        let start = std::time::Instant::now();
        let problems = preset::parse_bytes(text.as_bytes()).unwrap_err();
        assert!(problems.0.len() <= 101, "file {index}: {}", problems.0.len());
        assert!(start.elapsed().as_secs() < 10, "file {index} took {:?}", start.elapsed());
    }
}

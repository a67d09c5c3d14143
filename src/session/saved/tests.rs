//! Recordings that are saved, damaged, opened and run again.

use super::*;
use crate::math::Vec3;
use crate::session::{Command, Session};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

const SCENE: &str = r#"{
  "format": "jitterscope-preset", "version": 1, "title": "A pile",
  "scene": {"bodies": [
    {"name": "floor", "type": "static", "shape": {"type": "box", "size": [20, 1, 20]}, "position": [0, -0.5, 0]},
    {"name": "crate", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.6, 0],
     "repeat": {"type": "line", "count": 4, "step": [0.2, 1.05, 0.1]}},
    {"name": "plate", "type": "animated", "shape": {"type": "box", "size": [1, 0.2, 1]}, "position": [-2, 0.2, 0],
     "path": {"type": "oscillation", "axis": [1, 0, 0], "amplitude": 1.5, "period": 2}}
  ],
  "events": [{"at": 1.5, "body": "crate[1]", "impulse": [0, 900, 100]}]},
  "variants": {"second": {"settings": {"solver": {"warm_start": 0.9}}}, "first": {}}
}"#;

struct Bench {
    session: Session,
    folder: tempfile::TempDir,
}

/// A run with settings, drags, balls, three branches and bookmarks.
fn bench() -> Bench {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.json");
    std::fs::write(&path, SCENE).unwrap();
    let mut session = Session::new();
    let set = |session: &mut Session, path: &str, value: Value| {
        session.apply(Command::SetSetting { path: path.to_owned(), value });
        session.apply(Command::EndGesture);
    };
    session.apply(Command::Open(Source::File(path)));
    session.apply(Command::SetVariant(Some("first".to_owned())));
    session.apply(Command::Step(30));
    set(&mut session, "solver.velocity_iterations", json!(3));
    session.apply(Command::Shoot { origin: Vec3::new(0.1, 1.0, 6.0), direction: Vec3::NEG_Z });
    session.apply(Command::Step(40));
    let point = session.run().unwrap().record().bodies[3].position + Vec3::new(0.1, 0.2, 0.3);
    session.apply(Command::GrabStart { body: 3, point });
    for step in 0..30 {
        session.apply(Command::GrabMove(Vec3::new(0.0, 3.0, step as f32 * 0.013)));
        session.apply(Command::Step(1));
    }
    session.apply(Command::GrabEnd);
    session.apply(Command::Step(200));
    session.apply(Command::AddBookmark);
    // A branch from within, one that leaves that one, and a restart.
    session.apply(Command::Seek(85));
    set(&mut session, "gravity", json!([0.1, -4.0, 0.0]));
    session.apply(Command::Step(60));
    session.apply(Command::Seek(100));
    session.apply(Command::Shoot { origin: Vec3::new(0.0, 1.0, -6.0), direction: Vec3::Z });
    session.apply(Command::Step(33));
    session.apply(Command::Restart);
    session.apply(Command::Step(12));
    session.apply(Command::SwitchBranch(BranchId(1)));
    session.apply(Command::Seek(90));
    assert_eq!(session.problem(), None);
    assert_eq!(session.run().unwrap().timeline().branches().count(), 4);
    Bench { session, folder }
}

impl Bench {
    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn save(&mut self, name: &str) -> PathBuf {
        let path = self.file(name);
        self.session.apply(Command::SaveRecording(path.clone()));
        assert_eq!(self.session.problem(), None);
        path
    }

    /// The lines of a saved file, to be spoilt.
    fn lines(&mut self) -> Vec<String> {
        let path = self.save("plain.jsonl");
        std::fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
    }
}

fn replay(path: &Path) -> Replayed {
    let saved = SavedRun::read(path).unwrap();
    saved.replay(true, &AtomicBool::new(false), &|_| ()).unwrap().unwrap()
}

fn hashes(run: &Run) -> Vec<Vec<u64>> {
    run.timeline().branches().map(|(_, branch)| branch.hashes().collect()).collect()
}

#[test]
fn a_recording_that_is_saved_and_opened_is_the_same_to_the_bit() {
    let mut bench = bench();
    for name in ["run.jsonl", "run.jsonl.gz"] {
        let path = bench.save(name);
        assert!(bench.session.note().unwrap().contains(name));
        let mut other = Session::new();
        other.apply(Command::OpenRecording(path));
        assert!(other.is_working() && other.opening().unwrap().0 == name);
        other.wait_for_opening();
        assert_eq!(other.problem(), None);
        let (a, b) = (bench.session.run().unwrap(), other.run().unwrap());
        assert_eq!(hashes(a), hashes(b));
        assert_eq!((a.cursor(), a.record().hash, a.variant()), (b.cursor(), b.record().hash, b.variant()));
        assert_eq!((a.settings(), a.source(), a.preset()), (b.settings(), b.source(), b.preset()));
        assert_eq!(
            (a.timeline().current(), a.timeline().bookmarks()),
            (b.timeline().current(), b.timeline().bookmarks())
        );
        assert_eq!(b.timeline().mismatch(), None);
        for ((_, a), (_, b)) in a.timeline().branches().zip(b.timeline().branches()) {
            assert_eq!(
                (a.parent(), a.fork(), a.label(), a.inputs().len()),
                (b.parent(), b.fork(), b.label(), b.inputs().len())
            );
        }
        // It goes on, backwards and forwards, like the one that was saved.
        for step in [3, 88, 145, 86] {
            other.apply(Command::Seek(step));
            bench.session.apply(Command::Seek(step));
            let (a, b) = (bench.session.run().unwrap(), other.run().unwrap());
            assert_eq!((a.record().hash, a.header().bodies.len()), (b.record().hash, b.header().bodies.len()));
        }
        assert_eq!(other.run().unwrap().timeline().mismatch(), None);
        bench.session.apply(Command::Seek(90));
    }
    let compressed = std::fs::metadata(bench.file("run.jsonl.gz")).unwrap().len();
    assert!(compressed < std::fs::metadata(bench.file("run.jsonl")).unwrap().len());
}

#[test]
fn running_it_again_checks_every_step() {
    let mut bench = bench();
    let path = bench.save("run.jsonl");
    let replayed = replay(&path);
    assert_eq!(replayed.difference, None);
    let saved = SavedRun::read(&path).unwrap();
    assert_eq!((replayed.steps, saved.steps()), (saved.steps(), 300 + 60 + 33 + 12));
    assert_eq!(saved.program, env!("CARGO_PKG_VERSION"));
}

#[test]
fn the_first_step_that_differs_is_named() {
    let mut bench = bench();
    let lines = bench.lines();
    // Another hash of one step, as another build would have recorded it.
    let spoilt = bench.file("hash.jsonl");
    let wanted = format!(
        "{:016x}",
        bench.session.run().unwrap().timeline().branches().next().unwrap().1.hashes().nth(222).unwrap()
    );
    let text: Vec<String> = lines.iter().map(|line| line.replace(&wanted, "0123456789abcdef")).collect();
    std::fs::write(&spoilt, text.join("\n")).unwrap();
    let difference = replay(&spoilt).difference.unwrap();
    assert_eq!((difference.branch, difference.step, difference.recorded), (BranchId(0), 222, 0x0123_4567_89ab_cdef));
    assert_eq!(format!("{:016x}", difference.found.unwrap()), wanted);
    // In the window it opens all the same, and says so.
    let mut session = Session::new();
    session.apply(Command::OpenRecording(spoilt));
    session.wait_for_opening();
    assert!(session.problem().unwrap().items[0].place.contains("step 222"));
    assert_eq!(session.run().unwrap().timeline().mismatch().map(|m| m.step), Some(222));

    // Another input: the step after it comes out differently.
    let spoilt = bench.file("input.jsonl");
    let text: Vec<String> = lines
        .iter()
        .map(|line| if line.contains("-4.0") { line.replace("-4.0", "-4.5") } else { line.clone() })
        .collect();
    std::fs::write(&spoilt, text.join("\n")).unwrap();
    let difference = replay(&spoilt).difference.unwrap();
    assert_eq!((difference.branch, difference.step), (BranchId(1), 86));
}

#[test]
fn damaged_files_are_refused_in_words_and_leave_what_is_open() {
    let mut bench = bench();
    let lines = bench.lines();
    let count = lines.len();
    let at = |index: usize, line: &str| {
        let mut lines = lines.clone();
        line.clone_into(&mut lines[index]);
        lines.join("\n")
    };
    let header: Value = serde_json::from_str(&lines[0]).unwrap();
    let with = |key: &str, value: Value| {
        let mut header = header.clone();
        header[key] = value;
        at(0, &header.to_string())
    };
    let branch = lines.iter().position(|line| line.contains(r#""parent":0"#)).unwrap();
    let hashes = lines.iter().position(|line| line.contains(r#""first":0"#)).unwrap();
    let cases = [
        (String::new(), 0, "empty"),
        ("no JSON at all".to_owned(), 1, "header"),
        (with("format", json!("jitterscope-trace")), 1, "jitterscope-trace"),
        (with("version", json!(2)), 1, "newer"),
        (with("version", json!("x")), 1, "no version"),
        (with("preset", json!("{}")), 1, "preset"),
        (with("colour", json!(1)), 1, "colour"),
        (with("branches", json!(3)), count, "3 branches"),
        (with("current", json!(9)), count, "9"),
        (at(branch, r#"{"branch":{"parent":7,"fork":3,"label":""}}"#), branch + 1, "earlier branch"),
        (at(hashes, r#"{"hashes":{"first":0,"hashes":["xyz"]}}"#), hashes + 1, "xyz"),
        (at(hashes, r#"{"hashes":{"first":5,"hashes":[]}}"#), hashes + 1, "expected 0"),
        (at(1, r#"{"wish":{}}"#), 2, "wish"),
        (at(2, r#"{"edit":{"after":1,"edit":{"type":"set_mass","body":1}}}"#), 3, "mass"),
        (at(count - 1, r#"{"end":{"lines":3}}"#), count, "3 lines"),
        (lines[..count - 1].join("\n"), count, "cut off"),
        (lines.join("\n").chars().take(lines[0].len() + 20).collect(), 2, "cut off"),
    ];
    let before = bench.session.run().unwrap().record().hash;
    for (text, line, word) in cases {
        let path = bench.file("bad.jsonl");
        std::fs::write(&path, &text).unwrap();
        let error = SavedRun::read(&path).unwrap_err();
        assert_eq!(error.line, line, "{word}: {error}");
        assert!(error.to_string().contains(word), "{word}: {error}");
        bench.session.apply(Command::OpenRecording(path));
        assert!(!bench.session.is_working());
        assert!(bench.session.problem().unwrap().title.contains("bad.jsonl"));
        bench.session.apply(Command::DismissProblem);
    }
    assert_eq!(bench.session.run().unwrap().record().hash, before);
    assert!(SavedRun::read(&bench.file("nowhere.jsonl")).unwrap_err().problem.contains("nowhere.jsonl"));
}

#[test]
fn a_compressed_file_that_was_cut_off_or_changed_is_refused() {
    let mut bench = bench();
    let path = bench.save("run.jsonl.gz");
    let bytes = std::fs::read(&path).unwrap();
    for length in [0, 5, bytes.len() / 2, bytes.len() - 9] {
        std::fs::File::create(&path).unwrap().write_all(&bytes[..length]).unwrap();
        assert!(SavedRun::read(&path).is_err(), "{length} of {} bytes", bytes.len());
    }
    let mut spoilt = bytes.clone();
    spoilt[bytes.len() / 2] ^= 0x55;
    std::fs::write(&path, spoilt).unwrap();
    assert!(SavedRun::read(&path).is_err());
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(replay(&path).difference, None);
}

#[test]
fn every_edit_reads_back_to_the_same_bits() {
    use super::format::EditJson;
    use crate::dynamics::{BodyDef, BodyId, ColliderDef, MassSpec, WorldEdit};
    use crate::geometry::{Capsule, Cuboid, Shape, Sphere};
    use crate::math::{Pose, Quat};
    let v = Vec3::new(0.1, -1.0 / 3.0, 1e-30);
    let pose = Pose::new(v * 7.0, Quat::from_rotation_y(0.3));
    let shapes = [
        Shape::Sphere(Sphere { radius: 0.1 }),
        Shape::Cuboid(Cuboid { half_extents: Vec3::new(0.1, 0.2, 1.0 / 3.0) }),
        Shape::Capsule(Capsule { half_height: 0.7, radius: 0.1 }),
    ];
    let colliders: Vec<ColliderDef> =
        shapes.into_iter().map(|shape| ColliderDef { body_from_shape: pose, ..ColliderDef::new(shape) }).collect();
    let def = BodyDef::dynamic("new", pose, colliders, MassSpec::Density(1234.5)).with_velocity(v, v);
    let body = BodyId(3);
    let edits = [
        WorldEdit::AddBody(Box::new(def)),
        WorldEdit::SetPose { body, world_from_body: pose },
        WorldEdit::SetVelocity { body, linear: v, angular: v },
        WorldEdit::ApplyForce { body, force: v, torque: v },
        WorldEdit::ApplyImpulse { body, impulse: v, point: v },
        WorldEdit::MoveAnimated { body, world_from_body: pose },
        WorldEdit::Grab { body, local_anchor: v, target: v },
        WorldEdit::MoveGrab { target: v },
        WorldEdit::ReleaseGrab,
        WorldEdit::Wake(body),
        WorldEdit::SetMass { body, mass: 0.1 },
        WorldEdit::SetMaterial { body, friction: 0.1, restitution: 0.3 },
        WorldEdit::SetInertiaScale { body, scale: 1.1 },
    ];
    for edit in edits {
        let text = serde_json::to_string(&EditJson::of(&edit)).unwrap();
        let back = serde_json::from_str::<EditJson>(&text).unwrap().edit().unwrap();
        assert_eq!(format!("{edit:?}"), format!("{back:?}"), "{text}");
    }
}

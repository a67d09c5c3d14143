//! Files of the open scene, driven by commands.

use super::*;
use crate::session::Command;
use serde_json::json;

const SCENE: &str = r#"{"format":"jitterscope-preset","version":1,"title":"Two",
  "scene":{"bodies":[{"name":"box","shape":{"type":"box","size":[1,1,1]},"position":[0,5,0]}]},
  "variants":{"sick":{"settings":{"solver":{"warm_start":0}}},"cured":{"settings":{"solver":{"warm_start":1}}}}}"#;

struct Bench {
    session: Session,
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("scene.json"), SCENE).unwrap();
        let mut bench = Self { session: Session::new(), folder };
        bench.wish(FileWish::KeepUnsavedIn(bench.path("unsaved")));
        bench.session.apply(Command::Open(Source::File(bench.path("scene.json"))));
        assert_eq!(bench.session.problem(), None);
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn wish(&mut self, wish: FileWish) {
        self.session.apply(Command::File(wish));
    }

    fn set(&mut self, path: &str, value: serde_json::Value) {
        self.session.apply(Command::SetSetting { path: path.to_owned(), value });
        self.session.apply(Command::EndGesture);
    }

    fn places(&self) -> Vec<&str> {
        self.session.unsaved_changes().iter().map(|change| change.place.as_str()).collect()
    }

    fn copies(&self) -> usize {
        let names = std::fs::read_dir(self.path("unsaved")).unwrap().map(|e| e.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().ends_with(".json")).count()
    }
}

#[test]
fn what_differs_from_the_file_is_known_and_gone_when_saved_or_undone() {
    let mut bench = Bench::new();
    assert!(!bench.session.is_changed() && bench.places().is_empty());
    bench.set("solver.warm_start", json!(0.5));
    let change = &bench.session.unsaved_changes()[0];
    assert_eq!(change.place, "/variants/sick/settings/solver/warm_start");
    assert_eq!((change.old.clone(), change.new.clone()), (Some(json!(0.0)), Some(json!(0.5))));
    bench.session.apply(Command::Undo);
    assert!(!bench.session.has_unsaved_work(), "{:?}", bench.places());
    bench.session.apply(Command::Redo);
    assert!(bench.session.has_unsaved_work());
    bench.wish(FileWish::Save);
    assert!(!bench.session.is_changed() && bench.places().is_empty(), "{:?}", bench.session.problem());
    let text = std::fs::read_to_string(bench.path("scene.json")).unwrap();
    assert!(text.contains("0.5"), "{text}");
}

#[test]
fn a_change_saved_in_one_variant_stays_when_another_is_saved() {
    let mut bench = Bench::new();
    bench.set("solver.warm_start", json!(0.5));
    bench.wish(FileWish::Save);
    bench.session.apply(Command::SetVariant(Some("cured".to_owned())));
    assert!(!bench.session.is_changed(), "{:?}", bench.places());
    bench.set("time.substeps", json!(3));
    bench.wish(FileWish::Save);
    bench.session.apply(Command::Open(Source::File(bench.path("scene.json"))));
    let settings = bench.session.run().unwrap().settings().clone();
    assert_eq!((settings.solver.warm_start, settings.time.substeps), (0.5, 3));
}

#[test]
fn save_as_makes_the_file_the_scenes_own_and_an_export_does_not() {
    let mut bench = Bench::new();
    bench.set("time.substeps", json!(3));
    bench.wish(FileWish::Export(bench.path("for-you.json")));
    assert!(bench.session.has_unsaved_work());
    assert_eq!(preset::load(&bench.path("for-you.json")).unwrap(), bench.session.run().unwrap().document().unwrap());
    bench.session.apply(Command::SaveAs(bench.path("mine.json")));
    assert!(!bench.session.is_changed());
    assert_eq!(*bench.session.run().unwrap().source(), Source::File(bench.path("mine.json")));
    assert_eq!(std::fs::read_to_string(bench.path("scene.json")).unwrap(), SCENE, "the first file is as it was");
}

#[test]
fn revert_goes_back_to_the_file_as_the_same_variant() {
    let mut bench = Bench::new();
    bench.session.apply(Command::SetVariant(Some("cured".to_owned())));
    bench.set("time.substeps", json!(3));
    bench.wish(FileWish::Revert);
    let run = bench.session.run().unwrap();
    assert_eq!((run.settings().time.substeps, run.variant()), (4, Some("cured")));
    assert!(!bench.session.is_changed());
}

#[test]
fn a_slider_in_a_shipped_scene_is_shown_and_nobody_is_asked() {
    let mut bench = Bench::new();
    bench.session.apply(Command::Open(Source::Shipped("pyramid".to_owned())));
    bench.set("time.substeps", json!(3));
    assert_eq!(bench.places(), ["/settings"]);
    assert!(bench.session.is_changed() && !bench.session.has_unsaved_work());
    bench.wish(FileWish::Save);
    assert!(bench.session.note().unwrap().contains("no file yet"));
}

#[test]
fn a_copy_of_unsaved_work_goes_when_it_is_saved_and_is_offered_when_the_program_was_lost() {
    let mut bench = Bench::new();
    bench.set("time.substeps", json!(3));
    bench.wish(FileWish::KeepNow);
    assert_eq!(bench.copies(), 1);
    bench.wish(FileWish::Save);
    bench.wish(FileWish::KeepNow);
    assert_eq!(bench.copies(), 0);
    bench.set("time.substeps", json!(7));
    bench.wish(FileWish::KeepNow);
    // While we live nobody else is offered our work.
    let mut other = Session::new();
    other.apply(Command::File(FileWish::KeepUnsavedIn(bench.path("unsaved"))));
    assert!(other.found_work().is_empty());
    drop(other);
    bench.session = Session::new();
    bench.wish(FileWish::KeepUnsavedIn(bench.path("unsaved")));
    let work = &bench.session.found_work()[0];
    assert_eq!((work.title.as_str(), work.source.clone()), ("Two", Source::File(bench.path("scene.json"))));
    assert_eq!(work.changed, ["/settings/time/substeps"]);
    assert!(work.age() < Duration::from_secs(60));
    let id = work.id.clone();
    bench.wish(FileWish::Recover(id));
    let run = bench.session.run().unwrap();
    assert_eq!((run.settings().time.substeps, run.variant()), (7, Some("sick")));
    assert_eq!(bench.places(), ["/settings/time/substeps"]);
    assert!(bench.session.has_unsaved_work() && bench.session.found_work().is_empty());
    assert_eq!(bench.copies(), 1, "the copy is ours now");
    bench.wish(FileWish::ForgetUnsaved);
    bench.wish(FileWish::KeepNow);
    assert_eq!(bench.copies(), 0);
}

#[test]
fn found_work_can_be_thrown_away_and_rubbish_in_the_folder_is_no_harm() {
    let mut bench = Bench::new();
    bench.set("time.substeps", json!(3));
    bench.wish(FileWish::KeepNow);
    bench.session = Session::new();
    let folder = bench.path("unsaved");
    for name in ["unsaved-1-0.json", "unsaved-2-0.json.99.tmp", "notes.txt", "unsaved-3-0.lock"] {
        std::fs::write(folder.join(name), "rubbish").unwrap();
    }
    bench.wish(FileWish::KeepUnsavedIn(folder.clone()));
    assert_eq!(bench.session.found_work().len(), 1);
    let id = bench.session.found_work()[0].id.clone();
    bench.wish(FileWish::Discard(id));
    assert!(bench.session.found_work().is_empty());
    assert!(folder.join("notes.txt").exists() && !folder.join("unsaved-3-0.lock").exists());
    bench.session = Session::new();
    bench.wish(FileWish::KeepUnsavedIn(folder));
    assert!(bench.session.found_work().is_empty());
}

#[test]
fn the_good_parts_of_a_broken_file_open_only_when_asked_for_and_as_a_new_scene() {
    let mut bench = Bench::new();
    let broken =
        SCENE.replace("\"bodies\":[", "\"bodies\":[{\"name\":\"bad\",\"shape\":{\"type\":\"sphere\",\"radius\":-1}},");
    std::fs::write(bench.path("broken.json"), &broken).unwrap();
    bench.session.apply(Command::Open(Source::File(bench.path("broken.json"))));
    assert_eq!(bench.session.problem().unwrap().items.len(), 1);
    assert_eq!(bench.session.good_parts().unwrap()[0].what, "the body “bad”");
    bench.session.apply(Command::DismissProblem);
    assert!(bench.session.good_parts().is_none());
    assert_eq!(bench.session.run().unwrap().preset().title, "Two", "what was open stays open");
    bench.session.apply(Command::Open(Source::File(bench.path("broken.json"))));
    bench.wish(FileWish::OpenGoodParts);
    assert!(bench.session.problem().is_none() && bench.session.has_unsaved_work());
    assert!(matches!(bench.session.run().unwrap().source(), Source::New(title) if title == "broken (good parts)"));
    assert_eq!(std::fs::read_to_string(bench.path("broken.json")).unwrap(), broken);
}

//! The thread behind the thumbnails: reads scenes, runs them to the moment worth a picture, and keeps finished pictures.

use super::thumbnails::Key;
use crate::app::scene::{OrbitCamera, SceneFrame, preset_view};
use crate::instrument::{Recorder, RecorderOptions};
use crate::overlay::OverlayOptions;
use crate::preset::{self, Preset};
use crate::session::{Selection, Source};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// Of a picture, pixels: sharp in a card of the gallery on a display of twice the usual density.
pub const SIZE: [u32; 2] = [400, 250];

/// A scene that needs longer than this to come to its moment is shown as far as it came.
const PATIENCE: Duration = Duration::from_millis(1500);

/// More pictures than this are not kept on the disk.
const MOST_KEPT: usize = 600;

/// What the window asks for.
pub enum Order {
    Make { key: Key, folder: Option<PathBuf> },
    Store(PathBuf, image::RgbaImage),
}

/// What it gets.
pub enum Answer {
    Image(Key, image::RgbaImage),
    ToDraw(Box<Drawing>),
    Failed(Key, String),
    /// A file was read on the way: its title and tags are known now.
    Read(PathBuf, Box<Preset>),
}

/// Everything that the renderer needs.
pub struct Drawing {
    pub key: Key,
    pub frame: SceneFrame,
    pub camera: OrbitCamera,
    /// Where the picture is to be kept.
    pub path: Option<PathBuf>,
}

/// Starts the thread; it ends with the sender.
pub fn open(wake: egui::Context) -> (Sender<Order>, Receiver<Answer>) {
    let (orders, todo) = channel::<Order>();
    let (done, answers) = channel();
    // When there is no thread the sender finds nobody, and the pictures say so.
    let _ = std::thread::Builder::new().name("thumbnails".to_owned()).spawn(move || {
        for order in todo {
            match order {
                Order::Make { key, folder } => {
                    let (for_key, sender) = (key.clone(), done.clone());
                    // A scene that brings its own reading down costs its picture and nothing else.
                    let answer = catch_unwind(move || make(&for_key, folder.as_deref(), &sender))
                        .unwrap_or_else(|_| Answer::Failed(key, "it broke down while it was run".to_owned()));
                    if done.send(answer).is_err() {
                        return;
                    }
                }
                Order::Store(path, image) => store(&path, &image),
            }
            wake.request_repaint();
        }
    });
    (orders, answers)
}

fn make(key: &Key, folder: Option<&Path>, done: &Sender<Answer>) -> Answer {
    let failed = |why: String| Answer::Failed(key.clone(), why);
    let text = match &key.0 {
        Source::Shipped(id) => preset::shipped().iter().find(|s| s.id == *id).map(|s| s.text.to_owned()),
        Source::File(path) => match std::fs::metadata(path).map(|data| data.len()) {
            Ok(length) if length <= preset::MAX_FILE_BYTES as u64 => std::fs::read_to_string(path).ok(),
            _ => None,
        },
        Source::New(_) => None,
    };
    let Some(text) = text else { return failed("it cannot be read".to_owned()) };
    let kept = folder.map(|folder| folder.join(format!("{:016x}.png", name_of(&text, key.2))));
    let preset = preset::parse(text.strip_prefix('\u{feff}').unwrap_or(&text));
    let preset = match preset {
        Ok(preset) => preset,
        Err(problems) => return failed(problems.iter().next().map_or_else(String::new, ToString::to_string)),
    };
    if let Source::File(path) = &key.0 {
        let _ = done.send(Answer::Read(path.clone(), Box::new(preset.clone())));
    }
    let image = kept.as_deref().and_then(|path| image::open(path).ok()).map(|image| image.into_rgba8());
    if let Some(image) = image.filter(|image| image.dimensions() == (SIZE[0], SIZE[1])) {
        return Answer::Image(key.clone(), image);
    }
    match picture_of(&preset) {
        Ok((frame, camera)) => Answer::ToDraw(Box::new(Drawing { key: key.clone(), frame, camera, path: kept })),
        Err(why) => failed(why),
    }
}

/// The scene at the moment that its author wants to be looked at, as its first variant.
fn picture_of(preset: &Preset) -> Result<(SceneFrame, OrbitCamera), String> {
    let mut instance = preset.instantiate(preset.variants.names().next()).map_err(|problems| problems.to_string())?;
    let mut recorder = Recorder::new(RecorderOptions::default());
    let recording = recorder.record_start(&instance.world, &instance.settings);
    let moment = preset.watch.as_ref().and_then(|watch| watch.at).map_or(0.0, f64::from);
    let dt = f64::from(instance.settings.time.dt);
    let start = Instant::now();
    while instance.world.time() + 0.5 * dt < moment && start.elapsed() < PATIENCE {
        // Where a scene stops with a fault it is shown as far as it came.
        if instance.step(&mut recorder).is_err() {
            break;
        }
    }
    let record = recorder.record_step(&instance.world);
    let mut overlays = OverlayOptions::default();
    overlays.show_only(&preset_view::overlays(preset));
    let frame = SceneFrame::new(1, &recording.header, &record, Selection::None, &overlays);
    let camera = preset_view::camera(preset).unwrap_or_else(|| {
        let mut camera = OrbitCamera { yaw: 0.6, pitch: 0.3, ..OrbitCamera::default() };
        camera.frame(frame.center, frame.radius);
        camera
    });
    Ok((frame, camera))
}

/// Name of the picture of a text in a theme by this version of the program (FNV-1a, which never changes).
fn name_of(text: &str, is_dark: bool) -> u64 {
    let version = env!("CARGO_PKG_VERSION").bytes();
    let size = SIZE.iter().flat_map(|side| side.to_le_bytes());
    let bytes = text.bytes().chain(version).chain(size).chain([u8::from(is_dark)]);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Keeps a picture for the next start; whatever goes wrong, it can be made again.
fn store(path: &Path, image: &image::RgbaImage) {
    let Some(folder) = path.parent() else { return };
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    let is_stored = std::fs::create_dir_all(folder).is_ok()
        && image.save_with_format(&beside, image::ImageFormat::Png).is_ok()
        && std::fs::rename(&beside, path).is_ok();
    if !is_stored {
        let _ = std::fs::remove_file(&beside);
    }
    forget_oldest(folder);
}

fn forget_oldest(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.filter_map(|e| Some((e.metadata().ok()?.modified().ok()?, e.path()))).collect();
    if files.len() > MOST_KEPT {
        files.sort();
        for (_, path) in files.iter().take(MOST_KEPT / 4) {
            let _ = std::fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_scene_has_something_to_draw_and_a_name_of_its_own() {
        let mut names = std::collections::BTreeSet::new();
        for shipped in preset::shipped() {
            let (frame, camera) =
                picture_of(&shipped.preset().unwrap()).unwrap_or_else(|e| panic!("{}: {e}", shipped.id));
            assert!(!frame.solids.is_empty() && camera.distance > 0.0, "{}", shipped.id);
            names.insert(name_of(shipped.text, true));
            names.insert(name_of(shipped.text, false));
        }
        assert_eq!(names.len(), 2 * preset::shipped().len());
    }

    #[test]
    fn a_file_that_cannot_be_read_gives_a_reason() {
        let (orders, answers) = open(egui::Context::default());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("broken.json");
        std::fs::write(&path, "{").unwrap();
        orders.send(Order::Make { key: (Source::File(path), None, true), folder: None }).unwrap();
        assert!(matches!(answers.recv().unwrap(), Answer::Failed(_, why) if why.contains("JSON")));
    }
}

//! Pictures of a preset without a window: one moment, or a stretch of time as a GIF or numbered PNG files.

use super::scene::picture::{PictureError, PictureRenderer};
use super::scene::{Look, OrbitCamera, SceneFrame, preset_view};
use crate::instrument::{Drift, Recorder, RecorderOptions, StepRecord};
use crate::overlay::{self, Overlay, OverlayOptions};
use crate::preset::{self, Problems, settings_path};
use crate::session::Selection;
use serde_json::Value;
use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

/// What to draw, and where to write it.
#[derive(Clone, Debug)]
pub struct Film {
    pub shot: Shot,
    /// Simulated seconds, ascending; one picture each.
    pub times: Vec<f64>,
    /// Pictures per second of the finished film.
    pub fps: f64,
    /// One picture only, into `output` itself; otherwise a `.gif`, or numbered `.png` files.
    pub is_still: bool,
    pub output: PathBuf,
}

impl Film {
    /// Draws and writes everything; `progress` is told how many pictures are done.
    pub fn produce(&self, mut progress: impl FnMut(usize)) -> Result<(), FilmError> {
        let is_gif = self.output.extension().is_some_and(|e| e.eq_ignore_ascii_case("gif"));
        if is_gif {
            let mut writer = GifWriter::create(&self.output, self.shot.size, self.fps)?;
            shoot(&self.shot, &self.times, |index, image| {
                writer.push(image)?;
                progress(index + 1);
                Ok(())
            })?;
            return writer.finish();
        }
        shoot(&self.shot, &self.times, |index, image| {
            let path = if self.is_still { self.output.clone() } else { numbered(&self.output, index) };
            write_png(&path, &image)?;
            progress(index + 1);
            Ok(())
        })
    }
}

/// What to draw.
#[derive(Clone, Debug)]
pub struct Shot {
    /// Id of a shipped preset, or a file.
    pub preset: String,
    pub variant: Option<String>,
    /// Settings to change, by path.
    pub sets: Vec<(String, Value)>,
    /// Pixels.
    pub size: [u32; 2],
    pub overlays: OverlayOptions,
    pub is_light: bool,
}

/// Why there is no picture, or not the whole of it.
#[derive(Debug)]
pub enum FilmError {
    Preset(Problems),
    Setting(String),
    /// The simulation stopped before the time asked for.
    Fault(String),
    Picture(PictureError),
    File(PathBuf, String),
}

impl fmt::Display for FilmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Preset(problems) => problems.fmt(f),
            Self::Setting(what) | Self::Fault(what) => f.write_str(what),
            Self::Picture(error) => error.fmt(f),
            Self::File(path, why) => write!(f, "{} cannot be written: {why}", path.display()),
        }
    }
}

impl std::error::Error for FilmError {}

impl FilmError {
    /// Whether the request was wrong, rather than its execution.
    pub const fn is_usage(&self) -> bool {
        matches!(self, Self::Preset(_) | Self::Setting(_))
    }
}

impl From<PictureError> for FilmError {
    fn from(error: PictureError) -> Self {
        Self::Picture(error)
    }
}

/// Runs the preset and hands over one picture for each of `times` (seconds, ascending), in order.
fn shoot(
    shot: &Shot,
    times: &[f64],
    mut take: impl FnMut(usize, image::RgbaImage) -> Result<(), FilmError>,
) -> Result<(), FilmError> {
    let preset = preset::find(&shot.preset).map_err(FilmError::Preset)?;
    let mut instance = preset.instantiate(shot.variant.as_deref()).map_err(FilmError::Preset)?;
    for (path, value) in &shot.sets {
        settings_path::set(&mut instance.settings, path, value).map_err(|e| FilmError::Setting(e.to_string()))?;
    }
    // A context first: without one there is no use in computing anything.
    let mut renderer = PictureRenderer::new()?;
    let mut recorder = Recorder::new(RecorderOptions::default());
    let mut recording = recorder.record_start(&instance.world, &instance.settings);
    let look = if shot.is_light { Look::LIGHT } else { Look::DARK };
    let mut camera = preset_view::camera(&preset);
    let has_history = [Overlay::JointDrift, Overlay::Sweeps].iter().any(|o| shot.overlays.is_shown(*o));
    let dt = f64::from(instance.settings.time.dt);
    // Drawn between two states, a picture needs the one after its moment; otherwise the nearest one will do.
    let is_between = instance.settings.time.interpolation;
    let tolerance = if is_between { dt * 1e-3 } else { dt * 0.5 };
    let mut before = None;
    for (index, time) in times.iter().enumerate() {
        while instance.world.time() + tolerance < *time {
            if is_between {
                before = Some(recorder.record_step(&instance.world));
            }
            if let Err(fault) = instance.step(&mut recorder) {
                return Err(FilmError::Fault(fault.to_string()));
            }
            if has_history {
                recording.steps.push(recorder.record_step(&instance.world));
                // Overlays look back by a second; more would only take room.
                let many = recording.steps.len().saturating_sub(512);
                recording.steps.drain(..if many > 0 { 256 } else { 0 });
            }
        }
        if instance.world.bodies().len() > recording.header.bodies.len() {
            recording.header.add_new(&instance.world);
        }
        let record = recorder.record_step(&instance.world);
        let alpha =
            before.as_ref().map_or(1.0, |before: &StepRecord| (time - before.time) / (record.time - before.time));
        let drawn = record.drawn_between(before.as_ref(), alpha as f32);
        let mut frame = SceneFrame::new(index as u64, &recording.header, &drawn, Selection::None, &shot.overlays);
        let steps = if has_history { &recording.steps[..] } else { std::slice::from_ref(&record) };
        let drift = Drift::of(&instance.world, &instance.settings);
        overlay::push_drift(&recording.header, steps, &drift, &shot.overlays, &mut frame.primitives);
        let camera = camera.get_or_insert_with(|| whole(&frame));
        take(index, renderer.draw(&frame, camera, &look, shot.size)?)?;
    }
    Ok(())
}

/// Everything that moves, a little from the side and from above.
fn whole(frame: &SceneFrame) -> OrbitCamera {
    let mut camera = OrbitCamera { pitch: 0.3, ..OrbitCamera::default() };
    camera.frame(frame.center, frame.radius);
    camera
}

/// Writes a PNG file whole or not at all.
fn write_png(path: &Path, image: &image::RgbaImage) -> Result<(), FilmError> {
    let failure = |why: String| FilmError::File(path.to_owned(), why);
    use image::codecs::png::{CompressionType, FilterType, PngEncoder};
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Best, FilterType::Adaptive);
    image.write_with_encoder(encoder).map_err(|e| failure(e.to_string()))?;
    let beside = path.with_extension("png.tmp");
    std::fs::write(&beside, bytes).map_err(|e| failure(e.to_string()))?;
    std::fs::rename(&beside, path).map_err(|e| failure(e.to_string()))
}

/// The path of one of many pictures: `out.png` becomes `out-0007.png`.
fn numbered(path: &Path, index: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{index:04}.png"))
}

/// Pictures put together to one that moves and repeats for ever.
struct GifWriter {
    path: PathBuf,
    encoder: gif::Encoder<BufWriter<File>>,
    /// Hundredths of a second.
    delay: u16,
}

impl GifWriter {
    fn create(path: &Path, size: [u32; 2], fps: f64) -> Result<Self, FilmError> {
        let failure = |why: String| FilmError::File(path.to_owned(), why);
        let [width, height] =
            size.map(|s| u16::try_from(s).map_err(|_| failure("a GIF has at most 65535 pixels a side".into())));
        let file = File::create(path).map_err(|e| failure(e.to_string()))?;
        let mut encoder =
            gif::Encoder::new(BufWriter::new(file), width?, height?, &[]).map_err(|e| failure(e.to_string()))?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(|e| failure(e.to_string()))?;
        Ok(Self { path: path.to_owned(), encoder, delay: (100.0 / fps).round().clamp(2.0, 1000.0) as u16 })
    }

    fn push(&mut self, image: image::RgbaImage) -> Result<(), FilmError> {
        let (width, height) = image.dimensions();
        let mut pixels = image.into_raw();
        let mut frame = gif::Frame::from_rgba_speed(width as u16, height as u16, &mut pixels, 10);
        frame.delay = self.delay;
        self.encoder.write_frame(&frame).map_err(|e| FilmError::File(self.path.clone(), e.to_string()))
    }

    fn finish(self) -> Result<(), FilmError> {
        let failure = |why: String| FilmError::File(self.path.clone(), why);
        let mut file = self.encoder.into_inner().map_err(|e| failure(e.to_string()))?;
        file.flush().map_err(|e| failure(e.to_string()))
    }
}

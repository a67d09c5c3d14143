//! Small pictures of scenes, rendered by the program: one at a time, kept in memory and on the disk.
//!
//! A scene is read and run up to its moment on a thread of its own; drawing needs the window's context and happens while
//! egui paints, one picture per frame at most. A scene that fails, anywhere on the way, gets no picture and a reason.

use super::entries::Entry;
use super::workshop::{self, Answer, Order, SIZE};
use crate::app::scene::{Quality, SceneRenderer};
use crate::app::window::theme;
use crate::preset::Preset;
use crate::session::Source;
use egui::{TextureHandle, Ui};
use egui_glow::CallbackFn;
use glow::HasContext as _;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

/// While a scene runs its own pictures matter more, s.
const PAUSE_WHILE_PLAYING: f64 = 0.8;

/// What a picture is of.
pub type Key = (Source, Option<SystemTime>, bool);

/// How a picture stands.
pub enum Picture {
    Waiting,
    Ready(TextureHandle),
    Failed(String),
}

/// A finished drawing; `None` when drawing failed.
type Drawn = (Key, Option<image::RgbaImage>, Option<PathBuf>);

/// All pictures.
pub struct Thumbnails {
    renderer: Option<Arc<Mutex<SceneRenderer>>>,
    folder: Option<PathBuf>,
    pictures: HashMap<Key, Picture>,
    workshop: Option<(Sender<Order>, Receiver<Answer>)>,
    to_draw: VecDeque<workshop::Drawing>,
    drawn: Arc<Mutex<Vec<Drawn>>>,
    /// What was read of files on the way.
    pub read: Vec<(PathBuf, Box<Preset>)>,
    last: f64,
}

impl Thumbnails {
    /// Without a renderer (tests of logic) nothing is ever ready.
    pub fn new(renderer: Option<Arc<Mutex<SceneRenderer>>>, folder: Option<PathBuf>) -> Self {
        Self {
            renderer,
            folder,
            pictures: HashMap::new(),
            workshop: None,
            to_draw: VecDeque::new(),
            drawn: Arc::default(),
            read: Vec::new(),
            last: f64::NEG_INFINITY,
        }
    }

    /// The picture of an entry; asks for it when nobody has yet.
    pub fn get(&mut self, ui: &Ui, entry: &Entry) -> &Picture {
        let key: Key = (entry.source.clone(), entry.changed_at, ui.visuals().dark_mode);
        if !self.pictures.contains_key(&key) {
            let (orders, _) = self.workshop.get_or_insert_with(|| workshop::open(ui.ctx().clone()));
            let order = Order::Make { key: key.clone(), folder: self.folder.clone() };
            let picture = match orders.send(order) {
                Ok(()) => Picture::Waiting,
                Err(_) => Picture::Failed("there is no thread for pictures".to_owned()),
            };
            self.pictures.insert(key.clone(), picture);
        }
        self.pictures.get(&key).unwrap_or(&Picture::Waiting)
    }

    /// The picture of an entry if somebody has asked for it.
    pub fn peek(&self, ui: &Ui, entry: &Entry) -> Option<&Picture> {
        self.pictures.get(&(entry.source.clone(), entry.changed_at, ui.visuals().dark_mode))
    }

    /// Takes in what has become ready and draws the next one; once per frame.
    pub fn work(&mut self, ui: &Ui, is_playing: bool) {
        let answers: Vec<Answer> = self.workshop.iter().flat_map(|(_, answers)| answers.try_iter()).collect();
        for answer in answers {
            match answer {
                Answer::Read(path, preset) => self.read.push((path, preset)),
                Answer::Image(key, image) => self.show(ui, key, &image),
                Answer::Failed(key, why) => drop(self.pictures.insert(key, Picture::Failed(why))),
                Answer::ToDraw(drawing) => self.to_draw.push_back(*drawing),
            }
        }
        let drawn = self.drawn.lock().map(|mut drawn| std::mem::take(&mut *drawn)).unwrap_or_default();
        for (key, image, path) in drawn {
            let Some(image) = image else {
                self.pictures.insert(key, Picture::Failed("it could not be drawn".to_owned()));
                continue;
            };
            self.show(ui, key, &image);
            if let (Some(path), Some((orders, _))) = (path, &self.workshop) {
                // Without it the picture is only made again at the next start.
                let _ = orders.send(Order::Store(path, image));
            }
        }
        self.draw_one(ui, is_playing);
    }

    fn show(&mut self, ui: &Ui, key: Key, image: &image::RgbaImage) {
        let size = [image.width() as usize, image.height() as usize];
        let image = egui::ColorImage::from_rgba_unmultiplied(size, image.as_raw());
        let texture = ui.ctx().load_texture(key.0.name(), image, egui::TextureOptions::LINEAR);
        self.pictures.insert(key, Picture::Ready(texture));
    }

    fn draw_one(&mut self, ui: &Ui, is_playing: bool) {
        let Some(renderer) = self.renderer.clone() else { return };
        let now = ui.input(|i| i.time);
        if is_playing && now - self.last < PAUSE_WHILE_PLAYING {
            return;
        }
        let Some(drawing) = self.to_draw.pop_front() else { return };
        self.last = now;
        let drawn = self.drawn.clone();
        let ctx = ui.ctx().clone();
        let corner = egui::Rect::from_min_size(ui.clip_rect().min, egui::Vec2::splat(1.0));
        ui.painter().add(egui::PaintCallback {
            rect: corner,
            callback: Arc::new(CallbackFn::new(move |_, _| {
                let Ok(mut renderer) = renderer.lock() else { return };
                // SAFETY: egui made its context current for this callback; what it had bound is bound again.
                let bound = unsafe { renderer.context().get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING) };
                let image = catch_unwind(AssertUnwindSafe(|| picture(&mut renderer, &drawing))).ok().flatten();
                // SAFETY: as above.
                unsafe { renderer.context().bind_framebuffer(glow::FRAMEBUFFER, bound) };
                if let Ok(mut drawn) = drawn.lock() {
                    drawn.push((drawing.key.clone(), image, drawing.path.clone()));
                }
                ctx.request_repaint();
            })),
        });
    }
}

fn picture(renderer: &mut SceneRenderer, drawing: &workshop::Drawing) -> Option<image::RgbaImage> {
    let look = theme::look(drawing.key.2);
    let texture = renderer.draw(&drawing.frame, &drawing.camera, &look, SIZE, 0.6, Quality::Fine);
    let pixels: Vec<[u8; 4]> = texture.as_color_target(None).read();
    image::RgbaImage::from_raw(texture.width(), texture.height(), pixels.into_flattened())
}

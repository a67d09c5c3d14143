//! The view of the scene: a picture that is drawn again only when it would differ, and the mouse over it.

use super::theme::{self, palette};
use super::view_input::{Gesture, ViewInput};
use crate::app::scene::{OrbitCamera, Quality, SceneFrame, SceneRenderer};
use crate::math::Vec3;
use crate::overlay::Mark;
use crate::overlay::{self, OverlayOptions, Primitive, palette as colors};
use crate::session::{Run, Selection, Session};
use egui::{Rect, Ui};
use egui_glow::CallbackFn;
use glow::HasContext as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use three_d::{Camera, ColorTexture, CopyEffect, RenderTarget, ScissorBox, Texture2D, Viewport, WriteMask};

/// After so long without movement the picture is drawn once more, finely.
const STILL_AFTER: Duration = Duration::from_millis(160);

/// What a picture was made of.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Key {
    frame: u64,
    camera: OrbitCamera,
    size: [u32; 2],
    is_dark: bool,
    quality: Quality,
}

/// The last picture.
#[derive(Default)]
struct Cache {
    key: Option<Key>,
    texture: Option<Texture2D>,
    renders: u64,
}

/// What a frame was made of: the session, the selection, the overlays, and what a panel adds.
type Ingredients = (u64, Selection, OverlayOptions, Vec<Primitive>);

/// The view and its camera.
pub struct SceneView {
    pub camera: OrbitCamera,
    /// Where Home goes.
    pub home: OrbitCamera,
    pub input: ViewInput,
    /// What a panel draws over the scene beside the overlays.
    pub extra: Vec<Primitive>,
    renderer: Option<Arc<Mutex<SceneRenderer>>>,
    is_software: bool,
    frame: Arc<SceneFrame>,
    made_of: Option<Ingredients>,
    cache: Arc<Mutex<Cache>>,
    last_camera: OrbitCamera,
    moved_at: f64,
}

impl SceneView {
    /// Without GL (tests of logic) the view stays a grey rectangle.
    pub fn new(gl: Option<Arc<glow::Context>>) -> Result<Self, crate::app::scene::RenderError> {
        let renderer = gl.map(SceneRenderer::new).transpose()?;
        let is_software = renderer.as_ref().is_some_and(SceneRenderer::is_software);
        let camera = OrbitCamera::default();
        Ok(Self {
            camera,
            home: camera,
            input: ViewInput::default(),
            extra: Vec::new(),
            renderer: renderer.map(|r| Arc::new(Mutex::new(r))),
            is_software,
            frame: Arc::default(),
            made_of: None,
            cache: Arc::default(),
            last_camera: camera,
            moved_at: f64::NEG_INFINITY,
        })
    }

    /// What draws scenes, for other pictures in the window.
    pub fn renderer(&self) -> Option<Arc<Mutex<SceneRenderer>>> {
        self.renderer.clone()
    }

    /// How often a picture was really drawn.
    pub fn renders(&self) -> u64 {
        self.cache.lock().map_or(0, |cache| cache.renders)
    }

    /// Middle and radius of what the camera is to take in.
    pub fn extent(&self) -> (Vec3, f32) {
        (self.frame.center, self.frame.radius)
    }

    /// Makes the frame anew if anything in it changed.
    pub fn update(&mut self, session: &Session, overlays: &OverlayOptions) {
        let ingredients = (session.revision(), session.selection(), overlays.clone(), self.extra.clone());
        let Some(run) = session.run().filter(|_| self.made_of.as_ref() != Some(&ingredients)) else { return };
        let Some(drawn) = session.drawn_record() else { return };
        let revision = self.frame.revision + 1;
        let mut frame = match session.microscope() {
            Some(scope) => {
                let (record, shown) = (scope.record(run.record()), overlay::inside_step(overlays));
                SceneFrame::new(revision, run.header(), &record, session.selection(), &shown)
            }
            None => {
                let mut frame = SceneFrame::new(revision, run.header(), &drawn, session.selection(), overlays);
                if overlay::shows_drift(overlays) {
                    let (steps, drift) = (&run.recording().steps, run.drift());
                    overlay::push_drift(run.header(), steps, &drift, overlays, &mut frame.primitives);
                }
                frame
            }
        };
        push_grab(run, &mut frame.primitives);
        frame.primitives.extend(self.extra.iter().cloned());
        self.frame = Arc::new(frame);
        self.made_of = Some(ingredients);
    }

    /// The picture in all the room there is, and what the mouse asked for in it.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session) -> (Rect, Vec<Gesture>) {
        let response = self.allocate(ui);
        let rect = response.rect;
        let gestures =
            session.run().map(|run| self.input.read(ui, &response, &mut self.camera, run)).unwrap_or_default();
        self.paint(ui, rect, session.is_playing());
        (rect, gestures)
    }

    /// The room of the view, all that there is.
    pub fn allocate(&self, ui: &mut Ui) -> egui::Response {
        let size = ui.available_size().max(egui::vec2(16.0, 16.0));
        let (_, response) = ui.allocate_exact_size(size, egui::Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "3D view"));
        response
    }

    /// The picture.
    pub fn paint(&mut self, ui: &Ui, rect: Rect, is_playing: bool) {
        let Some(renderer) = self.renderer.clone() else {
            ui.painter().rect_filled(rect, 0.0, palette(ui).sunken);
            return;
        };
        let now = ui.input(|i| i.time);
        if self.camera != self.last_camera {
            (self.last_camera, self.moved_at) = (self.camera, now);
        }
        let is_moving = is_playing || now - self.moved_at < STILL_AFTER.as_secs_f64();
        let quality = if self.is_software && is_moving { Quality::Fast } else { Quality::Fine };
        if quality == Quality::Fast {
            ui.ctx().request_repaint_after(STILL_AFTER);
        }
        let is_dark = ui.visuals().dark_mode;
        let (frame, camera, cache) = (self.frame.clone(), self.camera, self.cache.clone());
        ui.painter().add(egui::PaintCallback {
            rect,
            callback: Arc::new(CallbackFn::new(move |info, _painter| {
                // A poisoned lock means that drawing panicked before: nothing better to do than to stay grey.
                let (Ok(mut renderer), Ok(mut cache)) = (renderer.lock(), cache.lock()) else { return };
                let v = info.viewport_in_pixels();
                let size = [v.width_px.max(1).unsigned_abs(), v.height_px.max(1).unsigned_abs()];
                let key = Key { frame: frame.revision, camera, size, is_dark, quality };
                // SAFETY: egui made its context current for this callback.
                let bound = unsafe { renderer.context().get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING) };
                if cache.key != Some(key) {
                    let look = theme::look(is_dark);
                    let ppp = info.pixels_per_point;
                    cache.texture = Some(renderer.draw(&frame, &camera, &look, size, ppp, quality));
                    cache.key = Some(key);
                    cache.renders += 1;
                }
                copy(&renderer, &cache, &info, bound);
            })),
        });
    }
}

/// Puts the cached picture where egui wants it, into whatever framebuffer egui is painting.
fn copy(renderer: &SceneRenderer, cache: &Cache, info: &egui::PaintCallbackInfo, bound: Option<glow::Framebuffer>) {
    let context = renderer.context();
    // SAFETY: `bound` is the framebuffer that egui had bound, so it exists.
    unsafe { context.bind_framebuffer(glow::FRAMEBUFFER, bound) };
    let (v, c) = (info.viewport_in_pixels(), info.clip_rect_in_pixels());
    let side = |pixels: i32| pixels.max(0).unsigned_abs();
    let viewport = Viewport { x: v.left_px, y: v.from_bottom_px, width: side(v.width_px), height: side(v.height_px) };
    let scissor = ScissorBox { x: c.left_px, y: c.from_bottom_px, width: side(c.width_px), height: side(c.height_px) };
    let [width, height] = info.screen_size_px;
    let target = match bound {
        Some(framebuffer) => RenderTarget::from_framebuffer(context, width, height, framebuffer),
        None => RenderTarget::screen(context, width, height),
    };
    target.apply_screen_effect_partially(
        scissor,
        &CopyEffect { write_mask: WriteMask::COLOR, ..Default::default() },
        Camera::new_2d(viewport),
        &[],
        cache.texture.as_ref().map(ColorTexture::Single),
        None,
    );
    // Dropping the target would delete egui's framebuffer.
    let _ = target.into_framebuffer();
    // SAFETY: as above.
    unsafe { context.bind_framebuffer(glow::FRAMEBUFFER, bound) };
}

/// The line from the held point to the mouse.
fn push_grab(run: &Run, out: &mut Vec<Primitive>) {
    let Some(grabbed) = run.grabbed() else { return };
    let Some(body) = run.record().body(grabbed.body) else { return };
    let from = body.world_from_body().transform_point(grabbed.local_anchor);
    out.push(Primitive::Line { from, to: grabbed.target, width: 2.5, color: colors::GRAB });
    out.push(Primitive::Point { at: from, size: 10.0, mark: Mark::Dot, color: colors::GRAB });
    out.push(Primitive::Point { at: grabbed.target, size: 14.0, mark: Mark::Ring, color: colors::GRAB });
}

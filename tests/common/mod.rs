//! A window for tests: with no renderer at all, or drawn on an EGL context without a display.

use egui::accesskit::Role;
use egui_kittest::kittest::{Queryable as _, by};
use egui_kittest::{Harness, TestRenderer};
use glow::HasContext as _;
use jitterscope::app::scene::headless::Headless;
use jitterscope::app::{Folders, NoDialogs, Setup, Shell};
use std::path::PathBuf;

/// A scene of its own, so that these tests do not depend on the shipped presets.
pub const SCENE: &str = r#"{
  "format": "jitterscope-preset", "version": 1, "title": "Three crates",
  "hint": "Press Space and watch the contacts turn blue.",
  "scene": {
    "bodies": [
      {"name": "floor", "type": "static", "shape": {"type": "box", "size": [20, 1, 20]}, "position": [0, -0.5, 0]},
      {"name": "crate", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [0, 0.5, 0],
       "repeat": {"type": "line", "count": 3, "step": [0, 1, 0]}}
    ]
  },
  "variants": {
    "sick": {"settings": {"solver": {"warm_start": 0}}},
    "cured-warm-start": {"settings": {"solver": {"warm_start": 1}}}
  },
  "camera": {"target": [0, 1.5, 0], "distance": 8, "yaw_degrees": 25, "pitch_degrees": 15}
}"#;

/// A window on a scene in a file.
pub struct Window {
    pub harness: Harness<'static, Shell>,
    pub folder: tempfile::TempDir,
}

/// What a window of a test starts with.
pub struct Options {
    pub size: [f32; 2],
    pub is_welcomed: bool,
    pub is_dark: bool,
    pub scene: String,
}

impl Default for Options {
    fn default() -> Self {
        Self { size: [1280.0, 720.0], is_welcomed: true, is_dark: true, scene: SCENE.to_owned() }
    }
}

fn setup(options: &Options) -> (Setup, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scene.json");
    std::fs::write(&file, &options.scene).unwrap();
    let state_path = folder.path().join("window.json");
    let state = format!(r#"{{"is_welcomed": {}, "is_dark": {}}}"#, options.is_welcomed, options.is_dark);
    std::fs::write(&state_path, state).unwrap();
    let folders = Folders {
        unsaved: Some(folder.path().join("unsaved")),
        cache: Some(folder.path().join("thumbnails")),
        presets: Some(folder.path().join("presets")),
    };
    (Setup { file: Some(file), state_path: Some(state_path), folders, dialogs: Box::new(NoDialogs) }, folder)
}

/// Nothing is drawn: for the logic of panels.
#[allow(dead_code, reason = "each test binary uses its own part of this module")]
pub fn window(options: Options) -> Window {
    window_with(options, |_| ())
}

/// As [`window`], with something else about the start.
#[allow(dead_code, reason = "each test binary uses its own part of this module")]
pub fn window_with(options: Options, change: impl FnOnce(&mut Setup)) -> Window {
    let (mut setup, folder) = setup(&options);
    change(&mut setup);
    let mut harness = Harness::builder()
        .with_size(options.size)
        .build_ui_state(|ui, shell: &mut Shell| shell.show(ui), Shell::new(None, setup).expect("no GL is used"));
    harness.run_steps(3);
    Window { harness, folder }
}

/// Everything is drawn, the scene too; none where no EGL is present.
#[allow(dead_code, reason = "each test binary uses its own part of this module")]
pub fn drawn_window(options: Options) -> Option<Window> {
    let headless = match Headless::new() {
        Ok(headless) => headless,
        Err(error) => {
            eprintln!("skipped: {error}");
            return None;
        }
    };
    let (setup, folder) = setup(&options);
    let shell = Shell::new(Some(headless.gl.clone()), setup).expect("the renderer starts");
    let mut harness = Harness::builder()
        .with_size(options.size)
        .with_theme(if options.is_dark { egui::Theme::Dark } else { egui::Theme::Light })
        .with_render_cursor(false)
        .renderer(GlowTestRenderer::new(headless))
        .build_ui_state(|ui, shell: &mut Shell| shell.show(ui), shell);
    harness.run_steps(3);
    Some(Window { harness, folder })
}

#[allow(dead_code, reason = "each test binary uses its own part of this module")]
impl Window {
    /// Clicks the control with this label, and lets the window draw what follows.
    pub fn click(&mut self, label: &str) {
        let control = by().label(label).predicate(|node| node.role() != Role::Label);
        let node = self.harness.query_all(control).next();
        node.unwrap_or_else(|| panic!("there is no control called {label}")).click();
        self.harness.run_steps(3);
    }

    /// Whether a text with this part is in the window.
    pub fn shows(&self, part: &str) -> bool {
        self.harness.query_all_by_label_contains(part).next().is_some()
    }
}

impl Window {
    #[allow(dead_code, reason = "each test binary uses its own part of this module")]
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Paints egui, paint callbacks included, into a framebuffer and reads it back.
struct GlowTestRenderer {
    painter: egui_glow::Painter,
    headless: Headless,
}

impl GlowTestRenderer {
    fn new(headless: Headless) -> Self {
        let painter = egui_glow::Painter::new(headless.gl.clone(), "", None, false).expect("egui_glow starts");
        Self { painter, headless }
    }
}

impl TestRenderer for GlowTestRenderer {
    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        self.headless.make_current().expect("the context is alive");
        for (id, images) in delta.set.drain() {
            for image in images {
                self.painter.set_texture(id, &image);
            }
        }
        for id in delta.free.drain() {
            self.painter.free_texture(id);
        }
    }

    fn render(&mut self, ctx: &egui::Context, output: &egui::FullOutput) -> Result<image::RgbaImage, String> {
        self.headless.make_current().map_err(|e| e.to_string())?;
        let ppp = ctx.pixels_per_point();
        let size = ctx.content_rect().size() * ppp;
        let (w, h) = (size.x.round() as u32, size.y.round() as u32);
        let primitives = ctx.tessellate(output.shapes.clone(), ppp);
        let gl = self.headless.gl.clone();
        // SAFETY: plain GL calls on the context made current above; everything made here is deleted here.
        unsafe {
            let texture = gl.create_texture()?;
            gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            let (format, kind) = (glow::RGBA, glow::UNSIGNED_BYTE);
            let none = glow::PixelUnpackData::Slice(None);
            gl.tex_image_2d(glow::TEXTURE_2D, 0, glow::RGBA8 as i32, w as i32, h as i32, 0, format, kind, none);
            let depth = gl.create_renderbuffer()?;
            gl.bind_renderbuffer(glow::RENDERBUFFER, Some(depth));
            gl.renderbuffer_storage(glow::RENDERBUFFER, glow::DEPTH_COMPONENT24, w as i32, h as i32);
            let fbo = gl.create_framebuffer()?;
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(fbo));
            let attachment = glow::COLOR_ATTACHMENT0;
            gl.framebuffer_texture_2d(glow::FRAMEBUFFER, attachment, glow::TEXTURE_2D, Some(texture), 0);
            gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, glow::DEPTH_ATTACHMENT, glow::RENDERBUFFER, Some(depth));
            self.painter.clear([w, h], [0.0, 0.0, 0.0, 1.0]);
            self.painter.paint_primitives([w, h], ppp, &primitives);
            let mut pixels = vec![0u8; (w * h * 4) as usize];
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(fbo));
            let into = glow::PixelPackData::Slice(Some(&mut pixels));
            gl.read_pixels(0, 0, w as i32, h as i32, format, kind, into);
            let error = gl.get_error();
            gl.delete_framebuffer(fbo);
            gl.delete_renderbuffer(depth);
            gl.delete_texture(texture);
            if error != glow::NO_ERROR {
                return Err(format!("OpenGL reports error {error:#x}"));
            }
            let mut image = image::RgbaImage::from_raw(w, h, pixels).ok_or("the picture has another size")?;
            image::imageops::flip_vertical_in_place(&mut image);
            Ok(image)
        }
    }
}

impl Drop for GlowTestRenderer {
    fn drop(&mut self) {
        if self.headless.make_current().is_ok() {
            self.painter.destroy();
        }
    }
}

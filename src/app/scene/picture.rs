//! Pictures in memory, drawn without a window.

use super::headless::{Headless, HeadlessError};
use super::{Look, OrbitCamera, Quality, RenderError, SceneFrame, SceneRenderer};
use glow::HasContext as _;
use std::fmt;

/// Why no picture came out.
#[derive(Clone, Debug)]
pub enum PictureError {
    Headless(HeadlessError),
    Render(RenderError),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Headless(e) => e.fmt(f),
            Self::Render(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for PictureError {}

/// A renderer with a context of its own.
pub struct PictureRenderer {
    // Dropped before the context that it draws with.
    renderer: SceneRenderer,
    headless: Headless,
}

impl PictureRenderer {
    pub fn new() -> Result<Self, PictureError> {
        let headless = Headless::new().map_err(PictureError::Headless)?;
        let renderer = SceneRenderer::new(headless.gl.clone()).map_err(PictureError::Render)?;
        Ok(Self { renderer, headless })
    }

    /// One picture, top row first.
    pub fn draw(
        &mut self,
        frame: &SceneFrame,
        camera: &OrbitCamera,
        look: &Look,
        size: [u32; 2],
    ) -> Result<image::RgbaImage, PictureError> {
        self.headless.make_current().map_err(PictureError::Headless)?;
        // Marks keep their share of the picture: sizes are meant for 720 lines.
        let pixels_per_point = (size[1] as f32 / 720.0).max(0.6);
        let texture = self.renderer.draw(frame, camera, look, size, pixels_per_point, Quality::Fine);
        let pixels: Vec<[u8; 4]> = texture.as_color_target(None).read();
        // SAFETY: a query of the context made current above.
        let error = unsafe { self.headless.gl.get_error() };
        if error != glow::NO_ERROR {
            return Err(PictureError::Render(RenderError(format!("OpenGL reports error {error:#x}"))));
        }
        image::RgbaImage::from_raw(texture.width(), texture.height(), pixels.into_flattened())
            .ok_or_else(|| PictureError::Render(RenderError("the picture came back in another size".to_owned())))
    }
}

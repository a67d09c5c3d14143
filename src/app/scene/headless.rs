//! An OpenGL context without a display: EGL on no surface at all (Mesa's software renderer where there is no GPU).

use khronos_egl as egl;
use std::ffi::c_void;
use std::fmt;
use std::sync::Arc;

const EGL_PLATFORM_SURFACELESS_MESA: egl::Enum = 0x31DD;
type Egl = egl::DynamicInstance<egl::EGL1_5>;

/// Why no context could be made.
#[derive(Clone, Debug)]
pub struct HeadlessError(String);

impl fmt::Display for HeadlessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "cannot draw without a display: {} (on Debian and Ubuntu: apt-get install libegl1 libegl-mesa0 \
             libgl1-mesa-dri)",
            self.0
        )
    }
}

impl std::error::Error for HeadlessError {}

/// A current OpenGL 3.3 context that belongs to no window.
pub struct Headless {
    pub gl: Arc<glow::Context>,
    egl: Egl,
    display: egl::Display,
    context: egl::Context,
}

impl Headless {
    pub fn new() -> Result<Self, HeadlessError> {
        let say = |what: &str, e: &dyn fmt::Display| HeadlessError(format!("{what}: {e}"));
        // SAFETY: loads libEGL.so.1, whose initialisers have no demands on us; the handle lives as long as `egl`.
        let egl = unsafe { Egl::load_required() }.map_err(|e| say("libEGL.so.1 (EGL 1.5)", &e))?;
        // SAFETY: the default display is a valid native display of the surfaceless platform.
        let display = unsafe {
            egl.get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, egl::DEFAULT_DISPLAY, &[egl::ATTRIB_NONE])
        }
        .map_err(|e| say("no surfaceless EGL platform", &e))?;
        egl.initialize(display).map_err(|e| say("eglInitialize", &e))?;
        egl.bind_api(egl::OPENGL_API).map_err(|e| say("eglBindAPI", &e))?;
        let wanted = [egl::SURFACE_TYPE, 0, egl::RENDERABLE_TYPE, egl::OPENGL_BIT, egl::NONE];
        let config = egl
            .choose_first_config(display, &wanted)
            .map_err(|e| say("eglChooseConfig", &e))?
            .ok_or_else(|| HeadlessError("no EGL configuration with OpenGL".to_owned()))?;
        let attributes = [
            egl::CONTEXT_MAJOR_VERSION,
            3,
            egl::CONTEXT_MINOR_VERSION,
            3,
            egl::CONTEXT_OPENGL_PROFILE_MASK,
            egl::CONTEXT_OPENGL_CORE_PROFILE_BIT,
            egl::NONE,
        ];
        let context =
            egl.create_context(display, config, None, &attributes).map_err(|e| say("eglCreateContext", &e))?;
        egl.make_current(display, None, None, Some(context)).map_err(|e| say("eglMakeCurrent", &e))?;
        // SAFETY: the context is current, and eglGetProcAddress returns functions of it.
        let gl = unsafe {
            glow::Context::from_loader_function(|name| {
                egl.get_proc_address(name).map_or(std::ptr::null(), |p| p as *const c_void)
            })
        };
        Ok(Self { gl: Arc::new(gl), egl, display, context })
    }

    /// Where several contexts live in one thread: makes this the one that GL calls go to.
    pub fn make_current(&self) -> Result<(), HeadlessError> {
        self.egl
            .make_current(self.display, None, None, Some(self.context))
            .map_err(|e| HeadlessError(format!("eglMakeCurrent: {e}")))
    }
}

impl Drop for Headless {
    fn drop(&mut self) {
        // Nothing to do if these fail; eglTerminate would kill every other context of the process.
        let _ = self.egl.make_current(self.display, None, None, None);
        let _ = self.egl.destroy_context(self.display, self.context);
    }
}

//! Draws a [`SceneFrame`] into a texture: sky, ground, bodies with shadows, outline, overlays.

use super::batch::{Batch, encoded, linear};
use super::solids::{Group, Meshes};
use super::{Form, Look, OrbitCamera, SceneFrame, shaders};
use crate::math::Vec3 as Vector;
use crate::overlay::palette;
use glam::Mat4 as Matrix;
use glow::HasContext as _;
use std::fmt;
use std::sync::Arc;
use three_d::{
    Blend, ClearState, Context, CoreError, Cull, DepthTest, DepthTexture2D, InstanceBuffer, Program, RenderStates,
    RenderTarget, RenderTargetMultisample, Texture2D, VertexBuffer, Viewport, Wrapping, WriteMask, vec2, vec3, vec4,
};

/// How much trouble to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// While something moves on a machine without a GPU: no smoothing, hard shadows.
    Fast,
    /// Smooth edges, soft shadows.
    Fine,
}

/// Why a renderer could not be made or a picture not be drawn.
#[derive(Clone, Debug)]
pub struct RenderError(pub(crate) String);

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot draw the scene: {}", self.0)
    }
}

impl std::error::Error for RenderError {}

impl From<CoreError> for RenderError {
    fn from(error: CoreError) -> Self {
        Self(error.to_string())
    }
}

/// Owns programs, meshes and buffers on one GL context, which must be current whenever it is used.
pub struct SceneRenderer {
    context: Context,
    body: Program,
    shadow: Program,
    outline: Program,
    ground: Program,
    sky: Program,
    line: Program,
    point: Program,
    meshes: Meshes,
    /// Two triangles: along 0…1, across ±1.
    strip: VertexBuffer<three_d::Vec2>,
    /// Two triangles over ±1.
    square: VertexBuffer<three_d::Vec2>,
    max_samples: u32,
    is_software: bool,
}

/// Direction towards the sun.
fn sun() -> Vector {
    Vector::new(0.45, 1.0, 0.6).normalize()
}

impl SceneRenderer {
    pub fn new(gl: Arc<glow::Context>) -> Result<Self, RenderError> {
        // SAFETY: queries of a current context. A pending error of somebody else would stop three-d's debug checks.
        let (renderer, max_samples) = unsafe {
            while gl.get_error() != glow::NO_ERROR {}
            (gl.get_parameter_string(glow::RENDERER), gl.get_parameter_i32(glow::MAX_SAMPLES))
        };
        let context = Context::from_gl_context(gl)?;
        let program = |vertex: &str, fragment: &str| Program::from_source(&context, vertex, fragment);
        let corners = |list: [[f32; 2]; 6]| list.map(|[x, y]| vec2(x, y));
        Ok(Self {
            body: program(shaders::BODY_VERTEX, &shaders::body_fragment())?,
            shadow: program(shaders::SHADOW_VERTEX, shaders::SHADOW_FRAGMENT)?,
            outline: program(shaders::OUTLINE_VERTEX, shaders::OUTLINE_FRAGMENT)?,
            ground: program(shaders::GROUND_VERTEX, &shaders::ground_fragment())?,
            sky: program(shaders::SKY_VERTEX, shaders::SKY_FRAGMENT)?,
            line: program(shaders::LINE_VERTEX, shaders::LINE_FRAGMENT)?,
            point: program(shaders::POINT_VERTEX, shaders::POINT_FRAGMENT)?,
            meshes: Meshes::new(&context),
            strip: VertexBuffer::new_with_data(
                &context,
                &corners([[0., -1.], [1., -1.], [1., 1.], [0., -1.], [1., 1.], [0., 1.]]),
            ),
            square: VertexBuffer::new_with_data(
                &context,
                &corners([[-1., -1.], [1., -1.], [1., 1.], [-1., -1.], [1., 1.], [-1., 1.]]),
            ),
            max_samples: max_samples.max(1).unsigned_abs(),
            is_software: ["llvmpipe", "softpipe", "SwiftShader"].iter().any(|name| renderer.contains(name)),
            context,
        })
    }

    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Whether pictures are computed by the CPU: then [`Quality::Fast`] is worth its looks.
    pub const fn is_software(&self) -> bool {
        self.is_software
    }

    /// Draws into a new texture (sRGB-encoded RGBA8). Leaves some framebuffer of its own bound.
    pub fn draw(
        &mut self,
        frame: &SceneFrame,
        camera: &OrbitCamera,
        look: &Look,
        size: [u32; 2],
        pixels_per_point: f32,
        quality: Quality,
    ) -> Texture2D {
        let size = size.map(|s| s.clamp(1, 8192));
        let groups = self.meshes.groups(&self.context, &frame.solids, look);
        let outlined = self.meshes.groups(&self.context, frame.solids.iter().filter(|s| s.is_selected), look);
        let aspect = size[0] as f32 / size[1] as f32;
        let view = View {
            view_proj: to_cg(camera.projection(aspect) * camera.view()),
            eye: camera.eye(),
            viewport: Viewport::new_at_origo(size[0], size[1]),
            light: light_matrix(frame),
            camera: *camera,
            pixels_per_point,
            quality,
        };
        let shadow_map = self.draw_shadow_map(&groups, &view);
        let passes = || {
            self.draw_sky(look, &view);
            self.draw_grounds(frame, look, &view, &shadow_map);
            for group in &groups {
                self.draw_bodies(group, look, &view, &shadow_map);
            }
            for group in &outlined {
                self.draw_outline(group, &view);
            }
            self.draw_overlays(frame, look, &view);
        };
        let clear = ClearState::color_and_depth(0.0, 0.0, 0.0, 1.0, 1.0);
        let samples = if quality == Quality::Fine { self.max_samples.min(4) } else { 1 };
        if samples > 1 {
            let target = RenderTargetMultisample::<[u8; 4], f32>::new(&self.context, size[0], size[1], samples);
            target.clear(clear);
            let _: Result<_, CoreError> = target.write(|| {
                passes();
                Ok(())
            });
            target.resolve_color()
        } else {
            let color = new_color(&self.context, size);
            let clamp = Wrapping::ClampToEdge;
            let depth = DepthTexture2D::new::<f32>(&self.context, size[0], size[1], clamp, clamp);
            let target = RenderTarget::new(color.as_color_target(None), depth.as_depth_target());
            target.clear(clear);
            let _: Result<_, CoreError> = target.write(|| {
                passes();
                Ok(())
            });
            drop(target);
            color
        }
    }

    fn draw_sky(&self, look: &Look, view: &View) {
        self.sky.use_uniform("top", rgb(encoded(look.sky)));
        self.sky.use_uniform("bottom", rgb(encoded(look.horizon)));
        self.sky.use_vertex_attribute("corner", &self.square);
        let states = RenderStates { depth_test: DepthTest::Always, write_mask: WriteMask::COLOR, ..Default::default() };
        self.sky.draw_arrays(states, view.viewport, 6);
    }

    /// Half-spaces; where a scene has none, a grid at height zero says where down is, unless something solid is there.
    fn draw_grounds(&self, frame: &SceneFrame, look: &Look, view: &View, shadow_map: &DepthTexture2D) {
        for solid in &frame.solids {
            let Form::Ground { normal } = solid.form else { continue };
            let normal = solid.world_from_shape.transform_vector(normal);
            self.draw_ground(solid.world_from_shape.translation, normal, frame, look, view, shadow_map);
        }
    }

    fn draw_ground(
        &self,
        point: Vector,
        normal: Vector,
        frame: &SceneFrame,
        look: &Look,
        view: &View,
        shadow_map: &DepthTexture2D,
    ) {
        let (u, v) = if normal.y.abs() > 0.99 {
            (Vector::X, Vector::Z)
        } else {
            let u = Vector::Y.cross(normal).normalize_or(Vector::X);
            (u, normal.cross(u))
        };
        let foot = |p: Vector| p - normal * (p - point).dot(normal);
        let height = (view.eye - point).dot(normal).abs();
        let fade_to = (view.camera.distance * 6.0 + height * 4.0 + frame.radius * 2.0).clamp(20.0, 1500.0);
        let center = foot(view.camera.target);
        let program = &self.ground;
        program.use_uniform("view_proj", view.view_proj);
        program.use_uniform("light_from_world", to_cg(view.light));
        program.use_uniform("origin", to_vec3(center));
        program.use_uniform("center", to_vec3(center));
        program.use_uniform("side_u", to_vec3(u));
        program.use_uniform("side_v", to_vec3(v));
        program.use_uniform("reach", fade_to);
        program.use_uniform("fade_from", fade_to * 0.12);
        program.use_uniform("fade_to", fade_to);
        program.use_uniform("normal", to_vec3(normal));
        program.use_uniform("ground", rgb3(linear(look.ground)));
        program.use_uniform("grid", rgb3(linear(look.grid)));
        use_shadow(program, view, shadow_map);
        program.use_vertex_attribute("corner", &self.square);
        let states = RenderStates { blend: Blend::TRANSPARENCY, ..Default::default() };
        program.draw_arrays(states, view.viewport, 6);
    }

    fn draw_bodies(&self, group: &Group, look: &Look, view: &View, shadow_map: &DepthTexture2D) {
        let program = &self.body;
        program.use_uniform("view_proj", view.view_proj);
        program.use_uniform("light_from_world", to_cg(view.light));
        program.use_uniform("sun", to_vec3(sun()));
        program.use_uniform("eye", to_vec3(view.eye));
        program.use_uniform("ambient", look.ambient);
        use_shadow(program, view, shadow_map);
        program.use_vertex_attribute("normal", &group.mesh.normals);
        program.use_vertex_attribute("edge", &group.mesh.edges);
        program.use_instance_attribute("i_col", &group.colors);
        draw_group(program, group, view, RenderStates { cull: Cull::Back, ..Default::default() });
    }

    fn draw_outline(&self, group: &Group, view: &View) {
        let program = &self.outline;
        program.use_uniform("view_proj", view.view_proj);
        program.use_uniform("viewport", vec2(view.viewport.width as f32, view.viewport.height as f32));
        program.use_uniform("width", 3.0 * view.pixels_per_point);
        let [r, g, b, a] = encoded(palette::SELECTED);
        program.use_uniform("color", vec4(r, g, b, a));
        draw_group(program, group, view, RenderStates { cull: Cull::Front, ..Default::default() });
    }

    fn draw_shadow_map(&self, groups: &[Group], view: &View) -> DepthTexture2D {
        let side = if view.quality == Quality::Fine { 2048 } else { 1024 };
        let clamp = Wrapping::ClampToEdge;
        let map = DepthTexture2D::new::<f32>(&self.context, side, side, clamp, clamp);
        let target = map.as_depth_target();
        target.clear(ClearState::depth(1.0));
        let _: Result<_, CoreError> = target.write(|| {
            for group in groups {
                self.shadow.use_uniform("light_from_world", to_cg(view.light));
                let shadow_view = View { viewport: Viewport::new_at_origo(side, side), ..*view };
                // Back faces: a lit face never lies behind itself, and that needs no large bias.
                draw_group(&self.shadow, group, &shadow_view, RenderStates { cull: Cull::Front, ..Default::default() });
            }
            Ok(())
        });
        map
    }

    /// Twice: faint through everything, then full where nothing is in front.
    fn draw_overlays(&self, frame: &SceneFrame, look: &Look, view: &View) {
        let batch = Batch::new(
            &frame.primitives,
            &view.camera,
            view.viewport.height as f32,
            view.pixels_per_point,
            frame.mark_size,
        );
        let passes = [(DepthTest::Always, 0.42), (DepthTest::LessOrEqual, 1.0)];
        let viewport = vec2(view.viewport.width as f32, view.viewport.height as f32);
        let [r, g, b, a] = encoded(look.halo);
        let halo = vec4(r, g, b, a);
        let vectors = |list: &[Vector]| {
            InstanceBuffer::new_with_data(&self.context, &list.iter().map(|v| to_vec3(*v)).collect::<Vec<_>>())
        };
        let quads = |list: &[[f32; 4]]| {
            InstanceBuffer::new_with_data(
                &self.context,
                &list.iter().map(|[x, y, z, w]| vec4(*x, *y, *z, *w)).collect::<Vec<_>>(),
            )
        };
        let states = |depth_test| RenderStates {
            depth_test,
            write_mask: WriteMask::COLOR,
            blend: Blend::TRANSPARENCY,
            ..Default::default()
        };
        let lines = (!batch.from.is_empty())
            .then(|| (vectors(&batch.from), vectors(&batch.to), quads(&batch.width), quads(&batch.line_color)));
        let points =
            (!batch.point.is_empty()).then(|| (vectors(&batch.point), quads(&batch.form), quads(&batch.point_color)));
        for (depth_test, strength) in passes {
            if let Some((from, to, width, color)) = &lines {
                let program = &self.line;
                program.use_uniform("view_proj", view.view_proj);
                program.use_uniform("viewport", viewport);
                program.use_uniform("halo", halo);
                program.use_uniform("strength", strength);
                program.use_vertex_attribute("corner", &self.strip);
                program.use_instance_attribute("i_from", from);
                program.use_instance_attribute("i_to", to);
                program.use_instance_attribute("i_width", width);
                program.use_instance_attribute("i_col", color);
                program.draw_arrays_instanced(states(depth_test), view.viewport, 6, batch.from.len() as u32);
            }
            if let Some((at, form, color)) = &points {
                let program = &self.point;
                program.use_uniform("view_proj", view.view_proj);
                program.use_uniform("viewport", viewport);
                program.use_uniform("halo", halo);
                program.use_uniform("strength", strength);
                program.use_vertex_attribute("corner", &self.strip);
                program.use_instance_attribute("i_pos", at);
                program.use_instance_attribute("i_form", form);
                program.use_instance_attribute("i_col", color);
                program.draw_arrays_instanced(states(depth_test), view.viewport, 6, batch.point.len() as u32);
            }
        }
    }
}

#[derive(Clone, Copy)]
struct View {
    view_proj: three_d::Mat4,
    eye: Vector,
    viewport: Viewport,
    light: Matrix,
    camera: OrbitCamera,
    pixels_per_point: f32,
    quality: Quality,
}

fn draw_group(program: &Program, group: &Group, view: &View, states: RenderStates) {
    program.use_vertex_attribute("position", &group.mesh.positions);
    program.use_instance_attribute("i_pos", &group.positions);
    program.use_instance_attribute("i_rot", &group.rotations);
    program.use_instance_attribute("i_scale", &group.scales);
    program.draw_arrays_instanced(states, view.viewport, group.mesh.count, group.count);
}

fn use_shadow(program: &Program, view: &View, map: &DepthTexture2D) {
    program.use_depth_texture("shadow_map", map);
    program.use_uniform("shadow_texel", 1.0 / map.width() as f32);
    program.use_uniform("shadow_bias", 0.0008_f32);
    program.use_uniform("taps", if view.quality == Quality::Fine { 4 } else { 1 });
}

/// The sun sees a ball around the moving things; parallel light.
fn light_matrix(frame: &SceneFrame) -> Matrix {
    let radius = frame.radius.clamp(0.5, 60.0) * 1.15;
    let sun = sun();
    let right = Vector::Y.cross(sun).normalize_or(Vector::X);
    let up = sun.cross(right);
    let rows = [right / radius, up / radius, -sun / (radius * 4.0)];
    let offset = rows.map(|r| -r.dot(frame.center));
    Matrix::from_cols(
        glam::Vec4::new(rows[0].x, rows[1].x, rows[2].x, 0.0),
        glam::Vec4::new(rows[0].y, rows[1].y, rows[2].y, 0.0),
        glam::Vec4::new(rows[0].z, rows[1].z, rows[2].z, 0.0),
        glam::Vec4::new(offset[0], offset[1], offset[2], 1.0),
    )
}

pub(super) fn new_color(context: &Context, size: [u32; 2]) -> Texture2D {
    use three_d::Interpolation::Linear;
    let clamp = Wrapping::ClampToEdge;
    Texture2D::new_empty::<[u8; 4]>(context, size[0], size[1], Linear, Linear, None, clamp, clamp)
}

fn to_cg(m: Matrix) -> three_d::Mat4 {
    let [a, b, c, d] = m.to_cols_array_2d();
    three_d::Mat4::from_cols(a.into(), b.into(), c.into(), d.into())
}

pub(super) fn to_vec3(v: Vector) -> three_d::Vec3 {
    vec3(v.x, v.y, v.z)
}

fn rgb(c: [f32; 4]) -> three_d::Vec3 {
    vec3(c[0], c[1], c[2])
}

fn rgb3(c: [f32; 3]) -> three_d::Vec3 {
    vec3(c[0], c[1], c[2])
}

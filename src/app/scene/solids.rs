//! Solids on the graphics card: unit meshes, uploaded once, and instances of them, made anew for every picture.

use super::batch::linear;
use super::mesh::{self, MeshData};
use super::renderer::to_vec3;
use super::{Form, Look, Solid};
use crate::geometry::ConvexHull;
use crate::math::{Pose, Vec3 as Vector};
use crate::overlay::Color;
use std::collections::HashMap;
use std::sync::Arc;
use three_d::{Context, InstanceBuffer, VertexBuffer, vec4};

pub(super) struct Mesh {
    pub positions: VertexBuffer<three_d::Vec3>,
    pub normals: VertexBuffer<three_d::Vec3>,
    pub edges: VertexBuffer<f32>,
    pub count: u32,
}

/// Instances of one mesh.
pub(super) struct Group {
    pub mesh: Arc<Mesh>,
    pub positions: InstanceBuffer<three_d::Vec3>,
    pub rotations: InstanceBuffer<three_d::Vec4>,
    pub scales: InstanceBuffer<three_d::Vec3>,
    pub colors: InstanceBuffer<three_d::Vec4>,
    pub count: u32,
}

/// The meshes that pictures are made of.
pub(super) struct Meshes {
    cube: Arc<Mesh>,
    ball: Arc<Mesh>,
    tube: Arc<Mesh>,
    /// By the address of the hull, which the `Arc` beside the mesh keeps from being used again.
    hulls: HashMap<usize, (Arc<ConvexHull>, Arc<Mesh>)>,
}

/// Hull meshes kept for the next picture.
const MOST_HULLS: usize = 512;

impl Meshes {
    pub fn new(context: &Context) -> Self {
        Self {
            cube: upload(context, &mesh::cube()),
            ball: upload(context, &mesh::sphere(24, 32)),
            tube: upload(context, &mesh::tube(32)),
            hulls: HashMap::new(),
        }
    }

    /// Solids sorted by mesh.
    pub fn groups<'a>(
        &mut self,
        context: &Context,
        solids: impl IntoIterator<Item = &'a Solid>,
        look: &Look,
    ) -> Vec<Group> {
        // Hulls of presets that were opened before: forget them all rather than keep them for ever.
        if self.hulls.len() > MOST_HULLS {
            self.hulls.clear();
        }
        let mut lists: Vec<(Arc<Mesh>, Vec<Instance>)> =
            [&self.cube, &self.ball, &self.tube].map(|mesh| (mesh.clone(), Vec::new())).into();
        for solid in solids {
            let instance = |scale, at: Vector| Instance {
                pose: Pose::new(solid.world_from_shape.transform_point(at), solid.world_from_shape.rotation),
                scale,
                color: if solid.has_grid { solid.color.mixed(look.ground, look.static_share) } else { solid.color },
                has_grid: solid.has_grid,
            };
            match &solid.form {
                Form::Cuboid { half_extents } => lists[0].1.push(instance(*half_extents, Vector::ZERO)),
                Form::Sphere { radius } => lists[1].1.push(instance(Vector::splat(*radius), Vector::ZERO)),
                Form::Capsule { half_height, radius } => {
                    for end in [-1.0, 1.0] {
                        lists[1].1.push(instance(Vector::splat(*radius), Vector::Y * (end * half_height)));
                    }
                    lists[2].1.push(instance(Vector::new(*radius, *half_height, *radius), Vector::ZERO));
                }
                Form::Hull(hull) => {
                    let key = Arc::as_ptr(hull) as usize;
                    let (_, mesh) =
                        self.hulls.entry(key).or_insert_with(|| (hull.clone(), upload(context, &mesh::hull(hull))));
                    match lists[3..].iter_mut().find(|(m, _)| Arc::ptr_eq(m, mesh)) {
                        Some((_, list)) => list.push(instance(Vector::ONE, Vector::ZERO)),
                        None => lists.push((mesh.clone(), vec![instance(Vector::ONE, Vector::ZERO)])),
                    }
                }
                Form::Ground { .. } => {}
            }
        }
        lists.into_iter().filter(|(_, list)| !list.is_empty()).map(|(m, list)| group(context, m, &list)).collect()
    }
}

struct Instance {
    pose: Pose,
    scale: Vector,
    color: Color,
    has_grid: bool,
}

fn group(context: &Context, mesh: Arc<Mesh>, list: &[Instance]) -> Group {
    let rotation = |i: &Instance| {
        let q = i.pose.rotation;
        vec4(q.x, q.y, q.z, q.w)
    };
    let color = |i: &Instance| {
        let [r, g, b] = linear(i.color);
        vec4(r, g, b, if i.has_grid { 0.5 } else { 1.0 })
    };
    Group {
        mesh,
        positions: InstanceBuffer::new_with_data(
            context,
            &list.iter().map(|i| to_vec3(i.pose.translation)).collect::<Vec<_>>(),
        ),
        rotations: InstanceBuffer::new_with_data(context, &list.iter().map(rotation).collect::<Vec<_>>()),
        scales: InstanceBuffer::new_with_data(context, &list.iter().map(|i| to_vec3(i.scale)).collect::<Vec<_>>()),
        colors: InstanceBuffer::new_with_data(context, &list.iter().map(color).collect::<Vec<_>>()),
        count: list.len() as u32,
    }
}

fn upload(context: &Context, mesh: &MeshData) -> Arc<Mesh> {
    let vectors = |list: &[Vector]| list.iter().map(|v| to_vec3(*v)).collect::<Vec<_>>();
    Arc::new(Mesh {
        positions: VertexBuffer::new_with_data(context, &vectors(&mesh.positions)),
        normals: VertexBuffer::new_with_data(context, &vectors(&mesh.normals)),
        edges: VertexBuffer::new_with_data(context, &mesh.edges),
        count: mesh.positions.len() as u32,
    })
}

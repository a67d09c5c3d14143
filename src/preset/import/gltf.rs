//! glTF 2.0, as text with buffers beside or inside of it, or as one binary file. Positions and indices are read, with the
//! transformations of the nodes; everything that concerns the looks is left. (The library that was tried first stops the
//! program on some broken files.)

use super::super::Problems;
use super::{MAX_IMPORT_BYTES, MAX_OBJECTS, MAX_TRIANGLES, Mesh};
use base64::Engine as _;
use glam::{Mat4, Quat, Vec3};
use serde::Deserialize;

/// Nodes within nodes at most: a file in which a node is its own child has no end.
const MAX_DEPTH: usize = 64;
/// Nodes looked at at most: in a broken file one may be the child of many.
const MAX_NODES: usize = 20_000;
/// Of a binary file: its first word, and the kinds of its parts.
const MAGIC: &[u8] = b"glTF";
const JSON: &[u8] = b"JSON";
const BIN: &[u8] = b"BIN\0";
/// Kinds of numbers in a buffer.
const U8: u32 = 5121;
const U16: u32 = 5123;
const U32: u32 = 5125;
const F32: u32 = 5126;
/// Primitives that are lists of triangles.
const TRIANGLES: u32 = 4;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct File {
    scene: Option<usize>,
    scenes: Vec<Scene>,
    nodes: Vec<Node>,
    meshes: Vec<NodeMesh>,
    buffers: Vec<Buffer>,
    buffer_views: Vec<View>,
    accessors: Vec<Accessor>,
    extensions_required: Vec<String>,
}

#[derive(Deserialize)]
struct Scene {
    #[serde(default)]
    nodes: Vec<usize>,
}

#[derive(Deserialize)]
struct Node {
    name: Option<String>,
    mesh: Option<usize>,
    #[serde(default)]
    children: Vec<usize>,
    matrix: Option<[f32; 16]>,
    translation: Option<[f32; 3]>,
    rotation: Option<[f32; 4]>,
    scale: Option<[f32; 3]>,
}

#[derive(Deserialize)]
struct NodeMesh {
    name: Option<String>,
    primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
struct Primitive {
    attributes: Attributes,
    indices: Option<usize>,
    mode: Option<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
struct Attributes {
    position: Option<usize>,
}

#[derive(Deserialize)]
struct Buffer {
    uri: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct View {
    buffer: usize,
    #[serde(default)]
    byte_offset: usize,
    byte_length: usize,
    byte_stride: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Accessor {
    buffer_view: Option<usize>,
    #[serde(default)]
    byte_offset: usize,
    component_type: u32,
    count: usize,
    #[serde(rename = "type")]
    kind: String,
    sparse: Option<serde::de::IgnoredAny>,
}

fn wrong(message: impl Into<String>) -> Problems {
    Problems::whole(message)
}

/// One mesh per node that has one.
pub(super) fn meshes(
    bytes: &[u8],
    name: &str,
    open: &dyn Fn(&str) -> Result<Vec<u8>, Problems>,
) -> Result<Vec<Mesh>, Problems> {
    let (text, blob) = if bytes.starts_with(MAGIC) { parts(bytes)? } else { (bytes, None) };
    let file: File =
        serde_json::from_slice(text).map_err(|error| wrong(format!("the glTF file cannot be read: {error}")))?;
    if let Some(name) = file.extensions_required.first() {
        return Err(wrong(format!("the file needs the extension “{name}”; export it without compression")));
    }
    let mut buffers = Vec::new();
    let mut total = 0;
    for buffer in &file.buffers {
        let data = match &buffer.uri {
            Some(uri) => resource(uri, open)?,
            None => blob.unwrap_or_default().to_vec(),
        };
        total += data.len();
        if total > MAX_IMPORT_BYTES {
            return Err(wrong(format!("the buffers are larger than {} MiB", MAX_IMPORT_BYTES >> 20)));
        }
        buffers.push(data);
    }
    let mut reader = Reader { file: &file, buffers, meshes: Vec::new(), triangles: 0, nodes: 0, name };
    let Some(scene) = file.scenes.get(file.scene.unwrap_or(0)) else {
        return Err(wrong("the file has no scene to show"));
    };
    for &node in &scene.nodes {
        reader.add(node, Mat4::IDENTITY, 0)?;
    }
    Ok(reader.meshes)
}

/// The text and the data of a binary file.
fn parts(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), Problems> {
    let ended = || wrong("the binary glTF file ends in the middle");
    let mut rest = bytes.get(12..).ok_or_else(ended)?;
    let (mut text, mut data) = (None, None);
    while !rest.is_empty() {
        let head = rest.get(..8).ok_or_else(ended)?;
        let length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let body = rest.get(8..).and_then(|body| body.get(..length)).ok_or_else(ended)?;
        match &head[4..] {
            JSON if text.is_none() => text = Some(body),
            BIN if data.is_none() => data = Some(body),
            _ => {}
        }
        rest = &rest[8 + length..];
    }
    Ok((text.ok_or_else(|| wrong("the binary glTF file has no text in it"))?, data))
}

/// The bytes behind a URI: written into the file itself, or in a file beside it.
fn resource(uri: &str, open: &dyn Fn(&str) -> Result<Vec<u8>, Problems>) -> Result<Vec<u8>, Problems> {
    if let Some(data) = uri.strip_prefix("data:") {
        let text = data.split_once(";base64,").map(|(_, text)| text);
        let text = text.ok_or_else(|| wrong("a buffer inside of the file is not written as base64"))?;
        return base64::engine::general_purpose::STANDARD
            .decode(text)
            .map_err(|error| wrong(format!("a buffer inside of the file is no base64: {error}")));
    }
    // Only what lies beside the file: a scene that somebody sent must not read what it likes.
    let is_beside =
        !uri.contains(':') && !uri.starts_with(['/', '\\']) && !uri.split(['/', '\\']).any(|part| part == "..");
    if !is_beside {
        return Err(wrong(format!("the buffer “{uri}” lies elsewhere; put it beside the file")));
    }
    open(&uri.replace("%20", " "))
}

struct Reader<'a> {
    file: &'a File,
    buffers: Vec<Vec<u8>>,
    meshes: Vec<Mesh>,
    triangles: usize,
    nodes: usize,
    name: &'a str,
}

impl Reader<'_> {
    fn add(&mut self, index: usize, parent: Mat4, depth: usize) -> Result<(), Problems> {
        self.nodes += 1;
        if depth > MAX_DEPTH || self.nodes > MAX_NODES || self.meshes.len() > MAX_OBJECTS {
            return Err(wrong(format!(
                "the scene has nodes more than {MAX_DEPTH} deep, more than {MAX_NODES} nodes, or more than {MAX_OBJECTS} objects"
            )));
        }
        let file = self.file;
        let node = file.nodes.get(index).ok_or_else(|| wrong(format!("there is no node {index}")))?;
        let world_from_node = parent * transform(node);
        if let Some(mesh) = node.mesh {
            let mesh = file.meshes.get(mesh).ok_or_else(|| wrong(format!("there is no mesh {mesh}")))?;
            let name = node.name.as_deref().or(mesh.name.as_deref()).unwrap_or(self.name).to_owned();
            let mut whole = Mesh { name, points: Vec::new(), triangles: Vec::new() };
            for primitive in mesh.primitives.iter().filter(|p| p.mode.unwrap_or(TRIANGLES) == TRIANGLES) {
                self.add_primitive(primitive, &world_from_node, &mut whole)?;
            }
            if !whole.triangles.is_empty() {
                self.meshes.push(whole);
            }
        }
        for &child in &node.children {
            self.add(child, world_from_node, depth + 1)?;
        }
        Ok(())
    }

    fn add_primitive(
        &mut self,
        primitive: &Primitive,
        world_from_node: &Mat4,
        whole: &mut Mesh,
    ) -> Result<(), Problems> {
        let Some(positions) = primitive.attributes.position else { return Ok(()) };
        let positions = self.accessor(positions)?;
        if (positions.kind.as_str(), positions.component_type) != ("VEC3", F32) {
            return Err(wrong("positions that are no vectors of single precision are not read"));
        }
        let first = whole.points.len() as u32;
        let points: Vec<[f32; 3]> = self
            .items::<12>(positions)?
            .map(|b| [0, 4, 8].map(|at| f32::from_le_bytes([b[at], b[at + 1], b[at + 2], b[at + 3]])))
            .map(|p| world_from_node.transform_point3(p.into()).to_array())
            .collect();
        let count = points.len() as u32;
        let indices: Vec<u32> = match primitive.indices {
            None => (0..count).collect(),
            Some(indices) => {
                let indices = self.accessor(indices)?;
                match indices.component_type {
                    U8 => self.items::<1>(indices)?.map(|b| u32::from(b[0])).collect(),
                    U16 => self.items::<2>(indices)?.map(|b| u32::from(u16::from_le_bytes(b))).collect(),
                    U32 => self.items::<4>(indices)?.map(u32::from_le_bytes).collect(),
                    _ => return Err(wrong("indices that are no whole numbers are not read")),
                }
            }
        };
        if let Some(beyond) = indices.iter().find(|index| **index >= count) {
            return Err(wrong(format!("a triangle asks for point {beyond} of {count}")));
        }
        self.triangles += indices.len() / 3;
        if self.triangles > MAX_TRIANGLES {
            return Err(wrong(format!("the file has more than {MAX_TRIANGLES} triangles")));
        }
        whole.points.extend(points);
        whole.triangles.extend(indices.chunks_exact(3).map(|t| [t[0] + first, t[1] + first, t[2] + first]));
        Ok(())
    }

    fn accessor(&self, index: usize) -> Result<&'_ Accessor, Problems> {
        self.file.accessors.get(index).ok_or_else(|| wrong(format!("there is no accessor {index}")))
    }

    /// The items of an accessor, each of `N` bytes; every one is known to lie within its buffer.
    fn items<const N: usize>(&self, accessor: &Accessor) -> Result<impl Iterator<Item = [u8; N]> + '_, Problems> {
        if accessor.sparse.is_some() {
            return Err(wrong("sparse accessors are not read; export the mesh without them"));
        }
        let beyond = || wrong("an accessor reaches beyond the end of its buffer");
        let view = accessor.buffer_view.and_then(|view| self.file.buffer_views.get(view));
        let view = view.ok_or_else(|| wrong("an accessor has no data"))?;
        let buffer = self.buffers.get(view.buffer).ok_or_else(beyond)?;
        let (stride, count) = (view.byte_stride.unwrap_or(N), accessor.count);
        let start = view.byte_offset.checked_add(accessor.byte_offset).ok_or_else(beyond)?;
        let length = match count.checked_sub(1) {
            Some(steps) => steps.checked_mul(stride).and_then(|way| way.checked_add(N)).ok_or_else(beyond)?,
            None => 0,
        };
        let end = start.checked_add(length).ok_or_else(beyond)?;
        let view_end = view.byte_offset.checked_add(view.byte_length).ok_or_else(beyond)?;
        if end > buffer.len() || end > view_end || stride < N {
            return Err(beyond());
        }
        let data = &buffer[start..end];
        Ok((0..count).map(move |index| {
            let mut item = [0; N];
            item.copy_from_slice(&data[index * stride..index * stride + N]);
            item
        }))
    }
}

fn transform(node: &Node) -> Mat4 {
    if let Some(matrix) = &node.matrix {
        return Mat4::from_cols_array(matrix);
    }
    let turn = node.rotation.map_or(Quat::IDENTITY, Quat::from_array);
    let turn = if turn.length_squared() > 0.0 { turn.normalize() } else { Quat::IDENTITY };
    let (scale, place) = (node.scale.map_or(Vec3::ONE, Vec3::from), node.translation.map_or(Vec3::ZERO, Vec3::from));
    Mat4::from_scale_rotation_translation(scale, turn, place)
}

//! Bodies from files of other programs: meshes (OBJ, glTF) as convex hulls, grey pictures as height fields.
//!
//! A mesh is taken as what it encloses: every part that hangs together becomes its convex hull, and the parts of one object
//! move as one body. Hollows are filled; a bowl has to come as several parts. What is read becomes [`Body`] entries with all
//! their numbers, so that a preset stays one file.

mod gltf;
mod obj;
mod picture;
mod pieces;

use super::schema::{Body, BodyKind};
use super::{Problems, limits};
use std::io::Read;
use std::path::Path;

pub use picture::{MAX_PICTURE_SIDE, picture_body};

/// Largest file, bytes.
pub const MAX_IMPORT_BYTES: usize = 64 << 20;
/// Most triangles of one file.
pub const MAX_TRIANGLES: usize = 2_000_000;
/// Most objects of one file.
pub const MAX_OBJECTS: usize = 2_000;

/// How a file is to be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImportOptions {
    /// Metres per unit of the file (of a picture: per pixel).
    pub scale: f32,
    /// Whether the file has Z up.
    pub is_z_up: bool,
    /// Of a picture: height of white above black, m.
    pub height: f32,
}

impl Default for ImportOptions {
    fn default() -> Self {
        Self { scale: 1.0, is_z_up: false, height: 2.0 }
    }
}

/// Endings of the files that can be read.
pub const EXTENSIONS: [&str; 4] = ["obj", "gltf", "glb", "png"];

/// Whether a path ends like a file that can be read.
pub fn can_import(path: &Path) -> bool {
    path.extension().is_some_and(|ending| EXTENSIONS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Reads the bodies of a file.
///
/// # Errors
/// Everything that stands in the way: the file, its limits, objects without a volume.
pub fn import(path: &Path, options: &ImportOptions) -> Result<Vec<Body>, Problems> {
    let bytes = read(path, MAX_IMPORT_BYTES)?;
    let name = path.file_stem().map_or_else(|| "mesh".to_owned(), |name| name.to_string_lossy().into_owned());
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new(""));
    match ending.as_str() {
        "obj" => obj_bodies(&bytes, &name, options),
        "gltf" | "glb" => gltf_bodies(&bytes, &name, options, &|file| read(&folder.join(file), MAX_IMPORT_BYTES)),
        "png" => picture_body(&bytes, &name, options).map(|body| vec![body]),
        _ => Err(Problems::whole(format!(
            "{} is none of the files that can be imported; these are .{}",
            path.display(),
            EXTENSIONS.join(", .")
        ))),
    }
}

/// The bodies of an OBJ file, one per object or group.
///
/// # Errors
/// As [`import`].
pub fn obj_bodies(bytes: &[u8], name: &str, options: &ImportOptions) -> Result<Vec<Body>, Problems> {
    bodies(obj::meshes(bytes, name)?, options)
}

/// The bodies of a glTF file (text or binary), one per node with a mesh. `open` reads a file beside it.
///
/// # Errors
/// As [`import`].
pub fn gltf_bodies(
    bytes: &[u8],
    name: &str,
    options: &ImportOptions,
    open: &dyn Fn(&str) -> Result<Vec<u8>, Problems>,
) -> Result<Vec<Body>, Problems> {
    bodies(gltf::meshes(bytes, name, open)?, options)
}

/// An object as a file has it, in the file's units and axes.
struct Mesh {
    name: String,
    points: Vec<[f32; 3]>,
    /// Indices into `points`, three per triangle.
    triangles: Vec<[u32; 3]>,
}

fn bodies(meshes: Vec<Mesh>, options: &ImportOptions) -> Result<Vec<Body>, Problems> {
    if meshes.is_empty() {
        return Err(Problems::whole("the file has no mesh with triangles in it"));
    }
    if meshes.len() > MAX_OBJECTS {
        return Err(Problems::whole(format!("the file has {} objects; at most {MAX_OBJECTS} are read", meshes.len())));
    }
    let mut problems = Vec::new();
    let mut names = Vec::new();
    let mut bodies = Vec::new();
    for mesh in meshes {
        match pieces::body(&mesh, options) {
            Ok(mut body) => {
                body.name = free_name(&body.name, &mut names);
                bodies.push(body);
            }
            Err(message) => problems.push(super::Problem::whole(format!("object “{}”: {message}", mesh.name))),
        }
    }
    if problems.is_empty() { Ok(bodies) } else { Err(Problems(problems)) }
}

/// A name that can stand in a preset and is not among `taken`, to which it is added.
fn free_name(wanted: &str, taken: &mut Vec<String>) -> String {
    let mut name: String = wanted.chars().map(|c| if "[]*.".contains(c) || c.is_control() { '_' } else { c }).collect();
    name = name.trim().to_owned();
    while name.len() > limits::MAX_NAME - 8 {
        name.pop();
    }
    if name.is_empty() {
        "mesh".clone_into(&mut name);
    }
    let mut free = name.clone();
    let mut number = 2;
    while taken.contains(&free) {
        free = format!("{name} {number}");
        number += 1;
    }
    taken.push(free.clone());
    free
}

/// A body with nothing but its name and shape.
fn plain(name: &str, shape: super::schema::ShapeSpec, position: [f32; 3], kind: Option<BodyKind>) -> Body {
    Body { kind, position: Some(position), ..super::edit::plain(name, shape) }
}

fn read(path: &Path, limit: usize) -> Result<Vec<u8>, Problems> {
    let failure = |error: std::io::Error| Problems::whole(format!("{} cannot be read: {error}", path.display()));
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(failure)?;
    file.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(failure)?;
    if bytes.len() > limit {
        let text = format!("{} is larger than {} MiB, the most that is imported", path.display(), limit >> 20);
        return Err(Problems::whole(text));
    }
    Ok(bytes)
}

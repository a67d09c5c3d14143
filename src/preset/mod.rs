//! Presets: scenes as JSON files. The only place, with `instrument`'s export, that knows a file format.
//!
//! A file becomes a running scene in four steps, each of which reports everything it finds before the next begins to
//! rely on it: `json` reads the text, `read` turns it into the schema types, `check` asks whether the parts fit
//! together, and [`Preset::instantiate`] builds the world. Nothing is ever half-loaded.
//!
//! ```text
//! text ─ json ─ read ─→ Preset ─ expand ─ build ─→ Instance { world, settings, script }
//!                          └─ save ─→ text (the same bits)
//! ```

#[cfg(test)]
mod agreement;
mod build;
mod chain;
mod check;
pub mod edit;
mod expand;
pub mod import;
mod instance;
mod json;
mod limits;
mod motion;
mod overlay;
mod problem;
mod ragdoll;
mod read;
mod reader;
mod salvage;
mod save;
pub mod schema;
mod script;
pub mod settings_path;
mod shapes;
mod shipped;
mod tags;

pub use instance::Instance;
pub use limits::{
    MAX_BODIES, MAX_EVENTS, MAX_FILE_BYTES, MAX_HEIGHTS, MAX_HULL_POINTS, MAX_JOINTS, MAX_KEYFRAMES, MAX_NAME,
    MAX_PARTS, MAX_SHAPES, MAX_SPRINGS, MAX_SWEEP, MAX_TEXT, QUATERNION_TOLERANCE,
};
pub use overlay::SettingsOverlay;
pub use problem::{Problem, Problems, nearest_names};
pub use salvage::{Dropped, Salvage, salvage};
pub use save::{replace_file, save};
pub use schema::Preset;
pub use script::Script;
pub use shipped::{Shipped, find, shipped};
pub use tags::tags;

use json::{JsonValue, Node};
use reader::{At, Path, Reader};
use std::io::Read;

/// Reads a preset file.
///
/// # Errors
/// Everything that is wrong with it, or why it cannot be read.
pub fn load(path: &std::path::Path) -> Result<Preset, Problems> {
    let failure = |error: std::io::Error| Problems::whole(format!("{} cannot be read: {error}", path.display()));
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file that is too long from one that just fits, without reading it all.
    let file = std::fs::File::open(path).map_err(failure)?;
    file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(failure)?;
    parse_bytes(&bytes)
}

/// Reads a preset from the bytes of a file.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse_bytes(bytes: &[u8]) -> Result<Preset, Problems> {
    if bytes.len() > MAX_FILE_BYTES {
        return Err(Problems::whole(format!(
            "the file is larger than {} MiB, the most a preset may be",
            MAX_FILE_BYTES >> 20
        )));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(text.strip_prefix('\u{feff}').unwrap_or(text)),
        Err(error) => {
            let line = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
            Err(Problems::whole(format!("line {line} is not UTF-8 text; save the file as UTF-8")))
        }
    }
}

/// Reads a preset from its text.
///
/// # Errors
/// Everything that is wrong with it, in the order of the file.
pub fn parse(text: &str) -> Result<Preset, Problems> {
    let root = json::parse(text).map_err(|problem| Problems(vec![problem]))?;
    let mut reader = Reader::new(text);
    let preset = read::preset(&mut reader, At { node: &root, path: &Path::Root });
    if let Some(preset) = &preset {
        let lost_names = std::mem::take(&mut reader.lost_names);
        for problem in check::find_problems(preset, &lost_names) {
            reader.report_at(&problem.path, offset_of(&root, &problem.path), problem.message);
        }
    }
    reader.finish(preset)
}

/// Where the value of a JSON pointer begins, or else the nearest value around it.
fn offset_of(root: &Node<'_>, pointer: &str) -> usize {
    let mut node = root;
    for step in pointer.split('/').skip(1) {
        let next = match &node.value {
            JsonValue::Array(items) => step.parse::<usize>().ok().and_then(|index| items.get(index)),
            JsonValue::Object(entries) => {
                entries.iter().find(|(key, _)| check::pointer_key(key) == step).map(|(_, node)| node)
            }
            _ => None,
        };
        match next {
            Some(next) => node = next,
            None => break,
        }
    }
    node.offset
}

//! Saving so that nothing is ever lost: a whole new file takes the place of the old one, which is kept.

use super::problem::Problems;
use super::schema::Preset;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

impl Preset {
    /// The text of the preset's file.
    ///
    /// # Errors
    /// When the preset would not read back to the same bits; the problems say where.
    pub fn to_text(&self) -> Result<String, Problems> {
        let mut text =
            write_json(self).map_err(|error| Problems::whole(format!("the preset cannot be written: {error}")))?;
        text.push('\n');
        let back = super::parse(&text)?;
        if back == *self {
            Ok(text)
        } else {
            Err(Problems::whole(
                "the preset would not read back as it is; this is a bug in Jitterscope, please report it",
            ))
        }
    }
}

/// Saves a preset: the file is there whole or not at all. What it replaces is kept beside it as `*.bak`.
///
/// # Errors
/// When the preset is not valid, or the folder cannot be written to; the old file is then untouched.
pub fn save(path: &Path, preset: &Preset) -> Result<(), Problems> {
    let text = preset.to_text()?;
    replace_file(path, text.as_bytes(), true)
        .map_err(|error| Problems::whole(format!("{} could not be saved: {error}", path.display())))
}

/// Puts a whole new file in the place of an old one: whoever looks, at any time, finds one or the other. With `has_backup`
/// the old one is kept beside it as `*.bak`.
///
/// # Errors
/// When the folder cannot be written to; the old file is then untouched.
pub fn replace_file(path: &Path, bytes: &[u8], has_backup: bool) -> io::Result<()> {
    // A link keeps being a link: what it points to is replaced.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = beside(path, &format!(".{}.tmp", std::process::id()))?;
    let written = (|| {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        if path.exists() {
            fs::set_permissions(&temporary, fs::metadata(path)?.permissions())?;
            if has_backup {
                keep_backup(path, &beside(path, ".bak")?)?;
            }
        }
        fs::rename(&temporary, path)
    })();
    if written.is_err() {
        // The reason for the failure is what matters to the caller, not whether the remains went away.
        let _ = fs::remove_file(&temporary);
        return written;
    }
    // The rename itself reaches the disk with the folder. Some systems cannot sync a folder; the file is safe anyway.
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Copies through a temporary file too: a crash in between must not cost the last good backup.
fn keep_backup(path: &Path, backup: &Path) -> io::Result<()> {
    let temporary = beside(backup, &format!(".{}.tmp", std::process::id()))?;
    fs::copy(path, &temporary)?;
    File::open(&temporary)?.sync_all()?;
    fs::rename(&temporary, backup)
}

fn beside(path: &Path, ending: &str) -> io::Result<PathBuf> {
    let name = path
        .file_name()
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "this is not the name of a file"))?;
    let mut name = OsString::from(name);
    name.push(ending);
    Ok(path.with_file_name(name))
}

/// Indented JSON in which arrays of numbers stay on one line, as a person would write them.
fn write_json(preset: &Preset) -> serde_json::Result<String> {
    Ok(join_number_arrays(&serde_json::to_string_pretty(preset)?))
}

fn join_number_arrays(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // Quotes and brackets inside texts must not be taken for JSON: texts are copied whole.
    while let Some(place) = rest.find(['"', '[']) {
        out.push_str(&rest[..place]);
        rest = &rest[place..];
        let length = if rest.starts_with('"') { text_length(rest) } else { 1 };
        let numbers = rest
            .find(']')
            .map(|end| &rest[1..end])
            .filter(|inner| !rest.starts_with('"') && !inner.contains(['"', '[', '{']));
        if let Some(inner) = numbers {
            let items: Vec<&str> = inner.split(',').map(str::trim).collect();
            out.push_str(&format!("[{}]", items.join(", ")));
            rest = &rest[inner.len() + 2..];
        } else {
            out.push_str(&rest[..length]);
            rest = &rest[length..];
        }
    }
    out.push_str(rest);
    out
}

/// Bytes of the JSON text with which `rest` begins, quotes included.
fn text_length(rest: &str) -> usize {
    let mut is_escaped = false;
    for (place, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return place + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_take_one_line_and_texts_are_left_alone() {
        let text =
            "{\n  \"a\": [\n    1,\n    -2.5\n  ],\n  \"b [1,\\\" 2]\": [\n    \"[1,  2]\"\n  ],\n  \"c\": []\n}";
        let joined = join_number_arrays(text);
        assert!(joined.contains("\"a\": [1, -2.5],"), "{joined}");
        let same = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(same(&joined), same(text));
    }
}

//! Reading and writing recording files, compressed when their name ends in `.gz`.

use super::format::{BookmarkJson, EditJson, HASHES_PER_LINE, Header, Line, RECORDING_FORMAT, RECORDING_VERSION};
use super::{FileError, SavedBranch, SavedRun};
use crate::instrument::export::{TraceFile, open_lines};
use crate::preset;
use crate::session::{Bookmark, BranchId, Input, Source};
use std::io::{self, BufRead, Write};
use std::path::Path;

/// Longest line that is read, bytes: a preset is the longest thing in it.
const LONGEST_LINE: u64 = 64 << 20;
/// Most steps that are read: ten hours at 240 Hz, and no file can ask for more memory than that.
const MOST_STEPS: usize = 8_640_000;
const MOST_BRANCHES: u32 = 10_000;

impl SavedRun {
    /// Writes the file beside its place and then moves it there: it is there whole or not at all.
    ///
    /// # Errors
    /// When the folder cannot be written to, or the preset cannot be written so that it reads back the same.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        let whole = |problem: String| FileError { line: 0, problem };
        let failed = |e: io::Error| whole(format!("{} cannot be written: {e}", path.display()));
        let lines = self.lines().map_err(whole)?;
        let name = path.file_name().ok_or_else(|| whole(format!("{} is not the name of a file", path.display())))?;
        // The ending stays, because it says whether to compress.
        let beside = path.with_file_name(format!(".{}.{}", std::process::id(), name.to_string_lossy()));
        let written = TraceFile::create(&beside).and_then(|mut file| {
            for line in &lines {
                file.write_all(line.as_bytes())?;
                file.write_all(b"\n")?;
            }
            file.close()?;
            std::fs::File::open(&beside)?.sync_all()?;
            std::fs::rename(&beside, path)
        });
        written.map_err(|error| {
            // The remains are of no use; whether they go is not what the user has to hear about.
            let _ = std::fs::remove_file(&beside);
            failed(error)
        })
    }

    /// The lines of the file.
    fn lines(&self) -> Result<Vec<String>, String> {
        let text =
            |line: &Line| serde_json::to_string(line).map_err(|e| format!("the recording cannot be written: {e}"));
        let (shipped, file) = match &self.source {
            Source::Shipped(id) => (Some(id.clone()), None),
            Source::File(path) => (None, Some(path.display().to_string())),
            Source::New(_) => (None, None),
        };
        let header = Header {
            format: RECORDING_FORMAT.to_owned(),
            version: RECORDING_VERSION,
            program: self.program.clone(),
            shipped,
            file,
            variant: self.variant.clone(),
            preset: self.preset.to_text().map_err(|e| e.to_string())?,
            branches: self.branches.len() as u32,
            current: self.current.0,
            cursor: self.cursor,
            bookmarks: self
                .bookmarks
                .iter()
                .map(|bookmark| BookmarkJson { step: bookmark.step, label: bookmark.label.clone() })
                .collect(),
        };
        let header = serde_json::to_string(&header).map_err(|e| format!("the recording cannot be written: {e}"))?;
        let mut lines = vec![header];
        for branch in &self.branches {
            let parent = branch.parent.map(|parent| parent.0);
            lines.push(text(&Line::Branch { parent, fork: branch.fork, label: branch.label.clone() })?);
            for (after, input) in &branch.inputs {
                let after = *after;
                lines.push(text(&match input {
                    Input::Settings(settings) => Line::Settings { after, settings: settings.clone() },
                    Input::Edit(edit) => Line::Edit { after, edit: EditJson::of(edit) },
                })?);
            }
            for (index, hashes) in branch.hashes.chunks(HASHES_PER_LINE).enumerate() {
                let first = branch.first() + (index * HASHES_PER_LINE) as u64;
                let hashes = hashes.iter().map(|hash| format!("{hash:016x}")).collect();
                lines.push(text(&Line::Hashes { first, hashes })?);
            }
        }
        lines.push(text(&Line::End { lines: lines.len() })?);
        Ok(lines)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Says in which line something is wrong, or that the file was cut off.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let mut source = open_lines(path)
            .map_err(|e| FileError { line: 0, problem: format!("{} cannot be opened: {e}", path.display()) })?;
        Self::read_from(&mut source)
    }

    /// Reads it from anything that has lines.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_from(source: &mut dyn BufRead) -> Result<Self, FileError> {
        let cut_off = |line: usize| FileError {
            line,
            problem: "the file ends in the middle of the recording: it was cut off, or is still being written"
                .to_owned(),
        };
        let mut number = 0;
        let mut next = |number: &mut usize| -> Result<Option<String>, FileError> {
            *number += 1;
            let at = |problem: String| FileError { line: *number, problem };
            let mut bytes = Vec::new();
            let read = io::Read::take(&mut *source, LONGEST_LINE).read_until(b'\n', &mut bytes);
            match read {
                Ok(0) => Ok(None),
                Ok(read) if read as u64 == LONGEST_LINE => Err(at("is longer than any line of a recording".to_owned())),
                Ok(_) => String::from_utf8(bytes).map(Some).map_err(|_| at("is not UTF-8 text".to_owned())),
                // A compressed file that ends early ends with this.
                Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => Err(cut_off(*number)),
                Err(e) => Err(at(format!("cannot be read: {e}; the file is damaged"))),
            }
        };
        let Some(first) = next(&mut number)? else {
            return Err(FileError { line: 0, problem: "the file is empty".to_owned() });
        };
        let header = header(&first).map_err(|problem| FileError { line: 1, problem })?;
        let mut saved = start(&header).map_err(|problem| FileError { line: 1, problem })?;
        let mut steps = 0;
        loop {
            let Some(text) = next(&mut number)? else { return Err(cut_off(number)) };
            let at = |problem: String| FileError { line: number, problem };
            let line: Line = match serde_json::from_str(&text) {
                Ok(line) => line,
                Err(e) if e.is_eof() => return Err(cut_off(number)),
                Err(e) => return Err(at(format!("is no line of a recording: {e}"))),
            };
            if let Line::End { lines } = line {
                if lines + 1 != number {
                    return Err(at(format!("says that {lines} lines stand before it, but there are {}", number - 1)));
                }
                // Of a compressed file the checksum comes now.
                if next(&mut number)?.is_some_and(|rest| !rest.trim().is_empty()) {
                    return Err(FileError {
                        line: number,
                        problem: "stands after the end of the recording".to_owned(),
                    });
                }
                number -= 1;
                break;
            }
            add(&mut saved, line, &mut steps).map_err(at)?;
        }
        finish(saved, &header).map_err(|problem| FileError { line: number, problem })
    }
}

fn header(text: &str) -> Result<Header, String> {
    // Format and version first: of a newer version nothing else may be understood.
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|e| format!("is not the header of a recording: {e}"))?;
    let format = value.get("format").and_then(|f| f.as_str()).unwrap_or("none");
    if format != RECORDING_FORMAT {
        return Err(format!("this is not a recording: its format is {format}, expected {RECORDING_FORMAT}"));
    }
    let version = value.get("version").and_then(serde_json::Value::as_u64).unwrap_or(0);
    if version > u64::from(RECORDING_VERSION) {
        return Err(format!(
            "version {version} is newer than this program reads ({RECORDING_VERSION}): update Jitterscope"
        ));
    }
    if version == 0 {
        return Err("there is no version in the header".to_owned());
    }
    serde_json::from_str(text).map_err(|e| format!("is not the header of a recording: {e}"))
}

fn start(header: &Header) -> Result<SavedRun, String> {
    let preset = preset::parse(&header.preset).map_err(|e| format!("the preset in the recording is not valid: {e}"))?;
    let source = match (&header.shipped, &header.file) {
        (Some(id), None) => Source::Shipped(id.clone()),
        (None, Some(path)) => Source::File(path.into()),
        (None, None) => Source::New(preset.title.clone()),
        (Some(_), Some(_)) => return Err("the header names both a shipped preset and a file".to_owned()),
    };
    if !(1..=MOST_BRANCHES).contains(&header.branches) {
        return Err(format!("there are 1 to {MOST_BRANCHES} branches, not {}", header.branches));
    }
    let bookmarks = header.bookmarks.iter().map(|b| Bookmark { step: b.step, label: b.label.clone() }).collect();
    Ok(SavedRun {
        program: header.program.clone(),
        source,
        preset,
        variant: header.variant.clone(),
        branches: Vec::new(),
        current: BranchId(header.current),
        cursor: header.cursor,
        bookmarks,
    })
}

fn add(saved: &mut SavedRun, line: Line, steps: &mut usize) -> Result<(), String> {
    if let Line::Branch { parent, fork, label } = line {
        let count = saved.branches.len();
        let parent = match parent {
            None if count == 0 && fork == 0 => None,
            Some(id) if (id as usize) < count && fork <= saved.branches[id as usize].end() => Some(BranchId(id)),
            _ => return Err(format!("branch {count} does not leave an earlier branch at one of its steps")),
        };
        if parent.is_some_and(|id| fork < saved.branches[id.0 as usize].fork) {
            return Err(format!("branch {count} leaves its parent before that one begins"));
        }
        saved.branches.push(SavedBranch { parent, fork, label, inputs: Vec::new(), hashes: Vec::new() });
        return Ok(());
    }
    let branch = saved.branches.last_mut().ok_or("stands before the first branch")?;
    let earliest = branch.fork;
    let last = branch.inputs.last().map_or(earliest, |(at, _)| *at);
    let mut log = |after: u64, input: Input| {
        if after < last {
            return Err("an input comes before the one in the line above".to_owned());
        }
        branch.inputs.push((after, input));
        Ok(())
    };
    match line {
        Line::Settings { after, settings } => {
            preset::settings_path::validate(&settings).map_err(|e| e.to_string())?;
            log(after, Input::Settings(settings))
        }
        Line::Edit { after, edit } => log(after, Input::Edit(edit.edit()?)),
        Line::Hashes { first, hashes } => {
            let expected = branch.first() + branch.hashes.len() as u64;
            if first != expected {
                return Err(format!("the hashes begin at step {first}, expected {expected}"));
            }
            *steps += hashes.len();
            if *steps > MOST_STEPS {
                return Err(format!("there are more than {MOST_STEPS} steps, the most that is read"));
            }
            for hash in hashes {
                let value = u64::from_str_radix(&hash, 16).ok().filter(|_| hash.len() == 16);
                branch.hashes.push(value.ok_or_else(|| format!("\"{hash}\" is not a hash of 16 hexadecimal digits"))?);
            }
            Ok(())
        }
        Line::Branch { .. } | Line::End { .. } => Ok(()),
    }
}

fn finish(saved: SavedRun, header: &Header) -> Result<SavedRun, String> {
    let count = saved.branches.len();
    if count != header.branches as usize {
        return Err(format!("the header says {} branches, but there are {count}", header.branches));
    }
    if header.current as usize >= count {
        return Err(format!("the branch that was shown, {}, is not there", header.current));
    }
    for (index, branch) in saved.branches.iter().enumerate() {
        if branch.parent.is_none() && branch.hashes.is_empty() {
            return Err("the first branch has no hash, not even that of the start".to_owned());
        }
        if branch.inputs.last().is_some_and(|(after, _)| *after > branch.end()) {
            return Err(format!("branch {index} has an input after its last step"));
        }
    }
    Ok(saved)
}

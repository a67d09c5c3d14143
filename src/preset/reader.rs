//! Typed reading that collects problems: each function returns a value, or reports what was wrong and returns `None`.
//!
//! An object is taken apart by [`Fields`]: whatever has been asked for is known, and whatever is left at the end is
//! an unknown field. So the reader has no second list of names that could grow stale.

use super::json::{JsonValue, Node, position, shorten};
use super::problem::{Problem, Problems, did_you_mean};
use std::ops::RangeInclusive;

/// More problems than this are not listed: a file with so many has one cause.
const MAX_PROBLEMS: usize = 100;

/// The way from the root of the file to a value; lives on the stack.
#[derive(Clone, Copy)]
pub(super) enum Path<'p> {
    Root,
    Key(&'p Path<'p>, &'p str),
    Index(&'p Path<'p>, usize),
}

impl Path<'_> {
    /// As a JSON pointer.
    pub fn pointer(&self) -> String {
        match self {
            Self::Root => String::new(),
            Self::Key(parent, key) => {
                format!("{}/{}", parent.pointer(), shorten(key).replace('~', "~0").replace('/', "~1"))
            }
            Self::Index(parent, index) => format!("{}/{index}", parent.pointer()),
        }
    }
}

/// A value and the way to it.
#[derive(Clone, Copy)]
pub(super) struct At<'p> {
    pub node: &'p Node<'p>,
    pub path: &'p Path<'p>,
}

/// Collects problems.
pub(super) struct Reader<'s> {
    text: &'s str,
    /// Offset in the file, to sort by, and the problem.
    problems: Vec<(usize, Problem)>,
    /// Beginnings of body names that could not be made out: nothing is said about references to them.
    pub lost_names: Vec<String>,
    /// Names asked for, by type: lets a test compare the reader with the schema.
    #[cfg(test)]
    pub asked: std::collections::BTreeMap<&'static str, std::collections::BTreeSet<&'static str>>,
}

impl<'s> Reader<'s> {
    pub fn new(text: &'s str) -> Self {
        Self {
            text,
            problems: Vec::new(),
            lost_names: Vec::new(),
            #[cfg(test)]
            asked: Default::default(),
        }
    }

    /// Reports something about a value.
    pub fn report(&mut self, at: At<'_>, message: impl Into<String>) {
        self.report_at(&at.path.pointer(), at.node.offset, message);
    }

    pub fn report_at(&mut self, path: &str, offset: usize, message: impl Into<String>) {
        if !self.is_full() {
            let line = Some(position(self.text, offset).0);
            self.problems.push((offset, Problem { path: path.to_owned(), line, message: message.into() }));
        }
    }

    /// Remembers that bodies whose names begin so could not be made out; "" for any body.
    pub fn lose_names(&mut self, beginning: &str) {
        if self.lost_names.len() < MAX_PROBLEMS {
            self.lost_names.push(beginning.to_owned());
        }
    }

    /// Whether enough has been found: spares the work of wording what nobody will see.
    pub fn is_full(&self) -> bool {
        self.problems.len() > MAX_PROBLEMS
    }

    /// All problems in the order of the file, or the value if there are none.
    pub fn finish<T>(mut self, value: Option<T>) -> Result<T, Problems> {
        match value {
            Some(value) if self.problems.is_empty() => Ok(value),
            _ if self.problems.is_empty() => Err(Problems::whole("the file could not be read")),
            _ => {
                self.problems.sort_by_key(|(offset, _)| *offset);
                let is_cut = self.problems.len() > MAX_PROBLEMS;
                let mut problems: Vec<Problem> = self.problems.into_iter().map(|(_, p)| p).take(MAX_PROBLEMS).collect();
                if is_cut {
                    problems.push(Problem::whole(format!("more than {MAX_PROBLEMS} problems; the rest is not shown")));
                }
                Err(Problems(problems))
            }
        }
    }

    fn expected<T>(&mut self, at: At<'_>, what: &str) -> Option<T> {
        self.report(at, format!("expected {what}, found {}", at.node.describe()));
        None
    }

    /// Begins to read an object; `type_name` is the schema type whose fields it has.
    pub fn object<'p>(&mut self, at: At<'p>, type_name: &'static str) -> Option<Fields<'p>> {
        match &at.node.value {
            JsonValue::Object(entries) => {
                // No type has more fields than that; what lies beyond is unknown anyway.
                for (index, (key, node)) in entries.iter().enumerate().take(256) {
                    if entries.iter().take(index).any(|(earlier, _)| earlier == key) {
                        let path = Path::Key(at.path, key);
                        self.report(At { node, path: &path }, "this field is written twice; keep one of them");
                    }
                }
                Some(Fields { at, entries, asked: Vec::new(), type_name })
            }
            _ => self.expected(at, "an object"),
        }
    }

    /// Reads every item of an array of at most `limit`.
    pub fn list<T>(
        &mut self,
        at: At<'_>,
        limit: usize,
        mut read: impl FnMut(&mut Self, At<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let JsonValue::Array(items) = &at.node.value else {
            return self.expected(at, "an array");
        };
        if items.len() > limit {
            self.report(at, format!("expected at most {limit} items, found {}", items.len()));
            return None;
        }
        let mut all = Vec::with_capacity(items.len());
        let mut is_whole = true;
        for (index, node) in items.iter().enumerate() {
            let path = Path::Index(at.path, index);
            match read(self, At { node, path: &path }) {
                Some(item) => all.push(item),
                None => is_whole = false,
            }
        }
        is_whole.then_some(all)
    }

    /// Reads an object whose keys are names.
    pub fn named<T>(
        &mut self,
        at: At<'_>,
        mut read: impl FnMut(&mut Self, &str, At<'_>) -> Option<T>,
    ) -> Option<super::schema::NamedList<T>> {
        let JsonValue::Object(entries) = &at.node.value else {
            return self.expected(at, "an object with a name for each entry");
        };
        if entries.len() > 256 {
            self.report(at, format!("expected at most 256 entries, found {}", entries.len()));
            return None;
        }
        let mut all: Vec<(String, T)> = Vec::new();
        let mut is_whole = true;
        for (index, (key, node)) in entries.iter().enumerate() {
            let path = Path::Key(at.path, key);
            let entry = At { node, path: &path };
            if entries.iter().take(index).any(|(earlier, _)| earlier == key) {
                self.report(entry, format!("the name \"{}\" is used twice; choose another one", shorten(key)));
            }
            match read(self, key, entry) {
                Some(value) => all.push((key.to_string(), value)),
                None => is_whole = false,
            }
        }
        is_whole.then_some(super::schema::NamedList(all))
    }

    /// Text of at most `limit` bytes.
    pub fn text(&mut self, at: At<'_>, limit: usize) -> Option<String> {
        match &at.node.value {
            JsonValue::String(text) if text.len() <= limit => Some(text.to_string()),
            JsonValue::String(text) => {
                self.expected(at, &format!("at most {limit} bytes of text (found {})", text.len()))
            }
            _ => self.expected(at, "text in double quotes"),
        }
    }

    pub fn boolean(&mut self, at: At<'_>) -> Option<bool> {
        match at.node.value {
            JsonValue::Bool(value) => Some(value),
            _ => self.expected(at, "true or false"),
        }
    }

    /// One of some words.
    pub fn word<T: Copy>(&mut self, at: At<'_>, words: &[(&str, T)]) -> Option<T> {
        let names = || words.iter().map(|(name, _)| *name);
        let JsonValue::String(text) = &at.node.value else {
            return self.expected(at, &format!("one of {}", quoted(names())));
        };
        let found = words.iter().find(|(name, _)| name == text).map(|(_, value)| *value);
        if found.is_none() && !self.is_full() {
            let hint = did_you_mean(text, names());
            self.report(at, format!("expected one of {}, found \"{}\".{hint}", quoted(names()), shorten(text)));
        }
        found
    }

    /// A whole number.
    pub fn count(&mut self, at: At<'_>, range: RangeInclusive<u32>, what: &str) -> Option<u32> {
        let number = match at.node.value {
            JsonValue::Number(text) => text.parse::<f64>().ok(),
            _ => None,
        };
        match number {
            Some(n) if n.fract() == 0.0 && n >= f64::from(*range.start()) && n <= f64::from(*range.end()) => {
                Some(n as u32)
            }
            _ => self.expected(at, &format!("{what}: a whole number from {} to {}", range.start(), range.end())),
        }
    }

    /// A single-precision number, rounded from its text once, so that what was saved reads back to the same bits.
    pub fn number(&mut self, at: At<'_>, range: &Range) -> Option<f32> {
        let JsonValue::Number(text) = at.node.value else {
            return self.expected(at, range.what);
        };
        let number = text.parse::<f32>().unwrap_or(f32::NAN);
        if number.is_finite() && number >= range.min && number <= range.max {
            return Some(number);
        }
        if !number.is_finite() {
            return self.expected(at, &format!("{}; this number is too large to be finite", range.what));
        }
        self.expected(at, &format!("{}: {}", range.what, range.words()))
    }

    /// Three numbers, each in the range.
    pub fn vector(&mut self, at: At<'_>, range: &Range) -> Option<[f32; 3]> {
        self.array::<3>(at, range, "[x, y, z]")
    }

    pub fn array<const N: usize>(&mut self, at: At<'_>, range: &Range, what: &str) -> Option<[f32; N]> {
        let JsonValue::Array(items) = &at.node.value else {
            return self.expected(at, what);
        };
        if items.len() != N {
            return self.expected(at, what);
        }
        let numbers = self.list(at, N, |reader, at| reader.number(at, range))?;
        numbers.try_into().ok()
    }

    /// Three numbers that are not all zero.
    pub fn direction(&mut self, at: At<'_>) -> Option<[f32; 3]> {
        let v = self.vector(at, &Range::new(-1e6, 1e6, "a number"))?;
        if v.iter().all(|x| x.abs() < 1e-6) {
            return self.expected(at, "a direction that is not zero, of length 1e-6 or more");
        }
        Some(v)
    }
}

/// `"a", "b" or "c"`.
pub(super) fn quoted<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// What a number may be.
pub(super) struct Range {
    pub min: f32,
    pub max: f32,
    /// "a mass in kg".
    pub what: &'static str,
}

impl Range {
    pub const fn new(min: f32, max: f32, what: &'static str) -> Self {
        Self { min, max, what }
    }

    fn words(&self) -> String {
        if self.min > 0.0 && self.min < 1e-2 {
            return format!("more than zero, from {:e} to {}", self.min, self.max);
        }
        format!("from {} to {}", self.min, self.max)
    }
}

/// An object being read.
pub(super) struct Fields<'p> {
    pub at: At<'p>,
    entries: &'p [(std::borrow::Cow<'p, str>, Node<'p>)],
    asked: Vec<&'static str>,
    type_name: &'static str,
}

impl<'p> Fields<'p> {
    /// Takes an object apart that [`Reader::object`] has looked at already, as another type.
    pub fn again(at: At<'p>, type_name: &'static str) -> Option<Self> {
        match &at.node.value {
            JsonValue::Object(entries) => Some(Self { at, entries, asked: Vec::new(), type_name }),
            _ => None,
        }
    }

    /// The value of a field if it is there and not null.
    pub fn peek(&mut self, name: &'static str) -> Option<&'p Node<'p>> {
        if !self.asked.contains(&name) {
            self.asked.push(name);
        }
        let (_, node) = self.entries.iter().find(|(key, _)| key == name)?;
        (!matches!(node.value, JsonValue::Null)).then_some(node)
    }

    pub fn has(&mut self, name: &'static str) -> bool {
        self.peek(name).is_some()
    }

    /// Reads a field that may be left out. The outer `None` means that it was there and wrong.
    pub fn optional<T>(
        &mut self,
        reader: &mut Reader<'_>,
        name: &'static str,
        read: impl FnOnce(&mut Reader<'_>, At<'_>) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.peek(name) {
            None => Some(None),
            Some(node) => read(reader, At { node, path: &Path::Key(self.at.path, name) }).map(Some),
        }
    }

    /// Reads a field that must be there.
    pub fn required<T>(
        &mut self,
        reader: &mut Reader<'_>,
        name: &'static str,
        read: impl FnOnce(&mut Reader<'_>, At<'_>) -> Option<T>,
    ) -> Option<T> {
        if self.has(name) {
            return self.optional(reader, name, read).flatten();
        }
        reader.report(self.at, format!("the field \"{name}\" is missing"));
        None
    }

    /// Reports something about a field.
    pub fn report(&mut self, reader: &mut Reader<'_>, name: &'static str, message: impl Into<String>) {
        match self.peek(name) {
            Some(node) => reader.report(At { node, path: &Path::Key(self.at.path, name) }, message),
            None => reader.report(self.at, message),
        }
    }

    /// At most one of some fields may be there. Returns how many are.
    pub fn at_most_one(&mut self, reader: &mut Reader<'_>, names: &[&'static str]) -> usize {
        let present: Vec<&'static str> = names.iter().copied().filter(|name| self.has(name)).collect();
        if let [first, .., last] = present[..] {
            self.report(reader, last, format!("give \"{first}\" or \"{last}\", not both"));
        }
        present.len()
    }

    /// Reports every field that nobody asked for.
    pub fn finish(self, reader: &mut Reader<'_>) {
        #[cfg(test)]
        reader.asked.entry(self.type_name).or_default().extend(self.asked.iter().copied());
        let _ = self.type_name;
        for (key, node) in self.entries {
            if !self.asked.iter().any(|name| name == key) && !reader.is_full() {
                let path = Path::Key(self.at.path, key);
                let hint = did_you_mean(key, self.asked.iter().copied());
                let known = self.asked.join(", ");
                let message = format!("unknown field \"{}\".{hint} Known here: {known}", shorten(key));
                reader.report(At { node, path: &path }, message);
            }
        }
    }
}

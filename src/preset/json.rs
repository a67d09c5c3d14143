//! A small JSON reader that remembers where everything stood.
//!
//! `serde_json::Value` forgets line numbers, the order of keys and keys written twice, and refuses a file at the
//! first number out of range. A preset is written by people, so each of those deserves its own message. Numbers
//! stay text until their type is known: a single-precision number then reads back to the very bits it was saved from.

use super::problem::Problem;
use std::borrow::Cow;

/// Deepest nesting of arrays and objects.
const MAX_DEPTH: usize = 64;
/// Most values in one file: bounds the memory that a hostile file can take.
const MAX_VALUES: usize = 2_000_000;

/// A value and where it begins.
#[derive(Debug)]
pub(super) struct Node<'s> {
    pub value: JsonValue<'s>,
    /// Bytes from the start of the file.
    pub offset: usize,
}

#[derive(Debug)]
pub(super) enum JsonValue<'s> {
    Null,
    Bool(bool),
    /// As written; the grammar has been checked.
    Number(&'s str),
    String(Cow<'s, str>),
    Array(Vec<Node<'s>>),
    /// In the order of the file, with repeated keys.
    Object(Vec<(Cow<'s, str>, Node<'s>)>),
}

impl Node<'_> {
    /// What it is, for "found …".
    pub fn describe(&self) -> String {
        match &self.value {
            JsonValue::Null => "null".to_owned(),
            JsonValue::Bool(value) => value.to_string(),
            JsonValue::Number(text) => shorten(text),
            JsonValue::String(text) => format!("the text \"{}\"", shorten(text)),
            JsonValue::Array(items) => format!("an array of {}", items.len()),
            JsonValue::Object(_) => "an object".to_owned(),
        }
    }

    /// The same as a `serde_json` value. A number that does not fit becomes null: callers check numbers first.
    pub fn to_value(&self) -> serde_json::Value {
        match &self.value {
            JsonValue::Null => serde_json::Value::Null,
            JsonValue::Bool(value) => (*value).into(),
            JsonValue::Number(text) => serde_json::from_str(text).unwrap_or(serde_json::Value::Null),
            JsonValue::String(text) => text.as_ref().into(),
            JsonValue::Array(items) => items.iter().map(Node::to_value).collect(),
            JsonValue::Object(entries) => entries
                .iter()
                .map(|(key, node)| (key.to_string(), node.to_value()))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        }
    }
}

/// At most 40 characters of something that a user wrote.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Line and column, both from 1, of a byte offset.
pub(super) fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    let column = text.get(line_start..offset).map_or(offset - line_start, |part| part.chars().count()) + 1;
    (line, column)
}

/// Reads a whole file. The one problem names the line, and the path of the value that was being read.
pub(super) fn parse(text: &str) -> Result<Node<'_>, Problem> {
    let mut parser = Parser { text, at: 0, path: Vec::new(), values: 0 };
    let result = parser.value(0).and_then(|node| {
        parser.skip_space();
        if parser.at < text.len() { Err("the file goes on after its last closing brace".into()) } else { Ok(node) }
    });
    result.map_err(|message| {
        let (line, column) = position(text, parser.at);
        let path = parser.path.iter().map(|step| format!("/{step}")).collect();
        Problem {
            path,
            line: Some(line),
            message: format!("not valid JSON at line {line}, column {column}: {message}"),
        }
    })
}

struct Parser<'s> {
    text: &'s str,
    at: usize,
    /// Keys and indices down to the value under way; left as it is when an error unwinds.
    path: Vec<String>,
    values: usize,
}

type Parsed<T> = Result<T, Cow<'static, str>>;

impl<'s> Parser<'s> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    /// What stands here, for a message.
    fn found(&self) -> String {
        match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            Some(character) => format!("found `{}`", character.escape_debug()),
            None => "the file ends here".to_owned(),
        }
    }

    fn value(&mut self, depth: usize) -> Parsed<Node<'s>> {
        self.skip_space();
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err(format!("more than {MAX_VALUES} values; use `repeat` instead of listing every body").into());
        }
        if depth > MAX_DEPTH {
            return Err(format!("nested more than {MAX_DEPTH} deep").into());
        }
        let offset = self.at;
        let value = match self.peek() {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.array(depth)?,
            Some(b'"') => JsonValue::String(self.string()?),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => JsonValue::Number(self.number()?),
            Some(b'a'..=b'z' | b'A'..=b'Z') => self.word()?,
            Some(b'/' | b'#') => return Err("JSON has no comments; put remarks into `description`".into()),
            _ => return Err(format!("expected a value, {}", self.found()).into()),
        };
        Ok(Node { value, offset })
    }

    fn object(&mut self, depth: usize) -> Parsed<JsonValue<'s>> {
        self.at += 1;
        let mut entries = Vec::new();
        self.skip_space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(JsonValue::Object(entries));
        }
        loop {
            self.skip_space();
            if self.peek() != Some(b'"') {
                return Err(format!("expected a field name in double quotes, {}", self.found()).into());
            }
            let key = self.string()?;
            self.path.push(key.replace('~', "~0").replace('/', "~1"));
            self.skip_space();
            if self.peek() != Some(b':') {
                return Err(format!("expected `:` after the field name, {}", self.found()).into());
            }
            self.at += 1;
            let node = self.value(depth + 1)?;
            entries.push((key, node));
            self.path.pop();
            if self.separator(b'}', "object")? {
                return Ok(JsonValue::Object(entries));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Parsed<JsonValue<'s>> {
        self.at += 1;
        let mut items = Vec::new();
        self.skip_space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(JsonValue::Array(items));
        }
        loop {
            self.path.push(items.len().to_string());
            let node = self.value(depth + 1)?;
            items.push(node);
            self.path.pop();
            if self.separator(b']', "array")? {
                return Ok(JsonValue::Array(items));
            }
        }
    }

    /// Takes a comma, or the closing bracket: then true.
    fn separator(&mut self, close: u8, what: &str) -> Parsed<bool> {
        self.skip_space();
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                self.skip_space();
                if self.peek() == Some(close) {
                    return Err(format!("a comma before the end of the {what}; take it away").into());
                }
                Ok(false)
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(true)
            }
            _ => Err(format!("expected `,` or `{}`, {}", close as char, self.found()).into()),
        }
    }

    /// A number by JSON's grammar. Its size is judged later, by what it is for.
    fn number(&mut self) -> Parsed<&'s str> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let digits = |at: &mut usize| {
            let first = *at;
            while bytes.get(*at).is_some_and(u8::is_ascii_digit) {
                *at += 1;
            }
            *at - first
        };
        let mut at = start;
        if bytes.get(at) == Some(&b'+') {
            return Err("a number has no leading `+` in JSON".into());
        }
        if bytes.get(at) == Some(&b'-') {
            at += 1;
        }
        let first = at;
        let whole = digits(&mut at);
        let mut is_valid = whole > 0 && (whole == 1 || bytes[first] != b'0');
        if bytes.get(at) == Some(&b'.') {
            at += 1;
            is_valid &= digits(&mut at) > 0;
        }
        if matches!(bytes.get(at), Some(b'e' | b'E')) {
            at += 1;
            if matches!(bytes.get(at), Some(b'+' | b'-')) {
                at += 1;
            }
            is_valid &= digits(&mut at) > 0;
        }
        if !is_valid {
            return Err("not a number as JSON writes it (like -0.5, 12 or 1e-3)".into());
        }
        self.at = at;
        Ok(&self.text[start..at])
    }

    fn word(&mut self) -> Parsed<JsonValue<'s>> {
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len())];
        let value = match word {
            "true" => JsonValue::Bool(true),
            "false" => JsonValue::Bool(false),
            "null" => JsonValue::Null,
            "NaN" | "nan" | "Infinity" | "inf" => {
                return Err(format!("`{word}` is no number in JSON, and no preset needs it: write a finite one").into());
            }
            _ => return Err(format!("`{}` is no JSON value; text needs double quotes", shorten(word)).into()),
        };
        self.at += word.len();
        Ok(value)
    }

    fn string(&mut self) -> Parsed<Cow<'s, str>> {
        self.at += 1;
        let start = self.at;
        let mut unescaped: Option<String> = None;
        let mut copied = start;
        loop {
            match self.peek() {
                None => return Err("the text is never closed with `\"`".into()),
                Some(b'"') => {
                    let tail = &self.text[copied..self.at];
                    self.at += 1;
                    return Ok(match unescaped {
                        None => Cow::Borrowed(tail),
                        Some(text) => Cow::Owned(text + tail),
                    });
                }
                Some(0..=0x1f) => return Err("a line break or control character inside a text; write \\n".into()),
                Some(b'\\') => {
                    let mut text = unescaped.take().unwrap_or_default();
                    text.push_str(&self.text[copied..self.at]);
                    text.push(self.escape()?);
                    unescaped = Some(text);
                    copied = self.at;
                }
                Some(_) => self.at += 1,
            }
        }
    }

    /// One escape sequence, from its backslash on.
    fn escape(&mut self) -> Parsed<char> {
        let letter = self.text.as_bytes().get(self.at + 1).copied();
        self.at += 2;
        Ok(match letter {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let mut unit = self.hex4()?;
                if (0xD800..0xDC00).contains(&unit) && self.text.get(self.at..self.at + 2) == Some("\\u") {
                    self.at += 2;
                    let low = self.hex4()?;
                    unit = 0x10000 + ((unit - 0xD800) << 10) + (low.wrapping_sub(0xDC00) & 0x3FF);
                }
                char::from_u32(unit).ok_or("half of a surrogate pair after \\u")?
            }
            _ => {
                self.at -= 2;
                return Err("an unknown escape after `\\`; a backslash itself is written `\\\\`".into());
            }
        })
    }

    fn hex4(&mut self) -> Parsed<u32> {
        let digits = self.text.get(self.at..self.at + 4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let unit =
            digits.and_then(|d| u32::from_str_radix(d, 16).ok()).ok_or("expected four hexadecimal digits after \\u")?;
        self.at += 4;
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn it_reads_what_serde_json_reads() {
        let text = r#" {"a": [1, -2.5e-3, true, null, "x\n\u00e9\ud83d\ude00\/"], "b": {}, "c": []} "#;
        let ours = parse(text).unwrap().to_value();
        assert_eq!(ours, serde_json::from_str::<serde_json::Value>(text).unwrap());
    }

    #[test]
    fn an_error_names_line_column_and_path() {
        let problem = parse("{\n  \"scene\": {\"bodies\": [1, 2,\n ]}}").unwrap_err();
        assert_eq!((problem.path.as_str(), problem.line), ("/scene/bodies", Some(3)), "{problem:?}");
        assert_eq!(parse(&"[".repeat(100_000)).unwrap_err().line, Some(1));
    }

    proptest! {
        #[test]
        fn it_accepts_exactly_what_serde_json_accepts(text in r#"[\[\]{}:,"0-9eE+.\\ntrufalsu -]{0,24}"#) {
            let theirs = serde_json::from_str::<serde_json::Value>(&text);
            let ours = parse(&text);
            // Numbers beyond double precision are the one difference: we judge them later.
            let too_large = theirs.as_ref().is_err_and(|e| e.to_string().contains("out of range"));
            prop_assert!(ours.is_ok() == theirs.is_ok() || too_large, "{text}: {ours:?} {theirs:?}");
        }
    }
}

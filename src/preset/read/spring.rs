//! Reads springs.

use super::super::limits::*;
use super::super::reader::{At, Reader};
use super::super::schema::Spring;
use super::{new_name, number, reference, vector};

/// A spring; one that cannot be read becomes one of nobody, which is looked at no further.
pub(super) fn spring(reader: &mut Reader<'_>, at: At<'_>) -> Option<Spring> {
    Some(read_spring(reader, at).unwrap_or_else(|| Spring {
        name: None,
        a: String::new(),
        b: None,
        point: Some([0.0; 3]),
        anchor_a: None,
        anchor_b: None,
        stiffness: 1.0,
        damping: None,
        rest_length: None,
    }))
}

fn read_spring(reader: &mut Reader<'_>, at: At<'_>) -> Option<Spring> {
    let mut fields = reader.object(at, "Spring")?;
    let name = fields.optional(reader, "name", new_name);
    let a = fields.required(reader, "a", reference);
    let b = fields.optional(reader, "b", reference);
    let point = fields.optional(reader, "point", vector(&POSITION));
    if fields.at_most_one(reader, &["b", "point"]) == 0 {
        reader.report(at, "a spring needs a second end: a body \"b\", or a fixed \"point\" of the world");
    }
    if a.is_some() && b.as_ref().is_some_and(|b| *b == a) {
        fields.report(reader, "b", "a spring needs two different bodies");
    }
    let anchor_a = fields.optional(reader, "anchor_a", vector(&POSITION));
    let anchor_b = fields.optional(reader, "anchor_b", vector(&POSITION));
    if fields.has("anchor_b") && !fields.has("b") {
        fields.report(reader, "anchor_b", "without a body \"b\" there is nothing that \"anchor_b\" could lie in");
    }
    let stiffness = fields.required(reader, "stiffness", number(&STIFFNESS));
    let damping = fields.optional(reader, "damping", number(&SPRING_DAMPING));
    let rest_length = fields.optional(reader, "rest_length", number(&REST_LENGTH));
    fields.finish(reader);
    Some(Spring {
        name: name?,
        a: a?,
        b: b?,
        point: point?,
        anchor_a: anchor_a?,
        anchor_b: anchor_b?,
        stiffness: stiffness?,
        damping: damping?,
        rest_length: rest_length?,
    })
}

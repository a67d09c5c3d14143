//! The table of artifacts for the README: written from the catalogue, so that the two cannot differ.

use super::catalogue::ARTIFACTS;
use std::fmt::Write;

/// The table stands between these two lines.
pub const BEGIN: &str = "<!-- artifacts:begin -->";
pub const END: &str = "<!-- artifacts:end -->";

/// The table as Markdown, without the markers.
pub fn table() -> String {
    let mut text =
        String::from("| # | artifact | what you see | why | cures | measured |\n|---|---|---|---|---|---|\n");
    for a in ARTIFACTS {
        let cures: Vec<&str> = a.cures.iter().map(|c| c.name).collect();
        let m = &a.measure;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| {} | `{}` | {} | {} | {} | {}, {}: sick ≥ {}, cured ≤ {}, factor ≥ {} |",
            a.number,
            a.id,
            a.symptom,
            a.cause,
            cures.join("; "),
            m.name,
            m.unit,
            m.sick_min,
            m.cured_max,
            m.factor,
        );
    }
    text
}

/// `readme` with the current table between its markers; `None` when the markers are missing or in the wrong order.
pub fn with_table(readme: &str) -> Option<String> {
    let begin = readme.find(BEGIN)? + BEGIN.len();
    let end = begin + readme[begin..].find(END)?;
    Some(format!("{}\n{}{}", &readme[..begin], table(), &readme[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_between_the_markers_is_replaced() {
        let readme = format!("before\n{BEGIN}\nold\n{END}\nafter\n");
        let new = with_table(&readme).unwrap();
        assert_eq!(new, format!("before\n{BEGIN}\n{}{END}\nafter\n", table()));
        assert_eq!(with_table(&new).unwrap(), new);
        assert_eq!(with_table("no markers"), None);
    }

    #[test]
    fn no_cell_breaks_the_table() {
        let pipes: Vec<usize> = table().lines().map(|l| l.matches('|').count()).collect();
        assert!(pipes.iter().all(|n| *n == 7), "{pipes:?}");
    }
}

//! What is wrong with a preset, where, and what to do about it.

use std::fmt;

/// One thing wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// JSON pointer (RFC 6901) to the value, like `/scene/bodies/3/shape/radius`; empty for the whole file.
    pub path: String,
    /// Line in the file, from 1, when it is known.
    pub line: Option<usize>,
    /// What was expected, what was found, and what to do.
    pub message: String,
}

impl Problem {
    /// A problem with the file or the request as a whole.
    pub fn whole(message: impl Into<String>) -> Self {
        Self { path: String::new(), line: None, message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}", self.path)?;
            if let Some(line) = self.line {
                write!(f, " (line {line})")?;
            }
            write!(f, ": ")?;
        }
        write!(f, "{}", self.message)
    }
}

/// Everything that is wrong with a file, in the order of the file. Never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// A single problem with the file or the request as a whole.
    pub fn whole(message: impl Into<String>) -> Self {
        Self(vec![Problem::whole(message)])
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.0.iter()
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// The known names most like `unknown`, best first; empty when none is near.
pub fn nearest_names<'n>(unknown: &str, known: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let unknown: Vec<char> = unknown.chars().take(64).flat_map(char::to_lowercase).collect();
    let allowed = (unknown.len() / 3).clamp(1, 4);
    let mut near: Vec<(usize, &str)> = Vec::new();
    for name in known {
        let candidate: Vec<char> = name.chars().take(64).flat_map(char::to_lowercase).collect();
        let distance = edit_distance(&unknown, &candidate);
        let last_part = name.rsplit('.').next().unwrap_or(name);
        // `iterations` for `solver.velocity_iterations`: people remember a part of a path.
        let typed: String = unknown.iter().collect();
        let shares =
            typed.chars().count() >= 4 && (name.contains(&typed) || typed.ends_with(last_part) && last_part.len() >= 4);
        if distance <= allowed || shares {
            near.push((if shares { distance.min(allowed + 1) } else { distance }, name));
        }
    }
    near.sort();
    near.truncate(3);
    near.into_iter().map(|(_, name)| name).collect()
}

/// ` Did you mean "x" or "y"?`, or nothing.
pub(super) fn did_you_mean<'n>(unknown: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let near = nearest_names(unknown, known);
    if near.is_empty() {
        return String::new();
    }
    let quoted: Vec<String> = near.iter().map(|name| format!("\"{name}\"")).collect();
    format!(" Did you mean {}?", quoted.join(" or "))
}

/// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_finger_are_understood() {
        let known = ["friction", "restitution", "solver.velocity_iterations", "mass"];
        assert_eq!(nearest_names("fricton", known), ["friction"]);
        assert_eq!(nearest_names("resttiution", known), ["restitution"]);
        assert_eq!(nearest_names("iterations", known), ["solver.velocity_iterations"]);
        assert!(nearest_names("colour", known).is_empty());
    }
}

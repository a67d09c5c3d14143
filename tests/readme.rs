//! The README's table of artifacts is written from the catalogue; this keeps it so.

use jitterscope::artifact::readme;

/// Run with `UPDATE_README=1` to write the table anew.
#[test]
fn the_table_of_artifacts_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let old = std::fs::read_to_string(path).unwrap();
    let new = readme::with_table(&old)
        .unwrap_or_else(|| panic!("README.md lacks the lines {} and {}", readme::BEGIN, readme::END));
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(path, new).unwrap();
        return;
    }
    assert!(
        old == new,
        "the table in README.md is out of date; write it with: UPDATE_README=1 cargo test --test readme"
    );
}

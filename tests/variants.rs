//! A cure proves its cause only if nothing else was changed: every variant of an artifact differs from `sick` in what
//! the catalogue names for its cure, and in that alone.

use jitterscope::artifact::ARTIFACTS;
use jitterscope::preset::{self, Preset, SettingsOverlay, schema::Variant};
use std::collections::BTreeSet;

/// Paths of the settings and properties of bodies in which a variant differs from another one.
fn differences(preset: &Preset, from: &str, to: &str) -> BTreeSet<String> {
    let settings = |variant: &str| preset.step_settings(Some(variant)).unwrap();
    let difference = SettingsOverlay::difference(&settings(from), &settings(to));
    let mut found: BTreeSet<String> = difference.entries().iter().map(|(path, _)| (*path).to_owned()).collect();
    let (old, new) = (preset.variants.get(from).unwrap(), preset.variants.get(to).unwrap());
    for name in old.bodies.names().chain(new.bodies.names()) {
        let (old, new) = (properties(old, name), properties(new, name));
        let keys = old.keys().chain(new.keys());
        found.extend(keys.filter(|key| old.get(*key) != new.get(*key)).map(|key| format!("body.{key}")));
    }
    found
}

fn properties(variant: &Variant, body: &str) -> serde_json::Map<String, serde_json::Value> {
    let change = variant.bodies.get(body).map(|change| serde_json::to_value(change).unwrap());
    change.and_then(|value| value.as_object().cloned()).unwrap_or_default()
}

#[test]
fn every_cured_variant_changes_what_its_cure_names_and_nothing_else() {
    for artifact in ARTIFACTS {
        let preset = preset::find(artifact.preset).unwrap();
        for cure in artifact.cures {
            let named: BTreeSet<String> = cure.changes.iter().map(|path| (*path).to_owned()).collect();
            assert!(!named.is_empty(), "{} {} names no change", artifact.id, cure.variant);
            assert_eq!(differences(&preset, "sick", cure.variant), named, "{} {}", artifact.id, cure.variant);
        }
    }
}

/// What changes no body starts from the same bits.
#[test]
fn variants_that_change_settings_start_from_the_same_state() {
    for artifact in ARTIFACTS {
        let preset = preset::find(artifact.preset).unwrap();
        let start = |variant: &str| preset.instantiate(Some(variant)).unwrap().world.state_hash();
        for cure in artifact.cures.iter().filter(|c| c.changes.iter().all(|path| !path.starts_with("body."))) {
            assert_eq!(start("sick"), start(cure.variant), "{} {}", artifact.id, cure.variant);
        }
    }
}

/// The comparison sees a second change that is smuggled in.
#[test]
fn a_variant_that_changes_more_than_it_says_is_found_out() {
    let mut preset = preset::find("squashed-stack").unwrap();
    assert_eq!(differences(&preset, "sick", "cured-warm-start").len(), 1);
    let cured = preset.variants.0.iter_mut().find(|(name, _)| name == "cured-warm-start").unwrap();
    cured.1.settings.set("solver.slop", &0.01.into()).unwrap();
    let heavier = preset::schema::BodyChange { mass: Some(7.0), ..Default::default() };
    cured.1.bodies = preset::schema::NamedList(vec![("tower".to_owned(), heavier)]);
    let found: Vec<String> = differences(&preset, "sick", "cured-warm-start").into_iter().collect();
    assert_eq!(found, ["body.mass", "solver.slop", "solver.warm_start"]);
}

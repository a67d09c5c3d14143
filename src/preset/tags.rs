//! What a scene is about, in words to search by: those that its author gave it, and those that can be seen in it.

use super::schema::{BodyKind, JointType, Preset, Repeat, Template};
use std::collections::BTreeSet;

/// From this speed at the start on a scene is about fast bodies, m/s.
const FAST: f32 = 15.0;
/// From so many bodies on a scene is a large one.
const MANY: u64 = 100;

/// The tags of a scene: the author's own first, then what is in it, each once.
pub fn tags(preset: &Preset) -> Vec<String> {
    let seen = seen_in(preset);
    let own = preset.tags.iter().map(|tag| tag.trim().to_lowercase()).filter(|tag| !tag.is_empty());
    let mut all: Vec<String> = Vec::new();
    for tag in own.chain(seen.into_iter().map(str::to_owned)) {
        if !all.contains(&tag) {
            all.push(tag);
        }
    }
    all
}

fn seen_in(preset: &Preset) -> BTreeSet<&'static str> {
    let scene = &preset.scene;
    let mut tags = BTreeSet::new();
    let mut note = |tag, is_there: bool| {
        if is_there {
            tags.insert(tag);
        }
    };
    let templates = |wanted: fn(&Template) -> bool| scene.templates.iter().any(wanted);
    note("joints", !scene.joints.is_empty() || !scene.templates.is_empty());
    note("ragdoll", templates(|template| matches!(template, Template::Ragdoll(_))));
    note("chain", templates(|template| matches!(template, Template::Chain(_))));
    note("motor", scene.joints.iter().any(|joint| joint.motor.is_some()));
    note("springs", !scene.springs.is_empty());
    note("forces", !scene.events.is_empty());
    note("animated", scene.bodies.iter().any(|body| body.kind == Some(BodyKind::Animated)));
    note("hinge", scene.joints.iter().any(|joint| joint.kind == JointType::Hinge));
    let repeats = || scene.bodies.iter().filter_map(|body| body.repeat.as_ref());
    note("stacking", repeats().any(is_stack));
    note("many bodies", scene.bodies.len() as u64 + repeats().map(count).sum::<u64>() >= MANY);
    let speed2 = |v: &[f32; 3]| v.iter().map(|x| x * x).sum::<f32>();
    note("fast", scene.bodies.iter().filter_map(|body| body.velocity.as_ref()).any(|v| speed2(v) >= FAST * FAST));
    note("cures", preset.variants.names().any(|name| name.starts_with("cured")));
    // What the variants turn is what the scene is about.
    for (_, variant) in preset.variants.iter() {
        for (path, _) in variant.settings.entries() {
            note(
                match path.split('.').next().unwrap_or(path) {
                    "time" => "time step",
                    "solver" => "solver",
                    "friction" => "friction",
                    "ccd" => "fast",
                    "joint" => "joints",
                    "sleep" => "sleep",
                    "broad_phase" | "narrow_phase" => "finding contacts",
                    "integrator" => "integrator",
                    _ => continue,
                },
                true,
            );
        }
    }
    tags
}

/// Bodies on top of each other.
fn is_stack(repeat: &Repeat) -> bool {
    match repeat {
        Repeat::Line { count, step, .. } => *count >= 3 && step[1].abs() > step[0].hypot(step[2]),
        Repeat::Grid { count, .. } => count[1] >= 2,
        Repeat::Wall { rows, .. } => *rows >= 2,
        Repeat::Pyramid { base, .. } => *base >= 2,
    }
}

fn count(repeat: &Repeat) -> u64 {
    match repeat {
        Repeat::Line { count, .. } => u64::from(*count),
        Repeat::Grid { count, .. } => count.iter().map(|n| u64::from(*n)).fold(1, u64::saturating_mul),
        Repeat::Wall { columns, rows, .. } => u64::from(*columns) * u64::from(*rows),
        Repeat::Pyramid { base, .. } => u64::from(*base) * (u64::from(*base) + 1) / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_seen_is_named_and_the_authors_words_come_first() {
        let of = |id: &str| tags(&super::super::find(id).unwrap());
        let has = |id: &str, tag: &str| of(id).iter().any(|t| t == tag);
        assert!(has("squashed-stack", "stacking") && has("squashed-stack", "solver"));
        assert!(has("restless-ragdoll", "ragdoll") && has("joint-drift", "chain") && has("tunnelling", "fast"));
        assert!(!has("squashed-stack", "joints") && !has("control-honest-fall", "stacking"));
        let mut preset = super::super::find("pyramid").unwrap();
        preset.tags = vec!["  Monday class ".to_owned(), "stacking".to_owned()];
        let all = tags(&preset);
        assert_eq!(all[..2], ["monday class", "stacking"]);
        assert_eq!(all.iter().filter(|tag| *tag == "stacking").count(), 1);
    }
}

//! Whether the parts of a preset fit together: names, physics, limits. What can be judged by one value alone was
//! judged when it was read.

use super::build::{Built, build, changed, matches};
use super::expand::{Entry, Expanded, MAX_HINTS, expand, missing};
use super::limits::MAX_SHAPES;
use super::problem::{Problem, Problems, did_you_mean};
use super::schema::{BodyChange, BodyKind, DrivenBy, Event, Preset};

impl Preset {
    /// Looks for everything that would keep the preset from running.
    ///
    /// # Errors
    /// All problems, with JSON paths but without lines. Numbers that a file could not hold (a size below zero) are
    /// found by saving, not here.
    pub fn check(&self) -> Result<(), Problems> {
        let problems = find_problems(self, &[]);
        if problems.is_empty() { Ok(()) } else { Err(Problems(problems)) }
    }
}

/// As [`Preset::check`], silent about bodies whose names begin with one of `lost_names`.
pub(super) fn find_problems(preset: &Preset, lost_names: &[String]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let scene = expand(&preset.scene, lost_names, &mut problems);
    let mut shapes = 0;
    let built: Vec<Option<Built>> = scene.entries.iter().map(|entry| build(entry, &mut problems)).collect();
    for body in &scene.bodies {
        shapes += built[body.entry].as_ref().map_or(1, Built::shape_count);
    }
    let mut checker = Checker { preset, scene: &scene, lost_names, problems: &mut problems };
    if shapes > MAX_SHAPES {
        checker.report("/scene/bodies", format!("the scene has {shapes} shapes; at most {MAX_SHAPES} are allowed"));
    }
    for (index, event) in preset.scene.events.iter().enumerate() {
        checker.event(event, &format!("/scene/events/{index}"));
    }
    for (name, variant) in preset.variants.iter() {
        let path = format!("/variants/{}/bodies", pointer_key(name));
        for (pattern, change) in variant.bodies.iter() {
            checker.change(pattern, change, &format!("{path}/{}", pointer_key(pattern)));
        }
    }
    checker.views();
    problems
}

/// A name as a part of a JSON pointer.
pub(super) fn pointer_key(name: &str) -> String {
    super::json::shorten(name).replace('~', "~0").replace('/', "~1")
}

struct Checker<'c> {
    preset: &'c Preset,
    scene: &'c Expanded,
    lost_names: &'c [String],
    problems: &'c mut Vec<Problem>,
}

impl Checker<'_> {
    fn report(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.problems.push(Problem { path: path.into(), line: None, message: message.into() });
    }

    /// The type of a body, or a report that there is none.
    fn body(&mut self, name: &str, path: &str) -> Option<BodyKind> {
        if let Some(&index) = self.scene.index.get(name) {
            return Some(self.entry_of(index).body.kind.unwrap_or(BodyKind::Dynamic));
        }
        if let Some(message) = missing(self.scene, self.lost_names, name, self.problems.len() > MAX_HINTS) {
            self.report(path, message);
        }
        None
    }

    fn entry_of(&self, body: usize) -> &Entry {
        &self.scene.entries[self.scene.bodies[body].entry]
    }

    fn event(&mut self, event: &Event, path: &str) {
        let body_path = format!("{path}/body");
        let Some(kind) = self.body(&event.body, &body_path) else { return };
        if event.set_pose.is_some() {
            let has_path =
                self.scene.index.get(&event.body).is_some_and(|&body| self.entry_of(body).body.path.is_some());
            if has_path {
                self.report(body_path, format!("\"{}\" follows its path; it cannot be put somewhere else", event.body));
            } else if kind == BodyKind::Static {
                self.report(body_path, format!("\"{}\" is static and stays where it is; make it animated", event.body));
            }
        } else if kind != BodyKind::Dynamic {
            self.report(
                body_path,
                format!("\"{}\" is not dynamic: nothing can push it or change its mass", event.body),
            );
        }
    }

    fn change(&mut self, pattern: &str, change: &BodyChange, path: &str) {
        let mut touched: Vec<usize> = Vec::new();
        for body in &self.scene.bodies {
            if matches(pattern, &body.name) && touched.last() != Some(&body.entry) {
                touched.push(body.entry);
            }
        }
        touched.sort_unstable();
        touched.dedup();
        if touched.is_empty() && !self.lost_names.iter().any(|lost| pattern.starts_with(lost.as_str())) {
            let hint = did_you_mean(pattern, self.scene.index.keys().map(String::as_str).take(2000));
            self.report(path, format!("no body is named \"{pattern}\".{hint}"));
        }
        let needs_dynamic = [
            ("inertia_scale", change.inertia_scale.is_some()),
            ("linear_damping", change.linear_damping.is_some()),
            ("angular_damping", change.angular_damping.is_some()),
            ("gravity_scale", change.gravity_scale.is_some()),
        ];
        let touches = |kind: BodyKind| {
            touched.iter().any(|&entry| self.scene.entries[entry].body.kind.unwrap_or(BodyKind::Dynamic) == kind)
        };
        let (touches_static, touches_animated, touches_dynamic) =
            (touches(BodyKind::Static), touches(BodyKind::Animated), touches(BodyKind::Dynamic));
        for (name, is_set) in needs_dynamic {
            if is_set && (touches_static || touches_animated) {
                self.report(
                    format!("{path}/{name}"),
                    format!("\"{pattern}\" has bodies that are not dynamic: they have no {name}"),
                );
            }
        }
        for (name, is_set) in [("density", change.density.is_some()), ("mass", change.mass.is_some())] {
            if is_set && touches_static {
                self.report(
                    format!("{path}/{name}"),
                    format!("\"{pattern}\" has bodies that are not dynamic: they have no {name}"),
                );
            }
        }
        if change.position.is_some() && self.preset.scene.bodies.iter().all(|b| b.name != pattern || b.repeat.is_some())
        {
            self.report(
                format!("{path}/position"),
                format!("\"{pattern}\" is not the name of a single body: only one can be put somewhere else"),
            );
        }
        if change.driven_by.is_some() && (touches_static || touches_dynamic) {
            self.report(format!("{path}/driven_by"), format!("\"{pattern}\" has bodies that are not animated"));
        }
        let mut found = Vec::new();
        for entry in touched {
            let entry = &self.scene.entries[entry];
            build(&Entry { body: changed(&entry.body, change), path: path.to_owned() }, &mut found);
        }
        found.dedup();
        self.problems.append(&mut found);
    }

    /// What is shown and taught.
    fn views(&mut self) {
        if let Some(sweep) = &self.preset.sweep {
            let kind = self.body(&sweep.body, "/sweep/body");
            if kind.is_some_and(|kind| kind != BodyKind::Dynamic) {
                self.report("/sweep/body", format!("\"{}\" is not dynamic", sweep.body));
            }
        }
        for (index, plot) in self.preset.watch.iter().flat_map(|watch| &watch.plots).enumerate() {
            if let Some(body) = &plot.body {
                self.body(body, &format!("/watch/plots/{index}/body"));
            }
        }
        for (index, step) in self.preset.lesson.iter().flat_map(|lesson| &lesson.steps).enumerate() {
            if let Some(variant) = &step.variant
                && self.preset.variants.get(variant).is_none()
            {
                let hint = did_you_mean(variant, self.preset.variants.names());
                self.report(
                    format!("/lesson/steps/{index}/variant"),
                    format!("there is no variant \"{variant}\".{hint}"),
                );
            }
        }
        for (index, step) in self.preset.lesson.iter().flat_map(|lesson| &lesson.steps).enumerate() {
            if let Some(body) = step.measure.as_ref().and_then(|measure| measure.body.as_ref()) {
                self.body(body, &format!("/lesson/steps/{index}/measure/body"));
            }
        }
        for (index, body) in self.preset.scene.bodies.iter().enumerate() {
            if body.driven_by == Some(DrivenBy::Pose) && body.path.is_none() {
                self.report(
                    format!("/scene/bodies/{index}/driven_by"),
                    "without a \"path\" there is nothing to follow",
                );
            }
        }
    }
}

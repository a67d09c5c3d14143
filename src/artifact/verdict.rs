//! From numbers to a finding: is the sick variant sick, is each cure a cure, does every detector stay silent where
//! nothing is wrong.

use super::catalogue::{Artifact, Litmus, SICK};
use super::reading::Reading;
use serde::Serialize;

/// One variant of an artifact's preset, judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VariantVerdict {
    pub variant: String,
    /// What the cure is; `None` for the sick variant.
    pub cure: Option<&'static str>,
    pub reading: Reading,
    /// The sick number divided by this one; `None` for the sick variant, and when it divides by zero (no artifact
    /// left at all).
    pub factor: Option<f64>,
    pub passed: bool,
    /// What was asked and what falls short; a full sentence either way.
    pub finding: String,
}

/// The artifact's number on a scene on which its detector has to stay silent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ControlVerdict {
    pub preset: String,
    /// Length of a step (s) and number of substeps, where they are not those of the preset.
    pub step: Option<(f32, u32)>,
    pub reading: Reading,
    pub passed: bool,
}

/// The number against the count of substeps: what is caused by cutting time has to fall.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LitmusVerdict {
    /// What cuts time into parts.
    #[serde(flatten)]
    pub of: Option<Litmus>,
    pub points: Vec<LitmusPoint>,
    /// Whether the catalogue says that the number has to fall.
    pub must_fall: bool,
    pub passed: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LitmusPoint {
    /// Parts into which time was cut: substeps of a step, or steps of a frame.
    pub substeps: u32,
    pub value: f64,
}

/// Everything that was found out about one artifact.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArtifactVerdict {
    pub number: &'static str,
    pub id: &'static str,
    pub measure: &'static str,
    pub unit: &'static str,
    pub sick_min: f64,
    pub cured_max: f64,
    pub required_factor: f64,
    pub variants: Vec<VariantVerdict>,
    pub controls: Vec<ControlVerdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub litmus: Option<LitmusVerdict>,
    pub passed: bool,
}

/// Judges the variants of one artifact: first `sick`, then the cures, in the order of the catalogue.
pub fn judge(artifact: &Artifact, sick: Reading, cured: Vec<Reading>) -> ArtifactVerdict {
    let sick_value = sick.value;
    let mut variants = vec![judge_sick(artifact, sick)];
    variants.extend(
        artifact
            .cures
            .iter()
            .zip(cured)
            .map(|(cure, reading)| judge_cured(artifact, cure.variant, cure.name, sick_value, reading)),
    );
    let passed = variants.len() == artifact.cures.len() + 1 && variants.iter().all(|v| v.passed);
    ArtifactVerdict {
        number: artifact.number,
        id: artifact.id,
        measure: artifact.measure.name,
        unit: artifact.measure.unit,
        sick_min: artifact.measure.sick_min,
        cured_max: artifact.measure.cured_max,
        required_factor: artifact.measure.factor,
        variants,
        controls: Vec::new(),
        litmus: None,
        passed,
    }
}

impl ArtifactVerdict {
    /// Adds scenes on which the detector has to stay silent.
    pub fn with_controls(mut self, controls: Vec<ControlVerdict>) -> Self {
        self.passed &= controls.iter().all(|c| c.passed);
        self.controls = controls;
        self
    }

    pub fn with_litmus(mut self, litmus: LitmusVerdict) -> Self {
        self.passed &= litmus.passed;
        self.litmus = Some(litmus);
        self
    }
}

/// A detector is silent on a scene when its number stays below the threshold from which on it would fire.
pub fn judge_control(artifact: &Artifact, preset: &str, step: Option<(f32, u32)>, reading: Reading) -> ControlVerdict {
    let passed = reading.value < artifact.measure.sick_min;
    ControlVerdict { preset: preset.to_owned(), step, reading, passed }
}

impl ControlVerdict {
    /// The preset, and at which step it was tried: `pyramid at 1/240 s, 4 substeps`.
    pub fn name(&self) -> String {
        match self.step {
            None => self.preset.clone(),
            Some((dt, substeps)) => format!("{} at 1/{:.0} s, {substeps} substeps", self.preset, 1.0 / dt),
        }
    }
}

/// The number has to fall from 1 to 4 and from 4 to 16 parts; it may stay where it is only once it counts as cured.
pub fn judge_litmus(artifact: &Artifact, points: Vec<LitmusPoint>) -> LitmusVerdict {
    let at = |substeps| points.iter().find(|p| p.substeps == substeps).map(|p| p.value);
    let falls = match (at(1), at(4), at(16)) {
        (Some(one), Some(four), Some(sixteen)) => {
            four < one && (sixteen < four || (sixteen == four && four <= artifact.measure.cured_max))
        }
        _ => false,
    };
    LitmusVerdict {
        of: artifact.litmus,
        points,
        must_fall: artifact.litmus.is_some(),
        passed: falls || artifact.litmus.is_none(),
    }
}

fn judge_sick(artifact: &Artifact, reading: Reading) -> VariantVerdict {
    let measure = &artifact.measure;
    let passed = reading.value >= measure.sick_min;
    let finding = match (&reading.evidence, passed) {
        (Some(evidence), true) => evidence.text.clone(),
        (Some(evidence), false) => {
            format!("below {} {}, so the artifact does not show: {}", measure.sick_min, measure.unit, evidence.text)
        }
        (None, _) => "the detector saw nothing of the kind".to_owned(),
    };
    VariantVerdict { variant: SICK.to_owned(), cure: None, reading, factor: None, passed, finding }
}

fn judge_cured(artifact: &Artifact, variant: &str, cure: &'static str, sick: f64, reading: Reading) -> VariantVerdict {
    let measure = &artifact.measure;
    let is_low = reading.value <= measure.cured_max;
    let factor = (reading.value > 0.0).then(|| sick / reading.value);
    let is_far = factor.is_none_or(|f| f >= measure.factor);
    let finding = if !is_low {
        let seen = reading.evidence.as_ref().map_or(String::new(), |e| format!(": {}", e.text));
        format!("not cured, above {} {}{seen}", measure.cured_max, measure.unit)
    } else if !is_far {
        format!("better, but not by the factor {} asked for", measure.factor)
    } else {
        format!("confirmed to cure it: {cure}")
    };
    VariantVerdict { variant: variant.to_owned(), cure: Some(cure), reading, factor, passed: is_low && is_far, finding }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(value: f64) -> Reading {
        Reading { value, ..Reading::default() }
    }

    fn judged(sick: f64, cured: f64) -> ArtifactVerdict {
        let artifact = Artifact::find("squashed-stack").unwrap();
        judge(artifact, reading(sick), vec![reading(cured); artifact.cures.len()])
    }

    #[test]
    fn sick_cured_and_factor_are_each_asked_for() {
        assert!(judged(20.0, 0.5).passed);
        assert!(!judged(9.0, 0.5).passed, "not sick enough");
        assert!(!judged(20.0, 1.5).passed, "not cured");
        let drift = Artifact::find("joint-drift").unwrap();
        let far = |sick: f64, cured: f64| judge(drift, reading(sick), vec![reading(cured); drift.cures.len()]).passed;
        let (sick, factor) = (drift.measure.sick_min, drift.measure.factor);
        let barely = (sick / factor).min(drift.measure.cured_max);
        assert!(far(barely * factor, barely), "as far as asked for");
        assert!(!far(sick, sick / factor * 1.01), "not far enough");
    }

    #[test]
    fn a_missing_variant_fails_and_nothing_left_is_an_infinite_factor() {
        let artifact = Artifact::find("tunnelling").unwrap();
        assert!(!judge(artifact, reading(100.0), vec![reading(0.0)]).passed);
        let whole = judge(artifact, reading(100.0), vec![reading(0.0); artifact.cures.len()]);
        assert!(whole.passed && whole.variants[1].factor.is_none());
    }

    #[test]
    fn a_number_that_does_not_fall_with_substeps_fails_the_litmus() {
        let artifact = Artifact::find("tunnelling").unwrap();
        let points = |values: [f64; 3]| -> Vec<LitmusPoint> {
            let counts = [1, 4, 16].into_iter();
            counts.zip(values).map(|(substeps, value)| LitmusPoint { substeps, value }).collect()
        };
        assert!(judge_litmus(artifact, points([90.0, 40.0, 0.0])).passed);
        assert!(judge_litmus(artifact, points([90.0, 0.0, 0.0])).passed);
        assert!(!judge_litmus(artifact, points([90.0, 90.0, 0.0])).passed);
        assert!(!judge_litmus(artifact, points([90.0, 40.0, 41.0])).passed);
        let slow = Artifact::find("slow-motion").unwrap();
        assert!(judge_litmus(slow, points([16.0, 4.0, 1.0])).passed);
        assert!(judge_litmus(slow, points([2.0, 1.0, 1.0])).passed, "cured, and it stays so");
        assert!(!judge_litmus(slow, points([2.0, 1.0, 1.01])).passed, "it rises again");
        assert!(!judge_litmus(slow, points([2.0, 1.5, 1.5])).passed, "it stays, and is not cured");
    }

    #[test]
    fn a_detector_that_fires_on_a_control_fails_its_artifact() {
        let artifact = Artifact::find("squashed-stack").unwrap();
        let silent = judge_control(artifact, "control-tower", None, reading(0.5));
        let firing = judge_control(artifact, "control-tower", None, reading(11.0));
        assert!(judged(20.0, 0.5).with_controls(vec![silent]).passed);
        assert!(!judged(20.0, 0.5).with_controls(vec![firing]).passed);
    }
}

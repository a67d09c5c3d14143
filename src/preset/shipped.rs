//! The presets that come with the program, built into it.

use super::problem::{Problems, did_you_mean};
use super::schema::Preset;
use std::path::Path;

/// A preset built into the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The name of its file in `presets/`, without `.json`.
    pub id: &'static str,
    pub text: &'static str,
}

impl Shipped {
    /// Reads it. A test makes sure that this works for every one.
    ///
    /// # Errors
    /// As [`super::parse`].
    pub fn preset(&self) -> Result<Preset, Problems> {
        super::parse(self.text)
    }

    /// Whether it is a control: a scene that looks like an artifact and is none.
    pub fn is_control(&self) -> bool {
        self.id.starts_with("control-")
    }
}

macro_rules! shipped {
    ($($id:literal),* $(,)?) => {
        &[$(Shipped { id: $id, text: include_str!(concat!("../../presets/", $id, ".json")) }),*]
    };
}

/// All of them: artifacts, then controls, then demos.
pub fn shipped() -> &'static [Shipped] {
    SHIPPED
}

const SHIPPED: &[Shipped] = shipped![
    "well-of-despair",
    "slow-motion",
    "oversized-scene",
    "tilted-bounce",
    "weightless-bottom",
    "weightless-bottom-shock",
    "asymmetric-body",
    "asymmetric-chain",
    "squashed-stack",
    "restless-stack",
    "sliding-stack",
    "rattling-stack",
    "rattling-pruning",
    "shoot-out",
    "shoot-out-depth",
    "pushed-through",
    "tunnelling",
    "turned-through",
    "early-stop",
    "compound-jam",
    "invisible-hook",
    "unstable-pruning",
    "joint-drift",
    "joint-drift-arm",
    "joint-drift-spin",
    "restless-ragdoll",
    "single-axis-joint",
    "hard-limit",
    "geometric-recovery",
    "frictionless-pyramid",
    "ghost-animation",
    "ghost-animation-mass",
    "variable-step",
    "euler-blow-up",
    "rotation-off",
    "control-balance",
    "control-soft-creep",
    "control-honest-fall",
    "control-bouncing-ball",
    "control-steep-slope",
    "control-rolling-wheel",
    "control-tall-tower",
    "control-hanging-chain",
    "control-thick-wall",
    "control-motor",
    "pyramid",
    "wall-and-ball",
    "newtons-cradle",
    "dominoes",
];

/// The preset of an id, or else of a file.
///
/// # Errors
/// When there is neither, with the nearest ids; otherwise as [`super::load`].
pub fn find(id_or_path: &str) -> Result<Preset, Problems> {
    if let Some(shipped) = SHIPPED.iter().find(|shipped| shipped.id == id_or_path) {
        return shipped.preset();
    }
    let path = Path::new(id_or_path);
    if path.exists() || id_or_path.ends_with(".json") || id_or_path.contains(std::path::MAIN_SEPARATOR) {
        return super::load(path);
    }
    let hint = did_you_mean(id_or_path, SHIPPED.iter().map(|shipped| shipped.id));
    let message = format!(
        "\"{id_or_path}\" is neither a file nor a preset that comes with the program.{hint} `jitterscope list` names them"
    );
    Err(Problems::whole(message))
}

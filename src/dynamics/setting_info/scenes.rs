//! Where each setting shows what it does: the scene that its documentation names. `tests/toggles.rs` runs every scene with
//! other values of its setting and asks for other states.

use super::SettingInfo;
use std::fmt;

/// A shipped preset in which turning a setting changes the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettingScene {
    pub path: &'static str,
    pub preset: &'static str,
    /// Empty for scenes without variants.
    pub variant: &'static str,
    /// Another setting that has to be set first, as `path=value`; empty for most.
    pub with: &'static str,
}

impl SettingInfo {
    /// The scene in which this setting shows what it does.
    pub fn scene(&self) -> Option<&'static SettingScene> {
        SCENES.iter().find(|scene| scene.path == self.path)
    }
}

impl fmt::Display for SettingScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.preset)?;
        if !self.variant.is_empty() {
            write!(f, " ({})", self.variant)?;
        }
        if !self.with.is_empty() {
            write!(f, ", with {}", self.with.replace('=', " = "))?;
        }
        Ok(())
    }
}

const fn scene(path: &'static str, preset: &'static str, variant: &'static str, with: &'static str) -> SettingScene {
    SettingScene { path, preset, variant, with }
}

/// In the order of the table of settings.
pub(super) const SCENES: &[SettingScene] = &[
    scene("time.dt", "asymmetric-body", "sick", ""),
    scene("time.substeps", "asymmetric-body", "sick", ""),
    scene("time.stepping", "well-of-despair", "sick", ""),
    scene("time.frame_rate", "slow-motion", "sick", ""),
    scene("time.frame_jitter", "variable-step", "sick", ""),
    scene("time.jitter_seed", "variable-step", "sick", ""),
    scene("time.step_cost", "well-of-despair", "sick", ""),
    scene("time.max_steps_per_frame", "well-of-despair", "cured-cap", ""),
    scene("time.interpolation", "slow-motion", "cured-accumulator", "time.frame_rate=50"),
    scene("integrator.method", "euler-blow-up", "sick", ""),
    scene("integrator.gyroscopic", "asymmetric-body", "sick", ""),
    scene("integrator.rotations", "rotation-off", "sick", ""),
    scene("integrator.inertia_scale", "asymmetric-body", "sick", ""),
    scene("integrator.linear_damping", "asymmetric-body", "sick", ""),
    scene("integrator.angular_damping", "asymmetric-body", "sick", ""),
    scene("animated.velocity", "ghost-animation", "sick", ""),
    scene("animated.mass", "ghost-animation-mass", "sick", ""),
    scene("gravity", "asymmetric-body", "sick", ""),
    scene("solver.method", "tilted-bounce", "sick", ""),
    scene("solver.velocity_iterations", "squashed-stack", "sick", ""),
    scene("solver.relax_iterations", "control-tall-tower", "", ""),
    scene("solver.static_iterations", "pushed-through", "cured-static-iterations", ""),
    scene("solver.warm_start", "squashed-stack", "sick", ""),
    scene("solver.warm_start_friction", "asymmetric-body", "sick", ""),
    scene("solver.over_relaxation", "compound-jam", "sick", ""),
    scene("solver.order", "wall-and-ball", "", ""),
    scene("solver.shuffle_seed", "compound-jam", "sick", "solver.order=shuffled"),
    scene("solver.shock_propagation", "squashed-stack", "sick", ""),
    scene("solver.shock_mass_scale", "squashed-stack", "cured-shock", ""),
    scene("solver.position_correction", "asymmetric-body", "sick", ""),
    scene("solver.position_iterations", "asymmetric-body", "sick", "solver.position_correction=nonlinear"),
    scene("solver.baumgarte", "squashed-stack", "sick", ""),
    scene("solver.slop", "asymmetric-body", "sick", ""),
    scene("solver.max_push_out_speed", "shoot-out", "cured-push-out", ""),
    scene("solver.contact_hertz", "control-tall-tower", "", ""),
    scene("solver.contact_damping_ratio", "control-tall-tower", "", ""),
    scene("solver.joint_hertz", "control-hanging-chain", "", ""),
    scene("solver.joint_damping_ratio", "control-hanging-chain", "", ""),
    scene("friction.model", "asymmetric-body", "sick", ""),
    scene("friction.bound", "asymmetric-body", "sick", ""),
    scene("friction.fixed_force", "weightless-bottom", "sick", ""),
    scene("friction.anchors", "sliding-stack", "sick", ""),
    scene("friction.anchor_rate", "sliding-stack", "cured-anchors", ""),
    scene("restitution.threshold", "shoot-out", "cured-bounds", ""),
    scene("sleep.enabled", "restless-stack", "cured-soft", ""),
    scene("sleep.speed", "control-steep-slope", "", ""),
    scene("sleep.delay_secs", "control-balance", "", ""),
    scene("broad_phase.method", "wall-and-ball", "", ""),
    scene("broad_phase.margin", "shoot-out", "sick", ""),
    scene("narrow_phase.method", "asymmetric-body", "sick", ""),
    scene("narrow_phase.pruning", "frictionless-pyramid", "sick", ""),
    scene("narrow_phase.pruning_seed", "rattling-pruning", "sick", ""),
    scene("narrow_phase.manifold", "rattling-stack", "sick", ""),
    scene("narrow_phase.sample_count", "asymmetric-body", "sick", "narrow_phase.manifold=sampled"),
    scene("narrow_phase.sample_angle_degrees", "asymmetric-body", "sick", "narrow_phase.manifold=sampled"),
    scene("narrow_phase.speculative_distance", "asymmetric-body", "sick", ""),
    scene("narrow_phase.recycle_distance", "dominoes", "", ""),
    scene("narrow_phase.deep_contact_fault", "shoot-out-depth", "sick", ""),
    scene("narrow_phase.filter_internal_edges", "invisible-hook", "sick", ""),
    scene("ccd.mode", "turned-through", "sick", ""),
    scene("ccd.bodies", "turned-through", "cured-rotation", ""),
    scene("ccd.fast_threshold", "asymmetric-body", "sick", ""),
    scene("ccd.on_impact", "early-stop", "cured-substepping", ""),
    scene("joint.rows", "control-hanging-chain", "", ""),
    scene("joint.axes", "control-hanging-chain", "", ""),
    scene("joint.limits", "restless-ragdoll", "sick", ""),
    scene("joint.limit_hertz", "restless-ragdoll", "sick", "joint.limits=soft"),
    scene("joint.limit_damping_ratio", "restless-ragdoll", "sick", "joint.limits=soft"),
    scene("joint.friction", "control-hanging-chain", "", ""),
    scene("joint.damping", "control-hanging-chain", "", ""),
    scene("joint.recovery", "joint-drift", "sick", ""),
    scene("joint.visual_displacement", "joint-drift", "sick", ""),
    scene("joint.self_collision", "restless-ragdoll", "sick", ""),
];

#[test]
fn every_setting_has_a_scene_in_its_place() {
    let paths: Vec<&str> = super::SETTINGS.iter().map(|info| info.path).collect();
    assert_eq!(SCENES.iter().map(|scene| scene.path).collect::<Vec<_>>(), paths);
}

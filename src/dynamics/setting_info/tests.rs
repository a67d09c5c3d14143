//! The table against the settings themselves: every one is there once, and choices are spelled as in files.

use super::*;
use crate::dynamics::*;
use serde_json::Value;

fn leaves(value: &Value, path: String, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                leaves(value, path, found);
            }
        }
        _ => found.push(path),
    }
}

#[test]
fn the_table_names_every_setting_once() {
    let mut in_settings = Vec::new();
    leaves(&serde_json::to_value(StepSettings::default()).unwrap(), String::new(), &mut in_settings);
    in_settings.sort();
    let mut in_table: Vec<String> = SETTINGS.iter().map(|s| s.path.to_owned()).collect();
    in_table.sort();
    assert_eq!(in_settings, in_table);
}

/// The names of every choice as serde writes them into files.
fn all_variants() -> Vec<(&'static str, Vec<String>)> {
    fn names<T: serde::Serialize>(values: &[T]) -> Vec<String> {
        values.iter().map(|v| serde_json::to_value(v).unwrap().as_str().unwrap().to_owned()).collect()
    }
    vec![
        (
            "time.stepping",
            names(&[Stepping::Fixed, Stepping::Variable, Stepping::Accumulator, Stepping::Capped, Stepping::Adaptive]),
        ),
        (
            "integrator.method",
            names(&[
                IntegratorMethod::ExplicitEuler,
                IntegratorMethod::SymplecticEuler,
                IntegratorMethod::ImplicitEuler,
                IntegratorMethod::VelocityVerlet,
                IntegratorMethod::Rk4,
            ]),
        ),
        ("animated.velocity", names(&[AnimatedVelocity::FromPath, AnimatedVelocity::Zero])),
        ("animated.mass", names(&[AnimatedMass::Infinite, AnimatedMass::Finite])),
        ("integrator.gyroscopic", names(&[Gyroscopic::Off, Gyroscopic::Explicit, Gyroscopic::Implicit])),
        (
            "broad_phase.method",
            names(&[
                BroadPhaseMethod::BruteForce,
                BroadPhaseMethod::SweepAndPrune,
                BroadPhaseMethod::QuantisedSweepAndPrune,
                BroadPhaseMethod::AabbTree,
            ]),
        ),
        ("narrow_phase.method", names(&[NarrowPhaseMethod::Sat, NarrowPhaseMethod::GjkEpa])),
        ("narrow_phase.pruning", names(&[Pruning::None, Pruning::Consistent, Pruning::Unstable])),
        (
            "narrow_phase.manifold",
            names(&[ManifoldMode::Full, ManifoldMode::Sampled, ManifoldMode::OnePointCached, ManifoldMode::OnePoint]),
        ),
        (
            "ccd.mode",
            names(&[
                CcdMode::Off,
                CcdMode::EarlyEngage,
                CcdMode::Speculative,
                CcdMode::LinearSweep,
                CcdMode::NonlinearSweep,
            ]),
        ),
        ("ccd.bodies", names(&[CcdBodies::All, CcdBodies::Fast, CcdBodies::Marked])),
        ("ccd.on_impact", names(&[OnImpact::Stop, OnImpact::Substep])),
        (
            "solver.method",
            names(&[
                SolverMethod::Soft,
                SolverMethod::SequentialImpulse,
                SolverMethod::Block,
                SolverMethod::Jacobi,
                SolverMethod::WorstFirst,
            ]),
        ),
        (
            "solver.order",
            names(&[
                RowOrder::Generated,
                RowOrder::Reversed,
                RowOrder::Shuffled,
                RowOrder::BottomUp,
                RowOrder::StaticFirst,
                RowOrder::StaticLast,
            ]),
        ),
        (
            "solver.shock_propagation",
            names(&[ShockPropagation::Off, ShockPropagation::MassScaling, ShockPropagation::LevelByLevel]),
        ),
        (
            "solver.position_correction",
            names(&[
                PositionCorrection::None,
                PositionCorrection::Baumgarte,
                PositionCorrection::SplitImpulse,
                PositionCorrection::Nonlinear,
            ]),
        ),
        (
            "friction.model",
            names(&[
                FrictionModel::None,
                FrictionModel::Coupled,
                FrictionModel::DecoupledLast,
                FrictionModel::DecoupledFixed,
            ]),
        ),
        ("friction.bound", names(&[FrictionBound::Pyramid, FrictionBound::Cone])),
        (
            "joint.rows",
            names(&[JointRows::Automatic, JointRows::One, JointRows::Three, JointRows::Block, JointRows::Tree]),
        ),
        ("joint.axes", names(&[JointAxes::World, JointAxes::Body])),
        ("joint.limits", names(&[JointLimits::ByJoint, JointLimits::Hard, JointLimits::Soft, JointLimits::Off])),
        ("joint.recovery", names(&[JointRecovery::None, JointRecovery::Velocity, JointRecovery::MoveBodies])),
        ("joint.self_collision", names(&[SelfCollision::ByJoint, SelfCollision::All, SelfCollision::None])),
    ]
}
#[test]
fn the_choices_are_the_names_in_files() {
    for (path, names) in all_variants() {
        let setting = SETTINGS.iter().find(|s| s.path == path).unwrap();
        let SettingKind::Choice(choices) = setting.kind else { panic!("{path} is no choice") };
        assert_eq!(choices.iter().map(|c| c.0.to_owned()).collect::<Vec<_>>(), names, "{path}");
    }
}

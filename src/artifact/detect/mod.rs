//! One file per artifact. Each opens with the definition of its number and the reason for its threshold.
//!
//! A detector reads a recording and nothing else: no settings, no world. It has to be right on scenes that it was
//! not made for, so each states what it excludes because it can happen without the artifact.

pub mod asymmetric_body;
pub mod asymmetric_chain;
mod bound_motion;
pub mod compound_jam;
pub mod early_stop;
pub mod euler_blow_up;
mod falls;
pub mod frictionless_pyramid;
pub mod geometric_recovery;
pub mod ghost_animation;
pub mod hard_limit;
pub mod invisible_hook;
pub mod joint_drift;
pub mod oversized_scene;
pub mod pushed_through;
pub mod rattling_stack;
pub mod restless_ragdoll;
pub mod restless_stack;
pub mod rotation_off;
pub mod shoot_out;
pub mod single_axis_joint;
pub mod sliding_stack;
pub mod slow_motion;
pub mod squashed_stack;
mod stay;
pub mod tilted_bounce;
pub mod tunnelling;
pub mod turned_through;
pub mod variable_step;
pub mod weightless_bottom;
pub mod well_of_despair;

//! One file per artifact. Each opens with the definition of its number and the reason for its threshold.
//!
//! A detector reads a recording and nothing else: no settings, no world. It has to be right on scenes that it was
//! not made for, so each states what it excludes because it can happen without the artifact.

pub mod compound_jam;
pub mod early_stop;
pub mod frictionless_pyramid;
pub mod invisible_hook;
pub mod joint_drift;
pub mod pushed_through;
pub mod rattling_stack;
pub mod restless_stack;
pub mod shoot_out;
pub mod sliding_stack;
pub mod squashed_stack;
pub mod tilted_bounce;
pub mod tunnelling;
pub mod turned_through;
pub mod weightless_bottom;

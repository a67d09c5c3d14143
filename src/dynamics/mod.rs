//! The rigid-body core: bodies, contacts, joints, and the step.

mod body;
mod ccd;
mod contact;
mod contact_modes;
mod digest;
mod edit;
mod internal_edges;
mod island;
pub mod joint;
mod manifolds;
mod pairs;
mod probe;
mod setting_info;
mod settings;
mod snapshot;
pub mod solver;
mod spring;
mod step;
mod world;

pub use body::{Body, BodyDef, BodyId, BodyState, BodyType, Collider, ColliderDef, MassSpec};
pub use contact::{Contact, ContactPoint};
pub use edit::{EditError, WorldEdit};
pub use joint::{Joint, JointDef, JointError, JointId, JointKind, JointOptions, Limit, Motor, SoftLimit};
pub use probe::{Clamp, Gathering, IterationEvent, Pass, Probe, RowEvent, Stage, Together};
pub use setting_info::{SETTINGS, SettingInfo, SettingKind, SettingScene};
pub use settings::*;
pub use snapshot::Snapshot;
pub use solver::{Row, RowId, RowKind};
pub use spring::Spring;
pub use world::{Counters, StepFault, World};

//! A preset come to life: a world, its settings and its script.

use super::build::{Built, build, changed, matches};
use super::edit::Item;
use super::expand::{Entry, Expanded, FlatJoint, expand, rotation};
use super::motion::Motion;
use super::problem::{Problem, Problems, did_you_mean};
use super::schema::{DrivenBy, Event, Force, JointType, Preset, Sweep, Variant};
use super::script::{Action, Happening, Mover, Push, Script};
use crate::dynamics::{BodyId, JointDef, JointId, JointKind, Probe, Spring, StepFault, StepSettings, World};
use crate::math::{Pose, Quat, Vec3};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A running scene. A clone goes on exactly alike.
#[derive(Clone)]
pub struct Instance {
    pub world: World,
    pub settings: StepSettings,
    pub script: Script,
    /// Name of the variant; empty for the preset itself.
    pub variant: String,
    /// Name of each body, by its id.
    names: Arc<[String]>,
    index: Arc<BTreeMap<String, BodyId>>,
    /// Centre of mass of each body in the frame in which it was written, m.
    centers: Arc<[Vec3]>,
    origins: Arc<Origins>,
}

/// From which things of the document bodies and joints came, by their ids.
#[derive(Default)]
struct Origins {
    bodies: Vec<Option<Item>>,
    joints: Vec<Option<Item>>,
    /// The bodies of each thing have ids in a row: first, and one after the last.
    ranges: BTreeMap<Item, (u32, u32)>,
}

impl Origins {
    fn of(scene: &Expanded) -> Self {
        let bodies: Vec<Option<Item>> =
            scene.bodies.iter().map(|body| Item::at(&scene.entries[body.entry].path)).collect();
        let mut ranges = BTreeMap::new();
        for (id, item) in (0_u32..).zip(&bodies) {
            if let Some(item) = item {
                ranges.entry(*item).or_insert((id, id)).1 = id + 1;
            }
        }
        Self { bodies, joints: scene.joints.iter().map(|joint| joint.origin).collect(), ranges }
    }
}

impl Instance {
    /// Applies what the script has for this step, then steps.
    ///
    /// # Errors
    /// When a number of the world is no longer finite.
    pub fn step<P: Probe>(&mut self, probe: &mut P) -> Result<(), StepFault> {
        for edit in self.script.edits(&self.world, self.settings.time.dt) {
            // Checked when the preset was read; what user edits did since cannot make these ids or numbers wrong.
            let _ = self.world.apply(edit);
        }
        self.world.step(&self.settings, probe)
    }

    /// The same with an empty world, for whoever keeps the world apart.
    pub fn without_world(&self) -> Self {
        self.with_world(World::new())
    }

    /// The same with another world: a state of this scene from some other moment.
    pub fn with_world(&self, world: World) -> Self {
        let Self { world: _, settings, script, variant, names, index, centers, origins } = self;
        let (settings, script, variant) = (settings.clone(), script.clone(), variant.clone());
        let (names, index) = (names.clone(), index.clone());
        let (centers, origins) = (centers.clone(), origins.clone());
        Self { world, settings, script, variant, names, index, centers, origins }
    }

    /// Name of each body, by its id. Bodies added later are not in it.
    pub fn body_names(&self) -> &[String] {
        &self.names
    }

    /// The body of a name, like `box`, `tower[3]` or `doll.head`.
    pub fn find_body(&self, name: &str) -> Option<BodyId> {
        self.index.get(name).copied()
    }

    /// The thing of the document that a body came from; `None` for bodies added later.
    pub fn item_of_body(&self, body: BodyId) -> Option<Item> {
        self.origins.bodies.get(body.index()).copied().flatten()
    }

    /// The bodies that came from a thing of the document.
    pub fn bodies_of(&self, item: Item) -> std::ops::Range<u32> {
        let (first, end) = self.origins.ranges.get(&item).copied().unwrap_or_default();
        first..end
    }

    /// The thing of the document that a joint came from.
    pub fn item_of_joint(&self, joint: JointId) -> Option<Item> {
        self.origins.joints.get(joint.0 as usize).copied().flatten()
    }

    /// The frame in which a body was written, as it lies now. (The core's own frame has its origin at the centre of
    /// mass.)
    pub fn world_from_authored(&self, body: BodyId) -> Pose {
        let pose = self.world.world_from_body(body);
        let center = self.centers.get(body.index()).copied().unwrap_or(Vec3::ZERO);
        Pose::new(pose.transform_point(-center), pose.rotation)
    }
}

impl Preset {
    /// The settings of a variant, or of the preset itself.
    ///
    /// # Errors
    /// When there is no such variant.
    pub fn step_settings(&self, variant: Option<&str>) -> Result<StepSettings, Problems> {
        let mut settings = StepSettings::default();
        self.settings.apply_to(&mut settings);
        if let Some(variant) = self.find_variant(variant)? {
            variant.settings.apply_to(&mut settings);
        }
        Ok(settings)
    }

    /// Makes the scene with a variant's changes, or as it is.
    ///
    /// # Errors
    /// When there is no such variant, or when [`Self::check`] finds anything.
    pub fn instantiate(&self, variant: Option<&str>) -> Result<Instance, Problems> {
        self.instantiate_shifted(variant, None)
    }

    /// Run `index` of the preset's sweep: its body starts index/count of the offset further.
    ///
    /// # Errors
    /// As [`Self::instantiate`]; also when the preset has no sweep.
    pub fn instantiate_sweep(&self, variant: Option<&str>, index: u32) -> Result<Instance, Problems> {
        let sweep = self.sweep.as_ref().ok_or_else(|| Problems::whole("the preset has no \"sweep\""))?;
        let Sweep { body, offset, count } = sweep;
        let shift = Vec3::from(*offset) * (index as f32 / (*count).max(1) as f32);
        self.instantiate_shifted(variant, Some((body, shift)))
    }

    /// As [`Self::instantiate`], with one body started elsewhere (m). Joints keep their anchors in the bodies.
    ///
    /// # Errors
    /// As [`Self::instantiate`]; also when there is no such body.
    pub fn instantiate_shifted(
        &self,
        variant: Option<&str>,
        shift: Option<(&str, Vec3)>,
    ) -> Result<Instance, Problems> {
        let settings = self.step_settings(variant)?;
        self.check()?;
        let mut problems = Vec::new();
        let mut scene = expand(&self.scene, &[], &mut problems);
        let change = self.find_variant(variant)?;
        for (name, change) in change.iter().flat_map(|variant| variant.bodies.iter()) {
            if let (Some(position), Some(&body)) = (change.position, scene.index.get(name)) {
                scene.bodies[body].world_from_authored.translation = position.into();
            }
        }
        if let Some((name, offset)) = shift {
            let body = scene
                .index
                .get(name)
                .copied()
                .ok_or_else(|| Problems::whole(format!("there is no body named \"{name}\"")))?;
            scene.bodies[body].world_from_authored.translation += offset;
        }
        let mut builder = Builder { scene, world: World::new(), built: Vec::new(), parts: BTreeMap::new() };
        builder.add_bodies(change, &mut problems);
        if !problems.is_empty() {
            return Err(Problems(problems));
        }
        builder.add_joints();
        builder.add_springs();
        let script = builder.script(&self.scene.events);
        let names = builder.scene.bodies.iter().map(|body| body.name.clone()).collect();
        let index = builder.scene.index.iter().map(|(name, &body)| (name.clone(), BodyId(body as u32))).collect();
        let origins = Origins::of(&builder.scene);
        Ok(Instance {
            world: builder.world,
            settings,
            script,
            variant: variant.unwrap_or_default().to_owned(),
            names,
            index: Arc::new(index),
            centers: builder.built.iter().map(|(_, built)| built.center).collect(),
            origins: Arc::new(origins),
        })
    }

    fn find_variant(&self, name: Option<&str>) -> Result<Option<&Variant>, Problems> {
        let Some(name) = name.filter(|name| !name.is_empty()) else { return Ok(None) };
        self.variants.get(name).map(Some).ok_or_else(|| {
            let hint = did_you_mean(name, self.variants.names());
            let known: Vec<&str> = self.variants.names().collect();
            let known =
                if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.join(", ")) };
            Problems::whole(format!("the preset \"{}\" has no variant \"{name}\".{hint} ({known})", self.title))
        })
    }
}

struct Builder {
    scene: Expanded,
    world: World,
    /// Of each body: how it is driven, and what was built.
    built: Vec<(DrivenBy, Built)>,
    /// What was built from an entry with certain changes.
    parts: BTreeMap<(usize, Vec<usize>), (DrivenBy, Built)>,
}

impl Builder {
    fn add_bodies(&mut self, variant: Option<&Variant>, problems: &mut Vec<Problem>) {
        let changes: Vec<_> = variant.iter().flat_map(|variant| variant.bodies.iter()).collect();
        for body in &self.scene.bodies {
            let applied: Vec<usize> = (0..changes.len()).filter(|&i| matches(changes[i].0, &body.name)).collect();
            let key = (body.entry, applied);
            if !self.parts.contains_key(&key) {
                let entry = &self.scene.entries[body.entry];
                let mut definition = entry.body.clone();
                for &index in &key.1 {
                    definition = changed(&definition, changes[index].1);
                }
                let driven_by = definition.driven_by.unwrap_or(DrivenBy::Velocity);
                let Some(built) = build(&Entry { body: definition, path: entry.path.clone() }, problems) else {
                    return;
                };
                self.parts.insert(key.clone(), (driven_by, built));
            }
            let Some((driven_by, built)) = self.parts.get(&key) else { return };
            self.world.add_body(built.place(&body.name, &body.world_from_authored));
            self.built.push((*driven_by, built.clone()));
        }
    }

    fn add_joints(&mut self) {
        for joint in &self.scene.joints {
            let def = self.joint_def(joint);
            self.world.add_joint(def);
        }
    }

    fn add_springs(&mut self) {
        for spring in &self.scene.springs {
            let anchor = |body: usize, anchor: Vec3| anchor - self.built[body].1.center;
            self.world.add_spring(Spring {
                name: spring.name.as_str().into(),
                body_a: BodyId(spring.a as u32),
                anchor_a: anchor(spring.a, spring.anchor_a),
                body_b: spring.b.map(|b| BodyId(b as u32)),
                anchor_b: spring.b.map_or(spring.anchor_b, |b| anchor(b, spring.anchor_b)),
                stiffness: spring.stiffness,
                damping: spring.damping,
                rest_length: spring.rest_length,
            });
        }
    }

    fn joint_def(&self, joint: &FlatJoint) -> JointDef {
        let kind = match joint.kind {
            JointType::Ball => JointKind::Ball,
            JointType::Hinge => JointKind::Hinge,
            JointType::Slider => JointKind::Slider,
            JointType::Distance => JointKind::Distance { length: joint.length.unwrap_or_default() },
            JointType::Weld => JointKind::Weld,
        };
        // One frame for both bodies at the start: its Z axis is that of a hinge or slider, and a weld keeps it whole.
        let world_from_joint = joint.axis.map_or(Quat::IDENTITY, |axis| Quat::from_rotation_arc(Vec3::Z, axis));
        let frame = |body: usize, anchor: Vec3| {
            let turn = self.scene.bodies[body].world_from_authored.rotation;
            Pose::new(anchor - self.built[body].1.center, (turn.conjugate() * world_from_joint).normalize())
        };
        JointDef {
            name: joint.name.clone(),
            kind,
            body_a: BodyId(joint.a as u32),
            body_b: BodyId(joint.b as u32),
            a_from_joint: frame(joint.a, joint.anchor_a),
            b_from_joint: frame(joint.b, joint.anchor_b),
            collide_connected: joint.collide_connected,
            options: joint.options,
        }
    }

    fn script(&self, events: &[Event]) -> Script {
        let mut movers = Vec::new();
        for (index, body) in self.scene.bodies.iter().enumerate() {
            if let Some(path) = &self.scene.entries[body.entry].body.path {
                let motion = Motion::new(path, body.world_from_authored);
                movers.push(Mover { body: BodyId(index as u32), motion, driven_by: self.built[index].0 });
            }
        }
        let (mut happenings, mut pushes) = (Vec::new(), Vec::new());
        for event in events {
            let Some(&body) = self.scene.index.get(&event.body) else { continue };
            self.add_event(event, body, &mut happenings, &mut pushes);
        }
        Script::new(movers, happenings, pushes)
    }

    fn add_event(&self, event: &Event, index: usize, happenings: &mut Vec<Happening>, pushes: &mut Vec<Push>) {
        let (body, at) = (BodyId(index as u32), f64::from(event.at));
        let built = &self.built[index].1;
        let offset = event.point.map_or(Vec3::ZERO, |point| Vec3::from(point) - built.center);
        if let Some(force) = &event.force {
            let (from, to) = match force {
                Force::Constant(force) => (*force, *force),
                Force::Ramp(ramp) => (ramp.from, ramp.to),
            };
            let end = event.duration.map_or(f64::INFINITY, |duration| at + f64::from(duration));
            pushes.push(Push { at, end, body, from: from.into(), to: to.into(), offset });
        }
        let mut happen = |action: Action| happenings.push(Happening { at, body, action });
        if let Some(impulse) = event.impulse {
            happen(Action::Impulse { impulse: impulse.into(), offset });
        }
        if let Some(velocity) = &event.set_velocity {
            let part = |v: Option<[f32; 3]>| Vec3::from(v.unwrap_or_default());
            happen(Action::Velocity { linear: part(velocity.linear), angular: part(velocity.angular) });
        }
        if let Some(pose) = &event.set_pose {
            let start = self.scene.bodies[index].world_from_authored.rotation;
            let turn = pose.rotation.as_ref().map_or(start, |r| rotation(Some(r)));
            happen(Action::Pose(built.body_pose(&Pose::new(Vec3::from(pose.position), turn))));
        }
        if let Some(mass) = event.set_mass {
            happen(Action::Mass(mass));
        }
    }
}

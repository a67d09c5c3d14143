//! A tiny context for tests of the core: a world with its settings, and the shapes that most tests need.
#![allow(dead_code, reason = "each test file uses its own part of this")]

use jitterscope::dynamics::{
    BodyDef, BodyId, BodyState, ColliderDef, JointDef, JointId, JointKind, JointOptions, MassSpec, StepSettings, World,
};
use jitterscope::geometry::{Cuboid, HalfSpace, Shape, Sphere};
use jitterscope::math::{Pose, Quat, Vec3};

pub struct Scene {
    pub world: World,
    pub settings: StepSettings,
}

/// Surface of a body.
#[derive(Clone, Copy)]
pub struct Material {
    pub friction: f32,
    pub restitution: f32,
}

pub const PLAIN: Material = Material { friction: 0.5, restitution: 0.0 };

impl Scene {
    pub fn new() -> Self {
        Self { world: World::new(), settings: StepSettings::default() }
    }

    /// The same, with ground at y = 0.
    pub fn with_ground(material: Material) -> Self {
        let mut scene = Self::new();
        scene.add_plane(Vec3::Y, material);
        scene
    }

    pub fn add_plane(&mut self, normal: Vec3, material: Material) -> BodyId {
        let shape = Shape::HalfSpace(HalfSpace { normal });
        self.world.add_body(BodyDef::fixed("ground", Pose::IDENTITY, vec![collider(shape, material)]))
    }

    pub fn add_box(&mut self, size: Vec3, pose: Pose, material: Material) -> BodyId {
        self.add(Shape::Cuboid(Cuboid { half_extents: size * 0.5 }), pose, material, MassSpec::Density(1000.0))
    }

    pub fn add_sphere(&mut self, radius: f32, position: Vec3, material: Material) -> BodyId {
        self.add(
            Shape::Sphere(Sphere { radius }),
            Pose::from_translation(position),
            material,
            MassSpec::Density(1000.0),
        )
    }

    pub fn add(&mut self, shape: Shape, pose: Pose, material: Material, mass: MassSpec) -> BodyId {
        let name = format!("body {}", self.world.bodies().len());
        self.world.add_body(BodyDef::dynamic(&name, pose, vec![collider(shape, material)], mass))
    }

    pub fn add_fixed_box(&mut self, size: Vec3, pose: Pose, material: Material) -> BodyId {
        let shape = Shape::Cuboid(Cuboid { half_extents: size * 0.5 });
        self.world.add_body(BodyDef::fixed("fixed", pose, vec![collider(shape, material)]))
    }

    /// A joint at a world point, between bodies as they stand.
    pub fn join(&mut self, kind: JointKind, body_a: BodyId, body_b: BodyId, anchor: Vec3) -> JointId {
        self.join_with(kind, body_a, body_b, Pose::from_translation(anchor), JointOptions::default())
    }

    /// The same with a frame (Z = axis) and with limits, motor and so on.
    pub fn join_with(
        &mut self,
        kind: JointKind,
        body_a: BodyId,
        body_b: BodyId,
        world_from_joint: Pose,
        options: JointOptions,
    ) -> JointId {
        let frame = |body: BodyId| self.world.world_from_body(body).inverse_mul(&world_from_joint);
        self.world.add_joint(JointDef {
            name: "joint".into(),
            kind,
            body_a,
            body_b,
            a_from_joint: frame(body_a),
            b_from_joint: frame(body_b),
            collide_connected: false,
            options,
        })
    }

    pub fn step(&mut self) {
        self.world.step(&self.settings, &mut ()).expect("the state stays finite");
    }

    pub fn run(&mut self, seconds: f32) {
        let steps = (seconds / self.settings.time.dt).round() as usize;
        for _ in 0..steps {
            self.step();
        }
    }

    pub fn state(&self, body: BodyId) -> &BodyState {
        &self.world.states()[body.index()]
    }

    pub fn set_velocity(&mut self, body: BodyId, linear: Vec3, angular: Vec3) {
        self.world.apply(jitterscope::dynamics::WorldEdit::SetVelocity { body, linear, angular }).expect("finite");
    }

    pub fn all_asleep(&self) -> bool {
        use jitterscope::dynamics::BodyType;
        self.world.bodies().iter().filter(|b| b.body_type == BodyType::Dynamic).all(|b| b.is_asleep)
    }
}

fn collider(shape: Shape, material: Material) -> ColliderDef {
    ColliderDef { friction: material.friction, restitution: material.restitution, ..ColliderDef::new(shape) }
}

/// A tower of unit boxes on the ground, bottom first.
pub fn tower(scene: &mut Scene, count: usize) -> Vec<BodyId> {
    (0..count)
        .map(|i| scene.add_box(Vec3::ONE, Pose::from_translation(Vec3::new(0.0, 0.5 + i as f32, 0.0)), PLAIN))
        .collect()
}

/// Boxes dropped on one another: many contacts of every kind.
pub fn pile(scene: &mut Scene, count: usize) {
    for i in 0..count {
        let (x, z) = ((i % 3) as f32 * 0.7 - 0.7, (i / 3 % 3) as f32 * 0.7 - 0.7);
        let turn = Quat::from_rotation_y(i as f32 * 0.7) * Quat::from_rotation_x(i as f32 * 0.4);
        let pose = Pose::new(Vec3::new(x, 1.0 + i as f32 * 0.45, z), turn);
        if i % 4 == 3 {
            scene.add_sphere(0.35, pose.translation, PLAIN);
        } else {
            scene.add_box(Vec3::new(0.6, 0.8, 1.0), pose, PLAIN);
        }
    }
}

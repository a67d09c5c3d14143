//! Snapshots: the whole state of a world in little room. A recording keeps thousands of them.
//!
//! A world has room for eight points in every contact and carries along what never changes. A snapshot keeps the points
//! that are there, and shares the bodies with the snapshot before as long as none of them became another one.

use super::body::Body;
use super::contact::{Contact, ContactPoint};
use super::world::World;
use crate::math::{Pose, Vec3};
use std::sync::Arc;

/// The full state of a world at one moment.
#[derive(Clone)]
pub struct Snapshot {
    /// Everything else: its lists of bodies and contacts are empty, its colliders are shared.
    world: World,
    /// The bodies of this moment or of an earlier one, apart from what is in `moments`.
    bodies: Arc<[Body]>,
    moments: Vec<Moment>,
    contacts: Vec<Head>,
    /// Of all contacts, one after the other.
    points: Vec<ContactPoint>,
    /// Index of a contact, and what the points that left it had done.
    departed: Vec<(u32, ContactPoint)>,
}

impl World {
    /// The state as it is now. `before` may be any snapshot: what is the same in it is shared.
    pub fn snapshot(&self, before: Option<&Snapshot>) -> Snapshot {
        let shared = before
            .map(|before| &before.bodies)
            .filter(|bodies| bodies.len() == self.bodies.len() && bodies.iter().zip(&self.bodies).all(is_same_thing));
        let mut contacts = Vec::with_capacity(self.contacts.len());
        let mut points = Vec::with_capacity(self.contacts.iter().map(|contact| contact.points().len()).sum());
        let mut departed = Vec::new();
        for (index, contact) in self.contacts.iter().enumerate() {
            contacts.push(Head::of(contact));
            points.extend_from_slice(contact.points());
            departed.extend(contact.departed.map(|point| (index as u32, point)));
        }
        Snapshot {
            world: self.without_bodies_and_contacts(),
            bodies: shared.map_or_else(|| Arc::from(&self.bodies[..]), Arc::clone),
            moments: self.bodies.iter().map(Moment::of).collect(),
            contacts,
            points,
            departed,
        }
    }

    /// Goes back to a state, on the threads of now.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let pool = self.scratch.pool.take();
        *self = snapshot.world();
        self.scratch.pool = pool;
    }
}

impl Snapshot {
    /// A world in this state.
    pub fn world(&self) -> World {
        let mut world = self.world.clone();
        world.bodies = self.bodies.iter().zip(&self.moments).map(|(body, moment)| moment.set(body)).collect();
        let mut points = &self.points[..];
        world.contacts = self
            .contacts
            .iter()
            .map(|head| {
                let (own, rest) = points.split_at(usize::from(head.point_count));
                points = rest;
                head.contact(own)
            })
            .collect();
        for (index, point) in &self.departed {
            world.contacts[*index as usize].departed = Some(*point);
        }
        world
    }

    /// A world in this state at another moment: for one in which nothing has moved since, so that a long sleep need not be
    /// kept more than once.
    pub fn world_at(&self, step_count: u64, time: f64) -> World {
        World { step_count, time, ..self.world() }
    }

    /// Steps that had been done.
    pub fn step_count(&self) -> u64 {
        self.world.step_count
    }

    /// Memory of what it does not share with `before`, bytes; roughly.
    pub fn bytes(&self, before: Option<&Self>) -> usize {
        let is_shared = before.is_some_and(|before| Arc::ptr_eq(&before.bodies, &self.bodies));
        size_of::<Self>()
            + if is_shared { 0 } else { size_of_val(&*self.bodies) }
            + size_of_val(&self.moments[..])
            + size_of_val(&self.world.states[..])
            + size_of_val(&self.world.joints[..])
            + size_of_val(&self.world.springs[..])
            + size_of_val(&self.world.structures[..])
            + size_of_val(&self.world.jointed_pairs[..])
            + size_of_val(&self.contacts[..])
            + size_of_val(&self.points[..])
            + size_of_val(&self.departed[..])
    }
}

/// What changes about a body from step to step beside its state.
#[derive(Clone, Copy)]
struct Moment {
    is_asleep: bool,
    rest_secs: f32,
    island: u32,
    target: Option<Pose>,
    is_scripted: bool,
    force: Vec3,
    torque: Vec3,
}

impl Moment {
    fn of(body: &Body) -> Self {
        let &Body { is_asleep, rest_secs, island, target, is_scripted, force, torque, .. } = body;
        Self { is_asleep, rest_secs, island, target, is_scripted, force, torque }
    }

    fn set(self, body: &Body) -> Body {
        let Self { is_asleep, rest_secs, island, target, is_scripted, force, torque } = self;
        Body { is_asleep, rest_secs, island, target, is_scripted, force, torque, ..body.clone() }
    }
}

/// Whether two bodies differ in nothing but what [`Moment`] holds. (A new field has to be put into one of the two.)
fn is_same_thing((a, b): (&Body, &Body)) -> bool {
    let Body {
        name,
        body_type,
        mass,
        inertia,
        inertia_scale,
        inv_inertia,
        inertia_is_isotropic,
        linear_damping,
        angular_damping,
        linear_drag,
        quadratic_drag,
        gravity_scale,
        can_sleep,
        ccd,
        animated_inv_mass,
        animated_inv_inertia,
        first_collider,
        collider_count,
        radius,
        min_extent,
        is_asleep: _,
        rest_secs: _,
        island: _,
        target: _,
        is_scripted: _,
        force: _,
        torque: _,
    } = a;
    Arc::ptr_eq(name, &b.name)
        && (*body_type, *inertia_is_isotropic, *can_sleep, *ccd)
            == (b.body_type, b.inertia_is_isotropic, b.can_sleep, b.ccd)
        && (*first_collider, *collider_count) == (b.first_collider, b.collider_count)
        && (*inertia, *inv_inertia, *animated_inv_inertia) == (b.inertia, b.inv_inertia, b.animated_inv_inertia)
        && [*mass, *inertia_scale, *linear_damping, *angular_damping, *linear_drag, *quadratic_drag]
            == [b.mass, b.inertia_scale, b.linear_damping, b.angular_damping, b.linear_drag, b.quadratic_drag]
        && [*gravity_scale, *animated_inv_mass, *radius, *min_extent]
            == [b.gravity_scale, b.animated_inv_mass, b.radius, b.min_extent]
}

/// A contact without its points.
#[derive(Clone, Copy)]
struct Head {
    collider_a: u32,
    collider_b: u32,
    body_a: super::BodyId,
    body_b: super::BodyId,
    friction: f32,
    restitution: f32,
    normal: Vec3,
    point_count: u8,
    cache: crate::collision::PairCache,
    a_from_b_at_detection: Pose,
    local_normal: Vec3,
    was_detected: bool,
    reach: f32,
}

impl Head {
    fn of(contact: &Contact) -> Self {
        let Contact {
            collider_a,
            collider_b,
            body_a,
            body_b,
            friction,
            restitution,
            normal,
            points: _,
            point_count,
            departed: _,
            cache,
            a_from_b_at_detection,
            local_normal,
            was_detected,
            reach,
        } = *contact;
        Self {
            collider_a,
            collider_b,
            body_a,
            body_b,
            friction,
            restitution,
            normal,
            point_count,
            cache,
            a_from_b_at_detection,
            local_normal,
            was_detected,
            reach,
        }
    }

    fn contact(&self, own: &[ContactPoint]) -> Contact {
        let mut points = [ContactPoint::EMPTY; crate::collision::MAX_MANIFOLD_POINTS];
        points[..own.len()].copy_from_slice(own);
        let &Self { collider_a, collider_b, body_a, body_b, friction, restitution, normal, point_count, .. } = self;
        let &Self { cache, a_from_b_at_detection, local_normal, was_detected, reach, .. } = self;
        Contact {
            collider_a,
            collider_b,
            body_a,
            body_b,
            friction,
            restitution,
            normal,
            points,
            point_count,
            departed: None,
            cache,
            a_from_b_at_detection,
            local_normal,
            was_detected,
            reach,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BodyDef, BodyId, ColliderDef, MassSpec, StepSettings, WorldEdit};
    use super::*;
    use crate::geometry::{Cuboid, Shape};

    fn stack() -> World {
        let mut world = World::new();
        let collider = || vec![ColliderDef::new(Shape::Cuboid(Cuboid { half_extents: Vec3::splat(0.5) }))];
        world.add_body(BodyDef::fixed("floor", Pose::IDENTITY, collider()));
        for height in 1..4 {
            let pose = Pose::from_translation(Vec3::new(0.1 * height as f32, 1.1 * height as f32, 0.0));
            world.add_body(BodyDef::dynamic("box", pose, collider(), MassSpec::Density(1000.0)));
        }
        world
    }

    #[test]
    fn a_world_goes_on_from_a_snapshot_as_if_nothing_had_been() {
        let settings = StepSettings::default();
        let mut world = stack();
        let mut before = None;
        for step in 0..120 {
            let mut again = world.snapshot(before.as_ref());
            let mut copy = again.world();
            assert_eq!(copy.state_hash(), world.state_hash(), "step {step}");
            for _ in 0..3 {
                world.step(&settings, &mut ()).unwrap();
                copy.step(&settings, &mut ()).unwrap();
                assert_eq!(copy.state_hash(), world.state_hash(), "after step {step}");
            }
            std::mem::swap(&mut again, before.get_or_insert_with(|| world.snapshot(None)));
        }
        assert!(world.contacts().iter().any(|contact| contact.points().len() > 1), "they lie on each other");
    }

    #[test]
    fn bodies_are_shared_until_one_becomes_another_one() {
        let mut world = stack();
        let first = world.snapshot(None);
        world.step(&StepSettings::default(), &mut ()).unwrap();
        let second = world.snapshot(Some(&first));
        assert!(Arc::ptr_eq(&first.bodies, &second.bodies) && second.bytes(Some(&first)) < second.bytes(None));
        world.apply(WorldEdit::SetMass { body: BodyId(1), mass: 5.0 }).unwrap();
        let third = world.snapshot(Some(&second));
        assert!(!Arc::ptr_eq(&second.bodies, &third.bodies));
        assert_eq!((second.world().bodies()[1].mass, third.world().bodies()[1].mass), (1000.0, 5.0));
    }
}

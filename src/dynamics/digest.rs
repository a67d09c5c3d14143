//! What tells two states apart: the digest of a world, and whether a step changed anything at all.

use super::body::{Body, BodyState, BodyType};
use super::world::World;
use crate::math::Vec3;

/// How many steps in a row left everything where and as it was.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stillness {
    steps: u32,
    /// So far nothing has happened in the step under way.
    is_quiet: bool,
}

impl Stillness {
    /// A pair of contacts came or went, or something came in from outside.
    pub(super) const fn disturb(&mut self) {
        *self = Self { steps: 0, is_quiet: false };
    }
}

impl World {
    /// Whether every dynamic body sleeps, and none was moved by a script in the last step.
    pub fn is_at_rest(&self) -> bool {
        let rests = |(body, state): (&Body, &BodyState)| match body.body_type {
            BodyType::Static => true,
            BodyType::Dynamic => body.is_asleep,
            BodyType::Animated => state.velocity == Vec3::ZERO && state.angular_velocity == Vec3::ZERO,
        };
        self.bodies.iter().zip(&self.states).all(rests)
    }

    /// Whether the last step changed nothing but the moment: all that can be recorded of the world, and its
    /// [content hash](Self::content_hash), are what they were one step before. Never true after an edit.
    pub const fn is_still(&self) -> bool {
        // In the first quiet step joints forget what they did in the one before, which is recorded too.
        self.stillness.steps >= 2
    }

    pub(super) fn begin_stillness(&mut self) {
        self.stillness.is_quiet = self.grab.is_none() && self.is_at_rest();
    }

    pub(super) fn finish_stillness(&mut self) {
        let is_quiet = self.stillness.is_quiet && self.is_at_rest();
        self.stillness.steps = if is_quiet { self.stillness.steps.saturating_add(1) } else { 0 };
    }

    /// A digest of everything that the next step depends on: two worlds with the same hash go on alike.
    pub fn state_hash(&self) -> u64 {
        Self::hash_at(self.content_hash(), self.step_count)
    }

    /// The hash of a state with this content after so many steps.
    pub const fn hash_at(content_hash: u64, step_count: u64) -> u64 {
        StateHash::mix(content_hash, step_count)
    }

    /// As [`Self::state_hash`], whatever the moment.
    pub fn content_hash(&self) -> u64 {
        let mut hash = StateHash::default();
        for (body, state) in self.bodies.iter().zip(&self.states) {
            let ([x, y, z], [i, j, k, w]) = (bits(state.position), state.rotation.to_array().map(f32::to_bits));
            let ([u, v, t], [p, q, r]) = (bits(state.velocity), bits(state.angular_velocity));
            let rest = [body.rest_secs.to_bits(), u32::from(body.is_asleep), 0];
            hash.words([x, y, z, i, j, k, w, u, v, t, p, q, r, rest[0], rest[1], rest[2]]);
        }
        for contact in &self.contacts {
            hash.words([contact.collider_a, contact.collider_b]);
            for point in contact.points() {
                let ([a, b, c], [d, e, f]) = (bits(point.local_a), bits(point.local_b));
                let ([g, h, i], [j, k, l]) = (bits(point.anchor_a), bits(point.anchor_b));
                let [m, n, o] = [point.normal_impulse, point.friction_impulse[0], point.friction_impulse[1]];
                let [m, n, o] = [m, n, o].map(f32::to_bits);
                hash.words([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, point.feature.0, point.age, 0]);
            }
        }
        for joint in &self.joints {
            for lambdas in joint.lambdas.chunks(2) {
                hash.words([lambdas[0].to_bits(), lambdas.get(1).map_or(0, |lambda| lambda.to_bits())]);
            }
            hash.words([joint.turned.to_bits(), u32::from(joint.is_broken)]);
        }
        hash.finish()
    }
}

fn bits(v: Vec3) -> [u32; 3] {
    v.to_array().map(f32::to_bits)
}

/// FNV-1a over words of 64 bits with a wider mix: any changed bit changes it. Four of them side by side, because each word
/// has to wait for the one before on its lane, and a recording hashes every step.
struct StateHash([u64; 4]);

impl Default for StateHash {
    fn default() -> Self {
        const SEED: u64 = 0xCBF2_9CE4_8422_2325;
        Self([SEED, SEED.rotate_left(16), SEED.rotate_left(32), SEED.rotate_left(48)])
    }
}

impl StateHash {
    const fn mix(lane: u64, word: u64) -> u64 {
        (lane ^ word).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23)
    }

    /// An even number of words.
    fn words<const N: usize>(&mut self, words: [u32; N]) {
        for (k, pair) in words.chunks_exact(2).enumerate() {
            self.0[k % 4] = Self::mix(self.0[k % 4], u64::from(pair[0]) | (u64::from(pair[1]) << 32));
        }
    }

    fn finish(&self) -> u64 {
        self.0.iter().fold(0, |hash, lane| Self::mix(hash, *lane))
    }
}

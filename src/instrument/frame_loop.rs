//! The frame loop of a game: how many steps of which length follow from the time that a frame took (chapter 2.3).
//!
//! A pure model. It is told how long the last frame took and what the steps cost, and says what to do; whether those
//! times come from a virtual clock (a run without a window: the same bits every time) or from a real one (the window) is
//! the caller's business. With D the time that is owed, T the last frame's time and c the cost of a step:
//!
//! ```text
//! fixed        1 step of dt, whatever T is                simulated / real = dt / T
//! variable     1 step of T                                always 1, but every step errs differently
//! accumulator  D += T, ⌊D / dt⌋ steps, D keeps the rest   T′ = ⌊D / dt⌋ c: grows by c / dt each frame once c > dt
//! capped       at most n of them, the rest is forgotten   T′ ≤ n c, simulated / real = dt / c at c > dt
//! adaptive     at most 0.9 T / c, at least 1              T′ ≤ 0.9 T: a long frame is never followed by a longer one
//! ```

use super::record::FrameRecord;
use crate::dynamics::{Stepping, TimeSettings};

/// Shortest and longest step that a variable one is, s: the bounds of the setting `time.dt`.
const VARIABLE_DT: std::ops::RangeInclusive<f64> = 1e-4..=0.25;

/// Share of a step by which time may be short of it and the step still be due: sums of single-precision times.
const TOLERANCE: f64 = 1e-3;

/// Share of the last frame's time that adaptive stepping spends on steps: below 1, so that long frames get shorter.
const SPENDING: f64 = 0.9;

/// Nominal frame, s, when nobody says how often pictures are drawn.
const DEFAULT_PERIOD: f64 = 1.0 / 60.0;

/// What to do in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FramePlan {
    /// Steps that real time asks for.
    pub asked: u32,
    /// Steps to make.
    pub steps: u32,
    /// Their length, s.
    pub dt: f32,
}

/// Counts frames and what they owe.
#[derive(Clone, Debug)]
pub struct FrameLoop {
    /// Real time that has been turned into steps so far, s.
    now: f64,
    /// Real time not yet simulated, s.
    debt: f64,
    /// What a step cost lately, s.
    cost: f64,
    frames: u64,
    random: u64,
    plan: FramePlan,
}

impl FrameLoop {
    pub fn new(time: &TimeSettings) -> Self {
        let plan = FramePlan { asked: 0, steps: 0, dt: time.dt };
        // Nothing is known yet about the cost but what the settings say.
        Self { now: 0.0, debt: 0.0, cost: time.step_cost.into(), frames: 0, random: u64::from(time.jitter_seed), plan }
    }

    /// Whether frames have anything to say: with one step per frame and no virtual clock they are the steps.
    pub fn is_needed(time: &TimeSettings) -> bool {
        time.stepping != Stepping::Fixed || time.frame_rate > 0.0
    }

    /// Time between two pictures when steps cost nothing, s; the next one of the virtual clock.
    pub fn next_period(&mut self, time: &TimeSettings) -> f64 {
        let period = if time.frame_rate > 0.0 { 1.0 / f64::from(time.frame_rate) } else { DEFAULT_PERIOD };
        if time.frame_jitter == 0.0 {
            return period;
        }
        // SplitMix64: every seed gives a sequence of its own.
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let share = (z ^ (z >> 31)) as f64 / u64::MAX as f64 * 2.0 - 1.0;
        period * (1.0 + f64::from(time.frame_jitter) * share)
    }

    /// Begins a frame after one that took `elapsed` (s).
    pub fn begin(&mut self, time: &TimeSettings, elapsed: f64) -> FramePlan {
        let elapsed = if elapsed.is_finite() { elapsed.max(0.0) } else { 0.0 };
        self.now += elapsed;
        self.frames += 1;
        let dt = f64::from(time.dt);
        let due = |debt: f64| (debt / dt + TOLERANCE).floor().clamp(0.0, f64::from(u32::MAX)) as u32;
        self.plan = match time.stepping {
            Stepping::Fixed => FramePlan { asked: 1, steps: 1, dt: time.dt },
            Stepping::Variable => {
                let dt = elapsed.clamp(*VARIABLE_DT.start(), *VARIABLE_DT.end()) as f32;
                FramePlan { asked: 1, steps: 1, dt }
            }
            Stepping::Accumulator | Stepping::Capped | Stepping::Adaptive => {
                self.debt += elapsed;
                let asked = due(self.debt);
                let allowed = match time.stepping {
                    Stepping::Capped => time.max_steps_per_frame.max(1),
                    Stepping::Adaptive if self.cost > 0.0 => ((SPENDING * elapsed / self.cost) as u32).max(1),
                    _ => u32::MAX,
                };
                let steps = asked.min(allowed);
                // What is not made up for is forgotten; what is less than a step waits for the next frame.
                self.debt -= dt * f64::from(asked);
                FramePlan { asked, steps, dt: time.dt }
            }
        };
        self.plan
    }

    /// Ends the frame begun last: `done` steps were made, in `spent` (s).
    pub fn end(&mut self, done: u32, spent: f64, frame_secs: f64) -> FrameRecord {
        if done > 0 && spent >= 0.0 {
            // The newest cost counts half: one slow step does not throttle the next second.
            let cost = spent / f64::from(done);
            self.cost = if self.cost > 0.0 { 0.5 * (self.cost + cost) } else { cost };
        }
        FrameRecord {
            number: self.frames,
            steps_asked: self.plan.asked,
            steps_done: done,
            secs: frame_secs,
            real_time: self.now,
            alpha: self.alpha(),
        }
    }

    /// Share of a step that is owed, 0 to 1: how far between the state before and the last one its picture lies.
    pub fn alpha(&self) -> f32 {
        (self.debt / f64::from(self.plan.dt)).clamp(0.0, 1.0) as f32
    }

    /// Real time that frames have begun with so far, s.
    pub const fn real_time(&self) -> f64 {
        self.now
    }
}

/// Drives a run step by step on the virtual clock; without one it stays out of the way.
#[derive(Clone, Debug)]
pub struct Pacer {
    frames: Option<FrameLoop>,
    plan: FramePlan,
    done: u32,
    /// How long the last frame took, s.
    elapsed: f64,
}

impl Pacer {
    pub fn new(time: &TimeSettings) -> Self {
        let frames = FrameLoop::is_needed(time).then(|| FrameLoop::new(time));
        let mut pacer = Self { frames, plan: FramePlan { asked: 0, steps: 0, dt: time.dt }, done: 0, elapsed: 0.0 };
        if let Some(frames) = &mut pacer.frames {
            // The picture of the start has been there for one frame.
            pacer.elapsed = frames.next_period(time);
        }
        pacer
    }

    /// The length of the next step, s: begins frames, even empty ones, until one makes a step.
    pub fn next_dt(&mut self, time: &TimeSettings) -> f32 {
        let Some(frames) = &mut self.frames else { return time.dt };
        while self.done >= self.plan.steps {
            self.plan = frames.begin(time, self.elapsed);
            self.done = 0;
            if self.plan.steps == 0 {
                self.elapsed = frames.next_period(time);
            }
        }
        self.plan.dt
    }

    /// A step was made; returns the frame when it was the frame's last one.
    pub fn step_done(&mut self, time: &TimeSettings) -> Option<FrameRecord> {
        let frames = self.frames.as_mut()?;
        self.done += 1;
        if self.done < self.plan.steps {
            return None;
        }
        let spent = f64::from(self.done) * f64::from(time.step_cost);
        // Drawing waits for the display, unless the steps took longer.
        self.elapsed = frames.next_period(time).max(spent);
        Some(frames.end(self.done, spent, self.elapsed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(stepping: Stepping, step_cost: f32) -> TimeSettings {
        TimeSettings { stepping, frame_rate: 60.0, step_cost, ..TimeSettings::default() }
    }

    fn frames(time: &TimeSettings, count: usize) -> Vec<FrameRecord> {
        let mut pacer = Pacer::new(time);
        let mut frames = Vec::new();
        while frames.len() < count {
            pacer.next_dt(time);
            frames.extend(pacer.step_done(time));
        }
        frames
    }

    #[test]
    fn a_step_dearer_than_its_length_digs_the_well_at_the_rate_of_the_book() {
        let asked: Vec<u32> = frames(&time(Stepping::Accumulator, 0.02), 40).iter().map(|f| f.steps_asked).collect();
        assert!(asked[29] > 50, "{asked:?}");
        // Once rounding to whole steps no longer matters, each frame asks for cost / dt = 1.2 times the last one.
        assert!((f64::from(asked[39]) / f64::from(asked[29]) - 1.2_f64.powi(10)).abs() < 0.1, "{asked:?}");
    }

    #[test]
    fn a_step_cheaper_than_its_length_is_made_up_for() {
        let all = frames(&time(Stepping::Accumulator, 0.015), 100);
        assert!(all.iter().all(|f| f.steps_asked == 1 && (f.secs - 1.0 / 60.0).abs() < 1e-6));
    }

    #[test]
    fn capped_and_adaptive_stay_out_of_the_well_and_are_honest_about_it() {
        for (stepping, longest) in [(Stepping::Capped, 0.081), (Stepping::Adaptive, 0.021)] {
            let settings = time(stepping, 0.02);
            let all = frames(&settings, 200);
            assert!(all.iter().all(|f| f.secs < longest), "{stepping:?}");
            let simulated: f64 = all.iter().map(|f| f64::from(f.steps_done) * f64::from(settings.dt)).sum();
            let ratio = simulated / all.last().unwrap().real_time;
            assert!((ratio - settings.dt as f64 / 0.02).abs() < 0.02, "{stepping:?}: {ratio}");
        }
    }

    #[test]
    fn adaptive_stepping_makes_all_steps_while_they_fit() {
        let settings = TimeSettings { dt: 1.0 / 240.0, ..time(Stepping::Adaptive, 0.003) };
        assert!(frames(&settings, 50).iter().all(|f| f.steps_done == 4));
    }

    #[test]
    fn fixed_is_slow_when_steps_are_short_and_variable_never_is() {
        let fixed = TimeSettings { dt: 1.0 / 120.0, ..time(Stepping::Fixed, 0.0) };
        let last = frames(&fixed, 60).pop().unwrap();
        assert!((60.0 * f64::from(fixed.dt) / last.real_time - 0.5).abs() < 1e-6);
        let mut settings = TimeSettings { frame_jitter: 0.5, ..time(Stepping::Variable, 0.0) };
        let lengths = |settings: &TimeSettings| -> Vec<f32> {
            let mut pacer = Pacer::new(settings);
            (0..100)
                .map(|_| {
                    let dt = pacer.next_dt(settings);
                    pacer.step_done(settings);
                    dt
                })
                .collect()
        };
        let first = lengths(&settings);
        let (least, most) = first.iter().fold((1.0_f32, 0.0_f32), |(a, b), dt| (a.min(*dt), b.max(*dt)));
        assert!((0.0083..0.011).contains(&least) && (0.022..=0.0251).contains(&most), "{least} {most}");
        assert_eq!(first, lengths(&settings), "the same seed");
        settings.jitter_seed = 2;
        assert_ne!(first, lengths(&settings), "another seed");
    }

    #[test]
    fn frames_faster_than_steps_make_a_step_now_and_then_and_know_how_far_between_they_are() {
        let settings = TimeSettings { frame_rate: 240.0, ..time(Stepping::Accumulator, 0.0) };
        let mut frames = FrameLoop::new(&settings);
        let alphas: Vec<f32> = (0..8)
            .map(|_| {
                let plan = frames.begin(&settings, 1.0 / 240.0);
                frames.end(plan.steps, 0.0, 1.0 / 240.0).alpha
            })
            .collect();
        for (found, expected) in alphas.iter().zip([0.25, 0.5, 0.75, 0.0, 0.25, 0.5, 0.75, 0.0]) {
            assert!((found - expected).abs() < 1e-3, "{alphas:?}");
        }
    }
}

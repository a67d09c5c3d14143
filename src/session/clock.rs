//! Real time into steps, without ever letting a heavy scene hang the window.

use crate::dynamics::{Stepping, TimeSettings};
use crate::instrument::frame_loop::FrameLoop;
use std::time::{Duration, Instant};

/// The speeds that + and − walk through.
pub const SPEEDS: [f32; 7] = [0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 4.0];

/// Longest stretch of real time that one tick makes up for, s: after a stall the scene does not race.
const LONGEST_FRAME: f32 = 0.1;

/// Decides how many steps are due.
#[derive(Clone, Debug)]
pub struct Clock {
    pub speed: f32,
    /// Simulated time that is owed, s.
    debt: f32,
    /// Share of the asked-for simulated time that was delivered lately, 0 to 1.
    delivered: f32,
    /// The frame loop of the preset's stepping, where that is more than "as many steps as are due".
    frames: Option<Frames>,
}

/// A frame loop under way.
#[derive(Clone, Debug)]
struct Frames {
    /// What it was made for: another stepping begins anew.
    settings: TimeSettings,
    model: FrameLoop,
    /// How long the last frame took, s.
    elapsed: f64,
    /// Real time until the picture of the last frame is there, s; the virtual clock's.
    wait: f64,
}

impl Default for Clock {
    fn default() -> Self {
        Self { speed: 1.0, debt: 0.0, delivered: 1.0, frames: None }
    }
}

impl Clock {
    /// Runs `step` as often as `real_dt` seconds demand, but not beyond `budget` of computing time; stops when `step`
    /// returns false. What the budget did not allow is forgotten, and shows in [`Self::delivered`].
    pub fn run(&mut self, real_dt: f32, dt: f32, budget: Duration, mut step: impl FnMut() -> bool) -> u32 {
        // Written so that a dt that is not a number means no step at all.
        if !(dt > 0.0 && real_dt > 0.0) {
            return 0;
        }
        self.debt += real_dt.min(LONGEST_FRAME) * self.speed;
        let asked = (self.debt / dt).floor() as u32;
        let start = Instant::now();
        let mut done = 0;
        while done < asked {
            done += 1;
            if !step() || start.elapsed() >= budget {
                break;
            }
        }
        // The rest of less than a step is kept: a slow speed adds up over frames.
        self.debt = (self.debt - dt * asked as f32).clamp(0.0, dt);
        if asked > 0 {
            self.delivered += (done as f32 / asked as f32 - self.delivered) * 0.1;
        }
        done
    }

    /// As [`Self::run`], with the frame loop that the settings ask for: on the virtual clock pictures come as rarely as that
    /// one says; without it a tick is a frame, and steps cost what they cost. The budget bounds both, so that even the
    /// well of despair can be looked at in a window that answers.
    pub fn run_frames(
        &mut self,
        real_dt: f32,
        time: &TimeSettings,
        budget: Duration,
        mut step: impl FnMut() -> bool,
    ) -> u32 {
        // Steps of varying length would have to be inputs of the timeline; until they are, the window makes as many
        // steps of `dt` as are due.
        if !FrameLoop::is_needed(time) || time.stepping == Stepping::Variable {
            self.frames = None;
            return self.run(real_dt, time.dt, budget, step);
        }
        if !(time.dt > 0.0 && real_dt > 0.0) {
            return 0;
        }
        let mut frames = self.frames.take().filter(|f| f.settings == *time).unwrap_or_else(|| {
            let mut model = FrameLoop::new(time);
            let elapsed = model.next_period(time);
            Frames { settings: time.clone(), model, elapsed, wait: 0.0 }
        });
        let real = f64::from(real_dt.min(LONGEST_FRAME) * self.speed);
        let is_virtual = time.frame_rate > 0.0;
        frames.wait -= real;
        if !is_virtual {
            (frames.elapsed, frames.wait) = (real, 0.0);
        }
        let start = Instant::now();
        let (mut done, mut goes_on) = (0, true);
        while goes_on && frames.wait <= 0.0 {
            let plan = frames.model.begin(time, frames.elapsed);
            let before = Instant::now();
            let mut made = 0;
            while goes_on && made < plan.steps {
                made += 1;
                goes_on = step() && start.elapsed() < budget;
            }
            done += made;
            let measured = before.elapsed().as_secs_f64();
            let spent = if time.step_cost > 0.0 { f64::from(plan.steps) * f64::from(time.step_cost) } else { measured };
            if is_virtual {
                frames.elapsed = frames.model.next_period(time).max(spent);
                frames.wait += frames.elapsed;
            }
            frames.model.end(made, spent, frames.elapsed);
            let due = frames.elapsed / f64::from(time.dt);
            let share = (f64::from(made) / due.max(1e-9)).min(1.0) as f32;
            self.delivered += (share - self.delivered) * 0.1;
            goes_on &= is_virtual;
        }
        self.frames = Some(frames);
        done
    }

    /// Share of a step that has passed since the last one was made, 0 to 1: where between two states a picture lies.
    pub fn alpha(&self, dt: f32) -> f32 {
        let alpha = match &self.frames {
            Some(frames) => frames.model.alpha(),
            None => self.debt / dt,
        };
        if alpha.is_finite() { alpha.clamp(0.0, 1.0) } else { 1.0 }
    }

    /// Share of the asked-for simulated time that was delivered lately, 0 to 1.
    pub const fn delivered(&self) -> f32 {
        self.delivered
    }

    /// Forgets what is owed.
    pub fn reset(&mut self) {
        (self.debt, self.delivered, self.frames) = (0.0, 1.0, None);
    }

    /// The next speed up (`by` = 1) or down (−1).
    pub fn neighbour(&self, by: i32) -> f32 {
        let nearest = (0..SPEEDS.len())
            .min_by(|a, b| (SPEEDS[*a] - self.speed).abs().total_cmp(&(SPEEDS[*b] - self.speed).abs()))
            .unwrap_or(0) as i32;
        SPEEDS[(nearest + by).clamp(0, SPEEDS.len() as i32 - 1) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLENTY: Duration = Duration::from_secs(10);

    #[test]
    fn steps_add_up_to_real_time_at_any_frame_rate() {
        for frame in [0.004, 0.0166, 0.05] {
            let mut clock = Clock::default();
            let mut steps = 0;
            for _ in 0..(3.0 / frame) as u32 {
                steps += clock.run(frame, 0.01, PLENTY, || true);
            }
            assert!((295..=300).contains(&steps), "{steps} at {frame}");
        }
    }

    #[test]
    fn a_stall_is_not_made_up_for_and_a_budget_is_kept() {
        let mut clock = Clock::default();
        assert_eq!(clock.run(5.0, 0.01, PLENTY, || true), 10);
        assert_eq!(clock.run(0.1, 0.01, Duration::ZERO, || true), 1);
        assert!(clock.delivered() < 1.0);
        assert_eq!(clock.run(0.1, f32::NAN, PLENTY, || true), 0);
    }

    #[test]
    fn the_well_shows_in_the_window_as_pictures_that_come_ever_more_rarely() {
        let settings =
            |stepping| TimeSettings { stepping, frame_rate: 60.0, step_cost: 0.02, ..TimeSettings::default() };
        // Ticks until so many steps were made, in which something moved, in 20 s of ticks of 1/60 s.
        let pictures = |stepping| {
            let mut clock = Clock::default();
            let time = settings(stepping);
            let mut moved = [0; 2];
            for tick in 0..1200 {
                moved[tick / 600] += u32::from(clock.run_frames(1.0 / 60.0, &time, PLENTY, || true) > 0);
            }
            moved
        };
        let [first, second] = pictures(Stepping::Accumulator);
        // Each frame is 1.2 times as long as the one before: most of the pictures come in the first seconds.
        assert!(first > 15 && second < first / 4, "{first} pictures, then {second}");
        let [first, second] = pictures(Stepping::Adaptive);
        assert!(second > 450 && first.abs_diff(second) < 50, "{first} pictures, then {second}");
    }

    #[test]
    fn one_step_per_frame_is_slow_motion_by_the_clock_on_the_wall() {
        let time = TimeSettings { dt: 1.0 / 120.0, frame_rate: 60.0, ..TimeSettings::default() };
        let mut clock = Clock::default();
        let steps: u32 = (0..500).map(|_| clock.run_frames(0.01, &time, PLENTY, || true)).sum();
        assert!((298..=302).contains(&steps), "{steps} steps of 1/120 s in 5 s");
        let mut clock = Clock::default();
        let plain = TimeSettings { frame_rate: 0.0, ..time };
        let steps: u32 = (0..500).map(|_| clock.run_frames(0.01, &plain, PLENTY, || true)).sum();
        assert!((598..=602).contains(&steps), "without a virtual clock the window keeps real time: {steps}");
    }

    #[test]
    fn plus_and_minus_stop_at_the_ends() {
        let mut clock = Clock { speed: 4.0, ..Clock::default() };
        assert_eq!(clock.neighbour(1), 4.0);
        clock.speed = 1.1;
        assert_eq!((clock.neighbour(1), clock.neighbour(-1)), (2.0, 0.5));
    }
}

//! Real time into steps, without ever letting a heavy scene hang the window.

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
}

impl Default for Clock {
    fn default() -> Self {
        Self { speed: 1.0, debt: 0.0, delivered: 1.0 }
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

    /// Share of the asked-for simulated time that was delivered lately, 0 to 1.
    pub const fn delivered(&self) -> f32 {
        self.delivered
    }

    /// Forgets what is owed.
    pub fn reset(&mut self) {
        (self.debt, self.delivered) = (0.0, 1.0);
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
    fn plus_and_minus_stop_at_the_ends() {
        let mut clock = Clock { speed: 4.0, ..Clock::default() };
        assert_eq!(clock.neighbour(1), 4.0);
        clock.speed = 1.1;
        assert_eq!((clock.neighbour(1), clock.neighbour(-1)), (2.0, 0.5));
    }
}

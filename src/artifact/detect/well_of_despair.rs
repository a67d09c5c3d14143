//! Well of despair (1): every frame asks for more steps than the one before, until the program stands still.
//!
//! **Number**: by how much the steps asked for grew in a *fall into the well*: a run of [`MIN_FRAMES`] frames or more, each of
//! which asked for at least as many steps as the one before (most of them for more) and took at least as long. It is the last frame's steps over
//! the first one's. A single long frame (a file was loaded, a window was dragged) asks for many steps once and for few
//! again in the next frame, so it makes no such run; neither does a loop that always makes four steps, which grows by 1.
//!
//! Beside it: how much longer frames got, and simulated over real time when the frame began.
//!
//! **Threshold**: a loop that can keep up may ask for a few times more steps when a scene gets heavier, and then stays there.
//! Fifty times more is a frame rate of one picture per second where there were sixty. Cured is a tenth of that.

use crate::artifact::reading::{Evidence, Reading, SideNumber};
use crate::instrument::{FrameRecord, Recording};

/// Frames that a fall into the well takes at least.
const MIN_FRAMES: usize = 10;

/// See the head of this file.
pub fn detect(recording: &Recording) -> Reading {
    let frames: Vec<(u64, f64, FrameRecord)> =
        recording.steps.iter().filter_map(|s| s.frame.map(|f| (s.step, s.time, f))).collect();
    let mut reading = Reading::default();
    let mut start = 0;
    for end in 1..=frames.len() {
        let goes_on = frames.get(end).is_some_and(|(_, _, next)| {
            let (_, _, last) = &frames[end - 1];
            // Times are sums: a frame as long as the one before may differ in its last digits.
            next.steps_asked >= last.steps_asked && next.secs >= last.secs * (1.0 - 1e-6)
        });
        if goes_on {
            continue;
        }
        // The fall begins with the last frame before the first that asks for more.
        let asked = |index: usize| frames[index].2.steps_asked;
        let start_of_fall = (start..end).take_while(|i| asked(*i) == asked(start)).last().unwrap_or(start);
        let rises = (start_of_fall + 1..end).filter(|i| asked(*i) > asked(*i - 1)).count();
        let (first, last) = (&frames[start_of_fall], &frames[end - 1]);
        if end - start_of_fall >= MIN_FRAMES && 2 * rises >= end - start_of_fall {
            let growth = f64::from(last.2.steps_asked) / f64::from(first.2.steps_asked.max(1));
            if growth > reading.value {
                reading.also = vec![
                    SideNumber { name: "growth of the frame time", unit: "×", value: last.2.secs / first.2.secs },
                    SideNumber { name: "simulated over real time", unit: "", value: last.1 / last.2.real_time },
                ];
            }
            reading.raise(growth, || Evidence {
                bodies: Vec::new(),
                first_step: first.0,
                last_step: last.0,
                text: format!(
                    "frame {} asks for {} steps and takes {:.3} s, frame {} asks for {} and takes {:.3} s; none in between asks for fewer",
                    first.2.number, first.2.steps_asked, first.2.secs, last.2.number, last.2.steps_asked, last.2.secs,
                ),
            });
        }
        start = end;
    }
    reading
}

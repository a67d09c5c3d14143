//! The recording of ten minutes of a scene of 512 boxes: what it adds to a step, and how long a jump anywhere takes.
//!
//! `cargo bench --no-default-features --bench recording`
//!
//! Asked for: jumps below 100 ms within the memory budget, and a step that is at most 10 % dearer. The ratio is printed from
//! pairs of blocks of steps made in turn in one run, because only that means anything on a busy machine. Once the boxes may
//! sleep, as they do by default, and once they may not: then every step is dear, and every keyframe another one.

use criterion::{Criterion, criterion_group, criterion_main};
use jitterscope::session::{Command, Session, Source};
use std::time::{Duration, Instant};

const MINUTES: u64 = 10;
/// Steps of one block of the comparison.
const BLOCK: u64 = 60;

/// Boxes that fall into a heap and come to rest there.
const SCENE: &str = r#"{"format": "jitterscope-preset", "version": 1, "title": "A heap of 512 boxes",
  "scene": {"bodies": [
    {"name": "floor", "type": "static", "shape": {"type": "box", "size": [30, 1, 30]}, "position": [0, -0.5, 0]},
    {"name": "box", "shape": {"type": "box", "size": [1, 1, 1]}, "position": [-4, 1, -4],
     "repeat": {"type": "grid", "count": [8, 8, 8], "step": [1.3, 1.4, 1.3]}}
  ]}}"#;

fn recording(c: &mut Criterion) {
    let folder = std::env::temp_dir().join(format!("jitterscope-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the scene");
    let path = folder.join("heap.json");
    std::fs::write(&path, SCENE).expect("the scene is written");
    for (name, may_sleep) in [("that come to rest", true), ("that never rest", false)] {
        let mut session = Session::new();
        session.apply(Command::Open(Source::File(path.clone())));
        session.apply(Command::SetSetting { path: "sleep.enabled".to_owned(), value: may_sleep.into() });
        let run = session.run().expect("the scene opens");
        let mut bare = run.preset().instantiate(run.variant()).expect("the scene starts");
        bare.settings.sleep.enabled = may_sleep;
        let steps = MINUTES * 3600;
        let (mut recorded, mut alone) = (Duration::ZERO, Duration::ZERO);
        for _ in 0..steps / BLOCK {
            let begun = Instant::now();
            for _ in 0..BLOCK {
                bare.step(&mut ()).expect("the scene stays finite");
            }
            alone += begun.elapsed();
            let begun = Instant::now();
            session.apply(Command::Step(BLOCK as u32));
            recorded += begun.elapsed();
        }
        let run = session.run().expect("the scene is open");
        assert_eq!((run.record().hash, run.timeline().end()), (bare.world.state_hash(), steps));
        println!(
            "512 boxes {name}: recording takes {:.3} of the time without; {:.0} of {:.0} MB used, {:.0} ms between keyframes",
            recorded.as_secs_f64() / alone.as_secs_f64(),
            run.memory_bytes() as f64 / 1048576.0,
            run.timeline().budget() as f64 / 1048576.0,
            run.timeline().spacing() * 1000.0
        );
        assert!(run.memory_bytes() <= run.timeline().budget());
        let mut random: u64 = 1;
        let mut longest = (Duration::ZERO, 0);
        c.bench_function(&format!("seek anywhere in ten minutes of 512 boxes {name}"), |b| {
            b.iter(|| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let step = (random >> 33) % steps;
                let begun = Instant::now();
                session.apply(Command::Seek(step));
                longest = longest.max((begun.elapsed(), step));
            });
        });
        let mismatch = session.run().and_then(|run| run.timeline().mismatch());
        println!(
            "longest jump: {:.1} ms, to step {}; mismatch: {mismatch:?}",
            longest.0.as_secs_f64() * 1e3,
            longest.1
        );
        assert_eq!(mismatch, None);
    }
    // Best effort: it is the folder for temporary files.
    let _ = std::fs::remove_dir_all(folder);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(50);
    targets = recording
}
criterion_main!(benches);

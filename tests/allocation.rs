//! A step in the steady state allocates nothing.

mod scene;

use jitterscope::dynamics::JointKind;
use jitterscope::math::{Pose, Vec3};
use scene::{PLAIN, Scene, pile, tower};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is handed to the system's allocator unchanged; only a counter is added.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// One test only: the counter sees every thread of this program.
#[test]
fn a_step_in_the_steady_state_allocates_nothing() {
    let mut stacked = Scene::with_ground(PLAIN);
    stacked.settings.sleep.enabled = false;
    tower(&mut stacked, 10);
    let mut heap = Scene::with_ground(PLAIN);
    heap.settings.sleep.enabled = false;
    pile(&mut heap, 40);
    let mut hanging = Scene::with_ground(PLAIN);
    hanging.settings.sleep.enabled = false;
    let mut last = hanging.add_fixed_box(Vec3::splat(0.1), Pose::from_translation(Vec3::Y * 4.0), PLAIN);
    for i in 0..8 {
        let link = hanging.add_box(
            Vec3::new(0.5, 0.1, 0.1),
            Pose::from_translation(Vec3::new(0.25 + i as f32 * 0.5, 4.0, 0.0)),
            PLAIN,
        );
        hanging.join(JointKind::Ball, last, link, Vec3::new(i as f32 * 0.5, 4.0, 0.0));
        last = link;
    }
    for (name, scene) in [("tower", &mut stacked), ("pile", &mut heap), ("chain", &mut hanging)] {
        scene.run(5.0);
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        scene.run(1.0);
        let count = ALLOCATIONS.load(Ordering::Relaxed) - before;
        assert_eq!(count, 0, "{name}: {count} allocations in 60 steps");
    }
}

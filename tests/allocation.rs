//! A step in the steady state allocates nothing.

mod scene;

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
    for (name, scene) in [("tower", &mut stacked), ("pile", &mut heap)] {
        scene.run(5.0);
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        scene.run(1.0);
        let count = ALLOCATIONS.load(Ordering::Relaxed) - before;
        assert_eq!(count, 0, "{name}: {count} allocations in 60 steps");
    }
}

//! The window really drawn, without a display. No golden pictures: what has to be seen is asked for.
#![cfg(feature = "app")]

mod common;

use common::{Options, Window, drawn_window};
use egui_kittest::kittest::Queryable as _;
use jitterscope::overlay::{Overlay, OverlayOptions};
use jitterscope::session::{Command, Selection};
use std::collections::BTreeSet;

impl Window {
    /// The picture of the view alone.
    fn view(&mut self) -> image::RgbaImage {
        let all = self.harness.render().expect("no GL error");
        let rect = self.harness.get_by_label("3D view").rect();
        let (x, y) = (rect.min.x.ceil() as u32, rect.min.y.ceil() as u32);
        image::imageops::crop_imm(&all, x, y, rect.width() as u32 - 1, rect.height() as u32 - 1).to_image()
    }
}

fn differing(a: &image::RgbaImage, b: &image::RgbaImage) -> usize {
    assert_eq!(a.dimensions(), b.dimensions());
    // A tolerance: other drivers round otherwise.
    let is_other = |(p, q): &(&image::Rgba<u8>, &image::Rgba<u8>)| p.0.iter().zip(q.0).any(|(c, d)| c.abs_diff(d) > 6);
    a.pixels().zip(b.pixels()).filter(is_other).count()
}

#[test]
fn the_scene_is_in_the_picture_in_both_themes() {
    let mut views = Vec::new();
    for is_dark in [true, false] {
        let Some(mut w) = drawn_window(Options { is_dark, ..Options::default() }) else { return };
        let view = w.view();
        let colors: BTreeSet<_> = view.pixels().map(|p| p.0).collect();
        assert!(colors.len() > 300, "only {} colours", colors.len());
        assert!(view.pixels().all(|p| p.0[3] == 255), "no holes");
        views.push(view);
    }
    let all = (views[0].width() * views[0].height()) as usize;
    assert!(differing(&views[0], &views[1]) > all / 3);
}

#[test]
fn overlays_change_the_picture_and_the_cache_spares_the_rest() {
    let Some(mut w) = drawn_window(Options::default()) else { return };
    w.harness.state_mut().session.apply(Command::Step(30));
    w.harness.state_mut().state.overlays = OverlayOptions::none();
    w.harness.run_steps(2);
    let bare = w.view();
    let renders = w.harness.state().view.renders();
    w.harness.run_steps(2);
    assert_eq!(differing(&bare, &w.view()), 0);
    assert_eq!(w.harness.state().view.renders(), renders, "nothing changed, so nothing is drawn again");
    for overlay in [Overlay::Contacts, Overlay::Normals, Overlay::Impulses, Overlay::Aabbs] {
        w.harness.state_mut().state.overlays = OverlayOptions::only(&[overlay]);
        w.harness.run_steps(2);
        // The legend appears as well: it takes about six thousand pixels, which is not what is asked for here.
        let changed = differing(&bare, &w.view());
        assert!(changed > 1000, "{overlay} changed {changed} pixels");
    }
}

#[test]
fn the_selected_body_stands_out_and_motion_shows() {
    let Some(mut w) = drawn_window(Options::default()) else { return };
    let before = w.view();
    w.harness.state_mut().session.apply(Command::Select(Selection::Body(2)));
    w.harness.run_steps(2);
    assert!(differing(&before, &w.view()) > 200);
    w.harness.state_mut().session.apply(Command::Select(Selection::None));
    let ball = Command::Shoot { origin: [0.0, 1.5, 6.0].into(), direction: [0.0, 0.0, -1.0].into() };
    w.harness.state_mut().session.apply(ball);
    w.harness.state_mut().session.apply(Command::Step(60));
    w.harness.run_steps(2);
    assert!(differing(&before, &w.view()) > 2000);
}

#[test]
fn the_window_can_be_small_and_large() {
    for size in [[960.0, 560.0], [1920.0, 1080.0]] {
        let Some(mut w) = drawn_window(Options { size, ..Options::default() }) else { return };
        let view = w.view();
        assert!(view.width() > 250 && view.height() > 200, "{:?} of {size:?}", view.dimensions());
    }
}

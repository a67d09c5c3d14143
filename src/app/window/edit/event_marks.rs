//! Marks on the timeline for what happens at set times.

use super::tree::happening;
use crate::app::window::actions::{Action, Actions};
use crate::app::window::theme::palette;
use crate::app::window::widgets::color32;
use crate::overlay::palette as colors;
use crate::session::{AuthorWish, Command, Item, Run, Session};
use egui::{Rect, Sense, Stroke, Ui, pos2, vec2};

/// A flag at each event of the scene; `x` says where a step lies on the bar. While editing a click selects the event.
pub fn event_marks_ui(
    ui: &mut Ui,
    bar: Rect,
    session: &Session,
    run: &Run,
    x: impl Fn(u64) -> f32,
    actions: &mut Actions,
) {
    let dt = f64::from(run.settings().time.dt).max(1e-6);
    for (index, event) in run.preset().scene.events.iter().enumerate().take(200) {
        let step = (f64::from(event.at) / dt).ceil().max(0.0);
        let at = x(step as u64);
        if !(bar.left()..=bar.right()).contains(&at) {
            continue;
        }
        let is_on = session.edit_selection().contains(&Item::Event(index));
        let color = if is_on { palette(ui).accent } else { color32(colors::IMPULSE) };
        let top = bar.center().y - 15.0;
        let flag = [vec2(0.0, 0.0), vec2(9.0, 3.5), vec2(0.0, 7.0)].map(|offset| pos2(at, top) + offset);
        ui.painter().vline(at, top..=bar.center().y - 3.0, Stroke::new(1.5, color));
        ui.painter().add(egui::Shape::convex_polygon(flag.to_vec(), color, Stroke::NONE));
        if let Some(duration) = event.duration {
            let end = x(((f64::from(event.at) + f64::from(duration)) / dt) as u64).min(bar.right());
            ui.painter().hline(at..=end, bar.center().y - 6.0, Stroke::new(2.0, color.gamma_multiply(0.6)));
        }
        let area = Rect::from_min_size(pos2(at - 3.0, top - 1.0), vec2(14.0, 10.0));
        let response = ui.interact(area, ui.scope_id().with(("event", index)), Sense::click());
        let word = happening(event);
        let name = format!("Event: {word} on {} at {} s", event.body, event.at);
        let tip = format!("{name}, before step {}. Click selects it while the scene is edited.", step + 1.0);
        response.widget_info(move || egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        if response.on_hover_text(tip).clicked() && session.is_editing() {
            actions.push(Action::Do(Command::Author(AuthorWish::Select(vec![Item::Event(index)]))));
        }
    }
}

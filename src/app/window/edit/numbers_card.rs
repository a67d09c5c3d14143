//! The card “Paste the numbers”: the scene of a bug report from its numbers, typed into fields or pasted as text, with a
//! picture of what will be made.

use super::fields::{self, NumberSpec, Shown};
use super::numbers_text::{set_setting, set_whole, setting};
use super::place;
use crate::app::window::actions::{Action, Actions};
use crate::app::window::theme::{self, GRID, palette};
use crate::app::window::widgets::{chip_ui, modal, primary_button_ui, row_ui, section_ui, switch_ui};
use crate::instrument::{BodyKind, Recorder, RecorderOptions};
use crate::session::{Arrangement, AuthorWish, Command, NumbersForm, NumbersShape, Weight};
use egui::{Pos2, Rect, RichText, Ui, pos2, vec2};

/// The form, the text and what came of both.
#[derive(Clone, Debug, Default)]
pub struct NumbersCard {
    is_open: bool,
    form: NumbersForm,
    text: String,
    /// Lines that were not understood.
    lost: Vec<String>,
    /// Of the form that the picture was made of.
    picture: Option<(NumbersForm, Picture)>,
    trouble: Option<String>,
}

/// What will be made, seen from the side.
#[derive(Clone, Debug, Default)]
struct Picture {
    /// Corners of each body, m; and whether it is the floor.
    outlines: Vec<[Pos2; 4]>,
    slope: f32,
    words: String,
    problems: Vec<String>,
}

impl NumbersCard {
    pub const fn open(&mut self) {
        self.is_open = true;
    }

    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// Draws the card, if it is open.
    pub fn ui(&mut self, ctx: &egui::Context, actions: &mut Actions) {
        if !self.is_open {
            return;
        }
        if self.picture.as_ref().is_none_or(|(form, _)| *form != self.form) {
            self.picture = Some((self.form.clone(), picture(&self.form)));
        }
        let modal = modal(ctx, egui::Id::unique("numbers")).show(ctx, |ui| {
            let width = 940.0_f32.min(ctx.content_rect().width() - 60.0);
            ui.set_width(width);
            ui.label(RichText::new("Paste the numbers").font(theme::semibold(19.0)).color(palette(ui).strong));
            let text = "The scene of a bug report in a minute: paste what was reported, or set the numbers. It takes the \
                        place of what is open.";
            ui.label(RichText::new(text).size(14.0).color(palette(ui).weak));
            ui.add_space(GRID);
            // On the white of a card a white field would not be seen.
            ui.visuals_mut().widgets.inactive.weak_bg_fill = palette(ui).sunken;
            let height = (ctx.content_rect().height() - 190.0).min(540.0);
            ui.columns(2, |columns| {
                // Columns justify what they hold; a sentence would be spread over its line.
                let upright = egui::Layout::top_down(egui::Align::LEFT);
                columns[0].with_layout(upright, |ui| self.text_side_ui(ui, height));
                egui::ScrollArea::vertical().id_salt("numbers form").max_height(height).show(&mut columns[1], |ui| {
                    ui.set_width(ui.available_width() - 2.0 * GRID);
                    ui.spacing_mut().item_spacing.y = 2.0;
                    self.form_ui(ui);
                });
            });
            ui.add_space(2.0 * GRID);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let is_whole = self.picture.as_ref().is_some_and(|(_, picture)| picture.problems.is_empty());
                ui.add_enabled_ui(is_whole, |ui| {
                    let tip = "Makes the scene, in edit mode. Space runs it.";
                    if primary_button_ui(ui, "Make the scene").on_hover_text(tip).clicked() {
                        actions.push(Action::Do(Command::Author(AuthorWish::Numbers(Box::new(self.form.clone())))));
                        self.is_open = false;
                    }
                });
                let button = egui::Button::new("Cancel").min_size(vec2(80.0, 32.0));
                if ui.add(button).on_hover_text("Nothing is made; the numbers stay in the form.").clicked() {
                    self.is_open = false;
                }
                if let Some(trouble) = &self.trouble {
                    ui.add(egui::Label::new(RichText::new(trouble).color(palette(ui).bad).size(14.0)).truncate());
                }
            });
        });
        self.is_open &= !modal.should_close();
    }

    fn text_side_ui(&mut self, ui: &mut Ui, height: f32) {
        let rows = if height < 480.0 { 6 } else { 8 };
        let field = egui::TextEdit::multiline(&mut self.text)
            .hint_text(
                "Tower of 10 boxes\nsize 0.5 m, mass 5 kg\nslope 10°, friction 0.4\nfixed timestep 0.02\niterations 6",
            )
            .desired_rows(rows)
            .desired_width(f32::INFINITY)
            .margin(vec2(8.0, 6.0));
        let scroll = egui::ScrollArea::vertical().id_salt("numbers text").max_height(rows as f32 * 22.0);
        let response = scroll.show(ui, |ui| ui.add(field)).inner;
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::MultilineTextInput, true, "Numbers as text"));
        let tip = "One number in a line, in your words: “mass: 5 kg”, “fixed timestep 0.02”, “10 boxes”.";
        if response.on_hover_text(tip).changed() {
            let read = self.form.read_over(&self.text);
            (self.form, self.lost) = (read.form, read.not_understood);
        }
        if !self.lost.is_empty() {
            let text = format!("Not understood: {}", self.lost.join("  ·  "));
            let label = egui::Label::new(RichText::new(&text).size(14.0).color(palette(ui).bad));
            egui::ScrollArea::vertical().id_salt("not understood").max_height(64.0).show(ui, |ui| ui.add(label.wrap()));
        }
        let Some((_, picture)) = &self.picture else { return };
        ui.add_space(GRID);
        let height = (ui.available_height().min(height) - 90.0).clamp(110.0, 230.0);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "What will be made"));
        paint(ui, rect, picture);
        ui.label(RichText::new(&picture.words).size(14.0).color(palette(ui).text));
        for problem in picture.problems.iter().take(3) {
            ui.label(RichText::new(problem).size(14.0).color(palette(ui).bad));
        }
    }

    fn form_ui(&mut self, ui: &mut Ui) {
        let form = &mut self.form;
        let trouble = &mut self.trouble;
        choices_ui(
            ui,
            "Shape",
            &mut form.shape,
            &[
                (NumbersShape::Box, "Box", "Size gives its edges."),
                (NumbersShape::Sphere, "Ball", "The first size is its diameter."),
                (NumbersShape::Capsule, "Capsule", "The first size is its diameter, the second its whole height."),
            ],
        );
        choices_ui(
            ui,
            "Arranged",
            &mut form.arrangement,
            &[
                (Arrangement::Single, "One", "One body, whatever the count."),
                (Arrangement::Stack, "Stack", "One on the other."),
                (Arrangement::Row, "Row", "Side by side."),
                (Arrangement::Wall, "Wall", "Bricks, about as wide as high."),
                (Arrangement::Pyramid, "Pyramid", "Rows that get shorter by one."),
            ],
        );
        let mut count = f64::from(form.count);
        row(ui, trouble, ("Count", "", 1.0, 2000.0, true), "Number of bodies.", &mut count);
        form.count = count as u32;
        for (k, label) in ["Size x", "Size y", "Size z"].into_iter().enumerate() {
            single(ui, trouble, (label, "m", 1e-3, 1e3), "Full size.", &mut form.size[k]);
        }
        let (mut by_mass, mut weight) = match form.weight {
            Weight::Mass(mass) => (true, f64::from(mass)),
            Weight::Density(density) => (false, f64::from(density)),
        };
        choices_ui(
            ui,
            "Weight by",
            &mut by_mass,
            &[(true, "Mass", "Of each body, kg."), (false, "Density", "kg/m³; water has 1000.")],
        );
        let (label, unit) = if by_mass { ("Mass", "kg") } else { ("Density", "kg/m³") };
        row(ui, trouble, (label, unit, 1e-3, 1e6, false), "Of each body.", &mut weight);
        form.weight = if by_mass { Weight::Mass(weight as f32) } else { Weight::Density(weight as f32) };
        single(ui, trouble, ("Friction", "", 0.0, 10.0), "Coulomb's µ of bodies and floor.", &mut form.friction);
        single(
            ui,
            trouble,
            ("Restitution", "", 0.0, 1.0),
            "0 is dead, 1 bounces back as it came.",
            &mut form.restitution,
        );
        single(ui, trouble, ("Gap", "m", 0.0, 10.0), "Between neighbours.", &mut form.gap);
        single(
            ui,
            trouble,
            ("Drop height", "m", 0.0, 1e3),
            "Of the lowest body above the floor.",
            &mut form.drop_height,
        );
        single(ui, trouble, ("Slope", "°", 0.0, 80.0), "Of the floor; it falls towards +x.", &mut form.slope_degrees);
        for (k, label) in ["Velocity x", "Velocity y", "Velocity z"].into_iter().enumerate() {
            single(ui, trouble, (label, "m/s", -1e3, 1e3), "At the start.", &mut form.velocity[k]);
        }
        let tip = "Share of velocity lost per second.";
        single(ui, trouble, ("Damping", "1/s", 0.0, 1e3), tip, &mut form.linear_damping);
        single(ui, trouble, ("Spin damping", "1/s", 0.0, 1e3), tip, &mut form.angular_damping);
        labelled(ui, "Can sleep", "Whether bodies may fall asleep.", |ui| {
            switch_ui(ui, &mut form.can_sleep, "Can sleep")
        });
        section_ui(ui, "Simulation");
        let mut gravity = -form.settings.gravity[1];
        single(ui, trouble, ("Gravity", "m/s²", -100.0, 100.0), "Downwards.", &mut gravity);
        form.settings.gravity[1] = -gravity;
        let mut hertz = 1.0 / setting(&form.settings, "time.dt").max(1e-6);
        // 1/60 s is no round number of single precision, 60 Hz is one.
        hertz = if (hertz - hertz.round()).abs() < 1e-3 { hertz.round() } else { hertz };
        let before = hertz;
        row(ui, trouble, ("Steps per second", "Hz", 4.0, 10_000.0, false), "60 Hz is a step of 1/60 s.", &mut hertz);
        if hertz != before {
            *trouble = set_setting(form, "time.dt", 1.0 / hertz).err();
        }
        for (label, path, max, tip) in [
            ("Substeps", "time.substeps", 64.0, "Equal parts of a step."),
            ("Iterations", "solver.velocity_iterations", 1000.0, "Sweeps over all rows in a step."),
            ("Position iterations", "solver.position_iterations", 1000.0, "Sweeps that correct positions."),
        ] {
            let mut value = setting(&form.settings, path);
            let before = value;
            row(ui, trouble, (label, "", 0.0, max, true), tip, &mut value);
            if value != before {
                *trouble = set_whole(form, path, value).err();
            }
        }
    }
}

fn labelled(ui: &mut Ui, label: &str, tip: &str, add: impl FnOnce(&mut Ui) -> egui::Response) {
    let (name, response) = row_ui(ui, RichText::new(label).size(14.5), add);
    name.on_hover_text(tip);
    response.on_hover_text(tip);
}

fn row(
    ui: &mut Ui,
    trouble: &mut Option<String>,
    (label, unit, min, max, is_whole): (&str, &str, f64, f64, bool),
    tip: &str,
    value: &mut f64,
) {
    let spec = NumberSpec { label, unit, min, max, is_whole };
    let mut outcome = fields::Outcome::default();
    labelled(ui, label, tip, |ui| {
        let (response, found) = fields::number_ui(ui, 130.0, &spec, Shown::Value(*value));
        outcome = found;
        response
    });
    if let Some(new) = outcome.value {
        *value = new.clamp(min, max);
        *trouble = None;
    }
    if outcome.trouble.is_some() {
        *trouble = outcome.trouble;
    }
}

fn single(
    ui: &mut Ui,
    trouble: &mut Option<String>,
    (label, unit, min, max): (&str, &str, f64, f64),
    tip: &str,
    value: &mut f32,
) {
    let mut wide = f64::from(*value);
    row(ui, trouble, (label, unit, min, max, false), tip, &mut wide);
    *value = wide as f32;
}

fn choices_ui<T: Copy + PartialEq>(ui: &mut Ui, label: &str, value: &mut T, choices: &[(T, &str, &str)]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = GRID;
        ui.label(RichText::new(label).size(14.5));
        ui.add_space(GRID);
        for (choice, word, tip) in choices {
            if chip_ui(ui, *value == *choice, word, tip).clicked() {
                *value = *choice;
            }
        }
    });
}

/// The scene of the form as outlines in the plane of x and y, and in words.
fn picture(form: &NumbersForm) -> Picture {
    let mut picture = Picture { slope: form.slope_degrees, ..Picture::default() };
    let preset = match form.scene() {
        Ok(preset) => preset,
        Err(problems) => {
            picture.problems = problems.0.iter().map(|problem| problem.message.clone()).collect();
            return picture;
        }
    };
    let Ok(instance) = preset.instantiate(None) else { return picture };
    let recording = Recorder::new(RecorderOptions::default()).record_start(&instance.world, &instance.settings);
    let Some(record) = recording.steps.first() else { return picture };
    let mut count = 0;
    let mut mass = 0.0;
    for (info, body) in recording.header.bodies.iter().zip(&record.bodies) {
        if info.kind == BodyKind::Dynamic {
            (count, mass) = (count + 1, info.mass);
        }
        if let Some(bounds) = place::body_bounds(info).filter(|_| info.kind == BodyKind::Dynamic) {
            let corners = place::corners(&bounds, &body.world_from_body());
            picture.outlines.push([0, 1, 3, 2].map(|k| pos2(corners[k].x, corners[k].y)));
        }
    }
    let shape = match form.shape {
        NumbersShape::Box => "boxes",
        NumbersShape::Sphere => "balls",
        NumbersShape::Capsule => "capsules",
    };
    let dt = setting(&form.settings, "time.dt");
    let slope =
        if form.slope_degrees == 0.0 { String::new() } else { format!(" on a slope of {}°", form.slope_degrees) };
    picture.words = format!(
        "{count} {shape} of {} kg{slope}, friction {}; a step of {} ms, {} substeps, iterations: {}.",
        fields::short(mass.into()),
        fields::exact(form.friction.into()),
        crate::app::window::format::fixed(dt * 1000.0, 2),
        setting(&form.settings, "time.substeps"),
        setting(&form.settings, "solver.velocity_iterations"),
    );
    picture
}

fn paint(ui: &Ui, rect: Rect, picture: &Picture) {
    let p = palette(ui);
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 6, p.sunken);
    let mut bounds = Rect::from_center_size(Pos2::ZERO, vec2(1.0, 1.0));
    for point in picture.outlines.iter().flatten() {
        bounds.extend_with(*point);
    }
    let scale = (rect.width() / bounds.width()).min(rect.height() / bounds.height()) * 0.86;
    let middle = bounds.center();
    let place = |point: Pos2| rect.center() + vec2(point.x - middle.x, middle.y - point.y) * scale;
    let along = vec2(1.0, -picture.slope.to_radians().tan()) * (rect.width() / scale);
    painter.line_segment([place(Pos2::ZERO - along), place(Pos2::ZERO + along)], egui::Stroke::new(2.0, p.weak));
    for outline in &picture.outlines {
        let points = outline.map(place).to_vec();
        painter.add(egui::Shape::convex_polygon(
            points,
            p.accent.gamma_multiply(0.35),
            egui::Stroke::new(1.0, p.accent),
        ));
    }
}

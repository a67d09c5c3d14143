//! The scene of a bug report, from its numbers.

use crate::dynamics::StepSettings;
use crate::math::Vec3;
use crate::preset::edit;
use crate::preset::schema::{Body, HorizontalAxis, Repeat, ShapeSpec};
use crate::preset::{Preset, Problems, SettingsOverlay, settings_path};

/// What the bodies are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumbersShape {
    /// `size` is its edges.
    #[default]
    Box,
    /// Its diameter is the first of `size`.
    Sphere,
    /// Upright; its diameter is the first of `size`, its whole height the second.
    Capsule,
}

/// How heavy they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weight {
    /// Of each, kg.
    Mass(f32),
    /// kg/m³
    Density(f32),
}

/// How they stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// One body, whatever the count.
    Single,
    /// One on the other.
    #[default]
    Stack,
    /// Side by side.
    Row,
    /// Bricks, about as wide as high.
    Wall,
    /// Rows that get shorter by one.
    Pyramid,
}

/// The numbers of a bug report. The defaults are those of the program.
#[derive(Clone, Debug, PartialEq)]
pub struct NumbersForm {
    pub title: String,
    pub shape: NumbersShape,
    /// Full sizes, m.
    pub size: [f32; 3],
    pub weight: Weight,
    pub count: u32,
    pub arrangement: Arrangement,
    /// Between neighbours, m.
    pub gap: f32,
    /// Of the lowest body above the floor, m.
    pub drop_height: f32,
    /// Of the floor about z, degrees: it falls towards +x.
    pub slope_degrees: f32,
    /// At the start, m/s.
    pub velocity: [f32; 3],
    /// At the start, rad/s.
    pub angular_velocity: [f32; 3],
    pub friction: f32,
    pub restitution: f32,
    /// 1/s
    pub linear_damping: f32,
    /// 1/s
    pub angular_damping: f32,
    /// Whether the bodies may fall asleep.
    pub can_sleep: bool,
    /// Everything else: gravity, time step, iterations and so on.
    pub settings: StepSettings,
}

impl Default for NumbersForm {
    fn default() -> Self {
        Self {
            title: "From numbers".to_owned(),
            shape: NumbersShape::Box,
            size: [1.0; 3],
            weight: Weight::Density(1000.0),
            count: 10,
            arrangement: Arrangement::Stack,
            gap: 0.0,
            drop_height: 0.0,
            slope_degrees: 0.0,
            velocity: [0.0; 3],
            angular_velocity: [0.0; 3],
            friction: 0.5,
            restitution: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            can_sleep: true,
            settings: StepSettings::default(),
        }
    }
}

impl NumbersForm {
    /// The scene: a floor, and the bodies standing on it.
    ///
    /// # Errors
    /// When a number is out of range, with its place.
    pub fn scene(&self) -> Result<Preset, Problems> {
        let mut preset = edit::new_scene(&self.title);
        // A contact takes the mean of two frictions and the larger of two restitutions: both are said of the pair.
        preset.scene.bodies[0].friction = Some(self.friction);
        let (shape, [width, height, _]) = self.shape();
        let (step, rise) = (width + self.gap, height + self.gap);
        let (repeat, columns) = self.repeat(step, rise);
        // Rows stand about the middle of the picture.
        let aside = -0.5 * (columns - 1) as f32 * step;
        let nonzero = |v: [f32; 3]| (v != [0.0; 3]).then_some(v);
        let positive = |number: f32| (number != 0.0).then_some(number);
        let (mass, density) = match self.weight {
            Weight::Mass(mass) => (Some(mass), None),
            Weight::Density(density) => (None, Some(density)),
        };
        preset.scene.bodies.push(Body {
            position: Some([aside, 0.5 * height + self.drop_height, 0.0]),
            velocity: nonzero(self.velocity),
            angular_velocity: nonzero(self.angular_velocity),
            friction: Some(self.friction),
            restitution: positive(self.restitution),
            linear_damping: positive(self.linear_damping),
            angular_damping: positive(self.angular_damping),
            can_sleep: (!self.can_sleep).then_some(false),
            mass,
            density,
            repeat,
            ..edit::plain("body", shape)
        });
        settings_path::validate(&self.settings).map_err(|error| Problems::whole(error.to_string()))?;
        preset.settings = SettingsOverlay::difference(&StepSettings::default(), &self.settings);
        if self.slope_degrees != 0.0 {
            let all = [edit::Item::Body(0), edit::Item::Body(1)];
            preset = edit::turned(&preset, &all, Vec3::Z, -self.slope_degrees, Vec3::ZERO)?.preset;
        }
        preset.to_text()?;
        Ok(preset)
    }

    fn shape(&self) -> (ShapeSpec, [f32; 3]) {
        let [x, y, _] = self.size;
        match self.shape {
            NumbersShape::Box => (ShapeSpec::Box { size: self.size }, self.size),
            NumbersShape::Sphere => (ShapeSpec::Sphere { radius: 0.5 * x }, [x; 3]),
            NumbersShape::Capsule => {
                // The least straight part that a file can hold makes it a ball.
                let length = (y - x).max(1e-3);
                (ShapeSpec::Capsule { length, radius: 0.5 * x }, [x, length + x, x])
            }
        }
    }

    /// The pattern, and how many bodies stand side by side in its lowest row.
    fn repeat(&self, width: f32, height: f32) -> (Option<Repeat>, u32) {
        let count = self.count.max(1);
        match self.arrangement {
            Arrangement::Single => (None, 1),
            _ if count == 1 => (None, 1),
            Arrangement::Stack => (Some(Repeat::Line { count, step: [0.0, height, 0.0], turn_degrees: None }), 1),
            Arrangement::Row => (Some(Repeat::Line { count, step: [width, 0.0, 0.0], turn_degrees: None }), count),
            Arrangement::Wall => {
                let columns = (f64::from(count).sqrt().round() as u32).max(2);
                let rows = (f64::from(count) / (f64::from(columns) - 0.5)).ceil().max(1.0) as u32;
                (
                    Some(Repeat::Wall { columns, rows, along: Some(HorizontalAxis::X), step: Some([width, height]) }),
                    columns,
                )
            }
            Arrangement::Pyramid => {
                // The smallest with so many bodies at least.
                let base = (1_u32..).find(|base| base * (base + 1) / 2 >= count || *base > 300).unwrap_or(1);
                (Some(Repeat::Pyramid { base, along: Some(HorizontalAxis::X), step: Some([width, height]) }), base)
            }
        }
    }
}

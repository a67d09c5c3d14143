//! What the palette offers: bodies and templates to begin with.

use crate::math::Vec3;
use crate::preset::schema::{
    Body, BodyKind, BodyPath, Chain, ChainEnd, EulerDegrees, Part, Ragdoll, Repeat, Rotation, ShapeSpec, Template,
};
use egui_material_icons::MaterialIcon;
use egui_material_icons::icons as i;

/// Something that the palette offers.
pub struct Offer {
    pub label: &'static str,
    pub icon: MaterialIcon,
    pub tip: &'static str,
    pub make: fn() -> Body,
}

pub const HALF: f32 = 0.5;

pub const SHAPES: [Offer; 5] = [
    Offer { label: "Box", icon: i::ICON_DEPLOYED_CODE, tip: "A box of half a metre.", make: || plain("box", cube()) },
    Offer {
        label: "Ball",
        icon: i::ICON_CIRCLE,
        tip: "A sphere, half a metre across.",
        make: || plain("ball", ShapeSpec::Sphere { radius: 0.25 }),
    },
    Offer {
        label: "Capsule",
        icon: i::ICON_PILL,
        tip: "A cylinder with round ends, standing.",
        make: || plain("capsule", ShapeSpec::Capsule { length: HALF, radius: 0.15 }),
    },
    Offer {
        label: "Hull",
        icon: i::ICON_CHANGE_HISTORY,
        tip: "A convex hull: a wedge to begin with. Its points stand in the inspector and can be pasted there.",
        make: || plain("wedge", wedge()),
    },
    Offer {
        label: "Tee",
        icon: i::ICON_CATEGORY,
        tip: "A compound: several shapes that move as one, a T to begin with. Its parts stand in the inspector.",
        make: || plain("tee", tee()),
    },
];

pub const STANDING: [Offer; 5] = [
    Offer {
        label: "Floor",
        icon: i::ICON_HORIZONTAL_RULE,
        tip: "A half-space: ground without end, at height 0.",
        make: || standing("floor", ShapeSpec::HalfSpace { normal: None }),
    },
    Offer {
        label: "Slab",
        icon: i::ICON_CROP_LANDSCAPE,
        tip: "A static box, 6 m by 6 m.",
        make: || standing("slab", ShapeSpec::Box { size: [6.0, HALF, 6.0] }),
    },
    Offer {
        label: "Slope",
        icon: i::ICON_SIGNAL_CELLULAR_4_BAR,
        tip: "A static plank, tilted by 10°. The rotation in the inspector sets the angle; friction µ holds up to atan µ.",
        make: || Body {
            rotation: Some(Rotation::Euler(EulerDegrees { euler_degrees: [0.0, 0.0, 10.0] })),
            ..standing("slope", ShapeSpec::Box { size: [6.0, 0.3, 3.0] })
        },
    },
    Offer {
        label: "Lift",
        icon: i::ICON_SWAP_VERT,
        tip: "An animated platform that goes up and down and carries what stands on it.",
        make: || Body {
            kind: Some(BodyKind::Animated),
            path: Some(BodyPath::Oscillation { axis: [0.0, 1.0, 0.0], amplitude: 0.4, period: 4.0 }),
            ..plain("lift", ShapeSpec::Box { size: [2.0, 1.0, 2.0] })
        },
    },
    Offer {
        label: "Spinner",
        icon: i::ICON_3D_ROTATION,
        tip: "An animated plate that turns at a constant rate.",
        make: || Body {
            kind: Some(BodyKind::Animated),
            path: Some(BodyPath::Spin { axis: [0.0, 1.0, 0.0], speed: 1.0 }),
            ..plain("spinner", ShapeSpec::Box { size: [2.0, 0.2, 2.0] })
        },
    },
];

pub const PATTERNS: [Offer; 5] = [
    Offer {
        label: "Stack",
        icon: i::ICON_STACK,
        tip: "Ten boxes on each other. Count and step stand in the inspector, under Repeated.",
        make: || repeated("tower", Repeat::Line { count: 10, step: [0.0, HALF, 0.0], turn_degrees: None }),
    },
    Offer {
        label: "Row",
        icon: i::ICON_MORE_HORIZ,
        tip: "Five boxes side by side.",
        make: || repeated("row", Repeat::Line { count: 5, step: [0.6, 0.0, 0.0], turn_degrees: None }),
    },
    Offer {
        label: "Wall",
        icon: i::ICON_VIEW_COMFY,
        tip: "Bricks, every second row shifted by half.",
        make: || repeated("wall", Repeat::Wall { columns: 6, rows: 6, along: None, step: None }),
    },
    Offer {
        label: "Pyramid",
        icon: i::ICON_SIGNAL_CELLULAR_ALT,
        tip: "Rows that get shorter by one box each.",
        make: || repeated("pyramid", Repeat::Pyramid { base: 6, along: None, step: None }),
    },
    Offer {
        label: "Grid",
        icon: i::ICON_GRID_VIEW,
        tip: "Three by three by three boxes, close to each other.",
        make: || repeated("grid", Repeat::Grid { count: [3, 3, 3], step: [0.55, HALF, 0.55] }),
    },
];

/// A body with nothing but a shape.
pub fn plain(name: &str, shape: ShapeSpec) -> Body {
    Body {
        name: name.to_owned(),
        group: None,
        kind: None,
        shape,
        position: None,
        rotation: None,
        velocity: None,
        angular_velocity: None,
        density: None,
        mass: None,
        inertia_scale: None,
        friction: None,
        restitution: None,
        linear_damping: None,
        angular_damping: None,
        linear_drag: None,
        quadratic_drag: None,
        gravity_scale: None,
        can_sleep: None,
        ccd: None,
        driven_by: None,
        path: None,
        repeat: None,
    }
}

fn standing(name: &str, shape: ShapeSpec) -> Body {
    Body { kind: Some(BodyKind::Static), ..plain(name, shape) }
}

fn repeated(name: &str, repeat: Repeat) -> Body {
    Body { repeat: Some(repeat), ..plain(name, cube()) }
}

const fn cube() -> ShapeSpec {
    ShapeSpec::Box { size: [HALF; 3] }
}

fn wedge() -> ShapeSpec {
    let (h, b) = (0.25, -0.25);
    ShapeSpec::Hull { points: vec![[b, b, b], [h, b, b], [b, b, h], [h, b, h], [b, h, b], [b, h, h]] }
}

fn tee() -> ShapeSpec {
    let part =
        |size: [f32; 3], y: f32| Part { shape: ShapeSpec::Box { size }, position: Some([0.0, y, 0.0]), rotation: None };
    ShapeSpec::Compound { parts: vec![part([0.2, 0.6, 0.2], 0.0), part([0.8, 0.2, 0.2], 0.4)] }
}

pub fn chain(spot: Vec3) -> Template {
    let shape = ShapeSpec::Capsule { length: 0.3, radius: 0.06 };
    let end = ChainEnd { shape: ShapeSpec::Sphere { radius: 0.2 }, density: None, mass: None };
    Template::Chain(Chain {
        name: "chain".to_owned(),
        count: 8,
        shape,
        link_length: None,
        start: [spot.x, spot.y + 4.0, spot.z],
        direction: Some([1.0, 0.0, 0.0]),
        attach_to: None,
        attach_end_to: None,
        joint: None,
        axis: None,
        density: None,
        mass: None,
        friction: None,
        inertia_scale: None,
        angular_damping: None,
        collide_connected: None,
        end: Some(end),
    })
}

pub fn ragdoll(spot: Vec3) -> Template {
    Template::Ragdoll(Ragdoll {
        name: "doll".to_owned(),
        position: [spot.x, spot.y, spot.z],
        rotation: None,
        height: None,
        mass: None,
        velocity: None,
        friction: None,
        collide_connected: None,
        limits: Some(true),
    })
}

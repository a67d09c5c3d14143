//! One table that describes every setting: the window, `--set`, the schema and the documentation are made from it.

mod collision;
mod joints;
mod motion;
mod scenes;

pub use scenes::SettingScene;

/// What kind of value a setting holds, and what is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SettingKind {
    Bool,
    Int {
        min: u32,
        max: u32,
    },
    Float {
        min: f32,
        max: f32,
        is_logarithmic: bool,
    },
    /// Value in files, and label for people.
    Choice(&'static [(&'static str, &'static str)]),
    /// Three components, each within the bounds.
    Vector {
        min: f32,
        max: f32,
    },
}

/// One setting.
#[derive(Clone, Copy, Debug)]
pub struct SettingInfo {
    /// As in `--set path=value` and in preset files.
    pub path: &'static str,
    pub group: &'static str,
    pub label: &'static str,
    /// Empty for numbers without one.
    pub unit: &'static str,
    pub kind: SettingKind,
    /// What it is, and what to expect when it is turned.
    pub tooltip: &'static str,
}

const fn float(min: f32, max: f32) -> SettingKind {
    SettingKind::Float { min, max, is_logarithmic: false }
}

const fn log(min: f32, max: f32) -> SettingKind {
    SettingKind::Float { min, max, is_logarithmic: true }
}

const fn info(
    path: &'static str,
    group: &'static str,
    label: &'static str,
    unit: &'static str,
    kind: SettingKind,
    tooltip: &'static str,
) -> SettingInfo {
    SettingInfo { path, group, label, unit, kind, tooltip }
}

/// Every setting; people are shown them by group.
pub const SETTINGS: &[SettingInfo] =
    &joined::<{ motion::SETTINGS.len() + OTHERS.len() + collision::SETTINGS.len() + joints::SETTINGS.len() }>();

const fn joined<const N: usize>() -> [SettingInfo; N] {
    let parts = [motion::SETTINGS, OTHERS, collision::SETTINGS, joints::SETTINGS];
    let mut all = [OTHERS[0]; N];
    let (mut part, mut first, mut i) = (0, 0, 0);
    while i < N {
        if i - first == parts[part].len() {
            first = i;
            part += 1;
        }
        all[i] = parts[part][i - first];
        i += 1;
    }
    all
}

const OTHERS: &[SettingInfo] = &[
    info(
        "gravity",
        "World",
        "Gravity",
        "m/s²",
        SettingKind::Vector { min: -1000.0, max: 1000.0 },
        "Acceleration of free bodies along X, Y and Z. Y is up.",
    ),
    info(
        "solver.method",
        "Solver",
        "Method",
        "",
        SettingKind::Choice(&[
            ("soft", "Soft contacts, relax pass"),
            ("sequential_impulse", "Sequential impulse"),
            ("block", "Block (manifold at once)"),
            ("jacobi", "Jacobi"),
            ("worst_first", "Worst contact first"),
        ]),
        "How impulses are found. Soft with substeps is the calm default; the others show the classic faults.",
    ),
    info(
        "solver.velocity_iterations",
        "Solver",
        "Velocity iterations",
        "",
        SettingKind::Int { min: 0, max: 1000 },
        "Sweeps over all rows per substep. Too few: stacks sink and chains stretch, because support has not travelled through.",
    ),
    info(
        "solver.relax_iterations",
        "Solver",
        "Relax iterations",
        "",
        SettingKind::Int { min: 0, max: 1000 },
        "Sweeps without bias after the bodies moved (method soft). 0: the speed that pushed bodies apart stays, and stacks hum.",
    ),
    info(
        "solver.static_iterations",
        "Solver",
        "Static iterations",
        "",
        SettingKind::Int { min: 0, max: 1000 },
        "Further sweeps over contacts with static bodies only, after all others: nothing is pushed through a wall. Heavy pushers may get squeezed instead.",
    ),
    info(
        "solver.warm_start",
        "Solver",
        "Warm starting",
        "×",
        float(0.0, 1.2),
        "Share of the last impulses applied at the start. 0: every step begins from nothing and stacks sink. Above 1: they push themselves up.",
    ),
    info(
        "solver.warm_start_friction",
        "Solver",
        "Friction warm start",
        "×",
        float(0.0, 1.2),
        "Share of the last friction impulses applied at the start. 0: sticking bodies slip a little in every step.",
    ),
    info(
        "solver.over_relaxation",
        "Solver",
        "Over-relaxation",
        "×",
        float(0.1, 1.9),
        "Multiplies every change (sequential impulse and Jacobi). A little above 1 can converge faster; more overshoots and shakes.",
    ),
    info(
        "solver.order",
        "Solver",
        "Row order",
        "",
        SettingKind::Choice(&[
            ("generated", "As generated"),
            ("reversed", "Reversed"),
            ("shuffled", "Shuffled"),
            ("bottom_up", "Bottom up"),
            ("static_first", "Static contacts first"),
            ("static_last", "Static contacts last"),
        ]),
        "Who is solved last is obeyed best. Few iterations make the difference plain.",
    ),
    info(
        "solver.shuffle_seed",
        "Solver",
        "Shuffle seed",
        "",
        SettingKind::Int { min: 0, max: u32::MAX },
        "Start of the random order. The same seed gives the same run.",
    ),
    info(
        "solver.shock_propagation",
        "Solver",
        "Shock propagation",
        "",
        SettingKind::Choice(&[("off", "Off"), ("mass_scaling", "Mass scaling"), ("level_by_level", "Level by level")]),
        "Treats the lower body of a contact as heavier. Stacks stand at once, but the bottom no longer feels the weight above.",
    ),
    info(
        "solver.shock_mass_scale",
        "Solver",
        "Shock mass scale",
        "×",
        float(0.0, 1.0),
        "Inverse mass of the lower body is multiplied by this. 0 freezes it; 1 changes nothing.",
    ),
    info(
        "solver.position_correction",
        "Solver",
        "Position correction",
        "",
        SettingKind::Choice(&[
            ("none", "None"),
            ("baumgarte", "Baumgarte bias"),
            ("split_impulse", "Split impulse"),
            ("nonlinear", "Non-linear positions"),
        ]),
        "How overlaps and gaps are removed (all methods except soft). None: stacks sink for ever. Baumgarte: the push remains as speed. Split and non-linear: it does not.",
    ),
    info(
        "solver.position_iterations",
        "Solver",
        "Position iterations",
        "",
        SettingKind::Int { min: 0, max: 1000 },
        "Sweeps of split impulse and non-linear positions per substep.",
    ),
    info(
        "solver.baumgarte",
        "Solver",
        "Baumgarte factor",
        "",
        float(0.0, 1.0),
        "Share of an overlap or gap removed per substep (all methods except soft). High: bodies pop out and gain energy.",
    ),
    info(
        "solver.slop",
        "Solver",
        "Slop",
        "m",
        log(1e-6, 0.1),
        "Overlap that is left alone, so that resting contacts stay contacts.",
    ),
    info(
        "solver.max_push_out_speed",
        "Solver",
        "Push-out speed",
        "m/s",
        log(0.01, 1000.0),
        "Overlapping bodies are never driven apart faster than this. High: deep overlaps explode.",
    ),
    info(
        "solver.contact_hertz",
        "Solver",
        "Contact stiffness",
        "Hz",
        log(0.5, 1000.0),
        "Frequency of soft contacts, limited to a quarter of the substep rate. Low: bodies sink in like rubber.",
    ),
    info(
        "solver.contact_damping_ratio",
        "Solver",
        "Contact damping",
        "",
        log(0.01, 100.0),
        "Damping ratio of soft contacts. Below 1: contacts ring.",
    ),
    info(
        "solver.joint_hertz",
        "Solver",
        "Joint stiffness",
        "Hz",
        log(0.5, 1000.0),
        "Frequency of soft joints, limited to a quarter of the substep rate; at that limit joints solved directly are rigid. Low: joints stretch like springs.",
    ),
    info(
        "solver.joint_damping_ratio",
        "Solver",
        "Joint damping",
        "",
        log(0.01, 100.0),
        "Damping ratio of soft joints. Below 1: joints ring.",
    ),
    info(
        "friction.model",
        "Friction",
        "Model",
        "",
        SettingKind::Choice(&[
            ("none", "None"),
            ("coupled", "Coupled"),
            ("decoupled_last", "From last normal impulse"),
            ("decoupled_fixed", "Fixed maximum"),
        ]),
        "Coupled: bounded by µ times the normal impulse of the same sweep (Coulomb). Fixed maximum: the bottom of a stack slides out as easily as the top. None: everything slides.",
    ),
    info(
        "friction.bound",
        "Friction",
        "Bound",
        "",
        SettingKind::Choice(&[("pyramid", "Pyramid"), ("cone", "Cone")]),
        "Pyramid: up to 41 % too strong along its diagonals. Cone: the same in every direction.",
    ),
    info(
        "friction.fixed_force",
        "Friction",
        "Fixed normal force",
        "N",
        log(0.01, 1e6),
        "Normal force per contact that the model 'Fixed maximum' supposes. Too small: everything heavy slides.",
    ),
    info(
        "friction.anchors",
        "Friction",
        "Drift anchors",
        "",
        SettingKind::Bool,
        "Pulls a sticking point back to where it first stuck. Off: stacks creep on slopes, a little in every step.",
    ),
    info(
        "friction.anchor_rate",
        "Friction",
        "Anchor rate",
        "1/s",
        float(0.0, 120.0),
        "Share of the drift taken back per second. High: a pushed stack springs back.",
    ),
    info(
        "restitution.threshold",
        "Restitution",
        "Threshold",
        "m/s",
        float(0.0, 10.0),
        "Nothing bounces that arrives more slowly. 0: resting bodies keep hopping.",
    ),
    info(
        "sleep.enabled",
        "Sleep",
        "Sleep",
        "",
        SettingKind::Bool,
        "Islands at rest are put to sleep and cost nothing. Off shows what they would do.",
    ),
    info(
        "sleep.speed",
        "Sleep",
        "Rest speed",
        "m/s",
        log(1e-4, 1.0),
        "A body whose fastest point is slower counts as resting.",
    ),
    info(
        "sleep.delay_secs",
        "Sleep",
        "Delay",
        "s",
        float(0.0, 10.0),
        "How long a whole island has to rest before it sleeps.",
    ),
];

#[cfg(test)]
mod tests;

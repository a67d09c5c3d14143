//! What the user is looking at: one value that the viewport, the inspector, the outliner and the overlays share.

/// The selected thing, by the ids that records use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    #[default]
    None,
    Body(u32),
    /// One manifold point: with `feature`, its identity over time.
    Contact {
        collider_a: u32,
        collider_b: u32,
        feature: u32,
    },
    Joint(u32),
}

impl Selection {
    /// The selected body, if a body is selected.
    pub const fn body(self) -> Option<u32> {
        match self {
            Self::Body(id) => Some(id),
            _ => None,
        }
    }
}

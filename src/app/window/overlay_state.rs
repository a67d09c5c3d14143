//! Overlay options in the saved state: by name, so that new overlays do not upset old files.

use crate::overlay::{OVERLAYS, Overlay, OverlayOptions};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

#[derive(Serialize, Deserialize)]
struct Saved {
    shown: bool,
    size: f32,
}

pub fn serialize<S: Serializer>(options: &OverlayOptions, serializer: S) -> Result<S::Ok, S::Error> {
    let saved: BTreeMap<&str, Saved> = OVERLAYS
        .iter()
        .map(|i| (i.id, Saved { shown: options.is_shown(i.overlay), size: options.scale(i.overlay) }))
        .collect();
    saved.serialize(serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<OverlayOptions, D::Error> {
    let saved = BTreeMap::<String, Saved>::deserialize(deserializer)?;
    let mut options = OverlayOptions::default();
    for (id, one) in saved {
        if let Some(overlay) = Overlay::from_id(&id) {
            options.set_shown(overlay, one.shown);
            options.set_scale(overlay, one.size);
        }
    }
    Ok(options)
}

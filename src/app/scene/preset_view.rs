//! What a preset wants to be seen: its camera and its overlays.

use super::OrbitCamera;
use crate::math::Vec3;
use crate::overlay::Overlay;
use crate::preset::Preset;
use crate::preset::schema::OverlayName;

/// The camera of the preset, if it has one.
pub fn camera(preset: &Preset) -> Option<OrbitCamera> {
    let view = preset.camera.as_ref()?;
    let target = Vec3::from_array(view.target);
    if let Some(eye) = view.eye {
        return Some(OrbitCamera::looking(Vec3::from_array(eye), target));
    }
    let standard = OrbitCamera::default();
    Some(OrbitCamera {
        target,
        distance: view.distance.unwrap_or(10.0).clamp(0.05, 2000.0),
        yaw: view.yaw_degrees.unwrap_or(0.0).to_radians(),
        pitch: view.pitch_degrees.unwrap_or(15.0).clamp(-88.0, 88.0).to_radians(),
        ..standard
    })
}

/// The overlays that it wants to be seen first.
pub fn overlays(preset: &Preset) -> Vec<Overlay> {
    let names = preset.watch.as_ref().map(|watch| watch.overlays.as_slice()).unwrap_or_default();
    names
        .iter()
        .map(|name| match name {
            OverlayName::Contacts => Overlay::Contacts,
            OverlayName::Normals => Overlay::Normals,
            OverlayName::Impulses => Overlay::Impulses,
            OverlayName::Friction => Overlay::Friction,
            OverlayName::Joints => Overlay::Joints,
            OverlayName::Aabbs => Overlay::Aabbs,
            OverlayName::Velocity => Overlay::Velocity,
            OverlayName::Sleep => Overlay::Sleep,
            OverlayName::Islands => Overlay::Islands,
            OverlayName::Anchors => Overlay::Anchors,
            OverlayName::JointDrift => Overlay::JointDrift,
            OverlayName::Shells => Overlay::Shells,
            OverlayName::Sweeps => Overlay::Sweeps,
        })
        .collect()
}

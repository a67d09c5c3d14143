//! Single bodies: shapes that are too thin, too small, or too large for their weight, and scenes that reach too far.

use super::{Finding, Findings, length, number};
use crate::geometry::{Aabb, HALF_SPACE_BOUND};
use crate::math::Mat3;

/// Longest to shortest of the axes about which a body turns: rods of 14:1 and more.
const INERTIA_RATIO: f32 = 100.0;
/// The slop is to be small against the size of a body: by more than this.
const SLOPS: f32 = 10.0;
/// Density of ordinary matter, kg/m³, and the share of it below which size and weight do not belong together: a solid twice
/// as large in each direction as its weight suggests, and twice that again, falls half as fast as it looks.
const MATTER: f32 = 1000.0;
const LIGHTEST: f32 = 1.0 / 64.0;
/// Only what is larger than this, m, looks slow.
const LARGE: f32 = 2.0;

pub(super) fn find(findings: &mut Findings<'_>) {
    let scene = findings.scene;
    let slop = scene.instance.settings.solver.slop;
    for (index, body) in scene.world().bodies().iter().enumerate().filter(|(index, _)| scene.is_dynamic(*index)) {
        let [least, _, most] = principal_moments(&body.inertia);
        let ratio = most / least;
        if least > 0.0 && ratio > INERTIA_RATIO {
            let text = format!(
                "{} is long and thin: it turns {} times as easily about its length as across it, and its contacts \
                 overshoot. A larger inertia scale, or substeps, calm it.",
                scene.name(index),
                number(ratio)
            );
            let (bodies, place) = (vec![index], scene.place(index, "shape"));
            let size = (ratio / INERTIA_RATIO).log10();
            findings.add("inertia", Finding { bodies, place, text, artifact: "asymmetric-body", size });
        }
        if body.min_extent < SLOPS * slop {
            let text = format!(
                "{} is only {} thick, and contacts leave an overlap of {} (the slop) alone: it will sink in by much of its \
                 size. Make it larger, or the slop smaller.",
                scene.name(index),
                length(body.min_extent),
                length(slop)
            );
            let (bodies, place) = (vec![index], scene.place(index, "shape"));
            let size = SLOPS * slop / body.min_extent;
            findings.add("thin", Finding { bodies, place, text, artifact: "squashed-stack", size });
        }
        oversized(findings, index);
    }
    far_away(findings);
}

fn oversized(findings: &mut Findings<'_>, index: usize) {
    let scene = findings.scene;
    let body = scene.body(index);
    let colliders = &scene.world().colliders()[body.first_collider as usize..][..body.collider_count as usize];
    let volume: f32 = colliders.iter().map(|collider| collider.shape.volume()).sum();
    let density = body.mass / volume;
    if 2.0 * body.radius > LARGE && volume > 0.0 && density < LIGHTEST * MATTER {
        let meant = (density / MATTER).cbrt();
        let text = format!(
            "{} measures about {} and weighs {} kg, {} kg/m³: it will seem to fall in slow motion. If it is meant to be {} \
             times smaller, scale the scene down.",
            scene.name(index),
            length(2.0 * body.radius),
            number(body.mass),
            number(density),
            number(1.0 / meant)
        );
        let (bodies, place) = (vec![index], scene.place(index, "shape"));
        findings.add("oversized", Finding { bodies, place, text, artifact: "oversized-scene", size: 1.0 });
    }
}

/// Far from the origin single precision is coarser than what contacts need.
fn far_away(findings: &mut Findings<'_>) {
    let scene = findings.scene;
    let world = scene.world();
    let mut farthest: Option<(f32, usize)> = None;
    for (index, body) in world.bodies().iter().enumerate().filter(|(index, _)| scene.is_dynamic(*index)) {
        let colliders = &world.colliders()[body.first_collider as usize..][..body.collider_count as usize];
        let bounds: Option<Aabb> = colliders
            .iter()
            .map(|collider| collider.shape.aabb(&world.world_from_shape(collider)))
            .reduce(|a, b| a.union(&b));
        let Some(bounds) = bounds else { continue };
        let reach = bounds.min.abs().max(bounds.max.abs()).max_element();
        if reach < 0.5 * HALF_SPACE_BOUND && farthest.is_none_or(|(most, _)| reach > most) {
            farthest = Some((reach, index));
        }
    }
    let Some((reach, index)) = farthest else { return };
    let grain = reach * f32::EPSILON;
    let slop = scene.instance.settings.solver.slop;
    if grain > 0.25 * slop {
        let text = format!(
            "{} is {} from the origin, where positions come in steps of {}: contacts, which work with overlaps of {}, will \
             jitter. Bring the scene nearer to the origin, or scale it down.",
            scene.name(index),
            length(reach),
            length(grain),
            length(slop)
        );
        let (bodies, place) = (vec![index], scene.place(index, "position"));
        findings.add("far away", Finding { bodies, place, text, artifact: "oversized-scene", size: grain / slop });
    }
}

/// Principal moments of inertia, ascending: the eigenvalues of a symmetric matrix, by the trigonometric method (Smith,
/// "Eigenvalues of a symmetric 3×3 matrix", 1961), in double precision.
pub(super) fn principal_moments(inertia: &Mat3) -> [f32; 3] {
    let m = inertia.as_dmat3();
    let off = m.y_axis.x.powi(2) + m.z_axis.x.powi(2) + m.z_axis.y.powi(2);
    let diagonal = [m.x_axis.x, m.y_axis.y, m.z_axis.z];
    let mean = diagonal.iter().sum::<f64>() / 3.0;
    let spread = diagonal.iter().map(|d| (d - mean).powi(2)).sum::<f64>() + 2.0 * off;
    let p = (spread / 6.0).sqrt();
    if p <= 1e-12 * mean.abs() {
        return [mean as f32; 3];
    }
    let shifted = (m - glam::DMat3::from_diagonal(glam::DVec3::splat(mean))) * (1.0 / p);
    let angle = (0.5 * shifted.determinant()).clamp(-1.0, 1.0).acos() / 3.0;
    let most = mean + 2.0 * p * angle.cos();
    let least = mean + 2.0 * p * (angle + std::f64::consts::TAU / 3.0).cos();
    [least as f32, (3.0 * mean - most - least) as f32, most as f32]
}

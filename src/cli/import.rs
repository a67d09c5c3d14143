//! `jitterscope import`: a scene from meshes and grey pictures of other programs.

use super::Outcome;
use super::fail::Failure;
use crate::preset::import::{ImportOptions, import};
use crate::preset::schema::{Body, BodyKind, ShapeSpec};
use crate::preset::{self, Preset};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
                        jitterscope import rock.obj -o rock.json\n  \
                        jitterscope import scene.glb --z-up --scale 0.01 --static -o level.json\n  \
                        jitterscope import hills.png --scale 0.5 --height 3 -o hills.json\n\n\
                        Every object of a mesh file (.obj, .gltf, .glb) becomes a body; each part that hangs together \
                        becomes its convex hull. A picture (.png) becomes ground: black is low, white is high.")]
pub(super) struct ImportArgs {
    /// Files to read.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Preset to write.
    #[arg(short, long, value_name = "PRESET")]
    pub output: PathBuf,
    /// Metres per unit of the file; of a picture, per pixel.
    #[arg(long, default_value_t = 1.0, value_parser = super::args::positive)]
    pub scale: f64,
    /// Height of white above black in a picture, m.
    #[arg(long, default_value_t = 2.0, value_parser = super::args::positive)]
    pub height: f64,
    /// The files have Z up.
    #[arg(long)]
    pub z_up: bool,
    /// Make bodies that never move.
    #[arg(long = "static")]
    pub is_static: bool,
}

pub(super) fn run(args: &ImportArgs) -> Outcome {
    let options = ImportOptions { scale: args.scale as f32, is_z_up: args.z_up, height: args.height as f32 };
    let mut bodies = Vec::new();
    for file in &args.files {
        let own = import(file, &options).map_err(|error| Failure::usage(format!("{}: {error}", file.display())))?;
        bodies.extend(own);
    }
    if args.is_static {
        bodies.iter_mut().for_each(|body| body.kind = Some(BodyKind::Static));
    }
    let count = bodies.len();
    let preset = scene(title(&args.files), bodies);
    preset.instantiate(None).map_err(Failure::usage)?;
    preset::save(&args.output, &preset).map_err(Failure::bad)?;
    println!("{}: {count} {}", args.output.display(), if count == 1 { "body" } else { "bodies" });
    Ok(())
}

fn title(files: &[PathBuf]) -> String {
    let name = |file: &PathBuf| file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    files.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// The bodies with names of their own; on a floor where there is nothing else to stand on.
fn scene(title: String, mut bodies: Vec<Body>) -> Preset {
    let mut taken = std::collections::BTreeSet::from(["floor".to_owned()]);
    for body in &mut bodies {
        let name = body.name.clone();
        let mut number = 2;
        while !taken.insert(body.name.clone()) {
            body.name = format!("{name} {number}");
            number += 1;
        }
    }
    let mut preset = Preset::empty(&title);
    if !bodies.iter().any(|body| body.kind == Some(BodyKind::Static)) {
        preset.scene.bodies.push(Body {
            kind: Some(BodyKind::Static),
            ..preset::edit::plain("floor", ShapeSpec::HalfSpace { normal: None })
        });
    }
    preset.scene.bodies.extend(bodies);
    preset
}

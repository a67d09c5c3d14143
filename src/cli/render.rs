//! `jitterscope render`: draws a preset without a display: one moment as PNG, a stretch of time as GIF or PNG files.

use super::Outcome;
use super::fail::Failure;
use crate::overlay::{OVERLAYS, Overlay, OverlayOptions};
use crate::preset::settings_path;
use clap::Args as ClapArgs;
use serde_json::Value;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

/// Most pictures of one film: an hour at 25 a second would fill a disk.
const MOST_PICTURES: usize = 10_000;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                        jitterscope render squashed-stack --at 2 --show contacts,impulses -o tower.png\n  \
                        jitterscope render joint-drift --variant sick --from 0 --to 4 --fps 25 -o drift.gif\n  \
                        jitterscope render my-scene.json --from 0 --to 1 --fps 60 -o frames/f.png   (f-0000.png, …)")]
pub(super) struct RenderArgs {
    /// A preset file, or the id of a shipped preset (see `jitterscope list`).
    pub preset: String,
    /// Which of the preset's variants to draw; without it, the preset as it stands.
    #[arg(long, value_name = "NAME")]
    pub variant: Option<String>,
    /// Change a setting by its path, such as solver.velocity_iterations=4; may be given several times.
    #[arg(long = "set", value_name = "PATH=VALUE", value_parser = assignment)]
    pub sets: Vec<(String, Value)>,
    /// The moment to draw, simulated seconds [default: the start].
    #[arg(long, value_name = "S", value_parser = moment, conflicts_with_all = ["from", "to"])]
    pub at: Option<f64>,
    /// Begin of a film, simulated seconds.
    #[arg(long, value_name = "S", value_parser = moment, requires = "to")]
    pub from: Option<f64>,
    /// End of a film, simulated seconds.
    #[arg(long, value_name = "S", value_parser = moment)]
    pub to: Option<f64>,
    /// Pictures per simulated second of a film.
    #[arg(long, value_name = "F", default_value_t = 25.0, value_parser = rate)]
    pub fps: f64,
    /// Pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    pub size: [u32; 2],
    /// What to draw over the scene, separated by commas: contacts, normals, impulses, friction, joints, aabbs, velocity,
    /// sleep, islands.
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = overlay)]
    pub show: Vec<Overlay>,
    /// A light background, for print.
    #[arg(long)]
    pub light: bool,
    /// Where to write: .png, or .gif for a film. A film into .png becomes numbered files.
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// What is to be drawn: handed over to whoever can draw, since the command line itself knows of no graphics.
#[derive(Clone, Debug)]
pub struct RenderJob {
    pub preset: String,
    pub variant: Option<String>,
    pub sets: Vec<(String, Value)>,
    /// Simulated seconds, ascending; one picture each.
    pub times: Vec<f64>,
    pub fps: f64,
    /// Pixels.
    pub size: [u32; 2],
    pub overlays: OverlayOptions,
    pub is_light: bool,
    /// One picture, not a film.
    pub is_still: bool,
    pub output: PathBuf,
}

/// Why nothing, or not everything, was drawn.
#[derive(Clone, Debug)]
pub struct RenderProblem {
    pub message: String,
    /// The request was wrong, rather than its execution.
    pub is_usage: bool,
}

/// Draws a job, telling how many pictures are done.
pub type Render = fn(&RenderJob, &mut dyn FnMut(usize)) -> Result<(), RenderProblem>;

pub(super) fn render(args: &RenderArgs, render: Option<Render>) -> Outcome {
    let Some(render) = render else {
        return Err(Failure::usage("this build cannot draw (feature `render` is off)"));
    };
    let extension = args.output.extension().map(|e| e.to_string_lossy().to_lowercase());
    if !matches!(extension.as_deref(), Some("png" | "gif")) {
        return Err(Failure::usage("the output file has to end in .png or .gif"));
    }
    let job = RenderJob {
        preset: args.preset.clone(),
        variant: args.variant.clone(),
        sets: args.sets.clone(),
        times: times(args)?,
        fps: args.fps,
        size: args.size,
        overlays: OverlayOptions::only(&args.show),
        is_light: args.light,
        is_still: args.to.is_none(),
        output: args.output.clone(),
    };
    let count = job.times.len();
    render(&job, &mut |done| progress(done, count)).map_err(|problem| {
        if problem.is_usage { Failure::usage(problem.message) } else { Failure::bad(problem.message) }
    })
}

/// The moments to draw.
fn times(args: &RenderArgs) -> Result<Vec<f64>, Failure> {
    let Some(to) = args.to else { return Ok(vec![args.at.unwrap_or(0.0)]) };
    let from = args.from.unwrap_or(0.0);
    if to < from {
        return Err(Failure::usage("--to lies before --from"));
    }
    let count = ((to - from) * args.fps).round() as usize + 1;
    if count > MOST_PICTURES {
        return Err(Failure::usage(format!(
            "that would be {count} pictures; at most {MOST_PICTURES} are drawn: ask for less time or fewer per second"
        )));
    }
    Ok((0..count).map(|k| from + k as f64 / args.fps).collect())
}

fn progress(done: usize, count: usize) {
    let mut err = io::stderr();
    if count > 1 && err.is_terminal() {
        // Nobody needs to hear that nobody can hear this.
        let _ = write!(err, "\rpicture {done} of {count}{}", if done == count { "\n" } else { "" });
    }
}

fn moment(text: &str) -> Result<f64, String> {
    text.parse::<f64>()
        .ok()
        .filter(|t| t.is_finite() && *t >= 0.0)
        .ok_or_else(|| "expected a time in seconds, 0 or more".to_owned())
}

fn rate(text: &str) -> Result<f64, String> {
    text.parse::<f64>()
        .ok()
        .filter(|f| *f > 0.0 && *f <= 1000.0)
        .ok_or_else(|| "expected a number of pictures per second, up to 1000".to_owned())
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let part = |text: &str| text.trim().parse::<u32>().ok().filter(|s| (16..=8192).contains(s));
    text.split_once(['x', '×'])
        .and_then(|(w, h)| Some([part(w)?, part(h)?]))
        .ok_or_else(|| "expected WIDTHxHEIGHT in pixels, each from 16 to 8192, such as 1280x720".to_owned())
}

fn overlay(text: &str) -> Result<Overlay, String> {
    Overlay::from_id(text.trim()).ok_or_else(|| {
        let known: Vec<&str> = OVERLAYS.iter().map(|info| info.id).collect();
        format!("expected one of {}", known.join(", "))
    })
}

fn assignment(text: &str) -> Result<(String, Value), String> {
    settings_path::parse_assignment(text).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: RenderArgs,
    }

    fn parse(line: &str) -> Result<RenderArgs, String> {
        Line::try_parse_from(line.split(' ')).map(|l| l.args).map_err(|e| e.to_string())
    }

    #[test]
    fn arguments_are_understood_and_refused_in_words() {
        let args = parse("render tower --at 2 --size 640x400 --show contacts,normals -o a.png").unwrap();
        assert_eq!((args.at, args.size), (Some(2.0), [640, 400]));
        assert_eq!(args.show, [Overlay::Contacts, Overlay::Normals]);
        for line in ["render t --size 640 -o a.png", "render t --show contact -o a.png", "render t --at -1 -o a.png"] {
            assert!(parse(line).is_err(), "{line}");
        }
        assert!(parse("render t --show contact -o a.png").unwrap_err().contains("contacts, normals"));
    }

    #[test]
    fn a_film_has_its_pictures_at_even_times_and_a_bound() {
        let film = |line: &str| times(&parse(line).unwrap());
        assert_eq!(film("render t --from 1 --to 2 --fps 4 -o a.gif").unwrap(), [1.0, 1.25, 1.5, 1.75, 2.0]);
        assert_eq!(film("render t -o a.png").unwrap(), [0.0]);
        assert!(film("render t --to 5000 -o a.gif").is_err());
        assert!(film("render t --from 2 --to 1 -o a.gif").is_err());
    }
}

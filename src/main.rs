//! The program: a window without a subcommand, the command line with one.
//!
//! The only place that knows both: the command line is handed the window and the renderer as functions.

use std::process::ExitCode;

fn main() -> ExitCode {
    jitterscope::cli::main(window(), renderer())
}

#[cfg(feature = "app")]
fn window() -> Option<jitterscope::cli::OpenApp> {
    Some(|file| jitterscope::app::run(file.map(Into::into)).map_err(|error| error.to_string()))
}

#[cfg(not(feature = "app"))]
fn window() -> Option<jitterscope::cli::OpenApp> {
    None
}

#[cfg(feature = "render")]
fn renderer() -> Option<jitterscope::cli::Render> {
    use jitterscope::app::film::{Film, Shot};
    Some(|job, progress| {
        let shot = Shot {
            preset: job.preset.clone(),
            variant: job.variant.clone(),
            sets: job.sets.clone(),
            size: job.size,
            overlays: job.overlays.clone(),
            is_light: job.is_light,
        };
        let film =
            Film { shot, times: job.times.clone(), fps: job.fps, is_still: job.is_still, output: job.output.clone() };
        film.produce(progress)
            .map_err(|error| jitterscope::cli::RenderProblem { is_usage: error.is_usage(), message: error.to_string() })
    })
}

#[cfg(not(feature = "render"))]
fn renderer() -> Option<jitterscope::cli::Render> {
    None
}

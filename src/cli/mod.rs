//! The command line: every subcommand is one file here. Results go to standard output, everything else to standard
//! error; the exit status is 0 for success, 1 for a run that failed or a finding that falls short, 2 for wrong usage.

mod args;
mod check;
mod compare;
mod fail;
mod import;
mod list;
mod number;
mod open;
mod output;
mod progress;
mod render;
mod replay;
mod run;
mod schema;
mod sweep;
mod verify;

pub use open::OpenApp;
pub use render::{Render, RenderJob, RenderProblem};

use args::{Args, Command};
use clap::Parser;
use fail::Failure;
use std::process::ExitCode;

/// Reads the arguments of the process and does what they say.
///
/// `open_app` opens the window on a file, if given; `render_job` draws pictures; `None` in a build
/// without them.
pub fn main(open_app: Option<OpenApp>, render_job: Option<Render>) -> ExitCode {
    // Usage errors end the process here, with status 2 and clap's own sentence.
    let args = Args::parse();
    let result = match args.command {
        Some(Command::Check(args)) => return check::run(&args),
        Some(Command::Schema(args)) => return schema::run(&args),
        None => open::open(args.file.as_deref(), open_app),
        Some(Command::List(args)) => list::list(&args),
        Some(Command::Render(args)) => render::render(&args, render_job),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Verify(args)) => verify::verify(&args),
        Some(Command::Compare(args)) => compare::compare(&args),
        Some(Command::Sweep(args)) => sweep::sweep(&args),
        Some(Command::Replay(args)) => replay::replay(&args),
        Some(Command::Import(args)) => import::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// What a subcommand returns.
type Outcome = Result<(), Failure>;

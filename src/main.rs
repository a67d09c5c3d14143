//! The program: a window without a subcommand, the command line with one.

use std::process::ExitCode;

fn main() -> ExitCode {
    jitterscope::cli::main(None)
}

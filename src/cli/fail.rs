//! How a command ends badly: with a message that says what, where and what to do, and with an exit status.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

#[derive(Debug)]
pub(super) enum Failure {
    /// Wrong arguments or unusable input: exit status 2.
    Usage(String),
    /// The work was done and its result is bad, or it could not be finished: exit status 1.
    Bad(String),
    /// As [`Self::Bad`], and all has been said already.
    Said,
    /// Whoever read our output has read enough (`jitterscope list | head`): no failure at all.
    PipeClosed,
}

impl Failure {
    pub fn usage(message: impl Display) -> Self {
        Self::Usage(message.to_string())
    }

    pub fn bad(message: impl Display) -> Self {
        Self::Bad(message.to_string())
    }

    /// Prints the message and gives the status.
    pub fn report(self) -> ExitCode {
        let (message, status) = match self {
            Self::Usage(message) => (message, 2),
            Self::Bad(message) => (message, 1),
            Self::Said => return ExitCode::from(1),
            Self::PipeClosed => return ExitCode::SUCCESS,
        };
        // `eprintln!` would panic when standard error is closed.
        let _ = io::Write::write_all(&mut io::stderr(), format!("error: {message}\n").as_bytes());
        ExitCode::from(status)
    }
}

/// Errors of standard output. Errors of named files are given their name where they occur.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::PipeClosed
        } else {
            Self::Bad(format!("cannot write to standard output: {error}"))
        }
    }
}

//! The command `bloomlab`: false-positive rates of Bloom filters, from every published formula and in every arithmetic, on the
//! command line. A library only for its own tests.
//!
//! A subcommand is one file in `commands`: its options (clap's `Args`) and a function that turns them into an
//! [`Answer`](answer::Answer). How answers are written, and which exit status an error has, is decided here.

mod answer;
#[doc(hidden)]
pub mod commands;
mod error;
mod items_argument;
mod num;
#[doc(hidden)]
pub mod output;
mod size_argument;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser};

use commands::{Command, Response};
use error::{CommandError, shortened};
use output::Format;

/// Exact false-positive rates of Bloom filters, sizes and plans, and which formula can be trusted in which arithmetic
///
/// Sizes may be written 1024, 2^20, 1e6, 16Ki or 1M, up to 2^63 − 1; bits also in bytes, 10KiB, 2MB or 512B. Results go to stdout, everything else to stderr.
/// Exit status: 0 for success, 1 for failure, 2 for bad arguments or parameters out of domain.
#[derive(Debug, Parser)]
#[command(name = "bloomlab", version, max_term_width = 120)]
#[doc(hidden)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// Output format; if given twice, the one after the subcommand counts
    #[arg(short = 'o', long, global = true, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

/// Runs the program on the arguments of its process.
pub fn main() -> ExitCode {
    let ended = match parsed(std::env::args_os()) {
        Ok(cli) => run(&cli),
        // what is wrong with the arguments; or help, which is an answer
        Err(error) => match error.print().and_then(|()| io::stdout().flush()) {
            Err(why) if !error.use_stderr() => Err(why.into()),
            _ => return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
        },
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        // whoever reads the results has read enough
        Err(CommandError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // stderr may be closed as well; the status says enough
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(error.status())
        }
    }
}

/// The options that arguments give; the first of them is the name of the program.
#[doc(hidden)]
pub fn parsed(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Cli, clap::Error> {
    let matches = command().try_get_matches_from(arguments);
    matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(with_short_values)
}

/// An error that repeats only the beginning of an argument.
fn with_short_values(mut error: clap::Error) -> clap::Error {
    for kind in [ContextKind::InvalidValue, ContextKind::InvalidArg, ContextKind::InvalidSubcommand] {
        if let Some(ContextValue::String(text)) = error.get(kind) {
            let text = shortened(text);
            error.insert(kind, ContextValue::String(text));
        }
    }
    error
}

/// The command line. Every flag takes a negative number for its value, so that the error is about the value.
#[doc(hidden)]
pub fn command() -> clap::Command {
    with_negative_values(Cli::command())
}

fn with_negative_values(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| match argument.get_action().takes_values() {
        true => argument.allow_negative_numbers(true),
        false => argument,
    });
    command.mut_subcommands(with_negative_values)
}

fn run(cli: &Cli) -> Result<(), CommandError> {
    let mut out = BufWriter::new(io::stdout().lock());
    match cli.command.run()? {
        Response::Text(text) => {
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
        Response::Answer(answer) => {
            cli.format.write(&answer, &mut out)?;
            if let Some(missing) = answer.missing() {
                return Err(CommandError::NothingComputed(answer.command, missing));
            }
        }
    }
    Ok(())
}

//! `bloomlab`: false-positive rates of Bloom filters, from every published formula and in every arithmetic, on the
//! command line.
//!
//! A subcommand is one file in `commands`: its options (clap's `Args`) and a function that turns them into an
//! [`Answer`](answer::Answer). How answers are written, and which exit status an error has, is decided here.

mod answer;
mod commands;
mod digits;
mod error;
mod flag;
#[cfg(test)]
mod fuzz;
mod num;
mod output;
mod size_argument;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};

use crate::commands::{Command, Response};
use crate::error::CommandError;
use crate::output::Format;

/// Exact false-positive rates of Bloom filters, sizes and plans, and which formula can be trusted in which arithmetic
///
/// Sizes may be written 1024, 2^20, 1e6, 16Ki or 1M, up to 2^63 − 1. Results go to stdout, everything else to stderr.
/// Exit status: 0 for success, 1 for failure, 2 for bad arguments or parameters out of domain.
#[derive(Debug, Parser)]
#[command(name = "bloomlab", version, max_term_width = 120)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// Output format
    #[arg(short = 'o', long, global = true, value_enum, default_value_t = Format::Table)]
    format: Format,
}

fn main() -> ExitCode {
    let cli = Cli::from_arg_matches(&command().get_matches()).unwrap_or_else(|error| error.exit());
    match run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        // whoever reads the results has read enough
        Err(CommandError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // stderr may be closed as well; the status tells
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(error.status())
        }
    }
}

/// The command line. Every flag takes a negative number for its value, so that the error is about the value.
fn command() -> clap::Command {
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
            if answer.is_all_failures() {
                return Err(CommandError::NothingComputed(answer.command));
            }
        }
    }
    Ok(())
}

//! The subcommands.

mod capacity;
mod compare;
mod crosscheck;
mod deletable;
mod fpr;
mod observe;
mod occupancy;
mod recycling;
mod shared;
mod size;
mod test;
mod why;

use clap::Subcommand;
use clap_complete::Shell;

use crate::answer::Answer;
use crate::error::CommandError;

/// The subcommand, with its options.
#[derive(Debug, Subcommand)]
pub enum Command {
    Fpr(fpr::Options),
    Occupancy(occupancy::Options),
    Crosscheck(crosscheck::Options),
    Size(size::Options),
    Capacity(capacity::Options),
    Compare(compare::Options),
    Test(test::Options),
    Why(why::Options),
    Observe(observe::Options),
    Recycling(recycling::Options),
    Deletable(deletable::Options),
    Completions(Completions),
}

/// Prints a script that completes bloomlab's commands and flags in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  bloomlab completions bash > ~/.local/share/bash-completion/completions/bloomlab")]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// The result of a subcommand.
#[derive(Debug)]
pub enum Response {
    /// Results, written in the format asked for.
    Answer(Answer),
    /// A text, written as it is.
    Text(String),
}

impl Command {
    /// Runs the subcommand.
    pub fn run(&self) -> Result<Response, CommandError> {
        let answer = match self {
            Command::Fpr(options) => options.run(),
            Command::Occupancy(options) => options.run(),
            Command::Crosscheck(options) => options.run(),
            Command::Size(options) => options.run(),
            Command::Capacity(options) => options.run(),
            Command::Compare(options) => options.run(),
            Command::Test(options) => options.run(),
            Command::Why(options) => options.run(),
            Command::Observe(options) => options.run(),
            Command::Recycling(options) => options.run(),
            Command::Deletable(options) => options.run(),
            Command::Completions(Completions { shell }) => {
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut crate::command(), "bloomlab", &mut script);
                // clap_complete writes a text
                return Ok(Response::Text(String::from_utf8_lossy(&script).into_owned()));
            }
        };
        answer.map(Response::Answer)
    }
}

//! The subcommands.

mod capacity;
mod compare;
mod completions;
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
    Completions(completions::Options),
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
            Command::Completions(options) => return Ok(Response::Text(options.run())),
        };
        answer.map(Response::Answer)
    }
}

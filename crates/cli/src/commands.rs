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
mod scheme_flags;
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
        match self {
            Command::Fpr(options) => options.run().map(Response::Answer),
            Command::Occupancy(options) => options.run().map(Response::Answer),
            Command::Crosscheck(options) => options.run().map(Response::Answer),
            Command::Size(options) => options.run().map(Response::Answer),
            Command::Capacity(options) => options.run().map(Response::Answer),
            Command::Compare(options) => options.run().map(Response::Answer),
            Command::Test(options) => options.run().map(Response::Answer),
            Command::Why(options) => options.run().map(Response::Answer),
            Command::Observe(options) => options.run().map(Response::Answer),
            Command::Recycling(options) => options.run().map(Response::Answer),
            Command::Deletable(options) => options.run().map(Response::Answer),
            Command::Completions(options) => Ok(Response::Text(options.run())),
        }
    }
}

//! `bloomlab recycling`: filters that are cleared when they are full enough.

mod forgetting;
mod plan;
mod rate;

use crosscheck::Failure;
use recycling::{Phases, Positions};

use crate::answer::Answer;
use crate::error::Error;

/// Recycling filters: average rate, the best filter for a target, and what a filter forgets
#[derive(Debug, clap::Args)]
pub struct Options {
    #[command(subcommand)]
    question: Question,
}

#[derive(Debug, clap::Subcommand)]
enum Question {
    Rate(rate::Options),
    Plan(plan::Options),
    Forgetting(forgetting::Options),
}

impl Options {
    /// The answer to the question.
    ///
    /// # Errors
    /// Parameters out of domain, or a failure.
    pub fn run(&self) -> Result<Answer, Error> {
        match &self.question {
            Question::Rate(options) => options.run(),
            Question::Plan(options) => options.run(),
            Question::Forgetting(options) => options.run(),
        }
    }
}

/// The flags that say how positions are drawn and how many filters there are.
#[derive(Clone, Copy, Debug, clap::Args)]
struct Kind {
    /// One filter, or two of half the memory each
    #[arg(long, value_name = "1|2", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    phases: u8,

    /// The k positions of a message are distinct
    #[arg(short = 'w', long)]
    without_replacement: bool,
}

impl Kind {
    fn phases(self) -> Phases {
        if self.phases == 1 { Phases::One } else { Phases::Two }
    }

    fn positions(self) -> Positions {
        if self.without_replacement { Positions::WithoutReplacement } else { Positions::WithReplacement }
    }
}

/// A size that takes too long is a failure, everything else is a parameter out of domain.
fn told(error: recycling::Error) -> Error {
    match error {
        recycling::Error::TooLarge { .. } => Error::Failed(error.to_string()),
        error => Error::Domain(error.to_string()),
    }
}

fn failed(failure: Failure) -> Error {
    Error::Failed(failure.to_string())
}

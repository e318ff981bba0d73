//! `bloomlab recycling`: filters that are cleared when they are full enough.

mod forgetting;
mod plan;
mod rate;

use bloomlab_crosscheck::{Failure, Model};
use bloomlab_recycling::{Phases, Positions, Retaining, Shape, SigmaBounded, TwoPhase};

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
pub(super) struct Kind {
    /// One filter, or two of half the memory each
    #[arg(long, value_name = "1|2", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(super) phases: u8,

    /// The k positions of a message are distinct
    #[arg(short = 'w', long)]
    pub(super) without_replacement: bool,
}

impl Kind {
    /// The σ-bounded filter of these flags.
    pub(super) fn model(self, bits: u64, hashes: u64, sigma: u64, retaining: bool) -> Result<Model, Error> {
        let positions = self.positions();
        if self.phases == 2 {
            if retaining {
                let why = "--retaining with --phases 2 is not modelled: needs --phases 1";
                return Err(Error::Domain(why.to_owned()));
            }
            return Ok(Model::TwoPhase(TwoPhase::new(bits, hashes, positions, sigma).map_err(told)?));
        }
        let filter = SigmaBounded::new(Shape::new(bits, hashes, positions).map_err(told)?, sigma).map_err(told)?;
        match retaining {
            true => Ok(Model::Retaining(Retaining::new(filter).map_err(told)?)),
            false => Ok(Model::OnePhase(filter)),
        }
    }

    fn phases(self) -> Phases {
        if self.phases == 1 { Phases::One } else { Phases::Two }
    }

    fn positions(self) -> Positions {
        if self.without_replacement { Positions::WithoutReplacement } else { Positions::WithReplacement }
    }
}

/// What is wrong, in terms of the flags. A size that takes too long is a failure, everything else out of domain.
fn told(error: bloomlab_recycling::Error) -> Error {
    use bloomlab_recycling::Error as Refused;
    Error::Domain(match error {
        Refused::TooLarge { .. } => return Error::Failed(error.to_string()),
        Refused::Bits { bits } => format!("--bits {bits} is out of range: needs 1 to 2^63 − 1"),
        Refused::Hashes { hashes } => {
            format!("--hashes {hashes} is out of range: needs 1 to {}", bloomlab_recycling::MAX_HASHES)
        }
        Refused::TooFewBits { hashes, bits } => {
            format!("--hashes {hashes} with --without-replacement needs a filter of at least {hashes} bits, got {bits}")
        }
        Refused::Threshold { sigma, bits } => {
            let most = bits - 1;
            format!(
                "--sigma {sigma} is out of range: needs at most {most}, or a filter of {bits} bits is never recycled"
            )
        }
        Refused::RetainingThreshold { sigma, hashes } => format!(
            "--sigma {sigma} with --retaining needs at least --hashes {hashes}, or the retained message alone could exceed it"
        ),
        Refused::OddMemory { bits } => format!("--bits {bits} with --phases 2 needs an even number, at least 2"),
        Refused::MessageLimit { messages: 0, bound, .. } => {
            format!("--messages 0 is out of range: needs 1 to {bound}")
        }
        Refused::MessageLimit { messages, bound, bits, hashes } => format!(
            "--messages {messages} is out of range: with --bits {bits}, --hashes {hashes} needs 1 to {bound} = ⌊(M − 1)/k⌋ + 1, or the filter could fill up and never be recycled"
        ),
        error => error.to_string(),
    })
}

fn failed(failure: Failure) -> Error {
    Error::Failed(failure.to_string())
}

//! `bloomlab recycling`: filters that are cleared when they are full enough.

mod forgetting;
mod plan;
mod rate;

use bloomlab::crosscheck::{Failure, SigmaBoundedModel};
use bloomlab::occupancy::{Phases, Sampling, Shape};
use bloomlab::recycling::{Retaining, SigmaBounded, TwoPhase};

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
    pub(super) fn filter(
        self,
        memory: u64,
        hashes: u64,
        sigma: u64,
        retaining: bool,
    ) -> Result<SigmaBoundedModel, Error> {
        let sampling = self.sampling();
        if self.phases == 2 {
            if retaining {
                let why = "--retaining with --phases 2 is not modelled: needs --phases 1";
                return Err(Error::Domain(why.to_owned()));
            }
            return Ok(SigmaBoundedModel::TwoPhase(TwoPhase::new(memory, hashes, sampling, sigma)?));
        }
        let filter = SigmaBounded::new(Shape::new(memory, hashes, sampling)?, sigma)?;
        match retaining {
            true => Ok(SigmaBoundedModel::Retaining(Retaining::new(filter)?)),
            false => Ok(SigmaBoundedModel::OnePhase(filter)),
        }
    }

    fn phases(self) -> Phases {
        if self.phases == 1 { Phases::One } else { Phases::Two }
    }

    fn sampling(self) -> Sampling {
        if self.without_replacement { Sampling::WithoutReplacement } else { Sampling::WithReplacement }
    }
}

fn failed(failure: Failure) -> Error {
    Error::Failed(failure.to_string())
}

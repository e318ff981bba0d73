//! `bloomlab recycling`: filters that are cleared when they are full enough.

mod false_negatives;
mod forgetting;
mod plan;
mod rate;
mod variation;

pub(super) use variation::{Keeping, Limit};

use bloomlab::crosscheck::SigmaBoundedModel;
use bloomlab::recycling::{MAX_HASHES, Retaining, SigmaBounded, TwoPhase};
use bloomlab::{OutOfDomain, Parameter, Phases, Sampling, Shape};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::error::CommandError;
use crate::flag::Flag;
use crate::size_argument::parse_size;

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
    FalseNegatives(false_negatives::Options),
}

impl Options {
    /// The answer to the question.
    ///
    /// # Errors
    /// Parameters out of domain, or a failure.
    pub fn run(&self) -> Result<Answer, CommandError> {
        match &self.question {
            Question::Rate(options) => options.run(),
            Question::Plan(options) => options.run(),
            Question::Forgetting(options) => options.run(),
            Question::FalseNegatives(options) => options.run(),
        }
    }
}

/// The flags of one filter or two.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Kind {
    /// One filter, or two of half the memory each
    #[arg(long, value_name = "1|2", default_value = "1", value_parser = phases)]
    phases: Phases,

    /// Draw the k positions of a message without replacement, so that they are distinct
    #[arg(short = 'w', long)]
    without_replacement: bool,
}

fn phases(text: &str) -> Result<Phases, &'static str> {
    match text {
        "1" => Ok(Phases::One),
        "2" => Ok(Phases::Two),
        _ => Err("needs 1 or 2"),
    }
}

impl Kind {
    fn sampling(self) -> Sampling {
        if self.without_replacement { Sampling::WithoutReplacement } else { Sampling::WithReplacement }
    }

    /// Refuses two phases to a flag that only one phase has.
    fn one_phase_for(self, flag: Flag) -> Result<(), CommandError> {
        match self.phases {
            Phases::One => Ok(()),
            Phases::Two => {
                Err(CommandError::Contradiction { flag, other: Flag::Phases, value: "2".to_owned(), needed: "1" })
            }
        }
    }

    /// By the names of the flags.
    fn inputs(self) -> [(&'static str, Value); 2] {
        let phases = match self.phases {
            Phases::One => 1,
            Phases::Two => 2,
        };
        [("phases", json!(phases)), ("without_replacement", json!(self.without_replacement))]
    }
}

/// One domain, whatever the question.
fn check_hashes(hashes: u64) -> Result<(), OutOfDomain> {
    Parameter::Hashes.within(hashes, 1..=MAX_HASHES)
}

/// The flags of a filter of known hash functions.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Filter {
    /// Bits of memory, M; two phases share them equally
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_size)]
    bits: u64,

    /// Hash functions, k, at most 1024
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: u64,

    #[command(flatten)]
    kind: Kind,
}

impl Filter {
    fn shape(self) -> Result<Shape, CommandError> {
        check_hashes(self.hashes)?;
        Ok(Shape::new(self.bits, self.hashes, self.kind.sampling())?)
    }

    /// The filter that recycles when a message would set more than `sigma` bits.
    pub(super) fn sigma_bounded(self, sigma: u64, retaining: bool) -> Result<SigmaBoundedModel, CommandError> {
        if retaining {
            self.kind.one_phase_for(Flag::Retaining)?;
        }
        if self.kind.phases == Phases::Two {
            check_hashes(self.hashes)?;
            let filters = TwoPhase::new(self.bits, self.hashes, self.kind.sampling(), sigma)?;
            return Ok(SigmaBoundedModel::TwoPhase(filters));
        }
        let filter = SigmaBounded::new(self.shape()?, sigma)?;
        match retaining {
            true => Ok(SigmaBoundedModel::Retaining(Retaining::new(filter)?)),
            false => Ok(SigmaBoundedModel::OnePhase(filter)),
        }
    }

    /// By the names of the flags; `limits` stand in between.
    pub(super) fn inputs(self, limits: impl IntoIterator<Item = (&'static str, Value)>) -> Vec<(&'static str, Value)> {
        let sizes = [("bits", json!(self.bits)), ("hashes", json!(self.hashes))];
        sizes.into_iter().chain(limits).chain(self.kind.inputs()).collect()
    }
}

/// The threshold, where it is required.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Threshold {
    /// Recycle when a message would raise the set bits of a filter above S
    #[arg(short = 's', long, value_name = "S", value_parser = parse_size)]
    pub(super) sigma: u64,
}

/// The flag of the filters that retain.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Retention {
    /// Insert the message that ends a cycle into the cleared filter
    #[arg(short = 'r', long)]
    pub(super) retaining: bool,
}

//! What ends a cycle, and what becomes of the message that does.

use bloomlab::Phases;
use bloomlab::occupancy::{Bound, Ending, Retention};
use bloomlab::recycling::{Cycle, TwoPhase, Variant};
use serde_json::{Value, json};

use super::Filter;
use crate::error::CommandError;
use crate::flag::Flag;
use crate::size_argument::parse_size;

/// The threshold or the limit.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(in crate::commands) struct Limit {
    /// Recycle when a message would raise the set bits of a filter above S
    #[arg(short = 's', long, value_name = "S", value_parser = parse_size)]
    sigma: Option<u64>,

    /// Recycle after N bit-setting messages
    #[arg(short = 'N', long, value_name = "N", value_parser = parse_size)]
    messages: Option<u64>,
}

impl Limit {
    /// The bound of a cycle, which stands after `command`.
    pub(super) fn bound(self, command: &str) -> Result<Bound, CommandError> {
        match (self.sigma, self.messages) {
            (Some(sigma), _) => Ok(Bound::Sigma(sigma)),
            (None, Some(messages)) => Ok(Bound::Messages(messages)),
            (None, None) => {
                Err(CommandError::Incomplete { given: command.to_owned(), needed: &[Flag::Sigma, Flag::Messages] })
            }
        }
    }

    /// By the name of the flag.
    pub(super) fn input(self) -> impl Iterator<Item = (&'static str, Value)> {
        let sigma = self.sigma.map(|sigma| ("sigma", json!(sigma)));
        sigma.into_iter().chain(self.messages.map(|messages| ("messages", json!(messages))))
    }
}

/// The flag of the two-phase filters that keep.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(in crate::commands) struct Keeping {
    /// Freeze the filter with the message that ends its cycle; two phases only
    #[arg(long)]
    pub(super) keeping: bool,
}

impl Filter {
    /// The filter of any kind.
    pub(super) fn variant(self, bound: Bound, keeping: bool, retaining: bool) -> Result<Variant, CommandError> {
        let retention = if retaining { Retention::Retaining } else { Retention::NonRetaining };
        match self.kind.phases {
            Phases::One if keeping => Err(CommandError::Contradiction {
                flag: Flag::Keeping,
                other: Flag::Phases,
                value: "1".to_owned(),
                needed: "2",
            }),
            Phases::One => Ok(Variant::one_phase(Cycle::new(self.shape()?, bound, retention)?)),
            Phases::Two => {
                let each = TwoPhase::shape_of_each(self.bits, self.hashes, self.kind.sampling())?;
                let ending = if keeping { Ending::Keeping } else { Ending::Dropping };
                Ok(Variant::two_phases(Cycle::new(each, bound, retention)?, ending))
            }
        }
    }
}

//! When a filter is recycled, and what it answers to a message.

use bloomlab_numbers::{Bound, OutOfDomain, Parameter, Retention};
use serde::{Deserialize, Serialize};

use crate::{FilterError, Locator, Probe};

/// When and how a filter is recycled: plain parameters, validated by the filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recycling {
    /// When a new cycle starts.
    pub bound: Bound,
    /// The fate of the message that starts it.
    pub retention: Retention,
}

impl Recycling {
    /// Checks that cycles end, and that a retained message does not itself end the next one.
    pub fn validate(&self, locator: &Locator) -> Result<(), OutOfDomain> {
        let (bits, hashes) = (locator.cells(), locator.hashes());
        let retaining = self.retention == Retention::Retaining;
        let refused = |parameter, value, domain| Err(OutOfDomain::new(parameter, value, domain));
        match self.bound {
            Bound::Sigma(sigma) if sigma >= bits => refused(Parameter::Sigma, sigma, format!("sigma < bits = {bits}")),
            Bound::Sigma(sigma) if retaining && sigma < hashes => {
                refused(Parameter::Sigma, sigma, format!("hashes = {hashes} ≤ sigma, to retain a message"))
            }
            Bound::Messages(1) if retaining => {
                refused(Parameter::Messages, 1, "2 ≤ messages, to retain one".to_owned())
            }
            // with more messages the filter can fill and never recycle
            Bound::Messages(count) => Parameter::Messages.within(count, 1..=Bound::most_messages(bits, hashes)),
            Bound::Sigma(_) => Ok(()),
        }
    }
}

/// The effect of an arriving message on a recycling filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// It set no bit of the active filter, where it is, or looks, known.
    Unchanged,
    /// It was stored: it set at least one bit.
    Stored,
    /// It ended a cycle; the next started without it, or with it if messages are retained.
    Recycled,
}

/// The answer of a recycling filter to an arriving message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrival {
    /// True if the message was taken for a repeat, before anything was changed.
    pub known: bool,
    /// Its effect then.
    pub effect: Effect,
}

/// A filter that one message after another arrives at.
pub trait RecyclingFilter {
    /// Asks for a message at these positions and inserts it, starting a new cycle if it is due.
    ///
    /// # Errors
    /// [`FilterError::ForeignProbe`] if the probe was made for another number of bits.
    fn arrive_at(&mut self, probe: &Probe) -> Result<Arrival, FilterError>;

    /// True if a message at these positions is taken for a repeat.
    fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError>;

    /// Bits set in the filter that messages are inserted into.
    fn count_ones(&self) -> u64;

    /// The probability that a new message with independent positions is taken for a repeat, given the state.
    fn false_positive_rate(&self) -> f64;

    /// The way messages are located.
    fn locator(&self) -> &Locator;

    /// The number of cycles that a stored message is known for, the one it arrived in included: 1 or 2.
    fn phases(&self) -> u64;
}

//! A recycling filter arrival by arrival: what each new message finds.

use bloomlab_filters::{Effect, Source};
use serde::{Deserialize, Serialize};

use crate::{RecyclingDesign, SimulationError, StreamKey};

/// A recycling filter as a new message finds it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Bits set in the filter that the message goes into.
    pub set: u64,
    /// Bits set in the frozen filter; none with one phase.
    pub frozen: Option<u64>,
    /// The momentary rate: the probability that the message is taken for a repeat, given the state.
    pub rate: f64,
    /// True if the message starts a new cycle.
    pub recycles: bool,
}

/// The state that each of `messages` messages finds, none of which repeats, in a filter that is empty at first, with
/// ideal positions.
///
/// Two phases take time proportional to their bits for each message.
pub fn trace_recycling(
    design: &RecyclingDesign,
    messages: u64,
    key: &StreamKey,
) -> Result<Vec<Found>, SimulationError> {
    let mut random = key.words();
    let mut filter = design.filter(Source::Ideal, random.next_word())?;
    let locator = *filter.locator();
    let mut all = Vec::new();
    for _ in 0..messages {
        let (set, frozen, rate) = (filter.count_ones(), filter.frozen_ones(), filter.false_positive_rate());
        let arrival = filter.arrive_at(&locator.draw(|| random.next_word()))?;
        all.push(Found { set, frozen, rate, recycles: arrival.effect == Effect::Recycled });
    }
    Ok(all)
}

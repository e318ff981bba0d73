//! Filters in blocks of every kind, their rates, and trials of them.

use bloomlab_filters::BlockLayout;
use bloomlab_formulas::blocked::{self, BlockedLoad};
use bloomlab_numbers::{Double, Refused};
use bloomlab_simulation::{BlockedPoint, StreamKey, simulate_blocked};
use bloomlab_tables::{Estimate, Interval, Result, Run};
use serde::Serialize;

/// More hash functions than any filter of these figures is best with.
const MOST_HASHES: u64 = 64;

/// The division of the bits of a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub(crate) enum Filter {
    /// Not at all.
    Unblocked,
    /// Into blocks of B bits.
    Plain(u64),
    /// Into blocks of k words of W bits.
    Split(u64),
}

impl Filter {
    /// The sizes that the formulas take.
    pub fn shape(self, bits: u64, items: u64, hashes: u64) -> Result<BlockedLoad, Refused> {
        match self {
            Filter::Unblocked => BlockedLoad::plain(bits, bits, items, hashes),
            Filter::Plain(block_bits) => BlockedLoad::plain(bits, block_bits, items, hashes),
            Filter::Split(word_bits) => BlockedLoad::split(bits, word_bits, items, hashes),
        }
    }

    /// The exact rate, to 12 digits.
    pub fn rate(self, bits: u64, items: u64, hashes: u64) -> Result<f64> {
        Ok(blocked::rate(&Double, self.shape(bits, items, hashes)?)?)
    }

    /// The number of hash functions with the lowest rate, and that rate: up from k = 1 while the rate falls.
    pub fn best(self, bits: u64, items: u64) -> Result<(u64, f64)> {
        let (mut hashes, mut lowest) = (1, self.rate(bits, items, 1)?);
        while hashes < MOST_HASHES {
            let next = self.rate(bits, items, hashes + 1)?;
            if next >= lowest {
                return Ok((hashes, lowest));
            }
            (hashes, lowest) = (hashes + 1, next);
        }
        Err(format!("{self:?} of {bits} bits with {items} items: best with more than {MOST_HASHES} hashes").into())
    }

    /// The mean rate of `epochs` simulated filters, with its 99 % interval.
    pub fn simulated(self, bits: u64, items: u64, hashes: u64, epochs: u64, run: &Run) -> Result<Interval> {
        let layout = match self {
            Filter::Unblocked => BlockLayout::Plain { block_bits: bits },
            Filter::Plain(block_bits) => BlockLayout::Plain { block_bits },
            Filter::Split(word_bits) => BlockLayout::Split { word_bits },
        };
        let point = BlockedPoint { bits, layout, hashes, items, queries: 0 };
        let rates = run.map(0..epochs, |epoch| {
            let key = StreamKey::new("putze-blocked", run.seed(), &point, epoch)?;
            Ok(simulate_blocked(&point, &key)?.false_positive_rate)
        })?;
        Ok(Estimate::of(&rates)?.into())
    }
}

impl From<Filter> for String {
    fn from(filter: Filter) -> Self {
        match filter {
            Filter::Unblocked => "unblocked".to_owned(),
            Filter::Plain(block_bits) => format!("B = {block_bits}"),
            Filter::Split(word_bits) => format!("split, W = {word_bits}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_climb_finds_the_best_number_of_hashes() {
        for filter in [Filter::Unblocked, Filter::Plain(64), Filter::Plain(512)] {
            for bits_per_item in [2, 8, 16, 24] {
                let (bits, items) = (bits_per_item * 2048, 2048);
                let all = (1..=32).map(|hashes| (hashes, filter.rate(bits, items, hashes).unwrap()));
                let best = all.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
                assert_eq!(filter.best(bits, items).unwrap(), best, "{filter:?}, {bits_per_item} bits an item");
            }
        }
    }
}

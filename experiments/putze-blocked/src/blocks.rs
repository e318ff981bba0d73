//! What the figures share: filters in blocks of every kind, their rates, and trials of them.

use crate::prelude::*;
use bloomlab_filters::BlockLayout;
use bloomlab_formulas::blocked::{self, BlockedLoad};
use bloomlab_occupancy::OutOfDomain;

/// More hash functions than any filter of these figures is best with.
const MOST_HASHES: u64 = 64;

/// How the bits of a filter are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
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
    pub fn shape(self, bits: u64, items: u64, hashes: u64) -> Result<BlockedLoad, OutOfDomain> {
        match self {
            Filter::Unblocked => BlockedLoad::plain(bits, bits, items, hashes),
            Filter::Plain(block_bits) => BlockedLoad::plain(bits, block_bits, items, hashes),
            Filter::Split(word_bits) => BlockedLoad::split(bits, word_bits, items, hashes),
        }
    }

    /// The exact rate, to 12 digits.
    pub fn rate(self, bits: u64, items: u64, hashes: u64) -> Result<f64, AnyError> {
        Ok(blocked::rate(&Double, self.shape(bits, items, hashes)?)?)
    }

    /// The number of hash functions with the lowest rate, and that rate: up from k = 1 while the rate falls.
    pub fn best(self, bits: u64, items: u64) -> Result<(u64, f64), AnyError> {
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

    /// The same filter, to be simulated.
    pub fn point(self, bits: u64, items: u64, hashes: u64) -> BlockedPoint {
        let layout = match self {
            Filter::Unblocked => BlockLayout::Plain { block_bits: bits },
            Filter::Plain(block_bits) => BlockLayout::Plain { block_bits },
            Filter::Split(word_bits) => BlockLayout::Split { word_bits },
        };
        BlockedPoint { bits, layout, hashes, items, queries: 0 }
    }
}

/// Its name in tables.
impl From<Filter> for String {
    fn from(filter: Filter) -> Self {
        match filter {
            Filter::Unblocked => "unblocked".to_owned(),
            Filter::Plain(block_bits) => format!("B = {block_bits}"),
            Filter::Split(word_bits) => format!("split, W = {word_bits}"),
        }
    }
}

/// The filter of a name.
impl From<String> for Filter {
    fn from(name: String) -> Self {
        let of = |prefix: &str| name.strip_prefix(prefix)?.parse().ok();
        let plain = of("B = ").map(Filter::Plain);
        plain.or_else(|| of("split, W = ").map(Filter::Split)).unwrap_or(Filter::Unblocked)
    }
}

/// The mean rate of `epochs` independent filters with its 99 % interval, where there is a point to simulate.
pub(crate) fn simulate(
    points: &[Option<BlockedPoint>],
    epochs: u64,
    context: &Context,
) -> Result<Vec<Option<Interval>>, AnyError> {
    let simulated: Vec<BlockedPoint> = points.iter().flatten().copied().collect();
    let task = Task { experiment: "putze-blocked", version: "1", seed: context.seed, points: &simulated, epochs };
    let progress = context.steps(simulated.len() as u64 * epochs);
    let rate = |point: &BlockedPoint, key: &StreamKey| Ok(simulate_blocked(point, key)?.false_positive_rate);
    let mut found = estimates(&task, Some(&context.store), &progress, rate)?.into_iter();
    let mut next = || found.next().map(|estimate| estimate.triple().into());
    Ok(points.iter().map(|point| point.and_then(|_| next())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for filter in [Filter::Unblocked, Filter::Plain(512), Filter::Split(32)] {
            assert_eq!(Filter::from(String::from(filter)), filter);
        }
    }

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

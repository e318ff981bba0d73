//! What the figures share: filters in blocks of every kind, their rates, and trials of them.

use bloomlab_filters::BlockLayout;
use bloomlab_formulas::blocked::{self, BlockedLoad};
use bloomlab_numbers::Double;
use bloomlab_occupancy::OutOfDomain;
use bloomlab_simulation::{BlockedPoint, CONFIDENCE, Estimate, Task, run, simulate_blocked};
use bloomlab_workbench::{AnyError, Context, Interval};

/// More hash functions than any filter of these figures is best with.
const MOST_HASHES: u64 = 64;

/// How the bits of a filter are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filter {
    /// Not at all.
    Unblocked,
    /// Into blocks of B bits.
    Plain(u64),
    /// Into blocks of k words of W bits.
    Split(u64),
}

impl Filter {
    /// Its name in tables and legends.
    pub fn name(self) -> String {
        match self {
            Filter::Unblocked => "unblocked".to_owned(),
            Filter::Plain(block_bits) => format!("B = {block_bits}"),
            Filter::Split(word_bits) => format!("split, W = {word_bits}"),
        }
    }

    /// The filter of a [`name`](Filter::name).
    pub fn named(name: &str) -> Self {
        let of = |prefix: &str| name.strip_prefix(prefix)?.parse().ok();
        let plain = of("B = ").map(Filter::Plain);
        plain.or_else(|| of("split, W = ").map(Filter::Split)).unwrap_or(Filter::Unblocked)
    }

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
        Err(format!("{} of {bits} bits with {items} items: best with more than {MOST_HASHES} hashes", self.name())
            .into())
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

/// The mean rate of `epochs` independent filters with its 99 % interval, where there is a point to simulate.
pub(crate) fn simulate(
    points: &[Option<BlockedPoint>],
    epochs: u64,
    context: &Context,
) -> Result<Vec<Option<Interval>>, AnyError> {
    let simulated: Vec<BlockedPoint> = points.iter().flatten().copied().collect();
    let task = Task { experiment: "putze-blocked", version: "1", seed: context.seed, points: &simulated, epochs };
    let progress = context.steps(simulated.len() as u64 * epochs);
    let mut trials = run(&task, Some(&context.store), &progress, simulate_blocked)?.into_iter();
    let estimate = |point: &Option<BlockedPoint>| {
        let trials = point.and_then(|_| trials.next());
        let rates = trials.map(|trials| trials.iter().map(|trial| trial.false_positive_rate).collect::<Vec<_>>());
        rates.map(|rates| Ok(Estimate::of(&rates, CONFIDENCE)?.triple().into())).transpose()
    };
    points.iter().map(estimate).collect()
}

/// So many of the 99 % intervals contain what they estimate.
pub(crate) const CONTAINED: f64 = 0.9;

/// The share of the simulated rows whose interval contains the exact rate.
pub(crate) fn share_contained<R>(
    rows: &[R],
    exact: impl Fn(&R) -> f64,
    simulated: impl Fn(&R) -> Option<Interval>,
) -> f64 {
    let contained = |row: &R| Some(simulated(row)?.contains(exact(row)));
    let all: Vec<bool> = rows.iter().filter_map(contained).collect();
    all.iter().filter(|&&contained| contained).count() as f64 / all.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for filter in [Filter::Unblocked, Filter::Plain(512), Filter::Split(32)] {
            assert_eq!(Filter::named(&filter.name()), filter);
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

//! Whether a static filter can be built.

use bloomlab_comparison::FilterKind;
use bloomlab_filters::StaticTable;
use bloomlab_formulas::counts::proportion_interval;
use bloomlab_occupancy::Parameter;

use crate::Error;

/// How many seeds of the hash functions build a static filter: one of another seed is tried until one does.
///
/// Xor and binary fuse filters cannot be built under every seed, and for some numbers of items under hardly any: just below the numbers at
/// which the table gets another segment. Programs that give up after 100 seeds fail there.
///
/// ```
/// use bloomlab::{FilterKind, SeedTrial};
///
/// let trial = SeedTrial::of(FilterKind::BinaryFuse3, 11_521)?;
/// assert!(trial.is_weak() && trial.upper < 0.2);
/// assert!(!SeedTrial::of(FilterKind::BinaryFuse3, 11_522)?.is_weak());
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SeedTrial {
    /// Seeds that were tried, at ideal positions.
    pub seeds: u64,
    /// Those that build the filter.
    pub built: u64,
    /// Lower end of the 99 % interval of the share that does.
    pub lower: f64,
    /// Its upper end.
    pub upper: f64,
}

/// Items of all seeds together: below a tenth of a second.
const PLACED: u64 = 1_000_000;
const MOST_SEEDS: u64 = 200;
const LEAST_SEEDS: u64 = 20;

impl SeedTrial {
    /// The most items that are tried, 50,000.
    pub const MOST_ITEMS: u64 = PLACED / LEAST_SEEDS;

    /// Tries 20 to 200 seeds, the same in every run, in about a tenth of a second.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 2 ≤ n ≤ 50,000; [`Error::Incompatible`] of a kind that takes every seed.
    pub fn of(filter: FilterKind, items: u64) -> Result<Self, Error> {
        let kind = filter.built_once().ok_or(Error::Incompatible { this: "seeds to try", other: filter.name() })?;
        Parameter::Items.within(items, 2..=Self::MOST_ITEMS)?;
        let segments = kind.segments(items);
        let table = StaticTable::new(kind.arity(), segments.cells, segments.starts)?;
        let seeds = (PLACED / items).min(MOST_SEEDS);
        let mut built = 0;
        for seed in 0..seeds {
            built += u64::from(table.builds(items, seed)?);
        }
        let (lower, upper) = proportion_interval(seeds, built, 0.01);
        Ok(Self { seeds, built, lower, upper })
    }

    /// The share of the seeds that build the filter.
    pub fn share(&self) -> f64 {
        self.built as f64 / self.seeds as f64
    }

    /// Whether fewer than half of the seeds do.
    pub fn is_weak(&self) -> bool {
        2 * self.built < self.seeds
    }

    /// The mean number of seeds until one does, over the seeds tried; `None` where none did.
    pub fn seeds_expected(&self) -> Option<f64> {
        (self.built > 0).then(|| 1.0 / self.share())
    }
}

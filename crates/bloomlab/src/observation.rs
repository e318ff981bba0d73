//! The number of items and the rate that the bits of a filter show.

use bloomlab_filters::uniform_below;
use bloomlab_formulas::{
    counts::items::{ItemsInterval, estimate, interval},
    counts::{proportion_interval, set_bits},
    observed::ObservedFill,
    walks::{HashingScheme, SchemeLoad, given_bits},
};
use bloomlab_numbers::{Arithmetic as _, Double, Refused};
use chacha20::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

use crate::error::Error;
use crate::filter::Filter;

/// The set bits of a filter: their number, or all bits.
///
/// The number of set bits shows the number of items in every layout. It shows the rate only if positions are independent; all bits show
/// it for blocks, words and slices as well, and under walks the share of ten million random queries that they report.
///
/// ```
/// use bloomlab::{Filter, Observation};
///
/// let found = Observation::of_bits_set(Filter::new(9586, 7)?, 4793)?.found(0.99)?;
/// assert_eq!((found.items_lower, found.items_upper), (930, Some(969)));
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Observation {
    filter: Filter,
    bits_set: u64,
    words: Option<Vec<u64>>,
}

/// The items and the rate that the bits show.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Observed {
    /// s, the set bits.
    pub bits_set: u64,
    /// The estimate ln(1 − s/m)/ln(1 − h), h the probability that an item sets a given bit; `None` if all bits are set.
    pub items: Option<f64>,
    /// The least number of items whose mean number of set bits is so near.
    pub items_lower: u64,
    /// The largest; `None` if there is none.
    pub items_upper: Option<u64>,
    /// The rate given the bits; `None` if a number of set bits does not determine it.
    pub rate: Option<f64>,
    /// The interval of a rate that was sampled.
    pub rate_bounds: Option<(f64, f64)>,
    /// (s/m)^k.
    pub naive_rate: f64,
}

impl Observation {
    /// The level of the intervals if none is given.
    pub const USUAL_LEVEL: f64 = 0.99;

    /// The random queries whose share is the rate under walks: about a second.
    pub const QUERIES: u64 = 10_000_000;

    /// `set` bits (s) of `filter` are set, whose positions do not come from one hash of few bits.
    /// Domain: s ≤ m, and that of the filter's scheme.
    pub fn of_bits_set(filter: Filter, set: u64) -> Result<Self, Error> {
        filter.check_hash("observed bits")?;
        ObservedFill::new(filter.shape, set)?;
        SchemeLoad::new(filter.scheme, filter.shape.bits(), 0, filter.shape.hashes())?;
        Ok(Self { filter, bits_set: set, words: None })
    }

    /// The bits of the filter, eight in a byte, the first one least. Bytes beyond them are to be zero.
    /// Domain: that of [`of_bits_set`](Self::of_bits_set), m/8 bytes or more, and no bit set beyond m.
    pub fn of_bytes(filter: Filter, bytes: &[u8]) -> Result<Self, Error> {
        let empty = Self::of_bits_set(filter, 0)?;
        let (bits, length) = (empty.filter.shape.bits(), bytes.len() as u64);
        let out_of_domain = |domain: String| Error::from(Refused::new("bytes", length, domain));
        if length < bits.div_ceil(8) {
            return Err(out_of_domain(format!("{} bytes for bits = {bits}", bits.div_ceil(8))));
        }
        let words = bytes.chunks(8).map(|chunk| (0..).zip(chunk).map(|(i, byte)| u64::from(*byte) << (8 * i)).sum());
        let mut words: Vec<u64> = words.collect();
        let beyond = words.split_off((bits / 64) as usize);
        let last = beyond.first().copied().unwrap_or(0);
        if beyond.iter().skip(1).any(|word| *word != 0) || last >> (bits % 64) != 0 {
            return Err(out_of_domain(format!("no bit set beyond bits = {bits}")));
        }
        words.push(last);
        let bits_set = words.iter().map(|word| u64::from(word.count_ones())).sum();
        Ok(Self { bits_set, words: Some(words), ..empty })
    }

    /// The items and the rate; the intervals contain the truth with probability `level`, that of items about. A number of set bits that no
    /// number of items makes likely is refused.
    /// Domain: 0.5 ≤ level ≤ 1 − 1e-12.
    pub fn found(&self, level: f64) -> Result<Observed, Error> {
        if !(0.5..=1.0 - 1e-12).contains(&level) {
            return Err(Refused::new("confidence", level, "0.5 ≤ level ≤ 1 − 1e-12").into());
        }
        let (bits, hashes, set) = (self.filter.shape.bits(), self.filter.shape.hashes(), self.bits_set);
        let (hit, pairs) = self.pairs();
        let variance = |items: u64| set_bits::of_pairs(items as f64, bits as f64, hit, pairs.iter().copied());
        let found = interval((bits, set, hashes), hit, variance, deviations(1.0 - level));
        let Some(ItemsInterval { least, most }) = found else {
            let domain = format!("a number of set bits that items make likely at level {}", level);
            return Err(Refused::new("bits-set", set, domain).into());
        };
        let sampled = self.sampled()?;
        let rate_bounds = sampled.map(|reported| proportion_interval(Self::QUERIES, reported, 1.0 - level));
        let rate = sampled.map(|reported| reported as f64 / Self::QUERIES as f64);
        let rate = if rate.is_some() { rate } else { self.rate()? };
        Ok(Observed {
            bits_set: set,
            items: Some(estimate(bits, set, hit)).filter(|items| items.is_finite()),
            items_lower: least,
            items_upper: most,
            rate,
            rate_bounds,
            naive_rate: libm::pow(set as f64 / bits as f64, hashes as f64),
        })
    }

    /// The probability h that an item sets a given bit; and of the ordered pairs of bits how many an item sets together with which probability.
    fn pairs(&self) -> (f64, Vec<(f64, f64)>) {
        let (bits, hashes) = (self.filter.shape.bits(), self.filter.shape.hashes());
        let (m, k) = (bits as f64, hashes as f64);
        let all = m * (m - 1.0);
        let hits = |targets: u64, bits: u64| Double.some_hit(targets.min(bits), bits, hashes);
        let both = |bits: u64| 2.0 * hits(1, bits) - hits(2, bits);
        match self.filter.scheme {
            HashingScheme::Independent if !self.filter.is_distinct() => (hits(1, bits), vec![(all, both(bits))]),
            HashingScheme::Blocked(block) => {
                let (blocks, within) = (m / block as f64, m * (block as f64 - 1.0));
                (hits(1, block) / blocks, vec![(within, both(block) / blocks), (all - within, 0.0)])
            }
            HashingScheme::SplitBlock(word) => {
                let (word, hit) = (word as f64, k / m);
                let others = m * word * (k - 1.0);
                (hit, vec![(others, hit / word), (all - others, 0.0)])
            }
            HashingScheme::Partitioned | HashingScheme::KmPartition => {
                let slice = m / k;
                let others = m * (m - slice);
                (1.0 / slice, vec![(others, 1.0 / (slice * slice)), (all - others, 0.0)])
            }
            // walks, whose positions are nearly always distinct
            scheme => {
                let ring = scheme.block_bits().unwrap_or(bits) as f64;
                let within = m * (ring - 1.0);
                let both = k * (k - 1.0) / (m * (ring - 1.0).max(1.0));
                ((k / m).min(1.0), vec![(within, both.min(1.0)), (all - within, 0.0)])
            }
        }
    }

    /// The rate given the bits, if they determine it.
    fn rate(&self) -> Result<Option<f64>, Error> {
        let (bits, hashes) = (self.filter.shape.bits(), self.filter.shape.hashes());
        if self.filter.scheme == HashingScheme::Independent {
            return self.filter.with_bits_set(self.bits_set)?.rate().map(Some);
        }
        let Some(words) = &self.words else { return Ok(None) };
        let fill = |first: u64, bits: u64| {
            let is_set = |at: u64| words[(at / 64) as usize] >> (at % 64) & 1;
            (first..first + bits).map(is_set).sum::<u64>() as f64 / bits as f64
        };
        let mean = |block: u64, of_block: &dyn Fn(u64) -> f64| {
            let blocks = (0..bits).step_by(block as usize);
            blocks.map(of_block).sum::<f64>() / (bits / block) as f64
        };
        Ok(match self.filter.scheme {
            HashingScheme::Blocked(block) => Some(mean(block, &|first| libm::pow(fill(first, block), hashes as f64))),
            HashingScheme::SplitBlock(word) => {
                Some(mean(word * hashes, &|first| (0..hashes).map(|i| fill(first + i * word, word)).product()))
            }
            HashingScheme::Partitioned => {
                let (short, longer) = (bits / hashes, bits % hashes);
                let slice = |i: u64| fill(i * short + i.min(longer), short + u64::from(i < longer));
                Some((0..hashes).map(slice).product())
            }
            _ => None,
        })
    }

    /// The number of random queries that are reported under a walk. They are the same in every run, and the filter does not depend on them.
    fn sampled(&self) -> Result<Option<u64>, Error> {
        let Some(words) = self.words.as_ref().filter(|_| self.filter.scheme.is_summed_over_sets()) else {
            return Ok(None);
        };
        let load = SchemeLoad::new(self.filter.scheme, self.filter.shape.bits(), 0, self.filter.shape.hashes())?;
        let (mut generator, mut reported) = (ChaCha8Rng::seed_from_u64(0), 0);
        for _ in 0..Self::QUERIES {
            reported +=
                u64::from(given_bits::is_reported(load, words, |bound| uniform_below(bound, || generator.next_u64()))?);
        }
        Ok(Some(reported))
    }
}

/// The z with P(|Z| > z), Z normal, = `alpha`. Domain: 0 < `alpha` ≤ 1.
fn deviations(alpha: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if libm::erfc(middle / std::f64::consts::SQRT_2) > alpha { low = middle } else { high = middle }
    }
    high
}

#[test]
fn deviations_are_those_of_tables() {
    assert!((deviations(0.05) - 1.959_963_984_540_054).abs() < 1e-12);
    assert!((deviations(1e-3) - 3.290_526_731_491_693_6).abs() < 1e-12);
}

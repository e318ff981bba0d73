//! The smallest filter for a number of items that is not known in advance.

use bloomlab_formulas::sizing::{LEAST_TARGET, TARGETS};
use bloomlab_occupancy::{MAX_SIZE, OutOfDomain, Parameter};
use bloomlab_schemes::HashingScheme;

use crate::uncertain_items::UncertainItems;
use crate::{Error, Filter, Size, Sizing};

/// The question for the smallest filter that keeps a target rate where the number of items is uncertain: in the mean, at worst, or with
/// a given confidence.
///
/// ```
/// use bloomlab::{UncertainItems, UncertainSizing};
///
/// let sizing = UncertainSizing::of(UncertainItems::between(1000, 5000)?, 0.01)?;
/// let (mean, worst) = (sizing.in_the_mean()?, sizing.at_worst()?);
/// assert!(mean.bits < worst.bits && mean.mean_rate <= 0.01 && worst.items == Some(5000));
/// // in nineteen of twenty cases
/// assert_eq!(sizing.with_confidence(0.95)?.items, Some(4800));
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct UncertainSizing {
    items: UncertainItems,
    target: f64,
    scheme: HashingScheme,
}

/// A filter for an uncertain number of items.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct UncertainSize {
    /// m.
    pub bits: u64,
    /// k.
    pub hashes: u64,
    /// The number of items with which it keeps the target; `None` in the mean.
    pub items: Option<u64>,
    /// The rate with these items, in the mean the mean rate.
    pub rate: f64,
    /// The mean rate.
    pub mean_rate: f64,
    /// The rate with the most items; `None` where there is no largest number.
    pub worst_rate: Option<f64>,
}

/// The rate of a filter with an uncertain number of items.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct UncertainRate {
    /// The mean over the number of items. Relative error below 1e-9.
    pub mean: f64,
    /// The rate with the most items; `None` where there is no largest number.
    pub worst: Option<f64>,
}

impl Filter {
    /// The rate with an uncertain number of items.
    ///
    /// # Errors
    /// [`Error::Incompatible`] under double hashing and its variants, and positions from one hash; what [`crate::StoredFilter::rate`] refuses.
    pub fn holding_uncertain(self, items: UncertainItems) -> Result<UncertainRate, Error> {
        let (shape, scheme) = self.layout().ok_or(of_walks())?;
        if scheme.is_summed_over_sets() {
            return Err(of_walks());
        }
        let rate = |items: u64| rate_of(self, items);
        Ok(UncertainRate { mean: items.expected(shape.hashes(), rate)?, worst: items.most().map(rate).transpose()? })
    }
}

/// The rate; 0 where it is below the numbers of doubles, which adds nothing to a mean.
fn rate_of(filter: Filter, items: u64) -> Result<f64, Error> {
    match filter.holding(items)?.rate() {
        Err(Error::LostDigits(crate::LostDigits::Underflow)) => Ok(0.0),
        rate => rate,
    }
}

fn of_walks() -> Error {
    Error::Incompatible {
        this: "uncertain numbers of items",
        other: "double hashing, its variants, and positions from one hash",
    }
}

impl UncertainSizing {
    /// For `items`, with a rate of at most `target`.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 2^−256 ≤ target < 1.
    pub fn of(items: UncertainItems, target: f64) -> Result<Self, Error> {
        if !(LEAST_TARGET..1.0).contains(&target) {
            return Err(OutOfDomain::new(Parameter::Target, target, TARGETS).into());
        }
        Ok(Self { items, target, scheme: HashingScheme::Independent })
    }

    /// With positions in blocks, words or slices.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] for blocks or words without a bit; [`Error::Incompatible`] under double hashing and its variants.
    pub fn under(self, scheme: HashingScheme) -> Result<Self, Error> {
        scheme.check_bits()?;
        if scheme.is_summed_over_sets() {
            return Err(of_walks());
        }
        Ok(Self { scheme, ..self })
    }

    /// The smallest filter with the largest number of items.
    ///
    /// # Errors
    /// [`Error::Incompatible`] where there is none; what [`Sizing::smallest`] refuses.
    pub fn at_worst(&self) -> Result<UncertainSize, Error> {
        let most = self.items.most().ok_or(Error::Incompatible {
            this: "the worst case and a distribution without a largest number",
            other: "each other: a confidence has an answer",
        })?;
        self.with_items(most)
    }

    /// The smallest filter that keeps the target with the probability `confidence`: with as many items as are exceeded with the rest of it.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] as [`UncertainItems::quantile`]; what [`Sizing::smallest`] refuses.
    pub fn with_confidence(&self, confidence: f64) -> Result<UncertainSize, Error> {
        self.with_items(self.items.quantile(confidence)?)
    }

    fn with_items(&self, items: u64) -> Result<UncertainSize, Error> {
        let Size { bits, hashes, rate, .. } =
            Sizing::of(items)?.at_most(self.target)?.under(self.scheme)?.smallest()?;
        let found = self.filter(bits, hashes)?.holding_uncertain(self.items)?;
        Ok(UncertainSize { bits, hashes, items: Some(items), rate, mean_rate: found.mean, worst_rate: found.worst })
    }

    /// The smallest filter whose mean rate is at most the target, over up to 64 hash functions. Of several k with as many bits it has the
    /// one with the lowest rate. A mean within 1e-9 of the target may be taken for either side.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] where no filter of up to 2^62 bits keeps the target.
    pub fn in_the_mean(&self) -> Result<UncertainSize, Error> {
        // the k that is best for the target, and those on either side
        let usual = (-libm::log2(self.target)).clamp(1.0, MOST_HASHES as f64) as u64;
        let mut hashes: Vec<u64> = (1..=MOST_HASHES.min(2 * usual + 8)).collect();
        hashes.sort_by_key(|hashes| hashes.abs_diff(usual));
        let mut best: Option<(u64, f64, u64)> = None;
        for hashes in hashes {
            let unit = self.unit(hashes);
            // in units, at most the smallest so far
            let above = match best {
                Some((bits, rate, _)) => {
                    let units = bits / unit;
                    let there = if units > 0 { self.mean(units * unit, hashes)? } else { 1.0 };
                    let is_better = units > 0 && (units * unit < bits || there < rate);
                    if !(there <= self.target && is_better) {
                        continue;
                    }
                    units
                }
                None => match self.first_above(hashes, unit)? {
                    Some(units) => units,
                    None => continue,
                },
            };
            let units = self.least_units(hashes, unit, above)?;
            best = Some((units * unit, self.mean(units * unit, hashes)?, hashes));
        }
        let Some((bits, rate, hashes)) = best else {
            let most = self.items.most().unwrap_or(0);
            return Err(OutOfDomain::new(Parameter::Items, most, "bits ≤ 2^62 to keep the target").into());
        };
        let worst_rate = self.items.most().map(|most| rate_of(self.filter(bits, hashes)?, most)).transpose()?;
        Ok(UncertainSize { bits, hashes, items: None, rate, mean_rate: rate, worst_rate })
    }

    /// The first power of two of units that keeps the target.
    fn first_above(&self, hashes: u64, unit: u64) -> Result<Option<u64>, Error> {
        let mut units = 1_u64;
        while self.mean(units * unit, hashes)? > self.target {
            units *= 2;
            if units > (MAX_SIZE / 2) / unit {
                return Ok(None);
            }
        }
        Ok(Some(units))
    }

    /// The least number of units, `above` of which keep the target: by bisection, since the rate falls with the bits.
    fn least_units(&self, hashes: u64, unit: u64, above: u64) -> Result<u64, Error> {
        let (mut fails, mut keeps) = (0, above);
        while keeps - fails > 1 {
            let middle = fails + (keeps - fails) / 2;
            if self.mean(middle * unit, hashes)? <= self.target { keeps = middle } else { fails = middle }
        }
        Ok(keeps)
    }

    /// Bits come in blocks; of words one for each hash function.
    fn unit(&self, hashes: u64) -> u64 {
        let words = self.scheme.word_bits().map(|bits| bits * hashes);
        self.scheme.block_bits().or(words).unwrap_or(1)
    }

    fn filter(&self, bits: u64, hashes: u64) -> Result<Filter, Error> {
        Filter::new(bits, hashes)?.under(self.scheme)
    }

    fn mean(&self, bits: u64, hashes: u64) -> Result<f64, Error> {
        if self.scheme == HashingScheme::Partitioned && bits < hashes {
            return Ok(1.0);
        }
        let filter = self.filter(bits, hashes)?;
        self.items.expected(hashes, |items| rate_of(filter, items))
    }
}

/// The most hash functions that are tried.
const MOST_HASHES: u64 = 64;

//! The smallest filter for a number of items that is not known in advance.

use bloomlab_formulas::sizing::{LEAST_TARGET, TARGETS};
use bloomlab_occupancy::{ANSWER_SECONDS, Advice, Budget, Cost, MAX_SIZE, OutOfDomain, Parameter};
use bloomlab_schemes::{ExactRate, HashingScheme, MAX_SUMMED_HASHES, SchemeLoad};

use crate::uncertain_items::UncertainItems;
use crate::uncertain_rate::{MOST_HASHES, RatesOfItems, rate_of, steps_of_a_rate};
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

/// The means that a search asks for: 40 to 50 were counted.
const MEANS: f64 = 50.0;

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

    /// With positions under a scheme. Under double hashing one bit more can raise the rate: the size is the smallest that the search found.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] for blocks or words without a bit; [`Error::Incompatible`] under enhanced double hashing, triple hashing and
    /// `km-partition`.
    pub fn under(self, scheme: HashingScheme) -> Result<Self, Error> {
        scheme.check_bits()?;
        if scheme.is_summed_over_sets() && scheme.step_set().is_none() {
            let other = "enhanced double hashing, triple hashing or km-partition";
            return Err(Error::Incompatible { this: "sizes for uncertain numbers of items", other });
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
    /// [`Error::OutOfDomain`] where no filter of up to 2^62 bits keeps the target; [`Error::TooLarge`] for a wide distribution and a small
    /// target.
    pub fn in_the_mean(&self) -> Result<UncertainSize, Error> {
        let most = self.most_hashes();
        let usual = (-libm::log2(self.target)).clamp(1.0, most as f64) as u64;
        let steps = MEANS * self.steps_of_a_mean(usual);
        Budget::of_seconds(ANSWER_SECONDS).check(Cost::of_steps(steps), Advice::larger(&[Parameter::Target]))?;
        // from the k that is best for the target up and down, until several more in turn are no better
        let mut best: Option<(u64, f64, u64)> = None;
        for side in [(usual..=most).collect::<Vec<_>>(), (1..usual).rev().collect()] {
            let mut worse = 0;
            for hashes in side {
                match self.better(hashes, best)? {
                    Some(better) => (best, worse) = (Some(better), 0),
                    None => worse += 1,
                }
                if worse == WORSE && best.is_some() {
                    break;
                }
            }
        }
        let Some((bits, rate, hashes)) = best else {
            let most = self.items.most().unwrap_or(0);
            return Err(OutOfDomain::new(Parameter::Items, most, "bits ≤ 2^62 to keep the target").into());
        };
        let worst_rate = self.items.most().map(|most| rate_of(self.filter(bits, hashes)?, most)).transpose()?;
        Ok(UncertainSize { bits, hashes, items: None, rate, mean_rate: rate, worst_rate })
    }

    /// By estimate. Under walks most means are compared with the target in doubles, with some 1000 powers at most.
    fn steps_of_a_mean(&self, hashes: u64) -> f64 {
        let of_a_rate = match self.scheme.step_set() {
            Some(_) => 6.0 * libm::exp2(hashes as f64).min(1000.0),
            None => steps_of_a_rate(self.scheme.is_blocked(), hashes),
        };
        let bits = self.scheme.block_bits().unwrap_or(1 << 20);
        let masks = SchemeLoad::new(self.scheme, bits, 1, hashes).map_or(0.0, |load| ExactRate::cost(load).steps);
        self.items.evaluations(hashes) * of_a_rate + masks
    }

    fn most_hashes(&self) -> u64 {
        if self.scheme.step_set().is_some() { MAX_SUMMED_HASHES } else { MOST_HASHES }
    }

    /// The smallest filter of k hash functions, where it is better than the best so far: bits, mean rate and k.
    fn better(&self, hashes: u64, best: Option<(u64, f64, u64)>) -> Result<Option<(u64, f64, u64)>, Error> {
        let unit = self.unit(hashes);
        let at = |units: u64| self.mean(units * unit, hashes);
        let (mut keeps, mut above) = match best {
            Some((bits, rate, _)) => {
                let units = bits / unit;
                let there = if units > 0 { at(units)? } else { 1.0 };
                if there > self.target || units * unit == bits && there >= rate {
                    return Ok(None);
                }
                (units, there)
            }
            None => {
                // at least half of all cases have the median number of items or more: where half the rate there is above the target, the mean is
                let median = self.items.quantile(0.5)?;
                let mut units = 1_u64;
                loop {
                    let rates = self.rates(units * unit, hashes)?;
                    let surely_fails = rates.map_or(Ok(1.0), |rates| rates.about(median))? > 2.0 * self.target;
                    let there = if surely_fails { 1.0 } else { at(units)? };
                    if there <= self.target {
                        break (units, there);
                    }
                    units *= 2;
                    if units > (MAX_SIZE / 2) / unit {
                        return Ok(None);
                    }
                }
            }
        };
        // the logarithm of the rate is nearly a line over the bits: by the secant, every third step by halves
        let excess = |rate: f64| libm::log(rate.max(f64::MIN_POSITIVE) / self.target);
        let (mut fails, mut below) = (0, -libm::log(self.target));
        for step in 1_u64.. {
            if keeps - fails <= 1 {
                break;
            }
            let share = if step % 3 == 0 { 0.5 } else { below / (below - excess(above)) };
            let inside = fails + ((keeps - fails) as f64 * share) as u64;
            let next = inside.clamp(fails + 1, keeps - 1);
            let there = at(next)?;
            if there <= self.target {
                (keeps, above) = (next, there);
            } else {
                (fails, below) = (next, excess(there));
            }
        }
        Ok(Some((keeps * unit, above, hashes)))
    }

    /// Bits come in blocks; of words one for each hash function.
    fn unit(&self, hashes: u64) -> u64 {
        let words = self.scheme.word_bits().map(|bits| bits * hashes);
        let least = if self.scheme == HashingScheme::DoubleOdd { 2 } else { 1 };
        self.scheme.block_bits().or(words).unwrap_or(least)
    }

    fn filter(&self, bits: u64, hashes: u64) -> Result<Filter, Error> {
        let filter = Filter::new(bits, hashes)?;
        // the route of drawn positions is the quicker one
        if self.scheme == HashingScheme::Independent { Ok(filter) } else { filter.under(self.scheme) }
    }

    fn mean(&self, bits: u64, hashes: u64) -> Result<f64, Error> {
        let rates = self.rates(bits, hashes)?;
        rates.map_or(Ok(1.0), |rates| rates.mean(self.items, Some(self.target)))
    }

    /// `None` where the scheme has no filter of so few bits.
    fn rates(&self, bits: u64, hashes: u64) -> Result<Option<RatesOfItems>, Error> {
        let is_too_small = match self.scheme {
            HashingScheme::Partitioned => bits < hashes,
            HashingScheme::DoubleNonzero => bits < 2,
            _ => false,
        };
        if is_too_small {
            return Ok(None);
        }
        // each by itself: the estimate of all stands before the search
        RatesOfItems::of(self.filter(bits, hashes)?, &Budget::of_seconds(ANSWER_SECONDS)).map(Some)
    }
}

/// So many numbers of hash functions in turn that are no better end the search on that side.
const WORSE: u64 = 3;

//! The same question, decided rigorously.

use std::cmp::Ordering;

use bloomlab_evaluation::{Comparable, Failure, FilterRate, Quantity, SchemeRate, at_most, certified};
use bloomlab_exact::{Certified, Rational, Rationals, certify};
use bloomlab_formulas::sizing::{self, Smallest};
use bloomlab_formulas::{Formula, Load};
use bloomlab_numbers::{Analytic as _, Arithmetic as _, Number as _};
use bloomlab_occupancy::{ANSWER_SECONDS, Budget, Cost, MAX_SIZE, OutOfDomain, Parameter};
use bloomlab_schemes::first_order::FirstOrder;
use bloomlab_schemes::sizing::Allowed;
use bloomlab_schemes::{ExactRate, HashingScheme, SchemeLoad};

use super::in_double::{LARGER, approximate_rate, bounded};
use super::{ItemsToHold, LEAST_TARGET, Size, Sizing, TARGETS};
use crate::Error;

/// A filter that keeps a target rate, decided rigorously, its rate with the digits asked for.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CertifiedSize {
    /// m.
    pub bits: u64,
    /// k.
    pub hashes: u64,
    /// The rate with the items stored.
    pub rate: SizeRate,
}

/// The rate of a filter that was searched for.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum SizeRate {
    /// Every digit is right.
    Certified(Certified),
    /// By [`first_order::rate`](bloomlab_schemes::first_order::rate), with the largest relative error that was seen of it.
    Approximate {
        /// The rate.
        value: f64,
        /// The error.
        largest_error: f64,
    },
}

impl From<Size> for CertifiedSize {
    /// Of a size that is approximate.
    fn from(size: Size) -> Self {
        let largest_error = size.largest_error.unwrap_or_default();
        Self { bits: size.bits, hashes: size.hashes, rate: SizeRate::Approximate { value: size.rate, largest_error } }
    }
}

impl ItemsToHold {
    /// With a rate of at most `target`, a rational.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 2^−256 ≤ target ≤ 1 − 10^−307.
    pub fn at_most_exactly(self, target: &Rational) -> Result<Sizing, Error> {
        let shown = target.to_f64();
        let least = Rationals.one() / Rationals.integer(2).pow(256);
        if !(*target >= least && *target < Rationals.one()) {
            return Err(OutOfDomain::new(Parameter::Target, shown, TARGETS).into());
        }
        let ln_target = certify(20, |a| a.rational(target).ln())?.to_f64();
        if ln_target > -f64::MIN_POSITIVE {
            return Err(OutOfDomain::new(Parameter::Target, shown, "target ≤ 1 − 10^-307").into());
        }
        let below_one = shown.min(1.0 - f64::EPSILON / 2.0);
        Ok(Sizing { ln_target, exactly: target.clone(), ..self.at_most(below_one.max(LEAST_TARGET))? })
    }
}

impl Sizing {
    /// The answer, rigorous in every comparison with the target and of two rates, ties among them, with `digits` digits of the rate that
    /// are all right; approximate under double hashing where exact rates take more than a second.
    ///
    /// # Errors
    /// As for [`smallest`](Self::smallest); [`Error::Unanswered`] for a rate too close to the target to be distinguished from it.
    pub fn certified(&self, digits: usize) -> Result<CertifiedSize, Error> {
        let cost = |load, is_found| SchemeRate::likely_cost(load, self.target, is_found);
        self.or_first_order(cost, |budget| self.rigorously(budget, digits))
    }

    /// The smallest filter by the classic formula, with its exact rate. Independent positions.
    ///
    /// # Errors
    /// As for [`certified`](Self::certified).
    pub fn classic(&self, digits: usize) -> Result<CertifiedSize, Error> {
        let budget = &Budget::of_seconds(ANSWER_SECONDS);
        let quantity = |load| FilterRate { formula: Formula::Classic, load };
        let keeps = |load| Ok::<_, Error>(at_most(&quantity(load), &self.exactly, budget).map_err(larger_target)?);
        let found = sizing::smallest(self.items, self.ln_target, keeps)?;
        let of_hashes = |hashes| compared(quantity(Load::new(found.bits(), self.items, hashes)?), budget);
        let (hashes, _) = found.lowest(of_hashes, |left, right| is_below(left.order(right, budget)))?;
        let plain = Self { scheme: HashingScheme::Independent, ..self.clone() };
        Ok(CertifiedSize {
            bits: found.bits(),
            hashes,
            rate: plain.rate(found.bits(), self.items, hashes, digits, budget)?,
        })
    }

    /// The rate of a filter that was found when `percent` per cent more items come, rounded up.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] for more than 2^63 − 1 items; else as for [`certified`](Self::certified).
    pub fn after_growth(&self, size: &CertifiedSize, percent: u64, digits: usize) -> Result<SizeRate, Error> {
        let too_many = || OutOfDomain::new(Parameter::Items, self.items, "items after growth ≤ 2^63 − 1");
        let grown = (u128::from(self.items) * (100 + u128::from(percent))).div_ceil(100);
        let items = u64::try_from(grown).map_err(|_| too_many())?;
        if let SizeRate::Approximate { largest_error, .. } = size.rate {
            let value =
                approximate_rate(&FirstOrder::default(), SchemeLoad::new(self.scheme, size.bits, items, size.hashes)?)?;
            return Ok(SizeRate::Approximate { value, largest_error });
        }
        self.rate(size.bits, items, size.hashes, digits, &Budget::of_seconds(ANSWER_SECONDS))
    }

    fn rigorously(&self, budget: &Budget, digits: usize) -> Result<CertifiedSize, Error> {
        let keeps = |load: SchemeLoad| {
            let decided = match load.scheme() {
                HashingScheme::Independent => at_most(&independent(load), &self.exactly, budget),
                _ => at_most(&under_scheme(load, budget)?, &self.exactly, budget),
            };
            decided.map_err(|why| larger_target(why).into())
        };
        // of up to eight items doubles find the k of the lowest rate soon, of more the first moments do
        let is_plain_power = self.scheme == HashingScheme::Independent && self.allowed == Allowed::PowersOfTwo;
        let is_plain_power = is_plain_power && self.items > 8;
        let allowed = if is_plain_power { Allowed::All } else { self.allowed };
        let found = Self { allowed, ..self.clone() }.search(|load| bounded(load, budget), keeps)?;
        let found = if is_plain_power { self.rounded_up(found, budget)? } else { found };
        let load = |hashes| SchemeLoad::new(self.scheme, found.bits(), self.items, hashes);
        let hashes = match self.scheme {
            HashingScheme::Independent => {
                let of_hashes = |hashes| compared(independent(load(hashes)?), budget);
                found.lowest(of_hashes, |left, right| is_below(left.order(right, budget)))?.0
            }
            _ => {
                let of_hashes = |hashes| compared(under_scheme(load(hashes)?, budget)?, budget);
                found.lowest(of_hashes, |left, right| is_below(left.order(right, budget)))?.0
            }
        };
        let rate = self.rate(found.bits(), self.items, hashes, digits, &Budget::of_seconds(ANSWER_SECONDS))?;
        Ok(CertifiedSize { bits: found.bits(), hashes, rate })
    }

    /// The next power of two of bits, with every k whose rate may be the lowest.
    fn rounded_up(&self, found: Smallest, budget: &Budget) -> Result<Smallest, Error> {
        let bits = found.bits().next_power_of_two();
        if bits > MAX_SIZE {
            return Err(OutOfDomain::new(Parameter::Items, self.items, "bits ≤ 2^62 to keep the target").into());
        }
        if self.items == 0 {
            return Ok(found);
        }
        let usual = sizing::usual_hashes(bits as f64 / self.items as f64);
        let load = Load::new(bits, self.items, usual)?;
        let rate = certified(&FilterRate { formula: Formula::Exact, load }, 20, budget).map_err(larger_target)?;
        let mut best = Smallest::new(bits, usual);
        sizing::hashes_as_good(bits, self.items, rate.enclosure.ln().to_f64()).for_each(|hashes| best.insert(hashes));
        Ok(best)
    }

    fn rate(&self, bits: u64, items: u64, hashes: u64, digits: usize, budget: &Budget) -> Result<SizeRate, Error> {
        let load = SchemeLoad::new(self.scheme, bits, items, hashes)?;
        let rate = match self.scheme {
            HashingScheme::Independent => certified(&independent(load), digits, budget),
            _ => certified(&under_scheme(load, budget)?, digits, budget),
        };
        Ok(SizeRate::Certified(rate.map_err(larger_target)?))
    }
}

/// The shortest decimal that reads as this double.
pub(super) fn shortest(target: f64) -> Result<Rational, Error> {
    Rational::from_decimal(&format!("{target:e}"))
        .map_err(|_| OutOfDomain::new(Parameter::Target, target, TARGETS).into())
}

fn independent(load: SchemeLoad) -> FilterRate {
    FilterRate { formula: Formula::Exact, load: load.independent() }
}

/// The masks of a scheme are found at the expense of the budget.
fn under_scheme(load: SchemeLoad, budget: &Budget) -> Result<SchemeRate, Error> {
    budget.spend(Cost::of_steps(ExactRate::cost(load).steps), LARGER)?;
    Ok(SchemeRate(ExactRate::new(load)?))
}

fn compared<Q: Quantity>(quantity: Q, budget: &Budget) -> Result<Comparable<Q>, Error> {
    Ok(Comparable::new(quantity, budget).map_err(larger_target)?)
}

/// Rates that no affordable arithmetic distinguishes count as equal.
fn is_below(order: Result<Ordering, Failure>) -> Result<bool, Error> {
    match order {
        Ok(order) => Ok(order == Ordering::Less),
        Err(Failure::Undecided) => Ok(false),
        Err(why) => Err(larger_target(why).into()),
    }
}

/// A larger target takes less.
fn larger_target(failure: Failure) -> Failure {
    match failure.too_large() {
        Some(why) => why.advising(LARGER).into(),
        None => failure,
    }
}

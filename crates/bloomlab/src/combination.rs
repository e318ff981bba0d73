//! Two filters in one: their union, their intersection, and the items that they have in common.

use bloomlab_formulas::combined::{Pair, common_errors};
use bloomlab_formulas::counts::items::estimate;
use bloomlab_formulas::exact;
use bloomlab_formulas::items::Items;
use bloomlab_numbers::{Arithmetic, Double};
use bloomlab_occupancy::{OutOfDomain, Parameter, Sampling, Shape};

use crate::{Error, Filter, HashingScheme};

/// Two filters with the same bits and hash functions, or-ed and and-ed bit by bit.
///
/// ```
/// use bloomlab::{Combination, Filter};
///
/// let filter = Filter::new(9586, 7)?;
/// // no item in common, and yet one query in ten thousand is in both
/// let and = Combination::of_items(filter, [1000, 1000], 0)?.found()?.and;
/// assert!((and.rate - 1.01e-4).abs() < 1e-6);
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct Combination {
    #[cfg_attr(feature = "serde", serde(flatten))]
    shape: Shape,
    #[cfg_attr(feature = "serde", serde(flatten))]
    known: Known,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
enum Known {
    Items { items: [u64; 2], common: u64 },
    BitsSet { bits_set: [u64; 2], bits_set_or: u64 },
}

/// A union or an intersection.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CombinedFilter {
    /// The rate: exact, or given the bits.
    pub rate: f64,
    /// The mean number of set bits, or their number.
    pub bits_set: f64,
}

/// The items that two filters have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CommonItems {
    /// n̂_A + n̂_B − n̂_(A or B), n̂ = ln(1 − s/m)/ln(1 − h), h the probability that an item sets a given bit: consistent for every m, where the
    /// usual −(m/k) ln(1 − s/m) is too large by 1/(2m). `None` where all bits of a filter are set, and where items were given.
    pub estimate: Option<f64>,
    /// The bias of this estimate, to leading order for many bits.
    pub bias: f64,
    /// Its standard deviation, to leading order for many bits.
    pub standard_deviation: f64,
}

/// What two filters make together.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Combined {
    /// *A or B*, bit by bit the filter of all items.
    pub or: CombinedFilter,
    /// *A and B*, which has more bits set than the filter of the common items.
    pub and: CombinedFilter,
    /// What set bits show of the common items; `None` where all bits of a filter are set.
    pub common: Option<CommonItems>,
}

impl Combination {
    /// Filters of `items` items, `common` of which are in both.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] for more common items than items, and outside the domain of the filter; [`Error::Incompatible`] under a
    /// scheme.
    pub fn of_items(filter: Filter, items: [u64; 2], common: u64) -> Result<Self, Error> {
        let shape = shape(filter)?;
        Pair::new(shape, items, common)?;
        Ok(Self { shape, known: Known::Items { items, common } })
    }

    /// Filters with `bits_set` set bits, `bits_set_or` of which are set in one of them or in both.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless the larger of both numbers ≤ `bits_set_or` ≤ their sum and m; [`Error::Incompatible`] under a scheme.
    pub fn of_bits_set(filter: Filter, bits_set: [u64; 2], bits_set_or: u64) -> Result<Self, Error> {
        let shape = shape(filter)?;
        for set in bits_set {
            Parameter::BitsSet.within(set, 0..=shape.bits())?;
        }
        let [one, other] = bits_set;
        let (least, most) = (one.max(other), (one + other).min(shape.bits()));
        if !(least..=most).contains(&bits_set_or) {
            let domain = format!("{least} ≤ bits-set-or ≤ {most} with bits-set {one} and {other}");
            return Err(OutOfDomain::new(Parameter::BitsSetOr, bits_set_or, domain).into());
        }
        Ok(Self { shape, known: Known::BitsSet { bits_set, bits_set_or } })
    }

    /// Rates, set bits and common items.
    ///
    /// Relative error of rates below 1e-11 for k ≤ 60.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more than a hundred hash functions.
    pub fn found(self) -> Result<Combined, Error> {
        let bits = self.shape.bits();
        match self.known {
            Known::Items { items, common } => {
                let pair = Pair::new(self.shape, items, common)?;
                let union = pair.union();
                let clear = Items::<Double>::missed(&union, &Double, 1, union.items());
                let or = CombinedFilter { rate: exact::rate(&Double, union)?, bits_set: bits as f64 * (1.0 - clear) };
                let rate = pair.rate_of_intersection(&Double)?;
                let and = CombinedFilter { rate, bits_set: bits as f64 * pair.both_set(&Double) };
                let errors = common_errors(self.shape, items.map(|items| items as f64), common as f64);
                Ok(Combined { or, and, common: CommonItems::new(None, errors) })
            }
            Known::BitsSet { bits_set, bits_set_or } => {
                let [one, other] = bits_set;
                let given = |set: u64| -> Result<CombinedFilter, Error> {
                    let filter = Filter::new(bits, self.shape.hashes())?;
                    let filter = match self.shape.sampling() {
                        Sampling::WithReplacement => filter,
                        Sampling::WithoutReplacement => filter.without_replacement()?,
                    };
                    Ok(CombinedFilter { rate: filter.with_bits_set(set)?.rate()?, bits_set: set as f64 })
                };
                let hit = match self.shape.sampling() {
                    Sampling::WithReplacement => Double.some_hit(1, bits, self.shape.hashes()),
                    Sampling::WithoutReplacement => Double.ratio(self.shape.hashes(), bits),
                };
                let [items, others, all] = [one, other, bits_set_or].map(|set| estimate(bits, set, hit));
                let common = items + others - all;
                let errors = common_errors(self.shape, [items, others], common);
                let common = if common.is_finite() { CommonItems::new(Some(common), errors) } else { None };
                Ok(Combined { or: given(bits_set_or)?, and: given(one + other - bits_set_or)?, common })
            }
        }
    }
}

impl CommonItems {
    /// `None` for errors that no double holds.
    fn new(estimate: Option<f64>, (bias, standard_deviation): (f64, f64)) -> Option<Self> {
        (bias.is_finite() && standard_deviation.is_finite()).then_some(Self { estimate, bias, standard_deviation })
    }
}

/// The sizes of a filter whose positions are drawn.
fn shape(filter: Filter) -> Result<Shape, Error> {
    match filter.layout() {
        Some((shape, HashingScheme::Independent)) => Ok(shape),
        _ => Err(Error::Incompatible { this: "combined filters", other: crate::filter::DERIVED }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With as many set bits as are set on average the estimate is right, in the smallest filter too: −(m/k) ln(1 − s/m) is 1.39 there.
    #[test]
    fn mean_set_bits_have_the_right_estimate() {
        let filter = Filter::new(2, 1).unwrap();
        let found = Combination::of_bits_set(filter, [1, 1], 1).unwrap().found().unwrap();
        assert!((found.common.unwrap().estimate.unwrap() - 1.0).abs() < 1e-15, "{found:?}");
        // one item of two distinct positions sets two bits of eight
        let distinct = Filter::new(8, 2).unwrap().without_replacement().unwrap();
        let found = Combination::of_bits_set(distinct, [2, 2], 2).unwrap().found().unwrap();
        assert!((found.common.unwrap().estimate.unwrap() - 1.0).abs() < 1e-15, "{found:?}");
    }
}

//! A scheme in filters whose numbers of bits are all of one kind, which decides what it costs.

use bloomlab_formulas::walks::{ExactRate, HashingScheme, SchemeLoad, first_order, rate_in_double};
use bloomlab_numbers::Double;
use bloomlab_tables::Result;
use serde::{Deserialize, Serialize};

/// The largest power of two and the largest prime below it that stand for large filters.
pub(crate) const LARGE: u64 = 61;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Bits {
    /// m = 2^s.
    PowerOfTwo,
    /// m is prime; for filters in slices, a slice is.
    Prime,
}

/// A scheme and the kind of m.
pub(crate) type Variant = (Name, Bits);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Name {
    Double,
    DoubleNonzero,
    DoubleOdd,
    Enhanced,
    Triple,
    KmPartition,
    Partitioned,
}

impl Name {
    pub fn scheme(self) -> HashingScheme {
        match self {
            Name::Double => HashingScheme::Double,
            Name::DoubleNonzero => HashingScheme::DoubleNonzero,
            Name::DoubleOdd => HashingScheme::DoubleOdd,
            Name::Enhanced => HashingScheme::Enhanced,
            Name::Triple => HashingScheme::Triple,
            Name::KmPartition => HashingScheme::KmPartition,
            Name::Partitioned => HashingScheme::Partitioned,
        }
    }

    /// True if each position has its own slice.
    pub fn has_slices(self) -> bool {
        matches!(self, Name::KmPartition | Name::Partitioned)
    }
}

/// The first number of bits of this kind that is at least `least`.
pub(crate) fn bits_from((scheme, bits): Variant, least: u64, hashes: u64) -> u64 {
    match bits {
        Bits::PowerOfTwo => least.next_power_of_two(),
        Bits::Prime if scheme.has_slices() => hashes * next_prime(least.div_ceil(hashes)),
        Bits::Prime => next_prime(least),
    }
}

/// A: m times the cost beyond independent positions, at `bits_per_item`, in large filters.
pub(crate) fn constant((scheme, bits): Variant, hashes: u64, bits_per_item: f64) -> Result<f64> {
    let large = match bits {
        Bits::PowerOfTwo => 1 << (LARGE - 1),
        Bits::Prime if scheme.has_slices() => hashes * ((1 << 31) - 1),
        Bits::Prime => (1 << LARGE) - 1,
    };
    let constant = first_order::constant(&Double, scheme.scheme(), large, hashes, bits_per_item)?;
    constant.ok_or_else(|| format!("{scheme:?} has no first-order approximation").into())
}

#[derive(Serialize)]
pub(crate) struct Costs {
    pub rate: Option<f64>,
    pub independent: f64,
    pub excess: Option<f64>,
    /// A/m over the rate of independent positions.
    pub law: f64,
}

/// The cost of a scheme in one filter, with the exact rate if `exact` is set.
pub(crate) fn costs(variant: Variant, bits: u64, items: u64, hashes: u64, exact: bool) -> Result<Costs> {
    let independent = rate(HashingScheme::Independent, bits, items, hashes)?;
    let rate = exact.then(|| rate(variant.0.scheme(), bits, items, hashes)).transpose()?;
    let law = constant(variant, hashes, bits as f64 / items as f64)? / bits as f64 / independent;
    Ok(Costs { rate, independent, excess: rate.map(|rate| rate / independent - 1.0), law })
}

/// The exact rate, to eight digits or more.
fn rate(scheme: HashingScheme, bits: u64, items: u64, hashes: u64) -> Result<f64> {
    let load = SchemeLoad::new(scheme, bits, items, hashes)?;
    match ExactRate::new(load)?.rate_in_double() {
        Some(sum) if sum.error_bound <= 1e-8 * sum.value => Ok(sum.value),
        _ => Ok(rate_in_double(load)?),
    }
}

/// The least prime that is at least `least`, by trial division.
fn next_prime(least: u64) -> u64 {
    let is_prime = |n: u64| n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
    (least..).find(|&n| is_prime(n)).unwrap_or(least)
}

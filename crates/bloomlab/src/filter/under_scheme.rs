//! The rate of a filter under a scheme, next to that of independent positions.

use bloomlab_crosscheck::{ArithmeticKind, Computed, Failure, FilterRate, SchemeRate, evaluate, reference};
use bloomlab_exact::{Certified, Enclosures};
use bloomlab_formulas::{
    Formula,
    walks::{ExactRate, HashingScheme, SchemeLoad, finite_hash},
};

use super::stored::Positions;
use super::{LIMIT, RateRow, StoredFilter};
use crate::Error;

impl StoredFilter {
    /// The exact rate under the filter's scheme, the exact rate of independent positions and that of the classic formula, each with
    /// its excess over that of independent positions. If no arithmetic is given, exact rates are certified and the classic one is
    /// in doubles.
    ///
    /// ```
    /// use bloomlab::{Filter, HashingScheme};
    ///
    /// let rows = Filter::new(1024, 7)?.under(HashingScheme::Double)?.holding(102)?.beside_independent(None, 17)?;
    /// assert_eq!(rows.map(|row| row.formula), ["exact", "independent", "classic"]);
    /// # Ok::<(), bloomlab::Error>(())
    /// ```
    pub fn beside_independent(self, arithmetic: Option<ArithmeticKind>, digits: usize) -> Result<[RateRow; 3], Error> {
        let Positions::Derived(load, hash_bits) = self.positions else {
            return Err(Error::Incompatible {
                this: "the rates next to those of independent positions",
                other: "drawn positions",
            });
        };
        let rate = SchemeRate(ExactRate::new(load)?);

        let of_independent = |formula| FilterRate { formula, load: load.independent() };
        let exact_in = arithmetic.unwrap_or(ArithmeticKind::Certified);
        let independent = reference(&of_independent(Formula::Exact), &[exact_in], digits, LIMIT).ok();
        let row = |formula, scheme, arithmetic, evaluated: &dyn Fn(ArithmeticKind) -> Result<Computed, Failure>| {
            RateRow::of(formula, Some(scheme), arithmetic, independent.as_ref(), evaluated)
        };
        let classic_in = arithmetic.unwrap_or(ArithmeticKind::F64);
        Ok([
            row("exact", load.scheme(), exact_in, &|arithmetic| match hash_bits {
                None => evaluate(&rate, arithmetic, digits, LIMIT),
                Some(hash_bits) => with_hash(load, hash_bits, arithmetic, digits),
            }),
            row("independent", HashingScheme::Independent, exact_in, &|arithmetic| {
                evaluate(&of_independent(Formula::Exact), arithmetic, digits, LIMIT)
            }),
            row("classic", HashingScheme::Independent, classic_in, &|arithmetic| {
                evaluate(&of_independent(Formula::Classic), arithmetic, digits, LIMIT)
            }),
        ])
    }
}

/// The rate with positions from one hash: with the items that share the query's.
fn with_hash(load: SchemeLoad, hash_bits: u64, arithmetic: ArithmeticKind, digits: usize) -> Result<Computed, Failure> {
    match arithmetic {
        ArithmeticKind::F64 => Ok(Computed::Double(finite_hash::finite_rate_in_double(load, hash_bits)?)),
        // as many digits as the bounds leave
        ArithmeticKind::Certified => Computed::Enclosure(enclosed(load, hash_bits, digits)?.enclosure).settled(),
        other => Err(Failure::NoForm(format!("positions from one hash need f64 or certified, not {other}"))),
    }
}

/// The certified rate with positions from one hash.
pub(super) fn certified(load: SchemeLoad, hash_bits: u64, digits: usize) -> Result<Certified, Failure> {
    let Certified { enclosure, bits } = enclosed(load, hash_bits, digits)?;
    Ok(Certified::new(enclosure, bits, digits)?)
}

/// The rate with positions from one hash between bounds, which may leave fewer than `digits` digits.
fn enclosed(load: SchemeLoad, hash_bits: u64, digits: usize) -> Result<Certified, Failure> {
    let rate = ExactRate::new(load)?;
    let bits = 128 + 4 * digits as u32 + 2 * lost_bits(load) as u32;
    let a = Enclosures::new(bits);
    if finite_hash::is_summed(&rate, hash_bits) {
        return Ok(Certified { enclosure: finite_hash::by_distinct_values(&a, &rate, hash_bits)?, bits });
    }
    let within = finite_hash::bounded(&a, &rate, hash_bits)?;
    Ok(Certified { enclosure: within.value.widened_by(&within.error_bound), bits })
}

/// The bits that the sum of powers loses: its terms add up to about (1 + x)^k for a rate of about (1 − x)^k, x the share of clear bits, and
/// the powers lose the digits of n.
fn lost_bits(load: SchemeLoad) -> f64 {
    let (bits, items, hashes) = (load.bits() as f64, load.items() as f64, load.hashes() as f64);
    let set = -libm::expm1(-hashes * items / bits);
    if items == 0.0 { 0.0 } else { hashes * libm::log2((2.0 - set) / set) + libm::log2(items) }
}

//! A quantity, and its value in any of the arithmetics.

use std::time::Duration;

use bloomlab_exact::{Certified, Enclosures, Multiprecision, NotCertified, Rationals, try_certify};
use bloomlab_numbers::{AnalyticArithmetic, Arithmetic, Double, NaiveDouble};

use super::arithmetic::ArithmeticKind;
use super::computed::Computed;
use super::deadline::{Timed, within};
use super::failure::Failure;

/// The digits of a reference beyond those that are shown, so that differences from it have digits too.
const GUARD_DIGITS: usize = 40;

/// The precision that certified values do not exceed, in bits.
const MOST_BITS: u32 = 1 << 20;

/// The most bits of a rational: an operation takes some milliseconds.
const MOST_RATIONAL_BITS: f64 = (1_u64 << 20) as f64;

/// A number with a formula.
pub trait Quantity {
    /// The value, in arithmetics without transcendental functions.
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure>;

    /// The value, in arithmetics that have them.
    fn analytic<A: AnalyticArithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        self.algebraic(a)
    }

    /// The value in double precision, by a route that keeps the digits if there is one.
    fn double(&self) -> Result<f64, Failure> {
        self.analytic(&Timed(Double))
    }

    /// The bits of the largest power that a rational is raised to, about.
    fn rational_bits(&self) -> f64;
}

/// Evaluates a quantity, or times out after `limit`; certified values have up to 40 digits more than `digits`.
pub fn evaluate(
    quantity: &impl Quantity,
    arithmetic: ArithmeticKind,
    digits: usize,
    limit: Duration,
) -> Result<Computed, Failure> {
    within(limit, || match arithmetic {
        ArithmeticKind::F64 => Computed::Double(quantity.double()?).settled(),
        ArithmeticKind::F64Naive => Computed::Double(quantity.analytic(&Timed(NaiveDouble))?).settled(),
        ArithmeticKind::Mpfr(bits) => {
            Computed::Multiprecision(quantity.analytic(&Timed(Multiprecision::new(bits)))?).settled()
        }
        ArithmeticKind::Rational => {
            let bits = quantity.rational_bits();
            if bits > MOST_RATIONAL_BITS {
                return Err(Failure::NoForm(format!("rationals of about {bits:.1e} bits, more than 2^20")));
            }
            Ok(Computed::Rational(quantity.algebraic(&Timed(Rationals))?))
        }
        ArithmeticKind::Enclosure(bits) => {
            Computed::Enclosure(quantity.analytic(&Timed(Enclosures::of_fixed_precision(bits)))?).settled()
        }
        ArithmeticKind::Certified => match certified(quantity, digits + GUARD_DIGITS) {
            Ok(certified) => Ok(Computed::Enclosure(certified.enclosure)),
            // guard digits may be missing; they are not what was asked for
            Err(Failure::NotCertified(why)) if why.enclosure.is_narrower_than(digits) => {
                Ok(Computed::Enclosure(why.enclosure))
            }
            Err(Failure::NotCertified(why)) => Err(NotCertified { digits, ..why }.into()),
            Err(failure) => Err(failure),
        },
    })
}

/// The certified value that values in some arithmetics are compared with, precise enough to show their errors.
pub fn reference(
    quantity: &impl Quantity,
    arithmetics: &[ArithmeticKind],
    digits: usize,
    limit: Duration,
) -> Result<Certified, Failure> {
    let own_digits = arithmetics.iter().filter_map(|arithmetic| arithmetic.digits()).fold(16.0, f64::max);
    within(limit, || certified(quantity, digits + GUARD_DIGITS + own_digits.ceil() as usize))
}

fn certified(quantity: &impl Quantity, digits: usize) -> Result<Certified, Failure> {
    try_certify(digits, MOST_BITS, |a: &Enclosures| quantity.analytic(&Timed(*a)))
}

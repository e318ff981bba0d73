//! What can be evaluated in every arithmetic, and what that takes, known before it begins: what would run for minutes is refused instead.
//!
//! Times are estimates from above, from measurements of every formula in every arithmetic on one ordinary core. They
//! depend on the sizes only, so that every machine refuses the same.

use bloomlab_numbers::{
    Advice, AnalyticArithmetic, Arithmetic, Budget, Cost, Double, NANOSECONDS_IN_DOUBLE, Resource, TooLarge,
};

use crate::evaluate::{FIRST_PRECISION, GUARD_DIGITS};
use crate::{ArithmeticKind, Failure};

/// Bytes of a double.
const BYTES_IN_DOUBLE: f64 = size_of::<f64>() as f64;
/// The largest rational that is computed, in bytes.
const MAX_RATIONAL_BYTES: f64 = (1_u64 << 24) as f64;

/// A number with a formula.
pub trait Quantity {
    /// The value, in arithmetics without transcendental functions.
    ///
    /// # Errors
    /// [`Failure`] outside the quantity's domain.
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure>;

    /// The value, in arithmetics that have them.
    fn analytic<A: AnalyticArithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        self.algebraic(a)
    }

    /// The value in double precision, where a route of its own keeps the digits.
    fn double(&self) -> Result<f64, Failure> {
        self.analytic(&Double)
    }

    /// What the evaluation demands of this arithmetic.
    fn demand<A: Arithmetic>(&self, a: &A) -> Demand;
}

/// What a quantity demands of any arithmetic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Demand {
    /// Steps, and numbers held at once.
    pub cost: Cost,
    /// Bits of the largest rational, about.
    pub rational_bits: f64,
    /// Bits that cancellation costs, about. An enclosure begins with that many more.
    pub lost_bits: f64,
}

impl Demand {
    /// Nothing: what is refused at once takes no time.
    pub const NOTHING: Demand = Demand { cost: Cost::NOTHING, rational_bits: 0.0, lost_bits: 0.0 };

    /// The estimated time in an arithmetic, in seconds; in certified arithmetic that of 64 bits.
    pub fn seconds(self, arithmetic: ArithmeticKind) -> f64 {
        self.cost.seconds_at(self.step(arithmetic).0)
    }

    /// The cost in an arithmetic, in steps and numbers of double precision; in certified arithmetic that of 64 bits.
    pub fn cost_in(self, arithmetic: ArithmeticKind) -> Cost {
        let (nanoseconds, bytes) = self.step(arithmetic);
        Cost {
            steps: self.cost.steps * nanoseconds / NANOSECONDS_IN_DOUBLE,
            numbers: self.cost.numbers * bytes / BYTES_IN_DOUBLE,
        }
    }

    /// Nanoseconds of a step and bytes of a number.
    fn step(self, arithmetic: ArithmeticKind) -> (f64, f64) {
        match arithmetic {
            ArithmeticKind::F64 | ArithmeticKind::F64Naive => (NANOSECONDS_IN_DOUBLE, BYTES_IN_DOUBLE),
            ArithmeticKind::Mpfr(bits) => (multiprecision_step(bits), 48.0 + f64::from(bits) / 8.0),
            ArithmeticKind::Enclosure(bits) => (2.0 * multiprecision_step(bits), 96.0 + f64::from(bits) / 4.0),
            ArithmeticKind::Certified => self.step(ArithmeticKind::Enclosure(64)),
            // 5 nanoseconds a bit were measured, most of them spent on common divisors
            ArithmeticKind::Rational => (1000.0 + 8.0 * self.rational_bits, 64.0 + self.rational_bits / 4.0),
        }
    }

    /// Refuses an evaluation for which the budget has not enough time or memory, and takes nothing off.
    pub fn check(self, budget: &Budget, arithmetic: ArithmeticKind) -> Result<(), TooLarge> {
        if arithmetic == ArithmeticKind::Rational {
            Resource::Bytes.within(self.rational_bits / 8.0, MAX_RATIONAL_BYTES, Advice::Nothing)?;
        }
        budget.check(self.cost_in(arithmetic), Advice::Nothing)
    }

    /// Takes an evaluation off the budget, before it begins.
    pub fn spend(self, budget: &Budget, arithmetic: ArithmeticKind) -> Result<(), TooLarge> {
        self.check(budget, arithmetic)?;
        budget.spend(self.cost_in(arithmetic), Advice::Nothing)
    }

    /// The bits of precision that certified arithmetic begins with for this many digits.
    pub fn first_precision(self, digits: usize) -> u32 {
        FIRST_PRECISION + 4 * (digits + GUARD_DIGITS) as u32 + self.lost()
    }

    /// The bits that cancellation costs: far more than any limit affords, where a sum cancels that much.
    pub(crate) fn lost(self) -> u32 {
        self.lost_bits.min(f64::from(1_u32 << 30)) as u32
    }

    /// The precision up to which enclosures may be raised with what is left: at least `first`.
    pub(crate) fn affordable_precision(self, first: u32, budget: &Budget) -> u32 {
        let is_affordable = |bits: &u32| budget.affords(self.cost_in(ArithmeticKind::Enclosure(*bits)));
        let doublings = (0..20).map_while(|doublings| first.checked_mul(1 << doublings));
        doublings.take_while(is_affordable).last().unwrap_or(first)
    }
}

/// Nanoseconds a step takes in MPFR: the one price of multiprecision, for whatever is estimated before it begins.
///
/// An upper estimate. The steps of every formula took 110 to 230 at 256 bits, 2,200 to 5,000 at 4,096, 150,000 at 65,536
/// (`cargo run --release -p precision --example measure_seconds`).
fn multiprecision_step(bits: u32) -> f64 {
    250.0 + 0.05 * f64::from(bits).powf(1.45)
}

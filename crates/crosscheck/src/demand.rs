//! What an evaluation takes in an arithmetic, before it begins: what would run for minutes is refused instead.
//!
//! Times are estimates from above, from measurements of every formula in every arithmetic on one ordinary core. They
//! depend on the sizes only, so that every machine refuses the same.

use bloomlab_numbers::{ANSWER_SECONDS, Cost, NANOSECONDS_IN_DOUBLE, Resource, TooLarge};

use crate::ArithmeticKind;
use crate::evaluate::{FIRST_PRECISION, GUARD_DIGITS};

/// The most memory one evaluation may take, in bytes.
const MAX_BYTES: f64 = 1e9;
/// The largest rational that is computed, in bytes.
const MAX_RATIONAL_BYTES: f64 = (1_u64 << 24) as f64;

/// What evaluations may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The longest time of one evaluation, in seconds.
    pub seconds: f64,
    /// The longest time of all evaluations that answer one question, in seconds; `None` where they have no common limit.
    pub all_seconds: Option<f64>,
}

impl Limits {
    /// Each evaluation may take `seconds` seconds, however many there are.
    pub const fn each(seconds: f64) -> Self {
        Self { seconds, all_seconds: None }
    }

    /// All evaluations together may take `seconds` seconds.
    #[must_use]
    pub const fn in_all(self, seconds: f64) -> Self {
        Self { all_seconds: Some(seconds), ..self }
    }
}

impl Default for Limits {
    /// [`ANSWER_SECONDS`] for all evaluations together.
    fn default() -> Self {
        Self::each(ANSWER_SECONDS).in_all(ANSWER_SECONDS)
    }
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

    /// Nanoseconds of a step and bytes of a number.
    fn step(self, arithmetic: ArithmeticKind) -> (f64, f64) {
        match arithmetic {
            ArithmeticKind::F64 | ArithmeticKind::F64Naive => (NANOSECONDS_IN_DOUBLE, 8.0),
            ArithmeticKind::Mpfr(bits) => (multiprecision_step(bits), 48.0 + f64::from(bits) / 8.0),
            ArithmeticKind::Enclosure(bits) => (2.0 * multiprecision_step(bits), 96.0 + f64::from(bits) / 4.0),
            ArithmeticKind::Certified => self.step(ArithmeticKind::Enclosure(64)),
            // 5 nanoseconds a bit were measured, most of them spent on common divisors
            ArithmeticKind::Rational => (1000.0 + 8.0 * self.rational_bits, 64.0 + self.rational_bits / 4.0),
        }
    }

    /// Refuses an evaluation that would take too long or too much memory.
    ///
    /// # Errors
    /// [`TooLarge`] says what the evaluation would take.
    pub fn within(self, limits: Limits, arithmetic: ArithmeticKind) -> Result<(), TooLarge> {
        self.after(0.0, limits, arithmetic)
    }

    /// [`Demand::within`], where earlier evaluations of the question took `spent` seconds.
    ///
    /// # Errors
    /// [`TooLarge`] says what the evaluation would take, or all together where that is what is too much.
    pub(crate) fn after(self, spent: f64, limits: Limits, arithmetic: ArithmeticKind) -> Result<(), TooLarge> {
        let in_double = arithmetic == ArithmeticKind::F64;
        let instead = match in_double || self.after(spent, limits, ArithmeticKind::F64).is_err() {
            true => "try a smaller filter",
            false => "try f64",
        };
        if arithmetic == ArithmeticKind::Rational {
            Resource::Bytes.within(self.rational_bits / 8.0, MAX_RATIONAL_BYTES, instead)?;
        }
        let seconds = self.seconds(arithmetic);
        Resource::Seconds.within(seconds, limits.seconds, instead)?;
        if let Some(all) = limits.all_seconds {
            Resource::Seconds.within(spent + seconds, all, instead)?;
        }
        Resource::Bytes.within(self.cost.numbers * self.step(arithmetic).1, MAX_BYTES, instead)
    }

    /// The bits of precision that certified arithmetic begins with for this many digits.
    pub fn first_precision(self, digits: usize) -> u32 {
        FIRST_PRECISION + 4 * (digits + GUARD_DIGITS) as u32 + self.lost()
    }

    /// The bits that cancellation costs: far more than any limit affords, where a sum cancels that much.
    pub(crate) fn lost(self) -> u32 {
        self.lost_bits.min(f64::from(1_u32 << 30)) as u32
    }

    /// The precision up to which enclosures may be raised within the limits: at least `first`.
    pub(crate) fn affordable_precision(self, first: u32, spent: f64, limits: Limits) -> u32 {
        let is_affordable = |bits: &u32| self.after(spent, limits, ArithmeticKind::Enclosure(*bits)).is_ok();
        let doublings = (0..20).map_while(|doublings| first.checked_mul(1 << doublings));
        doublings.take_while(is_affordable).last().unwrap_or(first)
    }
}

/// Nanoseconds a step takes in MPFR: 110 to 230 were measured at 256 bits, 2,200 to 5,000 at 4,096, 150,000 at 65,536.
fn multiprecision_step(bits: u32) -> f64 {
    250.0 + 0.05 * f64::from(bits).powf(1.45)
}

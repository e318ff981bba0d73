//! The exact rate of few items under many hash functions, from the chain of set bits, where that takes less than the moments.

use bloomlab::exact::{Enclosure, Enclosures};
use bloomlab::formulas::Load;
use bloomlab::formulas::corridor::Corridor;
use bloomlab::numbers::{Arithmetic, Double, Number};

/// Nanoseconds of a state and a ball in doubles, from above.
const IN_DOUBLES: f64 = 2.0;

/// The same in enclosures of some 100 bits.
const IN_ENCLOSURES: f64 = 300.0;

/// Standard deviations that tell most filters that fail.
pub const NARROW: f64 = 3.0;

/// Standard deviations that tell most filters in doubles.
pub const WIDE: f64 = 10.0;

/// Bits of the enclosure made of doubles.
const BITS: u32 = 64;

/// Beside those that the result has, an arithmetic needs as many bits: a rounding for each ball, and the power.
const GUARD: u32 = 32;

/// An enclosure of the exact rate from doubles, wider than their rounding and what the corridor leaves out; and the seconds that
/// it takes.
pub fn in_doubles(load: Load, width: f64) -> Option<(f64, impl FnOnce() -> Option<Enclosure>)> {
    let corridor = Corridor::new(load, width)?;
    let seconds = corridor.cost().seconds_at(IN_DOUBLES);
    Some((seconds, move || {
        let scaled = corridor.rate(&Double)?;
        let a = Enclosures::new(BITS);
        let rounding = a.double(corridor.rounding()) * a.double(scaled.value);
        let value = a.double(scaled.value).widened_by(&rounding).widened_by(&a.double(scaled.error_bound));
        Some(value * a.ratio(corridor.end(), load.bits()).pow(load.hashes()))
    }))
}

/// The seconds of [`in_doubles`].
pub fn seconds_in_doubles(load: Load, width: f64) -> f64 {
    in_doubles(load, width).map_or(f64::INFINITY, |(seconds, _)| seconds)
}

/// The exact rate to about `bits` bits; and the seconds that it takes.
pub fn enclosing(load: Load, bits: u32) -> Option<(f64, impl FnOnce() -> Option<Enclosure>)> {
    // of a normal law 2^−bits lies beyond
    let width = (2.0 * std::f64::consts::LN_2 * f64::from(bits)).sqrt() + 1.0;
    let corridor = Corridor::new(load, width)?;
    let seconds = corridor.cost().seconds_at(IN_ENCLOSURES);
    Some((seconds, move || {
        let a = Enclosures::new(bits + GUARD);
        let scaled = corridor.rate(&a)?;
        let value = scaled.value.widened_by(&a.double(scaled.error_bound));
        Some(value * a.ratio(corridor.end(), load.bits()).pow(load.hashes()))
    }))
}

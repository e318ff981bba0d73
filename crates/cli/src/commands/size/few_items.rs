//! The exact rate of few items under many hash functions, from the chain of set bits, where that takes less than the moments.

use bloomlab::exact::{Enclosure, Enclosures};
use bloomlab::formulas::Load;
use bloomlab::formulas::corridor::Corridor;
use bloomlab::numbers::{Arithmetic, Double, Number};

/// Nanoseconds of a state and a ball in doubles.
const IN_DOUBLES: f64 = 1.5;

/// The same in enclosures of some 100 bits.
const IN_ENCLOSURES: f64 = 300.0;

/// The width of the corridor that tells most filters that fail.
const NARROW: f64 = 2.0;

/// The width that tells a rate to ten digits.
const WIDE: f64 = 5.0;

/// Bits of the enclosure made of doubles.
const BITS: u32 = 64;

/// Bits of an arithmetic beside those of the result: a rounding for each ball, and the power.
const GUARD: u32 = 32;

/// A way to compute a rate, or a bound of it.
pub struct Route<R> {
    /// What it takes, by estimate.
    pub seconds: f64,
    /// `None` where the numbers are too small.
    pub run: R,
}

/// A lower bound of the exact rate from doubles: the lower end of the enclosure.
pub fn lower_bound(load: Load) -> Option<Route<impl FnOnce() -> Option<Enclosure>>> {
    let corridor = Corridor::new(load, NARROW)?;
    let seconds = corridor.cost().seconds_at(IN_DOUBLES);
    Some(Route { seconds, run: move || Some(enclosed(load, &corridor, corridor.lower_bound(&Double)?, 0.0)) })
}

/// The exact rate from doubles.
pub fn in_doubles(load: Load) -> Option<Route<impl FnOnce() -> Option<Enclosure>>> {
    let corridor = Corridor::new(load, WIDE)?;
    let seconds = corridor.cost().seconds_at(IN_DOUBLES);
    let run = move || {
        let scaled = corridor.rate(&Double)?;
        Some(enclosed(load, &corridor, scaled.value, scaled.error_bound))
    };
    Some(Route { seconds, run })
}

/// The exact rate to about `bits` bits.
pub fn enclosing(load: Load, bits: u32) -> Option<Route<impl FnOnce() -> Option<Enclosure>>> {
    let width = (std::f64::consts::LN_2 * f64::from(bits)).sqrt() + 1.0;
    let corridor = Corridor::new(load, width)?;
    let seconds = corridor.cost().seconds_at(IN_ENCLOSURES);
    let run = move || {
        let a = Enclosures::new(bits + GUARD);
        let scaled = corridor.rate(&a)?;
        let value = scaled.value.widened_by(&a.double(scaled.error_bound));
        Some(value * power(&a, load, &corridor))
    };
    Some(Route { seconds, run })
}

/// The rate between a sum in doubles and what the corridor leaves out above it.
fn enclosed(load: Load, corridor: &Corridor, sum: f64, error_bound: f64) -> Enclosure {
    let a = Enclosures::new(BITS);
    let rounding = a.double(corridor.rounding()) * a.double(sum);
    a.double(sum).widened_by(&rounding).widened_by(&a.double(error_bound)) * power(&a, load, corridor)
}

/// (x/m)^k.
fn power(a: &Enclosures, load: Load, corridor: &Corridor) -> Enclosure {
    a.ratio(corridor.end(), load.bits()).pow(load.hashes())
}

#[cfg(test)]
mod tests {
    use bloomlab::formulas::inclusion_exclusion;

    use super::*;

    #[test]
    fn every_route_encloses_the_rate() {
        for (bits, items, hashes) in [(1723, 1, 300), (60, 1, 90), (900, 2, 200), (1000, 7, 99), (40, 30, 3)] {
            let load = Load::new(bits, items, hashes).unwrap();
            let exact = inclusion_exclusion::rate(&Enclosures::new(3000), load);
            let lower_bound = (lower_bound(load).unwrap().run)().unwrap();
            assert!(!exact.is_below(&lower_bound) && lower_bound.relative_width() < 1e-8, "{load:?}");
            let in_doubles = (in_doubles(load).unwrap().run)().unwrap();
            assert!(in_doubles.overlaps(&exact) && in_doubles.relative_width() < 1e-8, "{load:?}");
            let enclosing = (enclosing(load, 64).unwrap().run)().unwrap();
            assert!(enclosing.overlaps(&exact) && enclosing.is_narrower_than(18), "{load:?}");
        }
    }
}

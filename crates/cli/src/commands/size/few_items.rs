//! The exact rate of few items under many hash functions, from two contours, where that takes less than the moments.

use bloomlab::exact::{Enclosure, Enclosures, Multiprecision};
use bloomlab::formulas::Load;
use bloomlab::formulas::contour::Contour;
use bloomlab::numbers::{Analytic, Double};

/// Nanoseconds of a step in doubles.
const IN_DOUBLES: f64 = 1.0;

/// The same in floating point of some 100 bits, and more for each bit.
const IN_MULTIPRECISION: f64 = 60.0;
const EACH_BIT: f64 = 0.15;

/// Seconds of the factor before the mean, and of the bounds.
const SCALE: f64 = 1e-4;

/// Bits of a rate in doubles.
const TOLD_BY_DOUBLES: u32 = 34;

/// Of k/m, about the difference that one bit makes to a rate, the share to which doubles must tell it.
const TOLD: f64 = 0.2;

/// Bits beside those of the result that its factor loses in a logarithm.
const GUARD: u32 = 16;

/// A way to compute a rate.
pub struct Route<R> {
    /// What it takes, by estimate.
    pub seconds: f64,
    pub run: R,
}

/// The exact rate from doubles; `None` where they do not tell it from that of a filter with one bit more.
pub fn in_doubles(load: Load) -> Option<Route<impl FnOnce() -> Enclosure>> {
    let contour = Contour::new(load, TOLD_BY_DOUBLES)?;
    if contour.likely_rounding(f64::MANTISSA_DIGITS) * load.bits() as f64 > TOLD * load.hashes() as f64 {
        return None;
    }
    let seconds = SCALE + contour.cost().seconds_at(IN_DOUBLES);
    let run = move || {
        let mean = contour.probability(&Double);
        let a = scale_arithmetic(load, f64::MANTISSA_DIGITS);
        enclosed(&a, &contour, a.double(mean.value), mean.ln_rounding(f64::MANTISSA_DIGITS))
    };
    Some(Route { seconds, run })
}

/// The exact rate to about `bits` bits.
pub fn enclosing(load: Load, bits: u32) -> Option<Route<impl FnOnce() -> Enclosure>> {
    let contour = Contour::new(load, bits)?;
    let precision = contour.precision(bits);
    let seconds = SCALE + contour.cost().seconds_at(IN_MULTIPRECISION + EACH_BIT * f64::from(precision));
    let run = move || {
        let mean = contour.probability(&Multiprecision::new(precision));
        let a = scale_arithmetic(load, precision);
        enclosed(&a, &contour, a.multiprecision(&mean.value), mean.ln_rounding(precision))
    };
    Some(Route { seconds, run })
}

/// The arithmetic of the factor before a mean of `bits` bits.
fn scale_arithmetic(load: Load, bits: u32) -> Enclosures {
    Enclosures::new(bits + GUARD + u64::BITS - load.balls().leading_zeros())
}

fn enclosed(a: &Enclosures, contour: &Contour, mean: Enclosure, ln_rounding: f64) -> Enclosure {
    let [left_out, rounding] = [contour.ln_error_bound(), ln_rounding].map(|ln| a.double(ln).exp());
    mean.widened_by(&left_out).widened_by(&rounding) * contour.scale(a)
}

#[cfg(test)]
mod tests {
    use bloomlab::exact::Rational;
    use bloomlab::formulas::sizing::smallest;
    use bloomlab::formulas::{Formula, inclusion_exclusion};
    use bloomlab::numbers::Number;

    use super::super::decision::Decisions;
    use super::*;

    #[test]
    fn every_route_encloses_the_rate() {
        for (bits, items, hashes) in [(1723, 1, 300), (60, 1, 90), (900, 2, 200), (1000, 7, 99), (40, 30, 3)] {
            let load = Load::new(bits, items, hashes).unwrap();
            let exact = inclusion_exclusion::rate(&Enclosures::new(3000), load);
            let in_doubles = (in_doubles(load).unwrap().run)();
            assert!(in_doubles.overlaps(&exact) && in_doubles.relative_width() < 1e-7, "{load:?}");
            for bits in [64, 200] {
                let enclosing = (enclosing(load, bits).unwrap().run)();
                assert!(enclosing.overlaps(&exact), "{load:?}");
                assert!(enclosing.is_narrower_than((bits as usize - 3) * 3 / 10), "{load:?}");
            }
        }
    }

    #[test]
    fn the_search_finds_what_inclusion_and_exclusion_of_every_k_finds() {
        for (items, target) in [(1, "1e-30"), (4, "1e-15")] {
            let target = Rational::from_decimal(target).unwrap();
            let a = Enclosures::new(300);
            let decisions = Decisions::new(Formula::Exact);
            let found =
                smallest(items, a.rational(&target).ln().to_f64(), |load| decisions.is_at_most(load, &target)).unwrap();
            let keeping = |bits| -> Vec<u64> {
                let rate = |hashes| inclusion_exclusion::rate(&a, Load::new(bits, items, hashes).unwrap());
                (1..130).filter(|hashes| rate(*hashes).is_at_most(&target)).collect()
            };
            assert_eq!((keeping(found.bits), keeping(found.bits - 1)), (found.hashes, Vec::new()), "{items} items");
        }
    }
}

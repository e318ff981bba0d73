//! The limit of infinitely many bits at constant fill: what every average of a filter tends to, with corrections in powers of 1/M.
//!
//! At fill c a message sets k(1 − c) bits per bit of the filter, no more and no less, so that with u = −ln(1 − c) a cycle to fill c takes
//! u/k messages a bit, of which Σ_{j>k} c^j/(jk) are false positives. True with either sampling.

use bloomlab_numbers::{Phases, Target};

use crate::parameters::{MAX_HASHES, SigmaBounded};

/// The limits of a σ-bounded filter's averages as it grows with k and c = σ/M fixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InfiniteAverage {
    /// New messages per cycle and bit.
    pub messages_per_bit: f64,
    /// The average false-positive rate over new messages.
    pub rate: f64,
}

/// The limit of a filter's averages at its own k and c = σ/M: u/k messages per bit of the filter (of each filter of two phases) with
/// u = −ln(1 − c), and for one phase the rate Σ_{j>k} c^j/(ju). True with either sampling.
///
/// None for σ = 0, where no message fits at any size.
pub fn infinite_average(filter: SigmaBounded, phases: Phases) -> Option<InfiniteAverage> {
    let fill = filter.sigma() as f64 / filter.shape().bits() as f64;
    let limit = InfiniteFilter::of_fill(filter.shape().hashes(), fill);
    let average = InfiniteAverage { messages_per_bit: limit.messages_per_bit(), rate: limit.rate(phases) };
    (filter.sigma() > 0).then_some(average)
}

/// The largest capacity at a rate, per bit of all memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapacityLimit {
    /// The k that reaches it.
    pub hashes: u64,
    /// New messages per bit that the filter holds at the end of a cycle; of two phases both filters counted, in messages and in bits.
    pub messages_per_bit: f64,
}

/// max over k of u/k with the average rate at most the target, in the limit of infinitely many bits: u = −ln(1 − c), one phase r₁ = Σ_{j>k}
/// c^j/(ju), two phases r₁ + c^k − r₁ c^k.
///
/// It depends neither on how positions are drawn, nor on what becomes of the message that ends a cycle. Two phases hold (ln 2)²/ln(1/P)
/// messages a bit as P → 0; one phase is ahead of them by a factor that tends to 1, but only like 1/(1 − ln ln(1/P)/ln(1/P)). The k tried
/// end at 512. Accuracy: twelve digits.
pub fn capacity_limit(phases: Phases, target: Target) -> CapacityLimit {
    let hashes = best_hashes(phases, target);
    let messages_per_bit = InfiniteFilter::of_rate(hashes, phases, target).messages_per_bit();
    CapacityLimit { hashes, messages_per_bit }
}

/// Beyond this fill the tail of the series is taken from its closed form, which loses hardly a digit there.
const NEARLY_FULL: f64 = 0.999;

#[derive(Clone, Copy, Debug)]
pub(super) struct InfiniteFilter {
    hashes: u64,
    pub(super) fill: f64,
    /// u = −ln(1 − c).
    load: f64,
}

impl InfiniteFilter {
    pub(super) fn of_fill(hashes: u64, fill: f64) -> Self {
        Self { hashes, fill, load: -libm::log1p(-fill) }
    }

    fn of_load(hashes: u64, load: f64) -> Self {
        Self { hashes, fill: -libm::expm1(-load), load }
    }

    /// The largest fill whose average rate is at most the target.
    pub(super) fn of_rate(hashes: u64, phases: Phases, target: Target) -> Self {
        let (mut low, mut high) = (-750.0, 10.0);
        // ln u to 60 binary digits of its range
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            let fits = Self::of_load(hashes, libm::exp(middle)).rate(phases) <= target.rate();
            if fits { low = middle } else { high = middle }
        }
        Self::of_load(hashes, libm::exp(low))
    }

    /// kN/M, the load of the messages that set bits.
    fn message_load(&self) -> f64 {
        let (mut sum, mut power) = (0.0, 1.0);
        for j in 1..=self.hashes {
            power *= self.fill;
            sum += power / j as f64;
        }
        sum
    }

    pub(super) fn messages_per_bit(&self) -> f64 {
        self.load / self.hashes as f64
    }

    pub(super) fn rate(&self, phases: Phases) -> f64 {
        // the share of the messages that set bits: at most one digit is lost in its complement
        let setting = self.message_load() / self.load;
        let active = if self.fill > NEARLY_FULL || setting < 0.5 {
            1.0 - setting
        } else {
            reduced_tail(self.fill, self.hashes) * (self.fill / self.load)
        };
        match phases {
            Phases::One => active,
            Phases::Two => active + (1.0 - active) * libm::pow(self.fill, self.hashes as f64),
        }
    }
}

/// Σ_{j>k} c^(j−1)/j, which does not underflow where its product with c would. Every term is positive: relative error of about
/// k + 1/(1 − c) units in the last place.
fn reduced_tail(fill: f64, hashes: u64) -> f64 {
    let (mut sum, mut power) = (0.0, libm::pow(fill, (hashes - 1) as f64));
    // at most 37,000 terms below NEARLY_FULL
    for j in hashes + 1..hashes + 100_000 {
        power *= fill;
        let term = power / j as f64;
        sum += term;
        if term <= sum * f64::EPSILON * (1.0 - fill) * 0.1 {
            break;
        }
    }
    sum
}

/// The k with the largest capacity at a target rate: of a large filter exactly, of a small one give or take a few.
pub(crate) fn best_hashes(phases: Phases, target: Target) -> u64 {
    climb(|hashes| InfiniteFilter::of_rate(hashes, phases, target).messages_per_bit())
}

/// The same for the rate of the full filter: −ln(1 − P^(1/k))/k is largest near log2(1/P).
pub(crate) fn best_hashes_of_worst_case(target: Target) -> u64 {
    climb(|hashes| -libm::log1p(-libm::pow(target.rate(), 1.0 / hashes as f64)) / hashes as f64)
}

/// The k at which a function that first rises and then falls is largest.
fn climb(value: impl Fn(u64) -> f64) -> u64 {
    let mut best = (value(1), 1);
    for hashes in 2..=MAX_HASHES {
        let next = value(hashes);
        if next < best.0 {
            break;
        }
        best = (next, hashes);
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_hash_function_has_logarithms_for_limits() {
        for fill in [1e-9, 0.3, 0.9, 0.998, 0.9995] {
            let limit = InfiniteFilter::of_fill(1, fill);
            let load = -f64::ln_1p(-fill);
            assert_eq!(limit.messages_per_bit(), load);
            let rate = 1.0 - fill / load;
            assert!((limit.rate(Phases::One) - rate).abs() < 1e-15, "{fill}");
            let both = 1.0 - (1.0 - rate) * (1.0 - fill);
            assert!((limit.rate(Phases::Two) - both).abs() < 1e-15, "{fill}");
        }
    }

    #[test]
    fn the_best_number_of_hash_functions_of_a_large_filter() {
        let target = |rate| Target::new(rate).unwrap();
        assert_eq!([0.01, 0.999].map(|rate| best_hashes(Phases::One, target(rate))), [6, 1]);
        assert_eq!([0.01, 1e-15, 1e-150].map(|rate| best_hashes_of_worst_case(target(rate))), [7, 50, 498]);
        // that fill has that rate, down to the least
        let limit = InfiniteFilter::of_rate(7, Phases::Two, target(1e-300));
        assert!((limit.rate(Phases::Two) / 1e-300 - 1.0).abs() < 1e-10, "{limit:?}");
    }
}

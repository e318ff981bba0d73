//! The exact rate from the first moments of the number of set bits, with a bound on what the others add.
//!
//! With replacement the rate is E\[(S/m)^k\], S the number of set bits. Taylor's formula about s/m, for an integer s near E\[S\], in
//! the number of clear bits U = m − S, c = m − s, and up to an odd power J < k:
//!
//! m^k p = Σ_{i≤J} C(k, i) s^(k−i) E\[(c − U)^i\] + m^k R,
//!
//! * R ≥ 0, since the derivatives of x^k are positive and J + 1 is even;
//! * R ≤ C(k, J+1) u^(k−J−1) E\[(c − U)^(J+1)\]/m^k + Pr\[S > u\] for every u ≥ s: up to u by Lagrange's remainder, and beyond because
//!   the sum is not negative there and x^k is at most 1;
//! * Pr\[S > u\] ≤ exp(−2 (u − E\[S\])²/(kn)) by McDiarmid's inequality (1989), u ≥ E\[S\]: a position moves S by at most 1.
//!
//! The moments follow from the factorial ones, E\[U(U−1)…(U−j+1)\] = m(m−1)…(m−j+1) (1 − j/m)^(kn), by
//! E\[(c − U)^(i+1) (U)_j\] = (c − j) E\[(c − U)^i (U)_j\] − E\[(c − U)^i (U)_(j+1)\]. The terms of the sum fall like (κ/2)^(i/2)/(i/2)! with
//! κ = k² Var S/E\[S\]², about k/(5n) at the best k: for many items a dozen terms determine the rate of a thousand hash
//! functions to 20 digits. With J = k there is no remainder. The choice of s, J and u decides how small the bound is, never
//! whether it is true.

use bloomlab_numbers::{Analytic, AnalyticArithmetic, Arithmetic, Number};
use bloomlab_occupancy::Cost;
use bloomlab_occupancy::contour::Bounded;

use crate::Load;

/// Bits of the arithmetic beside those that the result and the differences take.
const GUARD: f64 = 64.0;

/// The sum up to a power.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expansion {
    load: Load,
    /// s.
    set: u64,
    /// J: odd, or k.
    last: u64,
    /// u.
    most_set: u64,
}

impl Expansion {
    /// The fewest terms that leave out about 2^−`bits` of the rate with the moments of a normal distribution. Those of the set bits
    /// are larger where items are few: at m = 900, n = 2, k = 200 by 2^8, which the remainder spares; at m = 1723, n = 1, k = 300
    /// by 2^46, and 64 bits asked leave out 2^−35.
    pub fn new(load: Load, bits: u32) -> Self {
        let (m, k, balls) = (load.bits() as f64, load.hashes() as f64, load.balls() as f64);
        let (fill, variance) = (fill(load), variance_of_fill(load).max(1.0 / (m * m)));
        let ln_least = k * libm::log(fill) - f64::from(bits) * std::f64::consts::LN_2;
        let most = (fill + libm::sqrt(-balls * ln_least / 2.0) / m).min(1.0);
        // ln of C(k, i) u^(k−i) E|S/m − s/m|^i for i = J + 1
        let mut ln_left_out = k * libm::log(most);
        let mut last = load.hashes();
        for i in (2..load.hashes()).step_by(2) {
            let pair = (k - i as f64 + 2.0) * (k - i as f64 + 1.0) / i as f64;
            ln_left_out += libm::log(pair * variance / (most * most));
            if ln_left_out <= ln_least {
                last = i - 1;
                break;
            }
        }
        // surely above s and the mean, or all
        let is_above = most < 1.0 && most * m > fill * m * (1.0 + 1e-9) + 2.0;
        let most_set = if is_above { ((most * m) as u64).min(load.bits()) } else { load.bits() };
        Self { most_set, ..Self::up_to(load, last) }
    }

    fn up_to(load: Load, last: u64) -> Self {
        let clear = ((1.0 - fill(load)) * load.bits() as f64) as u64;
        let set = load.bits() - clear.min(load.bits() - 1);
        Self { load, set, last: (last | 1).min(load.hashes()), most_set: load.bits() }
    }

    /// The precision that an arithmetic needs for the sum to be right to about 2^−`bits` of it.
    pub fn precision(&self, bits: u32) -> u32 {
        let (fill, last) = (fill(self.load), self.last as f64);
        let growth = 2.0 * std::f64::consts::E * self.load.hashes() as f64 * (1.0 - fill) / (last * fill);
        (f64::from(bits) + last * libm::log2(1.0 + growth) + GUARD) as u32
    }

    /// The cost of [`Expansion::rate`]: J²/2 differences, and J powers.
    pub fn cost(&self) -> Cost {
        let last = self.last as f64;
        let power = 4.0 + 2.0 * libm::log2(1.0 + self.load.balls() as f64);
        Cost { steps: 0.5 * last * last + power * (last + 2.0), numbers: 2.0 * last }
    }

    /// The exact rate with replacement: not below the value, and at most the error bound above it.
    ///
    /// An alternating sum, for arithmetics that [tolerate cancellation](Arithmetic::tolerates_cancellation).
    pub fn rate<A: AnalyticArithmetic>(&self, a: &A) -> Bounded<A::Number> {
        let (value, next) = self.sum(a);
        let error_bound = match next {
            Some(next) => next + more_are_set(a, self.load, self.most_set),
            None => a.zero(),
        };
        Bounded { value, error_bound }
    }

    /// The sum, and Lagrange's remainder where there is one.
    fn sum<A: Arithmetic>(&self, a: &A) -> (A::Number, Option<A::Number>) {
        let Self { load, set, last, most_set } = *self;
        let (bits, hashes) = (load.bits(), load.hashes());
        if load.items() == 0 {
            return (a.zero(), None);
        }
        let all = a.integer(bits).pow(hashes);
        let moments = moments(a, load, bits - set, (last + 1).min(hashes));
        // C(k, i) s^(k−i)
        let mut weight = a.integer(set).pow(hashes);
        let mut sum = a.zero();
        let mut choose = a.one();
        for (i, moment) in (0..=last).zip(&moments) {
            sum = sum + moment.clone() * &weight;
            choose = a.over(a.times(choose, hashes - i), i + 1);
            weight = a.over(a.over(a.times(weight, hashes - i), i + 1), set);
        }
        let next = (last < hashes).then(|| {
            let moment = moments[last as usize + 1].clone();
            moment * choose * a.integer(most_set).pow(hashes - last - 1) / &all
        });
        (sum / all, next)
    }
}

/// E\[S/m\], about; no less than one bit.
pub(crate) fn fill(load: Load) -> f64 {
    let bit = 1.0 / load.bits() as f64;
    bit.max(-libm::expm1(load.balls() as f64 * libm::log1p(-bit)))
}

/// The variance of S/m, about.
pub(crate) fn variance_of_fill(load: Load) -> f64 {
    let (m, clear) = (load.bits() as f64, 1.0 - fill(load));
    clear * (1.0 - clear * (1.0 + load.balls() as f64 / m)) / m
}

/// E\[(c − U)^i\] for i = 0 … `last`, c = `clear`.
fn moments<A: Arithmetic>(a: &A, load: Load, clear: u64, last: u64) -> Vec<A::Number> {
    let (bits, balls) = (load.bits(), load.balls());
    let mut falling = a.one();
    let mut row = Vec::with_capacity(last as usize + 1);
    for j in 0..=last {
        // beyond m the product is 0
        row.push(falling.clone() * a.all_miss(j.min(bits), bits, balls));
        falling = a.times(falling, bits.saturating_sub(j));
    }
    let mut moments = vec![row[0].clone()];
    for _ in 0..last {
        let Some(mut above) = row.pop() else { break };
        // from the last j down, each from itself and the one above
        for (j, entry) in row.iter_mut().enumerate().rev() {
            let j = j as u64;
            let scaled = match clear.checked_sub(j) {
                Some(factor) => a.times(entry.clone(), factor),
                None => a.zero() - a.times(entry.clone(), j - clear),
            };
            above = std::mem::replace(entry, scaled - above);
        }
        moments.extend(row.first().cloned());
    }
    moments
}

/// A bound on Pr\[S > `most_set`\].
fn more_are_set<A: AnalyticArithmetic>(a: &A, load: Load, most_set: u64) -> A::Number {
    if most_set >= load.bits() {
        return a.zero();
    }
    let mean = a.times(a.some_hit(1, load.bits(), load.balls()), load.bits());
    let beyond = a.integer(most_set) - mean;
    (a.zero() - a.over(a.times(beyond.pow(2), 2), load.balls())).exp()
}

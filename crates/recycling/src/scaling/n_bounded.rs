//! N-bounded filters too large for the chain of their messages.

use std::cell::RefCell;
use std::collections::BTreeMap;

use bloomlab_numbers::Double;
use bloomlab_numbers::extrapolation::{Estimated, Grid, POINTS, interpolate, neville};
use bloomlab_occupancy::{Budget, Cost, Phases, Refused, Shape, Target, TooLarge};

use super::balance::Balance;
use super::infinite::{InfiniteFilter, tail};
use super::sigma_bounded::{capacity, sigma_bounded_rate};
use super::{DIRECT_BITS, INSTEAD, Route, extrapolated_or_direct, last_around};
use crate::n_bounded::{NBoundedRates, worst_case_rate};
use crate::parameters::check_hashes;
use crate::sweep::{AtSigma, NBoundedSweep};
use crate::{Average, NBounded, SigmaBounded};

/// Grid points around the limit asked for: those that an interpolation takes, on either side.
const WINDOW: usize = 2 * POINTS;

/// The fewest and the most small filters that are extrapolated from: two show how far the correction, which is itself small,
/// changes; the error of seven is 2^−(1 + 2 + … + 6) = 2^−21 of the term of order 1/M_0^7.
const FEWEST_LEVELS: usize = 2;
const MOST_LEVELS: usize = 7;

/// The estimated relative error below which no larger filter is added: a tenth of what may be given out, since the errors of doubles in
/// the balance come on top, 3e-14 k by [`Balance::relative_error`].
const STOPPING_ERROR: f64 = 1e-12;

/// The balances that the search for a capacity takes, at most but where the guess is far off: Newton's method asks for up to 8, and
/// the steps around its result for a few more.
const BALANCES: f64 = 12.0;

/// R, the false positives per cycle, of one large filter around one load kN/M.
///
/// At constant load R has an expansion in 1/M around its [`Balance`]: two to seven filters of M_0 2^j bits are followed
/// message by message, then Neville extrapolation in 1/M of the correction M(value/balance − 1) at loads i/grid, and
/// interpolation between them.
struct Limits {
    shape: Shape,
    grid: u64,
    first: u64,
    corrections: Vec<Estimated>,
}

impl Limits {
    /// Prepares the limits around that of `filter`; `None` for a small filter, and where even three small filters take
    /// too long.
    fn around(filter: NBounded, budget: &Budget) -> Option<Self> {
        let shape = filter.shape();
        if shape.bits() <= DIRECT_BITS {
            return None;
        }
        let load = filter.messages() as f64 * shape.hashes() as f64 / shape.bits() as f64;
        // values change on the scale of the load: 40 grid points up to it, of which the interpolation takes twelve, and 100 up to the
        // load 1, of which the window is a quarter. How well that does is part of the estimated error
        let grid = (40.0 / load).ceil().max(100.0) as u64;
        // the expansion is in k²/kN: at most 1/1.25 in the smallest filter
        let k = shape.hashes() as f64;
        let refinement = (1.25 * k / (load * grid as f64)).ceil() as u64;
        // the last grid point is the load 1, the largest for which every cycle ends
        let centre = (load * grid as f64) as u64;
        let first = centre.saturating_sub(WINDOW as u64 / 2).min(grid.saturating_add(1) - WINDOW as u64).max(1);
        let (mut inverse_sizes, mut columns) = (Vec::new(), Vec::new());
        let mut so_far = None;
        let most = budget.left().min(cost(filter).steps);
        for level in 0..MOST_LEVELS {
            let step = refinement.saturating_mul(1 << level);
            let bits = grid.saturating_mul(shape.hashes()).saturating_mul(step);
            let small = Shape::new(bits, shape.hashes(), shape.sampling()).ok()?;
            let cost = NBoundedSweep::cost(small, load);
            // the chain of the messages that set bits, and that of all
            let cost = Cost { steps: 2.0 * cost.steps, ..cost };
            // each level costs 2 to 2√2 times the one before (twice the messages, up to √2 times the set bits that have mass), all
            // together 1.55 to 2 times the last; the budget counts them one by one
            if 1.5 * cost.steps > most || budget.spend(cost, INSTEAD).is_err() {
                break;
            }
            let rates = NBoundedSweep::new(small).skip((first * step - 1) as usize).step_by(step as usize);
            let silent = rates.map(|rates| rates.messages as f64 * rates.exact / (1.0 - rates.exact));
            let balances = Balance::of_small(small, first * step, step, WINDOW)?;
            let correction = |(silent, balance): (f64, Balance)| (silent / balance.silent - 1.0) * bits as f64;
            columns.push(silent.zip(balances).map(correction).collect::<Vec<f64>>());
            inverse_sizes.push(1.0 / bits as f64);
            if columns.len() >= FEWEST_LEVELS {
                let corrections = corrections(shape, &columns, &inverse_sizes);
                let limits = Self { shape, grid, first, corrections };
                let error = limits.correction(filter.messages()).and_then(|there| there.error);
                so_far = Some(limits);
                if error.is_some_and(|error| error < STOPPING_ERROR) {
                    break;
                }
            }
        }
        so_far
    }

    /// R/balance and its relative error, at limit N; `None` outside the window.
    fn correction(&self, messages: u64) -> Option<Estimated> {
        // the last limit may be a message beyond the load 1, where the grid ends
        let within = messages.min(self.shape.bits() / self.shape.hashes());
        let grid = Grid { first: self.first, steps: self.grid * self.shape.hashes() };
        let bits = self.shape.bits();
        Some(interpolate(&self.corrections, grid, within, bits)?.around_limit(bits, self.shape.hashes()))
    }

    /// The average of the filter of limit N and its relative error by estimate, with d ln(rate)/d ln N; `None` outside the
    /// window.
    fn at(&self, messages: u64) -> Option<Found> {
        let there = self.correction(messages)?;
        let balance = Balance::of(self.shape, messages)?;
        let silent = balance.silent * there.value;
        let messages_per_cycle = messages as f64 + silent;
        let at = Average { messages_per_cycle, rate: silent / messages_per_cycle };
        Some((at, there.error.map(|error| error + Balance::relative_error(self.shape)), balance.steepness - 1.0))
    }
}

/// An average, its relative error by estimate, and d ln(rate)/d ln N.
type Found = (Average<f64>, Option<f64>, f64);

/// Next to the largest limit that keeps the target, by Newton's method.
fn newton(at: impl Fn(u64) -> Option<Found>, guess: u64, bound: u64, target: Target) -> Option<u64> {
    let mut messages = guess;
    // quadratic convergence from a guess that is right to some percent: 2, 4, 8, 16 digits in three steps, and as many in reserve
    for _ in 0..8 {
        let (here, _, slope) = at(messages)?;
        let further = messages as f64 * libm::log(target.rate() / here.rate) / slope;
        let next = ((messages as f64 + further) as u64).clamp(1, bound);
        if next == messages {
            break;
        }
        messages = next;
    }
    Some(messages)
}

/// M(value/balance − 1) of R from its values in smaller filters.
fn corrections(shape: Shape, columns: &[Vec<f64>], inverse_sizes: &[f64]) -> Vec<Estimated> {
    let at = |i: usize| {
        let column = columns.iter().map(|column| column[i]);
        neville(1.0 / shape.bits() as f64, inverse_sizes, column.collect())
    };
    (0..columns.iter().map(Vec::len).min().unwrap_or(0)).map(at).collect()
}

fn cost(filter: NBounded) -> Cost {
    let shape = filter.shape();
    NBoundedSweep::cost(shape, filter.messages() as f64 * shape.hashes() as f64 / shape.bits() as f64)
}

/// The rates of an N-bounded filter of any size, in double precision: what [`n_bounded`](crate::n_bounded) gives.
///
/// Relative error of the exact rate below [`accuracy::N_BOUNDED_SWEEP`](crate::accuracy::N_BOUNDED_SWEEP) by following the
/// messages (up to 65,536 bits), below [`accuracy::EXTRAPOLATION`](crate::accuracy::EXTRAPOLATION) by extrapolation in 1/M at
/// constant load kN/M; of f_o and f_a below [`accuracy::N_BOUNDED_BOUNDS`](crate::accuracy::N_BOUNDED_BOUNDS).
///
/// # Errors
/// [`TooLarge`] where the extrapolation's own estimate is above 1e-11 and following the messages would take more than
/// what is left of the budget.
pub fn n_bounded_rate(filter: NBounded, budget: &Budget) -> Result<(NBoundedRates<f64>, Route), TooLarge> {
    let messages = filter.messages();
    let rates = |messages_per_cycle, exact| {
        let (f_o, f_a) = bounds(filter);
        NBoundedRates { messages, exact, f_o, f_a, messages_per_cycle }
    };
    if filter.shape().hashes() == 1 && filter.shape().bits() > DIRECT_BITS {
        let same = SigmaBounded::new(filter.shape(), messages - 1).expect("a cycle always ends");
        let (at, route) = sigma_bounded_rate(same, Phases::One, budget)?;
        return Ok((rates(at.messages_per_cycle, at.rate), route));
    }
    let extrapolate = |budget: &Budget| {
        let limits = Limits::around(filter, budget)?;
        budget.spend(Balance::cost(filter.shape(), messages), INSTEAD).ok()?;
        let (at, relative_error, _) = limits.at(messages)?;
        Some((rates(at.messages_per_cycle, at.rate), relative_error))
    };
    extrapolated_or_direct(budget, cost(filter), extrapolate, |budget| {
        budget.spend(cost(filter), INSTEAD)?;
        let rates = NBoundedSweep::new(filter.shape()).find(|rates| rates.messages == messages);
        Ok(rates.expect("the sweep goes on to the largest limit of a filter"))
    })
}

/// f_o and f_a (Dozier, Salamatian, Rubenstein, eq. 2, 3): sums of smooth functions of X_i = 1 − (1 − 1/M)^(ki), here by
/// Euler and Maclaurin, of X^k and of X^k/(1 − X^k), whose integrals are Σ_{j>k} X^j/j and Σ_{j>k} ⌊(j − 1)/k⌋ X^j/j over
/// −k ln(1 − 1/M).
///
/// The first term left out is of the order of (k/N)⁴/720 of the sum, below 5e-18 from N = 2^12 k on; with fewer messages the sums
/// are taken term by term.
fn bounds(filter: NBounded) -> (f64, f64) {
    let (shape, k, n) = (filter.shape(), filter.shape().hashes(), filter.messages() as f64);
    let (sum_o, sum_a) = if filter.messages() < (k << 12) {
        (0..filter.messages()).fold((0.0, 0.0), |(sum_o, sum_a), i| {
            let f = worst_case_rate(&Double, shape, i);
            (sum_o + f, sum_a + f / (1.0 - f))
        })
    } else {
        let step = -(k as f64) * libm::log1p(-1.0 / shape.bits() as f64);
        let x = -libm::expm1(-step * n);
        let f = libm::pow(x, k as f64);
        let slope = k as f64 * (f / x) * step * (1.0 - x);
        // only for one hash function do the sums set out with a slope
        let first = if k == 1 { step } else { 0.0 };
        let sum_o = tail(x, k, |_| 1.0) / step - f / 2.0 + (slope - first) / 12.0;
        let g = f / (1.0 - f);
        let steep = slope / ((1.0 - f) * (1.0 - f));
        let weight = |j: u64| ((j - 1) / k) as f64;
        (sum_o, tail(x, k, weight) / step - g / 2.0 + (steep - first) / 12.0)
    };
    (sum_o / n, sum_a / (n + sum_a))
}

/// The largest N, within the bound beyond which a cycle may never end, whose exact rate is at most the target.
pub(crate) fn n_bounded_capacity(
    shape: Shape,
    target: Target,
    budget: &Budget,
) -> Result<((u64, Average<f64>), Route), Refused> {
    check_hashes(shape)?;
    if shape.hashes() == 1 && shape.bits() > DIRECT_BITS {
        // each message that sets bits sets one
        let (at, route) = capacity(shape, Phases::One, target, budget)?;
        let AtSigma { sigma, messages_per_cycle, rate, .. } = at;
        return Ok(((sigma + 1, Average { messages_per_cycle, rate }), route));
    }
    let bound = NBounded::most_messages(shape);
    let infinite = InfiniteFilter::of_rate(shape.hashes(), Phases::One, target);
    let guess = (infinite.message_load() / shape.hashes() as f64 * shape.bits() as f64) as u64;
    let guess = NBounded::new(shape, guess.clamp(1, bound))?;
    let extrapolate = |budget: &Budget| {
        let limits = Limits::around(guess, budget)?;
        let each = Balance::cost(shape, bound);
        budget.spend(Cost { steps: BALANCES * each.steps, ..each }, INSTEAD).ok()?;
        // a few limits, each asked for more than once
        let known = RefCell::new(BTreeMap::new());
        let at = |messages| known.borrow_mut().entry(messages).or_insert_with(|| limits.at(messages)).clone();
        let near = newton(at, guess.messages(), bound, target)?;
        let fits = |messages| at(messages).map(|(at, ..)| at.rate <= target.rate());
        let messages = last_around(near, bound, fits)?;
        let (at, relative_error, _) = at(messages)?;
        Some(((messages, at), relative_error))
    };
    // the guess is right to some percent where this matters
    Ok(extrapolated_or_direct(budget, cost(guess), extrapolate, |budget| {
        budget.spend(cost(guess), INSTEAD)?;
        let last = NBoundedSweep::new(shape).take_while(|rates| rates.exact <= target.rate()).last();
        // nothing is set when the first message comes
        let NBoundedRates { messages, messages_per_cycle, exact: rate, .. } = last.expect("N = 1 has the rate 0");
        Ok((messages, Average { messages_per_cycle, rate }))
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_occupancy::Sampling::WithReplacement;

    #[test]
    fn bounds_in_closed_form_are_the_sums() {
        for (bits, hashes, load) in [(1 << 20, 1, 1.0), (1 << 20, 1, 0.01), (1 << 20, 3, 0.7), (3 << 20, 16, 1.0)] {
            let shape = Shape::new(bits, hashes, WithReplacement).unwrap();
            let messages = ((bits as f64 * load) as u64 / hashes).min(NBounded::most_messages(shape));
            assert!(messages >= hashes << 12, "by closed form");
            let (f_o, f_a) = bounds(NBounded::new(shape, messages).unwrap());
            let (mut sum_o, mut sum_a) = (0.0, 0.0);
            for i in (0..messages).rev() {
                let f = worst_case_rate(&Double, shape, i);
                sum_o += f;
                sum_a += f / (1.0 - f);
            }
            let n = messages as f64;
            let close = |ours: f64, truth: f64| assert!((ours / truth - 1.0).abs() < 1e-12, "{shape:?} {ours} {truth}");
            close(f_o, sum_o / n);
            close(f_a, sum_a / (n + sum_a));
        }
    }

    #[test]
    fn few_messages_in_a_large_filter_are_summed() {
        let shape = Shape::new(1 << 40, 6, WithReplacement).unwrap();
        let (rates, route) = n_bounded_rate(NBounded::new(shape, 50).unwrap(), &Budget::default()).unwrap();
        let swept = NBoundedSweep::new(shape).nth(49).unwrap();
        assert_eq!((rates, route), (swept, Route::Sweep));
        // a load far below one in 2^60, which no grid has
        let shape = Shape::new(i64::MAX as u64, 1, WithReplacement).unwrap();
        assert_eq!(n_bounded_rate(NBounded::new(shape, 1).unwrap(), &Budget::default()).unwrap().1, Route::Sweep);
    }
}

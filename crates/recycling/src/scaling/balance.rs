//! The silent messages of an N-bounded cycle, as if each came when it is expected.
//!
//! Let Q(n) = Σ_{j<n} p_j, p_j the exact rate of a filter that holds j messages: the silent ones expected among the first n.
//! A cycle of N bit-setting messages has about R = Q(N + R) silent ones. What is left out, that silent messages make
//! later ones less likely, is of the order of k³P/M of R.

use bloomlab_formulas::{Load, coverage, exact};
use bloomlab_numbers::Double;
use bloomlab_occupancy::{Cost, Shape};

use super::infinite::InfiniteFilter;
use crate::sweep::MessageSweep;

/// Below it a number of silent messages may have lost digits.
const LEAST: f64 = 1e-285;

/// A small filter is followed up to this multiple of its limit.
const MOST_SILENT: usize = 64;

/// The rates from which Q is interpolated in a small filter; a large one needs three.
const RATES: usize = 8;

/// Steps of Newton's method with a slope that is nearly right.
const STEPS: usize = 10;

/// The balance of a cycle of N bit-setting messages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Balance {
    /// R = Q(N + R).
    pub(super) silent: f64,
    /// d ln R/d ln(N + R).
    pub(super) steepness: f64,
}

impl Balance {
    /// Of one filter of any size; `None` where the rates of a filter take too long, or underflow.
    ///
    /// Relative error below [`Balance::relative_error`].
    pub(super) fn of(shape: Shape, messages: u64) -> Option<Self> {
        let load = messages as f64 * shape.hashes() as f64 / shape.bits() as f64;
        let limit = InfiniteFilter::of_message_load(shape.hashes(), load.min(1.0));
        let all = limit.messages_per_bit() * shape.bits() as f64;
        let near = (all as u64).max(messages);
        if Load::holding(shape, near + 1).is_err() {
            // beyond 2^63 positions: per bit, the balance of half the filter differs by less than 1/M
            let half = Self::of(Shape::new(shape.bits() / 2, shape.hashes(), shape.sampling()).ok()?, messages / 2)?;
            return Some(Self { silent: 2.0 * half.silent, ..half });
        }
        let rate = |items| exact::rate(&Double, Load::holding(shape, items).ok()?).ok();
        let mean = coverage::mean_rate(&Double, Load::holding(shape, 0).ok()?, near).ok()?;
        let rates = [rate(near - 1)?, rate(near)?, rate(near + 1)?];
        let balance = Self::through(near - 1, near as f64 * mean - rates[0], &rates, messages);
        (balance.silent > LEAST).then_some(balance)
    }

    /// What [`Balance::of`] takes: the doubling of [`coverage`] six times, of shorter steps than others.
    pub(super) fn cost(shape: Shape, messages: u64) -> Cost {
        // the largest limit may lie a message beyond one position a bit
        let within = messages.min(shape.bits() / shape.hashes()).max(1);
        let steps = Load::holding(shape, within).map_or(f64::INFINITY, |load| coverage::cost(load).steps);
        Cost::of_steps(2.0 * steps).holding((shape.hashes() * shape.hashes()) as f64)
    }

    /// The rounding errors of [`coverage`]: of a share of its steps.
    pub(super) fn relative_error(shape: Shape) -> f64 {
        2.0 * shape.hashes() as f64 * 64.0 * f64::EPSILON
    }

    /// Of a small filter, at `count` limits from `first` on, `step` apart; `None` where a cycle has hardly another bit to
    /// set.
    pub(super) fn of_small(shape: Shape, first: u64, step: u64, count: usize) -> Option<Vec<Self>> {
        let last = first + step * (count as u64 - 1);
        // p_n, Q(n) and n − Q(n)
        let (mut rates, mut expected, mut setting) = (Vec::new(), vec![0.0], vec![0.0]);
        let mut sum = 0.0;
        for rate in MessageSweep::new(shape).take(MOST_SILENT * last as usize) {
            sum += rate;
            rates.push(rate);
            expected.push(sum);
            setting.push(expected.len() as f64 - 1.0 - sum);
            // beyond the balance of the last limit, by as many as are interpolated between
            if expected.len() as f64 - sum > last as f64 + RATES as f64 {
                break;
            }
        }
        let at = |messages: u64| {
            let near = setting.partition_point(|&setting| setting <= messages as f64) - 1;
            let start = near.saturating_sub(RATES / 2);
            Some(Self::through(start as u64, expected[start], rates.get(start..start + RATES)?, messages))
        };
        (0..count as u64).map(|i| at(first + i * step)).collect()
    }

    /// N = n − Q(n) solved for n = `start` + t, with Q the polynomial through `expected` at `start` and the values that follow
    /// from the `rates` from there on.
    fn through(start: u64, expected: f64, rates: &[f64], messages: u64) -> Self {
        let mut differences = rates.to_vec();
        for order in 1..differences.len() {
            for j in (order..differences.len()).rev() {
                differences[j] -= differences[j - 1];
            }
        }
        // Newton's form: Σ C(t, j + 1) Δ^j p
        let added = |t: f64| {
            let (mut sum, mut choose) = (0.0, 1.0);
            for (j, difference) in differences.iter().enumerate() {
                choose *= (t - j as f64) / (j as f64 + 1.0);
                sum += choose * difference;
            }
            sum
        };
        let rate = rates[rates.len() / 2];
        let ahead = messages as f64 - start as f64 + expected;
        let mut t = rates.len() as f64 / 2.0;
        for _ in 0..STEPS {
            t -= (t - added(t) - ahead) / (1.0 - rate);
        }
        let silent = expected + added(t);
        Self { silent, steepness: rate * (messages as f64 + silent) / silent }
    }
}

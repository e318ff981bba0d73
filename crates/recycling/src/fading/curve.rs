//! Exact false negatives of a filter whose messages return after random distances.

use bloomlab_numbers::{Double, Refused, search};

use super::reuse::Reuse;
use crate::accuracy::FADING;
use crate::variants::{Forgetting, Variant, variant_average, variant_forgetting};

/// The absolute error of a forgetting rate.
const ROUNDING: f64 = 1e-13;

/// The forgetting rates of a filter, as far as a distribution of reuse distances needs it.
#[derive(Clone, Debug)]
pub struct ForgettingCurve {
    rates: Vec<Forgetting<f64>>,
    /// The limit of the false-negative rate.
    limit: f64,
    /// L, expected new messages per cycle.
    pub(super) messages_per_cycle: f64,
}

impl ForgettingCurve {
    /// The forgetting rates of `variant` for messages that return after R new messages, `stretch` R at most.
    ///
    /// It ends once, at every distance of a whole cycle, the share of later returns times the difference of the rate
    /// from its limit 1 − f is at most [`FADING`] of the answer. If f is nearly 1, 1 − f lacks digits: then it ends a
    /// cycle beyond twice the distance from which the rates are 1 − f to `ROUNDING`. There they differ from their limit
    /// by about the square of that, and the last one is taken as the limit. Domain: that of
    /// [`Variant::check_distance`].
    pub fn new(variant: Variant, reuse: Reuse, stretch: f64) -> Result<Self, Refused> {
        variant.check_distance(0)?;
        let average = variant_average(&Double, variant);
        let cycle = average.messages_per_cycle.ceil() as u64;
        let tail = |r: u64| reuse.tail(r as f64 / stretch);
        let reach = search::least(1, 1..=2 * cycle, |r| tail(r) <= FADING);
        variant.check_distance(reach.unwrap_or(2 * cycle))?;
        let (mut limit, mut rates) = (1.0 - average.rate, Vec::new());
        let (mut so_far, mut settled, mut last_off) = (0.0, 0, 0);
        for at in variant_forgetting(&Double, variant) {
            let r = at.distance;
            so_far += (tail(r) - tail(r + 1)) * at.false_negative_rate;
            let off = (at.false_negative_rate - limit).abs().max(1.0 - at.cleared);
            settled = if tail(r + 1) * off <= FADING * so_far { settled + 1 } else { 0 };
            last_off = if off > ROUNDING { r } else { last_off };
            rates.push(at);
            if settled > cycle || r > 2 * last_off + cycle || tail(r + 1) == 0.0 {
                break;
            }
            variant.check_distance(r + 1)?;
        }
        if limit * FADING < ROUNDING {
            limit = rates.last().map_or(limit, |last| last.false_negative_rate);
        }
        Ok(Self { rates, limit, messages_per_cycle: average.messages_per_cycle })
    }

    /// The share of returning messages that are taken for new: Σ_{r<T} Pr\[R = r\] FN(r) + w̄(T) (1 − f), with T where the distribution
    /// ends and w̄(r) = `tail(r)` = Pr\[R ≥ r\]. Relative error [`FADING`].
    pub fn false_negatives(&self, tail: impl Fn(f64) -> f64) -> f64 {
        self.mixture(tail, |at| at.false_negative_rate, self.limit)
    }

    /// The share of returning messages that no filter holds any more.
    pub fn cleared(&self, tail: impl Fn(f64) -> f64) -> f64 {
        self.mixture(tail, |at| at.cleared, 1.0)
    }

    fn mixture(&self, tail: impl Fn(f64) -> f64, rate: impl Fn(&Forgetting<f64>) -> f64, limit: f64) -> f64 {
        let (mut sum, mut beyond) = (0.0, tail(0.0));
        for at in &self.rates {
            let next = tail(at.distance as f64 + 1.0);
            sum += (beyond - next) * rate(at);
            beyond = next;
        }
        sum + beyond * limit
    }
}

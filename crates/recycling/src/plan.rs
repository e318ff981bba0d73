//! The filter to build: the hash functions and the limit that admit most messages at a target rate.

use crate::n_bounded::worst_case_rate;
use crate::scaling::{
    Phases, Route, best_hashes, best_hashes_of_worst_case, capacity, n_bounded_capacity, n_bounded_rate,
};
use crate::sweep::Point;
use crate::{Error, NBounded, Positions, Shape, Target, TwoPhase};
use bloomlab_numbers::Double;

/// A recycling policy with its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Recycle when a message would set more than so many bits (of each filter).
    Sigma(u64),
    /// Recycle after so many bit-setting messages.
    Messages(u64),
}

/// A filter that meets the target, and what it then does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// k.
    pub hashes: u64,
    /// When to recycle.
    pub limit: Limit,
    /// Expected new messages per cycle.
    pub messages_per_cycle: f64,
    /// The average false-positive rate that results, exact for the filter as built.
    pub rate: f64,
    /// How both were computed.
    pub route: Route,
}

/// The largest threshold and with it the most messages per cycle at a target average rate; with `hashes` = `None` for
/// the best number of hash functions.
///
/// `bits` is the total memory, which two phases share equally. f_σ¹ or f_σ² as [`one_phase_rate`](crate::one_phase_rate) and
/// [`two_phase_rate`](crate::two_phase_rate) have them; Dozier, Salamatian, Rubenstein, section V-B. The best k is
/// looked for from that of infinitely many bits, upwards and downwards until four in a row (one above 4096 bits) admit
/// no more messages than the best so far; 1 where more buy nothing.
///
/// # Errors
/// Invalid parameters, and [`Error::TooLarge`] as for [`capacity`]; of a neighbour of the best k it counts as no better.
pub fn plan_sigma_bounded(
    bits: u64,
    positions: Positions,
    phases: Phases,
    target: Target,
    hashes: Option<u64>,
) -> Result<Plan, Error> {
    let shape = |hashes| match phases {
        Phases::One => Shape::new(bits, hashes, positions),
        Phases::Two => TwoPhase::half(bits, hashes, positions),
    };
    let first = best_hashes(phases, target);
    best(bits, hashes, first, |hashes| {
        let (point, route): (Point, Route) = capacity(shape(hashes)?, phases, target)?;
        Ok(Plan {
            hashes,
            limit: Limit::Sigma(point.sigma),
            messages_per_cycle: point.messages_per_cycle,
            rate: point.rate,
            route,
        })
    })
}

/// The same for one filter that recycles after N bit-setting messages: the largest N whose exact average rate meets
/// the target, within the bound beyond which a cycle may never end.
///
/// # Errors
/// As for [`plan_sigma_bounded`].
pub fn plan_n_bounded(bits: u64, positions: Positions, target: Target, hashes: Option<u64>) -> Result<Plan, Error> {
    let first = best_hashes(Phases::One, target);
    best(bits, hashes, first, |hashes| {
        let (at_limit, route) = n_bounded_capacity(Shape::new(bits, hashes, positions)?, target)?;
        Ok(Plan {
            hashes,
            limit: Limit::Messages(at_limit.messages),
            messages_per_cycle: at_limit.messages_per_cycle,
            rate: at_limit.rate,
            route,
        })
    })
}

/// The filter that the classic analysis builds: N the largest number of messages after which f_w still meets the
/// target, k the one with the largest such N. Its average rate is far below the target, and its capacity with it.
///
/// `None` where a single message already exceeds the target. N is held within the bound beyond which a cycle may never
/// end.
///
/// # Errors
/// As for [`plan_sigma_bounded`].
pub fn plan_worst_case(
    bits: u64,
    positions: Positions,
    target: Target,
    hashes: Option<u64>,
) -> Result<Option<Plan>, Error> {
    let first = best_hashes_of_worst_case(target);
    let by_messages = best(bits, hashes, first, |hashes| {
        let shape = Shape::new(bits, hashes, positions)?;
        let messages = worst_case_capacity(shape, target).min(shape.message_limit_bound());
        let rate = worst_case_rate(&Double, shape, messages);
        let messages_per_cycle = messages as f64;
        Ok(Plan { hashes, limit: Limit::Messages(messages), messages_per_cycle, rate, route: Route::Sweep })
    })?;
    let Limit::Messages(messages @ 1..) = by_messages.limit else { return Ok(None) };
    let filter = NBounded::new(Shape::new(bits, by_messages.hashes, positions)?, messages)?;
    let (rates, route) = n_bounded_rate(filter)?;
    Ok(Some(Plan { rate: rates.exact, messages_per_cycle: rates.messages_per_cycle, route, ..by_messages }))
}

/// The largest n with f_w(n) at most the target (Dozier, Salamatian, Rubenstein, eq. 1); 0 where f_w(1) is above.
pub fn worst_case_capacity(shape: Shape, target: Target) -> u64 {
    let fits = |messages| worst_case_rate(&Double, shape, messages) <= target.rate();
    let mut high = 1;
    while high < u64::MAX / 2 && fits(high) {
        high *= 2;
    }
    let mut low = high / 2;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if fits(middle) { low = middle } else { high = middle }
    }
    low
}

/// The largest N with f_o and with f_a at most the target, in this order: what the papers' bounds promise (eq. 2, 3).
///
/// # Errors
/// [`Error::TooLarge`] above 2^30 messages: the sums are taken term by term.
pub fn published_bound_capacities(shape: Shape, target: Target) -> Result<(u64, u64), Error> {
    const LIMIT: u64 = 1 << 30;
    let (mut f_o, mut f_a) = (0.0, 0.0);
    let mut by_a = None;
    for messages in 0..LIMIT {
        let f = worst_case_rate(&Double, shape, messages);
        f_o += f;
        f_a += f / (1.0 - f);
        let n = messages as f64 + 1.0;
        if by_a.is_none() && f_a > target.rate() * (n + f_a) {
            by_a = Some(messages);
        }
        if let Some(by_a) = by_a.filter(|_| f_o > target.rate() * n) {
            return Ok((messages, by_a));
        }
    }
    let (bits, hashes) = (shape.bits(), shape.hashes());
    Err(Error::TooLarge { bits, hashes, estimate: f64::NAN, seconds: 1e-7 * LIMIT as f64 })
}

/// Filters of at most this size are swept in no time, and their whole bits and messages make capacities uneven.
const SMALL_BITS: u64 = 1 << 12;

/// The plan of the best number of hash functions, looked for around `first`.
fn best(bits: u64, hashes: Option<u64>, first: u64, plan: impl Fn(u64) -> Result<Plan, Error>) -> Result<Plan, Error> {
    if let Some(hashes) = hashes {
        return plan(hashes);
    }
    let patience = if bits <= SMALL_BITS { 4 } else { 1 };
    // as many as a filter without replacement can have
    let first = first.min(bits.max(2) / 2);
    let mut found = plan(first)?;
    for step in [1, -1] {
        let (mut hashes, mut worse) = (first, 0);
        while worse < patience {
            let next = hashes.checked_add_signed(step).filter(|next| (1..=crate::MAX_HASHES).contains(next));
            let Some(other) = next.map(&plan) else { break };
            hashes = hashes.saturating_add_signed(step);
            match other {
                Ok(other) if other.messages_per_cycle > found.messages_per_cycle => (found, worse) = (other, 0),
                Ok(_) | Err(Error::TooLarge { .. } | Error::TooFewBits { .. }) => worse += 1,
                Err(error) => return Err(error),
            }
        }
    }
    if found.hashes > 1 && found.messages_per_cycle < 1.0 + 1e-9 {
        return plan(1);
    }
    Ok(found)
}

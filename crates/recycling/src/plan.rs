//! The filter to build: the hash functions and the limit that admit most messages at a target rate.

use bloomlab_numbers::{Bound, Double, Phases, Refused, Sampling, Shape, Target, search};

use crate::n_bounded::{NBoundedRates, n_bounded_capacity, n_bounded_rate, published_bounds, worst_case_rate};
use crate::parameters::{MAX_HASHES, NBounded, check_hashes, shape_of_each};
use crate::scaling::{Route, best_hashes, best_hashes_of_worst_case, capacity};
use crate::sweep::AtSigma;

/// A filter that meets the target, and what it then does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// k.
    pub hashes: u64,
    /// The bound of its cycles.
    pub bound: Bound,
    /// Expected new messages per cycle.
    pub messages_per_cycle: f64,
    /// The average false-positive rate that results, exact for the filter as built.
    pub rate: f64,
    /// The way both were computed.
    pub route: Route,
}

/// The largest threshold and with it the most messages per cycle at a target average rate; with `hashes` = `None` for the best number of
/// hash functions.
///
/// `memory` is that of one filter, or what two phases share equally. f_σ¹ or f_σ² as [`sigma_bounded_rate`](crate::sigma_bounded_rate) has
/// them; Dozier, Salamatian, Rubenstein, section V-B. The search for the best k begins at that of infinitely many bits and goes upwards and
/// downwards until 64 in a row (four above 512 bits, one above 4096) admit no more messages than the best so far; it gives 1 if more buy
/// nothing.
pub fn plan_sigma_bounded(
    memory: u64,
    sampling: Sampling,
    phases: Phases,
    target: Target,
    hashes: Option<u64>,
) -> Result<Plan, Refused> {
    best(memory, hashes, best_hashes(phases, target), |hashes| {
        let shape = match phases {
            Phases::One => Shape::new(memory, hashes, sampling),
            Phases::Two => shape_of_each(memory, hashes, sampling),
        };
        let (AtSigma { sigma, messages_per_cycle, rate, .. }, route) = capacity(shape?, phases, target)?;
        let plan = Plan { hashes, bound: Bound::Sigma(sigma), messages_per_cycle, rate, route };
        Ok((messages_per_cycle, plan))
    })
}

/// The same for one filter that recycles after N bit-setting messages: the largest N whose exact average rate meets the target, within the
/// bound beyond which a cycle may never end. Domain: at most 65,536 bits.
pub fn plan_n_bounded(bits: u64, sampling: Sampling, target: Target, hashes: Option<u64>) -> Result<Plan, Refused> {
    best(bits, hashes, best_hashes(Phases::One, target), |hashes| {
        let rates = n_bounded_capacity(Shape::new(bits, hashes, sampling)?, target)?;
        Ok((rates.messages_per_cycle, Plan::after_messages(hashes, rates)))
    })
}

/// The filter that the classic analysis builds: N the largest number of messages after which f_w still meets the target, k the one with the
/// largest such N. Its average rate is far below the target, so it holds fewer messages than the target allows.
///
/// `None` if a single message already exceeds the target. N is held within the bound beyond which a cycle may never end. Domain: at most
/// 65,536 bits.
pub fn plan_worst_case(
    bits: u64,
    sampling: Sampling,
    target: Target,
    hashes: Option<u64>,
) -> Result<Option<Plan>, Refused> {
    let (shape, messages) = best(bits, hashes, best_hashes_of_worst_case(target), |hashes| {
        let shape = Shape::new(bits, hashes, sampling)?;
        check_hashes(shape)?;
        let messages = worst_case_capacity(shape, target).min(NBounded::most_messages(shape));
        Ok((messages as f64, (shape, messages)))
    })?;
    if messages == 0 {
        return Ok(None);
    }
    Ok(Some(Plan::after_messages(shape.hashes(), n_bounded_rate(NBounded::new(shape, messages)?)?)))
}

impl Plan {
    fn after_messages(hashes: u64, rates: NBoundedRates<f64>) -> Self {
        let NBoundedRates { messages, messages_per_cycle, exact: rate, .. } = rates;
        Plan { hashes, bound: Bound::Messages(messages), messages_per_cycle, rate, route: Route::Sweep }
    }
}

/// The largest n with f_w(n) at most the target (Dozier, Salamatian, Rubenstein, eq. 1); 0 if f_w(1) is above.
pub fn worst_case_capacity(shape: Shape, target: Target) -> u64 {
    let fits = |messages| worst_case_rate(&Double, shape, messages) <= target.rate();
    const MAX_MESSAGES: u64 = u64::MAX / 2;
    search::least(1, 1..=MAX_MESSAGES, |messages| !fits(messages)).map_or(MAX_MESSAGES, |first| first - 1)
}

/// The most terms that are summed one by one.
const MOST_MESSAGES: usize = 1 << 27;

/// The largest N with f_o and with f_a at most the target, in this order: what the papers' bounds promise (eq. 2, 3). Domain: at most 2^27
/// messages keep the target.
pub fn published_bound_capacities(shape: Shape, target: Target) -> Result<(u64, u64), Refused> {
    let largest = |bound: fn((f64, f64)) -> f64| {
        let bounds = published_bounds(&Double, shape).map(bound).take(MOST_MESSAGES);
        bounds.take_while(|bound| *bound <= target.rate()).count()
    };
    let (by_o, by_a) = (largest(|(f_o, _)| f_o), largest(|(_, f_a)| f_a));
    if by_o == MOST_MESSAGES {
        let domain = "so few bits that at most 2^27 messages keep the target";
        return Err(Refused::new("bits", shape.bits(), domain));
    }
    Ok((by_o as u64, by_a as u64))
}

/// The numbers of hash functions in a row that a search tries in vain. Whole bits and messages make the capacities of small filters uneven,
/// most of all those of few messages.
fn patience(memory: u64) -> u64 {
    match memory {
        ..=512 => 64,
        513..=4096 => 4,
        _ => 1,
    }
}

/// The filter that admits most messages, of `hashes` hash functions or of the best number near `first`: `capacity` says how many messages,
/// and what else is known.
fn best<T>(
    memory: u64,
    hashes: Option<u64>,
    first: u64,
    capacity: impl Fn(u64) -> Result<(f64, T), Refused>,
) -> Result<T, Refused> {
    if let Some(hashes) = hashes {
        return Ok(capacity(hashes)?.1);
    }
    let patience = patience(memory);
    // as many as a filter without replacement can have
    let first = first.min(memory.max(2) / 2);
    let (mut best, mut hashes_of_best) = (capacity(first)?, first);
    for step in [1, -1] {
        let (mut hashes, mut worse) = (first, 0);
        while worse < patience {
            let next = hashes.checked_add_signed(step).filter(|next| (1..=MAX_HASHES).contains(next));
            let Some(next) = next else { break };
            hashes = next;
            // out of its domain by itself: no better
            worse += 1;
            if let Ok(other) = capacity(next)
                && other.0 > best.0
            {
                (best, hashes_of_best, worse) = (other, hashes, 0);
            }
        }
    }
    // only the message that is forgotten: one hash function is enough for it
    let holds_nothing = hashes_of_best > 1 && best.0 < 1.0 + 1e-9;
    Ok(if holds_nothing { capacity(1)?.1 } else { best.1 })
}

//! The filter to build: the hash functions and the limit that admit most messages at a target rate.

use bloomlab_numbers::Double;
use bloomlab_occupancy::{
    Advice, Bound, Budget, Cost, OutOfDomain, Parameter, Phases, Refused, Sampling, Shape, Target, TooLarge, search,
};

use crate::n_bounded::worst_case_rate;
use crate::parameters::check_hashes;
use crate::scaling::{
    Route, best_hashes, best_hashes_of_worst_case, capacity, capacity_cost, n_bounded_capacity, n_bounded_rate,
};
use crate::{AtSigma, Average, MAX_HASHES, NBounded, NBoundedRates, TwoPhase};

/// A filter that meets the target, and what it then does.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Plan {
    /// k.
    pub hashes: u64,
    /// What bounds its cycles.
    pub bound: Bound,
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
/// `memory` is that of one filter, or what two phases share equally. f_σ¹ or f_σ² as
/// [`sigma_bounded_rate`](crate::sigma_bounded_rate) has them; Dozier, Salamatian,
/// Rubenstein, section V-B. The search for the best k begins at that of infinitely many bits and goes upwards and
/// downwards until four in a row (one above 4096 bits) admit no more messages than the best so far; it gives 1 where more
/// buy nothing. Several plans may share one `budget`.
///
/// # Errors
/// [`OutOfDomain`]; [`TooLarge`] as for [`capacity`](crate::capacity), and where the search exceeds the budget. A
/// neighbour of the best k that is too large by itself counts as no better.
pub fn plan_sigma_bounded(
    memory: u64,
    sampling: Sampling,
    phases: Phases,
    target: Target,
    hashes: Option<u64>,
    budget: &Budget,
) -> Result<Plan, Refused> {
    let shape = |hashes| match phases {
        Phases::One => Shape::new(memory, hashes, sampling),
        Phases::Two => TwoPhase::shape_of_each(memory, hashes, sampling),
    };
    let at_least = |shape| capacity_cost(shape, phases, target);
    let search = Search { memory, hashes, first: best_hashes(phases, target), shape, at_least };
    search.best(budget, |shape, budget| {
        let (AtSigma { sigma, messages_per_cycle, rate, .. }, route) = capacity(shape, phases, target, budget)?;
        let plan = Plan { hashes: shape.hashes(), bound: Bound::Sigma(sigma), messages_per_cycle, rate, route };
        Ok((messages_per_cycle, plan))
    })
}

/// The same for one filter that recycles after N bit-setting messages: the largest N whose exact average rate meets
/// the target, within the bound beyond which a cycle may never end.
///
/// # Errors
/// As for [`plan_sigma_bounded`].
pub fn plan_n_bounded(
    bits: u64,
    sampling: Sampling,
    target: Target,
    hashes: Option<u64>,
    budget: &Budget,
) -> Result<Plan, Refused> {
    let shape = |hashes| Shape::new(bits, hashes, sampling);
    let at_least = |_| Ok(Cost::NOTHING);
    let search = Search { memory: bits, hashes, first: best_hashes(Phases::One, target), shape, at_least };
    search.best(budget, |shape, budget| {
        let ((messages, Average { messages_per_cycle, rate }), route) = n_bounded_capacity(shape, target, budget)?;
        let plan = Plan { hashes: shape.hashes(), bound: Bound::Messages(messages), messages_per_cycle, rate, route };
        Ok((messages_per_cycle, plan))
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
    sampling: Sampling,
    target: Target,
    hashes: Option<u64>,
    budget: &Budget,
) -> Result<Option<Plan>, Refused> {
    let shape = |hashes| Shape::new(bits, hashes, sampling);
    let at_least = |_| Ok(Cost::NOTHING);
    let search = Search { memory: bits, hashes, first: best_hashes_of_worst_case(target), shape, at_least };
    let (shape, messages) = search.best(budget, |shape, _| {
        check_hashes(shape)?;
        let messages = worst_case_capacity(shape, target).min(NBounded::most_messages(shape));
        Ok((messages as f64, (shape, messages)))
    })?;
    if messages == 0 {
        return Ok(None);
    }
    let (NBoundedRates { messages_per_cycle, exact: rate, .. }, route) =
        n_bounded_rate(NBounded::new(shape, messages)?, budget)?;
    Ok(Some(Plan { hashes: shape.hashes(), bound: Bound::Messages(messages), messages_per_cycle, rate, route }))
}

/// The largest n with f_w(n) at most the target (Dozier, Salamatian, Rubenstein, eq. 1); 0 where f_w(1) is above.
pub fn worst_case_capacity(shape: Shape, target: Target) -> u64 {
    let fits = |messages| worst_case_rate(&Double, shape, messages) <= target.rate();
    const MAX_MESSAGES: u64 = u64::MAX / 2;
    search::first_above(0, MAX_MESSAGES, |messages| !fits(messages)).map_or(MAX_MESSAGES, |first| first - 1)
}

/// The largest N with f_o and with f_a at most the target, in this order: what the papers' bounds promise (eq. 2, 3).
///
/// # Errors
/// [`TooLarge`] where the sums, which are taken term by term, have more than 1.6e8 terms.
pub fn published_bound_capacities(shape: Shape, target: Target) -> Result<(u64, u64), TooLarge> {
    const STEPS: f64 = 5.0;
    const LIMIT: u64 = (Budget::ANSWER.steps / STEPS) as u64;
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
    Err(Cost::of_steps(2.0 * Budget::ANSWER.steps)
        .too_large(Budget::ANSWER, Advice::smaller(&[Parameter::Target, Parameter::Bits])))
}

/// Filters of at most this size are swept in no time, and their whole bits and messages make capacities uneven.
const SMALL_BITS: u64 = 1 << 12;

struct Search<S, C> {
    memory: u64,
    /// Nothing to search for where it is given.
    hashes: Option<u64>,
    first: u64,
    shape: S,
    /// What one capacity costs, as far as that is known beforehand.
    at_least: C,
}

/// What a neighbour of a number of hash functions may cost, as a multiple of what that one did.
const NEIGHBOUR: f64 = 1.25;

/// What to try where a search takes too long.
const FIX_HASHES: Advice = Advice::Fix(Parameter::Hashes);

impl<S, C> Search<S, C>
where
    S: Fn(u64) -> Result<Shape, OutOfDomain>,
    C: Fn(Shape) -> Result<Cost, OutOfDomain>,
{
    /// The filter that admits most messages: `capacity` says how many, and what else is known.
    fn best<T>(
        &self,
        budget: &Budget,
        capacity: impl Fn(Shape, &Budget) -> Result<(f64, T), Refused>,
    ) -> Result<T, Refused> {
        let at = |hashes, budget: &Budget| capacity((self.shape)(hashes)?, budget);
        if let Some(hashes) = self.hashes {
            return Ok(at(hashes, budget)?.1);
        }
        let patience = if self.memory <= SMALL_BITS { 4 } else { 1 };
        // as many as a filter without replacement can have
        let first = self.first.min(self.memory.max(2) / 2);
        self.ask(first, budget)?;
        let before = budget.left();
        let (mut best, mut hashes_of_best) = (at(first, budget)?, first);
        // what the most expensive one so far took
        let mut largest = before - budget.left();
        for step in [1, -1] {
            let (mut hashes, mut worse) = (first, 0);
            while worse < patience {
                let next = hashes.checked_add_signed(step).filter(|next| (1..=MAX_HASHES).contains(next));
                let Some(next) = next else { break };
                budget.check(Cost::of_steps(NEIGHBOUR * largest), FIX_HASHES)?;
                let before = budget.left();
                let other = at(next, budget);
                largest = largest.max(before - budget.left());
                hashes = next;
                // too large by itself, or more distinct positions than bits: no better
                worse += 1;
                if let Ok(other) = other
                    && other.0 > best.0
                {
                    (best, hashes_of_best, worse) = (other, hashes, 0);
                }
            }
        }
        // only the message that is forgotten: one hash function is enough for it
        let holds_nothing = hashes_of_best > 1 && best.0 < 1.0 + 1e-9;
        Ok(if holds_nothing { at(1, budget)?.1 } else { best.1 })
    }

    /// Refuses a search before its first capacity: it takes that of `first` and those of its neighbours.
    fn ask(&self, first: u64, budget: &Budget) -> Result<(), Refused> {
        let each = (self.at_least)((self.shape)(first)?)?.steps;
        let neighbours = [first > 1, first < MAX_HASHES].into_iter().filter(|there| *there).count();
        let needed = each * (1.0 + NEIGHBOUR * neighbours as f64);
        Ok(budget.check(Cost::of_steps(needed), FIX_HASHES)?)
    }
}

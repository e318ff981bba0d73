//! Retaining filters of any size.

use bloomlab_numbers::Double;
use bloomlab_occupancy::{Budget, Cost, Phases, Sampling, Shape, TooLarge};

use super::sigma_bounded::sigma_bounded_rate;
use super::{INSTEAD, Route, extrapolated_or_direct};
use crate::retaining::{published_retaining, retaining};
use crate::settled::fill;
use crate::sweep::AtSigma;
use crate::visits::Average;
use crate::{Retaining, SigmaBounded, accuracy};

/// Filters whose exact average takes no more seconds are not extrapolated.
const DIRECT_SECONDS: f64 = 0.5;

/// The rate and the messages per cycle of a retaining filter of any size, in double precision.
///
/// Without replacement and for k = 1 by the papers' rule, which is exact there, from
/// [`sigma_bounded_rate`]. Otherwise as [`retaining`](crate::retaining) has them where that takes no
/// time, and in larger filters by the papers' rule, corrected: its error falls like 1/M² at constant fill, so that two
/// small filters determine how much is left of it. Relative error below [`accuracy::RETAINING`](crate::accuracy::RETAINING).
///
/// # Errors
/// [`TooLarge`] as for [`sigma_bounded_rate`], and where the filter, or the small ones, would take more
/// than [`Budget::ANSWER`](bloomlab_occupancy::Budget::ANSWER).
pub fn retaining_rate(filter: Retaining) -> Result<(AtSigma, Route), TooLarge> {
    let budget = &Budget::default();
    let base = filter.non_retaining();
    if base.shape().sampling() == Sampling::WithoutReplacement || base.shape().hashes() == 1 {
        let (at, route) = sigma_bounded_rate(base, Phases::One, budget)?;
        return Ok((by_rule(at), route));
    }
    let cost = cost(base);
    let extrapolate = |budget: &Budget| {
        let wanted = cost.seconds() > DIRECT_SECONDS;
        wanted.then(|| corrected_rule(base, budget)).flatten()
    };
    extrapolated_or_direct(budget, cost, extrapolate, |budget| {
        budget.spend(cost, INSTEAD)?;
        Ok(direct(filter))
    })
}

fn by_rule(base: AtSigma) -> AtSigma {
    let messages_per_cycle = base.messages_per_cycle - 1.0;
    let rate = base.rate * base.messages_per_cycle / messages_per_cycle;
    AtSigma { messages_per_cycle, rate, published_rate: rate, ..base }
}

/// The rule, corrected by small filters, and its relative error by estimate.
///
/// The small filters' time is set aside first: where they take too long, nothing is begun.
fn corrected_rule(base: SigmaBounded, budget: &Budget) -> Option<(AtSigma, Option<f64>)> {
    let smalls = small_filters(base)?;
    let costs = smalls.iter().map(|small| cost(small.non_retaining()));
    budget.spend(costs.fold(Cost::NOTHING, Cost::then), INSTEAD).ok()?;
    let (at, route) = sigma_bounded_rate(base, Phases::One, budget).ok()?;
    let rule = by_rule(at);
    let [rate, messages] = deviations(base, &smalls);
    let mut relative_error = match route {
        Route::Sweep => 0.0,
        Route::Settled => accuracy::SETTLED,
        Route::Extrapolation { relative_error } => relative_error,
    };
    relative_error += rate.error.max(messages.error);
    let messages_per_cycle = rule.messages_per_cycle * (1.0 + messages.value);
    let corrected = AtSigma { messages_per_cycle, rate: rule.rate * (1.0 + rate.value), ..rule };
    // a rate that underflows has no digits to compare
    Some((corrected, Some(relative_error).filter(|error| error.is_finite())))
}

fn direct(filter: Retaining) -> AtSigma {
    let Average { messages_per_cycle, rate } = retaining(&Double, filter);
    let published_rate = published_retaining(&Double, filter).rate;
    AtSigma { sigma: filter.non_retaining().sigma(), messages_per_cycle, rate, published_rate }
}

struct Deviation {
    value: f64,
    error: f64,
}

/// Three small filters of about the same fill: one, one of twice as many bits, and that a little fuller. `None` if there
/// are no such filters.
///
/// The smallest must have forgotten by σ that the first messages set k bits each, which no expansion in 1/M knows of:
/// coinciding positions, M(−ln(1−c) − c) of them by then, blur that pattern by a factor e^(−2(π/k)²) each.
fn small_filters(filter: SigmaBounded) -> Option<[Retaining; 3]> {
    let (shape, c) = (filter.shape(), fill(filter));
    let (k, coinciding) = (shape.hashes() as f64, -libm::log1p(-c) - c);
    // fills are multiples of 1/grid: values change on the scale of c and of 1 − c
    let grid = (40.0 / c.min(1.0 - c)).ceil().max(250.0);
    let wanted = (2.0 * k * k / coinciding).max(8.0 * k * k).max(grid);
    let (grid, step, at) = (grid as u64, (wanted / grid).ceil() as u64, (c * grid) as u64);
    let small = |step: u64, at: u64| {
        let small = Shape::new(grid.saturating_mul(step), shape.hashes(), shape.sampling()).ok()?;
        Retaining::new(SigmaBounded::new(small, step.saturating_mul(at)).ok()?).ok()
    };
    let twice = step.saturating_mul(2);
    Some([small(step, at)?, small(twice, at)?, small(twice, at + 1)?])
}

/// The deviations of the rate and of the messages per cycle: those of the small filters, scaled by 1/M². The error is what
/// changes when they are half as large, or a little fuller.
fn deviations(filter: SigmaBounded, smalls: &[Retaining; 3]) -> [Deviation; 2] {
    let [coarse, fine, fuller] = smalls.map(|small| {
        let (ours, rule) = (retaining(&Double, small), published_retaining(&Double, small));
        let scale = small.non_retaining().shape().bits() as f64 / filter.shape().bits() as f64;
        let of = |ours: f64, rule: f64| (ours / rule - 1.0) * scale * scale;
        [of(ours.rate, rule.rate), of(ours.messages_per_cycle, rule.messages_per_cycle)]
    });
    std::array::from_fn(|i| Deviation {
        value: fine[i],
        error: (fine[i] - coarse[i]).abs() + (fine[i] - fuller[i]).abs(),
    })
}

/// What the exact average takes in double precision: a step for each state and two pairs of numbers of positions.
fn cost(filter: SigmaBounded) -> Cost {
    let (k, states) = (filter.shape().hashes() as f64, filter.sigma() as f64 + 1.0);
    Cost { steps: k * k * (k + 4.0) * states, numbers: (k + 1.0) * states }
}

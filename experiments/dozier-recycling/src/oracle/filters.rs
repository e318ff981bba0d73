//! Every N-bounded filter of a small shape, in exact rationals.

use super::messages::{Step, steps};
use super::{FILTER, Row};
use crate::prelude::*;

/// How the rate of an N-bounded filter and its bounds are found.
pub(super) type Model = fn(&Rationals, NBounded) -> NBoundedRates<Rational>;

/// The filters of a shape, N from 1 to M + 1.
pub(super) fn of_shape(shape: Shape, model: Model) -> Vec<Row> {
    let steps = steps(&Rationals, shape, shape.bits() + 1);
    (1..=steps.len()).map(|n| row(shape, &steps[..n], model)).collect()
}

/// The filter that recycles after the messages of `cycle`.
fn row(shape: Shape, cycle: &[Step<Rational>], model: Model) -> Row {
    let a = Rationals;
    let n = cycle.len() as u64;
    let row = Row {
        limit_bound: Some(NBounded::most_messages(shape)),
        // the last message of a cycle is the last that must set a bit
        never_ends: cycle.last().map(|step| step.stuck.to_f64()),
        ..Row::of(FILTER, shape, n)
    };
    let Ok(filter) = NBounded::new(shape, n) else { return row };
    let rates = model(&a, filter);
    let oracle = a.sum(cycle.iter().map(|step| &step.oracle)) / a.integer(n);
    let f_o_shifted = a.sum(cycle.iter().map(|step| &step.classic_shifted)) / a.integer(n);
    Row {
        mean_below: Some(cycle.iter().filter(|step| step.user < step.oracle).count() as u64),
        some_below: Some(cycle.iter().filter(|step| step.user_least < step.oracle).count() as u64),
        oracle_rate: Some(oracle.to_f64()),
        user_rate: Some(rates.exact.to_f64()),
        user_messages: Some(rates.messages_per_cycle.to_f64()),
        f_o: Some(rates.f_o.to_f64()),
        f_a: Some(rates.f_a.to_f64()),
        f_o_shifted: Some(f_o_shifted.to_f64()),
        f_a_shifted: of_odds(cycle, |step| &step.classic_shifted).map(|f_a| f_a.to_f64()),
        rate_of_means: of_odds(cycle, |step| &step.user).map(|rate| rate.to_f64()),
        ..row
    }
}

/// ∑f/(1−f) over ∑(1 + f/(1−f)), eq. 3. Where one message fills the filter, f may be 1, and it divides by zero.
fn of_odds(cycle: &[Step<Rational>], f: fn(&Step<Rational>) -> &Rational) -> Option<Rational> {
    let a = Rationals;
    let odds = |f: &Rational| (*f != a.one()).then(|| f.clone() / (a.one() - f));
    let repeats = cycle.iter().try_fold(a.zero(), |sum, step| Some(sum + odds(f(step))?))?;
    Some(repeats.clone() / (a.integer(cycle.len() as u64) + repeats))
}

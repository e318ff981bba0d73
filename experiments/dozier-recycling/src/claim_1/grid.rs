//! The steps of a small filter, in exact rationals.

use std::cmp::Ordering;

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::Number;
use bloomlab_recycling::{SigmaBounded, continuation, continuation_limit};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::{GRID, Row};

/// The first steps E\[γ_i\] − E\[γ_{i+1}\] of a filter: the columns `smallest_step,equal_steps,rising_steps,steps`.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(from = "(f64, u64, u64, u64)", into = "(f64, u64, u64, u64)")]
pub(super) struct Steps {
    pub(super) smallest: f64,
    /// The number of steps that are exactly 0.
    pub(super) equal: u64,
    /// The number of steps at which E\[γ_i\] rises.
    pub(super) rising: u64,
    /// The number of steps.
    pub(super) all: u64,
}

impl From<(f64, u64, u64, u64)> for Steps {
    fn from((smallest, equal, rising, all): (f64, u64, u64, u64)) -> Self {
        Self { smallest, equal, rising, all }
    }
}

impl From<Steps> for (f64, u64, u64, u64) {
    fn from(steps: Steps) -> Self {
        (steps.smallest, steps.equal, steps.rising, steps.all)
    }
}

/// The row of a filter, at its smallest step; none where no message fits and a cycle has no second interval.
pub(super) fn row(filter: SigmaBounded, last: usize) -> Option<Row> {
    let a = Rationals;
    let limit = continuation_limit(&a, filter)?;
    let gammas: Vec<Rational> = continuation(&a, filter).take(last).collect();
    let steps: Vec<Rational> = gammas.iter().tuple_windows().map(|(gamma, next)| gamma.clone() - next).collect();
    let smallest = steps.iter().position_min_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal))?;
    let zero = Rational::new(0, 1);
    let count =
        |condition: fn(&Rational, &Rational) -> bool| steps.iter().filter(|step| condition(step, &zero)).count() as u64;
    let summary = Steps {
        smallest: steps[smallest].to_f64(),
        equal: count(Rational::eq),
        rising: count(|step, zero| step < zero),
        all: steps.len() as u64,
    };
    let i = smallest as u64 + 2;
    Some(super::row(GRID, filter, i, gammas[smallest].to_f64(), limit.to_f64(), Some(summary)))
}

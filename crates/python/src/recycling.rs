//! Recycling filters: averages and plans.

use bloomlab::occupancy::Bound;
use bloomlab::recycling::{
    Budget, MAX_HASHES, SigmaBounded, Target, TwoPhase, one_phase_rate, plan_n_bounded, plan_sigma_bounded,
    plan_worst_case, two_phase_rate,
};
use bloomlab::{Error, OutOfDomain, Parameter, Phases, Shape};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::batch::{IntegerColumn, LONG, Reals, answers, column};
use crate::scheme::sampling;

fn phases_of(number: u64) -> PyResult<Phases> {
    match number {
        1 => Ok(Phases::One),
        2 => Ok(Phases::Two),
        _ => Err(PyValueError::new_err(format!("phases = {number} is out of domain: needs 1 or 2"))),
    }
}

/// The average rate of each filter, and its new messages per cycle.
#[pyfunction]
pub fn recycling_averages<'py>(
    py: Python<'py>,
    filters: (IntegerColumn<'py>, IntegerColumn<'py>, IntegerColumn<'py>),
    phases: u64,
    without_replacement: bool,
) -> PyResult<Vec<(f64, f64)>> {
    let (phases, sampling) = (phases_of(phases)?, sampling(without_replacement));
    let (bits, hashes, sigma) = (column(&filters.0), column(&filters.1), column(&filters.2));
    answers(py, bits.len(), LONG, |i| {
        Parameter::Hashes.within(hashes[i], 1..=MAX_HASHES)?;
        let (average, _) = match phases {
            Phases::One => one_phase_rate(SigmaBounded::new(Shape::new(bits[i], hashes[i], sampling)?, sigma[i])?),
            Phases::Two => two_phase_rate(TwoPhase::new(bits[i], hashes[i], sampling, sigma[i])?),
        }?;
        Ok((average.rate, average.messages_per_cycle))
    })
}

/// Hash functions, limit, new messages per cycle and average rate of the best filter for each question, under a policy.
#[pyfunction]
pub fn recycling_plans<'py>(
    py: Python<'py>,
    goals: (IntegerColumn<'py>, Reals<'py>),
    hashes: Option<IntegerColumn<'py>>,
    policy: &str,
    phases: u64,
    without_replacement: bool,
) -> PyResult<Vec<(u64, u64, f64, f64)>> {
    let (policy, sampling) = (Policy::new(policy, phases_of(phases)?)?, sampling(without_replacement));
    let (bits, target, hashes) = (column(&goals.0), column(&goals.1), hashes.as_ref().map(column));
    answers(py, bits.len(), LONG, |i| {
        let (bits, target, budget) = (bits[i], Target::new(target[i])?, &mut Budget::default());
        let hashes = hashes.as_ref().map(|hashes| hashes[i]);
        if let Some(hashes) = hashes {
            Parameter::Hashes.within(hashes, 1..=MAX_HASHES)?;
        }
        let plan = match policy {
            Policy::SigmaBounded(phases) => plan_sigma_bounded(bits, sampling, phases, target, hashes, budget)?,
            Policy::NBounded => plan_n_bounded(bits, sampling, target, hashes, budget)?,
            Policy::WorstCase => plan_worst_case(bits, sampling, target, hashes, budget)?.ok_or_else(|| {
                let domain = "a target that a single message keeps";
                Error::from(OutOfDomain::new(Parameter::Target, target.rate(), domain))
            })?,
        };
        let (Bound::Sigma(limit) | Bound::Messages(limit)) = plan.bound;
        Ok((plan.hashes, limit, plan.messages_per_cycle, plan.rate))
    })
}

/// When a filter is cleared.
#[derive(Clone, Copy)]
enum Policy {
    SigmaBounded(Phases),
    NBounded,
    WorstCase,
}

impl Policy {
    fn new(name: &str, phases: Phases) -> PyResult<Self> {
        match (name, phases) {
            ("sigma-bounded", phases) => Ok(Policy::SigmaBounded(phases)),
            ("n-bounded", Phases::One) => Ok(Policy::NBounded),
            ("worst-case", Phases::One) => Ok(Policy::WorstCase),
            ("n-bounded" | "worst-case", Phases::Two) => {
                Err(PyValueError::new_err(format!("phases = 2 is out of domain: needs 1 with policy = {name:?}")))
            }
            _ => {
                let known = "sigma-bounded, n-bounded or worst-case";
                Err(PyValueError::new_err(format!("policy = {name:?} is unknown: needs {known}")))
            }
        }
    }
}

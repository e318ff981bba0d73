//! The routes to the papers' quantities, each run with numbers that count what is done with them.

use crate::metered::{Cost, Metered, Metering, cost};
use crate::prelude::*;

pub(super) const TRANSITIONS: &str = "transitions, eq. 4 or 11";
pub(super) const PUBLISHED: &str = "f_σ¹ by the papers' route";
pub(super) const SOLVE: &str = "retaining, linear solve";
pub(super) const STATIONARY: &str = "π of the non-retaining filter, from the transitions";
pub(super) const POWERS: &str = "eq. 18, each ρ by itself";
pub(super) const RECURRENCE: &str = "eq. 18, ρ by the recurrence";
pub(super) const DIAGONAL: &str = "eq. 18, ρ(i) = τ(i, i)";
pub(super) const SWEEP: &str = "f_σ¹ in one pass, every σ";

/// What each route costs for a filter.
pub(super) fn costs(filter: SigmaBounded) -> Result<Vec<(&'static str, Cost)>, AnyError> {
    let (shape, sigma) = (filter.shape(), filter.sigma());
    let retaining = Retaining::new(filter)?;
    let band = |a: &Metering| (0..=sigma).map(|set| published_recursion(a, shape, set)).collect::<Vec<_>>();
    // what eq. 18 is given
    let law = stationary(&Metering, filter);
    let diagonal: Vec<_> = (0..=sigma).map(|set| transitions(&Metering, shape, set).swap_remove(0)).collect();
    let given: Vec<_> = (0..=sigma).map(|set| transitions(&Metering, shape, set)).collect();
    let by_powers = |a: &Metering| {
        let rho = (0..).map(|set| false_positive_probability(a, shape, set));
        a.sum(law.iter().zip(rho).map(|(p, rho)| rho * p))
    };
    let mut costs = vec![
        (TRANSITIONS, cost(band)),
        (PUBLISHED, cost(|a| published_one_phase(a, filter))),
        (SOLVE, cost(|a| published_retaining_by_linear_solve(a, retaining))),
        (SWEEP, cost(|a| one_phase(a, filter))),
        (STATIONARY, cost(|a| forward(a, &given, sigma as usize))),
        (POWERS, cost(by_powers)),
        (DIAGONAL, cost(|a| a.dot(&law, &diagonal))),
    ];
    if shape.sampling() == Sampling::WithoutReplacement {
        costs.push((RECURRENCE, cost(|a| by_recurrence(a, filter, &law))));
    }
    Ok(costs)
}

/// π_i as a sum over the k states before it, up to a factor, and then divided by their sum.
fn forward(a: &Metering, band: &[Vec<Metered>], sigma: usize) -> Vec<Metered> {
    let mut guess = vec![a.one()];
    for i in 1..=sigma {
        let before = (1..=i).map_while(|d| Some(guess[i - d].clone() * band[i - d].get(d)?));
        let inflow = a.sum(before);
        guess.push(inflow / (a.one() - &band[i][0]));
    }
    let total = a.sum(&guess);
    guess.into_iter().map(|weight| weight / &total).collect()
}

/// Eq. 18 with C(i, k)/C(k, k) upwards, divided by C(M, k)/C(k, k) = C(M, k) at the end.
fn by_recurrence(a: &Metering, filter: SigmaBounded, law: &[Metered]) -> Metered {
    let (bits, k) = (filter.shape().bits(), filter.shape().hashes());
    let (mut sum, mut ways) = (a.zero(), a.one());
    for (set, p) in (k..).zip(&law[k as usize..]) {
        sum = sum + p.clone() * &ways;
        ways = ways * a.integer(set + 1) / a.integer(set + 1 - k);
    }
    let all = (k..bits).fold(a.one(), |all, set| all * a.integer(set + 1) / a.integer(set + 1 - k));
    sum / all
}

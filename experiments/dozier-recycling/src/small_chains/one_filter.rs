//! One small filter: its chain enumerated, and what the papers' formulas make of it.

use crate::prelude::*;
use std::cmp::Ordering;

use super::Row;

/// How the expected messages per cycle are found.
pub(super) type Messages = fn(&Rationals, SigmaBounded) -> Rational;

/// Eq. 23 with 0 beyond σ.
pub(super) fn by_recursion(a: &Rationals, filter: SigmaBounded) -> Rational {
    one_phase(a, filter).messages_per_cycle
}

pub(super) fn row(shape: Shape, sigma: u64, reset: Reset, messages: Messages) -> Result<Row> {
    let a = Rationals;
    let k = shape.hashes();
    let chain = Chain::new(shape, sigma, reset);
    let law = chain.law();
    compare_with_library(&law, shape, sigma, reset)?;

    let states = || 0..chain.states();
    let resets = |i: &usize| !chain.reset_targets(*i).is_empty();
    let last_k = |i: &usize| *i as u64 + k > sigma;
    let (inside, outside): (Vec<usize>, Vec<usize>) = states().partition(last_k);
    let restarts = states().flat_map(|i| chain.reset_targets(i)).map(|j| j as u64);
    let farthest_differs = |i: &usize| chain.farthest(*i) != Some((*i + k as usize).min(sigma as usize));
    let can_be_frozen = |i: &usize| law[*i].clone() * chain.overflow(*i) > a.zero();
    let frozen = states().filter(can_be_frozen).map(|i| i as u64).minmax().into_option();
    let filter = SigmaBounded::new(shape, sigma).ok().filter(|_| reset == Reset::Forget);
    let error = |recipe: Vec<Rational>| {
        let errors = recipe.into_iter().zip(&law).map(|(recipe, p)| (recipe - p).to_f64().abs());
        Ok::<_, AnyError>(largest(errors, |error| *error)?.value)
    };
    let recipe_error = recipe(&chain, shape, sigma).map(error).transpose()?;
    Ok(Row {
        bits: shape.bits(),
        hashes: k,
        sigma,
        positions: positions_name(shape.sampling()).to_owned(),
        retention: reset.name().to_owned(),
        never_entered: (chain.states() - chain.entered().len()) as u64,
        period: chain.period(),
        ends: frozen.is_some(),
        empty_probability: law[0].to_f64(),
        below_k_probability: a.sum(law.iter().take(k as usize).skip(1)).to_f64(),
        recipe_error,
        resets_elsewhere: outside.iter().filter(|i| resets(i)).count() as u64,
        resets_missing: inside.iter().filter(|i| !resets(i)).count() as u64,
        power_differs: states().filter(|&i| a.ratio(i as u64, shape.bits()).pow(k) != chain.forward(i, i)).count()
            as u64,
        restarts: restarts.minmax().into_option(),
        farthest_differs: states().filter(farthest_differs).count() as u64,
        frozen,
        messages: filter.map(|filter| {
            let printed = published_messages_per_cycle(&a, filter);
            ((a.one() / &law[0]).to_f64(), messages(&a, filter).to_f64(), printed.to_f64())
        }),
        recurrence: filter.filter(|_| shape.sampling() == Sampling::WithoutReplacement).map(recurrence),
    })
}

/// Fails where the library's distribution of the set bits is not the enumerated one. It has none for σ = M.
fn compare_with_library(law: &[Rational], shape: Shape, sigma: u64, reset: Reset) -> Result<()> {
    if sigma == shape.bits() {
        return Ok(());
    }
    let filter = SigmaBounded::new(shape, sigma)?;
    let ours = match reset {
        Reset::Forget => stationary(&Rationals, filter),
        Reset::Retain => retaining_stationary(&Rationals, Retaining::new(filter)?),
    };
    if ours != law {
        return Err(
            format!("{filter:?}, {}: the library's distribution is not the enumerated one", reset.name()).into()
        );
    }
    Ok(())
}

/// The distribution that eq. 15 gives when it is started at state k, for distinct positions and σ < M.
fn recipe(chain: &Chain, shape: Shape, sigma: u64) -> Option<Vec<Rational>> {
    let (a, k) = (Rationals, shape.hashes() as usize);
    if shape.sampling() == Sampling::WithReplacement || sigma < shape.hashes() || sigma >= shape.bits() {
        return None;
    }
    let mut guess = vec![a.zero(); chain.states()];
    guess[k] = a.one();
    for i in k + 1..chain.states() {
        let inflow = a.sum((i - k..i).map(|j| guess[j].clone() * chain.forward(j, i)));
        guess[i] = inflow / (a.one() - chain.forward(i, i));
    }
    let total = a.sum(&guess);
    Some(guess.into_iter().map(|g| g / &total).collect())
}

/// The steps of the recurrence up to σ: those that are right, those that divide by zero, and all.
fn recurrence(filter: SigmaBounded) -> (u64, u64, u64) {
    let steps: Vec<Option<bool>> = (0..filter.sigma()).map(|i| recurrence_step(filter.shape(), i)).collect();
    let count = |what: Option<bool>| steps.iter().filter(|&&step| step == what).count() as u64;
    (count(Some(true)), count(None), steps.len() as u64)
}

/// Whether ρ(i)(i + 1)/(i + 1 − k) is ρ(i + 1); `None` where it divides by zero. Below, both are 0.
fn recurrence_step(shape: Shape, i: u64) -> Option<bool> {
    let (a, k) = (Rationals, shape.hashes());
    let rho = |set| false_positive_probability(&a, shape, set);
    match (i + 1).cmp(&k) {
        Ordering::Less => Some(rho(i) == a.zero() && rho(i + 1) == a.zero()),
        Ordering::Equal => None,
        Ordering::Greater => Some(rho(i) * a.ratio(i + 1, i + 1 - k) == rho(i + 1)),
    }
}

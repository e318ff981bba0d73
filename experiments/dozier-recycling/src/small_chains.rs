//! The papers' statements on their chain, in every small filter: hash outcomes enumerated, chains solved in rationals.

use std::cmp::Ordering;
use std::iter::zip;

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Number, Refused, Retention, Sampling, Shape};
use bloomlab_recycling::{
    Retaining, SigmaBounded, false_positive_probability, one_phase, published_messages_per_cycle, retaining_stationary,
    stationary,
};
use bloomlab_tables::{Result, Run, ensure};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

use crate::enumerated::{Chain, RETENTIONS, positions_name, shapes};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// Every M and k up to these, and every σ ≤ M.
    bits: u64,
    hashes: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    bits: u64,
    hashes: u64,
    sigma: u64,
    positions: &'static str,
    retention: Retention,
    /// States 0 … σ that an empty filter never reaches.
    never_entered: u64,
    /// Of the states that it returns to for ever.
    period: u64,
    /// True if a cycle ends.
    ends: bool,
    /// π_0, and Σ π_i over 0 < i < k.
    empty_probability: f64,
    below_k_probability: f64,
    /// The largest error of the papers' recipe for distinct positions: π_i = 0 below k, eq. 15 above.
    recipe_error: Option<f64>,
    /// States outside σ − k + 1 … σ where a message can cause a reset, and states among those where none can.
    resets_elsewhere: u64,
    resets_missing: u64,
    /// States i at which (i/M)^k is not the share of messages that set no bit.
    power_differs: u64,
    /// The fewest and the most bits with which a cycle begins.
    #[serde(rename = "lowest_restart,highest_restart")]
    restarts: Option<(u64, u64)>,
    /// States from which the largest one reached without a reset is not min(i + k, σ).
    farthest_differs: u64,
    /// The fewest and the most bits of a filter at the moment it is frozen, before the overflowing message.
    #[serde(rename = "fewest_frozen,most_frozen")]
    frozen: Option<(u64, u64)>,
    /// E\[N_0\]: from the dense solve, by eq. 23 with 0 beyond σ, and as printed with 0 at σ and beyond.
    #[serde(rename = "messages,messages_by_recursion,messages_printed")]
    messages: Option<(f64, f64, f64)>,
    /// Steps of C(i+1, k) = C(i, k)(i + 1)/(i + 1 − k), i < σ: those that are right, those that divide by zero, all.
    #[serde(rename = "recurrence_right,recurrence_undefined,recurrence_steps")]
    recurrence: Option<(u64, u64, u64)>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let Parameters { bits, hashes } = *p;
    ensure!(bits <= 10 && hashes <= 4, "bits = {bits}, hashes = {hashes}: needs at most 10 bits, 4 hash functions");
    run.rows(filters(bits, hashes)?, |(shape, sigma, reset)| row(shape, sigma, reset))
}

/// Every filter of up to `bits` bits and `hashes` hash functions, with every threshold.
fn filters(bits: u64, hashes: u64) -> Result<Vec<(Shape, u64, Retention)>, Refused> {
    let mut filters = Vec::new();
    for (shape, reset) in iproduct!(shapes(bits, hashes)?, RETENTIONS) {
        // the retained message must fit
        let from = if reset == Retention::Retaining { shape.hashes() } else { 0 };
        filters.extend((from..=shape.bits()).map(|sigma| (shape, sigma, reset)));
    }
    Ok(filters)
}

fn row(shape: Shape, sigma: u64, reset: Retention) -> Result<Row> {
    let a = Rationals;
    let k = shape.hashes();
    let chain = Chain::new(shape, sigma, reset);
    let law = chain.law();
    compare_with_library(&law, shape, sigma, reset)?;

    let states = || 0..chain.states();
    let count = |is_meant: &dyn Fn(usize) -> bool| states().filter(|&i| is_meant(i)).count() as u64;
    let resets = |i: usize| !chain.reset_targets(i).is_empty();
    let is_near = |i: usize| i as u64 + k > sigma;
    let restarts = states().flat_map(|i| chain.reset_targets(i)).map(|j| j as u64);
    let can_be_frozen = |i: &usize| law[*i].clone() * chain.overflow(*i) > a.zero();
    let frozen = states().filter(can_be_frozen).map(|i| i as u64).minmax().into_option();
    let filter = SigmaBounded::new(shape, sigma).ok().filter(|_| reset == Retention::NonRetaining);
    let error =
        |recipe: Vec<Rational>| zip(recipe, &law).map(|(recipe, p)| (recipe - p).to_f64().abs()).fold(0.0, f64::max);
    Ok(Row {
        bits: shape.bits(),
        hashes: k,
        sigma,
        positions: positions_name(shape.sampling()),
        retention: reset,
        never_entered: (chain.states() - chain.entered().len()) as u64,
        period: chain.period(),
        ends: frozen.is_some(),
        empty_probability: law[0].to_f64(),
        below_k_probability: a.sum(law.iter().take(k as usize).skip(1)).to_f64(),
        recipe_error: recipe(&chain, shape, sigma).map(error),
        resets_elsewhere: count(&|i| !is_near(i) && resets(i)),
        resets_missing: count(&|i| is_near(i) && !resets(i)),
        power_differs: count(&|i| a.ratio(i as u64, shape.bits()).pow(k) != chain.forward(i, i)),
        restarts: restarts.minmax().into_option(),
        farthest_differs: count(&|i| chain.farthest(i) != Some((i + k as usize).min(sigma as usize))),
        frozen,
        messages: filter.map(|filter| {
            let (by_recursion, printed) =
                (one_phase(&a, filter).messages_per_cycle, published_messages_per_cycle(&a, filter));
            ((a.one() / &law[0]).to_f64(), by_recursion.to_f64(), printed.to_f64())
        }),
        recurrence: filter.filter(|_| shape.sampling() == Sampling::WithoutReplacement).map(recurrence),
    })
}

/// Fails if the library's distribution of the set bits is not the enumerated one. It has none for σ = M.
fn compare_with_library(law: &[Rational], shape: Shape, sigma: u64, reset: Retention) -> Result<()> {
    if sigma == shape.bits() {
        return Ok(());
    }
    let filter = SigmaBounded::new(shape, sigma)?;
    let ours = match reset {
        Retention::NonRetaining => stationary(&Rationals, filter),
        Retention::Retaining => retaining_stationary(&Rationals, Retaining::new(filter)?),
    };
    ensure!(ours == law, "{filter:?}, {reset:?}: the library's distribution is not the enumerated one");
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

/// True if ρ(i)(i + 1)/(i + 1 − k) is ρ(i + 1); `None` if it divides by zero. Below, both are 0.
fn recurrence_step(shape: Shape, i: u64) -> Option<bool> {
    let (a, k) = (Rationals, shape.hashes());
    let rho = |set| false_positive_probability(&a, shape, set);
    match (i + 1).cmp(&k) {
        Ordering::Less => Some(rho(i) == a.zero() && rho(i + 1) == a.zero()),
        Ordering::Equal => None,
        Ordering::Greater => Some(rho(i) * a.ratio(i + 1, i + 1 - k) == rho(i + 1)),
    }
}

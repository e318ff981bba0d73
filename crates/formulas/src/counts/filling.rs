//! Positives while filling: how many of n new items a filter reports when they are added.

use bloomlab_occupancy::{ANSWER_SECONDS, Advice, Budget, Cost, Parameter, Sampling, TooLarge};

use crate::Load;

/// P(X = x) for x = 0, 1, …, where X of the items, added one after the other to an empty filter, set no bit that was clear: an `add` that
/// reports says of these that they were there.
///
/// The chain of the set bits and the count, position by position: sums of positive terms. Probabilities below 1e-300 are lost.
///
/// # Errors
/// [`TooLarge`]: it takes about k n² min(m, kn)/2 steps.
pub fn while_filling(load: Load) -> Result<Vec<f64>, TooLarge> {
    let (bits, items, hashes) = (load.bits(), load.items(), load.hashes());
    let most = bits.min(load.balls());
    let steps = 2.0 * hashes as f64 * (items as f64 + 1.0) * (items as f64 + 1.0) * (most as f64 + 1.0);
    let cost = Cost { steps, numbers: 2.0 * (items as f64 + 1.0) * (most as f64 + 1.0) };
    Budget::of_seconds(ANSWER_SECONDS).check(cost, Advice::smaller(&[Parameter::Items]))?;
    let width = most as usize + 1;
    let mut counts = vec![start(width)];
    for _ in 0..items {
        let mut next = vec![vec![0.0; width]; counts.len() + 1];
        for (count, masses) in counts.into_iter().enumerate() {
            let (reported, others) = add(load, masses);
            next[count + 1].iter_mut().zip(reported).for_each(|(sum, mass)| *sum += mass);
            next[count].iter_mut().zip(others).for_each(|(sum, mass)| *sum += mass);
        }
        counts = next;
    }
    let totals = counts.into_iter().map(|masses| masses.iter().sum());
    Ok(totals.collect())
}

fn start(width: usize) -> Vec<f64> {
    let mut masses = vec![0.0; width];
    masses[0] = 1.0;
    masses
}

/// One item more: the masses by set bits where it sets none, and where it sets some.
fn add(load: Load, mut nothing_set: Vec<f64>) -> (Vec<f64>, Vec<f64>) {
    let mut set = vec![0.0; nothing_set.len()];
    for hash in 0..load.hashes() {
        let own = if load.sampling() == Sampling::WithReplacement { 0 } else { hash };
        let among = (load.bits() - own) as f64;
        for bits in (0..set.len()).rev() {
            // of the positions left, those that are set; as many own ones are
            let stays = (bits as f64 - own as f64).max(0.0) / among;
            let before = bits.checked_sub(1).map_or(0.0, |before| {
                (set[before] + nothing_set[before]) * (load.bits() as f64 - before as f64) / among
            });
            set[bits] = set[bits] * stays + before;
        }
        for (bits, mass) in nothing_set.iter_mut().enumerate() {
            *mass *= (bits as f64 - own as f64).max(0.0) / among;
        }
    }
    (nothing_set, set)
}

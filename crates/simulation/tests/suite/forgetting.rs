//! Simulated forgetting against the distribution of cycle lengths.

use bloomlab_filters::{Recycling, Retention};
use bloomlab_numbers::{Bound, Parameter, Phases};
use bloomlab_simulation::*;

/// p_ℓ for ℓ = 0, 1, …: the probability that a cycle of a σ-bounded, non-retaining filter lasts ℓ messages, the one that
/// ends it counted, with replacement; the probability vector over the bits set is pushed forward until 1e-15 is left.
fn cycle_lengths(bits: usize, hashes: usize, sigma: usize) -> Vec<f64> {
    let m = bits as f64;
    let mut masses = vec![0.0; sigma + 1];
    masses[0] = 1.0;
    let mut lengths = vec![0.0];
    while masses.iter().sum::<f64>() > 1e-15 {
        let mut next = masses.clone();
        next.resize(sigma + hashes + 1, 0.0);
        for _ in 0..hashes {
            for set in (0..next.len()).rev() {
                let from_below = if set > 0 { next[set - 1] * (m - (set - 1) as f64) / m } else { 0.0 };
                next[set] = next[set] * set as f64 / m + from_below;
            }
        }
        lengths.push(next[sigma + 1..].iter().sum());
        next.truncate(sigma + 1);
        masses = next;
    }
    lengths
}

/// The probability that a message is forgotten r new messages later: FN₁ = 1 − Σ p_ℓ max(0, ℓ − 1 − r)/E[L], and for two
/// phases FN₂ = 1 − Σ_ℓ p_ℓ Σ_{j=1..ℓ−1} Pr[L' > j + r − ℓ]/E[L].
fn forgotten(lengths: &[f64], phases: Phases, distance: usize) -> f64 {
    let mean: f64 = lengths.iter().enumerate().map(|(length, p)| length as f64 * p).sum();
    let longer = |than: i64| -> f64 { if than < 0 { 1.0 } else { lengths.iter().skip(than as usize + 1).sum() } };
    let known = |(length, p): (usize, &f64)| match phases {
        Phases::One => p * length.saturating_sub(1 + distance) as f64,
        Phases::Two => p * (1..length).map(|j| longer(j as i64 + distance as i64 - length as i64)).sum::<f64>(),
    };
    1.0 - lengths.iter().enumerate().map(known).sum::<f64>() / mean
}

/// M = 1000, k = 5: one phase with σ = 590, two phases of 500 bits with σ = 250. At r = 50 the formulas give 0.285 and
/// 0.0143. 20 epochs of 20,000 messages, α = 1e-6 for each of the eight comparisons, seed 6.
#[test]
fn forgetting_follows_the_distribution_of_cycle_lengths() {
    let distances = vec![0, 10, 50, 100];
    for (phases, bits, sigma, at_50) in [(Phases::One, 1000, 590, 0.285), (Phases::Two, 500, 250, 0.0143)] {
        let recycling = Recycling { bound: Bound::Sigma(sigma), retention: Retention::NonRetaining };
        let point = ForgettingPoint {
            filter: RecyclingDesign::new(phases, bits, 5, recycling),
            distances: distances.clone(),
            warm_up: 1_000,
            length: 20_000,
        };
        let task = Task { experiment: "forgetting", seed: 6, points: &[point], epochs: 20 };
        let epochs = run(&task, simulate_forgetting).unwrap();
        let lengths = cycle_lengths(bits as usize, 5, sigma as usize);
        assert!((forgotten(&lengths, phases, 50) / at_50 - 1.0).abs() < 0.005);
        for (index, &distance) in distances.iter().enumerate() {
            let values = |rate: fn(&ForgettingTally) -> Option<f64>| {
                let values: Vec<f64> = epochs[0].iter().map(|tallies| rate(&tallies[index]).unwrap()).collect();
                Estimate::of(&values, 1.0 - 1e-6).unwrap()
            };
            let (simulated, false_negatives) =
                (values(ForgettingTally::forgotten_rate), values(ForgettingTally::false_negative_rate));
            let exact = forgotten(&lengths, phases, distance as usize);
            assert!(simulated.contains(exact), "{phases:?} r = {distance}: {exact} {simulated:?}");
            assert!(simulated.half_width < 0.05 * exact + 0.002, "{phases:?} r = {distance}: {simulated:?}");
            assert!(
                false_negatives.mean <= simulated.mean,
                "a false positive can only hide that a message was forgotten"
            );
        }
    }
}

#[test]
fn a_warm_up_shorter_than_the_distances_is_refused() {
    let recycling = Recycling { bound: Bound::Sigma(5), retention: Retention::NonRetaining };
    let filter = RecyclingDesign::new(Phases::One, 10, 2, recycling);
    let point = ForgettingPoint { filter, distances: vec![3, 9], warm_up: 8, length: 10 };
    let key = StreamKey::new("forgetting", 0, &point, 0).unwrap();
    let refused = simulate_forgetting(&point, &key);
    assert!(matches!(refused, Err(SimulationError::OutOfDomain(error)) if error.parameter() == Parameter::WarmUp));
    assert!(simulate_forgetting(&ForgettingPoint { warm_up: 9, ..point }, &key).is_ok());
}

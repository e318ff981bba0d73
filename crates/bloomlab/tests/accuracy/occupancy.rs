//! Balls in bins, and the probabilities that every model is made of.

use bloomlab::Occupancy;
use bloomlab_exact::{Certified, Enclosures};
use bloomlab_numbers::{Arithmetic as _, BallsInBins, Double, accuracy, distribution};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use crate::random;
use crate::worst::{Ledger, certified};

/// The bits of a distribution that is computed in enclosures once, by positive terms only.
const ROW_BITS: u32 = 160;
/// Probabilities below it have lost digits.
const LEAST: f64 = 1e-290;

/// P(N, M, K) for every K.
pub fn check_row(ledger: &mut Ledger, random: &mut ChaCha8Rng) {
    let (balls, bins) = (random.random_range(0..=60), random.random_range(1..=60));
    let shape = BallsInBins::new(balls, bins).unwrap();
    let front = Occupancy::new(balls, bins).unwrap();
    let a = Enclosures::new(ROW_BITS);
    let recursion = bloomlab_numbers::accuracy::distribution_by_recursion(balls.max(1));
    for ((occupied, enclosure), value) in
        (0..).zip(distribution::by_recursion(&a, shape)).zip(distribution::by_recursion(&Double, shape))
    {
        let truth = Certified { enclosure, bits: ROW_BITS };
        if truth.to_f64() > LEAST {
            let at = (shape, occupied);
            let front = front.probability(occupied).unwrap();
            ledger.compare("bloomlab::occupancy", at, front, &truth, 2.0 * balls.max(1) as f64 * f64::EPSILON);
            ledger.compare("occupancy, recursion", at, value, &truth, recursion);
        }
    }
}

/// That given bits are all clear, or not.
pub fn check_probabilities(ledger: &mut Ledger, random: &mut ChaCha8Rng) {
    let bins = random::bits(random);
    let targets = random::size(random, 10.0).min(bins);
    let balls = random::items(random, bins, 1);
    let at = (targets, bins, balls);
    let missed = certified(|a| a.all_miss(targets, bins, balls));
    if let Some(truth) = missed.filter(|truth| truth.to_f64() > f64::MIN_POSITIVE) {
        let value = Double.all_miss(targets, bins, balls);
        ledger.compare("all_miss", at, value, &truth, accuracy::all_miss(truth.to_f64()));
    }
    if let Some(truth) = certified(|a| a.some_hit(targets, bins, balls)) {
        ledger.compare("some_hit", at, Double.some_hit(targets, bins, balls), &truth, accuracy::SOME_HIT);
    }
    let probability = random::log_uniform(random, -62.0, -1.0);
    let never = certified(|a| a.never(a.double(probability), balls));
    if let Some(truth) = never.filter(|truth| truth.to_f64() > f64::MIN_POSITIVE) {
        let at = (probability, balls);
        ledger.compare("never", at, Double.never(probability, balls), &truth, accuracy::all_miss(truth.to_f64()));
    }
}

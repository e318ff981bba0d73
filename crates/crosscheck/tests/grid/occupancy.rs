//! P(N, M, K) by the recursion, the closed forms, the contour and Bonferroni's inequalities.

use bloomlab_exact::{Certified, Enclosure, Enclosures, certify_at_most};
use bloomlab_numbers::{BallsInBins, Double, accuracy, bonferroni, contour, distribution};

use crate::Set;
use crate::ledger::Ledger;

const BINS: [u64; 13] = [1, 2, 3, 8, 16, 50, 128, 300, 1 << 12, 1 << 20, 1 << 40, (1 << 53) + 1, 1 << 61];
/// Balls for a hundred bins.
const LOADS: [u64; 7] = [1, 10, 70, 100, 250, 1200, 10_000];

/// The most balls for which the routes that go through every ball are taken.
const MAX_BALLS: u64 = 1500;
const MAX_BINS: u64 = 300;
/// The balls in a bin from which on Bonferroni's inequalities settle the digits.
const CROWDED: u64 = 1000;
/// The most balls in an occupied bin for which the contour is taken: it sums about as many terms.
const MAX_CROWDED: u64 = 30_000;

pub fn sets() -> Vec<Set> {
    let mut sets: Vec<Set> = Vec::new();
    for bins in BINS {
        for load in LOADS {
            let balls = (u128::from(bins) * u128::from(load) / 100).min(1 << 62) as u64;
            if let Ok(shape) = BallsInBins::new(balls, bins) {
                sets.push(Box::new(move |ledger: &mut Ledger| check(ledger, shape)));
            }
        }
        let crowded = bins.checked_mul(2 * CROWDED).and_then(|balls| BallsInBins::new(balls, bins).ok());
        if let Some(shape) = crowded.filter(|_| bins <= MAX_BINS) {
            sets.push(Box::new(move |ledger: &mut Ledger| check(ledger, shape)));
        }
    }
    sets
}

fn check(ledger: &mut Ledger, shape: BallsInBins) {
    let is_small = shape.balls() <= MAX_BALLS && shape.bins() <= MAX_BINS;
    let a = Enclosures::new(512);
    let rows = is_small.then(|| (distribution::by_recursion(&a, shape), distribution::by_recursion(&Double, shape)));
    for occupied in some_occupied(shape) {
        let at = (shape, occupied);
        let widened = |bounded: contour::Bounded<Enclosure>| bounded.value.widened_by(&bounded.error_bound);
        let contour = |a: &Enclosures| widened(contour::probability(a, shape, occupied, a.bits()));
        let is_affordable = shape.balls() / occupied.max(1) <= MAX_CROWDED;
        let truth = is_affordable.then(|| certify_at_most(20, 1024, contour).ok()).flatten();
        if let (Some(truth), true) = (&truth, shape.balls() / occupied.max(1) >= CROWDED) {
            let other = widened(bonferroni::probability(&a, shape, occupied, a.bits()));
            ledger.certified("crowded occupancy", &at, &other, &truth.enclosure);
        }
        if let Some((enclosures, doubles)) = &rows {
            let certified = Certified { enclosure: enclosures[occupied as usize].clone(), bits: a.bits() };
            if let Some(truth) = &truth {
                ledger.certified("occupancy by contour", &at, &certified.enclosure, &truth.enclosure);
            }
            let a = Enclosures::new(4096);
            for (name, value) in [
                ("occupancy by eq. 9", distribution::by_eq_9(&a, shape, occupied)),
                ("occupancy by eq. 10", distribution::by_eq_10(&a, shape, occupied)),
            ] {
                ledger.certified(name, &at, &value, &certified.enclosure);
            }
            if certified.to_f64() > f64::MIN_POSITIVE * 1e16 {
                let (value, bound) =
                    (doubles[occupied as usize], accuracy::distribution_by_recursion(shape.balls().max(1)));
                ledger.claim("formulas: occupancy recursion", &at, value, &certified, bound);
            }
        }
    }
}

/// From one end to the other, and around the mean.
fn some_occupied(shape: BallsInBins) -> Vec<u64> {
    let most = shape.most_occupied();
    let mean = distribution::mean(&Double, shape) as u64;
    let mut some =
        vec![0, most.min(1), most / 3, most / 2, mean.min(most), (mean + 1).min(most), most - most / 20, most];
    some.sort_unstable();
    some.dedup();
    some
}

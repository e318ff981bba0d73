//! One filter: the front door, the routes to the exact rate, the approximations.

use bloomlab::Filter;
use bloomlab_formulas::{Formula, Load, accuracy, approximation, christensen, coverage, exact, inclusion_exclusion};
use bloomlab_numbers::Double;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use crate::random;
use crate::routes;
use crate::worst::{Ledger, certified};

/// The most steps of the recursion, which goes through every ball.
const RECURSION_STEPS: f64 = 3e5;

pub fn check(ledger: &mut Ledger, random: &mut ChaCha8Rng) {
    let bits = random::bits(random);
    let hashes = match random.random_bool(5e-4) {
        true => random.random_range(1..=bloomlab::MAX_HASHES),
        false => random::hashes(random, accuracy::EXACT_HASHES),
    };
    let items = random::items(random, bits, hashes);
    let load = Load::new(bits, items, hashes).unwrap();
    exact_rates(ledger, load);
    if let Ok(load) = load.without_replacement() {
        exact_rates(ledger, load);
    }
    approximations(ledger, load);
    routes::check_filter(ledger, load);
}

fn exact_rates(ledger: &mut Ledger, load: Load) {
    let Some(truth) = certified(|a| inclusion_exclusion::rate(a, load)) else { return };
    if truth.to_f64() <= accuracy::EXACT_LEAST && load.items() > 0 {
        return;
    }
    let (bits, items, hashes) = (load.bits(), load.items(), load.hashes());
    let few = hashes <= accuracy::EXACT_HASHES;
    let bound = if few { accuracy::EXACT } else { accuracy::EXACT_OF_MANY_HASHES };
    let of_exact = if few { "formulas::exact, k ≤ 60" } else { "formulas::exact, k ≤ 512" };
    ledger.compare(of_exact, load, exact::rate(&Double, load).unwrap(), &truth, bound);
    if load.without_replacement() == Ok(load) {
        if few {
            ledger.compare("coverage without replacement", load, coverage::rate(&Double, load), &truth, bound);
        }
        return;
    }
    if few {
        ledger.compare("coverage", load, coverage::rate(&Double, load), &truth, bound);
    }
    // the names of the committed table: by positive terms alone, and as the front door takes the correction where it can
    ledger.compare("bloomlab::rate", load, exact::rate(&Double, load).unwrap().min(1.0), &truth, bound);
    let rate = Filter::new(bits, hashes).unwrap().holding(items).unwrap().rate().unwrap();
    ledger.compare("bloomlab::quick_rate", load, rate, &truth, bound);
    let steps = Formula::ChristensenRecursion.steps(&Double, load);
    if load.balls() <= accuracy::RECURSION_BALLS && steps <= RECURSION_STEPS {
        let value = christensen::by_recursion(&Double, load);
        ledger.compare("Christensen's recursion", load, value, &truth, accuracy::RECURSION);
    }
}

fn approximations(ledger: &mut Ledger, load: Load) {
    let bound = accuracy::approximation(load.hashes());
    let mut compare = |claim, value: f64, truth: Option<bloomlab_exact::Certified>| {
        // elsewhere factors are subnormal
        if let Some(truth) = truth.filter(|truth| truth.to_f64() > accuracy::EXACT_LEAST) {
            ledger.compare(claim, load, value, &truth, bound);
        }
    };
    compare("classic", approximation::classic(&Double, load), certified(|a| approximation::classic(a, load)));
    let limit = certified(|a| approximation::classic_limit(a, load));
    compare("classic-limit", approximation::classic_limit(&Double, load), limit);
    if let Ok(value) = approximation::bloom_1970(&Double, load) {
        let truth = certified(|a| approximation::bloom_1970(a, load).unwrap());
        compare("bloom-1970", value, truth);
    }
}

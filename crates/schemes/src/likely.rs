//! What a rate is about, and what it takes to decide it: known without the work of the exact rate.
//!
//! A search that is played through with these numbers says what it would take.

use bloomlab_occupancy::Cost;

use crate::rate::{MAX_DOUBLE_ERROR, MAX_UNION_COST, kinds_count, union_cost};
use crate::residues::{divisors, smooth_part, totient};
use crate::step_set::StepSet;
use crate::{ExactRate, HashingScheme, SchemeLoad};

/// About the rate under a scheme that is summed over sets: that of independent positions, of queries that collapse onto c < k
/// positions, by items that do not and by one that does, and of items that repeat a stretch of the query's walk, forward or backward,
/// the rest of which the other items set.
pub fn rate(load: SchemeLoad) -> f64 {
    if !load.scheme().is_blocked() {
        return walked(load, load.items() as f64);
    }
    let mean = load.items() as f64 * load.ring() as f64 / load.bits() as f64;
    if mean < 1.0 {
        return mean * walked(load, 1.0);
    }
    // two loads of a block stand for all
    let deviation = libm::sqrt(mean);
    0.5 * (walked(load, mean + deviation) + walked(load, (mean - deviation).max(0.0)))
}

/// The same of the walks on a ring that holds `items` items.
fn walked(load: SchemeLoad, items: f64) -> f64 {
    let (ring, hashes) = (load.ring(), load.hashes());
    let bits = ring as f64;
    let set_by = |items: f64| -libm::expm1(-(hashes as f64) * items / bits);
    let set = set_by(items);
    let power = |exponent: u64| libm::pow(set, exponent as f64);
    let independent = power(hashes);
    let by_others = set_by((items - 1.0).max(0.0));
    let rest = |covered: u64| libm::pow(by_others, (hashes - covered) as f64);
    let stretches: f64 = (2..hashes).map(|covered| (rest(covered) - independent).max(0.0)).sum();
    let repeated = |steps: f64| items * 2.0 * (1.0 + 2.0 * stretches) / (bits * steps);
    match (load.scheme().step_set(), load.scheme()) {
        (Some(StepSet::Unit), _) => {
            let small = smooth_part(ring, 20);
            independent + repeated(bits * totient(small) as f64 / small as f64)
        }
        (Some(admitted), _) => {
            let steps = admitted.steps(ring) as f64;
            let orders = divisors(ring, hashes - 1);
            let admitted = orders.filter(|order| admitted.admits(ring / order, ring));
            let collapse = |order: u64| {
                let same_steps = totient(order) as f64;
                let alike = items * same_steps * order as f64 / (bits * steps);
                same_steps * (power(order) - independent + alike)
            };
            let collapsed: f64 = admitted.map(collapse).sum();
            independent + repeated(steps) + collapsed / steps
        }
        (None, HashingScheme::KmPartition) if hashes > 1 => {
            let slice = bits / hashes as f64;
            independent + items * (1.0 + stretches) / (slice * slice)
        }
        (None, HashingScheme::Enhanced) => independent + items * (1.0 + stretches) / (bits * bits),
        _ => independent,
    }
}

/// How many bits the alternating sum of a rate loses, about: its terms add up to (1 + x)^k, x the share of clear bits, against a `rate`.
pub fn lost_bits(load: SchemeLoad, rate: f64) -> f64 {
    load.hashes() as f64 * libm::log2(2.0 - set_share(load, load.items())) - libm::log2(rate)
        + libm::log2(load.items().max(1) as f64)
}

/// How many powers the alternating sum has, about: up to k^6/5000 for each kind of query were counted. One of one item, which
/// covers a query or does not.
pub fn powers(load: SchemeLoad) -> f64 {
    if load.items() == 1 {
        return 1.0;
    }
    let hashes = load.hashes() as f64;
    kinds_count(load) * libm::pow(2.0, hashes).min(hashes.powi(6) / 5000.0 + 2.0 * hashes)
}

/// What it takes to compare the rate with a target in double precision, and to find the rate where it `is_found`.
pub fn cost_in_double(load: SchemeLoad, target: f64, is_found: bool) -> Cost {
    let union = union_cost(load);
    let sum = ExactRate::cost(load);
    if is_found && union.steps <= MAX_UNION_COST.steps {
        return union;
    }
    let largest = if is_found { MAX_DOUBLE_ERROR * target } else { (rate(load) - target).abs() };
    match error_in_double(load) > largest.max(MAX_DOUBLE_ERROR * target) {
        true => sum.then(union),
        false => sum,
    }
}

/// The error bound of the alternating sum in doubles, about: its terms (1 + x)^k, each with the error of its exponent.
pub fn error_in_double(load: SchemeLoad) -> f64 {
    if load.items() == 1 {
        return 4.0 * f64::EPSILON * rate(load);
    }
    let (set, hashes) = (set_share(load, load.items()), load.hashes() as f64);
    let clear = 1.0 - set;
    let exponent = hashes * hashes * load.items() as f64 / load.bits() as f64 * clear / (1.0 + clear);
    libm::pow(1.0 + clear, hashes) * (8.0 + 11.0 * exponent) * f64::EPSILON / 2.0
}

/// The share of set bits with this number of items.
fn set_share(load: SchemeLoad, items: u64) -> f64 {
    -libm::expm1(-(load.hashes() as f64) * items as f64 / load.bits() as f64)
}

//! Filters from which items can be deleted.

use bloomlab::{Deletable, DeletableKind};
use bloomlab_deletable::{Parameters, accuracy, finite, in_f64, poisson};
use bloomlab_exact::Certified;
use bloomlab_numbers::Double;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use crate::random;
use crate::routes;
use crate::worst::{Ledger, certified};

const KINDS: [DeletableKind; 8] = [
    DeletableKind::Dfp,
    DeletableKind::TBF,
    DeletableKind::TBF_PACKED,
    DeletableKind::Qbf,
    DeletableKind::Counting,
    DeletableKind::FingerprintCounting { fingerprint_bits: 4 },
    DeletableKind::Dlbf { region_bits: 4 },
    DeletableKind::Dlbf { region_bits: 16 },
];
/// If factors of the forms are subnormal, nothing is promised.
const LEAST: f64 = 1e-290;
/// The most steps of the exact forms.
const STEPS: f64 = 2e4;

pub fn check(ledger: &mut Ledger, random: &mut ChaCha8Rng) {
    let kind = *KINDS.choose(random).unwrap();
    let hashes = random::hashes(random, accuracy::CHECKED_HASHES);
    let bits = random::bits(random).max(kind.least_bits());
    let inserted = random::items(random, kind.cells(bits), hashes).max(1);
    let items = if random.random_bool(0.5) { inserted } else { random.random_range(1..=inserted) };
    let Ok(p) = Parameters::new(kind, bits, items, inserted - items, hashes) else { return };
    if steps(&p) > STEPS {
        return;
    }
    finite_forms(ledger, &p);
    // the front door has the same numbers
    let front = Deletable::new(kind, bits, hashes, items, inserted - items).unwrap();
    if let Ok(numbers) = front.numbers() {
        assert_eq!(Ok(numbers.deletability), in_f64::deletability(&p), "{p:?}");
        assert_eq!(Ok(numbers.rate), in_f64::rate(&p), "{p:?}");
        assert_eq!(Ok(numbers.rate_after_deletions), in_f64::rate_after_deletions(&p), "{p:?}");
    }
    routes::check_deletable(ledger, &p);
    if let Some(truth) = normal(certified(|a| poisson::rate_after_deletions(a, &p))) {
        let value = poisson::rate_after_deletions(&Double, &p);
        ledger.compare("deletable, Poisson rate", p, value, &truth, accuracy::poisson_rate(&p));
    }
    if let Some(truth) = normal(certified(|a| poisson::deletability(a, &p))) {
        let value = poisson::deletability(&Double, &p);
        ledger.compare("deletable, Poisson deletability", p, value, &truth, accuracy::poisson_deletability(&p));
    }
}

/// The steps of the finite rate and deletability, about.
fn steps(p: &Parameters) -> f64 {
    let k = p.hashes() as f64 + 1.0;
    let cells = k.powi(4) + 16.0 * k.powi(2);
    match p.kind() {
        DeletableKind::Dlbf { region_bits } => {
            let b = region_bits as f64;
            let of_rate = if p.deleted() == 0 { 64.0 * k.powi(4) } else { k.powi(5) * (b * b / 50.0 + 2.0 * b) };
            of_rate + k.powi(4) * (b * b + 8.0 * b) / 16.0
        }
        DeletableKind::Qbf if p.deleted() > 0 => 2.0 * cells + k.powi(6) / 40.0,
        _ => 2.0 * cells,
    }
}

fn finite_forms(ledger: &mut Ledger, p: &Parameters) {
    let is_region = matches!(p.kind(), DeletableKind::Dlbf { .. });
    let deletability = certified(|a| finite::deletability(a, p));
    if let (Some(truth), Ok(value)) = (deletability, in_f64::deletability(p))
        && truth.to_f64() >= accuracy::LEAST_DELETABILITY
    {
        let claim = if is_region { "deletability of regions" } else { "deletability" };
        ledger.compare(claim, p, value, &truth, accuracy::deletability(p));
    }
    if let (Some(truth), Ok(value)) = (normal(certified(|a| finite::rate(a, p))), in_f64::rate(p)) {
        ledger.compare("deletable, rate", p, value, &truth, accuracy::RATE);
    }
    let Some(truth) = normal(certified(|a| finite::rate_after_deletions(a, p))) else { return };
    if let Ok(value) = in_f64::rate_after_deletions(p) {
        let (claim, bound) = match is_region && p.deleted() > 0 {
            true => ("rate of regions after deletions", accuracy::region_rate_after_deletions(p, truth.to_f64())),
            false => ("rate after deletions", accuracy::RATE),
        };
        ledger.compare(claim, p, value, &truth, bound);
    }
    let value = finite::rate_after_deletions(&Double, p);
    if value.is_finite() || !is_region {
        let bound = accuracy::alternating_rate(p, truth.to_f64());
        ledger.compare("deletable, alternating rate", p, value, &truth, bound);
    }
}

fn normal(truth: Option<Certified>) -> Option<Certified> {
    truth.filter(|truth| truth.to_f64() > LEAST)
}

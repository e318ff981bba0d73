//! Costs of evaluations in other arithmetics, as their callers ask for them.

use bloomlab_numbers::{Arithmetic, Cost, DeletableKind, Double};

use crate::parameters::Parameters;
use crate::positive::{DOUBLE_TAIL, Tail, serves};

/// The cost of [`in_f64::deletability`](crate::in_f64::deletability).
pub fn deletability_in_f64(p: &Parameters) -> Cost {
    let (finite, is_region) = (deletability(p), matches!(p.kind(), DeletableKind::Dlbf { .. }));
    if is_region || !serves(p, DOUBLE_TAIL) { finite } else { finite.then(positive_non_deletability(p, DOUBLE_TAIL)) }
}

/// The cost of [`in_f64::rate_after_deletions`](crate::in_f64::rate_after_deletions).
pub fn rate_in_f64(p: &Parameters) -> Cost {
    let is_region = matches!(p.kind(), DeletableKind::Dlbf { .. }) && p.deleted() > 0;
    if is_region || !serves(p, DOUBLE_TAIL) { rate(p) } else { positive_rate(p, DOUBLE_TAIL) }
}

/// The cost of [`finite::deletability`](crate::finite::deletability).
pub fn deletability(p: &Parameters) -> Cost {
    match p.kind() {
        DeletableKind::Dlbf { region_bits } => {
            let (k, b) = (p.hashes() as f64 + 1.0, region_bits as f64);
            Cost { steps: k.powi(4) * (b * b + 8.0 * b) / 16.0, numbers: 4.0 * k * k * b }
        }
        _ => cells(p, 1),
    }
}

/// The cost of [`finite::rate_after_deletions`](crate::finite::rate_after_deletions).
pub fn rate(p: &Parameters) -> Cost {
    let k = p.hashes() as f64 + 1.0;
    match p.kind() {
        DeletableKind::Dlbf { .. } if p.deleted() == 0 => Cost { steps: 64.0 * k.powi(4), numbers: 8.0 * k.powi(2) },
        DeletableKind::Dlbf { region_bits } => {
            let b = region_bits as f64;
            Cost { steps: k.powi(5) * (b * b / 50.0 + 2.0 * b), numbers: 2.0 * k.powi(3) * b }
        }
        DeletableKind::Qbf if p.deleted() > 0 => cells(p, 2),
        _ => cells(p, 1),
    }
}

fn cells(p: &Parameters, level: usize) -> Cost {
    let k = p.hashes() as f64 + 1.0;
    match level {
        1 => Cost { steps: k.powi(4) + 16.0 * k.powi(2), numbers: 8.0 * k.powi(2) },
        _ => Cost { steps: k.powi(4) + 16.0 * k.powi(2) + k.powi(6) / 40.0, numbers: k.powi(5) / 4.0 },
    }
}

/// The cost of [`positive::non_deletability`](crate::positive::non_deletability).
pub fn positive_non_deletability(p: &Parameters, tail: Tail) -> Cost {
    chain(p, p.sticky_above().unwrap_or(0), &[p.inserted() - 1], tail)
}

/// The cost of [`positive::rate_after_deletions`](crate::positive::rate_after_deletions).
pub fn positive_rate(p: &Parameters, tail: Tail) -> Cost {
    match p.kind() {
        DeletableKind::Dlbf { .. } | DeletableKind::Counting => chain(p, 1, &[p.items()], tail),
        DeletableKind::Tbf(_) | DeletableKind::Qbf if p.deleted() == 0 => chain(p, 1, &[p.items()], tail),
        DeletableKind::FingerprintCounting { .. } => chain(p, 2, &[p.items()], tail),
        DeletableKind::Dfp | DeletableKind::Tbf(_) => chain(p, 2, &[p.deleted(), p.items()], tail),
        DeletableKind::Qbf => chain(p, 3, &[p.deleted(), p.items()], tail),
    }
}

/// A product of a sparse matrix and a vector for every item that hits: the matrix has C(W + 2c, 2c) entries for c classes.
fn chain(p: &Parameters, classes: usize, stages: &[u64], tail: Tail) -> Cost {
    let most = p.hashes().min(p.cells()) as f64;
    let entries = (1..=2 * classes).fold(1.0, |entries, i| entries * (most + i as f64) / i as f64);
    let hits = |&items: &u64| {
        let mean = items as f64 * Double.some_hit(most as u64, p.cells(), p.hashes());
        match tail {
            Tail::Summed => items as f64,
            Tail::NeglectedBelow(_) => (mean + 12.0 * mean.sqrt() + 80.0).min(items as f64) / 3.0,
        }
    };
    let states = (1..=classes).fold(1.0, |states, i| states * (most + i as f64) / i as f64);
    let steps = stages.iter().map(|items| 20.0 * entries + hits(items) * (entries + 2.0 * states + 16.0)).sum();
    Cost { steps, numbers: 2.0 * entries }
}

//! Simulated deletable filters: against the exact forms, and real hashing.

use bloomlab_deletable::{Parameters, finite};
use bloomlab_filters::Source;
use bloomlab_numbers::{DeletableKind, Double, Sampling};
use bloomlab_simulation::*;

use crate::{epochs, estimate};

fn point(kind: DeletableKind, bits: u64, hashes: u64, items: u64, deleted: u64) -> DeletablePoint {
    let (source, scheme) = (Source::Ideal, Scheme::Independent);
    DeletablePoint {
        kind,
        bits,
        hashes,
        source,
        scheme,
        sampling: Sampling::WithReplacement,
        items,
        deleted,
        queries: 0,
    }
}

/// Three cells, k = 2, two items that stay and one that leaves, against the exact forms, which are the enumeration of every outcome.
/// 100,000 trials each; α = 1e-6 for each of the twelve comparisons, seed 1.
#[test]
fn tiny_filters_agree_with_the_exact_forms() {
    let fp_cbf = DeletableKind::FingerprintCounting { fingerprint_bits: 2 };
    let regions = DeletableKind::Dlbf { region_bits: 2 };
    for kind in [DeletableKind::Dfp, DeletableKind::TBF, DeletableKind::Qbf, DeletableKind::Counting, fp_cbf, regions] {
        let bits = if kind == regions { 6 } else { 3 * kind.least_bits() };
        let p = Parameters::new(kind, bits, 2, 1, 2).unwrap();
        let trials = epochs(("deletable", 1), point(kind, bits, 2, 2, 1), 100_000, simulate_deletable);
        let deletability = estimate(&trials, |trial| trial.deletability().unwrap());
        let rate = estimate(&trials, |trial| trial.false_positive_rate);
        for (simulated, exact) in
            [(deletability, finite::deletability(&Double, &p)), (rate, finite::rate_after_deletions(&Double, &p))]
        {
            assert!((simulated.mean - exact).abs() <= simulated.half_width + 1e-12, "{kind} {exact} {simulated:?}");
        }
    }
}

#[test]
fn nothing_deleted_and_nothing_stored_are_edge_cases() {
    let trial = |kind, items| epochs(("deletable", 4), point(kind, 64, 2, items, 0), 1, simulate_deletable)[0];
    let empty = trial(DeletableKind::Dfp, 0);
    assert_eq!((empty.deletability(), empty.false_positive_rate), (None, 0.0));
    assert_eq!(trial(DeletableKind::Dlbf { region_bits: 3 }, 1).deletability(), Some(1.0));
}

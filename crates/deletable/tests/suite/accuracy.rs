//! Double precision against certified enclosures, beyond the grid of `bloomlab::crosscheck` and the ledger of `bloomlab`: large
//! numbers, and what is refused.

use bloomlab_deletable::in_f64::NotInDouble;
use bloomlab_deletable::{Parameters, accuracy, finite, in_f64, poisson};
use bloomlab_numbers::{DeletableKind, Double};

use crate::certified;

fn relative_error(value: f64, truth: f64) -> f64 {
    if value == truth { 0.0 } else { (value / truth - 1.0).abs() }
}

/// A rate of a DlBF after deletions has six digits, or is refused because it is near the least that has; from k = 3 some are.
#[test]
fn rates_of_regions_are_right_or_refused() {
    for hashes in [2, 3, 4, 5] {
        let mut refused = 0;
        for bits in [512, 262_144, 1 << 40] {
            for items in [bits / 4096, bits / 64, bits / 8, bits / 2].into_iter().filter(|&items| items > 0) {
                for deleted in [items / 5, 4 * items] {
                    let kind = DeletableKind::Dlbf { region_bits: 4 };
                    let p = Parameters::new(kind, bits, items, deleted, hashes).unwrap();
                    let truth = certified(|a| finite::rate_after_deletions(a, &p));
                    match in_f64::rate_after_deletions(&p) {
                        Ok(rate) => {
                            let error = relative_error(rate, truth);
                            assert!(
                                error <= accuracy::region_rate_after_deletions(&p, truth),
                                "{truth:e} by {error:e}: {p:?}"
                            );
                        }
                        Err(NotInDouble::Cancels { least, .. }) => {
                            assert!(p.deleted() > 0 && truth < 1.01 * least, "{truth:e} refused: {p:?}");
                            refused += 1;
                        }
                        Err(other) => panic!("{other}: {p:?}"),
                    }
                }
            }
        }
        assert_eq!(refused > 0, hashes >= 3, "k = {hashes}: {refused} refused");
    }
}

/// Regions so large that w! of a few of them is beyond a double.
#[test]
fn large_regions() {
    for (region_bits, bits, items, hashes) in
        [(64, 1 << 18, 4096, 4), (16, 1 << 18, 4096, 10), (200, 1 << 16, 1000, 2), (200, 402, 40, 2), (300, 301, 9, 3)]
    {
        let p = Parameters::new(DeletableKind::Dlbf { region_bits }, bits, items, items / 4, hashes).unwrap();
        let truth = certified(|a| finite::deletability(a, &p));
        let value = in_f64::deletability(&p).unwrap();
        assert!(relative_error(value, truth) < 1e-12, "{value:e}, {truth:e}: {p:?}");
    }
}

#[test]
fn what_a_double_cannot_hold_is_refused() {
    let region = |bits, hashes| Parameters::new(DeletableKind::Dlbf { region_bits: 4 }, bits, 64, 64, hashes).unwrap();
    let out_of_range = |p: &Parameters| Err(NotInDouble::OutOfRange { hashes: p.hashes(), cells: p.cells() });
    for p in [region(1024, 25), region(1 << 60, 20)] {
        assert_eq!(in_f64::deletability(&p), out_of_range(&p));
        assert_eq!(in_f64::rate_after_deletions(&p), out_of_range(&p));
    }
    assert!(in_f64::deletability(&region(1 << 40, 24)).is_ok());
    // all items miss a region of 1024 bits with a probability of about e^−1000: the deletability, 8e-136, depends on it
    let p = Parameters::new(DeletableKind::Dlbf { region_bits: 1024 }, 1 << 20, 1 << 18, 0, 4).unwrap();
    assert_eq!(in_f64::deletability(&p), out_of_range(&p));
    let error = in_f64::rate_after_deletions(&region(1 << 40, 4)).unwrap_err();
    assert!(error.to_string().contains("with 4 hash functions double precision gives "), "{error}");
}

#[test]
fn the_most_hashes_are_served() {
    for filter in [
        DeletableKind::Dfp,
        DeletableKind::TBF,
        DeletableKind::Qbf,
        DeletableKind::FingerprintCounting { fingerprint_bits: 8 },
    ] {
        let p = Parameters::new(filter, 65_536, 500, 100, 32).unwrap();
        let truth = certified(|a| finite::rate_after_deletions(a, &p));
        let error = relative_error(in_f64::rate_after_deletions(&p).unwrap(), truth);
        assert!(error < 1e-13, "{filter}: {truth:e} by {error:e}");
    }
}

/// Fingerprints of 32 bits: 1 − e^(−x) − (1 − 2^−32) x e^(−x) lost nine digits at x = 2^−20, about.
#[test]
fn long_fingerprints_keep_their_digits() {
    let kind = DeletableKind::FingerprintCounting { fingerprint_bits: 32 };
    let p = Parameters::new(kind, 36 << 20, 1, 0, 1).unwrap();
    let load = 1.0 / p.cells() as f64;
    // x²/2 − x³/3 and x 2^−32, to relative x²
    let expected = load * load * (0.5 - load / 3.0) + (load - load * load) * 2.0_f64.powi(-32);
    assert!(relative_error(poisson::rate(&Double, &p), expected) < 1e-11);
    assert!(relative_error(certified(|a| poisson::rate(a, &p)), expected) < 1e-11);
}

//! Filters from which items can be deleted, in every arithmetic.

use bloomlab::{ArithmeticKind, Deletable, DeletableMeasure, StoredDeletable};

fn filter(kind: &str, bits: u64, hashes: u64, items: u64, deleted: u64) -> StoredDeletable {
    let kind = kind.parse().unwrap();
    Deletable::new(kind, bits, hashes).unwrap().deleting(deleted).holding(items).unwrap()
}

#[test]
fn a_rate_that_is_0_is_certified() {
    for (kind, deleted) in [("dfp", 1), ("tbf", 1), ("tbf-packed", 1), ("qbf", 2), ("dlbf:4", 1), ("counting", 7)] {
        for bits in [40, 1 << 40] {
            let numbers = filter(kind, bits, 2, 0, deleted).certified(17).unwrap();
            assert_eq!(numbers.rate_after_deletions.to_f64(), 0.0, "{kind} {bits}");
            assert!(numbers.rate.to_f64() > 0.0, "{kind} {bits}");
        }
    }
}

#[test]
fn arithmetics_agree() {
    let filter = filter("dlbf:8", 1 << 12, 3, 200, 30);
    let certified = filter.certified(17).unwrap();
    for arithmetic in [ArithmeticKind::F64, ArithmeticKind::Mpfr(200), ArithmeticKind::Enclosure(200)] {
        let numbers = filter.in_arithmetic(arithmetic, 17).unwrap();
        for (value, truth) in [
            (numbers.deletability, &certified.deletability),
            (numbers.rate, &certified.rate),
            (numbers.rate_after_deletions, &certified.rate_after_deletions),
        ] {
            assert!((value.to_f64() / truth.to_f64() - 1.0).abs() < 1e-9, "{arithmetic}");
        }
    }
}

#[test]
fn a_refusal_says_which_number_is_missing() {
    let cancels = filter("dlbf:8", 1 << 40, 8, 1 << 30, 1 << 28).in_arithmetic(ArithmeticKind::F64, 17).unwrap_err();
    assert_eq!(cancels.measure, DeletableMeasure::RateAfterDeletions);
    assert!(cancels.to_string().starts_with("rate_after_deletions: "), "{cancels}");
    assert!(filter("qbf", 1 << 18, 28, 1 << 14, 1 << 14).in_arithmetic(ArithmeticKind::F64, 17).is_ok());
}

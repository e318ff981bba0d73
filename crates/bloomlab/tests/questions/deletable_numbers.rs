//! Filters from which items can be deleted: doubles, certified digits, refusals.

use bloomlab::{Deletable, Error, StoredDeletable};

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
fn doubles_and_certified_digits_agree() {
    let filter = filter("dlbf:8", 1 << 12, 3, 200, 30);
    let (doubles, certified) = (filter.numbers().unwrap(), filter.certified(17).unwrap());
    for (value, truth) in [
        (doubles.deletability, certified.deletability),
        (doubles.rate, certified.rate),
        (doubles.rate_after_deletions, certified.rate_after_deletions),
        (doubles.published_deletability.unwrap(), certified.published_deletability.unwrap()),
    ] {
        assert!((value / truth.to_f64() - 1.0).abs() < 1e-9, "{value}");
    }
}

#[test]
fn what_takes_long_is_out_of_domain() {
    let refused = |error: Error| match error {
        Error::Refused(why) => why.to_string(),
        other => panic!("{other}"),
    };
    let qbf = |hashes| filter("qbf", 1 << 18, hashes, 1 << 14, 1 << 14);
    assert_eq!(refused(qbf(25).numbers().unwrap_err()), "hashes = 25 is out of domain: needs 1 ≤ hashes ≤ 24");
    assert!(qbf(24).numbers().is_ok() && refused(qbf(21).certified(17).unwrap_err()).contains("hashes ≤ 20"));
    let regions = filter("dlbf:1024", 1 << 18, 5, 1 << 10, 10);
    assert!(refused(regions.numbers().unwrap_err()).contains("hashes² · region-bits ≤ 16384"));
    // in the domain the sum may still cancel
    let cancels = filter("dlbf:8", 1 << 40, 8, 1 << 30, 1 << 28).numbers().unwrap_err();
    assert!(cancels.to_string().contains("rate after deletions"), "{cancels}");
}

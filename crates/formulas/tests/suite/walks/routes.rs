//! Routes against each other, and the error bound of doubles.

use bloomlab_exact::certify;
use bloomlab_formulas::walks::{ExactRate, HashingScheme, SchemeLoad, by_union, rate_in_double};
use bloomlab_numbers::Double;

fn load(scheme: HashingScheme, bits: u64, items: u64, hashes: u64) -> SchemeLoad {
    SchemeLoad::new(scheme, bits, items, hashes).unwrap()
}

fn filters() -> Vec<SchemeLoad> {
    let mut filters = Vec::new();
    for hashes in [1, 2, 3, 5, 7, 9] {
        for (bits, items) in [(64, 6), (720, 60), (1021, 200), (1 << 20, 1 << 17), (1 << 62, 1 << 58), (10_000_000, 99)]
        {
            filters.push(load(HashingScheme::Double, bits, items, hashes));
            filters.push(load(HashingScheme::DoubleNonzero, bits, items, hashes));
            filters.push(load(HashingScheme::KmPartition, bits / hashes * hashes, items, hashes));
            if bits % 2 == 0 {
                filters.push(load(HashingScheme::DoubleOdd, bits, items, hashes));
            }
        }
        filters.push(load(HashingScheme::Enhanced, 96, 9, hashes.min(7)));
        filters.push(load(HashingScheme::Triple, 24, 3, hashes.min(5)));
    }
    filters
}

/// Positive terms and the alternating sum keep the digits that they promise; the bound of the sum is not idle: at half fill it is below
/// 1e-11 for k = 7 and 1e-7 for k = 14.
#[test]
fn the_routes_of_doubles_agree_with_certified_rates() {
    for load in filters() {
        let rate = ExactRate::new(load).unwrap();
        let truth = certify(20, |a| rate.rate(a)).unwrap().to_f64();
        let union = by_union(&Double, load).unwrap();
        assert!((union / truth - 1.0).abs() < 1e-11, "{load:?}: {union} for {truth}");
        let double = rate_in_double(load).unwrap();
        assert!((double / truth - 1.0).abs() < 1e-11, "{load:?}: {double} for {truth}");
        let sum = rate.rate_in_double().unwrap();
        assert!((sum.value - truth).abs() <= sum.error_bound + f64::EPSILON * truth, "{load:?}: {sum:?} for {truth}");
    }
    for (hashes, most) in [(7, 1e-11), (14, 1e-7)] {
        let half_full = load(HashingScheme::Double, 1 << 40, (1 << 40) / (hashes * 13 / 9), hashes);
        let sum = ExactRate::new(half_full).unwrap().rate_in_double().unwrap();
        assert!(sum.error_bound < most * sum.value, "k = {hashes}: {sum:?}");
    }
}

/// If every bit is set many times over, powers by repeated squaring lose all their digits: random filters found 0.51 for 1.
#[test]
fn an_overfull_filter_lets_everything_through() {
    for (scheme, bits, items, hashes) in [
        (HashingScheme::DoubleUnit, 1192, 219_511_901_963_445_472, 4),
        (HashingScheme::Double, 12_575_176, 9_800_440_363_444, 5),
        (HashingScheme::DoubleNonzero, 10, 1_731_050, 6),
        (HashingScheme::DoubleOdd, 5_348_064_072, 49_917_819_998_220_425, 7),
    ] {
        let load = load(scheme, bits, items, hashes);
        let union = by_union(&Double, load).unwrap();
        assert!((union - 1.0).abs() > 1e-12, "{load:?}: {union}");
        let truth = certify(20, |a| ExactRate::new(load).unwrap().rate(a)).unwrap().to_f64();
        let double = rate_in_double(load).unwrap();
        assert!((double / truth - 1.0).abs() < 1e-12, "{load:?}: {double} for {truth}");
    }
}

#[test]
fn every_scheme_is_read_as_it_is_written() {
    for scheme in HashingScheme::ALL.into_iter().chain([HashingScheme::Blocked(64), HashingScheme::SplitBlock(1)]) {
        assert_eq!(scheme.to_string().parse(), Ok(scheme));
        assert_eq!(scheme.name().parse::<HashingScheme>().map(HashingScheme::name), Ok(scheme.name()));
    }
    assert_eq!("blocked".parse(), Ok(HashingScheme::Blocked(512)));
    for text in ["", "Double", "double:3", "blocked:", "blocked:-1", "split-block:x", "split_block"] {
        let unknown = text.parse::<HashingScheme>().unwrap_err().to_string();
        assert!(unknown.starts_with(&format!("unknown scheme `{text}`")), "{unknown}");
    }
}

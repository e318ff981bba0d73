//! One query of a filter whose bits are known, against loops over every outcome.

use bloomlab_formulas::{
    walks::given_bits::is_reported,
    walks::{HashingScheme, SchemeLoad},
};

use HashingScheme::{BlockedDouble, Double, Enhanced, KmPartition, Triple};

use super::enumeration::outcomes;
use crate::support::reported;

fn load(scheme: HashingScheme, bits: u64, items: u64, hashes: u64) -> SchemeLoad {
    SchemeLoad::new(scheme, bits, items, hashes).unwrap()
}

#[test]
fn draws_report_as_often_as_each_walk() {
    // all draws of a tiny filter, as often as each walk
    for (scheme, bits, hashes, draws) in
        [(Double, 4, 3, 3), (Enhanced, 5, 3, 3), (Triple, 3, 4, 4), (KmPartition, 6, 2, 2), (BlockedDouble(3), 6, 3, 3)]
    {
        let load = load(scheme, bits, 0, hashes);
        let outcomes = outcomes(scheme, bits, hashes);
        for set in 0..1_u64 << bits {
            let covered = reported(&outcomes, set);
            let (mut found, mut all) = (0, 0);
            for table in 0..12_u64.pow(draws) {
                let (mut rest, mut whole) = (table, true);
                // a draw of 12 values stands for each value below a bound that divides 12, else it is left out
                let asked = is_reported(load, &[set], |below| {
                    let draw = rest % 12;
                    rest /= 12;
                    whole &= draw < below * (12 / below);
                    draw % below
                });
                all += u64::from(whole);
                found += u64::from(whole && asked.unwrap());
            }
            assert_eq!(found as f64 / all as f64, covered as f64 / outcomes.len() as f64, "{scheme:?} {set:b}");
        }
    }
    assert!(is_reported(load(HashingScheme::Blocked(32), 64, 0, 3), &[0], |_| 0).is_err());
}

//! What bits tell, against loops over every outcome.

use bloomlab_schemes::given_bits::{hit, is_reported, rate_given_bits, set_bits_variance};
use bloomlab_schemes::{HashingScheme, SchemeLoad};

use HashingScheme::{
    BlockedDouble, BlockedDoubleOdd, Double, DoubleNonzero, DoubleOdd, DoubleUnit, Enhanced, KmPartition, Triple,
};

use crate::enumeration::outcomes;

fn load(scheme: HashingScheme, bits: u64, items: u64, hashes: u64) -> SchemeLoad {
    SchemeLoad::new(scheme, bits, items, hashes).unwrap()
}

/// The mean and the variance of the number of set bits over every outcome of all items.
fn enumerated(scheme: HashingScheme, bits: u64, items: u32, hashes: u64) -> (f64, f64) {
    let all = outcomes(scheme, bits, hashes);
    let tables = (all.len() as u64).pow(items);
    let set = |mut table: u64| {
        (0..items).fold(0_u64, |set, _| {
            let one = all[(table % all.len() as u64) as usize];
            table /= all.len() as u64;
            set | one
        })
    };
    let counts = || (0..tables).map(|table| f64::from(set(table).count_ones()));
    let mean = counts().sum::<f64>() / tables as f64;
    (mean, counts().map(|count| (count - mean).powi(2)).sum::<f64>() / tables as f64)
}

#[test]
fn set_bits_vary_as_over_all_outcomes() {
    for (scheme, bits, hashes) in [
        (Double, 6, 2),
        (Double, 7, 4),
        (DoubleNonzero, 6, 3),
        (DoubleOdd, 8, 5),
        (DoubleUnit, 9, 3),
        (Double, 1, 2),
        (BlockedDouble(4), 12, 3),
        (BlockedDoubleOdd(6), 12, 4),
        (BlockedDouble(2), 6, 5),
    ] {
        for items in [0_u32, 1, 2] {
            let load = load(scheme, bits, items.into(), hashes);
            let (mean, variance) = enumerated(scheme, bits, items, hashes);
            let clear = (1.0 - hit(load).unwrap()).powi(items as i32);
            assert!((bits as f64 * (1.0 - clear) - mean).abs() < 1e-12, "{load:?}");
            assert!((set_bits_variance(load).unwrap() - variance).abs() < 1e-12, "{load:?}: {variance}");
        }
    }
    for (scheme, bits, items, hashes, expected) in [
        (Double, 6, 2, 2, 20_855.0 / 46_656.0),
        (DoubleNonzero, 6, 2, 3, 4016.0 / 5625.0),
        (DoubleOdd, 1024, 102, 7, 78.957_933_741_891),
    ] {
        let found = set_bits_variance(load(scheme, bits, items, hashes)).unwrap();
        assert!((found / expected - 1.0).abs() < 1e-13, "{scheme:?} {bits}: {found} for {expected}");
    }
    for (scheme, bits, hashes) in [(Enhanced, 6, 2), (Enhanced, 7, 5), (Triple, 6, 4), (Triple, 5, 3)] {
        let (mean, _) = enumerated(scheme, bits, 1, hashes);
        assert!((bits as f64 * hit(load(scheme, bits, 1, hashes)).unwrap() - mean).abs() < 1e-12, "{scheme:?} {bits}");
    }
    assert_eq!(set_bits_variance(load(Double, 1 << 41, 2, 2)), None);
}

#[test]
fn rates_given_bits_are_the_share_of_covered_walks() {
    // every filter of few bits, and of some more than a word
    for (scheme, bits, hashes) in [
        (Double, 4, 3),
        (DoubleOdd, 6, 3),
        (DoubleNonzero, 7, 4),
        (DoubleUnit, 9, 3),
        (BlockedDouble(4), 8, 3),
        (Enhanced, 7, 4),
        (Triple, 5, 4),
        (KmPartition, 9, 3),
        (KmPartition, 8, 2),
    ] {
        let all = outcomes(scheme, bits, hashes);
        for set in 0..1_u64 << bits {
            let covered = all.iter().filter(|walk| *walk & !set == 0).count();
            let rate = rate_given_bits(load(scheme, bits, 0, hashes), &[set]).unwrap();
            assert_eq!(rate, covered as f64 / all.len() as f64, "{scheme:?} {set:b}");
        }
    }
    let four = |set| rate_given_bits(load(Double, 4, 0, 3), &[set]).unwrap();
    assert_eq!((four(0b0011), four(0b0101)), (2.0 / 16.0, 4.0 / 16.0));
    // all draws of a tiny filter, as often as each walk
    for (scheme, bits, hashes, draws) in
        [(Double, 4, 3, 3), (Enhanced, 5, 3, 3), (Triple, 3, 4, 4), (KmPartition, 6, 2, 2), (BlockedDouble(3), 6, 3, 3)]
    {
        let load = load(scheme, bits, 0, hashes);
        for set in 0..1_u64 << bits {
            let (mut reported, mut all) = (0, 0);
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
                reported += u64::from(whole && asked.unwrap());
            }
            assert_eq!(reported as f64 / all as f64, rate_given_bits(load, &[set]).unwrap(), "{scheme:?} {set:b}");
        }
    }
    let words = [0x9e37_79b9_7f4a_7c15_u64, 0xf39c_c060_5ced_c834, 0x1082_276b_f3a2_7251];
    for (scheme, bits) in [(Double, 150), (DoubleOdd, 192), (BlockedDouble(50), 150), (BlockedDoubleOdd(96), 192)] {
        let ring = scheme.block_bits().unwrap_or(bits);
        let admitted = scheme.step_set().unwrap();
        let is_set = |at: u64| words[(at / 64) as usize] >> (at % 64) & 1 == 1;
        let (mut covered, mut all) = (0, 0);
        for (block, start) in (0..bits / ring).flat_map(|block| (0..ring).map(move |start| (block, start))) {
            for step in (0..ring).filter(|step| admitted.admits(*step, ring)) {
                all += 1;
                covered += u64::from((0..5).all(|i| is_set(block * ring + (start + i * step) % ring)));
            }
        }
        let rate = rate_given_bits(load(scheme, bits, 0, 5), &words).unwrap();
        assert_eq!(rate, covered as f64 / f64::from(all), "{scheme:?}");
    }
}

#[test]
fn what_bits_do_not_tell_is_refused() {
    assert!(rate_given_bits(load(Double, 65, 0, 3), &[0]).unwrap_err().to_string().starts_with("bits = 1 is out"));
    assert!(rate_given_bits(load(HashingScheme::Blocked(32), 64, 0, 3), &[0]).is_err());
    let large = rate_given_bits(load(Double, 1 << 20, 0, 7), &vec![0; 1 << 14]).unwrap_err().to_string();
    assert!(large.starts_with("too large"), "{large}");
}

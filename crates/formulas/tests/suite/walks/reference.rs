//! Values computed by an independent program with exact integers, to 20 significant digits.

use HashingScheme::*;
use bloomlab_exact::{Enclosures, certify};
use bloomlab_formulas::{
    Load,
    walks::other_walks::wrapping,
    walks::{ExactRate, HashingScheme, SchemeLoad, rate_in_double},
};

/// (scheme, m, n, k, rate, rate of independent positions).
const ROWS: [(HashingScheme, u64, u64, u64, &str, &str); 25] = [
    (Double, 64, 6, 7, "0.026322331812122938283", "0.0068594118056317110703"),
    (Double, 128, 10, 9, "0.013739741845999140786", "0.002377786110321029026"),
    (Double, 1000, 100, 7, "0.0096876236064610186387", "0.0082662475148435663315"),
    (Double, 1024, 102, 7, "0.0094166307317961482784", "0.0081096792076145040032"),
    (Double, 1472, 100, 11, "0.0019172227591165495706", "0.00087069432524162750803"),
    (Double, 4096, 409, 7, "0.0084812805117810577935", "0.0081534125000738600348"),
    (Double, 65536, 6553, 7, "0.0082117261606030095065", "0.0081912000694129693814"),
    (Double, 1_073_741_824, 53_687_091, 14, "0.000067138249055401644279", "0.00006713708091415426903"),
    (DoubleNonzero, 64, 6, 7, "0.019609435880666498802", "0.0068594118056317110703"),
    (DoubleNonzero, 1021, 102, 7, "0.0086254101020863910218", "0.0082257251642815326051"),
    (DoubleNonzero, 4096, 409, 7, "0.0083688011194270679766", "0.0081534125000738600348"),
    (
        DoubleNonzero,
        2_305_843_009_213_693_951,
        230_584_300_921_369_395,
        7,
        "0.0081937220658624176207",
        "0.0081937220658624174419",
    ),
    (DoubleOdd, 128, 12, 7, "0.012103163323246976514", "0.0064082535027164319309"),
    (DoubleOdd, 1024, 102, 7, "0.0089072334566521715851", "0.0081096792076145040032"),
    (DoubleOdd, 1_048_576, 104_857, 7, "0.0081943514583351267428", "0.0081935644307459285575"),
    (DoubleUnit, 1000, 100, 7, "0.009383353867281779354", "0.0082662475148435663315"),
    (KmPartition, 1001, 102, 7, "0.01291675531812553998", "0.0090488879616486390891"),
    (KmPartition, 1043, 102, 7, "0.011077695779950601469", "0.0074161552080343808371"),
    (Partitioned, 1022, 102, 7, "0.0082523547860093994132", "0.0081868366834997258716"),
    (Triple, 61, 6, 4, "0.012718226862467245047", "0.01191678539012170355"),
    (Enhanced, 64, 6, 7, "0.0081387130468091694502", "0.0068594118056317110703"),
    (Enhanced, 128, 12, 7, "0.0070525928809711929204", "0.0064082535027164319309"),
    (Enhanced, 1021, 102, 7, "0.0083076974330085580415", "0.0082257251642815326051"),
    (Enhanced, 1472, 147, 7, "0.0082526730321663785154", "0.0081889752466665809164"),
    (Enhanced, 10_000, 1000, 7, "0.0082149046757170008214", "0.0082009574047747352705"),
];

fn certified(scheme: HashingScheme, bits: u64, items: u64, hashes: u64) -> ExactRate {
    ExactRate::new(SchemeLoad::new(scheme, bits, items, hashes).unwrap()).unwrap()
}

/// Returns true if the value has the digits of a decimal below 1.
fn same_digits(found: &bloomlab_exact::Certified, expected: &str) -> bool {
    let digits = expected.trim_start_matches(['0', '.']).len();
    found.decimal(digits) == expected
}

#[test]
fn rates_have_the_reference_digits() {
    for (scheme, bits, items, hashes, expected, independent) in ROWS {
        let rate = certified(scheme, bits, items, hashes);
        let found = certify(20, |a| rate.rate(a)).unwrap();
        assert!(same_digits(&found, expected), "{scheme:?} {bits}: {} for {expected}", found.decimal(20));
        let of_independent = certified(Independent, bits, items, hashes);
        let found = certify(20, |a| of_independent.rate(a)).unwrap();
        assert!(same_digits(&found, independent), "{bits}: {} for {independent}", found.decimal(20));
        let double = rate.rate_in_double().map_or_else(|| rate_in_double(rate.load()).unwrap(), |sum| sum.value);
        let expected: f64 = expected.parse().unwrap();
        assert!(
            (double / expected - 1.0).abs() < if hashes > 12 { 1e-8 } else { 1e-11 },
            "{scheme:?} {bits}: {double}"
        );
    }
}

/// ((h₁ + i·h₂) mod 2^64) mod m.
#[test]
fn wrapping_rates_have_the_reference_digits() {
    let rows = [(24, 4, 4, "0.07820185268959859224"), (48, 6, 5, "0.034390752831783981928")];
    for (bits, items, hashes, expected) in rows {
        let remainder = (u64::MAX % bits + 1) % bits;
        let load = Load::new(bits, items, hashes).unwrap();
        let found = wrapping(&Enclosures::new(200), load, remainder).unwrap();
        let digits = expected.trim_start_matches(['0', '.']).len();
        assert!(found.is_narrower_than(digits + 2), "{found:?}");
        assert_eq!(found.decimal(digits), expected, "{bits}");
    }
}

/// Blocks of 512 bits: the rates of any number of them are within 1e-12 of the limit of many at 2^53.
#[test]
fn walks_within_lines_have_the_reference_rates() {
    let many = |scheme: HashingScheme, block: u64, bits_per_item: u64, hashes: u64| {
        let blocks = (1_u64 << 62) / block;
        certified(scheme, blocks * block, blocks * block / bits_per_item, hashes)
    };
    let rows = [
        (many(BlockedDouble(512), 512, 8, 6), 0.025_913_626_137_446),
        (many(BlockedDouble(512), 512, 16, 6), 0.002_482_245_725_667_6),
        (many(BlockedDoubleNonzero(512), 512, 8, 6), 0.025_085_359_292_865),
        (many(BlockedDoubleNonzero(512), 512, 16, 6), 0.001_888_156_757_835_3),
        (many(BlockedDoubleOdd(512), 512, 8, 6), 0.025_022_176_393_442),
        (many(BlockedDoubleOdd(512), 512, 16, 6), 0.002_007_390_087_694_3),
        (many(BlockedDouble(512), 512, 16, 8), 0.002_684_657_850_333_7),
        (many(BlockedDouble(256), 256, 10, 5), 0.014_443_960_755_18),
        (certified(BlockedDouble(512), 197 * 512, 10_000, 6), 0.011_280_246_929_192),
        (certified(BlockedDoubleOdd(512), 197 * 512, 10_000, 6), 0.010_520_831_558_771),
    ];
    for (rate, expected) in rows {
        let found = certify(20, |a| rate.rate(a)).unwrap().to_f64();
        assert!((found / expected - 1.0).abs() < 1e-12, "{:?}: {found} for {expected}", rate.load());
    }
}

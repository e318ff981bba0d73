//! The first-order approximation: its table, and that the exact rate follows it.

use bloomlab_exact::{Enclosure, Enclosures, certify};
use bloomlab_formulas::{
    blocked::{self, BlockedLoad},
    walks::first_order::{self, FirstOrder, constant},
    walks::{ExactRate, HashingScheme, SchemeLoad},
};
use bloomlab_numbers::{Arithmetic, Double};

const PRIME: u64 = (1 << 61) - 1;
const POWER_OF_TWO: u64 = 1 << 60;
const POWER_OF_TEN: u64 = 1_000_000_000_000_000_000;
/// A prime number of bits a slice.
const SLICE: u64 = (1 << 31) - 1;

/// The columns of the table: a scheme, and a number of bits of the kind meant.
fn columns(hashes: u64) -> [(HashingScheme, u64); 10] {
    [
        (HashingScheme::Double, PRIME),
        (HashingScheme::DoubleNonzero, PRIME),
        (HashingScheme::Double, POWER_OF_TWO),
        (HashingScheme::DoubleNonzero, POWER_OF_TWO),
        (HashingScheme::DoubleOdd, POWER_OF_TWO),
        (HashingScheme::Double, POWER_OF_TEN),
        (HashingScheme::Enhanced, PRIME),
        (HashingScheme::Enhanced, POWER_OF_TWO),
        (HashingScheme::Triple, PRIME),
        (HashingScheme::KmPartition, hashes * SLICE),
    ]
}

/// A at half fill (β = k/ln 2), and for k = 7 at β = 8, 10, 16. The last column is what the partition of Kirsch and
/// Mitzenmacher costs beyond independent slices.
const HALF_FILL: [(u64, [&str; 10]); 7] = [
    (3, ["0.1444", "-0.0573", "0.2405", "0.0388", "0.1737", "0.2405", "0.0578", "0.0772", "0.0000", "0.2599"]),
    (5, ["0.5808", "0.1987", "0.9184", "0.5363", "0.5453", "0.9184", "0.0866", "0.0935", "0.0938", "1.733"]),
    (7, ["0.8689", "0.4092", "1.333", "0.8729", "0.8176", "1.408", "0.0851", "0.0943", "0.1250", "3.753"]),
    (10, ["0.9292", "0.4362", "1.387", "0.8942", "0.7897", "1.508", "0.0699", "0.0865", "0.0879", "6.552"]),
    (13, ["0.8539", "0.3550", "1.274", "0.7749", "0.6532", "1.405", "0.0536", "", "0.0414", "8.910"]),
    (20, ["0.7123", "0.2124", "1.105", "", "0.4184", "", "", "", "", ""]),
    (30, ["0.6387", "0.1387", "1.030", "", "0.2773", "", "", "", "", ""]),
];
const SEVEN_HASHES: [(u64, [&str; 10]); 3] = [
    (8, ["0.9530", "0.4788", "1.612", "1.138", "0.9926", "1.722", "0.0885", "0.1044", "0.1775", "3.775"]),
    (10, ["0.8736", "0.4123", "1.345", "0.8841", "0.8253", "1.422", "0.0854", "0.0949", "0.1272", "3.762"]),
    (16, ["0.6023", "0.2520", "0.7868", "0.4365", "0.4804", "0.8065", "0.0618", "0.0645", "0.0430", "2.883"]),
];

fn compare(hashes: u64, bits_per_item: f64, expected: &[&str; 10]) {
    for ((scheme, bits), expected) in columns(hashes).into_iter().zip(expected).filter(|(_, text)| !text.is_empty()) {
        let of = |scheme| constant(&Double, scheme, bits, hashes, bits_per_item).unwrap().unwrap();
        let beyond = if scheme == HashingScheme::KmPartition { of(HashingScheme::Partitioned) } else { 0.0 };
        let decimals = expected.split('.').nth(1).unwrap().len();
        let found = format!("{:.decimals$}", of(scheme) - beyond);
        assert_eq!(&found, expected, "{scheme:?} k = {hashes}, {bits_per_item} bits an item");
    }
}

#[test]
fn the_table() {
    for (hashes, expected) in &HALF_FILL {
        compare(*hashes, *hashes as f64 / std::f64::consts::LN_2, expected);
    }
    for (bits_per_item, expected) in &SEVEN_HASHES {
        compare(7, *bits_per_item as f64, expected);
    }
    let divisible = constant(&Double, HashingScheme::Double, 720_720_u64.pow(3), 7, 7.0 / std::f64::consts::LN_2);
    assert!((divisible.unwrap().unwrap() - 1.687_187_8).abs() < 5e-8);
}

/// The shares of the steps that are no multiples of a large divisor enter: those of m = 2^50.
#[test]
fn twenty_digits() {
    let rows = [
        (HashingScheme::Double, PRIME, "0.87357103970014272215"),
        (HashingScheme::Double, 1 << 50, "1.3453481187210340841"),
        (HashingScheme::DoubleOdd, 1 << 50, "0.82526803952600706951"),
    ];
    for (scheme, bits, expected) in rows {
        let found = certify(20, |a| constant(a, scheme, bits, 7, a.integer(10)).unwrap().unwrap()).unwrap();
        assert_eq!(found.decimal(20), expected, "{scheme:?}");
    }
}

/// m² (rate − rate of independent positions − A/m) at m/n = 8 and k = 7.
fn second_order(scheme: HashingScheme, bits: u64, large: u64) -> f64 {
    let rate = |scheme| ExactRate::new(SchemeLoad::new(scheme, bits, bits / 8, 7).unwrap()).unwrap();
    let (rate, independent) = (rate(scheme), rate(HashingScheme::Independent));
    let difference = |a: &Enclosures| -> Enclosure {
        let predicted = constant(a, scheme, large, 7, a.integer(8)).unwrap().unwrap();
        let excess = (rate.rate(a) - independent.rate(a)) * a.integer(bits) - predicted;
        excess * a.integer(bits)
    };
    certify(4, difference).unwrap().to_f64()
}

/// The rest beyond A/m falls like 1/m²: m² times it settles, while an approximation that errs in its fourth digit leaves a
/// multiple of m.
#[test]
fn what_the_approximation_leaves_falls_like_one_over_the_square() {
    for scheme in [HashingScheme::Double, HashingScheme::DoubleNonzero, HashingScheme::DoubleOdd] {
        let [small, middle, large] = [14, 17, 20].map(|log2| second_order(scheme, 1 << log2, POWER_OF_TWO));
        assert!((middle / large - 1.0).abs() < 0.01 && (small / large - 1.0).abs() < 0.05, "{small} {middle} {large}");
        let mutant = 1e-3 * f64::from(1 << 20);
        assert!(((middle + mutant / 8.0) / (large + mutant) - 1.0).abs() > 0.1);
    }
    let [small, large] = [11, 13].map(|log2| second_order(HashingScheme::Enhanced, 1 << log2, POWER_OF_TWO));
    assert!((small / large - 1.0).abs() < 0.05, "{small} {large}");
}

#[test]
fn blocks_have_no_constant_and_independent_positions_none_but_0() {
    assert_eq!(constant(&Double, HashingScheme::Blocked(512), 1 << 20, 7, 10.0), Ok(None));
    assert_eq!(constant(&Double, HashingScheme::Independent, 1 << 20, 7, 10.0), Ok(Some(0.0)));
    // two hash functions are pairwise independent, one is uniform
    let two = constant(&Double, HashingScheme::Double, PRIME, 2, 10.0).unwrap().unwrap();
    assert!(two.abs() < 1e-15, "{two}");
    assert_eq!(constant(&Double, HashingScheme::Double, PRIME, 1, 10.0), Ok(Some(0.0)));
}

/// The recipe of [`first_order::LARGEST_ERROR`]: exact rates of filters with as many bits as searches ask for.
#[test]
fn the_rate_of_the_first_order_is_as_near_as_it_says() {
    let mut largest = 0.0_f64;
    for hashes in [2, 5, 10, 16, 20] {
        for bits in [1 << 20, (1 << 20) + 7, 10_000_019, (1 << 30) + 3, 1 << 40] {
            let exact = ExactRate::new(SchemeLoad::new(HashingScheme::Double, bits, 1, hashes).unwrap()).unwrap();
            for bits_per_position in [0.6, std::f64::consts::LOG2_E, 3.0, 8.0] {
                let items = (bits as f64 / (bits_per_position * hashes as f64)) as u64;
                let load = SchemeLoad::new(HashingScheme::Double, bits, items, hashes).unwrap();
                let exact = certify(15, |a| exact.holding(items).unwrap().rate(a)).unwrap().to_f64();
                let rate = FirstOrder::default().rate(load).unwrap().unwrap();
                // below, the rounding of doubles is most of it
                let error = ((rate / exact - 1.0).abs() - 1e-12).max(0.0);
                assert!(error <= first_order::largest_error(load), "{load:?}: {error}");
                largest = largest.max(error * bits as f64);
            }
        }
    }
    assert!(largest > 0.5 * first_order::LARGEST_ERROR, "{largest}");
}

#[test]
fn one_tally_serves_all_numbers_of_bits_with_the_same_small_factors() {
    let primes = |from: u64| (from..).filter(|&bits: &u64| (2..=bits.isqrt()).all(|d| !bits.is_multiple_of(d)));
    let schemes =
        [HashingScheme::Double, HashingScheme::DoubleNonzero, HashingScheme::DoubleOdd, HashingScheme::DoubleUnit];
    for (scheme, hashes) in schemes.into_iter().flat_map(|scheme| [2, 5, 8, 13].map(|hashes| (scheme, hashes))) {
        let found = FirstOrder::default();
        let rough = (1..40).map(|i| (1 << 20) + 34_650 * i);
        let odd_multiples = primes(1 << 16).take(3).flat_map(|prime| [2, 8, 16, 32, 96, 720].map(|by| by * prime));
        let powers = (20..60).map(|log2| 1 << log2);
        for bits in primes(1 << 20).take(5).chain(odd_multiples).chain(powers).chain(rough) {
            let Ok(load) = SchemeLoad::new(scheme, bits, bits / 12, hashes) else { continue };
            assert_eq!(found.rate(load), FirstOrder::default().rate(load), "{load:?}");
        }
    }
}

/// (1/B) E A(B, B/J), J Poisson with the mean load of a line, over the true excess, from 6 to 20 bits per item.
#[test]
fn the_first_order_of_a_line_is_near_the_excess() {
    for (scheme, plain, ends) in [
        (HashingScheme::BlockedDouble(512), HashingScheme::Double, [0.877, 0.970]),
        (HashingScheme::BlockedDoubleNonzero(512), HashingScheme::DoubleNonzero, [0.820, 0.939]),
        (HashingScheme::BlockedDoubleOdd(512), HashingScheme::DoubleOdd, [1.003, 1.015]),
    ] {
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for bits_per_item in (6..=20).step_by(2) {
            let load = 512.0 / bits_per_item as f64;
            let mut mass = (-load).exp();
            let mut mean = 0.0;
            for items in 1..300 {
                mass *= load / f64::from(items);
                let of_line = first_order::constant(&Double, plain, 512, 6, 512.0 / f64::from(items)).unwrap().unwrap();
                mean += mass * of_line;
            }
            let items = (1_u64 << 40) / bits_per_item * 512;
            let walks = SchemeLoad::new(scheme, items * bits_per_item, items, 6).unwrap();
            let walked = ExactRate::new(walks).unwrap().rate_in_double().unwrap().value;
            let line = BlockedLoad::plain(512 * bits_per_item, 512, 512, 6).unwrap();
            let share = mean / 512.0 / (walked - blocked::limit(&Double, line).unwrap().value);
            (least, most) = (least.min(share), most.max(share));
        }
        let found = [least, most];
        assert!(found.iter().zip(ends).all(|(found, end)| (found - end).abs() < 1.1e-3), "{scheme}: {found:?}");
    }
}

//! The cost of walks within a line, in numbers of three digits: against independent positions there, and the first order.

use bloomlab_formulas::{
    blocked::{self, BlockedLoad},
    walks::{ExactRate, HashingScheme, SchemeLoad, first_order, rate_in_double},
};
use bloomlab_numbers::Double;

use HashingScheme::{BlockedDouble, BlockedDoubleNonzero, BlockedDoubleOdd};

/// Bits per item.
const COLUMNS: [u64; 8] = [6, 8, 10, 12, 14, 16, 18, 20];

fn walked(scheme: HashingScheme, bits_per_item: u64, hashes: u64) -> f64 {
    let bits = (1_u64 << 40) / bits_per_item * 512 * bits_per_item;
    let load = SchemeLoad::new(scheme, bits, bits / bits_per_item, hashes).unwrap();
    ExactRate::new(load).unwrap().rate_in_double().map_or_else(|| rate_in_double(load).unwrap(), |rate| rate.value)
}

fn independent(bits_per_item: u64, hashes: u64) -> f64 {
    let load = BlockedLoad::plain(512 * bits_per_item, 512, 512, hashes).unwrap();
    blocked::limit(&Double, load).unwrap().value
}

/// (1/B) E A(B, B/J), J Poisson with the mean load of a line, over the true excess, from 6 to 20 bits per item.
#[test]
fn the_first_order_of_a_line_is_near_the_excess() {
    for (scheme, plain, ends) in [
        (BlockedDouble(512), HashingScheme::Double, [0.877, 0.970]),
        (BlockedDoubleNonzero(512), HashingScheme::DoubleNonzero, [0.820, 0.939]),
        (BlockedDoubleOdd(512), HashingScheme::DoubleOdd, [1.003, 1.015]),
    ] {
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for bits_per_item in COLUMNS {
            let load = 512.0 / bits_per_item as f64;
            let mut mass = (-load).exp();
            let mut mean = 0.0;
            for items in 1..300 {
                mass *= load / f64::from(items);
                let of_line = first_order::constant(&Double, plain, 512, 6, 512.0 / f64::from(items)).unwrap().unwrap();
                mean += mass * of_line;
            }
            let share = mean / 512.0 / (walked(scheme, bits_per_item, 6) - independent(bits_per_item, 6));
            (least, most) = (least.min(share), most.max(share));
        }
        let found = [least, most];
        assert!(found.iter().zip(ends).all(|(found, end)| (found - end).abs() < 1.1e-3), "{scheme}: {found:?}");
    }
}

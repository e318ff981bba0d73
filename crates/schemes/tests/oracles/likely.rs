//! Likely rates against exact ones.

use bloomlab_schemes::likely::{error_in_double, rate};
use bloomlab_schemes::{ExactRate, HashingScheme, SchemeLoad};

#[test]
fn likely_rates_are_near_and_decide_alike() {
    use HashingScheme::{
        BlockedDouble, BlockedDoubleNonzero, BlockedDoubleOdd, Double, DoubleNonzero, DoubleOdd, DoubleUnit, Enhanced,
        KmPartition,
    };
    let sizes = [(2520, 200, 5), (2521, 200, 5), (10_080, 100, 4), (4096, 300, 8), (120, 10, 3), (30_030, 2, 3)];
    let blocked = [BlockedDouble(512), BlockedDoubleNonzero(30), BlockedDoubleOdd(720)];
    for scheme in [Double, DoubleNonzero, DoubleOdd, DoubleUnit, Enhanced, KmPartition].into_iter().chain(blocked) {
        for (bits, items, hashes) in sizes {
            let Ok(load) = SchemeLoad::new(scheme, bits, items, hashes) else { continue };
            let sum = ExactRate::new(load).unwrap().rate_in_double().unwrap();
            let ratio = rate(load) / sum.value;
            assert!((0.5..2.0).contains(&ratio), "{load:?}: {ratio}");
            let bound = error_in_double(load) / sum.error_bound;
            assert!((0.2..5.0).contains(&bound), "{load:?}: {bound}");
        }
    }
}

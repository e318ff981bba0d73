//! False negatives by the age of the cycle, against the forgetting rates of every distance.

use bloomlab_numbers::{Bound, Phases, Retention, Sampling};
use bloomlab_recycling::{Ages, Cycle, ForgettingCurve, LargeFilter, Reuse, Variant, sigma_bounded_rate};

use crate::support::{error, filter, shape};

fn by_distances(bits: u64, hashes: u64, sampling: Sampling, sigma: u64, reuse: Reuse) -> f64 {
    let cycle = Cycle::new(shape(bits, hashes, sampling), Bound::Sigma(sigma), Retention::NonRetaining).unwrap();
    let curve = ForgettingCurve::new(Variant::one_phase(cycle), reuse, 1.0).unwrap();
    curve.false_negatives(|distance| reuse.tail(distance))
}

/// Distinct positions: the sum over ages is that over distances, to what the curve leaves out. With replacement coinciding positions of the
/// message make a difference of order k²/(mL).
#[test]
fn the_sum_over_ages_is_that_over_distances() {
    for (bits, hashes, sigma) in [(20, 2, 11), (60, 3, 40), (1000, 5, 539), (300, 4, 160), (50, 1, 30)] {
        for sampling in [Sampling::WithoutReplacement, Sampling::WithReplacement] {
            let ages = Ages::new(filter(bits, hashes, sampling, sigma)).unwrap();
            for reuse in
                ["geometric:20", "geometric:300", "uniform:90", "power:2.5"].map(|text| text.parse::<Reuse>().unwrap())
            {
                let (rate, other) =
                    (ages.false_negatives(|r| reuse.tail(r)), by_distances(bits, hashes, sampling, sigma, reuse));
                let coincide = (hashes * hashes) as f64 / (bits as f64 * ages.messages_per_cycle());
                let off = if sampling == Sampling::WithReplacement && hashes > 1 { coincide } else { 0.0 };
                assert!((rate - other).abs() <= 2e-10 * other + off, "{bits} {hashes} {reuse:?}: {rate} {other}");
            }
        }
    }
}

/// The start near the end of a cycle, at sizes where the chain from the empty filter is followed too: cycles and average rates.
#[test]
fn large_filters_start_near_the_end_of_a_cycle() {
    for (bits, hashes, share) in
        [(1 << 14, 5, 0.5), (1 << 17, 7, 0.5), (1 << 20, 3, 0.3), (1 << 18, 10, 0.9), (1 << 24, 2, 0.0008)]
    {
        let filter = filter(bits, hashes, Sampling::WithReplacement, (bits as f64 * share) as u64);
        let ages = Ages::new(filter).unwrap();
        let (average, _) = sigma_bounded_rate(filter, Phases::One).unwrap();
        let known = 1.0 - ages.false_negatives(|_| 1.0);
        assert!(error(ages.messages_per_cycle(), average.messages_per_cycle) < 1e-9, "{bits} {hashes}");
        assert!(error(known, average.rate) < 1e-7, "{bits} {hashes}: {known} {}", average.rate);
    }
}

/// Mean distances of a tenth of a cycle and of ten, against cycles of one length without false positives.
#[test]
fn a_megabyte() {
    let bits = 1 << 23;
    let ages = Ages::new(filter(bits, 7, Sampling::WithReplacement, bits / 2)).unwrap();
    let cycle = ages.messages_per_cycle();
    for share in [0.1, 10.0] {
        let reuse = Reuse::geometric(share * cycle).unwrap();
        let rate = ages.false_negatives(|r| reuse.tail(r));
        let large = LargeFilter { frozen: None, retention: Retention::NonRetaining };
        let limit = large.false_negatives(reuse, cycle as u64);
        assert!(rate < limit && rate > limit * (1.0 - 0.5_f64.powi(7)), "{rate} {limit}");
    }
    assert!(Ages::new(filter(1 << 45, 7, Sampling::WithReplacement, 1 << 44)).is_err());
    assert!(Ages::new(filter(1 << 23, 7, Sampling::WithoutReplacement, 1 << 22)).is_err());
}

//! Partitioned filters: every hash outcome of tiny ones, reference values, and the formula of Bloom (1970).

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::{
    Load, approximation, exact,
    partitioned::{PartitionedLoad, rate},
};
use bloomlab_numbers::Double;

use crate::support::{enumerated, outcomes_in};

/// The longer slices come first.
#[test]
fn the_rate_is_the_enumeration_of_every_outcome() {
    let shapes: [&[u64]; 8] = [&[1], &[4], &[3, 3], &[3, 2], &[3, 3, 2], &[4, 4, 3], &[2, 2, 2], &[2, 1, 1, 1]];
    for slices in shapes {
        let starts = slices.iter().scan(0, |end, bits| Some(std::mem::replace(end, *end + bits)));
        let parts: Vec<(u64, u64)> = starts.zip(slices.iter().copied()).collect();
        for items in 0..=3 {
            let load = PartitionedLoad::even(slices.iter().sum(), items, slices.len() as u64).unwrap();
            assert_eq!(rate(&Rationals, &load), enumerated(&outcomes_in(&parts), items), "{slices:?} {items}");
        }
    }
    assert!(PartitionedLoad::even(3, 1, 4).is_err());
}

#[test]
fn reference_values() {
    assert_eq!(rate(&Rationals, &PartitionedLoad::even(6, 3, 2).unwrap()), Rational::new(361, 729));
    let eight = rate(&Double, &PartitionedLoad::even(1024, 100, 8).unwrap());
    assert!((eight / 0.007_621_447_502_804_533 - 1.0).abs() < 1e-14, "{eight}");
}

/// Equal slices have the rate of Bloom's formula, above the ordinary filter's by the stated share.
#[test]
fn equal_slices_are_the_formula_of_1970() {
    for (bits, items, hashes, excess) in [
        (32, 4, 4, 0.096),
        (64, 8, 4, 0.043),
        (1024, 100, 8, 0.010),
        (10_000, 1000, 8, 0.0010),
        (1_000_000, 100_000, 8, 1e-5),
    ] {
        let load = Load::new(bits, items, hashes).unwrap();
        let partitioned = PartitionedLoad::even(bits, items, hashes).unwrap();
        assert_eq!(rate(&Rationals, &partitioned), approximation::bloom_1970(&Rationals, load).unwrap());
        let above = rate(&Double, &partitioned) / exact::rate(&Double, load).unwrap() - 1.0;
        assert!((above / excess - 1.0).abs() < 0.06, "{bits} {above}");
    }
}

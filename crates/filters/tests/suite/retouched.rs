//! Bits that are cleared by themselves.

use bloomlab_filters::{Hashing, Locator, RetouchedFilter};

/// Each of about 10,000 set bits is cleared by itself: five standard deviations, α = 6e-7.
#[test]
fn every_bit_is_cleared_with_the_chance_given() {
    for chance in [0.0, 0.25, 1.0] {
        let mut filter = RetouchedFilter::new(1 << 20, Hashing::ideal(10, 4)).unwrap();
        for number in 0..1000_u32 {
            let probe = filter.filter().locator().probe(&number.to_le_bytes());
            filter.insert_at(&probe).unwrap();
        }
        let before = filter.filter().count_ones() as f64;
        let words = Locator::new(1 << 40, Hashing::ideal(1, 9)).unwrap();
        let mut drawn = 0_u64;
        filter.clear_each(chance, || {
            drawn += 1;
            words.probe(&drawn.to_le_bytes()).cells()[0] << 24
        });
        let cleared = before - filter.filter().count_ones() as f64;
        let deviation = (before * chance * (1.0 - chance)).sqrt();
        assert!((cleared - before * chance).abs() <= 5.0 * deviation, "{cleared} of {before}");
    }
}

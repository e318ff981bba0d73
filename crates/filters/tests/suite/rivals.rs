//! What the rivals of the Bloom filter remember, and what they forget.

use bloomlab_filters::{
    AgePartitionedFilter, CuckooFilter, Decrements, FlagFilter, Hashing, Locator, Membership, RetouchedFilter,
    RingFilter, RollingFilter, Source, StableFilter, TimerFilter,
};

/// After each of 60 insertions, the newest `sure` items are known, and those from the `gone`-th newest on are not: in filters so
/// large that none is a false positive.
fn remembers(mut filter: impl Membership, sure: usize, gone: usize) {
    let item = |number: usize| number.to_le_bytes();
    for newest in 0..60 {
        filter.insert(&item(newest));
        for back in 0..=newest {
            let known = filter.contains(&item(newest - back));
            assert!(known || back >= sure, "forgot the item {back} before item {newest}");
            assert!(!known || back < gone, "knows the item {back} before item {newest}");
        }
    }
}

#[test]
fn windows_reach_as_far_as_they_say() {
    let (cells, hashing) = (1 << 16, Hashing::ideal(3, 8));
    remembers(RingFilter::new(cells, 2, 5, hashing).unwrap(), 11, 15);
    remembers(RollingFilter::new(cells, 5, hashing).unwrap(), 11, 15);
    remembers(AgePartitionedFilter::new(3, 2, cells, 5, Source::Ideal, 8).unwrap(), 11, 15);
    remembers(TimerFilter::new(cells, 10, hashing).unwrap(), 10, 10);
    remembers(FlagFilter::new(cells, 10, hashing).unwrap(), 10, 20);
}

/// An insertion that decrements every cell leaves the cells of the item before it at M − 1.
#[test]
fn a_stable_filter_that_decrements_all_knows_the_newest_m() {
    for decrements in [Decrements::Run, Decrements::Distinct] {
        for most in 1..=4 {
            let filter = StableFilter::new(1000, 1000, most, decrements, Hashing::ideal(3, 8)).unwrap();
            remembers(filter, most as usize, most as usize);
        }
    }
}

/// The rate is at most 2b/V · load = 3 %: of 1000 others 30 are expected, and 60 lie five standard deviations above: α = 1e-6.
#[test]
fn a_cuckoo_filter_knows_its_items_and_few_others() {
    for source in [Source::Hash, Source::Ideal] {
        let mut filter = CuckooFilter::new(64, 4, 255, source, 3).unwrap();
        let item = |number: u32| number.to_le_bytes();
        (0..240).for_each(|number| filter.insert(&item(number)).unwrap());
        assert!((0..240).all(|number| filter.contains(&item(number))));
        let others = (1000..2000).filter(|&number| filter.contains(&item(number))).count();
        assert!((1..60).contains(&others), "{others}");
        assert!((0..240).all(|number| filter.remove(&item(number))));
        assert!(filter.is_empty() && !filter.contains(&item(0)));
    }
}

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

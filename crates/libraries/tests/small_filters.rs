//! The smallest filters of every library, which may have one bit, one slice or one bucket.

use bloomlab_libraries::{Library, RATES};

#[test]
fn a_few_items_have_a_rate() {
    let (mut computed, mut refused) = (0, 0);
    for library in Library::all() {
        for items in library.fewest_items..library.fewest_items + 10 {
            let structure = library.filter(items, 0.5).unwrap();
            for asked in [0, 1, items] {
                // double hashing with too many hash functions is refused
                let Ok(rate) = structure.rate(asked) else {
                    refused += 1;
                    continue;
                };
                computed += 1;
                assert!((0.0..=1.0 + 1e-12).contains(&rate), "{}: {structure:?}, {asked} items: {rate}", library.name);
            }
            for target in [0.9, 0.999] {
                let refusal = library.filter(items, target).unwrap_err().to_string();
                assert!(!RATES.contains(&target) && refusal.contains("target = 0.9"), "{refusal}");
            }
        }
    }
    assert!(computed > 20 * refused, "{computed} computed, {refused} refused");
}

/// Two slices of one bit: one item sets both, and none sets any.
#[test]
fn a_slice_of_one_bit_is_full_with_one_item() {
    let scalable = Library::named("pybloom-live-scalable").unwrap().filter(1, 0.5).unwrap();
    assert_eq!([0, 1].map(|items| scalable.rate(items).unwrap()), [0.0, 1.0]);
}

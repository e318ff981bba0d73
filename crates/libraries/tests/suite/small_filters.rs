//! The smallest filters of every library, which may have one bit, one slice or one bucket.

use bloomlab_libraries::{Cover, Family, Product, Setting};

#[test]
fn a_few_items_have_a_rate() {
    let (mut computed, mut refused) = (0, 0);
    for library in Product::of(Family::Library) {
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
            let refusal = library.filter_for(items, 0.9).unwrap_err().to_string();
            assert!(refusal.contains("target = 0.9"), "{refusal}");
        }
    }
    assert!(computed > 20 * refused, "{computed} computed, {refused} refused");
}

/// Two slices of one bit: one item sets both, and none sets any.
#[test]
fn a_slice_of_one_bit_is_full_with_one_item() {
    let scalable = "pybloom-live-scalable".parse::<Product>().unwrap().filter(1, 0.5).unwrap();
    assert_eq!([0, 1].map(|items| scalable.rate(items).unwrap()), [0.0, 1.0]);
}

#[test]
fn a_library_without_a_target_builds_the_same_for_any() {
    for library in Product::of(Family::Library) {
        let built = [0.5, 0.1, 1e-3, 1e-5].map(|target| format!("{:?}", library.filter(2000, target).unwrap()));
        assert_eq!(library.setting == Setting::Rate, built.iter().any(|other| *other != built[0]), "{library}");
    }
}

#[test]
fn names_are_read_and_written() {
    for product in Product::all() {
        assert_eq!(product.to_string().to_uppercase().parse::<Product>().unwrap().name, product.name);
    }
    let unknown = "bloom-".parse::<Product>().unwrap_err().to_string();
    assert!(unknown.starts_with("no library or engine bloom-; there are bloom, bloom2, "), "{unknown}");
}

/// The exact sum of double hashing takes too long at usual sizes with many hash functions: the first-order approximation is labelled.
#[test]
fn a_rate_of_the_first_order_is_labelled() {
    let library: Product = "bloom-filters".parse().unwrap();
    let labels = [(100, 0.1), (1_000_000, 1e-9)].map(|(items, target)| library.filter_for(items, target).unwrap());
    assert_eq!(labels.map(|filter| filter.is_approximate), [false, true]);
}

/// 41 bits an item, its most, serve every smaller target.
#[test]
fn a_target_that_a_library_does_not_keep_is_refused() {
    let library: Product = "sbbf-rs-safe".parse().unwrap();
    assert!(library.filter(1000, 1e-5).is_ok());
    let refusal = library.filter(1000, 9e-6).unwrap_err().to_string();
    assert!(refusal.contains("0.00001 ≤ target"), "{refusal}");
}

/// Beyond 20 hash functions independent positions stand in for those of bytes and bits.
#[test]
fn a_stand_in_is_not_called_exact() {
    let library: Product = "boost-bloom".parse().unwrap();
    let covers = [1e-6, 1e-7].map(|target| library.filter_for(1000, target).unwrap().cover);
    assert_eq!(covers, [Cover::Exact, Cover::Nearest]);
}

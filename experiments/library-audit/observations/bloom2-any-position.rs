// bloom2 = "=0.5.1"
// `contains` asks whether any of an item's four positions is set, where the documented rates are those of all four set: after 1000 items
// 1.2e-5 by the formula of the documentation's plot, (1 − e^(−4n/2^16))^4.
// Prints a rate of about 0.216 = 1 − (1 − 4/2^16)^(4·1000).
use bloom2::{BloomFilterBuilder, FilterSize};
use std::collections::hash_map::RandomState;

fn main() {
    let mut filter = BloomFilterBuilder::hasher(RandomState::default()).size(FilterSize::KeyBytes2).build::<u64>();
    (0..1000).for_each(|item| filter.insert(&item));
    let positives = (1000..101_000).filter(|item| filter.contains(item)).count();
    println!("rate {}", positives as f64 / 1e5);
}

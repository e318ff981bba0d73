//! cuckoofilter: buckets of four fingerprints of eight bits; it takes no target, its documentation says below 3 %.

use std::hash::DefaultHasher;

use cuckoofilter::CuckooFilter;
use subjects::{Shape, engine};

fn main() {
    engine(
        "cuckoofilter",
        Vec::new(),
        |case, items| {
            let mut filter = CuckooFilter::<DefaultHasher>::with_capacity(case.items as usize);
            let refused = items.iter().filter(|item| filter.add(item).is_err()).count();
            (filter, Shape { refused, ..Shape::of(8 * case.items.next_power_of_two().max(4), 8u64) })
        },
        |(filter, _), item| filter.contains(&item),
        |(_, shape)| *shape,
    );
}

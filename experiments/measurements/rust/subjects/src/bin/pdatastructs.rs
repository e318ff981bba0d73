//! pdatastructs: drops the fractions of bits and hashes; positions `h1 + i·h2 + f(i)`, f the same for every item.

use pdatastructs::filters::Filter as _;
use pdatastructs::filters::bloomfilter::BloomFilter;
use subjects::{Seeded, Shape, library};

fn main() {
    library(
        "pdatastructs",
        |case, seed| BloomFilter::<u64, _>::with_properties_and_hash(case.items as usize, case.target, Seeded(seed)),
        |filter, item| filter.insert(item).expect("room"),
        |filter, item| filter.query(&item),
        |_, filter| Shape::of(filter.m() as u64, filter.k() as u64),
    );
}

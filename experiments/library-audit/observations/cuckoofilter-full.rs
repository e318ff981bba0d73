// cuckoofilter = "=0.5.0"
// A filter for n items has as many slots as the next power of two. For n within about 3 % below one, an insertion fails before the n-th
// item, and an item that was accepted earlier is then no longer found.
// Prints, for 1000 items in 1024 slots, some refused items (3 once) and as many that were accepted and are missing.
use cuckoofilter::CuckooFilter;
use std::hash::DefaultHasher;

fn main() {
    let mut filter = CuckooFilter::<DefaultHasher>::with_capacity(1000);
    let accepted: Vec<u64> = (0..1000).filter(|item| filter.add(item).is_ok()).collect();
    let missing = accepted.iter().filter(|item| !filter.contains(*item)).count();
    println!("{} refused, {missing} accepted and missing", 1000 - accepted.len());
}

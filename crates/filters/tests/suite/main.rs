//! All integration tests of the filters, in one binary.

mod blocked;
mod bloom;
mod deletable;
mod multiset;
mod pinned;
mod positions;

use bloomlab_filters::Hashing;

/// Real hashing, then ideal words; each with replacement, then without.
fn every_hashing(hashes: u64, seed: u64) -> [Hashing; 4] {
    let (real, ideal) = (Hashing::new(hashes, seed), Hashing::ideal(hashes, seed));
    [real, real.without_replacement(), ideal, ideal.without_replacement()]
}

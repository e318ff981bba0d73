//! All integration tests of the filters, in one binary.

mod blocked;
mod bloom;
mod deletable;
mod multiset;
mod pinned;
mod positions;

use bloomlab_filters::{Hashing, Scheme, Source};
use bloomlab_numbers::Sampling;

/// Real hashing, then ideal words; each independent, then double hashing; each with replacement, then without.
fn every_hashing(hashes: u64, seed: u64) -> Vec<Hashing> {
    let mut all = Vec::new();
    for source in [Source::Hash, Source::Ideal] {
        for scheme in [Scheme::Independent, Scheme::DoubleHashing] {
            for sampling in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
                all.push(Hashing { hashes, source, scheme, sampling, seed });
            }
        }
    }
    all
}

//! The formula against the data structure: every hash outcome of items and query goes through a real filter.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_filters::{BlockLayout, BlockedBloomFilter, Hashing, Probe};
use bloomlab_formulas::{blocked::BlockedLoad, inclusion_exclusion};
use bloomlab_numbers::Arithmetic;

/// Every item there can be in blocks of `words` words of `word_bits` bits, with `hashes` positions in each word.
fn every_item(blocks: u64, words: u64, word_bits: u64, hashes: u64) -> Vec<Probe> {
    let positions = word_bits.pow((words * hashes) as u32);
    let cells = |mut code: u64| -> Vec<u64> {
        let block = code % blocks;
        code /= blocks;
        let position = |i: u64| {
            let cell = code / word_bits.pow(i as u32) % word_bits;
            (block * words + i / hashes) * word_bits + cell
        };
        (0..words * hashes).map(position).collect()
    };
    (0..blocks * positions).map(|code| Probe::at(&cells(code), 0, blocks * words * word_bits).unwrap()).collect()
}

/// The share of all outcomes of `items` items and a query in which the filter contains the query.
fn false_positives(mut filter: BlockedBloomFilter, all: &[Probe], items: u32) -> Rational {
    let each = all.len();
    let mut found = 0;
    for outcome in 0..each.pow(items) {
        filter.clear();
        for item in 0..items {
            filter.insert_at(&all[outcome / each.pow(item) % each]).unwrap();
        }
        found += all.iter().filter(|query| filter.contains_at(query).unwrap()).count();
    }
    Rationals.ratio(found as u64, each.pow(items + 1) as u64)
}

#[test]
fn every_outcome_of_a_plain_filter_gives_the_formula() {
    for (blocks, block_bits, hashes, items) in [(1, 4, 2, 3), (2, 3, 2, 3), (3, 2, 3, 2), (4, 5, 1, 4)] {
        let layout = BlockLayout::Plain { block_bits };
        let filter = BlockedBloomFilter::new(blocks * block_bits, layout, Hashing::new(hashes, 0)).unwrap();
        let shape = BlockedLoad::plain(blocks * block_bits, block_bits, items, hashes).unwrap();
        let found = false_positives(filter, &every_item(blocks, 1, block_bits, hashes), items as u32);
        assert_eq!(found, inclusion_exclusion::rate(&Rationals, shape), "{blocks} blocks of {block_bits}");
    }
}

#[test]
fn every_outcome_of_a_split_filter_gives_the_formula() {
    for (blocks, word_bits, words, items) in [(1, 3, 2, 3), (2, 2, 3, 3), (3, 4, 2, 2), (2, 3, 2, 3)] {
        let bits = blocks * word_bits * words;
        let layout = BlockLayout::Split { word_bits };
        let filter = BlockedBloomFilter::new(bits, layout, Hashing::new(words, 0)).unwrap();
        let shape = BlockedLoad::split(bits, word_bits, items, words).unwrap();
        let found = false_positives(filter, &every_item(blocks, words, word_bits, 1), items as u32);
        assert_eq!(found, inclusion_exclusion::rate(&Rationals, shape), "{blocks} blocks of {words} words");
    }
}

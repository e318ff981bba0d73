//! Blocked Bloom filters, plain and split.

use bloomlab_filters::{BlockLayout, BlockedBloomFilter, FilterError, Hashing, Locate, Probe};

const PLAIN: BlockLayout = BlockLayout::Plain { block_bits: 24 };
const SPLIT: BlockLayout = BlockLayout::Split { word_bits: 5 };

fn item(number: u32) -> [u8; 4] {
    number.to_le_bytes()
}

/// Every cell of an item lies in one block, in split blocks one in each word, and every block and cell occurs.
#[test]
fn items_stay_in_their_block() {
    for hashing in [Hashing::new(4, 9), Hashing::ideal(4, 9)] {
        for (bits, layout, block_bits) in [(96, PLAIN, 24), (80, SPLIT, 20)] {
            let filter = BlockedBloomFilter::new(bits, layout, hashing).unwrap();
            let mut met = vec![false; bits as usize];
            for number in 0..1000 {
                let probe = filter.locator().probe(&item(number));
                let blocks: Vec<u64> = probe.cells().iter().map(|cell| cell / block_bits).collect();
                assert!(blocks.iter().all(|block| *block == blocks[0]));
                probe.cells().iter().for_each(|&cell| met[cell as usize] = true);
                if layout == SPLIT {
                    let words: Vec<u64> = probe.cells().iter().map(|cell| cell % block_bits / 5).collect();
                    assert_eq!(words, [0, 1, 2, 3]);
                }
            }
            assert!(met.iter().all(|&met| met), "{hashing:?} {layout:?}");
        }
    }
}

/// All queries there are, asked of the structure itself, against its rate given the bits set; k = 2, two blocks, and the
/// bits of one, two, … random items.
#[test]
fn the_rate_given_the_bits_is_the_share_of_all_queries() {
    let split = BlockLayout::Split { word_bits: 3 };
    let plain = BlockLayout::Plain { block_bits: 6 };
    for layout in [plain, split] {
        let mut filter = BlockedBloomFilter::new(12, layout, Hashing::ideal(2, 1)).unwrap();
        let queries: Vec<Probe> = (0..2u64)
            .flat_map(|block| match layout {
                BlockLayout::Plain { .. } => {
                    (0..36).map(|q| [6 * block + q % 6, 6 * block + q / 6]).collect::<Vec<_>>()
                }
                BlockLayout::Split { .. } => (0..9).map(|q| [6 * block + q % 3, 6 * block + 3 + q / 3]).collect(),
            })
            .map(|cells| Probe::at(&cells, 0, 12).unwrap())
            .collect();
        for number in 0..8 {
            filter.insert(&item(number));
            let found = queries.iter().filter(|query| filter.contains_at(query).unwrap()).count();
            let share = found as f64 / queries.len() as f64;
            assert!((filter.false_positive_rate() - share).abs() < 1e-14, "{layout:?}, {number}");
        }
        assert!(filter.false_positive_rate() > 0.1);
    }
}

#[test]
fn impossible_filters_and_foreign_probes_are_refused() {
    let made = |bits, layout, hashing| BlockedBloomFilter::new(bits, layout, hashing);
    let hashing = Hashing::new(4, 1);
    assert!(made(96, PLAIN, hashing).is_ok() && made(80, SPLIT, hashing).is_ok());
    let refused = [
        made(100, PLAIN, hashing),
        made(96, SPLIT, hashing),
        made(0, PLAIN, hashing),
        made(96, BlockLayout::Plain { block_bits: 0 }, hashing),
        made(80, BlockLayout::Split { word_bits: 0 }, hashing),
        made(80, SPLIT, Hashing::new(0, 1)),
        made(96, BlockLayout::Plain { block_bits: 3 }, hashing.without_replacement()),
    ];
    for refusal in refused {
        assert!(matches!(refusal, Err(FilterError::Refused { .. })), "{refusal:?}");
    }
    let mut filter = made(96, PLAIN, hashing).unwrap();
    let foreign = Probe::at(&[1], 0, 95).unwrap();
    assert!(filter.insert_at(&foreign).is_err() && filter.contains_at(&foreign).is_err());
}

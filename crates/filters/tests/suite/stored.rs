//! Stored filters, read back from damaged bytes.

use std::fmt::Debug;

use bloomlab_filters::{
    BlockLayout, BlockedBloomFilter, BloomFilter, CellFilter, Cells, CountingCells, DeletableFilter, DfpCells,
    DlbfCells, FingerprintCountingCells, Hashing, OnePhaseFilter, QuaternaryCells, Recycling, RecyclingFilter,
    Retention, StoredDamage, TernaryCells, TwoPhaseFilter, pack, unpack,
};
use bloomlab_occupancy::{Bound, TernaryPacking};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde::Serialize;
use serde::de::DeserializeOwned;

const KIND: &str = "filter, JSON";

/// Every truncation, every byte flipped in every bit, and the contents damaged below the checksum: an error, or for the latter
/// a filter that is as good as one that was made, as `asked` sees by using it.
fn survives_damage<F>(filter: &F, asked: impl Fn(F))
where
    F: Serialize + DeserializeOwned + PartialEq + Debug,
{
    let contents = serde_json::to_vec(filter).unwrap();
    let whole = pack(KIND, &contents);
    assert_eq!(unpack(KIND, &whole), Ok(&contents[..]));
    assert_eq!(&serde_json::from_slice::<F>(&contents).unwrap(), filter);
    assert_eq!(unpack("another filter, JSON", &whole), Err(StoredDamage::Checksum));
    for length in 0..whole.len() {
        assert!(unpack(KIND, &whole[..length]).is_err(), "cut to {length}");
    }
    for place in 0..whole.len() {
        for flip in 1..=255_u8 {
            let mut damaged = whole.clone();
            damaged[place] ^= flip;
            assert!(unpack(KIND, &damaged).is_err(), "byte {place} flipped by {flip}");
        }
    }
    assert_eq!(unpack(KIND, &[&whole[..], b"x"].concat()), Err(StoredDamage::Length));
    for place in 0..contents.len() {
        for other in *b"0123456789-.eE{}[]\",:tn \xff" {
            let mut damaged = contents.clone();
            damaged[place] = other;
            serde_json::from_slice(&damaged).into_iter().for_each(&asked);
        }
    }
}

fn cells<C>(cells: C)
where
    C: Cells + Clone + PartialEq + Debug + Serialize + DeserializeOwned,
{
    let mut filter = CellFilter::over(cells, Hashing::new(3, 8)).unwrap();
    (0u32..6).for_each(|item| filter.insert(&item.to_le_bytes()));
    survives_damage(&filter, |mut read: CellFilter<C>| {
        read.insert(b"one");
        assert!(read.contains(b"one"), "{read:?}");
        read.remove(b"one");
    });
}

#[test]
fn filters_that_delete() {
    cells(DfpCells::new(32).unwrap());
    cells(TernaryCells::new(32, TernaryPacking::TwoBits).unwrap());
    cells(TernaryCells::new(32, TernaryPacking::FivePerByte).unwrap());
    cells(QuaternaryCells::new(32).unwrap());
    cells(CountingCells::new(32).unwrap());
    cells(DlbfCells::new(8, 4).unwrap());
    cells(FingerprintCountingCells::new(32, 5).unwrap());
}

#[test]
fn plain_and_blocked_filters() {
    let mut bloom = BloomFilter::new(70, Hashing::new(3, 8)).unwrap();
    bloom.insert(b"an item");
    survives_damage(&bloom, |mut read: BloomFilter| {
        read.insert(b"one");
        assert!(read.contains(b"one"), "{read:?}");
    });
    let layout = BlockLayout::Plain { block_bits: 32 };
    let mut blocked = BlockedBloomFilter::new(96, layout, Hashing::new(3, 8)).unwrap();
    blocked.insert(b"an item");
    survives_damage(&blocked, |mut read: BlockedBloomFilter| {
        read.insert(b"one");
        assert!(read.contains(b"one"), "{read:?}");
    });
}

#[test]
fn filters_that_are_cleared() {
    let recycling = Recycling { bound: Bound::Sigma(20), retention: Retention::NonRetaining };
    let mut one = OnePhaseFilter::new(40, Hashing::new(3, 8), recycling).unwrap();
    one.arrive(b"an item");
    survives_damage(&one, |mut read: OnePhaseFilter| {
        read.arrive(b"one");
    });
    let mut two = TwoPhaseFilter::new(80, Hashing::new(3, 8), recycling).unwrap();
    two.arrive(b"an item");
    survives_damage(&two, |mut read: TwoPhaseFilter| {
        read.arrive(b"one");
    });
}

/// A blocked filter of version 1, which said none, had other positions.
#[test]
fn a_blocked_filter_of_another_version_is_refused() {
    let layout = BlockLayout::Split { word_bits: 32 };
    let filter = BlockedBloomFilter::new(256, layout, Hashing::new(8, 1)).unwrap();
    let stored = serde_json::to_string(&filter).unwrap();
    assert_eq!(serde_json::from_str::<BlockedBloomFilter>(&stored).unwrap(), filter);
    for (other, named) in [("", "version 0,"), (r#""version":1,"#, "version 1,"), (r#""version":3,"#, "version 3,")] {
        let old = stored.replace(r#""version":2,"#, other);
        assert_ne!(old, stored);
        let refusal = serde_json::from_str::<BlockedBloomFilter>(&old).unwrap_err().to_string();
        assert!(refusal.contains(named) && refusal.contains("fill it anew"), "{refusal}");
    }
}

/// 20,000 runs of bytes changed at random places; the generator's seed is fixed.
#[test]
fn random_damage_is_found() {
    let mut filter = BloomFilter::new(5000, Hashing::new(5, 1)).unwrap();
    (0u32..400).for_each(|item| {
        filter.insert(&item.to_le_bytes());
    });
    let whole = pack(KIND, &serde_json::to_vec(&filter).unwrap());
    let config = Config { cases: 20_000, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let damage = prop::collection::vec((0..whole.len(), 1..=255_u8), 1..20);
    let checked = runner.run(&damage, |damage| {
        let mut damaged = whole.clone();
        damage.iter().for_each(|&(place, flip)| damaged[place] ^= flip);
        prop_assert!(damaged == whole || unpack(KIND, &damaged).is_err());
        Ok(())
    });
    assert!(checked.is_ok(), "{checked:?}");
}

//! Every deletable filter against a reference multiset: a million random operations each.

use bloomlab_filters::{
    CellFilter, Cells, CountingCells, DeletableFilter, DfpCells, DlbfCells, FilterError, FingerprintCountingCells,
    Hashing, Locate, QuaternaryCells, Removal, TernaryCells,
};
use bloomlab_numbers::TernaryPacking;
use chacha20::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// Filters with other positions, and the operations on each.
const FILTERS: u64 = 500;
const STEPS: u32 = 2_000;
const ITEMS: usize = 24;

fn item(index: usize) -> [u8; 8] {
    (index as u64).to_le_bytes()
}

/// Random insert and remove of 24 items, each stored at most `copies` times, in cells that so many saturate: nothing stored is
/// missed, and a refused removal changes nothing. Every outcome of a removal must have occurred.
fn exercise<C>(cells: impl Fn() -> Result<C, FilterError>, copies: u32)
where
    C: Cells + Clone + PartialEq + std::fmt::Debug,
{
    for hashing in [Hashing::new(3, 0), Hashing::ideal(3, 0).without_replacement()] {
        let mut random = ChaCha8Rng::from_seed([7; 32]);
        let [mut removed, mut not_deletable, mut not_present] = [0; 3];
        for seed in 0..FILTERS {
            let mut filter = CellFilter::over(cells().unwrap(), Hashing { seed, ..hashing }).unwrap();
            let mut stored = [0_u32; ITEMS];
            for _ in 0..STEPS {
                let index = random.next_u32() as usize % ITEMS;
                let bytes = item(index);
                if random.next_u32() % 2 == 0 {
                    if stored[index] < copies && stored.iter().sum::<u32>() < 4 * copies {
                        filter.insert(&bytes);
                        stored[index] += 1;
                    }
                } else if stored[index] > 0 || !filter.contains(&bytes) {
                    // it is there, or it certainly is not: the two cases with a guarantee
                    let before = filter.clone();
                    let deletable = filter.is_deletable_at(&filter.locator().probe(&bytes)).unwrap();
                    let removal = filter.remove(&bytes);
                    assert_eq!(deletable, removal == Removal::Removed);
                    assert_eq!(filter != before, deletable);
                    assert_eq!(stored[index] == 0, removal == Removal::NotPresent);
                    match removal {
                        Removal::Removed => (removed, stored[index]) = (removed + 1, stored[index] - 1),
                        Removal::NotDeletable => not_deletable += 1,
                        Removal::NotPresent => not_present += 1,
                    }
                }
                for (index, &count) in stored.iter().enumerate() {
                    assert!(count == 0 || filter.contains(&item(index)), "false negative: {index} in {filter:?}");
                }
            }
        }
        assert!(removed > 1_000 && not_present > 1_000 && not_deletable > 0);
    }
}

#[test]
fn stored_items_are_found_until_they_are_removed() {
    exercise(|| DfpCells::new(61), 2);
    exercise(|| TernaryCells::new(61, TernaryPacking::TwoBits), 2);
    exercise(|| TernaryCells::new(61, TernaryPacking::FivePerByte), 2);
    exercise(|| QuaternaryCells::new(61), 3);
    exercise(|| DlbfCells::new(15, 4), 2);
    exercise(|| CountingCells::new(31), 15);
    exercise(|| FingerprintCountingCells::new(31, 3), 15);
}

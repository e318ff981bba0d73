//! Every deletable filter against a reference multiset: a million random operations each.

use bloomlab_filters::{
    CellFilter, Cells, CountingCells, DeletableFilter, DfpCells, DlbfCells, FingerprintCountingCells, Hashing, Locate,
    QuaternaryCells, Removal, TernaryCells,
};
use bloomlab_numbers::TernaryPacking;
use chacha20::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

const STEPS: u32 = 1_000_000;
/// The steps that a filter is used for before it is replaced by a fresh one with other positions.
const LIFE: u32 = 2_000;
const ITEMS: usize = 24;

/// Counts of the outcomes.
#[derive(Default)]
struct Seen {
    removed: u32,
    not_deletable: u32,
    not_present: u32,
    false_positives: u32,
    saturated: u32,
}

fn item(index: usize) -> [u8; 8] {
    (index as u64).to_le_bytes()
}

/// Random insert, contains and remove on 24 items. An item is inserted at most `copies` times at once, and about `held`
/// insertions are alive at any time.
fn run<C>(make: impl Fn() -> C, hashing: Hashing, held: u32, copies: u32, stream: u64) -> Seen
where
    C: Cells + Clone + PartialEq + std::fmt::Debug,
{
    let mut random = ChaCha8Rng::from_seed([7; 32]);
    random.set_stream(stream);
    let mut seen = Seen::default();
    for life in 0..STEPS / LIFE {
        let mut filter = CellFilter::over(make(), Hashing { seed: life.into(), ..hashing }).unwrap();
        let mut reference = [0u32; ITEMS];
        let mut saturated = vec![false; filter.cells() as usize];
        let memory = filter.memory_bits();
        for _ in 0..LIFE {
            let index = (random.next_u32() as usize) % ITEMS;
            let bytes = item(index);
            let alive: u32 = reference.iter().sum();
            match random.next_u32() % 8 {
                0..3 if alive < held && reference[index] < copies => {
                    filter.insert(&bytes);
                    reference[index] += 1;
                }
                3 => {
                    let known = filter.contains(&bytes);
                    assert!(known || reference[index] == 0);
                    seen.false_positives += u32::from(known && reference[index] == 0);
                }
                // Removed if it is there, or if it certainly is not: the two cases with a guarantee.
                4.. if reference[index] > 0 || !filter.contains(&bytes) => {
                    let probe = filter.locator().probe(&bytes);
                    let (before, deletable) = (filter.clone(), filter.is_deletable_at(&probe).unwrap());
                    let removal = filter.remove(&bytes);
                    assert_eq!(deletable, removal == Removal::Removed);
                    match removal {
                        Removal::Removed => {
                            assert_ne!(filter, before);
                            reference[index] -= 1;
                            seen.removed += 1;
                        }
                        Removal::NotDeletable => {
                            assert!(reference[index] > 0);
                            assert_eq!(filter, before);
                            seen.not_deletable += 1;
                        }
                        Removal::NotPresent => {
                            assert_eq!(reference[index], 0);
                            assert_eq!(filter, before);
                            seen.not_present += 1;
                        }
                    }
                }
                _ => {}
            }
            for (index, &count) in reference.iter().enumerate() {
                assert!(count == 0 || filter.contains(&item(index)), "false negative: {index} in {filter:?}");
            }
            for (cell, was) in saturated.iter_mut().enumerate() {
                let is = filter.array().is_saturated(cell as u64);
                assert!(is || !*was, "cell {cell} lost its saturation");
                assert!(!is || filter.array().matches(cell as u64, 0) && filter.array().matches(cell as u64, 1));
                *was = is;
            }
        }
        assert_eq!(filter.memory_bits(), memory);
        seen.saturated += saturated.into_iter().map(u32::from).sum::<u32>();
    }
    assert!(seen.removed > 1_000 && seen.not_present > 1_000, "the run must reach every case");
    seen
}

/// Both samplings, for filters whose cells saturate at once: every outcome must have occurred.
fn exercise<C>(make: impl Fn() -> C, cells_that_saturate_at: u32)
where
    C: Cells + Clone + PartialEq + std::fmt::Debug,
{
    let copies = cells_that_saturate_at;
    for (stream, hashing) in [Hashing::new(3, 0), Hashing::ideal(3, 0).without_replacement()].into_iter().enumerate() {
        let seen = run(&make, hashing, 4 * copies, copies, stream as u64);
        assert!(seen.not_deletable > 0 && seen.saturated > 0 && seen.false_positives > 0);
    }
}

/// A test for each kind: its cells, and the items that saturate one.
macro_rules! exercised {
    ($($name:ident: $cells:expr, $items:literal;)*) => {$(
        #[test]
        fn $name() {
            exercise(|| $cells.unwrap(), $items);
        }
    )*};
}

exercised! {
    dfp: DfpCells::new(61), 2;
    ternary_two_bits: TernaryCells::new(61, TernaryPacking::TwoBits), 2;
    ternary_packed: TernaryCells::new(61, TernaryPacking::FivePerByte), 2;
    quaternary: QuaternaryCells::new(61), 3;
    dlbf: DlbfCells::new(15, 4), 2;
    counting: CountingCells::new(31), 15;
    fingerprint_counting: FingerprintCountingCells::new(31, 3), 15;
}

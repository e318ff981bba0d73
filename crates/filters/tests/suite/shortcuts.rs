//! Fast operations against the same cell by cell.

use bloomlab_filters::{
    BloomFilter, Cells, CounterCells, DfpCells, DlbfCells, Hashing, Locator, Probe, Removal, Removals, TernaryCells,
    deletable_filter,
};
use bloomlab_numbers::{DeletableKind, TernaryPacking};

use crate::every_hashing;

const KINDS: [DeletableKind; 7] = [
    DeletableKind::Dfp,
    DeletableKind::TBF,
    DeletableKind::TBF_PACKED,
    DeletableKind::Qbf,
    DeletableKind::Dlbf { region_bits: 5 },
    DeletableKind::Counting,
    DeletableKind::FingerprintCounting { fingerprint_bits: 3 },
];

/// Operations on many items against one after the other.
#[test]
fn many_are_one_after_the_other() {
    for kind in KINDS {
        for hashing in every_hashing(4, 21) {
            let mut filter = deletable_filter(kind, 1500, hashing).unwrap();
            let mut single = deletable_filter(kind, 1500, hashing).unwrap();
            let locator = *filter.locator();
            let items: Vec<[u8; 8]> = (0u64..150).map(u64::to_le_bytes).collect();
            let probes: Vec<Probe> = items.iter().map(|item| locator.probe(item)).collect();
            let many = locator.probe_many(&items).unwrap();
            assert!(many.iter().eq(probes.iter().map(|probe| (probe.cells(), probe.fingerprint()))));
            filter.insert_many(&many).unwrap();
            items.iter().for_each(|item| single.insert(item));
            let deletable = items.iter().filter(|item| single.is_deletable(*item)).count() as u64;
            assert_eq!(filter.count_deletable(&many), Ok(deletable));
            let gone: Vec<[u8; 8]> = (100u64..200).map(u64::to_le_bytes).collect();
            let mut removals = Removals::default();
            for item in &gone {
                *match single.remove(item) {
                    Removal::Removed => &mut removals.removed,
                    Removal::NotDeletable => &mut removals.not_deletable,
                    Removal::NotPresent => &mut removals.not_present,
                } += 1;
            }
            assert_eq!(filter.remove_many(&locator.probe_many(&gone).unwrap()), Ok(removals));
            assert_eq!(filter.false_positive_rate(), single.false_positive_rate());
            assert!(items.iter().all(|item| filter.contains(item) == single.contains(item)), "{kind:?} {hashing:?}");
            let foreign = Locator::new(7, hashing).unwrap().probe_many(&items).unwrap();
            assert!(filter.insert_many(&foreign).is_err() && filter.count_deletable(&foreign).is_err());
        }
    }
}

/// Probes drawn many at once against drawn one by one, from the same words.
#[test]
fn many_are_drawn_as_one_after_the_other() {
    for hashing in every_hashing(6, 21) {
        let locator = Locator::new(11, hashing).unwrap();
        let words = || {
            let mut state = 1u64;
            move || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                state
            }
        };
        let (many, mut word) = (locator.draw_many(50, words()).unwrap(), words());
        assert_eq!(many.len(), 50);
        for (cells, fingerprint) in many.iter() {
            let probe = locator.draw(&mut word);
            assert_eq!((cells, fingerprint), (probe.cells(), probe.fingerprint()));
        }
    }
}

fn counted_one_by_one(cells: &impl Cells) -> Vec<u64> {
    let count = |fingerprint| (0..cells.cell_count()).filter(|&cell| cells.matches(cell, fingerprint)).count() as u64;
    (0..1 << cells.fingerprint_bits()).map(count).collect()
}

/// The cells that match, counted a word at a time, after each of 300 writes: in 101 cells, so that words end in gaps.
#[test]
fn matching_cells_are_counted_as_one_by_one() {
    fn check(mut cells: impl Cells) {
        for step in 0u64..300 {
            assert_eq!(cells.matching_cells(), counted_one_by_one(&cells));
            cells.write(step * step * 7 % cells.cell_count(), step / 3);
        }
    }
    check(DfpCells::new(101).unwrap());
    check(TernaryCells::new(101, TernaryPacking::TwoBits).unwrap());
    check(TernaryCells::new(101, TernaryPacking::FivePerByte).unwrap());
    check(CounterCells::<2>::new(101).unwrap());
    check(CounterCells::<4>::new(101).unwrap());
    check(DlbfCells::new(25, 4).unwrap());
}

/// Real hashing sets as many bits as independent uniform positions do: m = 1000, k = 5, n = 100, 2,000 seeds. The mean number
/// of bits set within 4.9 standard errors (α = 1e-6) of m(1 − q₁), with qⱼ = (1 − j/m)^(kn); the variance of the number is
/// m q₁ + m(m − 1) q₂ − m² q₁² exactly, and its sample variance agrees within 4.9 times √(2/1999) of itself.
#[test]
fn real_hashing_fills_as_ideal_positions_do() {
    let (m, kn, seeds) = (1000.0f64, 500, 2000u32);
    let q = |j: f64| (1.0 - j / m).powi(kn);
    let (mean, variance) = (m * (1.0 - q(1.0)), m * q(1.0) + m * (m - 1.0) * q(2.0) - (m * q(1.0)).powi(2));
    let deviations: Vec<f64> = (0..seeds)
        .map(|seed| {
            let mut filter = BloomFilter::new(1000, Hashing::new(5, seed.into())).unwrap();
            (0u64..100).for_each(|item| _ = filter.insert(&item.to_le_bytes()));
            filter.count_ones() as f64 - mean
        })
        .collect();
    let count = f64::from(seeds);
    let z = deviations.iter().sum::<f64>() / (count * variance).sqrt();
    let ratio = deviations.iter().map(|d| d * d).sum::<f64>() / count / variance;
    assert!(z.abs() < 4.9 && (ratio - 1.0).abs() < 4.9 * (2.0 / count).sqrt(), "{z} {ratio}");
}

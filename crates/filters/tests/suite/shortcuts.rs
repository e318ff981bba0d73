//! Fast operations against the same cell by cell.

use bloomlab_filters::{BloomFilter, Cells, CounterCells, DfpCells, DlbfCells, Hashing, TernaryCells};
use bloomlab_numbers::TernaryPacking;

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

//! The deletability of D-FP by the letter of the paper: every position of an item writes.

use bloomlab_deletable::Parameters;
use bloomlab_numbers::{Arithmetic, Double};

/// The probability that an item cannot be deleted if each of its k positions writes, so that two equal ones
/// saturate their cell: none of the k positions is hit only once. By inclusion and exclusion over the positions,
/// Σ_j (−1)^j C(k, j) (C)_j C^(−j) (1 − j/C)^(kn − j).
pub fn non_deletability(p: &Parameters) -> f64 {
    let (cells, k) = (p.cells(), p.hashes());
    let mut sum = 0.0;
    let mut factor = 1.0; // (−1)^j C(k, j) (C)_j C^(−j)
    for j in 0..=k.min(cells) {
        sum += factor * Double.all_miss(j, cells, k * p.items() - j);
        factor *= -((k - j) as f64 / (j + 1) as f64) * (cells - j) as f64 / cells as f64;
    }
    sum
}

#[cfg(test)]
mod tests {
    use bloomlab_numbers::DeletableKind;

    use super::*;

    /// All outcomes of a few positions in a few cells: item 0 is stuck when each of its positions is hit twice.
    #[test]
    fn the_literal_reading_by_enumeration() {
        for (cells, items, hashes) in [(3_u64, 1_u64, 2_u64), (3, 2, 2), (2, 2, 3), (4, 2, 3)] {
            let positions = items * hashes;
            let mut stuck = 0;
            for outcome in 0..cells.pow(u32::try_from(positions).unwrap()) {
                let digit = |i: u64| outcome / cells.pow(u32::try_from(i).unwrap()) % cells;
                let hits = |cell: u64| (0..positions).filter(|&i| digit(i) == cell).count();
                stuck += u64::from((0..hashes).all(|i| hits(digit(i)) > 1));
            }
            let counted = stuck as f64 / (cells as f64).powi(i32::try_from(positions).unwrap());
            let p = Parameters::new(DeletableKind::Dfp, 2 * cells, items, 0, hashes).unwrap();
            let formula = non_deletability(&p);
            assert!(
                (formula - counted).abs() < 1e-12,
                "{cells} cells, {items} items, k = {hashes}: {formula} {counted}"
            );
        }
    }
}

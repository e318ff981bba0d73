//! Distinct positions among bits of which some are set.

use bloomlab_numbers::{Arithmetic, Number};

/// Pr[d of `draws` distinct positions fall on the `clear` ones of `bits`], d = 0 … draws.
///
/// C(clear, d) C(bits − clear, draws − d) / C(bits, draws). Domain: `clear ≤ bits`, `draws ≤ bits`. The recurrence
/// between neighbours starts at the end nearer to the mass, or at the mode where the probability of that end could
/// underflow.
pub fn law<A: Arithmetic>(a: &A, bits: u64, clear: u64, draws: u64) -> Vec<A::Number> {
    let set = bits - clear;
    let (low, high) = (draws.saturating_sub(set), draws.min(clear));
    let mut row = vec![a.zero(); draws as usize + 1];
    let upwards = set >= clear;
    let start = if upwards { low } else { high };
    let mut value = a.one();
    for j in 0..start {
        value = value * a.ratio(clear - j, bits - j) * a.ratio(draws - j, j + 1);
    }
    for j in 0..draws - start {
        value = value * a.ratio(set - j, bits - start - j);
    }
    if value.to_f64() < LEAST {
        return from_the_mode(a, bits, clear, draws);
    }
    row[start as usize] = value.clone();
    if upwards {
        for d in low..high {
            value = value * a.ratio(clear - d, set + d + 1 - draws) * a.ratio(draws - d, d + 1);
            row[d as usize + 1] = value.clone();
        }
    } else {
        for d in (low + 1..=high).rev() {
            value = value * a.ratio(set + d - draws, clear + 1 - d) * a.ratio(d, draws + 1 - d);
            row[d as usize - 1] = value.clone();
        }
    }
    row
}

/// Below it a double may have lost digits.
const LEAST: f64 = 1e-280;

/// The same law from its largest term on in both directions, scaled so that it sums to 1.
fn from_the_mode<A: Arithmetic>(a: &A, bits: u64, clear: u64, draws: u64) -> Vec<A::Number> {
    let set = bits - clear;
    let (low, high) = (draws.saturating_sub(set), draws.min(clear));
    let mode = (u128::from(draws + 1) * u128::from(clear + 1) / (u128::from(bits) + 2)) as u64;
    let mode = mode.clamp(low, high);
    let mut row = vec![a.zero(); draws as usize + 1];
    row[mode as usize] = a.one();
    for d in mode..high {
        let ratio = a.ratio(clear - d, set + d + 1 - draws) * a.ratio(draws - d, d + 1);
        row[d as usize + 1] = row[d as usize].clone() * ratio;
    }
    for d in (low + 1..=mode).rev() {
        let ratio = a.ratio(set + d - draws, clear + 1 - d) * a.ratio(d, draws + 1 - d);
        row[d as usize - 1] = row[d as usize].clone() * ratio;
    }
    let total = a.sum(&row);
    row.into_iter().map(|weight| weight / &total).collect()
}

/// C(set, d)/C(bits, d), d = 0 … `draws`: that d distinct positions are all among the `set` ones.
pub fn all_hit<A: Arithmetic>(a: &A, bits: u64, set: u64, draws: u64) -> Vec<A::Number> {
    let mut hits = Vec::with_capacity(draws as usize + 1);
    let mut value = a.one();
    hits.push(value.clone());
    for d in 0..draws {
        // d = bits is reached only where set − d is 0 already
        value = value * a.ratio(set.saturating_sub(d), bits.saturating_sub(d).max(1));
        hits.push(value.clone());
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_exact::Rationals;
    use bloomlab_numbers::Double;

    #[test]
    fn either_start_gives_the_same_law() {
        for (bits, clear, draws) in [(9, 4, 3), (9, 8, 7), (5, 0, 5), (5, 5, 2), (40, 20, 13)] {
            let exact = law(&Rationals, bits, clear, draws);
            assert_eq!(exact, from_the_mode(&Rationals, bits, clear, draws), "{bits} {clear} {draws}");
        }
    }

    #[test]
    fn many_draws_do_not_underflow() {
        // the ends have probabilities of about 2^−1024 and far less
        for clear in [3501, 3000, 1600] {
            let law = law(&Double, 7002, clear, 1024);
            let total: f64 = law.iter().sum();
            let mean: f64 = (0..).zip(&law).map(|(d, p)| f64::from(d) * p).sum();
            assert!((total - 1.0).abs() < 1e-12 && (mean / (1024.0 * clear as f64 / 7002.0) - 1.0).abs() < 1e-12);
        }
    }
}

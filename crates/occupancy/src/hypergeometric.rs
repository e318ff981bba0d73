//! Distinct positions among bits of which some are set.

use bloomlab_numbers::Arithmetic;

/// Pr[d of `draws` distinct positions fall on the `clear` ones of `bits`], d = 0 … draws.
///
/// C(clear, d) C(bits − clear, draws − d) / C(bits, draws). Domain: `clear ≤ bits`, `draws ≤ bits`. The recurrence
/// between neighbours starts at the end where the mass is, so that nothing underflows on the way.
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

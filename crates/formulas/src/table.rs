//! The table algorithm of Christensen et al. (2010), Figure 1: P(N, M, K) row by row in K.
//!
//! As it reaches us, its line 7 reads `table2[i−1]` where the recursion (eq. 8) needs `table2[j−1]`, that is
//! P(j−1, M, i−1). Both readings stand here, so that the difference can be counted. Lines 8 to 10 belong to the
//! loop over i. Domain of the algorithm: N ≥ 1, K ≥ 1.

use bloomlab_numbers::{Arithmetic, BallsInBins, Number, Refused};

use crate::Load;

/// The entry of the previous row that line 7 of Figure 1 reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineSeven {
    /// `table2[i−1]`, as transcribed: wrong from the second row on.
    AsTranscribed,
    /// `table2[j−1]`: the recursion.
    Repaired,
}

/// Lines 5 to 7 for one i: the row P(1, M, i), …, P(N, M, i) at indices 1 … N from the previous row (index 0 is 0).
fn row<A: Arithmetic>(a: &A, line: LineSeven, shape: BallsInBins, i: u64, previous: &[A::Number]) -> Vec<A::Number> {
    let (balls, bins) = (shape.balls(), shape.bins());
    let stays = a.ratio(i, bins);
    // the factor (M − i + 1)/M is 0 in row M + 1, and every row above is 0 with it
    let grows = a.ratio((bins + 1).saturating_sub(i), bins);
    let mut table = vec![a.zero(); balls as usize + 1];
    if i == 1 {
        table[1] = a.one();
    }
    for j in i..=balls {
        if i == 1 && j == 1 {
            continue;
        }
        let from = match line {
            LineSeven::AsTranscribed => i - 1,
            LineSeven::Repaired => j - 1,
        };
        let j = j as usize;
        table[j] = table[j - 1].clone() * &stays + previous[from as usize].clone() * &grows;
    }
    table
}

/// All of P(N, M, 1), …, P(N, M, M) in the paper's second use: the tables are kept between calls for K = 1, 2, …, so
/// that call K computes row K only. Empty outside the domain (N = 0).
///
/// Rows above min(N, M) are 0 and not computed.
pub fn kept_tables<A: Arithmetic>(a: &A, line: LineSeven, shape: BallsInBins) -> Vec<A::Number> {
    let mut probabilities = Vec::new();
    let mut table = vec![a.zero(); shape.balls() as usize + 1];
    for i in 1..=shape.most_occupied() {
        table = row(a, line, shape, i, &table);
        probabilities.extend(table.last().cloned());
    }
    probabilities
}

/// The false-positive rate as the paper computes it: eq. 17 over the algorithm with kept tables. A function of m, n and
/// k alone. Domain: n ≥ 1.
pub fn rate<A: Arithmetic>(a: &A, line: LineSeven, load: Load) -> Result<A::Number, Refused> {
    if load.items() == 0 {
        return Err(Refused::new("items", 0, "1 ≤ items in the table algorithm"));
    }
    let probabilities = kept_tables(a, line, load.insertions());
    Ok(a.sum((1..).zip(probabilities).map(|(i, p)| p * a.ratio(i, load.bits()).pow(load.hashes()))))
}

/// A way to compute all of P(N, M, 1), …, P(N, M, M) with the algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    /// A fresh call for every K up to M.
    OneCallPerK,
    /// Tables kept between the calls.
    KeptTables,
}

/// The multiplications line 7 executes for all K = 1 … M, exactly (two for each pass of the inner loop that is not
/// skipped). Counted for the algorithm as printed, so for every K up to M even where the row is known to be 0.
pub fn multiplications(usage: Use, shape: BallsInBins) -> u128 {
    let (balls, bins) = (u128::from(shape.balls()), u128::from(shape.bins()));
    let rows = balls.min(bins);
    // row i runs N − i + 1 times; the pass i = j = 1 is skipped
    let up_to = |last: u128| last * balls - last * (last - 1) / 2 - 1;
    match usage {
        Use::KeptTables if rows > 0 => 2 * up_to(rows),
        Use::OneCallPerK if rows > 0 => {
            // Σ_{K≤rows} up_to(K) = N·r(r+1)/2 − (r−1)r(r+1)/6 − r, and every call beyond costs up_to(rows)
            let ramp = balls * rows * (rows + 1) / 2 - (rows - 1) * rows * (rows + 1) / 6 - rows;
            2 * (ramp + (bins - rows) * up_to(rows))
        }
        _ => 0,
    }
}

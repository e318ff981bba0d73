//! The exact false-positive rate from positive terms only, in O(k³ log(kn)) steps whatever m and n.
//!
//! Of the d distinct bits that a query asks for, the number e that are still clear is a Markov chain that one ball moves from e to
//! e − 1 with probability e/m. Let T_N(i, j) be the probability that N balls leave j of i clear bits clear. Then T_2N = T_N·T_N
//! (Chapman–Kolmogorov), and the diagonal is known outright, T_N(i, i) = (1 − i/m)^N. Doubling reaches every power of two; those in
//! the binary form of kn, applied to a column, give the rate Σ_d Pr[D = d] T_kn(d, 0).
//!
//! Nothing is subtracted, and the only powers of numbers near 1 are the diagonal's, which [`Arithmetic::all_miss`] evaluates well:
//! the relative error stays below about 4 k log2(kn) roundings, [`accuracy::EXACT`](crate::accuracy::EXACT) in f64 for k ≤ 60.

use bloomlab_numbers::{Arithmetic, MAX_SIZE, Number, Refused, Sampling, within};

use crate::{Load, layout::Layout, steps::check};

/// The exact rate, Σ_d Pr\[D = d\] Pr\[the items hit all of d given bits\], of any [`Layout`].
///
/// Accuracy in [`bloomlab_numbers::Double`]: as for [`exact::rate`](crate::exact::rate).
pub fn rate<A: Arithmetic>(a: &A, load: impl Layout<A>) -> A::Number {
    let distinct = load.distinct(a);
    a.dot(&distinct, &load.covered(a, distinct.len() - 1))
}

/// The steps of [`rate`]: a product of triangles for each doubling, O(k³ log(kn)).
pub(crate) fn steps(load: Load) -> f64 {
    let hashes = load.hashes() as f64;
    let targets = load.hashes().min(load.bits()) as f64 + 1.0;
    match load.sampling() {
        Sampling::WithReplacement => {
            let doublings = f64::from(u64::BITS - load.balls().leading_zeros());
            ((targets.powi(3) / 6.0).floor() + 1.0) * doublings + hashes * targets
        }
        Sampling::WithoutReplacement => hashes * hashes * (hashes / 6.0 + 1.0) * 64.0,
    }
}

/// The mean of the exact rates of any [`Layout`] with n, n + 1, …, n + `count` − 1 of them, n being those of `load`: what a filter has on
/// average while `count` more items come, each asked for before it is inserted.
///
/// Σ_s T^s over the items' chain by doubling, as its powers: O(k³ log(n + count)) steps, positive terms.
/// Accuracy in [`bloomlab_numbers::Double`]: as for [`exact::rate`](crate::exact::rate).
pub fn mean_rate<A: Arithmetic>(a: &A, load: impl Layout<A>, count: u64) -> Result<A::Number, Refused> {
    let alike = load.alike();
    within("items", count, 1..=MAX_SIZE)?;
    let last = steps(Load::holding(alike.shape(), alike.items().saturating_add(count))?);
    // two more products for each doubling
    check(3.0 * last, "hashes", alike.hashes())?;
    let distinct = load.distinct(a);
    let targets = distinct.len() - 1;
    let mut column = load.covered(a, targets);
    let (mut power, mut partial) = (load.item(a, targets), identity(a, targets));
    let mut total = vec![a.zero(); column.len()];
    for bit in 0..u64::BITS - count.leading_zeros() {
        if bit > 0 {
            partial = plus(partial.clone(), product(a, &power, &partial));
            power = product(a, &power, &power);
        }
        for (clear, row) in (0..).zip(&mut power) {
            row[clear as usize] = load.missed(a, clear, 1 << bit);
        }
        if count >> bit & 1 == 1 {
            total = total.into_iter().zip(applied(a, &partial, &column)).map(|(sum, more)| sum + more).collect();
            column = applied(a, &power, &column);
        }
    }
    Ok(a.dot(&distinct, &total) / a.integer(count))
}

/// Lower triangular: `matrix[i][j]`, j ≤ i, moves from i clear bits to j.
pub type Triangle<N> = Vec<Vec<N>>;

/// The chain over one trial that draws one bin at a time, the i-th from as many as the i-th of `bins` says: with probability e/bins one of e
/// clear bits is hit.
pub(crate) fn draws<A: Arithmetic>(a: &A, targets: usize, bins: impl IntoIterator<Item = u64>) -> Triangle<A::Number> {
    let mut matrix = identity(a, targets);
    for bins in bins {
        let hits: Vec<A::Number> = (0..=targets as u64).map(|clear| a.ratio(clear, bins)).collect();
        // more clear bits than bins: a state that k distinct draws cannot be in, entered with probability 0
        let misses: Vec<A::Number> =
            (0..=targets as u64).map(|clear| a.ratio(bins.saturating_sub(clear), bins)).collect();
        // e clear bits come from e that were missed or from e + 1 of which one was hit
        let after = |row: &Vec<A::Number>, e: usize| {
            let missed = row[e].clone() * &misses[e];
            match row.get(e + 1) {
                Some(one_more) => missed + one_more.clone() * &hits[e + 1],
                None => missed,
            }
        };
        matrix = matrix.iter().map(|row| (0..row.len()).map(|e| after(row, e)).collect()).collect();
    }
    matrix
}

/// Pr[`trials` trials hit all of d given bits] for d = 0, 1, …, from the chain over one trial; `stays(e, n)` is the
/// probability that n trials hit none of e bits.
pub(crate) fn covered<A: Arithmetic>(
    a: &A,
    trial: Triangle<A::Number>,
    trials: u64,
    stays: impl Fn(u64, u64) -> A::Number,
) -> Vec<A::Number> {
    let mut matrix = trial;
    let mut covered = nothing_to_cover(a, matrix.len());
    for bit in 0..u64::BITS - trials.leading_zeros() {
        if bit > 0 {
            matrix = product(a, &matrix, &matrix);
        }
        for (clear, row) in (0..).zip(&mut matrix) {
            row[clear as usize] = stays(clear, 1 << bit);
        }
        if trials >> bit & 1 == 1 {
            covered = applied(a, &matrix, &covered);
        }
    }
    covered
}

/// Pr[0, 1, 2, … trials hit all of d given bits], d = 0, 1, …, from the chain over one trial.
pub(crate) fn trial_by_trial<A: Arithmetic>(a: &A, trial: Triangle<A::Number>) -> impl Iterator<Item = Vec<A::Number>> {
    let none = nothing_to_cover(a, trial.len());
    std::iter::successors(Some(none), move |covered| Some(applied(a, &trial, covered)))
}

/// Pr[no trial at all hits all of d given bits], d = 0, 1, …: 1, 0, ….
fn nothing_to_cover<A: Arithmetic>(a: &A, length: usize) -> Vec<A::Number> {
    (0..length).map(|targets| if targets == 0 { a.one() } else { a.zero() }).collect()
}

fn identity<A: Arithmetic>(a: &A, targets: usize) -> Triangle<A::Number> {
    (0..=targets).map(|i| (0..=i).map(|j| if i == j { a.one() } else { a.zero() }).collect()).collect()
}

fn product<A: Arithmetic>(a: &A, left: &Triangle<A::Number>, right: &Triangle<A::Number>) -> Triangle<A::Number> {
    let entry = |i: usize, j: usize| a.dot(&left[i][j..=i], right[j..=i].iter().map(|row| &row[j]));
    (0..left.len()).map(|i| (0..=i).map(|j| entry(i, j)).collect()).collect()
}

fn plus<N: Number>(left: Triangle<N>, right: Triangle<N>) -> Triangle<N> {
    let rows = left.into_iter().zip(right);
    rows.map(|(left, right)| left.into_iter().zip(right).map(|(x, y)| x + y).collect()).collect()
}

fn applied<A: Arithmetic>(a: &A, matrix: &Triangle<A::Number>, column: &[A::Number]) -> Vec<A::Number> {
    matrix.iter().map(|row| a.dot(row, column)).collect()
}

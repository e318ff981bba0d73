//! What the report says of the arrivals: a_ij, the appearances of the i-th first arrival in the j-th interval
//! (Lemmas 2 and 7).

use bloomlab_exact::Rational;
use bloomlab_numbers::Arithmetic;
use bloomlab_tables::Result;
use itertools::Itertools;

use super::cycles::{Unreset, grid, name};
use super::{A, Check, Parameters, Row, Sign};

/// Catalogues that are not uniform, as weights.
const SKEWED: [&[u64]; 8] =
    [&[1, 2, 3], &[1, 1, 8], &[8, 1, 1], &[4, 2, 1], &[1, 2, 3, 4], &[27, 9, 3, 1], &[1, 1, 1, 9], &[1, 1, 2, 2]];

/// E\[a_ij\] for 1 ≤ i ≤ j ≤ U (at \[i − 1\]\[j − 1\], 0 for j < i), by the enumeration of all orders of first arrivals.
///
/// Messages S were seen before interval j: a repeat of x ∈ S is to be expected p_x/(1 − Σ_S p) times in it, since the
/// interval has 1/(1 − Σ_S p) arrivals, of which the last is new.
pub(super) fn appearances(popularity: &[Rational]) -> Vec<Vec<Rational>> {
    let size = popularity.len();
    let mut table = vec![vec![A.zero(); size]; size];
    follow(popularity, &mut Vec::new(), &A.one(), &mut table);
    table
}

fn follow(popularity: &[Rational], seen: &mut Vec<usize>, weight: &Rational, table: &mut [Vec<Rational>]) {
    let interval = seen.len();
    if interval == popularity.len() {
        return;
    }
    let fresh = A.one() - A.sum(seen.iter().map(|&x| &popularity[x]));
    for (i, &x) in seen.iter().enumerate() {
        let repeats = weight.clone() * &popularity[x] / &fresh;
        table[i][interval] = table[i][interval].clone() + repeats;
    }
    table[interval][interval] = table[interval][interval].clone() + weight;
    for x in 0..popularity.len() {
        if !seen.contains(&x) {
            let next = weight.clone() * &popularity[x] / &fresh;
            seen.push(x);
            follow(popularity, seen, &next, table);
            seen.pop();
        }
    }
}

pub(super) fn catalogue(weights: &[u64]) -> Vec<Rational> {
    let total = weights.iter().sum();
    weights.iter().map(|&weight| Rational::new(weight, total)).collect()
}

pub(super) fn rows(p: &Parameters) -> Result<Vec<Row>> {
    let mut lemma_2 = Check::appendix("Lemma 2", "E a_ij ≥ E a_(i+1)j", Sign::AtLeast);
    let mut elsewhere = Check::appendix("Lemma 2, *j* ≠ *i* + 1", "E a_ij ≥ E a_(i+1)j", Sign::AtLeast);
    let uniform = (2..=p.catalogue).map(|size| vec![1; size as usize]);
    for weights in uniform.chain(SKEWED.iter().map(|weights| weights.to_vec())) {
        let table = appearances(&catalogue(&weights));
        for i in 1..weights.len() {
            for j in i..=weights.len() {
                let case = || format!("popularities as {weights:?}, i = {i}, j = {j}");
                let (ours, next) = (&table[i - 1][j - 1], &table[i][j - 1]);
                lemma_2.exact(case, ours, next);
                if j != i + 1 {
                    elsewhere.exact(case, ours, next);
                }
            }
        }
    }
    let [lemma_7, with_equality] = lemma_7(p)?;
    Ok(vec![lemma_2.row(), elsewhere.row(), lemma_7, with_equality])
}

/// E α_i = Σ_{j≥i} E g_ij E a_ij over the intervals that a uniform catalogue of U messages has, j ≤ U.
fn lemma_7(p: &Parameters) -> Result<[Row; 2]> {
    let mut check = Check::appendix("Lemma 7", "E α_i > E α_(i+1)", Sign::Greater);
    let mut with_equality = Check::appendix("Lemma 7, with ≥", "E α_i ≥ E α_(i+1)", Sign::AtLeast);
    let sizes = 2..=p.catalogue as usize;
    let tables = sizes.map(|size| (size, appearances(&catalogue(&vec![1; size])))).collect_vec();
    for filter in grid(p.bits, p.hashes)? {
        let h = Unreset::new(&A, filter).h(p.catalogue as usize);
        let running = h.iter().take_while(|h| **h > A.zero()).count();
        for (size, table) in &tables {
            let last = running.min(*size);
            let alpha = |i: usize| A.sum((i..=last).map(|j| h[j - 1].clone() / &h[i - 1] * &table[i - 1][j - 1]));
            for i in 1..last {
                let case = || format!("{}, {size} equal messages, i = {i}", name(filter));
                let (ours, next) = (alpha(i), alpha(i + 1));
                check.exact(case, &ours, &next);
                with_equality.exact(case, &ours, &next);
            }
        }
    }
    Ok([check.row(), with_equality.row()])
}

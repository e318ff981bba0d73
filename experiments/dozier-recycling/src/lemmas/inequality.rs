//! The report's inequality for weighted means, over small integers: Lemmas 8 and 9, eq. 41 to 44 and 46 to 49.

use bloomlab_exact::Rational;
use bloomlab_numbers::Arithmetic;
use itertools::iproduct;

use super::{A, Check, Row, Sign};

/// Weights H_i, A_i that do not increase, and F_i that do not decrease.
struct Case {
    h: Vec<u64>,
    a: Vec<u64>,
    f: Vec<u64>,
}

impl Case {
    fn name(&self) -> String {
        format!("H = {:?}, A = {:?}, F = {:?}", self.h, self.a, self.f)
    }

    /// Σ H_i x_i over the first `terms`.
    fn sum(&self, terms: usize, x: impl Fn(usize) -> u64) -> Rational {
        A.integer((0..terms).map(|i| self.h[i] * x(i)).sum())
    }

    /// Σ H F/Σ H and Σ A H F/Σ A H over the first `terms`.
    fn sides(&self, terms: usize) -> (Rational, Rational) {
        let left = self.sum(terms, |i| self.f[i]) / self.sum(terms, |_| 1);
        (left, self.sum(terms, |i| self.a[i] * self.f[i]) / self.sum(terms, |i| self.a[i]))
    }
}

/// Every case of `terms` terms with H up to 3 and A, F up to 4.
fn cases(terms: usize) -> Vec<Case> {
    let tuples = |most: u64| {
        (0..terms).fold(vec![vec![]], |tuples: Vec<Vec<u64>>, _| {
            let longer = |tuple: Vec<u64>| (1..=most).map(move |x| [tuple.clone(), vec![x]].concat());
            tuples.into_iter().flat_map(longer).collect()
        })
    };
    let rising = || tuples(4).into_iter().filter(|x| x.is_sorted());
    let falling = rising().map(|a| a.into_iter().rev().collect::<Vec<_>>());
    iproduct!(tuples(3), falling, rising().collect::<Vec<_>>()).map(|(h, a, f)| Case { h, a, f }).collect()
}

pub(super) fn rows() -> Vec<Row> {
    let check = Check::appendix;
    let mut lemma_8 = check("Lemma 8", "ΣHF/ΣH ≥ ΣAHF/ΣAH, two terms", Sign::AtLeast);
    let mut proof = check("Lemma 8, its proof", "the same with F_1 ≥ F_2", Sign::AtLeast);
    let mut expansion = check("(41)", "ΣAH ΣHF = its four terms", Sign::Equal);
    for case in cases(2) {
        let (left, right) = case.sides(2);
        lemma_8.exact(|| case.name(), &left, &right);
        let exchanged = Case { h: case.h.clone(), a: case.a.clone(), f: case.f.iter().rev().copied().collect() };
        let (left, right) = exchanged.sides(2);
        proof.exact(|| exchanged.name(), &left, &right);
        let [h1, h2, a1, a2, f1, f2] = [case.h[0], case.h[1], case.a[0], case.a[1], case.f[0], case.f[1]];
        let terms = h1 * h1 * a1 * f1 + h1 * h2 * f1 * a2 + h1 * h2 * f2 * a1 + h2 * h2 * a2 * f2;
        let product = case.sum(2, |i| case.a[i]) * case.sum(2, |i| case.f[i]);
        expansion.exact(|| case.name(), &product, &A.integer(terms));
    }
    let mut lemma_9 = check("Lemma 9", "ΣHF/ΣH ≥ ΣAHF/ΣAH, three terms", Sign::AtLeast);
    let mut bars = check("(42) to (44)", "β ≤ *A̅*, *F̅* ≤ F_m, *A̅* ≥ A_m", Sign::Equal);
    let mut step = check("(46) to (49)", "the step from m − 1 to m terms", Sign::Equal);
    for case in cases(3) {
        let (left, right) = case.sides(3);
        lemma_9.exact(|| case.name(), &left, &right);
        let bar = Bars::of(&case);
        bars.exact(|| case.name(), &A.integer(u64::from(bar.are_ordered(&case))), &A.one());
        step.exact(|| case.name(), &A.integer(u64::from(bar.lead_on(&case))), &A.one());
    }
    [lemma_8, proof, expansion, lemma_9, bars, step].map(Check::row).into()
}

/// F̅ (42), β (43) and A̅ (44) of all terms but the last.
struct Bars {
    f: Rational,
    beta: Rational,
    a: Rational,
}

impl Bars {
    fn of(case: &Case) -> Self {
        let (terms, all) = (case.h.len() - 1, case.sum(case.h.len() - 1, |_| 1));
        let weighted = case.sum(terms, |i| case.f[i]);
        Self {
            f: weighted.clone() / &all,
            beta: case.sum(terms, |i| case.f[i] * case.a[i]) / weighted,
            a: case.sum(terms, |i| case.a[i]) / all,
        }
    }

    fn are_ordered(&self, case: &Case) -> bool {
        let last = case.h.len() - 1;
        self.beta <= self.a && self.f <= A.integer(case.f[last]) && self.a >= A.integer(case.a[last])
    }

    /// True if the equalities and inequalities of (46) to (49) hold one after the other.
    fn lead_on(&self, case: &Case) -> bool {
        let last = case.h.len() - 1;
        let (all, weighted) = (case.sum(last, |_| 1), case.sum(last, |i| case.f[i]));
        let (own, own_h) = (A.integer(case.h[last] * case.f[last] * case.a[last]), case.h[last]);
        let below = self.a.clone() * &all + A.integer(own_h * case.a[last]);
        let with = |sum: Rational| (sum + &own) / &below;
        let first = with(self.beta.clone() * &weighted);
        let second = with(self.a.clone() * &weighted);
        let third = with(self.a.clone() * &self.f * &all);
        let fourth = (self.f.clone() * &all + A.integer(own_h * case.f[last])) / (all + A.integer(own_h));
        let (left, right) = case.sides(case.h.len());
        first == right && first <= second && second == third && third <= fourth && fourth == left
    }
}

//! What the report says of one cycle: h_i, f_i and γ_i over all hash outcomes, never reset (Lemmas 1, 3, 4, 6, Claim 1,
//! Corollaries 1 and 2).

use bloomlab_exact::Rational;
use bloomlab_numbers::{Arithmetic, Sampling};
use bloomlab_recycling::SigmaBounded;
use bloomlab_tables::Result;
use itertools::Itertools;

use super::{A, Check, Parameters, Row, Sign};
use crate::enumerated::shapes;
use crate::filling::Filling;

/// A filter that is never reset, watched against a threshold σ: message i finds X_(i−1) bits set.
pub(super) struct Unreset<'a, A: Arithmetic> {
    a: &'a A,
    pub(super) filter: SigmaBounded,
    filling: Filling<'a, A>,
}

impl<'a, A: Arithmetic> Unreset<'a, A> {
    pub(super) fn new(a: &'a A, filter: SigmaBounded) -> Self {
        Self { a, filter, filling: Filling::new(a, filter.shape()) }
    }

    /// The distribution of X_(i−1), i = 1 … last.
    fn laws(&self, last: usize) -> Vec<Vec<A::Number>> {
        let later = |law: &Vec<A::Number>| Some(self.filling.after_any(law));
        std::iter::successors(Some(self.filling.empty()), later).take(last).collect()
    }

    fn below(&self, law: &[A::Number]) -> A::Number {
        self.a.sum(&law[..=self.filter.sigma() as usize])
    }

    /// E\[h_i\], i = 1 … last (at 0): no message before the i-th has overflowed.
    pub(super) fn h(&self, last: usize) -> Vec<A::Number> {
        self.laws(last).iter().map(|law| self.below(law)).collect()
    }

    /// E\[f_i\], i = 1 … last (at 0): the i-th message sets nothing.
    pub(super) fn f(&self, last: usize) -> Vec<A::Number> {
        self.laws(last).iter().map(|law| self.filling.sets_nothing(law)).collect()
    }

    /// E\[f_i h_j\] for j = i … last (at 0).
    pub(super) fn f_h(&self, i: usize, last: usize) -> Vec<A::Number> {
        let before = self.laws(i).pop().unwrap_or_default();
        let states = 0..=self.filter.shape().bits() as usize;
        let hit = states.map(|set| before[set].clone() * self.filling.sets_nothing_at(set)).collect_vec();
        // message i sets nothing, so that message i + 1 finds what it found
        let later = std::iter::successors(Some(hit.clone()), |law| Some(self.filling.after_any(law)));
        std::iter::once(self.below(&hit)).chain(later.map(|law| self.below(&law))).take(last + 1 - i).collect()
    }
}

/// The parameters of a filter in words.
pub(super) fn name(filter: SigmaBounded) -> String {
    let (shape, sigma) = (filter.shape(), filter.sigma());
    let positions = match shape.sampling() {
        Sampling::WithReplacement => "",
        Sampling::WithoutReplacement => ", distinct",
    };
    format!("M = {}, k = {}, σ = {sigma}{positions}", shape.bits(), shape.hashes())
}

/// Every filter of up to M bits and k hash functions, in the order of M, k, σ.
pub(super) fn grid(bits: u64, hashes: u64) -> Result<Vec<SigmaBounded>> {
    let all = shapes(bits, hashes)?.into_iter().flat_map(|shape| (0..shape.bits()).map(move |sigma| (shape, sigma)));
    let all = all.sorted_by_key(|(shape, sigma)| (shape.bits(), shape.hashes(), *sigma));
    Ok(all.map(|(shape, sigma)| SigmaBounded::new(shape, sigma)).collect::<Result<_, _>>()?)
}

pub(super) fn rows(p: &Parameters) -> Result<Vec<Row>> {
    let check = Check::appendix;
    let mut lemma_1h = check("Lemma 1, *h*", "E h_i ≥ E h_(i+1)", Sign::AtLeast);
    let mut lemma_1f = check("Lemma 1, *f*", "E f_i ≤ E f_(i+1)", Sign::AtMost);
    let mut claim_1 = check("Claim 1", "E γ_i ≥ E γ_(i+1)", Sign::AtLeast);
    let mut lemma_3 = check("Lemma 3, Corollary 1", "E h_j = E h_i E g_ij", Sign::Equal);
    let mut lemma_4 = check("Lemma 4", "E[f_i h_i] = E f_i E h_i", Sign::Equal);
    let mut lemma_6 = check("Lemma 6", "Pr[h_j | f_i] = Pr[h_(j−1)]", Sign::Equal);
    let mut corollary_2 = check("Corollary 2", "E[f_i h_j] = E f_i E h_(j−1)", Sign::Equal);
    for bounded in grid(p.bits, p.hashes)? {
        let filter = Unreset::new(&A, bounded);
        let (h, f) = (filter.h(p.last), filter.f(p.last));
        let at = |i: usize| format!("{}, i = {i}", name(bounded));
        for i in 1..p.last {
            lemma_1h.exact(|| at(i), &h[i - 1], &h[i]);
            lemma_1f.exact(|| at(i), &f[i - 1], &f[i]);
        }
        let running = h.iter().take_while(|h| **h > A.zero()).count();
        let gamma: Vec<Rational> = h[..running].windows(2).map(|pair| pair[1].clone() / &pair[0]).collect();
        for (i, pair) in (2..).zip(gamma.windows(2)) {
            claim_1.exact(|| at(i), &pair[0], &pair[1]);
        }
        for i in 1..=running {
            for j in i..=running {
                let g = gamma[i - 1..j - 1].iter().fold(A.one(), |product, gamma| product * gamma);
                lemma_3.exact(|| at(i), &h[j - 1], &(h[i - 1].clone() * g));
            }
        }
        for i in 1..=p.last {
            let joint = filter.f_h(i, p.last);
            lemma_4.exact(|| at(i), &joint[0], &(f[i - 1].clone() * &h[i - 1]));
            for j in i + 1..=p.last {
                let case = || format!("{}, j = {j}", at(i));
                corollary_2.exact(case, &joint[j - i], &(f[i - 1].clone() * &h[j - 2]));
                if f[i - 1] > A.zero() {
                    lemma_6.exact(case, &(joint[j - i].clone() / &f[i - 1]), &h[j - 2]);
                }
            }
        }
    }
    Ok([lemma_1h, lemma_1f, claim_1, lemma_3, lemma_4, lemma_6, corollary_2].map(Check::row).into())
}

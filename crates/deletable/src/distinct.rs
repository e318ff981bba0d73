//! How many distinct cells the k positions of an item are.

use bloomlab_numbers::Arithmetic;

/// Pr[D = d] for d = 0..=min(k, C): the law of the number of distinct cells among `hashes` independent positions in
/// `cells` cells (occupancy recursion, Christensen, Roginsky, Jimeno (2010), eq. 8). Only positive terms.
pub(crate) fn law<A: Arithmetic>(a: &A, hashes: u64, cells: u64) -> Vec<A::Number> {
    let most = hashes.min(cells) as usize;
    let mut law = vec![a.zero(); most + 1];
    law[0] = a.one();
    for _ in 0..hashes {
        for d in (0..=most).rev() {
            let again = law[d].clone() * a.ratio(d as u64, cells);
            law[d] = match d {
                0 => again,
                _ => again + law[d - 1].clone() * a.ratio(cells - (d as u64 - 1), cells),
            };
        }
    }
    law
}

/// E[C(D, t)] for t = 0..=min(k, C).
pub(crate) fn binomial_moments<A: Arithmetic>(a: &A, hashes: u64, cells: u64) -> Vec<A::Number> {
    let law = law(a, hashes, cells);
    (0..law.len())
        .map(|t| {
            let term = |d: usize| law[d].clone() * binomial(a, d as u64, t as u64);
            (t..law.len()).map(term).fold(a.zero(), |sum, term| sum + term)
        })
        .collect()
}

/// C(n, t), 0 for t > n.
pub(crate) fn binomial<A: Arithmetic>(a: &A, n: u64, t: u64) -> A::Number {
    if t > n {
        return a.zero();
    }
    // each partial product is itself a binomial coefficient
    (0..t).fold(a.one(), |product, i| product * a.integer(n - i) / a.integer(i + 1))
}

/// Σ_t (−1)^t moments_t · avoided_t: the probability that all D of a random item's cells have a property, from the
/// probabilities `avoided(t)` that t given cells all lack it (inclusion–exclusion, averaged over D).
pub(crate) fn all_of<A: Arithmetic>(
    a: &A,
    moments: &[A::Number],
    mut avoided: impl FnMut(usize) -> A::Number,
) -> A::Number {
    let mut sum = a.zero();
    for (t, moment) in moments.iter().enumerate() {
        let term = moment.clone() * avoided(t);
        sum = if t % 2 == 0 { sum + term } else { sum - term };
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_exact::{Rational, Rationals};

    #[test]
    fn law_of_three_positions_in_four_cells() {
        // 4, 36 and 24 of the 64 triples have one, two and three distinct values
        let expected = [0, 4, 36, 24].map(|count| Rational::new(count, 64));
        assert_eq!(law(&Rationals, 3, 4), expected);
        assert_eq!(law(&Rationals, 3, 1), [0, 1].map(|count| Rational::new(count, 1)));
    }

    #[test]
    fn moments_are_coverings() {
        // E[C(D, t)] = C(C, t) · Pr[t given cells are all hit], by inclusion–exclusion over the cells missed
        let (hashes, cells) = (4, 5);
        for (t, moment) in binomial_moments(&Rationals, hashes, cells).into_iter().enumerate() {
            let covered = (0..=t as u64).fold(Rationals.zero(), |sum, missed| {
                let term = binomial(&Rationals, t as u64, missed) * Rationals.all_miss(missed, cells, hashes);
                if missed % 2 == 0 { sum + term } else { sum - term }
            });
            assert_eq!(moment, binomial(&Rationals, cells, t as u64) * covered, "t = {t}");
        }
    }
}

//! Every outcome of the hash functions of a tiny filter, one by one.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::Load;
use bloomlab_numbers::{Arithmetic, Number, Sampling};
use itertools::Itertools;

/// How the k positions of an item are drawn, as the tables name it.
pub(super) fn sampling_name(sampling: Sampling) -> &'static str {
    match sampling {
        Sampling::WithReplacement => "independent",
        Sampling::WithoutReplacement => "distinct",
    }
}

/// How often each set of bits comes about, over all equally likely outcomes of n insertions, and what a query can ask for.
pub(super) struct Enumeration {
    pub load: Load,
    pub sampling: Sampling,
    /// The set of bits of each possible draw of k positions, in order; as many for an item as for a query.
    draws: Vec<usize>,
    /// By set of bits.
    fillings: Vec<u64>,
}

impl Enumeration {
    pub fn new(load: Load, sampling: Sampling) -> Self {
        let draws = (0..load.hashes()).map(|_| 0..load.bits()).multi_cartesian_product();
        let draws = draws.filter(|draw| sampling == Sampling::WithReplacement || draw.iter().all_unique());
        let draws = draws.map(|draw| draw.iter().fold(0, |set, bit| set | 1 << bit)).collect_vec();
        let mut fillings = vec![0; 1 << load.bits()];
        fill(load.items(), 0, &draws, &mut fillings);
        Self { load, sampling, draws, fillings }
    }

    /// The mean of `value` over all outcomes of the insertions.
    fn mean(&self, value: impl Fn(usize) -> Rational) -> Rational {
        let ways = |(set, &count): (usize, &u64)| value(set) * Rationals.integer(count);
        let sum = self.fillings.iter().enumerate().map(ways).fold(Rationals.zero(), |sum, term| sum + term);
        sum / Rationals.integer(self.draws.len() as u64).pow(self.load.items())
    }

    /// The false-positive rate: over all outcomes of the insertions and all draws of a query, how often the query finds
    /// nothing but set bits.
    pub fn rate(&self) -> Rational {
        let found = |set: usize| self.draws.iter().filter(|&&query| query & !set == 0).count() as u64;
        self.mean(|set| Rational::new(found(set), self.draws.len() as u64))
    }

    /// The mean share of clear bits.
    pub fn clear(&self) -> Rational {
        let bits = self.load.bits();
        self.mean(|set| Rational::new(bits - u64::from(set.count_ones()), bits))
    }

    /// The probability that exactly `occupied` bits are set.
    pub fn occupancy(&self, occupied: u64) -> Rational {
        self.mean(|set| Rationals.integer(u64::from(u64::from(set.count_ones()) == occupied)))
    }
}

/// Inserts `items` more items in every way into the set of bits `set`, and counts what comes out.
fn fill(items: u64, set: usize, draws: &[usize], fillings: &mut [u64]) {
    if items == 0 {
        fillings[set] += 1;
        return;
    }
    for draw in draws {
        fill(items - 1, set | draw, draws, fillings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: two bits, one item, two hash functions. Of the four outcomes two set one bit (rate 1/4), two set both.
    #[test]
    fn two_bits_by_hand() {
        let load = Load::new(2, 1, 2).unwrap();
        let enumeration = Enumeration::new(load, Sampling::WithReplacement);
        assert_eq!(enumeration.rate(), Rational::new(5, 8));
        assert_eq!(enumeration.clear(), Rational::new(1, 4));
        assert_eq!(enumeration.occupancy(1), Rational::new(1, 2));
        // and distinct positions set both
        let distinct = Enumeration::new(load, Sampling::WithoutReplacement);
        assert_eq!((distinct.rate(), distinct.clear()), (Rational::new(1, 1), Rational::new(0, 1)));
    }
}

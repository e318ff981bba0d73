//! Unbiased reduction of random words to a range.

/// An integer uniform on 0..bound−1, from independent uniform 64-bit words: x·bound / 2⁶⁴, where the few words that
/// would favour some results are rejected (Lemire, Fast random integer generation in an interval, 2019). Exactly
/// uniform if the words are; at most two words on average.
///
/// The range must not be empty: a `bound` of 0 has no right answer and gives 0.
#[inline(always)]
pub fn uniform_below(bound: u64, mut word: impl FnMut() -> u64) -> u64 {
    loop {
        let product = u128::from(word()) * u128::from(bound);
        // fewer words than the bound are rejected
        if product as u64 >= bound || product as u64 >= rejected_words(bound) {
            return (product >> 64) as u64;
        }
    }
}

/// [`uniform_below`] for a bound that stays the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Uniform {
    bound: u64,
    rejected_words: u64,
}

impl Uniform {
    /// Below a bound of 1 or more.
    pub(crate) fn below(bound: u64) -> Uniform {
        Uniform { bound, rejected_words: rejected_words(bound) }
    }

    /// The result of [`uniform_below`] from the same words.
    #[inline(always)]
    pub(crate) fn draw(&self, mut word: impl FnMut() -> u64) -> u64 {
        loop {
            if let Some(drawn) = self.of(word()) {
                return drawn;
            }
        }
    }

    /// The result of one word, unless it is rejected.
    #[inline(always)]
    pub(crate) fn of(&self, word: u64) -> Option<u64> {
        let product = u128::from(word) * u128::from(self.bound);
        (product as u64 >= self.rejected_words).then_some((product >> 64) as u64)
    }
}

/// 2⁶⁴ mod bound. A separate function, because it is seldom called and divides.
#[cold]
#[inline(never)]
fn rejected_words(bound: u64) -> u64 {
    bound.wrapping_neg() % bound
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::words::IdealWords;

    /// With bounds that reject no word, few, every third and nearly half of all.
    #[test]
    fn a_bound_that_stays_draws_the_same() {
        for bound in [1, 3, 4, 1000, 1 << 62, (1 << 62) + 1, 3 << 62, (1 << 63) + 1] {
            let (mut one, mut other) = (IdealWords::new(8, bound), IdealWords::new(8, bound));
            for _ in 0..100 {
                let drawn = Uniform::below(bound).draw(|| one.next_word());
                assert_eq!(drawn, uniform_below(bound, || other.next_word()));
            }
            assert_eq!(one.next_word(), other.next_word(), "{bound}");
        }
    }

    #[test]
    fn rejects_exactly_the_excess_words() {
        // bound 3: 2^64 mod 3 = 1, so of all words only those with low product below 1, that is the word 0, go.
        let mut words = [0, u64::MAX].into_iter();
        assert_eq!(uniform_below(3, || words.next().unwrap()), 2);
        let mut words = [1 << 63].into_iter();
        assert_eq!(uniform_below(3, || words.next().unwrap()), 1);
        let mut words = [0].into_iter();
        assert_eq!(uniform_below(4, || words.next().unwrap()), 0, "a power of two rejects nothing");
    }
}

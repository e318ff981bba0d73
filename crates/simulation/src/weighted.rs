//! Unequal probabilities.

use rand::{
    Rng,
    distr::{Distribution, Uniform},
};

/// An index drawn with a probability in proportion to its weight: what [`rand`]'s `WeightedIndex` makes of the same words, but
/// found from where its part of the range begins (Chen and Asau, On generating random variates from an empirical distribution,
/// 1974).
#[derive(Clone, Debug)]
pub(crate) struct Weighted {
    below_total: Uniform<u64>,
    /// Sums of the weights up to each index, that included.
    sums: Vec<u64>,
    /// By the highest bits of a number below the total: the first index that such a number can have.
    first: Vec<u32>,
    shift: u32,
}

impl Weighted {
    /// Of at most 2³² weights; none if they sum to 0, or to 2⁶⁴ or more.
    pub(crate) fn new(weights: impl Iterator<Item = u64>) -> Option<Weighted> {
        let mut total: u64 = 0;
        let mut sums = Vec::new();
        for weight in weights {
            total = total.checked_add(weight)?;
            sums.push(total);
        }
        let below_total = Uniform::new(0, total).ok()?;
        let significant = u64::BITS - total.leading_zeros();
        let shift = significant.saturating_sub(sums.len().next_power_of_two().ilog2());
        let mut index = 0;
        let mut first = Vec::new();
        for part in 0..=(total - 1) >> shift {
            while sums[index as usize] <= part << shift {
                index += 1;
            }
            first.push(index);
        }
        Some(Weighted { below_total, sums, first, shift })
    }

    #[inline]
    pub(crate) fn draw(&self, random: &mut impl Rng) -> u64 {
        let number = self.below_total.sample(random);
        let mut index = self.first[(number >> self.shift) as usize] as usize;
        while self.sums[index] <= number {
            index += 1;
        }
        index as u64
    }
}

#[cfg(test)]
mod tests {
    use rand::distr::weighted::WeightedIndex;

    use super::*;
    use crate::StreamKey;

    /// One weight, zeros first, last and between, equal weights, and weights that fall from 2⁶² to 1.
    #[test]
    fn indices_are_those_of_a_search_among_all() {
        let falling: Vec<u64> = (0..63).rev().map(|power| 1 << power).collect();
        for weights in [vec![7], vec![0, 3, 0, 0, 5, 0], vec![1; 1000], falling, (1..100).collect()] {
            let key = StreamKey::new("weighted", 1, &weights, 0).unwrap();
            let (mut one, mut other) = (key.generator(), key.generator());
            let weighted = Weighted::new(weights.iter().copied()).unwrap();
            let searched = WeightedIndex::new(&weights).unwrap();
            for _ in 0..2000 {
                assert_eq!(weighted.draw(&mut one), searched.sample(&mut other) as u64);
            }
            assert_eq!(one.next_u64(), other.next_u64());
        }
        assert!(Weighted::new([0, 0].into_iter()).is_none());
        assert!(Weighted::new([1 << 63, 1 << 63].into_iter()).is_none());
    }
}

//! What the set bits of each part of a filter tell: the false-positive rate given the bits, and how much their number varies.
//!
//! | parts | rate given the bits | (fill)^k is |
//! |---|---|---|
//! | blocks of B bits, k positions anywhere in one | mean over blocks of (s/B)^k | too low (Jensen) |
//! | split blocks, k words of W bits, a position in each | mean over blocks of Π s_i/W | too low |
//! | k slices of w_i bits | Π s_i/w_i | too high |
//!
//! The number of items n follows from the number S of all set bits, whatever the layout, since E\[m − S\] = m (1 − h)^n with h the
//! probability that an item sets a given bit, the same for all bits: [`counts::items::estimate`](crate::counts::items::estimate).

use bloomlab_numbers::{Arithmetic, Double, Number};
use bloomlab_occupancy::{BallsInBins, MAX_SIZE, OutOfDomain, Parameter, distribution};

/// The parts of a filter whose set bits are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parts {
    /// Blocks of B bits.
    Blocks(u64),
    /// Words of W bits, k of which make a block.
    Words(u64),
    /// k slices as equal as they can be, the longer ones first.
    Slices,
}

/// A filter in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartedFilter {
    bits: u64,
    hashes: u64,
    parts: Parts,
}

impl PartedFilter {
    /// A filter of `bits` bits (m) under `hashes` hash functions (k).
    ///
    /// # Errors
    /// [`OutOfDomain`] unless 1 ≤ m, k ≤ 2^63 − 1 and the blocks divide m; for slices k ≤ m.
    pub fn new(bits: u64, hashes: u64, parts: Parts) -> Result<Self, OutOfDomain> {
        Parameter::Bits.within(bits, 1..=MAX_SIZE)?;
        let (parameter, each, block) = match parts {
            Parts::Blocks(block) => (Parameter::BlockBits, block, block),
            Parts::Words(word) => (Parameter::WordBits, word, word.saturating_mul(hashes)),
            Parts::Slices => (Parameter::Hashes, hashes, 1),
        };
        Parameter::Hashes.within(hashes, 1..=if parts == Parts::Slices { bits } else { MAX_SIZE })?;
        parameter.within(each, 1..=MAX_SIZE)?;
        if !bits.is_multiple_of(block) {
            return Err(OutOfDomain::new(parameter, each, format!("blocks of {block} bits to divide bits = {bits}")));
        }
        Ok(Self { bits, hashes, parts })
    }

    /// How many parts there are.
    pub fn count(self) -> u64 {
        match self.parts {
            Parts::Blocks(bits) | Parts::Words(bits) => self.bits / bits,
            Parts::Slices => self.hashes,
        }
    }

    /// The bits of a part.
    pub fn bits_of(self, index: u64) -> u64 {
        match self.parts {
            Parts::Blocks(bits) | Parts::Words(bits) => bits,
            Parts::Slices => self.bits / self.hashes + u64::from(index < self.bits % self.hashes),
        }
    }

    /// The set bits of all parts.
    ///
    /// # Errors
    /// [`OutOfDomain`] for more or fewer `fills` than parts, and for a part with more set bits than bits.
    pub fn bits_set(self, fills: &[u64]) -> Result<u64, OutOfDomain> {
        if fills.len() as u64 != self.count() {
            let domain = format!("as many fills as parts of bits = {}: {}", self.bits, self.count());
            return Err(OutOfDomain::new(Parameter::Fills, fills.len() as u64, domain));
        }
        if let Some((index, &fill)) = (0..).zip(fills).find(|(index, fill)| **fill > self.bits_of(*index)) {
            let domain = format!("0 ≤ fill ≤ {} in fill {}", self.bits_of(index), index + 1);
            return Err(OutOfDomain::new(Parameter::Fills, fill, domain));
        }
        Ok(fills.iter().sum())
    }

    /// The rate given the set bits of each part: sums of positive terms.
    ///
    /// # Errors
    /// As for [`bits_set`](Self::bits_set).
    pub fn rate<A: Arithmetic>(self, a: &A, fills: &[u64]) -> Result<A::Number, OutOfDomain> {
        self.bits_set(fills)?;
        let all = |fills: &[u64], from: u64| {
            let shares = (from..).zip(fills).map(|(index, fill)| a.ratio(*fill, self.bits_of(index)));
            shares.fold(a.one(), |product, share| product * share)
        };
        Ok(match self.parts {
            Parts::Slices => all(fills, 0),
            Parts::Words(_) => {
                let blocks = fills.chunks_exact(self.hashes as usize);
                a.sum(blocks.map(|block| all(block, 0))) / a.integer(self.count() / self.hashes)
            }
            Parts::Blocks(bits) => {
                a.sum(fills.iter().map(|fill| a.ratio(*fill, bits).pow(self.hashes))) / a.integer(self.count())
            }
        })
    }

    /// h: the probability that an item sets a given bit. Of slices that are not equal, the mean over the bits.
    pub fn hit(self) -> f64 {
        match self.parts {
            Parts::Blocks(bits) => Double.some_hit(1, bits, self.hashes) / self.count() as f64,
            Parts::Words(_) | Parts::Slices => self.hashes as f64 / self.bits as f64,
        }
    }

    /// The variance of the number of set bits with `items` items, exact.
    pub fn variance(self, items: u64) -> Result<f64, OutOfDomain> {
        let (n, m) = (items as f64, self.bits as f64);
        let (pairs, both) = match self.parts {
            Parts::Slices => {
                // slices are independent
                let of =
                    |index: u64| Ok(distribution::variance_in_double(BallsInBins::new(items, self.bits_of(index))?));
                return (0..self.hashes).map(of).sum();
            }
            // two bits of a block
            Parts::Blocks(bits) => {
                let hits =
                    2.0 * Double.some_hit(1, bits, self.hashes) - Double.some_hit(2.min(bits), bits, self.hashes);
                (m * (bits - 1) as f64, hits / self.count() as f64)
            }
            // two bits of different words of a block; those of one word are never hit together
            Parts::Words(bits) => (m * (bits * (self.hashes - 1)) as f64, self.hit() / bits as f64),
        };
        Ok(variance(n, m, self.hit(), [(pairs, both), (m * (m - 1.0) - pairs, 0.0)]))
    }
}

/// Var S = E Z + Σ_{i≠j} (1 − 2h + c_ij)^n − (E Z)², Z the clear bits, from the ordered pairs of bits and the probability c that an item
/// sets both: the pairs are `bits` · (`bits` − 1) together. By differences from (1 − h)^{2n}, so that the large parts do not cancel.
pub fn variance(items: f64, bits: f64, hit: f64, pairs: impl IntoIterator<Item = (f64, f64)>) -> f64 {
    if items == 0.0 || hit >= 1.0 {
        return 0.0;
    }
    let clear = libm::exp(items * libm::log1p(-hit));
    let square = clear * clear;
    let excess = |both: f64| {
        let other = (both - hit * hit) / ((1.0 - hit) * (1.0 - hit));
        libm::expm1(items * libm::log1p(other.max(-1.0)))
    };
    let together: f64 = pairs.into_iter().map(|(count, both)| count * excess(both)).sum();
    bits * clear * (1.0 - clear) + square * together
}

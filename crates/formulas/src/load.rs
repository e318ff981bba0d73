//! A filter and the items it holds, validated once.

use bloomlab_occupancy::{BallsInBins, MAX_SIZE, OutOfDomain, Parameter, Sampling, Shape};

/// A filter of m bits that holds n items under k hash functions.
///
/// The positions of an item are drawn with replacement unless [`Load::without_replacement`] is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Load {
    shape: Shape,
    items: u64,
    insertions: BallsInBins,
}

impl Load {
    /// A filter of `bits` bits that holds `items` items under `hashes` hash functions, with replacement.
    ///
    /// # Errors
    /// [`OutOfDomain`] unless 1 ≤ m, 1 ≤ k and 0 ≤ n, and m, k, n and kn are at most 2^63 − 1.
    pub fn new(bits: u64, items: u64, hashes: u64) -> Result<Self, OutOfDomain> {
        Self::holding(Shape::new(bits, hashes, Sampling::WithReplacement)?, items)
    }

    /// A filter of shape `shape` that holds `items` items.
    ///
    /// # Errors
    /// [`OutOfDomain`] unless n and kn are at most 2^63 − 1.
    pub fn holding(shape: Shape, items: u64) -> Result<Self, OutOfDomain> {
        Parameter::Items.within(items, 0..=MAX_SIZE)?;
        let hashes = shape.hashes();
        let too_many = || {
            let domain = format!("hashes · items ≤ 2^63 − 1 with hashes = {hashes}");
            OutOfDomain::new(Parameter::Items, items, domain)
        };
        let balls = hashes.checked_mul(items).filter(|balls| *balls <= MAX_SIZE).ok_or_else(too_many)?;
        Ok(Self { shape, items, insertions: BallsInBins::new(balls, shape.bits())? })
    }

    /// The same sizes, the k positions of an item distinct.
    ///
    /// # Errors
    /// [`OutOfDomain`] when k > m.
    pub fn without_replacement(self) -> Result<Self, OutOfDomain> {
        Self::holding(Shape::new(self.bits(), self.hashes(), Sampling::WithoutReplacement)?, self.items)
    }

    /// The filter without its items.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// m, the number of bits.
    pub fn bits(self) -> u64 {
        self.shape.bits()
    }

    /// n, the number of items stored.
    pub fn items(self) -> u64 {
        self.items
    }

    /// k, the number of hash functions.
    pub fn hashes(self) -> u64 {
        self.shape.hashes()
    }

    /// How the positions of an item are drawn.
    pub fn sampling(self) -> Sampling {
        self.shape.sampling()
    }

    /// kn, the number of positions that the items set.
    pub fn balls(self) -> u64 {
        self.insertions.balls()
    }

    /// The kn positions that the items set, drawn with replacement, as balls; the bits as bins.
    pub fn insertions(self) -> BallsInBins {
        self.insertions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_domain_is_checked_at_its_borders() {
        assert!(Load::new(1, 0, 1).is_ok());
        assert!(Load::new(MAX_SIZE, MAX_SIZE, 1).is_ok());
        assert!(Load::new(MAX_SIZE + 1, 1, 1).is_err());
        assert_eq!(Load::new(8, MAX_SIZE / 2, 2).map(Load::balls), Ok(MAX_SIZE - 1));
        let why = |load: Result<Load, OutOfDomain>| load.unwrap_err().to_string();
        assert_eq!(
            why(Load::new(8, MAX_SIZE, 2)),
            format!("items = {MAX_SIZE} is out of domain: needs hashes · items ≤ 2^63 − 1 with hashes = 2")
        );
        assert_eq!(
            why(Load::new(8, u64::MAX, 2)),
            format!("items = {} is out of domain: needs 0 ≤ items ≤ 2^63 − 1", u64::MAX)
        );
        assert_eq!(why(Load::new(0, 1, 1)), "bits = 0 is out of domain: needs 1 ≤ bits ≤ 2^63 − 1");
    }

    #[test]
    fn distinct_positions_need_as_many_bits() {
        let load = Load::new(8, 1, 8).unwrap();
        assert_eq!(load.sampling(), Sampling::WithReplacement);
        let distinct = load.without_replacement().unwrap();
        assert_eq!((distinct.sampling(), distinct.balls()), (Sampling::WithoutReplacement, 8));
        assert_ne!(load, distinct);
        assert_eq!(
            Load::new(8, 1, 9).unwrap().without_replacement().unwrap_err().to_string(),
            "hashes = 9 is out of domain: needs 1 ≤ hashes ≤ bits = 8 without replacement"
        );
    }
}

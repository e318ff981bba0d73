//! A filter and the items it holds, validated once.

use bloomlab_numbers::{BallsInBins, MAX_SIZE, Refused, Sampling, Shape, within};

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
    /// Domain: 1 ≤ m, 1 ≤ k and 0 ≤ n, and m, k, n and kn are at most 2^63 − 1.
    pub fn new(bits: u64, items: u64, hashes: u64) -> Result<Self, Refused> {
        Self::holding(Shape::new(bits, hashes, Sampling::WithReplacement)?, items)
    }

    /// A filter of shape `shape` that holds `items` items.
    /// Domain: n and kn are at most 2^63 − 1.
    pub fn holding(shape: Shape, items: u64) -> Result<Self, Refused> {
        within("items", items, 0..=MAX_SIZE)?;
        let hashes = shape.hashes();
        let too_many = || {
            let domain = format!("hashes · items ≤ 2^63 − 1 with hashes = {hashes}");
            Refused::new("items", items, domain)
        };
        let balls = hashes.checked_mul(items).filter(|balls| *balls <= MAX_SIZE).ok_or_else(too_many)?;
        Ok(Self { shape, items, insertions: BallsInBins::new(balls, shape.bits())? })
    }

    /// The same sizes, the k positions of an item distinct.
    /// Domain: k ≤ m.
    pub fn without_replacement(self) -> Result<Self, Refused> {
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

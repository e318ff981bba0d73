//! Parameters that cannot hold nonsense: every model takes one of these types.

use bloomlab_numbers::{Bound, Refused, Sampling, Shape, within};

/// The largest number of hash functions of a recycling filter. Work grows with its square.
pub const MAX_HASHES: u64 = 512;

pub(crate) fn check_hashes(shape: Shape) -> Result<(), Refused> {
    within("hashes", shape.hashes(), 1..=MAX_HASHES)
}

/// A σ-bounded recycling filter: cleared when a message would set more than σ bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SigmaBounded {
    pub(crate) shape: Shape,
    pub(crate) sigma: u64,
}

impl SigmaBounded {
    /// A filter of shape `shape` and threshold `sigma`. Domain: σ ≤ m − 1 and k ≤ [`MAX_HASHES`]. A filter of a larger threshold would
    /// never recycle.
    pub fn new(shape: Shape, sigma: u64) -> Result<Self, Refused> {
        check_hashes(shape)?;
        within("sigma", sigma, 0..=shape.bits() - 1)?;
        Ok(Self { shape, sigma })
    }

    /// The filter without its threshold.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// σ, the recycling threshold in bits.
    pub fn sigma(&self) -> u64 {
        self.sigma
    }
}

/// A σ-bounded filter that inserts the overflowing message into the cleared filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Retaining(pub(crate) SigmaBounded);

impl Retaining {
    /// The retaining variant of `filter`. Domain: σ ≥ k: the retained message alone could exceed a lower threshold.
    pub fn new(filter: SigmaBounded) -> Result<Self, Refused> {
        let hashes = filter.shape.hashes();
        if filter.sigma < hashes {
            let domain = format!("sigma ≥ hashes = {hashes} in a retaining filter");
            return Err(Refused::new("sigma", filter.sigma, domain));
        }
        Ok(Self(filter))
    }
}

/// The shape of each of two filters that share `memory` bits equally, one active and one frozen. Domain: the memory is even and at least 2;
/// half of it as for [`Shape::new`].
pub fn shape_of_each(memory: u64, hashes: u64, sampling: Sampling) -> Result<Shape, Refused> {
    if memory == 0 || !memory.is_multiple_of(2) {
        return Err(Refused::new("memory", memory, "an even number ≥ 2, which two phases share"));
    }
    if sampling == Sampling::WithoutReplacement && hashes > memory / 2 {
        let domain = format!("1 ≤ hashes ≤ memory/2 = {} without replacement", memory / 2);
        return Err(Refused::new("hashes", hashes, domain));
    }
    Shape::new(memory / 2, hashes, sampling)
}

/// An N-bounded recycling filter: cleared after N messages have set bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NBounded {
    pub(crate) shape: Shape,
    pub(crate) messages: u64,
}

impl NBounded {
    /// A filter of shape `shape` that recycles after `messages` bit-setting messages. Domain: 1 ≤ N ≤ [`NBounded::most_messages`] and
    /// k ≤ [`MAX_HASHES`].
    pub fn new(shape: Shape, messages: u64) -> Result<Self, Refused> {
        check_hashes(shape)?;
        let most = Self::most_messages(shape);
        if messages == 0 || messages > most {
            let domain = format!("1 ≤ messages ≤ ⌊(bits − 1)/hashes⌋ + 1 = {most}; beyond that a cycle may never end");
            return Err(Refused::new("messages", messages, domain));
        }
        Ok(Self { shape, messages })
    }

    /// The largest limit N that is always reached: ⌊(m − 1)/k⌋ + 1. N − 1 messages then leave a clear bit, whatever their positions.
    pub fn most_messages(shape: Shape) -> u64 {
        Bound::most_messages(shape.bits(), shape.hashes())
    }

    /// The filter without its limit.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// N, the limit in bit-setting messages.
    pub fn messages(&self) -> u64 {
        self.messages
    }
}

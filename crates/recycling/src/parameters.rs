//! Parameters that cannot hold nonsense: every function of this crate takes one of these types.

use crate::Error;

/// The largest number of hash functions accepted. Work grows with its square.
pub const MAX_HASHES: u64 = 1024;

/// How a message's k positions are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Positions {
    /// k independent positions, which may coincide (the papers' *colliding*).
    WithReplacement,
    /// k distinct positions (the papers' *non-colliding*).
    WithoutReplacement,
}

/// One filter: its bits, its hash functions, and how positions are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    bits: u64,
    hashes: u64,
    positions: Positions,
}

impl Shape {
    /// A filter of `bits` bits and `hashes` hash functions.
    ///
    /// # Errors
    /// `1 ≤ bits < 2^63`, `1 ≤ hashes ≤ MAX_HASHES`, and `hashes ≤ bits` without replacement.
    pub fn new(bits: u64, hashes: u64, positions: Positions) -> Result<Self, Error> {
        if bits == 0 || bits > i64::MAX as u64 {
            return Err(Error::Bits { bits });
        }
        if hashes == 0 || hashes > MAX_HASHES {
            return Err(Error::Hashes { hashes });
        }
        if positions == Positions::WithoutReplacement && hashes > bits {
            return Err(Error::TooFewBits { hashes, bits });
        }
        Ok(Self { bits, hashes, positions })
    }

    /// M, the number of bits.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// k, the number of hash functions.
    pub fn hashes(&self) -> u64 {
        self.hashes
    }

    /// How positions are drawn.
    pub fn positions(&self) -> Positions {
        self.positions
    }

    /// The largest N of an N-bounded filter whose cycles always end: ⌊(M − 1)/k⌋ + 1, since N − 1 messages then
    /// leave a clear bit whatever their positions.
    pub fn message_limit_bound(&self) -> u64 {
        (self.bits - 1) / self.hashes + 1
    }
}

/// A σ-bounded recycling filter: cleared when a message would set more than σ bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SigmaBounded {
    shape: Shape,
    sigma: u64,
}

impl SigmaBounded {
    /// A filter of shape `shape` and threshold `sigma`.
    ///
    /// # Errors
    /// `sigma < bits`.
    pub fn new(shape: Shape, sigma: u64) -> Result<Self, Error> {
        if sigma >= shape.bits {
            return Err(Error::Threshold { sigma, bits: shape.bits });
        }
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
pub struct Retaining(SigmaBounded);

impl Retaining {
    /// The retaining variant of `filter`.
    ///
    /// # Errors
    /// `sigma ≥ hashes`, or else the retained message could itself overflow.
    pub fn new(filter: SigmaBounded) -> Result<Self, Error> {
        if filter.sigma < filter.shape.hashes {
            return Err(Error::RetainingThreshold { sigma: filter.sigma, hashes: filter.shape.hashes });
        }
        Ok(Self(filter))
    }

    /// The non-retaining filter of the same shape and threshold.
    pub fn non_retaining(&self) -> SigmaBounded {
        self.0
    }
}

/// Two σ-bounded filters that share the memory: one active, one frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TwoPhase {
    each: SigmaBounded,
}

impl TwoPhase {
    /// Two filters of `total_bits/2` bits, each with threshold `sigma`.
    ///
    /// # Errors
    /// `total_bits` even and positive; `sigma < total_bits/2`; and as for [`Shape::new`] with half the bits.
    pub fn new(total_bits: u64, hashes: u64, positions: Positions, sigma: u64) -> Result<Self, Error> {
        let each = SigmaBounded::new(Self::half(total_bits, hashes, positions)?, sigma)?;
        Ok(Self { each })
    }

    /// The shape of each of two filters that share `total_bits`.
    ///
    /// # Errors
    /// As for [`TwoPhase::new`].
    pub fn half(total_bits: u64, hashes: u64, positions: Positions) -> Result<Shape, Error> {
        if total_bits == 0 || !total_bits.is_multiple_of(2) {
            return Err(Error::OddMemory { bits: total_bits });
        }
        Shape::new(total_bits / 2, hashes, positions)
    }

    /// Each of the two filters.
    pub fn each(&self) -> SigmaBounded {
        self.each
    }
}

/// An N-bounded recycling filter: cleared after N messages have set bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NBounded {
    shape: Shape,
    messages: u64,
}

impl NBounded {
    /// A filter of shape `shape` that recycles after `messages` bit-setting messages.
    ///
    /// # Errors
    /// `1 ≤ messages ≤ ⌊(bits − 1)/hashes⌋ + 1`: beyond, the filter can fill up first and a cycle need not end.
    pub fn new(shape: Shape, messages: u64) -> Result<Self, Error> {
        let bound = shape.message_limit_bound();
        if messages == 0 || messages > bound {
            return Err(Error::MessageLimit { messages, bound, bits: shape.bits, hashes: shape.hashes });
        }
        Ok(Self { shape, messages })
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

/// A target rate: a probability strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target(f64);

impl Target {
    /// The target `rate`.
    ///
    /// # Errors
    /// `0 < rate < 1`.
    pub fn new(rate: f64) -> Result<Self, Error> {
        if rate > 0.0 && rate < 1.0 { Ok(Self(rate)) } else { Err(Error::Target { target: rate }) }
    }

    /// The rate.
    pub fn rate(&self) -> f64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Positions::{WithReplacement, WithoutReplacement};

    #[test]
    fn nonsense_is_refused_with_its_domain() {
        assert_eq!(Shape::new(0, 1, WithReplacement), Err(Error::Bits { bits: 0 }));
        assert_eq!(Shape::new(1 << 63, 1, WithReplacement), Err(Error::Bits { bits: 1 << 63 }));
        assert_eq!(Shape::new(8, 0, WithReplacement), Err(Error::Hashes { hashes: 0 }));
        assert_eq!(Shape::new(8, 1025, WithReplacement), Err(Error::Hashes { hashes: 1025 }));
        assert_eq!(Shape::new(8, 9, WithoutReplacement), Err(Error::TooFewBits { hashes: 9, bits: 8 }));
        let shape = Shape::new(8, 9, WithReplacement).unwrap();
        assert_eq!(SigmaBounded::new(shape, 8), Err(Error::Threshold { sigma: 8, bits: 8 }));
        let seven = SigmaBounded::new(shape, 7).unwrap();
        assert_eq!(Retaining::new(seven), Err(Error::RetainingThreshold { sigma: 7, hashes: 9 }));
        assert_eq!(TwoPhase::new(9, 1, WithReplacement, 1), Err(Error::OddMemory { bits: 9 }));
        assert_eq!(TwoPhase::new(0, 1, WithReplacement, 1), Err(Error::OddMemory { bits: 0 }));
        assert!(TwoPhase::new(8, 1, WithReplacement, 4).is_err());
        for rate in [0.0, 1.0, f64::NAN, -1.0] {
            assert!(Target::new(rate).is_err());
        }
    }

    #[test]
    fn a_message_limit_names_its_bound() {
        let shape = Shape::new(1000, 5, WithReplacement).unwrap();
        assert!(NBounded::new(shape, 200).is_ok());
        let error = NBounded::new(shape, 201).unwrap_err();
        assert_eq!(error, Error::MessageLimit { messages: 201, bound: 200, bits: 1000, hashes: 5 });
        assert!(error.to_string().contains("1 … 200 = ⌊(bits − 1)/hashes⌋ + 1"), "{error}");
        assert!(NBounded::new(shape, 0).is_err());
    }
}

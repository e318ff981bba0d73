//! The causes by name.

use std::fmt;

use bloomlab_schemes::HashingScheme;

/// Why a measured rate may not be the promised one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// Nothing: the rate is the promised one, that of the classic formula or, where counts do not tell them apart, the exact one.
    AsPromised,
    /// The classic formula is off: the rate is the exact one.
    ExactRate,
    /// This filter has more or fewer bits set than others.
    Luck,
    /// The number of bits is rounded down to this power of two.
    BitsRoundedDown(u64),
    /// It is rounded up to this one.
    BitsRoundedUp(u64),
    /// It is kept in a signed number of 32 bits, so that it is this one, and positions are 31 bits modulo that.
    BitsIn32Bits(u64),
    /// Positions are numbers of this many bits modulo the number of bits.
    Positions(u64),
    /// All positions of an item come from one hash of this many bits.
    HashBits(u64),
    /// Positions follow this scheme.
    Scheme(HashingScheme),
    /// All hash functions are the same one.
    OneHash,
    /// This library builds another filter.
    Library(&'static str),
    /// More items are stored.
    MoreItems,
    /// Fewer items are stored.
    FewerItems,
    /// Some of the queries had been stored.
    StoredQueries,
    /// No cause without a free parameter predicts the count.
    NoneOfThese,
}

impl Cause {
    /// Whether it says that something is not as it was described. A filter's luck does not: it comes with every filter.
    pub(super) fn is_to_be_shown(self) -> bool {
        !matches!(self, Cause::AsPromised | Cause::ExactRate | Cause::Luck | Cause::NoneOfThese)
    }
}

impl fmt::Display for Cause {
    /// Lower-case words joined by hyphens; schemes and libraries after a colon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Cause::AsPromised => "as-promised",
            Cause::ExactRate => "exact-rate",
            Cause::Luck => "luck",
            Cause::BitsRoundedDown(_) => "bits-rounded-down",
            Cause::BitsRoundedUp(_) => "bits-rounded-up",
            Cause::BitsIn32Bits(_) => "bits-in-32-bits",
            Cause::Positions(bits) => return write!(f, "positions-of-{bits}-bits"),
            Cause::HashBits(bits) => return write!(f, "hash-of-{bits}-bits"),
            Cause::Scheme(scheme) => return write!(f, "scheme:{scheme}"),
            Cause::OneHash => "one-hash-function",
            Cause::Library(name) => return write!(f, "library:{name}"),
            Cause::MoreItems => "more-items",
            Cause::FewerItems => "fewer-items",
            Cause::StoredQueries => "stored-queries",
            Cause::NoneOfThese => "none-of-these",
        };
        f.write_str(name)
    }
}

//! Schemes by name, with the domain of each.

use std::fmt;
use std::str::FromStr;

use bloomlab_numbers::{MAX_SIZE, Refused, within};

use crate::{Load, blocked::BlockedLoad, overlapping::OverlappingLoad, walks::StepSet};

/// How a filter derives the k positions of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum HashingScheme {
    /// k independent positions: what the papers' formulas assume.
    Independent,
    /// a + i·d mod m, d uniform on Z_m.
    Double,
    /// a + i·d mod m, d ≠ 0. Domain m ≥ 2.
    DoubleNonzero,
    /// a + i·d mod m, d odd. Domain: m even.
    DoubleOdd,
    /// a + i·d mod m, d coprime to m.
    DoubleUnit,
    /// a + i·d + (i³ − i)/6 mod m (Dillinger, Manolios, *Bloom filters in probabilistic verification*, 2004). Domain k ≤ 16,
    /// mk⁴ ≤ [`MAX_ENHANCED`].
    Enhanced,
    /// a + i·d + i(i − 1)/2·e mod m (ibid.). Domain k ≤ 12, m ≤ 64.
    Triple,
    /// (a + i·d) mod s in slice i of s = m/k bits (Kirsch, Mitzenmacher, *Less hashing, same performance*, 2008). Domain: k
    /// divides m.
    KmPartition,
    /// An independent position in each of k slices, as equal as they can be. Domain k ≤ m.
    Partitioned,
    /// k independent positions in one block of this many bits, which divide m.
    Blocked(u64),
    /// One independent position in each of the k words of one block, of this many bits each; k of them divide m.
    SplitBlock(u64),
    /// a + i·d mod B in one block of B bits, which divide m; d uniform on Z_B.
    BlockedDouble(u64),
    /// a + i·d mod B in one block of B bits, d ≠ 0. Domain B ≥ 2.
    BlockedDoubleNonzero(u64),
    /// a + i·d mod B in one block of B bits, d odd. Domain: B even.
    BlockedDoubleOdd(u64),
    /// k independent positions in a word that begins at a multiple of `stride` bits, as Boost.Bloom's with a `Stride`. Only its rate is
    /// computed.
    Overlapping {
        /// Bits of a word.
        word: u64,
        /// Bits from one start to the next, which divide those of a word.
        stride: u64,
    },
}

/// The most hash functions whose 2^k sets of positions are summed.
pub const MAX_SUMMED_HASHES: u64 = 20;

/// The most that mk⁴ is under enhanced double hashing, whose work it is: about a second.
pub const MAX_ENHANCED: u64 = 75_000_000;

impl HashingScheme {
    /// Every scheme that is named, the blocked ones with blocks of 512 bits and words of 32; words of 64 that overlap begin at every byte.
    pub const ALL: [HashingScheme; 15] = [
        HashingScheme::Independent,
        HashingScheme::Double,
        HashingScheme::DoubleNonzero,
        HashingScheme::DoubleOdd,
        HashingScheme::DoubleUnit,
        HashingScheme::Enhanced,
        HashingScheme::Triple,
        HashingScheme::KmPartition,
        HashingScheme::Partitioned,
        HashingScheme::Blocked(512),
        HashingScheme::SplitBlock(32),
        HashingScheme::BlockedDouble(512),
        HashingScheme::BlockedDoubleNonzero(512),
        HashingScheme::BlockedDoubleOdd(512),
        HashingScheme::Overlapping { word: 64, stride: 8 },
    ];

    /// The name: lower-case words joined by hyphens.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// B, where the k positions of an item lie anywhere in one block of B bits.
    pub fn block_bits(self) -> Option<u64> {
        match self {
            HashingScheme::Blocked(bits)
            | HashingScheme::BlockedDouble(bits)
            | HashingScheme::BlockedDoubleNonzero(bits)
            | HashingScheme::BlockedDoubleOdd(bits) => Some(bits),
            HashingScheme::Overlapping { word, .. } => Some(word),
            _ => None,
        }
    }

    /// The bits from the start of a word to that of the next, where words overlap.
    pub fn stride(self) -> Option<u64> {
        if let HashingScheme::Overlapping { stride, .. } = self { Some(stride) } else { None }
    }

    /// The same scheme with words that begin at every `stride` bits, where words overlap.
    #[must_use]
    pub fn of_stride(self, stride: u64) -> Self {
        match self {
            HashingScheme::Overlapping { word, .. } => HashingScheme::Overlapping { word, stride },
            other => other,
        }
    }

    /// W, where an item has one position in each word of W bits.
    pub fn word_bits(self) -> Option<u64> {
        if let HashingScheme::SplitBlock(bits) = self { Some(bits) } else { None }
    }

    /// The same scheme with blocks, or words, of `bits` bits; without either it is the scheme itself.
    #[must_use]
    pub fn of_bits(self, bits: u64) -> Self {
        match self {
            HashingScheme::Blocked(_) => HashingScheme::Blocked(bits),
            HashingScheme::SplitBlock(_) => HashingScheme::SplitBlock(bits),
            HashingScheme::BlockedDouble(_) => HashingScheme::BlockedDouble(bits),
            HashingScheme::BlockedDoubleNonzero(_) => HashingScheme::BlockedDoubleNonzero(bits),
            HashingScheme::BlockedDoubleOdd(_) => HashingScheme::BlockedDoubleOdd(bits),
            HashingScheme::Overlapping { stride, .. } => HashingScheme::Overlapping { word: bits, stride },
            other => other,
        }
    }

    /// Checks that blocks and words have from 1 to 2^63 − 1 bits.
    pub fn check_bits(self) -> Result<(), Refused> {
        match (self.block_bits(), self.word_bits()) {
            (Some(bits), _) => within("block-bits", bits, 1..=MAX_SIZE),
            (_, Some(bits)) => within("word-bits", bits, 1..=MAX_SIZE),
            _ => Ok(()),
        }
    }

    /// Returns true if all positions of an item lie in one block.
    pub fn is_blocked(self) -> bool {
        self.block_bits().or(self.word_bits()).is_some()
    }

    /// The distribution of the steps, where positions are a + i·d mod m, or mod B within a block.
    pub fn step_set(self) -> Option<StepSet> {
        match self {
            HashingScheme::Double | HashingScheme::BlockedDouble(_) => Some(StepSet::Any),
            HashingScheme::DoubleNonzero | HashingScheme::BlockedDoubleNonzero(_) => Some(StepSet::Nonzero),
            HashingScheme::DoubleOdd | HashingScheme::BlockedDoubleOdd(_) => Some(StepSet::Odd),
            HashingScheme::DoubleUnit => Some(StepSet::Unit),
            _ => None,
        }
    }

    /// The most hash functions, and with `hashes` of them the most bits, of an exact rate.
    pub(crate) fn domain(self, hashes: u64) -> (u64, u64) {
        match self {
            HashingScheme::Enhanced => (16, MAX_ENHANCED / hashes.clamp(1, 16).pow(4)),
            // m² queries, of m² curves of an item each
            HashingScheme::Triple => (12, if hashes <= 7 { 128 } else { 64 }),
            _ if self.is_summed_over_sets() => (MAX_SUMMED_HASHES, MAX_SIZE),
            _ => (MAX_SIZE, MAX_SIZE),
        }
    }

    /// The end of a refusal of what is beyond the domain of an exact rate.
    pub(crate) fn beyond(self) -> &'static str {
        if self.is_summed_over_sets() && !self.is_blocked() {
            "; beyond, docs/double-hashing.md has the rate to first order"
        } else {
            ""
        }
    }

    /// Returns true if its exact rate is a sum over the 2^k sets of a query's positions.
    pub fn is_summed_over_sets(self) -> bool {
        use HashingScheme::{Enhanced, KmPartition, Triple};
        self.step_set().is_some() || matches!(self, Enhanced | Triple | KmPartition)
    }
}

impl fmt::Display for HashingScheme {
    /// The name; of blocks and words with their bits: `blocked:512`; of words that overlap with their stride: `overlapping:64:8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        self.block_bits().or(self.word_bits()).map_or(Ok(()), |bits| write!(f, ":{bits}"))?;
        self.stride().map_or(Ok(()), |stride| write!(f, ":{stride}"))
    }
}

impl FromStr for HashingScheme {
    type Err = UnknownScheme;

    /// A name; of blocks and words with their bits, unless these are 512 and 32.
    fn from_str(text: &str) -> Result<Self, UnknownScheme> {
        let unknown = || UnknownScheme(text.to_owned());
        let (name, bits) = text.split_once(':').map_or((text, None), |(name, bits)| (name, Some(bits)));
        let usual = Self::ALL.into_iter().find(|scheme| scheme.name() == name).ok_or_else(unknown)?;
        let Some(bits) = bits else { return Ok(usual) };
        let (bits, stride) = bits.split_once(':').map_or((bits, None), |(bits, stride)| (bits, Some(stride)));
        let number = |text: &str| text.parse().map_err(|_| unknown());
        match stride {
            Some(stride) if usual.stride().is_some() => Ok(usual.of_bits(number(bits)?).of_stride(number(stride)?)),
            None if usual.is_blocked() => Ok(usual.of_bits(number(bits)?)),
            _ => Err(unknown()),
        }
    }
}

/// The text is not a scheme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown scheme `{0}`; known are {known}; those of blocks with other bits as NAME:BITS",
    known = HashingScheme::ALL.map(HashingScheme::name).join(", ")
)]
pub struct UnknownScheme(String);

/// A filter under a scheme, and the items it holds, validated once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SchemeLoad {
    scheme: HashingScheme,
    load: Load,
}

impl SchemeLoad {
    /// A filter of `bits` bits (m) that holds `items` items (n) under `hashes` hash functions (k).
    ///
    /// # Errors
    /// [`Refused`]: as for [`Load::new`]; k above [`MAX_SUMMED_HASHES`] if a sum over sets is taken, whose first-order
    /// approximation goes further ([`first_order`](crate::walks::first_order)); and the domain of the [`HashingScheme`].
    pub fn new(scheme: HashingScheme, bits: u64, items: u64, hashes: u64) -> Result<Self, Refused> {
        let load = Load::new(bits, items, hashes)?;
        let refused = |domain: String| Err(Refused::new("bits", bits, domain));
        let exact = format!("for the exact rate under {}", scheme.name());
        let exact_with = format!("{exact} with hashes = {hashes}{}", scheme.beyond());
        let (most_hashes, most_bits) = scheme.domain(hashes);
        if hashes > most_hashes {
            let domain = format!("1 ≤ hashes ≤ {most_hashes} {exact}{}", scheme.beyond());
            return Err(Refused::new("hashes", hashes, domain));
        }
        match scheme {
            _ if bits > most_bits => {
                return refused(format!("1 ≤ bits ≤ {most_bits} {exact_with}"));
            }
            HashingScheme::KmPartition if !bits.is_multiple_of(hashes) => {
                return refused(format!("a multiple of hashes = {hashes}, for slices of equal size"));
            }
            HashingScheme::Partitioned if bits < hashes => {
                return refused(format!("hashes = {hashes} ≤ bits, for a bit in every slice"));
            }
            HashingScheme::SplitBlock(word_bits) => _ = BlockedLoad::split(bits, word_bits, items, hashes)?,
            HashingScheme::Overlapping { word, stride } => {
                OverlappingLoad::new(bits, word, stride, items, hashes)?;
            }
            _ => {
                if let Some(block_bits) = scheme.block_bits() {
                    BlockedLoad::plain(bits, block_bits, items, hashes)?;
                }
            }
        }
        let walked = if scheme.is_blocked() { "block-bits" } else { "bits" };
        let load = Self { scheme, load };
        if let Some(admitted) = scheme.step_set() {
            admitted.check_of(walked, load.ring())?;
        }
        Ok(load)
    }

    /// The scheme.
    pub fn scheme(self) -> HashingScheme {
        self.scheme
    }

    /// The same sizes with independent positions.
    pub fn independent(self) -> Load {
        self.load
    }

    /// m.
    pub fn bits(self) -> u64 {
        self.load.bits()
    }

    /// The residues among which an item's positions lie: B in a block, else m.
    pub(crate) fn ring(self) -> u64 {
        self.scheme.block_bits().unwrap_or(self.bits())
    }

    /// n.
    pub fn items(self) -> u64 {
        self.load.items()
    }

    /// k.
    pub fn hashes(self) -> u64 {
        self.load.hashes()
    }
}

//! The kinds of filters that delete, and the cells that each makes of m bits.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{MAX_SIZE, Refused};

/// Bits of a counter of [`DeletableKind::Counting`] and [`DeletableKind::FingerprintCounting`].
pub const COUNTER_BITS: u64 = 4;

/// A Bloom filter from which items can always, or sometimes, be deleted.
///
/// Serialized names enter the keys of random streams: renaming one would redraw every simulation of that filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeletableKind {
    /// D-FP: two-bit cells that hold the fingerprint 01 or 10 of a single item, 11 for more, 00 for none.
    Dfp,
    /// TBF, ternary Bloom filter: cells of 0, 1 or x (more than one item, ever).
    #[serde(rename = "ternary")]
    Tbf(TernaryPacking),
    /// QBF, quaternary Bloom filter: two-bit cells of 0, 1, 2 or x (more than two items, ever).
    #[serde(rename = "quaternary")]
    Qbf,
    /// DlBF, deletable Bloom filter: regions of bits, each with one more bit that marks a collision in the region.
    Dlbf {
        /// b, the bits of a region without its mark.
        region_bits: u64,
    },
    /// CBF, counting Bloom filter with 4-bit counters.
    Counting,
    /// FP-CBF: a 4-bit counter and the exclusive or of the fingerprints in every cell. A fingerprint is compared where the
    /// counter is 1.
    FingerprintCounting {
        /// Bits of a fingerprint.
        fingerprint_bits: u32,
    },
}

/// How ternary cells are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TernaryPacking {
    /// Two bits per cell: one of the four codes is never used.
    TwoBits,
    /// Five cells per byte (3^5 = 243 ≤ 256): 1.6 bits per cell, and a table at every access.
    FivePerByte,
}

impl DeletableKind {
    /// TBF with two bits per cell.
    pub const TBF: Self = DeletableKind::Tbf(TernaryPacking::TwoBits);
    /// TBF with five cells per byte.
    pub const TBF_PACKED: Self = DeletableKind::Tbf(TernaryPacking::FivePerByte);

    /// C, the cells (positions an item can be hashed to) in `bits` bits of memory.
    ///
    /// D-FP, TBF and QBF ⌊m/2⌋; packed TBF 5⌊m/8⌋; DlBF b⌊m/(b+1)⌋, its collision bitmap included in the m bits;
    /// counting ⌊m/4⌋; FP-CBF ⌊m/(4 + fingerprint bits)⌋.
    pub fn cells(self, bits: u64) -> u64 {
        match self {
            // no overflow: m/8 · 5 and b · (m/(b+1)) are at most m
            DeletableKind::TBF_PACKED => bits / 8 * 5,
            DeletableKind::Dlbf { region_bits } => bits / region_bits.saturating_add(1) * region_bits,
            _ => bits / self.least_bits(),
        }
    }

    /// [`cells`](Self::cells), at least one.
    ///
    /// # Errors
    /// [`Refused`] unless `bits` hold a cell, and are at most 2^63 − 1.
    pub fn try_cells(self, bits: u64) -> Result<u64, Refused> {
        let least = self.least_bits();
        if (least..=MAX_SIZE).contains(&bits) {
            return Ok(self.cells(bits));
        }
        Err(Refused::new("bits", bits, format!("{least} ≤ bits ≤ 2^63 − 1 for {self}")))
    }

    /// The least memory, in bits, that holds a cell (packed: a byte; DlBF: a region and its mark).
    pub fn least_bits(self) -> u64 {
        match self {
            DeletableKind::Dfp | DeletableKind::TBF | DeletableKind::Qbf => 2,
            DeletableKind::TBF_PACKED => 8,
            DeletableKind::Dlbf { region_bits } => region_bits.saturating_add(1),
            DeletableKind::Counting => COUNTER_BITS,
            DeletableKind::FingerprintCounting { fingerprint_bits } => COUNTER_BITS + u64::from(fingerprint_bits),
        }
    }
}

/// By the names of the command: `dfp`, `tbf`, `tbf-packed`, `qbf`, `dlbf:B` with the bits of a region, `counting`, `fp-cbf:F` with the
/// bits of a fingerprint.
impl FromStr for DeletableKind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        let unknown = || UnknownKind(text.to_owned());
        let kind = match text.split_once(':').unwrap_or((text, "")) {
            ("dlbf", bits) => Self::Dlbf { region_bits: bits.parse().map_err(|_| unknown())? },
            ("fp-cbf", bits) => Self::FingerprintCounting { fingerprint_bits: bits.parse().map_err(|_| unknown())? },
            _ => match text {
                "dfp" => Self::Dfp,
                "tbf" => Self::TBF,
                "tbf-packed" => Self::TBF_PACKED,
                "qbf" => Self::Qbf,
                "counting" => Self::Counting,
                _ => return Err(unknown()),
            },
        };
        Ok(kind)
    }
}

/// The text is not a [`DeletableKind`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is unknown: needs dfp, tbf, tbf-packed, qbf, dlbf:BITS, counting or fp-cbf:BITS")]
pub struct UnknownKind(String);

/// As the papers write it.
impl fmt::Display for DeletableKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            DeletableKind::Dfp => f.write_str("D-FP"),
            DeletableKind::TBF => f.write_str("TBF"),
            DeletableKind::TBF_PACKED => f.write_str("TBF (packed)"),
            DeletableKind::Qbf => f.write_str("QBF"),
            DeletableKind::Dlbf { region_bits } => write!(f, "DlBF ({region_bits})"),
            DeletableKind::Counting => f.write_str("counting"),
            DeletableKind::FingerprintCounting { fingerprint_bits } => write!(f, "FP-CBF ({fingerprint_bits})"),
        }
    }
}

//! Static filters: xor and binary fuse filters, built once for a known set of items.
//!
//! An item's f-bit fingerprint is the exclusive or of 3 or 4 cells of a table that was solved for the stored items. Given the
//! table the fingerprint of another item is uniform, so the rate is **exactly 2^−f**, whatever the table. Nothing can be inserted,
//! deleted or merged, and an item that was given twice counts once. The cells of xor filters are those of Graf and
//! Lemire, *Xor filters: faster and smaller than Bloom and cuckoo filters* (2020), those of binary fuse filters of Graf and
//! Lemire, *Binary fuse filters: fast and smaller than xor filters* (2022), as their reference programs allocate them.

use bloomlab_numbers::{Arithmetic, Number, Refused, within};

/// A kind of static filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StaticFilter {
    /// Three cells of an item, one in each third of the table.
    Xor,
    /// Three cells of an item, in neighbouring segments.
    BinaryFuse3,
    /// Four cells of an item, in neighbouring segments.
    BinaryFuse4,
}

/// The most items: tables are indexed by 32 bits.
pub const MAX_ITEMS: u64 = 1 << 31;

const MAX_SEGMENT: f64 = 262_144.0;

impl StaticFilter {
    /// The cells that hold an item's fingerprint between them.
    pub fn arity(self) -> u64 {
        match self {
            StaticFilter::Xor | StaticFilter::BinaryFuse3 => 3,
            StaticFilter::BinaryFuse4 => 4,
        }
    }

    /// The cells of the table for n items: [`allocated`](Self::allocated), where the table can be indexed.
    /// Domain: 2 ≤ n ≤ 2^31.
    pub fn cells(self, items: u64) -> Result<u64, Refused> {
        within("items", items, 2..=MAX_ITEMS)?;
        Ok(self.allocated(items))
    }

    /// The cells that the rule of the reference programs gives for n items, whatever their index; for one item those of two.
    pub fn allocated(self, items: u64) -> u64 {
        let Segments { cells, starts } = self.segments(items);
        cells * (starts + self.arity() - 1)
    }

    /// The table that the rule of the reference programs gives for n items; for one item that of two.
    ///
    /// Xor: three segments of ⌊(32 + ⌊1.23 n⌋)/3⌋ cells. Binary fuse of arity a: max(⌈capacity/L⌉, a) segments of L =
    /// 2^⌊ln n/ln 3.33 + 2.25⌋ (a = 3) or 2^⌊ln n/ln 2.91 − 0.5⌋ (a = 4) cells, at most 2^18, and a capacity of
    /// n·max(1.125, 0.875 + 0.25 ln 10^6/ln n) or n·max(1.075, 0.77 + 0.305 ln(6·10^5)/ln n), rounded.
    pub fn segments(self, items: u64) -> Segments {
        let (n, ln_n) = (items as f64, libm::log(items.max(2) as f64));
        let (segment, factor) = match self {
            StaticFilter::Xor => return Segments { cells: (32 + (1.23 * n) as u64) / 3, starts: 1 },
            StaticFilter::BinaryFuse3 => (ln_n / libm::log(3.33) + 2.25, fuse_factor(1.125, 0.875, 0.25, 1e6, ln_n)),
            StaticFilter::BinaryFuse4 => (ln_n / libm::log(2.91) - 0.5, fuse_factor(1.075, 0.77, 0.305, 6e5, ln_n)),
        };
        let cells = libm::exp2(libm::floor(segment)).clamp(1.0, MAX_SEGMENT) as u64;
        let capacity = libm::round(n * factor) as u64;
        Segments { cells, starts: capacity.div_ceil(cells).max(self.arity()) + 1 - self.arity() }
    }
}

/// The segments of the table of a static filter: an item has one cell in each of as many neighbouring segments as its arity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segments {
    /// Cells of a segment, L.
    pub cells: u64,
    /// Segments in which an item's first cell may lie, c.
    pub starts: u64,
}

fn fuse_factor(least: f64, offset: f64, slope: f64, items: f64, ln_n: f64) -> f64 {
    (offset + slope * libm::log(items) / ln_n).max(least)
}

/// The exact rate with fingerprints of f = `fingerprint_bits` bits, 2^−f.
pub fn rate<A: Arithmetic>(a: &A, fingerprint_bits: u32) -> A::Number {
    a.ratio(1, 2).pow(fingerprint_bits.into())
}

/// The shortest fingerprint, in bits, whose rate is at most `target`: ⌈log2 1/P⌉, at least 1.
/// Domain: 2^−1000 ≤ target < 1.
pub fn fingerprint_bits(target: f64) -> Result<u32, Refused> {
    let shortest = (1..=1000_u32).find(|&bits| libm::ldexp(1.0, -(bits as i32)) <= target).filter(|_| target < 1.0);
    shortest.ok_or_else(|| Refused::new("target", target, "2^-1000 ≤ target < 1"))
}

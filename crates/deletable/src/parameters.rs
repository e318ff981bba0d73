//! Validated parameters.

use bloomlab_numbers::{Arithmetic, DeletableKind, MAX_SIZE, Refused, Sampling, Shape, within};

/// The most hash functions, k.
pub const MAX_HASHES: u64 = 32;
/// The largest region of a DlBF, in bits.
pub(crate) const MAX_REGION_BITS: u64 = 1024;
/// The longest fingerprint of an FP-CBF, in bits.
const MAX_FINGERPRINT_BITS: u32 = 32;

/// Refuses more than 2^63 − 1 positions, and more than [`MAX_HASHES`] hash functions.
pub(crate) fn check_positions(items: u64, deleted: u64, hashes: u64) -> Result<(), Refused> {
    within("hashes", hashes, 1..=MAX_HASHES)?;
    let positions = items.checked_add(deleted).and_then(|inserted| inserted.checked_mul(hashes));
    if positions.is_none_or(|positions| positions > MAX_SIZE) {
        let domain = format!("hashes · (items + deleted) = {hashes} · ({items} + {deleted}) ≤ 2^63 − 1");
        return Err(Refused::new("items", items, domain));
    }
    Ok(())
}

/// A filter of m bits into which n + r items were inserted, of which r are then deleted, with k hash functions.
///
/// Which r items are deleted is chosen regardless of the filter's state. Positions are drawn with replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parameters {
    kind: DeletableKind,
    bits: u64,
    items: u64,
    deleted: u64,
    shape: Shape,
}

impl Parameters {
    /// A filter of `kind` in `bits` bits (m); `items` (n) stay, `deleted` (r) more are inserted and then deleted;
    /// `hashes` is k.
    /// [`Refused`] unless m holds at least one cell (region), m ≤ 2^63 − 1, n + r ≥ 1, 1 ≤ k ≤ 32,
    /// k(n + r) ≤ 2^63 − 1, a region has 1 to 1024 bits and a fingerprint 1 to 32.
    pub fn new(kind: DeletableKind, bits: u64, items: u64, deleted: u64, hashes: u64) -> Result<Self, Refused> {
        match kind {
            DeletableKind::Dlbf { region_bits } => within("region-bits", region_bits, 1..=MAX_REGION_BITS)?,
            DeletableKind::FingerprintCounting { fingerprint_bits } => {
                within("fingerprint-bits", fingerprint_bits.into(), 1..=MAX_FINGERPRINT_BITS.into())?;
            }
            _ => {}
        }
        let cells = kind.try_cells(bits)?;
        check_positions(items, deleted, hashes)?;
        if items == 0 && deleted == 0 {
            return Err(Refused::new("items", items, "1 ≤ items + deleted"));
        }
        let shape = Shape::new(cells, hashes, Sampling::WithReplacement)?;
        Ok(Self { kind, bits, items, deleted, shape })
    }

    /// The kind of filter.
    pub fn kind(&self) -> DeletableKind {
        self.kind
    }

    /// m, the memory in bits.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// n, the items that stay.
    pub fn items(&self) -> u64 {
        self.items
    }

    /// r, the items deleted.
    pub fn deleted(&self) -> u64 {
        self.deleted
    }

    /// n + r, the items inserted.
    pub fn inserted(&self) -> u64 {
        self.items + self.deleted
    }

    /// The items that can leave a trace after the deletions: counters forget the deleted ones.
    pub(crate) fn items_with_a_trace(&self) -> u64 {
        if self.always_deletable() { self.items } else { self.inserted() }
    }

    /// k, the hash functions.
    pub fn hashes(&self) -> u64 {
        self.shape.hashes()
    }

    /// C, the cells.
    pub fn cells(&self) -> u64 {
        self.shape.bits()
    }

    /// The Bloom filter of C bits and k hash functions that has the same positions.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The same filter before the deletions: n + r items stored, none deleted.
    pub fn before_deletions(&self) -> Self {
        Self { items: self.inserted(), deleted: 0, ..*self }
    }

    /// λ = k(n + r)/C, the positions written per cell.
    pub fn load<A: Arithmetic>(&self, a: &A) -> A::Number {
        a.ratio(self.hashes() * self.inserted(), self.cells())
    }

    /// True if no item stays and the deleted ones leave no trace: too few to saturate a cell or to mark a region.
    pub(crate) fn is_empty_again(&self) -> bool {
        let forgotten = self.sticky_above().unwrap_or(if self.always_deletable() { usize::MAX } else { 1 });
        self.items == 0 && self.deleted <= forgotten as u64
    }

    /// True if no item can be deleted, whatever the positions: others saturate the only cell, or mark the only region, since
    /// there are more items than bits.
    pub(crate) fn is_never_deletable(&self) -> bool {
        match (self.kind, self.sticky_above()) {
            (DeletableKind::Dlbf { region_bits }, _) => self.cells() == region_bits && self.inserted() > region_bits,
            (_, Some(level)) => self.cells() == 1 && self.inserted() > level as u64,
            _ => false,
        }
    }

    /// True if an item can always be deleted. Counters let every item go; their saturation is left out.
    pub fn always_deletable(&self) -> bool {
        matches!(self.kind, DeletableKind::Counting | DeletableKind::FingerprintCounting { .. })
    }

    /// The items that a cell can lose again, where that is what limits deletions: a cell that more than this many
    /// items have ever been written to is saturated for good. `None` where saturation is of another kind (regions), or
    /// left out (counters).
    pub(crate) fn sticky_above(&self) -> Option<usize> {
        match self.kind {
            DeletableKind::Dfp | DeletableKind::Tbf(_) => Some(1),
            DeletableKind::Qbf => Some(2),
            DeletableKind::Dlbf { .. } | DeletableKind::Counting | DeletableKind::FingerprintCounting { .. } => None,
        }
    }
}

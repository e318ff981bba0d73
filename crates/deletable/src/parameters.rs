//! Validated parameters.

use bloomlab_numbers::Arithmetic;

use crate::Filter;

/// The most hash functions, k.
pub const MOST_HASHES: u64 = 32;
/// The largest region of a DlBF, in bits.
pub const MOST_REGION_BITS: u64 = 1024;
/// The longest fingerprint of an FP-CBF, in bits.
pub const MOST_FINGERPRINT_BITS: u32 = 32;

/// A filter of m bits into which n + r items were inserted, of which r are then deleted, with k hash functions.
///
/// Which r items are deleted is chosen regardless of the filter's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Parameters {
    filter: Filter,
    bits: u64,
    items: u64,
    deleted: u64,
    hashes: u64,
}

impl Parameters {
    /// `filter` in `bits` bits (m); `items` (n) stay, `deleted` (r) more are inserted and then deleted; `hashes` is k.
    ///
    /// # Errors
    /// [`ParameterError`], with the value and its domain, unless m holds at least one cell (region), n + r ≥ 1,
    /// 1 ≤ k ≤ 32, k(n + r) ≤ 2^63 − 1, a region has 1 to 1024 bits and a fingerprint 1 to 32.
    pub fn new(filter: Filter, bits: u64, items: u64, deleted: u64, hashes: u64) -> Result<Self, ParameterError> {
        match filter {
            Filter::DlBf { region_bits } if !(1..=MOST_REGION_BITS).contains(&region_bits) => {
                return Err(ParameterError::RegionBits { region_bits });
            }
            Filter::FingerprintCounting { fingerprint_bits }
                if !(1..=MOST_FINGERPRINT_BITS).contains(&fingerprint_bits) =>
            {
                return Err(ParameterError::FingerprintBits { fingerprint_bits });
            }
            _ => {}
        }
        if filter.cells(bits) == 0 {
            return Err(ParameterError::Bits { filter, bits, least: filter.least_bits() });
        }
        if !(1..=MOST_HASHES).contains(&hashes) {
            return Err(ParameterError::Hashes { hashes });
        }
        if items == 0 && deleted == 0 {
            return Err(ParameterError::NoItems);
        }
        let positions = items.checked_add(deleted).and_then(|inserted| inserted.checked_mul(hashes));
        if positions.is_none_or(|positions| positions > i64::MAX as u64) {
            return Err(ParameterError::Positions { hashes, items, deleted });
        }
        Ok(Self { filter, bits, items, deleted, hashes })
    }

    /// The kind of filter.
    pub fn filter(&self) -> Filter {
        self.filter
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
    pub(crate) fn that_count(&self) -> u64 {
        if self.filter.always_deletable() { self.items } else { self.inserted() }
    }

    /// k, the hash functions.
    pub fn hashes(&self) -> u64 {
        self.hashes
    }

    /// C, the cells.
    pub fn cells(&self) -> u64 {
        self.filter.cells(self.bits)
    }

    /// The same filter before the deletions: n + r items stored, none deleted.
    pub fn before_deletions(&self) -> Self {
        Self { items: self.inserted(), deleted: 0, ..*self }
    }

    /// λ = k(n + r)/C, the positions written per cell.
    pub fn load<A: Arithmetic>(&self, a: &A) -> A::Number {
        a.ratio(self.hashes * self.inserted(), self.cells())
    }
}

/// A parameter outside its domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// No room for a single cell or region.
    #[error("m = {bits} bits are too few for a {filter} filter: at least {least} are needed")]
    Bits {
        /// The filter.
        filter: Filter,
        /// m.
        bits: u64,
        /// The least m.
        least: u64,
    },
    /// k out of domain.
    #[error("k = {hashes} hash functions: k must lie in 1..={MOST_HASHES}")]
    Hashes {
        /// k.
        hashes: u64,
    },
    /// n + r = 0.
    #[error("n + r = 0 items inserted: at least one is needed")]
    NoItems,
    /// k(n + r) too large.
    #[error("k(n + r) = {hashes} · ({items} + {deleted}) positions: at most 2^63 − 1 are allowed")]
    Positions {
        /// k.
        hashes: u64,
        /// n.
        items: u64,
        /// r.
        deleted: u64,
    },
    /// b out of domain.
    #[error("regions of {region_bits} bits: a region must have 1..={MOST_REGION_BITS}")]
    RegionBits {
        /// b.
        region_bits: u64,
    },
    /// Fingerprint length out of domain.
    #[error("fingerprints of {fingerprint_bits} bits: a fingerprint must have 1..={MOST_FINGERPRINT_BITS}")]
    FingerprintBits {
        /// The length.
        fingerprint_bits: u32,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_domain_is_refused_with_its_value() {
        let refused = |filter, bits, items, deleted, hashes| {
            Parameters::new(filter, bits, items, deleted, hashes).unwrap_err().to_string()
        };
        assert_eq!(refused(Filter::DFp, 1, 1, 0, 1), "m = 1 bits are too few for a D-FP filter: at least 2 are needed");
        assert!(refused(Filter::DlBf { region_bits: 4 }, 4, 1, 0, 1).contains("at least 5"));
        assert!(refused(Filter::TbfPacked, 7, 1, 0, 1).contains("m = 7"));
        assert!(refused(Filter::Tbf, 8, 1, 0, 0).contains("k = 0"));
        assert!(refused(Filter::Tbf, 8, 1, 0, 33).contains("k = 33"));
        assert!(refused(Filter::Tbf, 8, 0, 0, 1).contains("n + r = 0"));
        assert!(refused(Filter::Tbf, 8, u64::MAX, 1, 1).contains("2^63"));
        assert!(refused(Filter::Tbf, 8, 1 << 62, 0, 2).contains("2^63"));
        assert!(refused(Filter::DlBf { region_bits: 0 }, 8, 1, 0, 1).contains("regions of 0"));
        assert!(refused(Filter::DlBf { region_bits: u64::MAX }, u64::MAX, 1, 0, 1).contains("regions of"));
        assert!(refused(Filter::FingerprintCounting { fingerprint_bits: 33 }, 99, 1, 0, 1).contains("33"));
        assert!(Parameters::new(Filter::Tbf, u64::MAX, i64::MAX as u64 - 1, 1, 1).is_ok());
    }
}

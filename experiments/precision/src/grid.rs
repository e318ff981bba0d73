//! The filters of the map of cells: every m with every m/n, k near the best.
//!
//! m runs over 1, 2 and 5 times the powers of ten, and not over the powers of two: there 1 − t/m is a double, and formulas
//! taken literally lose none of the digits that they lose elsewhere.

use bloomlab_formulas::{Load, sizing::usual_hashes};
use bloomlab_tables::{Result, ensure};
use itertools::iproduct;
use serde::Deserialize;

/// m and m/n.
#[derive(Deserialize)]
pub(crate) struct Grid {
    pub log10_bits_from: u32,
    pub log10_bits_to: u32,
    pub bits_per_item: Vec<u64>,
}

#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub bits: u64,
    pub bits_per_item: u64,
    /// `None` if m/n asks for less than one item.
    pub load: Option<Load>,
}

impl Grid {
    /// m/n by m/n, and for each of them m by m.
    pub(crate) fn places(&self) -> Result<Vec<Place>> {
        let (from, to) = (self.log10_bits_from, self.log10_bits_to);
        ensure!(from <= to && to <= 18, "log10_bits_from {from}, log10_bits_to {to}: needs from ≤ to ≤ 18");
        let last = 10_u64.pow(to);
        let sizes = iproduct!(from..=to, [1, 2, 5]).map(|(exponent, digit)| digit * 10_u64.pow(exponent));
        let sizes = sizes.filter(|bits| *bits <= last);
        iproduct!(&self.bits_per_item, sizes).map(|(&bits_per_item, bits)| Place::new(bits, bits_per_item)).collect()
    }
}

impl Place {
    /// n = ⌊m/(m/n)⌋ and k = (m/n) ln 2, rounded.
    pub(crate) fn new(bits: u64, bits_per_item: u64) -> Result<Self> {
        ensure!(bits_per_item >= 2, "bits_per_item {bits_per_item} is out of range: needs at least 2");
        let hashes = usual_hashes(bits_per_item as f64);
        let items = bits / bits_per_item;
        let load = if items == 0 { None } else { Some(Load::new(bits, items, hashes)?) };
        Ok(Self { bits, bits_per_item, load })
    }
}

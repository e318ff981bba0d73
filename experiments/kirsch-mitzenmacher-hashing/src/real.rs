//! Filters as libraries build them, from two 64-bit words an item, in at most 128 bits.

use rand::Rng;
use serde::Serialize;

use crate::variant::Name;

/// A filter to be simulated.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct RealFilter {
    pub scheme: Name,
    pub bits: u64,
    pub items: u64,
    pub hashes: u64,
    /// Independent filters in an epoch.
    pub filters: u64,
    /// Queries to each.
    pub queries: u64,
}

impl RealFilter {
    /// The bits of an item, from the words that `draw` gives.
    fn item(&self, mut draw: impl FnMut() -> u64) -> u128 {
        let (m, k) = (self.bits, self.hashes);
        let (h1, h2, h3) = (draw(), draw(), draw());
        let slice = m / k;
        let position = |i: u64| match self.scheme {
            Name::Double => (h1 % m + i * (h2 % m)) % m,
            Name::DoubleNonzero => (h1 % m + i * (1 + h2 % (m - 1))) % m,
            Name::DoubleOdd => h1.wrapping_add(i.wrapping_mul(h2 | 1)) % m,
            Name::Enhanced => (h1 % m + i * (h2 % m) + (i * i * i - i) / 6) % m,
            Name::Triple => (h1 % m + i * (h2 % m) + i * i.saturating_sub(1) / 2 * (h3 % m)) % m,
            Name::KmPartition => i * slice + (h1 % slice + i * (h2 % slice)) % slice,
            Name::Partitioned => i * slice + (h1 / slice.pow(i as u32)) % slice,
        };
        (0..k).fold(0, |set, i| set | 1 << position(i))
    }

    /// The share of queries that are reported.
    pub fn rate(&self, mut random: impl Rng) -> f64 {
        let mut item = || self.item(|| random.next_u64());
        let mut reported = 0;
        for _ in 0..self.filters {
            let filter = (0..self.items).fold(0, |filter, _| filter | item());
            reported += (0..self.queries).filter(|_| item() & !filter == 0).count();
        }
        reported as f64 / (self.filters * self.queries) as f64
    }
}

//! The cost of each scheme beyond independent positions, against the number of bits.

use bloomlab_tables::{Interval, Result, Run};
use itertools::iproduct;
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::variant::{Bits, Costs, Name, Variant, bits_from, costs};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    hashes: u64,
    /// m/n, about: n is rounded down.
    bits_per_item: u64,
    /// The schemes with powers of two, and the largest log2 m for which the exact rate of each is computed.
    powers_of_two: Vec<(Name, u64)>,
    /// The same with primes.
    primes: Vec<(Name, u64)>,
    /// The least and the largest log2 m.
    sizes: (u64, u64),
    /// Filters of up to this log2 m are also simulated.
    simulated: u64,
    /// Independent repetitions of a simulation, filters in each, queries to each filter.
    epochs: u64,
    filters: u64,
    queries: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    scheme: Name,
    kind: Bits,
    log2_bits: u64,
    bits: u64,
    items: u64,
    hashes: u64,
    #[serde(flatten)]
    costs: Costs,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let of = |kind: Bits, schemes: &Vec<(Name, u64)>| {
        iproduct!(schemes.clone(), p.sizes.0..=p.sizes.1)
            .map(move |((scheme, most), log2_bits)| ((scheme, kind), log2_bits, log2_bits <= most))
    };
    let points = of(Bits::PowerOfTwo, &p.powers_of_two).chain(of(Bits::Prime, &p.primes));
    run.rows(points, |(variant, log2_bits, is_exact)| p.row(variant, log2_bits, is_exact, run))
}

impl Parameters {
    /// m is the first of its kind that is at least 2^log2_bits, or for primes 7/8 of that.
    fn row(&self, variant: Variant, log2_bits: u64, is_exact: bool, run: &Run) -> Result<Row> {
        let (scheme, kind) = variant;
        let least = if kind == Bits::PowerOfTwo { 1 << log2_bits } else { (1 << log2_bits) - (1 << log2_bits) / 8 };
        let (hashes, filters, queries) = (self.hashes, self.filters, self.queries);
        let bits = bits_from(variant, least, hashes);
        let items = bits / self.bits_per_item;
        let costs = costs(variant, bits, items, hashes, is_exact)?;
        let filter = RealFilter { scheme, bits, items, hashes, filters, queries };
        let is_simulated = log2_bits <= self.simulated;
        let simulated = is_simulated.then(|| run.mean(&filter, self.epochs, |random| Ok(filter.rate(random))));
        Ok(Row { scheme, kind, log2_bits, bits, items, hashes, costs, simulated: simulated.transpose()? })
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct RealFilter {
    pub scheme: Name,
    pub bits: u64,
    pub items: u64,
    pub hashes: u64,
    /// Independent filters in an epoch.
    pub filters: u64,
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

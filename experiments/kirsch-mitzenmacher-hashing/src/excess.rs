//! What each scheme costs beyond independent positions, against the number of bits.

mod view;

use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

use crate::real::{RealFilter, simulate};
use crate::variant::{Bits, Name, Variant, bits_from, costs};

#[derive(Serialize, Deserialize)]
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

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    scheme: Name,
    kind: Bits,
    /// The step of the grid: m is near 2^log2_bits.
    log2_bits: u64,
    bits: u64,
    items: u64,
    hashes: u64,
    rate: Option<f64>,
    /// The rate of independent positions.
    independent: f64,
    /// rate/independent − 1.
    excess: Option<f64>,
    /// A/m over the rate of independent positions.
    law: f64,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
}

impl Row {
    fn variant(&self) -> Variant {
        (self.scheme, self.kind)
    }
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let of = |kind: Bits, list: &[(Name, u64)]| {
        let sizes = iproduct!(list.iter().copied(), p.sizes.0..=p.sizes.1);
        sizes.map(|((scheme, most), log2)| p.point((scheme, kind), log2, log2 <= most)).collect_vec()
    };
    let points = [of(Bits::PowerOfTwo, &p.powers_of_two), of(Bits::Prime, &p.primes)].concat();
    let is_simulated = |point: &Gridded| point.log2 <= p.simulated;
    let filters = points.iter().filter(|point| is_simulated(point)).map(|point| point.filter).collect_vec();
    let mut simulated = simulate(&filters, p.epochs, context)?.into_iter();
    let points = points.into_iter().map(|point| (point, is_simulated(&point).then(|| simulated.next()).flatten()));
    context.rows(points.collect_vec(), |(point, simulated)| row(point, simulated))
}

/// A filter of the grid.
#[derive(Clone, Copy)]
struct Gridded {
    variant: Variant,
    log2: u64,
    is_exact: bool,
    filter: RealFilter,
}

impl Parameters {
    /// m of the kind, the first from 2^log2 or, of primes, from 7/8 of that on; and n.
    fn point(&self, variant: Variant, log2: u64, is_exact: bool) -> Gridded {
        let least = if variant.1 == Bits::PowerOfTwo { 1 << log2 } else { (1 << log2) - (1 << log2) / 8 };
        let bits = bits_from(variant, least, self.hashes);
        let (scheme, items, hashes) = (variant.0, bits / self.bits_per_item, self.hashes);
        let (filters, queries) = (self.filters, self.queries);
        Gridded { variant, log2, is_exact, filter: RealFilter { scheme, bits, items, hashes, filters, queries } }
    }
}

fn row(Gridded { variant, log2, is_exact, filter }: Gridded, simulated: Option<Interval>) -> Result<Row> {
    let costs = costs(variant, filter.bits, filter.items, filter.hashes, is_exact)?;
    Ok(Row {
        scheme: variant.0,
        kind: variant.1,
        log2_bits: log2,
        bits: filter.bits,
        items: filter.items,
        hashes: filter.hashes,
        rate: costs.rate,
        independent: costs.independent,
        excess: costs.excess,
        law: costs.law,
        simulated,
    })
}

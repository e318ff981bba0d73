//! What each scheme costs beyond independent positions, against the number of bits.

mod view;

use bloomlab_schemes::HashingScheme;
use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

use crate::real::{RealFilter, simulate};
use crate::variant::{Bits, Name, Variant, rate};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// k.
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
        Variant { scheme: self.scheme, bits: self.kind }
    }
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let of = |bits: Bits, list: &[(Name, u64)]| -> Vec<Point> {
        let sizes = list.iter().flat_map(|&scheme| (p.sizes.0..=p.sizes.1).map(move |log2| (scheme, log2)));
        let point = |((scheme, most), log2)| Point { variant: Variant { scheme, bits }, log2, is_exact: log2 <= most };
        sizes.map(point).collect()
    };
    let points = [of(Bits::PowerOfTwo, &p.powers_of_two), of(Bits::Prime, &p.primes)].concat();
    let is_simulated = |point: &Point| point.log2 <= p.simulated;
    let filters: Vec<RealFilter> =
        points.iter().filter(|point| is_simulated(point)).map(|point| p.real(*point)).collect();
    let mut simulated = simulate(&filters, p.epochs, context)?.into_iter();
    let mut of_point = |point: &Point| if is_simulated(point) { simulated.next() } else { None };
    let points: Vec<_> = points.iter().map(|point| (*point, of_point(point))).collect();
    context.rows(points, |(point, simulated)| row(p, point, simulated))
}

/// A filter of the grid.
#[derive(Clone, Copy)]
struct Point {
    variant: Variant,
    log2: u64,
    is_exact: bool,
}

impl Parameters {
    /// m of the kind, the first from 2^log2 or, of primes, from 7/8 of that on; and n.
    fn sizes_at(&self, Point { variant, log2, .. }: Point) -> (u64, u64) {
        let least = if variant.bits == Bits::PowerOfTwo { 1 << log2 } else { (1 << log2) - (1 << log2) / 8 };
        let bits = variant.bits_from(least, self.hashes);
        (bits, bits / self.bits_per_item)
    }

    fn real(&self, point: Point) -> RealFilter {
        let (bits, items) = self.sizes_at(point);
        let (filters, queries) = (self.filters, self.queries);
        RealFilter { scheme: point.variant.scheme, bits, items, hashes: self.hashes, filters, queries }
    }
}

fn row(p: &Parameters, point: Point, simulated: Option<Interval>) -> Result<Row> {
    let ((bits, items), hashes, variant) = (p.sizes_at(point), p.hashes, point.variant);
    let independent = rate(HashingScheme::Independent, bits, items, hashes)?;
    let of_scheme = || rate(variant.scheme.scheme(), bits, items, hashes);
    let rate = point.is_exact.then(of_scheme).transpose()?;
    let constant = variant.constant(hashes, bits as f64 / items as f64)?;
    Ok(Row {
        scheme: variant.scheme,
        kind: variant.bits,
        log2_bits: point.log2,
        bits,
        items,
        hashes,
        rate,
        independent,
        excess: rate.map(|rate| rate / independent - 1.0),
        law: constant / bits as f64 / independent,
        simulated,
    })
}

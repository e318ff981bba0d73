//! What each scheme costs beyond independent positions, against the number of bits.

mod claims;
mod draw;

use bloomlab_pictures::Picture;
use bloomlab_schemes::HashingScheme;
use bloomlab_workbench::{AnyError, Context, Decision, Figure, Interval};
use serde::{Deserialize, Serialize};

use crate::real::{RealFilter, simulate};
use crate::variant::{Bits, Name, Variant, rate};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// k.
    hashes: u64,
    /// m/n, about: n is rounded down.
    bits_per_item: u64,
    /// The schemes with powers of two, and the largest log2 m of each.
    powers_of_two: Vec<(Name, u64)>,
    /// The schemes with primes, and the largest log2 m of each.
    primes: Vec<(Name, u64)>,
    /// The least log2 m.
    least: u64,
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
    rate: f64,
    /// The rate of independent positions.
    independent: f64,
    /// rate/independent − 1.
    excess: f64,
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

pub(crate) struct Excess;

impl Figure for Excess {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let of = |bits: Bits, list: &[(Name, u64)]| -> Vec<(Variant, u64)> {
            let sizes = list.iter().flat_map(|&(scheme, most)| (p.least..=most).map(move |log2| (scheme, log2)));
            sizes.map(|(scheme, log2)| (Variant { scheme, bits }, log2)).collect()
        };
        let points = [of(Bits::PowerOfTwo, &p.powers_of_two), of(Bits::Prime, &p.primes)].concat();
        let filters: Vec<RealFilter> = points
            .iter()
            .filter(|(_, log2)| *log2 <= p.simulated)
            .map(|&(variant, log2)| p.real(variant, log2))
            .collect();
        let mut simulated = simulate(&filters, p.epochs, context)?.into_iter();
        let points: Vec<_> = points
            .into_iter()
            .map(|(variant, log2)| (variant, log2, (log2 <= p.simulated).then(|| simulated.next()).flatten()))
            .collect();
        context.rows(points, |(variant, log2, simulated)| row(p, variant, log2, simulated))
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        draw::picture(rows)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

impl Parameters {
    /// m of this kind that is no larger than 128 where 2^7 is asked for, and n.
    fn sizes(&self, variant: Variant, log2: u64) -> (u64, u64) {
        let least = if variant.bits == Bits::PowerOfTwo { 1 << log2 } else { (1 << log2) - (1 << log2) / 8 };
        let bits = variant.bits_from(least, self.hashes);
        (bits, bits / self.bits_per_item)
    }

    fn real(&self, variant: Variant, log2: u64) -> RealFilter {
        let (bits, items) = self.sizes(variant, log2);
        let (filters, queries) = (self.filters, self.queries);
        RealFilter { scheme: variant.scheme, bits, items, hashes: self.hashes, filters, queries }
    }
}

fn row(p: &Parameters, variant: Variant, log2_bits: u64, simulated: Option<Interval>) -> Result<Row, AnyError> {
    let ((bits, items), hashes) = (p.sizes(variant, log2_bits), p.hashes);
    let independent = rate(HashingScheme::Independent, bits, items, hashes)?;
    let rate = rate(variant.scheme.scheme(), bits, items, hashes)?;
    let constant = variant.constant(hashes, bits as f64 / items as f64)?;
    Ok(Row {
        scheme: variant.scheme,
        kind: variant.bits,
        log2_bits,
        bits,
        items,
        hashes,
        rate,
        independent,
        excess: rate / independent - 1.0,
        law: constant / bits as f64 / independent,
        simulated,
    })
}

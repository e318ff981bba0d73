//! A, what each scheme costs in units of 1/m, and the smallest number of bits at which it costs less than a hundredth of the rate.

mod view;

use bloomlab_schemes::HashingScheme;
use bloomlab_workbench::figure::*;
pub(crate) use view::{claims, draw, facts};

use crate::variant::{Bits, Name, Variant, rate};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// The share of the rate that a scheme may cost.
    share: f64,
    /// The least and the largest k; the rate is 2^−k.
    hashes: (u64, u64),
    /// The schemes, with the kind of m.
    variants: Vec<(Name, Bits)>,
    /// The variants of which the law is compared with the exact excess, and the least and the largest k for that.
    checked: Vec<(Name, Bits)>,
    checked_hashes: (u64, u64),
    /// From how many times the size on; the first is 1.
    checked_times: Vec<u64>,
}

impl Parameters {
    fn is_checked(&self, variant: Variant, hashes: u64) -> bool {
        let (least, most) = self.checked_hashes;
        self.checked.contains(&(variant.scheme, variant.bits)) && (least..=most).contains(&hashes)
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    scheme: Name,
    kind: Bits,
    hashes: u64,
    /// 2^−k, the rate of a half full filter.
    rate: f64,
    /// A in half full filters: k/ln 2 bits an item.
    constant: f64,
    /// A/(share · rate): above, the scheme costs less. None where A is not positive, and the scheme costs nothing.
    size: Option<f64>,
    /// 1, or a multiple of this size, for the check alone.
    times: u64,
    /// The first number of bits of this kind from this multiple on, and the exact excess and that of the law there.
    checked_bits: Option<u64>,
    excess: Option<f64>,
    law: Option<f64>,
}

impl Row {
    fn variant(&self) -> Variant {
        Variant { scheme: self.scheme, bits: self.kind }
    }
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let (least, most) = p.hashes;
    let points = p.variants.iter().flat_map(|&variant| (least..=most).map(move |hashes| (variant, hashes)));
    let rows = context.rows(points.collect::<Vec<_>>(), |((scheme, bits), hashes)| {
        let variant = Variant { scheme, bits };
        let times = if p.is_checked(variant, hashes) { &*p.checked_times } else { &[1] };
        times.iter().map(|&times| row(p, variant, hashes, times)).collect::<Result<Vec<_>>>()
    })?;
    Ok(rows.into_iter().flatten().collect())
}

fn row(p: &Parameters, variant: Variant, hashes: u64, times: u64) -> Result<Row> {
    let half_full = hashes as f64 / std::f64::consts::LN_2;
    let usual = libm::exp2(-(hashes as f64));
    let constant = variant.constant(hashes, half_full)?;
    let size = (constant > 0.0).then(|| constant / (p.share * usual));
    let from = size.filter(|_| p.is_checked(variant, hashes)).map(|size| (times as f64 * size).ceil() as u64);
    let checked_bits = from.map(|from| variant.bits_from(from, hashes));
    let checked = checked_bits.map(|bits| check(variant, bits, hashes)).transpose()?;
    let (excess, law) = checked.unzip();
    Ok(Row {
        scheme: variant.scheme,
        kind: variant.bits,
        hashes,
        rate: usual,
        constant,
        size,
        times,
        checked_bits,
        excess,
        law,
    })
}

/// The exact excess of a half full filter of `bits` bits, and that of the law.
fn check(variant: Variant, bits: u64, hashes: u64) -> Result<(f64, f64)> {
    let items = (bits as f64 * std::f64::consts::LN_2 / hashes as f64).round() as u64;
    let independent = rate(HashingScheme::Independent, bits, items, hashes)?;
    let excess = rate(variant.scheme.scheme(), bits, items, hashes)? / independent - 1.0;
    let constant = variant.constant(hashes, bits as f64 / items as f64)?;
    Ok((excess, constant / bits as f64 / independent))
}

//! The smallest number of bits at which a scheme costs less than a hundredth of the rate, against that rate.

mod claims;
mod draw;

use bloomlab_pictures::Picture;
use bloomlab_schemes::HashingScheme;
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

use crate::variant::{Bits, Name, Variant, rate};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// The share of the rate that a scheme may cost.
    share: f64,
    /// The least and the largest k; the rate is 2^−k.
    hashes: (u64, u64),
    /// The schemes, with the kind of m.
    variants: Vec<(Name, Bits)>,
    /// The k up to which the law is compared with the exact excess.
    checked_hashes: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    scheme: Name,
    kind: Bits,
    hashes: u64,
    /// 2^−k, the rate of a half full filter.
    rate: f64,
    /// A/(share · rate): above, the scheme costs less.
    bits: f64,
    /// The first number of bits of this kind from there on, and the exact excess and that of the law there.
    checked_bits: Option<u64>,
    excess: Option<f64>,
    law: Option<f64>,
}

impl Row {
    fn variant(&self) -> Variant {
        Variant { scheme: self.scheme, bits: self.kind }
    }
}

pub(crate) struct SafeSize;

impl Figure for SafeSize {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let (least, most) = p.hashes;
        let points = p.variants.iter().flat_map(|&variant| (least..=most).map(move |hashes| (variant, hashes)));
        context.rows(points.collect::<Vec<_>>(), |((scheme, bits), hashes)| row(p, Variant { scheme, bits }, hashes))
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        draw::picture(rows)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

fn row(p: &Parameters, variant: Variant, hashes: u64) -> Result<Row, AnyError> {
    let half_full = hashes as f64 / std::f64::consts::LN_2;
    let usual = libm::exp2(-(hashes as f64));
    let bits = variant.constant(hashes, half_full)? / (p.share * usual);
    let is_checked = hashes <= p.checked_hashes && variant.scheme != Name::Enhanced;
    let checked_bits = is_checked.then(|| variant.bits_from(bits.ceil() as u64, hashes));
    let checked = checked_bits.map(|bits| check(variant, bits, hashes)).transpose()?;
    let (excess, law) = checked.unzip();
    Ok(Row { scheme: variant.scheme, kind: variant.bits, hashes, rate: usual, bits, checked_bits, excess, law })
}

/// The exact excess of a half full filter of `bits` bits, and that of the law.
fn check(variant: Variant, bits: u64, hashes: u64) -> Result<(f64, f64), AnyError> {
    let items = (bits as f64 * std::f64::consts::LN_2 / hashes as f64).round() as u64;
    let independent = rate(HashingScheme::Independent, bits, items, hashes)?;
    let excess = rate(variant.scheme.scheme(), bits, items, hashes)? / independent - 1.0;
    let constant = variant.constant(hashes, bits as f64 / items as f64)?;
    Ok((excess, constant / bits as f64 / independent))
}

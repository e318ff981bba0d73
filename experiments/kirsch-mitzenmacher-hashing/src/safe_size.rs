//! A, the cost of each scheme in units of 1/m, and the smallest number of bits at which it costs less than a hundredth of the rate.

use bloomlab_tables::{AnyError, Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::variant::{Bits, Name, Variant, bits_from, constant, costs};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// The share of the rate that a scheme may cost.
    share: f64,
    /// The least and the largest k; the rate is 2^−k.
    hashes: (u64, u64),
    /// The schemes, with the kind of m.
    variants: Vec<Variant>,
    /// The variants of which the law is compared with the exact excess, and the least and the largest k for that.
    checked: Vec<Variant>,
    checked_hashes: (u64, u64),
    /// The multiples of the size at which checks begin; the first is 1.
    checked_times: Vec<u64>,
}

impl Parameters {
    fn is_checked(&self, variant: Variant, hashes: u64) -> bool {
        let (least, most) = self.checked_hashes;
        self.checked.contains(&variant) && (least..=most).contains(&hashes)
    }
}

#[derive(Serialize)]
pub(crate) struct Row {
    scheme: Name,
    kind: Bits,
    hashes: u64,
    /// 2^−k, the rate of a half full filter.
    rate: f64,
    /// A in half full filters: k/ln 2 bits an item.
    constant: f64,
    /// A/(share · rate): above, the scheme costs less. None if A is not positive: the scheme costs nothing.
    size: Option<f64>,
    /// 1, or a multiple of this size, for the check alone.
    times: u64,
    /// The first number of bits of this kind at or above this multiple, and the exact excess and that of the law there.
    #[serde(rename = "checked_bits,excess,law")]
    checked: Option<(u64, Option<f64>, f64)>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    run.flat_rows(iproduct!(p.variants.clone(), p.hashes.0..=p.hashes.1), |(variant, hashes)| {
        let times = if p.is_checked(variant, hashes) { &*p.checked_times } else { &[1] };
        times.iter().map(|&times| row(p, variant, hashes, times)).collect::<Result<Vec<_>>>()
    })
}

fn row(p: &Parameters, variant: Variant, hashes: u64, times: u64) -> Result<Row> {
    let rate = libm::exp2(-(hashes as f64));
    let constant = constant(variant, hashes, hashes as f64 / std::f64::consts::LN_2)?;
    let size = (constant > 0.0).then(|| constant / (p.share * rate));
    let checked = size.filter(|_| p.is_checked(variant, hashes)).map(|size| {
        let bits = bits_from(variant, (times as f64 * size).ceil() as u64, hashes);
        let items = (bits as f64 * std::f64::consts::LN_2 / hashes as f64).round() as u64;
        let costs = costs(variant, bits, items, hashes, true)?;
        Ok::<_, AnyError>((bits, costs.excess, costs.law))
    });
    let (scheme, kind) = variant;
    Ok(Row { scheme, kind, hashes, rate, constant, size, times, checked: checked.transpose()? })
}

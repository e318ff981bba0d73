//! One phase: with and without replacement, retaining and non-retaining.

use super::Row;
use crate::prelude::*;

#[derive(Serialize, Deserialize)]
pub(super) struct Parameters {
    log2_bits_from: u32,
    log2_bits_to: u32,
    /// k.
    hashes: Vec<u64>,
    /// σ/M, the one that is drawn first.
    fills: Vec<f64>,
}

pub(super) fn rows(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    if p.fills.iter().any(|&fill| !(fill > 0.0 && fill < 1.0)) || p.log2_bits_to > 20 {
        let (fills, log2) = (&p.fills, p.log2_bits_to);
        return Err(format!("fills = {fills:?}, log2_bits_to = {log2}: needs 0 < fill < 1, at most 2^20 bits").into());
    }
    let points = iproduct!(p.fills.iter().copied(), p.hashes.iter().copied(), p.log2_bits_from..=p.log2_bits_to);
    let rows = context.rows(points, |(fill, hashes, log2)| {
        let bits = 1 << log2;
        variants(bits, hashes, fill, (fill * bits as f64) as u64)
    })?;
    Ok(rows.into_iter().flatten().collect())
}

/// The variants of one filter, the non-retaining one with replacement first.
fn variants(bits: u64, hashes: u64, fill: f64, sigma: u64) -> Result<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    for (positions, reset) in iproduct!([Sampling::WithReplacement, Sampling::WithoutReplacement], Reset::ALL) {
        let filter = SigmaBounded::new(Shape::new(bits, hashes, positions)?, sigma)?;
        let (average, published_error) = average(filter, reset)?;
        let difference = |value: f64, base: Option<f64>| base.map_or(0.0, |base| value / base - 1.0);
        let base = rows.first();
        rows.push(Row {
            phases: 1,
            bits,
            hashes,
            fill: Some(fill),
            sigma: Some(sigma),
            positions: positions_name(positions).to_owned(),
            retention: reset.name().to_owned(),
            rate: average.rate,
            messages_per_cycle: average.messages_per_cycle,
            relative_difference: difference(average.rate, base.map(|base| base.rate)),
            messages_relative_difference: Some(difference(
                average.messages_per_cycle,
                base.map(|base| base.messages_per_cycle),
            )),
            published_error,
            ..Row::default()
        });
    }
    Ok(rows)
}

/// A variant's average, and the relative error of the papers' rule where it retains.
fn average(filter: SigmaBounded, reset: Reset) -> Result<(Average<f64>, Option<f64>)> {
    if reset == Reset::Forget {
        return Ok((one_phase(&Double, filter), None));
    }
    let filter = Retaining::new(filter)?;
    let exact = retaining(&Double, filter);
    let published_error = published_retaining(&Double, filter).rate / exact.rate - 1.0;
    Ok((exact, Some(published_error)))
}

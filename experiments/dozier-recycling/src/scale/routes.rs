//! One size of filter by direct sweep and by extrapolation.

use super::extrapolated::extrapolated;
use super::{EXTRAPOLATION, Parameters, Row, SWEEP};
use crate::prelude::*;

/// A row for each route that the parameters ask for at this size.
pub(super) fn rows(p: &Parameters, log2: u32) -> Result<Vec<Row>, AnyError> {
    let bits = 1_u64 << log2;
    let sigma = (p.fill * bits as f64) as u64;
    let shape = Shape::new(bits, p.hashes, Sampling::WithReplacement)?;
    let filter = SigmaBounded::new(shape, sigma)?;
    let limit = infinite_average(filter, Phases::One).ok_or("no message fits")?;
    let row = |route: &str, point: &AtSigma, estimated_error, difference_to_sweep| Row {
        bits,
        sigma,
        route: route.to_owned(),
        messages_per_bit: point.messages_per_cycle / bits as f64,
        rate: point.rate,
        estimated_error,
        difference_to_sweep,
        limit_messages_per_bit: limit.messages_per_bit,
        limit_rate: limit.rate,
    };
    let mut rows = Vec::new();
    let swept = (log2 <= p.log2_swept_to).then(|| Sweep::new(shape).find(|point| point.sigma == sigma)).flatten();
    if let Some(point) = &swept {
        rows.push(row(SWEEP, point, None, None));
    }
    if log2 >= p.log2_extrapolated_from {
        let (point, estimated) = extrapolated(filter)?;
        let difference = swept.map(|swept| {
            let messages = (point.messages_per_cycle / swept.messages_per_cycle - 1.0).abs();
            messages.max((point.rate / swept.rate - 1.0).abs())
        });
        rows.push(row(EXTRAPOLATION, &point, estimated, difference));
    }
    Ok(rows)
}

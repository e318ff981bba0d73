//! Eq. 1 and the exact rates of one filter, for each part of the table.

use crate::prelude::*;
use std::f64::consts::LN_2;

use bloomlab_formulas::{Load, bose, coverage, exact};

use super::{BEST, GRID, Row, SIZE};

/// The k for which eq. 1 is smallest.
pub(super) fn best(bits: u64, messages: u64) -> Result<Row, AnyError> {
    let predicted = bits as f64 / messages as f64 * LN_2;
    let rate = |hashes| {
        let shape = Shape::new(bits, hashes, Sampling::WithReplacement)?;
        Ok((hashes, worst_case_rate(&Double, shape, messages)))
    };
    let rates = (1..=2 * predicted.ceil() as u64 + 2).map(rate).collect::<Result<Vec<_>, OutOfDomain>>()?;
    let least = rates.into_iter().min_by(|(_, a), (_, b)| a.total_cmp(b));
    let (hashes, classic) = least.ok_or("no number of hash functions")?;
    Ok(Row { predicted_hashes: Some(predicted), classic, ..row(BEST, bits, messages, hashes) })
}

/// The exact rates of a large filter.
pub(super) fn size(bits: u64, messages: u64, hashes: u64) -> Result<Row, AnyError> {
    let load = Load::new(bits, messages, hashes)?;
    Ok(Row {
        classic: worst_case_rate(&Double, Shape::new(bits, hashes, Sampling::WithReplacement)?, messages),
        with_replacement: Some(exact::rate(&Double, load)?),
        without_replacement: Some(coverage::rate(&Double, load.without_replacement()?)),
        ..row(SIZE, bits, messages, hashes)
    })
}

/// The rates of a small filter compared in rationals, the exact ones by the distribution of its set bits.
pub(super) fn small(bits: u64, hashes: u64, messages: u64) -> Result<Row, AnyError> {
    let a = Rationals;
    let rate = |positions| -> Result<Rational, OutOfDomain> {
        let filling = Filling::new(&a, Shape::new(bits, hashes, positions)?);
        let law = (0..messages).fold(filling.empty(), |law, _| filling.after_any(&law));
        Ok(filling.sets_nothing(&law))
    };
    let classic = worst_case_rate(&a, Shape::new(bits, hashes, Sampling::WithReplacement)?, messages);
    let (with, without) = (rate(Sampling::WithReplacement)?, rate(Sampling::WithoutReplacement)?);
    let stirling = bose::rate(&a, Load::new(bits, messages, hashes)?);
    Ok(Row {
        classic: classic.to_f64(),
        with_replacement: Some(with.to_f64()),
        without_replacement: Some(without.to_f64()),
        stirling: Some(stirling.to_f64()),
        classic_bounds_with: Some(classic <= with),
        classic_bounds_without: Some(classic <= without),
        stirling_is_with: Some(stirling == with),
        stirling_is_without: Some(stirling == without),
        ..row(GRID, bits, messages, hashes)
    })
}

fn row(part: &str, bits: u64, messages: u64, hashes: u64) -> Row {
    Row { part: part.to_owned(), bits, messages, hashes, ..Row::default() }
}

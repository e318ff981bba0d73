//! Eq. 1, the worst case of the papers: what it bounds, which k it is smallest for, and the exact rates.

use std::f64::consts::LN_2;

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::{Load, bose, coverage, exact};
use bloomlab_numbers::{Double, Number, Refused, Sampling, Shape};
use bloomlab_recycling::worst_case_rate;
use bloomlab_tables::{Result, Run, ensure};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

use crate::filling::Filling;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// M for which the best k is looked for.
    bits: Vec<u64>,
    bits_per_message: Vec<f64>,
    /// Rates against M: k, M/n.
    hashes: u64,
    size_bits_per_message: u64,
    log2_bits_from: u32,
    log2_bits_to: u32,
    /// In exact rationals: every M, k, n up to these.
    grid_bits: u64,
    grid_hashes: u64,
    grid_messages: u64,
}

#[derive(Default, Serialize)]
pub(crate) struct Row {
    /// best k, size, or grid.
    part: &'static str,
    bits: u64,
    messages: u64,
    /// k; in the first part the one for which eq. 1 is smallest.
    hashes: u64,
    /// (M/n) ln 2.
    predicted_hashes: Option<f64>,
    /// Eq. 1, and the exact rates of the next message.
    classic: f64,
    #[serde(rename = "with_replacement,without_replacement")]
    exact: Option<(f64, f64)>,
    /// The formula in Stirling numbers.
    stirling: Option<f64>,
    /// Exact comparisons: eq. 1 at most each of the rates, and the Stirling formula equal to each.
    #[serde(rename = "classic_bounds_with,classic_bounds_without,stirling_is_with,stirling_is_without")]
    compared: Option<(bool, bool, bool, bool)>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let is_small = p.grid_bits <= 12 && p.grid_hashes <= 5 && p.grid_messages <= 6;
    ensure!(is_small && p.log2_bits_to <= 40, "the grid needs M ≤ 12, k ≤ 5, n ≤ 6; log2_bits_to at most 40");
    let messages = |bits: u64| {
        let messages = p.bits_per_message.iter().map(move |c| libm::round(bits as f64 / c).max(1.0) as u64);
        messages.dedup().map(move |messages| (bits, messages))
    };
    let bests = p.bits.iter().flat_map(|&bits| messages(bits));
    let mut rows = run.rows(bests, |(bits, messages)| best(bits, messages))?;
    let sizes = (p.log2_bits_from..=p.log2_bits_to).map(|log2| 1 << log2);
    rows.extend(run.rows(sizes, |bits| size(bits, bits / p.size_bits_per_message, p.hashes))?);
    let grid =
        iproduct!(1..=p.grid_bits, 1..=p.grid_hashes, 1..=p.grid_messages).filter(|&(bits, hashes, _)| hashes <= bits);
    rows.extend(run.rows(grid, |(bits, hashes, messages)| small(bits, hashes, messages))?);
    Ok(rows)
}

/// The k for which eq. 1 is smallest.
fn best(bits: u64, messages: u64) -> Result<Row> {
    let predicted = bits as f64 / messages as f64 * LN_2;
    let rate = |hashes| {
        let shape = Shape::new(bits, hashes, Sampling::WithReplacement)?;
        Ok((hashes, worst_case_rate(&Double, shape, messages)))
    };
    let rates = (1..=2 * predicted.ceil() as u64 + 2).map(rate).collect::<Result<Vec<_>, Refused>>()?;
    let (hashes, classic) = rates.into_iter().min_by(|(_, a), (_, b)| a.total_cmp(b)).ok_or("no k")?;
    Ok(Row { predicted_hashes: Some(predicted), classic, ..row("best k", bits, messages, hashes) })
}

/// The exact rates of a large filter.
fn size(bits: u64, messages: u64, hashes: u64) -> Result<Row> {
    let load = Load::new(bits, messages, hashes)?;
    Ok(Row {
        classic: worst_case_rate(&Double, Shape::new(bits, hashes, Sampling::WithReplacement)?, messages),
        exact: Some((exact::rate(&Double, load)?, coverage::rate(&Double, load.without_replacement()?))),
        ..row("size", bits, messages, hashes)
    })
}

/// The rates of a small filter compared in rationals, the exact ones by the distribution of its set bits.
fn small(bits: u64, hashes: u64, messages: u64) -> Result<Row> {
    let a = Rationals;
    let rate = |positions| -> Result<Rational, Refused> {
        let filling = Filling::new(&a, Shape::new(bits, hashes, positions)?);
        let law = (0..messages).fold(filling.empty(), |law, _| filling.after_any(&law));
        Ok(filling.sets_nothing(&law))
    };
    let classic = worst_case_rate(&a, Shape::new(bits, hashes, Sampling::WithReplacement)?, messages);
    let (with, without) = (rate(Sampling::WithReplacement)?, rate(Sampling::WithoutReplacement)?);
    let stirling = bose::rate(&a, Load::new(bits, messages, hashes)?);
    Ok(Row {
        classic: classic.to_f64(),
        exact: Some((with.to_f64(), without.to_f64())),
        stirling: Some(stirling.to_f64()),
        compared: Some((classic <= with, classic <= without, stirling == with, stirling == without)),
        ..row("grid", bits, messages, hashes)
    })
}

fn row(part: &'static str, bits: u64, messages: u64, hashes: u64) -> Row {
    Row { part, bits, messages, hashes, ..Row::default() }
}

//! Eq. 1, the worst case of the papers: what it bounds, which k it is smallest for, and the exact rates beside it.

use bloomlab_exact::Rationals;
use bloomlab_formulas::{Load, coverage};
use bloomlab_numbers::{Arithmetic, Double, Number};
use bloomlab_occupancy::{Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{transitions, worst_case_rate};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::verdicts::{count, largest, range};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// M where the best k is looked for.
    bits: Vec<u64>,
    /// M/n there.
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

impl Default for Parameters {
    fn default() -> Self {
        Self {
            bits: vec![100, 1000, 10_000],
            bits_per_message: (2..=40).map(|i| f64::from(i) / 2.0).collect(),
            hashes: 6,
            size_bits_per_message: 8,
            log2_bits_from: 5,
            log2_bits_to: 16,
            grid_bits: 7,
            grid_hashes: 4,
            grid_messages: 4,
        }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// best k, size, or grid.
    part: String,
    bits: u64,
    /// n.
    messages: u64,
    /// k; of the first part the one for which eq. 1 is smallest.
    hashes: u64,
    /// (M/n) ln 2.
    predicted_hashes: Option<f64>,
    /// Eq. 1, and the exact rates of the next message.
    classic: f64,
    with_replacement: Option<f64>,
    without_replacement: Option<f64>,
    /// The formula in Stirling numbers.
    stirling: Option<f64>,
    /// Exact comparisons: eq. 1 at most each of the rates, and the Stirling formula equal to each.
    classic_bounds_with: Option<bool>,
    classic_bounds_without: Option<bool>,
    stirling_is_with: Option<bool>,
    stirling_is_without: Option<bool>,
}

const BEST: &str = "best k";
const SIZE: &str = "size";
const GRID: &str = "grid";

pub(crate) struct WorstCase;

impl Figure for WorstCase {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        if p.grid_bits > 12 || p.grid_hashes > 5 || p.grid_messages > 6 || p.log2_bits_to > 40 {
            return Err("the grid needs M ≤ 12, k ≤ 5, n ≤ 6; log2_bits_to at most 40".into());
        }
        let mut rows = Vec::new();
        for &bits in &p.bits {
            let mut counts: Vec<u64> =
                p.bits_per_message.iter().map(|c| libm::round(bits as f64 / c).max(1.0) as u64).collect();
            counts.dedup();
            for messages in counts {
                rows.push(best(bits, messages)?);
            }
        }
        for log2 in p.log2_bits_from..=p.log2_bits_to {
            rows.push(size(1 << log2, p.size_bits_per_message, p.hashes)?);
        }
        let mut grid = Vec::new();
        for bits in 1..=p.grid_bits {
            for hashes in 1..=p.grid_hashes.min(bits) {
                grid.extend((1..=p.grid_messages).map(|messages| (bits, hashes, messages)));
            }
        }
        context.progress.expect(grid.len() as u64);
        let one = |&(bits, hashes, messages): &(u64, u64, u64)| {
            let row = small(bits, hashes, messages);
            context.progress.advance();
            row
        };
        rows.extend(grid.par_iter().map(one).collect::<Result<Vec<_>, AnyError>>()?);
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let mut sizes: Vec<u64> = rows.iter().filter(|row| row.part == BEST).map(|row| row.bits).collect();
        sizes.dedup();
        let load = |row: &Row| row.bits as f64 / row.messages as f64;
        let best = |bits: u64| rows.iter().filter(move |row| row.part == BEST && row.bits == bits);
        let markers = sizes.iter().map(|&bits| Series {
            name: format!("M = {bits}"),
            mark: Mark::Markers,
            points: best(bits).map(|row| Point::new(load(row), row.hashes as f64)).collect(),
        });
        let line = Series {
            name: "(M/n) ln 2".to_owned(),
            mark: Mark::Line,
            points: best(sizes.last().copied().unwrap_or(0))
                .filter_map(|row| Some(Point::new(load(row), row.predicted_hashes?)))
                .collect(),
        };
        let of_size = || rows.iter().filter(|row| row.part == SIZE);
        let ratio = |name: &str, value: fn(&Row) -> Option<f64>| Series {
            name: name.to_owned(),
            mark: Mark::LineAndMarkers,
            points: of_size()
                .filter_map(|row| Some(Point::new(row.bits as f64, value(row)? / row.classic - 1.0)))
                .collect(),
        };
        let title = of_size()
            .next_back()
            .map_or_else(String::new, |row| format!("k = {}, M/n = {}", row.hashes, row.bits / row.messages));
        let panels = vec![
            Panel {
                title: Some("(a) The k for which eq. 1 is smallest".to_owned()),
                x: Axis::new("bits per message M/n", Scale::Linear),
                y: Axis::new("hash functions k", Scale::Linear),
                series: markers.chain([line]).collect(),
            },
            Panel {
                title: Some(format!("(b) {title}")),
                x: Axis::new("memory M (bits)", Scale::Log2),
                y: Axis::new("(exact rate − eq. 1) / eq. 1", Scale::Log10),
                series: vec![
                    ratio("with replacement", |row| row.with_replacement),
                    ratio("without replacement", |row| row.without_replacement),
                ],
            },
        ];
        Ok(LineFigure { panels }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let of = |part: &str| rows.iter().filter(|row| row.part == part).collect::<Vec<_>>();
        let (best, grid) = (of(BEST), of(GRID));
        if best.is_empty() || grid.is_empty() {
            return Err("a part of the table is missing".into());
        }
        let farthest = largest(best.iter().map(|row| match row.predicted_hashes {
            // no filter has fewer than one hash function
            Some(predicted) => (row.hashes as f64 - predicted.max(1.0)).abs(),
            None => f64::INFINITY,
        }));
        let sizes = range(best.iter().map(|row| row.bits as f64));
        let minimum = Decision::new("R21").measured(farthest).decide(farthest < 1.0).because(format!(
            "over {} filters of {} to {} bits",
            best.len(),
            sizes.0,
            sizes.1
        ));

        let so = |value: fn(&Row) -> Option<bool>| count(&grid, |row| value(row) == Some(true));
        let (with, without) = (so(|row| row.classic_bounds_with), so(|row| row.classic_bounds_without));
        let bound = Decision::new("R36")
            .measured(with as f64 / grid.len() as f64)
            .decide(with == grid.len())
            .because(format!("without replacement it is one in {without} of {} only", grid.len()));

        let several: Vec<&Row> = grid.iter().copied().filter(|row| row.hashes > 1).collect();
        let equal = |value: fn(&Row) -> Option<bool>| count(&several, |row| value(row) == Some(true));
        let (distinct, independent) = (equal(|row| row.stirling_is_without), equal(|row| row.stirling_is_with));
        let stirling = Decision::new("R37")
            .measured(distinct as f64 / several.len() as f64)
            .decide(distinct == several.len())
            .because(format!(
                "it is the exact rate of independent positions in {independent} of {}; for k = 1 the two are the same",
                several.len()
            ));
        Ok(vec![minimum, bound, stirling])
    }
}

fn best(bits: u64, messages: u64) -> Result<Row, AnyError> {
    let predicted = bits as f64 / messages as f64 * std::f64::consts::LN_2;
    let mut found: Option<(u64, f64)> = None;
    for hashes in 1..=2 * predicted.ceil() as u64 + 2 {
        let rate = worst_case_rate(&Double, Shape::new(bits, hashes, Sampling::WithReplacement)?, messages);
        if found.is_none_or(|(_, least)| rate < least) {
            found = Some((hashes, rate));
        }
    }
    let (hashes, classic) = found.ok_or("no number of hash functions")?;
    Ok(Row { predicted_hashes: Some(predicted), ..row(BEST, (bits, messages, hashes), classic) })
}

fn size(bits: u64, bits_per_message: u64, hashes: u64) -> Result<Row, AnyError> {
    let messages = bits / bits_per_message;
    let load = Load::new(bits, messages, hashes)?;
    let classic = worst_case_rate(&Double, Shape::new(bits, hashes, Sampling::WithReplacement)?, messages);
    Ok(Row {
        with_replacement: Some(bloomlab_formulas::exact::rate(&Double, load)?),
        without_replacement: Some(coverage::rate(&Double, load.without_replacement()?)),
        ..row(SIZE, (bits, messages, hashes), classic)
    })
}

/// One small filter, the exact rates by the chain of its set bits.
fn small(bits: u64, hashes: u64, messages: u64) -> Result<Row, AnyError> {
    let a = Rationals;
    let rate = |positions| -> Result<_, AnyError> {
        let shape = Shape::new(bits, hashes, positions)?;
        let mut law = vec![a.zero(); bits as usize + 1];
        law[0] = a.one();
        for _ in 0..messages {
            let mut next = vec![a.zero(); law.len()];
            for (set, p) in law.iter().enumerate() {
                for (d, t) in transitions(&a, shape, set as u64).iter().enumerate().filter(|(_, t)| **t != a.zero()) {
                    next[set + d] = next[set + d].clone() + p.clone() * t;
                }
            }
            law = next;
        }
        let set_nothing = |(set, p)| p * &transitions(&a, shape, set)[0];
        Ok((0..).zip(law).map(set_nothing).fold(a.zero(), |sum, p| sum + p))
    };
    let classic = worst_case_rate(&a, Shape::new(bits, hashes, Sampling::WithReplacement)?, messages);
    let (with, without) = (rate(Sampling::WithReplacement)?, rate(Sampling::WithoutReplacement)?);
    let stirling = bloomlab_formulas::bose::rate(&a, Load::new(bits, messages, hashes)?);
    Ok(Row {
        with_replacement: Some(with.to_f64()),
        without_replacement: Some(without.to_f64()),
        stirling: Some(stirling.to_f64()),
        classic_bounds_with: Some(classic <= with),
        classic_bounds_without: Some(classic <= without),
        stirling_is_with: Some(stirling == with),
        stirling_is_without: Some(stirling == without),
        ..row(GRID, (bits, messages, hashes), classic.to_f64())
    })
}

fn row(part: &str, (bits, messages, hashes): (u64, u64, u64), classic: f64) -> Row {
    Row {
        part: part.to_owned(),
        bits,
        messages,
        hashes,
        predicted_hashes: None,
        classic,
        with_replacement: None,
        without_replacement: None,
        stirling: None,
        classic_bounds_with: None,
        classic_bounds_without: None,
        stirling_is_with: None,
        stirling_is_without: None,
    }
}

//! Eq. 1, the worst case of the papers: what it bounds, which k it is smallest for, and the exact rates beside it.

mod claims;
mod filters;

use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// M for which the best k is looked for.
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

#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Row {
    /// best k, size, or grid.
    part: String,
    bits: u64,
    /// n.
    messages: u64,
    /// k; in the first part the one for which eq. 1 is smallest.
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
        let messages = |bits: u64| {
            let messages = p.bits_per_message.iter().map(move |c| libm::round(bits as f64 / c).max(1.0) as u64);
            messages.dedup().map(move |messages| (bits, messages))
        };
        let best = p.bits.iter().flat_map(|&bits| messages(bits));
        let mut rows = context.rows(best, |(bits, messages)| filters::best(bits, messages))?;
        let sizes = (p.log2_bits_from..=p.log2_bits_to).map(|log2| 1 << log2);
        rows.extend(context.rows(sizes, |bits| filters::size(bits, bits / p.size_bits_per_message, p.hashes))?);
        let grid = iproduct!(1..=p.grid_bits, 1..=p.grid_hashes, 1..=p.grid_messages)
            .filter(|&(bits, hashes, _)| hashes <= bits);
        rows.extend(context.rows(grid, |(bits, hashes, messages)| filters::small(bits, hashes, messages))?);
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let load = |row: &Row| row.bits as f64 / row.messages as f64;
        let best = || rows.iter().filter(|row| row.part == BEST);
        let largest = best().next_back().map(|row| row.bits);
        let name = |row: &&Row| format!("M = {}", row.bits);
        let hashes = |row: &&Row| Some(Point::new(load(row), row.hashes as f64));
        let predicted = |row: &Row| Some(Point::new(load(row), row.predicted_hashes?));
        let mut by_load = Series::by_name(best(), name, Mark::Markers, hashes);
        let of_largest = best().filter(|row| Some(row.bits) == largest);
        by_load.push(Series::new("(M/n) ln 2", Mark::Line, of_largest.filter_map(predicted)));

        let sizes = || rows.iter().filter(|row| row.part == SIZE);
        let excess = |name: &str, rate: fn(&Row) -> Option<f64>| {
            let point = |row: &Row| Some(Point::new(row.bits as f64, rate(row)? / row.classic - 1.0));
            Series::new(name, Mark::Line, sizes().filter_map(point))
        };
        let title = |row: &Row| format!("(b) k = {}, M/n = {}", row.hashes, row.bits / row.messages);
        let panels = vec![
            Panel::new(
                Axis::new("bits per message M/n", Scale::Linear),
                Axis::new("hash functions k", Scale::Linear),
                by_load,
            )
            .titled("(a) The k for which eq. 1 is smallest"),
            Panel::new(
                Axis::new("memory M (bits)", Scale::Log2),
                Axis::new("(exact rate − eq. 1) / eq. 1", Scale::Log10),
                vec![
                    excess("with replacement", |row| row.with_replacement),
                    excess("without replacement", |row| row.without_replacement),
                ],
            )
            .titled(sizes().next_back().map(title).unwrap_or_default()),
        ];
        Ok(LineFigure::new(panels).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

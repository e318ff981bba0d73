//! How much the four variants differ: with and without replacement, retaining and non-retaining.

use bloomlab_numbers::Double;
use bloomlab_occupancy::{Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{Average, Retaining, SigmaBounded, one_phase, published_retaining, retaining};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::verdicts::largest;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    log2_bits_from: u32,
    log2_bits_to: u32,
    /// k.
    hashes: Vec<u64>,
    /// σ/M.
    fill: f64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { log2_bits_from: 5, log2_bits_to: 17, hashes: vec![2, 4, 6, 8], fill: 0.5 }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    hashes: u64,
    sigma: u64,
    positions: String,
    retention: String,
    rate: f64,
    messages_per_cycle: f64,
    /// rate / that of the non-retaining filter with replacement − 1.
    relative_difference: f64,
    /// The same of the messages per cycle.
    messages_relative_difference: f64,
    /// The papers' rule for a retaining filter: rate / exact rate − 1.
    published_error: Option<f64>,
}

const VARIANTS: [(&str, &str); 4] = [
    ("with replacement", "non-retaining"),
    ("with replacement", "retaining"),
    ("without replacement", "non-retaining"),
    ("without replacement", "retaining"),
];

pub(crate) struct Variants;

impl Figure for Variants {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        if !(p.fill > 0.0 && p.fill < 1.0) || p.log2_bits_to > 20 {
            let (fill, log2) = (p.fill, p.log2_bits_to);
            return Err(format!("fill = {fill}, log2_bits_to = {log2}: needs 0 < fill < 1, at most 2^20 bits").into());
        }
        let sizes = p.log2_bits_from..=p.log2_bits_to;
        let cases: Vec<_> = p.hashes.iter().flat_map(|&k| sizes.clone().map(move |log2| (1_u64 << log2, k))).collect();
        context.progress.expect(cases.len() as u64);
        let one = |&(bits, hashes): &(u64, u64)| {
            let rows = variants(bits, hashes, (p.fill * bits as f64) as u64);
            context.progress.advance();
            rows
        };
        let rows: Vec<Vec<Row>> = cases.par_iter().map(one).collect::<Result<_, AnyError>>()?;
        Ok(rows.into_iter().flatten().collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let mut hashes: Vec<u64> = rows.iter().map(|row| row.hashes).collect();
        hashes.dedup();
        let panel = |title: &str, value: fn(&Row) -> f64, y: &str, variants: &[(&str, &str)], k: u64| Panel {
            title: Some(title.to_owned()),
            x: Axis::new("memory M (bits)", Scale::Log2),
            y: Axis::new(y, Scale::Log10),
            series: variants
                .iter()
                .map(|&(positions, retention)| Series {
                    name: format!("{positions}, {retention}"),
                    mark: Mark::LineAndMarkers,
                    points: rows
                        .iter()
                        .filter(|row| row.hashes == k && row.positions == positions && row.retention == retention)
                        .filter(|row| value(row) != 0.0)
                        .map(|row| Point::new(row.bits as f64, value(row).abs()))
                        .collect(),
                })
                .collect(),
        };
        let k = *hashes.get(hashes.len() / 2).ok_or("no rows")?;
        let panels = vec![
            panel(
                &format!("(a) Rate, k = {k}"),
                |row| row.relative_difference,
                "|relative difference of the rate|",
                &VARIANTS[1..],
                k,
            ),
            panel(
                &format!("(b) Messages per cycle, k = {k}"),
                |row| row.messages_relative_difference,
                "|relative difference of the messages|",
                &VARIANTS[1..],
                k,
            ),
        ];
        Ok(LineFigure { panels }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let (with, without) = (VARIANTS[0].0, VARIANTS[2].0);
        let plain = |row: &&Row| row.retention == VARIANTS[0].1;
        let positions: Vec<&Row> = rows.iter().filter(plain).filter(|row| row.positions == without).collect();
        let all: Vec<&Row> = rows.iter().filter(|row| !(plain(row) && row.positions == with)).collect();
        let decide = |id, rows: &[&Row]| {
            let difference = |row: &&Row| row.relative_difference.abs();
            let usual = || rows.iter().filter(|row| row.bits > 1000);
            let most = largest(usual().map(difference));
            // by k, the size from which on all differences are below the limit
            let mut hashes: Vec<u64> = rows.iter().map(|row| row.hashes).collect();
            hashes.dedup();
            let from = |k: &u64| {
                let noticeable = rows.iter().filter(|row| row.hashes == *k && difference(row) > NOTICEABLE);
                (*k, 2 * noticeable.map(|row| row.bits).max().unwrap_or(0))
            };
            let from: Vec<(u64, u64)> = hashes.iter().map(from).collect();
            let last = rows.iter().map(|row| row.bits).max().unwrap_or(0);
            let needed = from.iter().map(|(k, bits)| format!("{bits} bits for k = {k}")).collect::<Vec<_>>();
            Decision::new(id).measured(most).decide_if(
                most <= NOTICEABLE,
                from.iter().all(|(_, bits)| *bits <= last),
                format!("the filter has at least {}", needed.join(", ")),
            )
        };
        Ok(vec![decide("R11", &positions), decide("R12", &all)])
    }
}

/// A variant's average, and its filter where it retains.
type Variant = (Average<f64>, Option<SigmaBounded>);

fn variants(bits: u64, hashes: u64, sigma: u64) -> Result<Vec<Row>, AnyError> {
    let filter = |positions| SigmaBounded::new(Shape::new(bits, hashes, positions)?, sigma);
    let (with, without) = (filter(Sampling::WithReplacement)?, filter(Sampling::WithoutReplacement)?);
    let averages: [Variant; 4] = [
        (one_phase(&Double, with), None),
        (retaining(&Double, Retaining::new(with)?), Some(with)),
        (one_phase(&Double, without), None),
        (retaining(&Double, Retaining::new(without)?), Some(without)),
    ];
    let base = averages[0].0.clone();
    let row = |((positions, retention), (average, retained)): ((&str, &str), &Variant)| {
        let published_error = match retained {
            Some(filter) => Some(published_retaining(&Double, Retaining::new(*filter)?).rate / average.rate - 1.0),
            None => None,
        };
        Ok(Row {
            bits,
            hashes,
            sigma,
            positions: positions.to_owned(),
            retention: retention.to_owned(),
            rate: average.rate,
            messages_per_cycle: average.messages_per_cycle,
            relative_difference: average.rate / base.rate - 1.0,
            messages_relative_difference: average.messages_per_cycle / base.messages_per_cycle - 1.0,
            published_error,
        })
    };
    VARIANTS.into_iter().zip(&averages).map(row).collect()
}

/// A relative difference of rates that would be noticed.
const NOTICEABLE: f64 = 0.01;

//! How far the papers' bounds lie below the exact N-bounded rate.

use bloomlab_occupancy::{Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{NBoundedRates, NBoundedSweep};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::verdicts::largest;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// k.
    hashes: Vec<u64>,
    /// M where N varies.
    bits: u64,
    /// kN/M where M varies.
    load: f64,
    log2_bits_from: u32,
    log2_bits_to: u32,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { hashes: vec![3, 5, 8], bits: 1000, load: 0.5, log2_bits_from: 6, log2_bits_to: 16 }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    hashes: u64,
    /// N.
    messages: u64,
    exact: f64,
    f_o: f64,
    f_a: f64,
    /// 1 − f_o/exact.
    f_o_shortfall: f64,
    /// 1 − f_a/exact.
    f_a_shortfall: f64,
    /// Whether this is a point of the panel over N, or of that over M.
    along: String,
}

pub(crate) struct ShortOfExact;

impl Figure for ShortOfExact {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        if !(p.load > 0.0 && p.load <= 1.0) || p.log2_bits_to > 20 {
            let (load, log2) = (p.load, p.log2_bits_to);
            return Err(format!("load = {load}, log2_bits_to = {log2}: needs 0 < load ≤ 1, at most 2^20 bits").into());
        }
        let sizes = (p.log2_bits_from..=p.log2_bits_to).map(|log2| Some(1_u64 << log2));
        let jobs: Vec<_> =
            p.hashes.iter().flat_map(|&k| [None].into_iter().chain(sizes.clone()).map(move |m| (k, m))).collect();
        context.progress.expect(jobs.len() as u64);
        let one = |&(hashes, size): &(u64, Option<u64>)| {
            let bits = size.unwrap_or(p.bits);
            let sweep = NBoundedSweep::new(Shape::new(bits, hashes, Sampling::WithReplacement)?);
            let row = |rates: NBoundedRates<f64>, along: &str| Row {
                bits,
                hashes,
                messages: rates.messages,
                exact: rates.exact,
                f_o: rates.f_o,
                f_a: rates.f_a,
                f_o_shortfall: (rates.exact - rates.f_o) / rates.exact,
                f_a_shortfall: (rates.exact - rates.f_a) / rates.exact,
                along: along.to_owned(),
            };
            let rows = match size {
                // of a single message nothing is falsely recognised
                None => sweep.skip(1).map(|rates| row(rates, "N")).collect(),
                Some(bits) => {
                    let messages = ((p.load * bits as f64 / hashes as f64) as u64).max(2);
                    sweep
                        .take_while(|rates| rates.messages <= messages)
                        .last()
                        .map(|rates| row(rates, "M"))
                        .into_iter()
                        .collect()
                }
            };
            context.progress.advance();
            Ok(rows)
        };
        let rows: Vec<Vec<Row>> = jobs.par_iter().map(one).collect::<Result<_, AnyError>>()?;
        Ok(rows.into_iter().flatten().collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let mut hashes: Vec<u64> = rows.iter().map(|row| row.hashes).collect();
        hashes.dedup();
        let panel = |title: String, along: &str, x: Axis, at: fn(&Row) -> f64| {
            let series = |k: u64, bound: &str, shortfall: fn(&Row) -> f64| Series {
                name: format!("{bound}, k = {k}"),
                mark: Mark::LineAndMarkers,
                points: rows
                    .iter()
                    .filter(|row| row.hashes == k && row.along == along)
                    .map(|row| Point::new(at(row), shortfall(row)))
                    .collect(),
            };
            let f_o = hashes.iter().map(|&k| series(k, "f_o", |row| row.f_o_shortfall));
            let f_a = hashes.iter().map(|&k| series(k, "f_a", |row| row.f_a_shortfall));
            let y = Axis::new("share of the exact rate that is missing", Scale::Log10);
            Panel { title: Some(title), x, y, series: f_o.chain(f_a).collect() }
        };
        let bits = rows.iter().find(|row| row.along == "N").map_or(0, |row| row.bits);
        let panels = vec![
            panel(
                format!("(a) M = {bits}"),
                "N",
                Axis::new("messages N that set bits in a cycle", Scale::Log10),
                |row| row.messages as f64,
            ),
            panel("(b) kN/M = 1/2".to_owned(), "M", Axis::new("memory M (bits)", Scale::Log2), |row| row.bits as f64),
        ];
        Ok(LineFigure { panels }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        const TIGHT: f64 = 0.05;
        let used: Vec<&Row> = rows.iter().filter(|row| row.along == "N" && row.exact <= 0.01).collect();
        let at =
            used.iter().find(|row| row.hashes == 5 && row.messages == 100).ok_or("no point with k = 5, N = 100")?;
        let widest = used.iter().max_by(|a, b| a.f_a_shortfall.total_cmp(&b.f_a_shortfall)).ok_or("no rows")?;
        let most = largest(used.iter().map(|row| row.f_a_shortfall));
        let all = largest(rows.iter().map(|row| row.f_a_shortfall));
        Ok(vec![
            Decision::new("R20")
                .measured(at.f_a_shortfall)
                .decide(most <= TIGHT && used.iter().all(|row| row.f_a_shortfall >= 0.0))
                .because(format!(
                    "up to a rate of 0.01 at most {:.1} % are missed (at k = {}, N = {}); at any rate up to {:.0} %",
                    100.0 * most,
                    widest.hashes,
                    widest.messages,
                    100.0 * all
                )),
        ])
    }
}

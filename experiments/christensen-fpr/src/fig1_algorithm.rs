//! Figure 1: the published table algorithm, where it fails as transcribed, and what it costs.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::table::{self, LineSeven, Use};
use bloomlab_formulas::{Load, inclusion_exclusion};
use bloomlab_numbers::Double;
use bloomlab_occupancy::{BallsInBins, law};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::certified::powers_of_two;
use crate::counted::multiplications;
use crate::literal::Figure1;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// Cost: m from 2^this …
    log2_bits_from: u32,
    /// … to 2^this.
    log2_bits_to: u32,
    /// Cost: m/n.
    bits_per_item: u64,
    /// Cost: k.
    hashes: u64,
    /// Failures: the numbers of bins M.
    bins: Vec<u64>,
    /// Failures: N from 1 to this.
    most_balls: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            log2_bits_from: 5,
            log2_bits_to: 20,
            bits_per_item: 10,
            hashes: 7,
            bins: vec![4, 8, 16, 32],
            most_balls: 64,
        }
    }
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Row {
    /// `multiplications`; `wrong values` among P(N, M, 1) … P(N, M, min(N, M)), or those of another reading; the lowest or
    /// highest index of a table that a reading touches.
    quantity: String,
    series: String,
    /// M or m.
    bins: u64,
    /// N or kn.
    balls: u64,
    /// How many, or which index.
    count: u64,
    /// Of how many values.
    of: Option<u64>,
}

const COST: &str = "multiplications";
const WRONG: &str = "wrong values";
const WRONG_REPAIRED: &str = "wrong values, line 7 repaired, tables kept";
const WRONG_AGAIN: &str = "wrong values, line 7 repaired, tables kept, every row again";
const LOWEST: &str = "lowest index";
const HIGHEST: &str = "highest index";
const TRANSCRIBED: &str = "line 7 as transcribed";
const REPAIRED: &str = "line 7 repaired";
const ROW_RECURSION: &str = "row recursion (eq. 8)";
const ONE_CALL: &str = "Figure 1, one call per K";

/// What a computer does in half a minute: beyond so many multiplications a rate is not called computable here.
const AFFORDABLE: u64 = 10_000_000_000;

pub(crate) struct Algorithm;

impl Figure for Algorithm {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let sizes = powers_of_two(p.log2_bits_from, p.log2_bits_to)?;
        if p.bits_per_item == 0 {
            return Err("bits_per_item 0: needs at least 1".into());
        }
        context.progress.expect(sizes.len() as u64 + p.bins.len() as u64);
        let mut rows = Vec::new();
        for bits in sizes {
            rows.extend(costs(Load::new(bits, bits / p.bits_per_item, p.hashes)?)?);
            context.progress.advance();
        }
        for &bins in &p.bins {
            let shapes = (1..=p.most_balls).map(|balls| BallsInBins::new(balls, bins));
            let shapes = shapes.collect::<Result<Vec<_>, _>>()?;
            let found = |&shape: &BallsInBins| [failures(shape), indices(shape)].concat();
            rows.extend(shapes.par_iter().map(found).collect::<Vec<_>>().concat());
            context.progress.advance();
        }
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let cost = Panel {
            title: Some("(a) cost of one false-positive rate".to_owned()),
            x: Axis::new("filter size m (bits)", Scale::Log2),
            y: Axis::new("multiplications", Scale::Log10),
            series: series(rows, COST, |row| row.bins as f64),
        };
        let wrong = Panel {
            title: Some("(b) wrong values of P(N, M, K), line 7 as transcribed".to_owned()),
            x: Axis::new("balls N", Scale::Linear).including(0.0),
            y: Axis::new("wrong values among K = 1 … min(N, M)", Scale::Linear).including(0.0),
            series: series(rows, WRONG, |row| row.balls as f64),
        };
        Ok(LineFigure { panels: vec![cost, wrong] }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        Ok([correctness(rows), vec![indexing(rows), affordable(rows)?]].concat())
    }
}

/// The wrong values and all values of one reading.
fn wrong(rows: &[Row], quantity: &str) -> (u64, u64) {
    let of_quantity = rows.iter().filter(|row| row.quantity == quantity);
    of_quantity.fold((0, 0), |(wrong, all), row| (wrong + row.count, all + row.of.unwrap_or(0)))
}

fn correctness(rows: &[Row]) -> Vec<Decision> {
    let (transcribed, all) = wrong(rows, WRONG);
    let (repaired, _) = wrong(rows, WRONG_REPAIRED);
    let (again, _) = wrong(rows, WRONG_AGAIN);
    vec![
        Decision::new("C10")
            .measured(transcribed as f64 / all as f64)
            .decide_if(
                transcribed == 0,
                repaired == 0,
                format!("line 7 reads table2[j−1] for table2[i−1]: {repaired} of {all} values are wrong then, {transcribed} before"),
            ),
        Decision::new("C12")
            .measured(again as f64 / all as f64)
            .decide_if(
                again == 0 && repaired == 0,
                repaired == 0,
                format!(
                    "the call for K computes row K alone, in the order K = 1, 2, 3, … ({repaired} of {all} wrong, line 7 repaired); \
                     when it runs through rows 1 … K again, {again} are wrong"
                ),
            ),
    ]
}

fn indexing(rows: &[Row]) -> Decision {
    let of = |quantity: &'static str, reading: &'static str| {
        rows.iter().filter(move |row| row.quantity == quantity && row.series == reading)
    };
    let inside = |reading| {
        of(LOWEST, reading).all(|row| row.count >= 1) && of(HIGHEST, reading).all(|row| row.count <= row.balls)
    };
    let lowest = |reading| of(LOWEST, reading).map(|row| row.count).min().unwrap_or(0);
    let below = of(LOWEST, TRANSCRIBED).filter(|row| row.count == 0).count();
    Decision::new("C11").measured(lowest(TRANSCRIBED) as f64).decide_if(
        inside(TRANSCRIBED),
        inside(REPAIRED),
        format!(
            "line 7 is repaired (indices {} to N); as transcribed it reads table2[0] in {below} of {} cases",
            lowest(REPAIRED),
            of(LOWEST, TRANSCRIBED).count()
        ),
    )
}

fn affordable(rows: &[Row]) -> Result<Decision, AnyError> {
    let cost = |series: &'static str| rows.iter().filter(move |row| row.quantity == COST && row.series == series);
    let largest = cost(ROW_RECURSION).max_by_key(|row| row.bins).ok_or("no costs")?;
    let reach = |series| cost(series).filter(|row| row.count <= AFFORDABLE).map(|row| row.bins).max().unwrap_or(0);
    let (recursion, calls) = (reach(ROW_RECURSION), reach(ONE_CALL));
    Ok(Decision::new("C23")
        .measured_as(format!("multiplications of the recursion at m = {}, kn = {}", largest.bins, largest.balls), largest.count as f64)
        .decide_if(
            recursion == largest.bins,
            recursion > 0,
            format!(
                "10^10 multiplications must do: up to m = {recursion} by the recursion or with tables kept, up to m = {calls} with a call \
                 for every K (m/n and k as in the figure); the cost grows with kn · min(kn, m)"
            ),
        ))
}

fn series(rows: &[Row], quantity: &str, x: impl Fn(&Row) -> f64) -> Vec<Series> {
    let mut all: Vec<Series> = Vec::new();
    for row in rows.iter().filter(|row| row.quantity == quantity) {
        let point = Point::new(x(row), row.count as f64);
        match all.iter_mut().find(|series| series.name == row.series) {
            Some(series) => series.points.push(point),
            None => all.push(Series { name: row.series.clone(), mark: Mark::LineAndMarkers, points: vec![point] }),
        }
    }
    all
}

fn costs(shape: Load) -> Result<Vec<Row>, AnyError> {
    let balls_and_bins = shape.insertions();
    let row = |series: &str, count: u128| -> Result<Row, AnyError> {
        let count = u64::try_from(count)?;
        let (bins, balls) = (shape.bits(), shape.balls());
        Ok(Row { quantity: COST.to_owned(), series: series.to_owned(), bins, balls, count, of: None })
    };
    let inclusion_exclusion = multiplications(|a| inclusion_exclusion::rate(a, shape));
    Ok(vec![
        row(ONE_CALL, table::multiplications(Use::OneCallPerK, balls_and_bins))?,
        row("Figure 1, tables kept", table::multiplications(Use::KeptTables, balls_and_bins))?,
        row(ROW_RECURSION, law::recursion_multiplications(balls_and_bins))?,
        row("inclusion–exclusion", inclusion_exclusion.into())?,
    ])
}

/// How many of P(N, M, 1), …, P(N, M, min(N, M)) three readings of the algorithm get wrong, in exact rationals.
fn failures(shape: BallsInBins) -> Vec<Row> {
    let a = &Rationals;
    let right = law::by_recursion(a, shape);
    let row = |quantity: &str, values: &[Rational]| Row {
        quantity: quantity.to_owned(),
        series: format!("M = {}", shape.bins()),
        bins: shape.bins(),
        balls: shape.balls(),
        count: values.iter().zip(&right[1..]).filter(|(value, right)| value != right).count() as u64,
        of: Some(shape.most_occupied()),
    };
    let mut again = Figure1::new(a, LineSeven::Repaired, shape);
    again.clear();
    let again: Vec<_> = (1..=shape.most_occupied()).map(|occupied| again.run(occupied)).collect();
    vec![
        row(WRONG, &table::kept_tables(a, LineSeven::AsTranscribed, shape)),
        row(WRONG_REPAIRED, &table::kept_tables(a, LineSeven::Repaired, shape)),
        row(WRONG_AGAIN, &again),
    ]
}

/// The lowest and the highest index that fresh calls for K = 1, …, min(N, M) touch.
fn indices(shape: BallsInBins) -> Vec<Row> {
    let mut rows = Vec::new();
    for (series, line) in [(TRANSCRIBED, LineSeven::AsTranscribed), (REPAIRED, LineSeven::Repaired)] {
        let mut algorithm = Figure1::new(&Double, line, shape);
        for occupied in 1..=shape.most_occupied() {
            algorithm.clear();
            algorithm.run(occupied);
        }
        let (lowest, highest) = algorithm.touched().unwrap_or((0, 0));
        for (quantity, index) in [(LOWEST, lowest), (HIGHEST, highest)] {
            let (quantity, series) = (quantity.to_owned(), series.to_owned());
            let (bins, balls) = (shape.bins(), shape.balls());
            rows.push(Row { quantity, series, bins, balls, count: index as u64, of: None });
        }
    }
    rows
}

//! Repeats counted against first arrivals: where count-instance is the largest rate, and where Theorem 1 holds.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_filters::{Bound, Recycling, Retention};
use bloomlab_numbers::{Double, Number};
use bloomlab_occupancy::{Phases, Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{Counts, SigmaBounded, count_each_uniform, one_phase, theorem_1_factor};
use bloomlab_simulation::{
    ArrivalModel, ArrivalTally, CONFIDENCE, Counting, Estimate, Persistence, RecyclingDesign, RecyclingPoint,
    simulate_recycling,
};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::simulated::simulate;
use crate::verdicts::largest;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// The large filter: M, k, σ, with replacement.
    bits: u64,
    hashes: u64,
    sigma: u64,
    /// Its catalogues over its messages per cycle.
    catalogue_over_cycle: Vec<f64>,
    /// The one that is simulated as well.
    simulated_leak: f64,
    /// Probabilities that an arrival never repeats.
    leaks: Vec<f64>,
    /// The small filter: without replacement.
    small_bits: u64,
    small_hashes: u64,
    small_sigma: u64,
    small_catalogues: Vec<u64>,
    /// The one to be marked.
    counterexample: u64,
    /// As a decimal, for exact arithmetic.
    small_leak: String,
    epochs: u64,
    /// Arrivals counted in an epoch.
    arrivals: u64,
    /// Arrivals before that.
    warm_up: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        let ratios = [
            0.8, 0.85, 0.9, 0.94, 0.97, 1.0, 1.03, 1.06, 1.1, 1.15, 1.2, 1.3, 1.4, 1.6, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0,
        ];
        Self {
            bits: 1000,
            hashes: 5,
            sigma: 539,
            catalogue_over_cycle: ratios.into(),
            simulated_leak: 1e-3,
            leaks: vec![1e-3, 1e-6, 1e-9],
            small_bits: 5,
            small_hashes: 3,
            small_sigma: 4,
            small_catalogues: vec![2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100],
            counterexample: 5,
            small_leak: "0.001".to_owned(),
            epochs: 10,
            arrivals: 200_000,
            warm_up: 10_000,
        }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    filter: String,
    series: String,
    catalogue: u64,
    leak: f64,
    catalogue_over_cycle: f64,
    /// F_n, count-instance.
    first_arrivals: f64,
    /// F_r, count-each.
    all_arrivals: f64,
    /// F_r/F_n, and its interval where simulated.
    ratio: f64,
    lower: Option<f64>,
    upper: Option<f64>,
    standard_error: Option<f64>,
    epochs: Option<u64>,
    /// The model's F_r/F_n.
    model: f64,
    /// H = 1/ρ(σ): Theorem 1 says F_r/F_n ≤ H.
    theorem_1_factor: f64,
    theorem_1_holds: bool,
    /// Whether this is the counterexample to be marked.
    is_counterexample: bool,
    /// F_n and F_r as fractions, where they are exact.
    exact: Option<String>,
}

const EXACT: &str = "exact";
const SIMULATED: &str = "simulated";

pub(crate) struct Theorem1;

struct Case {
    filter: SigmaBounded,
    catalogue: u64,
    leak: f64,
    cycle: f64,
    counts: Counts<f64>,
    factor: f64,
    exact: Option<String>,
    is_counterexample: bool,
}

impl Figure for Theorem1 {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let large = SigmaBounded::new(Shape::new(p.bits, p.hashes, Sampling::WithReplacement)?, p.sigma)?;
        let small_shape = Shape::new(p.small_bits, p.small_hashes, Sampling::WithoutReplacement)?;
        let small = SigmaBounded::new(small_shape, p.small_sigma)?;
        let cycle = one_phase(&Double, large).messages_per_cycle;
        let sizes = p.catalogue_over_cycle.iter().map(|ratio| libm::round(ratio * cycle) as u64);
        let cases: Vec<_> = p.leaks.iter().flat_map(|&leak| sizes.clone().map(move |size| (size, leak))).collect();
        context.progress.expect(cases.len() as u64);
        let mut all: Vec<Case> = cases
            .par_iter()
            .map(|&(catalogue, leak)| {
                let counts = count_each_uniform(&Double, large, catalogue, &leak)?;
                let factor = theorem_1_factor(&Double, large).ok_or("no message fits")?;
                context.progress.advance();
                Ok(Case {
                    filter: large,
                    catalogue,
                    leak,
                    cycle,
                    counts,
                    factor,
                    exact: None,
                    is_counterexample: false,
                })
            })
            .collect::<Result<_, AnyError>>()?;
        let leak = Rational::from_decimal(&p.small_leak)?;
        for &catalogue in &p.small_catalogues {
            let is_counterexample = catalogue == p.counterexample;
            all.push(Case { is_counterexample, ..small_case(small, catalogue, &leak)? });
        }
        let simulated: Vec<&Case> =
            all.iter().filter(|case| case.filter == small || case.leak == p.simulated_leak).collect();
        let points: Vec<_> = simulated.iter().map(|case| point(p, case)).collect::<Result<_, AnyError>>()?;
        let tallies = simulate(context, "theorem-1", &points, p.epochs, simulate_recycling)?;
        let mut rows: Vec<Row> = all.iter().map(|case| row(case, &case.counts, None)).collect();
        for (case, tallies) in simulated.into_iter().zip(tallies) {
            rows.push(simulated_row(case, &tallies)?);
        }
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let name = |row: &Row| {
            let filter = if row.exact.is_some() { row.filter.clone() } else { format!("leak {:e}", row.leak) };
            if row.series == SIMULATED { format!("{filter}, simulated") } else { filter }
        };
        let panel = |title: &str, y: &str, large: bool, scaled: fn(&Row, f64) -> f64| {
            let mut series: Vec<Series> = Vec::new();
            for row in rows.iter().filter(|row| row.exact.is_none() == large) {
                let interval = row.lower.zip(row.upper).map(|(low, high)| (scaled(row, low), scaled(row, high)));
                let point = Point { x: row.catalogue_over_cycle, y: scaled(row, row.ratio), interval };
                let mark = match (row.series == SIMULATED, large) {
                    (true, _) => Mark::Markers,
                    (false, true) => Mark::LineAndMarkers,
                    (false, false) => Mark::Line,
                };
                match series.iter_mut().find(|series| series.name == name(row)) {
                    Some(series) => series.points.push(point),
                    None => series.push(Series { name: name(row), mark, points: vec![point] }),
                }
            }
            let marked = rows.iter().find(|row| row.is_counterexample && row.series == EXACT && !large);
            if let Some(row) = marked {
                series.push(Series {
                    name: format!("counterexample, {} messages", row.catalogue),
                    mark: Mark::Markers,
                    points: vec![Point::new(row.catalogue_over_cycle, scaled(row, row.ratio))],
                });
            }
            let span = || rows.iter().filter(|row| row.exact.is_none() == large).map(|row| row.catalogue_over_cycle);
            let (low, high) = (span().fold(f64::INFINITY, f64::min), span().fold(0.0, f64::max));
            series.push(Series {
                name: if large { "count-instance = count-each" } else { "Theorem 1 fails above" }.to_owned(),
                mark: Mark::Line,
                points: vec![Point::new(low, 1.0), Point::new(high, 1.0)],
            });
            Panel {
                title: Some(title.to_owned()),
                x: Axis::new("catalogue / new messages per cycle", Scale::Log10),
                y: Axis::new(y, Scale::Log10),
                series,
            }
        };
        let large = rows.iter().find(|row| row.exact.is_none()).map_or_else(String::new, |row| row.filter.clone());
        let small = rows.iter().find(|row| row.exact.is_some()).map_or_else(String::new, |row| row.filter.clone());
        let panels = vec![
            panel(&format!("(a) {large}"), "count-each / count-instance", true, |_, ratio| ratio),
            panel(&format!("(b) {small}"), "count-each / (H · count-instance)", false, |row, ratio| {
                ratio / row.theorem_1_factor
            }),
        ];
        Ok(LineFigure { panels }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        // exactly computed small filters have fractions, the large one has none
        let modelled = || rows.iter().filter(|row| row.series == EXACT);
        let large = || modelled().filter(|row| row.exact.is_none());
        let name = large().next().map(|row| row.filter.clone()).ok_or("no large filter")?;
        let above = |row: &&Row| row.ratio > 1.0;
        let last = largest(large().filter(above).map(|row| row.catalogue_over_cycle));
        let most = largest(modelled().map(|row| row.ratio));
        let small = || modelled().filter(|row| row.exact.is_some());
        let small_name = small().next().map(|row| row.filter.clone()).ok_or("no small filter")?;
        let small_last = largest(small().filter(above).map(|row| row.catalogue_over_cycle));
        let beyond = || rows.iter().filter(|row| row.filter == name && row.catalogue_over_cycle > last);
        let agrees = |row: &Row| match (row.lower, row.upper) {
            (Some(lower), Some(_)) => lower <= 1.0,
            _ => row.ratio <= 1.0,
        };
        let simulated_below = beyond().any(|row| row.upper.is_some_and(|upper| upper < 1.0));
        let largest_count = Decision::new("R14")
        .measured(most)
        .decide_if(
            modelled().all(|row| !above(&row)),
            beyond().all(agrees) && simulated_below,
            format!(
                "the filter is large and its catalogue clearly larger than a cycle: above {last:.2} cycles at {name}; at \
                 {small_name} all arrivals are ahead up to {small_last:.0} cycles, of {:.0} tried",
                largest(small().map(|row| row.catalogue_over_cycle))
            ),
        );

        let fails = |row: &&Row| row.ratio > row.theorem_1_factor;
        let failing = modelled().filter(fails).count();
        let bound = largest(modelled().filter(fails).map(|row| row.catalogue_over_cycle));
        let counterexample = modelled().find(|row| row.is_counterexample).ok_or("no counterexample")?;
        let simulated = rows.iter().find(|row| row.is_counterexample && row.series == SIMULATED);
        let (lower, upper) = simulated.and_then(|row| row.lower.zip(row.upper)).ok_or("it is not simulated")?;
        let confirmed = (lower > counterexample.theorem_1_factor) == fails(&counterexample);
        let theorem = Decision::new("R46")
            .measured({
                counterexample.ratio / counterexample.theorem_1_factor
            })
            .decide_if(
                failing == 0,
                confirmed && modelled().any(|row| row.catalogue_over_cycle > bound && row.ratio > 1.0),
                format!(
                    "the catalogue exceeds {bound:.1} cycles; it fails in {failing} exact cases, {} of them by simulation as \
                     well: F_r/F_n in {lower:.2} to {upper:.2} for H = {}",
                    rows.iter().filter(|row| row.lower.is_some_and(|lower| lower > row.theorem_1_factor)).count(),
                    counterexample.theorem_1_factor
                ),
            );
        Ok(vec![largest_count, theorem])
    }
}

fn small_case(filter: SigmaBounded, catalogue: u64, leak: &Rational) -> Result<Case, AnyError> {
    let a = Rationals;
    let counts = count_each_uniform(&a, filter, catalogue, leak)?;
    let factor = theorem_1_factor(&a, filter).ok_or("no message fits")?;
    let exact = format!("F_n = {}, F_r = {}", counts.first_arrivals, counts.all_arrivals);
    let counts = Counts {
        first_arrivals: counts.first_arrivals.to_f64(),
        all_arrivals: counts.all_arrivals.to_f64(),
        arrivals_per_cycle: counts.arrivals_per_cycle.to_f64(),
    };
    let cycle = one_phase(&a, filter).messages_per_cycle.to_f64();
    Ok(Case {
        filter,
        catalogue,
        leak: leak.to_f64(),
        cycle,
        counts,
        factor: factor.to_f64(),
        exact: Some(exact),
        is_counterexample: false,
    })
}

fn point(p: &Parameters, case: &Case) -> Result<(RecyclingPoint, f64), AnyError> {
    let recycling = Recycling { bound: Bound::Bits(case.filter.sigma()), retention: Retention::NonRetaining };
    let shape = case.filter.shape();
    let design = RecyclingDesign::new(Phases::One, shape.bits(), shape.hashes(), recycling);
    let point = RecyclingPoint {
        filter: RecyclingDesign { sampling: shape.sampling(), ..design },
        positions: Persistence::Fresh,
        arrivals: ArrivalModel { leak: case.leak, ..ArrivalModel::uniform(case.catalogue) },
        warm_up: p.warm_up,
        length: p.arrivals,
    };
    Ok((point, case.counts.arrivals_per_cycle))
}

fn simulated_row(case: &Case, tallies: &[ArrivalTally]) -> Result<Row, AnyError> {
    let rates = |counting| -> Result<Vec<f64>, AnyError> {
        let rates: Option<Vec<f64>> = tallies.iter().map(|tally| tally.rate(counting)).collect();
        Ok(rates.ok_or("an epoch in which nothing arrived")?)
    };
    let (first, all) = (rates(Counting::Instance)?, rates(Counting::Each)?);
    let ratios: Vec<f64> = all.iter().zip(&first).map(|(all, first)| all / first).collect();
    let mean = |rates: &[f64]| rates.iter().sum::<f64>() / rates.len() as f64;
    let counts = Counts { first_arrivals: mean(&first), all_arrivals: mean(&all), arrivals_per_cycle: 0.0 };
    Ok(row(case, &counts, Some(Estimate::of(&ratios, CONFIDENCE)?)))
}

fn row(case: &Case, counts: &Counts<f64>, estimate: Option<Estimate>) -> Row {
    let (shape, sigma) = (case.filter.shape(), case.filter.sigma());
    let model = case.counts.all_arrivals / case.counts.first_arrivals;
    Row {
        filter: format!("M = {}, k = {}, σ = {sigma}", shape.bits(), shape.hashes()),
        series: if estimate.is_some() { SIMULATED } else { EXACT }.to_owned(),
        catalogue: case.catalogue,
        leak: case.leak,
        catalogue_over_cycle: case.catalogue as f64 / case.cycle,
        first_arrivals: counts.first_arrivals,
        all_arrivals: counts.all_arrivals,
        ratio: estimate.map_or(model, |estimate| estimate.mean),
        lower: estimate.map(|estimate| estimate.lower()),
        upper: estimate.map(|estimate| estimate.upper()),
        standard_error: estimate.map(|estimate| estimate.standard_error),
        epochs: estimate.map(|estimate| estimate.epochs),
        model,
        theorem_1_factor: case.factor,
        theorem_1_holds: model <= case.factor,
        is_counterexample: case.is_counterexample,
        exact: case.exact.clone(),
    }
}

//! The three ways of counting false positives, under popularities from uniform to steep.

use bloomlab_filters::{Bound, Recycling, Retention};
use bloomlab_numbers::Double;
use bloomlab_occupancy::{Phases, Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{SigmaBounded, one_phase};
use bloomlab_simulation::{
    ArrivalModel, Counting, Persistence, Popularity, RecyclingDesign, RecyclingPoint, simulate_recycling,
};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

use crate::simulated::{self, simulate};
use crate::verdicts::{by_chance, count, range};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// M.
    bits: u64,
    /// k.
    hashes: u64,
    sigma: u64,
    /// Messages of the catalogue.
    catalogues: Vec<u64>,
    /// Zipf exponents; 0 is uniform.
    exponents: Vec<f64>,
    epochs: u64,
    /// Arrivals counted in an epoch.
    arrivals: u64,
    /// Arrivals before that.
    warm_up: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            bits: 1000,
            hashes: 5,
            sigma: 539,
            catalogues: vec![250, 500, 1000, 2000, 4000, 8000, 16_000],
            exponents: vec![0.0, 0.8, 1.0, 1.2],
            epochs: 7,
            arrivals: 400_000,
            warm_up: 10_000,
        }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// 0 is uniform.
    zipf_exponent: f64,
    catalogue: u64,
    counting: String,
    rate: f64,
    lower: f64,
    upper: f64,
    standard_error: f64,
    epochs: u64,
    /// The model's rate, which is that of count-instance.
    model: f64,
    /// Catalogue over expected new messages per cycle.
    catalogue_over_cycle: f64,
}

pub(crate) struct Countings;

impl Figure for Countings {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let shape = Shape::new(p.bits, p.hashes, Sampling::WithReplacement)?;
        let model = one_phase(&Double, SigmaBounded::new(shape, p.sigma)?);
        let cases: Vec<(f64, u64)> =
            p.exponents.iter().flat_map(|&s| p.catalogues.iter().map(move |&size| (s, size))).collect();
        let recycling = Recycling { bound: Bound::Bits(p.sigma), retention: Retention::NonRetaining };
        let filter = RecyclingDesign::new(Phases::One, p.bits, p.hashes, recycling);
        let point = |&(exponent, catalogue): &(f64, u64)| {
            let popularity = if exponent == 0.0 { Popularity::Uniform } else { Popularity::Zipf { exponent } };
            let point = RecyclingPoint {
                filter,
                positions: Persistence::Fresh,
                arrivals: ArrivalModel { popularity, ..ArrivalModel::uniform(catalogue) },
                warm_up: p.warm_up,
                length: p.arrivals,
            };
            (point, arrivals_per_cycle(model.messages_per_cycle, exponent, catalogue))
        };
        let points: Vec<_> = cases.iter().map(point).collect();
        if let Some((_, size)) = cases.iter().find(|(_, size)| (*size as f64) < 1.2 * model.messages_per_cycle) {
            let length = model.messages_per_cycle;
            return Err(format!("catalogues: {size} messages hardly fill a cycle of {length}").into());
        }
        let tallies = simulate(context, "counting", &points, p.epochs, simulate_recycling)?;
        let mut rows = Vec::new();
        for ((exponent, catalogue), tallies) in cases.into_iter().zip(tallies) {
            for counting in [Counting::Instance, Counting::Each, Counting::First] {
                let estimate = simulated::rate(&tallies, counting)?;
                rows.push(Row {
                    zipf_exponent: exponent,
                    catalogue,
                    counting: simulated::name(counting),
                    rate: estimate.mean,
                    lower: estimate.lower(),
                    upper: estimate.upper(),
                    standard_error: estimate.standard_error,
                    epochs: estimate.epochs,
                    model: model.rate,
                    catalogue_over_cycle: catalogue as f64 / model.messages_per_cycle,
                });
            }
        }
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let mut exponents: Vec<f64> = rows.iter().map(|row| row.zipf_exponent).collect();
        exponents.dedup();
        let panel = |title: &str, counting: &str| {
            let counted = || rows.iter().filter(|row| row.counting == counting);
            let series = exponents.iter().map(|&exponent| Series {
                name: if exponent == 0.0 { "uniform".to_owned() } else { format!("Zipf {exponent}") },
                mark: Mark::Markers,
                points: counted()
                    .filter(|row| row.zipf_exponent == exponent)
                    .map(|row| Point {
                        x: row.catalogue_over_cycle,
                        y: row.rate / row.model,
                        interval: Some((row.lower / row.model, row.upper / row.model)),
                    })
                    .collect(),
            });
            let model = Series {
                name: "model".to_owned(),
                mark: Mark::Line,
                points: counted()
                    .filter(|row| row.zipf_exponent == exponents[0])
                    .map(|row| Point::new(row.catalogue_over_cycle, 1.0))
                    .collect(),
            };
            Panel {
                title: Some(title.to_owned()),
                x: Axis::new("catalogue / new messages per cycle", Scale::Log10),
                y: Axis::new("rate / model", Scale::Linear),
                series: series.chain([model]).collect(),
            }
        };
        let panels = vec![
            panel("(a) count-instance", "count-instance"),
            panel("(b) count-each", "count-each"),
            panel("(c) count-first", "count-first"),
        ];
        Ok(LineFigure { panels }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let [instances, each, first] = ["count-instance", "count-each", "count-first"]
            .map(|counting| rows.iter().filter(|row| row.counting == counting).collect::<Vec<_>>());
        let points = instances.len();
        if points == 0 || each.len() != points || first.len() != points {
            return Err("a counting is missing".into());
        }
        let ordered = each.iter().zip(&first).filter(|(each, first)| first.rate < each.rate).count();
        let smaller = Decision::new("R15").measured(ordered as f64 / points as f64).decide(ordered == points);

        let missed = count(&instances, |row| !(row.lower..=row.upper).contains(&row.model));
        let moved = count(&each, |row| !(row.lower..=row.upper).contains(&row.model));
        let independent = Decision::new("R16")
            .measured(missed as f64 / points as f64)
            .decide(by_chance(missed, points)? && !by_chance(moved, points)?)
            .because(format!("{moved} of {points} of count-each do, uniform to Zipf 1.2 (α = 0.001)"));

        let pairs = || instances.iter().zip(&each);
        let apart =
            pairs().filter(|(instance, each)| instance.lower > each.upper || instance.upper < each.lower).count();
        let (low, high) = range(pairs().map(|(instance, each)| instance.rate / each.rate));
        let penalty = Decision::new("R41")
            .measured(1.0 - apart as f64 / points as f64)
            .decide(by_chance(apart, points)?)
            .because(format!(
                "drops per arrival are count-each; count-instance is {low:.2} to {high:.2} times as large"
            ));

        let above = count(&instances, |row| row.lower > row.model);
        let below = count(&instances, |row| row.upper < row.model);
        let bound = Decision::new("R47")
            .measured(above as f64 / points as f64)
            .decide(by_chance(above, points)?)
            .because(format!(
                "one that is met: {below} of {points} intervals lie below; the reason it promises is not in the report"
            ));
        Ok(vec![smaller, independent, penalty, bound])
    }
}

/// Arrivals until `distinct` messages of the catalogue have arrived, in expectation about: the t at which
/// Σ (1 − (1 − p)^t) reaches it.
fn arrivals_per_cycle(distinct: f64, exponent: f64, catalogue: u64) -> f64 {
    let weights: Vec<f64> = (1..=catalogue).map(|rank| libm::pow(rank as f64, -exponent)).collect();
    let total: f64 = weights.iter().sum();
    let seen = |t: f64| weights.iter().map(|weight| -libm::expm1(t * libm::log1p(-weight / total))).sum::<f64>();
    let (mut low, mut high) = (distinct, 2.0 * distinct);
    while seen(high) < distinct && high < 1e12 {
        high *= 2.0;
    }
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if seen(middle) < distinct { low = middle } else { high = middle }
    }
    high
}

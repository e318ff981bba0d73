//! How soon one phase and two forget, at equal memory and equal average rate.

use bloomlab_filters::{Bound, Recycling, Retention};
use bloomlab_numbers::Double;
use bloomlab_occupancy::{Phases, Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{
    Budget, Forgetting, SigmaBounded, Target, TwoPhase, forgetting_one_phase, forgetting_two_phase, plan_sigma_bounded,
};
use bloomlab_simulation::{CONFIDENCE, Estimate, ForgettingPoint, RecyclingDesign, simulate_forgetting};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

use crate::simulated::simulate;
use crate::verdicts::largest;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// M in all; two filters share it equally.
    bits: u64,
    /// The average false-positive rate of both.
    target: f64,
    /// The largest reuse distance, and the steps that are simulated.
    farthest: u64,
    step: u64,
    epochs: u64,
    /// New messages counted in an epoch.
    messages: u64,
    /// New messages before that.
    warm_up: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        Self { bits: 1000, target: 0.01, farthest: 300, step: 20, epochs: 10, messages: 100_000, warm_up: 10_000 }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    phases: u64,
    hashes: u64,
    /// Of each filter.
    sigma: u64,
    average_rate: f64,
    messages_per_cycle: f64,
    series: String,
    /// New messages between two arrivals of the message.
    distance: u64,
    false_negative_rate: f64,
    lower: Option<f64>,
    upper: Option<f64>,
    standard_error: Option<f64>,
    epochs: Option<u64>,
    model: f64,
    /// The probability that no filter holds it any more, false positives not counted in its favour.
    cleared: f64,
}

const MODEL: &str = "model";
const SIMULATED: &str = "simulated";

pub(crate) struct Forget;

/// One of the two filters with its model.
struct Filter {
    hashes: u64,
    sigma: u64,
    average_rate: f64,
    messages_per_cycle: f64,
    phases: Phases,
    model: Vec<Forgetting<f64>>,
}

impl Figure for Forget {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let filters = [filter(p, Phases::One)?, filter(p, Phases::Two)?];
        let mut points = Vec::new();
        let mut simulated = Vec::new();
        for filter in &filters {
            for distance in (0..=p.farthest).step_by(p.step as usize) {
                let recycling = Recycling { bound: Bound::Bits(filter.sigma), retention: Retention::NonRetaining };
                let bits = if filter.phases == Phases::One { p.bits } else { p.bits / 2 };
                let point = ForgettingPoint {
                    filter: RecyclingDesign::new(filter.phases, bits, filter.hashes, recycling),
                    distances: vec![distance],
                    warm_up: p.warm_up.max(distance),
                    length: p.messages,
                };
                points.push((point, filter.messages_per_cycle));
                simulated.push((filter, distance as usize));
            }
        }
        let tallies = simulate(context, "forgetting", &points, p.epochs, simulate_forgetting)?;
        let mut rows = Vec::new();
        for filter in &filters {
            rows.extend(filter.model.iter().map(|model| row(filter, model, None)));
        }
        for ((filter, distance), tallies) in simulated.into_iter().zip(tallies) {
            let rates: Option<Vec<f64>> = tallies.iter().flatten().map(|tally| tally.false_negative_rate()).collect();
            let estimate = Estimate::of(&rates.ok_or("an epoch without messages")?, CONFIDENCE)?;
            rows.push(row(filter, &filter.model[distance], Some(estimate)));
        }
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let panel = |title: &str, scale: Scale, shown: fn(&Row) -> bool| {
            let series = |phases: u64, series: &str, mark| Series {
                name: format!("{}, {series}", if phases == 1 { "one phase" } else { "two phases" }),
                mark,
                points: rows
                    .iter()
                    .filter(|row| row.phases == phases && row.series == series && shown(row))
                    .map(|row| Point {
                        x: row.distance as f64,
                        y: row.false_negative_rate,
                        interval: row.lower.zip(row.upper),
                    })
                    .collect(),
            };
            Panel {
                title: Some(title.to_owned()),
                x: Axis::new("reuse distance r (new messages in between)", Scale::Linear),
                y: Axis::new("false-negative rate", scale),
                series: [MODEL, SIMULATED]
                    .into_iter()
                    .zip([Mark::Line, Mark::Markers])
                    .flat_map(|(name, mark)| [1, 2].map(|phases| series(phases, name, mark)))
                    .collect(),
            }
        };
        let panels = vec![
            panel("(a) Linear", Scale::Linear, |_| true),
            panel("(b) Logarithmic", Scale::Log10, |row| row.false_negative_rate > 0.0),
        ];
        Ok(LineFigure { panels }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let of = |phases: u64, series: &str, distance: u64| {
            rows.iter().find(|row| row.phases == phases && row.series == series && row.distance == distance)
        };
        let pairs = |series: &'static str| {
            let one = rows.iter().filter(move |row| row.phases == 1 && row.series == series);
            one.filter_map(|one| Some((one, of(2, series, one.distance)?))).collect::<Vec<_>>()
        };
        let (model, simulated) = (pairs(MODEL), pairs(SIMULATED));
        let less = |(one, two): &&(&Row, &Row)| two.false_negative_rate < one.false_negative_rate;
        let first = model.iter().find(|pair| less(pair)).ok_or("two phases never forget less")?;
        let last = model.iter().rfind(|pair| less(pair)).ok_or("two phases never forget less")?;
        let (from, to) = (first.0.distance, last.0.distance);
        let factor = largest(model.iter().map(|(one, two)| one.false_negative_rate / two.false_negative_rate));
        let apart = |(one, two): &&(&Row, &Row)| two.upper.zip(one.lower).is_some_and(|(two, one)| two < one);
        let between = |(one, _): &&(&Row, &Row)| one.distance >= from && one.distance <= to;
        let within = simulated.iter().filter(between);
        let significant = within.clone().count() > 0 && within.clone().all(|pair| apart(&pair));
        Ok(vec![Decision::new("R35").measured(factor).decide_if(
            model.iter().all(|pair| less(&pair)) && simulated.iter().all(|pair| apart(&pair)),
            significant && factor > 2.0,
            format!(
                "the message comes back after {from} to {to} new ones, up to {:.2} of a cycle of one phase (the 99 % \
                         intervals are disjoint there); later it is two phases that forget more",
                to as f64 / first.0.messages_per_cycle
            ),
        )])
    }
}

fn filter(p: &Parameters, phases: Phases) -> Result<Filter, AnyError> {
    let sampling = Sampling::WithReplacement;
    let plan = plan_sigma_bounded(p.bits, sampling, phases, Target::new(p.target)?, None, &mut Budget::default())?;
    let (hashes, sigma) = (plan.hashes, plan.limit.value());
    let (phases, model) = match phases {
        Phases::One => {
            let filter = SigmaBounded::new(Shape::new(p.bits, hashes, sampling)?, sigma)?;
            (Phases::One, forgetting_one_phase(&Double, filter, p.farthest))
        }
        Phases::Two => {
            let filters = TwoPhase::new(p.bits, hashes, sampling, sigma)?;
            (Phases::Two, forgetting_two_phase(&Double, filters, p.farthest))
        }
    };
    let (average_rate, messages_per_cycle) = (plan.rate, plan.messages_per_cycle);
    Ok(Filter { hashes, sigma, average_rate, messages_per_cycle, phases, model })
}

fn row(filter: &Filter, model: &Forgetting<f64>, estimate: Option<Estimate>) -> Row {
    Row {
        phases: if filter.phases == Phases::One { 1 } else { 2 },
        hashes: filter.hashes,
        sigma: filter.sigma,
        average_rate: filter.average_rate,
        messages_per_cycle: filter.messages_per_cycle,
        series: if estimate.is_some() { SIMULATED } else { MODEL }.to_owned(),
        distance: model.distance,
        false_negative_rate: estimate.map_or(model.false_negative_rate, |estimate| estimate.mean),
        lower: estimate.map(|estimate| estimate.lower()),
        upper: estimate.map(|estimate| estimate.upper()),
        standard_error: estimate.map(|estimate| estimate.standard_error),
        epochs: estimate.map(|estimate| estimate.epochs),
        model: model.false_negative_rate,
        cleared: model.cleared,
    }
}

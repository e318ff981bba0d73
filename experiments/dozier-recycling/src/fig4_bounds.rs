//! The N-bounded filter: its exact rate, the papers' bounds, and simulation.

use bloomlab_filters::{Bound, Recycling, Retention};
use bloomlab_occupancy::{Phases, Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{NBounded, NBoundedRates, NBoundedSweep, worst_case_rate};
use bloomlab_simulation::{Counting, RecyclingDesign, RecyclingPoint, simulate_recycling};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

use crate::catalogue::Kind;
use crate::simulated::{self, arrivals_until, simulate};
use crate::verdicts::count;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// M.
    bits: u64,
    /// k.
    hashes: u64,
    /// The simulated N.
    messages: Vec<u64>,
    /// Messages of the catalogue.
    catalogue: u64,
    epochs: u64,
    /// Arrivals counted in an epoch.
    arrivals: u64,
    /// Arrivals before that.
    warm_up: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        let messages = (2..=10).map(|i| 20 * i).collect();
        Self { bits: 1000, hashes: 5, messages, catalogue: 1000, epochs: 14, arrivals: 1_000_000, warm_up: 10_000 }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// N.
    messages: u64,
    /// exact, f_o, f_a, f_w, or where simulated messages and their positions come from.
    series: String,
    rate: f64,
    lower: Option<f64>,
    upper: Option<f64>,
    standard_error: Option<f64>,
    epochs: Option<u64>,
    /// The exact rate.
    exact: f64,
}

pub(crate) struct Bounds;

impl Figure for Bounds {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let shape = Shape::new(p.bits, p.hashes, Sampling::WithReplacement)?;
        let smallest = p.messages.iter().copied().min().unwrap_or(1);
        let bound = NBounded::most_messages(shape);
        if let Some(messages) = p.messages.iter().find(|messages| !(1..=bound).contains(*messages)) {
            return Err(format!("messages = {messages} is out of range: needs 1 ≤ N ≤ {bound}").into());
        }
        let rates: Vec<NBoundedRates<f64>> = NBoundedSweep::new(shape).collect();
        let mut rows = Vec::new();
        for rates in rates.iter().filter(|rates| rates.messages >= smallest) {
            let worst = worst_case_rate(&bloomlab_numbers::Double, shape, rates.messages);
            let values = [("exact", rates.exact), ("f_o", rates.f_o), ("f_a", rates.f_a), ("f_w", worst)];
            rows.extend(values.map(|(series, rate)| row(rates, series, rate, None)));
        }
        let mut points = Vec::new();
        for &messages in &p.messages {
            for kind in Kind::ALL {
                let per_cycle = rates[messages as usize - 1].messages_per_cycle;
                let cycle = if kind == Kind::Unique { per_cycle } else { arrivals_until(per_cycle, p.catalogue) };
                points.push((point(p, messages, kind)?, cycle));
            }
        }
        let tallies = simulate(context, "fig4-bounds", &points, p.epochs, simulate_recycling)?;
        let kinds = p.messages.iter().flat_map(|messages| Kind::ALL.map(|kind| (messages, kind)));
        for ((messages, kind), tallies) in kinds.zip(tallies) {
            let estimate = simulated::rate(&tallies, Counting::Instance)?;
            rows.push(row(&rates[*messages as usize - 1], kind.name(), estimate.mean, Some(estimate)));
        }
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let panel = |title: &str, y: Axis, relative: bool, lines: &[&str]| {
            let scaled = |row: &Row, value: f64| if relative { value / row.exact } else { value };
            let at = |row: &Row| Point {
                x: row.messages as f64,
                y: scaled(row, row.rate),
                interval: row.lower.zip(row.upper).map(|(low, high)| (scaled(row, low), scaled(row, high))),
            };
            let series = |series: &str, name: &str, mark| Series {
                name: name.to_owned(),
                mark,
                points: rows.iter().filter(|row| row.series == series).map(at).collect(),
            };
            let lines = lines.iter().map(|line| series(line, line, Mark::Line));
            let simulated = series(Kind::Fresh.name(), "simulated", Mark::Markers);
            Panel {
                title: Some(title.to_owned()),
                x: Axis::new("messages N that set bits in a cycle", Scale::Linear),
                y,
                series: lines.chain([simulated]).collect(),
            }
        };
        let rate = Axis::new("average false-positive rate", Scale::Log10);
        let relative = Axis::new("rate / exact rate", Scale::Linear);
        let panels = vec![
            panel("(a) Rates; f_w is the worst case", rate, false, &["exact", "f_o", "f_a", "f_w"]),
            panel("(b) Relative to the exact rate", relative, true, &["exact", "f_o", "f_a"]),
        ];
        Ok(LineFigure { panels }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let rate = |series: &str, messages: u64| {
            let row = rows.iter().find(|row| row.series == series && row.messages == messages);
            row.map(|row| row.rate).ok_or_else(|| format!("no {series} at N = {messages}"))
        };
        let exact: Vec<&Row> = rows.iter().filter(|row| row.series == "exact").collect();
        let simulated: Vec<&Row> = rows.iter().filter(|row| row.upper.is_some()).collect();
        let (mut lower, mut below) = (0, 0);
        let mut ratio = 0.0_f64;
        for row in &exact {
            let worst = rate("f_w", row.messages)?;
            lower += usize::from(row.rate < worst);
            ratio = ratio.max(row.rate / worst);
        }
        for row in &simulated {
            let worst = rate("f_w", row.messages)?;
            below += count([row], |row| row.upper.is_some_and(|upper| upper < worst));
        }
        Ok(vec![
            Decision::new("R13")
                .measured(ratio)
                .decide(lower == exact.len() && below == simulated.len() && !simulated.is_empty())
                .because(format!("as are {below} of {} simulated 99 % intervals", simulated.len())),
        ])
    }
}

fn point(p: &Parameters, messages: u64, kind: Kind) -> Result<RecyclingPoint, AnyError> {
    let recycling = Recycling { bound: Bound::Messages(messages), retention: Retention::NonRetaining };
    Ok(RecyclingPoint {
        filter: RecyclingDesign::new(Phases::One, p.bits, p.hashes, recycling),
        positions: kind.positions(),
        arrivals: kind.arrivals(p.catalogue),
        warm_up: p.warm_up,
        length: p.arrivals,
    })
}

fn row(rates: &NBoundedRates<f64>, series: &str, rate: f64, estimate: Option<bloomlab_simulation::Estimate>) -> Row {
    Row {
        messages: rates.messages,
        series: series.to_owned(),
        rate,
        lower: estimate.map(|estimate| estimate.lower()),
        upper: estimate.map(|estimate| estimate.upper()),
        standard_error: estimate.map(|estimate| estimate.standard_error),
        epochs: estimate.map(|estimate| estimate.epochs),
        exact: rates.exact,
    }
}

//! Rates of σ-bounded filters against σ, model and simulation, for one phase and two.

use bloomlab_filters::{Bound, Recycling, Retention};
use bloomlab_occupancy::{Phases, Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{AtSigma, Sweep, TwoPhase, TwoPhaseSweep};
use bloomlab_simulation::{Counting, RecyclingDesign, RecyclingPoint, simulate_recycling};
use bloomlab_workbench::{AnyError, Context};
use serde::{Deserialize, Serialize};

use crate::catalogue::Kind;
use crate::simulated::{self, arrivals_until, simulate};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// M in all; two filters share it equally.
    pub(crate) bits: u64,
    /// k.
    pub(crate) hashes: Vec<u64>,
    /// σ, of each filter: from, to, in steps of.
    pub(crate) sigma_from: u64,
    pub(crate) sigma_to: u64,
    pub(crate) sigma_step: u64,
    /// Messages of the catalogue.
    pub(crate) catalogue: u64,
    pub(crate) epochs: u64,
    /// Arrivals counted in an epoch.
    pub(crate) arrivals: u64,
    /// Arrivals before that.
    pub(crate) warm_up: u64,
    /// Points where the model expects fewer false positives in an epoch are not simulated.
    pub(crate) least_false_positives: f64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    hashes: u64,
    /// Of each filter.
    sigma: u64,
    /// The model, or where simulated messages and their positions come from.
    series: String,
    counting: Option<String>,
    rate: f64,
    lower: Option<f64>,
    upper: Option<f64>,
    standard_error: Option<f64>,
    epochs: Option<u64>,
    /// The exact rate.
    model: f64,
    /// The papers' formula.
    published_model: f64,
    messages_per_cycle: f64,
}

const MODEL: &str = "model";

pub(crate) fn compute(p: &Parameters, phases: Phases, context: &Context) -> Result<Vec<Row>, AnyError> {
    let mut rows = Vec::new();
    let mut simulated = Vec::new();
    for &hashes in &p.hashes {
        for rate in rates(p, phases, hashes)? {
            rows.push(row(hashes, &rate, MODEL, None, rate.rate, None));
            if rate.sigma.is_multiple_of(p.sigma_step) {
                simulated.extend(Kind::ALL.map(|kind| (hashes, rate, kind)));
            }
        }
    }
    let mut points = Vec::new();
    for &(hashes, rate, kind) in &simulated {
        let cycle = match kind {
            Kind::Unique => rate.messages_per_cycle,
            Kind::Fixed | Kind::Fresh => arrivals_until(rate.messages_per_cycle, p.catalogue),
        };
        if !cycle.is_finite() {
            let (sigma, length, catalogue) = (rate.sigma, rate.messages_per_cycle, p.catalogue);
            return Err(format!("sigma = {sigma}, k = {hashes}: {length} messages a cycle, {catalogue} in all").into());
        }
        points.push((point(p, phases, hashes, rate.sigma, kind)?, cycle));
    }
    let expected = |(point, cycle): &(RecyclingPoint, f64), rate: &AtSigma| {
        point.length as f64 / cycle * rate.messages_per_cycle * rate.rate >= p.least_false_positives
    };
    let (simulated, points): (Vec<_>, Vec<_>) =
        simulated.into_iter().zip(points).filter(|((_, rate, _), point)| expected(point, rate)).unzip();
    let experiment = match phases {
        Phases::One => "fig3-one-phase",
        Phases::Two => "fig3-two-phase",
    };
    let tallies = simulate(context, experiment, &points, p.epochs, simulate_recycling)?;
    for ((hashes, rate, kind), tallies) in simulated.into_iter().zip(tallies) {
        for counting in [Counting::Instance, Counting::Each, Counting::First] {
            // without repeats the three are the same
            if kind != Kind::Unique || counting == Counting::Instance {
                let estimate = simulated::rate(&tallies, counting)?;
                rows.push(row(hashes, &rate, kind.name(), Some(counting), estimate.mean, Some(estimate)));
            }
        }
    }
    Ok(rows)
}

/// The model at the thresholds between the simulated ones as well.
fn rates(p: &Parameters, phases: Phases, hashes: u64) -> Result<Vec<AtSigma>, AnyError> {
    let drawn = |rate: &AtSigma| {
        (p.sigma_from..=p.sigma_to).contains(&rate.sigma) && rate.sigma.is_multiple_of((p.sigma_step / 5).max(1))
    };
    Ok(match phases {
        Phases::One => Sweep::new(Shape::new(p.bits, hashes, Sampling::WithReplacement)?).filter(drawn).collect(),
        Phases::Two => TwoPhaseSweep::new(TwoPhase::shape_of_each(p.bits, hashes, Sampling::WithReplacement)?)
            .filter(drawn)
            .collect(),
    })
}

fn point(p: &Parameters, phases: Phases, hashes: u64, sigma: u64, kind: Kind) -> Result<RecyclingPoint, AnyError> {
    let recycling = Recycling { bound: Bound::Bits(sigma), retention: Retention::NonRetaining };
    let bits = match phases {
        Phases::One => p.bits,
        Phases::Two => p.bits / 2,
    };
    Ok(RecyclingPoint {
        filter: RecyclingDesign::new(phases, bits, hashes, recycling),
        positions: kind.positions(),
        arrivals: kind.arrivals(p.catalogue),
        warm_up: p.warm_up,
        length: p.arrivals,
    })
}

fn row(
    hashes: u64,
    rate: &AtSigma,
    series: &str,
    counting: Option<Counting>,
    value: f64,
    estimate: Option<bloomlab_simulation::Estimate>,
) -> Row {
    Row {
        hashes,
        sigma: rate.sigma,
        series: series.to_owned(),
        counting: counting.map(simulated::name),
        rate: value,
        lower: estimate.map(|estimate| estimate.lower()),
        upper: estimate.map(|estimate| estimate.upper()),
        standard_error: estimate.map(|estimate| estimate.standard_error),
        epochs: estimate.map(|estimate| estimate.epochs),
        model: rate.rate,
        published_model: rate.published_rate,
        messages_per_cycle: rate.messages_per_cycle,
    }
}

/// How many 99 % intervals of first arrivals miss the papers' formula, of how many.
pub(crate) fn misses(rows: &[Row], kind: Kind) -> (usize, usize) {
    let counted = |row: &&Row| row.series == kind.name() && row.counting.as_deref() == Some("count-instance");
    let intervals: Vec<_> = rows.iter().filter(counted).filter_map(|row| Some((row, row.lower?, row.upper?))).collect();
    let missed = |(row, lower, upper): &&(&Row, f64, f64)| !(*lower..=*upper).contains(&row.published_model);
    (intervals.iter().filter(missed).count(), intervals.len())
}

/// Rates, then how far the papers' arrivals and those of `described`, which the model describes, lie from the model.
pub(crate) fn draw(rows: &[Row], threshold: &str, (title, described): (&str, Kind)) -> Result<Picture, AnyError> {
    let mut hashes: Vec<u64> = rows.iter().map(|row| row.hashes).collect();
    hashes.sort_unstable();
    hashes.dedup();
    let of = |k: u64, series: &'static str| {
        let counted = |row: &&Row| row.counting.as_deref().is_none_or(|counting| counting == "count-instance");
        rows.iter().filter(move |row| row.hashes == k && row.series == series).filter(counted)
    };
    let x = || Axis::new(threshold, Scale::Linear);
    let point = |row: &Row, unit: f64| Point {
        x: row.sigma as f64,
        y: row.rate / unit,
        interval: row.lower.zip(row.upper).map(|(low, high)| (low / unit, high / unit)),
    };
    let rates = |k: u64, series: &'static str, mark| Series {
        name: format!("k = {k}"),
        mark,
        points: of(k, series).map(|row| point(row, 1.0)).collect(),
    };
    let both = |&k: &u64| [rates(k, MODEL, Mark::Line), rates(k, described.name(), Mark::MarkersOnPrevious)];
    let relative = |title: &str, kind: Kind| {
        let one = |k: u64| Series {
            name: format!("k = {k}"),
            mark: Mark::Markers,
            points: of(k, kind.name()).map(|row| point(row, row.model)).collect(),
        };
        let model = Series {
            name: MODEL.to_owned(),
            mark: Mark::Line,
            points: hashes
                .first()
                .into_iter()
                .flat_map(|&k| of(k, MODEL))
                .map(|row| Point::new(row.sigma as f64, 1.0))
                .collect(),
        };
        Panel {
            title: Some(title.to_owned()),
            x: x(),
            y: Axis::new("simulated rate / model", Scale::Linear),
            series: hashes.iter().map(|&k| one(k)).chain([model]).collect(),
        }
    };
    let panels = vec![
        Panel {
            title: Some("(a) Model (lines) and simulation (markers)".to_owned()),
            x: x(),
            y: Axis::new("average false-positive rate", Scale::Log10),
            series: hashes.iter().flat_map(both).collect(),
        },
        relative(title, described),
        relative("(c) Hash functions fixed for an epoch", Kind::Fixed),
    ];
    Ok(LineFigure { panels }.draw()?)
}

//! Every configuration of the paper: model against simulation, as standardised residuals.

use bloomlab_deletable::{Parameters, double, poisson};
use bloomlab_numbers::Double;
use bloomlab_occupancy::DeletableKind;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_simulation::{CONFIDENCE, DeletableTrial, Estimate, StreamKey};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::comparison::{in_64ths, misses_allowed, sixty_fourths};
use crate::measured::{deletabilities, published_deletability, rates, simulate};
use crate::score;
use crate::sweep::{load_axis, loads};

/// Non-deletable items expected in an epoch below which the epochs' counts are no normal numbers.
const FEW: f64 = 10.0;
const DELETABILITY: &str = "deletability";
const RATE: &str = "false-positive rate";
const FROM_EPOCHS: &str = "Student";
const FROM_COUNT: &str = "Poisson";
/// Φ⁻¹(0.995).
const BAND: f64 = 2.576;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    /// m.
    bits: Vec<u64>,
    /// k.
    hashes: Vec<u64>,
    /// b of the DlBF.
    region_bits: Vec<u64>,
    /// Independent filters at every point.
    epochs: u64,
}

impl Default for Settings {
    fn default() -> Self {
        let bits = vec![65_536, 131_072, 262_144];
        Self { bits, hashes: vec![2, 3, 4, 5], region_bits: vec![4, 8, 16], epochs: 16 }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    filter: String,
    bits: u64,
    hashes: u64,
    items: u64,
    items_per_bit: f64,
    quantity: String,
    exact: f64,
    published: Option<f64>,
    simulated: f64,
    lower: f64,
    upper: f64,
    epochs: u64,
    /// What the scores come from: `Student` (mean and standard error over epochs) or `Poisson` (count of all epochs).
    statistic: String,
    /// Standardised residual of the simulation against the exact model.
    exact_score: f64,
    published_score: Option<f64>,
}

pub(crate) struct Validation;

impl Figure for Validation {
    type Parameters = Settings;
    type Row = Row;

    fn compute(s: &Settings, context: &Context) -> Result<Vec<Row>, AnyError> {
        let regions = s.region_bits.iter().map(|&region_bits| DeletableKind::Dlbf { region_bits });
        let filters: Vec<DeletableKind> =
            [DeletableKind::Dfp, DeletableKind::TBF, DeletableKind::Qbf].into_iter().chain(regions).collect();
        let mut points = Vec::new();
        for &filter in &filters {
            for &hashes in &s.hashes {
                for &bits in &s.bits {
                    for items in loads(bits, hashes)? {
                        points.push(Parameters::new(filter, bits, items, 0, hashes)?);
                    }
                }
            }
        }
        let trials = simulate(&points, s.epochs, context)?;
        let mut rows = Vec::new();
        for (point, trials) in points.iter().zip(&trials) {
            rows.push(deletability(point, trials, context.seed)?);
            rows.push(rate(point, trials)?);
        }
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let exact = |row: &Row| Some(row.exact_score);
        let two_cells = ["TBF", "QBF"];
        let dlbf = |row: &Row| row.filter.starts_with("DlBF") && row.quantity == DELETABILITY;
        let panels = vec![
            panel(rows, "(a) D-FP, exact model", |row| row.filter == "D-FP", exact),
            panel(rows, "(b) TBF and QBF, exact model", |row| two_cells.contains(&row.filter.as_str()), exact),
            panel(rows, "(c) DlBF, corrected model", dlbf, exact),
            panel(rows, "(d) DlBF, as published", dlbf, |row| row.published_score),
        ];
        Ok(LineFigure { panels }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        Ok(vec![dlbf_rates(rows)?, d_fp_equations(rows), loads_reach(rows)])
    }
}

/// Whether the 99 % interval of the simulation has the published value in it.
fn is_hit(row: &Row) -> bool {
    row.published.is_some_and(|published| (row.lower..=row.upper).contains(&published))
}

fn dlbf_rates(rows: &[Row]) -> Result<Decision, AnyError> {
    let rates: Vec<&Row> = rows.iter().filter(|row| row.filter.starts_with("DlBF") && row.quantity == RATE).collect();
    let missed = rates.iter().filter(|row| !is_hit(row)).count();
    let allowed = misses_allowed(rates.len())?;
    let farthest = |row: &&Row| row.published.map_or(f64::MAX, |published| (published / row.simulated - 1.0).abs());
    let farthest = rates.iter().map(farthest).fold(0.0, f64::max);
    Ok(Decision::new("D10")
        .measured(missed as f64 / rates.len() as f64)
        .decide(missed <= allowed && !rates.is_empty())
        .because(format!(
            "{missed} of {}, at α = 1e-4 up to {allowed} may; the simulated mean is within {:.2} % of it",
            rates.len(),
            100.0 * farthest
        )))
}

/// A relative difference at which a formula is said to match well.
const WELL: f64 = 0.01;

fn d_fp_equations(rows: &[Row]) -> Decision {
    let of = |quantity: &'static str| rows.iter().filter(move |row| row.filter == "D-FP" && row.quantity == quantity);
    let off = |row: &Row| row.published.map_or(f64::MAX, |published| (published / row.exact - 1.0).abs());
    let [deletability, rate] = [DELETABILITY, RATE].map(|quantity| of(quantity).map(off).fold(0.0, f64::max));
    // no simulation against it: within the tolerance and the interval together
    let near = |row: &Row| {
        let published = row.published.unwrap_or(f64::MAX);
        (published - row.simulated).abs() <= WELL * row.simulated + (row.upper - row.simulated)
    };
    let hits = |quantity| of(quantity).filter(|row| is_hit(row)).count();
    Decision::new("D11")
        .measured(deletability.max(rate))
        .decide(deletability.max(rate) <= WELL && of(DELETABILITY).chain(of(RATE)).all(near) && of(RATE).count() > 0)
        .because(format!(
            "eq. 2 within {:.3} %, in {} of {} intervals; eq. 3 within {:.2} %, always too low, in {} of {}",
            100.0 * deletability,
            hits(DELETABILITY),
            of(DELETABILITY).count(),
            100.0 * rate,
            hits(RATE),
            of(RATE).count()
        ))
}

fn loads_reach(rows: &[Row]) -> Decision {
    let mut all: Vec<u64> = rows.iter().map(|row| row.hashes).collect();
    all.sort_unstable();
    all.dedup();
    let last = |k: u64| {
        let loads = rows.iter().filter(|row| row.hashes == k).map(|row| sixty_fourths(row.items, row.bits));
        (k, loads.max().unwrap_or(0))
    };
    let reached = |&(k, largest): &(u64, u64)| k.saturating_mul(largest) == 64;
    let (exact, short): (Vec<_>, Vec<_>) = all.into_iter().map(last).partition(reached);
    let words = |some: &[(u64, u64)]| {
        some.iter().map(|(k, largest)| format!("{} for k = {k}", in_64ths(*largest))).collect::<Vec<_>>().join(", ")
    };
    Decision::new("D24").measured(exact.len() as f64 / (exact.len() + short.len()).max(1) as f64).decide_if(
        short.is_empty(),
        !exact.is_empty() && short.iter().all(|(k, _)| !64_u64.is_multiple_of(*k)),
        format!("k divides 64 ({}); the last load below m/k is {}", words(&exact), words(&short)),
    )
}

fn panel(rows: &[Row], title: &str, is_in: impl Fn(&Row) -> bool, score: impl Fn(&Row) -> Option<f64>) -> Panel {
    let most = rows.iter().map(|row| row.items_per_bit).fold(0.0, f64::max);
    let band = |x| Point { x, y: 0.0, interval: Some((-BAND, BAND)) };
    let name = "99 % of a standard normal".to_owned();
    let mut series = vec![Series { name, mark: Mark::Line, points: vec![band(0.0), band(most)] }];
    for row in rows.iter().filter(|row| is_in(row)) {
        let Some(score) = score(row) else { continue };
        let name = format!("{} {}", row.filter, if row.quantity == RATE { "rate" } else { DELETABILITY });
        let point = Point::new(row.items_per_bit, score);
        match series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.points.push(point),
            None => series.push(Series { name, mark: Mark::Markers, points: vec![point] }),
        }
    }
    let y = Axis::new("standardised residual", Scale::Linear).including(-4.0).including(4.0);
    Panel { title: Some(title.to_owned()), x: load_axis(), y, series }
}

fn deletability(p: &Parameters, trials: &[DeletableTrial], seed: u64) -> Result<Row, AnyError> {
    let estimate = Estimate::of(&deletabilities(trials), CONFIDENCE)?;
    let exact = double::deletability(p)?;
    if (1.0 - exact) * p.items() as f64 >= FEW {
        return row(p, DELETABILITY, &estimate, exact, published_deletability(p));
    }
    let count = trials.iter().map(|trial| trial.items - trial.deletable).sum();
    let key = (p.kind().to_string(), p.bits(), p.hashes(), p.items());
    let mut random = StreamKey::new("kwon-dfp, residuals of counts", seed, &key, 0)?.generator();
    let uniform = (random.next_u64() >> 11) as f64 * libm::exp2(-53.0);
    let score = |model: f64| -> Result<f64, AnyError> {
        let expected = (1.0 - model) * (p.items() * trials.len() as u64) as f64;
        // more that cannot be deleted than expected: a deletability below the model
        Ok(-score::of_count(count, expected, uniform)?)
    };
    let (exact_score, published) = (score(exact)?, published_deletability(p));
    let published_score = published.map(score).transpose()?;
    Ok(Row {
        statistic: FROM_COUNT.to_owned(),
        exact_score,
        published_score,
        ..frame(p, DELETABILITY, &estimate, exact, published)
    })
}

fn rate(p: &Parameters, trials: &[DeletableTrial]) -> Result<Row, AnyError> {
    // equation 3 of the paper for D-FP, the usual formula of a Bloom filter for DlBF
    let has_published = matches!(p.kind(), DeletableKind::Dfp | DeletableKind::Dlbf { .. });
    let published = has_published.then(|| poisson::rate(&Double, p));
    row(p, RATE, &Estimate::of(&rates(trials), CONFIDENCE)?, double::rate(p)?, published)
}

fn row(
    p: &Parameters,
    quantity: &str,
    estimate: &Estimate,
    exact: f64,
    published: Option<f64>,
) -> Result<Row, AnyError> {
    let exact_score = score::of_mean(estimate, exact)?;
    let published_score = published.map(|model| score::of_mean(estimate, model)).transpose()?;
    Ok(Row { exact_score, published_score, ..frame(p, quantity, estimate, exact, published) })
}

/// All of a row but its scores.
fn frame(p: &Parameters, quantity: &str, estimate: &Estimate, exact: f64, published: Option<f64>) -> Row {
    Row {
        filter: p.kind().to_string(),
        bits: p.bits(),
        hashes: p.hashes(),
        items: p.items(),
        items_per_bit: p.items() as f64 / p.bits() as f64,
        quantity: quantity.to_owned(),
        exact,
        published,
        simulated: estimate.mean,
        lower: estimate.lower(),
        upper: estimate.upper(),
        epochs: estimate.epochs,
        statistic: FROM_EPOCHS.to_owned(),
        exact_score: 0.0,
        published_score: None,
    }
}

//! False-positive rate against the share of deletions.

use bloomlab_deletable::Parameters;
use bloomlab_pictures::{Axis, LineFigure, Panel, Picture, Scale};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

use crate::comparison::misses_allowed;
use crate::measured::{Row, measure};
use crate::sweep::{every_filter, model_and_simulation};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    /// m.
    bits: u64,
    /// k.
    hashes: Vec<u64>,
    /// n in units of m/64.
    items_64ths: Vec<u64>,
    /// 100 r/n.
    deleted_percent: Vec<u64>,
    /// b of the DlBF.
    region_bits: Vec<u64>,
    /// Of the FP-CBF.
    fingerprint_bits: u32,
    /// Independent filters at every point.
    epochs: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            bits: 262_144,
            hashes: vec![2, 3, 4],
            items_64ths: vec![2, 8],
            deleted_percent: (0..=40).step_by(5).collect(),
            region_bits: vec![4, 8, 16],
            fingerprint_bits: 4,
            epochs: 14,
        }
    }
}

pub(crate) struct Deletions;

impl Figure for Deletions {
    type Parameters = Settings;
    type Row = Row;

    fn compute(s: &Settings, context: &Context) -> Result<Vec<Row>, AnyError> {
        let mut points = Vec::new();
        for &hashes in &s.hashes {
            for &load in &s.items_64ths {
                for filter in every_filter(&s.region_bits, s.fingerprint_bits) {
                    for percent in &s.deleted_percent {
                        let items = load * (s.bits / 64);
                        points.push(Parameters::new(filter, s.bits, items, items * percent / 100, hashes)?);
                    }
                }
            }
        }
        measure(&points, s.epochs, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let panel = |rows: &[Row]| {
            let title = rows.first().map(|row| format!("k = {}, n = m/{}", row.hashes, row.bits / row.items));
            let x = |row: &Row| row.deleted as f64 / row.items as f64;
            let simulated = |row: &Row| (row.simulated_rate, row.rate_lower, row.rate_upper);
            Panel {
                title,
                x: Axis::new("deleted items r/n", Scale::Linear).including(0.0),
                y: Axis::new("false-positive rate", Scale::Log10),
                series: model_and_simulation(rows, x, |row| row.exact_rate, simulated),
            }
        };
        let same = |a: &Row, b: &Row| (a.hashes, a.items) == (b.hashes, b.items);
        Ok(LineFigure { panels: rows.chunk_by(same).map(panel).collect() }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        // the filters that can saturate; counters of four bits practically cannot, and their models leave it out
        let rows: Vec<&Row> = rows.iter().filter(|row| row.exact_deletability < 1.0).collect();
        Ok(vec![closed_forms(&rows)?, degradation(&rows)])
    }
}

fn closed_forms(rows: &[&Row]) -> Result<Decision, AnyError> {
    let after: Vec<&Row> = rows.iter().copied().filter(|row| row.deleted > 0).collect();
    let missed = after.iter().filter(|row| !(row.rate_lower..=row.rate_upper).contains(&row.exact_rate)).count();
    let allowed = misses_allowed(after.len())?;
    let off = after.iter().map(|row| (row.poisson_rate / row.exact_rate - 1.0).abs()).fold(0.0, f64::max);
    Ok(Decision::new("D17")
        .measured(off)
        .decide(missed > allowed || off > NEAR)
        .because(format!(
            "closed forms exist, such as (1 − e^(−λ)(1 + λ(1 + θ)/2))^k for D-FP with λ = k(n + r)/C, θ = r/(n + r), within {:.2} % of \
             the exact models, which {missed} of {} 99 % intervals of the simulation miss (at α = 1e-4 up to {allowed} may)",
            100.0 * off,
            after.len()
        )))
}

/// A relative error with which a closed form is good enough.
const NEAR: f64 = 0.01;
/// A rate of so many times that of the n items alone is no longer acceptable.
const ACCEPTABLE: f64 = 1.3;

fn degradation(rows: &[&Row]) -> Decision {
    // every row with deletions beside the one of the same filter and load without
    let growth = |row: &&Row| {
        let same = |other: &&&Row| {
            other.deleted == 0 && (&other.filter, other.hashes, other.items) == (&row.filter, row.hashes, row.items)
        };
        rows.iter()
            .find(same)
            .map(|fresh| (row.filter.clone(), row.deleted as f64 / row.items as f64, row.exact_rate / fresh.exact_rate))
    };
    let growths: Vec<(String, f64, f64)> =
        rows.iter().filter_map(growth).filter(|(_, share, _)| *share > 0.0).collect();
    let largest = |filter: &str, share: std::ops::RangeInclusive<f64>| {
        let of = growths.iter().filter(|(name, deleted, _)| name == filter && share.contains(deleted));
        of.map(|(_, _, growth)| *growth).fold(0.0, f64::max)
    };
    let mut filters: Vec<&str> = growths.iter().map(|(filter, _, _)| filter.as_str()).collect();
    filters.sort_unstable();
    filters.dedup();
    let few_are_fine = filters.iter().all(|filter| largest(filter, 0.0..=0.1) <= ACCEPTABLE);
    let (suffer, bear): (Vec<&str>, Vec<&str>) =
        filters.iter().partition(|filter| largest(filter, 0.0..=1.0) > ACCEPTABLE);
    let words = |filters: &[&str], share: std::ops::RangeInclusive<f64>| {
        let each = filters.iter().map(|filter| format!("{filter} {:.2}", largest(filter, share.clone())));
        each.collect::<Vec<_>>().join(", ")
    };
    let most = growths.iter().map(|(_, share, _)| *share).fold(0.0, f64::max);
    Decision::new("D18")
        .measured(filters.iter().map(|filter| largest(filter, 0.0..=0.1)).fold(0.0, f64::max))
        .decide_if(
            few_are_fine && bear.is_empty(),
            few_are_fine && !suffer.is_empty(),
            format!(
                "the filter is D-FP or a DlBF: after up to {most:.1} n deletions the rate is up to so many times as high: {}; but {}",
                words(&suffer, 0.0..=1.0),
                words(&bear, 0.0..=1.0)
            ),
        )
}

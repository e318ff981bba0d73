//! False-positive rate against the share of deletions; and, item by item, what deletions do to the items that stay.

mod trial;

use bloomlab_deletable::{Parameters, in_f64, poisson};
use bloomlab_numbers::Double;
use bloomlab_tables::{Interval, Result, Run, Streams, ensure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use self::trial::{Trial, delete_and_compare};
use crate::columns::{Deletability, Point, Rate, filters_of_the_paper, filters_with_counters, mean, point, trials};

#[derive(Deserialize)]
pub struct Settings {
    bits: u64,
    hashes: Vec<u64>,
    items_64ths: Vec<u64>,
    deleted_percent: Vec<u64>,
    region_bits: Vec<u64>,
    fingerprint_bits: u32,
    epochs: u64,
    staying: Staying,
}

/// The points at which each item that stays is followed.
#[derive(Deserialize)]
struct Staying {
    hashes: u64,
    items_thousandths: u64,
    deleted_percent: Vec<u64>,
    seed: u64,
}

/// A row of the rates, or one whose items were followed, which has the last columns too, and no simulated rate.
#[derive(Serialize)]
pub struct Row {
    #[serde(flatten)]
    point: Point,
    #[serde(flatten)]
    deletability: Deletability,
    /// The number of the r items that could be deleted, all epochs together.
    removed_in_all_epochs: u64,
    #[serde(flatten)]
    rate: Rate,
    poisson_rate: f64,
    /// Of the same filter before the deletions.
    rate_before: f64,
    epochs: u64,
    /// The deletability of the n + r items of other filters, from which none was deleted.
    #[serde(rename = "full,full_lower,full_upper")]
    full: Option<Interval>,
    /// In all epochs: items that stayed, those whose deletability the deletions changed, those whose deletability depends on the order
    /// of the deletions, and those that were not found after the deletions.
    #[serde(rename = "stayed,changed,changed_by_order,false_negatives")]
    stayed: Option<(u64, u64, u64, u64)>,
}

pub fn compute(s: &Settings, run: &Run) -> Result<Vec<Row>> {
    let points = s.points()?.into_iter().map(|p| (p, false)).chain(s.followed()?.into_iter().map(|p| (p, true)));
    run.rows(points, |(p, is_followed)| if is_followed { followed(&p, s) } else { rated(&p, s.epochs, run) })
}

impl Settings {
    fn points(&self) -> Result<Vec<Parameters>> {
        let filters = filters_with_counters(&self.region_bits, self.fingerprint_bits);
        let point = |(&hashes, load, filter, percent): (_, _, _, _)| {
            let items = load * (self.bits / 64);
            Ok(Parameters::new(filter, self.bits, items, items * percent / 100, hashes)?)
        };
        iproduct!(&self.hashes, &self.items_64ths, filters, &self.deleted_percent).map(point).collect()
    }

    fn followed(&self) -> Result<Vec<Parameters>> {
        let Staying { hashes, items_thousandths, ref deleted_percent, .. } = self.staying;
        let items = self.bits * items_thousandths / 1000;
        ensure!(items > 0, "items_thousandths {items_thousandths}: no item in {} bits", self.bits);
        let point = |(filter, percent)| Ok(Parameters::new(filter, self.bits, items, items * percent / 100, hashes)?);
        iproduct!(filters_of_the_paper(&self.region_bits), deleted_percent).map(point).collect()
    }
}

fn rated(p: &Parameters, epochs: u64, run: &Run) -> Result<Row> {
    let trials = trials(p, epochs, run)?;
    Ok(Row {
        deletability: Deletability::of(p, &trials)?,
        removed_in_all_epochs: trials.iter().map(|trial| trial.removed).sum(),
        rate: Rate::of(p, &trials)?,
        ..models(p, epochs)?
    })
}

fn followed(p: &Parameters, s: &Settings) -> Result<Row> {
    let streams = Streams::new("kwon-dfp, removals", s.staying.seed);
    let trials = streams.epochs(&point(p), s.epochs, |random| Ok(delete_and_compare(&point(p), random)?))?;
    let share = |count: fn(&Trial) -> u64, of: u64| mean(&trials, |trial| count(trial) as f64 / of as f64);
    let sum = |count: fn(&Trial) -> u64| trials.iter().map(count).sum();
    let row = models(p, s.epochs)?;
    Ok(Row {
        deletability: Deletability { simulated: share(|trial| trial.deletable_after, p.items())?, ..row.deletability },
        removed_in_all_epochs: sum(|trial| trial.removed),
        full: share(|trial| trial.deletable_full, p.inserted())?,
        stayed: Some((
            p.items() * s.epochs,
            sum(|trial| trial.changed),
            sum(|trial| trial.changed_by_order),
            sum(|trial| trial.false_negatives),
        )),
        ..row
    })
}

/// A row of the models alone.
fn models(p: &Parameters, epochs: u64) -> Result<Row> {
    Ok(Row {
        point: Point::of(p),
        deletability: Deletability::of(p, &[])?,
        removed_in_all_epochs: 0,
        rate: Rate::of(p, &[])?,
        poisson_rate: poisson::rate_after_deletions(&Double, p),
        rate_before: in_f64::rate(&p.before_deletions())?,
        epochs,
        full: None,
        stayed: None,
    })
}

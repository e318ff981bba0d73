//! Every configuration of the paper: model against simulation, as standardised residuals.

mod claims;
mod quantiles;
mod residuals;

use std::iter::zip;

use bloomlab_deletable::Parameters;
use bloomlab_occupancy::DeletableKind;
use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure, Interval};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::filters;
use crate::sweep::loads;
use crate::trials::simulate;

/// The quantities, as the table names them.
const DELETABILITY: &str = "deletability";
const RATE: &str = "false-positive rate";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    #[serde(rename = "simulated,lower,upper")]
    simulated: Interval,
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
        let mut filters = vec![DeletableKind::Dfp, DeletableKind::TBF, DeletableKind::Qbf];
        filters.extend(filters::dlbfs(&s.region_bits));
        let mut points = Vec::new();
        for (filter, &hashes, &bits) in iproduct!(filters, &s.hashes, &s.bits) {
            for items in loads(bits, hashes)? {
                points.push(Parameters::new(filter, bits, items, 0, hashes)?);
            }
        }
        let trials = simulate(&points, s.epochs, context)?;
        let rows = context.rows(zip(points, trials), |(point, trials)| {
            Ok([residuals::deletability(&point, &trials, context.seed)?, residuals::rate(&point, &trials)?])
        })?;
        Ok(rows.into_iter().flatten().collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        quantiles::draw(rows)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

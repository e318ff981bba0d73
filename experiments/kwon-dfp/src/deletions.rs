//! False-positive rate against the share of deletions.

mod claims;

use bloomlab_deletable::Parameters;
use bloomlab_pictures::{Axis, LineFigure, Panel, Picture, Scale};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::filters;
use crate::measured::{Row, measure};
use crate::panels::rates;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

pub(crate) struct Deletions;

impl Figure for Deletions {
    type Parameters = Settings;
    type Row = Row;

    fn compute(s: &Settings, context: &Context) -> Result<Vec<Row>, AnyError> {
        let filters = filters::with_counters(&s.region_bits, s.fingerprint_bits);
        let point = |(&hashes, load, filter, percent): (_, _, _, _)| {
            let items = load * (s.bits / 64);
            Ok(Parameters::new(filter, s.bits, items, items * percent / 100, hashes)?)
        };
        let points = iproduct!(&s.hashes, &s.items_64ths, filters, &s.deleted_percent).map(point);
        let points = points.collect::<Result<Vec<_>, AnyError>>()?;
        measure(&points, s.epochs, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let panel = |rows: &[Row]| {
            Panel::new(
                Axis::new("deleted items r/n", Scale::Linear).including(0.0),
                Axis::new("false-positive rate", Scale::Log10),
                rates(rows, |row| row.deleted as f64 / row.items as f64),
            )
            .titled(
                rows.first()
                    .map(|row| format!("k = {}, n = m/{}", row.hashes, row.bits / row.items))
                    .unwrap_or_default(),
            )
        };
        let same = |a: &Row, b: &Row| (a.hashes, a.items) == (b.hashes, b.items);
        Ok(LineFigure::new(rows.chunk_by(same).map(panel)).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

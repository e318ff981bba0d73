//! False-positive rate against the share of deletions.

mod claims;

use bloomlab_deletable::Parameters;
use bloomlab_pictures::{Axis, Colour, LineFigure, Note, Panel, Picture, Point, Reference, Scale};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::filters;
use crate::measured::{Row, measure};
use crate::panels::{curve, filters};

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
        // the growth is the same story for every k, and mildest for the smallest: the table has them all
        let most = rows.iter().map(|row| row.hashes).max().ok_or("no rows")?;
        let same = |a: &Row, b: &Row| (a.hashes, a.items) == (b.hashes, b.items);
        let loads: Vec<&[Row]> = rows.chunk_by(same).filter(|rows| rows[0].hashes == most).collect();
        let panels =
            loads.iter().zip('a'..).map(|(rows, letter)| growth(rows, letter)).collect::<Result<Vec<_>, _>>()?;
        Ok(LineFigure::new(panels).sharing_y().plot_height(320.0).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

/// Rates over that of the n items alone, at one load.
fn growth(rows: &[Row], letter: char) -> Result<Panel, AnyError> {
    let share = |row: &Row| row.deleted as f64 / row.items as f64;
    let fresh = |of: &Row| rows.iter().find(|row| row.filter == of.filter && row.deleted == 0);
    let factor = |row: &Row| fresh(row).map_or(f64::NAN, |fresh| row.exact_rate / fresh.exact_rate);
    let simulated = |row: &Row| Some(row.simulated_rate?.over(fresh(row)?.exact_rate));
    let series = filters(rows).into_iter().flat_map(|filter| curve(rows, filter, share, factor, simulated));
    let first = rows.first().ok_or("no rows")?;
    let plain = rows.iter().filter(|row| row.filter == first.filter);
    let plain: Vec<Point> = plain.map(|row| Point::new(share(row), row.bloom_rate / first.bloom_rate)).collect();
    let middle = plain.get(3 * plain.len() / 4).map(|point| (point.x, point.y)).ok_or("no rows")?;
    let x = Axis::new("deleted items *r*/*n*", Scale::Linear).including(0.0);
    let y = Axis::new("false-positive rate ÷ that of the *n* items alone", Scale::Linear).including(0.9);
    Ok(Panel::new(x, y, series)
        .titled(format!("({letter}) *n* = *m*/{}, *k* = {}", first.bits / first.items, first.hashes))
        .reference(Reference::curve(plain, ""))
        .note(Note::text(middle, (-12.0, -10.0), "plain, keeps all").coloured(Colour::Grey))
        .labelled())
}

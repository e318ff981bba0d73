//! Deletability against false-positive rate at equal memory.

mod claims;
mod fingerprints;
mod fronts;

use bloomlab_deletable::{Parameters, double};
use bloomlab_pictures::{
    Axis, Colour, Legend, LineFigure, Look, Mark, Note, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

use crate::filters;
use crate::looks::{look, name};
use crate::measured::bloom_rate;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    /// m.
    bits: u64,
    /// n in units of m/64.
    items_64ths: Vec<u64>,
    /// k.
    hashes: Vec<u64>,
    /// b of the DlBF.
    region_bits: Vec<u64>,
    /// Of the FP-CBF.
    fingerprint_bits: u32,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    items: u64,
    items_per_bit: f64,
    filter: String,
    /// k; of a cuckoo or quotient filter the places that a lookup reads.
    hashes: u64,
    /// Of a cuckoo or quotient filter its slots.
    cells: u64,
    deletability: f64,
    rate: f64,
    /// No filter with any k is at least as deletable at no higher a rate.
    on_front: bool,
    /// The same among the filters with this k.
    on_front_at_same_hashes: bool,
    /// As `on_front`, filters left out that can delete every item.
    on_front_without_counters: bool,
    /// Of a plain Bloom filter in the same memory, with as many hash functions.
    bloom_rate: f64,
}

/// The deletability from which on a panel shows.
const LEAST: f64 = 0.4;

pub(crate) struct TradeOff;

impl Figure for TradeOff {
    type Parameters = Settings;
    type Row = Row;

    fn compute(s: &Settings, context: &Context) -> Result<Vec<Row>, AnyError> {
        let filters = filters::with_counters(&s.region_bits, s.fingerprint_bits);
        let points = iproduct!(&s.items_64ths, filters, &s.hashes);
        let of_cells = context.rows(points, |(load, filter, &hashes)| {
            row(&Parameters::new(filter, s.bits, load * (s.bits / 64), 0, hashes)?)
        })?;
        let mut rows = Vec::new();
        for (load, of_cells) in s.items_64ths.iter().zip(&of_cells.into_iter().chunk_by(|row| row.items)) {
            rows.extend(of_cells.1);
            rows.extend(fingerprints::rows(s.bits, load * (s.bits / 64))?);
        }
        rows.chunk_by_mut(|a, b| a.items == b.items).for_each(fronts::mark);
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        // below, every filter with k ≥ 3 lets 99.5 % of its items go: the table has it, a picture shows nothing
        let shown =
            rows.chunk_by(|a, b| a.items == b.items).filter(|rows| rows.iter().all(|row| row.items_per_bit > 0.05));
        Ok(LineFigure::new(shown.zip('a'..).map(panel)).sharing_y().legend(Legend::Above).plot_height(240.0).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

fn row(p: &Parameters) -> Result<Row, AnyError> {
    Ok(Row {
        bits: p.bits(),
        items: p.items(),
        items_per_bit: p.items() as f64 / p.bits() as f64,
        filter: p.kind().to_string(),
        hashes: p.hashes(),
        cells: p.cells(),
        deletability: double::deletability(p)?,
        rate: double::rate(p)?,
        on_front: false,
        on_front_at_same_hashes: false,
        on_front_without_counters: false,
        bloom_rate: bloom_rate(p)?,
    })
}

/// One load: every filter over the k of which no other is better in both, and the front.
fn panel((rows, letter): (&[Row], char)) -> Panel {
    let point = |row: &Row| Point::new(row.rate, row.deletability);
    let filters = rows.chunk_by(|a, b| a.filter == b.filter);
    let series = filters.map(|rows| {
        let filter = &rows[0].filter;
        let unbeaten = rows.iter().filter(|row| !rows.iter().any(|other| other.beats(row)));
        Series::new(name(filter), Mark::Joined, unbeaten.map(point)).look(look(filter))
    });
    let front: Vec<&Row> = rows.iter().filter(|row| row.on_front).sorted_by(|a, b| a.rate.total_cmp(&b.rate)).collect();
    let stairs = Series::new("Pareto front", Mark::Steps, front.iter().map(|row| point(row)));
    let stairs = stairs.look(Look::new(Colour::Grey).heavy());
    let plain = rows.iter().map(|row| row.bloom_rate).fold(f64::INFINITY, f64::min);
    let (x, y) =
        (Axis::new("false-positive rate", Scale::Log10), Axis::new("deletability of a stored item", Scale::Linear));
    let panel = Panel::new(x, y.limited(LEAST, 1.09), [stairs].into_iter().chain(series));
    let panel = panel.titled(format!("({letter}) *n* = {} *m*/64", rows[0].items * 64 / rows[0].bits));
    let plain_name = if letter == 'a' { "plain Bloom filter" } else { "" };
    let panel = panel.reference(Reference::vertical(plain, plain_name));
    let bits_per_item = 1.0 / rows[0].items_per_bit;
    let panel = bounds(bits_per_item, letter == 'a').into_iter().fold(panel, Panel::reference);
    let of_cells = |row: &&Row| !fingerprints::NAMES.contains(&row.filter.as_str());
    let named = apart(front.into_iter().filter(|row| row.deletability > LEAST + 0.02).filter(of_cells));
    let name = |row: &Row| Note::text((row.rate, row.deletability), (-5.0, -8.0), row.hashes.to_string());
    named.into_iter().fold(panel, |panel, row| panel.note(name(row)))
}

/// The least rates with `bits_per_item` bits an item: of any filter, and where items come and go.
fn bounds(bits_per_item: f64, named: bool) -> [Reference; 2] {
    let name = |name: &'static str| if named { name } else { "" };
    let at = |bits: f64, text, height| Reference::vertical(libm::exp2(-bits), name(text)).named_at(height);
    let entropy = std::f64::consts::LOG2_E;
    [at(bits_per_item, "static", 0.5), at(bits_per_item - entropy, "dynamic", 0.6)]
}

/// Those of the points whose numbers have room: a third of the rate or 0.035 of deletability apart.
fn apart<'a>(front: impl Iterator<Item = &'a Row>) -> Vec<&'a Row> {
    let mut kept: Vec<&Row> = Vec::new();
    for row in front {
        let is_near = |last: &&Row| row.rate < 1.3 * last.rate && row.deletability < last.deletability + 0.035;
        if !kept.last().is_some_and(is_near) {
            kept.push(row);
        }
    }
    kept
}

//! Deletability against false-positive rate at equal memory.

use bloomlab_deletable::{Parameters, double};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

use crate::comparison::{in_64ths, sixty_fourths};
use crate::sweep::every_filter;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
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

impl Default for Settings {
    fn default() -> Self {
        Self {
            bits: 262_144,
            items_64ths: vec![1, 2, 4, 8, 12, 16],
            hashes: (1..=8).collect(),
            region_bits: vec![4, 8, 16],
            fingerprint_bits: 4,
        }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    items: u64,
    items_per_bit: f64,
    filter: String,
    hashes: u64,
    cells: u64,
    deletability: f64,
    rate: f64,
    /// No filter with any k is at least as deletable at no higher a rate.
    on_front: bool,
    /// The same among the filters with this k.
    on_front_at_same_hashes: bool,
    /// As `on_front`, counting and FP-CBF left out.
    on_front_without_counters: bool,
}

impl Row {
    fn is_counter(&self) -> bool {
        self.deletability == 1.0
    }

    fn beats(&self, other: &Row) -> bool {
        let better = self.deletability > other.deletability || self.rate < other.rate;
        self.deletability >= other.deletability && self.rate <= other.rate && better
    }
}

pub(crate) struct TradeOff;

impl Figure for TradeOff {
    type Parameters = Settings;
    type Row = Row;

    fn compute(s: &Settings, _: &Context) -> Result<Vec<Row>, AnyError> {
        let mut all = Vec::new();
        for load in &s.items_64ths {
            let mut rows = Vec::new();
            for filter in every_filter(&s.region_bits, s.fingerprint_bits) {
                for &hashes in &s.hashes {
                    rows.push(row(&Parameters::new(filter, s.bits, load * (s.bits / 64), 0, hashes)?)?);
                }
            }
            mark_fronts(&mut rows);
            all.extend(rows);
        }
        Ok(all)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        // below, every filter with k ≥ 3 lets 99.5 % of its items go: the table has it, a picture shows nothing
        let shown =
            rows.chunk_by(|a, b| a.items == b.items).filter(|rows| rows.iter().all(|row| row.items_per_bit > 0.05));
        Ok(LineFigure { panels: shown.map(panel).collect() }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let mut gains = Vec::new();
        for rows in rows.chunk_by(|a, b| a.items == b.items) {
            let lowest = |filter: &str| {
                let rates = rows.iter().filter(|row| row.filter.starts_with(filter)).map(|row| row.rate);
                rates.fold(f64::INFINITY, f64::min)
            };
            gains.push((sixty_fourths(rows[0].items, rows[0].bits), lowest("counting") / lowest("FP-CBF")));
        }
        let significant = gains.iter().take_while(|(_, gain)| *gain >= SIGNIFICANT).last();
        let words = gains.iter().map(|(load, gain)| format!("{gain:.2} at {}", in_64ths(*load)));
        Ok(vec![
            Decision::new("D27").measured(gains.iter().map(|(_, gain)| *gain).fold(f64::INFINITY, f64::min)).decide_if(
                gains.iter().all(|(_, gain)| *gain >= SIGNIFICANT),
                significant.is_some() && gains.iter().all(|(_, gain)| *gain > 1.0),
                format!(
                    "n ≤ {}: in the same memory the factors are {}",
                    in_64ths(significant.map_or(0, |(load, _)| *load)),
                    words.collect::<Vec<_>>().join(", ")
                ),
            ),
        ])
    }
}

/// A factor between rates that is called significant.
const SIGNIFICANT: f64 = 2.0;

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
    })
}

/// Of the rows of one load.
fn mark_fronts(rows: &mut [Row]) {
    for i in 0..rows.len() {
        let row = &rows[i];
        let beaten = |among: &dyn Fn(&Row) -> bool| rows.iter().any(|other| among(other) && other.beats(row));
        let on_front = !beaten(&|_| true);
        let at_same_hashes = !beaten(&|other| other.hashes == row.hashes);
        let without_counters = !row.is_counter() && !beaten(&|other| !other.is_counter());
        rows[i].on_front = on_front;
        rows[i].on_front_at_same_hashes = at_same_hashes;
        rows[i].on_front_without_counters = without_counters;
    }
}

fn panel(rows: &[Row]) -> Panel {
    let point = |row: &Row| Point::new(row.rate, row.deletability);
    let mut series: Vec<Series> = rows
        .chunk_by(|a, b| a.filter == b.filter)
        .map(|rows| Series {
            name: rows.first().map(|row| row.filter.clone()).unwrap_or_default(),
            mark: Mark::Markers,
            points: rows.iter().map(point).collect(),
        })
        .collect();
    let mut front: Vec<Point> = rows.iter().filter(|row| row.on_front).map(point).collect();
    front.sort_by(|a, b| a.x.total_cmp(&b.x));
    series.push(Series { name: "Pareto front".to_owned(), mark: Mark::Line, points: front });
    Panel {
        title: rows.first().map(|row| format!("n/m = {}", row.items_per_bit)),
        x: Axis::new("false-positive rate", Scale::Log10),
        y: Axis::new("deletability of a stored item", Scale::Linear),
        series,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A point that nothing beats is on the front, and every point off it is beaten by one on it.
    #[test]
    fn the_front_is_a_front() {
        let settings = Settings::default();
        let filters = every_filter(&settings.region_bits, settings.fingerprint_bits);
        let parameters = filters.iter().flat_map(|&filter| {
            settings.hashes.iter().map(move |&hashes| Parameters::new(filter, 262_144, 32_768, 0, hashes).unwrap())
        });
        let mut rows: Vec<Row> = parameters.map(|p| row(&p).unwrap()).collect();
        mark_fronts(&mut rows);
        assert!(rows.iter().any(|row| row.on_front) && rows.iter().any(|row| !row.on_front));
        for row in &rows {
            assert_eq!(row.on_front, !rows.iter().any(|other| other.on_front && other.beats(row)), "{}", row.filter);
        }
    }
}

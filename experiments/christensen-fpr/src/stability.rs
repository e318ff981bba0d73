//! The exact formulas in doubles: which keep their digits, which lose them, which overflow.

use bloomlab_formulas::table::{self, LineSeven};
use bloomlab_formulas::{Load, christensen, inclusion_exclusion};
use bloomlab_numbers::NaiveDouble;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::certified::double;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// k.
    hashes: u64,
    /// m/n where m grows.
    bits_per_item: u64,
    /// m from m/n to this, every one.
    most_bits: u64,
    /// And these, where eq. 18 has no value any more.
    large_bits: Vec<u64>,
    /// m where n grows.
    fixed_bits: u64,
    /// n from 1 to this.
    most_items: u64,
}

impl Default for Parameters {
    fn default() -> Self {
        let large_bits = vec![256, 512, 1024, 2048, 4096];
        Self { hashes: 6, bits_per_item: 8, most_bits: 192, large_bits, fixed_bits: 16, most_items: 48 }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// What grows: `m` (with m/n fixed) or `n` (with m fixed).
    grows: String,
    route: String,
    bits: u64,
    items: u64,
    hashes: u64,
    exact_rate: f64,
    /// Missing where the evaluation overflows.
    value: Option<f64>,
    /// |value − exact|/exact.
    relative_error: Option<f64>,
}

const CLOSED: &str = "eq. 18";
const RECURSION: &str = "eq. 17 over eq. 8";
const TABLE: &str = "Figure 1, repaired";
const BITS: &str = "m";
const ITEMS: &str = "n";
/// A relative error that leaves no digit to speak of.
const USELESS: f64 = 0.1;
/// Smaller errors are drawn here: half a unit in the last place of a double, 2^−53.
const DRAWN_LEAST: f64 = 1.110_223_024_625_156_5e-16;

pub(crate) struct Stability;

impl Figure for Stability {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        if p.bits_per_item == 0 {
            return Err("bits_per_item 0: needs at least 1".into());
        }
        let sizes = (p.bits_per_item..=p.most_bits).chain(p.large_bits.iter().copied());
        let growing_bits = sizes.map(|bits| (BITS, bits, bits / p.bits_per_item));
        let points: Vec<_> = growing_bits.chain((1..=p.most_items).map(|items| (ITEMS, p.fixed_bits, items))).collect();
        context.progress.expect(points.len() as u64);
        let rows = |&(grows, bits, items): &(&str, u64, u64)| {
            let rows = rows_of(grows, Load::new(bits, items, p.hashes)?, christensen::by_recursion::<NaiveDouble>);
            context.progress.advance();
            rows
        };
        Ok(points.par_iter().map(rows).collect::<Result<Vec<_>, AnyError>>()?.into_iter().flatten().collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let panel = |title: &str, grows: &str, x: Axis, at: fn(&Row) -> f64| Panel {
            title: Some(title.to_owned()),
            x,
            y: Axis::new("relative error of the rate in doubles", Scale::Log10),
            series: [CLOSED, RECURSION].map(|route| series(rows, grows, route, at)).into(),
        };
        let panels = vec![
            panel("(a) m grows, m/n = 8, k = 6", BITS, Axis::new("filter size m (bits)", Scale::Log2), |row| {
                row.bits as f64
            }),
            panel("(b) n grows, m = 16, k = 6", ITEMS, Axis::new("items n", Scale::Linear).including(0.0), |row| {
                row.items as f64
            }),
        ];
        Ok(LineFigure { panels }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let of = |route: &str, grows: &str| -> Vec<&Row> {
            rows.iter().filter(|row| row.route == route && row.grows == grows).collect()
        };
        let closed = of(CLOSED, BITS);
        let useless = |row: &&&Row| row.relative_error.is_none_or(|error| error > USELESS);
        let first_useless = closed.iter().find(|row| useless(row)).map(|row| row.bits);
        let stays_useless = closed.iter().filter(|row| Some(row.bits) >= first_useless).all(|row| useless(&row));
        let overflows =
            |rows: &[&Row]| rows.iter().filter(|row| row.value.is_none()).map(|row| (row.bits, row.items)).min();
        let first_overflow = overflows(&closed);
        let crowded = overflows(&of(CLOSED, ITEMS));
        let steady: Vec<&Row> = rows.iter().filter(|row| row.route == RECURSION).collect();
        let largest = steady.iter().map(|row| row.relative_error.unwrap_or(f64::MAX)).fold(0.0, f64::max);
        let most_bits = steady.iter().map(|row| row.bits).max().unwrap_or(0);
        let table = rows.iter().filter(|row| row.route == TABLE);
        let table = table.map(|row| row.relative_error.unwrap_or(f64::MAX)).fold(0.0, f64::max);
        let before = of(CLOSED, ITEMS).iter().filter_map(|row| row.relative_error).fold(0.0, f64::max);
        Ok(vec![
            Decision::new("C07")
                .measured(first_useless.map_or(f64::MAX, |bits| bits as f64))
                .decide(first_useless.is_some() && stays_useless && largest < USELESS)
                .because(format!(
                    "m makes it so: at m = 16 eq. 18 is within {before:.0e} for every n until it overflows at {}",
                    crowded.map_or("none".to_owned(), |(_, items)| format!("n = {items}"))
                )),
            Decision::new("C08")
                .measured(first_overflow.map_or(f64::MAX, |(bits, _)| bits as f64))
                .decide(first_overflow.is_some_and(|(bits, _)| bits <= 256))
                .because("the digits are lost at a third of that size already (C07)"),
            Decision::new("C09")
                .measured(largest)
                .decide(largest <= 1e-12)
                .because(format!("up to m = {most_bits}; the repaired table algorithm: {table:.1e}")),
        ])
    }
}

fn series(rows: &[Row], grows: &str, route: &str, x: fn(&Row) -> f64) -> Series {
    let of_series = rows.iter().filter(|row| row.grows == grows && row.route == route);
    let points = of_series.filter_map(|row| Some(Point::new(x(row), row.relative_error?.max(DRAWN_LEAST))));
    Series { name: route.to_owned(), mark: Mark::LineAndMarkers, points: points.collect() }
}

/// All routes at one point, `recursion` being the stable one.
fn rows_of(grows: &str, shape: Load, recursion: fn(&NaiveDouble, Load) -> f64) -> Result<Vec<Row>, AnyError> {
    let exact_rate = double(|a| inclusion_exclusion::rate(a, shape))?;
    let row = |route: &str, value: f64| {
        let value = value.is_finite().then_some(value);
        Row {
            grows: grows.to_owned(),
            route: route.to_owned(),
            bits: shape.bits(),
            items: shape.items(),
            hashes: shape.hashes(),
            exact_rate,
            value,
            relative_error: value.map(|value| ((value - exact_rate) / exact_rate).abs()),
        }
    };
    Ok(vec![
        row(CLOSED, christensen::closed(&NaiveDouble, shape)),
        row(RECURSION, recursion(&NaiveDouble, shape)),
        row(TABLE, table::rate(&NaiveDouble, LineSeven::Repaired, shape)?),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_workbench::Verdict;

    /// The same recursion with a rate that is 2 % off.
    fn off(a: &NaiveDouble, shape: Load) -> f64 {
        1.02 * christensen::by_recursion(a, shape)
    }

    #[test]
    fn stability_falls_with_the_recursion() {
        let stable = |recursion: fn(&NaiveDouble, Load) -> f64| {
            let shapes = [16, 64, 172].map(|bits| Load::new(bits, bits / 8, 6).unwrap());
            let rows: Vec<Row> = shapes.iter().flat_map(|&shape| rows_of(BITS, shape, recursion).unwrap()).collect();
            let claims = Stability::claims(&rows).unwrap();
            claims.iter().map(|claim| claim.verdict).collect::<Vec<_>>()
        };
        assert_eq!(stable(christensen::by_recursion), [Verdict::Holds; 3]);
        assert_eq!(stable(off), [Verdict::Holds, Verdict::Holds, Verdict::DoesNotHold]);
    }
}

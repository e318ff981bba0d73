//! The exact formulas in doubles: which keep their digits, which lose them, which overflow.

mod claims;

use bloomlab_formulas::table::{self, LineSeven};
use bloomlab_formulas::{Load, christensen};
use bloomlab_numbers::NaiveDouble;
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

use crate::certified::exact_rate;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// k.
    hashes: u64,
    /// m/n where m grows.
    bits_per_item: u64,
    /// m from m/n to this, every one.
    most_bits: u64,
    /// Larger m, at which eq. 18 has no value.
    large_bits: Vec<u64>,
    /// m where n grows.
    fixed_bits: u64,
    /// n from 1 to this.
    most_items: u64,
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
        let growing_items = (1..=p.most_items).map(|items| (ITEMS, p.fixed_bits, items));
        let rows = context.rows(growing_bits.chain(growing_items), |(grows, bits, items)| {
            by_every_route(grows, Load::new(bits, items, p.hashes)?, christensen::by_recursion)
        })?;
        Ok(rows.into_iter().flatten().collect())
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let bits = Axis::new("filter size m (bits)", Scale::Log2);
        let items = Axis::new("items n", Scale::Linear).including(0.0);
        let panel = |title: &str, grows: &str, x: Axis, at: fn(&Row) -> u64| {
            let drawn = rows.iter().filter(|row| row.grows == grows && row.route != TABLE);
            let error = |row: &&Row| Some(Point::new(at(row) as f64, row.relative_error?.max(DRAWN_LEAST)));
            Panel::new(
                x,
                Axis::new("relative error of the rate in doubles", Scale::Log10),
                Series::by_name(drawn, |row| row.route.clone(), Mark::Line, error),
            )
            .titled(title)
        };
        let panels = vec![
            panel("(a) m grows, m/n = 8, k = 6", BITS, bits, |row| row.bits),
            panel("(b) n grows, m = 16, k = 6", ITEMS, items, |row| row.items),
        ];
        Ok(LineFigure::new(panels).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        Ok(claims::decide(rows))
    }
}

/// All routes at one point; `recursion` is the stable one.
fn by_every_route(grows: &str, load: Load, recursion: fn(&NaiveDouble, Load) -> f64) -> Result<Vec<Row>, AnyError> {
    let exact_rate = exact_rate(load)?;
    let row = |route: &str, value: f64| {
        let value = value.is_finite().then_some(value);
        Row {
            grows: grows.to_owned(),
            route: route.to_owned(),
            bits: load.bits(),
            items: load.items(),
            hashes: load.hashes(),
            exact_rate,
            value,
            relative_error: value.map(|value| ((value - exact_rate) / exact_rate).abs()),
        }
    };
    Ok(vec![
        row(CLOSED, christensen::closed(&NaiveDouble, load)),
        row(RECURSION, recursion(&NaiveDouble, load)),
        row(TABLE, table::rate(&NaiveDouble, LineSeven::Repaired, load)?),
    ])
}

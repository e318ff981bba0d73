//! What the papers say of their chain, in every small filter: hash outcomes enumerated, chains solved in rationals.

mod claims;
mod one_filter;

use bloomlab_occupancy::{OutOfDomain, Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::enumerated::{Reset, positions_name, shapes};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// Every M up to this, and every σ ≤ M.
    bits: u64,
    /// Every k up to this.
    hashes: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    hashes: u64,
    sigma: u64,
    positions: String,
    retention: String,
    /// States 0 … σ that an empty filter never reaches.
    never_entered: u64,
    /// Of the states that it returns to for ever.
    period: u64,
    /// Whether a cycle ends.
    ends: bool,
    /// π_0, and Σ π_i over 0 < i < k.
    empty_probability: f64,
    below_k_probability: f64,
    /// The largest error of the papers' recipe for distinct positions: π_i = 0 below k, eq. 15 above.
    recipe_error: Option<f64>,
    /// States outside σ − k + 1 … σ where a message can cause a reset, and states among those where none can.
    resets_elsewhere: u64,
    resets_missing: u64,
    /// States i at which (i/M)^k is not the share of messages that set no bit.
    power_differs: u64,
    /// The fewest and the most bits with which a cycle begins.
    #[serde(rename = "lowest_restart,highest_restart")]
    restarts: Option<(u64, u64)>,
    /// States from which the largest one reached without a reset is not min(i + k, σ).
    farthest_differs: u64,
    /// The fewest and the most bits of a filter at the moment it is frozen, before the overflowing message.
    #[serde(rename = "fewest_frozen,most_frozen")]
    frozen: Option<(u64, u64)>,
    /// E\[N_0\]: from the dense solve, by eq. 23 with 0 beyond σ, and as printed with 0 from σ on.
    #[serde(rename = "messages,messages_by_recursion,messages_printed")]
    messages: Option<(f64, f64, f64)>,
    /// Steps of C(i+1, k) = C(i, k)(i + 1)/(i + 1 − k), i < σ: those that are right, those that divide by zero, all.
    #[serde(rename = "recurrence_right,recurrence_undefined,recurrence_steps")]
    recurrence: Option<(u64, u64, u64)>,
}

impl Row {
    fn has(&self, positions: Sampling, reset: Reset) -> bool {
        self.positions == positions_name(positions) && self.retention == reset.name()
    }
}

pub(crate) struct SmallChains;

impl Figure for SmallChains {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        if p.bits > 10 || p.hashes > 4 {
            let (bits, hashes) = (p.bits, p.hashes);
            return Err(format!("bits = {bits}, hashes = {hashes}: needs at most 10 bits, 4 hash functions").into());
        }
        let filters = filters(p.bits, p.hashes)?;
        context.rows(filters, |(shape, sigma, reset)| one_filter::row(shape, sigma, reset, one_filter::by_recursion))
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let largest = rows.iter().map(|row| row.bits).max().unwrap_or(0);
        let panel = |title: &str, positions: Sampling, y: &str, least_hashes: u64, value: fn(&Row) -> Option<f64>| {
            let is_drawn = |row: &&Row| {
                row.bits == largest && row.hashes >= least_hashes && row.ends && row.has(positions, Reset::Forget)
            };
            let name = |row: &&Row| format!("k = {}", row.hashes);
            let point = |row: &&Row| Some(Point::new(row.sigma as f64, value(row)?));
            Panel::new(
                Axis::new(format!("threshold σ (bits of {largest})"), Scale::Linear),
                Axis::new(y, Scale::Linear).including(0.0).including(1.0),
                Series::by_name(rows.iter().filter(is_drawn), name, Mark::Line, point),
            )
            .titled(title)
        };
        let panels = vec![
            panel(
                "(a) Distinct positions: the empty state",
                Sampling::WithoutReplacement,
                "π_0, which the papers set to 0",
                2,
                |row| Some(row.empty_probability),
            ),
            panel(
                "(b) Boundary of the messages per cycle",
                Sampling::WithReplacement,
                "E[N_0] as printed / exact",
                1,
                |row| row.messages.map(|(exact, _, printed)| printed / exact),
            ),
        ];
        Ok(LineFigure::new(panels).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

/// Every filter of up to `bits` bits and `hashes` hash functions, with every threshold.
fn filters(bits: u64, hashes: u64) -> Result<Vec<(Shape, u64, Reset)>, OutOfDomain> {
    let mut filters = Vec::new();
    for (shape, reset) in iproduct!(shapes(bits, hashes)?, Reset::ALL) {
        // the retained message must fit
        let from = if reset == Reset::Retain { shape.hashes() } else { 0 };
        filters.extend((from..=shape.bits()).map(|sigma| (shape, sigma, reset)));
    }
    Ok(filters)
}

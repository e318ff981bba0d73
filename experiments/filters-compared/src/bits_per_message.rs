//! Bits per message against the window, every filter that forgets.

mod rolling;

use bloomlab::compare::for_window;
use bloomlab::{SizedWindow, WindowFilter};
use bloomlab_tables::{Result, Run};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// W.
    windows: Vec<u64>,
    /// P.
    targets: Vec<f64>,
    /// P of the picture.
    drawn: f64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    window: u64,
    target: f64,
    /// Whether the picture shows it.
    is_drawn: bool,
    filter: String,
    bits_per_message: f64,
    /// The exact mean rate, at most the target.
    rate: f64,
    /// So many of the newest messages are never denied.
    guaranteed: u64,
    /// Of a message among the last W.
    false_negative_rate: f64,
    parameters: String,
    /// Of a rolling filter, the fewest bits per message of two full filters and an active one with its window and worst rate.
    ring_of_two: Option<f64>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let points = iproduct!(p.targets.iter().copied(), p.windows.iter().copied());
    run.flat_rows(points, |(target, window)| {
        let ring_of_two = rolling::ring_of_two(window, target)?;
        let row = |sized: SizedWindow| Row {
            window,
            target,
            is_drawn: target == p.drawn,
            filter: sized.filter.name().to_owned(),
            bits_per_message: sized.bits_per_message,
            rate: sized.rate,
            guaranteed: sized.window,
            false_negative_rate: sized.false_negative_rate,
            ring_of_two: Some(ring_of_two).filter(|_| sized.filter == WindowFilter::Rolling),
            parameters: sized.parameters.iter().map(|(name, value)| format!("{name} = {value}")).join(", "),
        };
        Ok(for_window(window, target)?.into_iter().map(row).collect::<Vec<_>>())
    })
}

//! Bits per message against the window, every filter that forgets.

use bloomlab::compare::for_window;
use bloomlab::{SizedWindow, WindowFilter};
use bloomlab_numbers::{Double, MAX_SIZE, Refused, Sampling, Shape, Target, search::try_least};
use bloomlab_recycling::ring::{self, Ring};
use bloomlab_recycling::rolling::{self, Rolling};
use bloomlab_tables::{Result, Run};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    windows: Vec<u64>,
    targets: Vec<f64>,
    drawn: f64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    window: u64,
    target: f64,
    is_drawn: bool,
    filter: &'static str,
    bits_per_message: f64,
    /// The exact mean rate, at most the target.
    rate: f64,
    /// The number of the newest messages that are never denied.
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
        let ring_of_two = ring_of_two(window, target)?;
        let row = |sized: SizedWindow| Row {
            window,
            target,
            is_drawn: target == p.drawn,
            filter: sized.filter.into(),
            bits_per_message: sized.bits_per_message,
            rate: sized.rate,
            guaranteed: sized.window,
            false_negative_rate: sized.false_negative_rate,
            ring_of_two: Some(ring_of_two).filter(|_| sized.filter == WindowFilter::Rolling),
            parameters: sized.parameters.iter().map(|(name, value)| format!("{name} = {value}")).join(", "),
        };
        // both are rings, or take more than one
        let is_drawn = |kind| !matches!(kind, WindowFilter::TwoBuffers | WindowFilter::DoubleBuffering);
        let sized = for_window(window, target)?.into_iter().filter(|sized| is_drawn(sized.filter));
        Ok(sized.map(row).collect::<Vec<_>>())
    })
}

/// More hash functions than a ring is best with, at the targets of the table.
const MOST_HASHES: u64 = 24;

/// A ring with the window and the worst rate of Bitcoin Core's rolling filter: the fewest bits per message of two full
/// filters and an active one, with the generations of the rolling filter for this window and target, whose rate at the
/// end of a generation is at most that of the rolling filter.
fn ring_of_two(window: u64, target: f64) -> Result<f64> {
    let filter = Rolling::as_built(window, Target::new(target)?)?;
    let (generation, positions) = (filter.generation(), filter.positions().bits());
    let worst = rolling::rate(&Double, filter, generation)?;
    let bits = |hashes| {
        let meets = |bits| {
            let ring = Ring::new(Shape::new(bits, hashes, Sampling::WithReplacement)?, 2, generation)?;
            Ok::<_, Refused>(ring::rate(&Double, ring, generation)? <= worst)
        };
        Ok(try_least(positions / 2, 1..=MAX_SIZE / 4, meets)?.ok_or("no ring keeps the rate")?)
    };
    let each = (1..=MOST_HASHES).map(bits).collect::<Result<Vec<u64>>>()?;
    let fewest = each.into_iter().min().ok_or("no hash functions")?;
    Ok(3.0 * fewest as f64 / window as f64)
}

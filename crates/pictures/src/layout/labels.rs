//! Names at the ends of lines, moved apart where they would overlap.

use itertools::Itertools;

use crate::layout::frame::Frame;
use crate::layout::{FONT, LEADING, Place};
use crate::measure::markup::widest;
use crate::{Colour, Panel, Series, Undrawable};

/// From the plot to a name, and what a leader takes in addition.
pub(crate) const GAP: f64 = 6.0;
pub(crate) const LEADER: f64 = 12.0;

pub(crate) struct Label<'a> {
    pub name: &'a str,
    pub colour: Colour,
    /// The end of the line.
    pub end: Place,
    /// The height of the name.
    pub y: f64,
}

/// The room that the names of a panel take at its right.
pub(crate) fn room(panel: &Panel) -> Result<f64, Undrawable> {
    let names = || panel.series.iter().map(|series| &*series.name).filter(|name| !name.is_empty());
    let gap = GAP + if names().all_equal() { 4.0 } else { LEADER };
    Ok(if names().next().is_some() { gap + widest(names(), FONT)? } else { 0.0 })
}

/// Each name of a panel, at the end of the series of this name that reaches farthest.
pub(crate) fn labels<'a>(panel: &'a Panel, frame: &Frame) -> Vec<Label<'a>> {
    let last = |series: &Series| series.points.iter().map(|point| point.x).fold(f64::NEG_INFINITY, f64::max);
    let mut farthest: Vec<&Series> = Vec::new();
    for series in panel.series.iter().filter(|series| !series.name.is_empty()) {
        match farthest.iter_mut().find(|known| known.name == series.name) {
            Some(known) if last(known) < last(series) => *known = series,
            Some(_) => {}
            None => farthest.push(series),
        }
    }
    let label = |series: &'a Series| {
        let point = series.points.iter().filter(|point| !point.y.is_nan()).max_by(|a, b| a.x.total_cmp(&b.x))?;
        let end = frame.clamped(point.x, point.y);
        Some(Label { name: &series.name, colour: series.look.colour, end, y: end.1 })
    };
    let mut labels: Vec<Label> = farthest.into_iter().filter_map(label).collect();
    labels.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut heights: Vec<f64> = labels.iter().map(|label| label.y).collect();
    part(&mut heights, LEADING, (frame.top + 5.0, frame.bottom() - 5.0));
    labels.iter_mut().zip(heights).for_each(|(label, y)| label.y = y);
    labels
}

/// Moves ascending places apart to at least this distance, as little as it takes, between two ends where they fit.
fn part(places: &mut [f64], distance: f64, (low, high): (f64, f64)) {
    // merge neighbours into blocks that lie around the mean of where they want to be
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    let span = |count: usize| distance * (count - 1) as f64;
    let fit = |centre: f64, count: usize| {
        let half = span(count) / 2.0;
        centre.min(high - half).max(low + half)
    };
    for &place in places.iter() {
        let mut block = (place, 1);
        loop {
            let centre = fit(block.0, block.1);
            match blocks.last() {
                Some(&(before, count))
                    if fit(before, count) + span(count) / 2.0 + distance > centre - span(block.1) / 2.0 =>
                {
                    let total = count + block.1;
                    block = ((before * count as f64 + block.0 * block.1 as f64) / total as f64, total);
                    blocks.pop();
                }
                _ => break,
            }
        }
        blocks.push(block);
    }
    let mut parted = Vec::new();
    for (centre, count) in blocks {
        let first = fit(centre, count) - span(count) / 2.0;
        parted.extend((0..count).map(|i| first + distance * i as f64));
    }
    places.copy_from_slice(&parted);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_moved_apart_and_no_farther() {
        let parted = |places: &[f64]| {
            let mut places = places.to_vec();
            part(&mut places, 10.0, (0.0, 100.0));
            places
        };
        assert_eq!(parted(&[10.0, 50.0]), [10.0, 50.0]);
        assert_eq!(parted(&[48.0, 52.0]), [45.0, 55.0]);
        assert_eq!(parted(&[0.0, 1.0, 2.0]), [0.0, 10.0, 20.0]);
        assert_eq!(parted(&[97.0, 99.0]), [90.0, 100.0]);
        assert_eq!(parted(&[30.0, 44.0, 46.0]), [30.0, 40.0, 50.0]);
        assert_eq!(parted(&[]), [0.0; 0]);
    }
}

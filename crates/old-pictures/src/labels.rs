//! Names at the ends of lines, moved apart where they would overlap.

use crate::canvas::{Align, Canvas, FONT, LEADING, Pen, Place};
use crate::frame::Frame;
use crate::markup::width;
use crate::{Colour, Look, Panel, Undrawable};

/// From the plot to a name.
const GAP: f64 = 10.0;

/// The room that the names of a panel take at its right.
pub(crate) fn room(panel: &Panel) -> Result<f64, Undrawable> {
    let mut most = 0.0;
    if panel.is_labelled {
        for (i, series) in panel.series.iter().enumerate() {
            if series.has_entry(i) {
                most = f64::max(most, GAP + width(&series.name, FONT)?);
            }
        }
    }
    Ok(most)
}

struct Label<'a> {
    name: &'a str,
    colour: Colour,
    end: Place,
    y: f64,
}

/// Draws the names of a panel's series beside the ends of their lines.
pub(crate) fn draw(canvas: &Canvas, panel: &Panel, looks: &[Look], frame: &Frame) -> Result<(), Undrawable> {
    let mut labels = Vec::new();
    for (i, (series, look)) in panel.series.iter().zip(looks).enumerate() {
        let last = series.points.iter().max_by(|a, b| a.x.total_cmp(&b.x));
        if let (true, Some(last)) = (series.has_entry(i), last) {
            let end = frame.clamped(last.x, last.y);
            labels.push(Label { name: &series.name, colour: look.colour, end, y: end.1 });
        }
    }
    labels.sort_by(|a, b| a.y.total_cmp(&b.y));
    let mut heights: Vec<f64> = labels.iter().map(|label| label.y).collect();
    part(&mut heights, LEADING, (frame.top + 5.0, frame.bottom() - 5.0));
    for (label, y) in labels.iter().zip(heights) {
        let x = frame.right() + GAP - 4.0;
        if (y - label.end.1).abs() > 3.0 || frame.right() - label.end.0 > 8.0 {
            let bend = (frame.right(), label.end.1);
            let pen = Pen::solid(label.colour.rgb(), 0.7);
            let from = (label.end.0 + 2.0, label.end.1);
            canvas.group("leader", || canvas.line(&[from, bend, (x - 3.0, y)], pen))?;
        }
        canvas.text_over(label.name, (x, y), FONT, Align::Left, label.colour.letters())?;
    }
    Ok(())
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

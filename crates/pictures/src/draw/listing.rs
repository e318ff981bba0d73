//! A listing in two versions side by side, with the lines in which they differ.

use crate::colour::{GRID, SHADE};
use crate::draw::canvas::{Align, Canvas, Pen, picture};
use crate::layout::{FONT, LEADING, MARGIN, TICK_FONT};
use crate::measure::markup::{plain, width};
use crate::{Colour, Picture, Undrawable};

/// A listing: its title, and its lines, which begin with two spaces for each step of indentation.
pub type Listing = (String, Vec<String>);

const LINE: f64 = LEADING + 3.0;
const NUMBER: f64 = 24.0;
const STEP: f64 = 14.0;

/// Two listings side by side; numbered lines that differ are shaded, at the left in orange and at the right in blue.
pub fn listings(total: f64, listings: &[Listing; 2]) -> Result<Picture, Undrawable> {
    let lines = listings.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0);
    if lines == 0 {
        return Err(Undrawable("no lines to draw".to_owned()));
    }
    let room = total / 2.0 - 2.0 * MARGIN;
    for line in listings.iter().flat_map(|(_, lines)| lines) {
        let needed = NUMBER + indent(line) + width(line.trim_start(), FONT)?;
        if needed > room {
            return Err(Undrawable(format!("{line:?} is wider than {room:.0} pixels")));
        }
    }
    let differs = |i: usize| listings[0].1.get(i) != listings[1].1.get(i);
    let described = listings.iter().map(|(title, lines)| {
        let lines = lines.iter().enumerate().map(|(i, line)| format!("{} {}", i + 1, plain(line.trim_start())));
        format!("{}: {}.", plain(title), lines.collect::<Vec<_>>().join("; "))
    });
    let described = described.collect::<Vec<_>>().join(" ");
    picture((total, MARGIN + LINE * (lines + 1) as f64 + MARGIN), described, |canvas| {
        for ((listing, left), colour) in
            listings.iter().zip([MARGIN, total / 2.0 + MARGIN]).zip([Colour::Vermilion, Colour::Blue])
        {
            canvas.group("panel", || draw(canvas, listing, (left, room), &differs, colour))?;
        }
        Ok(())
    })
}

fn indent(line: &str) -> f64 {
    STEP * ((line.len() - line.trim_start().len()) / 2) as f64
}

fn draw(
    canvas: &Canvas,
    (title, lines): &Listing,
    (left, room): (f64, f64),
    differs: &impl Fn(usize) -> bool,
    colour: Colour,
) -> Result<(), Undrawable> {
    let y = |i: usize| MARGIN + LINE * (i as f64 + 0.5);
    canvas.group("title", || canvas.text(title, (left, y(0)), FONT, Align::Left))?;
    canvas.group("grid", || canvas.line(&[(left, y(0) + 10.0), (left + room, y(0) + 10.0)], Pen::solid(GRID, 1.0)))?;
    for (i, line) in lines.iter().enumerate() {
        let y = y(i + 1) + 2.0;
        let letters = if differs(i) { colour } else { Colour::Ink };
        if differs(i) {
            let area = (left, y - LINE / 2.0, left + room, y + LINE / 2.0);
            canvas.group("cells", || canvas.rectangle(area, SHADE, 1.0))?;
        }
        canvas.text_in(&(i + 1).to_string(), (left + 16.0, y), TICK_FONT, Align::Right, Colour::Grey.letters())?;
        let at = (left + NUMBER + indent(line), y);
        canvas.text_in(line.trim_start(), at, FONT, Align::Left, letters.letters())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_differ_are_shaded() {
        let listing = |second: &str| ("t".to_owned(), vec!["one".to_owned(), format!("  {second}")]);
        let svg = |second: &str| listings(720.0, &[listing("two"), listing(second)]).unwrap().into_svg();
        assert_eq!(svg("two").matches("class=\"cells\"").count(), 0);
        assert_eq!(svg("three").matches("class=\"cells\"").count(), 2);
        let long = listing(&"m".repeat(80));
        assert!(listings(352.0, &[long.clone(), long]).unwrap_err().0.contains("wider"));
    }
}

//! A listing in two versions side by side, with the lines and the letters in which they differ.

use itertools::Itertools;

use crate::colour::{GRID, SHADE};
use crate::draw::canvas::{Align, Canvas, Pen, picture};
use crate::layout::{FONT, LEADING, MARGIN, TICK_FONT};
use crate::measure::markup::{Line, plain, width};
use crate::{Colour, Picture, Undrawable};

/// A listing: its title, and its lines, which begin with two spaces for each step of indentation.
pub type Listing = (String, Vec<String>);

const LINE: f64 = LEADING + 3.0;
const NUMBER: f64 = 24.0;
const STEP: f64 = 14.0;

/// Two listings side by side. Numbered lines that differ are shaded, at the left in orange and at the right in blue, and the letters
/// from the first to the last that differs are underlined.
pub fn listings(total: f64, listings: &[Listing; 2]) -> Result<Picture, Undrawable> {
    let lines = listings.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0);
    let room = total / 2.0 - 2.0 * MARGIN;
    for line in listings.iter().flat_map(|(_, lines)| lines) {
        let needed = NUMBER + indent(line) + width(line.trim_start(), FONT)?;
        if needed > room {
            return Err(Undrawable(format!("{line:?} is wider than {room:.0} pixels")));
        }
    }
    let described = listings.iter().map(|(title, lines)| {
        let mut lines = lines.iter().enumerate().map(|(i, line)| format!("{} {}", i + 1, plain(line.trim_start())));
        format!("{}: {}.", plain(title), lines.join("; "))
    });
    let described = described.collect::<Vec<_>>().join(" ");
    picture((total, MARGIN + LINE * (lines + 1) as f64 + MARGIN), described, |canvas| {
        let [left, right] = listings;
        canvas.group("panel", || draw(canvas, left, &right.1, (MARGIN, room), Colour::Vermilion))?;
        canvas.group("panel", || draw(canvas, right, &left.1, (total / 2.0 + MARGIN, room), Colour::Blue))
    })
}

fn indent(line: &str) -> f64 {
    STEP * ((line.len() - line.trim_start().len()) / 2) as f64
}

fn draw(
    canvas: &Canvas,
    (title, lines): &Listing,
    others: &[String],
    (left, room): (f64, f64),
    colour: Colour,
) -> Result<(), Undrawable> {
    let y = |i: usize| MARGIN + LINE * (i as f64 + 0.5);
    canvas.group("title", || canvas.text(title, (left, y(0)), FONT, Align::Left))?;
    canvas.group("grid", || canvas.line(&[(left, y(0) + 10.0), (left + room, y(0) + 10.0)], Pen::solid(GRID, 1.0)))?;
    for (i, line) in lines.iter().enumerate() {
        let y = y(i + 1) + 2.0;
        let at = (left + NUMBER + indent(line), y);
        let other = others.get(i);
        let letters = if other == Some(line) { Colour::Ink } else { colour };
        if other != Some(line) {
            let area = (left, y - LINE / 2.0, left + room, y + LINE / 2.0);
            canvas.group("cells", || canvas.rectangle(area, SHADE, 1.0))?;
        }
        canvas.text_in(&(i + 1).to_string(), (left + 16.0, y), TICK_FONT, Align::Right, Colour::Grey.letters())?;
        canvas.text_in(line.trim_start(), at, FONT, Align::Left, letters.letters())?;
        if let Some((from, to)) = other.map(|other| differing(line, other)).transpose()?.filter(|(from, to)| from < to)
        {
            let foot = y + 7.0;
            canvas.line(&[(at.0 + from, foot), (at.0 + to, foot)], Pen::solid(colour.letters(), 2.0))?;
        }
    }
    Ok(())
}

/// The ends of the letters of a line between those that it begins and ends with like another, in pixels.
fn differing(line: &str, other: &str) -> Result<(f64, f64), Undrawable> {
    let [line, other] = [line, other].map(|line| Ok(Line::parse(line.trim_start())?.letters()));
    let (line, other) = (line?, other?);
    let start = line.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let both = line[start..].iter().rev().zip(other[start..].iter().rev());
    let end = line.len() - both.take_while(|(a, b)| a == b).count();
    Ok((FONT * Line::of(&line[..start])?.width, FONT * Line::of(&line[..end])?.width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_differ_are_shaded_and_their_letters_underlined() {
        let listing = |second: &str| ("t".to_owned(), vec!["one".to_owned(), format!("  {second}")]);
        let svg =
            |second: &str| listings(720.0, &[listing("two"), listing(second)]).unwrap().into_svg("", None, "").unwrap();
        assert_eq!(svg("two").matches("class=\"cells\"").count(), 0);
        assert_eq!(svg("three").matches("class=\"cells\"").count(), 2);
        assert_eq!(differing("  a *b* c", "  a *d* c").unwrap(), (FONT * 0.834, FONT * 1.39));
        let long = listing(&"m".repeat(80));
        assert!(listings(352.0, &[long.clone(), long]).unwrap_err().0.contains("wider"));
    }
}

//! A mosaic: groups of tiles, each of one kind, and below them tracks that show a part of a range.

use crate::canvas::{Align, Canvas, FONT, LEADING, Pen, Place, TICK_FONT, picture, rectangle};
use crate::colour::INK;
use crate::legend::{self, Entry};
use crate::markup::plain;
use crate::track::{self, Track};
use crate::{Look, Mark, Picture, Undrawable, marker};

/// Many things, each of one of a few kinds: as tiles in groups, and as tracks where a kind has a range.
#[derive(Clone, Debug)]
pub struct Mosaic {
    /// The kinds, with their looks and names.
    pub kinds: Vec<(Look, String)>,
    /// From top to bottom.
    pub groups: Vec<MosaicGroup>,
    /// What the tracks show.
    pub track_title: String,
    /// From top to bottom.
    pub tracks: Vec<Track>,
}

/// Tiles that belong together.
#[derive(Clone, Debug)]
pub struct MosaicGroup {
    /// Above the tiles.
    pub title: String,
    /// From left to right, in rows.
    pub tiles: Vec<MosaicTile>,
}

/// One tile.
#[derive(Clone, Debug)]
pub struct MosaicTile {
    /// A short text: it has room for four letters.
    pub text: String,
    /// Which kind, counted from 0.
    pub kind: usize,
    /// The part of a range that is marked, from 0 to 1, where there is a range.
    pub part: Option<(f64, f64)>,
}

const WIDTH: f64 = 720.0;
const MARGIN: f64 = 6.0;
const TILE: (f64, f64) = (42.4, 24.0);
const GAP: f64 = 2.0;
const IN_A_ROW: usize = 16;
const HEADING: f64 = 20.0;
const BETWEEN: f64 = 8.0;

impl Mosaic {
    /// The picture.
    ///
    /// # Errors
    /// No tiles; a kind that does not exist; malformed markup.
    pub fn draw(&self) -> Result<Picture, Undrawable> {
        if self.groups.iter().all(|group| group.tiles.is_empty()) {
            return Err(Undrawable::Empty("tiles"));
        }
        let entry = |(look, name): &(Look, String)| Entry {
            look: *look,
            mark: Mark::Markers,
            has_both: false,
            name: name.clone(),
        };
        let entries: Vec<Entry> = self.kinds.iter().map(entry).collect();
        let legend = legend::rows(&entries, WIDTH - 2.0 * MARGIN)?;
        let mut y = MARGIN + legend::ROW * legend.len() as f64 + BETWEEN;
        let mut tops = Vec::new();
        for group in &self.groups {
            tops.push(y);
            y += HEADING + (TILE.1 + GAP) * group.tiles.len().div_ceil(IN_A_ROW) as f64 + BETWEEN;
        }
        let tracks_top = y + BETWEEN;
        let end = if self.tracks.is_empty() { y } else { tracks_top + HEADING + track::height(&self.tracks) };
        let drawn = picture((WIDTH, end + MARGIN), |canvas| {
            legend::draw(canvas, &legend, (MARGIN, MARGIN))?;
            for (group, top) in self.groups.iter().zip(&tops) {
                canvas.group("panel", || self.draw_group(canvas, group, *top))?;
            }
            if self.tracks.is_empty() {
                return Ok(());
            }
            canvas.text(&self.track_title, (MARGIN, tracks_top + LEADING / 2.0), FONT, Align::Left)?;
            let corner = (MARGIN, tracks_top + HEADING);
            track::draw(canvas, &self.tracks, corner, WIDTH - 2.0 * MARGIN, |kind| self.look(kind))
        })?;
        Ok(drawn.described(self.description()))
    }

    fn look(&self, kind: usize) -> Result<Look, Undrawable> {
        self.kinds.get(kind).map(|(look, _)| *look).ok_or(Undrawable::Empty("kinds"))
    }

    fn draw_group(&self, canvas: &Canvas, group: &MosaicGroup, top: f64) -> Result<(), Undrawable> {
        canvas.text(&group.title, (MARGIN, top + LEADING / 2.0), FONT, Align::Left)?;
        for (i, tile) in group.tiles.iter().enumerate() {
            let left = MARGIN + (TILE.0 + GAP) * (i % IN_A_ROW) as f64;
            let top = top + HEADING + (TILE.1 + GAP) * (i / IN_A_ROW) as f64;
            canvas.group("tile", || tile.draw(canvas, (left, top), self.look(tile.kind)?))?;
        }
        Ok(())
    }

    /// What there is of each kind, for those who do not see it.
    fn description(&self) -> String {
        let group = |group: &MosaicGroup| {
            let of_kind = |(kind, (_, name)): (usize, &(Look, String))| {
                let names: Vec<&str> =
                    group.tiles.iter().filter(|tile| tile.kind == kind).map(|tile| &*tile.text).collect();
                (!names.is_empty()).then(|| format!("{}: {}", plain(name), names.join(" ")))
            };
            let kinds: Vec<String> = self.kinds.iter().enumerate().filter_map(of_kind).collect();
            format!("{}. {}.", plain(&group.title), kinds.join("; "))
        };
        self.groups.iter().map(group).collect::<Vec<_>>().join(" ")
    }
}

impl MosaicTile {
    fn draw(&self, canvas: &Canvas, (left, top): Place, look: Look) -> Result<(), Undrawable> {
        let colour = look.colour().rgb();
        let area = (left, top, left + TILE.0, top + TILE.1);
        canvas.group("cells", || canvas.polygon(&rectangle(area), colour, 0.18))?;
        canvas.outline(area, Pen::solid(colour, 0.8))?;
        let middle = if self.part.is_some() { top + 9.0 } else { top + TILE.1 / 2.0 };
        marker::draw(canvas, look, (left + 8.0, middle))?;
        canvas.text(&self.text, (left + 15.0, middle), TICK_FONT, Align::Left)?;
        let Some((from, to)) = self.part else { return Ok(()) };
        let across = |share: f64| left + 4.0 + share.clamp(0.0, 1.0) * (TILE.0 - 8.0);
        canvas.line(&[(across(0.0), top + 19.0), (across(1.0), top + 19.0)], Pen::solid(INK, 0.8))?;
        canvas.polygon(&rectangle((across(from), top + 17.0, across(to), top + 21.0)), INK, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Colour;

    fn mosaic(kind: usize) -> Mosaic {
        let tile = MosaicTile { text: "A1".to_owned(), kind, part: Some((0.5, 1.0)) };
        Mosaic {
            kinds: vec![(Look::new(Colour::Blue), "good".to_owned()), (Look::new(Colour::Wine), "bad".to_owned())],
            groups: vec![MosaicGroup { title: "first".to_owned(), tiles: vec![tile; 17] }],
            track_title: "where".to_owned(),
            tracks: Vec::new(),
        }
    }

    #[test]
    fn every_tile_is_drawn_and_told() {
        let svg = mosaic(1).draw().unwrap().into_svg();
        assert_eq!(svg.matches(">A1</text>").count(), 17);
        assert!(svg.contains("first. bad: A1 A1"), "{svg}");
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        assert!(mosaic(2).draw().is_err());
        assert!(Mosaic { groups: Vec::new(), ..mosaic(0) }.draw().is_err());
    }
}

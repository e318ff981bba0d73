//! The claims overview: every claim of every paper on one picture, with the table that it is drawn from.

use bloomlab_pictures::{Colour, Look, Marker, Mosaic, MosaicGroup, MosaicTile, Picture, Track};
use bloomlab_workbench::{Claim, PaperClaims, Verdict, Workspace};
use serde::{Deserialize, Serialize};

use crate::GalleryError;
use crate::numbers::{short, tidy, upright};
use crate::page::PaperSection;

/// Where the picture lies in the workspace.
pub const OVERVIEW: &str = "figures/claims-overview.svg";
/// Where its table lies.
pub const OVERVIEW_TABLE: &str = "data/claims-overview.csv";

/// What the picture is called.
const TITLE: &str = "The claims of the papers and our own, and where they hold";
/// What it shows.
const CAPTION: &str = "Each tile is a claim, in the colour and with the mark of its verdict. Where one quantity decides, a bar in \
    the tile shows the range that was tested; its dark part shows where the claim holds. Below are the claims that hold only in a part of that \
    range: the quantity, the range tested (line) and the part in which the claim holds (bar), logarithmic from a factor of ten on.";

/// One claim of one paper, as far as the picture shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    paper: String,
    id: String,
    verdict: Verdict,
    figure: String,
    statement: String,
    quantity: Option<String>,
    tested_from: Option<f64>,
    tested_to: Option<f64>,
    holds_from: Option<f64>,
    holds_to: Option<f64>,
}

/// The picture and its table, as the texts of their files.
pub(crate) struct Overview {
    pub svg: String,
    pub csv: String,
}

impl Overview {
    /// Draws the claims: in each group the verdicts in their order, and the claims in that of their ids; `None` without claims.
    pub(crate) fn of(papers: &[PaperSection], claims: &[PaperClaims]) -> Result<Option<Self>, GalleryError> {
        let (mut rows, mut titles) = (Vec::new(), Vec::new());
        for group in claims {
            // titles hold, or no picture is made
            let mut claims: Vec<&Claim> = group.claims.iter().filter(|claim| !claim.is_title()).collect();
            claims.sort_by(|a, b| (a.verdict, &a.id).cmp(&(b.verdict, &b.id)));
            let name = papers.iter().find(|paper| paper.name == group.paper).map_or(&*group.paper, PaperSection::short);
            titles.push((group.paper.as_str(), heading(name, &claims)));
            rows.extend(claims.into_iter().map(|claim| row(&group.paper, claim)));
        }
        if rows.is_empty() {
            return Ok(None);
        }
        let own = claims
            .iter()
            .flat_map(|group| &group.claims)
            .filter(|claim| !claim.is_title() && claim.place.is_ours())
            .count();
        let caption = format!("{CAPTION} {} claims are those of the papers and {own} are our own.", rows.len() - own);
        let svg = draw(titles, &rows)?.titled(TITLE).captioned(&caption).into_svg();
        Ok(Some(Self { svg, csv: String::from_utf8_lossy(&Workspace::csv(&rows)?).into_owned() }))
    }
}

fn heading(name: &str, claims: &[&Claim]) -> String {
    let (all, own) = (claims.len(), claims.iter().filter(|claim| claim.place.is_ours()).count());
    match own {
        0 => format!("{name}: {all} claims"),
        _ if own == all => format!("{name}: {all} claims of our own"),
        _ => format!("{name}: {} claims, and {own} of our own", all - own),
    }
}

fn row(paper: &str, claim: &Claim) -> Row {
    Row {
        paper: paper.to_owned(),
        id: claim.id.clone(),
        verdict: claim.verdict,
        figure: claim.figure.clone(),
        statement: claim.statement.clone(),
        quantity: claim.quantity.clone(),
        tested_from: claim.tested_from,
        tested_to: claim.tested_to,
        holds_from: claim.holds_from,
        holds_to: claim.holds_to,
    }
}

fn draw(titles: Vec<(&str, String)>, rows: &[Row]) -> Result<Picture, GalleryError> {
    let kind = |verdict: Verdict| Verdict::ALL.iter().position(|known| *known == verdict).unwrap_or(0);
    let count = |verdict: Verdict| rows.iter().filter(|row| row.verdict == verdict).count();
    let tile = |row: &Row| MosaicTile { text: row.id.clone(), kind: kind(row.verdict), part: row.part() };
    let group = |(paper, title): (&str, String)| MosaicGroup {
        title,
        tiles: rows.iter().filter(|row| row.paper == paper).map(tile).collect(),
    };
    let mosaic = Mosaic {
        kinds: Verdict::ALL.map(|verdict| (look(verdict), format!("{} ({})", verdict.name(), count(verdict)))).into(),
        groups: titles.into_iter().map(group).filter(|group| !group.tiles.is_empty()).collect(),
        track_title: "Where a claim holds (bar) within what was tested (line)".to_owned(),
        tracks: rows.iter().filter_map(|row| row.track(kind(row.verdict))).collect(),
    };
    Ok(mosaic.draw()?)
}

/// Colour and mark of a verdict.
fn look(verdict: Verdict) -> Look {
    let (colour, marker) = match verdict {
        Verdict::Holds => (Colour::Blue, Marker::Circle),
        Verdict::HoldsAsCorrected => (Colour::Green, Marker::Diamond),
        Verdict::HoldsOnlyIf => (Colour::Purple, Marker::Wedge),
        Verdict::DoesNotHold => (Colour::Vermilion, Marker::Cross),
        Verdict::ByDefinition => (Colour::Grey, Marker::OpenSquare),
        Verdict::NotTestable => (Colour::Grey, Marker::Ring),
    };
    Look::new(colour).marked(marker)
}

impl Row {
    fn tested(&self) -> Option<(f64, f64)> {
        self.tested_from.zip(self.tested_to).filter(|(from, to)| from < to)
    }

    /// The part of the tested range in which the claim holds, from 0 to 1; an empty one where it holds nowhere.
    fn part(&self) -> Option<(f64, f64)> {
        let (from, to) = self.tested()?;
        let place = |value: f64| {
            if from > 0.0 && to >= 10.0 * from {
                libm::log(value / from) / libm::log(to / from)
            } else {
                (value - from) / (to - from)
            }
        };
        Some(self.holds_from.zip(self.holds_to).map_or((0.0, 0.0), |(low, high)| (place(low), place(high))))
    }

    /// The track of a claim that holds in a part of the tested range only.
    fn track(&self, kind: usize) -> Option<Track> {
        let (from, to) = self.tested()?;
        let (low, high) = self.holds_from.zip(self.holds_to)?;
        let bound = |value: f64, end: f64| (value != end).then(|| short(value));
        (low != from || high != to).then_some(Track {
            text: self.id.clone(),
            kind,
            statement: upright(&self.statement),
            quantity: tidy(self.quantity.as_deref()?),
            ends: (short(from), short(to)),
            part: self.part()?,
            bounds: (bound(low, from), bound(high, to)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(id: &str, verdict: Verdict, holds: Option<(f64, f64)>) -> Row {
        Row {
            paper: "bloom-hash".to_owned(),
            id: id.to_owned(),
            verdict,
            figure: "rate".to_owned(),
            statement: "it grows".to_owned(),
            quantity: Some("m".to_owned()),
            tested_from: Some(1.0),
            tested_to: Some(100.0),
            holds_from: holds.map(|ends| ends.0),
            holds_to: holds.map(|ends| ends.1),
        }
    }

    #[test]
    fn a_track_is_of_a_claim_that_holds_in_a_part() {
        let part = claim("A", Verdict::HoldsOnlyIf, Some((10.0, 100.0)));
        assert_eq!(part.part(), Some((0.5, 1.0)));
        let track = part.track(2).unwrap();
        assert_eq!((track.bounds, track.ends.1.as_str()), ((Some("10".to_owned()), None), "100"));
        assert!(claim("A", Verdict::Holds, Some((1.0, 100.0))).track(0).is_none());
        let nowhere = claim("A", Verdict::DoesNotHold, None);
        assert!(nowhere.track(3).is_none());
        assert_eq!(nowhere.part(), Some((0.0, 0.0)));
    }
}

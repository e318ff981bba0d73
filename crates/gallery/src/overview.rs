//! The claims overview: every claim of every paper on one picture, with the table that it is drawn from.

use bloomlab_pictures::{Bar, Bars, Colour, Picture};
use bloomlab_workbench::{Claim, PaperClaims, Verdict, Workspace};
use serde::{Deserialize, Serialize};

use crate::GalleryError;
use crate::numbers::upright;
use crate::page::PaperSection;

/// Where the picture lies in the workspace.
pub const OVERVIEW: &str = "figures/claims-overview.svg";
/// Where its table lies.
pub const OVERVIEW_TABLE: &str = "data/claims-overview.csv";

/// What it shows.
const CAPTION: &str = "A bar for each study: its claims by verdict, and beside it some that do not hold. Where a claim of the \
    others holds in a part of what was tested, the table has the range.";

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
            titles.push((group.paper.as_str(), heading(&name(papers, &group.paper), &claims)));
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
        let of = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
        let [holding, in_part, _, refuted] =
            KINDS.map(|(_, _, kind)| kind.iter().map(|verdict| of(*verdict)).sum::<usize>());
        let caption = format!(
            "{CAPTION} {} claims hold by definition and {} are not testable. {} claims are those of the papers and {own} are our own.",
            of(Verdict::ByDefinition),
            of(Verdict::NotTestable),
            rows.len() - own
        );
        let title =
            format!("Of {} claims {holding} hold, {in_part} hold corrected or in part, {refuted} do not", rows.len());
        let svg = draw(titles, &rows)?.titled(&title)?.captioned(&caption).into_svg();
        Ok(Some(Self { svg, csv: String::from_utf8_lossy(&Workspace::csv(&rows)?).into_owned() }))
    }
}

/// The most letters of a study's name that have room above its bar.
const LONGEST: usize = 30;

/// The authors of a study, or its title; where that is long or of two studies the first author and the topic, by the name of its package.
fn name(papers: &[PaperSection], package: &str) -> String {
    let words = |name: &str| name.replace('-', " ");
    let Some(paper) = papers.iter().find(|paper| paper.name == package) else { return words(package) };
    let is_own = papers.iter().filter(|other| other.short() == paper.short()).count() == 1;
    match (package.split_once('-'), paper.short().split_once(", ")) {
        _ if is_own && paper.short().chars().count() <= LONGEST => paper.short().to_owned(),
        (Some((_, topic)), Some((first, _))) if !paper.notes.authors.is_empty() => {
            format!("{first} et al., {}", words(topic))
        }
        _ => {
            let (first, rest) = package.split_at(1);
            first.to_uppercase() + &words(rest)
        }
    }
}

/// The most refuted claims of a study in words; the table has all.
const SPOKEN: usize = 3;

/// A study with the numbers of its claims.
fn heading(name: &str, claims: &[&Claim]) -> String {
    let own = claims.iter().filter(|claim| claim.place.is_ours()).count();
    format!("{name}: {} + {own}", claims.len() - own)
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

/// What is counted together, the refuted last.
const KINDS: [(&str, Colour, &[Verdict]); 4] = [
    ("holds", Colour::Blue, &[Verdict::Holds]),
    ("corrected, or in part", Colour::Purple, &[Verdict::HoldsAsCorrected, Verdict::HoldsOnlyIf]),
    ("by definition, or not testable", Colour::Grey, &[Verdict::ByDefinition, Verdict::NotTestable]),
    ("does not hold:", Colour::Vermilion, &[Verdict::DoesNotHold]),
];

fn draw(titles: Vec<(&str, String)>, rows: &[Row]) -> Result<Picture, GalleryError> {
    let bar = |(paper, name): (&str, String)| {
        let own: Vec<&Row> = rows.iter().filter(|row| row.paper == paper).collect();
        let count = |kind: &[Verdict]| own.iter().filter(|row| kind.contains(&row.verdict)).count();
        let refuted = own.iter().filter(|row| row.verdict == Verdict::DoesNotHold);
        let mut words: Vec<String> = refuted.map(|row| format!("{}: {}", row.id, upright(&row.statement))).collect();
        if let Some(left) = words.len().checked_sub(SPOKEN).filter(|left| *left > 1) {
            // the shortest, in the order of their ids
            let mut lengths: Vec<usize> = words.iter().map(|words| words.chars().count()).collect();
            lengths.sort_unstable();
            words.retain(|words| words.chars().count() <= lengths[SPOKEN - 1]);
            words.truncate(SPOKEN);
            words.push(format!("and {left} more, in the table"));
        }
        Bar { name, counts: KINDS.iter().map(|(_, _, kind)| count(kind)).collect(), words }
    };
    let kinds = KINDS.iter().map(|(name, colour, _)| (*colour, (*name).to_owned())).collect();
    Ok(Bars {
        kinds,
        heading: "claims of the paper + our own".to_owned(),
        bars: titles.into_iter().map(bar).filter(|bar| bar.counts.iter().sum::<usize>() > 0).collect(),
    }
    .draw()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_is_counted_once() {
        let counted = |verdict: &Verdict| KINDS.iter().filter(|(_, _, kind)| kind.contains(verdict)).count();
        assert!(Verdict::ALL.iter().all(|verdict| counted(verdict) == 1));
    }
}

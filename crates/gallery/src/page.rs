//! What stands on the page, in the terms of its template.

use std::collections::BTreeMap;

use askama::Template;
use bloomlab_pictures::grouped;
use bloomlab_workbench::figure::Facts;
use bloomlab_workbench::{Claim, Provenance, Verdict, Workspace};
use serde_json::Value;

use crate::chapters::Chapter;
use crate::finding::FindingItem;
use crate::notes::PaperNotes;
use crate::svg::InlineSvg;
use crate::typeset::typeset;
use crate::{GalleryError, NOTES};

/// Significant digits of a measured number; the table of claims has all.
const DIGITS: i32 = 4;

/// The style of every page.
pub const STYLE: &str = include_str!("../templates/gallery.css");

/// The script of every page: the button that changes the theme.
pub const THEME: &str = include_str!("../templates/theme.js");

/// Words of a caption that are shown at once, where a sentence ends before.
const WORDS: usize = 60;

/// The page; its style and its script are parts of it, because it has to work as one file.
#[derive(Template)]
#[template(path = "gallery.html")]
pub(super) struct Page {
    style: &'static str,
    script: &'static str,
    /// Whether there is an introduction, a file of notes to point at, a page on libraries, and a picture of all claims.
    has_readme: bool,
    has_notes: bool,
    has_libraries: bool,
    has_overview: bool,
    findings: Vec<FindingItem>,
    chapters: Vec<ChapterSection>,
    pub papers: Vec<PaperSection>,
}

/// One chapter, with those of its figures that have been made.
pub(super) struct ChapterSection {
    chapter: Chapter,
    figures: Vec<FigureSection>,
}

/// What belongs to a paper and to none of its figures.
pub(super) struct PaperSection {
    pub name: String,
    pub(super) notes: PaperNotes,
    /// All its claims but titles, of which the page shows addresses and verdicts.
    tiles: Vec<ClaimItem>,
    /// Claims that no figure on the page measures.
    others: Vec<ClaimItem>,
}

/// One figure.
pub(super) struct FigureSection {
    pub anchor: String,
    provenance: Provenance,
    /// The first sentences of its caption, and the rest.
    caption: (String, String),
    /// Its picture; none where the provenance has a table to be typeset.
    svg: Option<InlineSvg>,
    claims: Vec<ClaimItem>,
    /// The seed, if there is one, and the parameters.
    settings: Vec<(String, String)>,
}

/// One claim.
pub(super) struct ClaimItem {
    anchor: String,
    claim: Claim,
    value: Option<String>,
}

impl Page {
    pub(super) fn new(
        workspace: &Workspace,
        findings: Vec<FindingItem>,
        mut chapters: Vec<ChapterSection>,
        papers: Vec<PaperSection>,
    ) -> Self {
        let script = concat!(include_str!("../templates/theme.js"), include_str!("../templates/gallery.js"));
        let is_there = |file: &str| workspace.path(file).is_file();
        for part in &mut chapters {
            part.chapter.page = part.chapter.page.take().filter(|page| is_there(page));
        }
        Self {
            style: STYLE.trim(),
            script: script.trim(),
            has_readme: is_there("README.md"),
            has_notes: is_there(NOTES),
            has_libraries: is_there("docs/libraries.md"),
            has_overview: papers.iter().any(|paper| !paper.tiles.is_empty()),
            findings,
            chapters,
            papers,
        }
    }

    fn all_figures(&self) -> impl Iterator<Item = &FigureSection> {
        self.chapters.iter().flat_map(|chapter| &chapter.figures)
    }

    fn all_claims(&self) -> impl Iterator<Item = &Claim> {
        let others = self.papers.iter().flat_map(|paper| &paper.others);
        self.all_figures().flat_map(|figure| &figure.claims).chain(others).map(|item| &item.claim)
    }

    pub(super) fn figures(&self) -> usize {
        self.all_figures().count()
    }

    pub(super) fn claims(&self) -> usize {
        self.all_claims().count()
    }

    /// The claims that are no paper's.
    fn own_claims(&self) -> usize {
        self.all_claims().filter(|claim| claim.place.is_ours()).count()
    }

    fn count(&self, verdict: Verdict) -> usize {
        self.all_claims().filter(|claim| claim.verdict == verdict).count()
    }
}

impl ChapterSection {
    /// Takes its figures from those that have been made.
    pub(super) fn new(chapter: Chapter, made: &mut BTreeMap<String, FigureSection>) -> Self {
        let figures = chapter.figures.iter().filter_map(|figure| made.remove(figure)).collect();
        Self { chapter, figures }
    }
}

impl PaperSection {
    pub(super) fn new(name: String, notes: PaperNotes, claims: &[Claim], others: Vec<Claim>) -> Self {
        let item = |claim| ClaimItem::new(&name, claim);
        let tiles = claims.iter().filter(|claim| !claim.is_title()).cloned().map(item).collect();
        let others = others.into_iter().map(item).collect();
        Self { notes, tiles, others, name }
    }

    /// Its authors, or else its title.
    pub(super) fn short(&self) -> &str {
        if self.notes.authors.is_empty() { &self.notes.title } else { &self.notes.authors }
    }
}

impl FigureSection {
    pub(super) fn new(provenance: Provenance, svg: Option<&str>, claims: Vec<Claim>) -> Result<Self, GalleryError> {
        let parameters = provenance.parameters.as_object().into_iter().flatten();
        let parameters = parameters.map(|(name, value)| (name.clone(), setting(value)));
        let seed = provenance.seed.map(|seed| ("seed".to_owned(), seed.to_string()));
        let anchor = format!("{}/{}", provenance.paper, provenance.figure);
        let svg = svg.map(InlineSvg::parse).transpose();
        let svg = svg.map_err(|fault| GalleryError::Picture { figure: anchor.clone(), fault })?;
        Ok(Self {
            anchor,
            svg,
            caption: folded(&provenance.caption),
            claims: claims.into_iter().map(|claim| ClaimItem::new(&provenance.paper, claim)).collect(),
            settings: seed.into_iter().chain(parameters).collect(),
            provenance,
        })
    }

    /// What a sentence on it may cite.
    pub(super) fn facts(&self) -> Facts {
        let settings = self.settings.iter().map(|(name, text)| (name, text));
        settings.chain(&self.provenance.facts).fold(Facts::new(), |facts, (name, text)| facts.text(name, text))
    }

    /// The paper's own figures first, in the order of their numbers; then ours by name.
    pub(super) fn order(&self) -> (u64, String) {
        let name = &self.provenance.figure;
        let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok();
        (name.strip_prefix("fig").and_then(digits).unwrap_or(u64::MAX), name.clone())
    }
}

impl ClaimItem {
    fn new(paper: &str, claim: Claim) -> Self {
        Self { anchor: claim_anchor(paper, &claim), value: claim.value.map(brief), claim }
    }

    fn symbol(&self) -> &'static str {
        symbol(self.claim.verdict)
    }

    fn class(&self) -> String {
        class(self.claim.verdict)
    }

    /// What the condition is.
    fn condition_label(&self) -> &'static str {
        if self.claim.verdict == Verdict::HoldsAsCorrected { "Corrected" } else { "Only if" }
    }
}

/// The address of a claim on the page: its id, which no other claim has. The title of a figure has the figure's id.
pub(super) fn claim_anchor(paper: &str, claim: &Claim) -> String {
    if claim.is_title() { format!("{paper}/{}-claim", claim.id) } else { claim.id.clone() }
}

/// A caption as its first sentences, of few words where it can be, and the rest.
fn folded(caption: &str) -> (String, String) {
    let is_end = |&(end, _): &(usize, &str)| {
        caption[end + 2..].starts_with(|next: char| next.is_uppercase() || "(*".contains(next))
    };
    let short = |&end: &usize| caption[..end].split_whitespace().count() <= WORDS;
    let ends: Vec<usize> = caption.match_indices(". ").filter(is_end).map(|(end, _)| end + 1).collect();
    let end = if short(&caption.len()) {
        caption.len()
    } else {
        ends.iter().copied().rfind(short).or(ends.first().copied()).unwrap_or(caption.len())
    };
    (caption[..end].to_owned(), caption[end..].trim().to_owned())
}

/// What stands before a verdict's name, as in the claims overview, so that it can be seen at a glance and without colours.
fn symbol(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "●",
        Verdict::HoldsAsCorrected => "◆",
        Verdict::HoldsOnlyIf => "▼",
        Verdict::DoesNotHold => "✕",
        Verdict::ByDefinition => "▢",
        Verdict::NotTestable => "○",
    }
}

fn class(verdict: Verdict) -> String {
    verdict.name().replace(' ', "-")
}

/// A parameter's value in a line.
fn setting(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(setting).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| format!("{name} = {}", setting(value)));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// A number with a few digits: whole below a million, otherwise with four significant digits, as a decimal or with a power
/// of ten.
pub(super) fn brief(value: f64) -> String {
    let scientific = format!("{value:.*e}", DIGITS as usize - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let without_zeros = |text: &str| text.trim_end_matches('0').trim_end_matches('.').to_owned();
    let text = if value == value.trunc() && value.abs() < 1e6 {
        (value + 0.0).to_string() // + 0.0 turns −0 into 0
    } else if (-4..DIGITS - 1).contains(&exponent) {
        without_zeros(&format!("{value:.*}", (DIGITS - 1 - exponent) as usize))
    } else if (DIGITS - 1..6).contains(&exponent) {
        format!("{value:.0}")
    } else {
        format!("{}·{}", without_zeros(mantissa), power(10, exponent))
    };
    grouped(&text).replace('-', "−")
}

/// The power of a base as text, such as 10⁻³.
fn power(base: i32, exponent: i32) -> String {
    let superscript = |character| match character {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32('⁰' as u32 + (digit as u32 - '0' as u32)).unwrap_or(digit),
    };
    format!("{base}{}", exponent.to_string().chars().map(superscript).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (1.0, "1"),
            (-0.0, "0"),
            (999_999.0, "999,999"),
            (1_234_567.0, "1.235·10⁶"),
            (-12.0, "−12"),
            (0.25, "0.25"),
            (1.0 / 3.0, "0.3333"),
            (12_345.678, "12,346"),
            (0.000_123_456, "0.0001235"),
            (-1.2e-7, "−1.2·10⁻⁷"),
            (6e23, "6·10²³"),
        ];
        for (value, text) in cases {
            assert_eq!(brief(value), text);
        }
    }

    #[test]
    fn captions_are_folded_between_sentences() {
        let [first, second] = [50, 20].map(|count| format!("A{}.", " word".repeat(count)));
        assert_eq!(folded(&first), (first.clone(), String::new()));
        assert_eq!(folded(&format!("{first} {second}")), (first.clone(), second.clone()));
        let long = format!("{} {first}", first.replace('.', " eq. 7"));
        assert_eq!(folded(&format!("{long} {second}")), (long, second));
    }

    #[test]
    fn parameters_are_lines() {
        assert_eq!(setting(&json!([1, 2.5, "a", [true]])), "1, 2.5, a, true");
        assert_eq!(setting(&json!({"m": 4, "k": [1, 2]})), "{ m = 4, k = 1, 2 }");
    }
}

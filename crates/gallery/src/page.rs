//! What stands on the page, in the terms of its template.

use askama::Template;
use bloomlab_pictures::grouped;
use bloomlab_workbench::figure::{AnyError, Facts};
use bloomlab_workbench::{Claim, Provenance, Verdict};
use serde_json::Value;

use crate::GalleryError;
use crate::findings::FINDINGS;
use crate::notes::PaperNotes;
use crate::overview::{Group, OVERVIEW, Overview, TITLE};
use crate::svg::InlineSvg;
use crate::typeset::typeset;

/// Significant digits of a measured number; the table of claims has all.
const DIGITS: i32 = 4;

/// The style of every page.
pub const STYLE: &str = include_str!("../templates/gallery.css");

/// The script of every page: the button that changes the theme.
pub const THEME: &str = include_str!("../templates/theme.js");

/// The page; its style and its script are parts of it, because it has to work as one file.
#[derive(Template)]
#[template(path = "gallery.html")]
pub(super) struct Page {
    style: &'static str,
    script: &'static str,
    /// Whether there is a file of notes to point at.
    has_notes: bool,
    overview: Option<OverviewSection>,
    findings: Vec<FindingItem>,
    pub papers: Vec<PaperSection>,
}

/// The claims overview.
pub(super) struct OverviewSection {
    svg: InlineSvg,
    title: &'static str,
    caption: String,
}

/// A finding, with the picture of its figure.
pub(super) struct FindingItem {
    sentence: String,
    anchor: String,
    title: String,
    view_box: String,
}

/// One paper.
pub(super) struct PaperSection {
    name: String,
    notes: PaperNotes,
    figures: Vec<FigureSection>,
    /// Claims that no figure on the page measures.
    others: Vec<ClaimItem>,
}

/// One figure.
pub(super) struct FigureSection {
    anchor: String,
    provenance: Provenance,
    svg: InlineSvg,
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
        overview: Option<OverviewSection>,
        findings: Vec<FindingItem>,
        papers: Vec<PaperSection>,
        has_notes: bool,
    ) -> Self {
        let (style, script) =
            (STYLE, concat!(include_str!("../templates/theme.js"), include_str!("../templates/gallery.js")));
        Self { style: style.trim(), script: script.trim(), has_notes, overview, findings, papers }
    }

    pub(super) fn figures(&self) -> usize {
        self.papers.iter().map(|paper| paper.figures.len()).sum()
    }

    pub(super) fn claims(&self) -> usize {
        self.papers.iter().map(PaperSection::claims).sum()
    }

    /// The claims that are no paper's.
    fn own_claims(&self) -> usize {
        self.papers.iter().map(PaperSection::own_claims).sum()
    }

    fn count(&self, verdict: Verdict) -> usize {
        self.papers.iter().map(|paper| paper.count(verdict)).sum()
    }
}

impl OverviewSection {
    pub(super) fn new(overview: &Overview) -> Result<Self, GalleryError> {
        let fault = |fault| GalleryError::Picture { figure: OVERVIEW.to_owned(), fault };
        let svg = InlineSvg::parse(&overview.svg).map_err(fault)?;
        Ok(Self { svg, title: TITLE, caption: overview.caption.clone() })
    }
}

impl FindingItem {
    pub(super) fn new(sentence: &str, figure: &FigureSection) -> Result<Self, GalleryError> {
        let (anchor, title) = (figure.anchor.clone(), figure.provenance.title.clone());
        let facts = figure.provenance.facts.iter().fold(Facts::new(), |facts, (name, text)| facts.text(name, text));
        let no_fact =
            |why: AnyError| GalleryError::NoSuchFact { file: FINDINGS, figure: anchor.clone(), why: why.to_string() };
        let sentence = facts.fill(sentence).map_err(no_fact)?;
        Ok(Self { sentence, anchor, title, view_box: figure.svg.view_box.clone() })
    }
}

impl PaperSection {
    pub(super) fn new(name: String, notes: PaperNotes, figures: Vec<FigureSection>, others: Vec<Claim>) -> Self {
        let others = others.into_iter().map(|claim| ClaimItem::new(&name, claim)).collect();
        Self { name, notes, figures, others }
    }

    /// What the claims overview shows of it.
    pub(super) fn overview(&self) -> Group<'_> {
        let title = if self.notes.authors.is_empty() { &self.notes.title } else { &self.notes.authors };
        // titles hold, or no picture is made
        let claims = self.all_claims().map(|item| &item.claim).filter(|claim| !claim.is_title()).collect();
        Group { paper: &self.name, title, claims }
    }

    /// The figure with this anchor.
    pub(super) fn figure(&self, anchor: &str) -> Option<&FigureSection> {
        self.figures.iter().find(|figure| figure.anchor == anchor)
    }

    fn all_claims(&self) -> impl Iterator<Item = &ClaimItem> {
        self.figures.iter().flat_map(|figure| &figure.claims).chain(&self.others)
    }

    fn claims(&self) -> usize {
        self.all_claims().count()
    }

    fn own_claims(&self) -> usize {
        self.all_claims().filter(|item| item.claim.is_ours()).count()
    }

    fn count(&self, verdict: Verdict) -> usize {
        self.all_claims().filter(|item| item.claim.verdict == verdict).count()
    }
}

impl FigureSection {
    pub(super) fn new(provenance: Provenance, svg: &str, claims: Vec<Claim>) -> Result<Self, GalleryError> {
        let parameters = provenance.parameters.as_object().into_iter().flatten();
        let parameters = parameters.map(|(name, value)| (name.clone(), setting(value)));
        let seed = provenance.seed.map(|seed| ("seed".to_owned(), seed.to_string()));
        let anchor = format!("{}/{}", provenance.paper, provenance.figure);
        let svg = InlineSvg::parse(svg);
        let svg = svg.map_err(|fault| GalleryError::Picture { figure: anchor.clone(), fault })?;
        Ok(Self {
            anchor,
            svg,
            claims: claims.into_iter().map(|claim| ClaimItem::new(&provenance.paper, claim)).collect(),
            settings: seed.into_iter().chain(parameters).collect(),
            provenance,
        })
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
        // a figure has the address that its title's id would give
        let end = if claim.is_title() { "-claim" } else { "" };
        Self { anchor: format!("{paper}/{}{end}", claim.id), value: claim.value.map(brief), claim }
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

/// What stands before a verdict's name, so that it can be told at a glance and without colours.
fn symbol(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "✓",
        Verdict::HoldsAsCorrected => "✎",
        Verdict::HoldsOnlyIf => "◐",
        Verdict::DoesNotHold => "✗",
        Verdict::ByDefinition => "≡",
        Verdict::NotTestable => "○",
    }
}

fn class(verdict: Verdict) -> String {
    verdict.name().replace(' ', "-")
}

/// What a number of claims does.
fn phrase(verdict: Verdict, count: usize) -> &'static str {
    match (verdict, count) {
        (Verdict::Holds, 1) => "holds",
        (Verdict::Holds, _) => "hold",
        (Verdict::HoldsAsCorrected, 1) => "holds once a slip of the pen is corrected",
        (Verdict::HoldsAsCorrected, _) => "hold once a slip of the pen is corrected",
        (Verdict::HoldsOnlyIf, 1) => "holds only in a part of its scope",
        (Verdict::HoldsOnlyIf, _) => "hold only in a part of their scope",
        (Verdict::DoesNotHold, 1) => "does not hold",
        (Verdict::DoesNotHold, _) => "do not hold",
        (Verdict::ByDefinition, 1) => "holds by definition",
        (Verdict::ByDefinition, _) => "hold by definition",
        (Verdict::NotTestable, _) => "cannot be tested",
    }
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
    fn parameters_are_lines() {
        assert_eq!(setting(&json!([1, 2.5, "a", [true]])), "1, 2.5, a, true");
        assert_eq!(setting(&json!({"m": 4, "k": [1, 2]})), "{ m = 4, k = 1, 2 }");
    }
}

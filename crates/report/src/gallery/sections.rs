//! Figures, claims and papers, as the template prints them.

use toml::Value;

use super::notes::sections;
use super::picture::inline;
use super::typeset::typeset;
use super::{class, mark};
use crate::Result;
use crate::answers::Answers;
use crate::claims::Decided;
use crate::figure::Figure;
use crate::publish::Chapter;
use crate::words::number_with;
use crate::workspace::Workspace;

/// Significant digits of a measured number; the table of claims has more.
const DIGITS: usize = 4;

/// A figure.
pub struct FigureItem {
    pub id: String,
    pub paper: String,
    pub table: String,
    pub kind: String,
    pub title: String,
    pub subtitle: String,
    pub caption: String,
    pub assumptions: Vec<String>,
    pub source: String,
    pub settings: Vec<(String, String)>,
    pub svg: Option<String>,
    pub typeset: Option<(Vec<String>, Vec<Vec<String>>)>,
    pub claims: Vec<ClaimItem>,
    pub is_wide: bool,
}

/// A claim.
pub struct ClaimItem {
    pub id: String,
    pub class: String,
    pub mark: &'static str,
    pub verdict: String,
    pub says: String,
    pub place: String,
    pub is_ours: bool,
    pub qualified: String,
    pub remark: String,
    pub value: Option<String>,
    pub query: String,
    pub condition: String,
}

/// A paper.
pub struct PaperItem {
    pub name: String,
    pub authors: String,
    pub title: String,
    pub year: String,
    pub figures: Vec<(String, String, String)>,
    pub claims: Vec<(String, String, &'static str)>,
    pub others: Vec<ClaimItem>,
    /// Headings and HTML of the notes.
    pub notes: Vec<(String, String)>,
}

impl FigureItem {
    /// A figure with its answers.
    pub fn new(figure: &Figure, answers: &Answers) -> Result<Self> {
        let svg = answers.svg.as_deref().map(inline).transpose().map_err(|error| error.within(&figure.id()))?;
        let typeset_all = |texts: &[String]| texts.iter().map(|text| typeset(text)).collect::<Vec<_>>();
        let seed = figure.page.seed.map(|seed| ("seed".to_owned(), seed.to_string()));
        let parameters = figure.page.parameters.iter().map(|(name, value)| (name.clone(), setting(value)));
        Ok(Self {
            id: figure.id(),
            paper: figure.paper.clone(),
            table: figure.table(),
            kind: figure.kind(),
            title: typeset(&answers.words.title),
            subtitle: answers.words.subtitle.as_deref().map(typeset).unwrap_or_default(),
            caption: typeset(&answers.words.caption),
            assumptions: typeset_all(&answers.words.assumptions),
            source: typeset(&answers.words.source),
            settings: seed.into_iter().chain(parameters).collect(),
            is_wide: svg.as_ref().is_some_and(|svg| svg.is_wide),
            svg: svg.map(|svg| svg.html),
            typeset: answers
                .typeset
                .as_ref()
                .map(|table| (typeset_all(&table.columns), table.rows.iter().map(|row| typeset_all(row)).collect())),
            claims: answers.claims.iter().map(ClaimItem::new).collect(),
        })
    }

    /// True if the page has a picture.
    pub fn is_picture(&self) -> bool {
        self.svg.is_some()
    }
}

impl ClaimItem {
    /// A claim.
    pub fn new(claim: &Decided) -> Self {
        Self {
            id: claim.id.clone(),
            class: class(&claim.verdict),
            mark: mark(&claim.verdict),
            verdict: claim.verdict.clone(),
            says: typeset(&claim.says),
            place: typeset(&claim.place),
            is_ours: claim.is_ours(),
            qualified: typeset(&claim.qualified),
            remark: typeset(&claim.remark),
            value: claim.value.map(|value| typeset(&number_with(value, DIGITS))),
            query: typeset_code(&claim.query),
            condition: typeset_code(&claim.condition),
        }
    }
}

impl PaperItem {
    /// A paper with the numbers of its figures, its claims, and its notes.
    pub fn new(workspace: &Workspace, chapter: &Chapter) -> Result<Self> {
        let figures =
            chapter.figures.iter().map(|(figure, answers)| (figure.kind(), figure.id(), typeset(&answers.words.title)));
        let mut figures: Vec<_> = figures.collect();
        figures.sort_by_key(|(kind, id, _)| (kind == "ours", id.clone()));
        let claims =
            super::claims(chapter).map(|claim| (claim.id.clone(), class(&claim.verdict), mark(&claim.verdict)));
        let mut claims: Vec<_> = claims.collect();
        claims.sort();
        Ok(Self {
            name: chapter.name.clone(),
            authors: typeset(&chapter.paper.authors),
            title: typeset(&chapter.paper.title),
            year: chapter.paper.year.map(|year| year.to_string()).unwrap_or_default(),
            figures,
            claims,
            others: chapter.others.iter().map(ClaimItem::new).collect(),
            notes: sections(workspace, &chapter.name)?,
        })
    }
}

/// A query in HTML.
fn typeset_code(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A parameter's value in a line.
fn setting(value: &Value) -> String {
    match value {
        Value::String(text) => typeset_code(text),
        Value::Array(items) => items.iter().map(setting).collect::<Vec<_>>().join(", "),
        Value::Table(fields) => {
            fields.iter().map(|(name, value)| format!("{name} = {}", setting(value))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

//! The gallery, `figures/index.html`: every picture with its caption and its claims, by question and by paper, in one file.

mod notes;
mod picture;
mod typeset;

use std::collections::BTreeMap;

use askama::Template;
use serde::Deserialize;
use toml::Value;

use crate::answers::Answers;
use crate::claims::Decided;
use crate::figure::Figure;
use crate::publish::Chapter as Paper;
use crate::query::Scope;
use crate::words::{filled, number_with};
use crate::workspace::Workspace;
use crate::{Error, Result};
use picture::{Inline, inline};
use typeset::typeset;

const CHAPTERS: &str = "experiments/chapters.toml";

/// The verdicts, each with its mark, from good to bad.
const VERDICTS: [(&str, &str); 6] = [
    ("holds", "●"),
    ("proved", "■"),
    ("holds as corrected", "◆"),
    ("holds only if", "▼"),
    ("does not hold", "✕"),
    ("not testable", "○"),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapters {
    chapter: Vec<Chapter>,
    #[serde(default)]
    finding: Vec<Finding>,
    /// The chapter of a paper's figures that no chapter lists.
    papers: BTreeMap<String, String>,
}

/// A question and the figures that answer it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapter {
    id: String,
    title: String,
    text: String,
    page: Option<String>,
    figures: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Finding {
    figure: String,
    sentence: String,
}

#[derive(Template)]
#[template(path = "gallery.html", escape = "none")]
struct Page<'a> {
    style: &'static str,
    script: &'static str,
    /// The numbers of pictures, of claims of papers and of our own.
    lead: [usize; 3],
    verdicts: Vec<(&'static str, &'static str, usize)>,
    findings: Vec<(&'a str, String)>,
    chapters: Vec<(&'a Chapter, Vec<Item<'a>>)>,
    papers: Vec<Section<'a>>,
}

struct Item<'a> {
    figure: &'a Figure,
    answers: &'a Answers,
    picture: Option<Inline>,
}

/// A paper with its figures and its claims in order, and headings and HTML of its notes.
struct Section<'a> {
    paper: &'a Paper,
    figures: Vec<&'a (Figure, Answers)>,
    claims: Vec<&'a Decided>,
    notes: Vec<(String, String)>,
}

pub fn page(workspace: &Workspace, papers: &[Paper]) -> Result<String> {
    let Chapters { chapter: questions, finding, papers: homes } = workspace.toml(CHAPTERS)?;
    let mut figures = BTreeMap::new();
    for (figure, answers) in papers.iter().flat_map(|paper| &paper.figures) {
        let picture = answers.svg.as_deref().map(inline).transpose().map_err(|error| error.within(&figure.id()))?;
        figures.insert(figure.id(), Item { figure, answers, picture });
    }
    let findings = findings(workspace, papers, &finding)?;
    let listed: Vec<&String> = questions.iter().flat_map(|chapter| &chapter.figures).collect();
    let mut chapters = Vec::new();
    for chapter in &questions {
        let take =
            |name| figures.remove(name).ok_or_else(|| Error::new(CHAPTERS, format!("no figure {name}, or twice")));
        let mut items = chapter.figures.iter().map(take).collect::<Result<Vec<_>>>()?;
        let is_mine = |(name, item): &(String, Item)| {
            homes.get(&item.figure.paper) == Some(&chapter.id) && !listed.contains(&name)
        };
        let (mine, others): (BTreeMap<_, _>, _) = figures.into_iter().partition(is_mine);
        items.extend(mine.into_values());
        figures = others;
        chapters.push((chapter, items));
    }
    if let Some(name) = figures.keys().next() {
        return Err(Error::new(CHAPTERS, format!("{name} has no chapter")));
    }
    let all: Vec<&Decided> = papers.iter().flat_map(claims).collect();
    let ours = all.iter().filter(|claim| claim.is_ours()).count();
    let pictures = chapters.iter().flat_map(|(_, items)| items).filter(|item| item.picture.is_some()).count();
    let count = |name: &str| all.iter().filter(|claim| claim.verdict == name).count();
    let page = Page {
        style: include_str!("../../templates/gallery.css"),
        script: include_str!("../../templates/gallery.js"),
        lead: [pictures, all.len() - ours, ours],
        verdicts: VERDICTS.iter().map(|(name, mark)| (*name, *mark, count(name))).collect(),
        findings,
        chapters,
        papers: papers.iter().map(|paper| section(workspace, paper)).collect::<Result<_>>()?,
    };
    page.render().map_err(|error| Error::new("figures/index.html", error))
}

fn section<'a>(workspace: &Workspace, paper: &'a Paper) -> Result<Section<'a>> {
    let (mut figures, mut claims): (Vec<_>, Vec<_>) = (paper.figures.iter().collect(), claims(paper).collect());
    figures.sort_by_key(|(figure, _)| (figure.kind() == "ours", figure.id()));
    claims.sort_by_key(|claim| &claim.id);
    Ok(Section { paper, figures, claims, notes: notes::sections(workspace, &paper.name)? })
}

fn claims(paper: &Paper) -> impl Iterator<Item = &Decided> {
    paper.figures.iter().flat_map(|(_, answers)| &answers.claims).chain(&paper.others)
}

/// The sentences, with the answers of their figures.
fn findings<'a>(workspace: &Workspace, papers: &[Paper], findings: &'a [Finding]) -> Result<Vec<(&'a str, String)>> {
    let sentence = |Finding { figure: id, sentence }: &'a Finding| {
        let mut figures = papers.iter().flat_map(|paper| &paper.figures);
        let found = figures.find(|(figure, _)| figure.id() == *id);
        let (figure, _) = found.ok_or_else(|| Error::new(CHAPTERS, format!("no figure {id}")))?;
        let sentence = filled(sentence, &figure.open(workspace)?, &Scope::of("rows"));
        Ok((id.as_str(), typeset(&sentence.map_err(|error| error.within(CHAPTERS))?)))
    };
    findings.iter().map(sentence).collect()
}

/// The name of a verdict in style sheets and addresses.
fn class(verdict: &str) -> String {
    verdict.replace(' ', "-")
}

fn mark(verdict: &str) -> &'static str {
    VERDICTS.iter().find(|(name, _)| *name == verdict).map_or("", |(_, mark)| mark)
}

/// A measured number with four digits; the table of claims has more.
fn measured(value: &f64) -> String {
    typeset(&number_with(*value, 4))
}

fn code(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn settings(figure: &Figure) -> Vec<(String, String)> {
    let seed = figure.page.seed.map(|seed| ("seed".to_owned(), seed.to_string()));
    let parameters = figure.page.parameters.iter().map(|(name, value)| (name.clone(), setting(value)));
    seed.into_iter().chain(parameters).collect()
}

fn setting(value: &Value) -> String {
    match value {
        Value::String(text) => code(text),
        Value::Array(items) => items.iter().map(setting).collect::<Vec<_>>().join(", "),
        Value::Table(fields) => {
            fields.iter().map(|(name, value)| format!("{name} = {}", setting(value))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

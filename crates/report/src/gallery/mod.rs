//! The gallery, `figures/index.html`: every picture with its caption and its claims, by question and by paper, in one file.

mod notes;
mod picture;
mod sections;
mod typeset;

use std::collections::BTreeMap;

use askama::Template;
use serde::Deserialize;

use crate::claims::Decided;
use crate::publish::Chapter as Paper;
use crate::query::Scope;
use crate::words::filled;
use crate::workspace::Workspace;
use crate::{Error, Result};
use sections::{FigureItem, PaperItem};
use typeset::typeset;

/// The file of questions and findings.
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

/// A sentence that the gallery opens with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Finding {
    figure: String,
    sentence: String,
}

#[derive(Template)]
#[template(path = "gallery.html", escape = "none")]
struct Page {
    style: &'static str,
    script: &'static str,
    lead: Lead,
    verdicts: Vec<(String, String, usize)>,
    findings: Vec<(String, String)>,
    chapters: Vec<(Chapter, Vec<FigureItem>)>,
    papers: Vec<PaperItem>,
}

/// The numbers of the opening sentence.
struct Lead {
    figures: usize,
    of_papers: usize,
    ours: usize,
}

/// The page of all papers.
pub fn page(workspace: &Workspace, papers: &[Paper]) -> Result<String> {
    let read = |text: String| toml::from_str::<Chapters>(&text).map_err(|error| Error::new(CHAPTERS, error));
    let Chapters { chapter, finding, papers: homes } = read(workspace.text(CHAPTERS)?)?;
    let mut figures = BTreeMap::new();
    for paper in papers {
        for (figure, answers) in &paper.figures {
            figures.insert(figure.id(), FigureItem::new(figure, answers)?);
        }
    }
    let findings = findings(workspace, papers, &finding)?;
    let listed: Vec<String> = chapter.iter().flat_map(|chapter| chapter.figures.clone()).collect();
    let mut chapters = Vec::new();
    for chapter in chapter {
        let mut items = Vec::new();
        for name in &chapter.figures {
            items
                .push(figures.remove(name).ok_or_else(|| Error::new(CHAPTERS, format!("no figure {name}, or twice")))?);
        }
        let mine = |name: &String| {
            let paper = name.split('/').next().unwrap_or_default();
            homes.get(paper) == Some(&chapter.id) && !listed.contains(name)
        };
        let rest: Vec<String> = figures.keys().filter(|name| mine(name)).cloned().collect();
        items.extend(rest.iter().filter_map(|name| figures.remove(name)));
        let text = typeset(&chapter.text);
        chapters.push((Chapter { text, ..chapter }, items));
    }
    if let Some(name) = figures.keys().next() {
        return Err(Error::new(CHAPTERS, format!("{name} has no chapter")));
    }
    let all = || papers.iter().flat_map(claims);
    let count = |name: &str| all().filter(|claim| claim.verdict == name).count();
    let verdicts = VERDICTS.iter().map(|(name, mark)| (class(name), format!("{mark} {name}"), count(name)));
    let page = Page {
        style: include_str!("../../templates/gallery.css"),
        script: include_str!("../../templates/gallery.js"),
        lead: Lead {
            figures: chapters.iter().map(|(_, figures)| figures.iter().filter(|item| item.is_picture()).count()).sum(),
            of_papers: all().filter(|claim| !claim.is_ours()).count(),
            ours: all().filter(|claim| claim.is_ours()).count(),
        },
        verdicts: verdicts.collect(),
        findings,
        chapters,
        papers: papers.iter().map(|paper| PaperItem::new(workspace, paper)).collect::<Result<_>>()?,
    };
    page.render().map_err(|error| Error::new("figures/index.html", error))
}

/// All claims of a paper.
fn claims(paper: &Paper) -> impl Iterator<Item = &Decided> {
    paper.figures.iter().flat_map(|(_, answers)| &answers.claims).chain(&paper.others)
}

/// The sentences, with the answers of their figures.
fn findings(workspace: &Workspace, papers: &[Paper], findings: &[Finding]) -> Result<Vec<(String, String)>> {
    let mut sentences = Vec::new();
    for finding in findings {
        let mut figures = papers.iter().flat_map(|paper| &paper.figures);
        let (figure, _) = figures
            .find(|(figure, _)| figure.id() == finding.figure)
            .ok_or_else(|| Error::new(CHAPTERS, format!("no figure {}", finding.figure)))?;
        let sentence = filled(&finding.sentence, &figure.open(workspace)?, &Scope::of("rows"));
        sentences.push((finding.figure.clone(), typeset(&sentence.map_err(|error| error.within(CHAPTERS))?)));
    }
    Ok(sentences)
}

/// The name of a verdict in style sheets and addresses.
fn class(verdict: &str) -> String {
    verdict.replace(' ', "-")
}

/// The mark of a verdict.
fn mark(verdict: &str) -> &'static str {
    VERDICTS.iter().find(|(name, _)| *name == verdict).map_or("", |(_, mark)| mark)
}

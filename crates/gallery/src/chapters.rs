//! The order of the page: its findings, `experiments/findings.toml`, and its chapters, `experiments/chapters.toml`.

use std::collections::{BTreeMap, BTreeSet};

use bloomlab_workbench::{WorkbenchError, Workspace};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::GalleryError;

/// Where the findings lie in the workspace.
pub(crate) const FINDINGS: &str = "experiments/findings.toml";
/// Where the chapters lie in the workspace.
pub(crate) const CHAPTERS: &str = "experiments/chapters.toml";

/// What a reader should see first: a sentence with a small picture.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finding {
    /// Paper and figure, with a slash between them.
    pub figure: String,
    /// What was found.
    pub sentence: String,
    /// What the bars of its small picture measure.
    pub unit: String,
    /// The bars, each a label and a number, which is a fact of the figure.
    pub bars: Vec<[String; 2]>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Findings {
    finding: Vec<Finding>,
}

/// A question, and the figures that answer it.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Chapter {
    /// Its address on the page.
    pub id: String,
    /// The question.
    pub title: String,
    /// What to know before one looks.
    pub text: String,
    /// The page that answers the question in words, from the root of the workspace.
    pub page: Option<String>,
    /// Whether its figures are hidden until they are wanted.
    #[serde(default)]
    pub folded: bool,
    /// Its first figures, in their order.
    pub figures: Vec<String>,
}

/// Which chapter each figure belongs to.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Chapters {
    pub chapter: Vec<Chapter>,
    /// The chapters of the figures that no chapter lists, by paper.
    papers: BTreeMap<String, String>,
}

/// The findings in their order; none when there is no such file.
pub(crate) fn findings(workspace: &Workspace) -> Result<Vec<Finding>, WorkbenchError> {
    Ok(read::<Findings>(workspace, FINDINGS)?.unwrap_or_default().finding)
}

/// What a TOML file says; `None` when there is no such file.
fn read<T: DeserializeOwned>(workspace: &Workspace, file: &str) -> Result<Option<T>, WorkbenchError> {
    let path = workspace.path(file);
    if !path.exists() {
        return Ok(None);
    }
    let text = workspace.read(file)?;
    toml::from_str(&text).map(Some).map_err(|error| WorkbenchError::Settings { path, message: error.to_string() })
}

impl Chapters {
    /// The chapters of the workspace; `None` when there is no such file.
    pub(crate) fn read(workspace: &Workspace) -> Result<Option<Self>, WorkbenchError> {
        read(workspace, CHAPTERS)
    }

    /// Puts the rest of the figures, in their order, behind those that the chapters list.
    ///
    /// # Errors
    /// A figure without chapter, one in two chapters, and a chapter's that does not exist.
    pub(crate) fn place(&mut self, figures: &[String]) -> Result<(), GalleryError> {
        let mut listed = BTreeSet::new();
        for figure in self.chapter.iter().flat_map(|chapter| &chapter.figures) {
            if !figures.contains(figure) {
                return Err(GalleryError::NoSuchFigure { file: CHAPTERS, figure: figure.clone() });
            }
            if !listed.insert(figure.clone()) {
                return Err(GalleryError::Chapter { figure: figure.clone(), fault: "is in two chapters" });
            }
        }
        for figure in figures.iter().filter(|figure| !listed.contains(*figure)) {
            let id = figure.split_once('/').and_then(|(paper, _)| self.papers.get(paper));
            match self.chapter.iter_mut().find(|chapter| Some(&chapter.id) == id) {
                Some(chapter) => chapter.figures.push(figure.clone()),
                None => return Err(GalleryError::Chapter { figure: figure.clone(), fault: "has no chapter" }),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(figures: &[&str]) -> Result<Vec<Vec<String>>, String> {
        let text = "[[chapter]]\nid = \"a\"\ntitle = \"A?\"\ntext = \"\"\nfigures = [\"p/last\"]\n\
            [[chapter]]\nid = \"b\"\ntitle = \"B?\"\ntext = \"\"\nfigures = []\n[papers]\np = \"b\"\nq = \"a\"\n";
        let mut chapters: Chapters = toml::from_str(text).unwrap();
        let figures: Vec<String> = figures.iter().map(|&figure| figure.to_owned()).collect();
        chapters.place(&figures).map_err(|error| error.to_string())?;
        Ok(chapters.chapter.into_iter().map(|chapter| chapter.figures).collect())
    }

    #[test]
    fn every_figure_has_one_chapter() {
        let found = placed(&["p/fig1", "p/last", "q/rate"]).unwrap();
        assert_eq!(found, [vec!["p/last".to_owned(), "q/rate".to_owned()], vec!["p/fig1".to_owned()]]);
        assert!(placed(&["p/fig1"]).unwrap_err().contains("names p/last, which is no figure"));
        assert!(placed(&["p/last", "r/rate"]).unwrap_err().contains("r/rate has no chapter"));
    }
}

//! The sections of `paper-notes.md` that the gallery shows, as HTML.
//!
//! The notes on a paper stand under the second-level heading `Authors: Title` that begins with the author in the name of
//! the paper's package.

use std::collections::BTreeSet;
use std::ops::Range;

use bloomlab_workbench::{WorkbenchError, Workspace};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// Where the notes lie in the workspace.
pub(super) const FILE: &str = "paper-notes.md";

/// The third-level headings whose sections are shown.
const SHOWN: [&str; 2] = ["Errata", "Open questions answered"];

/// The notes on all papers.
pub(super) struct Notes {
    markdown: String,
}

/// What the gallery shows of the notes on a paper.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PaperNotes {
    /// Who wrote the paper.
    pub authors: String,
    /// Its title.
    pub title: String,
    /// Headings and HTML of the sections shown.
    pub sections: Vec<(String, String)>,
}

impl PaperNotes {
    /// No notes on a paper but its title.
    pub(super) fn titled(title: String) -> Self {
        Self { title, ..Self::default() }
    }
}

struct Heading {
    level: HeadingLevel,
    text: String,
    range: Range<usize>,
}

impl Notes {
    /// Reads the file; one that does not exist has no notes.
    pub(super) fn read(workspace: &Workspace) -> Result<Self, WorkbenchError> {
        let exists = workspace.path(FILE).exists();
        Ok(Self { markdown: if exists { workspace.read(FILE)? } else { String::new() } })
    }

    /// Whether there are no notes at all.
    pub(super) fn is_empty(&self) -> bool {
        self.markdown.is_empty()
    }

    /// The notes on a paper, `None` when there are none. The names of its `figures` become links to them.
    pub(super) fn of(&self, paper: &str, figures: &BTreeSet<String>) -> Option<PaperNotes> {
        let author = paper.split('-').next().unwrap_or(paper);
        let headings = headings(&self.markdown);
        let is_of_paper = |h: &Heading| h.level == HeadingLevel::H2 && h.text.to_lowercase().starts_with(author);
        let own = headings.iter().position(is_of_paper)?;
        let (authors, title) = headings[own].text.split_once(": ").unwrap_or(("", &headings[own].text));
        let mut sections = Vec::new();
        for (i, heading) in headings.iter().enumerate().skip(own + 1).take_while(|(_, h)| h.level > HeadingLevel::H2) {
            if heading.level == HeadingLevel::H3 && SHOWN.contains(&heading.text.as_str()) {
                let next = headings[i + 1..].iter().find(|h| h.level <= HeadingLevel::H3);
                let end = next.map_or(self.markdown.len(), |next| next.range.start);
                let html = html_of(&self.markdown[heading.range.end..end], &heading.text, paper, figures);
                sections.push((heading.text.clone(), html));
            }
        }
        Some(PaperNotes { authors: authors.to_owned(), title: title.to_owned(), sections })
    }
}

fn parser(markdown: &str) -> Parser<'_> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES)
}

fn headings(markdown: &str) -> Vec<Heading> {
    let mut found: Vec<Heading> = Vec::new();
    let mut inside = false;
    for (event, range) in parser(markdown).into_offset_iter() {
        match (event, found.last_mut()) {
            (Event::Start(Tag::Heading { level, .. }), _) => {
                found.push(Heading { level, text: String::new(), range });
                inside = true;
            }
            (Event::End(TagEnd::Heading(_)), _) => inside = false,
            (Event::Text(text) | Event::Code(text), Some(heading)) if inside => heading.text.push_str(&text),
            _ => {}
        }
    }
    found
}

/// Tables scroll by themselves, and the names of figures are links.
fn html_of(markdown: &str, heading: &str, paper: &str, figures: &BTreeSet<String>) -> String {
    let events = parser(markdown).map(|event| match event {
        Event::Code(name) if figures.contains(&*name) => {
            Event::InlineHtml(format!("<a href=\"#{paper}/{name}\"><code>{name}</code></a>").into())
        }
        event => event,
    });
    let mut text = String::new();
    html::push_html(&mut text, events);
    let region =
        format!("<div class=\"scroll\" role=\"region\" aria-label=\"{heading}: table\" tabindex=\"0\"><table>");
    text.replace("<table>", &region).replace("</table>", "</table></div>").replace("<th>", "<th scope=\"col\">")
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKDOWN: &str = "# Notes\n\n## Bloom: Space and time\n\n### Errata\n\n\
        | where | what |\n|---|---|\n| eq. 1 | m < n, see `fig1` and `fig2` |\n\n#### Deeper\n\nmore\n\n\
        ### Assumptions\n\nhidden\n\n### Open questions answered\n\nall\n\n## Other: Title\n\n### Errata\n\nnot this\n";

    fn notes(paper: &str) -> Option<PaperNotes> {
        Notes { markdown: MARKDOWN.to_owned() }.of(paper, &BTreeSet::from(["fig1".to_owned()]))
    }

    #[test]
    fn sections_are_found_by_author_and_heading() {
        let notes = notes("bloom-hash").unwrap();
        assert_eq!((notes.authors.as_str(), notes.title.as_str()), ("Bloom", "Space and time"));
        let headings: Vec<_> = notes.sections.iter().map(|(heading, _)| heading.as_str()).collect();
        assert_eq!(headings, ["Errata", "Open questions answered"]);
        assert!(notes.sections[0].1.contains("<h4>Deeper</h4>"), "{notes:?}");
        assert_eq!(notes.sections[1].1, "<p>all</p>\n");
        assert_eq!(self::notes("other-title").unwrap().sections[0].1, "<p>not this</p>\n");
        assert_eq!(self::notes("nobody-nothing"), None);
    }

    #[test]
    fn tables_scroll_and_figures_are_links() {
        let html = notes("bloom-hash").unwrap().sections.remove(0).1;
        assert!(html.contains("tabindex=\"0\"><table><thead><tr><th scope=\"col\">where</th>"), "{html}");
        assert!(html.contains("m &lt; n, see <a href=\"#bloom-hash/fig1\"><code>fig1</code></a>"), "{html}");
        assert!(html.contains("and <code>fig2</code>"), "{html}");
    }
}

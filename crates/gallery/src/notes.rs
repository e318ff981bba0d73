//! The sections of an experiment's `NOTES.md` that the gallery shows, as HTML. Its first heading is `Authors: Title`.

use std::collections::BTreeSet;
use std::ops::Range;

use bloomlab_workbench::{WorkbenchError, Workspace};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::typeset::NO_BREAK_PERCENT;

/// The second-level headings whose sections are shown.
const SHOWN: [&str; 2] = ["Errata", "Open questions answered"];

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

struct Heading {
    level: HeadingLevel,
    text: String,
    range: Range<usize>,
}

impl PaperNotes {
    /// No notes on a paper but its title.
    pub(super) fn titled(title: String) -> Self {
        Self { title, ..Self::default() }
    }

    /// The notes on a paper, `None` when there are none. The names of its `figures` become links to them.
    pub(super) fn read(
        workspace: &Workspace,
        paper: &str,
        figures: &BTreeSet<String>,
    ) -> Result<Option<Self>, WorkbenchError> {
        let file = format!("experiments/{paper}/NOTES.md");
        let is_there = workspace.path(&file).is_file();
        Ok(if is_there { Some(Self::of(&workspace.read(&file)?, paper, figures)) } else { None })
    }

    fn of(markdown: &str, paper: &str, figures: &BTreeSet<String>) -> Self {
        let headings = headings(markdown);
        let first = headings.first().map_or("", |heading| heading.text.as_str());
        let (authors, title) = first.split_once(": ").unwrap_or(("", first));
        let mut sections = Vec::new();
        for (i, heading) in headings.iter().enumerate() {
            if heading.level == HeadingLevel::H2 && SHOWN.contains(&heading.text.as_str()) {
                let next = headings[i + 1..].iter().find(|h| h.level <= HeadingLevel::H2);
                let end = next.map_or(markdown.len(), |next| next.range.start);
                let html = html_of(&markdown[heading.range.end..end], &heading.text, paper, figures);
                sections.push((heading.text.clone(), html));
            }
        }
        Self { authors: authors.to_owned(), title: title.to_owned(), sections }
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
        Event::Text(text) => Event::Text(text.replace(" %", NO_BREAK_PERCENT).into()),
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

    const MARKDOWN: &str = "# Bloom: Space and time\n\n## Errata\n\n\
        | where | what |\n|---|---|\n| eq. 1 | 1 % < n, see `fig1` and `fig2` |\n\n\
        ## Assumptions\n\nhidden\n\n## Open questions answered\n\nall\n";

    fn notes() -> PaperNotes {
        PaperNotes::of(MARKDOWN, "bloom-hash", &BTreeSet::from(["fig1".to_owned()]))
    }

    #[test]
    fn sections_are_found_by_heading() {
        let notes = notes();
        assert_eq!((notes.authors.as_str(), notes.title.as_str()), ("Bloom", "Space and time"));
        let headings: Vec<_> = notes.sections.iter().map(|(heading, _)| heading.as_str()).collect();
        assert_eq!(headings, ["Errata", "Open questions answered"]);
        assert_eq!(notes.sections[1].1, "<p>all</p>\n");
    }

    #[test]
    fn tables_scroll_and_figures_are_links() {
        let html = notes().sections.remove(0).1;
        assert!(html.contains("tabindex=\"0\"><table><thead><tr><th scope=\"col\">where</th>"), "{html}");
        assert!(html.contains("1\u{a0}% &lt; n, see <a href=\"#bloom-hash/fig1\"><code>fig1</code></a>"), "{html}");
        assert!(html.contains("and <code>fig2</code>"), "{html}");
    }
}

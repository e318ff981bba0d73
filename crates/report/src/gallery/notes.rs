//! The sections of a paper's `NOTES.md` that the gallery shows, as HTML.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::typeset::NO_BREAK_PERCENT;
use crate::Result;
use crate::workspace::Workspace;

const SHOWN: [&str; 2] = ["Errata", "Open questions answered"];

/// Headings and HTML of the sections of a paper's notes.
pub fn sections(workspace: &Workspace, paper: &str) -> Result<Vec<(String, String)>> {
    let file = format!("experiments/{paper}/NOTES.md");
    if !workspace.path(&file).is_file() {
        return Ok(Vec::new());
    }
    Ok(shown(&workspace.text(&file)?))
}

fn shown(markdown: &str) -> Vec<(String, String)> {
    let mut sections: Vec<(String, Vec<Event>)> = Vec::new();
    let (mut heading, mut is_shown) = (None::<String>, false);
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level, .. }) if level <= HeadingLevel::H2 => heading = Some(String::new()),
            Event::End(TagEnd::Heading(level)) if level <= HeadingLevel::H2 => {
                let name = heading.take().unwrap_or_default();
                is_shown = SHOWN.contains(&name.as_str());
                if is_shown {
                    sections.push((name, Vec::new()));
                }
            }
            Event::Text(text) if heading.is_some() => heading.iter_mut().for_each(|name| name.push_str(&text)),
            // a query in a comment is for the check of documents
            Event::InlineHtml(_) | Event::Html(_) => {}
            event if is_shown && heading.is_none() => {
                let event = match event {
                    Event::Text(text) => Event::Text(text.replace(" %", NO_BREAK_PERCENT).into()),
                    event => event,
                };
                sections.iter_mut().last().into_iter().for_each(|(_, events)| events.push(event.clone()));
            }
            _ => {}
        }
    }
    let rendered = |(name, events): (String, Vec<Event>)| {
        let mut text = String::new();
        html::push_html(&mut text, events.into_iter());
        let text = text.replace("<table>", "<div class=\"scroll\" tabindex=\"0\"><table>");
        (name, text.replace("</table>", "</table></div>").replace("<th>", "<th scope=\"col\">"))
    };
    sections.into_iter().map(rendered).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_found_by_heading() {
        let sections =
            shown("# A: B\n\n## Errata\n\n| x |\n|---|\n| 1 %<!-- q --> |\n\n### More\n\n## Other\n\nhidden\n");
        assert_eq!(sections.len(), 1);
        let (name, html) = &sections[0];
        assert_eq!(name, "Errata");
        assert!(html.contains("<td>1\u{a0}%</td>") && html.contains("<h3>More</h3>"), "{html}");
        assert!(
            !html.contains("hidden") && html.contains("tabindex=\"0\"><table><thead><tr><th scope=\"col\">x"),
            "{html}"
        );
    }
}

//! A picture as a part of the page.

use crate::{Error, Result};

/// One of our SVG files without what the page says itself.
pub struct Inline {
    pub html: String,
    /// Wider than a column.
    pub is_wide: bool,
}

/// Takes the headline and the title out of a picture: the page has both above it.
pub fn inline(svg: &str) -> Result<Inline> {
    let refuse = |why: &str| Error::new("picture", why);
    let (opening, rest) = svg.trim().split_once('>').ok_or_else(|| refuse("has no opening tag"))?;
    let body = rest.strip_suffix("</svg>").ok_or_else(|| refuse("does not end with </svg>"))?;
    if svg.contains(" id=") {
        return Err(refuse("has an id, which another one may have too"));
    }
    let attribute = |name: &str| {
        let value = opening.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split_once('"'));
        value.map(|(value, _)| value).ok_or_else(|| refuse(&format!("has no {name}")))
    };
    let number = |text: &str| text.parse::<i64>().map_err(|error| refuse(&error.to_string()));
    // the part above the origin is the headline
    let above = attribute("viewBox")?.split(' ').nth(1).map_or(Ok(0), number)?.min(0);
    let (width, height) = (number(attribute("width")?)?, number(attribute("height")?)? + above);
    let body = without(body, "<g class=\"headline\">", "</g>\n");
    let body = without(&body, "<title>", "</title>");
    let html = format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">{body}</svg>"
    );
    Ok(Inline { html, is_wide: width > 400 })
}

fn without(text: &str, start: &str, end: &str) -> String {
    let parts = text.split_once(start).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    parts.map_or(text.to_owned(), |(before, after)| format!("{before}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_headline_and_the_title_are_taken_out() {
        let svg = "<svg width=\"5\" height=\"9\" viewBox=\"0 -4 5 9\">\n<title>t</title>\n<desc>d</desc>\n\
                   <g class=\"headline\">h</g>\n<circle/></svg>\n";
        let html = "<svg width=\"5\" height=\"5\" viewBox=\"0 0 5 5\" role=\"img\">\n\n<desc>d</desc>\n<circle/></svg>";
        assert_eq!(inline(svg).unwrap().html, html);
        assert!(inline("<svg width=\"5\" viewBox=\"0 0 5 5\"><g id=\"a\"/></svg>").is_err());
    }
}

//! A picture as a part of the page.

use crate::path::as_paths;

/// Attributes of our pictures that the page's style already sets, each with what replaces it. Texts are open elements, and
/// shapes are closed.
const UNDERSTOOD: [(&str, &str); 3] = [("\n", ""), (" fill=\"none\"", ""), (" fill=\"#222222\">", ">")];

/// An SVG element taken apart, so that the page can describe it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct InlineSvg {
    pub width: i64,
    pub height: i64,
    pub view_box: String,
    /// What is drawn.
    pub body: String,
}

impl InlineSvg {
    /// Reads one of our pictures; what is wrong with it otherwise.
    ///
    /// # Errors
    /// Anything but one `svg` element with a size, a view box and a title; elements with an `id`, which another picture on the page
    /// may have too.
    pub(super) fn parse(svg: &str) -> Result<Self, String> {
        let (opening, rest) = svg.trim().split_once('>').ok_or("has no opening tag")?;
        let body = rest.strip_suffix("</svg>").ok_or("does not end with </svg>")?;
        if !opening.starts_with("<svg ") || body.contains("<svg") {
            return Err("is not one svg element".to_owned());
        }
        if svg.contains(" id=") {
            return Err("has an id, which another one may have too".to_owned());
        }
        // the page says the finding itself
        let body = match body
            .split_once("<g class=\"headline\">")
            .and_then(|(before, rest)| Some((before, rest.split_once("</g>\n")?.1)))
        {
            Some((before, after)) => format!("{before}{after}"),
            None => body.to_owned(),
        };
        let attribute = |name: &str| {
            let value = opening.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split_once('"'));
            value.map(|(value, _)| value).ok_or_else(|| format!("has no {name}"))
        };
        let number =
            |text: &str, name| text.parse::<i64>().map_err(|_| format!("has a {name} that is no whole number"));
        let size = |name| number(attribute(name)?, name);
        // what is above the origin is the headline
        let above = attribute("viewBox")?.split(' ').nth(1).map_or(Ok(0), |top| number(top, "viewBox"))?.min(0);
        let (width, height) = (size("width")?, size("height")? + above);
        // the page has the title above the picture; as an element it would hide the picture wherever the mouse rests
        let untitled = match body.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>")) {
            Some((_, rest)) => rest,
            None => return Err("has no title".to_owned()),
        };
        let body = UNDERSTOOD.iter().fold(untitled.to_owned(), |body, (text, rest)| body.replace(text, rest));
        let body = as_paths(&body);
        Ok(Self { width, height, view_box: format!("0 0 {width} {height}"), body })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_taken_apart_and_shortened() {
        let svg = "<svg width=\"5\" height=\"4\" viewBox=\"0 0 50 40\" xmlns=\"x\">\n<title>t</title>\n<desc>d</desc>\n\
                   <text x=\"1\" fill=\"#222222\">m &lt; n</text>\n<polyline fill=\"none\" points=\"1,2 3,4\"/>\n<circle fill=\"#222222\"/></svg>\n";
        let body =
            "<desc>d</desc><text x=\"1\">m &lt; n</text><path d=\"m1 2 2 2\"/><circle fill=\"#222222\"/>".to_owned();
        let expected = InlineSvg { width: 5, height: 4, view_box: "0 0 5 4".to_owned(), body };
        assert_eq!(InlineSvg::parse(svg).unwrap(), expected);
    }

    #[test]
    fn what_could_harm_the_page_is_refused() {
        let why = |svg: &str| InlineSvg::parse(svg).unwrap_err();
        let open = "<svg width=\"5\" height=\"4\" viewBox=\"0 0 50 40\">";
        assert!(why("").contains("opening tag"));
        assert!(why(&format!("{open}<g id=\"a\"/></svg>")).contains("has an id"));
        assert!(why(&format!("{open}<svg></svg></svg>")).contains("not one svg element"));
        assert!(why(open).contains("</svg>"));
        assert!(why(&format!("{open}<text>t</text></svg>")).contains("no title"));
        assert!(why("<svg height=\"4\" viewBox=\"0 0 50 40\"><title>t</title></svg>").contains("no width"));
        assert!(
            why("<svg width=\"5.5\" height=\"4\" viewBox=\"0 0 50 40\"><title>t</title></svg>")
                .contains("width that is no whole")
        );
    }
}

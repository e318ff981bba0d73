//! A picture as a part of the page.

/// What every element of our pictures says though it goes without saying, or though the page's style says it.
const UNDERSTOOD: [&str; 4] =
    ["\n", " opacity=\"1\"", " stroke=\"none\"", " font-family=\"Helvetica, Arial, sans-serif\""];

/// An SVG element taken apart, so that the page can describe it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct InlineSvg {
    pub width: u32,
    pub height: u32,
    pub view_box: String,
    /// What is drawn.
    pub body: String,
}

impl InlineSvg {
    /// Reads one of our pictures; what is wrong with it otherwise.
    ///
    /// # Errors
    /// Anything but one `svg` element with a size and a view box; elements with an `id`, which another picture on the page
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
        let attribute = |name: &str| {
            let value = opening.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split_once('"'));
            value.map(|(value, _)| value).ok_or_else(|| format!("has no {name}"))
        };
        let size = |name| attribute(name)?.parse().map_err(|_| format!("has a {name} that is no whole number"));
        let mut shortened = body.to_owned();
        for text in UNDERSTOOD {
            shortened = shortened.replace(text, "");
        }
        Ok(Self {
            width: size("width")?,
            height: size("height")?,
            view_box: attribute("viewBox")?.to_owned(),
            body: shortened.replace(" \"/>", "\"/>"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_taken_apart_and_shortened() {
        let svg = "<svg width=\"5\" height=\"4\" viewBox=\"0 0 50 40\" xmlns=\"x\">\n\
                   <text x=\"1\" font-family=\"Helvetica, Arial, sans-serif\" opacity=\"1\">\nm &lt; n\n</text>\n\
                   <polyline points=\"1,2 3,4 \"/>\n</svg>\n";
        let body = "<text x=\"1\">m &lt; n</text><polyline points=\"1,2 3,4\"/>".to_owned();
        let expected = InlineSvg { width: 5, height: 4, view_box: "0 0 50 40".to_owned(), body };
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
        assert!(why("<svg height=\"4\" viewBox=\"0 0 50 40\"></svg>").contains("no width"));
        assert!(why("<svg width=\"5.5\" height=\"4\" viewBox=\"0 0 50 40\"></svg>").contains("width that is no whole"));
    }
}

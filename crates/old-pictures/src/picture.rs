//! A finished picture, and what it says to those who do not see it.

use crate::Undrawable;
use crate::grid::{MARGIN, WIDTH};
use crate::markup::{Line, spoken, wrapped};
use crate::metrics::FAMILY;
use crate::svg::{escaped, spans};

/// The size of the type of its headline, and the distance between lines.
const HEADLINE: f64 = 13.0;
const LEADING: f64 = 18.0;

/// A finished picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Width and height in pixels.
    pub(crate) size: (u32, u32),
    /// What is drawn, as SVG.
    pub(crate) body: String,
    pub(crate) title: String,
    /// The title as it is seen, above what is drawn: lines of SVG.
    pub(crate) headline: Vec<String>,
    pub(crate) description: String,
}

impl Picture {
    /// The picture with a name, which stands above what is drawn: the finding.
    ///
    /// # Errors
    /// Malformed markup, letters of unknown width.
    pub fn titled(self, title: &str) -> Result<Self, Undrawable> {
        // bold letters are wider
        let lines = wrapped(title, HEADLINE, 0.92 * (WIDTH - 2.0 * MARGIN))?;
        let headline = lines.iter().map(|line| Ok(spans(&Line::parse(line)?, HEADLINE)));
        Ok(Self { title: spoken(title), headline: headline.collect::<Result<_, Undrawable>>()?, ..self })
    }

    /// The picture with a text that goes before the description of what is drawn: what it is about.
    #[must_use]
    pub fn captioned(self, caption: &str) -> Self {
        Self { description: format!("{} {}", spoken(caption.trim()), self.description), ..self }
    }

    /// The picture with a description of what is drawn.
    pub(crate) fn described(self, description: String) -> Self {
        Self { description, ..self }
    }

    /// The SVG text, with the picture's name as title, or its description where it has none.
    pub fn into_svg(self) -> String {
        let (width, height) = self.size;
        let title = escaped(if self.title.is_empty() { &self.description } else { &self.title });
        let description = escaped(&self.description);
        let body = self.body;
        // above the origin, so that a page that says the title itself can leave it out
        let room = if self.headline.is_empty() { 0 } else { (LEADING * self.headline.len() as f64 + 6.0) as u32 };
        let top = if room > 0 { format!("-{room}") } else { "0".to_owned() };
        let lines = self.headline.iter().enumerate().map(|(i, letters)| {
            let y = LEADING * (i as f64 + 1.0) - f64::from(room);
            format!("<text x=\"{MARGIN}\" y=\"{y}\" font-size=\"{HEADLINE}\" font-weight=\"bold\" fill=\"#222222\">{letters}</text>\n")
        });
        let headline = match room {
            0 => String::new(),
            _ => format!(
                "<g class=\"headline\">\n<polygon fill=\"#ffffff\" points=\"0,0 {width},0 {width},{top} 0,{top}\"/>\n{}</g>\n",
                lines.collect::<String>()
            ),
        };
        format!(
            "<svg width=\"{width}\" height=\"{}\" viewBox=\"0 {top} {width} {}\" \
             xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" xml:space=\"preserve\" font-family=\"{FAMILY}\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n{headline}{body}</svg>\n",
            height + room,
            height + room
        )
    }
}

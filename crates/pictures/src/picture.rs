//! A finished picture, with its title, and its words for those who do not see it.

use crate::Undrawable;
use crate::draw::svg::{escaped, spans};
use crate::layout::{FONT, MARGIN};
use crate::measure::markup::{Line, spoken, wrapped};
use crate::measure::metrics::FAMILY;

/// The size of the type of its headline, and the distance between lines.
const HEADLINE: f64 = 13.0;
const LEADING: f64 = 18.0;

/// A finished picture.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// Width and height in pixels.
    pub(crate) size: (u32, u32),
    /// The elements, as SVG.
    pub(crate) body: String,
    pub(crate) title: String,
    /// The title as it is seen, above what is drawn: lines of SVG.
    pub(crate) headline: Vec<String>,
    /// The same of its scope, below.
    pub(crate) subtitle: Vec<String>,
    pub(crate) description: String,
}

impl Picture {
    /// The picture with a name, which stands above what is drawn: the finding.
    pub fn titled(self, title: &str) -> Result<Self, Undrawable> {
        // bold letters are wider
        let headline = self.lines(title, HEADLINE, 0.92)?;
        Ok(Self { title: spoken(title), headline, ..self })
    }

    /// The picture with its scope and parameters, in grey below its name.
    pub fn subtitled(self, subtitle: &str) -> Result<Self, Undrawable> {
        Ok(Self { subtitle: self.lines(subtitle, FONT, 1.0)?, ..self })
    }

    fn lines(&self, text: &str, size: f64, share: f64) -> Result<Vec<String>, Undrawable> {
        let lines = wrapped(text, size, share * (f64::from(self.size.0) - 2.0 * MARGIN))?;
        lines.iter().map(|line| Ok(spans(&Line::parse(line)?, size))).collect()
    }

    /// The picture with a text that goes before the description of what is drawn: what it is about.
    #[must_use]
    pub fn captioned(self, caption: &str) -> Self {
        Self { description: format!("{} {}", spoken(caption.trim()), self.description), ..self }
    }

    /// The SVG text, with the picture's name as title, or its description where it has none.
    pub fn into_svg(self) -> String {
        let (width, body) = (self.size.0, self.body);
        let title = escaped(if self.title.is_empty() { &self.description } else { &self.title });
        let description = escaped(&self.description);
        // above the origin, so that a page that says the title itself can leave it out
        let (bold, grey) = (LEADING * self.headline.len() as f64, FONT + 4.0);
        let is_silent = self.headline.is_empty() && self.subtitle.is_empty();
        let room = if is_silent { 0 } else { (bold + grey * self.subtitle.len() as f64 + 6.0).ceil() as u32 };
        let top = -i64::from(room);
        let height = self.size.1 + room;
        let line =
            |y: f64, style: String, letters: &str| format!("<text x=\"{MARGIN}\" y=\"{y}\" {style}>{letters}</text>\n");
        let from = -f64::from(room);
        let titles = self.headline.iter().enumerate().map(|(i, letters)| {
            let style = format!("font-size=\"{HEADLINE}\" font-weight=\"bold\" fill=\"#222222\"");
            line(from + LEADING * (i as f64 + 1.0), style, letters)
        });
        let subtitles = self.subtitle.iter().enumerate().map(|(i, letters)| {
            line(from + bold + grey * (i as f64 + 1.0) - 2.0, format!("font-size=\"{FONT}\" fill=\"#6b6b6b\""), letters)
        });
        let headline = match is_silent {
            true => String::new(),
            false => format!(
                "<g class=\"headline\">\n<polygon fill=\"#ffffff\" points=\"0,0 {width},0 {width},{top} 0,{top}\"/>\n{}</g>\n",
                titles.chain(subtitles).collect::<String>()
            ),
        };
        format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 {top} {width} {height}\" \
             xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" xml:space=\"preserve\" font-family=\"{FAMILY}\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n{headline}{body}</svg>\n"
        )
    }
}

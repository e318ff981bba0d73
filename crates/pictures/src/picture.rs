//! A finished picture, and its words.

use crate::Undrawable;
use crate::draw::svg::{escaped, spans};
use crate::layout::{FONT, MARGIN};
use crate::measure::markup::{Line, spoken, wrapped};
use crate::measure::metrics::FAMILY;

/// The size of the type of the title, and the distance between lines.
const HEADLINE: f64 = 13.0;
const LEADING: f64 = 18.0;

/// A finished picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Width and height in pixels.
    pub(crate) size: (u32, u32),
    /// The elements, as SVG.
    pub(crate) body: String,
    /// What is drawn, for those who do not see it.
    pub(crate) description: String,
}

impl Picture {
    /// The SVG text. Above what is drawn stand the title, which is the finding, and the subtitle, scope and parameters, in grey; the
    /// caption goes before the description.
    pub fn into_svg(self, title: &str, subtitle: Option<&str>, caption: &str) -> Result<String, Undrawable> {
        let ((width, drawn), body) = (self.size, self.body);
        let lines = |text: &str, size: f64, share: f64| -> Result<Vec<String>, Undrawable> {
            let lines = wrapped(text, size, share * (f64::from(width) - 2.0 * MARGIN))?;
            lines.iter().map(|line| Ok(spans(&Line::parse(line)?, size))).collect()
        };
        // bold letters are wider
        let titles = lines(title, HEADLINE, 0.92)?;
        let subtitles = subtitle.map_or(Ok(Vec::new()), |subtitle| lines(subtitle, FONT, 1.0))?;
        // above the origin, so that a page that says the title itself can leave it out
        let (bold, grey) = (LEADING * titles.len() as f64, FONT + 4.0);
        let room = (bold + grey * subtitles.len() as f64 + 6.0).ceil();
        let (top, height) = (-room, drawn + room as u32);
        let line = |y: f64, style: &str, letters: &str| {
            format!("<text x=\"{MARGIN}\" y=\"{}\" {style}>{letters}</text>\n", top + y)
        };
        let style = format!("font-size=\"{HEADLINE}\" font-weight=\"bold\" fill=\"#222222\"");
        let titles = (1..).zip(&titles).map(|(i, letters)| line(LEADING * f64::from(i), &style, letters));
        let style = format!("font-size=\"{FONT}\" fill=\"#6b6b6b\"");
        let subtitles =
            (1..).zip(&subtitles).map(|(i, letters)| line(bold + grey * f64::from(i) - 2.0, &style, letters));
        let headline = titles.chain(subtitles).collect::<String>();
        let title = escaped(&spoken(title));
        let description = escaped(&format!("{} {}", spoken(caption.trim()), self.description));
        Ok(format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 {top} {width} {height}\" \
             xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" xml:space=\"preserve\" font-family=\"{FAMILY}\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n<g class=\"headline\">\n\
             <polygon fill=\"#ffffff\" points=\"0,0 {width},0 {width},{top} 0,{top}\"/>\n{headline}</g>\n{body}</svg>\n"
        ))
    }
}

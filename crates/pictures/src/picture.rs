//! A finished picture, and what it says to those who do not see it.

use crate::markup::spoken;
use crate::metrics::FAMILY;
use crate::svg::escaped;

/// A finished picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Width and height in pixels.
    pub(crate) size: (u32, u32),
    /// What is drawn, as SVG.
    pub(crate) body: String,
    pub(crate) title: String,
    pub(crate) description: String,
}

impl Picture {
    /// The picture with a name.
    #[must_use]
    pub fn titled(self, title: &str) -> Self {
        Self { title: spoken(title), ..self }
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
        format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" xml:space=\"preserve\" font-family=\"{FAMILY}\">\n\
             <title>{title}</title>\n<desc>{description}</desc>\n{body}</svg>\n"
        )
    }
}

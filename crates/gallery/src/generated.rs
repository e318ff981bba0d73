//! The generated parts of a document, each between two comments.

use crate::GalleryError;

const COMMENT_END: &str = " -->";

/// The comments around the generated parts of one kind in one file.
pub(crate) struct Generated {
    /// The file, relative to the workspace.
    pub file: &'static str,
    /// How the comment before a part begins; what follows in the comment is the part's name.
    pub begin: &'static str,
    /// The comment after a part.
    pub end: &'static str,
}

impl Generated {
    /// The text with every part made anew, each from its name.
    ///
    /// # Errors
    /// A part without its end, or one that cannot be made.
    pub(crate) fn refill(
        &self,
        text: &str,
        part: impl Fn(&str) -> Result<String, GalleryError>,
    ) -> Result<String, GalleryError> {
        let (mut filled, mut rest) = (String::with_capacity(text.len()), text);
        while let Some((before, after)) = rest.split_once(self.begin) {
            let unfinished = || GalleryError::Unfinished {
                file: self.file,
                comment: format!("{}{}", self.begin, after.lines().next().unwrap_or_default()),
            };
            let (name, old) = after.split_once(COMMENT_END).ok_or_else(unfinished)?;
            let (_, after_part) = old.split_once(self.end).ok_or_else(unfinished)?;
            filled += &format!("{before}{}{name}{COMMENT_END}\n{}{}", self.begin, part(name)?, self.end);
            rest = after_part;
        }
        Ok(filled + rest)
    }
}

/// A row of a table.
pub(crate) fn table_row<const N: usize>(cells: [String; N]) -> String {
    format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "))
}

//! What a figure shows: a picture, or a table to be typeset.

use bloomlab_pictures::Picture;
use serde::{Deserialize, Serialize};

/// What a figure shows.
pub enum Drawing {
    /// A picture, which is written as SVG.
    Picture(Picture),
    /// A table, which the gallery typesets.
    Table(TypesetTable),
}

/// A table that stands in the place of a picture: texts in the markup of pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypesetTable {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// A text for each column.
    pub rows: Vec<Vec<String>>,
}

impl TypesetTable {
    /// A table of these columns.
    pub fn new<const N: usize>(columns: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> Self {
        Self { columns: columns.map(str::to_owned).into(), rows: rows.into_iter().map(Into::into).collect() }
    }
}

impl From<Picture> for Drawing {
    fn from(picture: Picture) -> Self {
        Self::Picture(picture)
    }
}

impl From<TypesetTable> for Drawing {
    fn from(table: TypesetTable) -> Self {
        Self::Table(table)
    }
}

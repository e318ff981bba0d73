//! Libraries as the figures list them: one row each, by name.

use bloomlab_libraries::Library;
use bloomlab_pictures::{Axis, Scale};

/// Every library, in the order of the rows from the top, each with its height.
pub(crate) fn rows() -> impl Iterator<Item = (&'static Library, f64)> {
    let libraries = Library::all();
    libraries.iter().zip(0..).map(|(library, row)| (library, f64::from(libraries.len() as i32 - row)))
}

/// The height of a library's row.
pub(crate) fn row_of(name: &str) -> Option<f64> {
    rows().find(|(library, _)| library.name == name).map(|(_, row)| row)
}

/// The axis with their names.
pub(crate) fn axis() -> Axis {
    let names = rows().map(|(library, row)| (row, library.name));
    Axis::new("", Scale::Linear).limited(0.4, Library::all().len() as f64 + 0.6).ticked(names)
}

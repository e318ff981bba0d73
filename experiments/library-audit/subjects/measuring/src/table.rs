//! A table of rows on disk to which several processes add.

use std::fs::File;
use std::path::Path;

/// A row of a table.
pub trait Line: Sized {
    /// The columns, in order.
    const HEADER: &str;
    /// The row as a line.
    fn write(&self) -> String;
    /// The row of a line; `None` if it is none.
    fn read(line: &str) -> Option<Self>;
}

/// The rows of the file; none if there is no file.
pub fn read<R: Line>(path: &Path) -> Result<Vec<R>, String> {
    let Ok(text) = std::fs::read_to_string(path) else { return Ok(Vec::new()) };
    let row = |line: &str| R::read(line).ok_or_else(|| format!("{}: not a row: {line}", path.display()));
    text.lines().skip(1).map(row).collect()
}

/// Changes the rows of the file, and writes it anew. Other processes that do the same wait meanwhile.
pub fn update<R: Line>(path: &Path, change: impl FnOnce(&mut Vec<R>)) -> Result<(), String> {
    let failed = |why: std::io::Error| format!("{}: {why}", path.display());
    let lock = File::create(path.with_file_name(".unfinished-measured.lock")).map_err(failed)?;
    lock.lock().map_err(failed)?;
    let mut rows = read(path)?;
    change(&mut rows);
    let lines = rows.iter().map(|row: &R| row.write() + "\n");
    let text: String = std::iter::once(format!("{}\n", R::HEADER)).chain(lines).collect();
    let unfinished = path.with_file_name(".unfinished-measured.csv");
    std::fs::write(&unfinished, text).and_then(|()| std::fs::rename(&unfinished, path)).map_err(failed)
}

/// Writes a number into a figure's parameters, by which it knows a new table; a file without the parameter stays.
pub fn set_parameter(path: &Path, name: &str, value: u64) -> Result<(), String> {
    let failed = |why: std::io::Error| format!("{}: {why}", path.display());
    let text = std::fs::read_to_string(path).map_err(failed)?;
    let assigned = format!("{name} = ");
    let line = |line: &str| {
        if line.starts_with(&assigned) { format!("{assigned}{value}\n") } else { format!("{line}\n") }
    };
    let new: String = text.lines().map(line).collect();
    if new == text { Ok(()) } else { std::fs::write(path, new).map_err(failed) }
}

//! From CSV to Parquet, file by file.

use std::path::{Path, PathBuf};

use bloomlab_tallies::{FileError, entries, write_whole};
use polars_core::error::PolarsError;
use polars_core::frame::DataFrame;
use polars_io::parquet::write::ParquetWriter;

use crate::column::column;

/// A table that could not be converted.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A table is not one.
    #[error("{}: {source}", path.display())]
    Csv {
        /// The table.
        path: PathBuf,
        /// What is wrong in it.
        source: csv::Error,
    },
    /// Polars refused a table.
    #[error("{}: {source}", path.display())]
    Parquet {
        /// The table.
        path: PathBuf,
        /// What polars said.
        source: PolarsError,
    },
}

/// Converts every table of every paper; the number of files that were not right before.
///
/// # Errors
/// [`ConvertError`] names the file.
pub fn convert_all(data: &Path) -> Result<usize, ConvertError> {
    let mut written = 0;
    for paper in entries(data)?.into_iter().filter(|path| path.is_dir()) {
        for table in entries(&paper)?.into_iter().filter(|path| is_table(path)) {
            written += usize::from(convert(&table)?);
        }
    }
    Ok(written)
}

/// Whether a file is the table of a figure; the claims of a paper are no figure's.
fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "csv")
        && path.file_stem().is_some_and(|stem| stem != "claims")
}

/// Writes the Parquet file beside a table; `false` where it was there with the right bytes.
fn convert(table: &Path) -> Result<bool, ConvertError> {
    Ok(write_whole(&table.with_extension("parquet"), &parquet(table)?)?)
}

/// The bytes of the Parquet file of a table.
fn parquet(table: &Path) -> Result<Vec<u8>, ConvertError> {
    let csv_error = |source| ConvertError::Csv { path: table.to_owned(), source };
    let mut reader = csv::Reader::from_path(table).map_err(csv_error)?;
    let names = reader.headers().map_err(csv_error)?.clone();
    let rows = reader.records().collect::<Result<Vec<_>, _>>().map_err(csv_error)?;
    let columns = names.iter().enumerate().map(|(i, name)| {
        let cells: Vec<&str> = rows.iter().map(|row| &row[i]).collect();
        column(name, &cells)
    });
    let polars_error = |source| ConvertError::Parquet { path: table.to_owned(), source };
    let mut frame = DataFrame::new(rows.len(), columns.collect()).map_err(polars_error)?;
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes).set_parallel(false).finish(&mut frame).map_err(polars_error)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use polars_io::prelude::{ParquetReader, SerReader};
    use std::fs::{self, File};

    #[test]
    fn a_table_is_converted_once_and_again_when_damaged() {
        let data = tempfile::tempdir().unwrap();
        let paper = data.path().join("paper");
        fs::create_dir(&paper).unwrap();
        fs::write(paper.join("rate.csv"), "items,rate,series\n1,0.5,model\n2,1e-320,\"a, b\"\n").unwrap();
        fs::write(paper.join("claims.csv"), "id\nA1\n").unwrap();
        assert_eq!(convert_all(data.path()).unwrap(), 1);
        assert_eq!(convert_all(data.path()).unwrap(), 0);

        let path = paper.join("rate.parquet");
        let frame = ParquetReader::new(File::open(&path).unwrap()).finish().unwrap();
        assert_eq!(frame.shape(), (2, 3));
        assert_eq!(frame.column("rate").unwrap().f64().unwrap().get(1), Some(1e-320));
        assert_eq!(frame.column("series").unwrap().str().unwrap().get(1), Some("a, b"));

        fs::write(&path, "damaged").unwrap();
        assert_eq!(convert_all(data.path()).unwrap(), 1);
        assert_eq!(fs::read_dir(&paper).unwrap().count(), 3, "a file was left behind");
    }

    #[test]
    fn what_is_no_table_is_named() {
        let data = tempfile::tempdir().unwrap();
        fs::create_dir(data.path().join("paper")).unwrap();
        fs::write(data.path().join("paper/rate.csv"), "a,b\n1\n").unwrap();
        let error = convert_all(data.path()).unwrap_err().to_string();
        assert!(error.contains("rate.csv"), "{error}");
        assert!(convert_all(&data.path().join("nowhere")).unwrap_err().to_string().contains("nowhere"));
    }
}

//! The bytes of a Parquet file.

use std::iter::once;
use std::sync::Arc;

use polars_arrow::array::Array;
use polars_arrow::datatypes::{ArrowDataType, ArrowSchema, Field};
use polars_arrow::record_batch::RecordBatchT;
use polars_error::PolarsResult;
use polars_parquet::arrow::write::{
    CompressionOptions, FileWriter, RowGroupIterator, StatisticsOptions, Version, WriteOptions, get_dtype_encoding,
};

use crate::column::column;

/// A Parquet file of one row group, compressed by Zstandard, with the least and the greatest value of each column.
///
/// # Errors
/// When polars refuses the table: two columns of one name.
pub fn parquet(names: &csv::StringRecord, rows: &[csv::StringRecord]) -> PolarsResult<Vec<u8>> {
    let cells = |i: usize| rows.iter().map(|row| &row[i]).collect::<Vec<_>>();
    let columns: Vec<Box<dyn Array>> = (0..names.len()).map(|i| column(&cells(i))).collect();
    let types = columns.iter().map(|column| column.dtype().clone());
    let field = |(name, of): (&str, ArrowDataType)| (name.into(), Field::new(name.into(), of, true));
    let schema: ArrowSchema = names.iter().zip(types).map(field).collect();
    let options = WriteOptions {
        statistics: StatisticsOptions::default(),
        version: Version::V1,
        compression: CompressionOptions::Zstd(None),
        data_page_size: None,
    };
    let encodings = columns.iter().map(|column| get_dtype_encoding(column.dtype())).collect();
    let batch = RecordBatchT::try_new(rows.len(), Arc::new(schema.clone()), columns);
    let mut writer = FileWriter::try_new(Vec::new(), schema.clone(), options)?;
    for group in RowGroupIterator::try_new(once(batch), &schema, options, encodings)? {
        writer.write(rows.len() as u64, group?)?;
    }
    writer.end(None)?;
    Ok(writer.into_inner())
}

//! The filters inside engines: what databases, file formats and tools promise, what their own schemes must give, and what they do.

mod distributions;
mod git;
mod key_value;
mod measured;
mod parquet_writers;
mod promises;
mod self_reports;

bloomlab_tables::program!(git, key_value, parquet_writers, promises, self_reports);

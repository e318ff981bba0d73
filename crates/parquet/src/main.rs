//! `bloomlab-parquet`: a Parquet file beside each table of the workspace, `data/<paper>/<table>.csv`.
//!
//! This program is the only user of polars, which is most of a cold build and 40 megabytes of every program that links it. Run
//! it from the root of the workspace; the argument is a folder of tables, by default `data`. Files that hold the right
//! bytes already are left alone.

mod column;
mod convert;

use std::path::Path;
use std::process::ExitCode;

use convert::convert_all;

fn main() -> ExitCode {
    let folder = std::env::args_os().nth(1).unwrap_or_else(|| "data".into());
    match convert_all(Path::new(&folder)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(written) => {
            eprintln!("parquet: {written} files written");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

//! `bloomlab-print`: a PDF and a PNG file beside each picture of the workspace, `figures/<paper>/<figure>.svg`, as a paper
//! wants them: 720 pixels of the picture are 180 mm, texts of the PDF can be selected, and the PNG has 300 dots per inch.
//!
//! Run it from the root of the workspace; the argument is a folder of pictures, by default `figures`. Files newer than
//! their picture are left alone.

mod convert;

use std::path::Path;
use std::process::ExitCode;

use convert::convert_all;

fn main() -> ExitCode {
    let folder = std::env::args_os().nth(1).unwrap_or_else(|| "figures".into());
    match convert_all(Path::new(&folder)) {
        Ok(written) => {
            eprintln!("print: {written} files written");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#![doc = include_str!("../README.md")]

mod measured;
mod measured_engine;
mod page;

use bloomlab_gallery::first_difference;
use bloomlab_workbench::{WorkbenchError, Workspace};

pub use measured::Measured;
pub use measured_engine::MeasuredEngine;

/// Where the page lies in the workspace.
pub const CALCULATOR: &str = "figures/calculator.html";

/// The calculator cannot be made, or is not the one committed.
#[derive(Debug, thiserror::Error)]
pub enum CalculatorError {
    /// The page cannot be read or written.
    #[error(transparent)]
    Workspace(#[from] WorkbenchError),
    /// The page cannot be filled in.
    #[error("calculator: {0}")]
    Template(#[from] askama::Error),
    /// The page on disk is not the one that the crate makes.
    #[error("calculator: line {line} of {CALCULATOR} differs from what the crate makes; run `make figures`")]
    Differs {
        /// The first line that differs.
        line: usize,
    },
}

/// The page.
#[derive(Clone, Copy, Debug)]
pub struct Calculator;

impl Calculator {
    /// Writes the page.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(workspace: &Workspace) -> Result<(), CalculatorError> {
        Ok(workspace.write(CALCULATOR, page::html()?.as_bytes())?)
    }

    /// Compares the page on disk with what the crate makes.
    ///
    /// # Errors
    /// A page that cannot be read, or that differs.
    pub fn verify(workspace: &Workspace) -> Result<(), CalculatorError> {
        match first_difference(&workspace.read(CALCULATOR)?, &page::html()?) {
            Some(line) => Err(CalculatorError::Differs { line }),
            None => Ok(()),
        }
    }
}

//! Hashing schemes and samplings as Python names them.

use bloomlab::{HashingScheme, Sampling};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::batch::{IntegerColumn, column};

/// The names of all hashing schemes.
#[pyfunction]
pub fn schemes() -> Vec<&'static str> {
    HashingScheme::ALL.map(HashingScheme::name).to_vec()
}

/// The scheme of every question: one name, and the bits of a block or of a word, where that scheme has such and others than
/// the usual were given.
pub struct Schemes {
    usual: HashingScheme,
    part_bits: Option<Vec<u64>>,
}

impl Schemes {
    /// # Errors
    /// `ValueError` for an unknown name.
    pub fn new(name: &str, part_bits: Option<&IntegerColumn<'_>>) -> PyResult<Self> {
        let named = |scheme: &HashingScheme| scheme.name() == name;
        let usual = HashingScheme::ALL.into_iter().find(named);
        let unknown = || PyValueError::new_err(format!("scheme = {name:?} is unknown: needs {}", schemes().join(", ")));
        Ok(Self { usual: usual.ok_or_else(unknown)?, part_bits: part_bits.map(column) })
    }

    /// The scheme of one question.
    pub fn at(&self, index: usize) -> HashingScheme {
        let bits = |usual| self.part_bits.as_ref().map_or(usual, |bits| bits[index]);
        match self.usual {
            HashingScheme::Blocked(usual) => HashingScheme::Blocked(bits(usual)),
            HashingScheme::SplitBlock(usual) => HashingScheme::SplitBlock(bits(usual)),
            other => other,
        }
    }
}

/// How the positions of an item are drawn.
pub fn sampling(without_replacement: bool) -> Sampling {
    if without_replacement { Sampling::WithoutReplacement } else { Sampling::WithReplacement }
}

//! `bloomlab size --like`: what a library allocates.

use bloomlab::libraries::{Cover, Library, RATES};
use clap::builder::PossibleValuesParser;
use serde_json::json;

use super::Options;
use crate::answer::Field;
use crate::error::CommandError;
use crate::num::Num;

/// Digits that the rate of a library's filter is computed to.
const DIGITS: usize = 10;

/// Where the rates are that a library has, which may be far from those of the nearest law.
const MEASURED: &str = "in data/library-audit/promises.csv";

/// The libraries that are described.
pub(super) fn parser() -> PossibleValuesParser {
    PossibleValuesParser::new(Library::all().iter().map(|library| library.name))
}

impl Options {
    /// The filter of the library that was asked for: its bits, hashes and rate.
    pub(super) fn like_library(&self) -> Result<Option<(&'static str, Field)>, CommandError> {
        let Some(name) = &self.like else { return Ok(None) };
        let library = Library::named(name).map_err(|_| CommandError::NothingComputed("size --like"))?;
        let target = self.target.parse().ok().filter(|target| RATES.contains(target));
        let target = target.ok_or_else(|| self.out_of_domain("1e-15 ≤ target ≤ 0.5, with --like"))?;
        let filter = library.filter(self.items, target)?;
        let rate =
            filter.rate(self.items).map_err(|why| CommandError::refused(why, crate::error::Instead::LargerTarget))?;
        let law: &str = library.cover.into();
        let mut like = json!({
            "library": format!("{} {}", library.name, library.version),
            "bits": filter.bits(),
            "hashes": filter.hashes(),
            "rate": Num::double(rate, self.digits.get().min(DIGITS)),
            "law": law,
        });
        if library.cover == Cover::Nearest {
            like["measured"] = json!(MEASURED);
        }
        Ok(Some(("like", Field::Structure(like))))
    }
}

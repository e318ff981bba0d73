//! `bloomlab size --like`: what a library or an engine allocates.

use bloomlab::{Cover, Engine, Error, Library, Setting};
use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};

use super::Options;
use crate::answer::Field;
use crate::error::CommandError;
use crate::measured::{Measured, MeasuredEngine};
use crate::num::Num;

/// Digits that the rate of a library's filter is computed to.
const DIGITS: usize = 10;
/// Digits where independent positions stand in for the library's own.
const STAND_IN_DIGITS: usize = 3;
/// Digits of a measured rate.
const MEASURED_DIGITS: usize = 4;

/// The libraries and the engines that are described.
pub(super) fn parser() -> PossibleValuesParser {
    let libraries = Library::all().iter().map(|library| library.name);
    PossibleValuesParser::new(libraries.chain(Engine::all().iter().map(|engine| engine.name)))
}

impl Options {
    /// The filter of the library that was asked for: its bits, hashes and rate. Where the distribution of its positions is not
    /// computed, the rate is that of independent positions, by that name, beside the limit of large filters and the nearest measurement.
    pub(super) fn like_library(&self, items: u64) -> Result<Option<(&'static str, Field)>, CommandError> {
        let Some(name) = &self.like else { return Ok(None) };
        if let Ok(engine) = name.parse() {
            return self.like_engine(&engine, items).map(Some);
        }
        let library: Library =
            name.parse().map_err(|_| CommandError::NothingComputed("size --like", "none of the results"))?;
        let target =
            self.target.parse().map_err(|_| self.out_of_domain("1e-15 ≤ target ≤ 0.5 for the filter of a library"))?;
        let filter = library.filter_for(items, target).map_err(Error::from)?;
        let mut like = json!({
            "library": format!("{} {}", library.name, library.version),
            "bits": filter.bits,
            "hashes": filter.hashes,
        });
        if filter.cover == Cover::Exact {
            like["rate"] = json!(Num::double(filter.rate, self.digits.get().min(DIGITS)));
        } else {
            let independent = library.filter(items, target)?.independent_rate(items).map_err(Error::from)?;
            let rate = independent.unwrap_or(filter.rate);
            like["rate_if_independent"] = json!(rounded(rate, STAND_IN_DIGITS));
            if let Some(limit) = filter.limit {
                like["rate_in_large_filters"] = json!(rounded(limit, STAND_IN_DIGITS));
            }
            for (name, value) in Measured::nearest(library.name, items, target).iter().flat_map(measured) {
                like[name] = value;
            }
        }
        if filter.is_approximate {
            like["label"] = json!("approximate");
        }
        Ok(Some(("like", Field::Structure(like))))
    }

    /// The filter of an engine: where its user sets bits per key, the fewest that keep the target; where nothing is set, what it builds
    /// anyway. Where the distribution of its positions is not computed, the rate is that of the nearest one; where these bits per key were
    /// measured to miss the target, the fewest that were measured to keep it stand beside it.
    fn like_engine(&self, engine: &Engine, items: u64) -> Result<(&'static str, Field), CommandError> {
        let target =
            self.target.parse().map_err(|_| self.out_of_domain("1e-15 ≤ target ≤ 0.5 for the filter of an engine"))?;
        let found = engine.filter_for(items, target).map_err(Error::from)?;
        let mut like = json!({ "engine": format!("{} {}", engine.name, engine.version) });
        match (engine.setting, found.bits_per_key) {
            (_, Some(bits)) => like["bits_per_key"] = json!(bits),
            (Setting::Nothing, _) => like["setting"] = json!("none"),
            _ => {}
        }
        like["bits"] = json!(found.filter.bits);
        like["hashes"] = json!(found.filter.hashes);
        match found.filter.cover {
            Cover::Exact => like["rate"] = json!(Num::double(found.filter.rate, self.digits.get().min(DIGITS))),
            Cover::Nearest => {
                like["rate_of_nearest"] = json!(rounded(found.filter.rate, STAND_IN_DIGITS));
                let row = MeasuredEngine::nearest(engine.name, items, found.filter.bits);
                for (name, value) in row.iter().flat_map(measured_engine) {
                    like[name] = value;
                }
                let row = row.filter(|row| found.bits_per_key.is_some() && row.bits_per_item() == found.bits_per_key);
                if let Some(bits) = row.and_then(|row| row.bits_that_keep(engine.name, target)) {
                    like["bits_per_key_measured_to_keep"] = json!(bits);
                }
            }
        }
        if found.filter.is_approximate {
            like["label"] = json!("approximate");
        }
        Ok(("like", Field::Structure(like)))
    }
}

/// A measurement, with its 99 % interval.
fn measured(row: &Measured) -> [(&'static str, Value); 6] {
    let short = |value| json!(rounded(value, MEASURED_DIGITS));
    [
        ("measured_at_items", json!(row.items)),
        ("measured_at_target", json!(row.target)),
        ("measured_rate", short(row.rate)),
        ("measured_lower", short(row.lower)),
        ("measured_upper", short(row.upper)),
        ("measured_times_target", short(row.times_target())),
    ]
}

/// A measurement of an engine, with its 99 % interval.
fn measured_engine(row: &MeasuredEngine) -> [(&'static str, Value); 5] {
    let short = |value| json!(rounded(value, MEASURED_DIGITS));
    [
        ("measured_at_items", json!(row.items)),
        ("measured_at_bits", json!(row.bits)),
        ("measured_rate", short(row.rate)),
        ("measured_lower", short(row.lower)),
        ("measured_upper", short(row.upper)),
    ]
}

/// A number with a few significant digits.
fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits - 1).parse().unwrap_or(value)
}

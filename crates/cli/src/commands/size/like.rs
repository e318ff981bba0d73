//! `bloomlab size --like`: what a library or an engine allocates.

use bloomlab::{Cover, Engine, Error, Library, LibraryFilter, Measurement, Measurements, Setting, UnknownName};

use super::Options;
use crate::answer::{Field, Row, UNDEFINED, UNKNOWN};
use crate::commands::shared::{decimal, out_of_domain};
use crate::error::CommandError;
use crate::num::Num;

/// Digits that the rate of a library's filter is computed to.
const DIGITS: usize = 10;
/// Digits if independent positions stand in for the library's own.
const STAND_IN_DIGITS: usize = 3;
/// Digits of a measured rate.
const MEASURED_DIGITS: usize = 4;

/// The tables of the figures `library-audit/promises` and `engines/promises`.
const LIBRARIES: &str = include_str!("../../../../../data/library-audit/promises.csv");
const ENGINES: &str = include_str!("../../../../../data/engines/promises.csv");

/// Every measured rate of a library or an engine.
fn measured() -> Result<Measurements, CommandError> {
    let read = Measurements::read(LIBRARIES.as_bytes(), ENGINES.as_bytes());
    read.map_err(|_| CommandError::NothingComputed("size --like", "no measured rate"))
}

/// A name of a library or an engine; the refusal names the nearest first.
pub(super) fn known(name: &str) -> Result<String, UnknownName> {
    let Err(unknown) = name.parse::<Library>() else { return Ok(name.to_owned()) };
    name.parse::<Engine>().map(|_| name.to_owned()).map_err(|other| unknown.or(other))
}

impl Options {
    /// The filter of the library or the engine that was asked for: its bits, hashes and rate. If the distribution of its positions is not
    /// computed, the rate is that of the nearest one, by that name, next to the nearest measurement.
    pub(super) fn allocated(&self, name: &str, items: u64) -> Result<Row, CommandError> {
        let target = |domain| decimal(&self.target).parse().map_err(|_| out_of_domain(&self.target, domain));
        if let Ok(engine) = name.parse::<Engine>() {
            return self.of_engine(&engine, items, target("1e-15 ≤ target ≤ 0.5 for the filter of an engine")?);
        }
        let library: Library =
            name.parse().map_err(|_| CommandError::NothingComputed("size --like", "none of the results"))?;
        let target = target("1e-15 ≤ target ≤ 0.5 for the filter of a library")?;
        let filter = library.filter_for(items, target).map_err(Error::from)?;
        let mut like = vec![("library", Field::Text(format!("{} {}", library.name, library.version)))];
        like.extend(self.shape(&filter));
        if filter.cover == Cover::Sampled {
            like.push(("rate_sampled", stand_in(filter.rate)));
        }
        if filter.cover != Cover::Exact {
            let independent = library.filter(items, target)?.independent_rate(items).map_err(Error::from)?;
            like.push(("rate_if_independent", stand_in(independent.unwrap_or(filter.rate))));
            like.extend(filter.limit.map(|limit| ("rate_in_large_filters", stand_in(limit))));
            if let Some(row) = measured()?.nearest(library.name, items, target, filter.bits) {
                let asked_for = row.target.map_or(UNKNOWN, |target| Num::measured(target, 17).field());
                let [lower, rate, upper] = interval(row);
                let times = Num::measured(row.rate / row.target.unwrap_or(target), MEASURED_DIGITS).field();
                like.extend([("measured_at_items", Field::Count(row.items)), ("measured_at_target", asked_for)]);
                like.extend([rate, lower, upper, ("measured_times_target", times)]);
            }
        }
        like.extend(filter.cap.map(|setting| ("capped_by", Field::text(setting))));
        like.extend(filter.is_approximate.then(|| ("label", Field::text("approximate"))));
        Ok(like)
    }

    /// The filter of an engine: if its user sets bits per key, the fewest that keep the target; if nothing is set, what it builds
    /// anyway. If these bits per key were measured to miss the target, the fewest that were measured to keep it stand next to it.
    fn of_engine(&self, engine: &Engine, items: u64, target: f64) -> Result<Row, CommandError> {
        let found = engine.filter_for(items, target).map_err(Error::from)?;
        let filter = found.filter;
        let mut like = vec![("engine", Field::Text(format!("{} {}", engine.name, engine.version)))];
        match (engine.setting, found.bits_per_key) {
            (_, Some(bits)) => like.push(("bits_per_key", Field::Count(bits))),
            (Setting::Nothing, _) => like.push(("setting", Field::text("none"))),
            _ => {}
        }
        like.extend(self.shape(&filter));
        if filter.cover != Cover::Exact {
            let name = if filter.cover == Cover::Sampled { "rate_sampled" } else { "rate_of_nearest" };
            like.push((name, stand_in(filter.rate)));
            let measured = measured()?;
            if let Some(row) = measured.nearest(engine.name, items, target, filter.bits) {
                let [lower, rate, upper] = interval(row);
                let bits = row.bits.map_or(UNKNOWN, Field::Count);
                like.extend([("measured_at_items", Field::Count(row.items)), ("measured_at_bits", bits)]);
                like.extend([rate, lower, upper]);
                let is_same = found.bits_per_key.is_some() && row.bits_per_item() == found.bits_per_key;
                let kept = is_same.then(|| measured.bits_that_keep(engine.name, row, target)).flatten();
                like.extend(kept.map(|bits| ("bits_per_key_measured_to_keep", Field::Count(bits))));
            }
        }
        like.extend(filter.is_approximate.then(|| ("label", Field::text("approximate"))));
        Ok(like)
    }

    /// Bits, hash functions and the rate, if it is the filter's own.
    fn shape(&self, filter: &LibraryFilter) -> Row {
        let mut shape =
            vec![("bits", Field::Count(filter.bits)), ("hashes", filter.hashes.map_or(UNDEFINED, Field::Count))];
        if filter.cover == Cover::Exact {
            shape.push(("rate", Num::double(filter.rate, self.digits.digits.min(DIGITS)).field()));
        }
        shape
    }
}

fn stand_in(rate: f64) -> Field {
    Num::measured(rate, STAND_IN_DIGITS).field()
}

/// The ends of the 99 % interval on either side of the rate.
fn interval(row: &Measurement) -> [(&'static str, Field); 3] {
    let ends = [("measured_lower", row.lower), ("measured_rate", row.rate), ("measured_upper", row.upper)];
    ends.map(|(name, value)| (name, Num::measured(value, MEASURED_DIGITS).field()))
}

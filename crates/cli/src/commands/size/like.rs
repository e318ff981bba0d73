//! `bloomlab size --like`: what a library or an engine allocates.

use bloomlab::{Built, Cover, Error, Family, Measurement, Measurements, Product, Setting, UnknownName};

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
    name.parse::<Product>().map(|_| name.to_owned())
}

impl Options {
    /// The filter of the library or the engine that was asked for: its bits, hashes and rate. If the distribution of its positions is not
    /// computed, the rate is that of a simulation or of the nearest one, by that name, next to the nearest measurement. If its user sets
    /// bits per key, they are the fewest that keep the target.
    pub(super) fn allocated(&self, name: &str, items: u64) -> Result<Row, CommandError> {
        let product: Product =
            name.parse().map_err(|_| CommandError::NothingComputed("size --like", "none of the results"))?;
        let target = decimal(&self.target).parse().map_err(|_| out_of_domain(&self.target, "1e-15 ≤ target ≤ 0.5"))?;
        let built = product.filter_for(items, target).map_err(Error::from)?;
        let is_library = product.family == Family::Library;
        let mut like = vec![(product.family.into(), Field::Text(format!("{} {}", product.name, product.version)))];
        like.extend(built.bits_per_key.map(|bits| ("bits_per_key", Field::Count(bits))));
        if !is_library && product.setting == Setting::Nothing {
            like.push(("setting", Field::text("none")));
        }
        like.extend(self.shape(&built));
        if built.cover == Cover::Sampled {
            like.push(("rate_sampled", stand_in(built.rate)));
        }
        if built.cover != Cover::Exact {
            if is_library {
                let independent = product.filter(items, target)?.independent_rate(items).map_err(Error::from)?;
                like.push(("rate_if_independent", stand_in(independent.unwrap_or(built.rate))));
            } else if built.cover == Cover::Nearest {
                like.push(("rate_of_nearest", stand_in(built.rate)));
            }
            if let Some(row) = measured()?.nearest(&product, items, target, built.bits) {
                like.push(("measured_at_items", Field::Count(row.items)));
                like.push(match row.target.filter(|_| is_library) {
                    Some(target) => ("measured_at_target", Num::measured(target, 17).field()),
                    None => ("measured_at_bits", row.bits.map_or(UNKNOWN, Field::Count)),
                });
                let [lower, rate, upper] = interval(row);
                like.extend([rate, lower, upper]);
                let times = row.target.filter(|_| is_library).map(|target| row.rate / target);
                like.extend(
                    times.map(|times| ("measured_times_target", Num::measured(times, MEASURED_DIGITS).field())),
                );
            }
        }
        like.extend(built.cap.map(|setting| ("capped_by", Field::text(setting))));
        like.extend(built.is_approximate.then(|| ("label", Field::text("approximate"))));
        Ok(like)
    }

    /// Bits, hash functions and the rate, if it is the filter's own.
    fn shape(&self, filter: &Built) -> Row {
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

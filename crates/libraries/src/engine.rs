//! Filters inside databases, file formats and tools, each with what its user sets and the scheme of its source.

use std::fmt;
use std::str::FromStr;

use bloomlab_formulas::walks::HashingScheme;
use bloomlab_numbers::{MAX_SIZE, Refused, within};

use crate::named::{self, Named, UnknownName};
use crate::sampled::{self, Walk};
use crate::{Cover, LibraryFilter, RATES, Structure, engines, rules::positions};

/// What a user of an engine sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Setting {
    /// A false-positive rate.
    Rate,
    /// Bits for each key.
    BitsPerKey,
    /// Nothing: the engine has its own numbers.
    Nothing,
}

/// The filter inside one engine.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// Its name, which says which filter where there are several.
    pub name: &'static str,
    /// The version described.
    pub version: &'static str,
    /// Says if its distribution is computed.
    pub cover: Cover,
    /// What its user sets.
    pub setting: Setting,
    /// Bits of the one hash that everything follows from, where it is so short that equal hashes count.
    pub(crate) hash_bits: Option<u32>,
    /// The most items of one filter, and why, where the engine has a limit of its own.
    pub(crate) most_items: Option<(u64, &'static str)>,
    /// The most bits of one filter, and why, likewise.
    pub(crate) most_bits: Option<(u64, &'static str)>,
    /// The least and the largest rate that the engine takes.
    pub(crate) rates: (f64, f64),
    /// Its positions, if their distribution is not summed.
    pub(crate) walk: Option<Walk>,
    /// The filter for n items and what is set; without a setting the number is not looked at.
    pub(crate) build: fn(u64, f64) -> Structure,
    /// The scheme of positions, where m and k are found; `None` for double hashing that wraps at 32 bits.
    pub(crate) found: Option<HashingScheme>,
}

impl Named for Engine {
    const KIND: &'static str = "engine";
    const ALIASES: &'static [(&'static str, &'static str)] =
        &[("redis", "redisbloom"), ("scylla", "cassandra"), ("scylladb", "cassandra")];

    fn entries() -> &'static [Self] {
        &engines::ENGINES
    }

    fn name(&self) -> &'static str {
        self.name
    }
}

/// By its name or a further one.
impl FromStr for Engine {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        named::find(name)
    }
}

/// Its name.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// What an engine builds.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct EngineFilter {
    /// The fewest whole bits per key that keep the target, where they are what a user sets.
    pub bits_per_key: Option<u64>,
    /// The filter.
    pub filter: LibraryFilter,
}

/// The most bits per key that are tried.
const MOST_BITS_PER_KEY: u64 = 100;

impl Engine {
    /// Every engine described.
    pub fn all() -> &'static [Engine] {
        &engines::ENGINES
    }

    /// What the engine builds for n items and its setting: a rate, or bits for each key.
    ///
    /// # Errors
    /// [`Refused`]: no item or more than 2^40, a rate outside [`RATES`], or bits per key outside 1 … 100; a filter that the engine
    /// itself refuses or does not make.
    pub fn filter(&self, items: u64, set: f64) -> Result<Structure, Refused> {
        within("items", items, 1..=MAX_SIZE >> 23)?;
        if let Some((most, why)) = self.most_items.filter(|(most, _)| items > *most) {
            return Err(Refused::new("items", items, format!("1 ≤ items ≤ {most}: {why}")));
        }
        let most = MOST_BITS_PER_KEY as f64;
        match self.setting {
            Setting::Rate if !RATES.contains(&set) => {
                Err(Refused::new("target", set, "1e-15 ≤ target ≤ 0.5 for the filter of an engine"))
            }
            Setting::Rate if set < self.rates.0 || set > self.rates.1 => {
                let (least, most) = self.rates;
                Err(Refused::new("target", set, format!("{least} ≤ target ≤ {most} for {}", self.name)))
            }
            Setting::BitsPerKey if !(1.0..=most).contains(&set) => {
                Err(Refused::new("bits", set, format!("1 ≤ bits per key ≤ {most}")))
            }
            _ => self.within_bits(items, (self.build)(items, set)),
        }
    }

    fn within_bits(&self, items: u64, filter: Structure) -> Result<Structure, Refused> {
        match self.most_bits.filter(|(most, _)| filter.bits() > *most) {
            Some((most, why)) => {
                let domain = format!("fewer items: they take {} bits, of at most {most}: {why}", filter.bits());
                Err(Refused::new("items", items, domain))
            }
            None => Ok(filter),
        }
    }

    /// m bits and k positions that were found, in the engine's scheme.
    pub fn found(&self, bits: u64, hashes: u64) -> Result<Structure, Refused> {
        within("bits", bits, 1..=MAX_SIZE)?;
        within("hashes", hashes, 1..=MAX_SIZE)?;
        Ok(self.found.map_or_else(|| engines::wrapping(bits, hashes), |scheme| positions(scheme, bits, hashes)))
    }

    /// The false-positive rate with n items, and true if it is that of the first-order approximation: a match by positions, or by an
    /// equal hash of few bits.
    pub fn rate(&self, filter: &Structure, items: u64) -> Result<(f64, bool), Refused> {
        let (rate, is_approximate) = filter.labelled_rate(items)?;
        let equal = self.hash_bits.map_or(0.0, |bits| {
            let one = libm::log1p(-libm::exp2(-f64::from(bits)));
            -libm::expm1(items as f64 * one)
        });
        Ok((rate + equal * (1.0 - rate), is_approximate))
    }

    /// Says if the rate of a filter is that of its own distribution, or of the nearest one that is computed.
    pub fn cover_of(&self, filter: &Structure) -> Cover {
        if filter.is_stand_in() { Cover::Nearest } else { self.cover }
    }

    /// Bits, positions and rate for n items where a target is wanted: of an engine that takes bits per key, the fewest whole ones that
    /// keep it by the law of [`rate`](Self::rate); of one that takes nothing, what it builds anyway.
    pub fn filter_for(&self, items: u64, target: f64) -> Result<EngineFilter, Refused> {
        if !RATES.contains(&target) {
            return Err(Refused::new("target", target, "1e-15 ≤ target ≤ 0.5"));
        }
        if self.setting != Setting::BitsPerKey {
            let filter = self.filter(items, target)?;
            return Ok(EngineFilter { bits_per_key: None, filter: self.described(&filter, items)? });
        }
        for bits_per_key in 1..=MOST_BITS_PER_KEY {
            let filter = self.filter(items, bits_per_key as f64)?;
            if self.rate(&filter, items)?.0 <= target {
                let filter = self.described(&filter, items)?;
                return Ok(EngineFilter { bits_per_key: Some(bits_per_key), filter });
            }
        }
        let why = format!("a target that {MOST_BITS_PER_KEY} bits per key of {} keep", self.name);
        Err(Refused::new("target", target, why))
    }

    /// The rate is sampled if its distribution is not summed.
    pub(crate) fn described(&self, filter: &Structure, items: u64) -> Result<LibraryFilter, Refused> {
        let (bits, hashes, cover) = (filter.bits(), filter.hashes(), self.cover_of(filter));
        let walk = self.walk.filter(|_| cover == Cover::Nearest);
        let sample = walk.zip(hashes).and_then(|(walk, hashes)| sampled::rate(walk, bits, hashes, items));
        let (rate, is_approximate) = self.rate(filter, items)?;
        let (rate, cover) = sample.map_or((rate, cover), |rate| (rate, Cover::Sampled));
        let is_approximate = is_approximate && cover != Cover::Sampled;
        Ok(LibraryFilter { bits, hashes, rate, cover, is_approximate, limit: None, cap: None })
    }
}

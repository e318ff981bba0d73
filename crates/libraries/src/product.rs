//! The filters of libraries and of engines: what a user sets, what is made of it, and the rate that it then has.

use std::fmt;
use std::str::FromStr;

use bloomlab_formulas::{rocksdb::LINE_BITS, walks::HashingScheme};
use bloomlab_numbers::{MAX_SIZE, Refused, within};

use crate::sampled::{self, Walk};
use crate::{Structure, engines, libraries};

/// The group of a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Family {
    /// Libraries that programs call for a filter.
    Library,
    /// Databases, file formats and tools with a filter inside, and filters next to these.
    Engine,
}

/// The number that a user sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Setting {
    /// A false-positive rate.
    Rate,
    /// Bits for each key.
    BitsPerKey,
    /// Nothing: the filter has its own numbers.
    Nothing,
}

/// Says if the distribution of positions is one that can be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Cover {
    /// The source names a distribution that is computed exactly, hashes taken for uniform.
    Exact,
    /// Simulated from the positions of the source, hashes taken for uniform: a standard error of 3 % or less.
    Sampled,
    /// The distribution is another: the nearest one that is computed stands in for it.
    Nearest,
}

/// One kind of filter of a library or an engine, by the source of one version.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// Its name, which says which kind if there are several.
    pub name: &'static str,
    /// The version described.
    pub version: &'static str,
    /// Its group.
    pub family: Family,
    /// Says if its distribution is computed.
    pub cover: Cover,
    /// The number that its user sets.
    pub setting: Setting,
    /// The fewest items for which it makes a filter.
    pub fewest_items: u64,
    /// The most items of one filter, and why.
    pub(crate) most_items: Option<(u64, &'static str)>,
    /// The most bits of one filter, and why.
    pub(crate) most_bits: Option<(u64, &'static str)>,
    /// The largest filter that its writer makes, and the setting that raises this.
    pub(crate) cap: Option<(Structure, &'static str)>,
    /// The least and the largest rate that it takes.
    pub(crate) rates: (f64, f64),
    /// Bits of the one hash that everything follows from, if it is so short that equal hashes count.
    pub(crate) hash_bits: Option<u32>,
    /// Its positions, if their distribution is not summed.
    pub(crate) walk: Option<Walk>,
    /// The filter for n items and what is set; without a setting the number is not looked at.
    pub(crate) build: fn(u64, f64) -> Structure,
}

/// The filter that is made.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct Built {
    /// The fewest whole bits per key that keep the target, if they are what a user sets.
    pub bits_per_key: Option<u64>,
    /// Its bits; of filters that grow, before they do.
    pub bits: u64,
    /// Its hash functions, if items have positions.
    pub hashes: Option<u64>,
    /// Its false-positive rate with all items.
    pub rate: f64,
    /// The law of that rate.
    pub cover: Cover,
    /// True if the exact sum takes too long or cancels, so that the rate is that of the first-order approximation, right to O(1/m²).
    pub is_approximate: bool,
    /// The setting that allows a larger filter, if the writer makes a smaller one than its items need.
    pub cap: Option<&'static str>,
}

/// Rates that can be asked for.
pub const RATES: std::ops::RangeInclusive<f64> = 1e-15..=0.5;
/// The most bits per key that are tried.
const MOST_BITS_PER_KEY: u64 = 100;

/// Further names, each with that of the table.
const ALIASES: [(&str, &str); 4] =
    [("redis", "redisbloom"), ("scylla", "cassandra"), ("scylladb", "cassandra"), ("valkey", "bloomfilter")];

/// A name that no library or engine has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no library or engine {name}; there are {}, the nearest names first", all.join(", "))]
pub struct UnknownName {
    name: String,
    all: Vec<&'static str>,
}

/// By its name or a further one, in upper or lower case.
impl FromStr for Product {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let lower = name.to_lowercase();
        let of_alias = ALIASES.iter().find(|(alias, _)| *alias == lower);
        let of_table = of_alias.map_or(&*lower, |(_, of_table)| of_table);
        Product::all().find(|product| product.name == of_table).copied().ok_or_else(|| {
            let aliases = ALIASES.iter().map(|(alias, _)| *alias);
            let mut all: Vec<_> = Product::all().map(|product| product.name).chain(aliases).collect();
            all.sort_by_key(|other| edits(&lower, other));
            UnknownName { name: name.to_owned(), all }
        })
    }
}

/// Its name.
impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

impl Product {
    /// Every filter of a family.
    pub fn of(family: Family) -> &'static [Product] {
        match family {
            Family::Library => &libraries::ROWS,
            Family::Engine => &engines::ROWS,
        }
    }

    /// Every filter: libraries, then engines.
    pub fn all() -> impl Iterator<Item = &'static Product> {
        [Family::Library, Family::Engine].into_iter().flat_map(Self::of)
    }

    /// The filter for n items and its setting: a rate, or bits for each key. A writer may make a smaller one, as
    /// [`filter_for`](Self::filter_for) says.
    ///
    /// # Errors
    /// [`Refused`]: too few items or more than 2^40, a rate outside [`RATES`] or bits per key outside 1 … 100; a filter that the
    /// library or the engine itself refuses or does not make.
    pub fn filter(&self, items: u64, set: f64) -> Result<Structure, Refused> {
        within("items", items, self.fewest_items..=MAX_SIZE >> 23)?;
        if let Some((most, why)) = self.most_items.filter(|(most, _)| items > *most) {
            return Err(Refused::new("items", items, format!("1 ≤ items ≤ {most}: {why}")));
        }
        match self.setting {
            Setting::Rate => self.check_rate(set)?,
            Setting::BitsPerKey if !(1.0..=MOST_BITS_PER_KEY as f64).contains(&set) => {
                return Err(Refused::new("bits", set, format!("1 ≤ bits per key ≤ {MOST_BITS_PER_KEY}")));
            }
            _ => {}
        }
        let filter = (self.build)(items, set);
        match self.most_bits.filter(|(most, _)| filter.bits() > *most) {
            Some((most, why)) => {
                let domain = format!("fewer items: they take {} bits, of at most {most}: {why}", filter.bits());
                Err(Refused::new("items", items, domain))
            }
            None => Ok(filter),
        }
    }

    fn check_rate(&self, target: f64) -> Result<(), Refused> {
        let (least, most) = self.rates;
        let domain = match target {
            _ if !RATES.contains(&target) => "1e-15 ≤ target ≤ 0.5".to_owned(),
            _ if target < least || target > most => format!("{least} ≤ target ≤ {most} for {}", self.name),
            _ => return Ok(()),
        };
        Err(Refused::new("target", target, domain))
    }

    /// The filter of m bits and k positions, in its scheme.
    pub fn found(&self, bits: u64, hashes: u64) -> Result<Structure, Refused> {
        within("bits", bits, 1..=MAX_SIZE)?;
        within("hashes", hashes, 1..=MAX_SIZE)?;
        match (self.build)(1000, if self.setting == Setting::BitsPerKey { 10.0 } else { 0.01 }) {
            Structure::Positions { scheme, .. } => Ok(Structure::Positions { scheme, bits, hashes }),
            Structure::Wrapping { word, .. } => Ok(Structure::Wrapping { bits, hashes, word }),
            _ => Err(Refused::new("bits", bits, format!("a filter of positions, not {}", self.name))),
        }
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

    /// The law of the [`rate`](Self::rate) of a filter with n items: exact or nearest. Of a filter that grows, exact before it does.
    #[must_use]
    pub fn cover_of(&self, filter: &Structure, items: u64) -> Cover {
        match filter {
            Structure::Growing(stages) if stages.sums_walks(items) => Cover::Exact,
            // a Ribbon filter of few keys is a Bloom filter, whose positions in a line are multiples of one number
            Structure::Positions { scheme: HashingScheme::Blocked(LINE_BITS), .. } => Cover::Nearest,
            filter if filter.is_stand_in() => Cover::Nearest,
            _ => self.cover,
        }
    }

    /// The filter for n items of which a target is wanted, or the largest that its writer makes: with bits per key, the fewest whole
    /// ones that keep it by the filter's own law, sampled if it is not summed; without a setting, what is made anyway.
    pub fn filter_for(&self, items: u64, target: f64) -> Result<Built, Refused> {
        self.check_rate(target)?;
        if self.setting != Setting::BitsPerKey {
            return self.built(&self.filter(items, target)?, items);
        }
        for bits_per_key in 1..=MOST_BITS_PER_KEY {
            let filter = self.filter(items, bits_per_key as f64)?;
            // a sample takes a tenth of a second, and only adds to the nearest law
            if self.rate(&filter, items)?.0 <= target {
                let built = self.built(&filter, items)?;
                if built.rate <= target {
                    return Ok(Built { bits_per_key: Some(bits_per_key), ..built });
                }
            }
        }
        let why = format!("a target that {MOST_BITS_PER_KEY} bits per key of {} keep", self.name);
        Err(Refused::new("target", target, why))
    }

    /// The rate is sampled if its distribution is not summed.
    pub(crate) fn built(&self, asked: &Structure, items: u64) -> Result<Built, Refused> {
        let capped = self.cap.filter(|(most, _)| asked.bits() > most.bits());
        let (filter, cap) = capped.map_or((*asked, None), |(most, setting)| (most, Some(setting)));
        let (bits, hashes, cover) = (filter.bits(), filter.hashes(), self.cover_of(&filter, items));
        let walk = self.walk.filter(|_| cover == Cover::Nearest);
        let sample = walk.zip(hashes).and_then(|(walk, hashes)| sampled::rate(walk, bits, hashes, items));
        let (rate, is_approximate) = self.rate(&filter, items)?;
        let (rate, cover) = sample.map_or((rate, cover), |rate| (rate, Cover::Sampled));
        let is_approximate = is_approximate && cover != Cover::Sampled;
        Ok(Built { bits_per_key: None, bits, hashes, rate, cover, is_approximate, cap })
    }
}

/// A filter without its own limits.
pub(crate) const fn row(
    family: Family,
    name: &'static str,
    version: &'static str,
    (cover, setting): (Cover, Setting),
    build: fn(u64, f64) -> Structure,
) -> Product {
    Product {
        name,
        version,
        family,
        cover,
        setting,
        fewest_items: 1,
        most_items: None,
        most_bits: None,
        cap: None,
        rates: (*RATES.start(), *RATES.end()),
        hash_bits: None,
        walk: None,
        build,
    }
}

/// One whose positions are sampled if their distribution is not summed.
pub(crate) const fn sampled(walk: Walk, row: Product) -> Product {
    Product { walk: Some(walk), cover: Cover::Nearest, ..row }
}

/// The fewest letters to insert, delete or replace (Levenshtein 1966).
fn edits(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (above, letter) in (1..).zip(one.chars()) {
        let mut diagonal = std::mem::replace(&mut row[0], above);
        for (at, found) in (1..).zip(other.chars()) {
            let least = (diagonal + usize::from(letter != found)).min(row[at] + 1).min(row[at - 1] + 1);
            diagonal = std::mem::replace(&mut row[at], least);
        }
    }
    row.last().copied().unwrap_or_default()
}

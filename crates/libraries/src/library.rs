//! The libraries, each with its sizing rule and its scheme, from the source of the version named.

use std::f64::consts::LN_2;
use std::fmt;
use std::str::FromStr;

use bloomlab_formulas::{split_block::allocated, static_filters::StaticFilter, walks::HashingScheme};
use bloomlab_numbers::{MAX_SIZE, Refused, within};

use crate::growing::Stages;
use crate::named::{self, Named, UnknownName};
use crate::other_languages::{
    PARQUET_JAVA_MOST, boost_bloom, boost_bloom_multiblock, guava, libbloom, parquet_java, spark,
};
use crate::rules::{
    ceil, nearest, positions, split_block, split_block_bits_per_item, textbook, textbook_bits, textbook_hashes,
};
use crate::sampled::{self, Walk};
use crate::{Slices, Structure, multiples};

/// Says if the distribution of a library's positions is one that can be computed.
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

/// One kind of filter of a library.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    /// Its name, which says which kind where there are several.
    pub name: &'static str,
    /// The version described.
    pub version: &'static str,
    /// Says if its distribution is computed.
    pub cover: Cover,
    /// The fewest items for which it makes a filter.
    pub fewest_items: u64,
    takes_target: bool,
    /// The least target that it sizes a filter for.
    least_target: f64,
    /// The largest filter that its writer makes, and the setting that raises this.
    most: Option<(Structure, &'static str)>,
    /// The rate of m bits, k hash functions and n items in a large filter, where that of [`Cover::Nearest`] is far off.
    in_large_filters: Option<fn(u64, u64, u64) -> f64>,
    /// Its positions, if their distribution is not summed.
    walk: Option<Walk>,
    build: fn(u64, f64) -> Structure,
}

impl Named for Library {
    const KIND: &'static str = "library";
    const ALIASES: &'static [(&'static str, &'static str)] = &[("valkey", "bloomfilter")];

    fn entries() -> &'static [Self] {
        &LIBRARIES
    }

    fn name(&self) -> &'static str {
        self.name
    }
}

/// By its name or a further one.
impl FromStr for Library {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        named::find(name)
    }
}

/// Its name.
impl fmt::Display for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// What a library builds, as far as everybody asks for it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct LibraryFilter {
    /// Its bits; of filters that grow, before they do.
    pub bits: u64,
    /// Its hash functions, where items have positions.
    pub hashes: Option<u64>,
    /// Its false-positive rate with all items.
    pub rate: f64,
    /// Says if that is the rate of the library's own distribution of positions, or of the nearest one that is computed.
    pub cover: Cover,
    /// True if the exact sum takes too long or cancels, so that the rate is that of the first-order approximation, right to O(1/m²).
    pub is_approximate: bool,
    /// [`Library::limit`] with its items.
    pub limit: Option<f64>,
    /// The setting that allows a larger filter, if the writer makes a smaller one than its items need.
    pub cap: Option<&'static str>,
}

/// Rates that can be asked for.
pub const RATES: std::ops::RangeInclusive<f64> = 1e-15..=0.5;

impl Library {
    /// Every library described.
    pub fn all() -> &'static [Library] {
        &LIBRARIES
    }

    /// What the library builds for n items at the rate `target`. Libraries that take no target ignore it.
    ///
    /// # Errors
    /// [`Refused`]: fewer than [`fewest_items`](Self::fewest_items) or more than 2^40, or a target outside [`RATES`] or below the
    /// library's least.
    pub fn filter(&self, items: u64, target: f64) -> Result<Structure, Refused> {
        within("items", items, self.fewest_items..=MAX_SIZE >> 23)?;
        if !RATES.contains(&target) {
            return Err(Refused::new("target", target, "1e-15 ≤ target ≤ 0.5 for the filter of a library"));
        }
        if target < self.least_target {
            let domain = format!("{} ≤ target: {} has no smaller filter for less", self.least_target, self.name);
            return Err(Refused::new("target", target, domain));
        }
        Ok((self.build)(items, target))
    }

    /// Bits, hash functions and rate of [`filter`](Self::filter) with its n items, or of the largest that its writer makes.
    pub fn filter_for(&self, items: u64, target: f64) -> Result<LibraryFilter, Refused> {
        let asked = self.filter(items, target)?;
        let capped = self.most.filter(|(most, _)| asked.bits() > most.bits());
        let (filter, cap) = (capped.map_or(asked, |(most, _)| most), capped.map(|(_, setting)| setting));
        let (rate, is_approximate) = filter.labelled_rate(items)?;
        let (bits, hashes, cover) = (filter.bits(), filter.hashes(), self.cover_of(&filter, items));
        let limit = self.limit(&filter, items);
        let walk = self.walk.filter(|_| cover == Cover::Nearest);
        let sample = walk.zip(hashes).and_then(|(walk, hashes)| sampled::rate(walk, bits, hashes, items));
        let (rate, cover) = sample.map_or((rate, cover), |rate| (rate, Cover::Sampled));
        let is_approximate = is_approximate && cover != Cover::Sampled;
        Ok(LibraryFilter { bits, hashes, rate, cover, is_approximate, limit, cap })
    }

    /// True if its writer makes a smaller filter than [`filter`](Self::filter).
    #[cfg(feature = "measured")]
    pub(crate) fn is_capped(&self, items: u64, target: f64) -> bool {
        self.most.zip(self.filter(items, target).ok()).is_some_and(|((most, _), filter)| filter.bits() > most.bits())
    }

    /// Says if the rate of one of its filters with n items is that of the library's own distribution: of a filter that grows, before it
    /// does.
    #[must_use]
    pub fn cover_of(&self, filter: &Structure, items: u64) -> Cover {
        match filter {
            Structure::Growing(stages) if stages.sums_walks(items) => Cover::Exact,
            filter if filter.is_stand_in() => Cover::Nearest,
            _ => self.cover,
        }
    }

    /// The rate with n items in the limit of large filters, to about a per cent, under positions whose distribution is not computed.
    /// `None` where the limit is not known, or the filter has fewer than 2^13 bits.
    #[must_use]
    pub fn limit(&self, filter: &Structure, items: u64) -> Option<f64> {
        let (rate, hashes) = self.in_large_filters.zip(filter.hashes())?;
        let bits = filter.bits();
        (bits >= multiples::MIN_BITS).then(|| rate(bits, hashes, items))
    }

    /// Returns true if the library takes a target.
    pub fn takes_target(&self) -> bool {
        self.takes_target
    }
}

const fn library(name: &'static str, version: &'static str, cover: Cover, build: fn(u64, f64) -> Structure) -> Library {
    Library {
        name,
        version,
        cover,
        fewest_items: 1,
        takes_target: true,
        least_target: *RATES.start(),
        most: None,
        in_large_filters: None,
        walk: None,
        build,
    }
}

/// One that takes no target.
const fn without_target(name: &'static str, version: &'static str, build: fn(u64, f64) -> Structure) -> Library {
    Library { takes_target: false, ..library(name, version, Cover::Exact, build) }
}

/// One whose positions are sampled.
const fn sampled(name: &'static str, version: &'static str, walk: Walk, build: fn(u64, f64) -> Structure) -> Library {
    Library { walk: Some(walk), ..library(name, version, Cover::Nearest, build) }
}

const LIBRARIES: [Library; 30] = [
    library("abloom", "1.1.0", Cover::Exact, abloom),
    Library { in_large_filters: Some(multiples::rate), ..sampled("bloom", "0.3.2", sampled::bloom, bloom) },
    library("bloom-filter2", "2.0.0", Cover::Nearest, bloom_filter2),
    library("bloom-filters", "0.1.2", Cover::Exact, bloom_filters),
    without_target("bloom2", "0.5.1", |_, _| Structure::AnyPosition { bits: 1 << 16, hashes: 4 }),
    sampled("bloomfilter", "3.0.2", sampled::bloomfilter, bloomfilter),
    library("boost-bloom", "1.89.0", Cover::Exact, boost_bloom),
    library("boost-bloom-multiblock", "1.89.0", Cover::Exact, boost_bloom_multiblock),
    without_target("cuckoofilter", "0.5.0", cuckoofilter),
    library("fastbloom", "0.17.0", Cover::Nearest, fastbloom),
    library("fastbloom-rs", "0.5.10", Cover::Exact, fastbloom_rs),
    library("growable-bloom-filter", "2.1.1", Cover::Nearest, growable_bloom_filter),
    sampled("guava", "33.6.0-jre", sampled::guava, guava),
    Library { fewest_items: 1000, ..sampled("libbloom", "1.6", sampled::of_words, libbloom) },
    library("parquet", "60.1.0", Cover::Exact, |items, target| split_block(allocated(items, target))),
    library("parquet-folded", "60.1.0", Cover::Exact, parquet_folded),
    Library { most: Some(PARQUET_JAVA_MOST), ..library("parquet-java", "1.17.0", Cover::Exact, parquet_java) },
    library("pdatastructs", "0.7.0", Cover::Nearest, pdatastructs),
    library("probabilistic-collections", "0.7.0", Cover::Nearest, probabilistic_collections),
    library("pybloom-live", "4.0.0", Cover::Exact, |items, target| Structure::Sliced(pybloom_slices(items, target))),
    library("pybloom-live-scalable", "4.0.0", Cover::Nearest, pybloom_live_scalable),
    library("pybloomfiltermmap3", "0.6.3", Cover::Exact, pybloomfiltermmap3),
    library("pyprobables", "0.7.0", Cover::Nearest, pyprobables),
    library("pyprobables-expanding", "0.7.0", Cover::Nearest, pyprobables_expanding),
    library("qfilter", "0.3.1", Cover::Exact, qfilter),
    library("rbloom", "1.5.4", Cover::Nearest, rbloom),
    Library { least_target: 1e-5, ..library("sbbf-rs-safe", "0.3.2", Cover::Exact, sbbf_rs_safe) },
    library("spark", "4.3.0", Cover::Exact, spark),
    without_target("xorf-fuse8", "0.13.0", |items, _| xorf(StaticFilter::BinaryFuse3, items)),
    without_target("xorf-xor8", "0.13.0", |items, _| xorf(StaticFilter::Xor, items)),
];

/// Whole words of 64 bits; a chain of multiplications and rotations of one hash.
fn fastbloom(items: u64, target: f64) -> Structure {
    textbook(HashingScheme::Independent, (items, target), (ceil, 64), nearest)
}

/// Whole bytes; h1, h2, h1 + 2 h2, … in wrapping arithmetic: the second position is the second hash.
fn bloomfilter(items: u64, target: f64) -> Structure {
    textbook(HashingScheme::Independent, (items, target), (ceil, 8), nearest)
}

/// Single precision, and at least two hashes; h1, h2, (h1 + i) h2, ….
fn bloom(items: u64, target: f64) -> Structure {
    let (items, target, ln_2) = (items as f32, target as f32, std::f32::consts::LN_2);
    let bits = (items * (libm::logf(1.0 / target) / (ln_2 * ln_2))).round() as u64;
    let hashes = (bits as f32 / items * ln_2).round() as u64;
    positions(HashingScheme::Independent, bits.max(1), hashes.clamp(2, 200))
}

/// Enhanced double hashing, with C(i, 3) where the scheme has C(i + 1, 3), in wrapping arithmetic.
fn probabilistic_collections(items: u64, target: f64) -> Structure {
    let bits = ceil(-libm::log2(target) * items as f64 / LN_2);
    positions(HashingScheme::Enhanced, bits, ceil(textbook_hashes(bits, items)))
}

/// Drops the fractions of m and k; h1 + i h2 + f(i), f the same for all items.
fn pdatastructs(items: u64, target: f64) -> Structure {
    let hashes = (-libm::log2(target)) as u64;
    positions(HashingScheme::Independent, (textbook_bits(items, target) as u64).max(1), hashes.max(1))
}

/// (s + h1 + i h2) mod m, of two halves of 32 bits, without overflow.
fn bloom_filters(items: u64, target: f64) -> Structure {
    positions(HashingScheme::Double, ceil(textbook_bits(items, target)), ceil(-libm::log2(target)))
}

/// Whole words of 64 bits, k rounded up; (h1 mod m + i (h2 mod m)) mod m.
fn fastbloom_rs(items: u64, target: f64) -> Structure {
    textbook(HashingScheme::Double, (items, target), (ceil, 64), ceil)
}

/// Slices of ⌈n/ln 2⌉ bits, the first stage at the whole target, r = 0.8515625, s = 2; positions by enhanced double hashing in
/// arithmetic that wraps, whose cubic term no slice notices.
fn growable_bloom_filter(items: u64, target: f64) -> Structure {
    fn stage(items: u64, target: f64) -> Slices {
        let slices = ceil(-libm::log2(target));
        let bytes = (slices * ceil(items as f64 / LN_2)).div_ceil(8);
        Slices { bits: 8 * bytes / slices, slices, values: None }
    }
    Structure::Growing(Stages { items, growth: 2, target, tightening: 0.851_562_5, walks: true, stage })
}

/// Made for 64 times as many items, then halved while (1 − (1 − mean fill)^(2^j))^8 keeps the target. The mean fill is taken to be the
/// expected one.
fn parquet_folded(items: u64, target: f64) -> Structure {
    let allocated = allocated(64 * items, target);
    // the logarithm of the share of clear bits
    let clear = items as f64 * libm::log1p(-1.0 / (32.0 * allocated as f64));
    let keeps = |folds: &u32| libm::pow(-libm::expm1(clear * libm::exp2((*folds).into())), 8.0) <= target;
    let folds = (1..=allocated.trailing_zeros()).take_while(keeps).last().unwrap_or(0);
    split_block(allocated >> folds)
}

/// The bits an item that Parquet's document gives for a rate, rounded up to whole ones; whole blocks.
fn sbbf_rs_safe(items: u64, target: f64) -> Structure {
    let per_item = [(0.1, 6), (0.01, 11), (0.001, 17), (1e-4, 27)].iter().find(|(rate, _)| *rate <= target * 1.000_001);
    let bits = per_item.map_or(41, |(_, bits)| *bits) * items;
    split_block((bits / 8).div_ceil(32).max(1))
}

/// Whole bits of a remainder, slots a power of two, at least 64, filled to 95 %.
fn qfilter(items: u64, target: f64) -> Structure {
    let mut slots = items.next_power_of_two().max(64);
    while (slots * 19).div_ceil(20) < items {
        slots *= 2;
    }
    let remainder = ceil(-libm::log2(target)).max(1);
    let bits = 8 * (slots / 64 * (17 + 8 * remainder) + 8);
    Structure::Quotient { fingerprint_bits: u64::from(slots.trailing_zeros()) + remainder, bits }
}

/// Four slots of eight bits; one value means empty, and hashes of that value get the next, so that 1/Σp² = 65536/258; as many slots as the next power of two of items.
fn cuckoofilter(items: u64, _: f64) -> Structure {
    let buckets = (items.next_power_of_two() / 4).max(1);
    Structure::Cuckoo { buckets, values: 65_536.0 / 258.0, bits: 32 * buckets }
}

/// Fingerprints of eight bits in the cells of the reference programs.
fn xorf(filter: StaticFilter, items: u64) -> Structure {
    Structure::Static { fingerprint_bits: 8, bits: 8 * filter.allocated(items) }
}

/// Slices; positions from digests of 16 bits for slices below 2^15 bits, of 32 below 2^31, modulo the slice.
fn pybloom_slices(items: u64, target: f64) -> Slices {
    let slices = ceil(-libm::log2(target));
    let bits = ceil(textbook_bits(items, target) / slices as f64);
    let hash_bits = [(15, 16), (31, 32)].iter().find(|(most, _)| bits < 1 << most).map(|(_, hash)| hash);
    let values = hash_bits.map(|hash| 1 << hash);
    Slices { bits, slices, values }
}

/// The first stage at 0.9 of the target, r = 0.9, s = 4.
fn pybloom_live_scalable(items: u64, target: f64) -> Structure {
    Structure::Growing(Stages {
        items,
        growth: 4,
        target: 0.9 * target,
        tightening: 0.9,
        walks: false,
        stage: pybloom_slices,
    })
}

/// Drops the fractions of m and k, then whole bytes; a linear congruential generator from the item's hash.
fn rbloom(items: u64, target: f64) -> Structure {
    let real = textbook_bits(items, target);
    let hashes = (real / items as f64 * LN_2) as u64;
    positions(HashingScheme::Independent, (real as u64).next_multiple_of(8), hashes.max(1))
}

/// The target in single precision; m rounded up, k to the nearest; FNV-1a with seeds.
fn pyprobables(items: u64, target: f64) -> Structure {
    textbook(HashingScheme::Independent, (items, f64::from(target as f32)), (ceil, 1), nearest)
}

/// Filters of one size and one target, one after the other.
fn pyprobables_expanding(items: u64, target: f64) -> Structure {
    let bits = ceil(textbook_bits(items, f64::from(target as f32)));
    Structure::Repeated { bits, hashes: nearest(textbook_hashes(bits, items)), items }
}

/// Whole blocks of eight words of 64 bits; the bits an item from the Poisson mixture.
fn abloom(items: u64, target: f64) -> Structure {
    let blocks = ceil(items as f64 * split_block_bits_per_item(64, target, (0.5, 300.0), 1e-6)).div_ceil(512);
    positions(HashingScheme::SplitBlock(64), 512 * blocks, 8)
}

/// m and k rounded up; a linear recurrence modulo a Mersenne prime.
fn bloom_filter2(items: u64, target: f64) -> Structure {
    textbook(HashingScheme::Independent, (items, target), (ceil, 1), ceil)
}

/// The fraction of k dropped, whole bytes, at least 128 bits; a seed of its own for each position.
fn pybloomfiltermmap3(items: u64, target: f64) -> Structure {
    let hashes = ((-libm::log2(target)) as u64).max(1);
    let each = ceil(textbook_bits(items, target) / hashes as f64);
    positions(HashingScheme::Independent, (hashes * each).next_multiple_of(8).max(128), hashes)
}

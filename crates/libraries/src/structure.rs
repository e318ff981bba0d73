//! What libraries build, with the rate of each.

use bloomlab_formulas::{
    Load,
    overlapping::{self, OverlappingLoad},
    walks::{ExactRate, HashingScheme, SchemeLoad, first_order, other_walks, rate_in_double},
};
use bloomlab_numbers::{Double, Refused, Sampling, Shape};

use crate::growing::Stages;
use crate::{Slices, bytes_and_bits};

/// The most steps of an exact rate, a tenth of a second; beyond it, and if doubles do not determine it, the first-order distribution in 1/m
/// is taken.
const MAX_STEPS: f64 = 1e7;

/// The most bits of arithmetic that wraps that are summed here: three seconds for seven positions.
const MAX_WRAPPING_BITS: u64 = 40;

/// What a library built.
#[derive(Clone, Copy, Debug)]
pub enum Structure {
    /// Positions of an item in m bits.
    Positions {
        /// How they are found.
        scheme: HashingScheme,
        /// m.
        bits: u64,
        /// k: without a position everything matches.
        hashes: u64,
    },
    /// h1 + i h2 in words of `word` bits, and then modulo m: exact where the word does not matter, or m is small.
    Wrapping {
        /// m.
        bits: u64,
        /// k.
        hashes: u64,
        /// Bits of a word, below 64.
        word: u32,
    },
    /// Independent bytes, in each of which an item has one bit; the bits of an item are one of 32 sequences.
    BytesAndBits {
        /// m/8.
        bytes: u64,
        /// k.
        hashes: u64,
    },
    /// Slices.
    Sliced(Slices),
    /// Stages of slices.
    Growing(Stages),
    /// As many filters of slices or bits of one size as it takes, each for the same number of items and the same target.
    Repeated {
        /// m of one filter.
        bits: u64,
        /// k.
        hashes: u64,
        /// Items after which another filter is opened.
        items: u64,
    },
    /// A query matches when *one* of its positions is set.
    AnyPosition {
        /// m.
        bits: u64,
        /// k.
        hashes: u64,
    },
    /// Fingerprints in one of two buckets.
    Cuckoo {
        /// B.
        buckets: u64,
        /// V: values of a fingerprint, 1/Σp² where they are not equally likely.
        values: f64,
        /// Bits of all slots.
        bits: u64,
    },
    /// A set of fingerprints.
    Quotient {
        /// Bits of a fingerprint, quotient and remainder.
        fingerprint_bits: u64,
        /// Bits of the table.
        bits: u64,
    },
    /// A static filter: one fingerprint an item, uniform for other items.
    Static {
        /// The rate at which fingerprints are equal.
        rate: f64,
        /// Bits of the table.
        bits: u64,
    },
}

impl Structure {
    /// Bits allocated; of filters that grow, before they do.
    pub fn bits(&self) -> u64 {
        match *self {
            Structure::BytesAndBits { bytes, .. } => 8 * bytes,
            Structure::Sliced(slices) => slices.total_bits(),
            Structure::Growing(stages) => (stages.stage)(stages.items, stages.target).total_bits(),
            Structure::Positions { bits, .. }
            | Structure::Repeated { bits, .. }
            | Structure::Wrapping { bits, .. }
            | Structure::AnyPosition { bits, .. }
            | Structure::Cuckoo { bits, .. }
            | Structure::Quotient { bits, .. }
            | Structure::Static { bits, .. } => bits,
        }
    }

    /// k, where items have positions.
    pub fn hashes(&self) -> Option<u64> {
        match *self {
            Structure::Positions { hashes, .. }
            | Structure::Wrapping { hashes, .. }
            | Structure::BytesAndBits { hashes, .. }
            | Structure::Repeated { hashes, .. }
            | Structure::AnyPosition { hashes, .. } => Some(hashes),
            Structure::Sliced(slices) => Some(slices.slices),
            _ => None,
        }
    }

    /// The false-positive rate with n items, in double precision.
    ///
    /// Positions: [`rate_in_double`], or the first-order approximation where that would take long, which errs by O(1/m²). Bytes and bits: by the
    /// bits' sequences up to k = 20, as for independent positions beyond. Slices, stages:
    /// [`Slices::rate`] and the product rule. One of k positions: 1 − (1 − k/m)^(kn), k distinct positions of a query taken for k.
    /// Cuckoo filter with hashed fingerprints: 1 − (1 − 1/B)(1 − 2/(BV))^n − (1 − 1/(BV))^n / B. Quotient filter of f bits:
    /// 1 − (1 − 2^−f)^n.
    pub fn rate(&self, items: u64) -> Result<f64, Refused> {
        self.labelled_rate(items).map(|(rate, _)| rate)
    }

    /// [`rate`](Self::rate), and true if it is that of the first-order approximation.
    pub(crate) fn labelled_rate(&self, items: u64) -> Result<(f64, bool), Refused> {
        let n = items as f64;
        // 1 − (1 − p)^n
        let once = |probability: f64, times: f64| -libm::expm1(times * libm::log1p(-probability));
        let independent = |bits, hashes, items| positions(HashingScheme::Independent, bits, items, hashes);
        let rate = match *self {
            Structure::Positions { scheme, bits, hashes } => return positions(scheme, bits, items, hashes),
            Structure::Wrapping { bits, hashes, word } if !wraps_evenly(bits, word) && !self.is_stand_in() => {
                let remainder = (1_u64 << word.min(63)) % bits;
                other_walks::wrapping(&Double, Load::new(bits, items, hashes)?, remainder)?
            }
            Structure::Wrapping { bits, hashes, .. } => return positions(HashingScheme::Double, bits, items, hashes),
            Structure::BytesAndBits { bytes, hashes } if self.is_stand_in() => independent(8 * bytes, hashes, items)?.0,
            Structure::BytesAndBits { bytes, hashes } => bytes_and_bits::rate(bytes, hashes, items),
            Structure::Sliced(slices) => slices.rate(items),
            Structure::Growing(stages) => stages.rate(items),
            Structure::Repeated { bits, hashes, items: each } => {
                let (full, _) = independent(bits, hashes, each)?;
                let (last, _) = independent(bits, hashes, items % each)?;
                -libm::expm1((items / each) as f64 * libm::log1p(-full) + libm::log1p(-last))
            }
            Structure::AnyPosition { bits, hashes } => once(hashes as f64 / bits as f64, hashes as f64 * n),
            Structure::Cuckoo { buckets, values, .. } => {
                let (alone, pair) = (1.0 / buckets as f64, 1.0 / (buckets as f64 * values));
                (1.0 - alone) * once(2.0 * pair, n) + alone * once(pair, n)
            }
            Structure::Quotient { fingerprint_bits, .. } => once(libm::exp2(-(fingerprint_bits as f64)), n),
            Structure::Static { rate, .. } => rate,
        };
        Ok((rate, false))
    }

    /// Returns true if [`rate`](Self::rate) is that of independent positions because the library's own are not summed.
    pub(crate) fn is_stand_in(&self) -> bool {
        match *self {
            Structure::BytesAndBits { hashes, .. } => hashes > bytes_and_bits::MAX_HASHES,
            Structure::Wrapping { bits, hashes, word } => {
                !wraps_evenly(bits, word) && (bits > MAX_WRAPPING_BITS || hashes > other_walks::MAX_HASHES)
            }
            _ => false,
        }
    }

    /// The rate of as many independent positions in as many bits, where items have positions anywhere in them.
    pub fn independent_rate(&self, items: u64) -> Result<Option<f64>, Refused> {
        let hashes = self.hashes().filter(|_| !matches!(self, Structure::Repeated { .. }));
        let rate = |hashes| positions(HashingScheme::Independent, self.bits(), items, hashes).map(|(rate, _)| rate);
        hashes.map(rate).transpose()
    }
}

/// Returns true if a word holds a whole number of filters.
fn wraps_evenly(bits: u64, word: u32) -> bool {
    bits.is_power_of_two() && bits.trailing_zeros() <= word
}

/// The rate, and true if it is that of the first-order approximation.
fn positions(scheme: HashingScheme, bits: u64, items: u64, hashes: u64) -> Result<(f64, bool), Refused> {
    if hashes == 0 {
        return Ok((1.0, false));
    }
    if let (Some(word), Some(stride)) = (scheme.block_bits(), scheme.stride()) {
        return of_overlapping_words(bits, (word, stride), items, hashes).map(|rate| (rate, false));
    }
    let walks = scheme.step_set().is_some() || scheme == HashingScheme::Enhanced;
    let load = SchemeLoad::new(scheme, bits, items, hashes);
    if let Ok(load) = load
        && (!walks || items == 0 || ExactRate::steps(load) <= MAX_STEPS)
    {
        match rate_in_double(load) {
            // the exact sum cancels, and positive terms are too many
            Err(_) if walks => {}
            rate => return Ok((rate?, false)),
        }
    }
    let per_item = bits as f64 / items as f64;
    let Ok(constant) = first_order::constant(&Double, scheme, alike(scheme, bits, hashes), hashes, per_item) else {
        // too small for the approximation of large filters
        return Ok((rate_in_double(load?)?, false));
    };
    let independent = rate_in_double(SchemeLoad::new(HashingScheme::Independent, bits, items, hashes)?)?;
    Ok((independent + constant.unwrap_or(0.0) / bits as f64, true))
}

/// The exact rate, or the limit of many words if it has too many cases.
fn of_overlapping_words(bits: u64, (word, stride): (u64, u64), items: u64, hashes: u64) -> Result<f64, Refused> {
    if let Ok(load) = OverlappingLoad::new(bits, word, stride, items, hashes) {
        return overlapping::rate_in_double(load);
    }
    let starts = (bits.max(word) - word) / stride + 1;
    overlapping::limit(Shape::new(word, hashes, Sampling::WithReplacement)?, stride, items as f64 / starts as f64)
}

/// The m whose kind the constant is taken for. That of enhanced double hashing depends on m but little, from k = 20 on by less than 1 %:
/// there a prime, of whose steps one stands for all, takes the place of any m, and its constant for the 50 hash functions of the least
/// target half a second.
fn alike(scheme: HashingScheme, bits: u64, hashes: u64) -> u64 {
    match scheme {
        HashingScheme::Enhanced if hashes > 20 => first_order::MIN_ENHANCED_BITS + 15,
        HashingScheme::Enhanced => bits.max(first_order::MIN_ENHANCED_BITS),
        _ => bits,
    }
}

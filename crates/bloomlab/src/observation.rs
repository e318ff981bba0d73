//! What the bits of a filter tell: how many items it holds, and its false-positive rate.

mod strangers;

use bloomlab_formulas::Load;
use bloomlab_formulas::counts::PlainRates;
use bloomlab_formulas::counts::items::{ItemsInterval, bounded_interval, estimate, interval};
use bloomlab_formulas::fills::{PartedFilter, Parts};
use bloomlab_formulas::observed::ObservedFill;
use bloomlab_numbers::{Arithmetic, Double, Number};
use bloomlab_occupancy::{OutOfDomain, Parameter, Refused, Sampling, Shape};
use bloomlab_schemes::{HashingScheme, SchemeLoad, StepSet, given_bits};

use crate::{Error, Filter};

/// What was seen of a filter.
///
/// The number of set bits shows the number of items in every layout. It shows the rate only where positions are independent: a filter of
/// blocks, words or slices needs the set bits of each, one under double hashing all bits.
///
/// ```
/// use bloomlab::{Filter, HashingScheme, Observation};
///
/// let found = Observation::of_bits_set(Filter::new(9586, 7)?, 4793)?.at_level(0.99)?.found()?;
/// assert_eq!((found.items_lower, found.items_upper), (930, Some(969)));
/// // two blocks with 40 and 60 of 100 bits set: the fill says 1/8 for (0.4³ + 0.6³)/2
/// let blocks = Filter::new(200, 3)?.under(HashingScheme::Blocked(100))?;
/// let found = Observation::of_fills(blocks, &[40, 60])?.found()?;
/// assert!((found.rate.unwrap() - 0.14).abs() < 1e-15 && found.naive_rate == 0.125);
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct Observation {
    #[cfg_attr(feature = "serde", serde(flatten))]
    filter: Filter,
    #[cfg_attr(feature = "serde", serde(skip))]
    shape: Shape,
    #[cfg_attr(feature = "serde", serde(skip))]
    scheme: HashingScheme,
    bits_set: u64,
    level: f64,
    #[cfg_attr(feature = "serde", serde(skip))]
    seen: Seen,
}

#[derive(Clone, Debug, PartialEq)]
enum Seen {
    Number,
    Fills(Vec<u64>),
    Bits(Vec<u64>),
}

/// What the bits show.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Observed {
    /// s, the set bits.
    pub bits_set: u64,
    /// The least number of items that they do not rule out.
    pub items_lower: u64,
    /// The largest; `None` where there is none.
    pub items_upper: Option<u64>,
    /// Whether the two are exact, or bounds that contain them.
    pub certainty: Certainty,
    /// The estimate ln(1 − s/m)/ln(1 − h), h the probability that an item sets a given bit; `None` where all bits are set.
    pub items: Option<f64>,
    /// Its bias at that number of items: of independent positions exact, else of second order; `None` where it is not known.
    pub bias: Option<f64>,
    /// Its standard deviation there: of independent positions exact, else from the exact one of s, to first order.
    pub standard_deviation: Option<f64>,
    /// The rate given the bits; `None` where what was seen does not determine it.
    pub rate: Option<f64>,
    /// What the number of set bits proves of the rate of double hashing, where the rate is not determined; where it is measured, the
    /// interval that contains it with the probability of the level.
    pub rate_bounds: Option<(f64, f64)>,
    /// Whether the rate is the share of some million strangers that all bits report: under walks through a large filter.
    pub is_measured: bool,
    /// (s/m)^k.
    pub naive_rate: f64,
}

/// How certain an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Certainty {
    /// Exact.
    Exact,
    /// A rigorous bound.
    Bound,
    /// An approximation.
    Approximate,
}

impl Certainty {
    /// `exact`, `bound` or `approximate`.
    pub fn name(self) -> &'static str {
        match self {
            Certainty::Exact => "exact",
            Certainty::Bound => "bound",
            Certainty::Approximate => "approximate",
        }
    }
}

impl Observation {
    /// The level of the interval where none is given.
    pub const USUAL_LEVEL: f64 = 0.99;

    /// `set` bits (s) of `filter` are set.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] when s > m, and outside the domain of the filter's scheme; [`Error::Incompatible`] where positions come from
    /// one hash of few bits.
    pub fn of_bits_set(filter: Filter, set: u64) -> Result<Self, Error> {
        let (shape, scheme) = filter
            .layout()
            .ok_or(Error::Incompatible { this: "observed bits", other: "positions from one hash of few bits" })?;
        ObservedFill::new(shape, set)?;
        SchemeLoad::new(scheme, shape.bits(), 0, shape.hashes())?;
        Ok(Self { filter, shape, scheme, bits_set: set, level: Self::USUAL_LEVEL, seen: Seen::Number })
    }

    /// So many bits are set in each block of a blocked filter, in each word of split blocks, or in each slice of a partitioned one.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] for more or fewer `fills` than parts, for a part with more set bits than bits, and as there;
    /// [`Error::Incompatible`] for a filter that has no such parts, or whose rate they do not tell.
    pub fn of_fills(filter: Filter, fills: &[u64]) -> Result<Self, Error> {
        let empty = Self::of_bits_set(filter, 0)?;
        let parts = empty.parts()?.ok_or(Error::Incompatible {
            this: "fills of parts",
            other: "a scheme without blocks, words or slices of independent positions",
        })?;
        Ok(Self { bits_set: parts.bits_set(fills)?, seen: Seen::Fills(fills.to_vec()), ..empty })
    }

    /// The bits of the filter, eight in a byte, the first one least.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] for more or fewer bytes than m/8, rounded up, and for a bit that is set beyond m; as for
    /// [`of_bits_set`](Self::of_bits_set).
    pub fn of_raw(filter: Filter, bytes: &[u8]) -> Result<Self, Error> {
        let empty = Self::of_bits_set(filter, 0)?;
        let bits = empty.shape.bits();
        if bytes.len() as u64 != bits.div_ceil(8) {
            let domain = format!("{} bytes for bits = {bits}", bits.div_ceil(8));
            return Err(OutOfDomain::new(Parameter::Bytes, bytes.len() as u64, domain).into());
        }
        let beyond = bytes.last().map_or(0, |last| (u64::from(*last) >> ((bits - 1) % 8)) >> 1);
        if beyond != 0 {
            let domain = format!("no bit set in the last byte beyond bits = {bits}");
            return Err(OutOfDomain::new(Parameter::Bytes, u64::from(bytes[bytes.len() - 1]), domain).into());
        }
        let words = bytes.chunks(8).map(|chunk| (0..).zip(chunk).map(|(i, byte)| u64::from(*byte) << (8 * i)).sum());
        let words: Vec<u64> = words.collect();
        let bits_set = words.iter().map(|word| u64::from(word.count_ones())).sum();
        let seen = match empty.parts()? {
            Some(parts) => Seen::Fills(fills(&words, parts)),
            None => Seen::Bits(words),
        };
        Ok(Self { bits_set, seen, ..empty })
    }

    /// How many blocks, words or slices have set bits of their own; 0 under a scheme without such parts.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] as there.
    pub fn part_count(&self) -> Result<u64, Error> {
        Ok(self.parts()?.map_or(0, PartedFilter::count))
    }

    /// The interval of items contains the true number with probability `level` at least.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 0.5 ≤ level ≤ 1 − 1e-12.
    pub fn at_level(self, level: f64) -> Result<Self, Error> {
        if (0.5..=1.0 - 1e-12).contains(&level) {
            return Ok(Self { level, ..self });
        }
        Err(OutOfDomain::new(Parameter::Confidence, level, "0.5 ≤ level ≤ 1 − 1e-12").into())
    }

    /// What the bits show.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] for a number of set bits that no number of items makes likely.
    pub fn found(&self) -> Result<Observed, Error> {
        let (bits, set) = (self.shape.bits(), self.bits_set);
        let fill = ObservedFill::new(self.shape, set)?;
        let (hit, alpha) = (self.hit()?, 1.0 - self.level);
        let exact = if self.is_plain() { interval(fill, alpha).ok() } else { None };
        let (found, certainty) = match exact {
            Some(found) => (found, Certainty::Exact),
            None => (Some(bounded_interval(fill, hit, alpha)), Certainty::Bound),
        };
        let found = found.filter(|found| found.most.is_none_or(|most| found.least <= most));
        let Some(ItemsInterval { least, most }) = found else {
            let domain = format!("a number of set bits that items make likely at level {}", self.level);
            return Err(OutOfDomain::new(Parameter::BitsSet, set, domain).into());
        };
        let items = Some(estimate(bits, set, hit)).filter(|items| items.is_finite());
        let errors = items.map(|items| self.errors(items, hit)).transpose()?.flatten();
        let (rate, measured) = self.rate(fill)?;
        Ok(Observed {
            bits_set: set,
            items_lower: least,
            items_upper: most,
            certainty,
            items,
            bias: errors.map(|(bias, _)| bias),
            standard_deviation: errors.map(|(_, deviation)| deviation),
            rate,
            rate_bounds: if rate.is_none() { self.rate_bounds() } else { measured },
            is_measured: measured.is_some(),
            naive_rate: Double.ratio(set, bits).pow(self.shape.hashes()),
        })
    }

    fn is_plain(&self) -> bool {
        self.scheme == HashingScheme::Independent
    }

    /// The parts whose set bits show the rate.
    fn parts(&self) -> Result<Option<PartedFilter>, Error> {
        let parts = match self.scheme {
            HashingScheme::Blocked(bits) => Parts::Blocks(bits),
            HashingScheme::SplitBlock(bits) => Parts::Words(bits),
            HashingScheme::Partitioned => Parts::Slices,
            _ => return Ok(None),
        };
        Ok(Some(PartedFilter::new(self.shape.bits(), self.shape.hashes(), parts)?))
    }

    fn holding(&self, items: u64) -> Result<SchemeLoad, Error> {
        Ok(SchemeLoad::new(self.scheme, self.shape.bits(), items, self.shape.hashes())?)
    }

    /// h.
    fn hit(&self) -> Result<f64, Error> {
        let (bits, hashes) = (self.shape.bits(), self.shape.hashes());
        if let Some(parts) = self.parts()? {
            return Ok(parts.hit());
        }
        match (self.scheme, self.shape.sampling()) {
            (HashingScheme::Independent, Sampling::WithReplacement) => Ok(Double.some_hit(1, bits, hashes)),
            (HashingScheme::Independent | HashingScheme::KmPartition, _) => Ok(Double.ratio(hashes, bits)),
            _ => given_bits::hit(self.holding(0)?)
                .ok_or(Error::Incompatible { this: "a number of items from set bits", other: "folded positions" }),
        }
    }

    /// The bias and the standard deviation of the estimate; `None` where they are not known.
    fn errors(&self, items: f64, hit: f64) -> Result<Option<(f64, f64)>, Error> {
        let (bits, whole) = (self.shape.bits(), libm::round(items) as u64);
        if self.is_plain() {
            let Ok(rates) = Load::holding(self.shape, whole).map(PlainRates::new) else { return Ok(None) };
            let Ok((mean, variance)) = rates.and_then(|rates| rates.moments(|set| estimate(bits, set, hit))) else {
                return Ok(None);
            };
            return Ok(Some((mean - whole as f64, libm::sqrt(variance))));
        }
        let variance = match self.parts()? {
            Some(parts) => Some(parts.variance(whole)?),
            None => given_bits::set_bits_variance(self.holding(whole)?),
        };
        let (clear, item) = ((bits - self.bits_set) as f64, -libm::log1p(-hit));
        Ok(variance
            .map(|variance| (variance / (2.0 * clear * clear * item), libm::sqrt(variance.max(0.0)) / (clear * item))))
    }

    /// The rate given the bits, where they determine it; with its interval where it is measured.
    fn rate(&self, fill: ObservedFill) -> Result<(Option<f64>, Option<Bounds>), Error> {
        if self.is_plain() {
            return Ok((Some(self.filter_of_positions()?.with_bits_set(fill.bits_set())?.rate()?), None));
        }
        match &self.seen {
            Seen::Number => Ok((None, None)),
            Seen::Fills(fills) => Ok((self.parts()?.map(|parts| parts.rate(&Double, fills)).transpose()?, None)),
            Seen::Bits(words) => match given_bits::rate_given_bits(self.holding(0)?, words) {
                Err(Refused::TooLarge(_)) => {
                    let (rate, interval) = strangers::measured(self.holding(0)?, words, self.level)?;
                    Ok((Some(rate), Some(interval)))
                }
                rate => Ok((Some(rate?), None)),
            },
        }
    }

    /// The filter without the name of a scheme.
    fn filter_of_positions(&self) -> Result<Filter, Error> {
        let filter = Filter::new(self.shape.bits(), self.shape.hashes())?;
        match self.shape.sampling() {
            Sampling::WithReplacement => Ok(filter),
            Sampling::WithoutReplacement => filter.without_replacement(),
        }
    }

    /// Positions 0 and 1 are independent under any step, distinct where it is not 0; a query is reported unless one of k positions is clear.
    fn rate_bounds(&self) -> Option<(f64, f64)> {
        let admitted = self.scheme.step_set()?;
        let (bits, set, hashes) = (self.shape.bits(), self.bits_set, self.shape.hashes());
        let fill = set as f64 / bits as f64;
        let second = match admitted {
            _ if hashes < 2 || self.scheme.is_blocked() => 1.0,
            StepSet::Any => fill,
            StepSet::Nonzero => set.saturating_sub(1) as f64 / (bits - 1) as f64,
            _ => 1.0,
        };
        let surely = bits.saturating_sub(hashes.saturating_mul(bits - set));
        Some((surely as f64 / bits as f64, fill * second))
    }
}

/// A lower and an upper one.
type Bounds = (f64, f64);

/// The set bits of each part.
fn fills(words: &[u64], parts: PartedFilter) -> Vec<u64> {
    let is_set = |at: u64| words[(at / 64) as usize] >> (at % 64) & 1;
    let mut first = 0;
    let count = |index: u64| {
        let from = first;
        first += parts.bits_of(index);
        (from..first).map(is_set).sum()
    };
    (0..parts.count()).map(count).collect()
}

//! The fewest bits, or the most items, that keep a target rate.

#[cfg(feature = "exact")]
use bloomlab_exact::{Certified, Enclosures, Rational, Rationals};
#[cfg(feature = "exact")]
use bloomlab_formulas::sizing::{self, Smallest};
use bloomlab_formulas::sizing::{LEAST_TARGET, TARGETS, usual_hashes};
#[cfg(feature = "exact")]
use bloomlab_formulas::{Formula, Load};
use bloomlab_formulas::{
    walks::first_order::{self, FirstOrder},
    walks::sizing::SchemeSizing,
    walks::{HashingScheme, SchemeLoad},
};
#[cfg(feature = "exact")]
use bloomlab_numbers::{Arithmetic as _, Double, Number as _};
use bloomlab_numbers::{MAX_SIZE, OutOfDomain, Parameter, search::try_first_around};

use crate::{Error, Filter, LostDigits, StoredFilter};

/// Rates in doubles that differ from the target by more, relatively, are on the side that they seem to be on: their errors are below 1e-7.
const DECIDED: f64 = 1e-6;

/// The binary digits after which a rate that is not told from the target counts as equal to it.
#[cfg(feature = "exact")]
const MOST_BITS: u32 = 2048;

/// From as many bits on, and this binary logarithm of 1/P on, walks in all bits are sized by their first-order distribution.
const LARGE: f64 = first_order::MIN_BITS as f64;
const DEEP: f64 = 10.0;

/// The most hash functions that [`Filter::most_items`] and a capacity are asked for.
pub const MOST_HASHES: u64 = 64;

/// Items that a filter is to hold, without a target yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct ItemsToHold(u64);

/// The question for the smallest filter, over all numbers of hash functions, whose rate is at most a target.
///
/// With independent positions unless [`Sizing::under`] says otherwise. Of several k that keep the target with as many bits, the answer
/// has the one with the lowest rate. Under double hashing the rate may rise from one number of bits to the next, and that no smaller filter
/// keeps the target is observed, not proved; up to 14 hash functions are tried there, and large filters are sized by the first-order
/// distribution with up to 20.
///
/// ```
/// use bloomlab::{HashingScheme, Sizing};
///
/// let sizing = Sizing::of(20)?.at_most(0.001)?;
/// let size = sizing.smallest()?;
/// assert_eq!((size.bits, size.hashes), (291, 10));
/// let double = sizing.under(HashingScheme::Double)?.smallest()?;
/// assert!(double.bits > size.bits && double.rate <= 0.001);
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct Sizing {
    items: u64,
    #[cfg_attr(feature = "serde", serde(flatten))]
    target: RateTarget,
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialized::displayed"))]
    scheme: HashingScheme,
    hashes: Option<u64>,
    power_of_two: bool,
}

/// A rate to keep; a double as its shortest decimal.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
struct RateTarget {
    target: f64,
    #[cfg(feature = "exact")]
    #[cfg_attr(feature = "serde", serde(skip))]
    exactly: Rational,
}

/// A filter that keeps a target rate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Size {
    /// m.
    pub bits: u64,
    /// k.
    pub hashes: u64,
    /// The rate with the items stored: exact, or approximate where it has a [`largest_error`](Self::largest_error).
    pub rate: f64,
    /// The largest relative error that was seen of such a rate, where it is [approximate](bloomlab_formulas::walks::first_order::rate).
    pub largest_error: Option<f64>,
}

impl Sizing {
    /// The question for a filter that is to hold `items` items (n).
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] above 2^63 − 1 items.
    pub fn of(items: u64) -> Result<ItemsToHold, Error> {
        Parameter::Items.within(items, 0..=MAX_SIZE)?;
        Ok(ItemsToHold(items))
    }

    /// With positions that are derived by `scheme`.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] for blocks or words without a bit.
    pub fn under(&self, scheme: HashingScheme) -> Result<Self, Error> {
        scheme.check_bits()?;
        Ok(Self { scheme, ..self.clone() })
    }

    /// With a power of two as the number of bits.
    pub fn power_of_two(&self) -> Self {
        Self { power_of_two: true, ..self.clone() }
    }

    /// With `hashes` hash functions (k), and not the best number.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 1 ≤ k ≤ 64.
    pub fn with_hashes(&self, hashes: u64) -> Result<Self, Error> {
        Parameter::Hashes.within(hashes, 1..=MOST_HASHES)?;
        Ok(Self { hashes: Some(hashes), ..self.clone() })
    }

    /// The answer; every comparison with the target is rigorous with the feature `exact`, and right to 1e-12 without.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] for items that no filter within the scheme's domain keeps at the target.
    pub fn smallest(&self) -> Result<Size, Error> {
        if self.is_first_order() {
            let first_order = FirstOrder::default();
            let rate = |load| Ok::<_, Error>(first_order.rate(load)?.unwrap_or(1.0));
            let found = self.question(true).smallest(|load| match load.bits() < first_order::MIN_BITS {
                true => Ok::<_, Error>(false),
                // too many small divisors for its size
                false => rate(load).map_or_else(|_| Ok(false), |rate| Ok(rate <= self.target.target)),
            })?;
            let (hashes, rate) =
                found.lowest(|hashes| rate(self.load(found.bits(), hashes)?), |one, other| Ok(one < other))?;
            let largest_error = first_order::largest_error(self.load(found.bits(), hashes)?);
            return Ok(Size { bits: found.bits(), hashes, rate, largest_error: Some(largest_error) });
        }
        let found = self.question(false).smallest(|load| self.target.is_met(load))?;
        let rate = |bits, hashes| rate(self.filter(bits, hashes)?.holding(self.items)?);
        let is_any =
            self.hashes.is_none() && matches!(self.scheme, HashingScheme::Independent | HashingScheme::Partitioned);
        if self.power_of_two && is_any && self.items > 0 {
            let bits = found.bits().next_power_of_two();
            if bits > MAX_SIZE {
                let domain = "bits ≤ 2^62 to keep the target";
                return Err(OutOfDomain::new(Parameter::Items, self.items, domain).into());
            }
            let hashes = lowest_from(usual_hashes(bits as f64 / self.items as f64), |hashes| rate(bits, hashes))?;
            return Ok(Size { bits, hashes, rate: rate(bits, hashes)?, largest_error: None });
        }
        let (hashes, rate) = found.lowest(|hashes| rate(found.bits(), hashes), |one, other| Ok(one < other))?;
        Ok(Size { bits: found.bits(), hashes, rate, largest_error: None })
    }

    fn question(&self, cheapest: bool) -> SchemeSizing {
        let (scheme, items, ln_target) = (self.scheme, self.items, libm::log(self.target.target));
        SchemeSizing { scheme, items, ln_target, hashes: self.hashes, power_of_two: self.power_of_two, cheapest }
    }

    /// Whether the filter is so large, and its hash functions so many, that exact rates would take long and the first order is near.
    fn is_first_order(&self) -> bool {
        let depth = self.hashes.map_or(-libm::log2(self.target.target), |hashes| hashes as f64);
        let bits = self.items as f64 * -libm::log2(self.target.target) / std::f64::consts::LN_2;
        self.scheme.step_set().is_some() && !self.scheme.is_blocked() && depth > DEEP && bits > LARGE
    }

    fn load(&self, bits: u64, hashes: u64) -> Result<SchemeLoad, Error> {
        Ok(SchemeLoad::new(self.scheme, bits, self.items, hashes)?)
    }

    fn filter(&self, bits: u64, hashes: u64) -> Result<Filter, Error> {
        let filter = Filter::new(bits, hashes)?;
        if self.scheme == HashingScheme::Independent { Ok(filter) } else { filter.under(self.scheme) }
    }
}

/// A rate, 0 where doubles do not hold it.
fn rate(filter: StoredFilter) -> Result<f64, Error> {
    match filter.rate() {
        Err(Error::LostDigits(LostDigits::Underflow)) => Ok(0.0),
        rate => rate,
    }
}

/// The k of the lowest rate, downhill from `usual`; of equal ones the least.
fn lowest_from(usual: u64, rate: impl Fn(u64) -> Result<f64, Error>) -> Result<u64, Error> {
    let (mut best, mut lowest) = (usual, rate(usual)?);
    for step in [1, -1] {
        let mut hashes = usual;
        while let Some(next) = hashes.checked_add_signed(step).filter(|next| *next > 0) {
            let Ok(there) = rate(next) else { break };
            if there > lowest || there == lowest && next > best {
                break;
            }
            (best, lowest, hashes) = (next, there, next);
        }
    }
    Ok(best)
}

impl Filter {
    /// The most items (n) with which the rate is at most `target`; `None` where a single one raises it above.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 2^−256 ≤ target < 1; [`Error::Incompatible`] for positions from one hash.
    ///
    /// ```
    /// // 2 MiB under 32 hash functions, at 2^−32
    /// let filter = bloomlab::Filter::new(1 << 24, 32)?;
    /// assert_eq!(filter.most_items(1.0 / 4_294_967_296.0)?, Some(363_408));
    /// # Ok::<(), bloomlab::Error>(())
    /// ```
    pub fn most_items(self, target: f64) -> Result<Option<u64>, Error> {
        self.most_items_at(&RateTarget::new(target)?)
    }

    fn most_items_at(self, target: &RateTarget) -> Result<Option<u64>, Error> {
        let (shape, _) = self
            .layout()
            .ok_or(Error::Incompatible { this: "a capacity", other: "positions from one hash of few bits" })?;
        let guess = shape.bits() as f64 / shape.hashes() as f64
            * -libm::log1p(-libm::pow(target.target, 1.0 / shape.hashes() as f64));
        let most = MAX_SIZE / shape.hashes();
        let beyond = try_first_around(guess as u64 + 1, 1..=most, |items| Ok::<_, Error>(!self.meets(target, items)?))?;
        Ok(Some(beyond.map_or(most, |beyond| beyond - 1)).filter(|items| *items > 0))
    }

    fn meets(self, target: &RateTarget, items: u64) -> Result<bool, Error> {
        target.is_kept(self.holding(items)?)
    }

    /// The most items that `bits` bits under `scheme` keep at `target`, over all k up to 64 (14 under double hashing and its kin), and that k.
    pub fn capacity(bits: u64, scheme: HashingScheme, target: f64) -> Result<(u64, u64), Error> {
        let asked = RateTarget::new(target)?;
        let most =
            if scheme.is_summed_over_sets() { bloomlab_formulas::walks::sizing::MAX_SEARCHED } else { MOST_HASHES };
        let under = |hashes| {
            Filter::new(bits, hashes).map_err(Error::from).and_then(|filter| match scheme {
                HashingScheme::Independent => Ok(filter),
                scheme => filter.under(scheme),
            })
        };
        let mut best: Option<(u64, u64)> = None;
        let usual = (-libm::log2(target)).clamp(1.0, most as f64) as u64;
        for hashes in (1..=usual).rev().chain(usual + 1..=most) {
            let filter = under(hashes)?;
            let is_no_better = best.is_some_and(|(items, _)| !filter.meets(&asked, items + 1).unwrap_or(false));
            if is_no_better || filter.holding(1).is_err() {
                continue;
            }
            best = filter.most_items_at(&asked)?.map(|items| (items, hashes)).or(best);
        }
        best.ok_or_else(|| {
            OutOfDomain::new(Parameter::Bits, bits, "enough bits to keep the target with one item").into()
        })
    }
}

impl RateTarget {
    fn new(target: f64) -> Result<Self, Error> {
        let refused = || Error::from(OutOfDomain::new(Parameter::Target, target, TARGETS));
        if !(LEAST_TARGET..1.0).contains(&target) {
            return Err(refused());
        }
        #[cfg(feature = "exact")]
        let exactly = Rational::from_decimal(&format!("{target:e}")).map_err(|_| refused())?;
        Ok(Self {
            target,
            #[cfg(feature = "exact")]
            exactly,
        })
    }

    fn is_met(&self, load: SchemeLoad) -> Result<bool, Error> {
        let filter = Filter::new(load.bits(), load.hashes())?;
        let filter = match load.scheme() {
            HashingScheme::Independent => filter,
            scheme => filter.under(scheme)?,
        };
        self.is_kept(filter.holding(load.items())?)
    }

    /// Whether the rate is at most the target: by doubles where they are apart, else by enclosures of rising precision.
    fn is_kept(&self, filter: StoredFilter) -> Result<bool, Error> {
        let rate = match filter.rate() {
            Ok(rate) => rate,
            Err(Error::LostDigits(LostDigits::Underflow)) => return Ok(true),
            Err(why) => return Err(why),
        };
        if (rate - self.target).abs() > DECIDED * self.target {
            return Ok(rate < self.target);
        }
        #[cfg(feature = "exact")]
        {
            let mut bits = 64;
            while bits <= MOST_BITS {
                let value = filter.enclosed(&Enclosures::new(bits))?;
                match (value.is_at_most(&self.exactly), value.is_above(&self.exactly)) {
                    (true, _) => return Ok(true),
                    (_, true) => return Ok(false),
                    _ => bits *= 2,
                }
            }
            Ok(true)
        }
        #[cfg(not(feature = "exact"))]
        Ok(rate <= self.target)
    }
}

impl ItemsToHold {
    /// With a rate of at most `target`.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 2^−256 ≤ target < 1: below, two items share a hash of 256 bits more often.
    pub fn at_most(self, target: f64) -> Result<Sizing, Error> {
        Ok(self.with(RateTarget::new(target)?))
    }

    fn with(self, target: RateTarget) -> Sizing {
        Sizing { items: self.0, target, scheme: HashingScheme::Independent, hashes: None, power_of_two: false }
    }
}

/// A filter that keeps a target rate, with the digits asked for of its rate.
#[cfg(feature = "exact")]
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CertifiedSize {
    /// m.
    pub bits: u64,
    /// k.
    pub hashes: u64,
    /// The rate with the items stored.
    pub rate: SizeRate,
}

/// The rate of a filter that was searched for.
#[cfg(feature = "exact")]
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum SizeRate {
    /// Every digit is right.
    Certified(Certified),
    /// By [`first_order::rate`], with the largest relative error that was seen of it.
    Approximate {
        /// The rate.
        value: f64,
        /// The error.
        largest_error: f64,
    },
}

#[cfg(feature = "exact")]
impl ItemsToHold {
    /// With a rate of at most `target`, a rational.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 2^−256 ≤ target < 1.
    pub fn at_most_exactly(self, target: &Rational) -> Result<Sizing, Error> {
        let shown = target.to_f64();
        let least = Rationals.one() / Rationals.integer(2).pow(256);
        if !(*target >= least && *target < Rationals.one()) {
            return Err(OutOfDomain::new(Parameter::Target, shown, TARGETS).into());
        }
        let near = shown.clamp(LEAST_TARGET, 1.0 - f64::EPSILON / 2.0);
        Ok(self.with(RateTarget { target: near, exactly: target.clone() }))
    }
}

#[cfg(feature = "exact")]
impl Sizing {
    /// [`smallest`](Self::smallest), its rate with `digits` digits that are all right; approximate where it is sized by the first order.
    pub fn certified(&self, digits: usize) -> Result<CertifiedSize, Error> {
        let found = self.smallest()?;
        let rate = match found.largest_error {
            Some(largest_error) => SizeRate::Approximate { value: found.rate, largest_error },
            None => self.certified_rate(found.bits, self.items, found.hashes, digits)?,
        };
        Ok(CertifiedSize { bits: found.bits, hashes: found.hashes, rate })
    }

    /// The smallest filter by the classic formula, with its exact rate. Independent positions.
    pub fn classic(&self, digits: usize) -> Result<CertifiedSize, Error> {
        let by_formula = |load: Load| Ok::<_, Error>(Formula::Classic.rate(&Double, load).unwrap_or(1.0));
        let keeps = |load: Load| {
            let rate = by_formula(load)?;
            if (rate - self.target.target).abs() > DECIDED * self.target.target {
                return Ok::<_, Error>(rate < self.target.target);
            }
            let value = Formula::Classic.rate(&Enclosures::new(MOST_BITS), load);
            Ok(value.map_or(rate <= self.target.target, |value| value.is_at_most(&self.target.exactly)))
        };
        let found: Smallest = sizing::smallest(self.items, libm::log(self.target.target), keeps)?;
        let of_hashes = |hashes| by_formula(Load::new(found.bits(), self.items, hashes)?);
        let (hashes, _) = found.lowest(of_hashes, |one, other| Ok::<_, Error>(one < other))?;
        let plain = Self { scheme: HashingScheme::Independent, ..self.clone() };
        let rate = plain.certified_rate(found.bits(), self.items, hashes, digits)?;
        Ok(CertifiedSize { bits: found.bits(), hashes, rate })
    }

    /// The rate of a filter that was found when `percent` per cent more items come, rounded up.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] for more than 2^63 − 1 items.
    pub fn after_growth(&self, size: &CertifiedSize, percent: u64, digits: usize) -> Result<SizeRate, Error> {
        let too_many = || OutOfDomain::new(Parameter::Items, self.items, "items after growth ≤ 2^63 − 1");
        let grown = (u128::from(self.items) * (100 + u128::from(percent))).div_ceil(100);
        let items = u64::try_from(grown).map_err(|_| too_many())?;
        if let SizeRate::Approximate { largest_error, .. } = size.rate {
            let load = SchemeLoad::new(self.scheme, size.bits, items, size.hashes)?;
            let value = FirstOrder::default().rate(load)?.unwrap_or(1.0);
            return Ok(SizeRate::Approximate { value, largest_error });
        }
        self.certified_rate(size.bits, items, size.hashes, digits)
    }

    fn certified_rate(&self, bits: u64, items: u64, hashes: u64, digits: usize) -> Result<SizeRate, Error> {
        Ok(SizeRate::Certified(self.filter(bits, hashes)?.holding(items)?.certified(digits)?))
    }
}

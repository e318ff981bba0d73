//! The fewest bits, or the most items, that keep a target rate.

#[cfg(feature = "exact")]
use bloomlab_exact::{Enclosures, Rational};
#[cfg(feature = "exact")]
use bloomlab_formulas::{Formula, Load, sizing};
use bloomlab_formulas::{
    sizing::{LEAST_TARGET, TARGETS},
    walks::first_order::{self, FirstOrder},
    walks::sizing::{MAX_SEARCHED, SchemeSizing, check_searched, decided, misses},
    walks::{ExactRate, HashingScheme, SchemeLoad},
};
#[cfg(feature = "exact")]
use bloomlab_numbers::Double;
use bloomlab_numbers::{MAX_SIZE, Refused, search::try_least, within};

#[cfg(feature = "exact")]
use crate::crosscheck::Computed;
use crate::error::{Error, LostDigits};
use crate::filter::{Filter, StoredFilter};

/// Rates in doubles that differ from the target by more, relatively, are on the side that they seem to be on: their errors are below 1e-7.
const DECIDED: f64 = 1e-6;

/// The binary digits after which a rate that is not told from the target counts as equal to it.
#[cfg(feature = "exact")]
const MOST_BITS: u32 = 2048;

/// From as many bits on, and this binary logarithm of 1/P on, walks in all bits are sized by their first-order distribution.
const LARGE: f64 = first_order::MIN_BITS as f64;
const DEEP: f64 = 10.0;

/// The most hash functions of a size or a capacity.
pub const MOST_HASHES: u64 = 64;

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
/// let sizing = Sizing::of(20, 0.001)?;
/// let size = sizing.smallest()?;
/// assert_eq!((size.bits, size.hashes), (291, 10));
/// let double = sizing.under(HashingScheme::Double)?.smallest()?;
/// assert!(double.bits > size.bits && double.rate <= 0.001);
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct Sizing {
    items: u64,
    target: f64,
    scheme: HashingScheme,
    hashes: Option<u64>,
    power_of_two: bool,
}

/// A filter that keeps a target rate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Size {
    /// m.
    pub bits: u64,
    /// k.
    pub hashes: u64,
    /// The rate with the items stored: exact, or approximate if it has a [`largest_error`](Self::largest_error).
    pub rate: f64,
    /// The largest relative error that was seen of such a rate, if it is [approximate](bloomlab_formulas::walks::first_order::FirstOrder::rate).
    pub largest_error: Option<f64>,
}

impl Sizing {
    /// The question for a filter that holds `items` items (n) at a rate of at most `target`, a double standing for its shortest decimal.
    /// Domain: n ≤ 2^63 − 1 and 2^−256 ≤ target < 1: below, two items share a hash of 256 bits more often.
    pub fn of(items: u64, target: f64) -> Result<Self, Error> {
        within("items", items, 0..=MAX_SIZE)?;
        check(target)?;
        Ok(Self { items, target, scheme: HashingScheme::Independent, hashes: None, power_of_two: false })
    }

    /// With positions that are derived by `scheme`, whose blocks or words have a bit at least.
    pub fn under(self, scheme: HashingScheme) -> Result<Self, Error> {
        scheme.check_bits()?;
        Filter::of_scheme(1, 1, scheme)?.check_words("sizes")?;
        Ok(Self { scheme, ..self })
    }

    /// With a power of two as the number of bits.
    pub fn power_of_two(self) -> Self {
        Self { power_of_two: true, ..self }
    }

    /// With `hashes` hash functions (k), and not the best number.
    /// Domain: 1 ≤ k ≤ 64.
    pub fn with_hashes(self, hashes: u64) -> Result<Self, Error> {
        within("hashes", hashes, 1..=MOST_HASHES)?;
        Ok(Self { hashes: Some(hashes), ..self })
    }

    /// The answer; every comparison with the target is rigorous with the feature `exact`, and right to 1e-12 without. Items that no filter
    /// within the scheme's domain keeps at the target are refused.
    pub fn smallest(&self) -> Result<Size, Error> {
        let (first_order, is_approximate) = (FirstOrder::default(), self.is_first_order());
        let rate = |bits, hashes| match is_approximate {
            true => Ok::<_, Error>(first_order.rate(self.load(bits, hashes)?)?.unwrap_or(1.0)),
            false => in_doubles(self.filter(bits, hashes)?.holding(self.items)?),
        };
        let keeps = |load: SchemeLoad| match is_approximate {
            // a size with too many small divisors has no such rate
            true => Ok(load.bits() >= first_order::MIN_BITS
                && rate(load.bits(), load.hashes()).is_ok_and(|rate| rate <= self.target)),
            false => match self.filter(load.bits(), load.hashes()).and_then(|filter| Ok(filter.holding(self.items)?)) {
                // beyond the sizes whose exact rate is short to compute
                Err(Error::Refused(_)) => Ok(false),
                filter => keeps(filter?, self.target),
            },
        };
        let (scheme, items, ln_target) = (self.scheme, self.items, libm::log(self.target));
        let (hashes, power_of_two, cheapest) = (self.hashes, self.power_of_two, is_approximate);
        let question = SchemeSizing { scheme, items, ln_target, hashes, power_of_two, cheapest };
        let found = question.smallest::<Error>(keeps)?;
        let bits = found.bits();
        let (hashes, rate) = found.lowest(|hashes| rate(bits, hashes), |one, other| Ok::<_, Error>(one < other))?;
        let largest_error =
            is_approximate.then(|| self.load(bits, hashes).map(first_order::largest_error)).transpose()?;
        Ok(Size { bits, hashes, rate, largest_error })
    }

    /// True if the filter is so large, and its hash functions so many, that exact rates would take long and the first order is near.
    fn is_first_order(&self) -> bool {
        let depth = self.hashes.map_or(-libm::log2(self.target), |hashes| hashes as f64);
        let bits = self.items as f64 * -libm::log2(self.target) / std::f64::consts::LN_2;
        self.scheme.step_set().is_some() && !self.scheme.is_blocked() && depth > DEEP && bits > LARGE
    }

    fn load(&self, bits: u64, hashes: u64) -> Result<SchemeLoad, Error> {
        Ok(SchemeLoad::new(self.scheme, bits, self.items, hashes)?)
    }

    fn filter(&self, bits: u64, hashes: u64) -> Result<Filter, Error> {
        Filter::of_scheme(bits, hashes, self.scheme)
    }
}

#[cfg(feature = "exact")]
impl Sizing {
    /// The rate of a filter that was found with `items` items: between certified bounds with `digits` digits, or a double if the size is
    /// approximate.
    pub fn rate(&self, size: &Size, items: u64, digits: usize) -> Result<Computed, Error> {
        if size.largest_error.is_some() {
            let load = SchemeLoad::new(self.scheme, size.bits, items, size.hashes)?;
            return Ok(Computed::Double(FirstOrder::default().rate(load)?.unwrap_or(1.0)));
        }
        let rate = self.filter(size.bits, size.hashes)?.holding(items)?.certified(digits)?;
        Ok(Computed::Enclosure(rate.enclosure))
    }

    /// The smallest filter by the classic formula, with the exact rate of independent positions.
    pub fn classic(&self) -> Result<Size, Error> {
        let by_formula = |load: Load| Ok::<_, Error>(Formula::Classic.rate(&Double, load).unwrap_or(1.0));
        let keeps = |load: Load| {
            let rate = by_formula(load)?;
            if (rate - self.target).abs() > DECIDED * self.target {
                return Ok(rate < self.target);
            }
            let value = Formula::Classic.rate(&Enclosures::new(MOST_BITS), load);
            let target = decimal(self.target)?;
            Ok(value.map_or(rate <= self.target, |value| value.is_at_most(&target)))
        };
        let found = sizing::smallest::<Error>(self.items, libm::log(self.target), keeps)?;
        let of_hashes = |hashes| by_formula(Load::new(found.bits(), self.items, hashes)?);
        let (hashes, _) = found.lowest(of_hashes, |one, other| Ok::<_, Error>(one < other))?;
        let rate = in_doubles(Filter::new(found.bits(), hashes)?.holding(self.items)?)?;
        Ok(Size { bits: found.bits(), hashes, rate, largest_error: None })
    }
}

fn check(target: f64) -> Result<(), Refused> {
    if (LEAST_TARGET..1.0).contains(&target) {
        return Ok(());
    }
    Err(Refused::new("target", target, TARGETS))
}

/// The shortest decimal of a target.
#[cfg(feature = "exact")]
fn decimal(target: f64) -> Result<Rational, Error> {
    Rational::from_decimal(&format!("{target:e}")).map_err(|_| Refused::new("target", target, TARGETS).into())
}

/// Returns true if the rate is at most the target: by doubles if they are apart, else by enclosures of rising precision.
fn keeps(filter: StoredFilter, target: f64) -> Result<bool, Error> {
    let rate = in_doubles(filter)?;
    if (rate - target).abs() > DECIDED * target {
        return Ok(rate < target);
    }
    #[cfg(feature = "exact")]
    for bits in (6..).map(|power| 1 << power).take_while(|bits| *bits <= MOST_BITS) {
        let value = filter.enclosed(&Enclosures::new(bits))?;
        let decimal = decimal(target)?;
        match (value.is_at_most(&decimal), value.is_above(&decimal)) {
            (true, _) => return Ok(true),
            (_, true) => return Ok(false),
            _ => {}
        }
    }
    Ok(cfg!(feature = "exact") || rate <= target)
}

/// A rate, 0 if doubles do not hold it.
fn in_doubles(filter: StoredFilter) -> Result<f64, Error> {
    match filter.rate() {
        Err(Error::LostDigits(LostDigits::Underflow)) => Ok(0.0),
        rate => rate,
    }
}

impl Filter {
    /// A filter of `bits` bits (m) under `hashes` hash functions (k) whose positions are derived by `scheme`, or drawn if they are
    /// independent.
    pub fn of_scheme(bits: u64, hashes: u64, scheme: HashingScheme) -> Result<Self, Error> {
        Self::new(bits, hashes)?.under(scheme)
    }

    /// The most items (n) with which the rate is at most `target`; `None` if a single one raises it above.
    /// Domain: 2^−256 ≤ target < 1, and positions that do not come from one hash.
    ///
    /// ```
    /// // 2 MiB under 32 hash functions, at 2^−32
    /// let filter = bloomlab::Filter::new(1 << 24, 32)?;
    /// assert_eq!(filter.most_items(1.0 / 4_294_967_296.0)?, Some(363_408));
    /// # Ok::<(), bloomlab::Error>(())
    /// ```
    pub fn most_items(self, target: f64) -> Result<Option<u64>, Error> {
        check(target)?;
        self.check_hash("capacities")?;
        let (bits, hashes) = (self.shape.bits() as f64, self.shape.hashes());
        let guess = bits / hashes as f64 * -libm::log1p(-libm::pow(target, 1.0 / hashes as f64));
        let most = MAX_SIZE / hashes;
        let load = |items| SchemeLoad::new(self.scheme, self.shape.bits(), items, hashes);
        check_searched(self.scheme, self.shape.bits(), hashes)?;
        // the sets are summed once for all numbers of items
        let walk = if self.scheme.is_summed_over_sets() { Some(ExactRate::new(load(1)?)?) } else { None };
        let exceeds = |items| {
            let by_sum = match &walk {
                Some(walk) => decided(&walk.holding(items)?, target),
                None => None,
            };
            Ok::<_, Error>(!by_sum.map_or_else(|| keeps(self.holding(items)?, target), Ok)?)
        };
        let beyond = try_least(guess as u64 + 1, 1..=most, exceeds)?;
        Ok(Some(beyond.map_or(most, |beyond| beyond - 1)).filter(|items| *items > 0))
    }

    /// The most items that `bits` bits under `scheme` keep at `target`, over all k up to 64 (14 under double hashing and its kin), and that k.
    pub fn capacity(bits: u64, scheme: HashingScheme, target: f64) -> Result<(u64, u64), Error> {
        check(target)?;
        let most = if scheme.is_summed_over_sets() { MAX_SEARCHED } else { MOST_HASHES };
        let mut best: Option<(u64, u64)> = None;
        let usual = (-libm::log2(target)).round().clamp(1.0, most as f64) as u64;
        check_searched(scheme, bits, usual)?;
        for hashes in (1..=usual).rev().chain(usual + 1..=most) {
            let filter = Self::of_scheme(bits, hashes, scheme)?;
            let misses = |items| {
                scheme.is_summed_over_sets()
                    && SchemeLoad::new(scheme, bits, items, hashes).is_ok_and(|load| misses(load, target))
            };
            let holds_more =
                |items: u64| !misses(items) && filter.holding(items).is_ok_and(|held| keeps(held, target) == Ok(true));
            let is_no_better = best.is_some_and(|(items, _)| !holds_more(items + 1));
            if is_no_better || filter.holding(1).is_err() {
                continue;
            }
            best = filter.most_items(target)?.map(|items| (items, hashes)).or(best);
        }
        // more bits than the scheme has with any k
        _ = Self::of_scheme(bits, 1, scheme)?.holding(1)?;
        best.ok_or_else(|| Refused::new("bits", bits, "enough bits to keep the target with one item").into())
    }
}

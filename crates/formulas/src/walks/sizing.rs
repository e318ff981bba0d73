//! The smallest filter of a scheme whose rate does not exceed a target.
//!
//! The k are those of the search of [`crate::sizing`]. Of one k, the rate of independent positions, slices and blocks falls with m. Under double
//! hashing it need not, but it does along the primes (along prime slices with the partition of Kirsch and Mitzenmacher; with odd steps along
//! the primes times the least power of two that is not below k, so that positions of an item less than k steps apart differ), which are the
//! cheapest. Bisection along these finds the first that keeps the target, and the numbers between the one before it and this one are
//! tried in turn: under enhanced double hashing, if mk⁴ is at most 2^23. That every other number costs at least as much is observed, not
//! proved; a test compares with an exhaustive search.

use std::collections::HashMap;

use bloomlab_numbers::{Double, MAX_SIZE, Refused, search::try_least, within};

use crate::{
    Load, exact,
    sizing::{Smallest, least_conceivable_bits, over_hashes, smallest, usual},
    walks::residues::is_prime,
    walks::{ExactRate, HashingScheme, MAX_SUMMED_HASHES, SchemeLoad, lower_bound},
};

/// The most hash functions that are tried in blocks.
const MAX_HASHES: u64 = 64;

/// The most that are tried where their 2^k sets are summed.
pub const MAX_SEARCHED: u64 = 14;

/// The share by which a lower bound is rounded down.
const SLACK: f64 = 1e-9;

/// By this share of the target a rate is to miss it, beyond its own error bound, for the alternating sum to decide: it takes milliseconds if
/// positive terms take a second.
const CLEARLY: f64 = 1e-5;

/// The most that mk⁴ is in a search under enhanced double hashing: ten rates take a second or two.
const MAX_ENHANCED_SEARCHED: u64 = 15_000_000;

/// The most that mk⁴ is for numbers of bits that are no primes to be tried under enhanced double hashing.
const MAX_ENHANCED_TRIED: u64 = 1 << 23;

/// The most bits of a search under triple hashing.
const MAX_TRIPLE_SEARCHED: u64 = 64;

/// Refuses filters in whose search an answer would take longer than seconds.
pub fn check_searched(scheme: HashingScheme, bits: u64, hashes: u64) -> Result<(), Refused> {
    let most = MAX_ENHANCED_SEARCHED.checked_div(hashes.saturating_pow(4)).unwrap_or(0);
    if scheme != HashingScheme::Enhanced || bits <= most {
        return Ok(());
    }
    let (name, beyond) = (scheme.name(), scheme.beyond());
    let needs =
        format!("bits · hashes⁴ ≤ 15,000,000 for a size or a capacity under {name} with hashes = {hashes}{beyond}");
    Err(Refused::new("bits", bits, needs))
}

/// Returns true if the rate of a scheme that is summed over sets lies above a target without that sum: by its lower bound, or under enhanced
/// double hashing by the rate of independent positions. Of 10 items or more that was at most 9 % higher at rates up to 1/2, and never higher
/// with kn ≤ m: observed, not proved.
pub fn misses(load: SchemeLoad, target: f64) -> bool {
    if lower_bound(load) * (1.0 - SLACK) > target {
        return true;
    }
    let share = if load.items().saturating_mul(load.hashes()) <= load.bits() { 1.0 - SLACK } else { 0.9 };
    load.scheme() == HashingScheme::Enhanced
        && load.items() >= 10
        && exact::rate(&Double, load.independent()).is_ok_and(|rate| rate.min(0.5) * share > target)
}

/// The answer of the alternating sum in doubles if the rate is at most a target; `None` if it is too near.
pub fn decided(rate: &ExactRate, target: f64) -> Option<bool> {
    let sum = rate.rate_in_double()?;
    ((sum.value - target).abs() > sum.error_bound + CLEARLY * target).then_some(sum.value < target)
}

/// The question for a number of bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SchemeSizing {
    /// The scheme.
    pub scheme: HashingScheme,
    /// n.
    pub items: u64,
    /// ln P.
    pub ln_target: f64,
    /// k, where it is given.
    pub hashes: Option<u64>,
    /// True if the number of bits is to be a power of two.
    pub power_of_two: bool,
    /// True if only the cheapest numbers of bits are tried, as primes are under double hashing, with every k of the scheme.
    pub cheapest: bool,
}

impl SchemeSizing {
    /// The least m for which `meets` says that the rate is at most P, and every such k.
    ///
    /// # Errors
    /// [`Refused`]: P outside (0, 1), blocks of no bits, n too many for any filter within the scheme's domain, or
    /// [`check_searched`]; or the first error of `meets`.
    pub fn smallest<E: From<Refused>>(&self, meets: impl Fn(SchemeLoad) -> Result<bool, E>) -> Result<Smallest, E> {
        let Self { scheme, items, ln_target, .. } = *self;
        let is_any = matches!(scheme, HashingScheme::Independent | HashingScheme::Partitioned) && self.hashes.is_none();
        if is_any && !self.power_of_two {
            return smallest(items, ln_target, |load| self.meets(load.bits(), load.hashes(), &meets));
        }
        within("items", items, 0..=MAX_SIZE / self.hashes.unwrap_or(if is_any { 1 } else { MAX_HASHES }))?;
        let most = match (scheme.is_summed_over_sets(), self.cheapest) {
            _ if is_any => MAX_SIZE,
            (false, _) => MAX_HASHES,
            (true, false) => MAX_SEARCHED,
            (true, true) => MAX_SUMMED_HASHES,
        };
        scheme.check_bits()?;
        // in a line walks of many hash functions meet so often that few are the best, and take the least time
        let few = scheme.is_blocked() && scheme.is_summed_over_sets();
        let first = self.hashes.unwrap_or(if few { 1 } else { usual(ln_target)?.clamp(1, most) });
        check_searched(scheme, least_conceivable_bits(items, first, ln_target).unwrap_or(MAX_SIZE), first)?;
        let hashes = self.hashes.map_or(1..=most, |hashes| hashes..=hashes);
        let found = over_hashes(items, ln_target, hashes, first, |hashes, from, best| match self.power_of_two {
            true => self.least_power(hashes, from, best, &meets),
            false => self.least(hashes, from, best, &meets),
        })?;
        let none = || {
            let (name, beyond) = (scheme.name(), scheme.beyond());
            let domain = format!("few enough items for a filter in the domain of {name} to keep the target{beyond}");
            Refused::new("items", items, domain).into()
        };
        found.ok_or_else(none)
    }

    /// m is a multiple of this.
    fn unit(&self, hashes: u64) -> u64 {
        match self.scheme {
            HashingScheme::DoubleOdd => 2,
            HashingScheme::KmPartition => hashes,
            HashingScheme::SplitBlock(bits) => bits.saturating_mul(hashes),
            scheme => scheme.block_bits().unwrap_or(1),
        }
    }

    /// Returns true if a rate takes so long that only the primes are tried.
    fn is_long(&self, bits: u64, hashes: u64) -> bool {
        self.scheme == HashingScheme::Enhanced && bits > MAX_ENHANCED_TRIED / hashes.pow(4)
    }

    /// The largest m that the scheme has in a search, and that is at most the best so far.
    fn last(&self, hashes: u64, best: Option<u64>) -> u64 {
        let most = if self.scheme == HashingScheme::Triple { MAX_TRIPLE_SEARCHED } else { MAX_SIZE };
        self.scheme.domain(hashes).1.min(most).min(best.unwrap_or(MAX_SIZE))
    }

    fn meets<E: From<Refused>>(
        &self,
        bits: u64,
        hashes: u64,
        meets: &impl Fn(SchemeLoad) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let is_too_few = match self.scheme {
            HashingScheme::Partitioned => bits < hashes,
            scheme => scheme.step_set().is_some_and(|steps| steps.check(scheme.block_bits().unwrap_or(bits)).is_err()),
        };
        if is_too_few {
            return Ok(false);
        }
        let load = SchemeLoad::new(self.scheme, bits, self.items, hashes)?;
        if !self.scheme.is_summed_over_sets() {
            return meets(load);
        }
        let target = libm::exp(self.ln_target);
        if misses(load, target) {
            return Ok(false);
        }
        let by_sum =
            if self.cheapest { None } else { ExactRate::new(load).ok().and_then(|rate| decided(&rate, target)) };
        by_sum.map_or_else(|| meets(load), Ok)
    }

    /// The least number of bits from `from` to the best so far that keeps the target.
    fn least<E: From<Refused>>(
        &self,
        hashes: u64,
        from: u64,
        best: Option<u64>,
        meets: &impl Fn(SchemeLoad) -> Result<bool, E>,
    ) -> Result<Option<u64>, E> {
        let unit = self.unit(hashes);
        let mut asked = HashMap::new();
        let mut meets = |multiple: u64| {
            if let Some(is_met) = asked.get(&multiple) {
                return Ok(*is_met);
            }
            let is_met = self.meets(multiple * unit, hashes, meets)?;
            asked.insert(multiple, is_met);
            Ok::<_, E>(is_met)
        };
        let (first, last) = (from.div_ceil(unit), self.last(hashes, best) / unit);
        if first > last {
            return Ok(None);
        }
        // the best so far decides most often, and is near
        let near = |first, last| if best.is_some() { last } else { first };
        if hashes == 1 || self.scheme.is_blocked() || !self.scheme.is_summed_over_sets() {
            return Ok(try_least(near(first, last), first..=last, meets)?.map(|multiple| multiple * unit));
        }
        let cheapest = match self.scheme {
            HashingScheme::DoubleOdd => hashes.next_power_of_two().div_ceil(unit),
            _ => 1,
        };
        let domain = self.last(hashes, None) / unit / cheapest;
        let prime = |number: u64| (number..=domain).find(|&number| is_prime(number));
        // of the first prime from a number on, so that the condition changes once
        let prime_meets = |number: u64| prime(number).map_or(Ok(false), |prime| meets(prime * cheapest));
        let (start, end) = (first.div_ceil(cheapest), last.div_ceil(cheapest));
        // enhanced double hashing takes long: about the independent rate, and that an item has the query's own walk
        let keeps_about = |bits: u64| {
            let independent = exact::rate(&Double, Load::new(bits, self.items, hashes)?)?;
            Ok::<_, E>(independent + self.items as f64 / (bits as f64 * bits as f64) <= libm::exp(self.ln_target))
        };
        let guess = match self.scheme {
            HashingScheme::Enhanced => try_least(start, start..=end, keeps_about)?.unwrap_or(end),
            _ => near(start, end),
        };
        let along_primes = try_least(guess, start..=end, prime_meets)?;
        // between the prime before and this one; where the domain ends before one is met, behind the last
        let (before, end) = match along_primes.map(|number| (number - 1, prime(number))) {
            Some((_, Some(met))) if self.cheapest || self.is_long(met, hashes) => {
                return Ok((met * cheapest <= last).then_some(met * cheapest * unit));
            }
            Some((before, Some(met))) => (before, last.min(met * cheapest)),
            _ if prime(end).is_some() => return Ok(None),
            _ => ((1..=domain).rev().find(|&number| is_prime(number)).unwrap_or(0), last),
        };
        for multiple in first.max(before * cheapest + 1)..=end {
            if meets(multiple)? {
                return Ok(Some(multiple * unit));
            }
        }
        Ok(None)
    }

    fn least_power<E: From<Refused>>(
        &self,
        hashes: u64,
        from: u64,
        best: Option<u64>,
        meets: &impl Fn(SchemeLoad) -> Result<bool, E>,
    ) -> Result<Option<u64>, E> {
        let (unit, last) = (self.unit(hashes), self.last(hashes, best));
        let powers = (0..63).map(|log2| 1_u64 << log2).filter(|bits| bits.is_multiple_of(unit));
        for bits in powers.filter(|bits| *bits >= from && *bits <= last) {
            if self.meets(bits, hashes, meets)? {
                return Ok(Some(bits));
            }
        }
        Ok(None)
    }
}

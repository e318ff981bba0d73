//! The smallest filter of a scheme whose rate does not exceed a target.
//!
//! Independent positions and slices take the search of [`crate::sizing`]. For the others, let
//! m₀(k) = kn/(−ln(1 − P^(1/k))), where (1 − e^(−kn/m))^k = P. The search begins at m₀(k) (for k ≤ 3 a few bits below), and leaves
//! out the k that begin above the best m.
//!
//! Under double hashing the rate need not fall with m, but it does along the primes (along prime slices with the partition of Kirsch
//! and Mitzenmacher; with odd steps along the primes times the least power of two that is not below k, where positions of an item
//! less than k steps apart differ), which are the cheapest. Bisection along these finds the first that keeps the target, and the
//! numbers between the one before it and this one are tried in turn. That every other number costs at least as much is observed, not
//! proved; a test compares with an exhaustive search.

use bloomlab_numbers::{MAX_SIZE, OutOfDomain, Parameter, search};

use crate::{
    self as formulas, Load,
    sizing::Smallest,
    walks::residues::is_prime,
    walks::{HashingScheme, MAX_ENHANCED_BITS, MAX_TRIPLE_BITS, SchemeLoad, lower_bound},
};

/// The most hash functions that are tried in blocks.
const MAX_HASHES: u64 = 64;

/// The most that are tried where their 2^k sets are summed.
pub const MAX_SEARCHED: u64 = 14;

/// Steps that are not 0 give an item distinct positions: with up to three, a filter may be a few bits smaller than m₀.
const DISTINCT_GAIN: f64 = 6.0;

/// The share by which a lower bound is rounded down.
const SLACK: f64 = 1e-9;

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
    /// Whether the number of bits is to be a power of two.
    pub power_of_two: bool,
    /// Whether only the cheapest numbers of bits are tried, as primes are under double hashing, with every k of the scheme.
    pub cheapest: bool,
}

impl SchemeSizing {
    /// The least m for which `meets` says that the rate is at most P, and every such k.
    ///
    /// # Errors
    /// [`OutOfDomain`]: P outside (0, 1), blocks of no bits, or n too many for any filter within the scheme's domain; or the first error of
    /// `meets`.
    pub fn smallest<E: From<OutOfDomain>>(&self, meets: impl Fn(SchemeLoad) -> Result<bool, E>) -> Result<Smallest, E> {
        let Self { scheme, items, ln_target, .. } = *self;
        if !(ln_target < 0.0 && ln_target.is_finite()) {
            return Err(OutOfDomain::new(Parameter::Target, libm::exp(ln_target), "0 < target < 1").into());
        }
        if matches!(scheme, HashingScheme::Independent | HashingScheme::Partitioned) && self.hashes.is_none() {
            let meets = |load: Load| self.meets(load.bits(), load.hashes(), &meets);
            return formulas::sizing::smallest(items, ln_target, meets);
        }
        Parameter::Items.within(items, 0..=MAX_SIZE / self.hashes.unwrap_or(MAX_HASHES))?;
        scheme.check_bits()?;
        let bound = |hashes: u64| {
            let complement = -libm::expm1(ln_target / hashes as f64);
            hashes as f64 * items as f64 / -libm::log(complement)
        };
        let mut best: Option<Smallest> = None;
        for hashes in self.candidates(bound) {
            let least = bound(hashes) * (1.0 - SLACK) - if hashes <= 3 { DISTINCT_GAIN } else { 0.0 };
            let most = best.as_ref().map_or(MAX_SIZE, Smallest::bits);
            if least > most as f64 {
                continue;
            }
            let from = (least as u64).max(1);
            let found = match self.power_of_two {
                false => self.least(hashes, from, most, &meets)?,
                true => self.least_power(hashes, from, most, &meets)?,
            };
            match (&mut best, found) {
                (Some(best), Some(found)) if found == best.bits() => best.insert(hashes),
                (_, Some(found)) => best = Some(Smallest::new(found, hashes)),
                (_, None) => {}
            }
        }
        let none = || {
            let domain = format!("few enough items for a filter in the domain of {} to keep the target", scheme.name());
            OutOfDomain::new(Parameter::Items, items, domain).into()
        };
        best.ok_or_else(none)
    }

    /// The k to try. Where one more costs twice as much they rise; in blocks those that rule out most come first; else those of the least m₀.
    fn candidates(&self, bound: impl Fn(u64) -> f64) -> Vec<u64> {
        if let Some(hashes) = self.hashes {
            return vec![hashes];
        }
        let most = match (self.scheme.is_summed_over_sets(), self.cheapest) {
            (true, false) => MAX_SEARCHED,
            (true, true) => crate::walks::MAX_SUMMED_HASHES,
            _ => MAX_HASHES,
        };
        let mut candidates: Vec<u64> = (1..=most).collect();
        match (self.scheme.is_summed_over_sets() && !self.cheapest, self.scheme.is_blocked()) {
            (true, _) => {}
            (false, true) => candidates.sort_by_key(|hashes| hashes.reverse_bits()),
            (false, false) => candidates.sort_by(|left, right| bound(*left).total_cmp(&bound(*right))),
        }
        candidates
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

    /// The largest m that the scheme has.
    fn last(&self) -> u64 {
        match self.scheme {
            HashingScheme::Triple => MAX_TRIPLE_BITS,
            HashingScheme::Enhanced => MAX_ENHANCED_BITS,
            _ => MAX_SIZE,
        }
    }

    fn meets<E: From<OutOfDomain>>(
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
        let is_summed = self.scheme.is_summed_over_sets();
        if is_summed && lower_bound(load) * (1.0 - SLACK) > libm::exp(self.ln_target) {
            return Ok(false);
        }
        meets(load)
    }

    /// The least number of bits from `from` to `most` that keeps the target.
    fn least<E: From<OutOfDomain>>(
        &self,
        hashes: u64,
        from: u64,
        most: u64,
        meets: &impl Fn(SchemeLoad) -> Result<bool, E>,
    ) -> Result<Option<u64>, E> {
        let unit = self.unit(hashes);
        let meets = |multiple: u64| self.meets(multiple * unit, hashes, meets);
        let (first, last) = (from.div_ceil(unit), most.min(self.last()) / unit);
        if first > last {
            return Ok(None);
        }
        let has_best = most < MAX_SIZE;
        if hashes == 1 || self.scheme.is_blocked() || !self.scheme.is_summed_over_sets() {
            // the best of the other k decides at once
            if has_best && !meets(last)? {
                return Ok(None);
            }
            let found = search::try_first_above(first - 1, last, meets)?;
            return Ok(found.map(|multiple| multiple * unit));
        }
        let cheapest = match self.scheme {
            HashingScheme::DoubleOdd => hashes.next_power_of_two().div_ceil(unit),
            _ => 1,
        };
        let domain = self.last() / unit / cheapest;
        let prime = |number: u64| (number..=domain).find(|&number| is_prime(number));
        let mut asked: Vec<(u64, bool)> = Vec::new();
        // of the first prime from a number on, so that the condition changes once
        let mut prime_meets = |number: u64| {
            let Some(prime) = prime(number) else { return Ok(false) };
            if let Some((_, is_met)) = asked.iter().find(|(asked, _)| *asked == prime) {
                return Ok(*is_met);
            }
            let is_met = meets(prime * cheapest)?;
            asked.push((prime, is_met));
            Ok::<_, E>(is_met)
        };
        let end = last.div_ceil(cheapest);
        let is_hopeless = has_best && !prime_meets(end)?;
        let start = if is_hopeless { end } else { first.div_ceil(cheapest) - 1 };
        let along_primes = search::try_first_above(start, end, prime_meets)?;
        // between the prime before and this one; where the domain ends before one is met, behind the last
        let (before, end) = match along_primes.map(|number| (number - 1, prime(number))) {
            Some((_, Some(met))) if self.cheapest => return Ok(Some(met * cheapest * unit)),
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

    fn least_power<E: From<OutOfDomain>>(
        &self,
        hashes: u64,
        from: u64,
        most: u64,
        meets: &impl Fn(SchemeLoad) -> Result<bool, E>,
    ) -> Result<Option<u64>, E> {
        let unit = self.unit(hashes);
        let powers = (0..63).map(|log2| 1_u64 << log2).filter(|bits| bits.is_multiple_of(unit));
        for bits in powers.filter(|bits| *bits >= from && *bits <= most.min(self.last())) {
            if self.meets(bits, hashes, meets)? {
                return Ok(Some(bits));
            }
        }
        Ok(None)
    }
}

//! The smallest filter of a scheme whose rate does not exceed a target.
//!
//! Independent positions and slices take the search of [`bloomlab_formulas::sizing`]. For the others, let
//! m₀(k) = kn/(−ln(1 − P^(1/k))), where (1 − e^(−kn/m))^k = P. The search begins at m₀(k) (for k ≤ 3 a few bits below), and leaves
//! out the k that begin above the best m.
//!
//! Under double hashing the rate need not fall with m, but it does along the primes (along prime slices with the partition of Kirsch
//! and Mitzenmacher; with odd steps along the primes times the least power of two that is not below k, where positions of an item
//! less than k steps apart differ), which are the cheapest. Bisection along these finds the first that keeps the target, and the
//! numbers between the one before it and this one are tried in turn. That every other number costs at least as much is observed, not
//! proved; a test compares with an exhaustive search.

use bloomlab_formulas::sizing::{Smallest, hashes_as_good, usual_hashes};
use bloomlab_formulas::{self as formulas, Load, partitioned};
use bloomlab_occupancy::{MAX_SIZE, OutOfDomain, Parameter, search};

use crate::rate::slices;
use crate::residues::is_prime;
use crate::{
    HashingScheme, MAX_ENHANCED_BITS, MAX_SUMMED_HASHES, MAX_TRIPLE_BITS, SchemeLoad, lower_bound, rate_in_double,
};

/// The most hash functions that are tried in blocks.
const MAX_HASHES: u64 = 64;

/// Steps that are not 0 give an item distinct positions: with up to three, a filter may be a few bits smaller than m₀.
const DISTINCT_GAIN: f64 = 6.0;

/// Up to as many items the rate may have several lows in k.
const FEW_ITEMS: u64 = 8;

/// Logarithms of rates that differ by less, relatively, may be in another order in doubles.
const DISTINCT_RATES: f64 = 1e-9;

/// Which numbers of bits are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// All that the scheme admits.
    All,
    /// Powers of two that the scheme admits.
    PowersOfTwo,
}

/// The least m over all k for which `meets` says that the rate is at most the target P, and every such k; `ln_target` is ln P. Of
/// powers of two under independent positions and slices, which hundreds of k may keep, those k alone whose rate may be the lowest;
/// under double hashing [`smallest_power_of_two`](crate::smallest_power_of_two) asks less.
///
/// # Errors
/// [`OutOfDomain`]: P outside (0, 1), blocks of no bits, or n out of domain or too many for any filter within the scheme's domain; or
/// the first error of `meets`.
pub fn smallest<E: From<OutOfDomain>>(
    scheme: HashingScheme,
    items: u64,
    ln_target: f64,
    allowed: Allowed,
    meets: impl Fn(SchemeLoad) -> Result<bool, E>,
) -> Result<Smallest, E> {
    let asked = if costs_more_by_k(scheme) { Asked::AllByK } else { Asked::All };
    search_of(asked, scheme, items, ln_target, allowed, meets)
}

/// [`smallest`] among the numbers of bits that cost the least, as a prime does under double hashing: a few dozen bits more at most, for
/// a tenth of the questions. No k that a better one rules out is asked, so that each may cost as much as any other.
///
/// # Errors
/// As for [`smallest`].
pub fn smallest_of_cheapest<E: From<OutOfDomain>>(
    scheme: HashingScheme,
    items: u64,
    ln_target: f64,
    allowed: Allowed,
    meets: impl Fn(SchemeLoad) -> Result<bool, E>,
) -> Result<Smallest, E> {
    search_of(Asked::Cheapest, scheme, items, ln_target, allowed, meets)
}

/// [`smallest`], with one k of those that keep the target in so few bits: no k is asked for more than fewer bits than the best has.
pub(crate) fn smallest_of_one<E: From<OutOfDomain>>(
    scheme: HashingScheme,
    items: u64,
    ln_target: f64,
    meets: impl Fn(SchemeLoad) -> Result<bool, E>,
) -> Result<Smallest, E> {
    search_of(Asked::Fewer, scheme, items, ln_target, Allowed::All, meets)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// Every number of bits, with the k rising, each of which costs more to ask than the one before.
    AllByK,
    /// The same, and of each k only whether it takes fewer bits.
    Fewer,
    /// Every number of bits, with the k in the order of m₀(k).
    All,
    /// The cheapest numbers of bits alone, in the same order.
    Cheapest,
}

fn search_of<E: From<OutOfDomain>>(
    asked: Asked,
    scheme: HashingScheme,
    items: u64,
    ln_target: f64,
    allowed: Allowed,
    meets: impl Fn(SchemeLoad) -> Result<bool, E>,
) -> Result<Smallest, E> {
    if !(ln_target < 0.0 && ln_target.is_finite()) {
        return Err(OutOfDomain::new(Parameter::Target, libm::exp(ln_target), "0 < target < 1").into());
    }
    if matches!(scheme, HashingScheme::Independent | HashingScheme::Partitioned) {
        return of_any_hashes(scheme, items, ln_target, allowed, meets);
    }
    Parameter::Items.within(items, 0..=MAX_SIZE / MAX_HASHES)?;
    scheme.check_bits()?;
    let most_hashes = if scheme.is_summed_over_sets() { MAX_SUMMED_HASHES } else { MAX_HASHES };
    let bound = |hashes: u64| {
        let complement = -libm::expm1(ln_target / hashes as f64);
        hashes as f64 * items as f64 / -libm::log(complement)
    };
    let mut candidates: Vec<u64> = (1..=most_hashes).collect();
    match (asked, scheme) {
        (Asked::AllByK | Asked::Fewer, _) => {}
        // the best k is far from that of the least bound: with one near it, most others are ruled out at once
        (_, scheme) if scheme.is_blocked() => {
            candidates.sort_by_key(|hashes| hashes.reverse_bits());
        }
        _ => candidates.sort_by(|left, right| bound(*left).total_cmp(&bound(*right))),
    }
    let mut best: Option<Smallest> = None;
    for hashes in candidates {
        let least = bound(hashes) * (1.0 - 1e-12) - if hashes <= 3 { DISTINCT_GAIN } else { 0.0 };
        let most = match best.as_ref().map(Smallest::bits) {
            None => MAX_SIZE,
            Some(bits) if asked == Asked::Fewer => bits - 1,
            Some(bits) => bits,
        };
        if least > most as f64 {
            continue;
        }
        let lattice = Lattice { scheme, hashes, items, asked, ln_target, meets: &meets };
        let from = (least as u64).max(1);
        let found = match allowed {
            Allowed::All => lattice.least(from, most)?,
            Allowed::PowersOfTwo => lattice.least_power(from, most)?,
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

/// The smallest filter, whatever k, of independent positions or slices: the rate falls with m and lies above (1 − e^(−kn/m))^k. Of slices
/// of two sizes it does where up to 0.9999 of the bits are set; filters that are fuller are never the smallest.
fn of_any_hashes<E: From<OutOfDomain>>(
    scheme: HashingScheme,
    items: u64,
    ln_target: f64,
    allowed: Allowed,
    meets: impl Fn(SchemeLoad) -> Result<bool, E>,
) -> Result<Smallest, E> {
    let meets = |load: Load| match SchemeLoad::new(scheme, load.bits(), items, load.hashes()) {
        Ok(load) => meets(load),
        // fewer bits than slices
        Err(why) if why.parameter() == Parameter::Bits => Ok(false),
        Err(why) => Err(why.into()),
    };
    let found = formulas::sizing::smallest(items, ln_target, meets)?;
    if allowed == Allowed::All || items == 0 {
        return Ok(found);
    }
    let bits = found.bits().next_power_of_two();
    if bits > MAX_SIZE {
        return Err(OutOfDomain::new(Parameter::Items, items, "bits ≤ 2^62 to keep the target").into());
    }
    let mut hashes = likely_best(scheme, bits, items).unwrap_or_else(|| found.hashes().collect()).into_iter();
    let mut best = Smallest::new(bits, hashes.next().unwrap_or_else(|| usual_hashes(bits as f64 / items as f64)));
    hashes.for_each(|hashes| best.insert(hashes));
    Ok(best)
}

/// Every k whose rate may be the lowest, by doubles; `None` where they give no rate. Of many independent positions, whose rates take
/// long, only the k next to the lowest, downhill from the usual one.
fn likely_best(scheme: HashingScheme, bits: u64, items: u64) -> Option<Vec<u64>> {
    let ln_rate = |load| match scheme {
        HashingScheme::Partitioned => Some(partitioned::ln_rate(&slices(load).ok()?)),
        _ => rate_in_double(load).ok().map(libm::log),
    };
    let usual = usual_hashes(bits as f64 / items as f64);
    let ln_usual = ln_rate(SchemeLoad::new(scheme, bits, items, usual).ok()?)?;
    if scheme == HashingScheme::Independent && items > FEW_ITEMS {
        return Some(next_to_lowest(usual, |hashes| ln_rate(SchemeLoad::new(scheme, bits, items, hashes).ok()?)));
    }
    // more slices than bits are no filter
    let loads = hashes_as_good(bits, items, ln_usual).filter_map(|k| SchemeLoad::new(scheme, bits, items, k).ok());
    let all: Vec<(u64, f64)> = loads.map(|load| Some((load.hashes(), ln_rate(load)?))).collect::<Option<_>>()?;
    let lowest = all.iter().map(|(_, ln_rate)| *ln_rate).fold(0.0, f64::min);
    let is_near = |(_, ln_rate): &(u64, f64)| *ln_rate <= lowest * (1.0 - DISTINCT_RATES);
    Some(all.into_iter().filter(is_near).map(|(hashes, _)| hashes).collect())
}

/// The k of the lowest rate, downhill from `usual`, and those beside it whose rates are as low in doubles.
fn next_to_lowest(usual: u64, ln_rate: impl Fn(u64) -> Option<f64>) -> Vec<u64> {
    let is_near = |rate: f64, lowest: f64| rate <= lowest * (1.0 - DISTINCT_RATES);
    let (mut all, mut lowest) = (Vec::new(), 0.0);
    let mut is_downhill = |hashes: u64| match ln_rate(hashes) {
        Some(rate) if is_near(rate, lowest) => {
            lowest = rate.min(lowest);
            all.push((hashes, rate));
            true
        }
        _ => false,
    };
    (usual..=MAX_SIZE).all(&mut is_downhill);
    (1..usual).rev().all(&mut is_downhill);
    all.into_iter().filter(|(_, rate)| is_near(*rate, lowest)).map(|(hashes, _)| hashes).collect()
}

/// Whether to ask with one hash function more costs much more, however many bits there are.
fn costs_more_by_k(scheme: HashingScheme) -> bool {
    scheme.step_set().is_some() || scheme == HashingScheme::KmPartition
}

/// The numbers of bits of a scheme with k hash functions: multiples of a unit.
struct Lattice<'a, M> {
    scheme: HashingScheme,
    hashes: u64,
    items: u64,
    asked: Asked,
    ln_target: f64,
    meets: &'a M,
}

impl<E: From<OutOfDomain>, M: Fn(SchemeLoad) -> Result<bool, E>> Lattice<'_, M> {
    fn unit(&self) -> u64 {
        match self.scheme {
            HashingScheme::DoubleOdd => 2,
            HashingScheme::KmPartition => self.hashes,
            HashingScheme::SplitBlock(bits) => bits.saturating_mul(self.hashes),
            scheme => scheme.block_bits().unwrap_or(1),
        }
    }

    /// The cheapest numbers of bits are primes times this many units.
    fn cheapest(&self) -> u64 {
        match self.scheme {
            HashingScheme::DoubleOdd => self.hashes.next_power_of_two().div_ceil(self.unit()),
            _ => 1,
        }
    }

    /// The largest multiple of the unit in the domain.
    fn last(&self, most: u64) -> u64 {
        let most = match self.scheme {
            HashingScheme::Triple => most.min(MAX_TRIPLE_BITS),
            HashingScheme::Enhanced => most.min(MAX_ENHANCED_BITS),
            _ => most,
        };
        most / self.unit()
    }

    fn is_monotone(&self) -> bool {
        self.hashes == 1 || self.scheme.is_blocked()
    }

    fn meets(&self, multiple: u64) -> Result<bool, E> {
        match SchemeLoad::new(self.scheme, multiple * self.unit(), self.items, self.hashes) {
            Ok(load)
                if self.scheme.is_summed_over_sets()
                    && lower_bound(load) * (1.0 - DISTINCT_RATES) > libm::exp(self.ln_target) =>
            {
                Ok(false)
            }
            Ok(load) => (self.meets)(load),
            // one bit less than the scheme needs
            Err(why) if why.parameter() == Parameter::Bits => Ok(false),
            Err(why) => Err(why.into()),
        }
    }

    /// The least number of bits from `from` to `most` that keeps the target.
    fn least(&self, from: u64, most: u64) -> Result<Option<u64>, E> {
        let (first, last) = (from.div_ceil(self.unit()), self.last(most));
        if first > last {
            return Ok(None);
        }
        if self.is_monotone() {
            // the best of the other k decides at once
            if most < MAX_SIZE && !self.meets(last)? {
                return Ok(None);
            }
            let found = search::try_first_above(first - 1, last, |multiple| self.meets(multiple))?;
            return Ok(found.map(|multiple| multiple * self.unit()));
        }
        let cheapest = self.cheapest();
        let domain = self.last(MAX_SIZE) / cheapest;
        let prime = |number: u64| (number..=domain).find(|&number| is_prime(number));
        let mut asked: Vec<(u64, bool)> = Vec::new();
        // of the first prime from a number on, so that the condition changes once
        let mut prime_meets = |number: u64| {
            let Some(prime) = prime(number) else { return Ok(false) };
            if let Some((_, is_met)) = asked.iter().find(|(asked, _)| *asked == prime) {
                return Ok(*is_met);
            }
            let is_met = self.meets(prime * cheapest)?;
            asked.push((prime, is_met));
            Ok::<_, E>(is_met)
        };
        let end = last.div_ceil(cheapest);
        // the best of the other k decides at once
        let is_hopeless = most < MAX_SIZE && !prime_meets(end)?;
        let start = if is_hopeless { end } else { first.div_ceil(cheapest) - 1 };
        let along_primes = search::try_first_above(start, end, prime_meets)?;
        // what lies between the prime before and this one; where the domain ends before one is met, what lies behind the last
        let (before, end) = match along_primes.map(|number| (number - 1, prime(number))) {
            Some((_, Some(met))) if self.asked == Asked::Cheapest => return Ok(Some(met * cheapest * self.unit())),
            Some((before, Some(met))) => (before, last.min(met * cheapest)),
            _ if prime(end).is_some() => return Ok(None),
            _ => ((1..=domain).rev().find(|&number| is_prime(number)).unwrap_or(0), last),
        };
        let start = first.max(before * cheapest + 1);
        for multiple in start..=end {
            if self.meets(multiple)? {
                return Ok(Some(multiple * self.unit()));
            }
        }
        Ok(None)
    }

    fn least_power(&self, from: u64, most: u64) -> Result<Option<u64>, E> {
        let powers = (0..63).map(|log2| 1_u64 << log2);
        for bits in powers.filter(|&bits| bits >= from && bits / self.unit() <= self.last(most)) {
            if bits.is_multiple_of(self.unit()) && self.meets(bits / self.unit())? {
                return Ok(Some(bits));
            }
        }
        Ok(None)
    }
}

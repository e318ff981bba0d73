//! What the calculator must say, from the crates: certified rates, and sizes by searches of their own.

use bloomlab::{Cover, HashingScheme, OutOfDomain};
use bloomlab_exact::{Enclosure, Enclosures, certify};
use bloomlab_formulas::{Load, approximation, sizing};
use bloomlab_libraries::{Library, Slices, Structure};
use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_occupancy::search::try_first_above;
use bloomlab_schemes::sizing::Allowed;
use bloomlab_schemes::{ExactRate, SchemeLoad, rate_in_double};

/// Significant digits that are certified; the page has eleven.
const DIGITS: usize = 15;
/// Above this relative distance from the target, double precision decides.
const SURELY: f64 = 1e-9;
/// The most hash functions of the calculator.
pub const MOST_HASHES: u64 = 64;

/// The same with double hashing.
pub const MOST_WALK_HASHES: u64 = 10;

/// The same with double hashing within a line.
pub const MOST_LINE_HASHES: u64 = 14;

/// A scheme under the calculator's name, and its unit of bits for k hash functions.
pub fn scheme(name: &str) -> HashingScheme {
    match name {
        "blocked-64" => HashingScheme::Blocked(64),
        "blocked-256" => HashingScheme::Blocked(256),
        "blocked-512" => HashingScheme::Blocked(512),
        "blocked-double-512" => HashingScheme::BlockedDouble(512),
        "blocked-double-nonzero-512" => HashingScheme::BlockedDoubleNonzero(512),
        "blocked-double-odd-512" => HashingScheme::BlockedDoubleOdd(512),
        "split-block-32" => HashingScheme::SplitBlock(32),
        "split-block-64" => HashingScheme::SplitBlock(64),
        _ => HashingScheme::ALL.into_iter().find(|scheme| scheme.name() == name).unwrap(),
    }
}

/// What the bits are a multiple of.
pub fn unit(scheme: HashingScheme, hashes: u64) -> u64 {
    match scheme {
        HashingScheme::DoubleOdd => 2,
        HashingScheme::KmPartition => hashes,
        HashingScheme::SplitBlock(bits) => bits * hashes,
        _ => scheme.block_bits().unwrap_or(1),
    }
}

/// Schemes whose k and m the calculator takes from independent positions.
pub fn walks(scheme: HashingScheme) -> bool {
    (scheme.step_set().is_some() && !is_in_lines(scheme)) || scheme == HashingScheme::KmPartition
}

/// Walks within a line, whose rate falls with every line.
pub fn is_in_lines(scheme: HashingScheme) -> bool {
    scheme.step_set().is_some() && scheme.block_bits().is_some()
}

/// Whether the calculator computes this number of hash functions under double hashing with any step: above those that it tries, where at most
/// 64 kinds of queries differ, by their greatest common divisors with m and the orders of their steps.
pub fn is_computed(bits: u64, hashes: u64) -> bool {
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let smooth = gcd(bits, (1..hashes.min(23)).fold(2, |all, i| all / gcd(all, i) * i));
    let totient = |n: u64| (1..=n).filter(|&unit| gcd(unit, n) == 1).count() as u64;
    let orders: Vec<u64> = (1..=2 * (hashes - 1).pow(2)).filter(|&order| bits.is_multiple_of(order)).collect();
    let has_others = |divisor: &u64| {
        let few = orders.iter().filter(|&&order| gcd(bits / order, smooth) == *divisor).map(|&order| totient(order));
        bits / smooth * totient(smooth / divisor) > few.sum::<u64>()
    };
    let kinds = || orders.len() + (1..=smooth).filter(|&d| smooth.is_multiple_of(d)).filter(has_others).count();
    hashes <= MOST_WALK_HASHES || (hashes <= MOST_LINE_HASHES && kinds() <= 64)
}

/// The most hash functions that the calculator tries.
pub fn most_hashes(scheme: HashingScheme) -> u64 {
    match (walks(scheme), is_in_lines(scheme)) {
        (true, _) => MOST_WALK_HASHES,
        (_, true) => MOST_LINE_HASHES,
        _ => MOST_HASHES,
    }
}

/// The rate of one filter for any number of items.
pub enum Distribution {
    Scheme(Box<ExactRate>),
    Structure(Structure),
    /// In the limit of large filters.
    Limit(Library, Structure),
}

impl Distribution {
    pub fn of_scheme(scheme: HashingScheme, bits: u64, hashes: u64) -> Self {
        Distribution::Scheme(Box::new(ExactRate::new(SchemeLoad::new(scheme, bits, 1, hashes).unwrap()).unwrap()))
    }

    /// A library's own, or that of independent positions where it is not computed; and whether it is the library's own.
    pub fn of_library(name: &str, items: u64, target: f64) -> (Self, Structure, bool) {
        let library = name.parse::<Library>().unwrap();
        let structure = library.filter(items, target).unwrap();
        let is_exact = library.cover == Cover::Exact
            && match structure {
                Structure::Positions { scheme: HashingScheme::Double, bits, hashes } => is_computed(bits, hashes),
                Structure::BytesAndBits { hashes, .. } => hashes <= MOST_WALK_HASHES,
                _ => true,
            };
        let law = match structure {
            large if library.limit(&large, items).is_some() => Distribution::Limit(library, large),
            Structure::Positions { scheme, bits, hashes } if is_exact => Self::of_scheme(scheme, bits, hashes),
            Structure::Positions { bits, hashes, .. } => Self::of_scheme(HashingScheme::Independent, bits, hashes),
            Structure::BytesAndBits { bytes, hashes } if !is_exact => {
                Self::of_scheme(HashingScheme::Independent, 8 * bytes, hashes)
            }
            other => Distribution::Structure(other),
        };
        (law, structure, is_exact)
    }

    /// The certified rate with n items.
    pub fn rate(&self, items: u64) -> f64 {
        let certified = match self {
            Distribution::Scheme(rate) => {
                let rate = rate.holding(items).unwrap();
                certify(DIGITS, |a| rate.rate(a))
            }
            Distribution::Limit(library, structure) => return library.limit(structure, items).unwrap(),
            Distribution::Structure(structure) => certify(DIGITS, |a| structure_rate(a, structure, items)),
        };
        certified.unwrap().to_f64()
    }
}

fn slices_rate(a: &Enclosures, slices: Slices, items: u64) -> Enclosure {
    let hit = match slices.values {
        None => a.some_hit(1, slices.bits, items),
        Some(values) => {
            let (often, rare) = (values % slices.bits, values / slices.bits);
            let share = |count: u64, places: u64| a.ratio(count * places, values) * a.some_hit(count, values, items);
            share(rare + 1, often) + share(rare, slices.bits - often)
        }
    };
    hit.pow(slices.slices)
}

fn any(a: &Enclosures, rates: impl IntoIterator<Item = Enclosure>) -> Enclosure {
    a.one() - rates.into_iter().fold(a.one(), |none, rate| none * (a.one() - rate))
}

fn structure_rate(a: &Enclosures, structure: &Structure, items: u64) -> Enclosure {
    match *structure {
        Structure::Sliced(slices) => slices_rate(a, slices, items),
        Structure::Growing(stages) => {
            let (mut left, mut holds, mut target) = (items, stages.items, stages.target);
            let mut rates = Vec::new();
            while left > 0 {
                rates.push(slices_rate(a, (stages.stage)(holds, target), left.min(holds)));
                left -= left.min(holds);
                holds *= stages.growth;
                target *= stages.tightening;
            }
            any(a, rates)
        }
        Structure::Repeated { bits, hashes, items: each } => {
            let counts = (0..items / each).map(|_| each).chain([items % each]);
            let scheme = HashingScheme::Independent;
            let of = |held| ExactRate::new(SchemeLoad::new(scheme, bits, held, hashes).unwrap()).unwrap().rate(a);
            any(a, counts.map(of))
        }
        Structure::AnyPosition { bits, hashes } => a.some_hit(hashes, bits, hashes * items),
        Structure::Cuckoo { buckets, values, .. } => {
            let pair = a.one() / (a.integer(buckets) * a.double(values));
            let hit = |probability: Enclosure| a.one() - a.never(probability, items);
            let alone = a.ratio(1, buckets);
            (a.one() - alone.clone()) * hit(pair.clone() + &pair) + alone * hit(pair)
        }
        Structure::Quotient { fingerprint_bits, .. } => {
            a.one() - a.never(a.one() / a.integer(2).pow(fingerprint_bits), items)
        }
        Structure::Static { fingerprint_bits, .. } => a.ratio(1, 1 << fingerprint_bits),
        Structure::Positions { .. } => unreachable!("its scheme has the rate"),
        Structure::Wrapping { .. } => unreachable!("engines alone, whose rates are compared with the crate's"),
        Structure::BytesAndBits { bytes, hashes } => super::bytes_and_bits::rate(a, bytes, hashes, items),
    }
}

/// The textbook formula.
pub fn textbook(bits: u64, items: u64, hashes: u64) -> f64 {
    let load = Load::new(bits, items, hashes).unwrap();
    certify(DIGITS, |a| approximation::classic(a, load)).unwrap().to_f64()
}

/// Whether the rate is at most the target: in double precision where that is beyond doubt.
pub fn keeps(scheme: HashingScheme, bits: u64, items: u64, hashes: u64, target: f64) -> bool {
    // no rate lies below this bound, but those of a few positions that are distinct
    let bound = -(-(hashes as f64) * items as f64 / bits as f64).exp_m1();
    if (hashes > 3 || !walks(scheme) && !is_in_lines(scheme)) && bound.powf(hashes as f64) > target * (1.0 + SURELY) {
        return false;
    }
    let load = SchemeLoad::new(scheme, bits, items, hashes).unwrap();
    match rate_in_double(load) {
        Ok(rate) if (rate / target - 1.0).abs() > SURELY => rate <= target,
        _ => Distribution::of_scheme(scheme, bits, hashes).rate(items) <= target,
    }
}

/// The most items with which m bits keep the target.
pub fn most_items(scheme: HashingScheme, bits: u64, hashes: u64, target: f64) -> u64 {
    let exceeds = |items: u64| Ok::<_, OutOfDomain>(!keeps(scheme, bits, items, hashes, target));
    try_first_above(0, 1 << 54, exceeds).unwrap().map_or(1 << 54, |first| first - 1)
}

/// The fewest bits that keep the target, with the k of the lowest rate among those that do; over all k where none is given.
pub fn smallest(scheme: HashingScheme, items: u64, target: f64, given: Option<u64>) -> Option<(u64, u64, f64)> {
    let meets = |load: SchemeLoad| Ok::<_, OutOfDomain>(keeps(scheme, load.bits(), items, load.hashes(), target));
    let (bits, hashes) = match (given, scheme) {
        (Some(hashes), _) => {
            let unit = unit(scheme, hashes);
            let root = target.powf(1.0 / hashes as f64);
            let bound = hashes as f64 * items as f64 / -(-root).ln_1p() * (1.0 - SURELY);
            let least = if scheme == HashingScheme::Partitioned { hashes } else { 1 };
            let bound = if is_in_lines(scheme) { 0.0 } else { bound };
            let fails = ((bound / unit as f64) as u64).saturating_sub(1).max(least - 1);
            let meets = |count: u64| Ok::<_, OutOfDomain>(keeps(scheme, count * unit, items, hashes, target));
            let count = try_first_above(fails, (1 << 53) / unit, meets).unwrap()?;
            (count * unit, vec![hashes])
        }
        (None, HashingScheme::Independent) => {
            let meets = |load: Load| meets(SchemeLoad::new(scheme, load.bits(), items, load.hashes())?);
            let found = sizing::smallest(items, target.ln(), meets).unwrap();
            (found.bits(), found.hashes().collect())
        }
        (None, HashingScheme::Blocked(block)) => smallest_blocked(scheme, block, items, target)?,
        (None, _) => {
            let found = bloomlab_schemes::sizing::smallest(scheme, items, target.ln(), Allowed::All, meets).ok()?;
            (found.bits(), found.hashes().collect())
        }
    };
    let rated = hashes.into_iter().map(|k| (k, Distribution::of_scheme(scheme, bits, k).rate(items)));
    let (hashes, rate) = rated.min_by(|(_, left), (_, right)| left.total_cmp(right))?;
    (bits <= 1 << 53).then_some((bits, hashes, rate))
}

/// The fewest bits of a blocked filter and every k that keeps the target with them: whatever k, one block less does not.
fn smallest_blocked(scheme: HashingScheme, block: u64, items: u64, target: f64) -> Option<(u64, Vec<u64>)> {
    let keeps = |blocks: u64, hashes| keeps(scheme, blocks * block, items, hashes, target);
    let first = ((-target.log2()) as u64).clamp(1, MOST_HASHES);
    let most = (1 << 53) / block;
    let mut blocks = try_first_above(0, most, |blocks| Ok::<_, OutOfDomain>(keeps(blocks, first))).unwrap()?;
    for hashes in 1..=MOST_HASHES {
        while blocks > 1 && keeps(blocks - 1, hashes) {
            let fewer = |fewer: u64| Ok::<_, OutOfDomain>(!keeps(blocks - fewer, hashes));
            let fewer = try_first_above(0, blocks - 1, fewer).unwrap().unwrap_or(blocks);
            blocks -= fewer - 1;
        }
    }
    Some((blocks * block, (1..=MOST_HASHES).filter(|hashes| keeps(blocks, *hashes)).collect()))
}

/// Whether a filter under a scheme whose rate rises and falls with m is the smallest: it keeps the target, and from the prime
/// before it on (under odd steps, from so much before it) no number of bits does, whatever k. Further below, some numbers are tried.
pub fn is_smallest_walk(scheme: HashingScheme, items: u64, target: f64, (bits, hashes): (u64, u64)) -> bool {
    let is_prime = |number: u64| number > 1 && (2..).take_while(|q| q * q <= number).all(|q| !number.is_multiple_of(q));
    let none_below = |k: u64| {
        let unit = unit(scheme, k);
        let last = (bits - 1) / unit;
        let prime = (1..=last).rev().find(|&count| is_prime(count)).unwrap_or(1);
        let from = if scheme == HashingScheme::DoubleOdd { last.saturating_sub(64).clamp(1, prime) } else { prime };
        let further = (1..6).map(|part| last - last / (1 << (2 * part))).filter(|&count| count > 0);
        let least = if scheme == HashingScheme::DoubleNonzero { 2 } else { 1 };
        let mut counts = (from..=last).chain(further).filter(|count| count * unit >= least);
        !counts.any(|count| keeps(scheme, count * unit, items, k, target))
    };
    keeps(scheme, bits, items, hashes, target) && (1..=MOST_WALK_HASHES).all(none_below)
}

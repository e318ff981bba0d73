//! What the bits of a filter under double hashing tell, in all of it or within blocks.
//!
//! The number of set bits shows the number of items, as in any filter whose bits are all alike: E\[m − S\] = m (1 − h)^n. It does not show
//! the rate: of m = 4 bits two neighbours are the whole walk of 2 of 16 queries with k = 3, two opposite ones of 4.

use bloomlab_formulas::fills::variance;
use bloomlab_occupancy::{ANSWER_SECONDS, Advice, Budget, Cost, OutOfDomain, Parameter, Refused};

use crate::masks::{Mask, Walks};
use crate::residues::{add, divisors, mul, totient};
use crate::{HashingScheme, SchemeLoad, StepSet, kinds};

/// The most residues whose divisors are looked for.
const MOST_RESIDUES: u64 = 1 << 40;

/// The steps of double precision that a word takes, from above: 0.4 ns were measured.
const STEPS_OF_A_WORD: f64 = 0.1;

/// h: the probability that an item sets a given bit; `None` for schemes without a walk.
pub fn hit(load: SchemeLoad) -> Option<f64> {
    let (ring, bits) = (load.bits(), load.bits() as f64);
    let of_curve = |curve: &[u64]| {
        let masks = Walks { bits: ring, admitted: StepSet::Any, curve }.masks(&[0], ring);
        (masks.alone + u128::from(masks.counts[1])) as f64 / (bits * bits)
    };
    match load.scheme() {
        HashingScheme::Enhanced => Some(of_curve(&kinds::cubic(ring, load.hashes()))),
        HashingScheme::Triple => {
            let bends = kinds::triangular(ring, load.hashes());
            let turned = |turn: u64| bends.iter().map(|bend| mul(*bend, turn, ring)).collect::<Vec<_>>();
            Some((0..ring).map(|turn| of_curve(&turned(turn))).sum::<f64>() / bits)
        }
        scheme => Some(covering(load, scheme.step_set()?, &[0])),
    }
}

/// The variance of the number of set bits, exact; `None` for schemes without a walk, and for walks on more than 2^40 residues.
///
/// The probability that an item sets two bits depends only on the greatest common divisor of their distance and the residues.
pub fn set_bits_variance(load: SchemeLoad) -> Option<f64> {
    let (admitted, ring) = (load.scheme().step_set()?, load.ring());
    if ring > MOST_RESIDUES {
        return None;
    }
    let bits = load.bits() as f64;
    let low = divisors(ring, ring.isqrt());
    let all = low.flat_map(|low| std::iter::once(low).chain((ring / low > low).then_some(ring / low)));
    let within = all
        .filter(|distance| *distance < ring)
        .map(|distance| (bits * totient(ring / distance) as f64, covering(load, admitted, &[0, distance])));
    let elsewhere = (bits * (bits - ring as f64), 0.0);
    Some(variance(load.items() as f64, bits, hit(load)?, within.chain([elsewhere])))
}

/// The probability that an item sets all of these bits of one ring.
fn covering(load: SchemeLoad, admitted: StepSet, query: &[u64]) -> f64 {
    let (ring, steps) = (load.ring(), admitted.steps(load.ring()));
    let curve = vec![0; load.hashes() as usize];
    let masks = Walks { bits: ring, admitted, curve: &curve }.masks(query, steps);
    let all: Mask = (1 << query.len()) - 1;
    let alone = if query.len() == 1 { masks.alone } else { 0 };
    // an item chooses one of m/ring rings
    (alone + u128::from(masks.counts[all as usize])) as f64 / (load.bits() as f64 * steps as f64)
}

/// The false-positive rate given the bits, `words` with the first bit least: the share of the walks whose bits are all set.
///
/// For every step, the bits turned by its multiples are and-ed word by word, m D k/64 operations for D steps; exact but for the last
/// division. Triple hashing has m² steps.
///
/// # Errors
/// [`Refused`]: a scheme without a walk, more or fewer words than m/64, or more than an answer may take.
pub fn rate_given_bits(load: SchemeLoad, words: &[u64]) -> Result<f64, Refused> {
    let (ring, hashes, bits) = (walked(load)?, load.hashes(), load.bits());
    if words.len() as u64 != bits.div_ceil(64) {
        let domain = format!("bits of {} words", bits.div_ceil(64));
        return Err(OutOfDomain::new(Parameter::Bits, words.len() as u64, domain).into());
    }
    let (admitted, turns) = match load.scheme() {
        HashingScheme::Triple => (StepSet::Any, ring),
        scheme => (scheme.step_set().unwrap_or(StepSet::Any), 1),
    };
    let (rings, steps) = (bits / ring, admitted.steps(ring) as f64 * turns as f64);
    // slices are walked through together
    let together = if load.scheme() == HashingScheme::KmPartition { rings } else { 1 };
    let starts = (rings / together * ring) as f64;
    let operations = steps * hashes as f64 * (starts / 64.0 + (rings / together) as f64);
    let cost = Cost::of_steps(STEPS_OF_A_WORD * operations).holding(3.0 * bits as f64 / 64.0);
    Budget::of_seconds(ANSWER_SECONDS).check(cost, Advice::smaller(&[Parameter::Bits, Parameter::BlockBits]))?;
    let curve = kinds::cubic(ring, hashes);
    let of_ring = |first: u64| -> u64 {
        let slices: Vec<_> = (first..first + together).map(|at| Turning::new(words, at * ring, ring)).collect();
        let all = (0..ring).filter(|step| admitted.admits(*step, ring));
        all.flat_map(|step| (0..turns).map(move |turn| (step, turn)))
            .map(|(step, turn)| {
                // the distance to the next position grows by `turn`
                let (mut places, mut at, mut apart) = (Vec::with_capacity(hashes as usize), 0, step);
                for i in 0..hashes as usize {
                    let bend = if load.scheme() == HashingScheme::Enhanced { curve[i] } else { 0 };
                    places.push((&slices[i % slices.len()], add(at, bend, ring)));
                    (at, apart) = (add(at, apart, ring), add(apart, turn, ring));
                }
                covered(ring, &places)
            })
            .sum()
    };
    let covered: u64 = (0..rings).step_by(together as usize).map(of_ring).sum();
    Ok(covered as f64 / (starts * steps))
}

/// The residues of a walk; of a partition those of a slice.
fn walked(load: SchemeLoad) -> Result<u64, OutOfDomain> {
    match load.scheme() {
        HashingScheme::Enhanced | HashingScheme::Triple => Ok(load.bits()),
        HashingScheme::KmPartition => Ok(load.bits() / load.hashes()),
        scheme if scheme.step_set().is_some() => Ok(load.ring()),
        _ => Err(OutOfDomain::new(Parameter::Hashes, load.hashes(), "a scheme with walks for a rate given all bits")),
    }
}

/// Whether the bits of one stranger are all set. `below` draws its hashes, uniform below a bound.
///
/// # Errors
/// [`OutOfDomain`] for a scheme without a walk.
pub fn is_reported(load: SchemeLoad, words: &[u64], mut below: impl FnMut(u64) -> u64) -> Result<bool, OutOfDomain> {
    let (ring, scheme) = (walked(load)?, load.scheme());
    let whole = if scheme == HashingScheme::KmPartition { 0 } else { below(load.bits() / ring) * ring };
    let (mut at, mut apart) = (below(ring), below(ring));
    let admitted = scheme.step_set().unwrap_or(StepSet::Any);
    while !admitted.admits(apart, ring) {
        apart = below(ring);
    }
    let turn = if scheme == HashingScheme::Triple { below(ring) } else { 0 };
    for i in 0..load.hashes() {
        let (first, bend) = match scheme {
            HashingScheme::KmPartition => (i * ring, 0),
            HashingScheme::Enhanced => (whole, (i * i * i - i) / 6 % ring),
            _ => (whole, 0),
        };
        let place = first + add(at, bend, ring);
        if words[(place / 64) as usize] >> (place % 64) & 1 == 0 {
            return Ok(false);
        }
        (at, apart) = (add(at, apart, ring), add(apart, turn, ring));
    }
    Ok(true)
}

/// The words that are and-ed at a time.
const CHUNK: usize = 64;

/// How many starts have all bits set, each in its ring and so far from the start.
fn covered(ring: u64, places: &[(&Turning, u64)]) -> u64 {
    let words = ring.div_ceil(64) as usize;
    let mut count = 0;
    for first in (0..words).step_by(CHUNK) {
        let length = CHUNK.min(words - first);
        let mut all = [u64::MAX; CHUNK];
        for (turning, place) in places {
            let (index, shift) = ((place / 64) as usize + first, (place % 64) as u32);
            let (low, high) = (&turning.twice[index..index + length], &turning.twice[index + 1..=index + length]);
            for ((all, low), high) in all.iter_mut().zip(low).zip(high) {
                *all &= low >> shift | high << 1 << (63 - shift);
            }
        }
        if first + length == words && !ring.is_multiple_of(64) {
            all[length - 1] &= (1 << (ring % 64)) - 1;
        }
        count += all[..length].iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    }
    count
}

/// The bits of one ring, twice in a row, so that any turn of them is a stretch.
struct Turning {
    twice: Vec<u64>,
}

impl Turning {
    fn new(words: &[u64], from: u64, ring: u64) -> Self {
        let mut twice = vec![0; (ring as usize * 2).div_ceil(64) + 2];
        for bit in 0..2 * ring {
            let at = from + bit % ring;
            let is_set = words[(at / 64) as usize] >> (at % 64) & 1;
            twice[(bit / 64) as usize] |= is_set << (bit % 64);
        }
        Self { twice }
    }
}

//! What the bits of a filter under double hashing tell, in all of it or within blocks.
//!
//! The number of set bits shows the number of items, as in any filter whose bits are all alike: E\[m − S\] = m (1 − h)^n. It does not show
//! the rate: of m = 4 bits two neighbours are the whole walk of 2 of 16 queries with k = 3, two opposite ones of 4.

use bloomlab_formulas::fills::variance;
use bloomlab_occupancy::{ANSWER_SECONDS, Advice, Budget, Cost, OutOfDomain, Parameter, Refused};

use crate::masks::{Mask, Walks};
use crate::residues::{divisors, totient};
use crate::{SchemeLoad, StepSet};

/// The most residues whose divisors are looked for.
const MOST_RESIDUES: u64 = 1 << 40;

/// h: the probability that an item sets a given bit; `None` for schemes without a walk.
pub fn hit(load: SchemeLoad) -> Option<f64> {
    Some(covering(load, load.scheme().step_set()?, &[0]))
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
/// For every step, the bits turned by its multiples are and-ed word by word, mDk/64 operations for D steps; exact but for the last
/// division.
///
/// # Errors
/// [`Refused`]: a scheme without a walk, more or fewer words than m/64, or more than an answer may take.
pub fn rate_given_bits(load: SchemeLoad, words: &[u64]) -> Result<f64, Refused> {
    let (ring, hashes, bits) = (load.ring(), load.hashes(), load.bits());
    let Some(admitted) = load.scheme().step_set() else {
        let domain = "a scheme of double hashing for a rate given all bits";
        return Err(OutOfDomain::new(Parameter::Hashes, hashes, domain).into());
    };
    if words.len() as u64 != bits.div_ceil(64) {
        let domain = format!("bits of {} words", bits.div_ceil(64));
        return Err(OutOfDomain::new(Parameter::Bits, words.len() as u64, domain).into());
    }
    let steps = admitted.steps(ring);
    let cost = Cost::of_steps(steps as f64 * hashes as f64 * (bits as f64 / 64.0 + (bits / ring) as f64))
        .holding(3.0 * bits as f64 / 64.0);
    Budget::of_seconds(ANSWER_SECONDS).check(cost, Advice::smaller(&[Parameter::Bits, Parameter::BlockBits]))?;
    let whole = bits / ring;
    let covered: u64 = (0..whole).map(|block| Turning::new(words, block * ring, ring).covered(admitted, hashes)).sum();
    Ok(covered as f64 / (bits as f64 * steps as f64))
}

/// The bits of one ring, twice in a row, so that any turn of them is a stretch.
struct Turning {
    ring: u64,
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
        Self { ring, twice }
    }

    /// The 64 bits from a position on.
    fn word(&self, from: u64) -> u64 {
        let (index, shift) = ((from / 64) as usize, from % 64);
        let low = self.twice[index] >> shift;
        if shift == 0 { low } else { low | self.twice[index + 1] << (64 - shift) }
    }

    /// How many walks have all their bits set.
    fn covered(&self, admitted: StepSet, hashes: u64) -> u64 {
        let ring = self.ring;
        let of_step = |step: u64| -> u64 {
            let starts = (0..ring).step_by(64).map(|start| {
                let last = ring - start;
                let mut all = if last < 64 { (1 << last) - 1 } else { u64::MAX };
                let mut turn = 0;
                for _ in 0..hashes {
                    all &= self.word(start + turn);
                    if all == 0 {
                        break;
                    }
                    turn = crate::residues::add(turn, step, ring);
                }
                u64::from(all.count_ones())
            });
            starts.sum()
        };
        (0..ring).filter(|step| admitted.admits(*step, ring)).map(of_step).sum()
    }
}

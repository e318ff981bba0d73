//! Walks that are not double hashing, and that libraries take nevertheless.
//!
//! **Arithmetic that wraps.** ((h₁ + i·h₂) mod 2^w) mod m is a + i·d − r·w_i mod m, where w_i counts how often the word has wrapped
//! before position i and r = 2^w mod m. In the limit of a long word a, d and the w_i = ⌊b + iα⌋ are independent, b and α uniform
//! on [0, 1): the patterns of the w_i are few, and their probabilities rationals.
//!
//! **Multiply-high reduction.** ⌊m·((h₁ + i·h₂) mod 2^w)/2^w⌋ is double hashing on the circle. Write m h₁/2^w = a + b and
//! m h₂/2^w = d + α with a, d whole: position i is a + i·d + ⌊b + iα⌋ mod m. In the limit of a long word a, d, b and α are
//! independent and uniform, so that this is the distribution above with r = −1.
//!
//! **Few bits.** Two more walks lack the symmetries that spare a loop over all outcomes of an item ([`SmallWalk`]).

use bloomlab_formulas::{Formula, Load};
use bloomlab_numbers::Arithmetic;
use bloomlab_occupancy::{Advice, Cost, Parameter, Refused};

use crate::kinds::{self, orbits};
use crate::masks::MaskCounts;
use crate::signed_powers::SignedPowers;

/// The most bits of these walks: the work grows like m, or like m³.
pub const MAX_BITS: u64 = 128;

/// The most hash functions of these walks.
pub const MAX_HASHES: u64 = 12;

/// The exact rate in arithmetic that wraps at a word of 2^w values, in the limit of a long word; `remainder` is 2^w mod m, and
/// 0 gives [`HashingScheme::Double`](crate::HashingScheme::Double). An alternating sum.
///
/// # Errors
/// [`Refused`]: m above [`MAX_BITS`], k above [`MAX_HASHES`], or more than [`Formula::MAX_COST`].
pub fn wrapping<A: Arithmetic>(a: &A, load: Load, remainder: u64) -> Result<A::Number, Refused> {
    check(load)?;
    let patterns = (load.hashes() as f64).powi(3) / 9.0;
    let kinds = load.bits() as f64 * patterns;
    let each = 2.0 * (load.hashes() as f64).powi(4) * patterns;
    Cost::of_steps(kinds * each).within(Formula::MAX_COST, Advice::smaller(&[Parameter::Hashes, Parameter::Bits]))?;
    let (outcomes, kinds) = kinds::wrapping(load.bits(), load.hashes(), remainder % load.bits());
    Ok(SignedPowers::new(outcomes, kinds).rate(a, load.items()))
}

/// A walk whose rate is found by a loop over all m² outcomes of an item, for each kind of query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmallWalk {
    /// a + i·max(1, d) mod m: a step of 1 is twice as likely as others. Every step of a query is a kind of its own.
    StepAtLeastOne,
    /// a, d, a + 2d, a + 3d, … mod m: the second position is the second hash. The kinds are the orbits of (a, d) under units.
    SecondHashSecond,
}

impl SmallWalk {
    fn position(self, bits: u64, (start, step): (u64, u64), i: u64) -> u64 {
        match self {
            SmallWalk::StepAtLeastOne => (start + i * step.max(1)) % bits,
            SmallWalk::SecondHashSecond if i == 1 => step,
            SmallWalk::SecondHashSecond => (start + i * step) % bits,
        }
    }

    /// One query of each kind, with its weight.
    fn queries(self, bits: u64) -> Vec<((u64, u64), u64)> {
        match self {
            SmallWalk::StepAtLeastOne => (0..bits).map(|step| ((0, step), 1)).collect(),
            SmallWalk::SecondHashSecond => orbits(bits),
        }
    }

    /// The exact rate with uniform a and d: an alternating sum.
    ///
    /// # Errors
    /// [`Refused`]: m above [`MAX_BITS`], or k above [`MAX_HASHES`].
    pub fn rate<A: Arithmetic>(self, a: &A, load: Load) -> Result<A::Number, Refused> {
        check(load)?;
        let (bits, hashes) = (load.bits(), load.hashes());
        let kind = |(query, weight)| {
            let mut bit_of = vec![0; bits as usize];
            let mut targets = 0;
            for i in 0..hashes {
                let bit = &mut bit_of[self.position(bits, query, i) as usize];
                if *bit == 0 {
                    *bit = 1_usize << targets;
                    targets += 1;
                }
            }
            let mut masks = MaskCounts::empty(targets);
            for outcome in (0..bits).flat_map(|start| (0..bits).map(move |step| (start, step))) {
                let mask = (0..hashes).fold(0, |mask, i| mask | bit_of[self.position(bits, outcome, i) as usize]);
                masks.counts[mask] += u64::from(mask != 0);
            }
            (weight, masks)
        };
        let kinds = self.queries(bits).into_iter().map(kind);
        Ok(SignedPowers::new(u128::from(bits * bits), kinds).rate(a, load.items()))
    }
}

fn check(load: Load) -> Result<(), Refused> {
    Parameter::Bits.within(load.bits(), 1..=MAX_BITS)?;
    Ok(Parameter::Hashes.within(load.hashes(), 1..=MAX_HASHES)?)
}

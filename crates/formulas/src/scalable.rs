//! Scalable filters, which grow by stages (Almeida, Baquero, Preguiça, Hutchison, *Scalable Bloom filters*, 2007).
//!
//! Stage i = 0, 1, … is a [`partitioned`] filter made for n_0 s^i items at the target p_0 r^i. An insertion goes to the last
//! stage, and opens the next when that one is full; a query is positive if any stage is. No two stages share an item, and in a stage an
//! item has one position in each slice, so that matches of different stages are independent, even where the stages use the same
//! hash values. The rate is exactly 1 − Π_i (1 − f_i), f_i that of stage i with the items it holds.
//!
//! If stages met their targets it would stay below Σ p_i < p_0/(1 − r): a promise P needs p_0 = P(1 − r). Libraries start
//! otherwise ([`FirstTarget`]).

use bloomlab_numbers::{Arithmetic, Double, MAX_SIZE, Refused, Target, within};

use crate::partitioned::{self, PartitionedLoad};

const MOST_STAGES: u64 = 1 << 16;
const LEAST_TARGET: f64 = 1e-300;

/// p_0, the target of the first stage, from the promise P and the tightening r.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstTarget {
    /// P(1 − r), as published: Σ p_i < P.
    Published,
    /// P·r: the first stage is tightened as if it were the second. The sum is below P r/(1 − r), which is P for r = ½ only.
    Tightened,
    /// P itself: the sum is below P/(1 − r), and without bound for r = 1.
    Whole,
}

/// The bits of a slice of a stage for n items at the target p, with k = ⌈log2 1/p⌉ slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SliceRule {
    /// ⌈⌈n |ln p|/ln² 2⌉/k⌉, as published. It presumes that log2 1/p is whole: elsewhere the stage misses its target, by at most
    /// 12.4 %.
    Published,
    /// ⌈n/ln 2⌉: slices are half full at most, and the rate is 2^−k ≤ p at most.
    HalfFull,
}

/// How a filter grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// n_0: the items of the first stage.
    pub first_items: u64,
    /// s: the ratio of the capacities of neighbouring stages.
    pub growth: u64,
    /// P: the rate promised.
    pub promise: f64,
    /// r: the ratio of the targets of neighbouring stages.
    pub tightening: f64,
    /// The target of the first stage.
    pub first_target: FirstTarget,
    /// The bits of the slices.
    pub slices: SliceRule,
}

/// A stage and what it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// n_0 s^i: the items that it is made for.
    pub capacity: u64,
    /// p_0 r^i.
    pub target: f64,
    /// k_i = ⌈log2 1/p_i⌉.
    pub hashes: u64,
    /// w_i: the bits of a slice.
    pub slice_bits: u64,
    /// The items it holds.
    pub items: u64,
}

impl Stage {
    /// k_i w_i.
    pub fn bits(self) -> u64 {
        self.hashes * self.slice_bits
    }

    fn load(self) -> Result<PartitionedLoad, Refused> {
        PartitionedLoad::even(self.bits(), self.items, self.hashes)
    }
}

impl Growth {
    /// p_0.
    pub fn first(&self) -> f64 {
        match self.first_target {
            FirstTarget::Published => self.promise * (1.0 - self.tightening),
            FirstTarget::Tightened => self.promise * self.tightening,
            FirstTarget::Whole => self.promise,
        }
    }

    /// The stages of a filter of n = `items` items, in double precision as libraries plan them: all full but the last. Without
    /// items one empty stage.
    ///
    /// # Errors
    /// [`Refused`] unless n_0, s ≥ 1, 0 < P < 1, 0 < r ≤ 1, 1e-300 ≤ p_i < 1, at most 2^16 stages, and n and the bits of every
    /// stage at most 2^63 − 1.
    pub fn stages(&self, items: u64) -> Result<Vec<Stage>, Refused> {
        within("items", self.first_items, 1..=MAX_SIZE)?;
        within("items", items, 0..=MAX_SIZE)?;
        within("growth", self.growth, 1..=MAX_SIZE)?;
        Target::new(self.promise)?;
        if !(self.tightening > 0.0 && self.tightening <= 1.0) {
            return Err(Refused::new("tightening", self.tightening, "0 < tightening ≤ 1"));
        }
        let (mut stages, mut left) = (Vec::new(), items);
        let (mut capacity, mut target) = (self.first_items, self.first());
        loop {
            within("stages", stages.len() as u64 + 1, 1..=MOST_STAGES)?;
            let stage = self.stage(capacity, target, left.min(capacity))?;
            stages.push(stage);
            left -= stage.items;
            if left == 0 {
                return Ok(stages);
            }
            // a capacity above every number of items is as good as any
            capacity = capacity.saturating_mul(self.growth).min(MAX_SIZE);
            target *= self.tightening;
        }
    }

    fn stage(&self, capacity: u64, target: f64, items: u64) -> Result<Stage, Refused> {
        if !(LEAST_TARGET..1.0).contains(&target) {
            return Err(Refused::new("target", target, "1e-300 ≤ target < 1 of every stage"));
        }
        let hashes = libm::ceil(-libm::log2(target)).max(1.0);
        let (n, ln_2) = (capacity as f64, std::f64::consts::LN_2);
        let slice_bits = match self.slices {
            SliceRule::Published => libm::ceil(libm::ceil(n * -libm::log(target) / (ln_2 * ln_2)) / hashes),
            SliceRule::HalfFull => libm::ceil(n / ln_2),
        };
        if hashes * slice_bits >= MAX_SIZE as f64 {
            let domain = "bits ≤ 2^63 − 1 of every stage";
            return Err(Refused::new("items", capacity, domain));
        }
        Ok(Stage { capacity, target, hashes: hashes as u64, slice_bits: slice_bits as u64, items })
    }
}

/// Σ k_i w_i, at most 2^63 − 1.
pub fn bits(stages: &[Stage]) -> Result<u64, Refused> {
    let sum = stages.iter().fold(0_u64, |sum, stage| sum.saturating_add(stage.bits()));
    within("bits", sum, 0..=MAX_SIZE)?;
    Ok(sum)
}

/// The exact rate, 1 − Π_i (1 − f_i), from positive terms. Stages may be any, not only those of a [`Growth`].
///
/// Relative error in [`Double`]: that of [`partitioned::rate`], plus one rounding a stage.
pub fn rate<A: Arithmetic>(a: &A, stages: &[Stage]) -> Result<A::Number, Refused> {
    let rates = stages.iter().map(|stage| Ok(partitioned::rate(a, &stage.load()?)));
    any(a, rates)
}

/// 1 − Π_i (1 − p_i): the rate if every stage met its target exactly, in double precision.
pub fn promised(stages: &[Stage]) -> f64 {
    let Ok(rate) = any(&Double, stages.iter().map(|stage| Ok::<_, std::convert::Infallible>(stage.target)));
    rate
}

/// 1 − Π (1 − p) as a sum of positive terms: the rate of the first stages, and of the next where they do not match.
fn any<A: Arithmetic, E>(a: &A, mut rates: impl Iterator<Item = Result<A::Number, E>>) -> Result<A::Number, E> {
    rates.try_fold(a.zero(), |any, rate| {
        let missed = a.one() - &any;
        Ok(any + rate? * missed)
    })
}

//! Folding a filter of m bits into m/d: bit i goes to i mod m/d, or to ⌊i/d⌋.
//!
//! Independent positions stay independent, so that the folded filter is the filter of m/d bits. Distinct ones do not stay distinct: d
//! positions lead to each bit. A position that is drawn after i others falls on one of e bits that none of them fell on with probability
//! ed/(m − i), and an item misses t bits with probability C(m − td, k)/C(m, k); the rest is as for any [`Items`].

use bloomlab_numbers::Arithmetic;
use bloomlab_occupancy::{OutOfDomain, Parameter, Sampling};

use crate::Load;
use crate::coverage::{Triangle, draws_of_many};
use crate::items::Items;

/// A filter of m bits whose items have k distinct positions, folded into m/d bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FoldedLoad {
    load: Load,
    divisor: u64,
}

impl FoldedLoad {
    /// `load` folded by `divisor` (d).
    ///
    /// # Errors
    /// [`OutOfDomain`] unless d divides m, and for positions that need not be distinct.
    pub fn new(load: Load, divisor: u64) -> Result<Self, OutOfDomain> {
        if divisor == 0 || !load.bits().is_multiple_of(divisor) {
            return Err(OutOfDomain::new(Parameter::Fold, divisor, format!("a divisor of bits = {}", load.bits())));
        }
        match load.sampling() {
            Sampling::WithoutReplacement => Ok(Self { load, divisor }),
            Sampling::WithReplacement => {
                Err(OutOfDomain::new(Parameter::Fold, divisor, "distinct positions: others are those of fewer bits"))
            }
        }
    }

    /// The positions left before each draw.
    fn left(self) -> impl Iterator<Item = u64> {
        (0..self.load.hashes()).map(move |drawn| self.load.bits() - drawn)
    }
}

impl<A: Arithmetic> Items<A> for FoldedLoad {
    fn alike(&self) -> Load {
        self.load
    }

    fn distinct(&self, a: &A) -> Vec<A::Number> {
        let folded = self.load.bits() / self.divisor;
        let most = self.load.hashes().min(folded) as usize;
        let mut distinct = vec![a.zero(); most + 1];
        distinct[0] = a.one();
        for left in self.left() {
            for held in (0..=most).rev() {
                let onto = |held: usize| a.ratio((folded - held as u64) * self.divisor, left);
                let stays = (left).saturating_sub((folded - held as u64) * self.divisor);
                let before = if held > 0 { distinct[held - 1].clone() * onto(held - 1) } else { a.zero() };
                distinct[held] = distinct[held].clone() * a.ratio(stays, left) + before;
            }
        }
        distinct
    }

    fn missed(&self, a: &A, t: u64, items: u64) -> A::Number {
        a.all_miss_distinct(t * self.divisor, self.load.bits(), self.load.hashes(), items)
    }

    fn item(&self, a: &A, targets: usize) -> Triangle<A::Number> {
        draws_of_many(a, targets, self.divisor, self.left())
    }
}

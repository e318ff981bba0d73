//! Rational filters: a number of hash functions k = a + φ that is no integer (Walther et al. 2025).
//!
//! Every item, stored or asked for, has a positions, and with probability φ, which its own hash decides, one more. So a query asks for
//! D distinct bits, D by the distribution of a positions or by that of a + 1, and an item misses t given bits with probability
//! (1 − t/m)^a (1 − φt/m). Given t the items are independent, and as for the ordinary filter
//! p = Σ_t (−1)^t E[C(D, t)] [(1 − t/m)^a (1 − φt/m)]^n.
//!
//! For φ = 0 it is the ordinary filter of a hash functions. For a = 0 an item without a position is always reported.

use bloomlab_numbers::{Analytic, AnalyticArithmetic, Arithmetic, Number};
use bloomlab_occupancy::{OutOfDomain, Parameter, Sampling, Shape, distinct};

use crate::Load;
use crate::coverage::{Triangle, draws};
use crate::items::Items;

pub use crate::coverage::rate as by_coverage;
pub use crate::exact::of_items as rate;
pub use crate::inclusion_exclusion::rate as by_inclusion_exclusion;

/// A filter of m bits that holds n items of a positions, or with probability φ of a + 1.
#[derive(Clone, Debug, PartialEq)]
pub struct RationalLoad<N> {
    /// With a + 1 positions.
    more: Load,
    whole: u64,
    fraction: N,
}

impl<N: Number> RationalLoad<N> {
    /// m = `bits`, n = `items`, a = `whole`, φ = `fraction`, positions with replacement.
    ///
    /// # Errors
    /// [`OutOfDomain`] unless 0 ≤ φ ≤ 1, a + φ > 0, and as for [`Load::new`] with a + 1 hash functions.
    pub fn new(bits: u64, items: u64, whole: u64, fraction: N) -> Result<Self, OutOfDomain> {
        let more = Load::new(bits, items, whole.saturating_add(1))?;
        let value = fraction.to_f64();
        if !(0.0..=1.0).contains(&value) || (whole == 0 && value == 0.0) {
            let domain = if whole == 0 { "0 < fraction ≤ 1" } else { "0 ≤ fraction ≤ 1" };
            return Err(OutOfDomain::new(Parameter::Fraction, value, domain));
        }
        Ok(Self { more, whole, fraction })
    }

    /// (1 − φ)·`fewer` + φ·`more`.
    fn mixed<A: Arithmetic<Number = N>>(&self, a: &A, fewer: Vec<N>, more: Vec<N>) -> Vec<N> {
        let other = a.one() - &self.fraction;
        let mut mixed: Vec<N> = more.into_iter().map(|probability| probability * &self.fraction).collect();
        for (cell, probability) in mixed.iter_mut().zip(fewer) {
            *cell = cell.clone() + probability * &other;
        }
        mixed
    }
}

impl<N: Number, A: Arithmetic<Number = N>> Items<A> for &RationalLoad<N> {
    fn alike(&self) -> Load {
        self.more
    }

    fn distinct(&self, a: &A) -> Vec<N> {
        let fewer = match Shape::new(self.more.bits(), self.whole, Sampling::WithReplacement) {
            Ok(shape) => distinct::positions(a, shape),
            Err(_) => vec![a.one()], // a = 0
        };
        self.mixed(a, fewer, distinct::positions(a, self.more.shape()))
    }

    /// \[(1 − t/m)^a (1 − φt/m)\]^`items`.
    fn missed(&self, a: &A, t: u64, items: u64) -> N {
        let bits = self.more.bits();
        a.all_miss(t, bits, self.whole * items) * a.never(self.fraction.clone() * a.ratio(t, bits), items)
    }

    fn item(&self, a: &A, targets: usize) -> Triangle<N> {
        let item = |hashes: u64| draws(a, targets, (0..hashes).map(|_| self.more.bits()));
        let rows = item(self.whole).into_iter().zip(item(self.whole + 1));
        rows.map(|(fewer, more)| self.mixed(a, fewer, more)).collect()
    }
}

/// The limit for many bits, x^a (1 − φ(1 − x)) with x = 1 − e^(−kn/m) the share of set bits.
pub fn limit<A: AnalyticArithmetic>(a: &A, load: &RationalLoad<A::Number>) -> A::Number {
    let hashes = a.integer(load.whole) + &load.fraction;
    let clear = a.zero() - hashes * a.ratio(load.more.items(), load.more.bits());
    let clear = clear.exp();
    (a.one() - &clear).pow(load.whole) * (a.one() - clear * &load.fraction)
}

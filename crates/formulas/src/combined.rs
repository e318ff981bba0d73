//! Union and intersection of two filters with the same bits and hash functions.
//!
//! One filter holds a items, the other b, and c items are in both. *A or B* is bit by bit the filter of a + b − c items. A query is
//! positive in *A and B* iff it is in both: of its D distinct bits the c common items leave e clear, and the other a − c and b − c items
//! each cover these e, independently,
//!
//! rate = Σ_d Pr\[D = d\] Σ_e C(d, e) Pr\[c items miss e given bits and hit d − e others\] γ_(a−c)(e) γ_(b−c)(e),
//!
//! γ_n(e) the probability that n items hit all of e given bits. Given that they miss e bits, the positions of c items are those of a
//! filter of m − e bits. Every term is positive. *A and B* is not the filter of the common items: it has more bits set.

use bloomlab_numbers::Arithmetic;
use bloomlab_occupancy::combinatorics::binomial;
use bloomlab_occupancy::{Advice, Cost, OutOfDomain, Parameter, Refused, Shape};

use crate::items::Items;
use crate::{Formula, Load, coverage};

/// Two filters of one shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    one: Load,
    other: Load,
    common: u64,
}

impl Pair {
    /// Filters of `items` items (a, b), `common` of which are in both (c).
    ///
    /// # Errors
    /// [`OutOfDomain`] unless c ≤ a, b, and k(a + b − c) ≤ 2^63 − 1.
    pub fn new(shape: Shape, items: [u64; 2], common: u64) -> Result<Self, OutOfDomain> {
        let [one, other] = [Load::holding(shape, items[0])?, Load::holding(shape, items[1])?];
        let least = items[0].min(items[1]);
        if common > least {
            return Err(OutOfDomain::new(Parameter::Common, common, format!("0 ≤ common ≤ {least}, the fewer items")));
        }
        let pair = Self { one, other, common };
        Load::holding(shape, pair.united())?;
        Ok(pair)
    }

    /// a + b − c.
    fn united(self) -> u64 {
        (self.one.items() - self.common).saturating_add(self.other.items())
    }

    /// *A or B*: a plain filter.
    pub fn union(self) -> Load {
        self.holding(self.united())
    }

    fn holding(self, items: u64) -> Load {
        // fewer items than `new` has checked
        Load::holding(self.one.shape(), items).unwrap_or(self.one)
    }

    /// The probability that a bit is set in both filters.
    pub fn both_set<A: Arithmetic>(self, a: &A) -> A::Number {
        let clear = |items: u64| Items::<A>::missed(&self.one, a, 1, items);
        // set in A by a common item, or by others in both
        let common = clear(self.common);
        let others = [self.one, self.other].map(|load| a.one() - clear(load.items() - self.common));
        let [one, other] = others;
        (a.one() - &common) + common * one * other
    }

    /// The rate of *A and B*, in positive terms: O(k⁴) steps for each digit of c.
    ///
    /// # Errors
    /// [`Refused`] when it takes more than [`Formula::MAX_COST`] (k above a hundred).
    pub fn rate_of_intersection<A: Arithmetic>(self, a: &A) -> Result<A::Number, Refused> {
        let each = coverage::cost(self.one);
        let targets = self.one.hashes().min(self.one.bits()) as f64 + 1.0;
        let cost = Cost { steps: each.steps * (targets + 2.0), ..each };
        cost.within(Formula::MAX_COST, Advice::smaller(&[Parameter::Hashes]))?;
        let distinct = Items::<A>::distinct(&self.one, a);
        let most = distinct.len() - 1;
        let alone = |load: Load| Items::<A>::covered(&self.holding(load.items() - self.common), a, most);
        let (one, other) = (alone(self.one), alone(self.other));
        let mut sum = a.zero();
        for left in 0..=most {
            // the common items hit 0, 1, … further bits beside `left` that they miss
            let hit = self.hit_among_others(a, left as u64, most - left)?;
            let terms = (0..).zip(&hit).map(|(more, hit)| {
                let asked = left + more;
                binomial(a, asked as u64, left as u64) * hit * &distinct[asked]
            });
            sum = sum + a.sum(terms) * &one[left] * &other[left];
        }
        Ok(sum)
    }

    /// Pr\[the common items miss `left` given bits and hit all of 0, 1, …, `targets` others\].
    fn hit_among_others<A: Arithmetic>(self, a: &A, left: u64, targets: usize) -> Result<Vec<A::Number>, Refused> {
        let (shape, items) = (self.one.shape(), self.common);
        let missed = Items::<A>::missed(&self.one, a, left, items);
        let others = shape.bits() - left;
        let nothing = |missed: A::Number| {
            let mut hit = vec![a.zero(); targets + 1];
            hit[0] = missed;
            hit
        };
        if items == 0 {
            return Ok(nothing(a.one()));
        }
        match Shape::new(others, shape.hashes(), shape.sampling()) {
            Ok(shape) => {
                let hit = Items::<A>::covered(&Load::holding(shape, items)?, a, targets);
                Ok(hit.into_iter().map(|hit| hit * &missed).collect())
            }
            // no bits, or fewer than distinct positions: they cannot be missed
            Err(_) => Ok(nothing(a.zero())),
        }
    }
}

/// The bias and the standard deviation of the estimate of c by n̂_A + n̂_B − n̂_(A or B), to leading order for many bits, with a, b and c
/// items: ln(z_A z_B/(m z_or))/ln(1 − h), z the clear bits of each and h the probability that an item sets a given bit.
///
/// With ln(1 − h) it is consistent, because E z = m(1 − h)^n holds for every m. The usual −(m/k) in place of 1/ln(1 − h) is its limit for
/// many bits, too large by the factor 1 + 1/(2m), with distinct positions 1 + k/(2m): 0.4 items of a thousand in 9586 bits with k = 7.
pub fn common_errors(shape: Shape, items: [f64; 2], common: f64) -> (f64, f64) {
    let (bits, hashes) = (shape.bits() as f64, shape.hashes() as f64);
    let load = |items: f64| hashes * items / bits;
    let [one, other] = items.map(load);
    let (both, either) = (load(common), load(items[0] + items[1] - common));
    let bias = (libm::expm1(one) + libm::expm1(other) - libm::expm1(either)) / (2.0 * hashes);
    let spread = libm::expm1(either) - libm::expm1(one) - libm::expm1(other) + 2.0 * libm::expm1(both) - both;
    (bias, libm::sqrt((bits * spread).max(0.0)) / hashes)
}

//! How many bits are set: a distribution over b = 0, 1, … set bits, pushed forward by one position or by one item.
//!
//! Of m bits, b of them set, a position falls on a set one with probability b/m and sets one more otherwise. Without replacement, after
//! j positions of the same item, it falls on a set one with probability (b − j)/(m − j). Every term is positive, and an item takes
//! O(k) steps for each state.

use crate::{Arithmetic, Number, Sampling, Shape};

/// The effect of one position on each number of set bits.
#[derive(Clone, Debug)]
pub struct Position<N> {
    /// It falls on one of the b set bits.
    stays: Vec<N>,
    /// It sets one more.
    sets: Vec<N>,
}

impl<N: Number> Position<N> {
    /// For b = 0 … `most`, after j = `own` distinct positions of the same item. Domain: `most` ≤ m = `bits`, j < m.
    pub fn new<A: Arithmetic<Number = N>>(a: &A, bits: u64, own: u64, most: u64) -> Self {
        // fewer set bits than the item has positions: a state that is never reached, and has probability 0
        let stays = |set: u64| a.ratio(set.saturating_sub(own), bits - own);
        let sets = |set: u64| a.ratio((bits - set).min(bits - own), bits - own);
        Self { stays: (0..=most).map(stays).collect(), sets: (0..=most).map(sets).collect() }
    }

    /// The distribution `masses` after the position: one state longer, unless it has all of them.
    pub fn push<A: Arithmetic<Number = N>>(&self, a: &A, masses: &mut Vec<N>) {
        if masses.len() < self.stays.len() {
            masses.push(a.zero());
        }
        self.push_apart(a, &mut [], masses);
    }

    /// The same with the states kept apart by what the item has done so far: nothing in `unchanged`, set a bit in `changed`.
    fn push_apart<A: Arithmetic<Number = N>>(&self, a: &A, unchanged: &mut [N], changed: &mut [N]) {
        for set in (1..changed.len()).rev() {
            let before = changed[set - 1].clone();
            let before = if let Some(mass) = unchanged.get(set - 1) { before + mass } else { before };
            changed[set] = changed[set].clone() * &self.stays[set] + before * &self.sets[set - 1];
        }
        changed[0] = a.zero();
        for (mass, stays) in unchanged.iter_mut().zip(&self.stays) {
            *mass = mass.clone() * stays;
        }
    }
}

/// The different positions of an item: one with replacement, k without.
fn positions<A: Arithmetic>(a: &A, shape: Shape, most: u64) -> Vec<Position<A::Number>> {
    let different = if shape.sampling() == Sampling::WithReplacement { 1 } else { shape.hashes() };
    (0..different).map(|own| Position::new(a, shape.bits(), own, most)).collect()
}

/// The largest number of set bits after one item more.
fn most_after<N>(shape: Shape, before: &[N]) -> u64 {
    shape.bits().min(before.len() as u64 - 1 + shape.hashes())
}

/// The distribution after one item more, from the distribution `before`. Domain: 1 … m + 1 states.
pub fn item<A: Arithmetic>(a: &A, shape: Shape, before: Vec<A::Number>) -> Vec<A::Number> {
    let positions = positions(a, shape, most_after(shape, &before));
    let mut masses = before;
    for (_, position) in (0..shape.hashes()).zip(positions.iter().cycle()) {
        position.push(a, &mut masses);
    }
    masses
}

/// The part of [`item`] in which the item sets a bit: Pr\[it does, and b bits are set then\].
pub fn changing_item<A: Arithmetic>(a: &A, shape: Shape, before: Vec<A::Number>) -> Vec<A::Number> {
    let most = most_after(shape, &before);
    let positions = positions(a, shape, most);
    let (mut unchanged, mut changed) = (before, vec![a.zero(); most as usize + 1]);
    for (_, position) in (0..shape.hashes()).zip(positions.iter().cycle()) {
        position.push_apart(a, &mut unchanged, &mut changed);
    }
    changed
}

/// The distribution after one item more of which it is known that it sets a bit: from b it sets d ≥ 1 more with probability
/// τ(b, b + d)/(1 − ρ(b)), τ the chain of [`item`] and ρ(b) = τ(b, b). A full filter stays so.
pub fn accepted_item<A: Arithmetic>(a: &A, shape: Shape, before: Vec<A::Number>) -> Vec<A::Number> {
    let mut open = before;
    let full = if open.len() as u64 > shape.bits() { open.pop() } else { None };
    for (set, mass) in (0..).zip(&mut open) {
        *mass = mass.clone() / sets_a_bit(a, shape, set);
    }
    let mut masses = changing_item(a, shape, open);
    if let (Some(full), Some(last)) = (full, masses.last_mut()) {
        *last = last.clone() + full;
    }
    masses
}

/// 1 − ρ(b) from positive terms, b < m: the first h positions fall on set bits, and the next one does not.
fn sets_a_bit<A: Arithmetic>(a: &A, shape: Shape, set: u64) -> A::Number {
    let bits = shape.bits();
    let own = |hash: u64| if shape.sampling() == Sampling::WithReplacement { 0 } else { hash };
    let further = |sum: A::Number, hash: u64| {
        let left = bits - own(hash);
        sum * a.ratio(set.saturating_sub(own(hash)), left) + a.ratio(bits, left)
    };
    (0..shape.hashes()).rev().fold(a.zero(), further) * a.ratio(bits - set, bits)
}

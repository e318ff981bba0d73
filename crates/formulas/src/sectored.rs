//! Blocks of words and sectors: layouts of blocked filters on vector units and GPUs.
//!
//! An item chooses one of b blocks, uniformly. The block has parts, and each part is a group of s words of W bits; the item chooses one
//! word of each group, and in it r positions, independently and with replacement ([`Sector`]). With s = 1 each word of the block has r
//! positions: split blocks for r = 1, `multiblock` of Boost.Bloom, patterns spread over the words of cuCollections; with s > 1 these are
//! cache-sectorised filters.
//!
//! Given that the block holds j items the parts are independent, because items and query choose in them independently. So with g_i(j) the
//! rate of one group as a filter of s blocks of W bits,
//!
//! rate = E\[Π_i g_i(J)\], J ~ Bin(n, 1/b).
//!
//! [`two_blocks`] is another layout: every item has r positions in each of two blocks, which it chooses independently.
//!
//! Both are sums over loads of positive terms, in O(load · k²) steps (two blocks: load²). Loads above their mean λ by more than 16 √λ + 60 are left
//! out and bounded; up to 60 items none is, and rationals are exact. λ is 700 at most.

use bloomlab_numbers::{Arithmetic, Number};
use bloomlab_occupancy::contour::Bounded;
use bloomlab_occupancy::{Advice, Cost, MAX_SIZE, OutOfDomain, Parameter, Refused, Sampling, Shape, distinct};

use crate::blocked::{BlockedLoad, rates_by_items};
use crate::coverage::{Triangle, draws};
use crate::items::Items;
use crate::{Formula, Load};

/// A group of words of a block, in one of which an item has its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sector {
    /// s, the words of the group.
    pub words: u64,
    /// W, the bits of a word.
    pub word_bits: u64,
    /// r, the positions of an item, all in one word.
    pub hashes: u64,
}

impl Sector {
    /// The group as a blocked filter that holds `items` items.
    fn load(self, items: u64) -> Result<BlockedLoad, OutOfDomain> {
        Parameter::WordBits.within(self.word_bits, 1..=MAX_SIZE)?;
        Parameter::Slices.within(self.words, 1..=MAX_SIZE / self.word_bits)?;
        BlockedLoad::plain(self.words * self.word_bits, self.word_bits, items, self.hashes)
    }
}

/// The exact rate of `blocks` blocks (b) of these sectors with `items` items (n), but for the loads left out.
///
/// # Errors
/// [`OutOfDomain`] unless b ≥ 1, λ ≤ 700 (or b = 1), there is a sector, and the words, bits, hashes and items of each are those of a filter;
/// [`TooLarge`](bloomlab_occupancy::TooLarge) when it takes more than [`Formula::MAX_COST`].
pub fn rate<A: Arithmetic>(a: &A, blocks: u64, items: u64, sectors: &[Sector]) -> Result<Bounded<A::Number>, Refused> {
    Parameter::Slices.within(sectors.len() as u64, 1..=MAX_SIZE)?;
    let loads = sectors.iter().map(|sector| sector.load(items)).collect::<Result<Vec<_>, _>>()?;
    let loaded = Loaded::new(blocks, 1, items)?;
    let steps = sectors.iter().map(|sector| (sector.hashes as f64).powi(2)).sum();
    loaded.affordable(steps)?;
    let mut groups: Vec<_> = loads.iter().map(|&load| by_items(a, load)).collect();
    let product = || groups.iter_mut().try_fold(a.one(), |product, group| Some(product * group.next()?));
    Ok(loaded.mixture(a, std::iter::from_fn(product)))
}

/// The exact rate where every item has `hashes` positions (r) in each of two blocks of `block_bits` bits (B), which it chooses among
/// `blocks` (b) independently, so that they may be the same one: Boost.Bloom with K = 2.
///
/// The 2n choices of the items are as many items of one block each. The query's blocks differ with probability 1 − 1/b, and hold J of
/// them together, of which one has Bin(J, ½); else one block has to hold all 2r positions.
///
/// # Errors
/// [`OutOfDomain`] unless b ≥ 1, 2n/b ≤ 700 (or b ≤ 2), 2r and 2n are at most 2^63 − 1, and as for [`Load::new`];
/// [`TooLarge`](bloomlab_occupancy::TooLarge) when it takes more than [`Formula::MAX_COST`].
pub fn two_blocks<A: Arithmetic>(
    a: &A,
    blocks: u64,
    block_bits: u64,
    items: u64,
    hashes: u64,
) -> Result<Bounded<A::Number>, Refused> {
    Parameter::Items.within(items, 0..=MAX_SIZE / 2)?;
    Parameter::Hashes.within(hashes, 1..=MAX_SIZE / 2)?;
    Load::new(block_bits, 2 * items, 2 * hashes)?;
    let asked = |positions: u64| -> Result<_, Refused> {
        let distinct = distinct::positions(a, Shape::new(block_bits, positions, Sampling::WithReplacement)?);
        let item = draws(a, distinct.len() - 1, (0..hashes).map(|_| block_bits));
        Ok(rates_by_items(a, distinct, item))
    };
    let one = Loaded::new(blocks, 1, 2 * items)?;
    one.affordable((2.0 * hashes as f64).powi(2))?;
    let same = one.mixture(a, asked(2 * hashes)?);
    if blocks == 1 {
        return Ok(same);
    }
    let pair = Loaded::new(blocks, 2, 2 * items)?;
    pair.affordable(pair.last as f64 + (hashes as f64).powi(2))?;
    let each: Vec<A::Number> = asked(hashes)?.take(pair.last as usize + 1).collect();
    let apart = pair.mixture(a, (0..=pair.last as usize).map(|held| of_both(a, &each[..=held])));
    let share = a.ratio(1, blocks);
    let mix = |apart: A::Number, same: A::Number| apart * (a.one() - &share) + same * &share;
    Ok(Bounded { value: mix(apart.value, same.value), error_bound: mix(apart.error_bound, same.error_bound) })
}

/// Σ_l C(j, l)/2^j f(l) f(j − l) of f(0) … f(j).
fn of_both<A: Arithmetic>(a: &A, rates: &[A::Number]) -> A::Number {
    let held = rates.len() as u64 - 1;
    let (mut weight, mut sum) = (a.ratio(1, 2).pow(held), a.zero());
    for (l, (one, other)) in (0..).zip(rates.iter().zip(rates.iter().rev())) {
        sum = sum + weight.clone() * one * other;
        weight = weight * a.ratio(held - l, l + 1);
    }
    sum
}

/// The rates of one group with 0, 1, 2, … items.
fn by_items<A: Arithmetic>(a: &A, load: BlockedLoad) -> impl Iterator<Item = A::Number> {
    let distinct = Items::<A>::distinct(&load, a);
    let mut item: Triangle<A::Number> = load.item(a, distinct.len() - 1);
    for (clear, row) in (0..).zip(&mut item) {
        row[clear as usize] = load.missed(a, clear, 1);
    }
    rates_by_items(a, distinct, item)
}

/// The highest mean load: doubles hold the probability of none.
const MOST_LOAD: f64 = 700.0;

/// J ~ Bin(n, c/b), up to the last load that is summed.
struct Loaded {
    items: u64,
    blocks: u64,
    chosen: u64,
    last: u64,
}

impl Loaded {
    fn new(blocks: u64, chosen: u64, items: u64) -> Result<Self, OutOfDomain> {
        // no blocks, no bits
        Parameter::Bits.within(blocks, 1..=MAX_SIZE)?;
        Parameter::Items.within(items, 0..=MAX_SIZE)?;
        let mean = items as f64 * chosen as f64 / blocks as f64;
        if chosen < blocks && mean > MOST_LOAD {
            let domain = format!("at most {MOST_LOAD} items in the blocks of a query, with {blocks} blocks");
            return Err(OutOfDomain::new(Parameter::Items, items, domain));
        }
        let reach = (mean + 16.0 * mean.sqrt() + 60.0) as u64;
        Ok(Self { items, blocks, chosen, last: reach.min(items) })
    }

    fn affordable(&self, steps_per_load: f64) -> Result<(), Refused> {
        let advice = Advice::Change { smaller: &[Parameter::Items], larger: &[Parameter::Bits] };
        Ok(Cost::of_steps(steps_per_load * (self.last as f64 + 1.0)).within(Formula::MAX_COST, advice)?)
    }

    /// Σ_j Pr\[J = j\] f(j) of `rates` ≤ 1, f(0), f(1), …. The ratios of the weights fall, so that the rest is bounded by a geometric sum.
    fn mixture<A: Arithmetic>(&self, a: &A, mut rates: impl Iterator<Item = A::Number>) -> Bounded<A::Number> {
        let &Self { items, blocks, chosen, last } = self;
        if chosen == blocks {
            return Bounded { value: rates.nth(items as usize).unwrap_or(a.one()), error_bound: a.zero() };
        }
        let odds = a.ratio(chosen, blocks - chosen);
        let ratio = |load: u64| a.ratio(items - load, load + 1) * &odds;
        let (mut weight, mut value) = (a.never(a.ratio(chosen, blocks), items), a.zero());
        for (load, rate) in (0..=last).zip(rates) {
            value = value + rate * &weight;
            weight = weight * ratio(load);
        }
        let error_bound = if last == items { a.zero() } else { weight / (a.one() - ratio(last + 1)) };
        Bounded { value, error_bound }
    }
}

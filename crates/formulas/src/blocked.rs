//! Blocked Bloom filters: all k bits of an item lie in one block of B bits (Putze, Sanders, Singler, *Cache-, hash- and
//! space-efficient Bloom filters*, 2009).
//!
//! The m bits are b = m/B blocks. An item chooses one, uniformly, and in it k bits: anywhere, with replacement, or one in
//! each of the block's k words of W bits ([`BlockedLoad::plain`], [`BlockedLoad::split`]). So the block that a query
//! chooses holds a binomial number J of the n items, and the rate is the mixture Σ_j Pr[J = j] f(j) of the exact rates
//! f(j) of a small filter ([`rates_by_load`]). Two routes need no sum over loads:
//!
//! * Let D be the number of distinct bits a query asks for, and h_t the probability that an item of its block hits one
//!   of t given bits among them: 1 − (1 − t/B)^k, or in split blocks 1 − (1 − 1/W)^t. Then
//!   f(j) = Σ_t (−1)^t E[C(D, t)] (1 − h_t)^j, and the binomial theorem sums the mixture:
//!   p = Σ_t (−1)^t E[C(D, t)] (1 − h_t/b)^n ([`inclusion_exclusion`](crate::inclusion_exclusion::rate)).
//! * The chain of [`coverage`](crate::coverage), one item at a time: with probability 1 − 1/b an item lies in another
//!   block and covers nothing ([`coverage`](crate::coverage::rate)).
//!
//! In split blocks the words are independent *given j*, because items and query choose their positions in them
//! independently: f(j) = (1 − (1 − 1/W)^j)^k. Averaged over j they are not.
//!
//! A filter of one block is the ordinary one: b = 1 gives the rational of [`inclusion_exclusion::rate`](crate::inclusion_exclusion::rate).

use bloomlab_numbers::{
    Analytic, AnalyticArithmetic, Arithmetic, BallsInBins, Double, MAX_SIZE, Number, Refused, Sampling, Shape,
    combinatorics::{alternating_sum, binomials},
    contour::Bounded,
    distinct, distribution, within,
};

use crate::{
    Load,
    counts::binomial,
    coverage::{Triangle, draws, trial_by_trial},
    layout::Layout,
    steps,
};

pub use crate::exact::of_items as rate;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Inside {
    /// Anywhere, with replacement.
    Block,
    /// One in each word of this many bits, so that they are distinct.
    Words(u64),
}

/// A blocked filter of m = bB bits that holds n items of k bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockedLoad {
    blocks: u64,
    /// A single block that holds every item.
    block: Load,
    inside: Inside,
}

/// Refuses a last block that is not whole, with the next size that has none.
fn whole_blocks(bits: u64, block_bits: u64, name: &str) -> Result<(), Refused> {
    if bits.is_multiple_of(block_bits) {
        return Ok(());
    }
    let next = bits.next_multiple_of(block_bits);
    Err(Refused::new("bits", bits, format!("a multiple of {name} = {block_bits}, such as {next}")))
}

impl BlockedLoad {
    /// Blocks of `block_bits` bits, the k bits of an item anywhere in one of them, with replacement.
    pub fn plain(bits: u64, block_bits: u64, items: u64, hashes: u64) -> Result<Self, Refused> {
        Load::new(bits, items, hashes)?;
        within("block-bits", block_bits, 1..=MAX_SIZE)?;
        whole_blocks(bits, block_bits, "block-bits")?;
        let block = Load::new(block_bits, items, hashes)?;
        Ok(Self { blocks: bits / block_bits, block, inside: Inside::Block })
    }

    /// Split blocks: `hashes` words of `word_bits` bits, one bit of an item in each, so that B = kW.
    pub fn split(bits: u64, word_bits: u64, items: u64, hashes: u64) -> Result<Self, Refused> {
        Load::new(bits, items, hashes)?;
        within("word-bits", word_bits, 1..=MAX_SIZE)?;
        let block_bits = word_bits.saturating_mul(hashes);
        whole_blocks(bits, block_bits, "hashes · word-bits")?;
        let block = Load::new(block_bits, items, hashes)?.without_replacement()?;
        Ok(Self { blocks: bits / block_bits, block, inside: Inside::Words(word_bits) })
    }

    /// b, the number of blocks.
    pub fn blocks(self) -> u64 {
        self.blocks
    }

    /// n.
    pub fn items(self) -> u64 {
        self.block.items()
    }

    /// k.
    pub fn hashes(self) -> u64 {
        self.block.hashes()
    }

    /// The mean load n/b of a block, in items.
    pub fn mean_load(self) -> f64 {
        self.block.items() as f64 / self.blocks as f64
    }

    /// The chain of the clear bits among those a query asks for, over one item of its block.
    fn item_in_block<A: Arithmetic>(self, a: &A, targets: usize) -> Triangle<A::Number> {
        let word_bits = match self.inside {
            Inside::Block => {
                let bins = (0..self.block.hashes()).map(|_| self.block.bits());
                return draws(a, targets, bins);
            }
            Inside::Words(word_bits) => word_bits,
        };
        // each clear bit is hit with probability 1/W, whatever becomes of the others
        let row = |clear: u64| {
            let stay = |(stays, choose): (u64, A::Number)| {
                choose * a.all_miss(1, word_bits, stays) * a.ratio(1, word_bits).pow(clear - stays)
            };
            (0..).zip(binomials(a, clear)).map(stay).collect()
        };
        (0..=targets as u64).map(row).collect()
    }
}

impl<A: Arithmetic> Layout<A> for BlockedLoad {
    fn alike(&self) -> Load {
        self.block
    }

    fn distinct(&self, a: &A) -> Vec<A::Number> {
        distinct::positions(a, self.block.shape())
    }

    /// (1 − h_t/b)^items.
    fn missed(&self, a: &A, t: u64, items: u64) -> A::Number {
        let (bits, hashes) = (self.block.bits(), self.block.hashes());
        match (self.blocks, self.inside) {
            // 1 − h_t without a subtraction
            (1, Inside::Block) => a.all_miss(t, bits, hashes * items),
            (1, Inside::Words(word_bits)) => a.all_miss(1, word_bits, t * items),
            (_, Inside::Block) => a.never(a.some_hit(t, bits, hashes) / a.integer(self.blocks), items),
            (_, Inside::Words(word_bits)) => a.never(a.some_hit(1, word_bits, t) / a.integer(self.blocks), items),
        }
    }

    /// With probability 1/b the item lies in the block.
    fn item(&self, a: &A, targets: usize) -> Triangle<A::Number> {
        let share = a.ratio(1, self.blocks);
        self.item_in_block(a, targets).into_iter().map(|row| row.into_iter().map(|p| p * &share).collect()).collect()
    }
}

/// f(0), f(1), f(2), …: the exact rates in a block that holds 0, 1, 2, … items. Each takes O(k²) steps, and every term is
/// positive.
pub fn rates_by_load<A: Arithmetic>(a: &A, load: BlockedLoad) -> impl Iterator<Item = A::Number> {
    let distinct = load.distinct(a);
    let item = load.item_in_block(a, distinct.len() - 1);
    rates_by_items(a, distinct, item)
}

/// The rates with 0, 1, 2, … items, from the distribution of the bits that a query asks for and the chain over one item.
pub(crate) fn rates_by_items<A: Arithmetic>(
    a: &A,
    distinct: Vec<A::Number>,
    item: Triangle<A::Number>,
) -> impl Iterator<Item = A::Number> {
    trial_by_trial(a, item).map(move |covered| a.dot(&distinct, &covered))
}

/// The most items of a block over whose number is summed.
pub const MOST_LOADS: f64 = 10_000.0;

/// The moments of the rate that a filter has given its bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockMoments {
    /// The mean.
    pub mean: f64,
    /// The variance.
    pub variance: f64,
    /// The third central moment over the 3/2 power of the variance.
    pub skewness: f64,
}

/// The moments of the mean over b blocks of f, the share of a block's own queries that its bits report.
///
/// E f^i is the rate at which i queries of one block are all reported. The loads J of the blocks add up to n: to leading order in 1/b the
/// blocks are independent with f less its regression on J. Domain: up to [`MOST_LOADS`] items of a block.
pub fn moments(load: BlockedLoad) -> BlockMoments {
    let (blocks, mean_load) = (load.blocks as f64, load.mean_load());
    let last = (mean_load + 12.0 * mean_load.sqrt() + 60.0).min(load.items() as f64) as u64;
    let weight = |held: u64| libm::exp(binomial::ln_probability(load.items(), held, 1.0 / blocks));
    let weights: Vec<f64> = (0..=last).map(weight).collect();
    let powers = [1, 2, 3].map(|queries| reported(load, queries, last));
    let expected = |value: &dyn Fn(usize) -> f64| -> f64 {
        weights.iter().enumerate().map(|(held, weight)| weight * value(held)).sum()
    };
    let mean = expected(&|held| powers[0][held]);
    let apart = |held: usize| held as f64 - mean_load;
    let (together, spread) =
        (expected(&|held| powers[0][held] * apart(held)), expected(&|held| apart(held) * apart(held)));
    let slope = if spread > 0.0 && blocks > 1.0 { together / spread } else { 0.0 };
    let line = |held: usize| mean + slope * apart(held);
    let second = expected(&|held| powers[1][held] - 2.0 * powers[0][held] * line(held) + line(held).powi(2));
    let third = expected(&|held| {
        let line = line(held);
        powers[2][held] - 3.0 * powers[1][held] * line + 3.0 * powers[0][held] * line * line - line.powi(3)
    });
    let skewness = if second > 0.0 { third / libm::pow(second, 1.5) / libm::sqrt(blocks) } else { 0.0 };
    BlockMoments { mean, variance: (second / blocks).max(0.0), skewness }
}

/// The probability that `queries` queries of a block of 0, 1, …, `last` items are all reported.
fn reported(load: BlockedLoad, queries: u64, last: u64) -> Vec<f64> {
    let (a, hashes) = (&Double, load.block.hashes());
    let word = match load.inside {
        Inside::Block => {
            let all = Shape::new(load.block.bits(), queries * hashes, Sampling::WithReplacement);
            let distinct = all.map_or(vec![1.0], |all| distinct::positions(a, all));
            let item = load.item_in_block(a, distinct.len() - 1);
            return rates_by_items(a, distinct, item).take(last as usize + 1).collect();
        }
        Inside::Words(word) => word,
    };
    // the different bits that the queries ask for in a word
    let distinct = BallsInBins::new(queries, word).map_or(vec![1.0], |word| distribution::by_recursion(a, word));
    let all_hit = |bits: u64, held: u64| {
        alternating_sum(a, (0..).zip(binomials(a, bits)).map(|(t, choose)| choose * a.all_miss(t, word, held)))
    };
    let of_word = |held: u64| -> f64 { (0..).zip(&distinct).map(|(bits, share)| share * all_hit(bits, held)).sum() };
    (0..=last).map(|held| libm::pow(of_word(held).max(0.0), hashes as f64)).collect()
}

/// The approximation of Putze et al.: a Poisson number of items in a block, and the classic formula in it,
/// Σ_j e^−λ λ^j/j! (1 − (1 − 1/B)^(kj))^k with λ = nB/m (in split blocks (1 − (1 − 1/W)^j)^k, which is exact). The loads
/// above λ + 16 √λ + 60 are left out and bounded. In doubles for λ up to 700.
pub fn poisson<A: AnalyticArithmetic>(a: &A, load: BlockedLoad) -> Result<Bounded<A::Number>, Refused> {
    let hashes = load.block.hashes();
    let classic = |held: u64| match load.inside {
        Inside::Block => a.some_hit(1, load.block.bits(), hashes * held).pow(hashes),
        Inside::Words(word_bits) => a.some_hit(1, word_bits, held).pow(hashes),
    };
    poisson_mixture(a, load, (0..).map(classic), 1.0)
}

/// The limit of the exact rate for many blocks at the same mean load λ = n/b: Σ_j e^−λ λ^j/j! f(j). Loads are left out as
/// in [`poisson`]; positive terms. In doubles for λ up to 700, relative error below 1e-11.
pub fn limit<A: AnalyticArithmetic>(a: &A, load: BlockedLoad) -> Result<Bounded<A::Number>, Refused> {
    let per_load = (load.block.hashes() as f64).powi(2);
    poisson_mixture(a, load, rates_by_load(a, load), per_load)
}

/// Σ_j e^−λ λ^j/j! f(j) over the `rates` f(0), f(1), … ≤ 1 of `per_load` steps each, λ = n/b, up to j = λ + 16 √λ + 60. The
/// weights' ratios λ/(j + 1) fall: what is left out is at most the next weight over 1 less the ratio after it.
pub(crate) fn poisson_mixture<A: AnalyticArithmetic>(
    a: &A,
    load: BlockedLoad,
    rates: impl Iterator<Item = A::Number>,
    per_load: f64,
) -> Result<Bounded<A::Number>, Refused> {
    let last = (load.mean_load() + 16.0 * load.mean_load().sqrt() + 60.0) as u64;
    steps::check(per_load * (last as f64 + 1.0), "items", load.items())?;
    let mean = a.ratio(load.block.items(), load.blocks);
    let ratio = |load: u64| mean.clone() / a.integer(load + 1);
    let (mut weight, mut value) = ((a.zero() - mean.clone()).exp(), a.zero());
    for (load, rate) in (0..=last).zip(rates) {
        value = value + rate * &weight;
        weight = weight * ratio(load);
    }
    Ok(Bounded { value, error_bound: weight / (a.one() - ratio(last + 1)) })
}

//! Words that overlap, as those of Boost.Bloom with a `Stride`: a word of b bits begins at every multiple of s bits, and an item has k
//! independent positions in one word.
//!
//! Let h(u) = 1 − (1 − u/b)^k be the probability that an item of a word hits one of u given bits of it, and T a random set of t bits of
//! the query's word. A word whose start lies i·s bits before or after it holds the first or the last bits of T, those of b/s − i cells of
//! s bits. If the words of the items begin at any of M places with equal probability, all miss T with the probability (1 − H(T)/M)^n,
//! H(T) the sum of h over all words that meet the query's, and with D the distinct bits of a query
//!
//! rate = Σ_t (−1)^t E[C(D, t)] E_T (1 − H(T)/M)^n.
//!
//! H(T) depends on how many bits of T lie in each cell, so that C(k + b/s, k) cases give the rate ([`rate`]). As M grows with n/M = λ,
//! (1 − H(T)/M)^n becomes the product of e^(−λ h) over the words, and the mean over T one pass over the cells ([`limit`]).

use std::collections::BTreeMap;

use bloomlab_numbers::{
    Arithmetic, Double, Refused, Shape,
    combinatorics::{alternating_sum, binomials},
    distinct, within,
};

use crate::Load;

/// The most cases of an exact rate: a second with certified digits.
const MAX_CASES: f64 = 200_000.0;

/// The largest relative error of a rate in doubles.
const MAX_ERROR: f64 = 1e-7;

/// A filter of M words that overlap, and its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OverlappingLoad {
    /// One word with all the items.
    word: Load,
    stride: u64,
    starts: u64,
}

/// The cells that words consist of.
fn cells(word_bits: u64, stride: u64) -> Result<u64, Refused> {
    within("block-bits", word_bits, 1..=1 << 16)?;
    match word_bits.checked_rem(stride) {
        Some(0) => Ok(word_bits / stride),
        _ => Err(Refused::new("stride", stride, format!("a divisor of block-bits = {word_bits}"))),
    }
}

impl OverlappingLoad {
    /// m = b + (M − 1)s bits. Domain: b ≤ 2^16, s divides b, m − b is a multiple of s, and at most 200,000 cases.
    pub fn new(bits: u64, word_bits: u64, stride: u64, items: u64, hashes: u64) -> Result<Self, Refused> {
        Load::new(bits, items, hashes)?;
        let cells = cells(word_bits, stride)?;
        if bits < word_bits || !(bits - word_bits).is_multiple_of(stride) {
            let next = bits.max(word_bits).next_multiple_of(stride);
            return Err(Refused::new(
                "bits",
                bits,
                format!("block-bits and a multiple of stride = {stride}, such as {next}"),
            ));
        }
        let load = Self { word: Load::new(word_bits, items, hashes)?, stride, starts: (bits - word_bits) / stride + 1 };
        let cases =
            (1..=cells).fold(1.0, |cases, i| cases * (hashes + i) as f64 / i as f64) * load.places().len() as f64;
        if cases > MAX_CASES {
            let domain = format!("fewer, or fewer than {cells} words over one another, for an exact rate");
            return Err(Refused::new("hashes", hashes, domain));
        }
        Ok(load)
    }

    /// How many words begin before and after that of a query at distances of less than a word, and how many queries have that.
    fn places(self) -> BTreeMap<[u64; 2], u64> {
        let others = self.word.bits() / self.stride - 1;
        let edges = self.starts.min(2 * others + 1);
        let mut places = BTreeMap::new();
        for at in 0..edges {
            let mut beside = [at.min(others), (edges - 1 - at).min(others)];
            beside.sort_unstable();
            let alike = if at == others { self.starts - edges + 1 } else { 1 };
            *places.entry(beside).or_insert(0) += alike;
        }
        places
    }

    /// E_T (1 − H(T)/M)^n, over queries at all places.
    fn missed<A: Arithmetic>(self, a: &A, t: u64) -> A::Number {
        let (bits, hashes) = (self.word.bits(), self.word.hashes());
        let hits: Vec<_> = (0..=t).map(|u| a.some_hit(u, bits, hashes) / a.integer(self.starts)).collect();
        let cases =
            Cases { a, hits, ways: binomials(a, self.stride), cells: bits / self.stride, items: self.word.items() };
        let of_places = self
            .places()
            .into_iter()
            .map(|(beside, queries)| cases.from(1, 0, beside, a.zero(), a.ratio(queries, self.starts)));
        a.sum(of_places) / &binomials(a, bits)[t as usize]
    }
}

/// All numbers of bits of T in the cells of a query's word.
struct Cases<'a, A: Arithmetic> {
    a: &'a A,
    /// h(0)/M, …, h(t)/M.
    hits: Vec<A::Number>,
    /// C(s, 0), …, C(s, s).
    ways: Vec<A::Number>,
    cells: u64,
    items: u64,
}

impl<A: Arithmetic> Cases<'_, A> {
    /// The sum over the cases of the cells from the one that ends at `end`, before which there are `below` bits; `hit` is H/M so far.
    fn from(&self, end: u64, below: usize, beside: [u64; 2], hit: A::Number, ways: A::Number) -> A::Number {
        let all = self.hits.len() - 1;
        if end > self.cells {
            return if below == all { ways * self.a.never(hit, self.items) } else { self.a.zero() };
        }
        let terms = self.ways.iter().zip(below..=all).map(|(more, held)| {
            let mut hit = hit.clone();
            // the word that ends where this cell ends, and the one that begins there
            if self.cells - end <= beside[0] {
                hit = hit + &self.hits[held];
            }
            if end < self.cells && end <= beside[1] {
                hit = hit + &self.hits[all - held];
            }
            self.from(end + 1, held, beside, hit, ways.clone() * more)
        });
        self.a.sum(terms)
    }
}

/// E[C(D, t)] Pr\[the items miss t bits\], whose alternating sum is the rate.
fn terms<A: Arithmetic>(a: &A, word: Shape, missed: impl Fn(u64) -> A::Number) -> Vec<A::Number> {
    (0..).zip(distinct::moments(a, word)).map(|(t, moment)| moment * missed(t)).collect()
}

/// The exact rate, an alternating sum.
pub fn rate<A: Arithmetic>(a: &A, load: OverlappingLoad) -> A::Number {
    if load.word.items() == 0 {
        return a.zero();
    }
    alternating_sum(a, terms(a, load.word.shape(), |t| load.missed(a, t)))
}

/// [`rate`] in doubles. Relative error below 1e-7.
pub fn rate_in_double(load: OverlappingLoad) -> Result<f64, Refused> {
    match load.word.items() {
        0 => Ok(0.0),
        _ => in_double(load.word.shape(), |t| load.missed(&Double, t)),
    }
}

/// The limit of many words, `load` = n/M items for each start of a word, in doubles. Relative error below 1e-7.
pub fn limit(word: Shape, stride: u64, load: f64) -> Result<f64, Refused> {
    let cells = cells(word.bits(), stride)?;
    let ways = binomials(&Double, stride);
    in_double(word, |t| {
        let hits: Vec<f64> = (0..=t).map(|u| Double.some_hit(u, word.bits(), word.hashes())).collect();
        let all = t as usize;
        // by the bits of T in the cells so far
        let mut held = vec![0.0; all + 1];
        held[0] = 1.0;
        for end in 1..=cells {
            let after = |bits: usize| {
                let here: f64 = (0..=bits).filter_map(|before| Some(held[before] * ways.get(bits - before)?)).sum();
                let hit = hits[bits] + if end < cells { hits[all - bits] } else { 0.0 };
                here * libm::exp(-load * hit)
            };
            held = (0..=all).map(after).collect();
        }
        held[all] / binomials(&Double, word.bits())[all]
    })
}

fn in_double(word: Shape, missed: impl Fn(u64) -> f64) -> Result<f64, Refused> {
    let terms = terms(&Double, word, missed);
    // a term is right to some sixty roundings
    let error = 64.0 * f64::EPSILON * terms.iter().sum::<f64>();
    let value = alternating_sum(&Double, terms);
    if error > MAX_ERROR * value {
        return Err(Refused::new("hashes", word.hashes(), "fewer, for a rate in doubles"));
    }
    Ok(value)
}

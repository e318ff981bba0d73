//! A rate as a sum of few powers, Σ c (1 − h/N)^n.

use bloomlab_numbers::{Arithmetic, Double, Number, contour::Bounded};

use crate::walks::masks::MaskCounts;

/// How many powers are collected before equal ones are merged.
const BATCH: usize = 1 << 18;

/// A kind whose h all lie below this, and below 64 times its sets, has its powers counted in an array; others are sorted.
const COUNTED: u128 = 1 << 20;

/// Powers are near each other where n (h − g)/N is below 2^−`NEAR_BITS`.
const NEAR_BITS: u32 = 26;

/// The rate of queries of several kinds as a function of n: (1/W) Σ c (1 − h/N)^n, W the weights of all kinds.
///
/// Of a kind of weight w, inclusion–exclusion over the set T of positions that all items miss contributes
/// w Σ_T (−1)^|T| (1 − h(T)/N)^n, h(T) the outcomes of an item that hit T. Sets with equal h share one power.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SignedPowers {
    /// N, the outcomes of an item.
    outcomes: u128,
    /// W.
    weight: u128,
    /// h and c, in the order of h, where no h occurs twice and no c is 0.
    powers: Vec<(u128, i128)>,
    /// −Σ c h, where it is not too large: as Σ c = 0, the rate of one item is 1/(WN) of it.
    of_one_item: Option<u128>,
}

impl SignedPowers {
    /// The powers of the kinds (w, distribution of the mask), where an item has `outcomes` outcomes.
    pub fn new(outcomes: u128, kinds: impl IntoIterator<Item = (u64, MaskCounts)>) -> Self {
        let mut all = Self { outcomes, weight: 0, powers: Vec::new(), of_one_item: None };
        // c by h
        let mut counted: Vec<i128> = Vec::new();
        let mut merged = 0;
        for (weight, masks) in kinds {
            all.weight += u128::from(weight);
            let further = further_hits(&masks);
            let most = masks.alone * u128::from(masks.targets()) + u128::from(further[further.len() - 1]);
            if most < COUNTED.min(64 * further.len() as u128) {
                counted.resize(counted.len().max(most as usize + 1), 0);
                for (set, further) in (0_u32..).zip(further) {
                    let (size, weight) = (set.count_ones(), i128::from(weight));
                    let hits = masks.alone as usize * size as usize + further as usize;
                    counted[hits] += if size.is_multiple_of(2) { weight } else { -weight };
                }
                continue;
            }
            for (hits, count) in signed_hits(masks.alone, further) {
                all.powers.push((hits, i128::from(weight) * i128::from(count)));
            }
            if all.powers.len() > merged + BATCH {
                all.merge();
                merged = all.powers.len();
            }
        }
        all.powers.extend((0..).zip(counted));
        all.merge();
        let added = |sum: i128, &(hits, count): &(u128, i128)| {
            let product = i128::try_from(hits).ok()?.checked_mul(count)?;
            sum.checked_sub(product)
        };
        all.of_one_item = all.powers.iter().try_fold(0, added).and_then(|sum| u128::try_from(sum).ok());
        all
    }

    /// How many powers are summed.
    pub fn len(&self, items: u64) -> usize {
        if self.covering(items).is_some() { 1 } else { self.powers.len() }
    }

    /// Of one item the outcomes that cover the query, in all kinds.
    fn covering(&self, items: u64) -> Option<u128> {
        self.of_one_item.filter(|_| items == 1)
    }

    fn merge(&mut self) {
        self.powers.sort_unstable_by_key(|(hits, _)| *hits);
        self.powers.dedup_by(|next, first| {
            let same = next.0 == first.0;
            if same {
                first.1 += next.1;
            }
            same
        });
        self.powers.retain(|(_, count)| *count != 0);
    }

    /// The rate with `items` items: an alternating sum.
    ///
    /// A power near one that is known is found from it, (1 − h/N)^n = (1 − g/N)^n (1 − (h − g)/(N − g))^n, since the last factor
    /// takes little work where it is nearly 1.
    pub fn rate<A: Arithmetic>(&self, a: &A, items: u64) -> A::Number {
        if items == 0 {
            return a.zero(); // the value of the sum, which an enclosure of the sum does not show
        }
        if let Some(covering) = self.covering(items) {
            return wide(a, covering) / wide(a, self.outcomes) / wide(a, self.weight);
        }
        let outcomes = Outcomes::new(a, self.outcomes);
        let near = (self.outcomes / u128::from(items)) >> NEAR_BITS;
        // the last power that was not found from another
        let mut known: Option<(u128, A::Number)> = None;
        let terms = self.powers.iter().map(|&(hits, count)| {
            let (from, base) = match known.take() {
                Some((from, base)) if hits - from <= near => (from, base),
                _ => (hits, outcomes.miss(a, hits, items)),
            };
            let mut power = wide(a, count.unsigned_abs()) * &base;
            if hits > from {
                power = power * a.never(wide(a, hits - from) / wide(a, self.outcomes - from), items);
            }
            known = Some((from, base));
            if count < 0 { a.zero() - power } else { power }
        });
        a.sum(terms) / wide(a, self.weight)
    }

    /// [`rate`](Self::rate) in double precision, with a bound on its error.
    ///
    /// With u = 2^−53, h, N and N − h are converted within 2u relative, so that h/N and (N − h)/N err by 5u. The logarithm of
    /// q = 1 − h/N then errs by 10u relative: h/N ≤ 1.45 (1 − h/N) |ln q| where h/N ≤ 1/2, and |ln q| ≥ ln 2 elsewhere. With the
    /// product by n that is 11u n|ln q| in the exponent; exponential, coefficient and products add less than 8u. The compensated
    /// sum (Neumaier 1974) errs by 2u of the result. Of one item a quotient of integers errs by five roundings.
    pub fn rate_in_double(&self, items: u64) -> Bounded<f64> {
        if items == 0 {
            return Bounded { value: 0.0, error_bound: 0.0 };
        }
        let (unit, weight) = (f64::EPSILON / 2.0, self.weight as f64);
        if let Some(covering) = self.covering(items) {
            let value = covering as f64 / self.outcomes as f64 / weight;
            return Bounded { value, error_bound: 8.0 * unit * value };
        }
        let outcomes = Outcomes { count: self.outcomes, number: self.outcomes as f64 };
        let (mut sum, mut low, mut error_bound) = (0.0_f64, 0.0, 0.0);
        for &(hits, count) in &self.powers {
            let power = outcomes.miss(&Double, hits, items);
            let term = power * count as f64 / weight;
            let exponent = if power > 0.0 { -libm::log(power) } else { 0.0 };
            error_bound += term.abs() * (8.0 + 11.0 * exponent) * unit;
            let next = sum + term;
            low += if sum.abs() >= term.abs() { sum - next + term } else { term - next + sum };
            sum = next;
        }
        let value = sum + low;
        Bounded { value, error_bound: error_bound + 2.0 * unit * value.abs() }
    }
}

/// N, the outcomes of an item, as an integer and as a number.
pub(crate) struct Outcomes<N> {
    count: u128,
    number: N,
}

impl<N: Number> Outcomes<N> {
    pub(crate) fn new<A: Arithmetic<Number = N>>(a: &A, count: u128) -> Self {
        Self { count, number: wide(a, count) }
    }

    /// (1 − h/N)^n, by the form that is well conditioned there.
    pub(crate) fn miss<A: Arithmetic<Number = N>>(&self, a: &A, hits: u128, items: u64) -> N {
        if hits > self.count / 2 {
            return (wide(a, self.count - hits) / &self.number).pow(items);
        }
        a.never(wide(a, hits) / &self.number, items)
    }
}

/// An integer below 2^127 in any arithmetic.
pub(crate) fn wide<A: Arithmetic>(a: &A, value: u128) -> A::Number {
    match u64::try_from(value) {
        Ok(value) => a.integer(value),
        Err(_) => a.integer((value >> 64) as u64) * a.integer(1 << 32) * a.integer(1 << 32) + a.integer(value as u64),
    }
}

/// The outcomes that hit a set of positions, for each set, but for those that cover one position alone.
fn further_hits(masks: &MaskCounts) -> Vec<u64> {
    let mut within = masks.counts.clone(); // outcomes whose mask lies within a set
    for bit in 0..masks.targets() {
        for sets in within.chunks_exact_mut(2 << bit) {
            let (without, with) = sets.split_at_mut(1 << bit);
            with.iter_mut().zip(without).for_each(|(with, without)| *with += *without);
        }
    }
    let total = within[within.len() - 1];
    within.reverse(); // outcomes whose mask lies within the rest
    within.iter_mut().for_each(|outside| *outside = total - *outside);
    within
}

/// h(T) and how many more sets T of even than of odd size have it.
fn signed_hits(alone: u128, further: Vec<u64>) -> Vec<(u128, i64)> {
    // |T| < 32 below, so that equal keys are equal h
    let mut keys: Vec<u64> =
        (0_u32..).zip(further).map(|(set, further)| further << 5 | u64::from(set.count_ones())).collect();
    keys.sort_unstable();
    let signed = |same: &[u64]| {
        let (further, size) = (same[0] >> 5, same[0] & 31);
        let count = if size % 2 == 0 { same.len() as i64 } else { -(same.len() as i64) };
        (alone * u128::from(size) + u128::from(further), count)
    };
    keys.chunk_by(PartialEq::eq).map(signed).collect()
}

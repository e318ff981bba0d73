//! The cost of a scheme in large filters: rate = rate of independent positions + A/m + O(1/m²).
//!
//! The limit is taken for a fixed k and a fixed m/n = β, within one kind of number of bits (primes, powers of two, …). Let
//! x = e^(−k/β) be the share of clear bits, y = 1 − x. Then
//!
//! A = (m/(βD)) Σ_kinds (w/D) Σ_special f(s, μ) + (m/D) Σ_c φ(c) (y^c − y^k) − I,
//! f(s, μ) = y^(k−s) − y^k − μ x y^(k−1),
//! I = (1/β) C(k, 2) (k(k − 1) x² y^(k−2) − k x y^(k−1)) + C(k, 2) x y^(k−1).
//!
//! The first sum has the items that cover s of a query's positions in μ hits, the second the queries that collapse onto c < k
//! positions, c | m. I holds the same two effects of independent positions (`docs/double-hashing.md`).
//! No 2^k occurs: the work is O(k⁵) for each kind of query.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use bloomlab_numbers::{
    Analytic, AnalyticArithmetic, Arithmetic, Double, MAX_SIZE, Number, Refused, combinatorics::binomial, within,
};

use crate::{
    exact,
    walks::kinds::{cubic, query_along, straight_query},
    walks::masks::Walks,
    walks::residues::{Congruence, divisors, gcd, smooth_part, sub, totient},
    walks::step_set::{Merging, QueryKind, StepSet},
    walks::{HashingScheme, SchemeLoad},
};

/// The most hash functions for which A is offered.
pub const MAX_HASHES: u64 = 64;

/// The least m with enhanced double hashing: a step of some thousand-millionth of it stands for all that are not special.
pub const MIN_ENHANCED_BITS: u64 = 1 << 40;

/// m times the largest relative error of [`FirstOrder::rate`] that was seen.
///
/// Against certified rates under double hashing, for k = 2, 5, 10, 16, 20, 0.6 to 8 bits for each position, and prime m and powers of two
/// from 2^20 to 2^40 (the test `the_rate_of_the_first_order_is_as_near_as_it_says`). The largest was seen with 20 hash functions
/// in 2^20 bits, eight for each position. For prime m it is a hundredth of that.
pub const LARGEST_ERROR: f64 = 150.0;

/// The least m with which [`FirstOrder::rate`] answers.
pub const MIN_BITS: u64 = 1 << 20;

/// The largest relative error of [`FirstOrder::rate`] that was seen of a filter of as many bits: observed, not proved.
pub fn largest_error(load: SchemeLoad) -> f64 {
    LARGEST_ERROR / load.bits() as f64
}

/// Rates of one filter after another: under double hashing the work is done once for all numbers of bits that have the same small factors.
#[derive(Clone, Debug, Default)]
pub struct FirstOrder {
    found: RefCell<HashMap<SmallFactors, Vec<Tally>>>,
}

/// Steps, k, and small factors of m.
type SmallFactors = (StepSet, u64, [u64; 2]);

impl FirstOrder {
    /// The rate of independent positions and A/m, in double precision: approximate, with [`largest_error`]. `None` for blocks, which
    /// have no A. Domain: m ≥ [`MIN_BITS`], and as for [`constant`].
    pub fn rate(&self, load: SchemeLoad) -> Result<Option<f64>, Refused> {
        let bits = load.bits();
        if load.items() == 0 {
            return Ok(Some(0.0));
        }
        within("bits", bits, MIN_BITS..=MAX_SIZE)?;
        let bits_per_item = bits as f64 / load.items() as f64;
        let constant = self.constant(&Double, load.scheme(), bits, load.hashes(), bits_per_item)?;
        let independent = exact::rate(&Double, load.independent())?;
        Ok(constant.map(|constant| independent + constant / bits as f64))
    }

    fn constant<A: AnalyticArithmetic>(
        &self,
        a: &A,
        scheme: HashingScheme,
        bits: u64,
        hashes: u64,
        bits_per_item: A::Number,
    ) -> Result<Option<A::Number>, Refused> {
        within("bits", bits, 1..=MAX_SIZE)?;
        within("hashes", hashes, 1..=MAX_HASHES)?;
        let fill = Fill::new(a, hashes, bits_per_item);
        let constant = match (scheme, scheme.step_set()) {
            _ if scheme.is_blocked() => return Ok(None),
            (_, Some(admitted)) => self.double(&fill, admitted, bits)?,
            (HashingScheme::Enhanced, _) => enhanced(&fill, bits)?,
            (HashingScheme::Triple, _) => triple(&fill, bits)?,
            (HashingScheme::Partitioned, _) => partitioned(&fill),
            (HashingScheme::KmPartition, _) => km_partition(&fill, bits)?,
            _ => a.zero(),
        };
        Ok(Some(constant))
    }

    fn double<A: AnalyticArithmetic>(
        &self,
        fill: &Fill<A>,
        admitted: StepSet,
        bits: u64,
    ) -> Result<A::Number, Refused> {
        admitted.check(bits)?;
        let (a, hashes) = (fill.a, fill.hashes);
        let merging = Merging::new(bits, hashes);
        if bits / merging.modulus <= merging.bound {
            let domain =
                format!("bits > {} · {}: the approximation is that of large filters", merging.modulus, merging.bound);
            return Err(Refused::new("bits", bits, domain));
        }
        let steps = admitted.steps(bits);
        let mut kinds = admitted.query_kinds(bits, merging, steps);
        kinds.retain(|kind| !kind.is_exceptional);
        let of_kind = |kind: &QueryKind| {
            let straight = vec![0; hashes as usize];
            tally(Walks { bits, admitted, curve: &straight }, &straight_query(bits, hashes, kind.divisor))
        };
        // by the theorem the small factors decide, and for the parity of steps those beyond
        let small = [merging.modulus, smooth_part(bits / merging.modulus, hashes)];
        let mut found = self.found.borrow_mut();
        let tallies = found.entry((admitted, hashes, small)).or_insert_with(|| kinds.iter().map(of_kind).collect());
        let shared =
            a.sum(kinds.iter().zip(&*tallies).map(|(kind, tally)| fill.shared(tally) * a.ratio(kind.steps, steps)));
        let collapsing = divisors(bits, hashes - 1).filter(|order| admitted.admits(bits / order, bits));
        let collapsed = a.sum(collapsing.map(|order| a.integer(totient(order)) * fill.collapse(order)));
        let density = a.ratio(bits, steps);
        Ok(density.clone() * shared / &fill.bits_per_item + density * collapsed - fill.of_independent())
    }
}

/// A: m times what the scheme costs beyond independent positions, for large m of the kind of `bits`, with β =
/// `bits_per_item` > 0. `None` for blocked filters, which cost more than O(1/m).
/// Domain: k ≤ [`MAX_HASHES`]; double hashing, m/Λ > 2(k − 1)² (see the [crate]); enhanced, m ≥ [`MIN_ENHANCED_BITS`]; triple, 2, …, k − 1
/// coprime to m; the partition of Kirsch and Mitzenmacher, k divides m and 2, …, k − 1 are coprime to m/k.
pub fn constant<A: AnalyticArithmetic>(
    a: &A,
    scheme: HashingScheme,
    bits: u64,
    hashes: u64,
    bits_per_item: A::Number,
) -> Result<Option<A::Number>, Refused> {
    FirstOrder::default().constant(a, scheme, bits, hashes, bits_per_item)
}

/// Powers of the shares of clear and of set bits.
struct Fill<'a, A: Arithmetic> {
    a: &'a A,
    hashes: u64,
    bits_per_item: A::Number,
    /// x.
    clear: A::Number,
    /// y.
    set: A::Number,
}

impl<'a, A: AnalyticArithmetic> Fill<'a, A> {
    fn new(a: &'a A, hashes: u64, bits_per_item: A::Number) -> Self {
        let load = a.integer(hashes) / &bits_per_item;
        let set = a.one_minus_exp_minus(load.clone());
        Self { a, hashes, bits_per_item, clear: (a.zero() - load).exp(), set }
    }

    fn pairs(&self) -> A::Number {
        self.a.integer(self.hashes * (self.hashes - 1) / 2)
    }

    /// y^c − y^k: what it adds to the rate that a query has only c positions.
    fn collapse(&self, distinct: u64) -> A::Number {
        self.set.pow(distinct) - self.set.pow(self.hashes)
    }

    /// C(k, t) x^t y^(k−t): the chance that just t of k bits are clear.
    fn clear_of(&self, t: u64) -> A::Number {
        if t > self.hashes {
            return self.a.zero();
        }
        binomial(self.a, self.hashes, t) * self.clear.pow(t) * self.set.pow(self.hashes - t)
    }

    /// Σ f(s, μ) over the clusters.
    fn shared(&self, clusters: &Tally) -> A::Number {
        let a = self.a;
        let term = |(&(covered, hits), &count): (&(u64, u64), &u64)| {
            let lost = a.integer(hits) * self.clear_of(1) / a.integer(self.hashes);
            a.integer(count) * (self.collapse(self.hashes - covered) - lost)
        };
        a.sum(clusters.iter().map(term))
    }

    fn of_independent(&self) -> A::Number {
        let a = self.a;
        let twice = a.integer(2) * self.clear_of(2);
        let items = self.pairs() * (twice - self.clear_of(1)) / &self.bits_per_item;
        let query = self.pairs() * self.clear_of(1) / a.integer(self.hashes);
        items + query
    }
}

/// How many clusters there are of each (s, μ).
type Tally = BTreeMap<(u64, u64), u64>;

fn tally(walks: Walks<'_>, query: &[u64]) -> Tally {
    let mut counts = BTreeMap::new();
    for cluster in walks.meetings(query).clusters {
        *counts.entry((u64::from(cluster.mask.count_ones()), u64::from(cluster.hits))).or_insert(0) += 1;
    }
    counts
}

fn enhanced<A: AnalyticArithmetic>(fill: &Fill<A>, bits: u64) -> Result<A::Number, Refused> {
    if bits < MIN_ENHANCED_BITS {
        let domain = format!("bits ≥ {MIN_ENHANCED_BITS}: the approximation is that of large filters");
        return Err(Refused::new("bits", bits, domain));
    }
    let (a, hashes) = (fill.a, fill.hashes);
    let curve = cubic(bits, hashes);
    let walks = Walks { bits, admitted: StepSet::Any, curve: &curve };
    // all but O(k^6) steps e share their special steps with those that equal them modulo Λ
    let period = smooth_part(bits, (hashes - 1).max(1));
    let far = bits / period / 1_000_003 * 618_034;
    let shared = (0..period).map(|residue| {
        let query = query_along(&curve, residue + far * period, bits);
        fill.shared(&tally(walks, &query))
    });
    let mut collapsing: Vec<u64> = Vec::new();
    for (low, high) in (0..hashes as usize).flat_map(|high| (0..high).map(move |low| (low, high))) {
        let bend = sub(curve[low], curve[high], bits);
        collapsing.extend(Congruence::new((high - low) as u64, bits).solve(bend));
    }
    collapsing.sort_unstable();
    collapsing.dedup();
    let positions = |step: u64| query_along(&curve, step, bits).len() as u64;
    let collapsed = a.sum(collapsing.into_iter().map(|step| fill.collapse(positions(step))));
    Ok(a.sum(shared) / a.integer(period) / &fill.bits_per_item + collapsed - fill.of_independent())
}

/// Σ_s (y^(k−c_s) − y^k) − C(k, 2)(y^(k−1) − y^k), c_s the number of pairs j' < j < k with j + j' = s: only queries that are
/// symmetric about a point cost anything. What items share with the query vanishes like 1/m².
fn triple<A: AnalyticArithmetic>(fill: &Fill<A>, bits: u64) -> Result<A::Number, Refused> {
    let (a, hashes) = (fill.a, fill.hashes);
    coprime_to_all_below(bits, bits, hashes, "bits")?;
    let pairs = |sum: u64| (0..hashes).filter(|high| (0..*high).any(|low| low + high == sum)).count() as u64;
    let symmetric = a.sum((1..2 * hashes).map(|sum| fill.collapse(hashes - pairs(sum))));
    Ok(symmetric - fill.pairs() * fill.clear_of(1) / a.integer(hashes))
}

/// C(k, 2) x y^(k−2) (k/β − y).
fn partitioned<A: AnalyticArithmetic>(fill: &Fill<A>) -> A::Number {
    let (a, hashes) = (fill.a, fill.hashes);
    if hashes < 2 {
        return a.zero();
    }
    let load = a.integer(hashes) / &fill.bits_per_item;
    fill.pairs() * &fill.clear * fill.set.pow(hashes - 2) * (load - &fill.set)
}

/// That of the partitioned filter, and (k²/β) Pr[Bin(k, x) ≥ 3].
fn km_partition<A: AnalyticArithmetic>(fill: &Fill<A>, bits: u64) -> Result<A::Number, Refused> {
    let (a, hashes) = (fill.a, fill.hashes);
    if !bits.is_multiple_of(hashes) {
        return Err(Refused::new("bits", bits, format!("a multiple of hashes = {hashes}")));
    }
    coprime_to_all_below(bits / hashes, bits, hashes, "bits/hashes")?;
    let at_least_three = a.sum((3..=hashes).map(|t| fill.clear_of(t)));
    Ok(partitioned(fill) + a.integer(hashes * hashes) * at_least_three / &fill.bits_per_item)
}

fn coprime_to_all_below(number: u64, bits: u64, hashes: u64, name: &str) -> Result<(), Refused> {
    if (2..hashes).all(|i| gcd(number, i) == 1) {
        return Ok(());
    }
    let domain = format!("{name} coprime to 2, …, {} for the first-order approximation", hashes - 1);
    Err(Refused::new("bits", bits, domain))
}

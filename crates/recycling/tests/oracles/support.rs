//! Brute force: outcomes enumerated one by one, chains solved by dense elimination over the rationals.

use std::collections::BTreeMap;

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Ending, Sampling, Shape};
use bloomlab_recycling::{SigmaBounded, TwoPhaseAverage, Variant, variant_average};

pub const A: Rationals = Rationals;

pub const BOTH: [Sampling; 2] = [Sampling::WithReplacement, Sampling::WithoutReplacement];

pub fn shape(bits: u64, hashes: u64, sampling: Sampling) -> Shape {
    Shape::new(bits, hashes, sampling).unwrap()
}

pub fn filter(bits: u64, hashes: u64, sampling: Sampling, sigma: u64) -> SigmaBounded {
    SigmaBounded::new(shape(bits, hashes, sampling), sigma).unwrap()
}

/// All shapes of up to `most_bits` bits and `most_hashes` hash functions.
pub fn shapes(most_bits: u64, most_hashes: u64) -> impl Iterator<Item = Shape> {
    let pairs = (1..=most_bits).flat_map(move |bits| (1..=most_hashes).map(move |hashes| (bits, hashes)));
    pairs.flat_map(|(bits, hashes)| BOTH.map(|sampling| Shape::new(bits, hashes, sampling))).flatten()
}

/// Two phases, each of them this filter, that drop the message that ends a cycle.
pub fn dropping<A: Arithmetic>(a: &A, each: SigmaBounded) -> TwoPhaseAverage<A::Number> {
    variant_average(a, Variant::two_phases(each.into(), Ending::Dropping))
}

/// |ours/truth − 1|, 0 where both are 0.
pub fn error(ours: f64, truth: f64) -> f64 {
    if ours == truth { 0.0 } else { (ours / truth - 1.0).abs() }
}

/// Every tuple of `length` numbers below `size`, in order.
pub fn tuples(size: u64, length: u64) -> impl Iterator<Item = Vec<u64>> {
    let entries = move |code: u64| (0..length as u32).map(move |i| code / size.pow(i) % size);
    (0..size.pow(length as u32)).map(move |code| entries(code).collect())
}

/// Every outcome of a message's hashing, as a mask of positions; all of them equally likely.
pub fn outcomes(shape: Shape) -> Vec<u32> {
    let masks = tuples(shape.bits(), shape.hashes()).map(|taken| taken.iter().fold(0, |mask, bit| mask | 1 << bit));
    let is_possible =
        |mask: &u32| shape.sampling() == Sampling::WithReplacement || u64::from(mask.count_ones()) == shape.hashes();
    masks.filter(is_possible).collect()
}

/// The share of all outcomes of `items` items and a query in which the query is found; `set` are the bits that the items leave set.
pub fn share_found(shape: Shape, items: u64, set: impl Fn(&[u32]) -> u32) -> Rational {
    let all = outcomes(shape);
    let size = all.len() as u64;
    let found = |items: Vec<u64>| {
        let masks: Vec<u32> = items.into_iter().map(|item| all[item as usize]).collect();
        let clear = !set(&masks);
        all.iter().filter(|query| **query & clear == 0).count() as u64
    };
    A.ratio(tuples(size, items).map(found).sum(), size.pow(items as u32 + 1))
}

/// A distribution over states.
pub type Law<S> = BTreeMap<S, Rational>;

/// The distribution after `step`, which leads from each state to some others with probabilities.
pub fn pushed<S, T: Ord>(law: &Law<S>, step: impl Fn(&S) -> Vec<(T, Rational)>) -> Law<T> {
    let mut next = Law::new();
    for (state, mass) in law {
        for (to, p) in step(state) {
            add(&mut next, to, p * mass);
        }
    }
    next
}

fn add<S: Ord>(law: &mut Law<S>, state: S, mass: Rational) {
    let sum = law.entry(state).or_insert_with(|| A.zero());
    *sum = sum.clone() + mass;
}

/// Outcomes with their probabilities, equal ones together.
pub fn counted<S: Ord>(outcomes: Vec<S>) -> Law<S> {
    let each = A.ratio(1, outcomes.len() as u64);
    let mut law = Law::new();
    outcomes.into_iter().for_each(|outcome| add(&mut law, outcome, each.clone()));
    law
}

/// The stationary distribution on what can be reached from `start`, by Gaussian elimination with pivoting of (Pᵀ − I)π = 0, Σπ = 1.
/// Domain: one recurrent class.
pub fn stationary<S: Ord + Clone>(start: S, step: impl Fn(&S) -> Vec<(S, Rational)>) -> Law<S> {
    let (mut index, mut states) = (BTreeMap::from([(start.clone(), 0)]), vec![start]);
    let mut rows: Vec<Law<usize>> = Vec::new();
    while rows.len() < states.len() {
        let mut row = Law::from([(rows.len(), A.zero() - A.one())]);
        for (to, p) in step(&states[rows.len()]) {
            let at = *index.entry(to.clone()).or_insert(states.len());
            if at == states.len() {
                states.push(to);
            }
            add(&mut row, at, p);
        }
        rows.push(row);
    }
    let size = states.len();
    let entry = |row: &Law<usize>, to| row.get(&to).cloned().unwrap_or_else(|| A.zero());
    let equation = |to| rows.iter().map(|row| entry(row, to)).chain([A.zero()]).collect();
    let mut system: Vec<Vec<Rational>> = (0..size - 1).map(equation).collect();
    system.push(vec![A.one(); size + 1]);
    for column in 0..size {
        let pivot = (column..size).find(|&r| system[r][column] != A.zero()).expect("one recurrent class");
        system.swap(column, pivot);
        let head = system[column][column].clone();
        let pivot_row: Vec<Rational> = system[column].iter().map(|x| x.clone() / &head).collect();
        system[column].clone_from(&pivot_row);
        for (r, row) in system.iter_mut().enumerate() {
            if r != column && row[column] != A.zero() {
                let factor = row[column].clone();
                for (x, p) in row.iter_mut().zip(&pivot_row).skip(column) {
                    if *p != A.zero() {
                        *x = x.clone() - factor.clone() * p;
                    }
                }
            }
        }
    }
    let masses = system.into_iter().map(|mut row| row.pop().unwrap());
    states.into_iter().zip(masses).filter(|(_, mass)| *mass != A.zero()).collect()
}

//! Brute force: hash outcomes enumerated one by one, chains solved by dense elimination over the rationals.
use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Ending, Sampling, Shape};
use bloomlab_recycling::{SigmaBounded, TwoPhase, TwoPhaseAverage, Variant, variant_average};

pub const BOTH: [Sampling; 2] = [Sampling::WithReplacement, Sampling::WithoutReplacement];

pub fn shape(bits: u64, hashes: u64, sampling: Sampling) -> Shape {
    Shape::new(bits, hashes, sampling).unwrap()
}

pub fn filter(bits: u64, hashes: u64, sampling: Sampling, sigma: u64) -> SigmaBounded {
    SigmaBounded::new(shape(bits, hashes, sampling), sigma).unwrap()
}

/// Two phases that drop the message that ends a cycle.
pub fn dropping<A: Arithmetic>(a: &A, filters: TwoPhase) -> TwoPhaseAverage<A::Number> {
    variant_average(a, Variant::two_phases(filters.each().into(), Ending::Dropping))
}

/// Every outcome of a message's hashing, as a mask of sampling; all of them equally likely.
pub fn outcomes(shape: Shape) -> Vec<u32> {
    let mut drawn = vec![(0_u32, 0)];
    for _ in 0..shape.hashes() {
        drawn = drawn
            .iter()
            .flat_map(|&(mask, count)| (0..shape.bits()).map(move |bit| (mask, 1 << bit, count)))
            .filter(|(mask, bit, _)| shape.sampling() == Sampling::WithReplacement || mask & bit == 0)
            .map(|(mask, bit, count)| (mask | bit, count + 1))
            .collect();
    }
    drawn.into_iter().map(|(mask, _)| mask).collect()
}

/// The masks of so many items one after the other, every outcome.
pub fn sequences(outcomes: &[u32], items: u64) -> impl Iterator<Item = Vec<u32>> {
    let size = outcomes.len() as u64;
    let of = move |code: u64| (0..items as u32).map(move |i| outcomes[(code / size.pow(i) % size) as usize]);
    (0..size.pow(items as u32)).map(move |code| of(code).collect())
}

/// The queries among all outcomes whose positions are all set.
pub fn positives(outcomes: &[u32], set: u32) -> u64 {
    outcomes.iter().filter(|query| **query & !set == 0).count() as u64
}

/// The stationary distribution of an irreducible chain on a subset of states (the others get 0), by Gaussian elimination with
/// pivoting of (Pᵀ − I)π = 0, Σπ = 1.
pub fn stationary(matrix: &[Vec<Rational>]) -> Vec<Rational> {
    let a = Rationals;
    let size = matrix.len();
    let mut system: Vec<Vec<Rational>> = (0..size)
        .map(|j| {
            let mut row: Vec<Rational> =
                (0..size).map(|i| if i == j { matrix[i][j].clone() - a.one() } else { matrix[i][j].clone() }).collect();
            row.push(a.zero());
            row
        })
        .collect();
    system[size - 1] = vec![a.one(); size + 1];
    for column in 0..size {
        let pivot = (column..size).find(|&r| system[r][column] != a.zero()).expect("one recurrent class");
        system.swap(column, pivot);
        let head = system[column][column].clone();
        let pivot_row: Vec<Rational> = system[column].iter().map(|x| x.clone() / &head).collect();
        system[column].clone_from(&pivot_row);
        for (r, row) in system.iter_mut().enumerate() {
            if r != column && row[column] != a.zero() {
                let factor = row[column].clone();
                for (x, p) in row.iter_mut().zip(&pivot_row).skip(column) {
                    if *p != a.zero() {
                        *x = x.clone() - factor.clone() * p;
                    }
                }
            }
        }
    }
    system.into_iter().map(|mut row| row.pop().unwrap()).collect()
}

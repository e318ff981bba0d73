//! Small filters by enumeration: every outcome of a message's hashing, and the chain on the set bits that they make.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Refused, Retention, Sampling, Shape};
use itertools::{Itertools, iproduct};

/// The ways of a reset with the message that caused it.
pub(crate) const RETENTIONS: [Retention; 2] = [Retention::NonRetaining, Retention::Retaining];

pub(crate) fn positions_name(positions: Sampling) -> &'static str {
    match positions {
        Sampling::WithReplacement => "with replacement",
        Sampling::WithoutReplacement => "without replacement",
    }
}

/// The shapes of up to `bits` bits and `hashes` hash functions, with replacement and then without.
pub(crate) fn shapes(bits: u64, hashes: u64) -> Result<Vec<Shape>, Refused> {
    let all = iproduct!([Sampling::WithReplacement, Sampling::WithoutReplacement], 1..=bits, 1..=hashes);
    let fits = |&(positions, bits, hashes): &_| positions == Sampling::WithReplacement || hashes <= bits;
    all.filter(fits).map(|(positions, bits, hashes)| Shape::new(bits, hashes, positions)).collect()
}

/// The positions of every outcome, as masks. All outcomes are equally likely.
pub(crate) fn outcomes(shape: Shape) -> Vec<u32> {
    let (bits, hashes) = (shape.bits(), shape.hashes());
    let mask =
        |code: u64| (0..hashes).fold((0_u32, code), |(mask, code), _| (mask | 1 << (code % bits), code / bits)).0;
    let distinct = |mask: &u32| u64::from(mask.count_ones()) == hashes;
    (0..bits.pow(hashes as u32))
        .map(mask)
        .filter(|mask| shape.sampling() == Sampling::WithReplacement || distinct(mask))
        .collect()
}

/// A σ-bounded filter as a chain on its set bits, σ = M included.
pub(crate) struct Chain {
    /// Outcomes that lead from i to j without a reset.
    forward: Vec<Vec<u64>>,
    /// Outcomes that lead from i to j by a reset.
    reset: Vec<Vec<u64>>,
    total: u64,
}

impl Chain {
    pub(crate) fn new(shape: Shape, sigma: u64, kind: Retention) -> Self {
        let outcomes = outcomes(shape);
        let states = sigma as usize + 1;
        let size = states.max(shape.hashes() as usize + 1);
        let (mut forward, mut reset) = (vec![vec![0; states]; states], vec![vec![0; size]; states]);
        for set in 0..states {
            // by symmetry the first bits may be the set ones
            let array = (1_u32 << set) - 1;
            for mask in &outcomes {
                let filled = (array | mask).count_ones() as usize;
                match kind {
                    _ if filled < states => forward[set][filled] += 1,
                    Retention::NonRetaining => reset[set][0] += 1,
                    Retention::Retaining => reset[set][mask.count_ones() as usize] += 1,
                }
            }
        }
        Self { forward, reset, total: outcomes.len() as u64 }
    }

    pub(crate) fn states(&self) -> usize {
        self.forward.len()
    }

    /// The states that resets lead to from state `from`.
    pub(crate) fn reset_targets(&self, from: usize) -> Vec<usize> {
        positive(&self.reset[from])
    }

    /// The largest state that a message reaches from `from` without a reset.
    pub(crate) fn farthest(&self, from: usize) -> Option<usize> {
        positive(&self.forward[from]).last().copied()
    }

    /// The probability that a message leads from `from` to `to` without a reset.
    pub(crate) fn forward(&self, from: usize, to: usize) -> Rational {
        Rational::new(self.forward[from][to], self.total)
    }

    /// The probability that a message causes a reset in state `from`.
    pub(crate) fn overflow(&self, from: usize) -> Rational {
        Rational::new(self.reset[from].iter().sum(), self.total)
    }

    fn ways(&self, from: usize, to: usize) -> u64 {
        self.forward[from][to] + self.reset[from].get(to).copied().unwrap_or(0)
    }

    /// The states reached from `start`, itself included, with their distances and in the order of these.
    fn reached(&self, start: usize) -> Vec<(usize, u64)> {
        let mut reached = vec![(start, 0)];
        let mut next = 0;
        while let Some(&(from, distance)) = reached.get(next) {
            for to in 0..self.states() {
                if self.ways(from, to) > 0 && !reached.iter().any(|&(known, _)| known == to) {
                    reached.push((to, distance + 1));
                }
            }
            next += 1;
        }
        reached
    }

    /// The states that an empty filter reaches.
    pub(crate) fn entered(&self) -> Vec<usize> {
        self.reached(0).into_iter().map(|(state, _)| state).sorted().collect()
    }

    /// The states that an empty filter returns to for ever: those that every entered state leads to.
    pub(crate) fn recurrent(&self) -> Vec<usize> {
        let entered = self.entered();
        let leads = |from: usize, to: usize| self.reached(from).iter().any(|&(state, _)| state == to);
        entered.iter().copied().filter(|&to| entered.iter().all(|&from| leads(from, to))).collect()
    }

    /// The greatest common divisor of the lengths of all ways from a recurrent state back to it.
    pub(crate) fn period(&self) -> u64 {
        let Some(&start) = self.recurrent().first() else { return 0 };
        let levels = self.reached(start);
        let steps = iproduct!(&levels, &levels).filter(|((from, _), (to, _))| self.ways(*from, *to) > 0);
        steps.fold(0, |period, ((_, near), (_, far))| gcd(period, (near + 1).abs_diff(*far)))
    }

    /// The stationary distribution, 0 on states that are not recurrent: elimination from the last state down, without
    /// subtractions (Grassmann, Taksar, Heyman).
    pub(crate) fn law(&self) -> Vec<Rational> {
        let (a, recurrent) = (Rationals, self.recurrent());
        let row = |i: usize| recurrent.iter().map(|&j| Rational::new(self.ways(i, j), self.total)).collect();
        let mut p: Vec<Vec<Rational>> = recurrent.iter().map(|&i| row(i)).collect();
        for last in (1..p.len()).rev() {
            let leave = a.sum(&p[last][..last]);
            let (before, after) = p.split_at_mut(last);
            for row in before {
                let share = row[last].clone() / &leave;
                for (x, y) in row.iter_mut().zip(&after[0][..last]) {
                    *x = x.clone() + share.clone() * y;
                }
                row[last] = share;
            }
        }
        let mut weights = vec![a.one()];
        for last in 1..p.len() {
            weights.push(a.dot(&weights, p[..last].iter().map(|row| &row[last])));
        }
        let total = a.sum(&weights);
        let mut law = vec![a.zero(); self.states()];
        for (&state, weight) in recurrent.iter().zip(weights) {
            law[state] = weight / &total;
        }
        law
    }
}

fn positive(ways: &[u64]) -> Vec<usize> {
    (0..ways.len()).filter(|&j| ways[j] > 0).collect()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

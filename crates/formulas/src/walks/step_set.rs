//! The steps that a double-hashing walk may take, and the kinds of steps that a query can have.

use bloomlab_numbers::Refused;

use crate::walks::residues::{divisors, gcd, smooth_part, totient};

/// The distribution of the step d of a walk a, a + d, a + 2d, … mod m: uniform on the steps that it admits.
///
/// Each of these sets is invariant under multiplication by the units of Z_m.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepSet {
    /// 0 … m − 1, as `(h1 + i * (h2 % m)) % m` draws it.
    Any,
    /// 1 … m − 1, as `1 + h2 % (m - 1)`. Domain m ≥ 2.
    Nonzero,
    /// The odd residues, as `h2 | 1` where m is a power of two. Domain: m even.
    Odd,
    /// The residues coprime to m, so that a walk meets itself only after m steps.
    Unit,
}

/// A kind of query: all steps with one rate, by one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QueryKind {
    /// g: a divisor of m with which these steps share their rate; m stands for step 0.
    pub divisor: u64,
    /// How many admitted steps are of this kind.
    pub steps: u64,
    /// True if the kind has as many steps as m/g has units, rather than a share of Z_m.
    pub is_exceptional: bool,
}

/// The numbers that decide which steps share a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Merging {
    /// B: the steps of order up to B are kinds of their own.
    pub bound: u64,
    /// Λ: beyond, gcd(g, Λ) decides.
    pub modulus: u64,
}

impl Merging {
    /// B = max(1, 2(k − 1)²) and Λ = gcd(m, lcm(2, 1, …, k − 1)).
    pub fn new(bits: u64, hashes: u64) -> Self {
        Self { bound: (2 * (hashes - 1).pow(2)).max(1), modulus: smooth_part(bits, (hashes - 1).max(2)) }
    }
}

impl StepSet {
    /// Checks that any step is admitted among m residues.
    pub fn check(self, bits: u64) -> Result<(), Refused> {
        self.check_of("bits", bits)
    }

    /// The same of the bits of a block.
    pub(crate) fn check_of(self, ring: &'static str, bits: u64) -> Result<(), Refused> {
        match self {
            StepSet::Nonzero if bits == 1 => {
                Err(Refused::new(ring, bits, format!("2 ≤ {ring} for a step that is not 0")))
            }
            StepSet::Odd if !bits.is_multiple_of(2) => {
                Err(Refused::new(ring, bits, "an even number of bits for odd steps"))
            }
            _ => Ok(()),
        }
    }

    /// D: how many of the m residues are admitted. Domain: [`check`](StepSet::check).
    pub fn steps(self, bits: u64) -> u64 {
        match self {
            StepSet::Any => bits,
            StepSet::Nonzero => bits - 1,
            StepSet::Odd => bits / 2,
            StepSet::Unit => totient(bits),
        }
    }

    /// Returns true if the step is admitted; step 0 may be given as m.
    pub fn admits(self, step: u64, bits: u64) -> bool {
        match self {
            StepSet::Any => true,
            StepSet::Nonzero => !step.is_multiple_of(bits),
            StepSet::Odd => step % 2 == 1,
            StepSet::Unit => gcd(step, bits) == 1,
        }
    }

    /// The kinds of queries, all together D = `all` steps: at most B + τ(Λ) of them.
    pub(crate) fn query_kinds(self, bits: u64, merging: Merging, all: u64) -> Vec<QueryKind> {
        if self == StepSet::Unit {
            return vec![QueryKind { divisor: 1, steps: all, is_exceptional: false }];
        }
        let Merging { bound, modulus } = merging;
        let small_orders: Vec<_> = divisors(bits, bound).map(|order| (bits / order, totient(order))).collect();
        let exceptional = |&(divisor, steps): &(u64, u64)| {
            self.admits(divisor, bits).then_some(QueryKind { divisor, steps, is_exceptional: true })
        };
        let mut kinds: Vec<_> = small_orders.iter().filter_map(exceptional).collect();
        let all_divisors = divisors(modulus, modulus.isqrt()).flat_map(|low| {
            let high = modulus / low;
            std::iter::once(low).chain((high > low).then_some(high))
        });
        for divisor in all_divisors.filter(|&divisor| self != StepSet::Odd || divisor % 2 == 1) {
            let of_small_order = small_orders.iter().filter(|(other, _)| gcd(*other, modulus) == divisor);
            let steps =
                bits / modulus * totient(modulus / divisor) - of_small_order.map(|(_, steps)| steps).sum::<u64>();
            if steps > 0 {
                kinds.push(QueryKind { divisor, steps, is_exceptional: false });
            }
        }
        kinds
    }
}

//! The exact rate under a hashing scheme as a quantity that can be evaluated in any arithmetic.

use bloomlab_formulas::walks::{ExactRate, HashingScheme, rate_in_double};
use bloomlab_numbers::{Arithmetic, Cost};

use crate::{Demand, Failure, Quantity};

/// What a power of a sum takes, in steps: 20 microseconds were measured in enclosures, where a step takes half of one by
/// estimate.
const STEPS_OF_A_POWER: f64 = 40.0;

/// The exact rate of a filter under a hashing scheme.
#[derive(Clone, Debug)]
pub struct SchemeRate(pub ExactRate);

impl Quantity for SchemeRate {
    fn algebraic<A: Arithmetic>(&self, a: &A) -> Result<A::Number, Failure> {
        Ok(self.0.rate(a))
    }

    fn double(&self) -> Result<f64, Failure> {
        Ok(rate_in_double(self.0.load())?)
    }

    fn demand<A: Arithmetic>(&self, _: &A) -> Demand {
        let load = self.0.load();
        let (bits, items, hashes) = (load.bits() as f64, load.items() as f64, load.hashes() as f64);
        let is_sliced = load.scheme() == HashingScheme::Partitioned;
        let steps = match self.0.powers() {
            _ if is_sliced => 2.0 * STEPS_OF_A_POWER,
            // k terms with their binomial coefficients: half of this was measured for k from 8 to 64
            0 => hashes * hashes + 100.0,
            powers => STEPS_OF_A_POWER * (powers as f64 + hashes * hashes),
        };
        // the terms' sum is about (1 + x)^k, the rate about (1 − x)^k; the powers lose the digits of n, and of k in slices
        let set = -libm::expm1(-hashes * items / bits);
        let lost_bits = match load.items() {
            0 => 0.0,
            _ if is_sliced => libm::log2(items * hashes / set),
            _ => hashes * libm::log2((2.0 - set) / set) + libm::log2(items),
        };
        Demand {
            cost: Cost::of_steps(steps).holding(4.0),
            rational_bits: (items + 1.0) * hashes.max(3.0) * libm::log2(bits + 1.0),
            lost_bits,
        }
    }
}

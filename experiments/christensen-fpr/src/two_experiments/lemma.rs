//! Both sides of the lemma of section 2, for any exponent.

use bloomlab_formulas::Load;
use bloomlab_numbers::Double;
use bloomlab_occupancy::distribution;

/// The distribution of the number of set bits of a filter.
pub(super) struct Lemma {
    bits: f64,
    /// P(S = s), by s.
    probabilities: Vec<f64>,
}

impl Lemma {
    /// The distribution of S, by the recursion of eq. 8.
    pub(super) fn new(load: Load) -> Self {
        Self { bits: load.bits() as f64, probabilities: distribution::by_recursion(&Double, load.insertions()) }
    }

    /// E[(S/m)^x], to a few units in the last place.
    fn mean_of_powers(&self, exponent: f64) -> f64 {
        (0..)
            .zip(&self.probabilities)
            .map(|(s, probability)| probability * libm::pow(f64::from(s) / self.bits, exponent))
            .sum()
    }

    /// E[(S/m)^x] / E[S/m]^x for an exponent x > 0.
    pub(super) fn ratio(&self, exponent: f64) -> f64 {
        self.mean_of_powers(exponent) / libm::pow(self.mean_of_powers(1.0), exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: two bits, one item, two hash functions set one bit or both with probability 1/2 each.
    #[test]
    fn two_bits_by_hand() {
        let lemma = Lemma::new(Load::new(2, 1, 2).unwrap());
        for exponent in [0.5, 1.0, 2.0, 3.5] {
            let expected = (libm::pow(0.5, exponent) + 1.0) / 2.0 / libm::pow(0.75, exponent);
            assert!((lemma.ratio(exponent) - expected).abs() < 1e-15, "{exponent}");
        }
    }
}

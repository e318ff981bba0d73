//! Filters of equal slices, with a position of an item in each.

/// Slices of equal size, an independent position of an item in each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slices {
    /// w: bits of a slice.
    pub bits: u64,
    /// k: slices.
    pub slices: u64,
    /// The values of the hash that is taken modulo w; `None` where it is so large that every position is as likely as another.
    pub values: Option<u64>,
}

impl Slices {
    /// The false-positive rate with n items: (Σ_j p_j (1 − (1 − p_j)^n))^k, p_j the probability of position j. Of v values modulo w,
    /// v mod w positions have ⌊v/w⌋ + 1 each and the others ⌊v/w⌋. Equal probabilities give (1 − (1 − 1/w)^n)^k (Bloom 1970, eq.
    /// 19). In double precision, to a relative error of about k 10^−15. Domain w ≥ 1.
    pub fn rate(&self, items: u64) -> f64 {
        if items == 0 {
            return 0.0;
        }
        let items = items as f64;
        // the chance that a position of this probability is set, by logarithms, which keep small ones
        let set = |probability: f64| -libm::expm1(items * libm::log1p(-probability));
        let hit = match self.values {
            None => set(1.0 / self.bits as f64),
            Some(values) => {
                let (often, rare) = (values % self.bits, values / self.bits);
                let share = |count: u64, positions: u64| {
                    if positions == 0 {
                        return 0.0; // of a slice of one bit every value is the only position's
                    }
                    let probability = count as f64 / values as f64;
                    positions as f64 * probability * set(probability)
                };
                share(rare + 1, often) + share(rare, self.bits - often)
            }
        };
        hit.powi(self.slices as i32)
    }

    /// k·w.
    pub fn total_bits(&self) -> u64 {
        self.bits * self.slices
    }
}

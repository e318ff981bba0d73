//! Sums whose rounding errors do not add up.

/// A sum of positive numbers, with what rounding has lost of it so far (Kahan).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CompensatedSum {
    sum: f64,
    excess: f64,
}

impl CompensatedSum {
    pub(super) fn add(&mut self, term: f64) {
        let term = term - self.excess;
        let sum = self.sum + term;
        self.excess = (sum - self.sum) - term;
        self.sum = sum;
    }

    pub(super) fn with(&self, term: f64) -> f64 {
        self.sum + (term - self.excess)
    }
}

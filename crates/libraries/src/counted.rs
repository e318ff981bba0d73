//! What measurements of filters count.

/// Positive answers, summed over units that are independent of each other: filters, or queries where one meets many filters.
#[derive(Clone, Copy, Debug)]
pub struct Counted {
    /// Units.
    pub units: u64,
    /// Questions of each unit.
    pub asked: u64,
    /// Positive answers of all units.
    pub positives: f64,
    /// The sum of the squares of the units' positive answers.
    pub squares: f64,
}

impl Counted {
    /// The mean rate, and the ends of its interval with this confidence; `quantile` is Student's, with one degree of freedom less than
    /// there are units.
    #[must_use]
    pub fn interval(self, quantile: f64, confidence: f64) -> (f64, f64, f64) {
        let (count, asked) = (self.units as f64, self.asked as f64);
        let value = self.positives / count / asked;
        let variance = (self.squares - self.positives * self.positives / count).max(0.0) / (count - 1.0);
        let width = quantile * libm::sqrt(variance / count) / asked;
        // without a positive the units do not differ; this many Poisson counts are all 0 with this probability
        let none = -libm::log((1.0 - confidence) / 2.0) / (count * asked);
        let upper = if self.positives == 0.0 { none } else { (value + width).min(1.0) };
        let lower = if self.positives == count * asked { 1.0 - none } else { (value - width).max(0.0) };
        (value, lower, upper)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_students_over_units() {
        let counted = |units, positives, squares| Counted { units, asked: 100, positives, squares };
        // counts 8, 10, 12 of 100: mean 10, standard error 2/√3, t(0.995; 2) = 9.9248
        let (value, lower, upper) = counted(3, 30.0, 308.0).interval(9.924_843_2, 0.99);
        assert!((value - 0.1).abs() < 1e-15 && lower == 0.0);
        assert!((upper - 0.1 - 9.924_843_2 * 2.0 / libm::sqrt(3.0) / 100.0).abs() < 1e-7, "{upper}");
        // e^(−5.298) = 0.005
        let (_, _, upper) = counted(4, 0.0, 0.0).interval(5.84, 0.99);
        assert!((upper - 5.298_317_4 / 400.0).abs() < 1e-9);
        let (_, lower, _) = counted(4, 400.0, 40_000.0).interval(5.84, 0.99);
        assert!((lower - 1.0 + 5.298_317_4 / 400.0).abs() < 1e-9);
    }
}

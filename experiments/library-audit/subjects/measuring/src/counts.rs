//! Counts over units, which differ by chance: their mean rate, its standard error, and what contradicts them.

/// The 99.5 % quantiles of Student's distribution with 1, 2, … degrees of freedom, and of the normal one.
const STUDENT_99: [f64; 7] = [63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499];
/// The 99.5 % quantile of the normal distribution.
pub const NORMAL_99: f64 = 2.5758;
/// −ln 0.005: as many expected positives leave none with the probability beyond one end of a 99 % interval.
const NO_POSITIVE: f64 = 5.3;
/// Standard errors by which two rates must differ to contradict each other. Two normal means do with the probability 8e-11. Means
/// over at least 30 units whose rates have the skewness γ do so about 1 + γ 6.5³/(6 √30) times as often: below 25 times up to γ = 2.8.
/// That is a false alarm in fewer than a millionth of all runs of up to 400 pairs (Bonferroni).
const CONTRADICTION: f64 = 6.5;

/// What was counted: each unit was asked as often.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Independent units.
    pub units: u64,
    /// Questions of a unit.
    pub asked: u64,
    /// Positives of all units.
    pub positives: u64,
    /// The squares of each unit's positives, added up.
    pub squares: u128,
}

impl Counts {
    /// The mean rate.
    pub fn rate(&self) -> f64 {
        self.positives as f64 / (self.asked as f64 * self.units as f64)
    }

    /// The standard error of the mean rate over units; infinite for fewer than two.
    pub fn standard_error(&self) -> f64 {
        if self.units < 2 {
            return f64::INFINITY;
        }
        let units = self.units as f64;
        let mean = self.positives as f64 / units;
        let variance = (self.squares as f64 - units * mean * mean).max(0.0) / (units - 1.0);
        (variance / units).sqrt() / self.asked as f64
    }

    /// The half-width of the 99 % interval of the mean rate.
    pub fn half_width(&self) -> f64 {
        quantile(self.units) * self.standard_error()
    }

    /// The upper end of the 99 % interval.
    pub fn upper(&self) -> f64 {
        let none = NO_POSITIVE / (self.units.max(1) * self.asked.max(1)) as f64;
        (self.rate() + self.half_width()).max(none)
    }

    /// Whether chance does not explain the difference of these counts from the many known ones.
    pub fn contradict(&self, known: &Self) -> bool {
        let asked = (self.units * self.asked) as f64;
        // few units without a positive show no variance; independent answers have this one, and never less than that of one positive
        let by_chance = (known.rate() * asked + 1.0).sqrt() / asked;
        // a few units do not show how much units differ; the many known ones do
        let as_known = known.standard_error() * (known.units as f64 / self.units as f64).sqrt();
        let now = self.standard_error().max(as_known);
        let errors = (now.powi(2) + known.standard_error().powi(2)).sqrt().max(by_chance);
        (self.rate() - known.rate()).abs() > CONTRADICTION * errors
    }
}

/// Student's quantile for a 99 % interval over this number of units.
pub fn quantile(units: u64) -> f64 {
    let freedom = units.saturating_sub(1).max(1);
    let tabled = STUDENT_99.get(freedom as usize - 1).copied();
    // the expansion by powers of the reciprocal of the degrees of freedom
    let first = (NORMAL_99.powi(3) + NORMAL_99) / (4.0 * freedom as f64);
    tabled.unwrap_or(NORMAL_99 + first * (1.0 + 1.8 / freedom as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_students() {
        for (units, quantile_99) in [(2, 63.657), (4, 5.841), (9, 3.355), (11, 3.169), (31, 2.750), (1_000_001, 2.576)]
        {
            assert!((quantile(units) / quantile_99 - 1.0).abs() < 0.01, "{units}: {}", quantile(units));
        }
    }

    #[test]
    fn the_interval_is_over_units() {
        // 8, 10, 12 of 100: mean 10, standard error 2/√3
        let counts = Counts { units: 3, asked: 100, positives: 30, squares: 308 };
        assert!((counts.rate() - 0.1).abs() < 1e-12);
        assert!((counts.half_width() - 9.925 * 0.02 / 3_f64.sqrt()).abs() < 1e-9);
        assert!((Counts { units: 4, asked: 100, ..Counts::default() }.upper() - 5.3 / 400.0).abs() < 1e-12);
    }

    #[test]
    fn only_what_chance_does_not_explain_contradicts() {
        // counts that alternate around their mean
        let counts = |units: u64, mean: u64| {
            let of = |unit: u64| if unit.is_multiple_of(2) { mean / 2 } else { mean + mean.div_ceil(2) };
            let positives = (0..units).map(of).sum();
            Counts { units, asked: 1000, positives, squares: (0..units).map(|unit| u128::from(of(unit)).pow(2)).sum() }
        };
        let known = counts(1000, 40);
        assert!(!counts(30, 40).contradict(&known));
        assert!(counts(30, 160).contradict(&known) && counts(30, 1).contradict(&known));
        // 20 of a million in the table, none of 30,000 now
        let rare = Counts { units: 1000, asked: 1000, positives: 20, squares: 20 };
        assert!(!counts(30, 0).contradict(&rare));
    }
}

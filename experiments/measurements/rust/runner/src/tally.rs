//! The counts of trials of one case: mean rate, its standard error over units, and contradictions to it.

use serde::Deserialize;

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

/// The answer to a trial, or the sum of several.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
pub struct Tally {
    /// n as the engine counted.
    pub items: u64,
    pub bits: Option<u64>,
    pub hashes: Option<u64>,
    /// The filter's own rate.
    pub reported: Option<f64>,
    /// The exact rate given the bits found.
    pub given_bits: Option<f64>,
    /// Of what the counts are independent: filter, file or query.
    pub unit: String,
    pub units: u64,
    /// Questions of each unit.
    pub asked: u64,
    /// Absent items reported.
    pub positives: u64,
    /// Over units, the squares of their positives, added up.
    pub positives_squared: u128,
    /// Present items not found.
    pub missed: u64,
    /// Items not taken in.
    #[serde(default)]
    pub refused: u64,
    /// A short text without commas.
    #[serde(default)]
    pub detail: String,
}

impl Tally {
    /// Returns true if its squares can be those of counts up to `asked` that add up to its positives.
    pub fn is_possible(&self) -> bool {
        let (sum, squares) = (u128::from(self.positives), self.positives_squared);
        squares >= sum && squares <= sum * u128::from(self.asked) && squares * u128::from(self.units) >= sum * sum
    }

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
        let variance = (self.positives_squared as f64 - units * mean * mean).max(0.0) / (units - 1.0);
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

    /// Returns true if chance does not explain the difference of these counts from the many known ones.
    pub fn contradicts(&self, known: &Self) -> bool {
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
pub mod tests {
    use super::{Tally, quantile};

    /// The tally of filters that had these counts of positives.
    pub fn of(items: u64, asked: u64, counts: &[u64]) -> Tally {
        let positives_squared = counts.iter().map(|count| u128::from(*count).pow(2)).sum();
        let (units, positives) = (counts.len() as u64, counts.iter().sum());
        Tally { items, units, asked, positives, positives_squared, ..Tally::default() }
    }

    /// `units` counts, low and high by turns.
    pub fn by_turns(units: u64, low: u64, high: u64) -> Vec<u64> {
        (0..units).map(|unit| if unit % 2 == 0 { low } else { high }).collect()
    }

    #[test]
    fn the_interval_is_students_over_units() {
        for (units, quantile_99) in [(2, 63.657), (4, 5.841), (9, 3.355), (11, 3.169), (31, 2.750), (1_000_001, 2.576)]
        {
            assert!((quantile(units) / quantile_99 - 1.0).abs() < 0.01, "{units}: {}", quantile(units));
        }
        // mean 10, standard error 2/√3
        let tally = of(1, 100, &[8, 10, 12]);
        assert!((tally.rate() - 0.1).abs() < 1e-12);
        assert!((tally.half_width() - 9.925 * 0.02 / 3_f64.sqrt()).abs() < 1e-9);
        assert!((of(1, 100, &[0; 4]).upper() - 5.3 / 400.0).abs() < 1e-12);
    }

    #[test]
    fn only_what_chance_does_not_explain_contradicts() {
        let tally = |units, mean: u64| of(1, 1000, &by_turns(units, mean / 2, mean * 3 / 2));
        let known = tally(1000, 40);
        assert!(!tally(30, 40).contradicts(&known));
        assert!(tally(30, 160).contradicts(&known) && tally(30, 2).contradicts(&known));
        // 20 of a million in the table, none of 30,000 now
        let rare = Tally { positives: 20, positives_squared: 20, ..tally(1000, 0) };
        assert!(!tally(30, 0).contradicts(&rare));
    }
}

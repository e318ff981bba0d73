//! Counts of an epoch, and the three false-positive rates made of them.

use serde::{Deserialize, Serialize};

/// The arrivals of a falsely recognised message that count (Dozier, Salamatian and Rubenstein, section II-E). With η_i the
/// number of times that the i-th new message arrives while it is stored, and F_i = 1 if it was a false positive when it
/// first arrived, else 0:
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counting {
    /// Σ F_i / Σ η_i: of all arrivals, those that were falsely recognised themselves.
    First,
    /// Σ F_i η_i / Σ η_i: of all arrivals, those of messages that were falsely recognised at first.
    Each,
    /// Σ F_i / Σ 1: of all first arrivals, those falsely recognised; the false-positive rate of the papers' models.
    Instance,
}

/// Integer counts of an epoch's arrivals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArrivalTally {
    /// Arrivals, Σ η_i.
    pub arrivals: u64,
    /// Arrivals of messages that were not stored, Σ 1.
    pub new_messages: u64,
    /// New messages that the filter took for repeats, Σ F_i.
    pub false_positives: u64,
    /// Arrivals of messages that were false positives when they were new, Σ F_i η_i.
    pub false_positive_arrivals: u64,
    /// Cycles completed.
    pub cycles: u64,
}

impl ArrivalTally {
    #[inline]
    pub(crate) fn count_new(&mut self, known: bool) {
        self.arrivals += 1;
        self.new_messages += 1;
        self.false_positives += u64::from(known);
        self.false_positive_arrivals += u64::from(known);
    }

    #[inline]
    pub(crate) fn count_repeat(&mut self, was_false_positive: bool) {
        self.arrivals += 1;
        self.false_positive_arrivals += u64::from(was_false_positive);
    }

    /// The false-positive rate under one of the countings; none if nothing arrived that it counts.
    pub fn rate(&self, counting: Counting) -> Option<f64> {
        let (part, whole) = match counting {
            Counting::First => (self.false_positives, self.arrivals),
            Counting::Each => (self.false_positive_arrivals, self.arrivals),
            Counting::Instance => (self.false_positives, self.new_messages),
        };
        (whole > 0).then(|| part as f64 / whole as f64)
    }

    /// New messages per completed cycle; none if no cycle was completed. The ratio of two long-run rates: its bias, from
    /// the cycles cut at the ends of an epoch, is of the order of one cycle in those of an epoch.
    pub fn messages_per_cycle(&self) -> Option<f64> {
        (self.cycles > 0).then(|| self.new_messages as f64 / self.cycles as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three messages: the first arrives once, the second, a false positive, three times, the third twice.
    #[test]
    fn the_three_countings_by_hand() {
        let mut tally = ArrivalTally::default();
        assert_eq!(tally.rate(Counting::Each), None);
        tally.count_new(false);
        tally.count_new(true);
        (0..2).for_each(|_| tally.count_repeat(true));
        tally.count_new(false);
        tally.count_repeat(false);
        assert_eq!(tally.rate(Counting::First), Some(1.0 / 6.0));
        assert_eq!(tally.rate(Counting::Each), Some(3.0 / 6.0));
        assert_eq!(tally.rate(Counting::Instance), Some(1.0 / 3.0));
        assert_eq!(tally.messages_per_cycle(), None);
    }
}

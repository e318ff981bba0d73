//! Messages that return after random distances, their repeats processed: how many are taken for new.

use std::collections::BTreeMap;

use bloomlab_filters::{Locator, Probe, Source};
use bloomlab_numbers::Refused;
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::design::Followed;
use crate::{ForgettingTally, RecyclingDesign, SimulationError, StreamKey, stream::Words};

/// The distribution of the number of new messages between an arrival of a message and its next one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReuseDistance {
    /// Pr\[R ≥ r\] = (μ/(1 + μ))^r.
    Geometric {
        /// μ.
        mean: f64,
    },
    /// 0 … W − 1, equally likely.
    Uniform {
        /// W.
        window: u64,
    },
    /// Pr\[R = r\] in proportion to (r + 1)^(−α).
    Power {
        /// α.
        exponent: f64,
    },
}

/// A recycling filter whose messages come back. Plain parameters, validated when an epoch starts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReusePoint {
    /// The filter.
    pub filter: RecyclingDesign,
    /// After how many other new messages.
    pub reuse: ReuseDistance,
    /// The times that each message comes back, each time counted from the time before.
    pub repeats: u32,
    /// New messages before counting starts.
    pub warm_up: u64,
    /// New messages of an epoch; the repeats that arrive among them are counted.
    pub length: u64,
}

/// The repeats of an epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReuseTally {
    /// New messages.
    pub new_messages: u64,
    /// Repeats.
    pub repeats: ForgettingTally,
    /// Cycles completed.
    pub cycles: u64,
}

impl ReuseTally {
    /// New messages per completed cycle; none without cycles.
    pub fn messages_per_cycle(&self) -> Option<f64> {
        (self.cycles > 0).then(|| self.new_messages as f64 / self.cycles as f64)
    }
}

/// Simulates one epoch from an empty filter, with ideal positions. Every repeat is asked for and then offered to the filter
/// like a new message: it sets bits if the active filter does not know it.
pub fn simulate_reuse(point: &ReusePoint, key: &StreamKey) -> Result<ReuseTally, SimulationError> {
    point.reuse.validate()?;
    let mut random = key.words();
    let followed = point.filter.followed(Source::Ideal, random.next_word())?;
    let locator = *followed.filter.locator();
    Epoch { point, random, followed, locator, due: BTreeMap::new(), tally: ReuseTally::default() }.run()
}

/// A message that will come back.
struct Returning {
    probe: Probe,
    /// The cycle that stored it; 0 for none.
    holder: u64,
    repeats_left: u32,
}

struct Epoch<'a> {
    point: &'a ReusePoint,
    random: Words,
    followed: Followed,
    locator: Locator,
    /// By the number of the new message that they come back after.
    due: BTreeMap<u64, Vec<Returning>>,
    tally: ReuseTally,
}

impl Epoch<'_> {
    fn run(mut self) -> Result<ReuseTally, SimulationError> {
        let end = self.point.warm_up.saturating_add(self.point.length);
        let mut before = self.followed.cycle;
        for number in 0..end {
            if number == self.point.warm_up {
                (before, self.tally) = (self.followed.cycle, ReuseTally::default());
            }
            let probe = self.locator.draw(|| self.random.next_word());
            self.tally.new_messages += 1;
            let (holder, _) = self.followed.offer(&probe, 0)?;
            self.schedule(Returning { probe, holder, repeats_left: self.point.repeats }, number, end);
            // a distance of 0 falls due at once, and perhaps again
            while let Some(due) = self.due.remove(&number) {
                for returning in due {
                    self.repeat(returning, number, end)?;
                }
            }
        }
        self.tally.cycles = self.followed.cycle - before;
        Ok(self.tally)
    }

    fn repeat(&mut self, returning: Returning, number: u64, end: u64) -> Result<(), SimulationError> {
        let Returning { probe, holder, repeats_left } = returning;
        let is_stored = self.followed.stores(holder);
        let (holder, is_known) = self.followed.offer(&probe, holder)?;
        self.tally.repeats.count(is_stored, is_known);
        self.schedule(Returning { probe, holder, repeats_left: repeats_left - 1 }, number, end);
        Ok(())
    }

    fn schedule(&mut self, returning: Returning, number: u64, end: u64) {
        if returning.repeats_left == 0 {
            return;
        }
        let due = number.saturating_add(self.point.reuse.draw(&mut self.random));
        if due < end {
            self.due.entry(due).or_default().push(returning);
        }
    }
}

impl ReuseDistance {
    fn validate(self) -> Result<(), Refused> {
        let (holds, value, domain) = match self {
            ReuseDistance::Geometric { mean } => (mean > 0.0 && mean.is_finite(), mean, "a mean above 0"),
            ReuseDistance::Uniform { window } => (window >= 1, window as f64, "a window of at least 1"),
            ReuseDistance::Power { exponent } => {
                (exponent > 1.0 && exponent.is_finite(), exponent, "an exponent above 1")
            }
        };
        if holds { Ok(()) } else { Err(Refused::new("reuse", value, domain)) }
    }

    /// A distance. Geometric by inversion; power by rejection from its continuous envelope (Devroye, *Non-uniform random variate
    /// generation*, 1986, section X.6.1). Distances beyond 2^53 are cut off there.
    fn draw(self, random: &mut impl Rng) -> u64 {
        // in (0, 1]
        let mut uniform = || 1.0 - random.random::<f64>();
        match self {
            ReuseDistance::Geometric { mean } => libm::floor(-libm::log(uniform()) / libm::log1p(1.0 / mean)) as u64,
            ReuseDistance::Uniform { window } => bloomlab_filters::uniform_below(window, || random.next_u64()),
            ReuseDistance::Power { exponent } => {
                let b = libm::exp2(exponent - 1.0);
                loop {
                    let x = libm::floor(libm::pow(uniform(), -1.0 / (exponent - 1.0))).min(9_007_199_254_740_992.0);
                    let t = libm::pow(1.0 + 1.0 / x, exponent - 1.0);
                    if uniform() * x * (t - 1.0) / (b - 1.0) <= t / b {
                        return x as u64 - 1;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bloomlab_recycling::Reuse;

    use super::*;

    /// A million distances each, seed 1: the share of every distance below 8 within 4.9 standard deviations (α = 1e-6 each).
    #[test]
    fn distances_have_their_distribution() {
        let distances = [
            (ReuseDistance::Geometric { mean: 2.0 }, Reuse::geometric(2.0)),
            (ReuseDistance::Uniform { window: 5 }, Reuse::uniform(5)),
            (ReuseDistance::Power { exponent: 3.0 }, Reuse::power(3.0)),
            (ReuseDistance::Power { exponent: 1.5 }, Reuse::power(1.5)),
        ];
        for (distance, reuse) in distances {
            let reuse = reuse.unwrap();
            let mut random = StreamKey::new("distances", 1, &distance, 0).unwrap().generator();
            let mut counts = [0_u32; 8];
            for _ in 0..1_000_000 {
                if let Some(count) = counts.get_mut(distance.draw(&mut random) as usize) {
                    *count += 1;
                }
            }
            for (r, count) in (0..).zip(counts) {
                let p = reuse.probability(r);
                let deviation = (1e6 * p * (1.0 - p)).sqrt();
                assert!((f64::from(count) - 1e6 * p).abs() <= 4.9 * deviation, "{distance:?} {r}: {count} for {p}");
            }
        }
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        for distance in [
            ReuseDistance::Geometric { mean: 0.0 },
            ReuseDistance::Uniform { window: 0 },
            ReuseDistance::Power { exponent: 1.0 },
            ReuseDistance::Power { exponent: f64::NAN },
        ] {
            assert_eq!(distance.validate().unwrap_err().name, "reuse");
        }
    }
}

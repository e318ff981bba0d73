//! The message that arrives next.

use bloomlab_filters::uniform_below;
use bloomlab_numbers::{MAX_SIZE, Refused, within};
use rand::{
    Rng,
    distr::{Bernoulli, Distribution, weighted::WeightedIndex},
};
use serde::{Deserialize, Serialize};

/// The largest catalogue of unequal messages: their weights are held in memory.
const MAX_WEIGHTED: u64 = 1 << 30;

/// The popularity of the messages of a catalogue: plain parameters, validated by [`Arrivals::new`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Popularity {
    /// All equally: arrivals are drawn uniformly from the catalogue (Dozier, Salamatian and Rubenstein, section V-A).
    Uniform,
    /// The i-th message, i = 1, 2, …, with probability proportional to i^−s.
    Zipf {
        /// The exponent s ≥ 0.
        exponent: f64,
    },
}

/// A process of independent arrivals: plain parameters, validated by [`Arrivals::new`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArrivalModel {
    /// The number of messages in the catalogue, U.
    pub catalogue: u64,
    /// Their popularity.
    pub popularity: Popularity,
    /// The probability that an arrival is not from the catalogue but a message that never arrives again.
    pub leak: f64,
}

impl ArrivalModel {
    /// Arrivals drawn uniformly from a catalogue.
    pub fn uniform(catalogue: u64) -> ArrivalModel {
        ArrivalModel { catalogue, popularity: Popularity::Uniform, leak: 0.0 }
    }

    /// Arrivals of which none repeats.
    pub fn never_repeating() -> ArrivalModel {
        ArrivalModel { leak: 1.0, ..ArrivalModel::uniform(1) }
    }
}

/// An arriving message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// A message of the catalogue, by its number from 0.
    Catalogue(u64),
    /// A message that never arrives again.
    Unique,
}

/// A sampler of arrivals.
#[derive(Clone, Debug)]
pub struct Arrivals {
    leak: Bernoulli,
    sampler: Sampler,
}

#[derive(Clone, Debug)]
enum Sampler {
    Uniform(u64),
    Weighted(WeightedIndex<u64>),
}

impl Arrivals {
    /// A sampler for a model. Zipf probabilities are kept as integers out of 2⁶², each within 2⁻⁶² of its value, so that
    /// sampling is exact and the same on every machine.
    /// [`Refused`] unless 1 ≤ U ≤ 2⁶³ − 1, 0 ≤ leak ≤ 1, and, for Zipf, U ≤ 2³⁰ and 0 ≤ s with the rarest
    /// message's probability at least 2⁻⁴⁰.
    pub fn new(model: &ArrivalModel) -> Result<Arrivals, Refused> {
        let most = if model.popularity == Popularity::Uniform { MAX_SIZE } else { MAX_WEIGHTED };
        within("catalogue", model.catalogue, 1..=most)?;
        let leak = Bernoulli::new(model.leak).map_err(|_| Refused::new("leak", model.leak, "0 ≤ leak ≤ 1"))?;
        let sampler = match model.popularity {
            Popularity::Uniform => Sampler::Uniform(model.catalogue),
            Popularity::Zipf { exponent } => Sampler::Weighted(zipf(model.catalogue, exponent)?),
        };
        Ok(Arrivals { leak, sampler })
    }

    /// The next arrival.
    #[inline(always)]
    pub fn next(&self, random: &mut impl Rng) -> Message {
        if self.leak.sample(random) {
            return Message::Unique;
        }
        Message::Catalogue(match &self.sampler {
            Sampler::Uniform(catalogue) => uniform_below(*catalogue, || random.next_u64()),
            Sampler::Weighted(weights) => weights.sample(random) as u64,
        })
    }
}

fn zipf(catalogue: u64, exponent: f64) -> Result<WeightedIndex<u64>, Refused> {
    let domain = || {
        let domain = "0 ≤ zipf-exponent, the rarest message with probability 2^-40 or more";
        Refused::new("zipf-exponent", exponent, domain)
    };
    if exponent.is_nan() || exponent < 0.0 {
        return Err(domain());
    }
    let power = |rank: u64| libm::pow(rank as f64, -exponent);
    let total: f64 = (1..=catalogue).map(power).sum();
    if power(catalogue) / total < libm::exp2(-40.0) {
        return Err(domain());
    }
    let weight = |rank: u64| libm::round(power(rank) / total * libm::exp2(62.0)) as u64;
    WeightedIndex::new((1..=catalogue).map(weight)).map_err(|_| domain())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StreamKey;

    fn draws(model: &ArrivalModel, count: u64) -> (Vec<u64>, u64) {
        let arrivals = Arrivals::new(model).unwrap();
        let mut random = StreamKey::new("arrivals", 1, model, 0).unwrap().generator();
        let (mut counts, mut unique) = (vec![0; model.catalogue as usize], 0);
        for _ in 0..count {
            match arrivals.next(&mut random) {
                Message::Catalogue(index) => counts[index as usize] += 1,
                Message::Unique => unique += 1,
            }
        }
        (counts, unique)
    }

    /// 500,000 arrivals from 12 messages, seed 1: chi-square with 11 degrees of freedom, α = 1e-6 (49.9); uniques within
    /// 4.9 standard deviations.
    #[test]
    fn arrivals_have_the_popularity_and_leak_they_should() {
        for (popularity, exponent) in [
            (Popularity::Uniform, 0.0),
            (Popularity::Zipf { exponent: 0.0 }, 0.0),
            (Popularity::Zipf { exponent: 0.8 }, 0.8),
            (Popularity::Zipf { exponent: 1.2 }, 1.2),
        ] {
            let model = ArrivalModel { catalogue: 12, popularity, leak: 0.1 };
            let (counts, unique) = draws(&model, 500_000);
            let z = (unique as f64 - 50_000.0) / (500_000.0f64 * 0.1 * 0.9).sqrt();
            assert!(z.abs() < 4.9, "{z}");
            let known = 500_000 - unique;
            let weights: Vec<f64> = (1..=12).map(|rank| f64::from(rank).powf(-exponent)).collect();
            let total: f64 = weights.iter().sum();
            let expected = weights.iter().map(|weight| known as f64 * weight / total);
            let statistic: f64 = counts.iter().zip(expected).map(|(&c, e)| (c as f64 - e).powi(2) / e).sum();
            assert!(statistic < 49.9, "{popularity:?}: {statistic}");
        }
    }

    #[test]
    fn the_extremes_are_what_they_say() {
        assert_eq!(draws(&ArrivalModel::never_repeating(), 1000).1, 1000);
        assert_eq!(draws(&ArrivalModel::uniform(3), 1000).1, 0);
        let refused = |model: ArrivalModel| {
            assert!(Arrivals::new(&model).is_err(), "{model:?}");
        };
        refused(ArrivalModel::uniform(0));
        refused(ArrivalModel { leak: 1.5, ..ArrivalModel::uniform(3) });
        refused(ArrivalModel { leak: f64::NAN, ..ArrivalModel::uniform(3) });
        for exponent in [-1.0, f64::NAN, f64::INFINITY, 60.0] {
            refused(ArrivalModel { popularity: Popularity::Zipf { exponent }, ..ArrivalModel::uniform(3) });
        }
    }
}

//! Double hashing within a line: exact rates at the sizes that Pebble simulated, simulated filters, and its measured rates.

use std::collections::BTreeMap;
use std::iter::zip;

use bloomlab_filters::{WORDS_OF_A_LINE, walks_within};
use bloomlab_formulas::walks::{ExactRate, HashingScheme, SchemeLoad, rate_in_double};
use bloomlab_numbers::contour::Bounded;
use bloomlab_tables::{CONFIDENCE, Estimate, Interval, Result, Run, student_quantile};
use itertools::iproduct;
use rand::Rng;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// n is uniform between these.
    least_keys: u64,
    most_keys: u64,
    line_bits: u64,
    bits_per_key: Vec<u64>,
    /// k goes up to this, and to c.
    most_probes: u64,
    /// c and k.
    simulated: Vec<(u64, u64)>,
    epochs: u64,
    /// k of the measured filters.
    probes: u64,
    /// c and the rate in per cent, in all its digits.
    measured: Vec<(u64, String)>,
    /// Filters of each measured rate.
    runs: u64,
    /// Queries of a measured filter, per key.
    queries: u64,
}

/// The places of a key's probes in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Probes {
    Independent,
    AnyStep,
    OddStep,
}

#[derive(Serialize)]
pub(crate) struct Row {
    probes: Probes,
    bits_per_key: u64,
    hashes: u64,
    /// The exact rate, in the mean over all numbers of keys.
    rate: f64,
    over_independent: f64,
    is_best: bool,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
    /// Pebble's measured rate, with its rounding and the sampling error of all runs.
    #[serde(rename = "measured,measured_lower,measured_upper")]
    measured: Option<Interval>,
}

/// A line holds more keys than the mean and this many standard deviations with a probability below the precision of doubles.
const DEVIATIONS: f64 = 12.0;

/// Bits of a line, all of which a walk can reach.
const BITS: u64 = 64 * WORDS_OF_A_LINE as u64;

/// The streams of simulated filters have the key of this struct.
#[derive(Serialize)]
struct Point {
    bits_per_key: u64,
    hashes: u64,
    /// The fewest keys and the most.
    keys: (u64, u64),
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let kinds = [Probes::Independent, Probes::AnyStep, Probes::OddStep];
    let of_lines = run.map(iproduct!(kinds, 1..=p.most_probes), |(kind, hashes)| {
        let most = p.bits_per_key.iter().map(|&bits| p.most_keys_in_a_line(bits)).max().unwrap_or(0);
        Ok(((kind, hashes), p.rates_of_a_line(kind, hashes, most)?))
    })?;
    let of_lines: BTreeMap<_, _> = of_lines.into_iter().collect();
    let shares: BTreeMap<u64, _> = p.bits_per_key.iter().map(|&bits| (bits, p.keys_in_a_line(bits))).collect();
    let probes = p.bits_per_key.iter().flat_map(|&bits| (1..=bits.min(p.most_probes)).map(move |k| (bits, k)));
    let cells = iproduct!(kinds, probes.collect::<Vec<_>>()).map(|(kind, (bits, hashes))| (kind, bits, hashes));
    let rate = |(kind, bits, hashes)| {
        let rate = mean(&shares[&bits], &of_lines[&(kind, hashes)]);
        Ok(((kind, bits, hashes), rate.ok_or_else(|| format!("too few digits at c = {bits}, k = {hashes}"))?))
    };
    let rates: BTreeMap<_, _> = cells.clone().map(rate).collect::<Result<_>>()?;
    run.rows(cells, |(kind, bits, hashes)| {
        let of = |kind, hashes| rates[&(kind, bits, hashes)];
        let rate = of(kind, hashes);
        let trial = p.trial(kind, bits, hashes, run)?;
        let measured = trial.filter(|_| hashes == p.probes).and_then(|trial| p.measured(bits, trial.deviation));
        Ok(Row {
            probes: kind,
            bits_per_key: bits,
            hashes,
            rate,
            over_independent: rate / of(Probes::Independent, hashes),
            is_best: (1..=bits.min(p.most_probes)).all(|other| of(kind, other) >= rate),
            simulated: trial.map(|trial| trial.mean),
            measured,
        })
    })
}

/// The mean of the rates of lines, each with its share; `None` where fewer than six digits are right.
fn mean(shares: &[f64], rates: &[Bounded<f64>]) -> Option<f64> {
    let rate: f64 = zip(shares, rates).map(|(share, rate)| share * rate.value).sum();
    let error_bound: f64 = zip(shares, rates).map(|(share, rate)| share * rate.error_bound).sum();
    (error_bound <= 1e-6 * rate).then_some(rate)
}

/// The simulated filters of a row.
#[derive(Clone, Copy)]
struct Trial {
    mean: Interval,
    /// Of the rate of one filter.
    deviation: f64,
}

impl Parameters {
    /// Pebble's number of lines: enough for all bits, and odd.
    fn lines(&self, keys: u64, bits_per_key: u64) -> u64 {
        (keys * bits_per_key).div_ceil(self.line_bits) | 1
    }

    fn most_keys_in_a_line(&self, bits_per_key: u64) -> usize {
        let mean = self.line_bits as f64 / bits_per_key as f64;
        (mean + DEVIATIONS * libm::sqrt(mean)) as usize
    }

    /// The distribution of the number of keys in a line, in the mean over all numbers of keys.
    fn keys_in_a_line(&self, bits_per_key: u64) -> Vec<f64> {
        let mut shares = vec![0.0; self.most_keys_in_a_line(bits_per_key)];
        for keys in self.least_keys..=self.most_keys {
            let lines = self.lines(keys, bits_per_key) as f64;
            let mut share = libm::exp(keys as f64 * libm::log1p(-1.0 / lines));
            for (held, sum) in shares.iter_mut().enumerate() {
                *sum += share / (self.most_keys - self.least_keys + 1) as f64;
                share *= (keys as f64 - held as f64) / ((held + 1) as f64 * (lines - 1.0));
            }
        }
        shares
    }

    /// The exact rate of a line that holds 0, 1, … keys, with the bound of the error of each.
    fn rates_of_a_line(&self, kind: Probes, hashes: u64, most: usize) -> Result<Vec<Bounded<f64>>> {
        let scheme = match kind {
            Probes::Independent => HashingScheme::Independent,
            Probes::AnyStep => HashingScheme::Double,
            Probes::OddStep => HashingScheme::DoubleOdd,
        };
        let line = |keys: usize| SchemeLoad::new(scheme, self.line_bits, keys as u64, hashes);
        let exact = ExactRate::new(line(0)?)?;
        let of = |keys: usize| match exact.holding(keys as u64)?.rate_in_double() {
            Some(sum) => Ok(sum),
            None => Ok(Bounded { value: rate_in_double(line(keys)?)?, error_bound: 0.0 }),
        };
        (0..most).map(of).collect()
    }

    /// Simulated filters of walks with any step, at the simulated sizes and the measured ones.
    fn trial(&self, kind: Probes, bits_per_key: u64, hashes: u64, run: &Run) -> Result<Option<Trial>> {
        let is_measured = hashes == self.probes && self.measured.iter().any(|(bits, _)| *bits == bits_per_key);
        let is_simulated = is_measured || self.simulated.contains(&(bits_per_key, hashes));
        if kind != Probes::AnyStep || !is_simulated {
            return Ok(None);
        }
        let point = Point { bits_per_key, hashes, keys: (self.least_keys, self.most_keys) };
        let epoch = |random| Ok(self.simulate(&point, random));
        let rates = run.streams("putze-blocked walks").epochs(&point, self.epochs, epoch)?;
        let estimate = Estimate::of(&rates)?;
        let quantile = student_quantile(rates.len() as u64 - 1, CONFIDENCE)?;
        let deviation = estimate.half_width / quantile * libm::sqrt(rates.len() as f64);
        Ok(Some(Trial { mean: estimate.into(), deviation }))
    }

    /// The rate of a filter with a random number of keys, given its bits.
    fn simulate(&self, point: &Point, mut random: impl Rng) -> f64 {
        let mut below = |bound: u64| ((u128::from(random.next_u64()) * u128::from(bound)) >> 64) as u64;
        let keys = point.keys.0 + below(point.keys.1 - point.keys.0 + 1);
        let lines = self.lines(keys, point.bits_per_key);
        let mut filter = vec![[0; WORDS_OF_A_LINE]; lines as usize];
        for _ in 0..keys {
            let line = &mut filter[below(lines) as usize];
            let (start, step) = (below(BITS), below(BITS));
            for i in 0..point.hashes {
                let position = (start + i * step) % BITS;
                line[(position / 64) as usize] |= 1 << (position % 64);
            }
        }
        let found: u64 = filter.iter().map(|line| walks_within(line, point.hashes)).sum();
        found as f64 / (lines * BITS * BITS) as f64
    }

    /// The measured rate: half a unit of its last digit, and the interval of the mean over all runs. The intervals of all measured rates
    /// hold jointly with 99 %.
    fn measured(&self, bits_per_key: u64, deviation: f64) -> Option<Interval> {
        let (_, text) = self.measured.iter().find(|(bits, _)| *bits == bits_per_key)?;
        let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let rate = text.parse::<f64>().ok()? / 100.0;
        let rounding = 0.005 * libm::pow(10.0, -(decimals as f64));
        let keys = (self.least_keys + self.most_keys) as f64 / 2.0;
        let of_queries = rate / (keys * self.queries as f64);
        let joint = 1.0 - (1.0 - CONFIDENCE) / self.measured.len() as f64;
        let quantile = student_quantile(self.epochs - 1, joint).ok()?;
        let sampling = quantile * libm::sqrt((deviation * deviation + of_queries) / self.runs as f64);
        Some(Interval { value: rate, lower: rate - rounding - sampling, upper: rate + rounding + sampling })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_lines_is_the_rate_of_the_filter() {
        let keys = 9500;
        let parameters = Parameters {
            least_keys: keys,
            most_keys: keys,
            line_bits: 512,
            bits_per_key: vec![],
            most_probes: 0,
            simulated: vec![],
            epochs: 0,
            probes: 0,
            measured: vec![],
            runs: 0,
            queries: 0,
        };
        let schemes = [
            (Probes::Independent, HashingScheme::Blocked(512)),
            (Probes::AnyStep, HashingScheme::BlockedDouble(512)),
            (Probes::OddStep, HashingScheme::BlockedDoubleOdd(512)),
        ];
        for ((probes, scheme), (bits_per_key, hashes)) in iproduct!(schemes, [(1, 1), (8, 5), (20, 6)]) {
            let shares = parameters.keys_in_a_line(bits_per_key);
            let rates = parameters.rates_of_a_line(probes, hashes, shares.len()).unwrap();
            let bits = 512 * parameters.lines(keys, bits_per_key);
            let expected = rate_in_double(SchemeLoad::new(scheme, bits, keys, hashes).unwrap()).unwrap();
            let found = mean(&shares, &rates).unwrap();
            assert!(
                (found - expected).abs() < 1e-9 * expected,
                "{probes:?} {bits_per_key} {hashes}: {found} {expected}"
            );
        }
        assert_eq!(mean(&[1.0], &[Bounded { value: 1.0, error_bound: 0.1 }]), None);
    }
}

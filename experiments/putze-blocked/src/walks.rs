//! Double hashing within a line: exact rates at the sizes that Pebble simulated, simulated filters, and its measured rates.

mod trial;
mod view;

use crate::prelude::*;
use bloomlab_occupancy::contour::Bounded;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// n is uniform between these.
    least_keys: u64,
    most_keys: u64,
    /// B.
    line_bits: u64,
    /// c.
    bits_per_key: Vec<u64>,
    /// k goes up to this, and to c.
    most_probes: u64,
    /// c and k.
    simulated: Vec<(u64, u64)>,
    /// Filters of each.
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

/// How the probes of a key lie in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Probes {
    Independent,
    AnyStep,
    OddStep,
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Row {
    probes: Probes,
    bits_per_key: u64,
    hashes: u64,
    /// The exact rate, in the mean over all numbers of keys.
    rate: f64,
    /// Over that of independent positions.
    over_independent: f64,
    /// Whether no other k has a lower rate.
    is_best: bool,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
    /// What Pebble measured, with its rounding and the sampling error of all runs.
    #[serde(rename = "measured,measured_lower,measured_upper")]
    measured: Option<Interval>,
}

/// A line holds more keys than the mean and this many standard deviations with a probability below the precision of doubles.
const DEVIATIONS: f64 = 12.0;

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let cells = p.bits_per_key.iter().flat_map(|&bits| (1..=bits.min(p.most_probes)).map(move |k| (bits, k)));
    let kinds = [Probes::Independent, Probes::AnyStep, Probes::OddStep];
    let cells: Vec<(Probes, u64, u64)> =
        iproduct!(kinds, cells.collect::<Vec<_>>()).map(|(kind, (c, k))| (kind, c, k)).collect();
    let shares: Vec<Vec<f64>> = p.bits_per_key.iter().map(|&bits| p.keys_in_a_line(bits)).collect();
    let most = shares.iter().map(Vec::len).max().unwrap_or(0);
    let lines: Vec<(Probes, u64)> = iproduct!(kinds, 1..=p.most_probes).collect();
    let of_lines = context.rows(&lines, |&(kind, hashes)| p.rates_of_a_line(kind, hashes, most))?;
    let rate = |&(kind, bits, hashes): &(Probes, u64, u64)| {
        let of_keys = zip(&lines, &of_lines).find(|(line, _)| **line == (kind, hashes)).map(|(_, rates)| rates);
        let shares = zip(&p.bits_per_key, &shares).find(|(other, _)| **other == bits).map(|(_, shares)| shares);
        let (shares, of_keys) = shares.zip(of_keys).ok_or("no such line")?;
        mean(shares, of_keys).ok_or_else(|| format!("too few digits at c = {bits}, k = {hashes}").into())
    };
    let rates: Vec<f64> = cells.iter().map(rate).collect::<Result<_>>()?;
    let rate_of = |cell: (Probes, u64, u64)| {
        zip(&cells, &rates).find(|(other, _)| **other == cell).map_or(f64::NAN, |(_, rate)| *rate)
    };
    let trials = p.trials(context)?;
    let rows = zip(&cells, &rates).map(|(&(probes, bits_per_key, hashes), &rate)| {
        let same = zip(&cells, &rates).filter(|(cell, _)| (cell.0, cell.1) == (probes, bits_per_key));
        let lowest = same.map(|(_, rate)| *rate).fold(f64::INFINITY, f64::min);
        let trial = trials.iter().find(|trial| probes == Probes::AnyStep && trial.cell == (bits_per_key, hashes));
        let measured = trial.filter(|_| hashes == p.probes).and_then(|trial| p.measured(bits_per_key, trial.deviation));
        Row {
            probes,
            bits_per_key,
            hashes,
            rate,
            over_independent: rate / rate_of((Probes::Independent, bits_per_key, hashes)),
            is_best: rate == lowest,
            simulated: trial.map(|trial| trial.mean),
            measured,
        }
    });
    Ok(rows.collect())
}

/// The mean of the rates of lines, each with its share; `None` where fewer than six digits are right.
fn mean(shares: &[f64], rates: &[Bounded<f64>]) -> Option<f64> {
    let rate: f64 = zip(shares, rates).map(|(share, rate)| share * rate.value).sum();
    let error_bound: f64 = zip(shares, rates).map(|(share, rate)| share * rate.error_bound).sum();
    (error_bound <= 1e-6 * rate).then_some(rate)
}

/// The filters of one cell.
struct Trials {
    cell: (u64, u64),
    mean: Interval,
    /// Of the rate of one filter.
    deviation: f64,
}

impl Parameters {
    /// Pebble's number of lines: enough for all bits, and odd.
    fn lines(&self, keys: u64, bits_per_key: u64) -> u64 {
        (keys * bits_per_key).div_ceil(self.line_bits) | 1
    }

    /// The distribution of the number of keys in a line, in the mean over all numbers of keys.
    fn keys_in_a_line(&self, bits_per_key: u64) -> Vec<f64> {
        let mean = self.line_bits as f64 / bits_per_key as f64;
        let mut shares = vec![0.0; (mean + DEVIATIONS * libm::sqrt(mean)) as usize];
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
        let of = |keys: usize| match exact.bounded_in_double(keys as u64) {
            Some(sum) => Ok(sum),
            None => Ok(Bounded { value: rate_in_double(line(keys)?)?, error_bound: 0.0 }),
        };
        (0..most).map(of).collect()
    }

    fn trials(&self, context: &Context) -> Result<Vec<Trials>> {
        let measured = self.measured.iter().map(|(bits, _)| (*bits, self.probes));
        let cells: Vec<(u64, u64)> = self.simulated.iter().copied().chain(measured).collect();
        let points: Vec<trial::Point> = cells
            .iter()
            .map(|&(bits_per_key, hashes)| trial::Point {
                bits_per_key,
                hashes,
                keys: (self.least_keys, self.most_keys),
            })
            .collect();
        let rates = trial::rates(&points, self.epochs, context, |keys, bits| self.lines(keys, bits))?;
        let of_cell = |(cell, rates): (&(u64, u64), Vec<f64>)| {
            let estimate = Estimate::of(&rates, CONFIDENCE)?;
            let quantile = student_quantile(rates.len() as u64 - 1, CONFIDENCE)?;
            let deviation = estimate.half_width / quantile * libm::sqrt(rates.len() as f64);
            Ok(Trials { cell: *cell, mean: estimate.triple().into(), deviation })
        };
        zip(&cells, rates).map(of_cell).collect()
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

//! Simulated filters, sorted by how many of their bits are set.

use std::iter::zip;

use bloomlab_filters::{BloomFilter, Hashing, Probe};
use bloomlab_formulas::Load;
use bloomlab_tables::{CONFIDENCE, Interval, Result, Streams, student_quantile};
use rand::Rng;

/// How many of the filters have b bits set, for b = 0 … m.
pub(super) struct Fills {
    pub load: Load,
    pub tally: Vec<u64>,
}

impl Fills {
    /// Fills `filters` filters one after the other, with ideal positions from one random stream.
    pub fn simulate(load: Load, filters: u64, streams: &Streams) -> Result<Self> {
        let point = (load.bits(), load.items(), load.hashes());
        let mut random = streams.generator(&point, 0)?;
        // the positions are drawn from the stream above, so the filter's own seed plays no part
        let mut filter = BloomFilter::new(load.bits(), Hashing::ideal(load.hashes(), 0))?;
        let locator = *filter.locator();
        let (mut tally, mut probe) = (vec![0; load.bits() as usize + 1], Probe::default());
        for _ in 0..filters {
            filter.clear();
            for _ in 0..load.items() {
                locator.draw_into(&mut probe, || random.next_u64());
                filter.insert_at(&probe)?;
            }
            tally[filter.count_ones() as usize] += 1;
        }
        Ok(Self { load, tally })
    }

    pub fn filters(&self) -> u64 {
        self.tally.iter().sum()
    }

    /// The mean of b/m over the filters to the power, its 99 % interval carried through the power.
    pub fn power_of_mean(&self, exponent: f64) -> Result<Interval> {
        let mean = self.mean_power(1.0)?;
        let power = |share| libm::pow(share, exponent);
        Ok(Interval { value: power(mean.value), lower: power(mean.lower), upper: power(mean.upper) })
    }

    pub fn mean_power(&self, exponent: f64) -> Result<Interval> {
        let (filters, bits) = (self.filters(), self.load.bits() as f64);
        let n = filters as f64;
        let values = || {
            let power = |b: u64| libm::pow(b as f64 / bits, exponent);
            zip(&self.tally, 0..).map(move |(&count, b)| (count as f64, power(b)))
        };
        let mean = values().map(|(count, value)| count * value).sum::<f64>() / n;
        let squares: f64 = values().map(|(count, value)| count * (value - mean) * (value - mean)).sum();
        let half_width = student_quantile(filters - 1, CONFIDENCE)? * (squares / (n - 1.0) / n).sqrt();
        Ok(Interval { value: mean, lower: mean - half_width, upper: mean + half_width })
    }
}

#[cfg(test)]
mod tests {
    use bloomlab_tables::Estimate;

    use super::*;

    #[test]
    fn the_tally_gives_the_estimate_of_its_values() {
        let fills = Fills { load: Load::new(4, 1, 2).unwrap(), tally: vec![0, 3, 5, 0, 2] };
        let shares = [vec![0.25; 3], vec![0.5; 5], vec![1.0; 2]].concat();
        let squares: Vec<f64> = shares.iter().map(|share| share * share).collect();
        let estimate = Estimate::of(&squares).unwrap();
        let found = fills.mean_power(2.0).unwrap();
        for (found, expected) in
            [(found.value, estimate.mean), (found.lower, estimate.lower()), (found.upper, estimate.upper())]
        {
            assert!((found - expected).abs() < 1e-14, "{found} {expected}");
        }
    }
}

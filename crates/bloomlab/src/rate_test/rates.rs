//! Where the rates of a tested filter come from.

use bloomlab_formulas::Load;
use bloomlab_formulas::blocked::BlockedLoad;
use bloomlab_formulas::counts::{
    BlockRates, DistinctRates, PlainRates, RateDistribution, Rates, of_marginally_uniform, of_slices,
};
use bloomlab_formulas::partitioned::PartitionedLoad;
use bloomlab_occupancy::Sampling;
use bloomlab_schemes::HashingScheme;

use super::{RateTest, Tested};
use crate::Error;
use crate::filter::StoredFilter;

impl RateTest {
    /// The rates, and whether they approximate those of a scheme.
    pub(super) fn rates(self) -> Result<(Rates, bool), Error> {
        match self.tested {
            Tested::Static { fingerprint_bits } => Ok((Rates::certain(libm::exp2(-(fingerprint_bits as f64))), false)),
            // a filter for each query: every query draws its own bits
            Tested::Filter(filter) if self.filters > 1 && self.filters == self.queries => {
                Ok((Rates::certain(filter.rate()?), false))
            }
            Tested::Filter(filter) => {
                let (rates, is_approximate) = of_one(filter)?;
                Ok((self.asked(rates), is_approximate))
            }
        }
    }

    /// The rates for what is asked.
    fn asked(self, rates: Rates) -> Rates {
        let rates = rates.spread_over(self.filters);
        if self.ratio.is_some() { rates.for_least_queries() } else { rates }
    }

    /// Rates that bound those of any scheme.
    pub(super) fn proven_rates(self) -> Result<Rates, Error> {
        match self.tested {
            Tested::Static { .. } => Ok(self.rates()?.0),
            Tested::Filter(filter) => {
                let (bits, hashes) = filter.shape();
                Ok(self.asked(of_marginally_uniform(bits, hashes, filter.rate()?).into()))
            }
        }
    }
}

/// The rates of one filter.
fn of_one(filter: StoredFilter) -> Result<(Rates, bool), Error> {
    let Some((load, scheme)) = filter.scheme_load() else { return Ok((Rates::certain(filter.rate()?), true)) };
    let (bits, items, hashes) = (load.bits(), load.items(), load.hashes());
    let (rates, is_approximate) = match scheme {
        HashingScheme::Independent => match PlainRates::new(load) {
            Err(_) if load.sampling() == Sampling::WithoutReplacement => (DistinctRates::new(load)?.into(), false),
            rates => (rates?.into(), false),
        },
        HashingScheme::Blocked(block) => (blocks(BlockedLoad::plain(bits, block, items, hashes)?, block)?, false),
        HashingScheme::SplitBlock(word) if bits == word * hashes => (slices(load)?, false),
        HashingScheme::SplitBlock(word) => {
            (BlockRates::new(BlockedLoad::split(bits, word, items, hashes)?)?.into(), false)
        }
        HashingScheme::Partitioned => (slices(load)?, false),
        HashingScheme::KmPartition => (slices(load)?, true),
        // walks within a line
        scheme => match scheme.block_bits() {
            Some(block) => {
                let independent = BlockedLoad::plain(bits, block, items, hashes)?;
                if items > 0 && bits > block && BlockRates::new(independent)?.is_bound() {
                    let factor = filter.rate()? / BlockRates::moments(independent)?.mean;
                    return Ok((BlockRates::bounded_times(independent, factor)?.into(), true));
                }
                (blocks(independent, block)?, true)
            }
            None => (PlainRates::new(load)?.into(), true),
        },
    };
    if !is_approximate || items == 0 {
        return Ok((rates, is_approximate));
    }
    let mean = rates.distribution(1)?.mean();
    let factor = if mean > 0.0 { filter.rate()? / mean } else { 1.0 };
    Ok((rates.times(factor), true))
}

fn blocks(load: BlockedLoad, block_bits: u64) -> Result<Rates, Error> {
    // one position in a block is one among all bits
    let bits = if load.hashes() == 1 { load.blocks() * block_bits } else { block_bits };
    if load.blocks() == 1 || load.hashes() == 1 {
        return Ok(PlainRates::new(Load::new(bits, load.items(), load.hashes())?)?.into());
    }
    Ok(BlockRates::new(load)?.into())
}

fn slices(load: Load) -> Result<Rates, Error> {
    let slices: RateDistribution = of_slices(&PartitionedLoad::even(load.bits(), load.items(), load.hashes())?)?;
    Ok(slices.into())
}

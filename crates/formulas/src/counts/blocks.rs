//! The rate of a blocked filter given its bits: the mean over b blocks of f, the share of a block's own queries that its bits report.
//!
//! | route | where | |
//! |---|---|---|
//! | every outcome of the loads and set bits | tiny filters | exact |
//! | the density, from the generating function of f over the loads | many blocks | exact, relative error about 1e-9 |
//! | Bennett's inequality | what remains | a bound on either side |

mod density;
mod enumerated;
mod interior;
mod transform;

use bloomlab_occupancy::{ANSWER_SECONDS, Advice, Budget, Cost, Parameter, TooLarge};

use self::density::Density;
use self::interior::Interior;
use super::{RateDistribution, tail_bounds};
use crate::blocked::BlockedLoad;

/// A blocked filter, from which rates given the bits are drawn.
#[derive(Clone, Debug)]
pub struct BlockRates(Route);

#[derive(Clone, Debug)]
enum Route {
    Fixed(RateDistribution),
    /// With the bound for queries that distinguish neighbouring values of the rate.
    Density(Box<Density>, RateDistribution),
}

/// The moments of the rate of a blocked filter given its bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockMoments {
    /// p, the mean.
    pub mean: f64,
    /// Var ρ.
    pub variance: f64,
    /// Var f, the variance of one block.
    pub of_one_block: f64,
}

impl BlockRates {
    /// The rates of a filter that holds items, by the best route.
    ///
    /// # Errors
    /// [`TooLarge`] where a block holds too many items or bits for any of them.
    pub fn new(load: BlockedLoad) -> Result<Self, TooLarge> {
        let interior = Interior::new(load);
        let moments = interior.rate_moments()?;
        if load.items() == 0 {
            return Ok(Self(Route::Fixed(RateDistribution::certain(0.0))));
        }
        if let Some(points) = enumerated::rates(load) {
            return Ok(Self(Route::Fixed(RateDistribution::new(points))));
        }
        let bound = between(load, moments);
        match Density::new(&interior, moments) {
            Some(density) => Ok(Self(Route::Density(Box::new(density), bound))),
            None => Ok(Self(Route::Fixed(bound))),
        }
    }

    /// Between the two sides of Bennett's inequality: the f are negatively associated, because the positions of an item may be drawn
    /// separately for every block, and at most 1. With v = Var f
    ///
    /// P(ρ ≥ p + t) ≤ exp(−(b v/M²) H(M t/v)), H(u) = (1 + u) ln(1 + u) − u, M = 1 − p; on the other side M = p.
    ///
    /// # Errors
    /// [`TooLarge`] as for [`BlockRates::new`].
    pub fn bounded(load: BlockedLoad) -> Result<Self, TooLarge> {
        Ok(Self(Route::Fixed(between(load, Interior::new(load).rate_moments()?))))
    }

    /// The same for blocks that report `factor` times as many queries: approximate, since Var f is taken to be `factor`² times as large.
    ///
    /// # Errors
    /// [`TooLarge`] as for [`BlockRates::new`].
    pub fn bounded_times(load: BlockedLoad, factor: f64) -> Result<Self, TooLarge> {
        let BlockMoments { mean, variance, of_one_block } = Interior::new(load).rate_moments()?;
        let square = factor * factor;
        let of_one_block = (square * of_one_block).min(0.25);
        let moments = BlockMoments { mean: (factor * mean).min(1.0), variance: square * variance, of_one_block };
        Ok(Self(Route::Fixed(between(load, moments))))
    }

    /// Whether the rates are between two bounds, whatever the queries.
    pub fn is_bound(&self) -> bool {
        matches!(&self.0, Route::Fixed(rates) if !rates.is_exact())
    }

    /// The moments, exact.
    ///
    /// # Errors
    /// [`TooLarge`] as for [`BlockRates::new`].
    pub fn moments(load: BlockedLoad) -> Result<BlockMoments, TooLarge> {
        Interior::new(load).rate_moments()
    }

    /// The rate given the bits as a weighted sum, as fine as counts among `queries` queries need it.
    ///
    /// # Errors
    /// [`TooLarge`] where that takes too many terms. Where the queries distinguish neighbouring values of the rate it is a bound.
    pub fn distribution(&self, queries: u64) -> Result<RateDistribution, TooLarge> {
        match &self.0 {
            Route::Fixed(rates) => Ok(rates.clone()),
            Route::Density(density, bound) if density.is_too_fine(queries) => Ok(bound.clone()),
            Route::Density(density, _) => {
                let terms = density.terms(queries);
                let advice = Advice::smaller(&[Parameter::Queries]);
                Budget::of_seconds(ANSWER_SECONDS)
                    .check(Cost { steps: 1000.0 * terms, numbers: 4.0 * terms }, advice)?;
                Ok(density.distribution(queries))
            }
        }
    }

    pub(super) fn fineness(&self, queries: u64) -> u64 {
        match &self.0 {
            Route::Fixed(_) => 0,
            Route::Density(density, _) if density.is_too_fine(queries) => 0,
            Route::Density(density, _) => density.fineness(queries),
        }
    }
}

/// Between the two sides of Bennett's inequality.
fn between(load: BlockedLoad, moments: BlockMoments) -> RateDistribution {
    let BlockMoments { mean, variance, of_one_block } = moments;
    let blocks = load.blocks() as f64;
    let exponent = |most: f64| {
        move |t: f64| blocks * of_one_block / (most * most) * entropy(most * t / of_one_block.max(f64::MIN_POSITIVE))
    };
    tail_bounds::bracket(mean, variance, exponent(1.0 - mean), exponent(mean))
}

/// H(u) = (1 + u) ln(1 + u) − u.
fn entropy(u: f64) -> f64 {
    if u < 1e-4 {
        return u * u * (0.5 - u / 6.0 + u * u / 12.0);
    }
    (1.0 + u) * libm::log1p(u) - u
}

//! N-bounded filters too large for the chain of their messages.

use super::Route;
use super::extrapolation::{Estimated, POINTS, interpolate, neville};
use super::filters::ACCEPTED;
use crate::sweep::NBoundedSweep;
use crate::{Error, NBounded, Shape, Target};

/// Small filters extrapolated from, each twice the size of the one before.
const LEVELS: usize = 6;

/// Grid points around the limit asked for.
const WINDOW: usize = 2 * POINTS;

/// Filters of at most this many bits are followed message by message.
const DIRECT_BITS: u64 = 1 << 16;

/// Messages beyond which a chain is not followed: minutes.
const MESSAGE_LIMIT: u64 = 1 << 22;

/// R/M, the false positives per cycle and bit, of one large filter around one load kN/M.
///
/// At constant load R/M has an expansion in 1/M: six filters of M_0 2^j bits are followed message by message, then
/// Neville extrapolation in 1/M at loads i/grid, and interpolation between them.
struct Extrapolated {
    shape: Shape,
    grid: u64,
    first: u64,
    /// ln(R/M), which varies less than R/M does with the load.
    values: Vec<Estimated>,
}

impl Extrapolated {
    fn around(filter: NBounded) -> Result<Self, Error> {
        let shape = filter.shape();
        let load = filter.messages() as f64 * shape.hashes() as f64 / shape.bits() as f64;
        let grid = (40.0 / load).ceil().max(100.0) as u64;
        // the expansion is in k²/(bits set), which the smallest filter must make small
        let k = shape.hashes() as f64;
        let refinement = (10.0 * k / (load * grid as f64)).ceil() as u64;
        let messages = ((load * grid as f64) as u64).saturating_mul(refinement) << LEVELS;
        if messages > MESSAGE_LIMIT {
            return Err(too_large(shape, messages, f64::INFINITY));
        }
        // the last grid point is the load 1, the largest for which every cycle ends
        let centre = (load * grid as f64) as u64;
        let first = centre.saturating_sub(WINDOW as u64 / 2).min(grid + 1 - WINDOW as u64).max(1);
        let (mut inverse_sizes, mut columns) = (Vec::new(), Vec::new());
        for level in 0..LEVELS {
            let step = refinement << level;
            let bits = grid * shape.hashes() * step;
            let small = Shape::new(bits, shape.hashes(), shape.positions())?;
            let rates = NBoundedSweep::new(small).skip((first * step - 1) as usize).step_by(step as usize);
            let silent = rates.map(|rates| rates.messages as f64 * rates.exact / (1.0 - rates.exact));
            columns.push(silent.take(WINDOW).map(|silent| libm::log(silent / bits as f64)).collect::<Vec<f64>>());
            inverse_sizes.push(1.0 / bits as f64);
        }
        let values = (0..columns.iter().map(Vec::len).min().unwrap_or(0))
            .map(|i| neville(1.0 / shape.bits() as f64, &inverse_sizes, columns.iter().map(|c| c[i]).collect()))
            .collect();
        Ok(Self { shape, grid, first, values })
    }

    /// The filter of limit N, and its relative error by estimate.
    fn at(&self, messages: u64) -> (NBoundedCapacity, f64) {
        let place = (messages, self.grid * self.shape.hashes());
        let there = interpolate(&self.values, self.first, place, self.shape.bits());
        let silent = libm::exp(there.value) * self.shape.bits() as f64;
        let messages_per_cycle = messages as f64 + silent;
        let rate = silent / messages_per_cycle;
        (NBoundedCapacity { messages, messages_per_cycle, rate }, there.absolute_error())
    }

    /// The first and the last limit that [`Extrapolated::at`] knows.
    fn window(&self) -> (u64, u64) {
        let scale = u128::from(self.grid * self.shape.hashes());
        let limit = |i: u64| (u128::from(i) * u128::from(self.shape.bits()) / scale) as u64;
        (limit(self.first) + 1, limit(self.first + self.values.len() as u64 - 1))
    }
}

/// An N-bounded filter at its limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NBoundedCapacity {
    pub(crate) messages: u64,
    pub(crate) messages_per_cycle: f64,
    pub(crate) rate: f64,
}

/// The exact average rate and the messages per cycle N + R of an N-bounded filter of any size, in double precision.
///
/// Relative error below 1e-12 by following the messages (up to 65,536 bits), below 1e-10 by extrapolation in 1/M at
/// constant load kN/M.
///
/// # Errors
/// [`Error::TooLarge`] where the extrapolation's own estimate is above 1e-11 and N is above 4 million.
pub fn n_bounded_rate(filter: NBounded) -> Result<(f64, f64, Route), Error> {
    let (at_limit, route) = solve(filter)?;
    Ok((at_limit.rate, at_limit.messages_per_cycle, route))
}

fn solve(filter: NBounded) -> Result<(NBoundedCapacity, Route), Error> {
    let (shape, messages) = (filter.shape(), filter.messages());
    let mut estimate = f64::NAN;
    if shape.bits() > DIRECT_BITS {
        let (point, relative_error) = Extrapolated::around(filter)?.at(messages);
        if relative_error <= ACCEPTED {
            return Ok((point, Route::Extrapolation { relative_error }));
        }
        estimate = relative_error;
    }
    let direct = (messages <= MESSAGE_LIMIT).then(|| NBoundedSweep::new(shape).find(|r| r.messages == messages));
    direct
        .flatten()
        .map(|rates| (direct_point(&rates), Route::Sweep))
        .ok_or_else(|| too_large(shape, messages, estimate))
}

fn direct_point(rates: &crate::NBoundedRates<f64>) -> NBoundedCapacity {
    NBoundedCapacity { messages: rates.messages, messages_per_cycle: rates.messages_per_cycle, rate: rates.exact }
}

/// The largest N, within the bound beyond which a cycle may never end, whose exact rate is at most the target.
pub(crate) fn n_bounded_capacity(shape: Shape, target: Target) -> Result<(NBoundedCapacity, Route), Error> {
    let bound = shape.message_limit_bound();
    if shape.bits() <= DIRECT_BITS {
        let best = direct_capacity(shape, target);
        return best.map(|point| (point, Route::Sweep)).ok_or_else(|| too_large(shape, bound, f64::NAN));
    }
    // the limit of a smaller filter, scaled to this one
    let small = Shape::new(DIRECT_BITS.max(shape.hashes()), shape.hashes(), shape.positions())?;
    let messages = direct_capacity(small, target).map_or(1, |point| point.messages);
    let guess = (u128::from(messages) * u128::from(shape.bits()) / u128::from(small.bits())) as u64;
    let extrapolated = Extrapolated::around(NBounded::new(shape, guess.min(bound))?)?;
    let (mut low, mut high) = extrapolated.window();
    let fits = |messages| extrapolated.at(messages).0.rate <= target.rate();
    if fits(high.min(bound)) && high + 1 >= bound {
        low = high.min(bound);
    }
    while high.saturating_sub(low) > 1 {
        let middle = low + (high - low) / 2;
        if fits(middle) { low = middle } else { high = middle }
    }
    let (point, relative_error) = extrapolated.at(low);
    if relative_error <= ACCEPTED && point.rate <= target.rate() {
        return Ok((point, Route::Extrapolation { relative_error }));
    }
    Err(too_large(shape, bound, relative_error))
}

fn direct_capacity(shape: Shape, target: Target) -> Option<NBoundedCapacity> {
    NBoundedSweep::new(shape).take_while(|rates| rates.exact <= target.rate()).last().map(|rates| direct_point(&rates))
}

fn too_large(shape: Shape, states: u64, estimate: f64) -> Error {
    Error::TooLarge { bits: shape.bits(), hashes: shape.hashes(), estimate, states, limit: MESSAGE_LIMIT }
}

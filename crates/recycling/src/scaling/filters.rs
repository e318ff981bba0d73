//! σ-bounded filters too large to sweep.

use super::extrapolation::{Estimated, POINTS, interpolate, neville};
use crate::sweep::{Point, Sweep, TwoPhaseSweep};
use crate::{Error, Shape, SigmaBounded};

/// Filters whose memory one cycle shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phases {
    /// One filter.
    One,
    /// An active and a frozen one.
    Two,
}

/// The points of every σ of a filter of shape `each`, by direct sweep.
pub(crate) fn sweep(each: Shape, phases: Phases) -> Box<dyn Iterator<Item = Point>> {
    match phases {
        Phases::One => Box::new(Sweep::new(each)),
        Phases::Two => Box::new(TwoPhaseSweep::new(each)),
    }
}

/// Small filters extrapolated from, each twice the size of the one before.
const LEVELS: usize = 8;

/// Grid points around the threshold asked for.
const WINDOW: usize = 2 * POINTS;

/// Extrapolated values whose own estimate is above this are not given out: ten digits, and one in reserve.
pub(super) const ACCEPTED: f64 = 1e-11;

/// States × k² that a direct sweep, or the small filters of an extrapolation, may cost: about a minute.
const WORK_LIMIT: u64 = 1 << 37;

/// The largest number of states that a direct sweep visits.
pub(super) fn state_limit(shape: Shape) -> u64 {
    WORK_LIMIT / (shape.hashes() * shape.hashes())
}

/// The filters that one of fill c = σ/M is extrapolated from.
#[derive(Clone, Copy, Debug)]
struct Levels {
    /// Grid points in c, i/grid: near c, where values change on the scale of c and of 1 − c.
    grid: u64,
    /// Bits of the smallest filter, a multiple of `grid`, so that each grid point is an integer threshold.
    smallest: u64,
}

impl Levels {
    /// The smallest filter must have forgotten by σ that the first messages set k bits each, which no expansion in
    /// 1/M knows of: coinciding positions, M(−ln(1−c) − c) of them by then, blur that pattern by a factor
    /// e^(−2(π/k)²) each.
    fn around(shape: Shape, c: f64) -> Self {
        let grid = (40.0 / c.min(1.0 - c)).ceil().max(250.0);
        let coinciding = -libm::log1p(-c) - c;
        let k = shape.hashes() as f64;
        let wanted = (2.0 * k * k / coinciding).max(8.0 * k * k).max(grid);
        Self { grid: grid as u64, smallest: (grid as u64).saturating_mul((wanted / grid).ceil() as u64) }
    }

    fn largest(&self) -> u64 {
        self.smallest.saturating_mul(1 << (LEVELS - 1))
    }
}

/// Whether the direct sweep costs less than the small filters of an extrapolation would.
pub(super) fn sweep_is_cheaper(filter: SigmaBounded) -> bool {
    filter.shape().bits() / 2 <= Levels::around(filter.shape(), fill(filter)).largest()
}

fn fill(filter: SigmaBounded) -> f64 {
    // half a state more keeps c inside (0, 1)
    (filter.sigma() as f64 + 0.5) / filter.shape().bits() as f64
}

/// σ-bounded filters of one large size, around one threshold: for σ = cM, messages per bit and rate have expansions in
/// 1/M, so a few small filters tell those of a large one.
///
/// Eight filters of M_0 2^j bits are swept; at each grid point in c Neville extrapolation in 1/M gives the large
/// filter's values, and barycentric interpolation through twelve neighbours those between.
pub(super) struct Extrapolated {
    shape: Shape,
    grid: u64,
    first: u64,
    /// From c = first/grid on: messages per bit, rate, published rate.
    values: Vec<[Estimated; 3]>,
}

impl Extrapolated {
    /// Prepares the thresholds around that of `filter`.
    pub(super) fn around(filter: SigmaBounded, phases: Phases) -> Result<Self, Error> {
        let (shape, c) = (filter.shape(), fill(filter));
        let levels = Levels::around(shape, c);
        let states = (2.0 * c * levels.largest() as f64) as u64;
        if states > state_limit(shape) {
            return Err(too_large(shape, states, f64::INFINITY));
        }
        let centre = (c * levels.grid as f64) as u64;
        let first = centre.saturating_sub(WINDOW as u64 / 2).min(levels.grid.saturating_sub(WINDOW as u64));
        let (mut inverse_sizes, mut columns) = (Vec::new(), Vec::new());
        for level in 0..LEVELS {
            let bits = levels.smallest << level;
            let step = bits / levels.grid;
            let small = Shape::new(bits, shape.hashes(), shape.positions())?;
            let points = sweep(small, phases).skip((first * step) as usize).step_by(step as usize);
            columns.push(points.take(WINDOW).collect::<Vec<Point>>());
            inverse_sizes.push(1.0 / bits as f64);
        }
        let target = 1.0 / shape.bits() as f64;
        let values = (0..WINDOW)
            .map(|i| {
                let at = |value: fn(&Point, f64) -> f64| {
                    let column = columns.iter().zip(&inverse_sizes).map(|(points, &x)| value(&points[i], x)).collect();
                    neville(target, &inverse_sizes, column)
                };
                [at(|point, x| point.messages_per_cycle * x), at(|point, _| point.rate), at(|p, _| p.published_rate)]
            })
            .collect();
        Ok(Self { shape, grid: levels.grid, first, values })
    }

    /// The point of threshold σ, and its largest relative error by estimate: infinite outside the window.
    pub(super) fn at(&self, sigma: u64) -> (Point, f64) {
        let bits = self.shape.bits();
        let mut error: f64 = 0.0;
        let mut interpolate = |quantity: usize| {
            let column: Vec<Estimated> = self.values.iter().map(|values| values[quantity]).collect();
            let there = interpolate(&column, self.first, (sigma, self.grid), bits);
            error = error.max(there.relative_error());
            there.value
        };
        let point = Point {
            sigma,
            messages_per_cycle: interpolate(0) * bits as f64,
            rate: interpolate(1),
            published_rate: interpolate(2),
        };
        (point, error)
    }

    /// The first and the last threshold that [`Extrapolated::at`] knows.
    pub(super) fn window(&self) -> (u64, u64) {
        let threshold = |i: u64| (u128::from(i) * u128::from(self.shape.bits()) / u128::from(self.grid)) as u64;
        (threshold(self.first) + 1, threshold(self.first + WINDOW as u64 - 1))
    }
}

pub(super) fn too_large(shape: Shape, states: u64, estimate: f64) -> Error {
    Error::TooLarge { bits: shape.bits(), hashes: shape.hashes(), estimate, states, limit: state_limit(shape) }
}

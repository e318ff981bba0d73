//! σ-bounded filters too large to sweep.

use super::extrapolation::{Estimated, LEVELS, POINTS, SOUGHT, interpolate, neville};
use super::limit::Limit;
use crate::sweep::{Point, Sweep, TwoPhaseSweep};
use crate::{Error, Positions, Shape, SigmaBounded};

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

/// Grid points around the threshold asked for.
const WINDOW: usize = 2 * POINTS;

/// Extrapolated values whose own estimate is above this are not given out: ten digits, and one in reserve.
pub(super) const ACCEPTED: f64 = 1e-11;

/// Seconds that a direct computation, or the small filters of an extrapolation, may take.
pub(super) const MAX_SECONDS: f64 = 8.0;

/// The largest number of states that a direct sweep visits.
pub(super) fn state_limit(shape: Shape, phases: Phases) -> u64 {
    (MAX_SECONDS / seconds_per_state(shape, phases)) as u64
}

/// What a state of a sweep takes, by measurement and roughly: 10⁻⁹ s times (k²/4 + 2k + 12) with, 4k + 15 without
/// replacement, and k² more for the second phase.
fn seconds_per_state(shape: Shape, phases: Phases) -> f64 {
    let k = shape.hashes() as f64;
    let first = match shape.positions() {
        Positions::WithReplacement => 0.25 * k * k + 2.0 * k + 12.0,
        Positions::WithoutReplacement => 4.0 * k + 15.0,
    };
    1e-9 * (first + if phases == Phases::Two { k * k } else { 0.0 })
}

/// The filters that one of fill c = σ/M is extrapolated from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Levels {
    /// Grid points in c, i/grid: near c, where values change on the scale of c and of 1 − c.
    pub(super) grid: u64,
    /// Bits of the smallest filter, a multiple of `grid`, so that each grid point is an integer threshold.
    smallest: u64,
}

impl Levels {
    /// The smallest filter must have forgotten by σ that the first messages set k bits each, which no expansion in
    /// 1/M knows of: coinciding positions, M(−ln(1−c) − c) of them by then, blur that pattern by a factor
    /// e^(−2(π/k)²) each.
    pub(super) fn around(shape: Shape, c: f64) -> Self {
        let grid = (40.0 / c.min(1.0 - c)).ceil().max(250.0);
        let coinciding = -libm::log1p(-c) - c;
        let k = shape.hashes() as f64;
        let wanted = (2.0 * k * k / coinciding).max(8.0 * k * k).max(grid);
        Self { grid: grid as u64, smallest: (grid as u64).saturating_mul((wanted / grid).ceil() as u64) }
    }

    pub(super) fn bits(&self, level: usize) -> u64 {
        self.smallest.saturating_mul(1 << level)
    }
}

/// Whether the direct sweep costs less than the small filters of an extrapolation could.
pub(super) fn sweep_is_cheaper(filter: SigmaBounded) -> bool {
    filter.shape().bits() / 2 <= Levels::around(filter.shape(), fill(filter)).bits(LEVELS.end() - 1)
}

/// What the small filters of an extrapolation take, in seconds, by measurement and roughly; they stop at 8.
pub fn extrapolation_seconds(filter: SigmaBounded, phases: Phases) -> f64 {
    let c = fill(filter);
    let states = 2.0 * c * Levels::around(filter.shape(), c).bits(LEVELS.end() - 1) as f64;
    (states * seconds_per_state(filter.shape(), phases)).min(MAX_SECONDS)
}

/// What a sweep up to the filter's threshold takes, in seconds, by measurement and roughly.
pub fn sweep_seconds(filter: SigmaBounded, phases: Phases) -> f64 {
    (filter.sigma() as f64 + 1.0) * seconds_per_state(filter.shape(), phases)
}

/// c = σ/M, inside (0, 1).
pub(super) fn fill(filter: SigmaBounded) -> f64 {
    // half a state more keeps it there
    (filter.sigma() as f64 + 0.5) / filter.shape().bits() as f64
}

/// σ-bounded filters of one large size, around one threshold: for σ = cM, messages per bit and rate have expansions in
/// 1/M around [`Limit`], so a few small filters tell those of a large one.
///
/// Three to seven filters of M_0 2^j bits are swept; at each grid point in c Neville extrapolation in 1/M gives the correction
/// M(value/limit − 1) of the large filter, and barycentric interpolation through twelve neighbours those between.
pub(super) struct Extrapolated {
    shape: Shape,
    phases: Phases,
    grid: u64,
    first: u64,
    /// From c = first/grid on: the corrections of messages per bit, rate and published rate.
    corrections: Vec<[Estimated; 3]>,
}

impl Extrapolated {
    /// Prepares the thresholds around that of `filter`.
    pub(super) fn around(filter: SigmaBounded, phases: Phases) -> Result<Self, Error> {
        let (shape, c) = (filter.shape(), fill(filter));
        let levels = Levels::around(shape, c);
        let centre = (c * levels.grid as f64) as u64;
        let first = centre.saturating_sub(WINDOW as u64 / 2).min(levels.grid.saturating_sub(WINDOW as u64));
        let (mut inverse_sizes, mut columns) = (Vec::new(), Vec::new());
        let mut so_far = Err(too_large(shape, phases, filter.sigma(), f64::NAN));
        for level in 0..*LEVELS.end() {
            let bits = levels.bits(level);
            // all levels to this one visit twice the states of this one
            if 2.0 * c * bits as f64 > state_limit(shape, phases) as f64 {
                break;
            }
            let step = bits / levels.grid;
            let small = Shape::new(bits, shape.hashes(), shape.positions())?;
            let points = sweep(small, phases).skip((first * step) as usize).step_by(step as usize);
            columns.push(points.take(WINDOW).collect::<Vec<Point>>());
            inverse_sizes.push(1.0 / bits as f64);
            if columns.len() >= *LEVELS.start() {
                let corrections = corrections(shape, phases, (first, levels.grid), &columns, &inverse_sizes);
                let extrapolated = Self { shape, phases, grid: levels.grid, first, corrections };
                let (_, relative_error) = extrapolated.at(filter.sigma());
                so_far = Ok(extrapolated);
                if relative_error < SOUGHT {
                    break;
                }
            }
        }
        so_far
    }

    /// The point of threshold σ, and its largest relative error by estimate: infinite outside the window.
    pub(super) fn at(&self, sigma: u64) -> (Point, f64) {
        let bits = self.shape.bits();
        let limits = limits(self.shape, self.phases, sigma as f64 / bits as f64);
        let mut error: f64 = 0.0;
        let mut value = |quantity: usize| {
            let column: Vec<Estimated> = self.corrections.iter().map(|values| values[quantity]).collect();
            let (factor, relative_error) =
                interpolate(&column, self.first, (sigma, self.grid), bits).around_limit(self.shape);
            error = error.max(relative_error);
            limits[quantity] * factor
        };
        let point =
            Point { sigma, messages_per_cycle: value(0) * bits as f64, rate: value(1), published_rate: value(2) };
        (point, error)
    }

    /// The first and the last threshold that [`Extrapolated::at`] knows.
    pub(super) fn window(&self) -> (u64, u64) {
        let threshold = |i: u64| (u128::from(i) * u128::from(self.shape.bits()) / u128::from(self.grid)) as u64;
        (threshold(self.first) + 1, threshold(self.first + WINDOW as u64 - 1))
    }
}

/// M(value/limit − 1) of the filter of `shape`, at c = first/grid and on, from the points of smaller filters there.
fn corrections(
    shape: Shape,
    phases: Phases,
    (first, grid): (u64, u64),
    columns: &[Vec<Point>],
    inverse_sizes: &[f64],
) -> Vec<[Estimated; 3]> {
    let at = |i: usize| {
        let limits = limits(shape, phases, (first + i as u64) as f64 / grid as f64);
        std::array::from_fn(|quantity| {
            let column = columns.iter().zip(inverse_sizes).map(|(points, &x)| {
                let Point { messages_per_cycle, rate, published_rate, .. } = points[i];
                ([messages_per_cycle * x, rate, published_rate][quantity] / limits[quantity] - 1.0) / x
            });
            neville(1.0 / shape.bits() as f64, inverse_sizes, column.collect())
        })
    };
    (0..WINDOW).map(at).collect()
}

/// Messages per bit, rate and published rate of infinitely many bits.
fn limits(shape: Shape, phases: Phases, fill: f64) -> [f64; 3] {
    let limit = Limit::of_fill(shape.hashes(), fill);
    let rate = limit.rate(phases);
    [limit.messages_per_bit(), rate, rate]
}

pub(super) fn too_large(shape: Shape, phases: Phases, sigma: u64, estimate: f64) -> Error {
    let seconds = seconds_per_state(shape, phases) * (sigma as f64 + 1.0);
    Error::TooLarge { bits: shape.bits(), hashes: shape.hashes(), estimate, seconds }
}
